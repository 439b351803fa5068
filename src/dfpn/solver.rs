//! [`Dfpn`]: the solver that users hold. It puts the tasks of one problem in order: search, line,
//! shorter wins, verification.

#[cfg(feature = "capi")]
use core::mem::MaybeUninit;
use core::mem::{align_of, size_of};

#[cfg(target_pointer_width = "64")]
use static_assertions::const_assert;

use crate::budget::{Control, WATCHED};
use crate::game::Game;
use crate::mem::{ALIGN, Memory, Plan};
use crate::moves::Move;
use crate::score::INFINITE;
use crate::stack::Stack;
use crate::status::{Error, Step};
use crate::table::proof::{NEVER, ProofTable};

use super::engine::{Engine, Run};
use super::line::Line;
use super::node::{Frame, Value};
use super::path::Path;
use super::survey::Survey;
use super::verify::Verifier;
use super::{Attacker, Config, FULL, Limits, Mode, Outcome, Report, Stop, Trust, Verification};

/// What the solver is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Task {
    /// Nothing; the report is final.
    None,
    /// Looking for a win within a number of plies.
    Search,
    /// Reading the line of a win: [`Dfpn::reading`].
    Line,
    /// Checking the answer: [`Dfpn::verifier`].
    Verify,
}

/// [`run_verification`]. Called by its address, which is taken where a verification begins, so that
/// programs that never verify need not hold the verifier.
type RunVerification<G> = fn(&mut Dfpn<'_, G>, &mut u64) -> Result<Run, Error>;

/// A df-pn solver over a game, in caller memory.
///
/// ```
/// # use yomikiri::dfpn::{Config, Dfpn, Limits, Outcome};
/// # use yomikiri::mem::Memory;
/// # use yomikiri::table::proof::ProofTable;
/// # use yomikiri::{Error, Game, Move, Score, Side};
/// # use yomikiri::game::Key;
/// # use yomikiri::moves::Moves;
/// /// Nim with one heap: take one to three; who takes the last one wins.
/// struct Nim { left: u32, taken: u32 }
///
/// impl Game for Nim {
///     fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
///         (1..=self.left.min(3)).for_each(|n| out.push(Move(n)));
///         Ok(())
///     }
///     fn play(&mut self, m: Move) -> Result<(), Error> { self.left -= m.0; self.taken += 1; Ok(()) }
///     fn undo(&mut self, m: Move) -> Result<(), Error> { self.left += m.0; self.taken -= 1; Ok(()) }
///     fn key(&mut self) -> Key {
///         Key { position: yomikiri::hash::mix(u64::from(self.left * 2 + self.taken % 2)), resource: 0 }
///     }
///     fn side(&mut self) -> Side { if self.taken % 2 == 0 { Side::First } else { Side::Second } }
///     fn outcome(&mut self) -> Result<Option<Score>, Error> { Ok(None) }
/// }
///
/// let mut block = vec![0; Config::default().bytes()? / 8];
/// let mut table = vec![0; 4096];
/// let game = Nim { left: 21, taken: 0 };
/// let mut solver = Dfpn::new(game, Config::default(), Memory::new(&mut block))?;
/// solver.set_table(ProofTable::format(Memory::new(&mut table)))?;
/// solver.start(Limits::default())?;
/// solver.solve()?;
/// assert_eq!(solver.report().outcome, Outcome::Proven);
/// assert_eq!(solver.line()[0], Move(1));
/// # Ok::<(), Error>(())
/// ```
// In this order, small processors reach what they need most with the shortest instructions, and
// solvers side by side in memory, each searching in a thread of its own, do not share the cache lines
// that a search writes all the time: those of the engine and the game are far from the start.
#[repr(C)]
#[derive(Debug)]
pub struct Dfpn<'m, G> {
    pub(super) control: &'m Control,
    task: Task,
    mode: Mode,
    started: bool,
    /// The stack is used for another game: none of its moves are this one's.
    lent: bool,
    /// Nodes left under the limit.
    nodes_left: u64,
    pub(super) report: Report,
    pub(super) line_len: usize,
    pub(super) line: &'m mut [Move],
    reading: Line,
    verifier: Verifier,
    run_verification: Option<RunVerification<G>>,
    pub(super) config: Config,
    /// How often the stack was used for another game.
    loans: u32,
    pub(super) table: ProofTable<'m>,
    pub(super) survey: Survey,
    pub(super) engine: Engine<'m>,
    pub(super) game: G,
}

