//! Compressed blocks of table files: the contexts that predict a position's value.
//!
//! The positions of a block come in the order of their numbers. A value is predicted from the
//! values of positions much like it that came before: the same with a piece less in the mover's
//! hand, with the same hands and the pieces on the last squares in the same places, or simply the
//! last ones; and from how lions and pieces stand to each other. Values that the rules or a short
//! search give cost nothing, nor do those of positions whose mirror image has an earlier number.

use super::board::{Board, around, bit};
use super::compact::is_later_image;
use super::rules::{immediate, wins_in_three};
use super::table::{DRAW, TableKind, byte_of};
use crate::game::Value;
use crate::mem::{Memory, Plan};
use crate::retro::coder::{BitCoder, CONTEXTS, Mixture, Weights};
use crate::status::Error;

/// Sets of weights for the bits of the outcome, then for those of the distance.
const OUTCOME_SETS: usize = 128;
const DISTANCE_SETS: usize = 256;
/// Entries of the memory of values with the same end of the board, as a power of two.
const TAIL_BITS: u32 = 17;
/// Bits of half a distance.
const DISTANCE_BITS: u32 = 7;

/// The predictor of values, in caller memory: 6.4 MB.
#[derive(Debug)]
pub struct Model<'m> {
    outcome: Mixture<'m>,
    distance: Mixture<'m>,
    /// The last value with the same kinds left and the same hand of the mover.
    by_hand: &'m mut [u8],
    /// The last value with the same hands and the same pieces on the last squares that have one,
    /// two and three pieces.
    by_tail: [&'m mut [u8]; 3],
    /// Of the present placement, the value for each hand of the mover.
    same: [u8; 27],
    placement: (u64, u8, u8),
    /// The last four values, the latest in the low byte.
    recent: u32,
}

/// A value in contexts: 0 for none, 255 for a draw, else plies + 1.
const fn code_of(value: Value) -> u8 {
    match value {
        // No real distance comes near the end of the byte; one read from forged bytes may.
        Value::Won(plies) | Value::Lost(plies) => plies.saturating_add(1),
        Value::Drawn => DRAW,
    }
}

/// A value in coarse contexts, below 32: kind and a rough distance.
const fn coarse(code: u8) -> u32 {
    match code {
        0 => 0,
        DRAW => 1,
        _ => {
            let plies = code - 1;
            let half = plies as u32 / 2;
            let step = match half {
                0..=5 => half,
                6..=9 => 6,
                10..=15 => 7,
                16..=25 => 8,
                _ => 9,
            };
            2 + step * 2 + (plies & 1) as u32
        }
    }
}

/// 0 for none, 1 lost, 2 won, 3 drawn.
const fn outcome_code(code: u8) -> u32 {
    match code {
        0 => 0,
        DRAW => 3,
        _ => 1 + ((code - 1) & 1) as u32,
    }
}

/// Mixes a context into 32 bits; `salt` tells contexts and kinds of bits apart.
#[inline(always)]
const fn hash(context: u32, salt: u32) -> u32 {
    let mut x = context.wrapping_mul(0x9e37_79b1) ^ salt.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2c1b_3c6d);
    x ^= x >> 12;
    x.wrapping_mul(0x297a_2d39)
}

/// How a position looks at a glance.
struct Look {
    hands: u32,
    held: u32,
    tactics: u32,
    captures: u32,
    checks: u32,
    hand: usize,
    left: usize,
    ranks: u32,
    threat: u32,
}

impl Look {
    fn at(board: Board) -> Self {
        let (own, enemy) = (board.own(), board.enemy());
        let (lion, target) = (bit(board.lion), bit(board.enemy_lion));
        let (own_squares, enemy_squares) = (board.own_squares(), board.enemy_squares());
        let attacked = enemy.attacks_down() | around(target);
        let reached = own.attacks_up() | around(lion);
        let few = |set: u64, most: u32| set.count_ones().min(most);
        let checks = few(enemy.attackers_down(lion), 2);
        let threat = u32::from(board.turned().tries() != 0);
        let flights = few(around(lion) & !own_squares & !attacked, 3);
        let enemy_flights = few(around(target) & !enemy_squares & !reached, 3);
        let free = few(reached & enemy_squares & !attacked, 2);
        let takes = few(reached & enemy_squares, 2);
        let loses = few(attacked & own_squares & !reached, 2);
        let exposed = few(attacked & own_squares, 2);
        let hands = u32::from(board.hands);
        let held = (hands | hands >> 1) & 0x555;
        let number = |hands: u32| (hands & 3) * 9 + ((hands >> 2) & 3) * 3 + ((hands >> 4) & 3);
        let (hand, other) = (number(hands), number(hands >> 6));
        Self {
            hands,
            held,
            tactics: checks
                | threat << 2
                | flights << 3
                | enemy_flights << 5
                | free << 7
                | loses << 9,
            captures: free | takes << 2 | loses << 4 | exposed << 6,
            checks,
            hand: hand as usize,
            left: (hand + other) as usize,
            ranks: u32::from(board.lion & 3) | u32::from(board.enemy_lion & 3) << 2,
            threat,
        }
    }
}

