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

impl fmt::Display for SfenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing => f.write_str("the field is missing"),
            Self::NotAscii => f.write_str("a byte that is not ASCII"),
            Self::UnexpectedCharacter(byte) => {
                f.write_str("unexpected character '")?;
                fmt::Display::fmt(&byte.escape_ascii(), f)?;
                f.write_str("'")
            }
            Self::TrailingText => f.write_str("text after the end"),
            Self::RankTooLong => f.write_str("a rank of more than nine squares"),
            Self::RankTooShort => f.write_str("a rank of fewer than nine squares"),
            Self::TooManyRanks => f.write_str("more than nine ranks"),
            Self::TooFewRanks => f.write_str("fewer than nine ranks"),
            Self::NoEmptySquares => f.write_str("0 empty squares"),
            Self::SplitEmptySquares => f.write_str("two numbers of empty squares in a row"),
            Self::PromotedNothing => f.write_str("'+' without a piece"),
            Self::CannotPromote(kind) => write!(f, "a {} does not promote", kind.name()),
            Self::KingInHand => f.write_str("a king in hand"),
            Self::PromotedInHand => f.write_str("a promoted piece in hand"),
            Self::BadCount => f.write_str("a count below 2 or with a leading zero"),
            Self::CountWithoutPiece => f.write_str("a count without a piece"),
            Self::RepeatedPiece(kind) => write!(f, "{}s counted twice", kind.name()),
            Self::BadMoveNumber => {
                f.write_str("a move number of 0, with a leading zero or too large")
            }
            Self::TooManyPieces(kind) => write!(f, "too many {}s", kind.name()),
            Self::TwoKings(Side::First) => f.write_str("a second king of black"),
            Self::TwoKings(Side::Second) => f.write_str("a second king of white"),
            Self::TwoPawns(file) => write!(f, "two pawns of one side on file {file}"),
            Self::NeverMoves(kind) => write!(f, "a {} that could never move", kind.name()),
            Self::KingCanBeTaken => f.write_str("the side not to move is in check"),
        }
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, byte {}: {}", self.field.name(), self.offset, self.kind)
    }
}

impl core::error::Error for SfenError {}
