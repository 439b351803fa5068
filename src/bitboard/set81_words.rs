//! Sets of the 81 squares of a 9x9 board in three words of 27 bits, for 32-bit machines.
//!
//! Each word holds three files; square `9 * file + rank` is bit `9 * (file % 3) + rank` of word
//! `file / 3`. Bits 27 and above are always 0, so a step along a file never leaves its word and
//! subtraction has room for a borrow.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::SquareSet;

/// A set of squares of the 9x9 board. Square `9 * file + rank` is bit `index % 27` of word
/// `index / 27`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Set81([u32; 3]);

/// The squares of a word with rank 0.
const RANK_0: u32 = 0x40201;
const FULL: u32 = (1 << 27) - 1;

impl Set81 {
    /// No square.
    pub const EMPTY: Self = Self([0; 3]);
    /// Every square.
    pub const ALL: Self = Self([FULL; 3]);

    /// The set of one square; `index` is below 81.
    #[must_use]
    pub const fn single(index: usize) -> Self {
        if index < 27 {
            Self([1 << index, 0, 0])
        } else if index < 54 {
            Self([0, 1 << (index - 27), 0])
        } else if index < 81 {
            Self([0, 0, 1 << (index - 54)])
        } else {
            Self::EMPTY
        }
    }

    /// The squares before square `index`, at most 81.
    #[must_use]
    #[cfg(feature = "compact")]
    pub const fn below(index: usize) -> Self {
        if index < 27 {
            Self([(1 << index) - 1, 0, 0])
        } else if index < 54 {
            Self([FULL, (1 << (index - 27)) - 1, 0])
        } else if index < 81 {
            Self([FULL, FULL, (1 << (index - 54)) - 1])
        } else {
            Self::ALL
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
        Self([word; 3])
    }

    /// Both sets, for constants.
    #[must_use]
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        Self([a | d, b | e, c | f])
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        Self([a & !d, b & !e, c & !f])
    }

    /// Whether there is no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }

