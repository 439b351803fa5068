//! df-pn over a host's game: `yomi_dfpn_*`.

use core::ffi::c_void;

use static_assertions::const_assert;

use crate::dfpn::Attacker;
use crate::status::Error;

use super::host::{HostGame, yomi_game};
use super::memory;
use super::proof::{yomi_dfpn_config, yomi_dfpn_limits, yomi_dfpn_result, yomi_progress};
use super::solver::{self, Handle, Host};
use super::status::{from_result, from_step, yomi_move, yomi_status};

/// A df-pn solver (depth-first proof-number search) over a game of the host.
///
/// Life: yomi_dfpn_init makes it; yomi_dfpn_set_table gives it a table; yomi_dfpn_start begins a
/// search of the position that the host's game then has; yomi_dfpn_step is called until it returns
/// YOMI_DONE; yomi_dfpn_get_result and yomi_dfpn_pv tell the answer. yomi_dfpn_solve is start and
/// step in one.
///
/// The attacker wins if the game can be brought to an end that is a win for it, or to a position in
/// which the defender has no move. Draws and endless play are no win.
pub struct yomi_dfpn {
    _opaque: [u8; 0],
}

/// The game as the solver knows it.
#[cfg(all(feature = "compact", feature = "dobutsu"))]
type Searched = super::either::Either;
#[cfg(not(all(feature = "compact", feature = "dobutsu")))]
type Searched = HostGame;

const fn searched(game: HostGame) -> Searched {
    #[cfg(all(feature = "compact", feature = "dobutsu"))]
    {
        Searched::Host(game)
    }
    #[cfg(not(all(feature = "compact", feature = "dobutsu")))]
    {
        game
    }
}

const_assert!(solver::macro_is_enough::<Searched>());

/// Marks a solver of a host's game.
const MAGIC: u32 = u32::from_be_bytes(*b"yDfp");

impl Host for HostGame {
    const MAGIC: u32 = MAGIC;

    fn restart(&mut self, _: Attacker) -> Result<(), Error> {
        Self::restart(self);
        Ok(())
    }

    fn keeps_facts(&self) -> bool {
        self.has_sides()
    }

    fn check(&self) -> Result<(), Error> {
        self.check_fault()
    }
}

fn handle(dfpn: *const yomi_dfpn) -> Handle<Searched> {
    Handle::new(dfpn.cast_mut().cast(), MAGIC)
}

/// Writes the bytes of memory that yomi_dfpn_init needs for this configuration. The table is
/// separate. YOMI_DFPN_WORDS gives the same for static arrays, rounded up.
///
/// "config" may be null: 256 plies of 64 moves.
///
/// YOMI_ERROR_CONFIG: a field is out of range. YOMI_ERROR_SIZE: no address space could hold it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_mem_size(
    config: *const yomi_dfpn_config,
    out: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        yomi_dfpn_config::read(config)
            .and_then(solver::bytes::<Searched>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
/// It has no table yet, and works without one.
///
/// "config" may be null: 256 plies of 64 moves. "user" is the host's own and may be null.
///
/// YOMI_ERROR_SIZE: "len" is less than yomi_dfpn_mem_size says. YOMI_ERROR_NULL: a pointer or a
/// required callback is null. YOMI_ERROR_CONFIG: a field or a flag is out of range. YOMI_ERROR_ABI:
/// a struct_size is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_init(
    memory: *mut c_void,
    len: usize,
    config: *const yomi_dfpn_config,
    game: *const yomi_game,
    user: *mut c_void,
    out: *mut *mut yomi_dfpn,
) -> yomi_status {
    let make = || {
        memory::check(out)?;
        // SAFETY: the header's contract.
        unsafe {
            let config = yomi_dfpn_config::read(config)?;
            let game = searched(HostGame::new(game, user)?);
            let object = solver::init(memory, len, config, game, MAGIC)?;
            memory::write(out, object.cast())
        }
    };
    from_result(make())
}

/// Gives the solver "len" bytes at "memory" as its table, emptied: any number of bytes will do, and
/// all of them are used, 24 bytes an entry. Takes a pass over the memory. A null "memory" with
/// "len" 0 takes the table away.
///
/// YOMI_ERROR_STATE: a search is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_set_table(
    dfpn: *mut yomi_dfpn,
    memory: *mut c_void,
    len: usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::set_table(handle(dfpn), memory, len) })
}

/// Gives "dfpn" the table of "owner", with all that it knows. Both must search the same game with
/// keys of the same meaning. Searches that share a table may run in different threads; what one of
/// them then finds in it depends on the other, so that node counts can differ from run to run. From
/// then on each also marks in the table what it is busy with, so that the others take other ways: a
/// search alone in a table that is or was shared takes other nodes than in one of its own. The
/// memory of the table must stay until neither of them uses it any more; "owner" itself need not.
///
/// YOMI_ERROR_STATE: a search of "dfpn" is under way, or "owner" is inside a call.
/// YOMI_ERROR_UNSUPPORTED: one of the games has no "side".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_share_table(
    dfpn: *mut yomi_dfpn,
    owner: *mut yomi_dfpn,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::share_table(handle(dfpn), handle(owner)) })
}

