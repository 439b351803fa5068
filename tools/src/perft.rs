//! `yomikiri perft`: counts the lines of legal moves from a position to a depth.
//!
//! A game joins by implementing [`Walk`] and a line in [`run`].

use std::io;
use std::time::Instant;

use clap::{Args, ValueEnum};
use yomikiri::Side;
use yomikiri::game::Game;
use yomikiri::games::dobutsu;
use yomikiri::games::dobutsu::perft::Convention;
use yomikiri::games::othello::{self, Othello, Scoring};
use yomikiri::games::shogi::{self, MOST_MOVES, SfenOptions, Stages};
use yomikiri::moves::{Move, Moves};

use crate::exit;

/// The games that can be counted.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PerftGame {
    /// Othello; positions are 64 squares and the side to move. A pass uses a ply.
    Othello,
    /// Shogi; positions are SFENs.
    Shogi,
    /// Dobutsu shogi; positions in any of its notations.
    Dobutsu,
}

/// Which lines of Dobutsu shogi count.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum DobutsuConvention {
    /// Every pseudo-legal move; no children after a captured lion or a try that stands.
    Full,
    /// Tanaka's graph: no children where a lion can be captured either.
    Graph,
    /// No moves that leave the lion to be captured.
    NoSelfCheck,
}

/// Counts the lines of legal moves from a position to a depth
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  yomikiri perft shogi 4
  yomikiri perft shogi 2 --divide --position 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1'
  yomikiri perft shogi 3 --stages
  yomikiri perft dobutsu 6 --convention no-self-check
  yomikiri perft othello 8 --time")]
pub struct Options {
    /// The game
    game: PerftGame,
    /// Plies to count to
    depth: u32,
    /// The position; without it the start of the game
    #[arg(long)]
    position: Option<String>,
    /// Print the count behind each first move
    #[arg(long)]
    divide: bool,
    /// Print the last ply's moves by stage
    #[arg(long)]
    stages: bool,
    /// Play every move of the last ply instead of counting them
    #[arg(long)]
    no_bulk: bool,
    /// Which lines count (Dobutsu shogi)
    #[arg(long, value_enum, default_value_t = DobutsuConvention::Full)]
    convention: DobutsuConvention,
    /// Allow more pieces than a set holds (shogi)
    #[arg(long)]
    more_than_a_set: bool,
    /// Print time and speed to standard error
    #[arg(long)]
    time: bool,
}

/// What perft needs of a game.
trait Walk {
    /// The names of the stages, in order; none where the game has no stages.
    const STAGES: &'static [&'static str];
    /// More moves than any position has.
    const MOST_MOVES: usize;

    fn moves(&self, out: &mut Moves<'_>);
    fn count(&self) -> u64;
    /// The moves of each stage.
    fn count_stages(&self, counts: &mut [u64]);
    fn play(&mut self, m: Move);
    fn undo(&mut self, m: Move);
    fn name(&self, m: Move) -> String;
}

impl Walk for shogi::Position {
    const STAGES: &'static [&'static str] =
        &["captures", "quiet promotions", "other quiet moves", "drops"];
    const MOST_MOVES: usize = MOST_MOVES;

    fn moves(&self, out: &mut Moves<'_>) {
        self.legal_moves(out);
    }

    fn count(&self) -> u64 {
        u64::from(self.legal_count())
    }

    fn count_stages(&self, counts: &mut [u64]) {
        let limits = self.limits();
        let stages = [Stages::CAPTURES, Stages::QUIET_PROMOTIONS, Stages::QUIETS, Stages::DROPS];
        for (count, stage) in counts.iter_mut().zip(stages) {
            *count += u64::from(self.count_of(&limits, stage));
        }
    }

    fn play(&mut self, m: Move) {
        shogi::Position::play(self, m);
    }

    fn undo(&mut self, m: Move) {
        shogi::Position::undo(self, m);
    }

    fn name(&self, m: Move) -> String {
        shogi::format_usi(m).to_string()
    }
}

/// Dobutsu shogi by one convention.
struct Dobutsu {
    position: dobutsu::Position,
    convention: Convention,
}

impl Walk for Dobutsu {
    const STAGES: &'static [&'static str] = &[];
    const MOST_MOVES: usize = dobutsu::board::MAX_MOVES;

    fn moves(&self, out: &mut Moves<'_>) {
        if self.convention.ends(self.position) {
            return;
        }
        let mut space = [Move::NONE; dobutsu::board::MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        self.position.moves_into(&mut moves);
        for &m in moves.as_slice() {
            if self.convention.counts(self.position.after(m)) {
                out.push(m);
            }
        }
    }

    fn count(&self) -> u64 {
        let mut space = [Move::NONE; dobutsu::board::MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        self.moves(&mut moves);
        moves.len() as u64
    }

    fn count_stages(&self, _: &mut [u64]) {}

    fn play(&mut self, m: Move) {
        self.position = self.position.after(m);
    }

    fn undo(&mut self, m: Move) {
        self.position = self.position.before(m);
    }

    fn name(&self, m: Move) -> String {
        self.position.shown_move(m, dobutsu::Notation::Tanaka).to_string()
    }
}

/// The discs of the side to move, those of the other, and the empty squares.
fn seen(position: &Othello) -> (u64, u64, u64) {
    let (black, white) = position.discs();
    match position.to_move() {
        Side::First => (black, white, position.empty()),
        Side::Second => (white, black, position.empty()),
    }
}

impl Walk for Othello {
    const STAGES: &'static [&'static str] = &[];
    const MOST_MOVES: usize = othello::MOST_MOVES;

    fn moves(&self, out: &mut Moves<'_>) {
        let (player, opponent, empty) = seen(self);
        let mut legal = othello::moves(player, opponent, empty);
        if legal == 0 && othello::moves(opponent, player, empty) != 0 {
            out.push(othello::PASS);
        }
        while legal != 0 {
            out.push(Move(legal.trailing_zeros() + 1));
            legal &= legal - 1;
        }
    }

    fn count(&self) -> u64 {
        let (player, opponent, empty) = seen(self);
        match othello::moves(player, opponent, empty).count_ones() {
            0 => u64::from(othello::moves(opponent, player, empty) != 0),
            n => n.into(),
        }
    }

    fn count_stages(&self, _: &mut [u64]) {}

    fn play(&mut self, m: Move) {
        // The moves are legal.
        let _ = Game::play(self, m);
    }

    fn undo(&mut self, m: Move) {
        let _ = Game::undo(self, m);
    }

    fn name(&self, m: Move) -> String {
        String::from_utf8_lossy(&othello::move_text(m)).into_owned()
    }
}

