//! Questions about single moves and positions, answered without generating moves.

use super::attacks::reach;
use super::colour::{Colour, as_colour};
use super::generate::refused;
use super::mv::ShogiMove;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::tables::{self, KING, PAWN};
use crate::bitboard::Set81;
use crate::moves::Move;
use crate::score::Side;

impl Position {
    /// The squares where the king of `us`, on `king`, may go.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn safe_king_squares<C: Colour>(
        &self,
        us: C,
        king: Square,
        occupied: Set81,
    ) -> Set81 {
        let lifted = occupied.without(king.set());
        let to = KING.at(king).without(self.colour(us.index()) | self.family(PieceKind::King));
        let attacks = self.attacks_near(us.other(), king, to, lifted);
        to.without(attacks)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.side())
    }

    /// Whether the king of `side` is attacked; never where it has none.
    #[must_use]
    pub fn is_in_check(&self, side: Side) -> bool {
        let Some(king) = self.king(side) else {
            return false;
        };
        as_colour!(side, us => self.is_attacked(us.other(), king, self.occupied()))
    }

    /// Whether `m`, any 32 bits, is a legal move of this position, refusals to promote included.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        as_colour!(self.side(), us => self.is_legal_for(us, ShogiMove(m)))
    }

    fn is_legal_for<C: Colour>(&self, us: C, m: ShogiMove) -> bool {
        let (Some(to), Some(kind)) = (m.to(), m.kind()) else {
            return false;
        };
        if m.0.0 >> 24 != 0 {
            return false;
        }
        let limits = self.limits_of(us);
        if m.is_drop() {
            // The drop and nothing else.
            return m == ShogiMove::drop(kind, to)
                && self.hand_of(us.index()).has(kind)
                && self.is_legal_drop(us, kind, to, &limits);
        }
        let Some(from) = m.from() else {
            return false;
        };
        if !self.colour(us.index()).contains(from.index())
            || self.code(from) != u32::from(kind.code())
            || self.code(to) != m.captured_code()
        {
            return false;
        }
        let occupied = self.occupied();
        if kind == PieceKind::King {
            return !m.is_promotion()
                && self.safe_king_squares(us, from, occupied).contains(to.index());
        }
        if !limits.targets.contains(to.index())
            || !reach(us, u32::from(kind.code()), from, occupied).contains(to.index())
        {
            return false;
        }
        if limits.pinned.contains(from.index())
            && let Some(king) = limits.king
            && !tables::ray_through(king, from).contains(to.index())
        {
            return false;
        }
        let zone = us.ranks::<1, 3>();
        let promotable =
            kind.can_promote() && (zone.contains(from.index()) || zone.contains(to.index()));
        if m.is_promotion() {
            promotable
        } else {
            !promotable || !refused(us, kind, to.set(), false).contains(to.index())
        }
    }

    fn is_legal_drop<C: Colour>(
        &self,
        us: C,
        kind: PieceKind,
        to: Square,
        limits: &super::limits::Limits,
    ) -> bool {
        if !limits.drops.contains(to.index())
            || refused(us, kind, to.set(), false).contains(to.index())
        {
            return false;
        }
        if kind != PieceKind::Pawn {
            return true;
        }
        let pawns =
            (self.family(PieceKind::Pawn) & self.colour(us.index())).without(self.promoted());
        if pawns.file_fill().contains(to.index()) {
            return false;
        }
        match self.king_of(us.other().index()) {
            Some(enemy) if PAWN[us.other().index()].at(enemy).contains(to.index()) => {
                !self.is_drop_pawn_mate(us, enemy, to.set())
            }
            _ => true,
        }
    }

    /// Whether `m`, a legal move, gives check.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        as_colour!(self.side(), us => self.gives_check_for(us, ShogiMove(m)))
    }

    fn gives_check_for<C: Colour>(&self, us: C, m: ShogiMove) -> bool {
        let Some(enemy) = self.king_of(us.other().index()) else {
            return false;
        };
        let to = m.destination_field();
        let mut occupied = self.occupied() | to.set();
        if !m.is_drop() {
            occupied = occupied.without(m.origin_field().set());
        }
        if reach(us, m.code_after(), to, occupied).contains(enemy.index()) {
            return true;
        }
        !m.is_drop() && self.slides_through(us, enemy, m.origin_field(), occupied)
    }
}
