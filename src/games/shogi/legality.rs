//! Questions about single moves and positions, answered without generating moves.

use super::attacks::{ranks, reach};
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
    /// The squares where the king of `US`, on `king`, may go.
    #[inline(always)]
    pub(crate) fn safe_king_squares<const US: usize>(
        &self,
        king: Square,
        occupied: Set81,
    ) -> Set81 {
        let lifted = occupied.without(king.set());
        let to = KING.at(king).without(self.colour(US) | self.family(PieceKind::King));
        let attacks = match US {
            0 => self.attacks_near::<1>(king, to, lifted),
            _ => self.attacks_near::<0>(king, to, lifted),
        };
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
        match side {
            Side::First => self.is_attacked::<1>(king, self.occupied()),
            Side::Second => self.is_attacked::<0>(king, self.occupied()),
        }
    }

    /// Whether `m`, any 32 bits, is a legal move of this position, refusals to promote included.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match self.side() {
            Side::First => self.is_legal_for::<0>(ShogiMove(m)),
            Side::Second => self.is_legal_for::<1>(ShogiMove(m)),
        }
    }

    fn is_legal_for<const US: usize>(&self, m: ShogiMove) -> bool {
        let (Some(to), Some(kind)) = (m.to(), m.kind()) else {
            return false;
        };
        if m.0.0 >> 24 != 0 {
            return false;
        }
        let limits = self.limits_of::<US>();
        if m.is_drop() {
            // The drop and nothing else.
            return m == ShogiMove::drop(kind, to)
                && self.hand_of(US).has(kind)
                && self.is_legal_drop::<US>(kind, to, &limits);
        }
        let Some(from) = m.from() else {
            return false;
        };
        if !self.colour(US).contains(from.index())
            || self.code(from) != u32::from(kind.code())
            || self.code(to) != m.captured_code()
        {
            return false;
        }
        let occupied = self.occupied();
        if kind == PieceKind::King {
            return !m.is_promotion()
                && self.safe_king_squares::<US>(from, occupied).contains(to.index());
        }
        if !limits.targets.contains(to.index())
            || !reach::<US>(u32::from(kind.code()), from, occupied).contains(to.index())
        {
            return false;
        }
        if limits.pinned.contains(from.index())
            && let Some(king) = limits.king
            && !tables::ray_through(king, from).contains(to.index())
        {
            return false;
        }
        let zone = const { ranks(US, 1, 3) };
        let promotable =
            kind.can_promote() && (zone.contains(from.index()) || zone.contains(to.index()));
        if m.is_promotion() {
            promotable
        } else {
            !promotable || !refused::<US>(kind, to.set(), false).contains(to.index())
        }
    }

    fn is_legal_drop<const US: usize>(
        &self,
        kind: PieceKind,
        to: Square,
        limits: &super::limits::Limits,
    ) -> bool {
        if !limits.drops.contains(to.index())
            || refused::<US>(kind, to.set(), false).contains(to.index())
        {
            return false;
        }
        if kind != PieceKind::Pawn {
            return true;
        }
        let pawns = (self.family(PieceKind::Pawn) & self.colour(US)).without(self.promoted());
        if pawns.file_fill().contains(to.index()) {
            return false;
        }
        match self.king_of(US ^ 1) {
            Some(enemy) if PAWN[US ^ 1].at(enemy).contains(to.index()) => {
                !self.is_drop_pawn_mate::<US>(enemy, to.set())
            }
            _ => true,
        }
    }

    /// Whether `m`, a legal move, gives check.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        match self.side() {
            Side::First => self.gives_check_for::<0>(ShogiMove(m)),
            Side::Second => self.gives_check_for::<1>(ShogiMove(m)),
        }
    }

    fn gives_check_for<const US: usize>(&self, m: ShogiMove) -> bool {
        let Some(enemy) = self.king_of(US ^ 1) else {
            return false;
        };
        let to = m.destination_field();
        let mut occupied = self.occupied() | to.set();
        if !m.is_drop() {
            occupied = occupied.without(m.origin_field().set());
        }
        if reach::<US>(m.code_after(), to, occupied).contains(enemy.index()) {
            return true;
        }
        !m.is_drop() && self.slides_through::<US>(enemy, m.origin_field(), occupied)
    }
}
