//! Counting and walking of shogi positions, for firmware that counts instructions.
#![no_std]

use yomikiri::Move;
use yomikiri::games::shogi::{Position, SfenOptions};
use yomikiri::moves::Moves;

/// More moves than any position of these walks has.
const ROOM: usize = 256;

/// What was counted, and the instructions it took.
#[repr(C)]
pub struct Measure {
    pub count: u32,
    pub instructions: u32,
}

fn position(sfen: &[u8]) -> Option<Position> {
    Position::from_sfen_bytes(sfen, SfenOptions::default()).ok().map(|(position, _)| position)
}

/// Counts the legal moves `times` times.
///
/// # Safety
///
/// `sfen` points to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn measure_count(
    sfen: *const u8,
    len: usize,
    times: u32,
    instructions: extern "C" fn() -> u32,
) -> Measure {
    // SAFETY: the caller's word.
    let Some(position) = position(unsafe { core::slice::from_raw_parts(sfen, len) }) else {
        return Measure { count: 0, instructions: 0 };
    };
    let start = instructions();
    let mut count = 0;
    for _ in 0..times {
        count += core::hint::black_box(&position).legal_count() as u32;
    }
    Measure { count, instructions: instructions().wrapping_sub(start) }
}

/// Walks every line of `depth` plies, playing the last move too.
///
/// # Safety
///
/// As for [`measure_count`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn measure_walk(
    sfen: *const u8,
    len: usize,
    depth: u32,
    instructions: extern "C" fn() -> u32,
) -> Measure {
    // SAFETY: the caller's word.
    let Some(mut position) = position(unsafe { core::slice::from_raw_parts(sfen, len) }) else {
        return Measure { count: 0, instructions: 0 };
    };
    let start = instructions();
    let count = walk(&mut position, depth);
    Measure { count, instructions: instructions().wrapping_sub(start) }
}

fn walk(position: &mut Position, depth: u32) -> u32 {
    if depth == 0 {
        return 1;
    }
    let mut space = [Move::NONE; ROOM];
    let mut moves = Moves::new(&mut space);
    position.legal_moves(&mut moves);
    let mut count = 0;
    for &m in moves.as_slice() {
        position.play(m);
        count += walk(position, depth - 1);
        position.undo(m);
    }
    count
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
