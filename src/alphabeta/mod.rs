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
mod line;
mod observer;
mod pick;
mod search;

pub use config::{Config, Driver, Limits, OrderingSwitches, Presearch, Size, UNLIMITED};
pub use observer::{Cause, Departure, Observer, Visit};

use crate::budget::{Cancel, Progress, Snapshot};
use crate::game::Game;
use crate::mem::{Memory, Plan};
use crate::moves::Move;
use crate::score::{Bound, SCORE_LIMIT, Score};
use crate::stack::Stack;
use crate::status::{Error, Step};
use crate::table::alphabeta::Table;
use driver::{Passes, Verdict};
use frame::{Call, Frame, Reply};
use heuristics::Heuristics;
use search::Run;

/// Nodes between two published snapshots of progress.
const PROGRESS_INTERVAL: u64 = 4096;

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// It has not ended, or not begun.
    #[default]
    Running,
    /// The depth asked for was reached, or every line ended before it.
    Finished,
    /// The node limit was reached.
    Nodes,
    /// It was cancelled.
    Cancelled,
    /// A call failed; the search is over.
    Failed,
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
#[derive(Debug)]
pub struct AlphaBeta<'m, G: Game, O: Observer = ()> {
    game: G,
    observer: O,
    config: Config,
    limits: Limits,
    stack: Stack<'m, Frame, i32>,
    table: Table<'m>,
    heuristics: Heuristics<'m>,
    history: (bool, bool),
    needs_index: bool,
    cancel: Option<&'m Cancel>,
    progress: Option<&'m Progress>,
    /// The line of best play, kept after each iteration.
    line: &'m mut [Move],
    line_len: usize,
    state: State,
    pending: Call,
    passes: Passes,
    /// The depth of the iteration under way.
    depth: u16,
    /// The value of the iteration before.
    previous: Option<Score>,
    /// The best move of the iteration under way, and whether a pass proved it.
    iteration_move: Move,
    proven_move: bool,
    iteration_complete: bool,
    root_move: Move,
    nodes: u64,
    leaves: u64,
    report: Report,
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
    let plan = Stack::<Frame, i32>::plan(Plan::new(), size.plies, size.moves);
    Heuristics::plan(plan, size).bytes()
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
        let stack = Stack::new(memory, size.plies, size.moves)?;
        let heuristics = Heuristics::new(memory, &size)?;
        let mut search = Self {
            game,
            observer,
            config,
            limits: Limits::depth(0),
            stack,
            table,
            heuristics,
            history: (size.history != 0, size.countermoves != 0),
            needs_index: false,
            cancel: None,
            progress: None,
            line: &mut [],
            line_len: 0,
            state: State::Idle,
            pending: Call::default(),
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
        };
        search.set_config(config)?;
        Ok(search)
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
        self.config = config;
        let ordering = &config.ordering;
        self.needs_index =
            (ordering.history && self.history.0) || (ordering.countermoves && self.history.1);
        Ok(())
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

    /// Begins a search from the game's position. A search under way is given up.
    ///
    /// The table keeps what it holds; nothing else of earlier searches has an influence.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for a depth above [`UNLIMITED`], or the error with which the game failed
    /// earlier.
    pub fn start(&mut self, limits: Limits) -> Result<(), Error> {
        if limits.depth > UNLIMITED {
            return Err(Error::Config);
        }
        if let State::Failed(error) = self.state {
            return Err(error);
        }
        self.give_up()?;
        if let Some(cancel) = self.cancel {
            cancel.clear();
        }
        self.stack.clear();
        self.heuristics.clear();
        self.table.next_age();
        self.limits = limits;
        self.nodes = 0;
        self.leaves = 0;
        self.previous = None;
        self.report = Report::EMPTY;
        self.line_len = 0;
        let last_rehearsal =
            if limits.depth == UNLIMITED { self.config.rehearsal } else { limits.depth };
        let depth = if self.config.iterative && last_rehearsal > 0 {
            let mut first = last_rehearsal;
            while first > self.config.deepen_by {
                first -= self.config.deepen_by;
            }
            first
        } else {
            limits.depth
        };
        self.begin(depth);
        Ok(())
    }

    /// Begins an iteration.
    fn begin(&mut self, depth: u16) {
        let mut config = self.config;
        let mut previous = self.previous;
        if self.limits.depth == UNLIMITED {
            if depth == UNLIMITED {
                previous = match (previous, self.config.rehearsal_unit) {
                    (Some(value), unit) if unit > 0 => {
                        // Rounded towards 0 to a value that the game can have.
                        let step = config.granularity;
                        let steps =
                            value.checked_div(unit).and_then(|value| value.checked_div(step));
                        steps.map(|steps| steps * step)
                    }
                    _ => None,
                };
            } else {
                // What is known of exact scores does not hold for evaluations.
                config.range = (-SCORE_LIMIT, SCORE_LIMIT);
                config.granularity = 1;
            }
        }
        self.depth = depth;
        self.passes = Passes::new(&config, previous);
        self.iteration_move = Move::NONE;
        self.proven_move = false;
        self.iteration_complete = true;
        self.state = State::Between;
    }

    /// Goes on for about `max_nodes` nodes, exactly so where the game has no code of its own that
    /// visits positions and sees no winning moves.
    ///
    /// # Errors
    ///
    /// [`Error::State`] before [`AlphaBeta::start`]; [`Error::Size`] where a line is longer than
    /// the stack, [`Error::TooManyMoves`] where the moves of a line do not fit, or an error of the
    /// game. After an error the search is given up; after one of the game, for good.
    pub fn step(&mut self, max_nodes: u64) -> Result<Step, Error> {
        match self.state {
            State::Idle => return Err(Error::State),
            State::Ended | State::Stopped => return Ok(Step::Done),
            State::Failed(error) => return Err(error),
            State::Between | State::Within => {}
        }
        match self.work(self.nodes.saturating_add(max_nodes)) {
            Ok(step) => Ok(step),
            Err(error) => {
                // Memory that is too small leaves the game intact.
                let harmless = matches!(error, Error::Size | Error::TooManyMoves);
                if harmless && self.take_back().is_ok() {
                    self.drop_frames();
                    self.state = State::Ended;
                } else {
                    self.state = State::Failed(error);
                }
                self.report.stop = Stop::Failed;
                Err(error)
            }
        }
    }

    /// Lets a search that the node limit or a cancel stopped go on exactly where it stood, with
    /// `nodes` more nodes (0 for no limit). The game must be in the position of the root.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where nothing has stopped so, or an error of the game.
    pub fn resume(&mut self, nodes: u64) -> Result<(), Error> {
        if self.state != State::Stopped {
            return Err(Error::State);
        }
        if let Err(error) = self.put_back() {
            self.report.stop = Stop::Failed;
            self.state = State::Failed(error);
            return Err(error);
        }
        if let Some(cancel) = self.cancel {
            cancel.clear();
        }
        self.limits.nodes = if nodes == 0 { u64::MAX } else { self.nodes.saturating_add(nodes) };
        self.report.stop = Stop::Running;
        self.state = State::Within;
        Ok(())
    }

    /// [`AlphaBeta::start`], then [`AlphaBeta::step`] to the end.
    ///
    /// # Errors
    ///
    /// As those two.
    pub fn solve(&mut self, limits: Limits) -> Result<Report, Error> {
        self.start(limits)?;
        while self.step(u64::MAX)? == Step::More {}
        Ok(self.report())
    }

    /// Ends a search that is under way and brings the game back to the root. What it found so far
    /// can be read.
    ///
    /// # Errors
    ///
    /// An error of the game.
    pub fn give_up(&mut self) -> Result<(), Error> {
        match self.state {
            State::Between | State::Within => self.end(Stop::Cancelled, State::Ended),
            State::Stopped => self.idle(),
            State::Idle | State::Ended | State::Failed(_) => Ok(()),
        }
    }

    /// What the search has found; while it runs, what the last whole iteration found.
    #[must_use]
    pub const fn report(&self) -> Report {
        let mut report = self.report;
        report.nodes = self.nodes;
        report.leaves = self.leaves;
        report
    }

    fn work(&mut self, target: u64) -> Result<Step, Error> {
        loop {
            if self.state == State::Between {
                let (alpha, beta) = self.passes.window();
                self.observer.pass(alpha, beta);
                self.root_move = Move::NONE;
                self.pending = Call { alpha, beta, depth: self.depth, ..Call::default() };
                self.state = State::Within;
            }
            let pause = match self.progress {
                Some(_) => target.min(self.nodes.saturating_add(PROGRESS_INTERVAL)),
                None => target,
            };
            match self.run(pause.min(self.limits.nodes))? {
                Run::Pause => {
                    self.publish();
                    if self.nodes >= target {
                        return Ok(Step::More);
                    }
                }
                Run::Stop(stop) => {
                    self.end(stop, State::Stopped)?;
                    return Ok(Step::Done);
                }
                Run::Root(reply) => {
                    if self.root(reply)? {
                        return Ok(Step::Done);
                    }
                }
            }
        }
    }

    /// Takes in the value of a pass; says whether the search has ended.
    fn root(&mut self, reply: Reply) -> Result<bool, Error> {
        let (alpha, _) = self.passes.window();
        self.report.passes += 1;
        self.iteration_complete &= reply.complete;
        // A pass that failed low proved no move; it counts only while there is no better one.
        let proves = reply.score > alpha;
        if proves || !self.proven_move {
            self.iteration_move = self.root_move;
            self.proven_move |= proves;
        }
        match self.passes.absorb(reply.score) {
            Verdict::Again => {
                self.state = State::Between;
                return Ok(false);
            }
            Verdict::Known(score) => {
                self.previous = Some(score);
                self.report.score = score;
                self.report.bound = Bound::Exact;
                self.report.depth = self.depth;
                self.report.complete = self.iteration_complete;
                if !self.iteration_move.is_none() {
                    self.report.best_move = self.iteration_move;
                }
            }
        }
        self.keep_line()?;
        self.publish();
        if self.depth == self.limits.depth || self.iteration_complete {
            self.end(Stop::Finished, State::Ended)?;
            return Ok(true);
        }
        let next = if self.limits.depth == UNLIMITED && self.depth >= self.config.rehearsal {
            UNLIMITED
        } else {
            self.depth + self.config.deepen_by
        };
        self.begin(next);
        Ok(false)
    }

    /// Ends or stops the search; its moves are taken back.
    fn end(&mut self, stop: Stop, state: State) -> Result<(), Error> {
        if stop != Stop::Finished {
            // A move that the broken iteration proved better than its window is worth having.
            let found = match self.stack.frame(0) {
                Some(root) if root.best > root.alpha => root.best_move,
                _ if self.proven_move => self.iteration_move,
                _ => Move::NONE,
            };
            if !found.is_none() {
                self.report.best_move = found;
            }
            let (lower, upper) = self.passes.bounds();
            if self.report.depth == 0 {
                if lower > self.config.range.0 {
                    self.report.score = lower;
                    self.report.bound = Bound::Lower;
                } else if upper < self.config.range.1 {
                    self.report.score = upper;
                    self.report.bound = Bound::Upper;
                }
            }
        }
        if let Err(error) = self.take_back() {
            self.report.stop = Stop::Failed;
            self.state = State::Failed(error);
            return Err(error);
        }
        self.report.stop = stop;
        self.state = state;
        if state == State::Ended {
            self.drop_frames();
        }
        if self.line().first() != Some(&self.report.best_move) {
            self.keep_line()?;
        }
        self.publish();
        Ok(())
    }

    fn publish(&self) {
        if let Some(progress) = self.progress {
            progress.publish(Snapshot {
                nodes: self.nodes,
                depth: self.stack.depth() as u32,
                first: self.report.score as u32,
                second: u32::from(self.report.depth),
            });
        }
    }
}