/// How the last ply is counted.
#[derive(Clone, Copy)]
struct Mode {
    bulk: bool,
    stages: bool,
}

/// Leaves below a position; by stage in `counts` where asked for.
fn walk<W: Walk>(
    position: &mut W,
    depth: u32,
    mode: Mode,
    counts: &mut [u64],
    arena: &mut [Move],
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && mode.stages {
        let before: u64 = counts.iter().sum();
        position.count_stages(counts);
        return counts.iter().sum::<u64>() - before;
    }
    if depth == 1 && mode.bulk {
        return position.count();
    }
    let (here, below) = arena.split_at_mut(W::MOST_MOVES);
    let mut moves = Moves::new(here);
    position.moves(&mut moves);
    let mut leaves = 0;
    for &m in moves.as_slice() {
        position.play(m);
        leaves += walk(position, depth - 1, mode, counts, below);
        position.undo(m);
    }
    leaves
}

fn count<W: Walk>(mut position: W, options: &Options) -> Result<(), String> {
    if options.stages && W::STAGES.is_empty() {
        return Err("this game has no stages".to_owned());
    }
    let mode = Mode { bulk: !options.no_bulk, stages: options.stages };
    let depth = options.depth;
    let plies = usize::try_from(depth).map_err(|_| "depth".to_owned())?;
    let mut arena = vec![Move::NONE; W::MOST_MOVES * (plies + 1)];
    let mut counts = vec![0; W::STAGES.len()];
    let start = Instant::now();
    let mut leaves = 0;
    if options.divide && depth > 0 {
        let (here, below) = arena.split_at_mut(W::MOST_MOVES);
        let mut moves = Moves::new(here);
        position.moves(&mut moves);
        for &m in moves.as_slice() {
            let name = position.name(m);
            position.play(m);
            let n = walk(&mut position, depth - 1, mode, &mut counts, below);
            position.undo(m);
            say!("{name} {n}");
            leaves += n;
        }
    } else {
        leaves = walk(&mut position, depth, mode, &mut counts, &mut arena);
    }
    let elapsed = start.elapsed();
    if options.stages {
        if options.divide && depth == 1 {
            position.count_stages(&mut counts);
        }
        for (name, count) in W::STAGES.iter().zip(&counts) {
            say!("{name} {count}");
        }
    }
    if options.time {
        let seconds = elapsed.as_secs_f64();
        eprintln!("{seconds:.3} s, {:.1} million leaves a second", leaves as f64 / seconds / 1e6);
    }
    say!("{leaves}");
    Ok(())
}

impl Options {
    /// Runs the command and gives the exit status: 0, or 64 for bad input.
    pub fn run(&self) -> io::Result<u8> {
        match run(self) {
            Ok(()) => Ok(exit::OK),
            Err(message) => {
                eprintln!("yomikiri perft: {message}");
                Ok(exit::USAGE)
            }
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    if options.depth > 64 {
        return Err("the depth is at most 64".to_owned());
    }
    match options.game {
        PerftGame::Othello => {
            let scoring = Scoring::default();
            let position = match &options.position {
                None => Othello::start(scoring),
                Some(text) => Othello::from_text(text, scoring)
                    .map_err(|error| format!("position: {error}"))?,
            };
            count(position, options)
        }
        PerftGame::Dobutsu => {
            let position = match &options.position {
                None => dobutsu::Position::START,
                Some(text) => {
                    dobutsu::Position::parse(text).map_err(|error| format!("position: {error}"))?
                }
            };
            let convention = match options.convention {
                DobutsuConvention::Full => Convention::Full,
                DobutsuConvention::Graph => Convention::Graph,
                DobutsuConvention::NoSelfCheck => Convention::NoSelfCheck,
            };
            count(Dobutsu { position, convention }, options)
        }
        PerftGame::Shogi => {
            let position = match &options.position {
                None => shogi::Position::start(),
                Some(text) => {
                    let sfen = SfenOptions { more_than_a_set: options.more_than_a_set };
                    shogi::Position::from_sfen_with(text, sfen)
                        .map_err(|error| format!("position: {error}"))?
                }
            };
            count(position, options)
        }
    }
}
