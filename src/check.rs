//! A watch over keys: tells whether two different positions that a search met had the same key.
//!
//! Tables and paths know positions by their keys alone. [`Checked`] is a game around a game: it
//! looks at every key that a search asks for, compares it with an identity that shares no
//! computation with the key, and counts what does not fit. The search itself runs as it would
//! without, a few times slower. For tests of a game's keys, and for answers that must not rest on
//! the chance that [`crate::table::proof`] states.

use crate::game::{Aggregate, Dominance, Game, Key, Solved};
use crate::hash::{mix, reduce};
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

/// A game that can tell its positions apart by other means than their keys.
pub trait Identity: Game {
    /// 64 bits over everything that [`Key::position`] stands for, computed in another way: the
    /// position itself where it fits, otherwise an independent hash of it.
    fn identity(&mut self) -> u64;
}

impl<T: Identity + ?Sized> Identity for &mut T {
    fn identity(&mut self) -> u64 {
        (**self).identity()
    }
}

/// What was seen of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    key: Key,
    identity: u64,
    used: bool,
}

/// A game whose keys are watched, with a memory of the keys seen.
///
/// The memory keeps one key a place, the last one; where it holds more places than the search
/// meets positions, hardly a collision goes unseen.
#[derive(Debug)]
pub struct Checked<'m, G> {
    game: G,
    seen: &'m mut [Seen],
    compared: u64,
    collisions: u64,
}

impl<'m, G: Identity> Checked<'m, G> {
    /// The bytes of memory for so many keys.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where no address space could hold it.
    pub const fn bytes(keys: usize) -> Result<usize, Error> {
        Plan::new().region::<Seen>(keys).bytes()
    }

    /// Watches `game` with room for so many keys.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where `memory` is too short.
    pub fn new(game: G, memory: &mut Memory<'m>, keys: usize) -> Result<Self, Error> {
        Ok(Self { game, seen: memory.take(keys)?, compared: 0, collisions: 0 })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many keys were met again and compared.
    #[must_use]
    pub const fn compared(&self) -> u64 {
        self.compared
    }

    /// How many of them belonged to another position than before. Where it is not 0, an answer of
    /// the search may rest on a confusion.
    #[must_use]
    pub const fn collisions(&self) -> u64 {
        self.collisions
    }

    /// Compares the present position with what was seen under its key.
    fn watch(&mut self) -> Key {
        let key = self.game.key();
        let identity = self.game.identity();
        let bits = mix(key.position ^ u64::from(key.resource) << 32);
        let place = reduce(bits as u32, self.seen.len().min(u32::MAX as usize) as u32);
        let Some(seen) = self.seen.get_mut(place as usize) else {
            return key;
        };
        if seen.used && seen.key == key {
            self.compared += 1;
            self.collisions += u64::from(seen.identity != identity);
        }
        *seen = Seen { key, identity, used: true };
        key
    }
}

impl<G: Identity> Game for Checked<'_, G> {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.game.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.game.play(m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.game.undo(m)
    }
    fn key(&mut self) -> Key {
        self.watch()
    }
    fn side(&mut self) -> Side {
        self.game.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.game.outcome()
    }
    /// Plays the move, so that the position behind the key is looked at too. A key foretold that
    /// is not the position's counts as a collision.
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let foretold = self.game.key_after(m)?;
        self.game.play(m)?;
        let key = self.watch();
        self.game.undo(m)?;
        self.collisions += u64::from(key != foretold);
        Ok(foretold)
    }
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        self.game.dominance(mine, other)
    }
    fn aggregate(&self) -> Aggregate {
        self.game.aggregate()
    }
    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        self.game.settle_resource(own, joined, win)
    }
    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        self.game.resource_before(own, m, after, win)
    }
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        self.game.join_resources(a, b, win)
    }
    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        self.game.is_delayed(previous, next)
    }
    fn has_delayed_moves(&self) -> bool {
        self.game.has_delayed_moves()
    }
    fn has_resources(&self) -> bool {
        self.game.has_resources()
    }
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        self.game.winning_move()
    }
    fn plies(&self, m: Move) -> u16 {
        self.game.plies(m)
    }
    fn has_free_moves(&self) -> bool {
        self.game.has_free_moves()
    }
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        self.game.initial_numbers(m)
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        self.game.evaluate()
    }
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        self.game.bounds(alpha, beta)
    }
    fn bounds_to_depth(
        &mut self,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<(Score, Score)>, Error> {
        self.game.bounds_to_depth(depth, alpha, beta)
    }
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        self.game.solve(alpha, beta)
    }
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        self.game.moves_staged(stage, out)
    }
    fn is_staged(&self) -> bool {
        self.game.is_staged()
    }
    fn side_after(&mut self, m: Move) -> Result<Side, Error> {
        self.game.side_after(m)
    }
    fn plies_to_end(&mut self) -> Option<u32> {
        self.game.plies_to_end()
    }
    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }
    fn order(&mut self, m: Move) -> i32 {
        self.game.order(m)
    }
    fn is_noisy(&mut self, m: Move) -> bool {
        self.game.is_noisy(m)
    }
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        self.game.noisy_moves(out)
    }
    fn history_index(&mut self, m: Move) -> u16 {
        self.game.history_index(m)
    }
}

#[cfg(feature = "dobutsu")]
impl Identity for crate::games::dobutsu::Position {
    /// The position itself.
    fn identity(&mut self) -> u64 {
        self.pack()
    }
}

#[cfg(feature = "othello")]
impl Identity for crate::games::othello::Othello {
    fn identity(&mut self) -> u64 {
        let (black, white) = self.discs();
        let side = self.to_move() as u64;
        fold(fold(fold(0, black), white), side)
    }
}

#[cfg(feature = "shogi")]
impl Identity for crate::games::shogi::mate::MateProblem {
    /// The board square by square; the hands are the resource.
    fn identity(&mut self) -> u64 {
        use crate::games::shogi::Square;
        let position = self.position();
        let squares = (0..81).filter_map(Square::new);
        let board = squares.fold(position.side() as u64, |sum, square| {
            let code = match position.piece(square) {
                None => 0,
                Some(piece) => 1 + u64::from(piece.kind.code()) * 2 + piece.side as u64,
            };
            fold(sum, code)
        });
        mix(board)
    }
}

/// One more word in a polynomial over an odd base, then mixed.
#[cfg(any(feature = "othello", feature = "shogi"))]
fn fold(sum: u64, word: u64) -> u64 {
    mix(sum.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ word)
}
