//! The [`Game`] trait: what a search must know of a game, and the hooks that make it faster.
//!
//! Only six functions are needed; each hook has a default that is right for every game.

use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

/// How the resources of one position (the hand in shogi) stand to those of another with the same
/// [`Game::key`].
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

/// How a proof search takes the numbers of several children together where all of them count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    /// Their sum: right where children share nothing, as in a tree.
    #[default]
    Sum,
    /// The greatest, and one for each other child: right where most of the work for one child
    /// serves the others too (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search",
    /// 2008). A sum would count shared positions many times over.
    Greatest,
}

/// What [`Game::solve`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The fail-soft score from the view of the side to move.
    pub score: Score,
    /// How many positions below this one were looked at, for the node count.
    pub nodes: u32,
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
        if mine == other { Dominance::Equal } else { Dominance::Unrelated }
    }

    /// How a proof search takes the numbers of children together.
    #[inline]
    fn aggregate(&self) -> Aggregate {
        Aggregate::Sum
    }

    /// The resources with which a decided position still is decided the same way: for a win as few,
    /// for a refutation as many as can be told. Proof searches ask at a position whose children
    /// were joined by [`Game::join_resources`] (`joined`), or that has no children (`None`).
    ///
    /// `own` are the position's resources, which are always right and the default.
    #[inline]
    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        let _ = (joined, win);
        own
    }

    /// What [`Game::settle_resource`] said of the position after `m` (`after`), in terms of the
    /// present position, in which `m` was not played yet and whose resources are `own`.
    #[inline]
    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        let _ = (m, after, win);
        own
    }

    /// Resources that suit two children at once: for a win at least both, for a refutation at most
    /// both.
    #[inline]
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        let _ = (b, win);
        a
    }

    /// Whether `next`, a defender's move that [`Game::moves`] gave right after `previous`, need not
    /// be looked at before `previous` has lost. Delays kin moves (interpositions on one square) that
    /// mostly fall to the same reply; it never changes a result.
    #[inline]
    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        let _ = (previous, next);
        false
    }

    /// Whether [`Game::is_delayed`] may ever say yes. A game without such moves says no, and spares
    /// small programs the code for them.
    #[inline(always)]
    fn has_delayed_moves(&self) -> bool {
        true
    }

    /// Whether positions with equal [`Key::position`] can differ in resources that a search may
    /// compare. A game whose resource is 0, or no more than a second key, says no, and spares small
    /// programs the code for it.
    #[inline(always)]
    fn has_resources(&self) -> bool {
        true
    }

    /// A move that wins on the spot, where the game can see one without playing moves. A proof
    /// search asks for the attacker; alpha-beta for the side to move, and takes the score that
    /// [`Game::outcome`] gives after the move where it cuts.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        Ok(None)
    }

    /// How many plies `m`, a legal move, counts in the length of a win.
    #[inline(always)]
    fn plies(&self, m: Move) -> u16 {
        let _ = m;
        1
    }

    /// Whether there are moves that count no ply at all. They must not lead round in a circle.
    #[inline(always)]
    fn has_free_moves(&self) -> bool {
        false
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
    /// A search asks so that it may cut: it is only interested in a lower bound of at least
    /// `beta` or an upper bound of at most `alpha`, so a game need not compute more than that.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        let _ = (alpha, beta);
        Ok(None)
    }

    /// Bounds on the value of a search to `depth` plies, at least 1, that hold without search: what
    /// [`Game::bounds`] is in searches to the end of the game. `None` where the game knows nothing.
    ///
    /// The value is that of plain minimax: the score of an end reached within `depth` plies, and
    /// [`Game::evaluate`] of a position after that many. So an end further away must not count. A
    /// search with quiescence does not ask.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn bounds_to_depth(
        &mut self,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<(Score, Score)>, Error> {
        let _ = (depth, alpha, beta);
        Ok(None)
    }

    /// Solves the position at once where the game has code for it that beats a search (the last
    /// few empty squares of Othello, say); `None` elsewhere.
    ///
    /// The score is fail-soft: at most `alpha` it is an upper bound of the exact score, at least
    /// `beta` a lower one, and in between it is exact.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        let _ = (alpha, beta);
        Ok(None)
    }

    /// Writes the legal moves of one stage, counted from 0, and says whether further stages
    /// follow. Every legal move appears in exactly one stage; the stages tried first should hold
    /// the moves most likely to be good.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        if stage == 0 {
            self.moves(out)?;
        }
        Ok(false)
    }

    /// Whether [`Game::moves_staged`] may ever say that further stages follow. A game without stages
    /// says no, and spares small programs the code for them.
    #[inline(always)]
    fn is_staged(&self) -> bool {
        true
    }

    /// The side to move after `m`, a legal move.
    ///
    /// The default plays the move and takes it back; a game in which the sides alternate knows it
    /// sooner.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn side_after(&mut self, m: Move) -> Result<Side, Error> {
        self.play(m)?;
        let side = self.side();
        self.undo(m)?;
        Ok(side)
    }

    /// An estimate of the plies that are left until the game ends, where the game can tell (the
    /// empty squares of Othello). It guides effort and never changes a value.
    #[inline]
    fn plies_to_end(&mut self) -> Option<u32> {
        None
    }

    /// Whether a position can occur twice in one game. Games that always make progress say no and
    /// spare the search from looking.
    #[inline]
    fn can_repeat(&self) -> bool {
        true
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

    /// Writes the moves of [`Game::is_noisy`] alone, the most promising first, and returns true, where
    /// the game can list them without listing every move; returns false, and writes nothing,
    /// elsewhere.
    ///
    /// A quiescence search then never sees the other moves: a game whose positions can be without a
    /// legal move says so by [`Game::outcome`].
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[inline]
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        let _ = out;
        Ok(false)
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

/// A borrowed game is a game: a search can work on the caller's own position and give it back.
impl<T: Game + ?Sized> Game for &mut T {
    #[inline]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        (**self).moves(out)
    }
    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        (**self).play(m)
    }
    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        (**self).undo(m)
    }
    #[inline]
    fn key(&mut self) -> Key {
        (**self).key()
    }
    #[inline]
    fn side(&mut self) -> Side {
        (**self).side()
    }
    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        (**self).outcome()
    }
    #[inline]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        (**self).key_after(m)
    }
    #[inline]
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        (**self).dominance(mine, other)
    }
    #[inline]
    fn aggregate(&self) -> Aggregate {
        (**self).aggregate()
    }
    #[inline]
    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        (**self).settle_resource(own, joined, win)
    }
    #[inline]
    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        (**self).resource_before(own, m, after, win)
    }
    #[inline]
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        (**self).join_resources(a, b, win)
    }
    #[inline]
    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        (**self).is_delayed(previous, next)
    }
    #[inline(always)]
    fn has_delayed_moves(&self) -> bool {
        (**self).has_delayed_moves()
    }
    #[inline(always)]
    fn has_resources(&self) -> bool {
        (**self).has_resources()
    }
    #[inline]
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        (**self).winning_move()
    }
    #[inline(always)]
    fn plies(&self, m: Move) -> u16 {
        (**self).plies(m)
    }
    #[inline(always)]
    fn has_free_moves(&self) -> bool {
        (**self).has_free_moves()
    }
    #[inline]
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        (**self).initial_numbers(m)
    }
    #[inline]
    fn evaluate(&mut self) -> Result<Score, Error> {
        (**self).evaluate()
    }
    #[inline]
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        (**self).bounds(alpha, beta)
    }
    #[inline]
    fn bounds_to_depth(
        &mut self,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<(Score, Score)>, Error> {
        (**self).bounds_to_depth(depth, alpha, beta)
    }
    #[inline]
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        (**self).solve(alpha, beta)
    }
    #[inline]
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        (**self).moves_staged(stage, out)
    }
    #[inline(always)]
    fn is_staged(&self) -> bool {
        (**self).is_staged()
    }
    #[inline]
    fn side_after(&mut self, m: Move) -> Result<Side, Error> {
        (**self).side_after(m)
    }
    #[inline]
    fn plies_to_end(&mut self) -> Option<u32> {
        (**self).plies_to_end()
    }
    #[inline]
    fn can_repeat(&self) -> bool {
        (**self).can_repeat()
    }
    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        (**self).order(m)
    }
    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        (**self).is_noisy(m)
    }
    #[inline]
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        (**self).noisy_moves(out)
    }
    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        (**self).history_index(m)
    }
}

