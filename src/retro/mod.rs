//! Retrograde analysis: the value and distance of every position of a game at once, in one byte
//! a position.
//!
//! The method is Thompson's (Retrograde analysis of certain endgames, 1986) on a perfect index:
//! each byte first counts the moves that are not yet known to lose. In round `d` the positions
//! decided in `d` plies tell their predecessors: before a loss stands a win in `d + 1`; before a
//! win one more move is known to lose, and where it was the last one, the position is lost in
//! `d + 1`. What is still open when no round finds anything is drawn. Rounds find their positions
//! by scanning for the byte `d`, so there are no lists and no second table; marks of 2048
//! positions skip what has nothing to find.
//!
//! A game describes itself through [`IndexedGame`](crate::game::IndexedGame).
//!
//! - [`pass`] does one group's share of a round; different groups may run at the same time.
//! - [`analysis`] runs all rounds on one thread, in steps.
//! - [`coder`] compresses the blocks of table files.
//! - [`container`] frames table files.
//! - [`verify`] checks every value against the successors.

pub mod analysis;
pub mod coder;
pub mod container;
pub mod pass;
pub mod verify;

pub use analysis::Analysis;
pub use pass::{Cells, Counts, Pass};