    /// Whether the sets share a square.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        a & d | b & e | c & f != 0
    }

    /// Whether square `index` is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, index: usize) -> bool {
        let [a, b, c] = self.0;
        let (word, bit) = if index < 27 {
            (a, index)
        } else if index < 54 {
            (b, index - 27)
        } else {
            (c, index - 54)
        };
        word >> (bit & 31) & 1 != 0
    }

    /// Whether there are two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn is_many(self) -> bool {
        let [a, b, c] = self.0;
        let inside = a & a.wrapping_sub(1) | b & b.wrapping_sub(1) | c & c.wrapping_sub(1);
        let across = (a != 0) as u8 + (b != 0) as u8 + (c != 0) as u8;
        inside != 0 || across > 1
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        let [a, b, c] = self.0;
        // A full adder makes two words of three; then bit counts in parallel, as in Hacker's
        // Delight, chapter 5, with one product for both.
        let ones = a ^ b ^ c;
        let twos = a & b | (a ^ b) & c;
        let ones = ones - (ones >> 1 & 0x5555_5555);
        let twos = twos - (twos >> 1 & 0x5555_5555);
        let ones = (ones & 0x3333_3333) + (ones >> 2 & 0x3333_3333);
        let twos = (twos & 0x3333_3333) + (twos >> 2 & 0x3333_3333);
        let sum = ones + (twos << 1);
        let sum = (sum & 0x0f0f_0f0f) + (sum >> 4 & 0x0f0f_0f0f);
        sum.wrapping_mul(0x0101_0101) >> 24
    }

    /// The lowest square; 86 or less where there is none.
    #[must_use]
    #[inline(always)]
    pub const fn lowest(self) -> u8 {
        let [a, b, c] = self.0;
        if a != 0 {
            a.trailing_zeros() as u8
        } else if b != 0 {
            27 + b.trailing_zeros() as u8
        } else {
            54 + c.trailing_zeros() as u8
        }
    }

    /// Takes the lowest square out of the set.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u8> {
        let mut base = 0;
        for word in &mut self.0 {
            if *word != 0 {
                let square = base + word.trailing_zeros() as u8;
                *word &= word.wrapping_sub(1);
                return Some(square);
            }
            base += 27;
        }
        None
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
        let mut base = 0;
        for mut word in self.0 {
            while word != 0 {
                if !f(base + word.trailing_zeros()) {
                    return false;
                }
                word &= word.wrapping_sub(1);
            }
            base += 27;
        }
        true
    }

    /// Whether [`Set81::for_each_group`] is a gain for sets of many squares.
    #[cfg_attr(test, allow(dead_code))] // only the layout in use is asked
    pub const GROUPS: bool = false;

    /// Calls `f` with up to eight squares at a time, lowest first: a number, the squares less that
    /// number, and how many they are. The rest of the array means nothing.
    ///
    /// Here they come one by one.
    #[inline(always)]
    pub fn for_each_group(self, sparse: bool, mut f: impl FnMut(u32, &[u32; 8], usize)) {
        let _ = sparse;
        self.for_each(|square| f(square, &[0; 8], 1));
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
        const KEEP: u32 = FULL & !RANK_0;
        let [a, b, c] = self.0;
        Self([(a & KEEP) >> 1, (b & KEEP) >> 1, (c & KEEP) >> 1])
    }

    /// Every square one rank higher (towards rank 8); rank 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn down(self) -> Self {
        const KEEP: u32 = FULL & !(RANK_0 << 8);
        let [a, b, c] = self.0;
        Self([(a & KEEP) << 1, (b & KEEP) << 1, (c & KEEP) << 1])
    }

    /// Every square one file lower (towards file 0); file 0 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn right(self) -> Self {
        let [a, b, c] = self.0;
        Self([(a >> 9) | (b << 18) & FULL, (b >> 9) | (c << 18) & FULL, c >> 9])
    }

    /// Every square one file higher (towards file 8); file 8 falls off.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Self {
        let [a, b, c] = self.0;
        Self([(a << 9) & FULL, (b << 9) & FULL | (a >> 18), (c << 9) & FULL | (b >> 18)])
    }

    /// Whole files: every file with a square in the set.
    #[must_use]
    #[inline(always)]
    pub const fn file_fill(self) -> Self {
        const fn fill(word: u32) -> u32 {
            const TOP: u32 = RANK_0 << 8;
            const LOW: u32 = FULL & !TOP;
            let carry = (((word & LOW) + LOW) | word) & TOP;
            (carry << 1).wrapping_sub(carry >> 8)
        }
        let [a, b, c] = self.0;
        Self([fill(a), fill(b), fill(c)])
    }

    /// The squares that a slider reaches along `ray`, which runs from it towards higher squares,
    /// up to and with the first square of `occupied`. Outside of this file, rays are parts of files.
    #[must_use]
    #[inline(always)]
    pub const fn reach_up(occupied: Self, ray: Self) -> Self {
        let [a, b, c] = occupied.0;
        let [ra, rb, rc] = ray.0;
        let (a, b, c) = (a & ra, b & rb, c & rc);
        // One long subtraction; an empty word borrows from the next through its bit 31.
        let ta = a.wrapping_sub(1);
        let tb = b.wrapping_sub(ta >> 31);
        // Bit 31 of tb is set for an empty word alone, and only where it passed the borrow on.
        let tc = c.wrapping_sub(tb >> 31);
        Self([(a ^ ta) & ra, (b ^ tb) & rb, (c ^ tc) & rc])
    }

    /// The squares that a slider reaches along `ray`, which runs from it towards lower squares,
    /// up to and with the first square of `occupied`. Outside of this file, rays are parts of files.
    #[must_use]
    #[inline(always)]
    pub const fn reach_down(occupied: Self, ray: Self) -> Self {
        /// All bits from the highest one of `word` up; every bit where there is none.
        const fn from_top(word: u32) -> u32 {
            (i32::MIN >> (word | 1).leading_zeros()) as u32
        }
        let [a, b, c] = occupied.0;
        let [ra, rb, rc] = ray.0;
        let (a, b, c) = (a & ra, b & rb, c & rc);
        if c != 0 {
            Self([0, 0, rc & from_top(c)])
        } else if b != 0 {
            Self([0, rb & from_top(b), rc])
        } else {
            Self([ra & from_top(a), rb, rc])
        }
    }

    /// The squares that a slider on the one square `square` reaches along a line in both
    /// directions, up to and with the first squares of `occupied`. `line` is `down` and `up`, the
    /// rays of the line, together; its squares are at least 8 apart.
    #[must_use]
    #[inline(always)]
    pub const fn reach_line(
        occupied: Self,
        line: Self,
        down: Self,
        up: Self,
        square: Self,
    ) -> Self {
        let _ = (line, square);
        Self::reach_down(occupied, down).union(Self::reach_up(occupied, up))
    }
}

