//! What can be wrong with an SFEN: the field, the place and the reason.

use core::fmt;

use super::piece::PieceKind;
use crate::score::Side;
use crate::status::Error;

/// The part of an SFEN that an error is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SfenField {
    /// The nine ranks.
    Board,
    /// The side to move.
    Side,
    /// The pieces in hand.
    Hand,
    /// The move number.
    MoveNumber,
}

impl SfenField {
    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Side => "side to move",
            Self::Hand => "hand",
            Self::MoveNumber => "move number",
        }
    }
}

/// What is wrong with an SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// The field is not there, or empty.
    Missing,
    /// A byte that is not ASCII.
    NotAscii,
    /// A character that has no meaning here.
    UnexpectedCharacter(u8),
    /// Text after the end.
    TrailingText,
    /// A rank with more than nine squares.
    RankTooLong,
    /// A rank with fewer than nine squares.
    RankTooShort,
    /// More than nine ranks.
    TooManyRanks,
    /// Fewer than nine ranks.
    TooFewRanks,
    /// `0` empty squares.
    NoEmptySquares,
    /// Two numbers of empty squares in a row.
    SplitEmptySquares,
    /// A `+` without a piece after it.
    PromotedNothing,
    /// A `+` before a piece that does not promote.
    CannotPromote(PieceKind),
    /// A king in hand.
    KingInHand,
    /// A promoted piece in hand.
    PromotedInHand,
    /// A count of 0 or 1, or one with a leading zero.
    BadCount,
    /// A count without a piece after it.
    CountWithoutPiece,
    /// The same piece twice in one hand's text.
    RepeatedPiece(PieceKind),
    /// A move number of 0, with a leading zero, or above 999,999,999.
    BadMoveNumber,
    /// More pieces of a plain kind than a set has, or than a position can hold.
    TooManyPieces(PieceKind),
    /// A second king of one side.
    TwoKings(Side),
    /// Two unpromoted pawns of one side on a file (nifu); the file counts from 1.
    TwoPawns(u8),
    /// A piece where it could never move.
    NeverMoves(PieceKind),
    /// The king of the side not to move is in check.
    KingCanBeTaken,
}

/// Where and why a text is not the SFEN of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SfenError {
    /// The field.
    pub field: SfenField,
    /// The byte of the text where the trouble shows, from 0; the text's length where it ends too
    /// soon.
    pub offset: usize,
    /// The reason.
    pub kind: SfenErrorKind,
}

impl SfenError {
    /// [`Error::IllegalPosition`] where the text is well formed but breaks a rule of the game,
    /// otherwise [`Error::Syntax`].
    #[must_use]
    pub const fn status(&self) -> Error {
        match self.kind {
            SfenErrorKind::TooManyPieces(_)
            | SfenErrorKind::TwoKings(_)
            | SfenErrorKind::TwoPawns(_)
            | SfenErrorKind::NeverMoves(_)
            | SfenErrorKind::KingCanBeTaken => Error::IllegalPosition,
            _ => Error::Syntax,
        }
    }
}

impl From<SfenError> for Error {
    fn from(error: SfenError) -> Self {
        error.status()
    }
}

impl SfenErrorKind {
    /// What surrounds the name of a piece, or the whole reason.
    fn words(&self) -> (&'static str, Option<PieceKind>, &'static str) {
        match *self {
            Self::CannotPromote(kind) => ("a ", Some(kind), " does not promote"),
            Self::RepeatedPiece(kind) => ("", Some(kind), "s counted twice"),
            Self::TooManyPieces(kind) => ("too many ", Some(kind), "s"),
            Self::NeverMoves(kind) => ("a ", Some(kind), " that could never move"),
            Self::UnexpectedCharacter(_) => ("unexpected character ", None, ""),
            Self::TwoPawns(_) => ("two pawns of one side on file ", None, ""),
            Self::Missing => ("the field is missing", None, ""),
            Self::NotAscii => ("a byte that is not ASCII", None, ""),
            Self::TrailingText => ("text after the end", None, ""),
            Self::RankTooLong => ("a rank of more than nine squares", None, ""),
            Self::RankTooShort => ("a rank of fewer than nine squares", None, ""),
            Self::TooManyRanks => ("more than nine ranks", None, ""),
            Self::TooFewRanks => ("fewer than nine ranks", None, ""),
            Self::NoEmptySquares => ("0 empty squares", None, ""),
            Self::SplitEmptySquares => ("two numbers of empty squares in a row", None, ""),
            Self::PromotedNothing => ("'+' without a piece", None, ""),
            Self::KingInHand => ("a king in hand", None, ""),
            Self::PromotedInHand => ("a promoted piece in hand", None, ""),
            Self::BadCount => ("a count below 2 or with a leading zero", None, ""),
            Self::CountWithoutPiece => ("a count without a piece", None, ""),
            Self::BadMoveNumber => {
                ("a move number of 0, with a leading zero or too large", None, "")
            }
            Self::TwoKings(Side::First) => ("a second king of black", None, ""),
            Self::TwoKings(Side::Second) => ("a second king of white", None, ""),
            Self::KingCanBeTaken => ("the side not to move is in check", None, ""),
        }
    }

    /// Writes the reason to any text.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let (before, kind, after) = self.words();
        out.write_str(before)?;
        match (kind, *self) {
            (Some(kind), _) => out.write_str(kind.name())?,
            (None, Self::UnexpectedCharacter(byte)) => write_escaped(byte, out)?,
            (None, Self::TwoPawns(file)) => write_number(u32::from(file), out)?,
            _ => {}
        }
        out.write_str(after)
    }
}

/// Writes a character in quotes, as Rust would.
fn write_escaped(byte: u8, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char('\'')?;
    match byte {
        b'\t' => out.write_str("\\t"),
        b'\r' => out.write_str("\\r"),
        b'\n' => out.write_str("\\n"),
        b'\'' | b'"' | b'\\' => {
            out.write_char('\\')?;
            out.write_char(char::from(byte))
        }
        b' '..=b'~' => out.write_char(char::from(byte)),
        _ => {
            out.write_str("\\x")?;
            for digit in [byte >> 4, byte & 15] {
                let base = if digit < 10 { b'0' } else { b'a' - 10 };
                out.write_char(char::from(base + digit))?;
            }
            Ok(())
        }
    }?;
    out.write_char('\'')
}

/// Writes a number in decimal.
pub(super) fn write_number(number: u32, out: &mut impl fmt::Write) -> fmt::Result {
    let mut rest = number;
    let mut started = false;
    for power in
        [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10]
    {
        let mut digit = 0;
        while rest >= power {
            rest -= power;
            digit += 1;
        }
        started |= digit != 0;
        if started {
            out.write_char(char::from(b'0' + digit))?;
        }
    }
    out.write_char(char::from(b'0' + rest as u8))
}

impl SfenError {
    /// Writes field, place and reason to any text, without the machinery of `Display`, which
    /// boards do without.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.field.name())?;
        out.write_str(", byte ")?;
        write_number(self.offset as u32, out)?;
        out.write_str(": ")?;
        self.kind.write(out)
    }
}

impl fmt::Display for SfenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl core::error::Error for SfenError {}
