//! Shogi: positions, moves in stages, text, repetition.
//!
//! The square, piece and move numbers are part of the interface; see [`Square`], [`PieceKind`] and
//! [`ShogiMove`]. Every move that leaves this module is legal.
//!
//! One generator hands sets of destinations to a [`Visitor`]; lists, counts and "is there a move?"
//! are visitors. Checks and pins are found once a position ([`Limits`]) and shared by its
//! [`Stages`].
//!
//! ```
//! use yomikiri::games::shogi::{MOST_MOVES, Position, Stages, format_usi, parse_usi};
//! use yomikiri::moves::{Move, Moves};
//!
//! let mut position = Position::start();
//! let mut space = [Move::NONE; MOST_MOVES];
//! let mut moves = Moves::new(&mut space);
//! position.legal_moves(&mut moves);
//! assert_eq!(moves.len(), 30);
//!
//! let m = parse_usi(&position, "7g7f")?;
//! assert_eq!(format_usi(m).to_string(), "7g7f");
//! position.play(m);
//! assert_eq!(position.count_of(&position.limits(), Stages::QUIETS), 30);
//! position.undo(m);
//! assert_eq!(position, Position::start());
//! # Ok::<(), yomikiri::Error>(())
//! ```
//!
//! Two features change how it is built, never what it says: `compact` halves the flash, at a third
//! more instructions (one code for both sides, steps computed instead of looked up), and `words27`
//! builds the boards of 32-bit machines on a 64-bit host, for tests.

mod attacks;
mod board;
mod checks;
mod colour;
pub mod futile;
mod generate;
mod legality;
mod limits;
mod lists;
pub mod mate;
mod mv;
mod piece;
mod play;
mod position;
mod repetition;
mod sfen;
mod sfen_error;
#[cfg(feature = "compact")]
mod sink;
mod square;
#[cfg(not(feature = "compact"))]
mod steps;
#[cfg(feature = "compact")]
mod steps_compact;
mod tables;
mod usi;

pub use board::Board;
pub use generate::{Stages, Visitor};
pub use limits::Limits;
pub use lists::MOST_MOVES;
pub use mv::ShogiMove;
pub use piece::{Hand, Piece, PieceKind};
pub use position::{Identity, Position};
pub use repetition::{Record, Relation, Repetition, relation, repetition};
pub use sfen::SfenOptions;
pub use sfen_error::{SfenError, SfenErrorKind, SfenField};
pub use square::Square;
pub use usi::{UsiMove, format_usi, parse_usi};
