//! Moves as numbers, and bounded lists of them.

use crate::status::Error;

/// A move: 32 bits whose meaning is the game's own. 0 is no move.
///
/// The type is the C interface's `yomi_move`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(pub u32);

impl Move {
    /// No move.
    pub const NONE: Self = Self(0);

    /// Whether this is no move.
    #[must_use]
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A list of at most `N` moves in place, for lines and move lists of fixed size.
pub type MoveList<const N: usize> = heapless::Vec<Move, N>;

/// A view of free space for moves: what a game writes its moves into.
///
/// Writing past the end is not an error at once: the view remembers it, and whoever handed the
/// view out asks [`Moves::finish`]. So a generator needs no branch on the result of each push.
#[derive(Debug)]
pub struct Moves<'a> {
    space: &'a mut [Move],
    len: usize,
    overflow: bool,
}

impl<'a> Moves<'a> {
    /// An empty list over `space`.
    #[inline(always)]
    pub fn new(space: &'a mut [Move]) -> Self {
        Self { space, len: 0, overflow: false }
    }

    /// Appends a move.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        match self.space.get_mut(self.len) {
            Some(slot) => {
                *slot = m;
                self.len += 1;
            }
            None => self.overflow = true,
        }
    }

    /// The moves written so far.
    #[must_use]
    #[inline(always)]
    pub fn as_slice(&self) -> &[Move] {
        self.space.get(..self.len).unwrap_or(&[])
    }

    /// The moves written so far, to reorder them.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        self.space.get_mut(..self.len).unwrap_or(&mut [])
    }

    /// Takes back every move but the first `len`.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// How many moves were written.
    #[must_use]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The space behind the moves written so far, for a writer that fills it directly and then
    /// calls [`Moves::advance`].
    #[inline(always)]
    pub fn free_space(&mut self) -> &mut [Move] {
        self.space.get_mut(self.len..).unwrap_or(&mut [])
    }

    /// Counts `n` more moves as written; beyond the free space it is an overflow.
    #[inline(always)]
    pub fn advance(&mut self, n: usize) {
        if n <= self.space.len() - self.len {
            self.len += n;
        } else {
            self.overflow = true;
        }
    }

    /// The number of moves.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyMoves`] where the space was too small.
    #[inline(always)]
    pub fn finish(self) -> Result<usize, Error> {
        if self.overflow { Err(Error::TooManyMoves) } else { Ok(self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_full_says_so_and_keeps_what_fits() {
        let mut space = [Move::NONE; 2];
        let mut moves = Moves::new(&mut space);
        moves.push(Move(1));
        moves.push(Move(2));
        moves.push(Move(3));
        assert_eq!(moves.as_slice(), [Move(1), Move(2)]);
        assert_eq!(moves.finish(), Err(Error::TooManyMoves));
    }
}
