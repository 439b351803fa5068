//! Shogi positions: `yomi_shogi_*`.

use core::ffi::{c_char, c_void};
use core::fmt::Write;
use core::mem::{align_of, size_of};

use static_assertions::{const_assert, const_assert_eq};

use crate::games::shogi::{
    MOST_MOVES, PieceKind, Position, SfenError, SfenField, SfenOptions, ShogiMove, Square, Stages,
    format_usi, parse_usi,
};
use crate::mem::{ALIGN, Word};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

use super::memory::{self, TextBuffer};
use super::status::{from_result, yomi_key, yomi_move, yomi_status};

/// More moves than any position of shogi has.
pub const YOMI_SHOGI_MOST_MOVES: u32 = 640;
/// The length of a static array of uint64_t in which yomi_shogi_init makes a position.
pub const YOMI_SHOGI_WORDS: u32 = 32;
/// Room for the SFEN of any position, with its zero.
pub const YOMI_SHOGI_SFEN_SIZE: u32 = 256;
/// Room for a move as USI writes it, with its zero.
pub const YOMI_SHOGI_USI_SIZE: u32 = 8;

/// Stage of moves: captures, promotions among them.
pub const YOMI_SHOGI_CAPTURES: u32 = 1;
/// Stage of moves: promotions that do not capture.
pub const YOMI_SHOGI_QUIET_PROMOTIONS: u32 = 2;
/// Stage of moves: moves on the board that neither capture nor promote.
pub const YOMI_SHOGI_QUIETS: u32 = 4;
/// Stage of moves: drops.
pub const YOMI_SHOGI_DROPS: u32 = 8;
/// Every legal move: the sum of the four stages, which are disjoint.
pub const YOMI_SHOGI_ALL: u32 = 15;
/// Added to stages: without the refusals to promote that playing engines leave out, those of pawns,
/// bishops and rooks, and those of lances on the last rank but one.
pub const YOMI_SHOGI_SENSIBLE: u32 = 16;
/// Alone: every legal move that gives check.
pub const YOMI_SHOGI_CHECKS: u32 = 32;

/// Pawn (fuhyo).
pub const YOMI_SHOGI_PAWN: i32 = 1;
/// Lance (kyosha).
pub const YOMI_SHOGI_LANCE: i32 = 2;
/// Knight (keima).
pub const YOMI_SHOGI_KNIGHT: i32 = 3;
/// Silver (ginsho).
pub const YOMI_SHOGI_SILVER: i32 = 4;
/// Bishop (kakugyo).
pub const YOMI_SHOGI_BISHOP: i32 = 5;
/// Rook (hisha).
pub const YOMI_SHOGI_ROOK: i32 = 6;
/// Gold (kinsho).
pub const YOMI_SHOGI_GOLD: i32 = 7;
/// King (gyokusho).
pub const YOMI_SHOGI_KING: i32 = 8;
/// Added to a kind that is promoted.
pub const YOMI_SHOGI_PROMOTED: i32 = 8;
/// Added to a piece on the board that is the second side's.
pub const YOMI_SHOGI_SECOND: i32 = 16;

/// The trouble is in the nine ranks of an SFEN.
pub const YOMI_SFEN_BOARD: i32 = 0;
/// The trouble is in the side to move.
pub const YOMI_SFEN_SIDE: i32 = 1;
/// The trouble is in the pieces in hand.
pub const YOMI_SFEN_HAND: i32 = 2;
/// The trouble is in the move number.
pub const YOMI_SFEN_MOVE_NUMBER: i32 = 3;

const_assert_eq!(YOMI_SHOGI_MOST_MOVES as usize, MOST_MOVES);
const_assert_eq!(YOMI_SHOGI_PAWN, PieceKind::Pawn as i32);
const_assert_eq!(YOMI_SHOGI_LANCE, PieceKind::Lance as i32);
const_assert_eq!(YOMI_SHOGI_KNIGHT, PieceKind::Knight as i32);
const_assert_eq!(YOMI_SHOGI_SILVER, PieceKind::Silver as i32);
const_assert_eq!(YOMI_SHOGI_BISHOP, PieceKind::Bishop as i32);
const_assert_eq!(YOMI_SHOGI_ROOK, PieceKind::Rook as i32);
const_assert_eq!(YOMI_SHOGI_GOLD, PieceKind::Gold as i32);
const_assert_eq!(YOMI_SHOGI_KING, PieceKind::King as i32);
const_assert_eq!(YOMI_SHOGI_PAWN + YOMI_SHOGI_PROMOTED, PieceKind::Tokin as i32);
const_assert_eq!(YOMI_SHOGI_ROOK + YOMI_SHOGI_PROMOTED, PieceKind::Dragon as i32);
const_assert!(size_of::<Object>() <= YOMI_SHOGI_WORDS as usize * size_of::<Word>());
const_assert!(align_of::<Object>() <= ALIGN);

