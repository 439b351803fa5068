//! Squares of the board, counted file by file from the right.

use core::fmt;

use crate::bitboard::Set81;

/// A square: `9 * file + rank`, where file 0 is file 1 (the rightmost in a diagram) and rank 0 is
/// rank a (the top). Always below 81.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square with this index, `None` from 81 up.
    #[must_use]
    #[inline(always)]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 81 { Some(Self(index)) } else { None }
    }

    /// The square in this file and rank, each from 0 to 8.
    #[must_use]
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 9 && rank < 9 { Some(Self(file * 9 + rank)) } else { None }
    }

    /// A square out of a set's bits or a move's field, which are in range by construction.
    #[inline(always)]
    pub(crate) const fn from_bits(index: u8) -> Self {
        Self(index)
    }

    /// The index, below 81.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file from 0 (file 1) to 8 (file 9).
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        // A ninth, exact for every byte; small machines have no division.
        ((self.0 as u16 * 57) >> 9) as u8
    }

    /// The rank from 0 (rank a) to 8 (rank i).
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0.wrapping_sub(self.file() * 9)
    }

    /// The square seen from the other side of the board.
    #[must_use]
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(80u8.wrapping_sub(self.0))
    }

    /// The set of this square alone.
    #[must_use]
    #[inline(always)]
    pub fn set(self) -> Set81 {
        super::tables::SINGLE.at(self)
    }

    /// All squares, in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..81).map(Self)
    }
}

impl Square {
    /// Writes it as USI does: `7g`.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_usi(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(char::from(b'1' + self.file()))?;
        out.write_char(char::from(b'a' + self.rank()))
    }
}

/// As USI writes it: `7g`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_usi(f)
    }
}
