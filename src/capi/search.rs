//! An alpha-beta search in caller memory, and what its calls do: the same for every game.

use core::ffi::c_void;
use core::mem::{MaybeUninit, align_of, size_of};

use static_assertions::const_assert;

use crate::alphabeta::{AlphaBeta, Config, Limits, Size, Stop, memory_bytes};
use crate::budget::{Control, WATCHED};
use crate::game::Game;
use crate::mem::{ALIGN, Memory};
use crate::moves::Move;
use crate::status::{Error, Step};
use crate::table::alphabeta::Table;

use super::memory;
use super::object::{self, Search};
use super::settings::{MOST_PLIES, yomi_alphabeta_result, yomi_alphabeta_snapshot};
use super::status::yomi_move;

/// A game that the C interface can hand to an alpha-beta search.
pub(super) trait Host: Game + 'static {
    /// Tells the objects of one type from those of another, and from foreign memory.
    const MAGIC: u32;

    /// The bytes that the game itself takes, where the size macro counts them apart.
    const GAME_BYTES: usize = 0;

    /// Makes the present position the root of a new search.
    fn restart(&mut self) {}

    /// The fault that a hook met that cannot fail.
    ///
    /// # Errors
    ///
    /// That fault.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// A search at the start of caller memory.
pub(super) type Object<G> = object::Object<AlphaBeta<'static, G>>;
type Call<G> = object::Call<AlphaBeta<'static, G>>;

impl<G: Host> Search for AlphaBeta<'static, G> {
    const MAGIC: u32 = G::MAGIC;

    fn fault(&self) -> Result<(), Error> {
        self.game().check()
    }

    fn abandon(&mut self) {
        self.abandon();
    }

    fn has_failed(&self) -> bool {
        self.report().stop == Stop::Failed
    }
}

/// What YOMI_ALPHABETA_WORDS allows for everything that does not grow with the configuration, in
/// bytes, on machines with 64-bit and with narrower pointers.
const FIXED_BYTES: usize = if size_of::<usize>() > 4 { 768 } else { 640 };
/// What it allows for a ply, for a move and for a slot of history, in bytes.
const PLY_BYTES: usize = 88;
const MOVE_BYTES: usize = 8;
const HISTORY_BYTES: usize = 12;

const_assert!(FIXED_BYTES.is_multiple_of(ALIGN));

/// The bytes of an object of this size.
pub(super) fn bytes<G: Host>(size: Size) -> Result<usize, Error> {
    const { assert!(align_of::<Object<G>>() <= ALIGN) };
    search_bytes(&size)?.checked_add(front::<G>()).ok_or(Error::Size)
}

/// What the size macro allows for everything that does not grow.
const fn fixed_bytes<G: Host>() -> usize {
    FIXED_BYTES + G::GAME_BYTES
}

/// The bytes of the object itself.
const fn front<G: Host>() -> usize {
    size_of::<Object<G>>().next_multiple_of(ALIGN)
}

/// The bytes of what an object of this size points to.
const fn search_bytes(size: &Size) -> Result<usize, Error> {
    let line = match size.plies.checked_mul(size_of::<Move>()) {
        Some(bytes) => bytes.next_multiple_of(ALIGN),
        None => return Err(Error::Size),
    };
    match memory_bytes(size) {
        Ok(bytes) => match bytes.checked_add(line + size_of::<Control>().next_multiple_of(ALIGN)) {
            Some(bytes) => Ok(bytes),
            None => Err(Error::Size),
        },
        Err(error) => Err(error),
    }
}

/// Proves at compile time that YOMI_ALPHABETA_WORDS is enough for objects of this type.
pub(super) const fn macro_is_enough<G: Host>() -> bool {
    let mut plies = 1;
    while plies <= MOST_PLIES as usize {
        let mut history = 0;
        while history <= 4096 {
            let size = Size { plies, moves: 1000, history, countermoves: history };
            let allowed = fixed_bytes::<G>()
                + PLY_BYTES * plies
                + MOVE_BYTES * 1000
                + HISTORY_BYTES * history;
            match search_bytes(&size) {
                Ok(bytes) if bytes + front::<G>() <= allowed => {}
                _ => return false,
            }
            history = if history == 0 { 1 } else { history * 64 };
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
    size: Size,
    game: G,
) -> Result<*mut Object<G>, Error> {
    // SAFETY: the caller's word.
    let block = unsafe { memory::block::<'static>(memory, len) }?;
    // Asked first, so that nothing is written to memory that is too short.
    if len < bytes::<G>(size)? {
        return Err(Error::Size);
    }
    let (place, rest) = memory::object::<Object<G>>(block)?;
    let mut rest = Memory::uninit(rest);
    let place_of_search = object::Object::search_in(place);
    let search = AlphaBeta::make_in(place_of_search, (game, ()), size, &mut rest)?;
    let control = &*rest.place(Control::default())?;
    search.set_control(Some(&control.cancel), Some(&control.progress));
    search.set_line(rest.take(size.plies)?);
    // SAFETY: the search was made there.
    Ok(unsafe { object::Object::finish(place, G::MAGIC, control) })
}

/// Gives the search the table in `memory`, or none where it is null and `len` is 0.
///
/// # Safety
///
/// As for [`object::Call::enter`] and [`init`].
pub(super) unsafe fn set_table<G: Host>(
    object: *mut Object<G>,
    memory: *mut c_void,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let none = memory.is_null() && len == 0;
    let mut block: &mut [MaybeUninit<_>] = &mut [];
    if !none {
        // SAFETY: the caller's word.
        block = unsafe { memory::block::<'static>(memory, len) }?;
    }
    let place = call.search().table_mut()?;
    *place = if none { Table::none() } else { Table::new(&mut Memory::uninit(block))? };
    Ok(())
}

/// Gives the search the table that another one has.
///
/// # Safety
///
/// As for [`object::Call::enter`], for both.
pub(super) unsafe fn share_table<G: Host>(
    object: *mut Object<G>,
    owner: *mut Object<G>,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(owner) }?;
    let table = call.search().table().clone();
    drop(call);
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    *call.search().table_mut()? = table;
    Ok(())
}

/// Forgets what the table knows.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn clear_table<G: Host>(object: *mut Object<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    call.search().table_mut()?.clear();
    Ok(())
}

/// Asks the game something.
///
/// # Safety
///
/// As for [`object::Call::enter`].
#[cfg(feature = "othello")]
pub(super) unsafe fn game<G: Host, T>(
    object: *mut Object<G>,
    ask: impl FnOnce(&G) -> T,
) -> Result<T, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    Ok(ask(call.search().game()))
}

/// How many plies a line may have.
///
/// # Safety
///
/// As for [`object::Call::enter`].
#[cfg(feature = "othello")]
pub(super) unsafe fn most_plies<G: Host>(object: *mut Object<G>) -> Result<usize, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    Ok(call.search().most_plies())
}

