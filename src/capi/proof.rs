//! What the proof searches of the C interface share: configuration, limits and results.

use core::mem::{align_of, offset_of, size_of};

use static_assertions::const_assert_eq;

use crate::budget::Snapshot;
use crate::dfpn::{Attacker, Config, Limits, Mode, Outcome, Report, Stop, Trust, Verification};
use crate::status::Error;

use super::memory;
use super::stop::{
    YOMI_STOP_CANCELLED, YOMI_STOP_FAILED, YOMI_STOP_NODES, YOMI_STOP_PLIES, YOMI_STOP_RUNNING,
    YOMI_STOP_SOLVED,
};

/// The answer is not known: not yet, or not within the limits.
pub const YOMI_UNKNOWN: i32 = 0;
/// The attacker wins.
pub const YOMI_PROVEN: i32 = 1;
/// The attacker does not win, however long the game goes on.
pub const YOMI_DISPROVEN: i32 = 2;

/// Stop at the first win found.
pub const YOMI_MODE_FIRST: i32 = 0;
/// Look for shorter and shorter wins until the budget ends or none shorter exists.
pub const YOMI_MODE_SHORTEN: i32 = 1;
/// Look for the shortest win, proven to be so. What was found before the budget ends is kept.
pub const YOMI_MODE_SHORTEST: i32 = 2;

/// The side to move is to win.
pub const YOMI_ATTACKER_TO_MOVE: i32 = 0;
/// The other side is to win; the side to move defends.
pub const YOMI_ATTACKER_OPPONENT: i32 = 1;

/// The answer was not verified, or not to the end.
pub const YOMI_VERIFICATION_NOT_RUN: i32 = 0;
/// The answer was verified: it stands.
pub const YOMI_VERIFICATION_PASSED: i32 = 1;
/// A line was met in which the answer does not hold, or could not be shown to hold, as when the
/// memory has too few plies or moves for it.
pub const YOMI_VERIFICATION_FAILED: i32 = 2;

/// The verifier takes positions with equal keys for equal, and walks each once.
pub const YOMI_TRUST_KEYS: i32 = 0;
/// The verifier walks every line of a win, which takes long where lines transpose.
pub const YOMI_TRUST_NOTHING: i32 = 1;

const_assert_eq!(YOMI_UNKNOWN, Outcome::Unknown as i32);
const_assert_eq!(YOMI_PROVEN, Outcome::Proven as i32);
const_assert_eq!(YOMI_DISPROVEN, Outcome::Disproven as i32);
const_assert_eq!(YOMI_STOP_RUNNING, Stop::Running as i32);
const_assert_eq!(YOMI_STOP_SOLVED, Stop::Solved as i32);
const_assert_eq!(YOMI_STOP_NODES, Stop::Nodes as i32);
const_assert_eq!(YOMI_STOP_CANCELLED, Stop::Cancelled as i32);
const_assert_eq!(YOMI_STOP_PLIES, Stop::Plies as i32);
const_assert_eq!(YOMI_STOP_FAILED, Stop::Failed as i32);
const_assert_eq!(YOMI_VERIFICATION_NOT_RUN, Verification::NotRun as i32);
const_assert_eq!(YOMI_VERIFICATION_PASSED, Verification::Passed as i32);
const_assert_eq!(YOMI_VERIFICATION_FAILED, Verification::Failed as i32);

/// How much memory a proof search is given. Both numbers are fixed at its initialisation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_dfpn_config {
    /// sizeof(yomi_dfpn_config).
    pub struct_size: u32,
    /// The longest line that can be read, in plies: 1 to 4094, or 0 for 256. About 64 bytes each.
    pub plies: u32,
    /// Room for the legal moves of all positions of one line together, or 0 for 64 a ply. 20 bytes
    /// each. Where it is too small, the search ends with YOMI_ERROR_TOO_MANY_MOVES.
    pub moves: u32,
    /// 0.
    pub reserved: u32,
}

const CONFIG_SIZE: usize = 16;
const_assert_eq!(size_of::<yomi_dfpn_config>(), CONFIG_SIZE);
const_assert_eq!(align_of::<yomi_dfpn_config>(), 4);

/// How far a proof search may go.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_dfpn_limits {
    /// sizeof(yomi_dfpn_limits).
    pub struct_size: u32,
    /// Plies within which the win must come; 0 for as many as the memory holds.
    pub plies: u32,
    /// Nodes; 0 for no limit.
    pub nodes: u64,
    /// YOMI_MODE_FIRST, YOMI_MODE_SHORTEN or YOMI_MODE_SHORTEST. Archives with the feature "minimal"
    /// answer YOMI_ERROR_UNSUPPORTED to the last two, and to a seed; "plies" asks for a shorter win
    /// there too.
    pub mode: i32,
    /// YOMI_ATTACKER_TO_MOVE or YOMI_ATTACKER_OPPONENT.
    pub attacker: i32,
    /// Varies the order of the search a little, never its answer; 0 for not at all. Searches in
    /// several threads that share a table help each other more where their seeds differ.
    pub seed: u32,
    /// 0.
    pub reserved: u32,
}

const LIMITS_SIZE: usize = 32;
/// The size without the seed is understood too.
const FIRST_LIMITS_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_dfpn_limits>(), LIMITS_SIZE);
const_assert_eq!(offset_of!(yomi_dfpn_limits, seed), FIRST_LIMITS_SIZE);
const_assert_eq!(offset_of!(yomi_dfpn_limits, nodes), 8);

