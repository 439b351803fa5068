//! Shogi: positions, moves in stages, text, repetition.
//!
//! The square, piece and move numbers are part of the interface; see [`Square`], [`PieceKind`] and
//! [`ShogiMove`]. Every move that leaves this module is legal.

mod attacks;
mod board;
mod checks;
mod colour;
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
pub use sfen::{SfenError, SfenErrorKind, SfenField, SfenOptions};
pub use square::Square;
pub use usi::{UsiMove, format_usi, parse_usi};
