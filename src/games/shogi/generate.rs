//! The move generator: one routine that hands sets of destinations to a visitor.
//!
//! Pieces that step are moved all at once: one shift of the whole set a direction, so that a
//! position costs ten shifts however many pieces there are. Sliders, pinned pieces and the king
//! are taken one by one. Masks of destinations make the stages; lists, counts and "is there a
//! move?" are visitors. Every set that a visitor sees is legal.

use core::ops::ControlFlow;

use super::attacks::{bishop, lance, reach, rook};
use super::colour::Colour;
use super::limits::Limits;
use super::piece::{Hand, PieceKind};
use super::position::Position;
use super::square::Square;
use super::tables::{self, GOLD, KING, KNIGHT, SILVER};
use crate::bitboard::{Part, Set81};

/// Which legal moves to generate: any union of the stages.
///
/// The stages are disjoint, and [`Stages::ALL`] is every legal move. When the side to move is in
/// check, each stage gives the evasions that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(u8);

impl Stages {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Moves that capture, promotions among them.
    pub const CAPTURES: Self = Self(1);
    /// Moves that promote and do not capture.
    pub const QUIET_PROMOTIONS: Self = Self(2);
    /// Moves on the board that neither capture nor promote.
    pub const QUIETS: Self = Self(4);
    /// Drops.
    pub const DROPS: Self = Self(8);
    /// All legal moves of the rules.
    pub const ALL: Self = Self(15);

    /// Set where senseless refusals to promote are left out.
    const SENSIBLE: u8 = 16;

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same stages without the refusals to promote that playing engines leave out: those of
    /// pawns, bishops and rooks, and those of lances on the last rank but one. A promoted piece
    /// of these kinds moves at least as well; refusing can only matter for avoiding drop-pawn mate.
    #[must_use]
    pub const fn sensible(self) -> Self {
        Self(self.0 | Self::SENSIBLE)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    const fn has(self, stage: Self) -> bool {
        self.0 & stage.0 != 0
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    const fn has_all(self, stages: Self) -> bool {
        self.0 & stages.0 == stages.0
    }
}

/// Takes what the generator emits. Each method may break off the generation.
pub trait Visitor {
    /// Whether knights, silvers and golds come all at once, direction by direction, which is
    /// cheapest to count, rather than one by one.
    const MERGED: bool;

    /// Moves without promotion, one to each square of `to`, each from the square `delta` before
    /// it: `from = to - delta`. They are moves of pawns, unless [`Visitor::MERGED`] is set: then
    /// they may be of different kinds.
    fn steps(&mut self, delta: i8, to: Set81) -> ControlFlow<()>;

    /// The same with promotion.
    fn step_promotions(&mut self, delta: i8, to: Set81) -> ControlFlow<()>;

    /// Moves of one piece: to `to` without, and to `promoting` with promotion.
    fn piece(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Set81,
        promoting: Set81,
    ) -> ControlFlow<()>;

    /// Moves of the king, to `to`; those to squares of `enemy` are captures.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn king(&mut self, from: Square, to: Set81, enemy: Set81) -> ControlFlow<()> {
        let _ = enemy;
        self.piece(PieceKind::King, from, to, Set81::EMPTY)
    }

    /// Moves of one piece, mostly few and all within one part of the board.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn few<const P: usize>(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Part<P>,
        promoting: Part<P>,
    ) -> ControlFlow<()> {
        self.piece(kind, from, to.whole(), promoting.whole())
    }

    /// The same for steps of a silver or a gold mover, mostly more; those to squares of `enemy` are
    /// captures.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn near<const P: usize>(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Part<P>,
        promoting: Part<P>,
        enemy: Part<P>,
    ) -> ControlFlow<()> {
        let _ = enemy;
        self.few(kind, from, to, promoting)
    }

    /// Drops of pawns, mostly many.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn pawn_drops(&mut self, to: Set81) -> ControlFlow<()> {
        self.drops_of(PieceKind::Pawn, to)
    }

    /// Drops of one kind, mostly few.
    fn drops_of(&mut self, kind: PieceKind, to: Set81) -> ControlFlow<()>;

    /// Drops of the other kinds in hand: on `last` of all but lances and knights, on `second` of
    /// all but knights, on `rest` of all. `hand` has no pawns and is not empty.
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()>;
}

