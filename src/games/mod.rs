//! The built-in games.

#[cfg(feature = "dobutsu")]
pub mod dobutsu;
#[cfg(feature = "othello")]
pub mod othello;
pub mod pi_tree;
pub mod random_tree;
#[cfg(feature = "shogi")]
pub mod shogi;
