//! Yomikiri (読み切り: to read a position out to its certain end): game search without heap,
//! recursion or operating system.
//!
//! The crate proves and searches two-player games in memory that the caller hands over.
//!
//! - [`dfpn`] proves that the side to move wins, or that it does not.
//! - [`alphabeta`] finds the value of a position to a depth, or exactly.
//! - [`retro`] computes the value of every position of a game at once.
//! - [`games`] holds the built-in games; any other plugs in through [`game::Game`].
//!
//! Every search is a resumable state machine on an explicit stack: `step(max_nodes)` is the
//! primitive, and the same budgets cut differently give the same answer and node count.
//!
//! A mate problem of shogi, in arrays that could as well be static:
//!
//! ```
//! # #[cfg(all(feature = "dfpn", feature = "shogi"))] {
//! use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome};
//! use yomikiri::games::shogi::mate::MateProblem;
//! use yomikiri::games::shogi::{Position, format_usi};
//! use yomikiri::mem::Memory;
//! use yomikiri::table::proof::ProofTable;
//!
//! let position = Position::from_sfen("8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1")?;
//! let problem = MateProblem::new(position.clone(), position.side())?;
//! let (mut path, mut table) = ([0; 10_000], [0; 30_000]);
//! let config = Config { plies: 64, moves: 2048 };
//! let mut solver = Dfpn::new(problem, config, Memory::new(&mut path))?;
//! solver.set_table(ProofTable::format(Memory::new(&mut table)))?;
//! solver.start(Limits { mode: Mode::Shortest, ..Limits::default() })?;
//! solver.solve()?;
//! assert_eq!(solver.report().outcome, Outcome::Proven);
//! assert_eq!(solver.report().length, 1);
//! assert_eq!(format_usi(solver.line()[0]).to_string(), "3b2a");
//! # }
//! # Ok::<(), yomikiri::Error>(())
//! ```
#![cfg_attr(not(any(test, feature = "std")), no_std)]

#[forbid(unsafe_code)]
pub mod atomic;
#[forbid(unsafe_code)]
pub mod bitboard;
#[forbid(unsafe_code)]
pub mod budget;
#[forbid(unsafe_code)]
pub mod check;
#[forbid(unsafe_code)]
pub mod game;
#[forbid(unsafe_code)]
pub mod games;
#[forbid(unsafe_code)]
pub mod hash;
#[forbid(unsafe_code)]
pub mod math;
pub mod mem;
#[forbid(unsafe_code)]
pub mod moves;
#[forbid(unsafe_code)]
pub mod score;
#[forbid(unsafe_code)]
pub mod stack;
#[forbid(unsafe_code)]
pub mod status;
#[forbid(unsafe_code)]
pub mod table;

#[cfg(feature = "alphabeta")]
#[forbid(unsafe_code)]
pub mod alphabeta;
#[cfg(feature = "dfpn")]
#[forbid(unsafe_code)]
pub mod dfpn;
#[cfg(feature = "retro")]
#[forbid(unsafe_code)]
pub mod retro;

#[cfg(feature = "capi")]
pub mod capi;

pub use game::Game;
pub use moves::Move;
pub use score::{Score, Side};
pub use status::{Error, Step};
