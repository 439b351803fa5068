//! The explicit stack of a search: a slice of frames, and one arena for the moves of all frames.
//!
//! Each frame owns the moves that were written while it was on top; popping it gives them back.
//! Beside each move stands a value of the search's own type, so that a host can write its moves as
//! plain 32-bit numbers into contiguous memory.

use crate::budget::WATCHED;
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::status::Error;

/// Which part of the move arena belongs to a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Span {
    /// Index of the first move.
    pub start: u32,
    /// How many moves there are.
    pub len: u32,
}

impl Span {
    /// The indices of the moves.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }

    /// The index of one of the moves, beyond every arena where there is none such.
    #[cfg(feature = "compact")]
    const fn at(self, index: usize) -> usize {
        if index < self.len as usize { self.start as usize + index } else { usize::MAX }
    }
}

/// Frames and move arena in caller memory.
#[derive(Debug)]
pub struct Stack<'m, F, V> {
    frames: &'m mut [F],
    depth: usize,
    moves: &'m mut [Move],
    values: &'m mut [V],
    used: usize,
    peak_depth: usize,
    peak_moves: usize,
}

impl<'m, F: Copy + Default, V: Copy + Default> Stack<'m, F, V> {
    /// Adds the memory for `frames` frames and `moves` moves to a plan.
    #[must_use]
    pub const fn plan(plan: Plan, frames: usize, moves: usize) -> Plan {
        plan.region::<F>(frames).region::<Move>(moves).region::<V>(moves)
    }

    /// Takes the stack's memory out of `memory`.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short, [`Error::Config`] for more than 2^31 moves.
    pub fn new(memory: &mut Memory<'m>, frames: usize, moves: usize) -> Result<Self, Error> {
        if moves > i32::MAX as usize {
            return Err(Error::Config);
        }
        let stack = Self::take(memory, frames, moves);
        memory.was_enough()?;
        Ok(stack)
    }

    /// The same of at most 2^31 moves, where [`Memory::was_enough`] tells whether the memory was.
    #[inline(always)]
    pub(crate) fn take(memory: &mut Memory<'m>, frames: usize, moves: usize) -> Self {
        Self {
            frames: memory.take_if_there(frames),
            depth: 0,
            moves: memory.take_if_there(moves),
            values: memory.take_if_there(moves),
            used: 0,
            peak_depth: 0,
            peak_moves: 0,
        }
    }

