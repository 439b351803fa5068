//! The second player of Dobutsu shogi that wins every game: `yomi_dobutsu_player_*`.

use core::ffi::c_void;

use crate::games::dobutsu::player::{Player, Strategy};
use crate::mem::{Memory, Plan};
use crate::status::Error;

use super::dobutsu::{position, yomi_dobutsu};
use super::memory;
use super::place::{self, Held};
use super::status::{from_result, from_step, yomi_move, yomi_status};

use static_assertions::const_assert;

/// Perfect play on a small board: as the second player it wins every game from the start, with 16 KB
/// of stored moves, which may lie in flash, and a short search in 56 KB of memory. It is for games
/// that it has played from the start; elsewhere its moves have no meaning beyond the search's.
pub struct yomi_dobutsu_player {
    _opaque: [u8; 0],
}

impl Held for Player<'static> {
    const MAGIC: u32 = u32::from_be_bytes(*b"yDoP");
}

/// What YOMI_DOBUTSU_PLAYER_WORDS allows.
const FIXED_BYTES: usize = 7168;
const MEMO_BYTES: usize = 12;

const fn macro_is_enough() -> bool {
    let mut memos = 1;
    while memos <= 1 << 20 {
        match Player::plan(Plan::new(), memos).bytes() {
            // 192 bytes are more than the object takes.
            Ok(bytes) if bytes + 192 <= FIXED_BYTES + MEMO_BYTES * memos => {}
            _ => return false,
        }
        memos *= 2;
    }
    size_of::<Player<'static>>() + 8 <= 192
}

const_assert!(macro_is_enough());

/// The most positions that a player can remember.
const MOST_MEMOS: u32 = 1 << 24;

fn plan(memos: u32) -> Result<Plan, Error> {
    if !memos.is_power_of_two() || memos > MOST_MEMOS {
        return Err(Error::Config);
    }
    Ok(Player::plan(Plan::new(), memos as usize))
}

fn make(
    memory: &mut Memory<'static>,
    memos: u32,
    strategy: &'static [u8],
) -> Result<Player<'static>, Error> {
    plan(memos)?;
    let strategy = Strategy::open(strategy).map_err(|error| match error {
        // The strategy's checksum.
        Error::State => Error::Damaged,
        error => error,
    })?;
    Player::new(memory, memos as usize, strategy)
}

/// Writes the bytes of memory that yomi_dobutsu_player_init needs. "memos" is how many positions the
/// search can remember, a power of two; 4096 makes 56 KB. YOMI_DOBUTSU_PLAYER_WORDS gives the same
/// for static arrays, rounded up.
///
/// YOMI_ERROR_CONFIG: not a power of two, or above 2^24.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_player_mem_size(memos: u32, out: *mut usize) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        plan(memos)
            .and_then(Plan::bytes)
            .and_then(place::bytes::<Player<'static>>)
            .and_then(|bytes| memory::write(out, bytes))
    })
}

/// Makes a player in "len" bytes at "memory" and writes its address, which is "memory", to "out".
/// "strategy" are the "size" bytes of a file that "yomikiri dobutsu player" wrote; they are read in
/// place, need no alignment, and must stay.
///
/// YOMI_ERROR_SYNTAX: the bytes are no strategy. YOMI_ERROR_ABI: their version is not known.
/// YOMI_ERROR_DAMAGED: the checksum is wrong. YOMI_ERROR_SIZE: "size" is wrong, or "len" is less
/// than yomi_dobutsu_player_mem_size says. YOMI_ERROR_CONFIG: as for that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_player_init(
    memory: *mut c_void,
    len: usize,
    memos: u32,
    strategy: *const c_void,
    size: usize,
    out: *mut *mut yomi_dobutsu_player,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(strategy.cast::<u8>()).and_then(|()| {
            if size > isize::MAX as usize {
                return Err(Error::Size);
            }
            let bytes = core::slice::from_raw_parts(strategy.cast::<u8>(), size);
            place::init_with(memory, len, out, |rest| make(rest, memos, bytes))
        })
    };
    from_result(result)
}

/// Begins to think about a position; what was under way is given up.
///
/// YOMI_ERROR_STATE: the game has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_player_start(
    player: *mut yomi_dobutsu_player,
    dobutsu: *const yomi_dobutsu,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Player<'static>, _>(player)
            .and_then(|player| player.start(position(dobutsu)?))
    };
    from_result(result)
}

/// Looks at about "max_nodes" positions more. Returns YOMI_MORE where there is more to do and
/// YOMI_DONE where the move is known. The number of positions in all is bounded; a game takes at
/// most some ten thousand a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_player_step(
    player: *mut yomi_dobutsu_player,
    max_nodes: u32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_step(unsafe {
        place::get_mut::<Player<'static>, _>(player).and_then(|player| player.step(max_nodes))
    })
}

/// Writes the move of the position last thought about to "m", 0 where the player has none, and to
/// "plies" within how many plies the search saw the win, 0 where the move is a stored one. "plies"
/// may be null.
///
/// YOMI_ERROR_STATE: the player still thinks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_player_get_move(
    player: *const yomi_dobutsu_player,
    m: *mut yomi_move,
    plies: *mut u32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get::<Player<'static>, _>(player).and_then(|player| {
            if !plies.is_null() {
                memory::check(plies)?;
            }
            if !player.is_done() {
                return Err(Error::State);
            }
            memory::write(m, player.chosen().map_or(0, |m| m.0))?;
            if !plies.is_null() {
                plies.write(player.found().map_or(0, u32::from));
            }
            Ok(())
        })
    };
    from_result(result)
}
