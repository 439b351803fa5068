//! The alpha-beta family over a host's game: `yomi_alphabeta_*`.

use core::ffi::c_void;

use static_assertions::const_assert;

use crate::status::Error;

use super::host::{HostGame, yomi_game};
use super::memory;
use super::object;
use super::search::{self, Host, Object};
use super::settings::{
    yomi_alphabeta_config, yomi_alphabeta_result, yomi_alphabeta_settings, yomi_alphabeta_snapshot,
};
use super::status::{from_result, from_step, yomi_move, yomi_status};

/// An alpha-beta search over a game of the host: the score of a position to a depth, or exactly.
///
/// Life: yomi_alphabeta_init makes it; yomi_alphabeta_set_table gives it a table;
/// yomi_alphabeta_start begins a search of the position that the host's game then has;
/// yomi_alphabeta_step is called until it returns YOMI_DONE; yomi_alphabeta_get_result and
/// yomi_alphabeta_pv tell the answer, between steps too. yomi_alphabeta_solve is start and step in
/// one.
///
/// Of the game's optional callbacks it uses "side", "evaluate", "order", "noisy", "check_key",
/// "key_after", "bounds", "solve", "plies_to_end" and "history_index". How often they are called:
/// "play", "undo", "terminal" and "key" once a node; "moves" at most once a node; "evaluate" at
/// leaves and in quiescence; "order" and "history_index" once for each move of a node with
/// "order_from" plies left; "noisy" once for each move of a node of the quiescence search;
/// "key_after" once for each move of a node with "etc_from" plies left (the move is played and
/// taken back where it is not offered); "side" a few times a node. A callback may keep state of its
/// own, such as an evaluation that "play" and "undo" update; "order", "noisy", "history_index" and
/// "key_after" are asked in the position before the move.
pub struct yomi_alphabeta {
    _opaque: [u8; 0],
}

const_assert!(search::macro_is_enough::<HostGame>());

impl Host for HostGame {
    const MAGIC: u32 = u32::from_be_bytes(*b"yAlp");

    fn restart(&mut self) {
        Self::restart(self);
    }

    fn check(&self) -> Result<(), Error> {
        self.check_fault()
    }
}

fn handle(alphabeta: *const yomi_alphabeta) -> *mut Object<HostGame> {
    alphabeta.cast_mut().cast()
}

/// Writes the bytes of memory that yomi_alphabeta_init needs for this configuration. The table is
/// separate. YOMI_ALPHABETA_WORDS gives the same for static arrays, rounded up.
///
/// "config" may be null: 128 plies of 64 moves, no history.
///
/// YOMI_ERROR_CONFIG: a field is out of range. YOMI_ERROR_SIZE: no address space could hold it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_mem_size(
    config: *const yomi_alphabeta_config,
    out: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        yomi_alphabeta_config::read(config)
            .and_then(search::bytes::<HostGame>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a search in "len" bytes at "memory" and writes its address, which is "memory", to "out".
/// It has no table yet, and works without one.
///
/// "config" may be null: 128 plies of 64 moves, no history. "user" is the host's own and may be
/// null.
///
/// YOMI_ERROR_SIZE: "len" is less than yomi_alphabeta_mem_size says. YOMI_ERROR_NULL: a pointer or
/// a required callback is null. YOMI_ERROR_CONFIG: a field or a flag is out of range.
/// YOMI_ERROR_ABI: a struct_size is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_init(
    memory: *mut c_void,
    len: usize,
    config: *const yomi_alphabeta_config,
    game: *const yomi_game,
    user: *mut c_void,
    out: *mut *mut yomi_alphabeta,
) -> yomi_status {
    let make = || {
        memory::check(out)?;
        // SAFETY: the header's contract.
        unsafe {
            let size = yomi_alphabeta_config::read(config)?;
            let object = search::init(memory, len, size, HostGame::new(game, user)?)?;
            memory::write(out, object.cast())
        }
    };
    from_result(make())
}

/// Gives the search "len" bytes at "memory" as its table, emptied: any number of bytes will do, and
/// all of them are used, three entries in 64 bytes. Takes a pass over the memory. A null "memory"
/// with "len" 0 takes the table away. A search that stopped can then no longer be resumed.
///
/// YOMI_ERROR_STATE: a search is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_set_table(
    alphabeta: *mut yomi_alphabeta,
    memory: *mut c_void,
    len: usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::set_table(handle(alphabeta), memory, len) })
}

