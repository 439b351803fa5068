//! The built-in games.

#[cfg(feature = "dobutsu")]
pub mod dobutsu;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(feature = "shogi")]
pub mod shogi;
