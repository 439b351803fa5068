//! Positions as text: SFEN, read with precise errors and written canonically.
//!
//! Grammar: board, side, hands and, optionally, the move number, with one space between.
//! Reading is strict where the text could mean two things and where no writer would produce it;
//! it is lenient in one point: pieces in hand may come in any order.

use core::fmt;

use super::piece::{Hand, Piece, PieceKind};
use super::position::Position;
use super::sfen_error::{SfenError, SfenErrorKind, SfenField, write_number};
use super::square::Square;
use crate::score::Side;

/// What [`Position::from_sfen_with`] lets pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SfenOptions {
    /// Allows more pieces than a set holds: up to 31 pawns, 7 lances, knights, silvers and golds,
    /// and 3 bishops and rooks, board and hands together. Kings stay at one a side.
    pub more_than_a_set: bool,
}

/// A text with a place in it.
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    field: SfenField,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn error<T>(&self, kind: SfenErrorKind) -> Result<T, SfenError> {
        self.error_at(self.at, kind)
    }

    fn error_at<T>(&self, offset: usize, kind: SfenErrorKind) -> Result<T, SfenError> {
        Err(SfenError { field: self.field, offset, kind })
    }

    /// The error of a byte that has no meaning here.
    fn unexpected<T>(&self, byte: u8) -> Result<T, SfenError> {
        if byte.is_ascii() {
            self.error(SfenErrorKind::UnexpectedCharacter(byte))
        } else {
            self.error(SfenErrorKind::NotAscii)
        }
    }

    /// Steps over the space before `field`, which must not be empty.
    fn enter(&mut self, field: SfenField) -> Result<(), SfenError> {
        match self.peek() {
            Some(b' ') => self.at += 1,
            Some(byte) => return self.unexpected(byte),
            None => {}
        }
        self.field = field;
        match self.peek() {
            None | Some(b' ') => self.error(SfenErrorKind::Missing),
            Some(_) => Ok(()),
        }
    }
}

/// How many pieces of each plain kind were met, by code.
struct Census {
    counts: [u32; 9],
    options: SfenOptions,
}

impl Census {
    /// Counts `n` pieces of a plain kind; false where they are too many.
    fn add(&mut self, kind: PieceKind, n: u32) -> bool {
        let limit = if self.options.more_than_a_set { kind.most() } else { kind.in_a_set() };
        match self.counts.get_mut(usize::from(kind.code())) {
            Some(count) => {
                *count = count.saturating_add(n);
                *count <= limit
            }
            None => false,
        }
    }
}

impl Position {
    /// The position of an SFEN; the move number may be left out and is not kept.
    ///
    /// Refused besides bad syntax: more pieces than a set holds, two kings of a side, two pawns of
    /// a side on a file, pieces that could never move, and the side not to move in check. One king
    /// or none is accepted, as are missing pieces.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn from_sfen(text: &str) -> Result<Self, SfenError> {
        Self::from_sfen_with(text, SfenOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn from_sfen_with(text: &str, options: SfenOptions) -> Result<Self, SfenError> {
        Self::from_sfen_numbered(text, options).map(|(position, _)| position)
    }

    /// The same, and the move number where there is one.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn from_sfen_numbered(
        text: &str,
        options: SfenOptions,
    ) -> Result<(Self, Option<u32>), SfenError> {
        Self::from_sfen_bytes(text.as_bytes(), options)
    }