/// Where moves may go, by stage.
struct Masks {
    /// For moves without promotion.
    stay: Set81,
    /// For moves with promotion.
    promote: Set81,
}

impl Masks {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn new(stages: Stages, enemy: Set81, empty: Set81) -> Self {
        let pick = |captures: bool, quiets: bool| {
            let captures = if captures { enemy } else { Set81::EMPTY };
            let quiets = if quiets { empty } else { Set81::EMPTY };
            captures | quiets
        };
        let captures = stages.has(Stages::CAPTURES);
        Self {
            stay: pick(captures, stages.has(Stages::QUIETS)),
            promote: pick(captures, stages.has(Stages::QUIET_PROMOTIONS)),
        }
    }
}

impl Position {
    /// Hands every legal move of `stages` to `visitor`. `danger` is what
    /// [`Position::limits_and_danger`] gave, if it was asked.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn generate<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        danger: Option<Set81>,
        stages: Stages,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if stages.has(Stages(7)) {
            let own = self.colour(us.index());
            let enemy = self.colour(us.other().index());
            let occupied = own | enemy;
            let masks = Masks::new(stages, enemy, !occupied);
            if let Some(king) = limits.king {
                self.king_moves(us, king, danger, occupied, masks.stay, visitor)?;
            }
            // Targets are the enemy's squares and empty ones, so that all stages together are they.
            let masks = if stages.has_all(Stages(7)) {
                Masks { stay: limits.targets, promote: limits.targets }
            } else {
                Masks { stay: masks.stay & limits.targets, promote: masks.promote & limits.targets }
            };
            if V::MERGED {
                self.merged_steps(us, limits, &masks, stages, visitor)?;
            } else {
                self.single_steps(us, limits, &masks, stages, visitor)?;
            }
            self.slider_moves(us, limits, &masks, stages, occupied, visitor)?;
        }
        if stages.has(Stages::DROPS) {
            self.drop_moves(us, limits, visitor)?;
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn king_moves<C: Colour, V: Visitor>(
        &self,
        us: C,
        king: Square,
        danger: Option<Set81>,
        occupied: Set81,
        mask: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let to = KING.at(king) & mask;
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        let danger = danger.unwrap_or_else(|| self.step_attacks_near(us.other(), king));
        let to = to.without(danger | self.family(PieceKind::King));
        // Without the king, so that it does not hide behind itself.
        let occupied = occupied.without(king.set());
        let to = to.without(self.slides_near(us.other(), king, to, occupied));
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        visitor.king(king, to, self.colour(us.other().index()))
    }

    /// Pawns, knights, silvers and golds that are not pinned: the pawns at once, the others one by
    /// one.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn single_steps<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        masks: &Masks,
        stages: Stages,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let ahead = us.ahead();
        let zone = us.ranks::<1, 3>();
        let free = self.colour(us.index()).without(limits.pinned);
        let plain = free.without(self.promoted());
        let Masks { stay, promote } = *masks;

        let reached = us.forward(self.family(PieceKind::Pawn) & plain);
        let allowed =
            if stages.0 & Stages::SENSIBLE == 0 { us.ranks::<2, 9>() } else { us.ranks::<4, 9>() };
        visitor.steps(ahead, reached & stay & allowed)?;
        let promoting = reached & promote & zone;
        if !promoting.is_empty() {
            visitor.step_promotions(ahead, promoting)?;
        }

        // Kind by kind, and not part by part, so that the order is the same on every machine.
        let knights = self.family(PieceKind::Knight) & plain;
        self.knights_in::<0, C, V>(us, knights, masks, visitor)?;
        if Set81::PARTS > 1 {
            self.knights_in::<1, C, V>(us, knights, masks, visitor)?;
        }
        let silvers = self.family(PieceKind::Silver) & plain;
        self.silvers_in::<0, C, V>(us, silvers, masks, visitor)?;
        if Set81::PARTS > 1 {
            self.silvers_in::<1, C, V>(us, silvers, masks, visitor)?;
        }
        let golds = self.gold_movers() & free;
        self.golds_in::<0, C, V>(us, golds, masks, visitor)?;
        if Set81::PARTS > 1 {
            self.golds_in::<1, C, V>(us, golds, masks, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The knights `pieces` in one part of the board.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn knights_in<const P: usize, C: Colour, V: Visitor>(
        &self,
        us: C,
        pieces: Set81,
        masks: &Masks,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let stay = masks.stay.part::<P>() & us.ranks::<3, 9>().part();
        let promote = masks.promote.part::<P>() & us.ranks::<1, 3>().part();
        for from in pieces.core_squares::<P>() {
            let from = Square::from_bits(from);
            let reached = KNIGHT[us.index()].at(from).part();
            visitor.few(PieceKind::Knight, from, reached & stay, reached & promote)?;
        }
        ControlFlow::Continue(())
    }

    /// The silvers `pieces` in one part of the board.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn silvers_in<const P: usize, C: Colour, V: Visitor>(
        &self,
        us: C,
        pieces: Set81,
        masks: &Masks,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let zone = us.ranks::<1, 3>();
        let stay = masks.stay.part::<P>();
        let promote = masks.promote.part::<P>();
        let enemy = self.colour(us.other().index()).part::<P>();
        for from in pieces.core_squares::<P>() {
            let from = Square::from_bits(from);
            let reached = SILVER[us.index()].at(from).part();
            let promotable = if zone.meets(from.set()) { reached } else { reached & zone.part() };
            visitor.near(PieceKind::Silver, from, reached & stay, promotable & promote, enemy)?;
        }
        ControlFlow::Continue(())
    }

    /// The gold movers `pieces` in one part of the board.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn golds_in<const P: usize, C: Colour, V: Visitor>(
        &self,
        us: C,
        pieces: Set81,
        masks: &Masks,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let stay = masks.stay.part::<P>();
        let enemy = self.colour(us.other().index()).part::<P>();
        for from in pieces.core_squares::<P>() {
            let from = Square::from_bits(from);
            let kind = PieceKind::from_code(self.code(from) as u8).unwrap_or(PieceKind::Gold);
            let to = GOLD[us.index()].at(from).part() & stay;
            visitor.near(kind, from, to, Set81::EMPTY.part(), enemy)?;
        }
        ControlFlow::Continue(())
    }

    /// Pawns, knights, silvers and golds that are not pinned, all at once in each direction.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn merged_steps<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        masks: &Masks,
        stages: Stages,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let ahead = us.ahead();
        let free = self.colour(us.index()).without(limits.pinned);
        let plain = free.without(self.promoted());
        let pawns = self.family(PieceKind::Pawn) & plain;
        let knights = self.family(PieceKind::Knight) & plain;
        let silvers = self.family(PieceKind::Silver) & plain;
        let golds = self.gold_movers() & free;
        let Masks { stay, promote } = *masks;

        // A pawn must promote on the last rank.
        let staying_pawns = if stages.0 & Stages::SENSIBLE == 0 {
            pawns & us.ranks::<3, 9>()
        } else {
            pawns & us.ranks::<5, 9>()
        };
        let strong = silvers | golds;
        let front = us.forward(strong);
        let back = us.backward(silvers);
        visitor.steps(ahead, us.forward(strong | staying_pawns) & stay)?;
        visitor.steps(ahead + 9, front.left() & stay)?;
        visitor.steps(ahead - 9, front.right() & stay)?;
        visitor.steps(9, golds.left() & stay)?;
        visitor.steps(-9, golds.right() & stay)?;
        visitor.steps(-ahead, us.backward(golds) & stay)?;
        if !silvers.is_empty() {
            visitor.steps(9 - ahead, back.left() & stay)?;
            visitor.steps(-9 - ahead, back.right() & stay)?;
        }
        let jump = us.forward(us.forward(knights & us.ranks::<3, 9>()));
        if !knights.is_empty() {
            // A knight must promote on the last two ranks.
            let stay = stay & us.ranks::<3, 9>();
            visitor.steps(2 * ahead + 9, jump.left() & stay)?;
            visitor.steps(2 * ahead - 9, jump.right() & stay)?;
        }

        let near = (pawns | silvers) & us.ranks::<1, 4>() | knights & us.ranks::<3, 5>();
        if near.is_empty() {
            return ControlFlow::Continue(());
        }
        let silvers = silvers & us.ranks::<1, 4>();
        let walkers = (pawns & us.ranks::<2, 4>()) | silvers;
        visitor.step_promotions(ahead, us.forward(walkers) & promote)?;
        if !silvers.is_empty() {
            let front = us.forward(silvers);
            visitor.step_promotions(ahead + 9, front.left() & promote)?;
            visitor.step_promotions(ahead - 9, front.right() & promote)?;
            // Out of the zone backwards; no step back enters it.
            let back = us.backward(silvers & us.ranks::<1, 3>());
            visitor.step_promotions(9 - ahead, back.left() & promote)?;
            visitor.step_promotions(-9 - ahead, back.right() & promote)?;
        }
        if !knights.is_empty() {
            let promote = promote & us.ranks::<1, 3>();
            visitor.step_promotions(2 * ahead + 9, jump.left() & promote)?;
            visitor.step_promotions(2 * ahead - 9, jump.right() & promote)?;
        }
        ControlFlow::Continue(())
    }

