//! What the rules say of a position without search, and wins in three plies by capture.
//!
//! No piece moves more than one square, so nothing is ever pinned and no check is ever hidden:
//! which moves leave the lion safe follows from the attacked squares alone.

use super::board::{ALL, Board, FAR, MAX_MOVES, NEAR, NO_SQUARE, around, bit, down, up};
use super::moves::{Fields, apply, destinations, generate};
use crate::game::{Initial, Value};
use crate::moves::{Move, Moves};
use crate::score::Side;

/// The value of a position that the rules alone give, if they do: of one that has ended, or whose
/// mover can capture the lion or try at once, or has no move that saves its own.
#[must_use]
#[inline(always)]
pub fn immediate(board: Board) -> Option<Value> {
    if board.lion >= NO_SQUARE {
        return Some(Value::Lost(0));
    }
    if bit(board.lion) & FAR != 0 {
        return Some(Value::Won(1));
    }
    if board.can_capture_lion() {
        return Some(Value::Won(1));
    }
    if bit(board.enemy_lion) & NEAR != 0 {
        return Some(Value::Lost(0));
    }
    match initial(board) {
        Initial::Decided(value) => Some(value),
        Initial::Open(_) | Initial::Unused => None,
    }
}

/// Whether the side to move, who has nothing better by [`immediate`], has a move after which the
/// opponent has none that saves the lion: a win in 3 plies.
///
/// The other wins in 3 plies, where the opponent can save the lion but not prevent a try, take a
/// search.
#[must_use]
pub fn wins_in_three(board: Board) -> bool {
    let mut space = [Move::NONE; MAX_MOVES];
    let mut moves = Moves::new(&mut space);
    generate(board, Side::First, &mut moves);
    moves.as_slice().iter().any(|&m| {
        let after = apply(board, Fields::decode(m));
        immediate(after) == Some(Value::Lost(2))
    })
}

/// What the rules say of a position of [`Domain::Open`].
#[inline(always)]
pub(super) fn initial(board: Board) -> Initial {
    let own_squares = board.own_squares();
    let own = board.own();
    let enemy = board.enemy();
    let lion = bit(board.lion);
    let attacked = enemy.attacks_down() | around(bit(board.enemy_lion));
    let flights = around(lion) & !own_squares & !attacked;
    if flights & FAR != 0 {
        return Initial::Decided(Value::Won(1));
    }
    let mut moves = flights.count_ones();
    let attackers = enemy.attackers_down(lion);
    if attackers == 0 {
        let free = ALL & !(own_squares | lion);
        let straight = own.hens | own.giraffes;
        let ahead = up(own.hens | own.elephants);
        let behind = down(own.elephants);
        moves += (up(own.chicks | straight) & free).count_ones()
            + (down(straight) & free).count_ones()
            + ((straight << 16) & free).count_ones()
            + ((straight >> 16) & free).count_ones()
            + ((ahead << 16) & free).count_ones()
            + ((ahead >> 16) & free).count_ones()
            + ((behind << 16) & free).count_ones()
            + ((behind >> 16) & free).count_ones();
        let hand = u32::from(board.hands);
        let kinds = (hand | hand >> 1) & 0x15;
        moves += kinds.count_ones() * board.empty().count_ones();
    } else if attackers & (attackers - 1) == 0 {
        // Only the capture of the attacker helps, besides flight.
        moves += own.attackers_up(attackers).count_ones();
    }
    if moves > 0 {
        return Initial::Open(moves as u8);
    }
    let can_drop = board.hands & 63 != 0 && board.empty() != 0;
    if can_drop || destinations(board) != 0 {
        Initial::Decided(Value::Lost(2))
    } else {
        Initial::Decided(Value::Lost(0))
    }
}