/// Changes the game; what was under way is given up, and what was found forgotten. The table is
/// cleared where the change says that it no longer holds.
///
/// # Safety
///
/// As for [`object::Call::enter`].
#[cfg(feature = "othello")]
pub(super) unsafe fn change_game<G: Host>(
    object: *mut Object<G>,
    change: impl FnOnce(&mut G) -> bool,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let search = call.search();
    search.give_up()?;
    search.forget()?;
    if change(search.game_mut()?) {
        search.table_mut()?.clear();
    }
    Ok(())
}

/// Begins a search.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn start<G: Host>(
    object: *mut Object<G>,
    settings: (Config, Limits),
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    start_call(&mut call, &settings)
}

fn start_call<G: Host>(
    call: &mut Call<G>,
    (config, limits): &(Config, Limits),
) -> Result<(), Error> {
    let search = call.search();
    let mut begin = || {
        search.give_up()?;
        search.game_mut()?.restart();
        search.start_with(config, *limits);
        Ok(())
    };
    let result = begin();
    end_call(call, result)
}

/// Ends a call that ran callbacks. Where the game failed, the search is over, and the host sets
/// the game up anew.
fn end_call<G: Host, T>(call: &mut Call<G>, result: Result<T, Error>) -> Result<T, Error> {
    if call.search().game_has_failed() {
        call.search().abandon();
    }
    call.settle(result)
}

/// Searches at most `max_nodes` nodes.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn step<G: Host>(object: *mut Object<G>, max_nodes: u64) -> Result<Step, Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let result = call.search().step(max_nodes);
    end_call(&mut call, result)
}

/// Begins a search and runs it to its end.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn solve<G: Host>(
    object: *mut Object<G>,
    settings: (Config, Limits),
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    start_call(&mut call, &settings)?;
    loop {
        let result = call.search().step(u64::MAX);
        if end_call(&mut call, result)? == Step::Done {
            return Ok(());
        }
    }
}

/// Lets a stopped search go on with a new limit on nodes.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn resume<G: Host>(object: *mut Object<G>, nodes: u64) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let result = call.search().resume(nodes);
    end_call(&mut call, result)
}

/// Gives up what is under way.
///
/// # Safety
///
/// As for [`object::Call::enter`].
pub(super) unsafe fn reset<G: Host>(object: *mut Object<G>) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let result = call.search().give_up();
    end_call(&mut call, result)
}

/// Writes the last snapshot.
///
/// # Safety
///
/// As for [`object::snapshot`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn progress<G: Host>(
    object: *const Object<G>,
    out: *mut yomi_alphabeta_snapshot,
) -> Result<(), Error> {
    if !WATCHED {
        return Err(Error::Unsupported);
    }
    // SAFETY: the caller's word.
    unsafe { yomi_alphabeta_snapshot::write(out, &object::snapshot(object, G::MAGIC)?) }
}

/// Writes everything that can be said of the search.
///
/// # Safety
///
/// As for [`object::Call::enter`]; `out` as for [`memory::write_sized`].
pub(super) unsafe fn result<G: Host>(
    object: *mut Object<G>,
    out: *mut yomi_alphabeta_result,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    let search = call.search();
    let (report, peak) = (search.report(), search.peak());
    let permille = if WATCHED { search.table().used_per_mille() } else { 0 };
    // SAFETY: the caller's word.
    unsafe { yomi_alphabeta_result::write(out, &report, peak, permille) }
}

/// Writes the line, as far as it fits, and its whole length.
///
/// # Safety
///
/// As for [`object::Call::enter`]; the others as for [`memory::write_moves`].
pub(super) unsafe fn line<G: Host>(
    object: *mut Object<G>,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let mut call = unsafe { Call::enter(object) }?;
    // SAFETY: the caller's word.
    unsafe { memory::write_moves(call.search().line(), out, capacity, count) }
}
