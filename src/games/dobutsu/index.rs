//! A minimal perfect index: every position of a domain has one number, without gaps.
//!
//! Positions are grouped by the squares of the two lions; mirrored groups are one, except that
//! where both lions stand on file B a position and its mirror image both have a number. Within a
//! group a position is a path over the squares from C1 to A4: at each square a symbol (empty, or
//! one of eight pieces) and a state, which is how many chicks, elephants and giraffes are still
//! to be placed; what is left is in the hands. With the number of completions of each state, the
//! index is the sum of what the chosen symbols skip (enumerative coding, Cover 1973). A piece
//! that would attack the opponent's lion is no symbol, so positions that end at once by a capture
//! need no number and no test.
//!
//! The empty symbol comes first and skips nothing, so only pieces cost a table lookup.

use core::ops::Range;

use super::board::{ALL, Board, FAR, NEAR, NO_SQUARE, Pieces, Square, Squares, around, bit};
use crate::mem::{Memory, Plan};
use crate::status::Error;

/// Which positions have a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The positions that retrograde analysis works on: no lion on its far rank, and the side to
    /// move cannot capture the opponent's lion. 128,656,283 positions in 21 groups.
    Open,
    /// Every arrangement of the pieces, also where the game has ended. 855,232,344 positions in
    /// 72 groups.
    Every,
}

/// How many groups of lion squares a domain has at most.
pub const MAX_GROUPS: usize = 72;
/// States of a path: how many of each kind are still to be placed, `9 * chicks + 3 * elephants +
/// giraffes`.
pub(super) const STATES: usize = 27;
/// The state before the first square.
pub(super) const FULL: usize = STATES - 1;
/// Symbols of a square other than empty: `owner << 2 | kind`, as in a [`Board`]'s nibbles.
pub(super) const SYMBOLS: usize = 8;
/// Where a symbol is impossible, what it skips.
pub(super) const IMPOSSIBLE: u32 = u32::MAX;

/// By how much a symbol lowers the state.
#[must_use]
#[inline(always)]
pub(super) const fn weight(symbol: usize) -> usize {
    // One byte a symbol: 9 for chick and hen, 3 for the elephant, 1 for the giraffe.
    ((0x0103_0909_0103_0909u64 >> ((symbol & 7) * 8)) & 0xff) as usize
}

/// The numbers of chicks, elephants and giraffes of a state.
#[must_use]
pub(super) const fn counts_of(state: usize) -> [usize; 3] {
    [state / 9, state / 3 % 3, state % 3]
}

/// Whether a symbol's kind is still to be placed in a state.
#[must_use]
pub(super) const fn available(state: usize, symbol: usize) -> bool {
    let [chicks, elephants, giraffes] = counts_of(state);
    match symbol & 3 {
        0 | 1 => chicks > 0,
        2 => elephants > 0,
        _ => giraffes > 0,
    }
}

/// For each final state the hands in order: as [`Board::hands`].
static HANDS: [[u16; STATES]; STATES] = {
    let mut table = [[0; STATES]; STATES];
    let mut state = 0;
    while state < STATES {
        let [c, e, g] = counts_of(state);
        let mut i = 0;
        while i < (c + 1) * (e + 1) * (g + 1) {
            let own = [i / ((e + 1) * (g + 1)), i / (g + 1) % (e + 1), i % (g + 1)];
            let own_bits = own[0] | own[1] << 2 | own[2] << 4;
            let enemy_bits = (c - own[0]) | (e - own[1]) << 2 | (g - own[2]) << 4;
            table[state][i] = (own_bits | enemy_bits << 6) as u16;
            i += 1;
        }
        state += 1;
    }
    table
};

/// The factors of the mover's chicks and elephants in the number of a pair of hands.
static HAND_FACTORS: [[u8; 2]; STATES] = {
    let mut table = [[0; 2]; STATES];
    let mut state = 0;
    while state < STATES {
        let [_, e, g] = counts_of(state);
        table[state] = [((e + 1) * (g + 1)) as u8, (g + 1) as u8];
        state += 1;
    }
    table
};

/// The hands with number `i` in a final state.
#[inline(always)]
pub(super) fn hands_at(state: usize, i: u32) -> u16 {
    HANDS.get(state).and_then(|row| row.get(i as usize)).copied().unwrap_or(0)
}

