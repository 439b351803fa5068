//! Checks and pins of the side to move: computed once a position, shared by all stages.

use super::colour::Colour;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::tables::{self, KING, KNIGHT};
use crate::bitboard::Set81;

/// What the checks and pins against the side to move leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The king of the side to move.
    pub(crate) king: Option<Square>,
    /// The pieces that give check.
    pub(crate) checkers: Set81,
    /// Own pieces that must stay on their line with the king.
    pub(crate) pinned: Set81,
    /// Where pieces other than the king may go: not on own pieces or the enemy's king; in check
    /// on the checker or between; nowhere in double check.
    pub(crate) targets: Set81,
    /// Where drops may go.
    pub(crate) drops: Set81,
}

impl Limits {
    /// The pieces that give check to the side to move.
    #[must_use]
    pub const fn checkers(&self) -> Set81 {
        self.checkers
    }

    /// Where a piece could be dropped without leaving the king in check: every empty square, in
    /// check those between, in double check none.
    #[must_use]
    pub const fn drops(&self) -> Set81 {
        self.drops
    }

    /// The pieces of the side to move that may move along a line with their king only.
    #[must_use]
    pub const fn pinned(&self) -> Set81 {
        self.pinned
    }
}

impl Position {
    /// Pieces of colour `them` that check the king of the other colour on `king`, and pieces of
    /// the other colour that they pin to it, with these squares occupied.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn checkers_and_pinned<C: Colour>(
        &self,
        them: C,
        king: Square,
        occupied: Set81,
    ) -> (Set81, Set81) {
        self.checkers_and_pinned_with(them, king, occupied, self.step_attackers(them, king))
    }

    /// The same with the step checkers known.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn checkers_and_pinned_with<C: Colour>(
        &self,
        them: C,
        king: Square,
        occupied: Set81,
        mut checkers: Set81,
    ) -> (Set81, Set81) {
        let mut pinned = Set81::EMPTY;
        for s in self.aligned_sliders(them, king).squares() {
            let slider = Square::from_bits(s);
            let between = tables::between(king, slider) & occupied;
            if between.is_empty() {
                checkers |= slider.set();
            } else if !between.is_many() {
                pinned |= between;
            }
        }
        (checkers, pinned & self.colour(them.other().index()))
    }

    /// Pieces of colour `us` that stand alone between a slider of theirs and the king of the other
    /// colour on `king`: moving one off the line gives check.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn discoverers<C: Colour>(&self, us: C, king: Square, occupied: Set81) -> Set81 {
        let mut discoverers = Set81::EMPTY;
        for s in self.aligned_sliders(us, king).squares() {
            let slider = Square::from_bits(s);
            let between = tables::between(king, slider) & occupied;
            if !between.is_many() {
                discoverers |= between;
            }
        }
        discoverers & self.colour(us.index())
    }

    /// Checks and pins against `us`, the side to move.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn limits_of<C: Colour>(&self, us: C) -> Limits {
        self.limits_with(us, |king| {
            let them = us.other();
            // Most positions have no enemy near the king, and then no step needs a closer look.
            let contact = KING.at(king) | KNIGHT[us.index()].at(king);
            if contact.meets(self.colour(them.index())) {
                self.step_attackers(them, king)
            } else {
                Set81::EMPTY
            }
        })
    }

    /// Checks and pins against `us`, the side to move, and the enemy's step attacks on the king and
    /// its neighbours, out of which the king's moves are made as well.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn limits_and_danger<C: Colour>(&self, us: C) -> (Limits, Set81) {
        let mut danger = Set81::EMPTY;
        let limits = self.limits_with(us, |king| {
            let them = us.other();
            danger = self.step_attacks_near(them, king);
            if danger.contains(king.index()) {
                self.step_attackers(them, king)
            } else {
                Set81::EMPTY
            }
        });
        (limits, danger)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn limits_with<C: Colour>(
        &self,
        us: C,
        step_attackers: impl FnOnce(Square) -> Set81,
    ) -> Limits {
        let own = self.colour(us.index());
        let occupied = own | self.colour(us.other().index());
        let king = self.king_of(us.index());
        let free = !(own | self.family(PieceKind::King));
        let empty = !occupied;
        let Some(square) = king else {
            return Limits {
                king,
                checkers: Set81::EMPTY,
                pinned: Set81::EMPTY,
                targets: free,
                drops: empty,
            };
        };
        let steps = step_attackers(square);
        let (checkers, pinned) = self.checkers_and_pinned_with(us.other(), square, occupied, steps);
        let (targets, drops) = if checkers.is_empty() {
            (free, empty)
        } else if checkers.is_many() {
            (Set81::EMPTY, Set81::EMPTY)
        } else {
            let between = tables::between(square, Square::from_bits(checkers.lowest()));
            (between | checkers, between)
        };
        Limits { king, checkers, pinned, targets, drops }
    }

    /// Whether a slider of `by` reaches the square of a king of the other colour through `through`
    /// once the squares `occupied` are.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn slides_through<C: Colour>(
        &self,
        by: C,
        king: Square,
        through: Square,
        occupied: Set81,
    ) -> bool {
        let ray = tables::ray_through(king, through);
        let mut found = false;
        for s in (self.aligned_sliders(by, king) & ray & occupied).squares() {
            found |= !tables::between(king, Square::from_bits(s)).meets(occupied);
        }
        found
    }
}
