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
use super::tables::{self, DOWN, GOLD, KING, KNIGHT, PAWN, RAYS, SILVER, TWO_STEPS, UP};
use crate::bitboard::Set81;

/// The squares from which a piece of each kind attacks the enemy's king.
struct CheckSquares {
    pawn: Set81,
    lance: Set81,
    knight: Set81,
    silver: Set81,
    gold: Set81,
    bishop: Set81,
    rook: Set81,
    adjacent: Set81,
}

impl CheckSquares {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn of(&self, kind: PieceKind) -> Set81 {
        match kind {
            PieceKind::Pawn => self.pawn,
            PieceKind::Lance => self.lance,
            PieceKind::Knight => self.knight,
            PieceKind::Silver => self.silver,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::King => Set81::EMPTY,
            PieceKind::Horse => self.bishop | self.adjacent,
            PieceKind::Dragon => self.rook | self.adjacent,
            _ => self.gold,
        }
    }
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
        let them = us.other().index();
        let own = self.colour(us.index());
        let occupied = own | self.colour(them);
        let hand = self.hand_of(us.index());
        let bishops = self.family(PieceKind::Bishop) & own;
        let rooks = self.family(PieceKind::Rook) & own;
        let squares = CheckSquares {
            pawn: PAWN[them].at(enemy),
            lance: if us.index() == 0 {
                Set81::reach_up(occupied, RAYS[DOWN].at(enemy))
            } else {
                Set81::reach_down(occupied, RAYS[UP].at(enemy))
            },
            knight: KNIGHT[them].at(enemy),
            silver: SILVER[them].at(enemy),
            gold: GOLD[them].at(enemy),
            bishop: if bishops.is_empty() && !hand.has(PieceKind::Bishop) {
                Set81::EMPTY
            } else {
                bishop(enemy, occupied)
            },
            rook: if rooks.is_empty() && !hand.has(PieceKind::Rook) {
                Set81::EMPTY
            } else {
                rook(enemy, occupied)
            },
            adjacent: KING.at(enemy),
        };
        let discoverers = self.discoverers(us, enemy, occupied);
        let free = own.without(limits.pinned | discoverers);

