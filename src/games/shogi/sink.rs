//! One visitor for every purpose: with the feature `compact` the generator is compiled once, for
//! this type, instead of once for each.

use core::ops::ControlFlow;

use super::generate::Visitor;
use super::lists::{Any, CountFew, List};
use super::piece::{Hand, PieceKind};
use super::square::Square;
use crate::bitboard::Set81;

/// What is done with moves.
pub(crate) enum Sink<'s> {
    /// They are written.
    List(List<'s>),
    /// They are counted.
    Count(CountFew),
    /// The first one is enough.
    Any(Any),
}

impl Sink<'_> {
    /// How many moves were written.
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            _ => 0,
        }
    }

    /// How many moves were counted.
    pub(crate) fn total(&self) -> u32 {
        match self {
            Self::Count(count) => count.total(),
            _ => 0,
        }
    }
}

impl Visitor for Sink<'_> {
    const MERGED: bool = false;

    #[inline(never)]
    fn steps(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        match self {
            Self::List(list) => list.steps(delta, to),
            Self::Count(count) => count.steps(delta, to),
            Self::Any(any) => any.steps(delta, to),
        }
    }

    #[inline(never)]
    fn step_promotions(&mut self, delta: i8, to: Set81) -> ControlFlow<()> {
        match self {
            Self::List(list) => list.step_promotions(delta, to),
            Self::Count(count) => count.step_promotions(delta, to),
            Self::Any(any) => any.step_promotions(delta, to),
        }
    }

    #[inline(never)]
    fn piece(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Set81,
        promoting: Set81,
    ) -> ControlFlow<()> {
        match self {
            Self::List(list) => list.piece(kind, from, to, promoting),
            Self::Count(count) => count.piece(kind, from, to, promoting),
            Self::Any(any) => any.piece(kind, from, to, promoting),
        }
    }

    #[inline(never)]
    fn drops_of(&mut self, kind: PieceKind, to: Set81) -> ControlFlow<()> {
        match self {
            Self::List(list) => list.drops_of(kind, to),
            Self::Count(count) => count.drops_of(kind, to),
            Self::Any(any) => any.drops_of(kind, to),
        }
    }

    #[inline(never)]
    fn drops(&mut self, hand: Hand, last: Set81, second: Set81, rest: Set81) -> ControlFlow<()> {
        match self {
            Self::List(list) => list.drops(hand, last, second, rest),
            Self::Count(count) => count.drops(hand, last, second, rest),
            Self::Any(any) => any.drops(hand, last, second, rest),
        }
    }
}
