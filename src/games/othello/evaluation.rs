//! A small evaluation without tables of patterns: mobility, the rim of empty squares, corners and
//! the squares beside them. It orders moves and plays sensibly; exact endgames do not depend on it.

use super::board::{moves, stable};
use crate::score::Score;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner.
pub(super) const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The squares next to a corner on the edge.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

/// The squares on the rim of the board.
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The empty squares next to a disc of `discs`.
#[inline(always)]
const fn rim(discs: u64, empty: u64) -> u64 {
    const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = discs | (discs & NOT_RIGHT) << 1 | (discs & NOT_LEFT) >> 1;
    (wide | wide << 8 | wide >> 8) & empty
}

#[inline(always)]
fn count(squares: u64) -> Score {
    squares.count_ones() as Score
}

/// The score for `player`, to move, in units of its own: a move more than the opponent is 12.
#[inline]
pub(super) fn evaluate(player: u64, opponent: u64, empty: u64, whole_board: bool) -> Score {
    let my_moves = moves(player, opponent, empty);
    let your_moves = moves(opponent, player, empty);
    let mut score = 12 * (count(my_moves) - count(your_moves))
        + 36 * (count(my_moves & CORNERS) - count(your_moves & CORNERS));
    // Empty squares beside the opponent's discs are moves to come.
    score += 12 * (count(rim(opponent, empty)) - count(rim(player, empty)));
    if whole_board {
        score += 96 * (count(player & CORNERS) - count(opponent & CORNERS));
        // Bad neighbours of corners that are still empty.
        let open = empty & CORNERS;
        if open != 0 {
            let near_x = near(open, X_SQUARES);
            score -= 72 * (count(player & near_x) - count(opponent & near_x));
            let near_c = near(open, C_SQUARES);
            score -= 18 * (count(player & near_c) - count(opponent & near_c));
        }
        score += 20 * (count(stable(player, opponent)) - count(stable(opponent, player)));
    }
    score
}

/// The squares of `of` next to the corners `open`.
#[inline(always)]
const fn near(open: u64, of: u64) -> u64 {
    let wide = open | open << 1 | open >> 1;
    (wide | wide << 8 | wide >> 8) & of
}

/// What the square of a move is worth to the ordering of endgame moves.
#[inline(always)]
const fn square_worth(square: u64) -> Score {
    if square & CORNERS != 0 {
        54
    } else if square & X_SQUARES != 0 {
        -15
    } else if square & C_SQUARES != 0 {
        -6
    } else if square & EDGES != 0 {
        2
    } else {
        0
    }
}

/// What the hints are multiplied by, so that what a search learns of moves (killers, history)
/// weighs no more than two replies.
const HINT_SCALE: Score = 64;

/// The hint for a move after which `player`, who moved, faces `opponent`, to move: few replies
/// first. The weights were tuned for fewest nodes on random endgames.
#[inline(always)]
pub(super) fn hint(player: u64, opponent: u64, empty: u64, square: u64, odd: bool) -> Score {
    let replies = moves(opponent, player, empty);
    let mut hint = square_worth(square) - 72 * count(replies) - 5 * count(rim(player, empty));
    if odd {
        hint += 3;
    }
    if replies & CORNERS != 0 {
        hint -= 24 * count(replies & CORNERS);
    }
    HINT_SCALE * hint
}