// The cache lines of the start, and those that processors fetch in pairs with them.
#[cfg(target_pointer_width = "64")]
const_assert!(core::mem::offset_of!(Dfpn<'static, ()>, table) >= 128);

impl Config {
    /// The bytes of memory that a solver with this configuration takes, the table apart.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for a field out of range, [`Error::Size`] where no address space could
    /// hold it.
    pub const fn bytes(self) -> Result<usize, Error> {
        if let Err(error) = self.check() {
            return Err(error);
        }
        let frames = self.frames();
        let each = size_of::<Move>() + size_of::<Value>();
        if size_of::<usize>() < 4 {
            return Stack::<'_, Frame, Value>::plan(
                Plan::new().region::<Control>(1),
                frames,
                self.moves as usize,
            )
            .region::<u16>(frames)
            .region::<Move>(self.plies as usize)
            .bytes();
        }
        // With pointers of 32 bits or more, nothing but the moves can be too much. One product
        // takes less code than the plan above.
        const REST: usize =
            (Config { plies: Config::MAX_PLIES, moves: 0 }.frames() + 1).saturating_mul(64);
        if self.moves as usize > (isize::MAX as usize).saturating_sub(REST) / each {
            return Err(Error::Size);
        }
        let control = size_of::<Control>().next_multiple_of(align_of::<Frame>());
        let stack = control + frames * size_of::<Frame>() + self.moves as usize * each;
        let path = (stack + frames * size_of::<u16>()).next_multiple_of(align_of::<Move>());
        Ok((path + self.plies as usize * size_of::<Move>()).next_multiple_of(ALIGN))
    }

    /// Whether every field is within its range.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] where one is not.
    pub const fn check(self) -> Result<(), Error> {
        if self.plies == 0 || self.plies > Self::MAX_PLIES || self.moves > 0x7fff_ffff {
            return Err(Error::Config);
        }
        Ok(())
    }

    /// A frame for each position of a line, and one for the search that the verifier asks.
    const fn frames(self) -> usize {
        self.plies as usize + 2
    }
}

/// The memory of a solver. A solver is large: whoever makes its parts first can have it made in its
/// place, without a copy on the stack that may be an error instead.
pub(crate) struct Parts<'m> {
    pub(crate) control: &'m Control,
    stack: Stack<'m, Frame, Value>,
    path: Path<'m>,
    line: &'m mut [Move],
}

impl<'m> Parts<'m> {
    /// Takes exactly [`Config::bytes`] out of `memory`, whose configuration was checked.
    #[inline(always)]
    fn new(config: Config, memory: &mut Memory<'m>) -> Result<Self, Error> {
        let frames = config.frames();
        let control = memory.place(Control::default())?;
        let stack = Stack::take(memory, frames, config.moves as usize);
        let path = Path::new(memory.take_if_there(frames));
        let line = memory.take_if_there(usize::from(config.plies));
        memory.was_enough()?;
        Ok(Self { control, stack, path, line })
    }
}

impl<'m, G: Game> Dfpn<'m, G> {
    /// A solver for `game`, without a table yet.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for a field out of range, [`Error::Size`] where `memory` is shorter than
    /// [`Config::bytes`].
    pub fn new(game: G, config: Config, mut memory: Memory<'m>) -> Result<Self, Error> {
        config.check()?;
        Ok(Self::from_parts(game, config, Parts::new(config, &mut memory)?))
    }