/// Gives "alphabeta" the table of "owner", with all that it knows. Both must search the same game
/// with keys of the same meaning, "evaluate" included. The memory of the table must stay for as
/// long as either is used. Searches that share a table may run in different threads; what one of
/// them then finds in it depends on the other, so that node counts, and with
/// YOMI_AB_DEEPER_ENTRIES scores, can differ from run to run. yomi_alphabeta_clear_table on one of
/// them ends the sharing: each finds its own entries only.
///
/// YOMI_ERROR_STATE: a search of "alphabeta" is under way, or "owner" is inside a call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_share_table(
    alphabeta: *mut yomi_alphabeta,
    owner: *mut yomi_alphabeta,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::share_table(handle(alphabeta), handle(owner)) })
}

/// Forgets what the table knows, in constant time. Needed where the same keys come to stand for
/// other positions, or "evaluate" for other scores. A search that stopped can then no longer be
/// resumed.
///
/// YOMI_ERROR_STATE: a search is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_clear_table(alphabeta: *mut yomi_alphabeta) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::clear_table(handle(alphabeta)) })
}

/// Begins a search of the position that the host's game has now. A search that was under way is
/// given up and its moves are taken back first; a cancel that was asked for is forgotten. The table
/// keeps what it knows; nothing else of earlier searches has an influence.
///
/// "settings" may be null: PVS to the end of the game, no limits.
///
/// YOMI_ERROR_CONFIG: a field is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_start(
    alphabeta: *mut yomi_alphabeta,
    settings: *const yomi_alphabeta_settings,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        yomi_alphabeta_settings::read(settings)
            .and_then(|settings| search::start(handle(alphabeta), settings))
    })
}

/// Goes on with the search for at most "max_nodes" nodes, apart from those that the game's "solve"
/// looks at in one go. Returns YOMI_MORE where there is more to do and YOMI_DONE where it has
/// ended, be it by a limit. In between, the host's game stands somewhere in the tree; once it has
/// ended, it stands where the search started.
///
/// YOMI_ERROR_STATE: nothing was started. YOMI_ERROR_TOO_MANY_MOVES, YOMI_ERROR_SIZE: the memory
/// for moves, or for plies, is too small; the search is over, and the game is back where it
/// started. Or an error of a callback; the search is over then, and the game is not brought back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_step(
    alphabeta: *mut yomi_alphabeta,
    max_nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe { search::step(handle(alphabeta), max_nodes) })
}

/// Begins a search and runs it to its end: yomi_alphabeta_start, then yomi_alphabeta_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_solve(
    alphabeta: *mut yomi_alphabeta,
    settings: *const yomi_alphabeta_settings,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        yomi_alphabeta_settings::read(settings)
            .and_then(|settings| search::solve(handle(alphabeta), settings))
    })
}

/// Lets a search that stopped with YOMI_STOP_NODES or YOMI_STOP_CANCELLED go on exactly where it
/// stood, with "nodes" more nodes (0: no limit); yomi_alphabeta_step does the work. The host's game
/// must stand where the search started; the moves of the search are played again.
///
/// YOMI_ERROR_STATE: nothing has stopped so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_resume(
    alphabeta: *mut yomi_alphabeta,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::resume(handle(alphabeta), nodes) })
}

/// Gives up what is under way and takes back its moves, so that the host's game stands where the
/// search started. The result and the table stay; the reason is YOMI_STOP_CANCELLED then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_reset(alphabeta: *mut yomi_alphabeta) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::reset(handle(alphabeta)) })
}

/// Asks the search to stop at its next node, by one 32-bit store. It stays asked for until
/// yomi_alphabeta_start or _resume.
///
/// Callable at any time after yomi_alphabeta_init, from any thread, from an interrupt and from a
/// callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_cancel(alphabeta: *mut yomi_alphabeta) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { object::cancel(handle(alphabeta), <HostGame as Host>::MAGIC) })
}

/// Writes how far the search is, as published every few thousand nodes and at the end of each step.
///
/// Callable at any time after yomi_alphabeta_init, from any thread, from an interrupt and from a
/// callback. YOMI_ERROR_STATE: the search is just writing; try again later.
/// YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_progress(
    alphabeta: *const yomi_alphabeta,
    out: *mut yomi_alphabeta_snapshot,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::progress(handle(alphabeta), out) })
}

/// Writes everything that can be said of the search; legal in every state. Between the steps of an
/// iterative search it tells what the last whole iteration found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_get_result(
    alphabeta: *mut yomi_alphabeta,
    out: *mut yomi_alphabeta_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::result(handle(alphabeta), out) })
}

/// Writes the line of best play that belongs to the result, as far as the table knew it when the
/// iteration ended and as far as "capacity" goes, and its whole length to "count". It begins with
/// the best move of the result. Legal in every state, between steps too. "out" may be null where
/// "capacity" is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_alphabeta_pv(
    alphabeta: *mut yomi_alphabeta,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::line(handle(alphabeta), out, capacity, count) })
}
