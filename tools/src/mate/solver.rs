//! One search with its memory, used for one problem after the other.

use std::time::Instant;

use yomikiri::dfpn::{Dfpn, Limits, Outcome, Report, Stop, Trust, Verification, solve_in_threads};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Step};

use super::beside;
use super::options::{Mate, MemoryPlan};
use super::report::Answer;
use crate::memory::Block;

/// Nodes between two looks at the clock.
pub const STEP: u64 = 20_000;

/// Words for a search.
pub struct Blocks {
    /// One a thread.
    stacks: Vec<Block>,
    table: Block,
}

impl Blocks {
    /// Memory as planned, or a message.
    pub fn new(plan: MemoryPlan) -> Result<Self, String> {
        let stacks = (0..plan.threads).map(|_| Block::new(plan.stack)).collect::<Result<_, _>>()?;
        Ok(Self { stacks, table: Block::new(plan.table)? })
    }
}

/// A search in its memory, or several in threads over one table.
pub struct Solver<'m> {
    searches: Vec<Dfpn<'m, MateProblem>>,
    /// The one that has the answer.
    first: usize,
    options: &'m Mate,
}

impl<'m> Solver<'m> {
    /// A search with these settings in this memory.
    pub fn new(options: &'m Mate, plan: MemoryPlan, blocks: &'m mut Blocks) -> Result<Self, Error> {
        let start = Position::start();
        let side = start.side();
        let problem = MateProblem::new(start, side)?;
        let table = ProofTable::format(Memory::new(blocks.table.words()));
        let mut searches = Vec::new();
        for stack in &mut blocks.stacks {
            let mut search = Dfpn::new(problem.clone(), plan.config, Memory::new(stack.words()))?;
            search.set_table(table)?;
            searches.push(search);
        }
        Ok(Self { searches, first: 0, options })
    }

    /// Solves a problem and fills in its answer; `watch` is told how far the search is.
    pub fn solve(&mut self, position: Position, answer: &mut Answer, watch: impl FnMut(Report)) {
        let start = Instant::now();
        match self.search(position, answer, start, watch) {
            Ok(()) => {}
            // A line with more moves than the memory holds says nothing about the problem.
            Err(Error::TooManyMoves) => {
                answer.result = "unknown";
                answer.stop = "memory";
            }
            Err(Error::IllegalPosition) => {
                answer.result = "error";
                answer.error = Some("board: the side to be mated has no king".to_owned());
            }
            Err(error) => {
                answer.result = "error";
                answer.error = Some(error.to_string());
            }
        }
        let seconds = !self.options.no_seconds;
        answer.seconds = seconds.then(|| start.elapsed().as_secs_f64());
    }

    /// The line of the last mate.
    pub fn line(&self) -> &[Move] {
        self.searches.get(self.first).map_or(&[], |search| search.line())
    }

    fn search(
        &mut self,
        position: Position,
        answer: &mut Answer,
        start: Instant,
        watch: impl FnMut(Report),
    ) -> Result<(), Error> {
        let attacker = position.side();
        let problem = MateProblem::new(position, attacker)?;
        for search in &mut self.searches {
            *search.game_mut()? = problem.clone();
            search.forget();
            // What the table knows holds for the pieces of the last problem.
            search.table().clear();
        }
        let time = self.options.time;
        let is_in_time = || time.is_zero() || start.elapsed() < time;
        self.run(&is_in_time, watch)?;
        let in_time = is_in_time();
        let nodes: u64 = self.searches.iter().map(|search| search.report().nodes).sum();
        let Some(search) = self.searches.get_mut(self.first) else { return Err(Error::State) };
        let report = search.report();
        answer.nodes = nodes;
        answer.stop = match report.stop {
            Stop::Running | Stop::Cancelled if !in_time => "time",
            Stop::Solved => "solved",
            Stop::Nodes => "nodes",
            Stop::Plies => "plies",
            _ => "cancelled",
        };
        match report.outcome {
            Outcome::Unknown => answer.result = "unknown",
            Outcome::Disproven => answer.result = "nomate",
            Outcome::Proven => {
                let line = search.line();
                answer.result = "mate";
                // A budget can end between the proof and the reading of its line.
                answer.length = Some(match line.len() {
                    0 => usize::from(report.length),
                    plies => plies,
                });
                answer.exact = Some(report.exact);
                answer.length_without_futile = Some(None);
                answer.pv = Some(line.iter().map(|&m| format_usi(m).to_string()).collect());
            }
        }
        if report.outcome == Outcome::Unknown {
            return Ok(());
        }
        if report.outcome == Outcome::Proven {
            beside::look(search, self.options, &report, answer, &is_in_time)?;
        }
        if !self.options.no_verify {
            search.start_verification(Trust::Keys, 0)?;
            search.solve()?;
            answer.verified = search.report().verification == Verification::Passed;
        }
        Ok(())
    }

    /// Searches until the answer is there or the time is over.
    fn run(
        &mut self,
        is_in_time: &(impl Fn() -> bool + Sync),
        mut watch: impl FnMut(Report),
    ) -> Result<(), Error> {
        let mode = self.options.mode.mode();
        self.first = 0;
        if let [search] = self.searches.as_mut_slice() {
            search.start(Limits { nodes: self.options.nodes, mode, ..Limits::default() })?;
            while search.step(STEP)? == Step::More && is_in_time() {
                watch(search.report());
            }
            return Ok(());
        }
        // The budget is shared out evenly.
        let nodes = self.options.nodes.div_ceil(self.searches.len() as u64);
        let limits = Limits { nodes, mode, ..Limits::default() };
        self.first = solve_in_threads(&mut self.searches, limits, is_in_time)?;
        Ok(())
    }
}
