//! What the proof searches of the C interface share: configuration, limits and results, and the
//! object that holds a solver in caller memory.

use core::ffi::c_void;
use core::mem::{MaybeUninit, align_of, offset_of, size_of};

use static_assertions::{const_assert, const_assert_eq};

use crate::budget::Control;
use crate::dfpn::{
    Attacker, Config, Dfpn, Limits, Mode, Outcome, Report, Stop, Trust, Verification,
};
use crate::game::Game;
use crate::mem::{ALIGN, Memory};
use crate::status::{Error, Step};
use crate::table::proof::ProofTable;

use super::memory;
use super::status::yomi_move;

/// The answer is not known: not yet, or not within the limits.
pub const YOMI_UNKNOWN: i32 = 0;
/// The attacker wins.
pub const YOMI_PROVEN: i32 = 1;
/// The attacker does not win, however long the game goes on.
pub const YOMI_DISPROVEN: i32 = 2;

/// The search goes on, or none was started.
pub const YOMI_STOP_RUNNING: i32 = 0;
/// The answer is final.
pub const YOMI_STOP_SOLVED: i32 = 1;
/// The limit on nodes is reached; the search can be resumed.
pub const YOMI_STOP_NODES: i32 = 2;
/// A cancel was asked for; the search can be resumed.
pub const YOMI_STOP_CANCELLED: i32 = 3;
/// There is no win within the plies that the limits or the memory allow; a longer one may exist.
pub const YOMI_STOP_PLIES: i32 = 4;
/// A call returned an error; the search is over.
pub const YOMI_STOP_FAILED: i32 = 5;

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
/// A line was met in which the answer does not hold, or could not be shown to hold.
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
    /// YOMI_MODE_FIRST, YOMI_MODE_SHORTEN or YOMI_MODE_SHORTEST.
    pub mode: i32,
    /// YOMI_ATTACKER_TO_MOVE or YOMI_ATTACKER_OPPONENT.
    pub attacker: i32,
}

const LIMITS_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_dfpn_limits>(), LIMITS_SIZE);
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
    /// The most plies in use at once.
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
        if config.is_null() {
            return Ok(Config::default());
        }
        // SAFETY: the caller's word; every bit pattern is a valid config.
        let config = unsafe { memory::sized(config, CONFIG_SIZE) }?;
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
        if limits.is_null() {
            return Ok(Limits::default());
        }
        // SAFETY: the caller's word; every bit pattern is a valid struct of limits.
        let limits = unsafe { memory::sized(limits, LIMITS_SIZE) }?;
        Ok(Limits {
            nodes: limits.nodes,
            plies: u16::try_from(limits.plies).map_err(|_| Error::Config)?,
            mode: match limits.mode {
                YOMI_MODE_FIRST => Mode::First,
                YOMI_MODE_SHORTEN => Mode::Shorten,
                YOMI_MODE_SHORTEST => Mode::Shortest,
                _ => return Err(Error::Config),
            },
            attacker: match limits.attacker {
                YOMI_ATTACKER_TO_MOVE => Attacker::SideToMove,
                YOMI_ATTACKER_OPPONENT => Attacker::Opponent,
                _ => return Err(Error::Config),
            },
        })
    }
}

/// The [`Trust`] behind a number.
fn trust(number: i32) -> Result<Trust, Error> {
    match number {
        YOMI_TRUST_KEYS => Ok(Trust::Keys),
        YOMI_TRUST_NOTHING => Ok(Trust::Nothing),
        _ => Err(Error::Config),
    }
}

/// A game that the C interface can hand to a solver.
pub(super) trait Host: Game + 'static {
    /// Tells the objects of one type from those of another, and from foreign memory.
    const MAGIC: u32;

    /// Makes the present position the root of a new search for this attacker.
    ///
    /// # Errors
    ///
    /// Where the position does not allow that.
    fn restart(&mut self, attacker: Attacker) -> Result<(), Error>;

    /// The fault that a hook met that cannot fail.
    ///
    /// # Errors
    ///
    /// That fault.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// A solver at the start of caller memory.
