//! Fixed-size transposition tables over caller memory.
//!
//! A table is a slice of 32-bit words that searches read and write with relaxed loads and stores.
//! So one table can serve several searches at once, on any target: an entry that two writers tore,
//! or that something else overwrote, fails its check word and is simply not found.

#[cfg(feature = "alphabeta")]
pub mod alphabeta;
#[cfg(feature = "dfpn")]
pub mod proof;
