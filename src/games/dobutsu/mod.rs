//! Dobutsu shogi (どうぶつしょうぎ): chess-like shogi on 3 by 4 squares, solved by Tanaka (2009).
//!
//! The rules are those of Tanaka's analysis. The far rank of a side is the opponent's home rank.
//! A side wins by capturing the lion, or by a *try*: its lion stands on the far rank and cannot
//! be captured at once. A chick that moves onto the far rank becomes a hen; a captured hen is a
//! chick again; drops go to any empty square, unpromoted. Leaving the lion in capture is legal.
//! A position that stands for the third time is a draw; mirrored positions are different ones.
//!
//! ```
//! use yomikiri::games::dobutsu::{Notation, Position};
//!
//! let start = Position::parse("gle/1c1/1C1/ELG b - 1")?;
//! assert_eq!(start, Position::START);
//! let takes = start.parse_move("b2b3")?;
//! let after = start.after(takes);
//! assert_eq!(after.shown(Notation::Clausecker).to_string(), "G/gle/-C-/---/ELG/C");
//! # Ok::<(), yomikiri::Error>(())
//! ```
//!
//! The rules of the game:
//! - [`board`] has the squares as bits and what the pieces attack.
//! - [`position`] plays the game by its full rules and is a [`crate::game::Game`].
//! - [`moves`] encodes and generates moves, in Tanaka's order.
//! - [`rules`] has what the rules say of a position without search.
//! - [`notation`] reads and writes positions and moves in four notations.
//! - [`perft`] counts the game tree by three conventions.
//!
//! The solution:
//! - [`index`] numbers the positions without a gap; [`compact`] those that tables store.
//! - [`retro`] gives the retrograde analysis its initial values and predecessors.
//! - [`table`] opens tables in place, [`blocks`] compressed ones, which
//!   [`model`] predicts.
//! - [`finish`] refines distances to Tanaka's count, [`draw`] traces drawn positions.
//!
//! Without a table:
//! - [`mate`] finds wins within a few plies.
//! - [`player`] wins every game as the second player with 13 KB of moves.

#[cfg(feature = "retro")]
pub mod blocks;
pub mod board;
pub mod compact;
#[cfg(feature = "retro")]
pub mod draw;
#[cfg(feature = "retro")]
pub mod finish;
pub mod index;
pub mod mate;
#[cfg(feature = "retro")]
pub mod model;
pub mod moves;
pub mod notation;
mod parse;
pub mod perft;
pub mod player;
pub mod position;
#[cfg(feature = "retro")]
pub mod retro;
pub mod rules;
#[cfg(feature = "retro")]
pub mod table;

pub use board::{Board, Kind, Square};
pub use notation::Notation;
pub use position::{Ending, Position};
