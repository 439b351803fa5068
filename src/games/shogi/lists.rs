//! What sits on top of the generator: lists, counts, "is there a move?".

use core::ops::ControlFlow;

use super::colour::{Colour, as_colour};
use super::generate::{Stages, Visitor};
use super::limits::Limits;
use super::mv::{DROP, PROMOTION};
use super::piece::{Hand, PieceKind};
use super::position::Position;
#[cfg(feature = "compact")]
use super::sink::Sink;
use super::square::Square;
use crate::bitboard::{Part, Set81, SquareSet, Tally};
use crate::moves::{Move, Moves};

/// More moves than any position has: 593 is the most with the pieces of one set.
pub const MOST_MOVES: usize = 640;

/// The kind field of a pawn's move.
const PAWN_MOVE: u32 = (PieceKind::Pawn as u32) << 16;

/// The code on a square below 81.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn code(codes: &[u8; 81], square: u32) -> u32 {
    codes.get(square as usize).map_or(0, |&code| u32::from(code))
}

/// Counts moves.
#[cfg(not(feature = "compact"))]
#[derive(Default)]
struct Count(Tally);

#[cfg(not(feature = "compact"))]
impl Count {
    #[inline(always)]
    fn total(&self) -> u32 {
        self.0.total()
    }
}

