//! Lengths of mates without futile interpositions: `yomi_futile_*`.

use core::ffi::c_void;
use core::mem::{align_of, size_of};

use static_assertions::{const_assert, const_assert_eq};

use crate::dfpn::{Counted, Recount};
use crate::games::shogi::futile::{FutileProblem, FutileRule};
use crate::games::shogi::mate::MateProblem;
use crate::mem::ALIGN;
use crate::status::{Error, Step};

use super::memory;
use super::solver::{Call, Object};
use super::status::{from_result, from_step, yomi_status};
use super::tsume::{self, yomi_tsume};

/// Futile is an interposition that the checking piece captures, after which the mate takes no more
/// plies than without it, the captured piece unused.
pub const YOMI_FUTILE_NARROW: i32 = 0;
/// Also one that the checking piece captures with mate on the spot.
pub const YOMI_FUTILE_X: i32 = 1;
/// Also one that another piece captures with a check of its own that is mate on the spot.
pub const YOMI_FUTILE_XY: i32 = 2;

/// The length of a static array of uint64_t in which yomi_futile_init makes a count.
pub const YOMI_FUTILE_WORDS: u32 = 112;

/// A count of the plies of a mate without futile interpositions (muda-ai), in the memory of the
/// solver that has found the mate. docs/MATE.md defines the rules. A mate stays a mate by every
/// rule, and no proof rests on futility.
///
/// Life: a solver has proven a mate; yomi_futile_init makes the count; yomi_futile_step until it
/// answers YOMI_DONE; yomi_futile_get_result. Meanwhile the solver may only be asked for its result
/// and line, be cancelled, and be watched; whatever starts, resets or verifies ends the count.
pub struct yomi_futile {
    _opaque: [u8; 0],
}

/// What a count has found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_futile_result {
    /// sizeof(yomi_futile_result), set by the caller.
    pub struct_size: u32,
    /// 1 where "length" is known, else 0.
    pub known: u32,
    /// Without futile interpositions the mate takes at most so many plies.
    pub length: u32,
    /// 1 where it takes no fewer, else 0.
    pub exact: u32,
    /// Nodes searched, which the solver's own result leaves out.
    pub nodes: u64,
    /// YOMI_STOP_...; YOMI_STOP_PLIES where the solver's memory for plies did not suffice.
    pub stop: i32,
    /// 0.
    pub reserved: u32,
}

const RESULT_SIZE: usize = 32;
const_assert_eq!(size_of::<yomi_futile_result>(), RESULT_SIZE);

const MAGIC: u32 = u32::from_be_bytes(*b"yFut");

/// A count at the start of caller memory.
struct Count {
    magic: u32,
    tsume: *mut Object<MateProblem>,
    count: Recount<FutileProblem>,
}

const_assert!(size_of::<Count>() <= YOMI_FUTILE_WORDS as usize * 8);
const_assert!(align_of::<Count>() <= ALIGN);

fn rule(number: i32) -> Result<FutileRule, Error> {
    match number {
        YOMI_FUTILE_NARROW => Ok(FutileRule::Narrow),
        YOMI_FUTILE_X => Ok(FutileRule::X),
        YOMI_FUTILE_XY => Ok(FutileRule::Xy),
        _ => Err(Error::Config),
    }
}

/// The count behind a pointer, and its solver.
///
/// # Safety
///
/// Where `futile` is not null and aligned, it points to readable memory, and where that holds a
/// count, its solver is still there, and no other thread uses either.
unsafe fn enter<'c>(
    futile: *mut yomi_futile,
) -> Result<(Call<MateProblem>, &'c mut Recount<FutileProblem>), Error> {
    let count: *mut Count = futile.cast();
    memory::check(count)?;
    // SAFETY: the caller's word; any bits are a valid number.
    unsafe {
        if (*count).magic != MAGIC {
            return Err(Error::State);
        }
        Ok((Call::enter((*count).tsume)?, &mut (*count).count))
    }
}