    /// The same in a place of the caller's, where nothing can go wrong any more.
    #[cfg(feature = "capi")]
    #[cfg_attr(feature = "minimal", inline(never))]
    #[cfg_attr(not(feature = "minimal"), inline(always))]
    pub(crate) fn make_in<'p>(
        place: &'p mut MaybeUninit<Self>,
        game: G,
        config: Config,
        memory: &mut Memory<'m>,
    ) -> Result<&'p mut Self, Error> {
        let parts = Parts::new(config, memory)?;
        Ok(place.write(Self::from_parts(game, config, parts)))
    }

    #[inline(always)]
    fn from_parts(game: G, config: Config, parts: Parts<'m>) -> Self {
        Self {
            game,
            config,
            table: ProofTable::EMPTY,
            control: parts.control,
            engine: Engine::new(parts.stack, parts.path),
            line: parts.line,
            line_len: 0,
            task: Task::None,
            reading: Line::NONE,
            verifier: Verifier::NONE,
            run_verification: None,
            mode: Mode::First,
            nodes_left: 0,
            report: Report::NOTHING,
            started: false,
            lent: false,
            loans: 0,
            survey: Survey::NONE,
        }
    }

    /// Gives the solver a table. Tables may be shared: facts that one search finds are facts for
    /// every search of the same game. Searches that run at the same time help each other more where
    /// the table knows of it ([`ProofTable::set_shared`]).
    ///
    /// # Errors
    ///
    /// [`Error::State`] between a start and the end of its search.
    pub fn set_table(&mut self, table: ProofTable<'m>) -> Result<(), Error> {
        if self.is_busy() {
            return Err(Error::State);
        }
        self.table = table;
        Ok(())
    }

    /// The table, as a second handle.
    #[must_use]
    pub fn table(&self) -> ProofTable<'m> {
        self.table
    }

    /// The configuration that the memory was laid out for.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// The cancel flag and the progress snapshot, for another thread or an interrupt.
    #[must_use]
    pub fn control(&self) -> &'m Control {
        self.control
    }

    /// The game. While a search is under way it stands somewhere in the tree; [`Dfpn::reset`]
    /// brings it back.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game, to set up another position. Any search is given up first.
    ///
    /// # Errors
    ///
    /// As [`Dfpn::reset`].
    pub fn game_mut(&mut self) -> Result<&mut G, Error> {
        self.reset()?;
        Ok(&mut self.game)
    }

    /// The game, where the search started from. Any search is given up first; the result stays.
    ///
    /// # Errors
    ///
    /// As [`Dfpn::reset`].
    pub fn game_at_start(&mut self) -> Result<&G, Error> {
        self.reset()?;
        Ok(&self.game)
    }

    /// Whether a search or a verification is under way, or stopped so that it can be resumed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !matches!(self.task, Task::None) || self.survey.is_running()
    }

    /// Gives up what is under way: the game is back where the search started. The report, the line
    /// and the table stay.
    ///
    /// # Errors
    ///
    /// An error of the host.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn reset(&mut self) -> Result<(), Error> {
        self.task = Task::None;
        self.survey.end();
        let lent = core::mem::take(&mut self.lent);
        #[cfg(not(feature = "compact"))]
        self.engine.unmark_all(&self.table);
        let result = if lent { Ok(()) } else { self.engine.take_back(&mut self.game, 0) };
        self.engine.clear();
        if result.is_err() {
            self.report.stop = Stop::Failed;
        }
        result
    }

    /// Forgets the last search and its result, as before the first one: for hosts that have set up
    /// another game. The solver must be idle, as [`Dfpn::game_mut`] leaves it.
    pub fn forget(&mut self) {
        self.started = false;
        self.forget_result();
    }

    /// Nothing is found, and no node searched.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn forget_result(&mut self) {
        self.report = Report::NOTHING;
        self.line_len = 0;
        self.engine.nodes = 0;
    }

    /// Lends the stack to the search of another game, until something else is started; returns the
    /// number of the loan.
    pub(super) const fn lend(&mut self) -> u32 {
        self.lent = true;
        self.loans = self.loans.wrapping_add(1);
        self.loans
    }

    /// Whether a loan still holds.
    pub(super) const fn has_lent(&self, loan: u32) -> bool {
        self.lent && self.loans == loan
    }

    /// Gives up what is under way and what was found so far, as after an error: the game is not
    /// touched, and may be anywhere. For hosts whose game told of an error in another way than by
    /// a return value.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn abandon(&mut self) {
        self.task = Task::None;
        self.survey.end();
        self.lent = false;
        self.engine.clear();
        self.line_len = 0;
        self.report = Report { stop: Stop::Failed, ..Report::NOTHING };
    }

    /// Begins a search from the game's position; [`Dfpn::step`] does the work. Whatever was under
    /// way is given up; a cancel request is forgotten. The table keeps what it knows.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for more plies than the memory holds, or an error of the host.
    pub fn start(&mut self, limits: Limits) -> Result<(), Error> {
        if limits.plies > self.config.plies {
            return Err(Error::Config);
        }
        if !FULL && (limits.mode != Mode::First || limits.seed != 0) {
            return Err(Error::Unsupported);
        }
        self.reset()?;
        self.start_anew(&limits)
    }

    /// The same of limits that were checked, where nothing is under way.
    pub(crate) fn start_anew(&mut self, limits: &Limits) -> Result<(), Error> {
        self.control.cancel.clear();
        self.table.grow_older();
        self.mode = limits.mode;
        self.nodes_left = if limits.nodes == 0 { u64::MAX } else { limits.nodes };
        self.forget_result();
        self.started = true;
        self.engine.seed = limits.seed;
        let to_move = self.game.side();
        self.engine.set_attacker(match limits.attacker {
            Attacker::SideToMove => to_move,
            Attacker::Opponent => to_move.other(),
        });
        let plies = if limits.plies == 0 { self.config.plies } else { limits.plies };
        self.task = Task::Search;
        self.engine.begin(&mut self.game, Move::NONE, plies, true)
    }

    /// Goes on after a stop by node limit or cancel, exactly where the search stood, with a new
    /// node limit (0 for none).
    ///
    /// # Errors
    ///
    /// [`Error::State`] where nothing was stopped.
    pub fn resume(&mut self, nodes: u64) -> Result<(), Error> {
        if !self.is_busy() || !matches!(self.report.stop, Stop::Nodes | Stop::Cancelled) {
            return Err(Error::State);
        }
        self.control.cancel.clear();
        self.nodes_left = if nodes == 0 { u64::MAX } else { nodes };
        self.report.stop = Stop::Running;
        Ok(())
    }

    /// Begins to verify the answer of the finished search, in at most `nodes` nodes (0 for no
    /// limit); [`Dfpn::step`] does the work and [`Report::verification`] tells the result.
    ///
    /// # Errors
    ///
    /// [`Error::State`] while a search is under way or where there is no answer.
    pub fn start_verification(&mut self, trust: Trust, nodes: u64) -> Result<(), Error> {
        let win = match self.report.outcome {
            Outcome::Proven => true,
            Outcome::Disproven => false,
            Outcome::Unknown => return Err(Error::State),
        };
        if self.report.stop == Stop::Failed {
            return Err(Error::State);
        }
        self.reset()?;
        self.control.cancel.clear();
        self.nodes_left = if nodes == 0 { u64::MAX } else { nodes };
        self.report.verification = Verification::NotRun;
        self.report.stop = Stop::Running;
        self.verifier =
            Verifier::begin(&mut self.game, &mut self.engine, win, self.report.length, trust)?;
        self.task = Task::Verify;
        self.run_verification = Some(run_verification::<G>);
        Ok(())
    }

    /// Searches at most `max_nodes` nodes. [`Step::More`]: call again; [`Step::Done`]: read the
    /// report.
    ///
    /// The answer and the node count do not depend on how the calls are cut.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where nothing was started, [`Error::TooManyMoves`] where the move arena is
    /// too small, or an error of the host. After an error the search is over. After
    /// [`Error::TooManyMoves`] the game is back where the search began; after an error of the host
    /// it is wherever that left it.
    pub fn step(&mut self, max_nodes: u64) -> Result<Step, Error> {
        if !self.started {
            return Err(Error::State);
        }
        if !self.is_busy() || self.report.stop != Stop::Running {
            return Ok(Step::Done);
        }
        let granted = max_nodes.min(self.nodes_left);
        let mut budget = granted;
        let result = self.run(&mut budget);
        self.nodes_left -= granted - budget;
        if WATCHED {
            self.engine.publish(&self.game, self.control);
        }
        match result {
            Ok(Run::Decided) => Ok(Step::Done),
            Ok(Run::Budget) if self.nodes_left != 0 => Ok(Step::More),
            Ok(run) => {
                let cancelled = run == Run::Cancelled;
                self.report.stop = if cancelled { Stop::Cancelled } else { Stop::Nodes };
                Ok(Step::Done)
            }
            Err(error) => {
                self.task = Task::None;
                // Memory that is too small leaves the game in order: it goes back to where the
                // search began. After any other error it may be anywhere, and nothing is undone.
                if error == Error::TooManyMoves {
                    #[cfg(not(feature = "compact"))]
                    self.engine.unmark_all(&self.table);
                    let _ = self.engine.take_back(&mut self.game, 0);
                }
                self.engine.clear();
                self.report.stop = Stop::Failed;
                Err(error)
            }
        }
    }

    /// Steps until the search is done.
    ///
    /// # Errors
    ///
    /// As [`Dfpn::step`].
    pub fn solve(&mut self) -> Result<(), Error> {
        while self.step(u64::MAX)? == Step::More {}
        Ok(())
    }

    /// Runs task after task, until all is done or something stops it.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn run(&mut self, budget: &mut u64) -> Result<Run, Error> {
        loop {
            let run = match self.task {
                Task::None => return Ok(Run::Decided),
                Task::Search => self.run_search(budget)?,
                Task::Line => self.run_line(budget)?,
                Task::Verify => {
                    let Some(run) = self.run_verification else { return Err(Error::State) };
                    call_verification(run, self, budget)?
                }
            };
            if run != Run::Decided {
                return Ok(run);
            }
        }
    }

    /// Goes on with the search for a win; once that is decided, another task is set.
    #[cfg_attr(feature = "compact", inline(never))]
    fn run_search(&mut self, budget: &mut u64) -> Result<Run, Error> {
        let run = self.engine.run(&mut self.game, &self.table, self.control, budget)?;
        if run != Run::Decided {
            return Ok(run);
        }
        let value = self.engine.value;
        self.engine.take_back(&mut self.game, 0)?;
        let report = &mut self.report;
        (report.proof, report.disproof) = (value.proof, value.disproof);
        if value.proof == 0 {
            report.outcome = Outcome::Proven;
            report.length = value.length();
        } else if FULL && report.outcome == Outcome::Proven {
            // The shorter win does not exist: the last one is the shortest.
            report.exact = true;
            (report.proof, report.disproof) = (0, INFINITE);
        } else {
            let never = value.length() == NEVER;
            report.outcome = if never { Outcome::Disproven } else { Outcome::Unknown };
            report.stop = if never { Stop::Solved } else { Stop::Plies };
            self.task = Task::None;
            return Ok(run);
        }
        let (length, exact) = (report.length, report.exact);
        self.task = Task::Line;
        self.reading.begin(&mut self.game, &mut self.engine, Move::NONE, length, exact)?;
        Ok(run)
    }

    /// Goes on with the line; once that is read, another task is set.
    #[cfg_attr(feature = "compact", inline(never))]
    fn run_line(&mut self, budget: &mut u64) -> Result<Run, Error> {
        let line = &mut self.reading;
        let run = line.run(&mut self.game, &mut self.engine, &self.table, self.control, budget)?;
        if run != Run::Decided {
            return Ok(run);
        }
        let (length, complete) = (line.length, line.complete);
        if complete {
            self.line_len = keep_line(&self.engine, self.line);
        }
        self.engine.take_back(&mut self.game, 0)?;
        let report = &mut self.report;
        report.length = length;
        if FULL && !report.exact && self.mode != Mode::First && length > 1 {
            self.task = Task::Search;
            self.engine.begin(&mut self.game, Move::NONE, length - 1, true)?;
        } else {
            report.exact |= length <= 1;
            report.stop = Stop::Solved;
            self.task = Task::None;
        }
        Ok(run)
    }

    /// Why the search is where it is; as in the report.
    #[cfg(feature = "capi")]
    pub(crate) const fn stop(&self) -> Stop {
        self.report.stop
    }

    /// What can be said of the search now.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = self.report;
        let (plies, moves) = self.engine.stack.peak();
        report.peak_plies = plies as u32;
        report.peak_moves = moves as u32;
        report.table_permille = if WATCHED { self.table.fill_permille() } else { 0 };
        report.nodes = self.engine.nodes;
        if WATCHED
            && matches!(self.task, Task::Search)
            && report.outcome == Outcome::Unknown
            && let Some(frame) = self.engine.stack.frame(0)
            && frame.children.len != 0
        {
            let value = self.engine.estimate(&self.game, frame);
            (report.proof, report.disproof) = (value.proof, value.disproof);
        }
        report
    }

    /// The line of the last win found: the attacker's quickest way against the defender's longest
    /// resistance. Empty where no win was found, or where it stands on the board already.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        self.line.get(..self.line_len).unwrap_or(&[])
    }
}