    /// Lances, bishops, rooks, horses and dragons, and every pinned piece.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn slider_moves<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        masks: &Masks,
        stages: Stages,
        occupied: Set81,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let sensible = stages.0 & Stages::SENSIBLE != 0;
        let free = self.colour(us.index()).without(limits.pinned);
        let plain = free.without(self.promoted());
        let promoted = self.promoted();

        for from in (self.family(PieceKind::Lance) & plain).squares() {
            let from = Square::from_bits(from);
            let to = lance(us, from, occupied);
            // A lance in the zone stays in it.
            let promotable = to & us.ranks::<1, 3>();
            let refused = refused(us, PieceKind::Lance, promotable, sensible);
            let to = (to & masks.stay).without(refused);
            visitor.piece(PieceKind::Lance, from, to, promotable & masks.promote)?;
        }
        for from in (self.family(PieceKind::Bishop) & free).squares() {
            let from = Square::from_bits(from);
            let to = bishop(from, occupied);
            if promoted.meets(from.set()) {
                let to = (to | KING.at(from)) & masks.stay;
                visitor.piece(PieceKind::Horse, from, to, Set81::EMPTY)?;
            } else {
                emit(us, PieceKind::Bishop, from, to, masks, sensible, visitor)?;
            }
        }
        for from in (self.family(PieceKind::Rook) & free).squares() {
            let from = Square::from_bits(from);
            let to = rook(from, occupied);
            if promoted.meets(from.set()) {
                let to = (to | KING.at(from)) & masks.stay;
                visitor.piece(PieceKind::Dragon, from, to, Set81::EMPTY)?;
            } else {
                emit(us, PieceKind::Rook, from, to, masks, sensible, visitor)?;
            }
        }