/// The number of the mover's hand in a final state.
#[inline(always)]
pub(super) fn hand_number(state: usize, hands: u16) -> u32 {
    let [chicks, elephants] = HAND_FACTORS.get(state).copied().unwrap_or([0; 2]);
    let hands = u32::from(hands);
    (hands & 3) * u32::from(chicks) + ((hands >> 2) & 3) * u32::from(elephants) + ((hands >> 4) & 3)
}

/// Whether the mirror image of lion squares stands in for them.
#[must_use]
#[inline(always)]
pub const fn is_mirrored(lion: Square, enemy_lion: Square) -> bool {
    enemy_lion >= 8 || (enemy_lion >= 4 && lion >= 8)
}

/// The board or its mirror image: the one whose group has numbers.
#[must_use]
#[inline(always)]
pub const fn normalised(board: Board) -> Board {
    if is_mirrored(board.lion, board.enemy_lion) { board.mirrored() } else { board }
}

/// The squares from which each kind of the mover attacks the opponent's lion.
#[must_use]
pub(super) const fn attacking_squares(enemy_lion: Square) -> [Squares; 4] {
    let target = bit(enemy_lion);
    let none = Pieces { chicks: 0, hens: 0, elephants: 0, giraffes: 0 };
    [
        Pieces { chicks: ALL, ..none }.attackers_up(target),
        Pieces { hens: ALL, ..none }.attackers_up(target),
        Pieces { elephants: ALL, ..none }.attackers_up(target),
        Pieces { giraffes: ALL, ..none }.attackers_up(target),
    ]
}

impl Domain {
    /// Whether the lions may stand on these squares, in the orientation that has numbers.
    #[must_use]
    pub const fn allows(self, lion: Square, enemy_lion: Square) -> bool {
        if lion == enemy_lion
            || lion >= NO_SQUARE
            || enemy_lion >= NO_SQUARE
            || is_mirrored(lion, enemy_lion)
        {
            return false;
        }
        match self {
            Self::Every => true,
            Self::Open => {
                bit(lion) & FAR == 0
                    && bit(enemy_lion) & NEAR == 0
                    && around(bit(lion)) & bit(enemy_lion) == 0
            }
        }
    }

    /// Whether the symbol may stand on a square.
    #[must_use]
    pub(super) const fn symbol_allowed(
        self,
        lion: Square,
        enemy_lion: Square,
        square: Square,
        symbol: usize,
    ) -> bool {
        if square == lion || square == enemy_lion {
            return false;
        }
        if matches!(self, Self::Every) || symbol >= 4 {
            return true;
        }
        attacking_squares(enemy_lion)[symbol & 3] & bit(square) == 0
    }

    /// How many groups there are.
    #[must_use]
    pub const fn groups(self) -> usize {
        let mut groups = 0;
        let mut pair = 0;
        while pair < 144 {
            groups += self.allows(pair % 12, pair / 12) as usize;
            pair += 1;
        }
        groups
    }
}

/// The tables that turn positions into numbers and back.
#[derive(Clone, Debug)]
pub struct Index<'m> {
    domain: Domain,
    groups: usize,
    /// Lion and opponent's lion of each group.
    lions: [[Square; 2]; MAX_GROUPS],
    /// The first number of each group, and the number of positions.
    bases: [u32; MAX_GROUPS + 1],
    /// The group of a pair of squares, `12 * enemy_lion + lion`, or 255.
    group_of: [u8; 144],
    /// `[group][square 0..=12][state]`: how many completions.
    completions: &'m [u32],
    /// `[group][square 0..12][state][symbol]`: how many positions the symbol skips.
    skips: &'m [u32],
}

const COMPLETIONS: usize = 13 * STATES;
const SKIPS: usize = 12 * STATES * SYMBOLS;

