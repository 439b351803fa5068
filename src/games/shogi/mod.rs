//! Shogi.
