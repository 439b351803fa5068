//! Dobutsu shogi for retrograde analysis: initial values, predecessors by taking moves back, and
//! successors.
//!
//! No piece moves more than one square, so no check is ever hidden: the last move must have been
//! that of the piece that attacks the lion, if one does.

use core::ops::Range;

use super::board::{Board, FAR, Kind, MAX_MOVES, Square, Squares, around, bit, down, sideways, up};
use super::index::{Cursor, Domain, Index, is_mirrored, normalised};
use super::moves::{Fields, apply, generate};
use super::rules::{immediate, initial};
use crate::game::{IndexedGame, Initial, Successor, Value};
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

/// The positions of [`Domain::Open`] as an [`IndexedGame`].
#[derive(Clone, Debug)]
pub struct OpenGame<'m> {
    index: Index<'m>,
}

/// The squares of the own lion that form a group: two positions whose lions stand on different
/// ones of these (or their mirror images) have no predecessor in common, since the lion of the
/// side that did not move stays where it is.
const GROUPS: [[Square; 2]; 5] = [[3, 11], [2, 10], [7, 7], [1, 9], [6, 6]];

impl<'m> OpenGame<'m> {
    /// Adds the memory of the game's tables to a plan, 248 KB.
    #[must_use]
    pub const fn plan(plan: Plan) -> Plan {
        Index::plan(plan, Domain::Open)
    }

    /// Computes the tables of the game.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>) -> Result<Self, Error> {
        Ok(Self { index: Index::new(memory, Domain::Open)? })
    }

    /// The index of the positions.
    #[must_use]
    pub const fn index(&self) -> &Index<'m> {
        &self.index
    }
}

/// The squares from which a piece of the mover's, by kind, steps to `square`.
#[inline(always)]
const fn origins(square: Squares, kind: u32) -> Squares {
    let below = down(square);
    let side = sideways(square);
    match kind {
        0 => below,
        1 => below | side | down(side) | up(square),
        2 => down(side) | up(side),
        _ => below | side | up(square),
    }
}

/// The index together with the rules is all that the analysis needs.
impl IndexedGame for OpenGame<'_> {
    type Cursor = Cursor;

    const LONGEST: u8 = 190;
    const LONGEST_INITIAL: u8 = 2;

    fn len(&self) -> u32 {
        self.index.len()
    }

    fn groups(&self) -> u32 {
        GROUPS.len() as u32
    }

    fn span(&self, group: u32, span: u32) -> Option<Range<u32>> {
        let squares = GROUPS.get(group as usize)?;
        let mut left = span;
        for i in 0..self.index.groups() {
            let [lion, _] = self.index.lions(i)?;
            if !squares.contains(&lion) {
                continue;
            }
            if left == 0 {
                return self.index.range(i);
            }
            left -= 1;
        }
        None
    }

    fn cursor(&self) -> Cursor {
        self.index.cursor()
    }

    #[inline(always)]
    fn initial(&self, cursor: &mut Cursor, number: u32) -> Initial {
        match self.index.unrank(cursor, number) {
            Some(board) => initial(board),
            None => Initial::Unused,
        }
    }

    #[inline(always)]
    fn predecessors(&self, cursor: &mut Cursor, number: u32, visit: impl FnMut(u32)) {
        if let Some(board) = self.index.unrank(cursor, number) {
            take_back(&self.index, board, visit);
        }
    }

    fn successors(&self, cursor: &mut Cursor, number: u32, mut visit: impl FnMut(Successor)) {
        let Some(board) = self.index.unrank(cursor, number) else {
            return;
        };
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        generate(board, Side::First, &mut moves);
        for &m in moves.as_slice() {
            let after = apply(board, Fields::decode(m));
            visit(match self.index.rank(after) {
                Some(number) => Successor::Numbered(number),
                // All that has no number ends at once: the lion can be captured, or stands safe.
                None => Successor::Outside(immediate(after).unwrap_or(Value::Drawn)),
            });
        }
    }
}