/// The value of a position for its side to move, with perfect play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this many plies, an odd number.
    Won(u8),
    /// The side to move loses in this many plies, an even number; 0 where the game has ended.
    Lost(u8),
    /// Neither side can force a win.
    Drawn,
}

impl Value {
    /// The value of a position from the best of its successors, `None` without successors:
    /// the shortest win, else a draw, else the longest loss.
    #[must_use]
    pub fn from_successors(successors: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut best: Option<Self> = None;
        for successor in successors {
            let value = match successor {
                Self::Won(plies) => Self::Lost(plies.saturating_add(1)),
                Self::Lost(plies) => Self::Won(plies.saturating_add(1)),
                Self::Drawn => Self::Drawn,
            };
            best = Some(best.map_or(value, |best| best.better(value)));
        }
        best
    }

    /// The one of two values that the side to move prefers.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        let rank = |value| match value {
            Self::Won(plies) => 512 - i32::from(plies),
            Self::Drawn => 0,
            Self::Lost(plies) => i32::from(plies) - 512,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// What retrograde analysis knows of a position before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// The value is known from the rules alone.
    Decided(Value),
    /// The side to move has this many moves to positions of the index (moves that lose at once to
    /// a reply outside of the index need not count), and loses if all of these lose: in at least
    /// two plies.
    Open(u8),
    /// No position has this number.
    Unused,
}

