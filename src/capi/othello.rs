//! Positions of Othello: `yomi_othello_*`.

use core::ffi::{c_char, c_void};

use static_assertions::const_assert_eq;

use crate::game::Game;
use crate::games::othello::{
    MOST_MOVES, MOST_PLIES, Othello, PASS, Scoring, move_from_text, move_text,
};
use crate::moves::{Move, Moves};
use crate::score::{Score, Side};
use crate::status::Error;

use super::memory::{self, TextBuffer};
use super::place::{self, Fixed, Held};
use super::status::{from_result, yomi_key, yomi_move, yomi_score, yomi_status};

/// The length of a static array of uint64_t in which yomi_othello_init makes a position.
pub const YOMI_OTHELLO_WORDS: u32 = 148;
/// More moves than any position of Othello has.
pub const YOMI_OTHELLO_MOST_MOVES: u32 = 34;
/// The move of a side that cannot turn a disc while the other can. The move to a square is its
/// number plus 1: a1 is 1, h1 is 8, h8 is 64.
pub const YOMI_OTHELLO_PASS: yomi_move = 65;
/// Room for a position as text, with its zero.
pub const YOMI_OTHELLO_TEXT_SIZE: u32 = 67;
/// Room for a move as text, with its zero.
pub const YOMI_OTHELLO_MOVE_SIZE: u32 = 3;

/// Scoring: the difference in discs, and empty squares count for the winner, as in tournaments and
/// in every published endgame suite.
pub const YOMI_OTHELLO_EMPTIES_TO_WINNER: i32 = 0;
/// Scoring: the difference in discs alone.
pub const YOMI_OTHELLO_DISCS: i32 = 1;

const_assert_eq!(YOMI_OTHELLO_MOST_MOVES as usize, MOST_MOVES);
const_assert_eq!(YOMI_OTHELLO_PASS, PASS.0);

/// A position of Othello on the 8x8 board, with the moves played since it was set up. It costs no
/// more than its memory; copies are made by yomi_othello_copy. Side 0 is black.
///
/// Boards are 64 bits, one a square: a1 the lowest, then b1 to h1, then a2, and h8 the highest.
pub struct yomi_othello {
    _opaque: [u8; 0],
}

/// What a handle points to: the position, and the moves played, since a position alone does not
/// tell its last move.
#[derive(Clone)]
struct Played {
    position: Othello,
    moves: [u8; MOST_PLIES],
}

impl Played {
    const fn new(position: Othello) -> Self {
        Self { position, moves: [0; MOST_PLIES] }
    }
}

impl Held for Played {
    const MAGIC: u32 = u32::from_be_bytes(*b"yOth");
}

impl Fixed for Played {
    const WORDS: usize = YOMI_OTHELLO_WORDS as usize;
}

/// No position's text is as long.
const TEXT_LIMIT: usize = 1024;

/// The position behind a handle.
///
/// # Safety
///
/// As for [`place::get`].
pub(super) unsafe fn position<'p>(othello: *const yomi_othello) -> Result<&'p Othello, Error> {
    // SAFETY: the caller's word.
    unsafe { place::get::<Played, _>(othello) }.map(|played| &played.position)
}

/// The rule behind a number.
pub(super) fn scoring(number: i32) -> Result<Scoring, Error> {
    match number {
        YOMI_OTHELLO_EMPTIES_TO_WINNER => Ok(Scoring::EmptiesToWinner),
        YOMI_OTHELLO_DISCS => Ok(Scoring::Discs),
        _ => Err(Error::Config),
    }
}

/// Makes the position of the start of the game in "len" bytes at "memory", at least
/// 8 * YOMI_OTHELLO_WORDS, and writes its address, which is "memory", to "out".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_init(
    memory: *mut c_void,
    len: usize,
    out: *mut *mut yomi_othello,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        place::init(memory, len, Played::new(Othello::start(Scoring::default())), out)
    })
}

/// Makes "othello" the position that "from" is, with the moves that led to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_copy(
    othello: *mut yomi_othello,
    from: *const yomi_othello,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { place::copy::<Played, _>(othello, from) })
}

/// Sets the position of a zero-terminated text, as the FFO test suite writes them: 64 characters
/// from a1 to h1, then a2 to h2 and so on, X or * for black, O for white, - or . for an empty
/// square; a space; X or O for the side to move. What follows a further space, tab or semicolon is
/// ignored.
///
/// YOMI_ERROR_SYNTAX: the text is anything else. The position stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_set_text(
    othello: *mut yomi_othello,
    text: *const c_char,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Played, _>(othello).and_then(|played| {
            let text = memory::text(text, TEXT_LIMIT)?;
            let text = core::str::from_utf8(text).map_err(|_| Error::Syntax)?;
            played.position = Othello::from_text(text, Scoring::default())?;
            Ok(())
        })
    };
    from_result(result)
}

/// Sets a position from the discs of both sides; "side" is the side to move, 0 for black.
///
/// YOMI_ERROR_ILLEGAL_POSITION: both sides have a disc on one square. YOMI_ERROR_CONFIG: there is
/// no such side. The position stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_set_discs(
    othello: *mut yomi_othello,
    black: u64,
    white: u64,
    side: i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get_mut::<Played, _>(othello) }.and_then(|played| {
        let side = match side {
            0 => Side::First,
            1 => Side::Second,
            _ => return Err(Error::Config),
        };
        played.position = Othello::new(black, white, side, Scoring::default())?;
        Ok(())
    });
    from_result(result)
}

