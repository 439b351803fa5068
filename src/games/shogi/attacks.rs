//! Attacks on the board: sliders, attackers of a square, attack maps around a king.
//!
//! Colours are types, so that both sides get straight code.

use super::colour::Colour;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::tables::{
    self, BISHOP_NEAR, CROSS, DIAGONALS, DOWN, GOLD, KING, KNIGHT, LINES, PAWN, RAYS, ROOK_NEAR,
    SILVER, TWO_STEPS, UP,
};
use crate::bitboard::Set81;

/// The ranks from `first` to `last`, counted from 1 at the far end of the board.
pub(crate) const fn ranks(us: usize, first: usize, last: usize) -> Set81 {
    if us == 0 { Set81::ranks(first - 1, last - 1) } else { Set81::ranks(9 - last, 9 - first) }
}

/// What a slider reaches along a line that is no file: 0 the rank, 1 and 2 the diagonals.
#[cfg(not(feature = "compact"))]
#[inline(always)]
fn line<const LINE: usize>(square: Square, occupied: Set81) -> Set81 {
    let down = const { 2 * (LINE + 1) };
    Set81::reach_line(
        occupied,
        LINES[LINE].at(square),
        RAYS[down].at(square),
        RAYS[down + 1].at(square),
        square.set(),
    )
}

#[cfg(feature = "compact")]
#[inline(always)]
fn line<const LINE: usize>(square: Square, occupied: Set81) -> Set81 {
    reach_along(&LINES[LINE], square, occupied)
}

/// The same for a line that is not known to the compiler.
#[cfg(feature = "compact")]
#[inline(never)]
fn reach_along(line: &tables::Line, square: Square, occupied: Set81) -> Set81 {
    let line = line.at(square);
    let before = Set81::below(square.index());
    Set81::reach_line(occupied, line, line & before, line.without(before), square.set())
}

/// What a bishop reaches, blockers included.
#[cfg_attr(feature = "compact", inline(never))]
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn bishop(square: Square, occupied: Set81) -> Set81 {
    line::<1>(square, occupied) | line::<2>(square, occupied)
}

/// What a rook reaches, blockers included.
#[cfg_attr(feature = "compact", inline(never))]
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn rook(square: Square, occupied: Set81) -> Set81 {
    line::<0>(square, occupied)
        | Set81::reach_down(occupied, RAYS[UP].at(square))
        | Set81::reach_up(occupied, RAYS[DOWN].at(square))
}

/// The squares of `wanted` that a bishop reaches.
#[cfg_attr(feature = "compact", inline(never))]
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn bishop_to(square: Square, occupied: Set81, wanted: Set81) -> Set81 {
    let mut reached = Set81::EMPTY;
    if LINES[1].at(square).meets(wanted) {
        reached |= line::<1>(square, occupied);
    }
    if LINES[2].at(square).meets(wanted) {
        reached |= line::<2>(square, occupied);
    }
    reached & wanted
}

/// The squares of `wanted` that a rook reaches.
#[cfg_attr(feature = "compact", inline(never))]
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn rook_to(square: Square, occupied: Set81, wanted: Set81) -> Set81 {
    let mut reached = Set81::EMPTY;
    if LINES[0].at(square).meets(wanted) {
        reached |= line::<0>(square, occupied);
    }
    if RAYS[UP].at(square).meets(wanted) {
        reached |= Set81::reach_down(occupied, RAYS[UP].at(square));
    }
    if RAYS[DOWN].at(square).meets(wanted) {
        reached |= Set81::reach_up(occupied, RAYS[DOWN].at(square));
    }
    reached & wanted
}

/// What a lance reaches, blockers included.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn lance<C: Colour>(us: C, square: Square, occupied: Set81) -> Set81 {
    if us.index() == 0 {
        Set81::reach_down(occupied, RAYS[UP].at(square))
    } else {
        Set81::reach_up(occupied, RAYS[DOWN].at(square))
    }
}

/// What a piece of any kind reaches, blockers included.
#[inline]
pub(crate) fn reach<C: Colour>(us: C, code: u32, square: Square, occupied: Set81) -> Set81 {
    match PieceKind::from_code(code as u8) {
        Some(PieceKind::Pawn) => PAWN[us.index()].at(square),
        Some(PieceKind::Lance) => lance(us, square, occupied),
        Some(PieceKind::Knight) => KNIGHT[us.index()].at(square),
        Some(PieceKind::Silver) => SILVER[us.index()].at(square),
        Some(PieceKind::Bishop) => bishop(square, occupied),
        Some(PieceKind::Rook) => rook(square, occupied),
        Some(PieceKind::King) => KING.at(square),
        Some(PieceKind::Horse) => bishop(square, occupied) | KING.at(square),
        Some(PieceKind::Dragon) => rook(square, occupied) | KING.at(square),
        Some(_) => GOLD[us.index()].at(square),
        None => Set81::EMPTY,
    }
}