    /// The same for bytes of any kind, as a file or a C program has them.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn from_sfen_bytes(
        text: &[u8],
        options: SfenOptions,
    ) -> Result<(Self, Option<u32>), SfenError> {
        let mut reader = Reader { bytes: text, at: 0, field: SfenField::Board };
        let mut census = Census { counts: [0; 9], options };
        let mut position = Self::empty();
        if matches!(reader.peek(), None | Some(b' ')) {
            return reader.error(SfenErrorKind::Missing);
        }
        read_board(&mut reader, &mut census, &mut position)?;

        reader.enter(SfenField::Side)?;
        let side_offset = reader.at;
        match reader.peek() {
            Some(b'b') => {}
            Some(b'w') => position.set_side(Side::Second),
            Some(byte) => return reader.unexpected(byte),
            None => return reader.error(SfenErrorKind::Missing),
        }
        reader.at += 1;

        reader.enter(SfenField::Hand)?;
        read_hands(&mut reader, &mut census, &mut position)?;

        let number = if reader.peek().is_some() {
            reader.enter(SfenField::MoveNumber)?;
            Some(read_number(&mut reader)?)
        } else {
            None
        };
        if position.is_in_check(position.side().other()) {
            reader.field = SfenField::Side;
            return reader.error_at(side_offset, SfenErrorKind::KingCanBeTaken);
        }
        Ok((position, number))
    }

    /// Writes the SFEN of the position, with move number 1.
    ///
    /// # Errors
    ///
    /// An error of the writer.
    pub fn write_sfen(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_sfen_numbered(out, Some(1))
    }

    /// Writes the SFEN of the position with this move number, or without one.
    ///
    /// # Errors
    ///
    /// An error of the writer.
    pub fn write_sfen_numbered(
        &self,
        out: &mut impl fmt::Write,
        number: Option<u32>,
    ) -> fmt::Result {
        for rank in 0..9 {
            if rank > 0 {
                out.write_char('/')?;
            }
            let mut empty = 0u8;
            for file in (0..9).rev() {
                let piece = Square::at(file, rank).and_then(|square| self.piece(square));
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out.write_char(char::from(b'0' + empty))?;
                    empty = 0;
                }
                if piece.kind.is_promoted() {
                    out.write_char('+')?;
                }
                out.write_char(letter(piece))?;
            }
            if empty > 0 {
                out.write_char(char::from(b'0' + empty))?;
            }
        }
        out.write_str(match self.side() {
            Side::First => " b ",
            Side::Second => " w ",
        })?;
        let mut none = true;
        for side in [Side::First, Side::Second] {
            for kind in PieceKind::HAND {
                let count = self.hand(side).count(kind);
                if count == 0 {
                    continue;
                }
                none = false;
                if count > 1 {
                    write_number(count, out)?;
                }
                out.write_char(letter(Piece { side, kind }))?;
            }
        }
        if none {
            out.write_char('-')?;
        }
        match number {
            Some(number) => {
                out.write_char(' ')?;
                write_number(number, out)
            }
            None => Ok(()),
        }
    }
}

/// The letter of a piece without its `+`.
pub(crate) fn letter(piece: Piece) -> char {
    let letter = piece.kind.letter();
    char::from(match piece.side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    })
}

/// The side and plain kind of a letter.
fn read_letter(byte: u8) -> Option<Piece> {
    let kind = PieceKind::from_letter(byte.to_ascii_uppercase())?;
    let side = if byte.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some(Piece { side, kind })
}

fn read_board(
    reader: &mut Reader<'_>,
    census: &mut Census,
    position: &mut Position,
) -> Result<(), SfenError> {
    let mut rank = 0u8;
    // Squares of this rank that are filled, from file 9 down.
    let mut filled = 0u8;
    let mut after_number = false;
    loop {
        match reader.peek() {
            None | Some(b' ') => {
                if filled < 9 {
                    return reader.error(SfenErrorKind::RankTooShort);
                }
                if rank < 8 {
                    return reader.error(SfenErrorKind::TooFewRanks);
                }
                return Ok(());
            }
            Some(b'/') => {
                if filled < 9 {
                    return reader.error(SfenErrorKind::RankTooShort);
                }
                if rank == 8 {
                    return reader.error(SfenErrorKind::TooManyRanks);
                }
                rank += 1;
                filled = 0;
                after_number = false;
            }
            Some(b'0') => return reader.error(SfenErrorKind::NoEmptySquares),
            Some(byte @ b'1'..=b'9') => {
                if after_number {
                    return reader.error(SfenErrorKind::SplitEmptySquares);
                }
                filled += byte - b'0';
                if filled > 9 {
                    return reader.error(SfenErrorKind::RankTooLong);
                }
                after_number = true;
            }
            Some(byte) => {
                let start = reader.at;
                let promoted = byte == b'+';
                if promoted {
                    reader.at += 1;
                }
                let Some(mut piece) = reader.peek().and_then(read_letter) else {
                    return match reader.peek() {
                        Some(byte) if !promoted => reader.unexpected(byte),
                        Some(byte) if !byte.is_ascii() => reader.unexpected(byte),
                        _ => reader.error_at(start, SfenErrorKind::PromotedNothing),
                    };
                };
                let plain = piece.kind;
                if promoted {
                    if !plain.can_promote() {
                        return reader.error_at(start, SfenErrorKind::CannotPromote(plain));
                    }
                    piece.kind = plain.promoted();
                }
                if filled == 9 {
                    return reader.error_at(start, SfenErrorKind::RankTooLong);
                }
                let Some(square) = Square::at(8 - filled, rank) else {
                    return reader.error_at(start, SfenErrorKind::RankTooLong);
                };
                filled += 1;
                after_number = false;
                if plain == PieceKind::King && position.king(piece.side).is_some() {
                    return reader.error_at(start, SfenErrorKind::TwoKings(piece.side));
                }
                if !census.add(plain, 1) {
                    return reader.error_at(start, SfenErrorKind::TooManyPieces(plain));
                }
                if let Some(kind) = misplaced(position, square, piece) {
                    return reader.error_at(start, kind);
                }
                position.put(square, piece);
            }
        }
        reader.at += 1;
    }
}

