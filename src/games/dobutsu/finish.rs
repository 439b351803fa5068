//! Tanaka's count: the distance refined by how the game ends.
//!
//! His program numbers the iteration in which a position was decided: 0 where the mover can
//! capture the lion or has lost by a try, else one more than the best successor. A win in an odd
//! number of plies `d` has the count `d - 1` if the winner can force the end by a capture, else
//! `d`; a loss in `d` plies has `d - 1` if the loser cannot avoid a capture, else `d`. So the winner
//! prefers captures and the loser tries, among lines of equal length.
//!
//! A table of distances lacks that one bit; a depth-first search along the best moves finds it.

use super::board::{Board, MAX_MOVES};
use super::moves::{Fields, apply, generate};
use super::position::Position;
use super::table::Store;
use crate::game::Value;
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

/// A value as Tanaka's program prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TanakaValue {
    /// 1 won, -1 lost, 0 drawn, for the side to move.
    pub win_lose: i8,
    /// The iteration in which it was decided; 0 for a draw.
    pub count: u8,
}

impl TanakaValue {
    /// Whether the game is over: the lion can be captured, or a try stands.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.win_lose != 0 && self.count == 0
    }

    /// The same from the opponent's view.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { win_lose: -self.win_lose, count: self.count }
    }
}

impl core::fmt::Display for TanakaValue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}({})", self.win_lose, self.count)
    }
}

/// The deepest line plus one.
const FRAMES: usize = 192;
/// Remembered positions, as a power of two.
const MEMO_BITS: u32 = 16;

/// One position of the line under search.
#[derive(Clone, Copy, Debug)]
struct Frame {
    board: Board,
    /// The value of the successors on best lines.
    successor: Value,
    moves: [Move; MAX_MOVES],
    len: u8,
    next: u8,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            board: Board::START,
            successor: Value::Drawn,
            moves: [Move::NONE; MAX_MOVES],
            len: 0,
            next: 0,
        }
    }
}

/// The search for the end of best lines, in caller memory: 600 KB.
#[derive(Debug)]
pub struct Finish<'m> {
    frames: &'m mut [Frame],
    /// The position in 62 bits and whether the end is a capture; 0 is empty.
    memo: &'m mut [u64],
}

impl<'m> Finish<'m> {
    /// Adds the memory of the search to a plan.
    #[must_use]
    pub const fn plan(plan: Plan) -> Plan {
        plan.region::<Frame>(FRAMES).region::<u64>(1 << MEMO_BITS)
    }

    /// Takes the memory of the search.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>) -> Result<Self, Error> {
        Ok(Self { frames: memory.take(FRAMES)?, memo: memory.take(1 << MEMO_BITS)? })
    }

    /// The value of a position as Tanaka's program prints it.
    ///
    /// # Errors
    ///
    /// Those of [`Store::value`], or [`Error::State`] where the table contradicts itself.
    pub fn value<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
    ) -> Result<TanakaValue, Error> {
        let value = store.value(board)?;
        let (win_lose, plies) = match value {
            Value::Drawn => return Ok(TanakaValue { win_lose: 0, count: 0 }),
            Value::Won(plies) => (1, plies),
            Value::Lost(plies) => (-1, plies),
        };
        let by_capture = self.ends_by_capture(store, board, value)?;
        let count = plies - u8::from(by_capture && plies > 0);
        Ok(TanakaValue { win_lose, count })
    }

    /// The move that Tanaka's program plays in a decided position: the first of the best by its
    /// count. `None` in a drawn position and where the game is over, the lion's capture included.
    ///
    /// # Errors
    ///
    /// Those of [`Finish::value`].
    pub fn choose<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        position: Position,
    ) -> Result<Option<Move>, Error> {
        let value = self.value(store, position.board())?;
        // A lion that was left on the far rank has won without a further move.
        if value.win_lose == 0 || value.is_over() || position.ending().is_some() {
            return Ok(None);
        }
        let wanted = TanakaValue { win_lose: -value.win_lose, count: value.count.wrapping_sub(1) };
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        position.moves_into(&mut moves);
        for &m in moves.as_slice() {
            if self.value(store, position.after(m).board())? == wanted {
                return Ok(Some(m));
            }
        }
        Err(Error::State)
    }

    /// Whether the game ends by a capture of the lion if both sides play as Tanaka's do.
    fn ends_by_capture<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
        value: Value,
    ) -> Result<bool, Error> {
        let mut depth = 0usize;
        let mut entered = (board, value);
        loop {
            let (board, value) = entered;
            let by_capture = match self.known(board, value) {
                Some(by_capture) => by_capture,
                None => {
                    self.push(store, depth, board, value)?;
                    depth += 1;
                    entered = self.next_successor(depth - 1).ok_or(Error::State)?;
                    continue;
                }
            };
            // The answer rises until a frame needs another successor.
            entered = loop {
                let Some(above) = depth.checked_sub(1) else {
                    return Ok(by_capture);
                };
                let frame = self.frames.get(above).ok_or(Error::State)?;
                // The winner, whose successors are lost, looks for a capture, the loser for a try.
                let looked_for = matches!(frame.successor, Value::Lost(_));
                let board = frame.board;
                if by_capture != looked_for
                    && let Some(next) = self.next_successor(above)
                {
                    break next;
                }
                self.remember(board, by_capture);
                depth = above;
            };
        }
    }

    /// The next best successor of a frame with its value.
    fn next_successor(&mut self, depth: usize) -> Option<(Board, Value)> {
        let frame = self.frames.get_mut(depth)?;
        let moves = frame.moves.get(..usize::from(frame.len))?;
        let &m = moves.get(usize::from(frame.next))?;
        frame.next += 1;
        Some((apply(frame.board, Fields::decode(m)), frame.successor))
    }

    /// The answer where the rules or the memory have it.
    fn known(&self, board: Board, value: Value) -> Option<bool> {
        match value {
            Value::Won(1) => Some(board.can_capture_lion()),
            Value::Lost(0) | Value::Drawn => Some(false),
            Value::Won(_) | Value::Lost(_) => {
                let (key, at) = key(board);
                let found = self.memo.get(at).copied().unwrap_or(0);
                (found >> 1 == key).then_some(found & 1 == 1)
            }
        }
    }

    fn remember(&mut self, board: Board, by_capture: bool) {
        let (key, at) = key(board);
        if let Some(slot) = self.memo.get_mut(at) {
            *slot = key << 1 | u64::from(by_capture);
        }
    }

    /// Fills a frame with the best moves of a position.
    fn push<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        depth: usize,
        board: Board,
        value: Value,
    ) -> Result<(), Error> {
        let successor = match value {
            Value::Won(plies) => Value::Lost(plies.wrapping_sub(1)),
            Value::Lost(plies) => Value::Won(plies.wrapping_sub(1)),
            Value::Drawn => return Err(Error::State),
        };
        let frame = self.frames.get_mut(depth).ok_or(Error::State)?;
        frame.board = board;
        frame.successor = successor;
        frame.next = 0;
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        generate(board, Side::First, &mut moves);
        let mut best = Moves::new(&mut frame.moves);
        for &m in moves.as_slice() {
            if store.value(apply(board, Fields::decode(m)))? == successor {
                best.push(m);
            }
        }
        frame.len = best.finish()? as u8;
        Ok(())
    }
}

/// A position in 62 bits, and its place in the memory.
const fn key(board: Board) -> (u64, usize) {
    let key = board.pack();
    (key, (crate::hash::mix(key) & ((1 << MEMO_BITS) - 1)) as usize)
}
