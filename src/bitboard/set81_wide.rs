//! Sets of the 81 squares of a 9x9 board in two words, for 64-bit machines.
//!
//! The lower half holds files 1 to 7 in its 63 low bits, the upper half files 8 and 9; the other
//! bits are always 0. No file lies across the halves, so that steps along a file and most shifts
//! need no bits of the other half, and the few that do are no double-word shifts, which are slow on
//! some processors.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::SquareSet;
use super::groups::{GROUP_SIZES, GROUPS, NEIGHBOURS, NEIGHBOURS_SIZES};
use super::part_wide::{Part, neighbours_index, places};

/// A set of squares of the 9x9 board. Square `9 * file + rank` is the bit of that number, and from
/// square 63 on the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set81 {
    pub(super) low: u64,
    pub(super) high: u64,
}

/// The squares of the lower half.
pub(super) const LOW_SQUARES: u32 = 63;
pub(super) const LOW: u64 = (1 << LOW_SQUARES) - 1;
pub(super) const HIGH: u64 = (1 << 18) - 1;

/// The squares with rank 0 in a word of which bit 0 is one of them.
pub(super) const RANK_0: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54;
pub(super) const RANK_8: u64 = RANK_0 << 8;

impl Set81 {
    /// No square.
    pub const EMPTY: Self = Self::of(0, 0);
    /// Every square.
    pub const ALL: Self = Self::of(LOW, HIGH);

    /// The set of one square; `index` is below 81.
    #[must_use]
    pub const fn single(index: usize) -> Self {
        let index = index as u32;
        if index < LOW_SQUARES {
            Self::of(1 << index, 0)
        } else {
            Self::of(0, 1 << (index.wrapping_sub(LOW_SQUARES) & 63) & HIGH)
        }
    }

    /// The squares before square `index`, at most 81.
    #[must_use]
    #[cfg(feature = "compact")]
    pub const fn below(index: usize) -> Self {
        let index = index as u32;
        if index < LOW_SQUARES {
            Self::of((1 << index) - 1, 0)
        } else {
            Self::of(LOW, (1 << (index.wrapping_sub(LOW_SQUARES) & 63)) - 1)
        }
    }

    /// The squares of the ranks from `first` to `last`, both included and below 9.
    #[must_use]
    pub const fn ranks(first: usize, last: usize) -> Self {
        let mut word = 0;
        let mut rank = first;
        while rank <= last {
            word |= RANK_0 << rank;
            rank += 1;
        }
        Self::of(word & LOW, word & HIGH)
    }

    /// The set of two halves.
    #[inline(always)]
    pub(super) const fn of(low: u64, high: u64) -> Self {
        Self { low, high }
    }

    /// The squares in both sets.
    #[inline(always)]
    const fn and(self, other: Self) -> Self {
        Self::of(self.low & other.low, self.high & other.high)
    }

    /// Both halves as one number, for subtraction.
    #[inline(always)]
    const fn number(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }

    /// The set behind a number.
    #[inline(always)]
    const fn of_number(number: u128) -> Self {
        Self::of(number as u64, (number >> 64) as u64)
    }

