//! What sits on top of the generator: lists, counts, "is there a move?".

use core::ops::ControlFlow;

use super::generate::{Stages, Visitor};
use super::limits::Limits;
use super::mv::{DROP, PROMOTION};
use super::piece::{Hand, PieceKind};
use super::position::Position;
use super::square::Square;
use crate::bitboard::{Set81, Tally};
use crate::moves::{Move, Moves};
use crate::score::Side;

/// More moves than any position has: 593 is the most with the pieces of one set.
pub const MOST_MOVES: usize = 640;

/// Counts moves.
#[derive(Default)]
struct Count(Tally);

impl Visitor for Count {
    #[inline(always)]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, promoting: Set81) -> ControlFlow<()> {
        self.0.add(to);
        if !promoting.is_empty() {
            self.0.add(promoting);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()> {
        let lance = u32::from(hand.has(PieceKind::Lance));
        let knight = u32::from(hand.has(PieceKind::Knight));
        let others = hand.other_kinds();
        self.0.add_times(last, others);
        self.0.add_times(second, others + lance);
        self.0.add_times(rest, others + lance + knight);
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first move.
struct Any;

impl Any {
    #[inline(always)]
    fn check(set: Set81) -> ControlFlow<()> {
        if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Visitor for Any {
    #[inline(always)]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[inline(always)]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, promoting: Set81) -> ControlFlow<()> {
        Self::check(to | promoting)
    }

    #[inline(always)]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()> {
        let second_counts = hand.has(PieceKind::Lance) || hand.other_kinds() != 0;
        let last_counts = hand.other_kinds() != 0;
        Self::check(rest)?;
        if second_counts {
            Self::check(second)?;
        }
        if last_counts {
            Self::check(last)?;
        }
        ControlFlow::Continue(())
    }
}

/// Writes moves.
pub(crate) struct List<'s, 'p> {
    space: &'s mut [Move],
    len: usize,
    codes: &'p [u8; 81],
}

impl<'s, 'p> List<'s, 'p> {
    #[inline(always)]
    pub(crate) fn new(space: &'s mut [Move], codes: &'p [u8; 81]) -> Self {
        Self { space, len: 0, codes }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, bits: u32) {
        if let Some(slot) = self.space.get_mut(self.len) {
            *slot = Move(bits);
        }
        // Beyond the space the count alone goes on, and the caller learns of it.
        self.len += 1;
    }

    #[inline(always)]
    fn code(&self, square: u32) -> u32 {
        self.codes.get(square as usize).map_or(0, |&code| u32::from(code))
    }

    #[inline(always)]
    fn push_steps(&mut self, delta: i8, to: Set81, flag: u32) {
        to.for_each(|to| {
            let to = u32::from(to);
            let from = to.wrapping_add_signed(-i32::from(delta));
            let bits = to | from << 7 | self.code(from) << 16 | self.code(to) << 20 | flag;
            self.push(bits);
        });
    }

    #[inline(always)]
    pub(crate) fn push_piece(&mut self, base: u32, to: Set81) {
        to.for_each(|to| {
            let to = u32::from(to);
            let bits = base | to | self.code(to) << 20;
            self.push(bits);
        });
    }

    /// Drops on each square of `to` of the first `n` kinds of `bases`.
    #[inline(always)]
    fn push_drops(&mut self, to: Set81, bases: &[u32; 8], n: usize) {
        to.for_each(|to| {
            let to = u32::from(to);
            let free = self.space.get_mut(self.len..).unwrap_or(&mut []);
            if let Some(chunk) = free.first_chunk_mut::<8>() {
                // Eight at once are two or one stores; what is too much is written over next.
                *chunk = bases.map(|base| Move(base | to));
                self.len += n;
            } else {
                for &base in bases.iter().take(n) {
                    self.push(base | to);
                }
            }
        });
    }

    /// Tells `moves` how much was written.
    #[inline(always)]
    pub(crate) fn finish(len: usize, moves: &mut Moves<'_>) {
        let free = moves.free_space().len();
        if len <= free {
            moves.advance(len);
        } else {
            moves.advance(free);
            moves.push(Move::NONE);
        }
    }

    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

impl Visitor for List<'_, '_> {
    #[inline(always)]
    fn steps(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        self.push_steps(delta, to, 0);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn step_promotions(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        self.push_steps(delta, to, PROMOTION);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Set81,
        promoting: Set81,
    ) -> ControlFlow<()> {
        let base = (from.index() as u32) << 7 | u32::from(kind.code()) << 16;
        self.push_piece(base, to);
        self.push_piece(base | PROMOTION, promoting);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops_of(&mut self, kind: PieceKind, to: Set81) -> ControlFlow<()> {
        let base = DROP | u32::from(kind.code()) << 16;
        to.for_each(|to| self.push(base | u32::from(to)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()> {
        const ORDER: [PieceKind; 4] =
            [PieceKind::Silver, PieceKind::Gold, PieceKind::Bishop, PieceKind::Rook];
        let base = |kind: PieceKind| DROP | u32::from(kind.code()) << 16;
        let mut bases = [0u32; 8];
        let mut n = 0usize;
        for kind in ORDER {
            if let Some(slot) = bases.get_mut(n) {
                *slot = base(kind);
            }
            n += usize::from(hand.has(kind));
        }
        self.push_drops(last, &bases, n);
        if hand.has(PieceKind::Lance) {
            if let Some(slot) = bases.get_mut(n) {
                *slot = base(PieceKind::Lance);
            }
            n += 1;
        }
        self.push_drops(second, &bases, n);
        if hand.has(PieceKind::Knight) {
            if let Some(slot) = bases.get_mut(n) {
                *slot = base(PieceKind::Knight);
            }
            n += 1;
        }
        self.push_drops(rest, &bases, n);
        ControlFlow::Continue(())
    }
}

impl Position {
    /// Checks and pins against the side to move, for the functions that take them.
    #[must_use]
    #[inline]
    pub fn limits(&self) -> Limits {
        match self.side() {
            Side::First => self.limits_of::<0>(),
            Side::Second => self.limits_of::<1>(),
        }
    }

    /// Hands the legal moves of `stages` to `visitor`, set by set; `limits` are those of this
    /// position. Whether the visitor broke off is the result.
    #[inline]
    pub fn visit<V: Visitor>(
        &self,
        limits: &Limits,
        stages: Stages,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        match self.side() {
            Side::First => self.generate::<0, V>(limits, stages, visitor),
            Side::Second => self.generate::<1, V>(limits, stages, visitor),
        }
    }

    /// Writes the legal moves of `stages`; `limits` are those of this position.
    #[inline]
    pub fn moves_of(&self, limits: &Limits, stages: Stages, out: &mut Moves<'_>) {
        let mut list = List::new(out.free_space(), self.codes());
        let _ = self.visit(limits, stages, &mut list);
        let len = list.len();
        List::finish(len, out);
    }

    /// How many legal moves of `stages` there are; `limits` are those of this position.
    #[must_use]
    #[inline]
    pub fn count_of(&self, limits: &Limits, stages: Stages) -> u32 {
        let mut count = Count::default();
        let _ = self.visit(limits, stages, &mut count);
        count.0.total()
    }

    /// Writes every legal move, refusals to promote included.
    pub fn legal_moves(&self, out: &mut Moves<'_>) {
        self.moves_of(&self.limits(), Stages::ALL, out);
    }

    /// The number of legal moves.
    #[must_use]
    pub fn legal_count(&self) -> u32 {
        match self.side() {
            Side::First => self.count_all::<0>(),
            Side::Second => self.count_all::<1>(),
        }
    }

    #[inline(always)]
    fn count_all<const US: usize>(&self) -> u32 {
        let mut count = Count::default();
        let _ = self.generate::<US, _>(&self.limits_of::<US>(), Stages::ALL, &mut count);
        count.0.total()
    }

    /// Writes every legal move that gives check.
    ///
    /// Works for a side without a king, and when the side to move is in check itself: then these
    /// are the evasions that give check. Without an enemy king there are none.
    pub fn checking_moves(&self, out: &mut Moves<'_>) {
        self.checking_moves_with(&self.limits(), out);
    }

    /// The same with `limits`, which are those of this position.
    pub fn checking_moves_with(&self, limits: &Limits, out: &mut Moves<'_>) {
        let mut list = List::new(out.free_space(), self.codes());
        let _ = self.visit_checks(limits, &mut list);
        let len = list.len();
        List::finish(len, out);
    }

    /// The number of legal moves that give check.
    #[must_use]
    pub fn checking_count(&self) -> u32 {
        let mut count = Count::default();
        let _ = self.visit_checks(&self.limits(), &mut count);
        count.0.total()
    }

    /// Whether there is a legal move that gives check.
    #[must_use]
    pub fn has_checking_move(&self) -> bool {
        self.visit_checks(&self.limits(), &mut Any).is_break()
    }

    /// Hands the legal moves that give check to `visitor`; `limits` are those of this position.
    #[inline]
    pub fn visit_checks<V: Visitor>(&self, limits: &Limits, visitor: &mut V) -> ControlFlow<()> {
        match self.side() {
            Side::First => self.generate_checks::<0, V>(limits, visitor),
            Side::Second => self.generate_checks::<1, V>(limits, visitor),
        }
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        match self.side() {
            Side::First => self.any::<0>(),
            Side::Second => self.any::<1>(),
        }
    }

    #[inline(always)]
    fn any<const US: usize>(&self) -> bool {
        self.generate::<US, _>(&self.limits_of::<US>(), Stages::ALL, &mut Any).is_break()
    }
}
