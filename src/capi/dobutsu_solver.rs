//! df-pn on Dobutsu shogi: `yomi_dobutsu_solver_*`.

use core::ffi::c_void;

use static_assertions::const_assert;

use crate::dfpn::Attacker;
use crate::games::dobutsu::Position;
use crate::status::Error;

use super::dobutsu::{self, yomi_dobutsu};
use super::memory;
use super::proof::{yomi_dfpn_config, yomi_dfpn_limits, yomi_dfpn_result, yomi_progress};
use super::solver::{self, Handle, Host};
use super::status::{from_result, from_step, yomi_move, yomi_status};

/// A df-pn solver of Dobutsu shogi: whether the attacker can force a win, by the capture of the lion
/// or by a try. Endless play is no win.
///
/// Life: yomi_dobutsu_solver_init makes it; yomi_dobutsu_solver_set_table gives it a table;
/// yomi_dobutsu_solver_set_position sets a position; then as with yomi_dfpn. A table of 64 KiB is
/// enough for wins of 9 plies.
pub struct yomi_dobutsu_solver {
    _opaque: [u8; 0],
}

/// The game as the solver knows it.
#[cfg(feature = "compact")]
type Searched = super::either::Either;
#[cfg(not(feature = "compact"))]
type Searched = Position;

const fn searched(position: Position) -> Searched {
    #[cfg(feature = "compact")]
    {
        Searched::Dobutsu(position)
    }
    #[cfg(not(feature = "compact"))]
    {
        position
    }
}

const_assert!(solver::macro_is_enough::<Searched>());

/// Marks a solver of Dobutsu shogi.
const MAGIC: u32 = u32::from_be_bytes(*b"yDoS");

impl Host for Position {
    const MAGIC: u32 = MAGIC;

    fn restart(&mut self, _: Attacker) -> Result<(), Error> {
        Ok(())
    }
}

fn handle(solver: *const yomi_dobutsu_solver) -> Handle<Searched> {
    Handle::new(solver.cast_mut().cast(), MAGIC)
}

/// Writes the bytes of memory that yomi_dobutsu_solver_init needs for this configuration; see
/// yomi_dfpn_mem_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_mem_size(
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
/// Its position is the start of the game. It has no table yet, and works without one.
///
/// "config" may be null: 256 plies of 64 moves. Errors as for yomi_dfpn_init.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_init(
    memory: *mut c_void,
    len: usize,
    config: *const yomi_dfpn_config,
    out: *mut *mut yomi_dobutsu_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(out)
            .and_then(|()| yomi_dfpn_config::read(config))
            .and_then(|config| solver::init(memory, len, config, searched(Position::START), MAGIC))
            .and_then(|object| memory::write(out, object.cast()))
    };
    from_result(result)
}

/// Gives the solver "len" bytes at "memory" as its table; see yomi_dfpn_set_table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_set_table(
    solver: *mut yomi_dobutsu_solver,
    memory: *mut c_void,
    len: usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::set_table(handle(solver), memory, len) })
}

/// Gives "solver" the table of "owner"; see yomi_dfpn_share_table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_share_table(
    solver: *mut yomi_dobutsu_solver,
    owner: *mut yomi_dobutsu_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::share_table(handle(solver), handle(owner)) })
}

/// Makes a copy of a position the solver's. A search that was under way is given up, and the last
/// result is forgotten; the table stays, since what it knows of a position stays true.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_set_position(
    solver: *mut yomi_dobutsu_solver,
    dobutsu: *const yomi_dobutsu,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        handle(solver)
            .check()
            .and_then(|()| dobutsu::position(dobutsu))
            .and_then(|position| solver::set_game(handle(solver), searched(position)))
    })
}

/// Begins a search of the position; see yomi_dfpn_start. With YOMI_ATTACKER_OPPONENT the side to
/// move defends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_start(
    solver: *mut yomi_dobutsu_solver,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start(handle(solver), limits) })
}

/// Goes on for at most "max_nodes" nodes; see yomi_dfpn_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_step(
    solver: *mut yomi_dobutsu_solver,
    max_nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe { solver::step(handle(solver), max_nodes) })
}

/// Begins a search and runs it to its end: yomi_dobutsu_solver_start, then yomi_dobutsu_solver_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_solve(
    solver: *mut yomi_dobutsu_solver,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::solve(handle(solver), limits) })
}

/// Lets a search that stopped go on where it stood; see yomi_dfpn_resume.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_resume(
    solver: *mut yomi_dobutsu_solver,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::resume(handle(solver), nodes) })
}

/// Gives up what is under way. The position, the result and the table stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_reset(
    solver: *mut yomi_dobutsu_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::reset(handle(solver)) })
}

/// Asks the search to stop at its next node; see yomi_dfpn_cancel.
///
/// Callable at any time after yomi_dobutsu_solver_init, from any thread and from an interrupt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_cancel(
    solver: *mut yomi_dobutsu_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { handle(solver).cancel() })
}

/// Writes how far the search is; see yomi_dfpn_progress.
///
/// Callable at any time after yomi_dobutsu_solver_init, from any thread and from an interrupt.
/// YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_progress(
    solver: *const yomi_dobutsu_solver,
    out: *mut yomi_progress,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::progress(handle(solver), out) })
}

/// Writes everything that can be said of the search; legal in every state, between steps too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_get_result(
    solver: *mut yomi_dobutsu_solver,
    out: *mut yomi_dfpn_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::result(handle(solver), out) })
}

/// Writes the line of the last win found; see yomi_dfpn_pv.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_pv(
    solver: *mut yomi_dobutsu_solver,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::line(handle(solver), out, capacity, count) })
}

/// Begins to check the answer move by move; see yomi_dfpn_start_verification.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_start_verification(
    solver: *mut yomi_dobutsu_solver,
    trust: i32,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start_verification(handle(solver), trust, nodes) })
}

/// Checks the answer to the end; see yomi_dfpn_verify.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_solver_verify(
    solver: *mut yomi_dobutsu_solver,
    trust: i32,
    nodes: u64,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::verify(handle(solver), trust, nodes, out) })
}