/// A successor of a position of an [`IndexedGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// A position with a number.
    Numbered(u32),
    /// A position without one, whose value the rules give.
    Outside(Value),
}

/// A game whose positions are numbered, so that retrograde analysis can give each one its value.
///
/// Every win must be odd and every loss even in plies: the game ends with a loss in 0 plies for the
/// side to move. A position may stand for several with the same value (mirror images); then
/// `successors` lists a number as often as moves lead there, and `predecessors` agrees with it.
pub trait IndexedGame {
    /// Remembers the last position looked at, where that makes the next number cheaper.
    type Cursor: Clone + core::fmt::Debug;

    /// No value is decided in more plies than this, at most 240. Open positions may have up to
    /// `254 - LONGEST` moves.
    const LONGEST: u8;

    /// [`IndexedGame::initial`] decides no position in more plies than this.
    const LONGEST_INITIAL: u8;

    /// How many numbers there are.
    fn len(&self) -> u32;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many groups the positions form for work on several threads; see
    /// [`IndexedGame::span`].
    fn groups(&self) -> u32;

    /// The numbers of a group, as spans: `None` after the last one.
    ///
    /// The groups' spans cover every number once. No two positions of different groups may have a
    /// predecessor in common; so each group can be worked on by a thread of its own. Most of a
    /// group's predecessors should be near each other too, for the sake of the processor's caches.
    fn span(&self, group: u32, span: u32) -> Option<core::ops::Range<u32>>;

    /// A cursor that stands nowhere yet.
    fn cursor(&self) -> Self::Cursor;

    /// What the rules alone say of a position.
    fn initial(&self, cursor: &mut Self::Cursor, number: u32) -> Initial;

    /// Calls `visit` for every predecessor, once for every move that leads from it.
    ///
    /// Predecessors whose initial value is decided may be left out.
    fn predecessors(&self, cursor: &mut Self::Cursor, number: u32, visit: impl FnMut(u32));

    /// Calls `visit` for every move of a position.
    fn successors(&self, cursor: &mut Self::Cursor, number: u32, visit: impl FnMut(Successor));
}
