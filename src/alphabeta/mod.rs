//! The alpha-beta family: one resumable fail-soft alpha-beta, and every driver over it.
//!
//! [`AlphaBeta`] holds the game, an explicit stack in caller memory and a view of a table. A
//! [`Config`] names the driver: minimax and branch and bound as Knuth and Moore (1975) count them,
//! alpha-beta, PVS (NegaScout), and the zero-window drivers MTD(f), AB-SSS*, AB-DUAL* and C* of
//! Plaat, Schaeffer, Pijls and de Bruin (1996). All of them return the same value, with a table of
//! any size from 0 entries up; they differ in what they visit.
//!
//! ```
//! # #[cfg(feature = "othello")] {
//! use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
//! use yomikiri::games::othello::{Othello, Scoring};
//! use yomikiri::mem::Memory;
//! use yomikiri::table::alphabeta::Table;
//!
//! // Othello on 4x4 squares, to its end: the second player wins by 10, empty squares counted.
//! let game = Othello::start_small(4, Scoring::EmptiesToWinner)?;
//! let size = Size::new(32, 512);
//! let (mut path, mut table) = (vec![0; memory_bytes(&size)? / 8], [0; 4096]);
//! let table = Table::new(&mut Memory::new(&mut table))?;
//! let config = Config { range: (-16, 16), ..Config::endgame(Driver::MtdF) };
//! let mut search = AlphaBeta::new(game, config, size, &mut Memory::new(&mut path), table)?;
//! assert_eq!(search.solve(Limits::exact())?.score, -10);
//! # }
//! # Ok::<(), yomikiri::Error>(())
//! ```
//!
//! # What counts as a node
//!
//! Every call of the node routine: interior nodes, leaves, nodes answered by the table, second
//! searches of a move that a scout found better than expected, the nodes of shallow ordering
//! searches, ends seen from the move before ([`Game::winning_move`]), and the positions that a
//! game's own code visits ([`crate::game::Solved::nodes`]). A
//! leaf is a node that the game valued: ended, evaluated, solved, cut by the game's bounds, or a
//! repetition.
//!
//! # What the table may hold
//!
//! A result whose value came from a repetition of a position above its node holds on this line
//! only, and is never stored as a bound (Campbell, "The graph-history interaction", 1985). Results
//! of a search to a fixed depth answer only for the same depth, unless every line behind them ended
//! the game or [`Config::deeper_entries`] is set, so that the table never changes a value in a game
//! without repetition.

mod config;
mod driver;
mod frame;
mod heuristics;
mod life;
mod line;
mod observer;
mod open;
mod pick;
mod search;

pub use config::{Config, Driver, Limits, OrderingSwitches, Presearch, Size, UNLIMITED};
pub use observer::{Cause, Departure, Observer, Visit};

/// Whether the build has everything. The feature `minimal` leaves out what [`Config::check`] then
/// refuses: shallow ordering searches, quiescence, history and countermoves, enhanced transposition
/// cutoffs, rehearsals, aspiration windows, and the drivers other than alpha-beta, PVS and MTD(f);
/// and it does not ask a game for bounds, for solutions or for the plies to its end.
const FULL: bool = cfg!(not(feature = "minimal"));

#[cfg(feature = "capi")]
use core::mem::MaybeUninit;

use crate::budget::{Cancel, Progress};
use crate::game::Game;
use crate::mem::Memory;
#[cfg(not(all(feature = "compact", target_pointer_width = "32")))]
use crate::mem::Plan;
use crate::moves::Move;
use crate::score::{Bound, SCORE_LIMIT, Score};
use crate::stack::Stack;
use crate::status::Error;
use crate::table::alphabeta::Table;
use driver::Passes;
use frame::{Call, Frame};
use heuristics::Heuristics;

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Stop {
    /// It has not ended, or not begun.
    #[default]
    Running = 0,
    /// The depth asked for was reached, or every line ended before it.
    Finished = 1,
    /// The node limit was reached.
    Nodes = 2,
    /// It was cancelled.
    Cancelled = 3,
    /// A call failed; the search is over.
    Failed = 5,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The value of the root from the view of the side to move there.
    pub score: Score,
    /// What `score` says: a search that was stopped may know a bound only.
    pub bound: Bound,
    /// The best move known; none where the root has no moves or nothing is known.
    pub best_move: Move,
    /// The depth in plies of the last whole iteration; 0 where none was finished.
    pub depth: u16,
    /// Whether every line behind the score reached the end of the game.
    pub complete: bool,
    /// Nodes since the start.
    pub nodes: u64,
    /// Leaves since the start.
    pub leaves: u64,
    /// Passes over the tree since the start.
    pub passes: u32,
    /// Why the search ended.
    pub stop: Stop,
}

