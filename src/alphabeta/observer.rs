//! The [`Observer`]: an eye on every node of a search, for pictures, studies and tests.

use crate::moves::Move;
use crate::score::Score;

/// A node that the search enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Plies from the root.
    pub ply: u32,
    /// The move that led here; none at the root.
    pub played: Move,
    /// Lower end of the window, from the view of the side to move here.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Plies left to search.
    pub depth: u16,
    /// Whether the node belongs to a shallow search that orders moves.
    pub presearch: bool,
}

/// Why the search leaves a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The game has ended here.
    Outcome,
    /// The depth is used up: the static evaluation.
    Evaluation,
    /// The game solved the position itself.
    Solved,
    /// Bounds of the game that hold without search.
    Bounds,
    /// The position repeats one on the line to it.
    Repetition,
    /// The table held what was needed.
    Table,
    /// The table held a child that cuts (enhanced transposition cutoff).
    ChildInTable,
    /// The move with this number, counted from 0 in the order tried, reached beta.
    Cut(u32),
    /// Every move was searched.
    Exhausted,
}

/// A node that the search leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Plies from the root.
    pub ply: u32,
    /// The fail-soft score, from the view of the side to move here.
    pub score: Score,
    /// Why.
    pub cause: Cause,
}

/// Sees a search go by. The empty observer `()` costs nothing.
pub trait Observer {
    /// A driver begins a pass over the tree with this window.
    #[inline(always)]
    fn pass(&mut self, alpha: Score, beta: Score) {
        let _ = (alpha, beta);
    }

    /// The search enters a node.
    #[inline(always)]
    fn enter(&mut self, visit: Visit) {
        let _ = visit;
    }

    /// The search leaves the node that it entered last and has not left.
    #[inline(always)]
    fn leave(&mut self, departure: Departure) {
        let _ = departure;
    }
}

impl Observer for () {}

impl<T: Observer + ?Sized> Observer for &mut T {
    #[inline(always)]
    fn pass(&mut self, alpha: Score, beta: Score) {
        (**self).pass(alpha, beta);
    }
    #[inline(always)]
    fn enter(&mut self, visit: Visit) {
        (**self).enter(visit);
    }
    #[inline(always)]
    fn leave(&mut self, departure: Departure) {
        (**self).leave(departure);
    }
}
