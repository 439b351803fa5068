//! Positions of Dobutsu shogi: `yomi_dobutsu_*`.

use core::ffi::{c_char, c_void};

use static_assertions::const_assert_eq;

use crate::game::Game;
use crate::games::dobutsu::board::MAX_MOVES;
use crate::games::dobutsu::moves::Fields;
use crate::games::dobutsu::{Ending, Kind, Notation, Position};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

use super::memory::{self, TextBuffer};
use super::place::{self, Fixed, Held};
use super::status::{from_result, yomi_key, yomi_move, yomi_status};

/// The length of a static array of uint64_t in which yomi_dobutsu_init makes a position.
pub const YOMI_DOBUTSU_WORDS: u32 = 8;
/// More moves than any position of Dobutsu shogi has.
pub const YOMI_DOBUTSU_MOST_MOVES: u32 = 96;
/// Room for a position as text in any notation, with its zero.
pub const YOMI_DOBUTSU_TEXT_SIZE: u32 = 64;
/// Room for a move as text in any notation, with its zero.
pub const YOMI_DOBUTSU_MOVE_SIZE: u32 = 8;

/// Notation of Tanaka's checkState, six lines; moves as "+B4C3LI".
pub const YOMI_DOBUTSU_TANAKA: i32 = 0;
/// Notation of clausecker's program, "S/gle/-c-/-C-/ELG/-"; moves as "Lb4-c3".
pub const YOMI_DOBUTSU_CLAUSECKER: i32 = 1;
/// FEN as Fairy-Stockfish writes it, "gle/1c1/1C1/ELG[-] w 0 1"; moves as "b1c2".
pub const YOMI_DOBUTSU_FEN: i32 = 2;
/// SFEN, "gle/1c1/1C1/ELG b - 1"; moves as in FEN.
pub const YOMI_DOBUTSU_SFEN: i32 = 3;

/// Chick (hiyoko).
pub const YOMI_DOBUTSU_CHICK: i32 = 1;
/// Hen (niwatori), the promoted chick.
pub const YOMI_DOBUTSU_HEN: i32 = 2;
/// Elephant (zo).
pub const YOMI_DOBUTSU_ELEPHANT: i32 = 3;
/// Giraffe (kirin).
pub const YOMI_DOBUTSU_GIRAFFE: i32 = 4;
/// Lion (raion).
pub const YOMI_DOBUTSU_LION: i32 = 5;
/// Added to a piece on the board that is the second side's.
pub const YOMI_DOBUTSU_SECOND: i32 = 16;

/// The game goes on.
pub const YOMI_DOBUTSU_RUNNING: i32 = 0;
/// The lion of the side to move has been captured: it has lost.
pub const YOMI_DOBUTSU_CAPTURED: i32 = 1;
/// The opponent's lion stands on its far rank and cannot be captured: the side to move has lost.
pub const YOMI_DOBUTSU_TRIED: i32 = 2;
/// The lion of the side to move stands on its far rank, uncaptured: it has won.
pub const YOMI_DOBUTSU_STOOD: i32 = 3;

const_assert_eq!(YOMI_DOBUTSU_MOST_MOVES as usize, MAX_MOVES);
const_assert_eq!(YOMI_DOBUTSU_CHICK, Kind::Chick as i32 + 1);
const_assert_eq!(YOMI_DOBUTSU_HEN, Kind::Hen as i32 + 1);
const_assert_eq!(YOMI_DOBUTSU_ELEPHANT, Kind::Elephant as i32 + 1);
const_assert_eq!(YOMI_DOBUTSU_GIRAFFE, Kind::Giraffe as i32 + 1);
const_assert_eq!(YOMI_DOBUTSU_LION, Kind::Lion as i32 + 1);

/// A position of Dobutsu shogi, by the rules of Tanaka's analysis (2009). It costs no more than its
/// memory; copies are made by yomi_dobutsu_copy.
///
/// A side wins by capturing the lion, or by a try: its lion stands on the far rank and is not
/// captured at once. Leaving the lion in capture is legal. That a position which stands for the
/// third time is a draw is the host's to count.
///
/// Moves are numbers that hold all that yomi_dobutsu_undo needs: bits 0 to 3 the destination, 4 to 7
/// the origin (12 for a drop), 8 to 10 the piece that moves, less 1, 11 to 13 the captured piece or
/// 0, bit 14 promotion, bit 15 drop, bit 16 set. A square is 4 * file + rank, both from 0, file C
/// (the first side's right) and rank 1 (the first side's far rank) first.
pub struct yomi_dobutsu {
    _opaque: [u8; 0],
}

