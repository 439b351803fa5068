//! Counts of the game tree (perft) by the three conventions in use.

use super::board::MAX_MOVES;
use super::position::{Ending, Position};
use crate::moves::{Move, Moves};
use crate::status::Error;

/// Which positions have children, and which moves count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Every pseudo-legal move, captures of the lion included. No children after a capture of the
    /// lion, after a try that cannot be captured, or where the mover's lion stands on the far rank.
    Full,
    /// Tanaka's graph: as [`Convention::Full`], and no children where a lion can be captured.
    Graph,
    /// As [`Convention::Full`], but moves that leave the own lion to be captured do not count, nor
    /// do captures of the lion.
    NoSelfCheck,
}

impl Convention {
    /// Whether the position has no children.
    #[must_use]
    #[inline]
    pub const fn ends(self, position: Position) -> bool {
        match position.ending() {
            Some(Ending::Captured | Ending::Tried | Ending::Stood) => true,
            None => matches!(self, Self::Graph) && position.board().can_capture_lion(),
        }
    }

    /// Whether a move that led to `after` counts.
    #[must_use]
    #[inline]
    pub const fn counts(self, after: Position) -> bool {
        match self {
            Self::Full | Self::Graph => true,
            Self::NoSelfCheck => {
                !matches!(after.ending(), Some(Ending::Captured))
                    && !after.board().can_capture_lion()
            }
        }
    }
}

/// The deepest count.
pub const MAX_DEPTH: usize = 16;

/// How many move sequences of `depth` plies there are from `position`.
///
/// # Errors
///
/// [`Error::Config`] for a depth above [`MAX_DEPTH`].
pub fn count(position: Position, depth: usize, convention: Convention) -> Result<u64, Error> {
    #[derive(Clone, Copy)]
    struct Frame {
        position: Position,
        moves: [Move; MAX_MOVES],
        next: usize,
        len: usize,
    }
    if depth > MAX_DEPTH {
        return Err(Error::Config);
    }
    if depth == 0 {
        return Ok(1);
    }
    let enter = |position: Position| -> Result<Frame, Error> {
        let mut frame = Frame { position, moves: [Move::NONE; MAX_MOVES], next: 0, len: 0 };
        if !convention.ends(position) {
            let mut moves = Moves::new(&mut frame.moves);
            position.moves_into(&mut moves);
            frame.len = moves.finish()?;
        }
        Ok(frame)
    };
    let mut stack: heapless::Vec<Frame, MAX_DEPTH> = heapless::Vec::new();
    stack.push(enter(position)?).map_err(|_| Error::Size)?;
    let mut total = 0u64;
    loop {
        let height = stack.len();
        let Some(frame) = stack.last_mut() else {
            return Ok(total);
        };
        if height == depth && convention != Convention::NoSelfCheck {
            total += frame.len as u64;
            stack.pop();
            continue;
        }
        let moves = frame.moves.get(..frame.len).unwrap_or(&[]);
        let Some(&m) = moves.get(frame.next) else {
            stack.pop();
            continue;
        };
        frame.next += 1;
        let after = frame.position.after(m);
        if !convention.counts(after) {
            continue;
        }
        if height == depth {
            total += 1;
        } else {
            stack.push(enter(after)?).map_err(|_| Error::Size)?;
        }
    }
}
