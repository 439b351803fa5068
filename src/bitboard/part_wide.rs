//! The board of two words in parts: some files in one word, so that what happens around one square
//! takes half the work.

use core::ops::{BitAnd, BitOr};

use super::SquareSet;
use super::groups::{NEIGHBOURS, NEIGHBOURS_SIZES};
use super::set81_wide::{HIGH, LOW, LOW_SQUARES, RANK_0, RANK_8, Set81};

/// Some files of the board in one word, so that what happens around one square takes half the
/// work: files 1 to 7 in part 0, files 4 to 9 in part 1.
///
/// Bits for squares that do not exist may be set; [`Part::whole`] leaves them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<const P: usize>(u64);

/// The square of bit 0 of each part.
const PART_START: [u32; 2] = [0, 27];

/// The squares of each part: 63 and 54 of them.
const PART_SQUARES: [u64; 2] = [LOW, (1 << (81 - PART_START[1])) - 1];

/// The first square of the core of each part.
const CORE_START: [u32; 2] = [0, 54];

impl Set81 {
    /// The number of parts.
    pub const PARTS: usize = 2;

    /// The squares of one part.
    #[must_use]
    #[inline(always)]
    pub const fn part<const P: usize>(self) -> Part<P> {
        if P == 0 {
            return Part(self.low);
        }
        Part(self.low >> PART_START[1] | self.high << (LOW_SQUARES - PART_START[1]))
    }

    /// The squares from which no step leaves part `P`, lowest first. Each square is in the core of
    /// one part.
    #[inline(always)]
    pub fn core_squares<const P: usize>(self) -> CoreSquares<P> {
        CoreSquares(if P == 0 {
            self.low & ((1 << CORE_START[1]) - 1)
        } else {
            self.low >> CORE_START[1] | self.high << (LOW_SQUARES - CORE_START[1])
        })
    }

    /// The part that holds all squares up to two files from `index`.
    #[must_use]
    #[inline(always)]
    pub const fn part_around(index: usize) -> usize {
        (index >= 45) as usize
    }
}

impl<const P: usize> Part<P> {
    /// The set of these squares.
    #[must_use]
    #[inline(always)]
    pub const fn whole(self) -> Set81 {
        if P == 0 {
            return Set81::of(self.0 & LOW, 0);
        }
        let high = self.0 >> (LOW_SQUARES - PART_START[1]);
        Set81::of(self.0 << PART_START[1] & LOW, high & HIGH)
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the parts share a square.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Every square one file lower; what leaves the part falls off.
    #[must_use]
    #[inline(always)]
    pub const fn right(self) -> Self {
        Self(self.0 >> 9)
    }

    /// Every square one file higher; what leaves the part falls off.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Self {
        Self(self.0 << 9)
    }

    /// How many squares there are.
    #[inline(always)]
    pub(super) const fn len(self) -> u32 {
        (self.0 & PART_SQUARES[P]).count_ones()
    }

    /// The squares, lowest first.
    #[inline(always)]
    pub fn squares(self) -> PartSquares<P> {
        PartSquares(self)
    }
}

impl<const P: usize> SquareSet for Part<P> {
    #[inline(always)]
    fn up(self) -> Self {
        Self((self.0 & PART_SQUARES[P] & !RANK_0) >> 1)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self((self.0 & PART_SQUARES[P] & !RANK_8) << 1)
    }

    #[inline(always)]
    fn all(self, mut f: impl FnMut(u32) -> bool) -> bool {
        // No square past the board, which spares the reader of a table a check.
        let mut word = self.0 & PART_SQUARES[P];
        while word != 0 {
            if !f(PART_START[P] + word.trailing_zeros()) {
                return false;
            }
            word &= word.wrapping_sub(1);
        }
        true
    }

    #[inline(always)]
    fn neighbours(self, square: u32, mut f: impl FnMut(u32, &[u32; 8], usize)) {
        let index = neighbours_index(self.window(square));
        f(square.wrapping_sub(10), &NEIGHBOURS.0[index], usize::from(NEIGHBOURS_SIZES[index]));
    }

    #[inline(always)]
    fn places(self, picked: Self, square: u32, f: impl FnMut(usize, u32)) {
        places(self.window(square), picked.window(square), square.wrapping_sub(10), f);
    }
}

impl<const P: usize> Part<P> {
    /// The squares from ten below to ten above `square`, from bit 0 on.
    #[inline(always)]
    const fn window(self, square: u32) -> u32 {
        self.0.rotate_right(square.wrapping_sub(10 + PART_START[P])) as u32
    }
}

impl Set81 {
    /// The squares from ten below to ten above `square`, from bit 0 on.
    #[inline(always)]
    pub(super) const fn window(self, square: u32) -> u32 {
        let (word, start) = if Self::part_around(square as usize) == 0 {
            (self.part::<0>().0, PART_START[0])
        } else {
            (self.part::<1>().0, PART_START[1])
        };
        word.rotate_right(square.wrapping_sub(10 + start)) as u32
    }
}

/// The place in [`NEIGHBOURS`] of a window with neighbours of its middle and nothing else: three
/// files of three squares, nine apart, that move together.
#[inline(always)]
pub(super) const fn neighbours_index(window: u32) -> usize {
    (window.wrapping_mul(1 << 12 | 1 << 6 | 1) >> 12 & 0x1ff) as usize
}

/// [`SquareSet::places`] on windows that begin with square `first`.
#[inline(always)]
pub(super) fn places(window: u32, mut picked: u32, first: u32, mut f: impl FnMut(usize, u32)) {
    while picked != 0 {
        let before = window & (picked & picked.wrapping_neg()).wrapping_sub(1);
        let place = NEIGHBOURS_SIZES[neighbours_index(before)];
        f(usize::from(place), first.wrapping_add(picked.trailing_zeros()));
        picked &= picked.wrapping_sub(1);
    }
}

/// Squares of the core of a part, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct CoreSquares<const P: usize>(u64);

impl<const P: usize> Iterator for CoreSquares<P> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let word = self.0;
        if word == 0 {
            return None;
        }
        self.0 = word & word.wrapping_sub(1);
        Some((CORE_START[P] + word.trailing_zeros()) as u8)
    }
}

/// The squares of a part, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct PartSquares<const P: usize>(Part<P>);

impl<const P: usize> Iterator for PartSquares<P> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let word = self.0.0;
        if word == 0 {
            return None;
        }
        self.0.0 = word & word.wrapping_sub(1);
        Some((PART_START[P] + word.trailing_zeros()) as u8)
    }
}

impl<const P: usize> BitAnd for Part<P> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const P: usize> BitOr for Part<P> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
