//! Boards as sets of squares.