/// A position of shogi. It costs no more than its memory; copies are made by yomi_shogi_copy.
///
/// Moves are numbers that hold all that yomi_shogi_undo needs: bits 0 to 6 the destination, 7 to 13
/// the origin (0 for a drop), bit 14 promotion, bit 15 drop, bits 16 to 19 the piece that moves, 20
/// to 23 the captured piece or 0. A square is 9 * file + rank, both from 0, file 1 and rank a first.
/// A piece is YOMI_SHOGI_PAWN to YOMI_SHOGI_KING, and YOMI_SHOGI_PROMOTED more where it is promoted.
pub struct yomi_shogi {
    _opaque: [u8; 0],
}

/// Where and why a text is not the SFEN of a position.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_sfen_error {
    /// sizeof(yomi_sfen_error), set by the caller.
    pub struct_size: u32,
    /// The field that the trouble is in: YOMI_SFEN_...
    pub field: i32,
    /// The byte of the text where the trouble shows, from 0.
    pub offset: u32,
    /// 0.
    pub reserved: u32,
    /// Field, place and reason in English, zero-terminated: "hand, byte 21: a king in hand".
    pub message: [c_char; 80],
}

const SFEN_ERROR_SIZE: usize = 96;
const_assert_eq!(size_of::<yomi_sfen_error>(), SFEN_ERROR_SIZE);

/// A position at the start of caller memory.
#[repr(C)]
struct Object {
    magic: u32,
    reserved: u32,
    position: Position,
}

const MAGIC: u32 = u32::from_be_bytes(*b"ySho");

/// No SFEN is as long, nor is any move.
const TEXT_LIMIT: usize = 1024;

/// The position behind a handle.
///
/// # Safety
///
/// Where `shogi` is not null and aligned, it points to readable memory, which, where it holds a
/// position, nothing else uses for 'p.
pub(super) unsafe fn position<'p>(shogi: *const yomi_shogi) -> Result<&'p Position, Error> {
    // SAFETY: the caller's word.
    unsafe { position_mut(shogi.cast_mut()) }.map(|position| &*position)
}

/// The same, to change it.
///
/// # Safety
///
/// As for [`position`].
unsafe fn position_mut<'p>(shogi: *mut yomi_shogi) -> Result<&'p mut Position, Error> {
    let object = shogi.cast::<Object>();
    memory::check(object)?;
    // SAFETY: not null, aligned and readable; any bits are a valid number.
    if unsafe { (*object).magic } != MAGIC {
        return Err(Error::State);
    }
    // SAFETY: what `init` made is a whole object, used by this call alone.
    Ok(unsafe { &mut (*object).position })
}

/// The position of an SFEN, or its status, described in `error` where that is not null.
///
/// # Safety
///
/// As for [`memory::text`] and [`memory::write_sized`].
pub(super) unsafe fn read_sfen(
    sfen: *const c_char,
    error: *mut yomi_sfen_error,
) -> Result<Position, Error> {
    // SAFETY: the caller's word.
    let text = unsafe { memory::text(sfen, TEXT_LIMIT) }?;
    let trouble = match Position::from_sfen_bytes(text, SfenOptions::default()) {
        Ok((position, _)) => return Ok(position),
        Err(trouble) => trouble,
    };
    // SAFETY: the caller's word.
    unsafe { refuse_sfen(error, Trouble::Text(trouble), trouble.status()) }
}

/// Writes why a text is refused to `error`, where that is not null, and returns the status.
///
/// # Safety
///
/// As for [`memory::write_sized`].
pub(super) unsafe fn refuse_sfen<T>(
    error: *mut yomi_sfen_error,
    trouble: Trouble,
    status: Error,
) -> Result<T, Error> {
    if !error.is_null() {
        let description = describe(&trouble);
        // SAFETY: the caller's word; the struct is repr(C) and without padding.
        unsafe { memory::write_sized(error, SFEN_ERROR_SIZE, &description) }?;
    }
    Err(status)
}

