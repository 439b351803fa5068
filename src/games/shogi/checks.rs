//! Moves that give check, and they alone: direct, discovered, by drop, by promotion and by
//! refusing it.
//!
//! The squares from which each kind would attack the enemy's king are found backwards from the
//! king; a move checks directly where it ends on one of them. Own pieces that stand alone between
//! a slider and the king (discoverers) check by leaving the line. Every move is legal.

use core::ops::ControlFlow;

use super::attacks::{bishop, bishop_to, lance, reach, rook, rook_to};
use super::colour::Colour;
use super::generate::{Visitor, refused};
use super::limits::Limits;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::tables::{self, DOWN, GOLD, KING, KNIGHT, PAWN, RAYS, ROOK_NEAR, SILVER, TWO_STEPS, UP};
use crate::bitboard::{Part, Set81};

/// The squares from which a piece of a kind attacks the enemy's king.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn check_squares<C: Colour>(us: C, kind: PieceKind, enemy: Square, occupied: Set81) -> Set81 {
    if kind == PieceKind::King {
        return Set81::EMPTY;
    }
    reach(us.other(), u32::from(kind.code()), enemy, occupied)
}

impl Position {
    /// Hands every legal move that gives check to `visitor`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn generate_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let Some(enemy) = self.king_of(us.other().index()) else {
            return ControlFlow::Continue(());
        };
        let own = self.colour(us.index());
        let occupied = own | self.colour(us.other().index());
        let discoverers = self.discoverers(us, enemy, occupied);
        let bound = limits.pinned | discoverers;
        let free = own.without(bound);

        self.direct_steps(us, enemy, free, limits.targets, visitor)?;
        self.lance_checks(us, enemy, free, limits.targets, occupied, visitor)?;
        self.bishop_checks(us, enemy, free, limits.targets, occupied, visitor)?;
        self.rook_checks(us, enemy, free, limits.targets, occupied, visitor)?;
        for from in bound.squares() {
            let from = Square::from_bits(from);
            let discovers = discoverers.meets(from.set());
            let (kind, to, promoting) = self.bound_checks(us, enemy, from, discovers, limits);
            visitor.piece(kind, from, to, promoting)?;
        }
        if !self.hand_of(us.index()).is_empty() && !limits.drops.is_empty() {
            self.drop_checks(us, enemy, limits, occupied, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Direct checks by pawns, knights, silvers and golds that are neither pinned nor discoverers.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn direct_steps<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        free: Set81,
        targets: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if Set81::part_around(enemy.index()) == 0 {
            self.direct_steps_in::<0, C, V>(us, enemy, free.part(), targets.part(), visitor)
        } else {
            self.direct_steps_in::<1, C, V>(us, enemy, free.part(), targets.part(), visitor)
        }
    }

    /// The same within the part of the board around the king.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn direct_steps_in<const P: usize, C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        free: Part<P>,
        targets: Part<P>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let ahead = us.ahead();
        let them = us.other().index();
        let zone = us.ranks::<1, 3>();
        let plain = free.without(self.promoted().part());
        let near = TWO_STEPS.at(enemy).part();

        let pawns = self.family(PieceKind::Pawn).part() & plain & near;
        if !pawns.is_empty() {
            let reached = us.forward(pawns) & targets;
            visitor.steps(ahead, (reached & PAWN[them].at(enemy).part()).whole())?;
            let promoting = reached & GOLD[them].at(enemy).part() & zone.part();
            if !promoting.is_empty() {
                visitor.step_promotions(ahead, promoting.whole())?;
            }
        }

        // The targets of a kind are looked up only where there is a piece of it.
        for from in (self.gold_movers().part() & free & near).squares() {
            let from = Square::from_bits(from);
            let to = GOLD[us.index()].at(from).part() & GOLD[them].at(enemy).part() & targets;
            if to.is_empty() {
                continue;
            }
            let kind = PieceKind::from_code(self.code(from) as u8).unwrap_or(PieceKind::Gold);
            visitor.few(kind, from, to, Set81::EMPTY.part())?;
        }

        for from in (self.family(PieceKind::Silver).part() & plain & near).squares() {
            let from = Square::from_bits(from);
            let reached = SILVER[us.index()].at(from).part() & targets;
            let promotable = if zone.meets(from.set()) { reached } else { reached & zone.part() };
            let promoting = promotable & GOLD[them].at(enemy).part();
            let to = reached & SILVER[them].at(enemy).part();
            if (to | promoting).is_empty() {
                continue;
            }
            visitor.few(PieceKind::Silver, from, to, promoting)?;
        }

        let knights = self.family(PieceKind::Knight).part() & plain;
        if knights.is_empty() {
            return ControlFlow::Continue(());
        }
        // A knight stands two ranks behind where it goes.
        let behind = us.backward(us.backward(near | enemy.set().part()));
        for from in (knights & behind).squares() {
            let from = Square::from_bits(from);
            let reached = KNIGHT[us.index()].at(from).part() & targets;
            let to = reached & KNIGHT[them].at(enemy).part();
            let promoting = reached & GOLD[them].at(enemy).part() & zone.part();
            if (to | promoting).is_empty() {
                continue;
            }
            visitor.few(PieceKind::Knight, from, to, promoting)?;
        }
        ControlFlow::Continue(())
    }

    /// Direct checks by lances that are neither pinned nor discoverers.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn lance_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        free: Set81,
        targets: Set81,
        occupied: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        // On files next to the king or its own; more never hurts.
        let near = ROOK_NEAR.at(enemy);
        let lances = (self.family(PieceKind::Lance) & free & near).without(self.promoted());
        if lances.is_empty() {
            return ControlFlow::Continue(());
        }
        let them = us.other();
        let stay = RAYS[them.ray()].at(enemy) & targets;
        let promote = GOLD[them.index()].at(enemy) & targets & us.ranks::<1, 3>();
        for from in lances.squares() {
            let from = Square::from_bits(from);
            if !RAYS[us.ray()].at(from).meets(stay | promote) {
                continue;
            }
            let reached = lance(us, from, occupied);
            let stay = stay & lance(them, enemy, occupied);
            visitor.piece(PieceKind::Lance, from, reached & stay, reached & promote)?;
        }
        ControlFlow::Continue(())
    }

    /// Direct checks by bishops and horses that are neither pinned nor discoverers.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn bishop_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        free: Set81,
        targets: Set81,
        occupied: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let bishops = self.family(PieceKind::Bishop) & free;
        if bishops.is_empty() {
            return ControlFlow::Continue(());
        }
        let zone = us.ranks::<1, 3>();
        let direct = bishop(enemy, occupied);
        let strong = (direct | KING.at(enemy)) & targets;
        for from in bishops.squares() {
            let from = Square::from_bits(from);
            let mut reached = bishop_to(from, occupied, strong);
            if self.promoted().meets(from.set()) {
                reached |= KING.at(from) & strong;
                if !reached.is_empty() {
                    visitor.piece(PieceKind::Horse, from, reached, Set81::EMPTY)?;
                }
            } else if !reached.is_empty() {
                let promoting = if zone.meets(from.set()) { reached } else { reached & zone };
                visitor.piece(PieceKind::Bishop, from, reached & direct, promoting)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Direct checks by rooks and dragons that are neither pinned nor discoverers.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn rook_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        free: Set81,
        targets: Set81,
        occupied: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let rooks = self.family(PieceKind::Rook) & free;
        if rooks.is_empty() {
            return ControlFlow::Continue(());
        }
        let zone = us.ranks::<1, 3>();
        let direct = rook(enemy, occupied);
        let strong = (direct | KING.at(enemy)) & targets;
        for from in rooks.squares() {
            let from = Square::from_bits(from);
            let mut reached = rook_to(from, occupied, strong);
            if self.promoted().meets(from.set()) {
                reached |= KING.at(from) & strong;
                if !reached.is_empty() {
                    visitor.piece(PieceKind::Dragon, from, reached, Set81::EMPTY)?;
                }
            } else if !reached.is_empty() {
                let promoting = if zone.meets(from.set()) { reached } else { reached & zone };
                visitor.piece(PieceKind::Rook, from, reached & direct, promoting)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks by one pinned piece or discoverer on `from`: its kind, and the squares it goes to
    /// without and with promotion. Rare, and kept apart from what is not.
    #[inline(never)]
    fn bound_checks<C: Colour>(
        &self,
        us: C,
        enemy: Square,
        from: Square,
        discovers: bool,
        limits: &Limits,
    ) -> (PieceKind, Set81, Set81) {
        let zone = us.ranks::<1, 3>();
        let occupied = self.occupied();
        let kind = PieceKind::from_code(self.code(from) as u8).unwrap_or(PieceKind::King);
        let mut reached = reach(us, u32::from(kind.code()), from, occupied);
        if kind == PieceKind::King {
            reached = self.safe_king_squares(us, from, occupied);
        } else {
            reached &= limits.targets;
            if let Some(king) = limits.king
                && limits.pinned.meets(from.set())
            {
                reached &= tables::ray_through(king, from);
            }
        }
        let discovering = if discovers {
            reached.without(tables::ray_through(enemy, from))
        } else {
            Set81::EMPTY
        };
        let to = reached & (check_squares(us, kind, enemy, occupied) | discovering);
        let promotable = if !kind.can_promote() {
            Set81::EMPTY
        } else if zone.meets(from.set()) {
            reached
        } else {
            reached & zone
        };
        (
            kind,
            to.without(refused(us, kind, promotable, false)),
            promotable & (check_squares(us, kind.promoted(), enemy, occupied) | discovering),
        )
    }

    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drop_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        limits: &Limits,
        occupied: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let hand = self.hand_of(us.index());
        let drops = limits.drops;
        let them = us.other().index();
        if hand.has(PieceKind::Pawn) {
            let front = PAWN[them].at(enemy) & drops;
            if !front.is_empty() {
                let square = Square::from_bits(front.lowest());
                let file = RAYS[UP].at(square) | RAYS[DOWN].at(square);
                let pawns = (self.family(PieceKind::Pawn) & self.colour(us.index()))
                    .without(self.promoted());
                if !file.meets(pawns) && !self.is_drop_pawn_mate(us, enemy, front) {
                    visitor.drops_of(PieceKind::Pawn, front)?;
                }
            }
        }
        if hand.without_pawns().is_empty() {
            return ControlFlow::Continue(());
        }
        // On the ranks where a kind could never move again it attacks nothing, so none of its
        // squares lies there.
        if hand.has(PieceKind::Lance) {
            visitor.drops_of(PieceKind::Lance, lance(us.other(), enemy, occupied) & drops)?;
        }
        if hand.has(PieceKind::Knight) {
            visitor.drops_of(PieceKind::Knight, KNIGHT[them].at(enemy) & drops)?;
        }
        if hand.has(PieceKind::Silver) {
            visitor.drops_of(PieceKind::Silver, SILVER[them].at(enemy) & drops)?;
        }
        if hand.has(PieceKind::Gold) {
            visitor.drops_of(PieceKind::Gold, GOLD[them].at(enemy) & drops)?;
        }
        if hand.has(PieceKind::Bishop) {
            visitor.drops_of(PieceKind::Bishop, bishop(enemy, occupied) & drops)?;
        }
        if hand.has(PieceKind::Rook) {
            visitor.drops_of(PieceKind::Rook, rook(enemy, occupied) & drops)?;
        }
        ControlFlow::Continue(())
    }
}