impl Report {
    const EMPTY: Self = Self {
        score: -SCORE_LIMIT,
        bound: Bound::Lower,
        best_move: Move::NONE,
        depth: 0,
        complete: false,
        nodes: 0,
        leaves: 0,
        passes: 0,
        stop: Stop::Running,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    /// A pass is to be started.
    Between,
    /// A pass is under way.
    Within,
    /// A pass is under way, its moves are taken back, and it can go on.
    Stopped,
    Ended,
    /// The game failed; its position is unspecified.
    Failed(Error),
}

/// An alpha-beta search over a game, in caller memory.
///
/// The life of a search: [`AlphaBeta::start`], then [`AlphaBeta::step`] until it is done, or
/// [`AlphaBeta::solve`] for both in one call; then [`AlphaBeta::report`]. Between searches the game
/// may be changed through [`AlphaBeta::game_mut`]. How the steps are cut changes neither the answer
/// nor the node count.
// Small processors reach the first bytes with the shortest instructions.
#[cfg_attr(feature = "compact", repr(C))]
#[derive(Debug)]
pub struct AlphaBeta<'m, G: Game, O: Observer = ()> {
    nodes: u64,
    leaves: u64,
    root_move: Move,
    state: State,
    /// The depth of the iteration under way.
    depth: u16,
    proven_move: bool,
    iteration_complete: bool,
    needs_index: bool,
    history: (bool, bool),
    /// The best move of the iteration under way, and above whether a pass proved it.
    iteration_move: Move,
    stack: Stack<'m, Frame, i32>,
    table: Table<'m>,
    config: Config,
    pending: Call,
    /// What separates the entries of the iteration under way from those of others.
    salt: u64,
    heuristics: Heuristics<'m>,
    cancel: Option<&'m Cancel>,
    progress: Option<&'m Progress>,
    /// The line of best play, kept after each iteration.
    line: &'m mut [Move],
    line_len: usize,
    limits: Limits,
    passes: Passes,
    /// The value of the iteration before.
    previous: Option<Score>,
    report: Report,
    observer: O,
    game: G,
}

/// Whether the history index of a move is needed, where there is memory for history and for
/// countermoves.
const fn needs_index(config: &Config, (history, countermoves): (bool, bool)) -> bool {
    FULL && ((config.ordering.history && history) || (config.ordering.countermoves && countermoves))
}

/// The memory of a search. A search is large: whoever makes its parts first can have it made in
/// its place, without a copy on the stack that may be an error instead.
pub(crate) struct Parts<'m> {
    stack: Stack<'m, Frame, i32>,
    heuristics: Heuristics<'m>,
}

impl<'m> Parts<'m> {
    #[inline(always)]
    fn new(size: &Size, memory: &mut Memory<'m>) -> Result<Self, Error> {
        if size.moves > i32::MAX as usize {
            return Err(Error::Config);
        }
        let stack = Stack::take(memory, size.plies, size.moves);
        let heuristics = Heuristics::new(memory, size)?;
        memory.was_enough()?;
        Ok(Self { stack, heuristics })
    }
}

impl<'m, G: Game> AlphaBeta<'m, G> {
    /// A search over `game` that nobody observes.
    ///
    /// # Errors
    ///
    /// As [`AlphaBeta::with_observer`].
    pub fn new(
        game: G,
        config: Config,
        size: Size,
        memory: &mut Memory<'m>,
        table: Table<'m>,
    ) -> Result<Self, Error> {
        Self::with_observer(game, (), config, size, memory, table)
    }
}

/// The bytes of memory that a search of this size takes from its block, without the table; a
/// multiple of 8.
///
/// # Errors
///
/// [`Error::Size`] where no address space could hold it.
pub const fn memory_bytes(size: &Size) -> Result<usize, Error> {
    #[cfg(all(feature = "compact", target_pointer_width = "32"))]
    {
        // A few products take less code than the plan below. Beyond these bounds the regions, or
        // their sum, would be half of the address space or more.
        use crate::game::HISTORY_SIZE;
        let Size { plies, moves, history, countermoves } = *size;
        if plies > 1 << 22
            || moves > 1 << 26
            || history > HISTORY_SIZE
            || countermoves > HISTORY_SIZE
        {
            return Err(Error::Size);
        }
        const PLY: usize = size_of::<Frame>() + size_of::<[Move; 2]>();
        const MOVE: usize = size_of::<Move>() + size_of::<i32>();
        let bytes = plies * PLY
            + moves * MOVE
            + history * 2 * size_of::<u16>()
            + countermoves * 2 * size_of::<Move>();
        return Ok(bytes.next_multiple_of(crate::mem::ALIGN));
    }
    #[cfg(not(all(feature = "compact", target_pointer_width = "32")))]
    {
        let plan = Stack::<Frame, i32>::plan(Plan::new(), size.plies, size.moves);
        Heuristics::plan(plan, size).bytes()
    }
}

impl<'m, G: Game, O: Observer> AlphaBeta<'m, G, O> {
    /// A search over `game` whose nodes `observer` sees.
    ///
    /// `memory` is taken as far as `size` needs ([`memory_bytes`]); `table` may be
    /// [`Table::none`].
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for a setting outside its range, [`Error::Size`] where the memory is too
    /// short.
    pub fn with_observer(
        game: G,
        observer: O,
        config: Config,
        size: Size,
        memory: &mut Memory<'m>,
        table: Table<'m>,
    ) -> Result<Self, Error> {
        config.check()?;
        let parts = Parts::new(&size, memory)?;
        Ok(Self::from_parts(game, observer, config, size, parts, table))
    }

