//! The [`Game`] trait: what a search must know of a game, and the hooks that make it faster.
//!
//! Only six functions are needed; each hook has a default that is right for every game.

use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

/// How the resources of one position (the hand in shogi) stand to those of another with the same
/// [`Game::key`], from the view of [`Side::First`] unless the game says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// The same resources: the positions are the same.
    Equal,
    /// At least as good for the attacker of a proof search, and not equal.
    Better,
    /// At most as good for the attacker of a proof search, and not equal.
    Worse,
    /// Neither; nothing follows from one for the other.
    Unrelated,
}

/// The identity of a position, as tables use it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// 64 bits over everything that the rules distinguish, the side to move included, except what
    /// [`Key::resource`] holds.
    pub position: u64,
    /// Resources that only help their owner, for dominance between positions that are equal
    /// otherwise (the hand in shogi), or 32 bits of a second, independent key, or 0.
    pub resource: u32,
}

/// A two-player game with perfect information, as a mutable position.
///
/// The side to move is a property of the position: passes and several moves of one side in a row
/// are no special case. Positions may repeat; each search says how it treats a repetition.
///
/// Methods that can fail do so only for games that live outside the library (a host's callbacks);
/// after an error the position is unspecified and the search that met it stops for good.
pub trait Game {
    /// Writes every legal move of the position to `out`, each once, in an order that depends on
    /// the position alone.
    ///
    /// # Errors
    ///
    /// An error of the host.
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error>;

    /// Plays a move that [`Game::moves`] gave for this position.
    ///
    /// # Errors
    ///
    /// [`Error::BadMove`] where the game detects that the move is not legal, or an error of the
    /// host.
    fn play(&mut self, m: Move) -> Result<(), Error>;

    /// Takes back `m`, the move played last.
    ///
    /// # Errors
    ///
    /// An error of the host.
    fn undo(&mut self, m: Move) -> Result<(), Error>;

    /// The identity of the position. Equal positions have equal keys.
    fn key(&mut self) -> Key;

    /// The side to move.
    fn side(&mut self) -> Side;

    /// The exact score from the view of the side to move where the game has ended, else `None`.
    ///
    /// A positive score is a win, a negative one a loss, 0 a draw. A position without a legal move
    /// for which this says `None` is lost for the side to move (mate and stalemate in shogi).
    ///
    /// # Errors
    ///
    /// An error of the host.
    fn outcome(&mut self) -> Result<Option<Score>, Error>;

    /// The identity that the position will have after `m`, a legal move.
    ///
    /// The default plays the move and takes it back; a game with incremental keys knows it sooner.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        self.play(m)?;
        let key = self.key();
        self.undo(m)?;
        Ok(key)
    }

    /// How `mine` stands to `other`, the resources of two positions that are equal otherwise, from
    /// the view of the attacker of a proof search.
    #[inline]
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        if mine == other {
            Dominance::Equal
        } else {
            Dominance::Unrelated
        }
    }

    /// The first proof and disproof number of the position after `m`, both finite and above 0.
    #[inline]
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        let _ = m;
        (1, 1)
    }

    /// A static score of the position from the view of the side to move, strictly between
    /// -[`DECIDED`](crate::score::DECIDED) and [`DECIDED`](crate::score::DECIDED).
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok(0)
    }

    /// Bounds on the exact score that hold without search: lower, then upper; `None` where the
    /// game knows nothing.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn bounds(&mut self) -> Result<Option<(Score, Score)>, Error> {
        Ok(None)
    }

    /// An ordering hint for `m`: higher is tried sooner. 0 for every move keeps the order of
    /// [`Game::moves`].
    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether `m` can change the evaluation by much (a capture, say), so that a quiescence search
    /// must follow it.
    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        let _ = m;
        false
    }

    /// A small index of `m` for history tables, below [`HISTORY_SIZE`]; moves alike in purpose
    /// share one.
    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        (m.0 & (HISTORY_SIZE as u32 - 1)) as u16
    }
}

/// How many values [`Game::history_index`] may return, per side.
pub const HISTORY_SIZE: usize = 4096;