impl<'m> Index<'m> {
    /// Adds the memory of an index to a plan: 248 KB for [`Domain::Open`], 848 KB for
    /// [`Domain::Every`].
    #[must_use]
    pub const fn plan(plan: Plan, domain: Domain) -> Plan {
        plan.region::<u32>(domain.groups() * COMPLETIONS).region::<u32>(domain.groups() * SKIPS)
    }

    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>, domain: Domain) -> Result<Self, Error> {
        let groups = domain.groups();
        let completions = memory.take::<u32>(groups * COMPLETIONS)?;
        let skips = memory.take::<u32>(groups * SKIPS)?;
        let mut lions = [[NO_SQUARE; 2]; MAX_GROUPS];
        let mut group_of = [255u8; 144];
        let mut bases = [0; MAX_GROUPS + 1];
        let mut total = 0u32;
        let mut group = 0;
        for (pair, slot) in group_of.iter_mut().enumerate() {
            let (lion, enemy_lion) = ((pair % 12) as Square, (pair / 12) as Square);
            if !domain.allows(lion, enemy_lion) {
                continue;
            }
            let counts = completions
                .get_mut(group * COMPLETIONS..(group + 1) * COMPLETIONS)
                .ok_or(Error::Size)?;
            let skip_rows = skips.get_mut(group * SKIPS..(group + 1) * SKIPS).ok_or(Error::Size)?;
            fill_group(domain, lion, enemy_lion, counts, skip_rows);
            *slot = group as u8;
            if let Some(slot) = lions.get_mut(group) {
                *slot = [lion, enemy_lion];
            }
            total += counts.get(FULL).copied().unwrap_or(0);
            group += 1;
            if let Some(base) = bases.get_mut(group) {
                *base = total;
            }
        }
        Ok(Self { domain, groups, lions, bases, group_of, completions, skips })
    }

    /// How many positions have a number.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.bases.get(self.groups).copied().unwrap_or(0)
    }

    /// Whether there are none; never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many groups of lion squares there are.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.groups
    }

    /// The lion and the opponent's lion of a group.
    #[must_use]
    pub fn lions(&self, group: usize) -> Option<[Square; 2]> {
        self.lions.get(..self.groups)?.get(group).copied()
    }

    /// The numbers of a group.
    #[must_use]
    pub fn range(&self, group: usize) -> Option<Range<u32>> {
        if group >= self.groups {
            return None;
        }
        Some(*self.bases.get(group)?..*self.bases.get(group + 1)?)
    }

    /// The group of lion squares in the orientation that has numbers.
    #[must_use]
    #[inline(always)]
    pub fn group(&self, lion: Square, enemy_lion: Square) -> Option<usize> {
        let pair = usize::from(enemy_lion) * 12 + usize::from(lion);
        let group = usize::from(*self.group_of.get(pair)?);
        (group < self.groups).then_some(group)
    }

    /// The number of a position, or `None` where the domain does not have it. A position and its
    /// mirror image have one number, except where both lions stand on file B.
    #[must_use]
    pub fn rank(&self, board: Board) -> Option<u32> {
        if board.lion >= NO_SQUARE
            || board.enemy_lion >= NO_SQUARE
            || !board.is_complete()
            || (self.domain == Domain::Open && board.can_capture_lion())
        {
            return None;
        }
        self.rank_complete(board)
    }

    /// The number of a position that has all its pieces, of which none of the mover's attacks the
    /// opponent's lion if the domain is [`Domain::Open`]; `None` where the domain does not have
    /// the lions' squares. For other positions the number means nothing.
    #[must_use]
    #[inline(always)]
    pub fn rank_complete(&self, board: Board) -> Option<u32> {
        let board = normalised(board);
        let group = self.group(board.lion, board.enemy_lion)?;
        self.rank_in_group(group, board)
    }

    /// As [`Index::rank_complete`] for a normalised position whose group is known.
    #[must_use]
    #[inline(always)]
    pub(super) fn rank_in_group(&self, group: usize, board: Board) -> Option<u32> {
        let mut number = *self.bases.get(group)?;
        let row = self.skips.get(group * SKIPS..)?.first_chunk::<SKIPS>()?;
        let mut occupied = board.occupied();
        let mut state = FULL;
        while occupied != 0 {
            // Four times the square.
            let shift = occupied.trailing_zeros() as usize;
            let symbol = (board.pieces >> shift) as usize & 7;
            let at = shift * (STATES * SYMBOLS / 4) + state * SYMBOLS + symbol;
            number = number.wrapping_add(*row.get(at)?);
            state = state.wrapping_sub(weight(symbol));
            occupied &= occupied - 1;
        }
        Some(number.wrapping_add(hand_number(state, board.hands)))
    }

    /// A cursor that stands nowhere yet.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor {
            group: 0,
            lions: [NO_SQUARE; 2],
            levels: [Level { low: 1, high: 0, state: 0, pieces: 0 }; 13],
        }
    }

    /// The position with a number, or `None` beyond the last one.
    ///
    /// The cursor keeps the path of the last position, so that near numbers cost little.
    #[inline]
    pub fn unrank(&self, cursor: &mut Cursor, number: u32) -> Option<Board> {
        let Cursor { group, lions, levels } = cursor;
        let mut square = 12;
        while !levels.get(square)?.contains(number) {
            if square == 0 {
                if number >= self.len() {
                    return None;
                }
                let bases = self.bases.get(1..=self.groups)?;
                *group = bases.iter().take_while(|&&base| base <= number).count();
                *lions = *self.lions.get(*group)?;
                *levels.first_mut()? = Level {
                    low: *self.bases.get(*group)?,
                    high: *bases.get(*group)?,
                    state: FULL as u8,
                    pieces: 0,
                };
                break;
            }
            square -= 1;
        }
        let completions = self.completions.get(*group * COMPLETIONS..)?;
        let completions = completions.first_chunk::<COMPLETIONS>()?;
        let skips = self.skips.get(*group * SKIPS..)?.first_chunk::<SKIPS>()?;
        let mut level = *levels.get(square)?;
        while square < 12 {
            let state = usize::from(level.state);
            let row = skips.get((square * STATES + state) * SYMBOLS..)?;
            let row = row.first_chunk::<SYMBOLS>()?;
            let rest = number - level.low;
            // The last symbol that skips no more than the rest; impossible ones skip too much.
            let mut fitting = 0u32;
            for (symbol, &skip) in row.iter().enumerate() {
                fitting |= u32::from(skip <= rest) << symbol;
            }
            if fitting != 0 {
                let symbol = (31 - fitting.leading_zeros()) as usize;
                level.low += row.get(symbol).copied().unwrap_or(0);
                level.state -= weight(symbol) as u8;
                level.pieces |= (8 | symbol as u64) << (4 * square);
            }
            square += 1;
            let size = *completions.get(square * STATES + usize::from(level.state))?;
            level.high = level.low + size;
            *levels.get_mut(square)? = level;
        }
        let hands = hands_at(usize::from(level.state), number - level.low);
        let [lion, enemy_lion] = *lions;
        Some(Board { pieces: level.pieces, hands, lion, enemy_lion })
    }
}

