//! Other first moves and second solutions of mate problems: `yomi_tsume_survey` and what goes with
//! it.

use core::mem::{offset_of, size_of};

use static_assertions::const_assert_eq;

use crate::dfpn::{Found, FoundKind, Scope, SurveyLimits, SurveyStep};
use crate::moves::Move;
use crate::status::Error;

use super::memory;
use super::proof::mode;
use super::solver::Call;
use super::status::{YOMI_DONE, YOMI_MORE, YOMI_OK, from_result, yomi_move, yomi_status};
use super::tsume::{object, yomi_tsume};

/// A survey looks at the attacker's moves in the problem itself.
pub const YOMI_SCOPE_FIRST_MOVES: i32 = 0;
/// A survey looks at the attacker's moves in every position of the line.
pub const YOMI_SCOPE_LINE: i32 = 1;

/// A move that was not decided within the limits on nodes or memory: it may mate or not.
pub const YOMI_FOUND_UNDECIDED: i32 = 0;
/// A second solution (yozume): a move that mates too, in as many plies as the line or in more.
pub const YOMI_FOUND_SECOND: i32 = 1;
/// A move that mates in fewer plies than the line (hayazume).
pub const YOMI_FOUND_SHORTER: i32 = 2;
/// A move that mates in the place of the line's last move, which composers allow.
pub const YOMI_FOUND_LAST_MOVE: i32 = 3;

const_assert_eq!(YOMI_FOUND_UNDECIDED, FoundKind::Undecided as i32);
const_assert_eq!(YOMI_FOUND_SECOND, FoundKind::Second as i32);
const_assert_eq!(YOMI_FOUND_SHORTER, FoundKind::Shorter as i32);
const_assert_eq!(YOMI_FOUND_LAST_MOVE, FoundKind::LastMove as i32);

/// How far a survey goes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_survey_limits {
    /// sizeof(yomi_survey_limits).
    pub struct_size: u32,
    /// Plies from the problem within which the mate must come; 0 for as many as the memory holds.
    /// With the length of a shortest mate, the moves listed are those of the other shortest ones.
    pub plies: u32,
    /// Nodes for each move; 0 for no limit.
    pub nodes: u64,
    /// YOMI_SCOPE_FIRST_MOVES or YOMI_SCOPE_LINE.
    pub scope: i32,
    /// YOMI_MODE_FIRST, YOMI_MODE_SHORTEN or YOMI_MODE_SHORTEST: when the mate by another move is
    /// good enough.
    pub mode: i32,
}

const LIMITS_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_survey_limits>(), LIMITS_SIZE);
const_assert_eq!(offset_of!(yomi_survey_limits, nodes), 8);

/// A move of the attacker beside the line.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_found {
    /// sizeof(yomi_found), set by the caller.
    pub struct_size: u32,
    /// Plies from the problem to the position of the move.
    pub ply: u32,
    /// The move.
    pub played: yomi_move,
    /// YOMI_FOUND_...
    pub kind: i32,
    /// It mates: at most so many plies, counted from the problem. Otherwise 0.
    pub length: u32,
    /// 1 where no mate by this move takes fewer plies, else 0.
    pub exact: u32,
}

const FOUND_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_found>(), FOUND_SIZE);

/// The limits behind a pointer, none where it is null.
///
/// # Safety
///
/// Where `limits` is not null and aligned, it points to a struct of the size that its first field
/// says.
unsafe fn read(limits: *const yomi_survey_limits) -> Result<SurveyLimits, Error> {
    if limits.is_null() {
        return Ok(SurveyLimits::default());
    }
    // SAFETY: the caller's word; every bit pattern is a valid struct of limits.
    let limits = unsafe { memory::sized(limits, LIMITS_SIZE) }?;
    Ok(SurveyLimits {
        scope: match limits.scope {
            YOMI_SCOPE_FIRST_MOVES => Scope::FirstMoves,
            YOMI_SCOPE_LINE => Scope::Line,
            _ => return Err(Error::Config),
        },
        plies: u16::try_from(limits.plies).map_err(|_| Error::Config)?,
        nodes: limits.nodes,
        mode: mode(limits.mode)?,
    })
}

/// Begins to look for moves of the attacker that mate too, beside those of the line that was found:
/// other first moves, or second solutions anywhere along the line. A detour that comes back to a
/// position of the line is none. A search for a shorter mate is given up.
///
/// "limits" may be null: first moves, no limits, the first mate found of each.
///
/// YOMI_ERROR_STATE: there is no line. YOMI_ERROR_CONFIG: a field is out of range, or more plies
/// than the configuration gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_start_survey(
    tsume: *mut yomi_tsume,
    limits: *const yomi_survey_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        read(limits).and_then(|limits| Call::enter(object(tsume))?.search().start_survey(limits))
    })
}

/// Looks on for at most "max_nodes" nodes. YOMI_OK: the next move was written to "out", and
/// yomi_tsume_found_line tells its line; call again. YOMI_MORE: the nodes are used up, or a cancel
/// was met; call again. YOMI_DONE: there is nothing more. Moves come in the order of the line.
///
/// The nodes count in the solver's result. YOMI_ERROR_STATE: no survey is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_survey(
    tsume: *mut yomi_tsume,
    max_nodes: u64,
    out: *mut yomi_found,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check_sized(out, FOUND_SIZE)
            .and_then(|()| Call::enter(object(tsume))?.search().survey(max_nodes))
            .and_then(|step| match step {
                SurveyStep::Found(found) => write(out, found).map(|()| YOMI_OK),
                SurveyStep::More | SurveyStep::Cancelled => Ok(YOMI_MORE),
                SurveyStep::Done => Ok(YOMI_DONE),
            })
    };
    result.unwrap_or_else(|error| error.code())
}

/// # Safety
///
/// As for [`memory::write_sized`].
unsafe fn write(out: *mut yomi_found, found: Found) -> Result<(), Error> {
    let found = yomi_found {
        struct_size: FOUND_SIZE as u32,
        ply: u32::from(found.ply),
        played: found.played.0,
        kind: found.kind as i32,
        length: u32::from(found.length),
        exact: u32::from(found.exact),
    };
    // SAFETY: the caller's word; the struct is repr(C) and without padding.
    unsafe { memory::write_sized(out, FOUND_SIZE, &found) }
}

/// Writes the line of the move that yomi_tsume_survey has just found, from that move to the mate,
/// as far as "capacity" goes, and its whole length to "count": 0 for a move that is undecided, or
/// once the survey looks on. "out" may be null where "capacity" is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_found_line(
    tsume: *mut yomi_tsume,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        Call::enter(object(tsume)).and_then(|mut call| {
            memory::check(count)?;
            if capacity != 0 {
                memory::check(out)?;
            }
            let line = call.search().found_line();
            let mut len = 0;
            for Move(m) in line {
                if len < capacity {
                    out.add(len).write(m);
                }
                len += 1;
            }
            count.write(len);
            Ok(())
        })
    })
}
