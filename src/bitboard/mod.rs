//! Boards as sets of squares.
//!
//! [`Set81`] is the 9x9 board. It has one interface and two layouts: one 128-bit number on 64-bit
//! machines, three words of 27 bits on 32-bit ones. Everything above it is written once.

#[cfg(any(test, all(target_pointer_width = "64", not(feature = "words27"))))]
mod set81_wide;
#[cfg(any(test, not(target_pointer_width = "64"), feature = "words27"))]
mod set81_words;

#[cfg(all(target_pointer_width = "64", not(feature = "words27")))]
pub use set81_wide::{PackedSets, Set81, Squares, Tally};
#[cfg(any(not(target_pointer_width = "64"), feature = "words27"))]
pub use set81_words::{PackedSets, Set81, Squares, Tally};

/// The number of squares of a [`Set81`].
pub const SQUARES81: usize = 81;
