//! Lines of Dobutsu shogi from a table of distances: `yomi_dobutsu_lines_*`.

use core::ffi::c_void;

use crate::games::dobutsu::draw::{DrawMode, DrawPlanner, MAX_LINE};
use crate::games::dobutsu::finish::Finish;
use crate::mem::{Memory, Plan};
use crate::moves::Move;
use crate::status::Error;

use super::dobutsu::{position, yomi_dobutsu};
use super::dobutsu_table::{opened, yomi_dobutsu_table};
use super::memory;
use super::place::{self, Held};
use super::status::{from_result, yomi_move, yomi_status};

use static_assertions::const_assert_eq;

/// Line of a draw: the shortest to the first repetition of a position, over both sides' free choice
/// of drawing moves.
pub const YOMI_DOBUTSU_DRAW_SHORTEST: i32 = 0;
/// Line of a draw: the shortest to the third occurrence of a position.
pub const YOMI_DOBUTSU_DRAW_THIRD: i32 = 1;
/// Line of a draw: always the first drawing move, to the first repetition.
pub const YOMI_DOBUTSU_DRAW_FIRST_MOVE: i32 = 2;
/// Line of a draw: the drawing move that leaves the opponent the fewest drawing replies, to the
/// first repetition.
pub const YOMI_DOBUTSU_DRAW_FEWEST_REPLIES: i32 = 3;

/// No line of Dobutsu shogi is longer.
pub const YOMI_DOBUTSU_LONGEST_LINE: u32 = 1024;

const_assert_eq!(YOMI_DOBUTSU_LONGEST_LINE as usize, MAX_LINE);

/// Reads lines from a table of distances: of decided positions as Tanaka's checkState does, of draws
/// to a repetition. Needs 600 KB, and 120 bytes for each position that the plan of a draw may look
/// at.
pub struct yomi_dobutsu_lines {
    _opaque: [u8; 0],
}

struct Lines {
    finish: Finish<'static>,
    planner: Option<DrawPlanner<'static>>,
}

impl Held for Lines {
    const MAGIC: u32 = u32::from_be_bytes(*b"yDoL");
}

fn plan(capacity: u32) -> Result<Plan, Error> {
    if capacity == 0 {
        return Ok(Finish::plan(Plan::new()));
    }
    if !capacity.is_power_of_two() || capacity > 1 << 28 {
        return Err(Error::Config);
    }
    // What the plan needs is more than some address spaces hold.
    let plan = DrawPlanner::plan(Plan::new(), capacity as usize);
    plan.bytes()?;
    Ok(DrawPlanner::plan(Finish::plan(Plan::new()), capacity as usize))
}

fn make(memory: &mut Memory<'static>, capacity: u32) -> Result<Lines, Error> {
    plan(capacity)?;
    let finish = Finish::new(memory)?;
    let planner = match capacity {
        0 => None,
        _ => Some(DrawPlanner::new(memory, capacity as usize)?),
    };
    Ok(Lines { finish, planner })
}

/// Writes the bytes of memory that yomi_dobutsu_lines_init needs. "capacity" is how many positions
/// the plan of a draw may look at, a power of two; 262144 is enough for every position that can
/// come about, 0 goes without lines of draws.
///
/// YOMI_ERROR_CONFIG: not a power of two, or above 2^28. YOMI_ERROR_SIZE: no address space could
/// hold it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_lines_mem_size(
    capacity: u32,
    out: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        plan(capacity)
            .and_then(Plan::bytes)
            .and_then(place::bytes::<Lines>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a reader of lines in "len" bytes at "memory" and writes its address, which is "memory", to
/// "out".
///
/// YOMI_ERROR_SIZE: "len" is less than yomi_dobutsu_lines_mem_size says. YOMI_ERROR_CONFIG: as for
/// that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_lines_init(
    memory: *mut c_void,
    len: usize,
    capacity: u32,
    out: *mut *mut yomi_dobutsu_lines,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { place::init_with(memory, len, out, |rest| make(rest, capacity)) })
}

