//! The C interface: `repr(C)` types, pointer checks, the host table as a [`Game`](crate::Game),
//! and the exported functions. It adds no behaviour of its own.
//!
//! The committed header `include/yomikiri.h` is generated from these files and is the manual; the
//! rules that hold for every function stand at its top.
#![allow(unsafe_code, non_camel_case_types)]
// The contract of every export is the header's text: its rules at the top and the export's own.
#![allow(clippy::missing_safety_doc)]

#[cfg(feature = "alphabeta")]
pub mod alphabeta;
#[cfg(feature = "dfpn")]
pub mod dfpn;
#[cfg(feature = "dobutsu")]
pub mod dobutsu;
#[cfg(all(feature = "dobutsu", feature = "retro"))]
pub mod dobutsu_lines;
#[cfg(feature = "dobutsu")]
pub mod dobutsu_player;
#[cfg(all(feature = "dobutsu", feature = "dfpn"))]
pub mod dobutsu_solver;
#[cfg(all(feature = "dobutsu", feature = "retro"))]
pub mod dobutsu_table;
#[cfg(all(feature = "compact", feature = "dfpn", feature = "dobutsu"))]
mod either;
#[cfg(all(feature = "dfpn", feature = "shogi"))]
pub mod futile;
#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
pub mod host;
pub mod memory;
#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
mod object;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(all(feature = "othello", feature = "alphabeta"))]
pub mod othello_solver;
pub mod panic;
#[cfg(any(feature = "othello", feature = "dobutsu"))]
mod place;
#[cfg(feature = "dfpn")]
pub mod proof;
#[cfg(feature = "alphabeta")]
mod search;
#[cfg(feature = "alphabeta")]
pub mod settings;
#[cfg(feature = "shogi")]
pub mod shogi;
#[cfg(feature = "shogi")]
pub mod shogi_play;
#[cfg(feature = "dfpn")]
mod solver;
pub mod status;
#[cfg(any(feature = "dfpn", feature = "alphabeta"))]
pub mod stop;
#[cfg(all(feature = "dfpn", feature = "shogi"))]
pub mod survey;
#[cfg(all(feature = "dfpn", feature = "shogi"))]
pub mod tsume;
pub mod version;
