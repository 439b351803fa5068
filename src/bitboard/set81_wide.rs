//! Sets of the 81 squares of a 9x9 board in one 128-bit number, for 64-bit machines.
//!
//! Bit `9 * file + rank`. Bits 81 and above are always 0.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::SquareSet;

/// A set of squares of the 9x9 board. Square `9 * file + rank` is bit `9 * file + rank`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Set81(u128);

/// The squares with rank 0 (one bit in nine).
const RANK_0: u128 = {
    let mut set = 0;
    let mut file = 0;
    while file < 9 {
        set |= 1 << (9 * file);
        file += 1;
    }
    set
};
const ALL: u128 = (1 << 81) - 1;
const NOT_RANK_0: u128 = ALL & !RANK_0;
const NOT_RANK_8: u128 = ALL & !(RANK_0 << 8);

impl Set81 {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(ALL);

    /// The set of one square; `index` is below 81.
    #[must_use]
    pub const fn single(index: usize) -> Self {
        Self((1 << (index & 127)) & ALL)
    }

    /// The squares before square `index`, at most 81.
    #[must_use]
    #[cfg(feature = "compact")]
    pub const fn below(index: usize) -> Self {
        Self(((1 << (index & 127)) - 1) & ALL)
    }

    /// The squares of the ranks from `first` to `last`, both included and below 9.
    #[must_use]
    pub const fn ranks(first: usize, last: usize) -> Self {
        let mut set = 0;
        let mut rank = first;
        while rank <= last {
            set |= RANK_0 << rank;
            rank += 1;
        }
        Self(set)
    }

    /// Both sets, for constants.
    #[must_use]
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
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

    /// Whether the sets share a square.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether square `index` is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, index: usize) -> bool {
        self.0 >> (index & 127) & 1 != 0
    }

    /// Whether there are two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// The lowest square; 127 or less where there is none.
    #[must_use]
    #[inline(always)]
    pub const fn lowest(self) -> u8 {
        let low = self.0 as u64;
        if low != 0 {
            low.trailing_zeros() as u8
        } else {
            (64 + ((self.0 >> 64) as u64 | 1 << 63).trailing_zeros()) as u8
        }
    }

    /// Takes the lowest square out of the set.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u8> {
        let low = self.0 as u64;
        if low != 0 {
            self.0 = self.0 & !(u64::MAX as u128) | (low & low.wrapping_sub(1)) as u128;
            return Some(low.trailing_zeros() as u8);
        }
        let high = (self.0 >> 64) as u64;
        if high == 0 {
            return None;
        }
        self.0 = ((high & high.wrapping_sub(1)) as u128) << 64;
        Some(64 + high.trailing_zeros() as u8)
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
        let mut low = self.0 as u64;
        while low != 0 {
            if !f(low.trailing_zeros()) {
                return false;
            }
            low &= low.wrapping_sub(1);
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            if !f(64 + high.trailing_zeros()) {
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
    #[inline(always)]
    pub fn for_each_group(self, mut f: impl FnMut(u32, &[u32; 8], usize)) {
        for (mut word, mut first) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            while word != 0 {
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
        Self((self.0 & NOT_RANK_0) >> 1)
    }

    /// Every square one rank higher (towards rank 8); rank 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn down(self) -> Self {
        Self((self.0 & NOT_RANK_8) << 1)
    }

    /// Every square one file lower (towards file 0); file 0 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn right(self) -> Self {
        Self(self.0 >> 9)
    }

    /// Every square one file higher (towards file 8); file 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Self {
        Self((self.0 << 9) & ALL)
    }

    /// Whole files: every file with a square in the set.
    #[must_use]
    #[inline(always)]
    pub const fn file_fill(self) -> Self {
        // In each field of 9 bits: adding 0xff to the low 8 carries into bit 8 unless they are 0.
        let low8 = NOT_RANK_8;
        let top = RANK_0 << 8;
        let carry = ((self.0 & low8).wrapping_add(low8) | self.0) & top;
        // The top bit of a field spreads over the field; no field borrows from its neighbour.
        Self((carry << 1).wrapping_sub(carry >> 8))
    }

    /// The squares that a slider reaches along `ray`, which runs from it towards higher squares,
    /// up to and with the first square of `occupied`.
    #[must_use]
    #[inline(always)]
    pub const fn reach_up(occupied: Self, ray: Self) -> Self {
        let blockers = occupied.0 & ray.0;
        Self((blockers ^ blockers.wrapping_sub(1)) & ray.0)
    }

    /// The squares that a slider reaches along `ray`, which runs from it towards lower squares,
    /// up to and with the first square of `occupied`.
    #[must_use]
    #[inline(always)]
    pub const fn reach_down(occupied: Self, ray: Self) -> Self {
        let blockers = occupied.0 & ray.0;
        let low = blockers as u64 | 1;
        let high = (blockers >> 64) as u64;
        let high_mask = u64::MAX << (63 - (high | 1).leading_zeros());
        let low_mask = if high == 0 { u64::MAX << (63 - low.leading_zeros()) } else { 0 };
        Self(ray.0 & ((high_mask as u128) << 64 | low_mask as u128))
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
        let blockers = occupied.0 & line.0;
        let above = blockers.wrapping_sub(square.0);
        let below = blockers.swap_bytes().wrapping_sub(square.0.swap_bytes()).swap_bytes();
        Self((above ^ below) & line.0)
    }
}