/// Writes the value of a position as Tanaka's program counts it: 1, 0 or -1 to "win_lose" for a
/// won, drawn or lost position of the side to move, and the iteration in which it was decided to
/// "count". The count is the plies to the end, less one where the winner can force the end by a
/// capture of the lion; 0 for a draw.
///
/// Errors as for yomi_dobutsu_table_probe; YOMI_ERROR_UNSUPPORTED: the table has no distances.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_lines_value(
    lines: *mut yomi_dobutsu_lines,
    table: *mut yomi_dobutsu_table,
    dobutsu: *const yomi_dobutsu,
    win_lose: *mut i32,
    count: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Lines, _>(lines).and_then(|lines| {
            let table = opened(table)?;
            let position = position(dobutsu)?;
            memory::check(win_lose)?;
            memory::check(count)?;
            let value = lines.finish.value(table, position.board())?;
            win_lose.write(i32::from(value.win_lose));
            count.write(i32::from(value.count));
            Ok(())
        })
    };
    from_result(result)
}

/// Writes the best line of a decided position, as far as "capacity" goes, and its whole length to
/// "count": the line of Tanaka's program, which plays the first of the best moves by its count and
/// stops where the lion can be captured or a try stands. "out" may be null where "capacity" is 0.
///
/// YOMI_ERROR_STATE: the position is drawn. Others as for yomi_dobutsu_lines_value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_lines_best(
    lines: *mut yomi_dobutsu_lines,
    table: *mut yomi_dobutsu_table,
    dobutsu: *const yomi_dobutsu,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Lines, _>(lines).and_then(|lines| {
            let table = opened(table)?;
            let mut position = position(dobutsu)?;
            if lines.finish.value(table, position.board())?.win_lose == 0 {
                return Err(Error::State);
            }
            let mut moves = [Move::NONE; 256];
            let mut len = 0;
            for slot in &mut moves {
                let Some(m) = lines.finish.choose(table, position)? else { break };
                *slot = m;
                len += 1;
                position = position.after(m);
            }
            let moves = moves.get(..len).unwrap_or(&[]);
            memory::write_moves(moves, out, capacity, count)
        })
    };
    from_result(result)
}

/// Writes the line of a drawn position, as far as "capacity" goes, its whole length to "count", and
/// after how many moves the position stands first that stands again at the end to "start_of_cycle".
/// "mode" is YOMI_DOBUTSU_DRAW_...; a mirrored position is no repetition. The line is planned as a
/// whole and to be followed as it is; YOMI_DOBUTSU_LONGEST_LINE is always room enough. "out" may be
/// null where "capacity" is 0. A table of who wins is enough.
///
/// YOMI_ERROR_STATE: the position is not drawn, or the reader was made without lines of draws.
/// YOMI_ERROR_SIZE: the plan must look at more positions than the reader was made for.
/// YOMI_ERROR_CONFIG: there is no such mode. Others as for yomi_dobutsu_table_probe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_lines_draw(
    lines: *mut yomi_dobutsu_lines,
    table: *mut yomi_dobutsu_table,
    dobutsu: *const yomi_dobutsu,
    mode: i32,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
    start_of_cycle: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Lines, _>(lines).and_then(|lines| {
            let table = opened(table)?;
            let position = position(dobutsu)?;
            memory::check(start_of_cycle)?;
            let mode = match mode {
                YOMI_DOBUTSU_DRAW_SHORTEST => DrawMode::Shortest,
                YOMI_DOBUTSU_DRAW_THIRD => DrawMode::Third,
                YOMI_DOBUTSU_DRAW_FIRST_MOVE => DrawMode::FirstMove,
                YOMI_DOBUTSU_DRAW_FEWEST_REPLIES => DrawMode::FewestReplies,
                _ => return Err(Error::Config),
            };
            let planner = lines.planner.as_mut().ok_or(Error::State)?;
            let line = planner.line(table, position, mode)?;
            memory::write_moves(&line.moves, out, capacity, count)?;
            start_of_cycle.write(line.start_of_cycle);
            Ok(())
        })
    };
    from_result(result)
}