/// Calls the verification by its address. No other function does that: whoever reads the call graph
/// out of machine code goes by the name of this one.
#[inline(never)]
fn call_verification<G>(
    run: RunVerification<G>,
    solver: &mut Dfpn<'_, G>,
    budget: &mut u64,
) -> Result<Run, Error> {
    run(solver, budget)
}

/// Goes on with the verification.
#[inline(never)]
fn run_verification<G: Game>(solver: &mut Dfpn<'_, G>, budget: &mut u64) -> Result<Run, Error> {
    let Dfpn { game, engine, table, control, verifier, .. } = solver;
    let holds = match verifier.run(game, engine, table, control, budget)? {
        Err(stop) => return Ok(stop),
        Ok(holds) => holds,
    };
    solver.engine.take_back(&mut solver.game, 0)?;
    solver.report.verification = if holds { Verification::Passed } else { Verification::Failed };
    solver.report.stop = Stop::Solved;
    solver.task = Task::None;
    Ok(Run::Decided)
}

/// Copies the moves of the frames on the stack; returns how many there are.
fn keep_line(engine: &Engine<'_>, line: &mut [Move]) -> usize {
    let mut len = 0;
    for (index, slot) in line.iter_mut().enumerate() {
        let Some(frame) = engine.stack.frame(index + 1) else {
            break;
        };
        *slot = frame.played;
        len = index + 1;
    }
    len
}
