//! `yomikiri dobutsu`: the solution of Dobutsu shogi, computed, checked and asked.

mod build;
mod check_state;
mod measure;
mod player;
mod reach;
mod round;
mod stats;
mod tables;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use yomikiri::Move;
use yomikiri::game::Value;
use yomikiri::games::dobutsu::table::{Outcome, Store};
use yomikiri::games::dobutsu::{Notation, Position};
use yomikiri::moves::Moves;

/// What every part of the command returns: the exit status, or what went wrong.
pub type Status = Result<u8, String>;

/// The solution of Dobutsu shogi.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri dobutsu build --out dobutsu.table
  yomikiri dobutsu probe --table dobutsu.table --moves
  yomikiri dobutsu stats --table dobutsu.table
  yomikiri dobutsu checkState --table dobutsu.table position.txt")]
pub struct Dobutsu {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Build),
    Pack(build::Pack),
    Probe(Probe),
    Stats(stats::Stats),
    Verify(verify::Verify),
    #[command(name = "checkState", alias = "check-state")]
    CheckState(check_state::CheckState),
    Player(player::MakePlayer),
    Walk(player::Walk),
}

impl Dobutsu {
    /// Runs the command.
    pub fn run(self) -> Status {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Pack(pack) => pack.run(),
            Command::Probe(probe) => probe.run(),
            Command::Stats(stats) => stats.run(),
            Command::Verify(verify) => verify.run(),
            Command::CheckState(check) => check.run(),
            Command::Player(player) => player.run(),
            Command::Walk(walk) => walk.run(),
        }
    }
}

/// Print the value of positions and of each of their moves.
#[derive(Args)]
struct Probe {
    /// A table file of any kind.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Print the value of every move too.
    #[arg(long)]
    moves: bool,
    /// Positions in any notation, one an argument; the start by default.
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

/// A value as text: `win 173`, `loss 78`, `draw`, in plies.
pub fn value_text(value: Value) -> String {
    match value {
        Value::Won(plies) => format!("win {plies}"),
        Value::Lost(plies) => format!("loss {plies}"),
        Value::Drawn => "draw".to_owned(),
    }
}

/// The value of a position as the table has it, as text.
fn text_of(store: &mut dyn Store, position: Position) -> Result<String, String> {
    let board = position.board();
    if store.has_distances() {
        let value = store.value(board).map_err(|e| e.to_string())?;
        return Ok(value_text(value));
    }
    let outcome = store.outcome(board).map_err(|e| e.to_string())?;
    Ok(match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    }
    .to_owned())
}

/// Every move of a position by the full rules, in Tanaka's order.
pub fn moves_of(position: Position) -> Vec<Move> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    position.moves_into(&mut moves);
    moves.as_slice().to_vec()
}

impl Probe {
    fn run(self) -> Status {
        let tables = tables::Tables::new()?;
        let file = tables::File::open(&self.table)?;
        let mut store = tables.open(&file)?;
        let mut texts = self.positions;
        if texts.is_empty() {
            texts.push(Position::START.shown(Notation::Clausecker).to_string());
        }
        for text in texts {
            let position = Position::parse(&text).map_err(|e| format!("{text}: {e}"))?;
            let shown = position.shown(Notation::Clausecker);
            say!("{shown}: {}", text_of(&mut *store, position)?);
            if self.moves && position.ending().is_none() {
                for m in moves_of(position) {
                    let value = text_of(&mut *store, position.after(m))?;
                    say!("  {} {value}", position.shown_move(m, Notation::Tanaka));
                }
            }
        }
        Ok(0)
    }
}
