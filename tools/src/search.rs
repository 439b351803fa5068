//! `yomikiri search`: the value of a position to a depth, or to the end of the game.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;
use yomikiri::Score;
use yomikiri::alphabeta::{Config, Driver, Limits};
use yomikiri::games::dobutsu;
use yomikiri::games::othello::Othello;
use yomikiri::games::pi_tree::PiTree;
use yomikiri::games::shogi::Position;
use yomikiri::moves::Move;
use yomikiri::score::Bound;

use crate::chess::Chess;
use crate::exit;
use crate::subject::{Arena, GameName, Subject};

/// A member of the alpha-beta family by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DriverName {
    Minimax,
    BranchAndBound,
    AlphaBeta,
    /// PVS, NegaScout.
    Pvs,
    MtdF,
    SssStar,
    DualStar,
    CStar,
}

impl DriverName {
    /// The search itself.
    pub const fn driver(self) -> Driver {
        match self {
            Self::Minimax => Driver::Minimax,
            Self::BranchAndBound => Driver::BranchAndBound,
            Self::AlphaBeta => Driver::AlphaBeta,
            Self::Pvs => Driver::PrincipalVariation,
            Self::MtdF => Driver::MtdF,
            Self::SssStar => Driver::SssStar,
            Self::DualStar => Driver::DualStar,
            Self::CStar => Driver::CStar,
        }
    }
}

/// Search one position.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri search pi --depth 4 --driver mtd-f
  yomikiri search shogi --depth 5
  yomikiri search chess --depth 6 --json
  yomikiri search othello --depth 8 --driver sss-star
  yomikiri search dobutsu --depth 9")]
pub struct Search {
    /// The game.
    #[arg(value_enum)]
    game: GameName,
    /// The position, as text of the game; the start of the game without it.
    #[arg(long)]
    position: Option<String>,
    /// Depth in plies; the end of the game without it.
    #[arg(long)]
    depth: Option<u16>,
    /// Nodes after which the search ends; 0 for no limit.
    #[arg(long, default_value_t = 0)]
    nodes: u64,
    /// Which search to use.
    #[arg(long, value_enum, default_value_t = DriverName::Pvs)]
    driver: DriverName,
    /// Entries of the table.
    #[arg(long, default_value_t = 1 << 18)]
    entries: usize,
    /// Print JSON, one object.
    #[arg(long)]
    json: bool,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    score: Score,
    /// `exact`, or the score is a bound: `lower`, `upper`.
    bound: &'static str,
    line: Vec<String>,
    /// Plies; `null` where the game was read to its end.
    depth: Option<u16>,
    nodes: u64,
    leaves: u64,
    passes: u32,
    seconds: f64,
    stop: String,
}

impl Search {
    /// Runs the command and gives the exit status.
    pub fn run(self) -> io::Result<u8> {
        match self.game {
            GameName::Pi => self.on::<PiTree>(),
            GameName::Othello => self.on::<Othello>(),
            GameName::Shogi => self.on::<Position>(),
            GameName::Dobutsu => self.on::<dobutsu::Position>(),
            GameName::Chess => self.on::<Chess>(),
        }
    }

    fn on<G: Subject>(&self) -> io::Result<u8> {
        let mut game = match G::given(self.position.as_deref()) {
            Ok(game) => game,
            Err(error) => {
                eprintln!("yomikiri search: {error}");
                return Ok(exit::USAGE);
            }
        };
        let driver = self.driver.driver();
        let mut config = match self.depth {
            Some(_) => Config { iterative: true, quiescence: G::QUIESCENCE, ..Config::new(driver) },
            None => Config::endgame(driver),
        };
        if let (None, Some((low, high, step))) = (self.depth, G::EXACT) {
            config.range = (low, high);
            config.granularity = step;
        }
        let mut limits = self.depth.map_or(Limits::exact(), Limits::depth);
        if self.nodes != 0 {
            limits.nodes = self.nodes;
        }
        let mut arena = Arena::new(512, self.entries);
        let mut search = arena.search(game.clone(), (), config).map_err(io::Error::other)?;
        let start = Instant::now();
        let report = search.solve(limits).map_err(io::Error::other)?;
        let seconds = start.elapsed().as_secs_f64();
        let mut line = [Move::NONE; 64];
        let length = search.principal_variation(&mut line).map_err(io::Error::other)?;
        let mut names = Vec::new();
        for &m in line.iter().take(length) {
            names.push(game.move_name(m));
            game.play(m).map_err(io::Error::other)?;
        }
        if self.json {
            let answer = Answer {
                score: report.score,
                bound: match report.bound {
                    Bound::Exact => "exact",
                    Bound::Lower => "lower",
                    Bound::Upper => "upper",
                },
                line: names,
                depth: (!report.complete).then_some(report.depth),
                nodes: report.nodes,
                leaves: report.leaves,
                passes: report.passes,
                seconds,
                stop: format!("{:?}", report.stop).to_lowercase(),
            };
            let mut out = io::stdout().lock();
            serde_json::to_writer(&mut out, &answer)?;
            writeln!(out)?;
            return Ok(exit::OK);
        }
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
        };
        say!("score {bound}{}", report.score);
        say!("line {}", names.join(" "));
        say!(
            "depth {} nodes {} leaves {} passes {} seconds {seconds:.3} {:?}",
            if report.complete { "end".into() } else { report.depth.to_string() },
            report.nodes,
            report.leaves,
            report.passes,
            report.stop
        );
        Ok(0)
    }
}
