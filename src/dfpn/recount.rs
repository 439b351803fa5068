//! [`Recount`]: how long is the win that a solver found, as another game counts plies?

use crate::game::Game;
use crate::moves::Move;
use crate::status::{Error, Step};

use super::engine::Run;
use super::{Dfpn, Outcome, Stop};

/// The length of a win in a game that gives the same position other lengths: mate problems without
/// futile interpositions, say. It searches in the memory and the table of a solver that has proven
/// the win, and is cut into steps and cancelled like that solver.
///
/// While it is under way the solver must not be stepped; whatever starts or resets the solver ends
/// it.
#[derive(Debug)]
pub struct Recount<G> {
    game: G,
    ticket: u32,
    running: bool,
    nodes_left: u64,
    report: Counted,
}

/// What a [`Recount`] has found so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The win takes at most so many plies, where that is known.
    pub length: Option<u16>,
    /// No win takes fewer plies.
    pub exact: bool,
    /// Why the count is where it is.
    pub stop: Stop,
    /// Nodes searched, beside those of the solver's own report.
    pub nodes: u64,
}

impl<G: Game> Recount<G> {
    /// Begins to count, in at most `nodes` nodes (0 for no limit). `game` stands where the solver's
    /// search started, has keys of its own, and its win is not longer than the solver's. A search
    /// that looks for a shorter win is given up.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where the solver has proven no win, or an error of the game.
    pub fn start<H: Game>(solver: &mut Dfpn<'_, H>, game: G, nodes: u64) -> Result<Self, Error> {
        let mut count = Self::of(game);
        count.begin(solver, nodes)?;
        Ok(count)
    }

    /// A count that is not begun. A game can be large: whoever has a place for the count can make
    /// it there.
    #[inline(always)]
    pub(crate) fn of(game: G) -> Self {
        Self { game, ticket: 0, running: false, nodes_left: 0, report: Counted::default() }
    }

    /// Begins it; see [`Recount::start`].
    pub(crate) fn begin<H: Game>(
        &mut self,
        solver: &mut Dfpn<'_, H>,
        nodes: u64,
    ) -> Result<(), Error> {
        let report = solver.report();
        if report.outcome != Outcome::Proven || report.stop == Stop::Failed {
            return Err(Error::State);
        }
        solver.reset()?;
        solver.control().cancel.clear();
        solver.engine.begin(&mut self.game, Move::NONE, report.length, true)?;
        self.ticket = solver.lend();
        self.nodes_left = if nodes == 0 { u64::MAX } else { nodes };
        self.running = true;
        Ok(())
    }

    /// What was found so far.
    #[must_use]
    pub const fn report(&self) -> Counted {
        self.report
    }

    /// Goes on after a stop by node limit or cancel, with a new node limit (0 for none).
    ///
    /// # Errors
    ///
    /// [`Error::State`] where nothing was stopped.
    pub fn resume<H: Game>(&mut self, solver: &Dfpn<'_, H>, nodes: u64) -> Result<(), Error> {
        if !self.running || !solver.has_lent(self.ticket) || self.report.stop == Stop::Running {
            return Err(Error::State);
        }
        solver.control().cancel.clear();
        self.nodes_left = if nodes == 0 { u64::MAX } else { nodes };
        self.report.stop = Stop::Running;
        Ok(())
    }

    /// Searches at most `max_nodes` nodes; see [`Dfpn::step`]. A line that needs more memory than
    /// the solver has ends the count with [`Stop::Plies`].
    ///
    /// # Errors
    ///
    /// [`Error::State`] where the solver was used for something else meanwhile, or an error of the
    /// game or of memory for moves.
    pub fn step<H: Game>(
        &mut self,
        solver: &mut Dfpn<'_, H>,
        max_nodes: u64,
    ) -> Result<Step, Error> {
        if !self.running || self.report.stop != Stop::Running {
            return Ok(Step::Done);
        }
        if !solver.has_lent(self.ticket) {
            return Err(Error::State);
        }
        let granted = max_nodes.min(self.nodes_left);
        let mut budget = granted;
        // The solver's own count stays as it is.
        core::mem::swap(&mut solver.engine.nodes, &mut self.report.nodes);
        let result = self.run(solver, &mut budget);
        core::mem::swap(&mut solver.engine.nodes, &mut self.report.nodes);
        self.nodes_left -= granted - budget;
        let stop = match result {
            Ok(Some(Run::Cancelled)) => Stop::Cancelled,
            Ok(Some(_)) if self.nodes_left == 0 => Stop::Nodes,
            Ok(Some(_)) => return Ok(Step::More),
            Ok(None) => Stop::Solved,
            Err(Error::Size) => Stop::Plies,
            Err(_) => Stop::Failed,
        };
        self.report.stop = stop;
        if matches!(stop, Stop::Solved | Stop::Plies | Stop::Failed) {
            self.running = false;
            solver.reset()?;
        }
        match result {
            Err(error) if error != Error::Size => Err(error),
            _ => Ok(Step::Done),
        }
    }

    /// Asks for shorter and shorter wins; `None` where none shorter exists.
    fn run<H: Game>(
        &mut self,
        solver: &mut Dfpn<'_, H>,
        budget: &mut u64,
    ) -> Result<Option<Run>, Error> {
        let control = solver.control();
        let table = solver.table();
        let engine = &mut solver.engine;
        loop {
            match engine.run(&mut self.game, &table, control, budget)? {
                Run::Decided => {
                    let value = engine.value;
                    engine.take_back(&mut self.game, 0)?;
                    if value.proof != 0 {
                        self.report.exact = self.report.length.is_some();
                        return Ok(None);
                    }
                    let length = value.length();
                    self.report.length = Some(length);
                    if length == 0 {
                        self.report.exact = true;
                        return Ok(None);
                    }
                    engine.begin(&mut self.game, Move::NONE, length - 1, true)?;
                }
                other => return Ok(Some(other)),
            }
        }
    }
}