        self.direct_steps(us, enemy, free, limits.targets, &squares, visitor)?;
        self.direct_slides(us, free, limits.targets, occupied, &squares, visitor)?;
        let bound = (limits.pinned | discoverers) & own;
        if !bound.is_empty() {
            self.bound_checks(us, enemy, bound, discoverers, limits, occupied, &squares, visitor)?;
        }
        if !hand.is_empty() && !limits.drops.is_empty() {
            self.drop_checks(us, enemy, limits, &squares, visitor)?;
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
        squares: &CheckSquares,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let ahead = us.ahead();
        let zone = us.ranks::<1, 3>();
        let plain = free.without(self.promoted());
        let near = TWO_STEPS.at(enemy);

        let pawns = self.family(PieceKind::Pawn) & plain & near;
        if !pawns.is_empty() {
            let reached = us.forward(pawns) & targets;
            visitor.steps(ahead, reached & squares.pawn)?;
            let promoting = reached & squares.gold & zone;
            if !promoting.is_empty() {
                visitor.step_promotions(ahead, promoting)?;
            }
        }

        let gold_targets = squares.gold & targets;
        for from in (self.gold_movers() & free & near).squares() {
            let from = Square::from_bits(from);
            let to = GOLD[us.index()].at(from) & gold_targets;
            if to.is_empty() {
                continue;
            }
            let kind = PieceKind::from_code(self.code(from) as u8).unwrap_or(PieceKind::Gold);
            visitor.piece(kind, from, to, Set81::EMPTY)?;
        }

        let silver_targets = squares.silver & targets;
        for from in (self.family(PieceKind::Silver) & plain & near).squares() {
            let from = Square::from_bits(from);
            let reached = SILVER[us.index()].at(from);
            let promoting =
                reached & if zone.meets(from.set()) { gold_targets } else { gold_targets & zone };
            let to = reached & silver_targets;
            if (to | promoting).is_empty() {
                continue;
            }
            visitor.piece(PieceKind::Silver, from, to, promoting)?;
        }

        let knight_targets = squares.knight & targets;
        let knight_promotions = gold_targets & zone;
        for from in (self.family(PieceKind::Knight) & plain).squares() {
            let from = Square::from_bits(from);
            let reached = KNIGHT[us.index()].at(from) & (knight_targets | knight_promotions);
            if reached.is_empty() {
                continue;
            }
            visitor.piece(
                PieceKind::Knight,
                from,
                reached & knight_targets,
                reached & knight_promotions,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// Direct checks by lances, bishops, rooks, horses and dragons that are neither pinned nor
    /// discoverers.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn direct_slides<C: Colour, V: Visitor>(
        &self,
        us: C,
        free: Set81,
        targets: Set81,
        occupied: Set81,
        squares: &CheckSquares,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let zone = us.ranks::<1, 3>();
        let promoted = self.promoted();
        let bishops = self.family(PieceKind::Bishop) & free;
        let rooks = self.family(PieceKind::Rook) & free;

        let stay = squares.lance & targets;
        let promote = squares.gold & targets & zone;
        for from in (self.family(PieceKind::Lance) & free).without(promoted).squares() {
            let from = Square::from_bits(from);
            if !RAYS[us.ray()].at(from).meets(stay | promote) {
                continue;
            }
            let reached = lance(us, from, occupied);
            visitor.piece(PieceKind::Lance, from, reached & stay, reached & promote)?;
        }

        let strong = (squares.bishop | squares.adjacent) & targets;
        for from in bishops.squares() {
            let from = Square::from_bits(from);
            let mut reached = bishop_to(from, occupied, strong);
            if promoted.meets(from.set()) {
                reached |= KING.at(from) & strong;
                if !reached.is_empty() {
                    visitor.piece(PieceKind::Horse, from, reached, Set81::EMPTY)?;
                }
            } else if !reached.is_empty() {
                let promoting = if zone.meets(from.set()) { reached } else { reached & zone };
                visitor.piece(PieceKind::Bishop, from, reached & squares.bishop, promoting)?;
            }
        }

        let strong = (squares.rook | squares.adjacent) & targets;
        for from in rooks.squares() {
            let from = Square::from_bits(from);
            let mut reached = rook_to(from, occupied, strong);
            if promoted.meets(from.set()) {
                reached |= KING.at(from) & strong;
                if !reached.is_empty() {
                    visitor.piece(PieceKind::Dragon, from, reached, Set81::EMPTY)?;
                }
            } else if !reached.is_empty() {
                let promoting = if zone.meets(from.set()) { reached } else { reached & zone };
                visitor.piece(PieceKind::Rook, from, reached & squares.rook, promoting)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks by pinned pieces and discoverers, one by one.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[allow(clippy::too_many_arguments)]
    fn bound_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        bound: Set81,
        discoverers: Set81,
        limits: &Limits,
        occupied: Set81,
        squares: &CheckSquares,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let zone = us.ranks::<1, 3>();
        for from in bound.squares() {
            let from = Square::from_bits(from);
            let Some(kind) = PieceKind::from_code(self.code(from) as u8) else {
                continue;
            };
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
            let discovering = if discoverers.meets(from.set()) {
                reached.without(tables::ray_through(enemy, from))
            } else {
                Set81::EMPTY
            };
            let to = reached & (squares.of(kind) | discovering);
            let promotable = if !kind.can_promote() {
                Set81::EMPTY
            } else if zone.meets(from.set()) {
                reached
            } else {
                reached & zone
            };
            visitor.piece(
                kind,
                from,
                to.without(refused(us, kind, promotable, false)),
                promotable & (squares.of(kind.promoted()) | discovering),
            )?;
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drop_checks<C: Colour, V: Visitor>(
        &self,
        us: C,
        enemy: Square,
        limits: &Limits,
        squares: &CheckSquares,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let hand = self.hand_of(us.index());
        let drops = limits.drops;
        if hand.has(PieceKind::Pawn) {
            let front = squares.pawn & drops;
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
        // On the ranks where a kind could never move again it attacks nothing, so none of its
        // squares lies there.
        if hand.has(PieceKind::Lance) {
            visitor.drops_of(PieceKind::Lance, squares.lance & drops)?;
        }
        if hand.has(PieceKind::Knight) {
            visitor.drops_of(PieceKind::Knight, squares.knight & drops)?;
        }
        if hand.has(PieceKind::Silver) {
            visitor.drops_of(PieceKind::Silver, squares.silver & drops)?;
        }
        if hand.has(PieceKind::Gold) {
            visitor.drops_of(PieceKind::Gold, squares.gold & drops)?;
        }
        if hand.has(PieceKind::Bishop) {
            visitor.drops_of(PieceKind::Bishop, squares.bishop & drops)?;
        }
        if hand.has(PieceKind::Rook) {
            visitor.drops_of(PieceKind::Rook, squares.rook & drops)?;
        }
        ControlFlow::Continue(())
    }
}
