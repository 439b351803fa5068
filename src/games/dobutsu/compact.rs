//! The index of table files: the positions that a table must store for every position of
//! [`Domain::Open`] to be known.
//!
//! Left out are positions whose mover can try at once, which the rules decide, and those whose
//! mover owns fewer than three of the six pieces: after any move the opponent, who owned at least
//! four and lost at most one, owns three, so one ply of search finds a stored position. What is
//! left, 63,150,480 positions, keeps the order of [`Index`](super::index::Index) and its method.
//! A path's state has two parts more: how many pieces the mover owns, and which squares of the
//! far rank are still open to its lion.

use super::board::{Board, FAR, NO_SQUARE, Pieces, Square, Squares, around, bit};
use super::index::{
    Domain, FULL, IMPOSSIBLE, STATES, SYMBOLS, available, counts_of, hand_number, hands_at,
    normalised, weight,
};
use crate::mem::{Memory, Plan};
use crate::status::Error;

/// How many positions there are.
pub const POSITIONS: u32 = 63_150_480;

/// Groups of lion squares, those of [`Domain::Open`].
const GROUPS: usize = 21;
/// The mover's pieces count up to here.
const ENOUGH: usize = 3;
/// Extra states of a group without a way to try: the mover's pieces so far, 0 to 3 or more.
const OWNED: usize = ENOUGH + 1;

/// What a group's tables have in common.
#[derive(Clone, Copy, Debug)]
struct Group {
    lion: Square,
    enemy_lion: Square,
    /// The ways to try that the opponent's lion leaves open, as bits: squares of the far rank
    /// beside a lion on rank 2. There are at most two, since on B2 it would touch the other lion.
    open: u8,
    /// Which bit of `open` each symbol closes on each square.
    closes: [[u8; SYMBOLS]; 12],
    /// The extra states: [`OWNED`], four times that where there is a way to try.
    extra: usize,
    /// The first number.
    base: u32,
    /// Where the group's rows begin.
    completions: usize,
    skips: usize,
}

/// The tables that turn positions into numbers and back.
#[derive(Clone, Debug)]
pub struct CompactIndex<'m> {
    groups: [Group; GROUPS],
    group_of: [u8; 144],
    len: u32,
    /// Of each group `[square 0..=12][extra state][state]`: how many completions.
    completions: &'m [u32],
    /// Of each group `[square 0..12][extra state][state][symbol]`: how many positions it skips.
    skips: &'m [u32],
}

/// Whether the group's lion can reach the far rank.
const fn on_rank_2(lion: Square) -> bool {
    lion & 3 == 1
}

const fn extra_states(lion: Square) -> usize {
    if on_rank_2(lion) { 4 * OWNED } else { OWNED }
}

/// The entries of both tables.
const fn sizes() -> (usize, usize) {
    let (mut completions, mut skips) = (0, 0);
    let mut pair = 0u8;
    while pair < 144 {
        if Domain::Open.allows(pair % 12, pair / 12) {
            let states = extra_states(pair % 12) * STATES;
            completions += 13 * states;
            skips += 12 * states * SYMBOLS;
        }
        pair += 1;
    }
    (completions, skips)
}