///
/// A call borrows `solver` alone and for as long as `busy` is 1; the other fields are read through
/// the raw pointer, by callbacks that call back and by threads that cancel.
#[repr(C)]
pub(super) struct Object<G> {
    magic: u32,
    busy: u32,
    control: &'static Control,
    /// A fault that came to light only after the solver had ended.
    late: Option<Error>,
    solver: Dfpn<'static, G>,
}

/// What YOMI_DFPN_WORDS allows for everything that does not grow with the configuration, in bytes,
/// on machines with 64-bit and with narrower pointers.
const FIXED_BYTES: usize = if size_of::<usize>() > 4 { 768 } else { 512 };
/// What it allows for a ply and for a move, in bytes.
const PLY_BYTES: usize = 64;
const MOVE_BYTES: usize = 20;

/// Keeps an object to one call at a time.
pub(super) struct Call<G: Host> {
    object: *mut Object<G>,
}

impl<G: Host> Drop for Call<G> {
    fn drop(&mut self) {
        // SAFETY: `enter` checked the pointer; no reference to `busy` exists.
        unsafe { (*self.object).busy = 0 }
    }
}

impl<G: Host> Call<G> {
    /// Claims an object for one call.
    ///
    /// # Safety
    ///
    /// Where `object` is not null and aligned, it points to readable memory, and where that holds
    /// an object, no other thread uses it but for `cancel` and `progress`.
    unsafe fn enter(object: *mut Object<G>) -> Result<Self, Error> {
        // SAFETY: the caller's word.
        unsafe {
            known(object)?;
            if (*object).busy != 0 {
                return Err(Error::State);
            }
            (*object).busy = 1;
        }
        Ok(Self { object })
    }

    fn solver(&mut self) -> &mut Dfpn<'static, G> {
        // SAFETY: `busy` keeps every other call away from the solver while self lives, and self is
        // borrowed for as long as the result.
        unsafe { &mut (*self.object).solver }
    }

    fn late(&mut self) -> &mut Option<Error> {
        // SAFETY: as in `solver`.
        unsafe { &mut (*self.object).late }
    }

    /// Ends a call that ran callbacks: a fault of theirs outweighs its result.
    fn settle<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        let value = result?;
        if let Err(fault) = self.solver().game().check() {
            *self.late() = Some(fault);
            return Err(fault);
        }
        Ok(value)
    }
}

/// Checks that `object` is one.
///
/// # Safety
///
/// Where `object` is not null and aligned, it points to readable memory.
unsafe fn known<G: Host>(object: *const Object<G>) -> Result<(), Error> {
    memory::check(object)?;
    // SAFETY: the caller's word; any bits are a valid number.
    if unsafe { (*object).magic } != G::MAGIC {
        return Err(Error::State);
    }
    Ok(())
}

/// The bytes of an object with this configuration.
pub(super) fn bytes<G: Host>(config: Config) -> Result<usize, Error> {
    const { assert!(align_of::<Object<G>>() <= ALIGN) };
    let front = const { size_of::<Object<G>>().next_multiple_of(ALIGN) };
    config.bytes()?.checked_add(front).ok_or(Error::Size)
}

/// Proves at compile time that YOMI_DFPN_WORDS is enough for objects of this type.
pub(super) const fn macro_is_enough<G: Host>() -> bool {
    let mut plies = 1;
    while plies <= Config::MAX_PLIES {
        let config = Config { plies, moves: 1000 };
        let allowed = FIXED_BYTES + PLY_BYTES * plies as usize + MOVE_BYTES * 1000;
        match config.bytes() {
            Ok(bytes) => {
                if bytes + size_of::<Object<G>>().next_multiple_of(ALIGN) > allowed {
                    return false;
                }
            }
            Err(_) => return false,
        }
        plies = if plies < 16 { plies + 1 } else { plies * 2 - 1 };
    }
    true
}