/// Writes the position as yomi_othello_set_text reads it, zero-terminated, and its length without
/// the zero to "len", which may be null. YOMI_OTHELLO_TEXT_SIZE bytes are always enough.
///
/// YOMI_ERROR_SIZE: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_get_text(
    othello: *const yomi_othello,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(othello).and_then(|position| {
            let mut text = TextBuffer::<{ YOMI_OTHELLO_TEXT_SIZE as usize }>::new();
            text.push(&position.to_text());
            text.copy(out, capacity, len)
        })
    };
    from_result(result)
}

/// Writes the discs of both sides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_get_discs(
    othello: *const yomi_othello,
    black: *mut u64,
    white: *mut u64,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(othello).and_then(|position| {
            memory::check(black)?;
            memory::check(white)?;
            let discs = position.discs();
            black.write(discs.0);
            white.write(discs.1);
            Ok(())
        })
    };
    from_result(result)
}

/// Writes 0 where black is to move and 1 where white is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_side(
    othello: *const yomi_othello,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(othello).and_then(|position| memory::write(out, position.to_move() as i32))
    })
}

/// Writes the number of empty squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_empties(
    othello: *const yomi_othello,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(othello)
            .and_then(|position| memory::write(out, position.empty().count_ones() as i32))
    })
}

/// Writes the legal moves of the position and how many there are to "count": the one move
/// YOMI_OTHELLO_PASS where the side to move cannot turn a disc while the other can, none where the
/// game has ended. YOMI_OTHELLO_MOST_MOVES is always room enough. "out" may be null where
/// "capacity" is 0.
///
/// YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_moves(
    othello: *const yomi_othello,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(othello).and_then(|position| {
            let mut space = [Move::NONE; MOST_MOVES];
            let mut moves = Moves::new(&mut space);
            position.clone().moves(&mut moves)?;
            memory::write_all_moves(moves.as_slice(), out, capacity, count)
        })
    };
    from_result(result)
}

/// Plays a move.
///
/// YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_play(
    othello: *mut yomi_othello,
    m: yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get_mut::<Played, _>(othello) }.and_then(|played| {
        if !played.position.is_legal(Move(m)) {
            return Err(Error::BadMove);
        }
        *played.moves.get_mut(played.position.ply()).ok_or(Error::BadMove)? = m as u8;
        played.position.play(Move(m))
    });
    from_result(result)
}

/// Takes back "m", the move played last.
///
/// YOMI_ERROR_BAD_MOVE: it was not the last move since the position was set up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_undo(
    othello: *mut yomi_othello,
    m: yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get_mut::<Played, _>(othello) }.and_then(|played| {
        let last = played.position.ply().checked_sub(1).and_then(|ply| played.moves.get(ply));
        if last.copied().map(yomi_move::from) != Some(m) {
            return Err(Error::BadMove);
        }
        played.position.undo(Move(m))
    });
    from_result(result)
}

/// Writes 1 where the game has ended, since neither side can turn a disc, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_ended(
    othello: *const yomi_othello,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(othello).and_then(|position| memory::write(out, i32::from(position.has_ended())))
    })
}

/// Writes the score of the discs on the board by a rule, YOMI_OTHELLO_EMPTIES_TO_WINNER or
/// YOMI_OTHELLO_DISCS, from the view of the side to move: the result, where the game has ended.
///
/// YOMI_ERROR_CONFIG: there is no such rule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_score(
    othello: *const yomi_othello,
    rule: i32,
    out: *mut yomi_score,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(othello).and_then(|position| {
            let rule = scoring(rule)?;
            let (black, white) = position.discs();
            let (black, white) = (black.count_ones() as Score, white.count_ones() as Score);
            let score = match position.to_move() {
                Side::First => rule.score(black, white, 64),
                Side::Second => rule.score(white, black, 64),
            };
            memory::write(out, score)
        })
    };
    from_result(result)
}

/// Writes the key of the position: discs and side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_key(
    othello: *const yomi_othello,
    out: *mut yomi_key,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(othello).and_then(|position| memory::write(out, position.clone().key().position))
    })
}

/// Writes the legal move that a zero-terminated text names: "d3" or "D3", "--" or "pass".
///
/// YOMI_ERROR_SYNTAX: the text is no move. YOMI_ERROR_BAD_MOVE: it is not legal here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_parse_move(
    othello: *const yomi_othello,
    text: *const c_char,
    out: *mut yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(othello).and_then(|position| {
            let text = memory::text(text, 8)?;
            let text = core::str::from_utf8(text).map_err(|_| Error::Syntax)?;
            let m = move_from_text(text)?;
            if !position.is_legal(m) {
                return Err(Error::BadMove);
            }
            memory::write(out, m.0)
        })
    };
    from_result(result)
}

/// Writes a move as text, "d3", or "--" for a pass, zero-terminated, and its length without the
/// zero to "len", which may be null. YOMI_OTHELLO_MOVE_SIZE bytes are always enough.
///
/// YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_othello_format_move(
    m: yomi_move,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    if m == 0 || m > YOMI_OTHELLO_PASS {
        return Error::BadMove.code();
    }
    let mut text = TextBuffer::<{ YOMI_OTHELLO_MOVE_SIZE as usize }>::new();
    text.push(&move_text(Move(m)));
    // SAFETY: the header's contract.
    from_result(unsafe { text.copy(out, capacity, len) })
}