impl<'m> CompactIndex<'m> {
    /// Adds the memory of the index to a plan, 1.5 MB.
    #[must_use]
    pub const fn plan(plan: Plan) -> Plan {
        let (completions, skips) = sizes();
        plan.region::<u32>(completions).region::<u32>(skips)
    }

    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>) -> Result<Self, Error> {
        let (completions_len, skips_len) = sizes();
        let completions = memory.take::<u32>(completions_len)?;
        let skips = memory.take::<u32>(skips_len)?;
        let empty = Group {
            lion: NO_SQUARE,
            enemy_lion: NO_SQUARE,
            open: 0,
            closes: [[0; SYMBOLS]; 12],
            extra: 0,
            base: 0,
            completions: 0,
            skips: 0,
        };
        let mut groups = [empty; GROUPS];
        let mut group_of = [255u8; 144];
        let mut len = 0u32;
        let (mut completions_at, mut skips_at) = (0, 0);
        let mut slots = groups.iter_mut();
        let mut number = 0u8;
        for (pair, of) in group_of.iter_mut().enumerate() {
            let (lion, enemy_lion) = ((pair % 12) as Square, (pair / 12) as Square);
            if !Domain::Open.allows(lion, enemy_lion) {
                continue;
            }
            let mut group = describe(lion, enemy_lion);
            group.base = len;
            group.completions = completions_at;
            group.skips = skips_at;
            let states = group.extra * STATES;
            fill_group(
                &group,
                completions
                    .get_mut(completions_at..completions_at + 13 * states)
                    .ok_or(Error::Size)?,
                skips.get_mut(skips_at..skips_at + 12 * states * SYMBOLS).ok_or(Error::Size)?,
            );
            let start = group.start_state();
            len += completions.get(completions_at + start).copied().unwrap_or(0);
            completions_at += 13 * states;
            skips_at += 12 * states * SYMBOLS;
            *slots.next().ok_or(Error::Size)? = group;
            *of = number;
            number += 1;
        }
        Ok(Self { groups, group_of, len, completions, skips })
    }

    /// How many positions have a number: [`POSITIONS`].
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are none; never so.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of a position that [`has_number`] is true of and whose lions' squares
    /// [`Domain::Open`] allows; for other positions `None` or a number that means nothing.
    #[must_use]
    #[inline]
    pub fn rank(&self, board: Board) -> Option<u32> {
        let board = normalised(board);
        let pair = usize::from(board.enemy_lion) * 12 + usize::from(board.lion);
        let group = self.groups.get(usize::from(*self.group_of.get(pair)?))?;
        let states = group.extra * STATES;
        let row = self.skips.get(group.skips..)?;
        let row = row.get(..12 * states * SYMBOLS)?;
        let mut number = group.base;
        let mut occupied = board.occupied();
        let mut state = FULL;
        let mut owned = 0usize;
        let mut open = group.open;
        while occupied != 0 {
            let square = occupied.trailing_zeros() as usize / 4;
            let symbol = (board.pieces >> (square * 4)) as usize & 7;
            let extra = usize::from(open) * OWNED + owned;
            let at = square * states + extra * STATES + state;
            number = number.wrapping_add(*row.get(at * SYMBOLS + symbol)?);
            state = state.wrapping_sub(weight(symbol));
            owned = (owned + usize::from(symbol < 4)).min(ENOUGH);
            open &= !group.closes.get(square)?.get(symbol)?;
            occupied &= occupied - 1;
        }
        // Pairs of hands that leave the mover with too few pieces have no number.
        let mut hand = hand_number(state, board.hands);
        if owned < ENOUGH {
            hand =
                (0..hand).map(|i| u32::from(hand_size(hands_at(state, i)) + owned >= ENOUGH)).sum();
        }
        Some(number.wrapping_add(hand))
    }

    /// A cursor that stands nowhere yet.
    #[must_use]
    pub const fn cursor(&self) -> CompactCursor {
        CompactCursor {
            group: 0,
            levels: [Level { low: 1, high: 0, state: 0, owned: 0, open: 0, pieces: 0 }; 13],
        }
    }

    /// The position with a number, or `None` beyond the last one.
    ///
    /// The cursor keeps the path of the last position, so that near numbers cost little.
    #[inline]
    pub fn unrank(&self, cursor: &mut CompactCursor, number: u32) -> Option<Board> {
        if number >= self.len {
            return None;
        }
        let CompactCursor { group: at, levels } = cursor;
        let mut square = 12;
        while !levels.get(square)?.contains(number) {
            if square == 0 {
                *at = self.groups.iter().skip(1).take_while(|g| g.base <= number).count();
                let group = self.groups.get(*at)?;
                let next = self.groups.get(*at + 1);
                *levels.first_mut()? = Level {
                    low: group.base,
                    high: next.map_or(self.len, |next| next.base),
                    state: FULL as u8,
                    owned: 0,
                    open: group.open,
                    pieces: 0,
                };
                break;
            }
            square -= 1;
        }
        let group = self.groups.get(*at)?;
        let states = group.extra * STATES;
        let mut level = *levels.get(square)?;
        while square < 12 {
            let row = group.skips + (square * states + level.at()) * SYMBOLS;
            let row = self.skips.get(row..)?.first_chunk::<SYMBOLS>()?;
            let rest = number - level.low;
            let mut fitting = 0u32;
            for (symbol, &skip) in row.iter().enumerate() {
                fitting |= u32::from(skip <= rest) << symbol;
            }
            if fitting != 0 {
                let symbol = (31 - fitting.leading_zeros()) as usize;
                level.low += row.get(symbol).copied().unwrap_or(0);
                level.state -= weight(symbol) as u8;
                level.owned = (level.owned + u8::from(symbol < 4)).min(ENOUGH as u8);
                level.open &= !group.closes.get(square)?.get(symbol)?;
                level.pieces |= (8 | symbol as u64) << (4 * square);
            }
            square += 1;
            let size = group.completions + square * states + level.at();
            level.high = level.low + *self.completions.get(size)?;
            *levels.get_mut(square)? = level;
        }
        let mut rest = number - level.low;
        let state = usize::from(level.state);
        let mut i = 0;
        let mut hands = hands_at(state, i);
        if usize::from(level.owned) >= ENOUGH {
            hands = hands_at(state, rest);
        } else {
            loop {
                if hand_size(hands) + usize::from(level.owned) >= ENOUGH {
                    if rest == 0 {
                        break;
                    }
                    rest -= 1;
                }
                i += 1;
                if i as usize >= STATES {
                    return None;
                }
                hands = hands_at(state, i);
            }
        }
        Some(Board { pieces: level.pieces, hands, lion: group.lion, enemy_lion: group.enemy_lion })
    }
}

