//! Dobutsu shogi.