impl Held for Position {
    const MAGIC: u32 = u32::from_be_bytes(*b"yDob");
}

impl Fixed for Position {
    const WORDS: usize = YOMI_DOBUTSU_WORDS as usize;
}

/// No position's text is as long.
const TEXT_LIMIT: usize = 256;

/// The position behind a handle.
///
/// # Safety
///
/// As for [`place::get`].
pub(super) unsafe fn position(dobutsu: *const yomi_dobutsu) -> Result<Position, Error> {
    // SAFETY: the caller's word.
    unsafe { place::get::<Position, _>(dobutsu) }.copied()
}

fn notation(number: i32) -> Result<Notation, Error> {
    match number {
        YOMI_DOBUTSU_TANAKA => Ok(Notation::Tanaka),
        YOMI_DOBUTSU_CLAUSECKER => Ok(Notation::Clausecker),
        YOMI_DOBUTSU_FEN => Ok(Notation::Fen),
        YOMI_DOBUTSU_SFEN => Ok(Notation::Sfen),
        _ => Err(Error::Config),
    }
}

/// Whether `m` is a legal move; none is where the game has ended.
fn is_legal(position: Position, m: Move) -> bool {
    position.ending().is_none() && position.is_legal(m)
}

/// Makes the position of the start of the game in "len" bytes at "memory", at least
/// 8 * YOMI_DOBUTSU_WORDS, and writes its address, which is "memory", to "out".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_init(
    memory: *mut c_void,
    len: usize,
    out: *mut *mut yomi_dobutsu,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { place::init(memory, len, Position::START, out) })
}

/// Makes "dobutsu" the position that "from" is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_copy(
    dobutsu: *mut yomi_dobutsu,
    from: *const yomi_dobutsu,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { place::copy::<Position, _>(dobutsu, from) })
}

/// Sets the position of a zero-terminated text in any of the notations, told apart by their form.
///
/// YOMI_ERROR_SYNTAX: the text has no such form. YOMI_ERROR_ILLEGAL_POSITION: the pieces are not the
/// game's. The position stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_set_text(
    dobutsu: *mut yomi_dobutsu,
    text: *const c_char,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        place::get_mut::<Position, _>(dobutsu).and_then(|position| {
            let text = memory::text(text, TEXT_LIMIT)?;
            *position = Position::parse_bytes(text)?;
            Ok(())
        })
    };
    from_result(result)
}

/// Writes the position in a notation, YOMI_DOBUTSU_TANAKA to YOMI_DOBUTSU_SFEN, zero-terminated,
/// and its length without the zero to "len", which may be null. YOMI_DOBUTSU_TEXT_SIZE bytes are
/// always enough.
///
/// YOMI_ERROR_SIZE: "capacity" is too small. YOMI_ERROR_CONFIG: there is no such notation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_get_text(
    dobutsu: *const yomi_dobutsu,
    how: i32,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let mut text = TextBuffer::<{ YOMI_DOBUTSU_TEXT_SIZE as usize }>::new();
            position.shown(notation(how)?).write(&mut text).map_err(|_| Error::Size)?;
            text.copy(out, capacity, len)
        })
    };
    from_result(result)
}

/// Writes the legal moves of the position in Tanaka's order, and how many there are to "count":
/// none where the game has ended. A side without a legal move in a game that goes on has lost.
/// YOMI_DOBUTSU_MOST_MOVES is always room enough. "out" may be null where "capacity" is 0.
///
/// YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_moves(
    dobutsu: *const yomi_dobutsu,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let mut space = [Move::NONE; MAX_MOVES];
            let mut moves = Moves::new(&mut space);
            if position.ending().is_none() {
                position.moves_into(&mut moves);
            }
            memory::write_all_moves(moves.as_slice(), out, capacity, count)
        })
    };
    from_result(result)
}

/// Plays a move.
///
/// YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_play(
    dobutsu: *mut yomi_dobutsu,
    m: yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get_mut::<Position, _>(dobutsu) }.and_then(|position| {
        if !is_legal(*position, Move(m)) {
            return Err(Error::BadMove);
        }
        *position = position.after(Move(m));
        Ok(())
    });
    from_result(result)
}