/// Everything that can be said of a proof search at any time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_dfpn_result {
    /// sizeof(yomi_dfpn_result), set by the caller.
    pub struct_size: u32,
    /// YOMI_UNKNOWN, YOMI_PROVEN or YOMI_DISPROVEN.
    pub outcome: i32,
    /// Why the search is where it is: YOMI_STOP_...
    pub stop: i32,
    /// Proven: the win takes at most so many plies. Otherwise 0.
    pub length: u32,
    /// 1 where it is proven that no win takes fewer plies than "length", else 0.
    pub exact: u32,
    /// YOMI_VERIFICATION_...
    pub verification: i32,
    /// Proof number of the position: 0 where it is proven, YOMI_INFINITE where it is not won.
    pub proof: u32,
    /// Disproof number of the position: 0 where it is not won, YOMI_INFINITE where it is proven.
    pub disproof: u32,
    /// Nodes searched since the start, the verifier's included.
    pub nodes: u64,
    /// The most plies in use at once. With the feature "minimal" this and the next two are 0.
    pub peak_plies: u32,
    /// The most moves in memory at once.
    pub peak_moves: u32,
    /// The share of the table in use, in thousandths.
    pub table_permille: u32,
    /// 0.
    pub reserved: u32,
}

const RESULT_SIZE: usize = 56;
const_assert_eq!(size_of::<yomi_dfpn_result>(), RESULT_SIZE);
const_assert_eq!(offset_of!(yomi_dfpn_result, nodes), 32);

/// A snapshot of a running search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_progress {
    /// sizeof(yomi_progress), set by the caller.
    pub struct_size: u32,
    /// Plies from the root to the present node.
    pub depth: u32,
    /// Nodes searched since the start.
    pub nodes: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
}

const PROGRESS_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_progress>(), PROGRESS_SIZE);

impl yomi_dfpn_config {
    /// The configuration behind a pointer, the default one where it is null.
    ///
    /// # Safety
    ///
    /// Where `config` is not null and aligned, it points to a struct of the size that its first
    /// field says.
    pub(super) unsafe fn read(config: *const Self) -> Result<Config, Error> {
        // SAFETY: the caller's word; every bit pattern is a valid config.
        let config = unsafe { memory::sized_or_zero(config, CONFIG_SIZE) }?;
        if config.reserved != 0 || config.plies > u32::from(Config::MAX_PLIES) {
            return Err(Error::Config);
        }
        let plies = if config.plies == 0 { Config::default().plies } else { config.plies as u16 };
        let moves = if config.moves == 0 { 64 * u32::from(plies) } else { config.moves };
        Ok(Config { plies, moves })
    }
}

impl yomi_dfpn_limits {
    /// The limits behind a pointer, none where it is null.
    ///
    /// # Safety
    ///
    /// Where `limits` is not null and aligned, it points to a struct of the size that its first
    /// field says.
    pub(super) unsafe fn read(limits: *const Self) -> Result<Limits, Error> {
        // SAFETY: the caller's word; every bit pattern is a valid struct of limits.
        let limits = unsafe { memory::sized_or_zero(limits, FIRST_LIMITS_SIZE) }?;
        let mode = mode(limits.mode)?;
        if cfg!(feature = "minimal") && (limits.seed != 0 || mode != Mode::First) {
            return Err(Error::Unsupported);
        }
        Ok(Limits {
            nodes: limits.nodes,
            plies: u16::try_from(limits.plies).map_err(|_| Error::Config)?,
            seed: limits.seed,
            mode,
            attacker: match limits.attacker {
                YOMI_ATTACKER_TO_MOVE => Attacker::SideToMove,
                YOMI_ATTACKER_OPPONENT => Attacker::Opponent,
                _ => return Err(Error::Config),
            },
        })
    }
}

impl yomi_dfpn_result {
    /// Writes what `report` says to the struct at `out`.
    ///
    /// # Safety
    ///
    /// As for [`memory::write_sized`].
    pub(super) unsafe fn write(out: *mut Self, report: &Report) -> Result<(), Error> {
        let result = Self {
            struct_size: RESULT_SIZE as u32,
            outcome: report.outcome as i32,
            stop: report.stop as i32,
            length: u32::from(report.length),
            exact: u32::from(report.exact),
            verification: report.verification as i32,
            proof: report.proof,
            disproof: report.disproof,
            nodes: report.nodes,
            peak_plies: report.peak_plies,
            peak_moves: report.peak_moves,
            table_permille: report.table_permille,
            reserved: 0,
        };
        // SAFETY: the caller's word; the struct is repr(C) and without padding.
        unsafe { memory::write_sized(out, RESULT_SIZE, &result) }
    }
}

impl yomi_progress {
    /// Writes a snapshot to the struct at `out`.
    ///
    /// # Safety
    ///
    /// As for [`memory::write_sized`].
    pub(super) unsafe fn write(out: *mut Self, snapshot: &Snapshot) -> Result<(), Error> {
        let progress = Self {
            struct_size: PROGRESS_SIZE as u32,
            depth: snapshot.depth,
            nodes: snapshot.nodes,
            proof: snapshot.first,
            disproof: snapshot.second,
        };
        // SAFETY: the caller's word; the struct is repr(C) and without padding.
        unsafe { memory::write_sized(out, PROGRESS_SIZE, &progress) }
    }
}

/// The [`Mode`] behind a number.
pub(super) fn mode(number: i32) -> Result<Mode, Error> {
    match number {
        YOMI_MODE_FIRST => Ok(Mode::First),
        YOMI_MODE_SHORTEN => Ok(Mode::Shorten),
        YOMI_MODE_SHORTEST => Ok(Mode::Shortest),
        _ => Err(Error::Config),
    }
}

/// The [`Trust`] behind a number.
pub(super) fn trust(number: i32) -> Result<Trust, Error> {
    match number {
        YOMI_TRUST_KEYS => Ok(Trust::Keys),
        YOMI_TRUST_NOTHING => Ok(Trust::Nothing),
        _ => Err(Error::Config),
    }
}
