//! A proof search in caller memory, and what its calls do: the same for every game.

use core::ffi::c_void;
use core::mem::{MaybeUninit, align_of, size_of};

use static_assertions::const_assert;

use crate::budget::WATCHED;
use crate::dfpn::{Attacker, Config, Dfpn, Limits, Stop};
use crate::game::Game;
use crate::mem::{ALIGN, Memory};
use crate::status::{Error, Step};
use crate::table::proof::ProofTable;

use super::memory;
use super::object::{self, Search};
use super::proof::{trust, yomi_dfpn_limits, yomi_dfpn_result, yomi_progress};
use super::status::yomi_move;

/// A game that the C interface can hand to a solver.
pub(super) trait Host: Game + 'static {
    /// Tells the objects of one type from those of another, and from foreign memory.
    #[cfg_attr(not(any(feature = "alphabeta", feature = "shogi")), allow(dead_code))]
    const MAGIC: u32;

    /// Makes the present position the root of a new search for this attacker.
    ///
    /// # Errors
    ///
    /// Where the position does not allow that.
    fn restart(&mut self, attacker: Attacker) -> Result<(), Error>;

    /// Whether what a table knows of the game holds in later searches too.
    fn keeps_facts(&self) -> bool {
        true
    }

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
pub(super) type Object<G> = object::Object<Dfpn<'static, G>>;
pub(super) type Call<G> = object::Call<Dfpn<'static, G>>;

/// Where a solver should be, and what tells such solvers from others.
pub(super) struct Handle<G: Host> {
    object: *mut Object<G>,
    magic: u32,
}

impl<G: Host> Clone for Handle<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Host> Copy for Handle<G> {}

impl<G: Host> Handle<G> {
    pub(super) const fn new(object: *mut Object<G>, magic: u32) -> Self {
        Self { object, magic }
    }

    /// Claims the solver for one call.
    ///
    /// # Safety
    ///
    /// As for [`object::Call::enter`].
    pub(super) unsafe fn enter(self) -> Result<Call<G>, Error> {
        // SAFETY: the caller's word.
        unsafe { Call::enter_as(self.object, self.magic) }
    }

    /// Asks the solver to stop.
    ///
    /// # Safety
    ///
    /// As for [`object::cancel`].
    pub(super) unsafe fn cancel(self) -> Result<(), Error> {
        // SAFETY: the caller's word.
        unsafe { object::cancel(self.object, self.magic) }
    }

    /// Whether the pointer can be one to a solver.
    #[cfg(feature = "dobutsu")]
    pub(super) fn check(self) -> Result<(), Error> {
        memory::check(self.object)
    }
}

impl<G: Host> Search for Dfpn<'static, G> {
    const MAGIC: u32 = G::MAGIC;

    fn fault(&self) -> Result<(), Error> {
        self.game().check()
    }

    fn abandon(&mut self) {
        self.abandon();
    }

    fn has_failed(&self) -> bool {
        self.stop() == Stop::Failed
    }
}

/// What YOMI_DFPN_WORDS allows for everything that does not grow with the configuration, in bytes,
/// on machines with 64-bit and with narrower pointers.
const FIXED_BYTES: usize = if size_of::<usize>() > 4 { 1376 } else { 1248 };
/// What it allows for a ply and for a move, in bytes.
const PLY_BYTES: usize = 64;
const MOVE_BYTES: usize = 20;

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
    magic: u32,
) -> Result<*mut Object<G>, Error> {
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    // Asked first, so that nothing is written to memory that is too short.
    if len < bytes::<G>(config)? {
        return Err(Error::Size);
    }
    let (place, rest) = memory::object::<Object<G>>(block)?;
    let mut rest = Memory::uninit(rest);
    let search = Dfpn::make_in(object::Object::search_in(place), game, config, &mut rest)?;
    let control = search.control();
    // SAFETY: the search was made there.
    Ok(unsafe { object::Object::finish(place, magic, control) })
}

/// Gives the solver the table in `memory`, or none where it is null and `len` is 0.
///
/// # Safety
///
/// As for [`Call::enter`] and [`init`].
pub(super) unsafe fn set_table<G: Host>(
    object: Handle<G>,
    memory: *mut c_void,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    let mut table = ProofTable::EMPTY;
    if !memory.is_null() || len != 0 {
        // SAFETY: the caller's word.
        let block: &mut [MaybeUninit<_>] = unsafe { memory::block::<'static>(memory, len) }?;
        if call.search().is_busy() {
            return Err(Error::State);
        }
        table = ProofTable::format(Memory::uninit(block));
    }
    call.search().set_table(table)
}

/// Gives the solver the table that another one has.
///
/// # Safety
///
/// As for [`Call::enter`], for both.
pub(super) unsafe fn share_table<G: Host>(
    object: Handle<G>,
    owner: Handle<G>,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { owner.enter() }?;
    let (keeps_facts, table) = (call.search().game().keeps_facts(), call.search().table());
    drop(call);
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    if !keeps_facts || !call.search().game().keeps_facts() {
        return Err(Error::Unsupported);
    }
    call.search().set_table(table)?;
    // Boards have no threads.
    #[cfg(not(feature = "compact"))]
    table.set_shared(true);
    Ok(())
}

/// Forgets what the table knows.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn clear_table<G: Host>(object: Handle<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    if call.search().is_busy() {
        return Err(Error::State);
    }
    call.search().table().clear();
    Ok(())
}

