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
        let mut length = 0;
        let found = self.read_line(line.get_mut(..room).unwrap_or(&mut []), &mut length);
        self.line = line;
        self.line_len = length;
        match found {
            // Too little room for moves cuts the line short.
            Err(error) if error != Error::TooManyMoves => {
                self.line_len = 0;
                Err(error)
            }
            _ => Ok(()),
        }
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
        let mut length = 0;
        self.read_line(out, &mut length)?;
        Ok(length)
    }

    /// Follows the line and takes it back; `length` is how many moves it holds, after an error too.
    fn read_line(&mut self, out: &mut [Move], length: &mut usize) -> Result<(), Error> {
        let followed = self.follow(out, length);
        for &m in out.iter().take(*length).rev() {
            if let Err(error) = self.game.undo(m) {
                self.report.stop = Stop::Failed;
                self.state = State::Failed(error);
                *length = 0;
                return Err(error);
            }
        }
        followed
    }

    /// Plays the line into `out`; `length` is how many moves are on the board, after an error too.
    fn follow(&mut self, out: &mut [Move], length: &mut usize) -> Result<(), Error> {
        let mut best = self.report.best_move;
        for slot in out.iter_mut() {
            if best.is_none() || !self.has_move(best)?.is_yes() {
                break;
            }
            self.game.play(best)?;
            *slot = best;
            *length += 1;
            if self.game.outcome()?.is_some() {
                break;
            }
            let key = self.game.key();
            let mut entry = self.table.probe(self.table.slot(key, 0));
            if cfg!(not(feature = "compact")) && entry.is_none() && self.config.near_below > 0 {
                entry = self.table.probe(self.table.near_slot(key, 0));
            }
            best = match entry {
                Some(entry) => entry.best,
                None => Move::NONE,
            };
        }
        Ok(())
    }
}