    /// How many frames there are at present.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// How many frames there can be.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn capacity(&self) -> usize {
        self.frames.len()
    }

    /// The most frames and moves in use at once since [`Stack::clear`].
    #[must_use]
    pub const fn peak(&self) -> (usize, usize) {
        (self.peak_depth, self.peak_moves)
    }

    /// Drops every frame and the peaks.
    pub fn clear(&mut self) {
        self.depth = 0;
        self.used = 0;
        self.peak_depth = 0;
        self.peak_moves = 0;
    }

    /// Puts `frame` on top.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the stack is full.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn push(&mut self, frame: F) -> Result<(), Error> {
        *self.grow()? = frame;
        Ok(())
    }

    /// Puts a frame on top, to be written: what it holds is left from another.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the stack is full.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn grow(&mut self) -> Result<&mut F, Error> {
        let slot = self.frames.get_mut(self.depth).ok_or(Error::Size)?;
        self.depth += 1;
        if WATCHED {
            self.peak_depth = self.peak_depth.max(self.depth);
        }
        Ok(slot)
    }

    /// Drops the top frame, whose moves are `span`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn pop(&mut self, span: Span) {
        self.depth = self.depth.saturating_sub(1);
        if span.len != 0 {
            self.used = span.start as usize;
        }
    }

    /// Every frame, from the bottom.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn frames(&self) -> &[F] {
        self.frames.get(..self.depth).unwrap_or(&[])
    }

    /// The frame at `index` from the bottom.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn frame(&self, index: usize) -> Option<&F> {
        self.frames.get(..self.depth)?.get(index)
    }

    /// The frame at `index` from the bottom, for who knows that there is one or that there can be
    /// none: above the top stands what was there before.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn frame_below(&self, index: usize) -> Option<&F> {
        self.frames.get(index)
    }

    /// The frame at `index` from the bottom, to change it.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn frame_mut(&mut self, index: usize) -> Option<&mut F> {
        self.frames.get_mut(..self.depth)?.get_mut(index)
    }

    /// The top frame.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn top(&self) -> Option<&F> {
        self.frames.get(self.depth.wrapping_sub(1))
    }

    /// The top frame, to change it.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn top_mut(&mut self) -> Option<&mut F> {
        self.frames.get_mut(self.depth.wrapping_sub(1))
    }

    /// Free space for the moves of the top frame; [`Stack::keep`] makes them its own.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn free_moves(&mut self) -> Moves<'_> {
        Moves::new(self.moves.get_mut(self.used..).unwrap_or(&mut []))
    }

    /// Keeps the first `len` moves written to [`Stack::free_moves`], with default values.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn keep(&mut self, len: usize) -> Span {
        let start = self.used;
        let end = (start + len).min(self.moves.len());
        self.used = end;
        if WATCHED {
            self.peak_moves = self.peak_moves.max(end);
        }
        if let Some(values) = self.values.get_mut(start..end) {
            values.fill(V::default());
        }
        Span { start: start as u32, len: (end - start) as u32 }
    }

    /// Counts moves that were written to [`Stack::free_moves`] and will not be kept in the peak:
    /// room for them was needed all the same.
    #[inline(always)]
    pub fn count_unkept(&mut self, len: usize) {
        if WATCHED {
            self.peak_moves = self.peak_moves.max((self.used + len).min(self.moves.len()));
        }
    }

    /// Gives back the moves of `span`, kept last, which no frame owns yet.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn pop_moves(&mut self, span: Span) {
        if span.len != 0 {
            self.used = span.start as usize;
        }
    }

    /// Puts the move at `from` of a span, with its value, at `to`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn carry(&mut self, span: Span, from: usize, to: usize) {
        if from != to {
            let (moves, values) = self.both_mut(span);
            if let (Some(&m), Some(&value)) = (moves.get(from), values.get(from))
                && let (Some(to_move), Some(to_value)) = (moves.get_mut(to), values.get_mut(to))
            {
                (*to_move, *to_value) = (m, value);
            }
        }
    }

    /// Gives back the moves of `span`, kept last, which no frame owns yet, but the first `len`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn keep_first(&mut self, span: Span, len: usize) -> Span {
        let len = span.len.min(len as u32);
        if len != span.len {
            self.used = (span.start + len) as usize;
        }
        Span { start: span.start, len }
    }

    /// Gives back every move; for a stack without frames.
    #[inline]
    pub fn drop_moves(&mut self) {
        self.used = 0;
    }

    /// The moves of a span.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn moves(&self, span: Span) -> &[Move] {
        self.moves.get(span.range()).unwrap_or(&[])
    }

    /// The values of a span.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn values(&self, span: Span) -> &[V] {
        self.values.get(span.range()).unwrap_or(&[])
    }

    /// One move of a span.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn move_at(&self, span: Span, index: usize) -> Option<Move> {
        #[cfg(feature = "compact")]
        let found = self.moves.get(span.at(index));
        #[cfg(not(feature = "compact"))]
        let found = self.moves(span).get(index);
        found.copied()
    }

    /// One value of a span, to change it.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn value_mut(&mut self, span: Span, index: usize) -> Option<&mut V> {
        #[cfg(feature = "compact")]
        {
            self.values.get_mut(span.at(index))
        }
        #[cfg(not(feature = "compact"))]
        {
            self.both_mut(span).1.get_mut(index)
        }
    }

    /// The moves and values of a span, to change them.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn both_mut(&mut self, span: Span) -> (&mut [Move], &mut [V]) {
        (
            self.moves.get_mut(span.range()).unwrap_or(&mut []),
            self.values.get_mut(span.range()).unwrap_or(&mut []),
        )
    }
}