/// Computes the completions and skips of one group.
fn fill_group(
    domain: Domain,
    lion: Square,
    enemy_lion: Square,
    counts: &mut [u32],
    skips: &mut [u32],
) {
    for state in 0..STATES {
        let [c, e, g] = counts_of(state);
        if let Some(slot) = counts.get_mut(12 * STATES + state) {
            *slot = ((c + 1) * (e + 1) * (g + 1)) as u32;
        }
    }
    for square in (0..12).rev() {
        for state in 0..STATES {
            let after = |state: usize, counts: &[u32]| {
                counts.get((square + 1) * STATES + state).copied().unwrap_or(0)
            };
            let mut sum = after(state, counts);
            for symbol in 0..SYMBOLS {
                let mut skip = IMPOSSIBLE;
                if available(state, symbol)
                    && domain.symbol_allowed(lion, enemy_lion, square as Square, symbol)
                {
                    skip = sum;
                    sum += after(state - weight(symbol), counts);
                }
                if let Some(slot) = skips.get_mut((square * STATES + state) * SYMBOLS + symbol) {
                    *slot = skip;
                }
            }
            if let Some(slot) = counts.get_mut(square * STATES + state) {
                *slot = sum;
            }
        }
    }
}

/// The path of the last position that [`Index::unrank`] gave.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    group: usize,
    lions: [Square; 2],
    levels: [Level; 13],
}

/// A path up to a square: the numbers of its completions, its state and its pieces.
#[derive(Clone, Copy, Debug)]
struct Level {
    low: u32,
    high: u32,
    state: u8,
    pieces: u64,
}

impl Level {
    #[inline(always)]
    const fn contains(&self, number: u32) -> bool {
        self.low <= number && number < self.high
    }
}
