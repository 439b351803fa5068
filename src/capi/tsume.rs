//! The mate solver on shogi positions: `yomi_tsume_*`.

use core::ffi::{c_char, c_void};

use static_assertions::const_assert;

use crate::dfpn::Attacker;
use crate::games::shogi::Position;
use crate::games::shogi::mate::MateProblem;
use crate::score::Side;
use crate::status::Error;

use super::memory;
use super::proof::{yomi_dfpn_config, yomi_dfpn_limits, yomi_dfpn_result, yomi_progress};
use super::shogi::{self, yomi_sfen_error, yomi_shogi};
use super::solver::{self, Handle, Host, Object};
use super::status::{from_result, from_step, yomi_move, yomi_status};

/// A solver of mate problems of shogi (tsume-shogi): the attacker gives check with every move, the
/// defender has every legal reply, and whoever is without one has lost. Lengths are raw plies:
/// interpositions count, however futile they look.
///
/// Life: yomi_tsume_init makes it; yomi_tsume_set_table gives it a table; yomi_tsume_set_sfen sets
/// a problem; then as with yomi_dfpn. "Proven" is a mate, "disproven" says that there is none.
pub struct yomi_tsume {
    _opaque: [u8; 0],
}

const_assert!(solver::macro_is_enough::<MateProblem>());

impl Host for MateProblem {
    const MAGIC: u32 = u32::from_be_bytes(*b"yTsu");

    fn restart(&mut self, attacker: Attacker) -> Result<(), Error> {
        let side = self.position().side();
        let attacker = match attacker {
            Attacker::SideToMove => side,
            Attacker::Opponent => side.other(),
        };
        if attacker != self.attacker() {
            *self = Self::new(self.position().clone(), attacker)?;
        }
        Ok(())
    }
}

pub(super) fn object(tsume: *const yomi_tsume) -> *mut Object<MateProblem> {
    tsume.cast_mut().cast()
}

fn handle(tsume: *const yomi_tsume) -> Handle<MateProblem> {
    Handle::new(object(tsume), MateProblem::MAGIC)
}

/// Makes `position` the problem, and empties the table: what it knows holds for the pieces of the
/// last problem.
///
/// # Safety
///
/// As for the exports that call it.
unsafe fn set(tsume: *mut yomi_tsume, position: Position) -> Result<(), Error> {
    let attacker = position.side();
    let problem = MateProblem::new(position, attacker)?;
    // SAFETY: the caller's word.
    unsafe {
        solver::set_game(handle(tsume), problem)?;
        solver::clear_table(handle(tsume))
    }
}

/// Writes the bytes of memory that yomi_tsume_init needs for this configuration; see
/// yomi_dfpn_mem_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_mem_size(
    config: *const yomi_dfpn_config,
    out: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        yomi_dfpn_config::read(config)
            .and_then(solver::bytes::<MateProblem>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
/// Its problem is the start of the game, which is none. It has no table yet, and works without one.
///
/// "config" may be null: 256 plies of 64 moves. Errors as for yomi_dfpn_init.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_init(
    memory: *mut c_void,
    len: usize,
    config: *const yomi_dfpn_config,
    out: *mut *mut yomi_tsume,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(out)
            .and_then(|()| yomi_dfpn_config::read(config))
            .and_then(|config| Ok((config, MateProblem::new(Position::start(), Side::First)?)))
            .and_then(|(config, game)| solver::init(memory, len, config, game, MateProblem::MAGIC))
            .and_then(|object| memory::write(out, object.cast()))
    };
    from_result(result)
}

/// Gives the solver "len" bytes at "memory" as its table; see yomi_dfpn_set_table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_set_table(
    tsume: *mut yomi_tsume,
    memory: *mut c_void,
    len: usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::set_table(handle(tsume), memory, len) })
}

/// Gives "tsume" the table of "owner", with all that it knows: both must have the same problem, set
/// before this call, since setting a problem empties the table. Searches that share a table may run
/// in different threads; lengths that are not exact and node counts can differ from run to run then.
/// See yomi_dfpn_share_table.
///
/// YOMI_ERROR_STATE: a search of "tsume" is under way, or "owner" is inside a call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_share_table(
    tsume: *mut yomi_tsume,
    owner: *mut yomi_tsume,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::share_table(handle(tsume), handle(owner)) })
}