/// Takes back "m", the move played last.
///
/// YOMI_ERROR_BAD_MOVE: it cannot have been the last move. A move that can have been, and was not,
/// is taken back all the same, and the position is then another than before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_undo(
    dobutsu: *mut yomi_dobutsu,
    m: yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { place::get_mut::<Position, _>(dobutsu) }.and_then(|position| {
        if !position.can_undo(Move(m)) {
            return Err(Error::BadMove);
        }
        *position = position.before(Move(m));
        Ok(())
    });
    from_result(result)
}

/// Writes 0 where the first side is to move and 1 where the second is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_side(
    dobutsu: *const yomi_dobutsu,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(dobutsu).and_then(|position| memory::write(out, position.side_to_move() as i32))
    })
}

/// Writes how the game stands: YOMI_DOBUTSU_RUNNING to YOMI_DOBUTSU_STOOD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_ended(
    dobutsu: *const yomi_dobutsu,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let ending = match position.ending() {
                None => YOMI_DOBUTSU_RUNNING,
                Some(Ending::Captured) => YOMI_DOBUTSU_CAPTURED,
                Some(Ending::Tried) => YOMI_DOBUTSU_TRIED,
                Some(Ending::Stood) => YOMI_DOBUTSU_STOOD,
            };
            memory::write(out, ending)
        })
    };
    from_result(result)
}

/// Writes the key of the position: board, hands and side to move. Mirrored positions have
/// different keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_key(
    dobutsu: *const yomi_dobutsu,
    out: *mut yomi_key,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(dobutsu).and_then(|mut position| memory::write(out, position.key().position))
    })
}

/// Writes what stands on a square, from 0 to 11: 0 for nothing, otherwise the piece, and
/// YOMI_DOBUTSU_SECOND more where it is the second side's.
///
/// YOMI_ERROR_CONFIG: there is no such square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_piece(
    dobutsu: *const yomi_dobutsu,
    square: i32,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            if !(0..12).contains(&square) {
                return Err(Error::Config);
            }
            let piece = position.at(square as u8).map_or(0, |(side, kind)| {
                kind as i32 + 1 + if side == Side::Second { YOMI_DOBUTSU_SECOND } else { 0 }
            });
            memory::write(out, piece)
        })
    };
    from_result(result)
}

/// Writes how many pieces of a kind, YOMI_DOBUTSU_CHICK, _ELEPHANT or _GIRAFFE, "side" (0 or 1)
/// holds.
///
/// YOMI_ERROR_CONFIG: there is no such side, or the kind is never in hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_hand(
    dobutsu: *const yomi_dobutsu,
    side: i32,
    piece: i32,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let side = match side {
                0 => Side::First,
                1 => Side::Second,
                _ => return Err(Error::Config),
            };
            let kind = match piece {
                YOMI_DOBUTSU_CHICK => Kind::Chick,
                YOMI_DOBUTSU_ELEPHANT => Kind::Elephant,
                YOMI_DOBUTSU_GIRAFFE => Kind::Giraffe,
                _ => return Err(Error::Config),
            };
            memory::write(out, position.held(side, kind.hand_slot()) as i32)
        })
    };
    from_result(result)
}

/// Writes the legal move that a zero-terminated text names in any of the notations.
///
/// YOMI_ERROR_BAD_MOVE: the text is no legal move of the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_parse_move(
    dobutsu: *const yomi_dobutsu,
    text: *const c_char,
    out: *mut yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let text = memory::text(text, 16)?;
            let m = position.parse_move_bytes(text)?;
            if !is_legal(position, m) {
                return Err(Error::BadMove);
            }
            memory::write(out, m.0)
        })
    };
    from_result(result)
}

/// Writes a move of the position in a notation, zero-terminated, and its length without the zero to
/// "len", which may be null. YOMI_DOBUTSU_MOVE_SIZE bytes are always enough.
///
/// YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
/// YOMI_ERROR_CONFIG: there is no such notation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_dobutsu_format_move(
    dobutsu: *const yomi_dobutsu,
    m: yomi_move,
    how: i32,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(dobutsu).and_then(|position| {
            let how = notation(how)?;
            let fields = Fields::decode(Move(m));
            if fields.encode() != Move(m) || fields.to >= 12 || fields.from > 12 {
                return Err(Error::BadMove);
            }
            memory::write_text(
                position.shown_move(Move(m), how).text().as_bytes(),
                out,
                capacity,
                len,
            )
        })
    };
    from_result(result)
}