/// Whether a position of [`Domain::Open`] is stored: its mover owns three pieces and cannot try.
#[must_use]
#[inline]
pub const fn has_number(board: Board) -> bool {
    board.owned() >= ENOUGH as u32 && board.tries() == 0
}

/// The one of a position and its mirror image that stands for both: of two that have different
/// numbers, that with the lower one.
#[must_use]
#[inline]
pub const fn representative(board: Board) -> Board {
    let board = normalised(board);
    if is_later_image(board) { board.mirrored() } else { board }
}

/// Whether both lions stand on file B and the mirror image has the lower number.
#[must_use]
#[inline(always)]
pub const fn is_later_image(board: Board) -> bool {
    if board.lion & 12 != 4 || board.enemy_lion & 12 != 4 {
        return false;
    }
    // Numbers are in the order of the squares from C1 on; of file C against file A here.
    first_rank_first(board.pieces) > first_rank_first(board.pieces >> 32)
}

/// The four nibbles of a file, the first rank highest.
const fn first_rank_first(file: u64) -> u64 {
    ((file & 15) << 12) | ((file & 0xf0) << 4) | ((file >> 4) & 0xf0) | ((file >> 12) & 15)
}

/// How many pieces the mover holds.
#[inline(always)]
const fn hand_size(hands: u16) -> usize {
    ((hands & 3) + ((hands >> 2) & 3) + ((hands >> 4) & 3)) as usize
}

impl Group {
    /// The first state of a path, `extra * STATES + state`.
    const fn start_state(&self) -> usize {
        self.open as usize * OWNED * STATES + FULL
    }
}