/// Forgets what the table knows, in constant time. Needed where the same keys come to stand for
/// other positions.
///
/// YOMI_ERROR_STATE: a search is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_clear_table(dfpn: *mut yomi_dfpn) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::clear_table(handle(dfpn)) })
}

/// Begins a search of the position that the host's game has now. A search that was under way is
/// given up and its moves are taken back first; a cancel that was asked for is forgotten. The table
/// keeps what it knows, except where the game has no "side".
///
/// "limits" may be null: no limits, the first win, the side to move attacks.
///
/// YOMI_ERROR_CONFIG: a field is out of range, or more plies than the configuration gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_start(
    dfpn: *mut yomi_dfpn,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start(handle(dfpn), limits) })
}

/// Goes on with the search or the verification for at most "max_nodes" nodes. Returns YOMI_MORE
/// where there is more to do and YOMI_DONE where it has ended, be it by a limit. In between, the
/// host's game stands somewhere in the tree; at the end it stands where the search started.
///
/// YOMI_ERROR_STATE: nothing was started. YOMI_ERROR_TOO_MANY_MOVES: the memory for moves is too
/// small. Or an error of a callback; the search is over then, and the game is not brought back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_step(dfpn: *mut yomi_dfpn, max_nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe { solver::step(handle(dfpn), max_nodes) })
}

/// Begins a search and runs it to its end: yomi_dfpn_start, then yomi_dfpn_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_solve(
    dfpn: *mut yomi_dfpn,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::solve(handle(dfpn), limits) })
}

/// Lets a search or verification that stopped with YOMI_STOP_NODES or YOMI_STOP_CANCELLED go on
/// exactly where it stood, with "nodes" more nodes (0: no limit); yomi_dfpn_step does the work. The
/// host's game must stand where it stood when yomi_dfpn_step returned.
///
/// YOMI_ERROR_STATE: nothing has stopped so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_resume(dfpn: *mut yomi_dfpn, nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::resume(handle(dfpn), nodes) })
}

/// Gives up what is under way and takes back its moves, so that the host's game stands where the
/// search started. The result and the table stay; the reason to stop is YOMI_STOP_RUNNING then,
/// where the search had not ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_reset(dfpn: *mut yomi_dfpn) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::reset(handle(dfpn)) })
}

/// Asks the search to stop at its next node, by one 32-bit store. It stays asked for until
/// yomi_dfpn_start, _resume or a verification begins.
///
/// Callable at any time after yomi_dfpn_init, from any thread, from an interrupt and from a
/// callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_cancel(dfpn: *mut yomi_dfpn) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { handle(dfpn).cancel() })
}

/// Writes how far the search is, as published every few hundred nodes and at the end of each step.
///
/// Callable at any time after yomi_dfpn_init, from any thread, from an interrupt and from a
/// callback. YOMI_ERROR_STATE: the search is just writing; try again later.
/// YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_progress(
    dfpn: *const yomi_dfpn,
    out: *mut yomi_progress,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::progress(handle(dfpn), out) })
}

/// Writes everything that can be said of the search; legal in every state, between steps too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_get_result(
    dfpn: *mut yomi_dfpn,
    out: *mut yomi_dfpn_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::result(handle(dfpn), out) })
}

/// Writes the line of the last win found, the attacker's quickest way against the defender's
/// longest resistance, as far as "capacity" goes, and its whole length to "count": 0 where no win
/// was found, where it stands on the board already, and between the steps in which a win is proven
/// and its line is read, or where the budget ended there. "out" may be null where "capacity" is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_pv(
    dfpn: *mut yomi_dfpn,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::line(handle(dfpn), out, capacity, count) })
}

/// Begins to check the answer move by move, in at most "nodes" nodes (0: no limit);
/// yomi_dfpn_step does the work. The search is asked for hints only. "trust" is YOMI_TRUST_KEYS or
/// YOMI_TRUST_NOTHING. The host's game must stand where the search started.
///
/// YOMI_ERROR_STATE: there is no answer. YOMI_ERROR_CONFIG: "trust" is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_start_verification(
    dfpn: *mut yomi_dfpn,
    trust: i32,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start_verification(handle(dfpn), trust, nodes) })
}

/// Checks the answer to the end and writes YOMI_VERIFICATION_PASSED or _FAILED to "out", or
/// _NOT_RUN where the nodes did not suffice: yomi_dfpn_start_verification, then yomi_dfpn_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dfpn_verify(
    dfpn: *mut yomi_dfpn,
    trust: i32,
    nodes: u64,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::verify(handle(dfpn), trust, nodes, out) })
}