/// The rule that a piece on this square would break.
fn misplaced(position: &Position, square: Square, piece: Piece) -> Option<SfenErrorKind> {
    let ranks_ahead = match piece.side {
        Side::First => square.rank(),
        Side::Second => 8 - square.rank(),
    };
    let needed = match piece.kind {
        PieceKind::Pawn | PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        _ => 0,
    };
    if ranks_ahead < needed {
        return Some(SfenErrorKind::NeverMoves(piece.kind));
    }
    if piece.kind == PieceKind::Pawn {
        let pawns = position.kind(PieceKind::Pawn) & position.pieces(piece.side);
        if pawns.file_fill().contains(square.index()) {
            return Some(SfenErrorKind::TwoPawns(square.file() + 1));
        }
    }
    None
}

fn read_hands(
    reader: &mut Reader<'_>,
    census: &mut Census,
    position: &mut Position,
) -> Result<(), SfenError> {
    if reader.peek() == Some(b'-') {
        reader.at += 1;
        return match reader.peek() {
            None | Some(b' ') => Ok(()),
            Some(byte) => reader.unexpected(byte),
        };
    }
    let mut hands = [Hand::EMPTY; 2];
    while let Some(byte) = reader.peek() {
        if byte == b' ' {
            break;
        }
        let start = reader.at;
        let mut count = 0u32;
        let mut digits = 0;
        while let Some(digit @ b'0'..=b'9') = reader.peek() {
            if digit == b'0' && digits == 0 {
                return reader.error_at(start, SfenErrorKind::BadCount);
            }
            count = count.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            digits += 1;
            reader.at += 1;
        }
        if digits == 0 {
            count = 1;
        } else if count == 1 {
            return reader.error_at(start, SfenErrorKind::BadCount);
        }
        let Some(piece) = reader.peek().and_then(read_letter) else {
            return match reader.peek() {
                Some(b'+') => reader.error(SfenErrorKind::PromotedInHand),
                None | Some(b' ') => reader.error_at(start, SfenErrorKind::CountWithoutPiece),
                Some(byte) => reader.unexpected(byte),
            };
        };
        if piece.kind == PieceKind::King {
            return reader.error(SfenErrorKind::KingInHand);
        }
        if !census.add(piece.kind, count) {
            return reader.error_at(start, SfenErrorKind::TooManyPieces(piece.kind));
        }
        if let Some(hand) = hands.get_mut(piece.side as usize) {
            if hand.has(piece.kind) {
                return reader.error_at(start, SfenErrorKind::RepeatedPiece(piece.kind));
            }
            for _ in 0..count {
                match hand.with(piece.kind) {
                    Some(more) => *hand = more,
                    None => {
                        return reader.error_at(start, SfenErrorKind::TooManyPieces(piece.kind));
                    }
                }
            }
        }
        reader.at += 1;
    }
    let [black, white] = hands;
    position.set_hand(Side::First, black);
    position.set_hand(Side::Second, white);
    Ok(())
}

fn read_number(reader: &mut Reader<'_>) -> Result<u32, SfenError> {
    let start = reader.at;
    let mut number = 0u32;
    while let Some(byte) = reader.peek() {
        match byte {
            b'0'..=b'9' => {
                number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
                if number == 0 || number > 999_999_999 {
                    return reader.error_at(start, SfenErrorKind::BadMoveNumber);
                }
            }
            b' ' => return reader.error(SfenErrorKind::TrailingText),
            byte if reader.at == start => return reader.unexpected(byte),
            byte if !byte.is_ascii() => return reader.error(SfenErrorKind::NotAscii),
            _ => return reader.error(SfenErrorKind::TrailingText),
        }
        reader.at += 1;
    }
    Ok(number)
}