    /// The same in a place of the caller's, where nothing can go wrong any more.
    #[cfg(feature = "capi")]
    #[cfg_attr(feature = "minimal", inline(never))]
    #[cfg_attr(not(feature = "minimal"), inline(always))]
    pub(crate) fn make_in<'p>(
        place: &'p mut MaybeUninit<Self>,
        (game, observer): (G, O),
        size: Size,
        memory: &mut Memory<'m>,
    ) -> Result<&'p mut Self, Error> {
        let config = const { Config::new(Driver::PrincipalVariation) };
        let parts = Parts::new(&size, memory)?;
        Ok(place.write(Self::from_parts(game, observer, config, size, parts, Table::none())))
    }

    #[inline(always)]
    fn from_parts(
        game: G,
        observer: O,
        config: Config,
        size: Size,
        parts: Parts<'m>,
        table: Table<'m>,
    ) -> Self {
        let history = (size.history != 0, size.countermoves != 0);
        Self {
            game,
            observer,
            config,
            limits: Limits::depth(0),
            stack: parts.stack,
            table,
            heuristics: parts.heuristics,
            history,
            needs_index: needs_index(&config, history),
            cancel: None,
            progress: None,
            line: &mut [],
            line_len: 0,
            state: State::Idle,
            pending: Call::default(),
            salt: 0,
            passes: Passes::default(),
            depth: 0,
            previous: None,
            iteration_move: Move::NONE,
            proven_move: false,
            iteration_complete: true,
            root_move: Move::NONE,
            nodes: 0,
            leaves: 0,
            report: Report::EMPTY,
        }
    }

    /// Lets another thread or an interrupt stop the search and watch it.
    pub fn set_control(&mut self, cancel: Option<&'m Cancel>, progress: Option<&'m Progress>) {
        self.cancel = cancel;
        self.progress = progress;
    }

    /// Changes the settings for the searches to come.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for a setting outside its range, [`Error::State`] while a search runs.
    pub fn set_config(&mut self, config: Config) -> Result<(), Error> {
        self.idle()?;
        config.check()?;
        self.take_config(&config);
        Ok(())
    }

    fn take_config(&mut self, config: &Config) {
        self.config = *config;
        self.needs_index = needs_index(config, self.history);
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The game, in the position of the root unless a search is under way.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The game, to set up the next position. A search that stopped can no longer be resumed.
    ///
    /// # Errors
    ///
    /// [`Error::State`] while a search runs.
    pub fn game_mut(&mut self) -> Result<&mut G, Error> {
        self.idle()?;
        Ok(&mut self.game)
    }

    /// The observer.
    #[must_use]
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to change it.
    #[must_use]
    pub const fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &Table<'m> {
        &self.table
    }

    /// The table, to clear or replace it.
    ///
    /// # Errors
    ///
    /// [`Error::State`] while a search runs.
    pub fn table_mut(&mut self) -> Result<&mut Table<'m>, Error> {
        self.idle()?;
        Ok(&mut self.table)
    }

    /// The most plies and moves in use at once in the last search, to size memory by.
    #[must_use]
    pub const fn peak(&self) -> (usize, usize) {
        self.stack.peak()
    }

    /// The most plies a line may have.
    #[must_use]
    pub const fn most_plies(&self) -> usize {
        self.stack.capacity()
    }

    fn idle(&mut self) -> Result<(), Error> {
        match self.state {
            State::Idle | State::Ended => Ok(()),
            State::Stopped => {
                self.drop_frames();
                self.state = State::Ended;
                Ok(())
            }
            State::Failed(error) => Err(error),
            State::Between | State::Within => Err(Error::State),
        }
    }

    /// Forgets what the last search found, for another position of the game.
    ///
    /// # Errors
    ///
    /// [`Error::State`] while a search runs.
    pub fn forget(&mut self) -> Result<(), Error> {
        self.idle()?;
        self.report = Report::EMPTY;
        self.line_len = 0;
        self.nodes = 0;
        self.leaves = 0;
        self.state = State::Idle;
        Ok(())
    }

    /// Whether a search is under way; one that stopped is not.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.state, State::Between | State::Within)
    }

    /// Whether the game failed, so that its position is unspecified; [`AlphaBeta::abandon`] ends
    /// that.
    #[must_use]
    pub const fn game_has_failed(&self) -> bool {
        matches!(self.state, State::Failed(_))
    }

    /// Ends whatever is under way without a call of the game, which the caller brings back to a
    /// position of its own. What was found can be read.
    pub fn abandon(&mut self) {
        self.drop_frames();
        self.report.stop = Stop::Failed;
        self.state = State::Ended;
    }

    /// What the search has found; while it runs, what the last whole iteration found.
    #[must_use]
    pub const fn report(&self) -> Report {
        let mut report = self.report;
        report.nodes = self.nodes;
        report.leaves = self.leaves;
        report
    }
}