/// What is wrong with a text.
pub(super) enum Trouble {
    /// It is not the SFEN of a position.
    Text(SfenError),
    /// The position has no king to mate.
    NoDefender,
}

fn describe(trouble: &Trouble) -> yomi_sfen_error {
    let mut text = TextBuffer::<80>::new();
    // A text that does not fit is cut.
    let (field, offset, _) = match trouble {
        Trouble::Text(trouble) => (trouble.field, trouble.offset, trouble.write(&mut text)),
        Trouble::NoDefender => {
            (SfenField::Board, 0, text.write_str("board: the side to be mated has no king"))
        }
    };
    yomi_sfen_error {
        struct_size: SFEN_ERROR_SIZE as u32,
        field: match field {
            SfenField::Board => YOMI_SFEN_BOARD,
            SfenField::Side => YOMI_SFEN_SIDE,
            SfenField::Hand => YOMI_SFEN_HAND,
            SfenField::MoveNumber => YOMI_SFEN_MOVE_NUMBER,
        },
        offset: offset as u32,
        reserved: 0,
        message: text.bytes().map(|byte| byte as c_char),
    }
}

/// Makes the position of the start of the game in "len" bytes at "memory", at least
/// 8 * YOMI_SHOGI_WORDS, and writes its address, which is "memory", to "out".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_init(
    memory: *mut c_void,
    len: usize,
    out: *mut *mut yomi_shogi,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        memory::check(out).and_then(|()| memory::block::<'static>(memory, len)).and_then(|block| {
            if size_of_val(block) < YOMI_SHOGI_WORDS as usize * size_of::<Word>() {
                return Err(Error::Size);
            }
            let (place, _) = memory::object(block)?;
            let object =
                place.write(Object { magic: MAGIC, reserved: 0, position: Position::start() });
            memory::write(out, core::ptr::from_mut(object).cast())
        })
    };
    from_result(result)
}

/// Makes "shogi" the position that "from" is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_copy(
    shogi: *mut yomi_shogi,
    from: *const yomi_shogi,
) -> yomi_status {
    if core::ptr::eq(shogi, from) {
        // SAFETY: the header's contract.
        return from_result(unsafe { position(from) }.map(|_| ()));
    }
    // SAFETY: the header's contract; the two are different objects.
    let result = unsafe {
        position(from).and_then(|from| {
            position_mut(shogi)?.clone_from(from);
            Ok(())
        })
    };
    from_result(result)
}

/// Sets the position of a zero-terminated SFEN: board, side, hands and, optionally, the move
/// number, which is checked and not kept. Refused are, besides bad syntax, more pieces than a set
/// holds, two kings of a side, two pawns of a side on a file, pieces that could never move, and
/// the side not to move in check. A king of either side may be missing.
///
/// "error" may be null; it is written where the text is refused, and only then.
///
/// YOMI_ERROR_SYNTAX: the text does not follow the grammar. YOMI_ERROR_ILLEGAL_POSITION: it breaks a
/// rule of the game. The position stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_set_sfen(
    shogi: *mut yomi_shogi,
    sfen: *const c_char,
    error: *mut yomi_sfen_error,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position_mut(shogi).and_then(|position| {
            *position = read_sfen(sfen, error)?;
            Ok(())
        })
    };
    from_result(result)
}

/// Writes the SFEN of the position with move number 1, zero-terminated, and its length without the
/// zero to "len", which may be null. YOMI_SHOGI_SFEN_SIZE bytes are always enough.
///
/// YOMI_ERROR_SIZE: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_get_sfen(
    shogi: *const yomi_shogi,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(shogi).and_then(|position| {
            let mut text = TextBuffer::<{ YOMI_SHOGI_SFEN_SIZE as usize }>::new();
            position.write_sfen(&mut text).map_err(|_| Error::Size)?;
            text.copy(out, capacity, len)
        })
    };
    from_result(result)
}

