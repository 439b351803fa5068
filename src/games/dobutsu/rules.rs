//! What the rules say of a position without search, and wins in three plies by capture.
//!
//! No piece moves more than one square, so nothing is ever pinned and no check is ever hidden:
//! which moves leave the lion safe follows from the attacked squares alone.

use super::board::{ALL, Board, FAR, MAX_MOVES, NEAR, NO_SQUARE, Squares, around, bit, down, up};
#[cfg(feature = "retro")]
use super::board::{HAND_KINDS, Kind, Square};
use super::moves::{Fields, apply, destinations, generate};
#[cfg(feature = "retro")]
use crate::game::Initial;
use crate::game::Value;
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
    let (own_squares, own, lion) = (board.own_squares(), board.own(), bit(board.lion));
    let flights = flights(board, own_squares);
    if flights & FAR != 0 {
        return Some(Value::Won(1));
    }
    let attackers = board.enemy().attackers_down(lion);
    let mut saves = flights;
    if attackers == 0 {
        // As `initial` counts them, but whether there is one is all that matters.
        let straight = own.hens | own.giraffes;
        let ahead = up(own.hens | own.elephants);
        let behind = down(own.elephants);
        let beside = straight | ahead | behind;
        let reached = up(own.chicks | straight) | down(straight) | (beside << 16) | (beside >> 16);
        saves |= reached & ALL & !(own_squares | lion);
        if board.hands & 63 != 0 {
            saves |= board.empty();
        }
    } else if attackers & (attackers - 1) == 0 {
        saves |= own.attackers_up(attackers);
    }
    if saves == 0 { Some(without_a_move(board)) } else { None }
}

/// Where the mover's lion may go.
#[inline(always)]
fn flights(board: Board, own_squares: Squares) -> Squares {
    let attacked = board.enemy().attacks_down() | around(bit(board.enemy_lion));
    around(bit(board.lion)) & !own_squares & !attacked
}

/// The value where no move saves the lion: lost in 2, or at once if there is no move at all.
fn without_a_move(board: Board) -> Value {
    let can_drop = board.hands & 63 != 0 && board.empty() != 0;
    Value::Lost(if can_drop || destinations(board) != 0 { 2 } else { 0 })
}

/// Calls `visit` with the board, as the opponent sees it, after every move that leaves the lion safe,
/// of a position of which [`immediate`] says nothing.
///
/// The order is none in particular.
#[cfg(feature = "retro")]
#[inline(always)]
pub(super) fn after_safe_moves(board: Board, mut visit: impl FnMut(Board)) {
    let own_squares = board.own_squares();
    let lion = bit(board.lion);
    let mut visit = |to: Square, from: Square, kind: Kind, promotes: bool| {
        let nibble = board.nibble(to);
        let captured = (nibble != 0).then(|| Kind::from_index(nibble & 3));
        visit(apply(board, Fields { to, from, kind, captured, promotes }));
    };
    let mut left = flights(board, own_squares);
    while left != 0 {
        visit(square_of(left), board.lion, Kind::Lion, false);
        left &= left - 1;
    }
    // Every check is given from the next square: only the capture of the attacker ends it.
    let attackers = board.enemy().attackers_down(lion);
    let allowed = match attackers {
        0 => ALL & !(own_squares | lion),
        _ if attackers & (attackers - 1) == 0 => attackers,
        _ => return,
    };
    let mut pieces = own_squares;
    while pieces != 0 {
        let from = square_of(pieces);
        let square = pieces & pieces.wrapping_neg();
        pieces ^= square;
        let kind = Kind::from_index(board.nibble(from) & 3);
        let mut left = board.by_kind(square).attacks_up() & allowed;
        while left != 0 {
            let to = square_of(left);
            let promotes = matches!(kind, Kind::Chick) && left & left.wrapping_neg() & FAR != 0;
            visit(to, from, kind, promotes);
            left &= left - 1;
        }
    }
    if attackers != 0 {
        return;
    }
    for kind in HAND_KINDS {
        let mut left =
            if (board.hands >> (2 * kind.hand_slot())) & 3 != 0 { board.empty() } else { 0 };
        while left != 0 {
            visit(square_of(left), NO_SQUARE, kind, false);
            left &= left - 1;
        }
    }
}

/// The first square of a set.
#[cfg(feature = "retro")]
#[inline(always)]
const fn square_of(set: Squares) -> Square {
    (set.trailing_zeros() / 4) as Square
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

/// What the rules say of a position of [`Domain::Open`](super::index::Domain::Open).
#[cfg(feature = "retro")]
#[inline(always)]
pub(super) fn initial(board: Board) -> Initial {
    let own_squares = board.own_squares();
    let own = board.own();
    let lion = bit(board.lion);
    let flights = flights(board, own_squares);
    if flights & FAR != 0 {
        return Initial::Decided(Value::Won(1));
    }
    let mut moves = flights.count_ones();
    let attackers = board.enemy().attackers_down(lion);
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
    Initial::Decided(without_a_move(board))
}

#[cfg(all(test, feature = "retro"))]
mod tests {
    use super::*;
    use crate::game::IndexedGame;
    use crate::games::dobutsu::retro::OpenGame;
    use crate::mem::{Memory, Plan};

    #[test]
    fn safe_moves_are_those_after_which_the_lion_cannot_be_captured() {
        let mut block = vec![0u64; OpenGame::plan(Plan::new()).bytes().unwrap() / 8];
        let game = OpenGame::new(&mut Memory::new(&mut block)).unwrap();
        let mut cursor = game.cursor();
        let key = |board: &Board| (board.pieces, board.hands, board.lion, board.enemy_lion);
        let mut compared = 0;
        for number in (0..game.len()).step_by(1009) {
            let board = game.index().unrank(&mut cursor, number).unwrap();
            if immediate(board).is_some() {
                continue;
            }
            let mut space = [Move::NONE; MAX_MOVES];
            let mut moves = Moves::new(&mut space);
            generate(board, Side::First, &mut moves);
            let all = moves.as_slice().iter().map(|&m| apply(board, Fields::decode(m)));
            let mut expected: Vec<Board> = all.filter(|after| !after.can_capture_lion()).collect();
            let mut found = Vec::new();
            after_safe_moves(board, |after| found.push(after));
            expected.sort_by_key(key);
            found.sort_by_key(key);
            assert_eq!(found, expected, "{board:?}");
            compared += found.len();
        }
        assert!(compared > 500_000, "{compared}");
    }
}
