//! One node on the explicit stack, the call that opens it and the reply that closes it.

use crate::moves::Move;
use crate::score::{DECIDED, SCORE_LIMIT, Score, Side};
use crate::stack::Span;

/// No position on the line: the result holds however the position was reached.
pub(super) const INDEPENDENT: u32 = u32::MAX;

/// What the table separates the results of shallow searches by.
pub(super) const PRESEARCH_SALT: u64 = 0x1319_8a2e_0370_7344;

/// And those of a rehearsal.
pub(super) const REHEARSAL_SALT: u64 = 0xa409_3822_299f_31d0;

/// A node to be searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Call {
    pub alpha: Score,
    pub beta: Score,
    pub depth: u16,
    /// Plies of quiescence search left; counts only once `quiescence` is set.
    pub quiet: u16,
    pub quiescence: bool,
    pub presearch: bool,
}

/// What a node came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub score: Score,
    /// The lowest index on the stack of a position whose repetition the score depends on.
    pub dependency: u32,
    /// Whether every line behind the score reached the end of the game.
    pub complete: bool,
    /// Whether the score is the value itself, whatever the window was.
    pub exact: bool,
}

impl Reply {
    /// The value of a position where the game has ended.
    pub(super) const fn outcome(score: Score) -> Self {
        Self { score, dependency: INDEPENDENT, complete: true, exact: true }
    }

    /// A bound of a game that was read to its end.
    pub(super) const fn bound(score: Score) -> Self {
        Self { score, dependency: INDEPENDENT, complete: true, exact: false }
    }

    /// The static evaluation.
    pub(super) const fn evaluation(score: Score) -> Self {
        Self { score, dependency: INDEPENDENT, complete: false, exact: true }
    }
}

/// What a node is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing searched yet; the table's move, if any, stands first.
    #[default]
    Fresh,
    /// Moves are being searched shallowly to be ordered.
    Presearch,
    /// Moves have their order values; the best of the rest is next.
    Rated,
    /// Moves are in the order they will be tried.
    Ordered,
}

/// A node on the stack.
// Small fields come first, where small processors reach them with one instruction.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "compact", repr(C))]
pub(super) struct Frame {
    pub side: Side,
    pub phase: Phase,
    pub quiescence: bool,
    pub presearch: bool,
    pub complete: bool,
    /// The window handed to the current child was narrower than ours: a score inside ours calls
    /// for a second search.
    pub scout: bool,
    /// The side to move is the same after the current move.
    pub same_side: bool,
    /// The table's move was tried or does not exist.
    pub table_move_done: bool,
    pub depth: u16,
    /// Depth and quiescence, and on what the effort at this node is measured: plies left.
    pub remaining: u16,
    pub quiet: u16,
    /// The number of the stage of moves to be generated next, 0 when there is none.
    pub stage: u16,
    /// How many moves were searched shallowly.
    pub cursor: u16,
    /// The history index of the current move.
    pub index: u16,
    /// The window at entry.
    pub alpha: Score,
    pub beta: Score,
    /// The best score so far, which may lie below alpha (fail-soft).
    pub best: Score,
    pub best_move: Move,
    /// The move being searched, which is played on the board; none otherwise.
    pub current: Move,
    pub span: Span,
    /// How many of the moves were handed out.
    pub next: u32,
    pub dependency: u32,
    /// The low 32 bits of the node count at entry.
    pub nodes: u32,
    pub resource: u32,
    /// The position's key, or 0 where nobody needs it.
    pub key: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            key: 0,
            resource: 0,
            alpha: 0,
            beta: 0,
            best: 0,
            best_move: Move::NONE,
            current: Move::NONE,
            span: Span { start: 0, len: 0 },
            next: 0,
            dependency: INDEPENDENT,
            nodes: 0,
            depth: 0,
            remaining: 0,
            quiet: 0,
            stage: 0,
            cursor: 0,
            index: 0,
            side: Side::First,
            phase: Phase::Fresh,
            quiescence: false,
            presearch: false,
            complete: true,
            scout: false,
            same_side: false,
            table_move_done: true,
        }
    }
}

/// A score one ply nearer to the root: the distance to a decided end grows.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(super) const fn farther(score: Score) -> Score {
    if score >= DECIDED {
        score - 1
    } else if score <= -DECIDED {
        score + 1
    } else {
        score
    }
}

/// The window bound that, one ply further from the root, asks the same question: `farther(s)` is
/// at least `bound` exactly when `s` is at least this.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(super) const fn nearer(bound: Score) -> Score {
    if bound >= DECIDED {
        if bound >= SCORE_LIMIT { SCORE_LIMIT } else { bound + 1 }
    } else if bound <= -DECIDED {
        if bound <= -SCORE_LIMIT { -SCORE_LIMIT } else { bound - 1 }
    } else {
        bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn windows_and_scores_move_by_the_same_ply() {
        let scores = [
            -MATE,
            -MATE + 1,
            -MATE + 7,
            -DECIDED - 1,
            -5,
            0,
            5,
            DECIDED + 1,
            MATE - 7,
            MATE - 1,
            MATE,
        ];
        for score in scores {
            for bound in scores {
                assert_eq!(farther(score) >= bound, score >= nearer(bound), "{score} {bound}");
                assert_eq!(farther(score) <= bound, score <= nearer(bound), "{score} {bound}");
            }
        }
    }
}