    /// Both sets, for constants.
    #[must_use]
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self::of(self.low | other.low, self.high | other.high)
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self::of(self.low & !other.low, self.high & !other.high)
    }

    /// Whether there is no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether the sets share a square.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.low & other.low | self.high & other.high != 0
    }

    /// Whether square `index` is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, index: usize) -> bool {
        let index = index as u32;
        let (word, bit) = if index < LOW_SQUARES {
            (self.low, index)
        } else {
            (self.high, index.wrapping_sub(LOW_SQUARES))
        };
        word >> (bit & 63) & 1 != 0
    }

    /// Whether there are two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn is_many(self) -> bool {
        self.number() & self.number().wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// The lowest square; 127 or less where there is none.
    #[must_use]
    #[inline(always)]
    pub const fn lowest(self) -> u8 {
        let low = self.low;
        if low != 0 {
            low.trailing_zeros() as u8
        } else {
            (LOW_SQUARES + (self.high | 1 << 63).trailing_zeros()) as u8
        }
    }

    /// Takes the lowest square out of the set.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u8> {
        let (low, high) = (self.low, self.high);
        if low != 0 {
            *self = Self::of(low & low.wrapping_sub(1), high);
            return Some(low.trailing_zeros() as u8);
        }
        if high == 0 {
            return None;
        }
        *self = Self::of(0, high & high.wrapping_sub(1));
        Some((LOW_SQUARES + high.trailing_zeros()) as u8)
    }

    /// Calls `f` for every square, lowest first. Meant for short bodies, which it repeats a word;
    /// [`Set81::squares`] is for long ones.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(u32)) {
        self.all(|square| {
            f(square);
            true
        });
    }

    /// The same until `f` is false; whether it never was.
    #[inline(always)]
    pub fn all(self, mut f: impl FnMut(u32) -> bool) -> bool {
        let mut low = self.low;
        while low != 0 {
            if !f(low.trailing_zeros()) {
                return false;
            }
            low &= low.wrapping_sub(1);
        }
        let mut high = self.high;
        while high != 0 {
            if !f(LOW_SQUARES + high.trailing_zeros()) {
                return false;
            }
            high &= high.wrapping_sub(1);
        }
        true
    }

    /// Whether [`Set81::for_each_group`] is a gain for sets of many squares.
    pub const GROUPS: bool = cfg!(not(feature = "compact"));

    /// Calls `f` with up to eight squares at a time, lowest first: a number, the squares less that
    /// number, and how many they are. The rest of the array means nothing.
    /// Where the set is `sparse`, groups start at a square each: squares of one file make one.
    #[inline(always)]
    pub fn for_each_group(self, sparse: bool, mut f: impl FnMut(u32, &[u32; 8], usize)) {
        for (mut word, mut first) in [(self.low, 0), (self.high, LOW_SQUARES)] {
            while word != 0 {
                if sparse {
                    let skip = word.trailing_zeros();
                    word >>= skip;
                    first += skip;
                }
                let byte = usize::from(word as u8);
                f(first, &GROUPS.0[byte], usize::from(GROUP_SIZES[byte]));
                word >>= 8;
                first += 8;
            }
        }
    }

    /// The squares, lowest first.
    #[inline(always)]
    pub fn squares(self) -> Squares {
        Squares(self)
    }

    /// Every square one rank lower (towards rank 0); rank 0 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn up(self) -> Self {
        Self::of((self.low & !RANK_0) >> 1, (self.high & !RANK_0) >> 1)
    }

    /// Every square one rank higher (towards rank 8); rank 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn down(self) -> Self {
        Self::of((self.low & !RANK_8) << 1, (self.high & !RANK_8) << 1)
    }

    /// Every square one file lower (towards file 0); file 0 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn right(self) -> Self {
        let (low, high) = (self.low, self.high);
        Self::of(low >> 9 | (high & 0x1ff) << 54, high >> 9)
    }

    /// Every square one file higher (towards file 8); file 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Self {
        let (low, high) = (self.low, self.high);
        Self::of(low << 9 & LOW, (high << 9 | low >> 54) & HIGH)
    }

    /// Whole files: every file with a square in the set.
    #[must_use]
    #[inline(always)]
    pub const fn file_fill(self) -> Self {
        const fn fill(word: u64) -> u64 {
            // In each field of 9 bits: adding 0xff to the low 8 carries into bit 8 unless they are
            // 0.
            const LOW_8: u64 = LOW & !RANK_8;
            let carry = ((word & LOW_8).wrapping_add(LOW_8) | word) & RANK_8;
            // The top bit of a field spreads over the field; no field borrows from its neighbour.
            (carry << 1).wrapping_sub(carry >> 8)
        }
        Self::of(fill(self.low), fill(self.high) & HIGH)
    }

    /// The squares that a slider reaches along `ray`, a part of a file that runs from it towards
    /// higher squares, up to and with the first square of `occupied`.
    #[must_use]
    #[inline(always)]
    pub const fn reach_up(occupied: Self, ray: Self) -> Self {
        const fn to_lowest(word: u64) -> u64 {
            word ^ word.wrapping_sub(1)
        }
        // A file lies in one half; the other half of the ray is empty.
        let Self { low, high } = occupied.and(ray);
        Self::of(to_lowest(low), to_lowest(high)).and(ray)
    }

    /// The squares that a slider reaches along `ray`, a part of a file that runs from it towards
    /// lower squares, up to and with the first square of `occupied`.
    #[must_use]
    #[inline(always)]
    pub const fn reach_down(occupied: Self, ray: Self) -> Self {
        const fn from_highest(word: u64) -> u64 {
            u64::MAX << (63 - (word | 1).leading_zeros())
        }
        let Self { low, high } = occupied.and(ray);
        Self::of(from_highest(low), from_highest(high)).and(ray)
    }

    /// The squares that a slider on the one square `square` reaches along a line in both
    /// directions, up to and with the first squares of `occupied`. `line` is `down` and `up`, the
    /// rays of the line, together; its squares are at least 8 apart.
    ///
    /// Subtraction finds the blocker above, and the same in reversed bytes the one below: no byte
    /// holds two squares of the line, so reversing the bytes reverses it (hyperbola quintessence,
    /// on bytes as in chess).
    #[must_use]
    #[inline(always)]
    pub const fn reach_line(
        occupied: Self,
        line: Self,
        down: Self,
        up: Self,
        square: Self,
    ) -> Self {
        let _ = (down, up);
        let (blockers, square) = (occupied.and(line).number(), square.number());
        let above = blockers.wrapping_sub(square);
        let below = blockers.swap_bytes().wrapping_sub(square.swap_bytes()).swap_bytes();
        Self::of_number(above ^ below).and(line)
    }
}