/// Some files of the board in one word, so that what happens around one square takes half the
/// work: files 1 to 7 and a little more in part 0, files 4 to 9 and a little more in part 1.
///
/// Bits for squares that do not exist may be set; [`Part::whole`] leaves them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<const P: usize>(u64);

/// The square of bit 0 of each part; whole bytes, so that a part of a set in memory is one read.
const PART_START: [u32; 2] = [0, 24];

/// The first square of the core of part 1.
const CORE_START: u32 = 54;

impl Set81 {
    /// The number of parts.
    pub const PARTS: usize = 2;

    /// The squares of one part.
    #[must_use]
    #[inline(always)]
    pub const fn part<const P: usize>(self) -> Part<P> {
        Part((self.0 >> PART_START[P]) as u64)
    }

    /// The squares from which no step leaves the part. Each square is in the core of one part.
    #[must_use]
    #[inline(always)]
    pub const fn core<const P: usize>(self) -> Part<P> {
        const LOW: u128 = (1 << CORE_START) - 1;
        Self(self.0 & if P == 0 { LOW } else { ALL & !LOW }).part()
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
        Set81((self.0 as u128) << PART_START[P] & ALL)
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

    /// The squares, lowest first.
    #[inline(always)]
    pub fn squares(self) -> PartSquares<P> {
        PartSquares(self)
    }
}

impl<const P: usize> SquareSet for Part<P> {
    #[inline(always)]
    fn up(self) -> Self {
        Self((self.0 & (NOT_RANK_0 >> PART_START[P]) as u64) >> 1)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self((self.0 & (NOT_RANK_8 >> PART_START[P]) as u64) << 1)
    }

    #[inline(always)]
    fn all(self, mut f: impl FnMut(u32) -> bool) -> bool {
        // No square past the board, which spares the reader of a table a check.
        let mut word = self.0 & (ALL >> PART_START[P]) as u64;
        while word != 0 {
            if !f(PART_START[P] + word.trailing_zeros()) {
                return false;
            }
            word &= word.wrapping_sub(1);
        }
        true
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

/// Where a vector can be read at once.
#[repr(align(32))]
struct Aligned<T>(T);

/// The numbers of the bits that are set in each byte, lowest first.
static GROUPS: Aligned<[[u32; 8]; 256]> = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0u32, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    Aligned(table)
};

/// How many bits are set in each byte.
static GROUP_SIZES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0usize;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

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
        Self(self.0 & other.0)
    }
}

impl BitOr for Set81 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Set81 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Set81 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl BitAndAssign for Set81 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Set81 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
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
        Set81((self.high[index] as u128) << 64 | self.low[index] as u128)
    }

    /// Adds the squares of `set` that are not in set number `index`, and takes away those that
    /// are.
    #[inline(always)]
    pub const fn toggle(&mut self, index: usize, set: Set81) {
        let index = index & (N - 1);
        self.low[index] ^= set.0 as u64;
        self.high[index] ^= (set.0 >> 64) as u32;
    }

    /// Replaces set number `index`.
    #[inline(always)]
    pub const fn set(&mut self, index: usize, set: Set81) {
        let index = index & (N - 1);
        self.low[index] = set.0 as u64;
        self.high[index] = (set.0 >> 64) as u32;
    }
}