/// Writes the legal moves of the position that belong to "stages", a sum of YOMI_SHOGI_... stages,
/// and how many there are to "count". YOMI_SHOGI_MOST_MOVES is always room enough. "out" may be
/// null where "capacity" is 0.
///
/// YOMI_ERROR_TOO_MANY_MOVES: "capacity" is too small. YOMI_ERROR_CONFIG: "stages" is no such sum.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_moves(
    shogi: *const yomi_shogi,
    stages: u32,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { moves(shogi, stages, out, capacity, count) })
}

/// # Safety
///
/// As for [`yomi_shogi_moves`].
unsafe fn moves(
    shogi: *const yomi_shogi,
    number: u32,
    out: *mut yomi_move,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Error> {
    // SAFETY: the caller's word.
    let position = unsafe { position(shogi) }?;
    memory::check(count)?;
    let stages = match number {
        YOMI_SHOGI_CHECKS => None,
        0..32 => Some(stages(number)),
        _ => return Err(Error::Config),
    };
    let limits = position.limits();
    // Nothing is written where not everything fits, so a short buffer costs a count first.
    if capacity < MOST_MOVES {
        let needed = match stages {
            Some(stages) => position.count_of(&limits, stages),
            None => position.checking_count(),
        };
        if capacity < needed as usize {
            return Err(Error::TooManyMoves);
        }
    }
    let space: &mut [Move] = if capacity == 0 {
        &mut []
    } else {
        memory::check(out)?;
        // SAFETY: the caller gives room for `capacity` moves, of which at most MOST_MOVES are used;
        // Move is a transparent u32, and a Move may have any bits.
        unsafe { core::slice::from_raw_parts_mut(out.cast(), capacity.min(MOST_MOVES)) }
    };
    let mut list = Moves::new(space);
    match stages {
        Some(stages) => position.moves_of(&limits, stages, &mut list),
        None => position.checking_moves_with(&limits, &mut list),
    }
    let len = list.finish()?;
    // SAFETY: checked above.
    unsafe { count.write(len) };
    Ok(())
}

/// The stages behind a sum.
fn stages(number: u32) -> Stages {
    let mut stages = Stages::NONE;
    for (bit, stage) in [
        (YOMI_SHOGI_CAPTURES, Stages::CAPTURES),
        (YOMI_SHOGI_QUIET_PROMOTIONS, Stages::QUIET_PROMOTIONS),
        (YOMI_SHOGI_QUIETS, Stages::QUIETS),
        (YOMI_SHOGI_DROPS, Stages::DROPS),
    ] {
        if number & bit != 0 {
            stages = stages.and(stage);
        }
    }
    if number & YOMI_SHOGI_SENSIBLE != 0 { stages.sensible() } else { stages }
}

/// Plays a move.
///
/// YOMI_ERROR_BAD_MOVE: it is not legal here, whatever its bits are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_play(shogi: *mut yomi_shogi, m: yomi_move) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { position_mut(shogi) }.and_then(|position| {
        let m = Move(m);
        if !position.is_legal(m) {
            return Err(Error::BadMove);
        }
        position.play(m);
        Ok(())
    });
    from_result(result)
}

/// Takes back "m", the move played last.
///
/// YOMI_ERROR_BAD_MOVE: it cannot have been the last move, since its piece does not stand where it
/// went, its origin is not empty, or the captured piece is not in hand. A position does not remember
/// its last move: one that could have been it, and was not, is taken back all the same, and the
/// position is then another than before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_undo(shogi: *mut yomi_shogi, m: yomi_move) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe { position_mut(shogi) }.and_then(|position| {
        if !can_undo(position, ShogiMove(Move(m))) {
            return Err(Error::BadMove);
        }
        position.undo(Move(m));
        Ok(())
    });
    from_result(result)
}

/// Whether `m` can have led to `position`: its piece stands where it went, its origin is empty, and
/// its captor holds what was captured.
fn can_undo(position: &Position, m: ShogiMove) -> bool {
    let mover = position.side().other();
    let (Some(to), Some(kind)) = (m.to(), m.kind()) else { return false };
    let after = if m.is_promotion() { kind.promoted() } else { kind };
    if position.piece(to).map(|piece| (piece.side, piece.kind)) != Some((mover, after)) {
        return false;
    }
    if m.is_drop() {
        return m.from().is_none()
            && m.captured().is_none()
            && !m.is_promotion()
            && PieceKind::HAND.contains(&kind)
            && ShogiMove::drop(kind, to) == m;
    }
    let Some(from) = m.from() else { return false };
    position.piece(from).is_none()
        && (!m.is_promotion() || kind.can_promote())
        && m.captured().is_none_or(|captured| {
            captured != PieceKind::King && position.hand(mover).has(captured.plain())
        })
        && ShogiMove::board(from, to, kind, m.captured(), m.is_promotion()) == m
}

