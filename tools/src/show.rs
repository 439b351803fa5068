//! `yomikiri show`: a position as text or as a picture.

mod dobutsu;
mod othello;
pub mod shogi;
mod svg;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::exit;

/// Show a position, as text or as a picture (SVG).
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri show shogi
  yomikiri show shogi --ascii 'position startpos moves 7g7f 3c3d'
  yomikiri show shogi --moves '2e1e 1f1e' --svg mate.svg '9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1'
  yomikiri show dobutsu --moves 'Cb3xb2 Ec1xb2'
  yomikiri show othello --moves 'f5 d6 c3' --svg othello.svg")]
pub struct Show {
    /// The game.
    #[arg(value_enum)]
    game: ShownGame,
    /// Letters instead of Japanese pieces.
    #[arg(long)]
    ascii: bool,
    /// Moves from the position on: of USI in shogi, squares in Othello (-- for a pass), any
    /// notation in Dobutsu shogi. Text shows the position after them, a picture both.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Write a picture to a file instead of text; - for standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The heading of the picture.
    #[arg(long, default_value = "", hide_default_value = true)]
    title: String,
    /// The position; the start of the game without it. Shogi: SFEN, or a "position" command of
    /// USI. Dobutsu shogi: any of its notations. Othello: 64 squares and the side to move.
    #[arg(value_name = "POSITION", num_args = 0..)]
    position: Vec<String>,
}

/// The games with a board to show.
#[derive(Clone, Copy, ValueEnum)]
enum ShownGame {
    Shogi,
    /// Dobutsu shogi.
    Dobutsu,
    Othello,
}

/// What a game makes of the options.
pub struct Shown {
    text: String,
    svg: String,
}

impl Show {
    /// Runs the command and gives the exit status.
    pub fn run(&self) -> io::Result<u8> {
        let position = self.position.join(" ");
        if !self.position.is_empty() && position.trim().is_empty() {
            eprintln!("yomikiri show: the position is blank");
            return Ok(exit::USAGE);
        }
        let position = position.trim();
        let made = match self.game {
            ShownGame::Shogi => shogi::show(position, &self.moves, self.ascii, &self.title),
            ShownGame::Dobutsu => dobutsu::show(position, &self.moves, self.ascii, &self.title),
            ShownGame::Othello => othello::show(position, &self.moves, &self.title),
        };
        let shown = match made {
            Ok(shown) => shown,
            Err(error) => {
                eprintln!("yomikiri show: {error}");
                return Ok(exit::USAGE);
            }
        };
        match &self.svg {
            None => writeln!(io::stdout(), "{}", shown.text.trim_end_matches('\n'))?,
            Some(path) if path.as_os_str() == "-" => write!(io::stdout(), "{}", shown.svg)?,
            Some(path) => std::fs::write(path, shown.svg).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })?,
        }
        Ok(exit::OK)
    }
}