/// Makes an object at the start of `memory`.
///
/// # Safety
///
/// Where `memory` is not null, `len` bytes at it are the library's from now on.
pub(super) unsafe fn init<G: Host>(
    memory: *mut c_void,
    len: usize,
    config: Config,
    game: G,
) -> Result<*mut Object<G>, Error> {
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    if size_of_val(block) < bytes::<G>(config)? {
        return Err(Error::Size);
    }
    let (place, rest) = memory::object::<Object<G>>(block)?;
    let solver = Dfpn::new(game, config, Memory::uninit(rest))?;
    let object = place.write(Object {
        magic: G::MAGIC,
        busy: 0,
        control: solver.control(),
        late: None,
        solver,
    });
    Ok(core::ptr::from_mut(object))
}

/// Gives the solver the table in `memory`, or none where it is null and `len` is 0.
///
/// # Safety
///
/// As for [`Call::enter`] and [`init`].
pub(super) unsafe fn set_table<G: Host>(
    object: *mut Object<G>,
    memory: *mut c_void,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    if memory.is_null() && len == 0 {
        return call.solver().set_table(ProofTable::EMPTY);
    }
    // SAFETY: the caller's word.
    let block: &mut [MaybeUninit<_>] = unsafe { memory::block::<'static>(memory, len) }?;
    if call.solver().is_busy() {
        return Err(Error::State);
    }
    let table = ProofTable::format(Memory::uninit(block));
    call.solver().set_table(table)
}

/// Gives the solver the table that another one has.
///
/// # Safety
///
/// As for [`Call::enter`], for both.
pub(super) unsafe fn share_table<G: Host>(
    object: *mut Object<G>,
    owner: *mut Object<G>,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let table = unsafe { Call::enter(owner) }?.solver().table();
    // SAFETY: the caller's word.
    unsafe { Call::enter(object) }?.solver().set_table(table)
}

/// Forgets what the table knows.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn clear_table<G: Host>(object: *mut Object<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    if call.solver().is_busy() {
        return Err(Error::State);
    }
    call.solver().table().clear();
    Ok(())
}

/// Runs `f` on the game of an idle solver; what was under way is given up.
///
/// # Safety
///
/// As for [`Call::enter`].
#[cfg(feature = "shogi")]
pub(super) unsafe fn with_game<G: Host, T>(
    object: *mut Object<G>,
    f: impl FnOnce(&mut G) -> Result<T, Error>,
) -> Result<T, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    f(call.solver().game_mut()?)
}

/// Begins a search.
///
/// # Safety
///
/// As for [`Call::enter`]; `limits` as for [`yomi_dfpn_limits::read`].
pub(super) unsafe fn start<G: Host>(
    object: *mut Object<G>,
    limits: *const yomi_dfpn_limits,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let limits = unsafe { yomi_dfpn_limits::read(limits) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    start_call(&mut call, limits)
}

fn start_call<G: Host>(call: &mut Call<G>, limits: Limits) -> Result<(), Error> {
    if u32::from(limits.plies) > u32::from(call.solver().config().plies) {
        return Err(Error::Config);
    }
    *call.late() = None;
    call.solver().game_mut()?.restart(limits.attacker)?;
    let result = call.solver().start(limits);
    call.settle(result)
}

/// Searches at most `max_nodes` nodes.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn step<G: Host>(object: *mut Object<G>, max_nodes: u64) -> Result<Step, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    step_call(&mut call, max_nodes)
}

fn step_call<G: Host>(call: &mut Call<G>, max_nodes: u64) -> Result<Step, Error> {
    if call.late().is_some() {
        return Ok(Step::Done);
    }
    let result = call.solver().step(max_nodes);
    call.settle(result)
}

/// Begins a search and runs it to its end.
///
/// # Safety
///
/// As for [`start`].
pub(super) unsafe fn solve<G: Host>(
    object: *mut Object<G>,
    limits: *const yomi_dfpn_limits,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let limits = unsafe { yomi_dfpn_limits::read(limits) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    start_call(&mut call, limits)?;
    while step_call(&mut call, u64::MAX)? == Step::More {}
    Ok(())
}

/// Lets a stopped search go on with a new limit on nodes.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn resume<G: Host>(object: *mut Object<G>, nodes: u64) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    call.solver().resume(nodes)
}