/// Which ways to try a group starts with and what closes them.
fn describe(lion: Square, enemy_lion: Square) -> Group {
    let mut group = Group {
        lion,
        enemy_lion,
        open: 0,
        closes: [[0; SYMBOLS]; 12],
        extra: extra_states(lion),
        base: 0,
        completions: 0,
        skips: 0,
    };
    if !on_rank_2(lion) {
        return group;
    }
    let reach = around(bit(lion)) & FAR;
    let mut ways = [NO_SQUARE; 2];
    let mut left = reach;
    for way in &mut ways {
        if left != 0 {
            *way = (left.trailing_zeros() / 4) as Square;
            left &= left - 1;
        }
    }
    for (i, &way) in ways.iter().enumerate() {
        let target = bit(way);
        if target & !around(bit(enemy_lion)) == 0 {
            continue;
        }
        group.open |= 1 << i;
        for (square, row) in group.closes.iter_mut().enumerate() {
            for (symbol, closes) in row.iter_mut().enumerate() {
                let here = bit(square as Square);
                let closed = if symbol < 4 {
                    here == target
                } else {
                    single(symbol & 3, here).attacks_down() & target != 0
                };
                *closes |= u8::from(closed) << i;
            }
        }
    }
    group
}

/// One piece on one square.
const fn single(kind: usize, square: Squares) -> Pieces {
    Pieces {
        chicks: if kind == 0 { square } else { 0 },
        hens: if kind == 1 { square } else { 0 },
        elephants: if kind == 2 { square } else { 0 },
        giraffes: if kind == 3 { square } else { 0 },
    }
}

/// Computes the completions and skips of one group.
fn fill_group(group: &Group, counts: &mut [u32], skips: &mut [u32]) {
    let states = group.extra * STATES;
    for extra in 0..group.extra {
        let (open, owned) = (extra / OWNED, extra % OWNED);
        for state in 0..STATES {
            let [c, e, g] = counts_of(state);
            let pairs = ((c + 1) * (e + 1) * (g + 1)) as u32;
            let enough = (0..pairs)
                .filter(|&i| hand_size(hands_at(state, i)) + owned >= ENOUGH)
                .count() as u32;
            if let Some(slot) = counts.get_mut(12 * states + extra * STATES + state) {
                *slot = if open == 0 { enough } else { 0 };
            }
        }
    }
    for square in (0..12usize).rev() {
        for extra in 0..group.extra {
            let (open, owned) = (extra / OWNED, extra % OWNED);
            for state in 0..STATES {
                let after = |at: usize, counts: &[u32]| {
                    counts.get((square + 1) * states + at).copied().unwrap_or(0)
                };
                let here = extra * STATES + state;
                let mut sum = after(here, counts);
                for symbol in 0..SYMBOLS {
                    let mut skip = IMPOSSIBLE;
                    let lion = group.lion;
                    if available(state, symbol)
                        && Domain::Open.symbol_allowed(
                            lion,
                            group.enemy_lion,
                            square as Square,
                            symbol,
                        )
                    {
                        let closes = group
                            .closes
                            .get(square)
                            .and_then(|row| row.get(symbol))
                            .copied()
                            .unwrap_or(0);
                        let owned = (owned + usize::from(symbol < 4)).min(ENOUGH);
                        let open = open & !usize::from(closes);
                        let next = (open * OWNED + owned) * STATES + state - weight(symbol);
                        skip = sum;
                        sum += after(next, counts);
                    }
                    let at = (square * states + here) * SYMBOLS + symbol;
                    if let Some(slot) = skips.get_mut(at) {
                        *slot = skip;
                    }
                }
                if let Some(slot) = counts.get_mut(square * states + here) {
                    *slot = sum;
                }
            }
        }
    }
}

/// The path of the last position that [`CompactIndex::unrank`] gave.
#[derive(Clone, Copy, Debug)]
pub struct CompactCursor {
    group: usize,
    levels: [Level; 13],
}

/// A path up to a square.
#[derive(Clone, Copy, Debug)]
struct Level {
    low: u32,
    high: u32,
    state: u8,
    owned: u8,
    open: u8,
    pieces: u64,
}

impl Level {
    #[inline(always)]
    const fn contains(&self, number: u32) -> bool {
        self.low <= number && number < self.high
    }

    /// Where the state stands in a row.
    #[inline(always)]
    const fn at(&self) -> usize {
        (self.open as usize * OWNED + self.owned as usize) * STATES + self.state as usize
    }
}