/// Makes the position of a zero-terminated SFEN the problem; the side to move attacks. A search
/// that was under way is given up, the last result is forgotten, and the table is emptied, in
/// constant time.
///
/// "error" may be null; see yomi_shogi_set_sfen.
///
/// YOMI_ERROR_SYNTAX, YOMI_ERROR_ILLEGAL_POSITION: the text is refused, or the side that is not to
/// move has no king. The problem stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_set_sfen(
    tsume: *mut yomi_tsume,
    sfen: *const c_char,
    error: *mut yomi_sfen_error,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        memory::check(object(tsume)).and_then(|()| shogi::read_sfen(sfen, error)).and_then(
            |position| {
                if position.king(position.side().other()).is_none() {
                    return shogi::refuse_sfen(
                        error,
                        shogi::Trouble::NoDefender,
                        Error::IllegalPosition,
                    );
                }
                set(tsume, position)
            },
        )
    })
}

/// Makes a copy of a position the problem, as yomi_tsume_set_sfen does.
///
/// YOMI_ERROR_ILLEGAL_POSITION: the side that is not to move has no king.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_set_position(
    tsume: *mut yomi_tsume,
    shogi: *const yomi_shogi,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        memory::check(object(tsume))
            .and_then(|()| shogi::position(shogi))
            .and_then(|position| set(tsume, position.clone()))
    })
}

/// Begins a search of the problem; see yomi_dfpn_start. With YOMI_ATTACKER_OPPONENT the side to
/// move defends, and is asked to find every reply to a check that stands on the board.
///
/// YOMI_ERROR_ILLEGAL_POSITION: the defender has no king.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_start(
    tsume: *mut yomi_tsume,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start(handle(tsume), limits) })
}

/// Goes on for at most "max_nodes" nodes; see yomi_dfpn_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_step(tsume: *mut yomi_tsume, max_nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe { solver::step(handle(tsume), max_nodes) })
}

/// Begins a search and runs it to its end: yomi_tsume_start, then yomi_tsume_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_solve(
    tsume: *mut yomi_tsume,
    limits: *const yomi_dfpn_limits,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::solve(handle(tsume), limits) })
}

/// Lets a search that stopped go on where it stood; see yomi_dfpn_resume.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_resume(tsume: *mut yomi_tsume, nodes: u64) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::resume(handle(tsume), nodes) })
}

/// Gives up what is under way. The problem, the result and the table stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_reset(tsume: *mut yomi_tsume) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::reset(handle(tsume)) })
}

/// Asks the search to stop at its next node; see yomi_dfpn_cancel.
///
/// Callable at any time after yomi_tsume_init, from any thread and from an interrupt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_cancel(tsume: *mut yomi_tsume) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { handle(tsume).cancel() })
}

/// Writes how far the search is; see yomi_dfpn_progress.
///
/// Callable at any time after yomi_tsume_init, from any thread and from an interrupt.
/// YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_progress(
    tsume: *const yomi_tsume,
    out: *mut yomi_progress,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::progress(handle(tsume), out) })
}

/// Writes everything that can be said of the search; legal in every state, between steps too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_get_result(
    tsume: *mut yomi_tsume,
    out: *mut yomi_dfpn_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::result(handle(tsume), out) })
}

/// Writes the line of the last mate found; see yomi_dfpn_pv.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_pv(
    tsume: *mut yomi_tsume,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::line(handle(tsume), out, capacity, count) })
}

/// Begins to check the answer move by move; see yomi_dfpn_start_verification.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_start_verification(
    tsume: *mut yomi_tsume,
    trust: i32,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::start_verification(handle(tsume), trust, nodes) })
}

/// Checks the answer to the end; see yomi_dfpn_verify.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_tsume_verify(
    tsume: *mut yomi_tsume,
    trust: i32,
    nodes: u64,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { solver::verify(handle(tsume), trust, nodes, out) })
}