impl<'m> Model<'m> {
    /// Adds the memory of a model to a plan.
    #[must_use]
    pub const fn plan(plan: Plan) -> Plan {
        let plan = Mixture::plan(plan, OUTCOME_SETS);
        Mixture::plan(plan, DISTANCE_SETS)
            .region::<u8>(27 * 27)
            .region::<u8>(1 << TAIL_BITS)
            .region::<u8>(1 << TAIL_BITS)
            .region::<u8>(1 << TAIL_BITS)
    }

    /// Takes the memory of a model.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>) -> Result<Self, Error> {
        Ok(Self {
            outcome: Mixture::new(memory, OUTCOME_SETS)?,
            distance: Mixture::new(memory, DISTANCE_SETS)?,
            by_hand: memory.take(27 * 27)?,
            by_tail: [
                memory.take(1 << TAIL_BITS)?,
                memory.take(1 << TAIL_BITS)?,
                memory.take(1 << TAIL_BITS)?,
            ],
            same: [0; 27],
            placement: (0, 0, 0),
            recent: 0,
        })
    }

    /// Bytes of the weights of a kind of table.
    #[must_use]
    pub const fn weight_bytes(kind: TableKind) -> usize {
        let sets = if kind.has_distances() { OUTCOME_SETS + DISTANCE_SETS } else { OUTCOME_SETS };
        sets * CONTEXTS * 4
    }

    /// Every weight of a kind of table, in the order of the file.
    pub fn weights(&self, kind: TableKind) -> impl Iterator<Item = i32> + '_ {
        let distance = if kind.has_distances() { self.distance.weights() } else { &[] };
        let sets = self.outcome.weights().iter().chain(distance);
        sets.flatten().copied()
    }

    /// The weights of a kind of table, to set them.
    pub fn weights_mut(&mut self, kind: TableKind) -> impl Iterator<Item = &mut i32> {
        let distance: &mut [Weights] =
            if kind.has_distances() { self.distance.weights_mut() } else { &mut [] };
        self.outcome.weights_mut().iter_mut().chain(distance).flatten()
    }

    /// Forgets all but the weights: the start of a block.
    pub fn forget(&mut self, kind: TableKind) {
        self.outcome.forget();
        if kind.has_distances() {
            self.distance.forget();
        }
        self.by_hand.fill(0);
        for tail in &mut self.by_tail {
            tail.fill(0);
        }
        self.same = [0; 27];
        self.placement = (0, 0, 0);
        self.recent = 0;
    }

    /// Codes the value of the next position of a block: writes `value`, or returns the value read.
    /// A position whose mirror image has an earlier number is passed over and counts as drawn.
    ///
    /// Tables of outcomes know `Won(1)` and `Lost(2)` only.
    pub fn code(
        &mut self,
        coder: &mut impl BitCoder,
        kind: TableKind,
        board: Board,
        value: Value,
    ) -> Value {
        if is_later_image(board) {
            // The mirror image has the value.
            return Value::Drawn;
        }
        let placement = (board.pieces, board.lion, board.enemy_lion);
        if placement != self.placement {
            self.placement = placement;
            self.same = [0; 27];
        }
        let look = Look::at(board);
        let tails = tails(board, &look);
        let by_hand_at = look.left * 27 + look.hand;
        let value = match immediate(board) {
            Some(known) if kind.has_distances() => known,
            Some(Value::Won(_)) => Value::Won(1),
            Some(Value::Lost(_)) => Value::Lost(2),
            Some(Value::Drawn) | None if kind.has_distances() && wins_in_three(board) => {
                Value::Won(3)
            }
            Some(Value::Drawn) | None => {
                self.code_open(coder, kind, &look, tails, by_hand_at, value)
            }
        };
        let code = code_of(value);
        if let Some(slot) = self.same.get_mut(look.hand) {
            *slot = code;
        }
        if let Some(slot) = self.by_hand.get_mut(by_hand_at) {
            *slot = code;
        }
        for (tail, at) in self.by_tail.iter_mut().zip(tails) {
            if let Some(slot) = tail.get_mut(at) {
                *slot = code;
            }
        }
        self.recent = self.recent << 8 | u32::from(code);
        value
    }

    fn code_open(
        &mut self,
        coder: &mut impl BitCoder,
        kind: TableKind,
        look: &Look,
        tails: [usize; 3],
        by_hand_at: usize,
        value: Value,
    ) -> Value {
        let less = |slot: u32, step: usize| -> u8 {
            if (look.hands >> (2 * slot)) & 3 == 0 {
                return 0;
            }
            let at = look.hand.wrapping_sub(step);
            self.same.get(at).copied().unwrap_or(0)
        };
        // With a chick, an elephant, a giraffe less.
        let (n1, n2, n3) = (less(0, 9), less(1, 3), less(2, 1));
        let old = self.by_hand.get(by_hand_at).copied().unwrap_or(0);
        let [tail_1, tail_2, tail_3] = &self.by_tail;
        let [at_1, at_2, at_3] = tails;
        let u1 = u32::from(tail_1.get(at_1).copied().unwrap_or(0));
        let u2 = u32::from(tail_2.get(at_2).copied().unwrap_or(0));
        let u3 = u32::from(tail_3.get(at_3).copied().unwrap_or(0));
        let recent = self.recent;
        let last = recent & 255;
        let neighbours = coarse(n1) << 10 | coarse(n2) << 5 | coarse(n3);
        let lately = coarse(last as u8) << 10
            | coarse((recent >> 8) as u8) << 5
            | coarse((recent >> 16) as u8);
        let exact = [n1, n2, n3].iter().fold(u32::from(old), |all, &n| all << 8 | u32::from(n));
        let (w1, w2, w3) = (outcome_code(n1), outcome_code(n2), outcome_code(n3));
        let least = w1.min(w2).min(w3);
        let shared = [
            u1 | u2 << 8,
            u2 | u3 << 8,
            u1 | u32::from(old) << 8 | u32::from(n1) << 16,
            recent,
            u32::from(old) << 8 | last,
            exact,
            look.tactics,
            neighbours,
            lately,
            coarse(old) | look.tactics << 5,
            look.held | look.ranks << 12 | look.checks << 16 | look.threat << 18,
            look.captures | look.checks << 8 | coarse(old) << 10,
        ];
        let mut set = (look.checks as usize) << 4 | (least as usize) << 2;
        set |= outcome_code(old) as usize;
        let contexts = shared.map(|context| hash(context, 1));
        if self.outcome.code(coder, &contexts, set, matches!(value, Value::Won(_))) {
            if !kind.has_distances() {
                return Value::Won(1);
            }
            let half = self.code_distance(coder, &shared, 1, value);
            return Value::Won((half * 2 + 1) as u8);
        }
        let contexts = shared.map(|context| hash(context, 2));
        let drawn = matches!(value, Value::Drawn);
        if self.outcome.code(coder, &contexts, set | 64, drawn) {
            return Value::Drawn;
        }
        if !kind.has_distances() {
            return Value::Lost(2);
        }
        let half = self.code_distance(coder, &shared, 0, value);
        Value::Lost((half * 2) as u8)
    }

    /// Codes half a distance, the highest bit first.
    fn code_distance(
        &mut self,
        coder: &mut impl BitCoder,
        shared: &[u32; CONTEXTS],
        won: u32,
        value: Value,
    ) -> u32 {
        let half = u32::from(byte_of(value)) / 2;
        let mut node = 1u32;
        for bit in (0..DISTANCE_BITS).rev() {
            let salt = 4 + won * 128 + node;
            let contexts = shared.map(|context| hash(context, salt));
            let bit = (half >> bit) & 1 != 0;
            let set = (won * 128 + node) as usize;
            let bit = self.distance.code(coder, &contexts, set, bit);
            node = node << 1 | u32::from(bit);
        }
        node & ((1 << DISTANCE_BITS) - 1)
    }
}

/// Where the values with the same last one, two and three pieces and the same hands are kept.
fn tails(board: Board, look: &Look) -> [usize; 3] {
    let mut occupied = board.occupied();
    let mut key = (look.left * 27 + look.hand) as u32;
    core::array::from_fn(|_| {
        if occupied != 0 {
            let shift = 60 - (occupied.leading_zeros() & !3);
            occupied &= !(1 << shift);
            let piece = (board.pieces >> shift) as u32 & 15;
            key = hash(key, shift << 4 | piece);
        }
        (hash(key, 3) >> (32 - TAIL_BITS)) as usize
    })
}