/// The whole board as its only part, number 0: three words are too few to be worth a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<const P: usize>(Set81);

impl Set81 {
    /// The number of parts.
    pub const PARTS: usize = 1;

    /// The squares of one part.
    #[must_use]
    #[inline(always)]
    pub const fn part<const P: usize>(self) -> Part<P> {
        Part(self)
    }

    /// The squares from which no step leaves part `P`, lowest first. Each square is in the core of
    /// one part.
    #[inline(always)]
    pub fn core_squares<const P: usize>(self) -> Squares {
        self.squares()
    }

    /// The part that holds all squares up to two files from `index`.
    #[must_use]
    #[inline(always)]
    pub const fn part_around(index: usize) -> usize {
        let _ = index;
        0
    }
}

impl<const P: usize> Part<P> {
    /// The set of these squares.
    #[must_use]
    #[inline(always)]
    pub const fn whole(self) -> Set81 {
        self.0
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }

    /// Whether there is no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether the parts share a square.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0.meets(other.0)
    }

    /// Every square one file lower; what leaves the part falls off.
    #[must_use]
    #[inline(always)]
    pub const fn right(self) -> Self {
        Self(self.0.right())
    }

    /// Every square one file higher; what leaves the part falls off.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Self {
        Self(self.0.left())
    }

    /// The squares, lowest first.
    #[inline(always)]
    pub fn squares(self) -> Squares {
        self.0.squares()
    }
}

impl<const P: usize> SquareSet for Part<P> {
    #[inline(always)]
    fn up(self) -> Self {
        Self(self.0.up())
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self(self.0.down())
    }

    #[inline(always)]
    fn all(self, f: impl FnMut(u32) -> bool) -> bool {
        self.0.all(f)
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
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        Self([a & d, b & e, c & f])
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
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        Self([a ^ d, b ^ e, c ^ f])
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
        *self = *self & other;
    }
}

impl BitOrAssign for Set81 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
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
        self.add(part.0);
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
    sets: [Set81; N],
}

impl<const N: usize> PackedSets<N> {
    /// `N` empty sets.
    pub const EMPTY: Self = {
        assert!(N.is_power_of_two());
        Self { sets: [Set81::EMPTY; N] }
    };

    /// Set number `index`, taken modulo `N`.
    #[must_use]
    #[inline(always)]
    pub const fn get(&self, index: usize) -> Set81 {
        self.sets[index & (N - 1)]
    }

    /// Adds the squares of `set` that are not in set number `index`, and takes away those that
    /// are.
    #[inline(always)]
    pub const fn toggle(&mut self, index: usize, set: Set81) {
        let [a, b, c] = self.sets[index & (N - 1)].0;
        let [d, e, f] = set.0;
        self.sets[index & (N - 1)] = Set81([a ^ d, b ^ e, c ^ f]);
    }

    /// Replaces set number `index`.
    #[inline(always)]
    pub const fn set(&mut self, index: usize, set: Set81) {
        self.sets[index & (N - 1)] = set;
    }
}
