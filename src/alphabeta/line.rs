//! The line of best play, read from the table: on demand, and kept after each iteration for whoever
//! watches a search that runs.

use super::config::UNLIMITED;
use super::observer::Observer;
use super::{AlphaBeta, State, Stop};
use crate::game::Game;
use crate::moves::Move;
use crate::status::Error;

impl<'m, G: Game, O: Observer> AlphaBeta<'m, G, O> {
    /// Gives the search room for its line of best play, so that [`AlphaBeta::line`] can tell it at
    /// any time. Without room nothing is kept.
    pub fn set_line(&mut self, line: &'m mut [Move]) {
        self.line = line;
        self.line_len = 0;
    }

    /// The line of best play that belongs to the present report, as far as the table knew it when
    /// the iteration ended; its first move is the report's. Empty without [`AlphaBeta::set_line`].
    #[must_use]
    pub fn line(&self) -> &[Move] {
        self.line.get(..self.line_len).unwrap_or(&[])
    }

    /// Reads the line from the table into the room for it. The game stands at the root.
    pub(super) fn keep_line(&mut self) -> Result<(), Error> {
        if self.line.is_empty() {
            return Ok(());
        }
        let line = core::mem::take(&mut self.line);
        let most = if self.depth == UNLIMITED { line.len() } else { usize::from(self.depth) };
        let room = most.max(1).min(line.len());
        let found = self.read_line(line.get_mut(..room).unwrap_or(&mut []));
        self.line = line;
        self.line_len = match found {
            // Too little room for moves cuts the line short.
            Ok(length) | Err((length, Error::TooManyMoves)) => length,
            Err((_, error)) => {
                self.line_len = 0;
                return Err(error);
            }
        };
        Ok(())
    }

    /// Writes the line of best play into `out`, as far as the table still knows it, and says how
    /// many moves it is. The first move is the report's.
    ///
    /// # Errors
    ///
    /// [`Error::State`] while a search runs, [`Error::TooManyMoves`] where the moves of a position
    /// do not fit, or an error of the game.
    pub fn principal_variation(&mut self, out: &mut [Move]) -> Result<usize, Error> {
        self.idle()?;
        self.read_line(out).map_err(|(_, error)| error)
    }

    /// Follows the line and takes it back; an error comes with the number of moves it holds.
    fn read_line(&mut self, out: &mut [Move]) -> Result<usize, (usize, Error)> {
        let line = self.follow(out);
        let length = match &line {
            Ok(length) | Err((length, _)) => *length,
        };
        for &m in out.iter().take(length).rev() {
            if let Err(error) = self.game.undo(m) {
                self.report.stop = Stop::Failed;
                self.state = State::Failed(error);
                return Err((0, error));
            }
        }
        line
    }

    /// Plays the line into `out`; an error comes with the number of moves on the board.
    fn follow(&mut self, out: &mut [Move]) -> Result<usize, (usize, Error)> {
        let mut length = 0;
        let mut best = self.report.best_move;
        for slot in out.iter_mut() {
            if best.is_none() {
                break;
            }
            let mut moves = self.stack.free_moves();
            self.game.moves(&mut moves).map_err(|e| (length, e))?;
            let known = moves.as_slice().contains(&best);
            moves.finish().map_err(|e| (length, e))?;
            if !known {
                break;
            }
            self.game.play(best).map_err(|e| (length, e))?;
            *slot = best;
            length += 1;
            if self.game.outcome().map_err(|e| (length, e))?.is_some() {
                break;
            }
            let key = self.game.key();
            best = match self.table.probe(self.table.slot(key, 0)) {
                Some(entry) => entry.best,
                None => Move::NONE,
            };
        }
        Ok(length)
    }
}