#[cfg(not(feature = "compact"))]
impl Visitor for Count {
    const MERGED: bool = true;

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, promoting: Set81) -> ControlFlow<()> {
        self.0.add(to);
        if !promoting.is_empty() {
            self.0.add(promoting);
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        self.0.add(to);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
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

/// Counts moves where most sets are empty.
#[derive(Default)]
pub(crate) struct CountFew(Tally);

impl CountFew {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn total(&self) -> u32 {
        self.0.total()
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn add(&mut self, set: Set81) -> ControlFlow<()> {
        if !set.is_empty() {
            self.0.add(set);
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for CountFew {
    const MERGED: bool = true;

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.add(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.add(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, promoting: Set81) -> ControlFlow<()> {
        self.add(to)?;
        self.add(promoting)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn few<const P: usize>(
        &mut self,
        _: PieceKind,
        _: Square,
        to: Part<P>,
        promoting: Part<P>,
    ) -> ControlFlow<()> {
        self.0.add_part(to);
        if !promoting.is_empty() {
            self.0.add_part(promoting);
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        self.add(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
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
pub(crate) struct Any;

impl Any {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn check(set: Set81) -> ControlFlow<()> {
        if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Visitor for Any {
    const MERGED: bool = true;

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, promoting: Set81) -> ControlFlow<()> {
        Self::check(to | promoting)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        Self::check(to)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
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
pub(crate) struct List<'s> {
    space: &'s mut [Move],
    len: usize,
    codes: &'s [u8; 81],
}

impl<'s> List<'s> {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn new(space: &'s mut [Move], codes: &'s [u8; 81]) -> Self {
        Self { space, len: 0, codes }
    }

    /// Writes `make(square)` for every square of `to`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn push_all(&mut self, to: impl SquareSet, make: impl Fn(&[u8; 81], u32) -> u32) {
        // In locals, as the writes could otherwise change the fields for all the compiler knows.
        let mut len = self.len;
        let space = &mut *self.space;
        let codes = self.codes;
        let fits = to.all(|to| {
            let Some(slot) = space.get_mut(len) else {
                return false;
            };
            *slot = Move(make(codes, to));
            len += 1;
            true
        });
        // More than fits is as good as too much, and the caller learns of it.
        self.len = if fits { len } else { usize::MAX };
    }

    /// Writes `base | square` for every square of `to`, of which there are mostly many; where they
    /// are `sparse`, they fill some of the files.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn push_many(&mut self, base: u32, to: Set81, sparse: bool) {
        // A power of two and a group, so that a mask keeps every group within.
        let free = self.space.get_mut(self.len..).and_then(|free| free.first_chunk_mut::<136>());
        let (true, Some(free)) = (Set81::GROUPS, free) else {
            return self.push_all(to, |_, to| base | to);
        };
        let mut len = 0;
        to.for_each_group(sparse, |first, squares, n| {
            // What is too much is written over next.
            if let Some(chunk) = free.get_mut(len..len + 8) {
                for (slot, square) in chunk.iter_mut().zip(squares) {
                    *slot = Move((base + first) + square);
                }
            }
            len = (len + n) & 127;
        });
        self.len += len;
    }

    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn push_steps(&mut self, delta: i8, to: Set81, flag: u32) {
        // Both squares at once: the origin is the destination less `delta`.
        let base = flag.wrapping_sub((i32::from(delta) as u32) << 7);
        self.push_all(to, |codes, to| {
            (to * 129).wrapping_add(base).wrapping_add(code(codes, to) << 20)
        });
    }

    #[cfg_attr(feature = "compact", inline(never))]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn push_piece(&mut self, base: u32, to: impl SquareSet) {
        self.push_all(to, |codes, to| base | to | code(codes, to) << 20);
    }

    /// The same for steps to neighbours of `from`; those to `taken`, some of them, are captures.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn push_near<S: SquareSet>(&mut self, base: u32, from: Square, to: S, taken: S) {
        let free = self.space.get_mut(self.len..).and_then(|free| free.first_chunk_mut::<24>());
        let (true, Some(free)) = (Set81::GROUPS, free) else {
            return self.push_piece(base, to);
        };
        let from = from.index() as u32;
        let mut len = 0;
        to.neighbours(from, |first, squares, n| {
            if let Some(chunk) = free.get_mut(len..len + 8) {
                for (slot, square) in chunk.iter_mut().zip(squares) {
                    *slot = Move(base.wrapping_add(first).wrapping_add(*square));
                }
            }
            len = (len + n) & 15;
        });
        let codes = self.codes;
        to.places(taken, from, |place, square| {
            if let Some(Move(m)) = free.get_mut(place & 15) {
                *m |= code(codes, square) << 20;
            }
        });
        self.len += len;
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

/// Tells `moves` how much was written.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(crate) fn finish(len: usize, moves: &mut Moves<'_>) {
    let free = moves.free_space().len();
    if len <= free {
        moves.advance(len);
    } else {
        moves.advance(free);
        moves.push(Move::NONE);
    }
}

impl Visitor for List<'_> {
    const MERGED: bool = false;

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn steps(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        self.push_steps(delta, to, PAWN_MOVE);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn step_promotions(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        self.push_steps(delta, to, PAWN_MOVE | PROMOTION);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn piece(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Set81,
        promoting: Set81,
    ) -> ControlFlow<()> {
        let base = base(kind, from);
        self.push_piece(base, to);
        if !promoting.is_empty() {
            self.push_piece(base | PROMOTION, promoting);
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn king(&mut self, from: Square, to: Set81, enemy: Set81) -> ControlFlow<()> {
        self.push_near(base(PieceKind::King, from), from, to, to & enemy);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn few<const P: usize>(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Part<P>,
        promoting: Part<P>,
    ) -> ControlFlow<()> {
        let base = base(kind, from);
        self.push_piece(base, to);
        if !promoting.is_empty() {
            self.push_piece(base | PROMOTION, promoting);
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn near<const P: usize>(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Part<P>,
        promoting: Part<P>,
        enemy: Part<P>,
    ) -> ControlFlow<()> {
        let base = base(kind, from);
        self.push_near(base, from, to, to & enemy);
        if !promoting.is_empty() {
            self.push_piece(base | PROMOTION, promoting);
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn pawn_drops(&mut self, to: Set81) -> ControlFlow<()> {
        self.push_many(DROP | PAWN_MOVE, to, true);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drops_of(&mut self, kind: PieceKind, to: Set81) -> ControlFlow<()> {
        let base = DROP | u32::from(kind.code()) << 16;
        self.push_all(to, |_, to| base | to);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()> {
        let some = second | rest;
        let all = last | some;
        for (kind, to) in [
            (PieceKind::Silver, all),
            (PieceKind::Gold, all),
            (PieceKind::Bishop, all),
            (PieceKind::Rook, all),
            (PieceKind::Lance, some),
            (PieceKind::Knight, rest),
        ] {
            if hand.has(kind) {
                let base = DROP | u32::from(kind.code()) << 16;
                self.len = write_drops(self.space, self.len, base, to);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Drops of one kind on many squares. Apart from the rest so that this, which is not always there,
/// takes no registers from what is.
#[cfg_attr(not(feature = "compact"), inline(never))]
fn write_drops(space: &mut [Move], len: usize, base: u32, to: Set81) -> usize {
    let mut list = List { space, len, codes: &[0; 81] };
    list.push_many(base, to, false);
    list.len
}

/// The fields of a move that its piece gives.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn base(kind: PieceKind, from: Square) -> u32 {
    (from.index() as u32) << 7 | u32::from(kind.code()) << 16
}

// The visitors in use: each of its own type, or all of one.

#[cfg(not(feature = "compact"))]
#[inline(always)]
fn writer<'s>(space: &'s mut [Move], codes: &'s [u8; 81]) -> List<'s> {
    List::new(space, codes)
}

#[cfg(not(feature = "compact"))]
#[inline(always)]
fn counter() -> Count {
    Count::default()
}

#[cfg(not(feature = "compact"))]
#[inline(always)]
fn few_counter() -> CountFew {
    CountFew::default()
}

#[cfg(not(feature = "compact"))]
#[inline(always)]
const fn any_move() -> Any {
    Any
}

#[cfg(feature = "compact")]
fn writer<'s>(space: &'s mut [Move], codes: &'s [u8; 81]) -> Sink<'s> {
    Sink::List(List::new(space, codes))
}

#[cfg(feature = "compact")]
fn counter() -> Sink<'static> {
    Sink::Count(CountFew::default())
}

#[cfg(feature = "compact")]
fn few_counter() -> Sink<'static> {
    counter()
}

#[cfg(feature = "compact")]
const fn any_move() -> Sink<'static> {
    Sink::Any(Any)
}

impl Position {
    /// Checks and pins against the side to move, for the functions that take them.
    #[must_use]
    #[inline]
    pub fn limits(&self) -> Limits {
        as_colour!(self.side(), us => self.limits_of(us))
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
        as_colour!(self.side(), us => self.generate(us, limits, None, stages, visitor))
    }

    /// Writes the legal moves of `stages`; `limits` are those of this position.
    #[inline]
    pub fn moves_of(&self, limits: &Limits, stages: Stages, out: &mut Moves<'_>) {
        let mut list = writer(out.free_space(), self.codes());
        let _ = self.visit(limits, stages, &mut list);
        let len = list.len();
        finish(len, out);
    }

    /// How many legal moves of `stages` there are; `limits` are those of this position.
    #[must_use]
    #[inline]
    pub fn count_of(&self, limits: &Limits, stages: Stages) -> u32 {
        let mut count = counter();
        let _ = self.visit(limits, stages, &mut count);
        count.total()
    }

    /// Writes every legal move, refusals to promote included.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn legal_moves(&self, out: &mut Moves<'_>) {
        let mut list = writer(out.free_space(), self.codes());
        as_colour!(self.side(), us => self.list_all(us, &mut list));
        let len = list.len();
        finish(len, out);
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn list_all<C: Colour, V: Visitor>(&self, us: C, list: &mut V) {
        let (limits, danger) = self.limits_and_danger(us);
        let _ = self.generate(us, &limits, Some(danger), Stages::ALL, list);
    }

    /// The number of legal moves.
    #[must_use]
    pub fn legal_count(&self) -> u32 {
        as_colour!(self.side(), us => self.count_all(us))
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn count_all<C: Colour>(&self, us: C) -> u32 {
        let mut count = counter();
        let (limits, danger) = self.limits_and_danger(us);
        let _ = self.generate(us, &limits, Some(danger), Stages::ALL, &mut count);
        count.total()
    }

    /// Writes every legal move that gives check.
    ///
    /// Works for a side without a king, and when the side to move is in check itself: then these
    /// are the evasions that give check. Without an enemy king there are none.
    pub fn checking_moves(&self, out: &mut Moves<'_>) {
        let mut list = writer(out.free_space(), self.codes());
        let _ = as_colour!(self.side(), us => self.checks_all(us, &mut list));
        let len = list.len();
        finish(len, out);
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn checks_all<C: Colour, V: Visitor>(&self, us: C, visitor: &mut V) -> ControlFlow<()> {
        self.generate_checks(us, &self.limits_of(us), visitor)
    }

    /// The same with `limits`, which are those of this position.
    pub fn checking_moves_with(&self, limits: &Limits, out: &mut Moves<'_>) {
        let mut list = writer(out.free_space(), self.codes());
        let _ = self.visit_checks(limits, &mut list);
        let len = list.len();
        finish(len, out);
    }

    /// The number of legal moves that give check.
    #[must_use]
    pub fn checking_count(&self) -> u32 {
        let mut count = few_counter();
        let _ = as_colour!(self.side(), us => self.checks_all(us, &mut count));
        count.total()
    }

    /// Whether there is a legal move that gives check.
    #[must_use]
    pub fn has_checking_move(&self) -> bool {
        self.visit_checks(&self.limits(), &mut any_move()).is_break()
    }

    /// Hands the legal moves that give check to `visitor`; `limits` are those of this position.
    #[inline]
    pub fn visit_checks<V: Visitor>(&self, limits: &Limits, visitor: &mut V) -> ControlFlow<()> {
        as_colour!(self.side(), us => self.generate_checks(us, limits, visitor))
    }

    /// Whether there is a legal move.
    #[cfg_attr(feature = "compact", inline(never))]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        as_colour!(self.side(), us => self.any(us))
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn any<C: Colour>(&self, us: C) -> bool {
        let (limits, danger) = self.limits_and_danger(us);
        self.generate(us, &limits, Some(danger), Stages::ALL, &mut any_move()).is_break()
    }
}