/// Calls `visit` with the number of every open position from which a move leads to `board`.
#[inline(always)]
fn take_back(index: &Index<'_>, board: Board, mut visit: impl FnMut(u32)) {
    // The position as the side sees it that has just moved, in the orientation that has numbers.
    let now = normalised(board.turned());
    let Some(group) = index.group(now.lion, now.enemy_lion) else {
        return;
    };
    let own_squares = now.own_squares();
    let own = now.own();
    let target = bit(now.enemy_lion);
    // Before the move no piece may have attacked the lion: the mover would have won at once.
    let attackers = own.attackers_up(target);
    if attackers & attackers.wrapping_sub(1) != 0 {
        return;
    }
    let movers = if attackers != 0 { attackers } else { own_squares };
    let empty = now.empty();
    let held = u32::from(now.hands & 63);
    let attacking =
        [origins(target, 0), origins(target, 1), origins(target, 2), origins(target, 3)];

    // What may have been captured: nothing, or what the hand holds. As nibbles of the board, and
    // what to take from the hand.
    let mut captures = [(0u64, 0u16); 5];
    let mut kinds = 1usize;
    if held & 0b00_00_11 != 0 {
        captures[1] = (12 | Kind::Chick as u64, 1);
        captures[2] = (12 | Kind::Hen as u64, 1);
        kinds = 3;
    }
    if held & 0b00_11_00 != 0 {
        if let Some(slot) = captures.get_mut(kinds) {
            *slot = (12 | Kind::Elephant as u64, 1 << 2);
        }
        kinds += 1;
    }
    if held & 0b11_00_00 != 0 {
        if let Some(slot) = captures.get_mut(kinds) {
            *slot = (12 | Kind::Giraffe as u64, 1 << 4);
        }
        kinds += 1;
    }
    let captures = captures.get(..kinds).unwrap_or(&[]);

    let mut emit = |group: usize, board: Board| {
        if let Some(number) = index.rank_in_group(group, board) {
            visit(number);
        }
    };

    let mut left = movers;
    while left != 0 {
        let square = left & left.wrapping_neg();
        left &= left - 1;
        let shift = square.trailing_zeros();
        let kind = (now.pieces >> shift) as u32 & 3;
        let without = now.pieces & !(15u64 << shift);
        let on_far = square & FAR != 0;

        // Steps of the piece as it is; a chick on the far rank has not come there by a step.
        if kind != 0 || !on_far {
            let forbidden = attacking.get(kind as usize).copied().unwrap_or(0);
            let mut from = origins(square, kind) & empty & !forbidden;
            while from != 0 {
                let before = without | u64::from(8 | kind) << from.trailing_zeros();
                from &= from - 1;
                for &(captured, taken) in captures {
                    emit(
                        group,
                        Board {
                            pieces: before | captured << shift,
                            hands: now.hands - taken,
                            ..now
                        },
                    );
                }
            }
        }
        // A hen on the far rank may have become one by this step.
        if kind == Kind::Hen as u32 && on_far {
            let from = down(square) & empty & !attacking[0];
            if from != 0 {
                let before = without | 8u64 << from.trailing_zeros();
                for &(captured, taken) in captures {
                    emit(
                        group,
                        Board {
                            pieces: before | captured << shift,
                            hands: now.hands - taken,
                            ..now
                        },
                    );
                }
            }
        }
        // A drop.
        if kind != Kind::Hen as u32 {
            let slot = Kind::from_index(kind).hand_slot();
            emit(group, Board { pieces: without, hands: now.hands + (1 << (2 * slot)), ..now });
        }
    }

    // Steps of the lion, from where it did not touch the other one.
    if attackers == 0 {
        let square = bit(now.lion);
        let shift = square.trailing_zeros();
        let mut from = around(square) & empty & !FAR & !around(target);
        let both_middle = now.lion & 12 == 4 && now.enemy_lion & 12 == 4;
        while from != 0 {
            let origin = (from.trailing_zeros() / 4) as Square;
            from &= from - 1;
            if is_mirrored(origin, now.enemy_lion) {
                // Only from the middle; the mirror image of this position finds its image.
                continue;
            }
            let Some(group) = index.group(origin, now.enemy_lion) else {
                continue;
            };
            // From a position that stands for its mirror image to one that does not: both.
            let twice = !both_middle && origin & 12 == 4 && now.enemy_lion & 12 == 4;
            for &(captured, taken) in captures {
                let before = Board {
                    pieces: now.pieces | captured << shift,
                    hands: now.hands - taken,
                    lion: origin,
                    enemy_lion: now.enemy_lion,
                };
                emit(group, before);
                if twice {
                    emit(group, before.mirrored());
                }
            }
        }
    }
}
