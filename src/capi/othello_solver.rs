//! Exact endgames of Othello: `yomi_othello_solver_*`.

use core::ffi::c_void;
use core::mem::{offset_of, size_of};

use static_assertions::{const_assert, const_assert_eq};

use crate::alphabeta::{Config, Limits, Size};
use crate::games::othello::{Othello, Scoring};
use crate::score::Score;
use crate::status::Error;

use super::memory;
use super::object;
use super::othello::{position, scoring, yomi_othello};
use super::search::{self, Host, Object};
use super::settings::{driver, yomi_alphabeta_result, yomi_alphabeta_snapshot};
use super::status::{from_result, from_step, yomi_move, yomi_score, yomi_status};

/// A solver of endgames of Othello: the exact result with perfect play of both sides. It is an
/// alpha-beta search, with the verbs and the results of yomi_alphabeta.
///
/// Life: yomi_othello_solver_init makes it; yomi_othello_solver_set_table gives it a table;
/// yomi_othello_solver_set_position sets a position; then as with yomi_alphabeta.
pub struct yomi_othello_solver {
    _opaque: [u8; 0],
}

/// What a solver of Othello does and how far it may go. 0 in any field is a sound choice.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_othello_settings {
    /// sizeof(yomi_othello_settings).
    pub struct_size: u32,
    /// YOMI_DRIVER_...: YOMI_DRIVER_PVS, or YOMI_DRIVER_MTDF, which with a table of some size
    /// visits fewer nodes.
    pub driver: i32,
    /// Nodes; 0 for no limit.
    pub nodes: u64,
    /// YOMI_OTHELLO_EMPTIES_TO_WINNER or YOMI_OTHELLO_DISCS.
    pub scoring: i32,
    /// The first guess of YOMI_DRIVER_MTDF; even with YOMI_OTHELLO_EMPTIES_TO_WINNER.
    pub first_guess: yomi_score,
    /// The least and the greatest score of interest, within -64 and 64; both 0 for all. A score
    /// outside comes back as the end of the range that it lies beyond: -2 and 2 ask who wins. Even
    /// with YOMI_OTHELLO_EMPTIES_TO_WINNER.
    pub low: yomi_score,
    /// See "low".
    pub high: yomi_score,
}

const SETTINGS_SIZE: usize = 32;
const_assert_eq!(size_of::<yomi_othello_settings>(), SETTINGS_SIZE);
const_assert_eq!(offset_of!(yomi_othello_settings, nodes), 8);

/// The most empty squares a position has.
const MOST_EMPTIES: u32 = 60;

/// What YOMI_OTHELLO_SOLVER_WORDS allows for the game, in bytes.
const GAME_BYTES: usize = 132 * 8;

const_assert!(search::macro_is_enough::<Othello>());

impl Host for Othello {
    const MAGIC: u32 = u32::from_be_bytes(*b"yOtS");
    const GAME_BYTES: usize = GAME_BYTES;
}

fn handle(solver: *const yomi_othello_solver) -> *mut Object<Othello> {
    solver.cast_mut().cast()
}

/// The memory of a search with so many empty squares: a pass before each move, and as many moves
/// as there are empty squares, or a pass.
fn size(empties: u32) -> Result<Size, Error> {
    if empties > MOST_EMPTIES {
        return Err(Error::Config);
    }
    let empties = empties as usize;
    Ok(Size {
        plies: 2 * empties + 2,
        moves: empties * (empties + 3) / 2 + 1,
        history: 0,
        countermoves: 0,
    })
}

/// The settings behind a pointer, the default ones where it is null, and the scoring.
///
/// # Safety
///
/// Where `settings` is not null and aligned, it points to a struct of the size that its first field
/// says.
unsafe fn read(
    settings: *const yomi_othello_settings,
) -> Result<((Config, Limits), Scoring), Error> {
    let mut all = yomi_othello_settings {
        struct_size: SETTINGS_SIZE as u32,
        driver: 0,
        nodes: 0,
        scoring: 0,
        first_guess: 0,
        low: 0,
        high: 0,
    };
    if !settings.is_null() {
        // SAFETY: the caller's word; every bit pattern is a valid struct of settings.
        all = unsafe { memory::sized(settings, SETTINGS_SIZE) }?;
    }
    let rule = scoring(all.scoring)?;
    // With the empty squares to the winner every score is even.
    let granularity: Score = if rule == Scoring::EmptiesToWinner { 2 } else { 1 };
    let range = if (all.low, all.high) == (0, 0) { (-64, 64) } else { (all.low, all.high) };
    let odd = (range.0 | range.1 | all.first_guess) & 1 != 0;
    if range.0 < -64 || range.1 > 64 || (odd && granularity == 2) {
        return Err(Error::Config);
    }
    let config = Config {
        range,
        granularity,
        first_guess: all.first_guess,
        ..Config::endgame(driver(all.driver)?)
    };
    config.check()?;
    let mut limits = Limits::exact();
    if all.nodes != 0 {
        limits.nodes = all.nodes;
    }
    Ok(((config, limits), rule))
}

/// Gives the game the scoring of a new search; the table's facts belong to one scoring.
///
/// # Safety
///
/// As for [`search::start`].
unsafe fn set_scoring(solver: *mut yomi_othello_solver, rule: Scoring) -> Result<(), Error> {
    // SAFETY: the caller's word.
    unsafe {
        search::change_game(handle(solver), |game| {
            let changed = game.scoring() != rule;
            if changed {
                *game = game.with_scoring(rule);
            }
            changed
        })
    }
}