impl SquareSet for Set81 {
    #[inline(always)]
    fn up(self) -> Self {
        Self::up(self)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self::down(self)
    }

    #[inline(always)]
    fn all(self, f: impl FnMut(u32) -> bool) -> bool {
        Self::all(self, f)
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

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Set81);

impl Iterator for Squares {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        self.0.pop()
    }
}

impl BitAnd for Set81 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.and(other)
    }
}

impl BitOr for Set81 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitXor for Set81 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self::of(self.low ^ other.low, self.high ^ other.high)
    }
}

impl Not for Set81 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

impl BitAndAssign for Set81 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = self.and(other);
    }
}

impl BitOrAssign for Set81 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

/// Adds up the sizes of many sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    count: u32,
}

impl Tally {
    /// Counts the squares of `set`.
    #[inline(always)]
    pub fn add(&mut self, set: Set81) {
        self.count = self.count.wrapping_add(set.len());
    }

    /// Counts the squares of a part.
    #[inline(always)]
    pub fn add_part<const P: usize>(&mut self, part: Part<P>) {
        self.count = self.count.wrapping_add(part.len());
    }

    /// Counts the squares of `set`, each `times` times.
    #[inline(always)]
    pub fn add_times(&mut self, set: Set81, times: u32) {
        self.count = self.count.wrapping_add(set.len().wrapping_mul(times));
    }

    /// The sum.
    #[must_use]
    #[inline(always)]
    pub fn total(self) -> u32 {
        self.count
    }
}

/// `N` sets in 12 bytes each; `N` is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct PackedSets<const N: usize> {
    low: [u64; N],
    high: [u32; N],
}

impl<const N: usize> PackedSets<N> {
    /// `N` empty sets.
    pub const EMPTY: Self = {
        assert!(N.is_power_of_two());
        Self { low: [0; N], high: [0; N] }
    };

    /// Set number `index`, taken modulo `N`.
    #[must_use]
    #[inline(always)]
    pub const fn get(&self, index: usize) -> Set81 {
        let index = index & (N - 1);
        Set81::of(self.low[index], self.high[index] as u64)
    }

    /// Adds the squares of `set` that are not in set number `index`, and takes away those that
    /// are.
    #[inline(always)]
    pub const fn toggle(&mut self, index: usize, set: Set81) {
        let index = index & (N - 1);
        self.low[index] ^= set.low;
        self.high[index] ^= set.high as u32;
    }

    /// Replaces set number `index`.
    #[inline(always)]
    pub const fn set(&mut self, index: usize, set: Set81) {
        let index = index & (N - 1);
        self.low[index] = set.low;
        self.high[index] = set.high as u32;
    }
}
