//! Versions, and what the build offers.

use static_assertions::const_assert_eq;

/// The major version of this header.
pub const YOMI_VERSION_MAJOR: u32 = 0;
/// The minor version of this header.
pub const YOMI_VERSION_MINOR: u32 = 1;
/// The patch version of this header.
pub const YOMI_VERSION_PATCH: u32 = 0;
/// The version of this header as one number: major * 1000000 + minor * 1000 + patch.
pub const YOMI_VERSION_NUMBER: u32 = 1_000;
/// The revision of the binary interface that this header describes. A library serves every
/// program whose revision is the same, whatever the versions are; it grows only by new functions
/// and by fields at the end of structs that start with struct_size.
pub const YOMI_ABI_VERSION: u32 = 1;

/// Bit of yomi_features(): df-pn over a host game (yomi_dfpn_*).
pub const YOMI_FEATURE_DFPN: u32 = 1;
/// Bit of yomi_features(): the alpha-beta family.
pub const YOMI_FEATURE_ALPHABETA: u32 = 2;
/// Bit of yomi_features(): retrograde analysis.
pub const YOMI_FEATURE_RETRO: u32 = 4;
/// Bit of yomi_features(): shogi (yomi_shogi_*, and with df-pn yomi_tsume_*).
pub const YOMI_FEATURE_SHOGI: u32 = 8;
/// Bit of yomi_features(): Dobutsu shogi.
pub const YOMI_FEATURE_DOBUTSU: u32 = 16;
/// Bit of yomi_features(): Othello.
pub const YOMI_FEATURE_OTHELLO: u32 = 32;
/// Bit of yomi_features(): real-valued formulas by floating point instead of their integer twins.
pub const YOMI_FEATURE_FLOAT: u32 = 64;

const_assert_eq!(
    YOMI_VERSION_NUMBER,
    YOMI_VERSION_MAJOR * 1_000_000 + YOMI_VERSION_MINOR * 1_000 + YOMI_VERSION_PATCH
);
const_assert_eq!(YOMI_VERSION_MAJOR, number(env!("CARGO_PKG_VERSION_MAJOR")));
const_assert_eq!(YOMI_VERSION_MINOR, number(env!("CARGO_PKG_VERSION_MINOR")));
const_assert_eq!(YOMI_VERSION_PATCH, number(env!("CARGO_PKG_VERSION_PATCH")));

/// The number that `digits` spells, evaluated by the compiler.
const fn number(digits: &str) -> u32 {
    let digits = digits.as_bytes();
    let mut value = 0;
    let mut i = 0;
    while i < digits.len() {
        value = value * 10 + (digits[i] - b'0') as u32;
        i += 1;
    }
    value
}

/// The YOMI_VERSION_NUMBER of the library that is linked.
///
/// Callable at any time, from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn yomi_version_number() -> u32 {
    YOMI_VERSION_NUMBER
}

/// The YOMI_ABI_VERSION of the library that is linked; a program that could meet another library
/// than it was compiled for compares it with its own.
///
/// Callable at any time, from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn yomi_abi_version() -> u32 {
    YOMI_ABI_VERSION
}

/// What the library that is linked was built with: a sum of YOMI_FEATURE_* bits.
///
/// Callable at any time, from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn yomi_features() -> u32 {
    let bit = |present: bool, bit: u32| if present { bit } else { 0 };
    bit(cfg!(feature = "dfpn"), YOMI_FEATURE_DFPN)
        | bit(cfg!(feature = "alphabeta"), YOMI_FEATURE_ALPHABETA)
        | bit(cfg!(feature = "retro"), YOMI_FEATURE_RETRO)
        | bit(cfg!(feature = "shogi"), YOMI_FEATURE_SHOGI)
        | bit(cfg!(feature = "dobutsu"), YOMI_FEATURE_DOBUTSU)
        | bit(cfg!(feature = "othello"), YOMI_FEATURE_OTHELLO)
        | bit(cfg!(feature = "float"), YOMI_FEATURE_FLOAT)
}
