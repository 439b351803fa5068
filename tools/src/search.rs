//! `yomikiri search`: the value of a position to a depth, or to the end of the game.

use std::io;
use std::time::Instant;

use clap::{Args, ValueEnum};
use yomikiri::alphabeta::{Config, Driver, Limits};
use yomikiri::games::othello::Othello;
use yomikiri::games::pi_tree::PiTree;
use yomikiri::games::shogi::Position;
use yomikiri::moves::Move;
use yomikiri::score::Bound;

use crate::chess::Chess;
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
}

impl Search {
    /// Runs the command and gives the exit status.
    pub fn run(self) -> io::Result<u8> {
        match self.game {
            GameName::Pi => self.on::<PiTree>(),
            GameName::Othello => self.on::<Othello>(),
            GameName::Shogi => self.on::<Position>(),
            GameName::Chess => self.on::<Chess>(),
        }
    }

    fn on<G: Subject>(&self) -> io::Result<u8> {
        let mut game = match &self.position {
            None => G::initial(),
            Some(text) => match G::parse(text) {
                Ok(game) => game,
                Err(error) => {
                    eprintln!("yomikiri: {error}");
                    return Ok(64);
                }
            },
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
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
        };
        println!("score {bound}{}", report.score);
        println!("line {}", names.join(" "));
        println!(
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