        if let Some(king) = limits.king {
            for from in limits.pinned.squares() {
                let from = Square::from_bits(from);
                let Some(kind) = PieceKind::from_code(self.code(from) as u8) else {
                    continue;
                };
                // The pinning slider stands on this ray, and nothing beyond it can be reached.
                let line = tables::ray_through(king, from);
                let to = reach(us, u32::from(kind.code()), from, occupied) & line;
                emit(us, kind, from, to, masks, sensible, visitor)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drop_moves<C: Colour, V: Visitor>(
        &self,
        us: C,
        limits: &Limits,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let hand = self.hand_of(us.index());
        if hand.is_empty() || limits.drops.is_empty() {
            return ControlFlow::Continue(());
        }
        if hand.has(PieceKind::Pawn) {
            visitor.pawn_drops(self.pawn_drop_squares(us, limits))?;
        }
        let hand = hand.without_pawns();
        if !hand.is_empty() {
            visitor.drops(
                hand,
                limits.drops & us.ranks::<1, 1>(),
                limits.drops & us.ranks::<2, 2>(),
                limits.drops & us.ranks::<3, 9>(),
            )?;
        }
        ControlFlow::Continue(())
    }

    /// Where a pawn may be dropped.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn pawn_drop_squares<C: Colour>(&self, us: C, limits: &Limits) -> Set81 {
        let pawns =
            (self.family(PieceKind::Pawn) & self.colour(us.index())).without(self.promoted());
        let to = (limits.drops & us.ranks::<2, 9>()).without(pawns.file_fill());
        if let Some(enemy) = self.king_of(us.other().index()) {
            let front = to & tables::PAWN[us.other().index()].at(enemy);
            if !front.is_empty() && self.is_drop_pawn_mate(us, enemy, front) {
                return to.without(front);
            }
        }
        to
    }

    /// Whether a pawn of `us` dropped on the square `front`, next to the enemy's king on `king`,
    /// mates (uchifuzume).
    ///
    /// Whether `us` may make the move otherwise does not matter, nor whether the pieces that hold
    /// the king's squares are pinned.
    #[inline(never)]
    pub(crate) fn is_drop_pawn_mate<C: Colour>(&self, us: C, king: Square, front: Set81) -> bool {
        let square = Square::from_bits(front.lowest());
        let occupied = self.occupied() | front;
        let lifted = occupied.without(king.set());
        // May the king take the pawn? This is the least work, and mostly so.
        if !self.is_attacked(us, square, lifted) {
            return false;
        }
        // Or step away?
        let steps =
            KING.at(king).without(self.colour(us.other().index()) | self.family(PieceKind::King));
        let attacks = self.attacks_near(us, king, steps, lifted);
        if !steps.without(attacks).is_empty() {
            return false;
        }
        // May another piece take it? With the pawn on the board, a piece behind it on the file is
        // no longer pinned there, and taking it keeps the line shut.
        let takers = self.attackers(us.other(), square, occupied);
        let (_, pinned) = self.checkers_and_pinned(us, king, occupied);
        takers.without(pinned).is_empty()
    }
}

/// Emits the moves of one piece of any kind to the squares `to`.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn emit<C: Colour, V: Visitor>(
    us: C,
    kind: PieceKind,
    from: Square,
    to: Set81,
    masks: &Masks,
    sensible: bool,
    visitor: &mut V,
) -> ControlFlow<()> {
    let zone = us.ranks::<1, 3>();
    let promotable = if !kind.can_promote() {
        Set81::EMPTY
    } else if zone.meets(from.set()) {
        to
    } else {
        to & zone
    };
    visitor.piece(
        kind,
        from,
        (to & masks.stay).without(refused(us, kind, promotable, sensible)),
        promotable & masks.promote,
    )
}

/// The squares of `promotable`, where a piece of this kind could promote, on which it may not
/// stay as it is.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn refused<C: Colour>(
    us: C,
    kind: PieceKind,
    promotable: Set81,
    sensible: bool,
) -> Set81 {
    promotable
        & match (kind, sensible) {
            (PieceKind::Pawn, false) | (PieceKind::Lance, false) => us.ranks::<1, 1>(),
            (PieceKind::Knight, _) | (PieceKind::Lance, true) => us.ranks::<1, 2>(),
            (PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook, true) => Set81::ALL,
            _ => Set81::EMPTY,
        }
}