/// Writes the bytes of memory that yomi_othello_solver_init needs for positions of at most
/// "empties" empty squares, up to 60. The table is separate. YOMI_OTHELLO_SOLVER_WORDS gives the
/// same for static arrays, rounded up.
///
/// YOMI_ERROR_CONFIG: there are no so many squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_mem_size(
    empties: u32,
    out: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        size(empties).and_then(search::bytes::<Othello>).and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a solver in "len" bytes at "memory" and writes its address, which is "memory", to "out".
/// Its position is one without discs, which has ended. It has no table yet, and works without one.
///
/// YOMI_ERROR_SIZE: "len" is less than yomi_othello_solver_mem_size says. YOMI_ERROR_CONFIG: there
/// are no so many squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_init(
    memory: *mut c_void,
    len: usize,
    empties: u32,
    out: *mut *mut yomi_othello_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(out)
            .and_then(|()| size(empties))
            .and_then(|size| {
                let none = Othello::new(0, 0, crate::Side::First, Scoring::default())?;
                search::init(memory, len, size, none)
            })
            .and_then(|object| memory::write(out, object.cast()))
    };
    from_result(result)
}

/// Gives the solver "len" bytes at "memory" as its table; see yomi_alphabeta_set_table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_set_table(
    solver: *mut yomi_othello_solver,
    memory: *mut c_void,
    len: usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::set_table(handle(solver), memory, len) })
}

/// Gives "solver" the table of "owner"; see yomi_alphabeta_share_table. Both must search with one
/// scoring.
///
/// YOMI_ERROR_CONFIG: their last searches had different scorings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_share_table(
    solver: *mut yomi_othello_solver,
    owner: *mut yomi_othello_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        search::game(handle(owner), |game| game.scoring()).and_then(|theirs| {
            if search::game(handle(solver), |game| game.scoring())? != theirs {
                return Err(Error::Config);
            }
            search::share_table(handle(solver), handle(owner))
        })
    };
    from_result(result)
}

/// Forgets what the table knows, in constant time. Never needed: what it knows of a position stays
/// true, and another scoring empties it.
///
/// YOMI_ERROR_STATE: a search is under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_clear_table(
    solver: *mut yomi_othello_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::clear_table(handle(solver)) })
}

/// Makes a copy of a position the solver's. A search that was under way is given up, and the last
/// result is forgotten; the table stays.
///
/// YOMI_ERROR_SIZE: it has more empty squares than the solver's memory is for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_set_position(
    solver: *mut yomi_othello_solver,
    othello: *const yomi_othello,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        search::most_plies(handle(solver)).and_then(|plies| {
            let position = position(othello)?;
            if 2 * position.empty().count_ones() as usize + 2 > plies {
                return Err(Error::Size);
            }
            search::change_game(handle(solver), |game| {
                *game = position.with_scoring(game.scoring());
                false
            })
        })
    };
    from_result(result)
}

/// Begins a search of the position; see yomi_alphabeta_start. Where the scoring is another than in
/// the last search, the table is emptied, in constant time.
///
/// "settings" may be null: PVS, no limit, empty squares to the winner.
///
/// YOMI_ERROR_CONFIG: a field is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_start(
    solver: *mut yomi_othello_solver,
    settings: *const yomi_othello_settings,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        read(settings).and_then(|(settings, rule)| {
            set_scoring(solver, rule)?;
            search::start(handle(solver), settings)
        })
    };
    from_result(result)
}

/// Goes on for at most "max_nodes" nodes; the last five empty squares are solved in one go, which
/// may take some hundreds more. See yomi_alphabeta_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_step(
    solver: *mut yomi_othello_solver,
    max_nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe { search::step(handle(solver), max_nodes) })
}

/// Begins a search and runs it to its end: yomi_othello_solver_start, then
/// yomi_othello_solver_step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_solve(
    solver: *mut yomi_othello_solver,
    settings: *const yomi_othello_settings,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        read(settings).and_then(|(settings, rule)| {
            set_scoring(solver, rule)?;
            search::solve(handle(solver), settings)
        })
    };
    from_result(result)
}

/// Lets a search that stopped go on where it stood; see yomi_alphabeta_resume.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_resume(
    solver: *mut yomi_othello_solver,
    nodes: u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::resume(handle(solver), nodes) })
}

/// Gives up what is under way. The position, the result and the table stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_reset(
    solver: *mut yomi_othello_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::reset(handle(solver)) })
}

/// Asks the search to stop at its next node; see yomi_alphabeta_cancel.
///
/// Callable at any time after yomi_othello_solver_init, from any thread and from an interrupt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_cancel(
    solver: *mut yomi_othello_solver,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { object::cancel(handle(solver), <Othello as Host>::MAGIC) })
}

/// Writes how far the search is; see yomi_alphabeta_progress.
///
/// Callable at any time after yomi_othello_solver_init, from any thread and from an interrupt.
/// YOMI_ERROR_UNSUPPORTED: the archive has the feature "minimal".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_progress(
    solver: *const yomi_othello_solver,
    out: *mut yomi_alphabeta_snapshot,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::progress(handle(solver), out) })
}

/// Writes everything that can be said of the search; see yomi_alphabeta_get_result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_get_result(
    solver: *mut yomi_othello_solver,
    out: *mut yomi_alphabeta_result,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::result(handle(solver), out) })
}

/// Writes the line of best play that belongs to the result, as far as the table knew it; see
/// yomi_alphabeta_pv. It ends before the last five empty squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_solver_pv(
    solver: *mut yomi_othello_solver,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { search::line(handle(solver), out, capacity, count) })
}