/// Begins to count, by YOMI_FUTILE_NARROW, _X or _XY, the plies of the mate that "tsume" has found,
/// in at most "nodes" nodes (0: no limit). The count is made in "len" bytes at "memory", and its
/// address, which is "memory", is written to "out". A search that looks for a shorter mate is given
/// up.
///
/// YOMI_ERROR_STATE: "tsume" has proven no mate. YOMI_ERROR_CONFIG: "rule" is out of range.
/// YOMI_ERROR_SIZE: fewer than 8 * YOMI_FUTILE_WORDS bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_futile_init(
    memory: *mut c_void,
    len: usize,
    tsume: *mut yomi_tsume,
    rule: i32,
    nodes: u64,
    out: *mut *mut yomi_futile,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { init(memory, len, tsume, rule, nodes, out) })
}

/// # Safety
///
/// As for the export.
unsafe fn init(
    memory: *mut c_void,
    len: usize,
    tsume: *mut yomi_tsume,
    number: i32,
    nodes: u64,
    out: *mut *mut yomi_futile,
) -> Result<(), Error> {
    memory::check(out)?;
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    if block.len() < YOMI_FUTILE_WORDS as usize {
        return Err(Error::Size);
    }
    let (place, _) = memory::object::<Count>(block)?;
    let rule = rule(number)?;
    let tsume = tsume::object(tsume);
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(tsume) }?;
    let solver = call.search();
    // The game stands at the problem: a search under way is given up first.
    let problem = solver.game_at_start()?;
    // Made in its place: each copy of a position would lie on the stack. It is no count before it
    // is begun.
    let count = Recount::of(FutileProblem::of(problem.clone(), rule));
    let count = place.write(Count { magic: 0, tsume, count });
    count.count.begin(solver, nodes)?;
    count.magic = MAGIC;
    let object = core::ptr::from_mut(count);
    // SAFETY: checked above.
    unsafe { out.write(object.cast()) };
    Ok(())
}

/// Counts on for at most "max_nodes" nodes. Returns YOMI_MORE where there is more to do and
/// YOMI_DONE where it has ended, be it by the limit or by yomi_tsume_cancel of the solver.
///
/// YOMI_ERROR_STATE: the solver was used for something else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_futile_step(futile: *mut yomi_futile, max_nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(
        unsafe { enter(futile) }.and_then(|(mut call, count)| count.step(call.search(), max_nodes)),
    )
}

/// Lets a count that stopped by its limit or a cancel go on with "nodes" more nodes (0: no limit).
///
/// YOMI_ERROR_STATE: it has not stopped so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_futile_resume(futile: *mut yomi_futile, nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(
        unsafe { enter(futile) }.and_then(|(mut call, count)| count.resume(call.search(), nodes)),
    )
}

/// Writes what was found; legal between steps too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_futile_get_result(
    futile: *mut yomi_futile,
    out: *mut yomi_futile_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { enter(futile).and_then(|(_, count)| write(out, &count.report())) })
}

/// # Safety
///
/// As for [`memory::write_sized`].
unsafe fn write(out: *mut yomi_futile_result, counted: &Counted) -> Result<(), Error> {
    let result = yomi_futile_result {
        struct_size: RESULT_SIZE as u32,
        known: u32::from(counted.length.is_some()),
        length: u32::from(counted.length.unwrap_or(0)),
        exact: u32::from(counted.exact),
        nodes: counted.nodes,
        stop: counted.stop as i32,
        reserved: 0,
    };
    // SAFETY: the caller's word; the struct is repr(C) and without padding.
    unsafe { memory::write_sized(out, RESULT_SIZE, &result) }
}

/// The length without futile interpositions, to the end: yomi_futile_init, yomi_futile_step and
/// yomi_futile_get_result in one. "memory" is needed during the call only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_length_without_futile(
    tsume: *mut yomi_tsume,
    memory: *mut c_void,
    len: usize,
    rule: i32,
    nodes: u64,
    out: *mut yomi_futile_result,
) -> yomi_status {
    let mut futile = core::ptr::null_mut();
    // SAFETY: the header's contract.
    from_result(unsafe {
        memory::check(out)
            .and_then(|()| init(memory, len, tsume, rule, nodes, &raw mut futile))
            .and_then(|()| {
                let (mut call, count) = enter(futile)?;
                while count.step(call.search(), u64::MAX)? == Step::More {}
                write(out, &count.report())
            })
    })
}