/// Writes 0 where the first side (black, sente) is to move and 1 where the second is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_side(shogi: *const yomi_shogi, out: *mut i32) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi).and_then(|position| memory::write(out, position.side() as i32))
    })
}

/// Writes 1 where the side to move is in check, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_in_check(
    shogi: *const yomi_shogi,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi).and_then(|position| memory::write(out, i32::from(position.in_check())))
    })
}

/// Writes the key of the position: board, hands and side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_key(
    shogi: *const yomi_shogi,
    out: *mut yomi_key,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe { position(shogi).and_then(|position| memory::write(out, position.key())) })
}

/// Writes what stands on a square, from 0 to 80: 0 for nothing, otherwise the piece, and
/// YOMI_SHOGI_SECOND more where it is the second side's.
///
/// YOMI_ERROR_CONFIG: there is no such square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_piece(
    shogi: *const yomi_shogi,
    square: i32,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(shogi).and_then(|position| {
            let square = u8::try_from(square).ok().and_then(Square::new).ok_or(Error::Config)?;
            let piece = position.piece(square).map_or(0, |piece| {
                i32::from(piece.kind.code())
                    + if piece.side == Side::Second { YOMI_SHOGI_SECOND } else { 0 }
            });
            memory::write(out, piece)
        })
    };
    from_result(result)
}

/// Writes how many pieces of a kind, YOMI_SHOGI_PAWN to YOMI_SHOGI_GOLD, "side" (0 or 1) holds.
///
/// YOMI_ERROR_CONFIG: there is no such side, or the kind is never in hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_hand(
    shogi: *const yomi_shogi,
    side: i32,
    piece: i32,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(shogi).and_then(|position| {
            let side = match side {
                0 => Side::First,
                1 => Side::Second,
                _ => return Err(Error::Config),
            };
            let kind = u8::try_from(piece)
                .ok()
                .and_then(PieceKind::from_code)
                .filter(|kind| PieceKind::HAND.contains(kind))
                .ok_or(Error::Config)?;
            memory::write(out, position.hand(side).count(kind) as i32)
        })
    };
    from_result(result)
}

/// Writes the legal move that a zero-terminated text names as USI does: "7g7f", "3c2b+", "P*5e".
///
/// YOMI_ERROR_SYNTAX: the text is no move. YOMI_ERROR_BAD_MOVE: it is not legal here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_parse_usi(
    shogi: *const yomi_shogi,
    text: *const c_char,
    out: *mut yomi_move,
) -> yomi_status {
    // SAFETY: the header's contract.
    let result = unsafe {
        position(shogi).and_then(|position| {
            let text = memory::text(text, YOMI_SHOGI_USI_SIZE as usize)?;
            let text = core::str::from_utf8(text).map_err(|_| Error::Syntax)?;
            memory::write(out, parse_usi(position, text)?.0)
        })
    };
    from_result(result)
}

/// Writes a move as USI does, zero-terminated, and its length without the zero to "len", which may
/// be null. YOMI_SHOGI_USI_SIZE bytes are always enough.
///
/// YOMI_ERROR_BAD_MOVE: the number is no move. YOMI_ERROR_SIZE: "capacity" is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_format_usi(
    m: yomi_move,
    out: *mut c_char,
    capacity: usize,
    len: *mut usize,
) -> yomi_status {
    let view = ShogiMove(Move(m));
    if view.to().is_none() || view.kind().is_none() || (!view.is_drop() && view.from().is_none()) {
        return Error::BadMove.code();
    }
    let mut text = TextBuffer::<{ YOMI_SHOGI_USI_SIZE as usize }>::new();
    if format_usi(Move(m)).write(&mut text).is_err() {
        return Error::BadMove.code();
    }
    // SAFETY: the header's contract.
    from_result(unsafe { text.copy(out, capacity, len) })
}