/// Gives up what is under way.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn reset<G: Host>(object: *mut Object<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let result = call.solver().reset();
    call.settle(result)
}

/// Asks the search to stop.
///
/// # Safety
///
/// Where `object` is not null and aligned, it points to readable memory.
pub(super) unsafe fn cancel<G: Host>(object: *const Object<G>) -> Result<(), Error> {
    // SAFETY: the caller's word; `control` does not change after `init`.
    unsafe {
        known(object)?;
        (*object).control.cancel.request();
    }
    Ok(())
}

/// Writes the last snapshot.
///
/// # Safety
///
/// As for [`cancel`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn progress<G: Host>(
    object: *const Object<G>,
    out: *mut yomi_progress,
) -> Result<(), Error> {
    // SAFETY: the caller's word; `control` does not change after `init`.
    let control = unsafe {
        known(object)?;
        (*object).control
    };
    // The writer is busy for a few instructions every few hundred nodes; it cannot be met busy
    // forever, except by an interrupt that halted it, which then gets no snapshot.
    let snapshot = control.progress.read().ok_or(Error::State)?;
    let progress = yomi_progress {
        struct_size: PROGRESS_SIZE as u32,
        depth: snapshot.depth,
        nodes: snapshot.nodes,
        proof: snapshot.first,
        disproof: snapshot.second,
    };
    // SAFETY: the caller's word; the struct is repr(C) and without padding.
    unsafe { memory::write_sized(out, PROGRESS_SIZE, &progress) }
}

/// Writes everything that can be said of the search.
///
/// # Safety
///
/// As for [`Call::enter`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn result<G: Host>(
    object: *mut Object<G>,
    out: *mut yomi_dfpn_result,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let report = report(&mut call);
    let result = yomi_dfpn_result {
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

/// The solver's report; what a faulty host led it to believe is not passed on.
fn report<G: Host>(call: &mut Call<G>) -> Report {
    let report = call.solver().report();
    if call.late().is_none() {
        return report;
    }
    Report {
        outcome: Outcome::Unknown,
        stop: Stop::Failed,
        length: 0,
        exact: false,
        verification: Verification::NotRun,
        proof: 1,
        disproof: 1,
        ..report
    }
}

/// Writes the line, as far as it fits, and its whole length.
///
/// # Safety
///
/// As for [`Call::enter`]. Where `out` is not null, `capacity` moves can be written there; where
/// `count` is not null and aligned, it can be written.
pub(super) unsafe fn line<G: Host>(
    object: *mut Object<G>,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    memory::check(count)?;
    if capacity != 0 {
        memory::check(out)?;
    }
    let line = if call.late().is_some() { &[] } else { call.solver().line() };
    for (index, m) in line.iter().take(capacity).enumerate() {
        // SAFETY: `index` is below `capacity`, which the caller vouches for.
        unsafe { out.add(index).write(m.0) };
    }
    // SAFETY: checked above.
    unsafe { count.write(line.len()) };
    Ok(())
}

/// Begins to verify the answer.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn start_verification<G: Host>(
    object: *mut Object<G>,
    trusted: i32,
    nodes: u64,
) -> Result<(), Error> {
    let trusted = trust(trusted)?;
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    if call.late().is_some() {
        return Err(Error::State);
    }
    let result = call.solver().start_verification(trusted, nodes);
    call.settle(result)
}

/// Verifies the answer, and writes what was found.
///
/// # Safety
///
/// As for [`Call::enter`]. Where `out` is not null and aligned, it can be written.
pub(super) unsafe fn verify<G: Host>(
    object: *mut Object<G>,
    trusted: i32,
    nodes: u64,
    out: *mut i32,
) -> Result<(), Error> {
    memory::check(out)?;
    // SAFETY: the caller's word.
    unsafe { start_verification(object, trusted, nodes) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    while step_call(&mut call, u64::MAX)? == Step::More {}
    let verification = report(&mut call).verification as i32;
    // SAFETY: checked above.
    unsafe { out.write(verification) };
    Ok(())
}

const_assert!(FIXED_BYTES.is_multiple_of(ALIGN));