/// Gives the solver another game; what was under way is given up, and what was found forgotten.
///
/// # Safety
///
/// As for [`Call::enter`].
#[cfg(any(feature = "shogi", feature = "dobutsu"))]
pub(super) unsafe fn set_game<G: Host>(object: Handle<G>, game: G) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    *call.search().game_mut()? = game;
    call.search().forget();
    Ok(())
}

/// Begins a search.
///
/// # Safety
///
/// As for [`Call::enter`]; `limits` as for [`yomi_dfpn_limits::read`].
pub(super) unsafe fn start<G: Host>(
    object: Handle<G>,
    limits: *const yomi_dfpn_limits,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let limits = unsafe { yomi_dfpn_limits::read(limits) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    start_call(&mut call, &limits)
}

fn start_call<G: Host>(call: &mut Call<G>, limits: &Limits) -> Result<(), Error> {
    if u32::from(limits.plies) > u32::from(call.search().config().plies) {
        return Err(Error::Config);
    }
    let game = call.search().game_mut()?;
    game.restart(limits.attacker)?;
    if !game.keeps_facts() {
        call.search().table().clear();
    }
    let result = call.search().start_anew(limits);
    if result.is_err() {
        call.search().abandon();
    }
    call.settle(result)
}

/// Searches at most `max_nodes` nodes.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn step<G: Host>(object: Handle<G>, max_nodes: u64) -> Result<Step, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    step_call(&mut call, max_nodes)
}

fn step_call<G: Host>(call: &mut Call<G>, max_nodes: u64) -> Result<Step, Error> {
    let result = call.search().step(max_nodes);
    call.settle(result)
}

/// Begins a search and runs it to its end.
///
/// # Safety
///
/// As for [`start`].
pub(super) unsafe fn solve<G: Host>(
    object: Handle<G>,
    limits: *const yomi_dfpn_limits,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let limits = unsafe { yomi_dfpn_limits::read(limits) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    start_call(&mut call, &limits)?;
    while step_call(&mut call, u64::MAX)? == Step::More {}
    Ok(())
}

/// Lets a stopped search go on with a new limit on nodes.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn resume<G: Host>(object: Handle<G>, nodes: u64) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    call.search().resume(nodes)
}

/// Gives up what is under way.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn reset<G: Host>(object: Handle<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    let result = call.search().reset();
    call.settle(result)
}

/// Writes the last snapshot.
///
/// # Safety
///
/// As for [`object::snapshot`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn progress<G: Host>(
    object: Handle<G>,
    out: *mut yomi_progress,
) -> Result<(), Error> {
    if !WATCHED {
        return Err(Error::Unsupported);
    }
    // SAFETY: the caller's word.
    unsafe { yomi_progress::write(out, &object::snapshot(object.object, object.magic)?) }
}

/// Writes everything that can be said of the search.
///
/// # Safety
///
/// As for [`Call::enter`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn result<G: Host>(
    object: Handle<G>,
    out: *mut yomi_dfpn_result,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    let report = call.search().report();
    // SAFETY: the caller's word.
    unsafe { yomi_dfpn_result::write(out, &report) }
}

/// Writes the line, as far as it fits, and its whole length.
///
/// # Safety
///
/// As for [`Call::enter`]. Where `out` is not null, `capacity` moves can be written there; where
/// `count` is not null and aligned, it can be written.
pub(super) unsafe fn line<G: Host>(
    object: Handle<G>,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    // SAFETY: the caller's word.
    unsafe { memory::write_moves(call.search().line(), out, capacity, count) }
}

/// Begins to verify the answer.
///
/// # Safety
///
/// As for [`Call::enter`].
pub(super) unsafe fn start_verification<G: Host>(
    object: Handle<G>,
    trusted: i32,
    nodes: u64,
) -> Result<(), Error> {
    let trusted = trust(trusted)?;
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    let result = call.search().start_verification(trusted, nodes);
    call.settle(result)
}

/// Verifies the answer, and writes what was found.
///
/// # Safety
///
/// As for [`Call::enter`]. Where `out` is not null and aligned, it can be written.
pub(super) unsafe fn verify<G: Host>(
    object: Handle<G>,
    trusted: i32,
    nodes: u64,
    out: *mut i32,
) -> Result<(), Error> {
    memory::check(out)?;
    // SAFETY: the caller's word.
    unsafe { start_verification(object, trusted, nodes) }?;
    // SAFETY: the caller's word.
    let mut call = unsafe { object.enter() }?;
    while step_call(&mut call, u64::MAX)? == Step::More {}
    let verification = call.search().report().verification as i32;
    // SAFETY: checked above.
    unsafe { out.write(verification) };
    Ok(())
}

const_assert!(FIXED_BYTES.is_multiple_of(ALIGN));