impl Position {
    /// Golds and all that move like them, both sides.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn gold_movers(&self) -> Set81 {
        let sliders = self.family(PieceKind::Bishop) | self.family(PieceKind::Rook);
        self.family(PieceKind::Gold) | self.promoted().without(sliders)
    }

    /// Pieces of `by` that attack `square` by a step, its king left out.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn step_attackers<C: Colour>(&self, by: C, square: Square) -> Set81 {
        let them = by.other().index();
        let plain = ((PAWN[them].at(square) & self.family(PieceKind::Pawn))
            | (KNIGHT[them].at(square) & self.family(PieceKind::Knight))
            | (SILVER[them].at(square) & self.family(PieceKind::Silver)))
        .without(self.promoted());
        let gold = GOLD[them].at(square) & self.gold_movers();
        let adjacent = KING.at(square)
            & (self.family(PieceKind::Bishop) | self.family(PieceKind::Rook))
            & self.promoted();
        (plain | gold | adjacent) & self.colour(by.index())
    }

    /// Sliders of `by` that would attack `square` on an empty board.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn aligned_sliders<C: Colour>(&self, by: C, square: Square) -> Set81 {
        ((CROSS.at(square) & self.family(PieceKind::Rook))
            | (DIAGONALS.at(square) & self.family(PieceKind::Bishop))
            | (RAYS[by.other().ray()].at(square) & self.family(PieceKind::Lance))
                .without(self.promoted()))
            & self.colour(by.index())
    }

    /// Pieces of `by` that attack `square`, its king left out, with these squares occupied.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn attackers<C: Colour>(&self, by: C, square: Square, occupied: Set81) -> Set81 {
        let mut attackers = self.step_attackers(by, square);
        for s in self.aligned_sliders(by, square).squares() {
            let slider = Square::from_bits(s);
            if !tables::between(square, slider).meets(occupied) {
                attackers |= slider.set();
            }
        }
        attackers
    }

    /// Whether `by` attacks `square`, with its king, with these squares occupied.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn is_attacked<C: Colour>(&self, by: C, square: Square, occupied: Set81) -> bool {
        let king = match self.king_of(by.index()) {
            Some(king) => KING.at(king).contains(square.index()),
            None => false,
        };
        king || !self.attackers(by, square, occupied).is_empty()
    }

    /// Every attack of `by` on the squares of `wanted`, all of them `square` or its neighbours, with
    /// these squares occupied. Attacks on other squares may be missing.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn attacks_near<C: Colour>(
        &self,
        by: C,
        square: Square,
        wanted: Set81,
        occupied: Set81,
    ) -> Set81 {
        let attacks = self.step_attacks_near(by, square);
        attacks | self.slides_near(by, square, wanted.without(attacks), occupied)
    }

    /// Every attack of `by` by a step on `square` and its neighbours. Attacks on other squares may
    /// be missing.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn step_attacks_near<C: Colour>(&self, by: C, square: Square) -> Set81 {
        if Set81::part_around(square.index()) == 0 {
            self.step_attacks_in::<0, C>(by, square)
        } else {
            self.step_attacks_in::<1, C>(by, square)
        }
    }

    /// The same within the part of the board around `square`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn step_attacks_in<const P: usize, C: Colour>(&self, by: C, square: Square) -> Set81 {
        let own = self.colour(by.index()).part::<P>();
        let bishops = self.family(PieceKind::Bishop).part();
        let rooks = self.family(PieceKind::Rook).part();
        let far = self.family(PieceKind::Lance).part() | bishops | rooks;
        let promoted = self.promoted().part();
        // Steps cover two ranks and files at most, except that a knight comes from three ranks away.
        let near = TWO_STEPS.at(square).part();
        let near = near | by.backward(near);
        if !near.meets(own.without(far.without(promoted))) {
            return Set81::EMPTY;
        }
        let plain = own.without(promoted);
        let promoted = promoted & own;
        let pawns = self.family(PieceKind::Pawn).part() & plain;
        let knights = self.family(PieceKind::Knight).part() & plain;
        let silvers = self.family(PieceKind::Silver).part() & plain;
        let golds = (self.family(PieceKind::Gold).part() & own) | promoted.without(bishops | rooks);
        let king = self.family(PieceKind::King).part() & own;
        // Horses step along files and ranks, dragons along diagonals, kings both ways.
        let straight = (bishops & promoted) | king;
        let oblique = (rooks & promoted) | king;

        let side = golds | straight;
        let ahead = by.forward(side | silvers | pawns);
        let sideways = by.forward(golds | silvers | oblique | by.forward(knights))
            | by.backward(silvers | oblique)
            | side;
        (ahead | by.backward(side) | sideways.left() | sideways.right()).whole()
    }

    /// Every attack of a slider of `by` along a line on the squares of `wanted`, all of them
    /// `square` or its neighbours, with these squares occupied. Attacks on other squares may be
    /// missing.
    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn slides_near<C: Colour>(
        &self,
        by: C,
        square: Square,
        wanted: Set81,
        occupied: Set81,
    ) -> Set81 {
        let own = self.colour(by.index());
        let bishops = self.family(PieceKind::Bishop) & own;
        let rooks = self.family(PieceKind::Rook) & own;
        let lances = (self.family(PieceKind::Lance) & own).without(self.promoted());
        let mut attacks = Set81::EMPTY;
        for s in (bishops & BISHOP_NEAR.at(square)).squares() {
            let slider = Square::from_bits(s);
            if DIAGONALS.at(slider).meets(wanted) {
                attacks |= bishop(slider, occupied);
            }
        }
        for s in (rooks & ROOK_NEAR.at(square)).squares() {
            let slider = Square::from_bits(s);
            if CROSS.at(slider).meets(wanted) {
                attacks |= rook(slider, occupied);
            }
        }
        for s in (lances & ROOK_NEAR.at(square)).squares() {
            let slider = Square::from_bits(s);
            if RAYS[by.ray()].at(slider).meets(wanted) {
                attacks |= lance(by, slider, occupied);
            }
        }
        attacks
    }
}
