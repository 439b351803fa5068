//! One search with its memory, used for one problem after the other.

use std::time::{Duration, Instant};

use yomikiri::dfpn::{Dfpn, Limits, Outcome, Report, Stop, Trust, Verification};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Step};

use super::options::{Mate, MemoryPlan};
use super::report::Answer;

/// Nodes between two looks at the clock.
const STEP: u64 = 20_000;

/// Words for a search.
pub struct Blocks {
    stack: Vec<u64>,
    table: Vec<u64>,
}

impl Blocks {
    /// Memory as planned, or a message.
    pub fn new(plan: MemoryPlan) -> Result<Self, String> {
        // Asked for first, since an allocation that fails ends the program.
        let words = plan.stack + plan.table;
        if Vec::<u64>::new().try_reserve_exact(words).is_err() {
            return Err(format!("{} MiB of memory are not to be had", words >> 17));
        }
        Ok(Self { stack: vec![0; plan.stack], table: vec![0; plan.table] })
    }
}

/// A search in its memory.
pub struct Solver<'m> {
    search: Dfpn<'m, MateProblem>,
    limits: Limits,
    time: Duration,
    verify: bool,
    seconds: bool,
}

impl<'m> Solver<'m> {
    /// A search with these settings in this memory.
    pub fn new(options: &Mate, plan: MemoryPlan, blocks: &'m mut Blocks) -> Result<Self, Error> {
        let start = Position::start();
        let side = start.side();
        let problem = MateProblem::new(start, side)?;
        let mut search = Dfpn::new(problem, plan.config, Memory::new(&mut blocks.stack))?;
        search.set_table(ProofTable::format(Memory::new(&mut blocks.table)))?;
        Ok(Self {
            search,
            limits: Limits { nodes: options.nodes, mode: options.mode.mode(), ..Limits::default() },
            time: options.time,
            verify: !options.no_verify,
            seconds: !options.no_seconds,
        })
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
        answer.seconds = self.seconds.then(|| start.elapsed().as_secs_f64());
    }

    /// The line of the last mate.
    pub fn line(&self) -> &[Move] {
        self.search.line()
    }

    fn search(
        &mut self,
        position: Position,
        answer: &mut Answer,
        start: Instant,
        watch: impl FnMut(Report),
    ) -> Result<(), Error> {
        let attacker = position.side();
        *self.search.game_mut()? = MateProblem::new(position, attacker)?;
        self.search.forget();
        // What the table knows holds for the pieces of the last problem.
        self.search.table().clear();
        self.search.start(self.limits)?;
        let in_time = self.steps(start, watch)?;
        let report = self.search.report();
        answer.nodes = report.nodes;
        answer.stop = match report.stop {
            _ if !in_time => "time",
            Stop::Solved => "solved",
            Stop::Nodes => "nodes",
            Stop::Plies => "plies",
            _ => "cancelled",
        };
        match report.outcome {
            Outcome::Unknown => answer.result = "unknown",
            Outcome::Disproven => answer.result = "nomate",
            Outcome::Proven => {
                let line = self.search.line();
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
        if report.outcome != Outcome::Unknown && self.verify {
            self.search.start_verification(Trust::Keys, 0)?;
            self.search.solve()?;
            answer.verified = self.search.report().verification == Verification::Passed;
        }
        Ok(())
    }

    /// Steps until the search is done (true) or the time is over (false).
    fn steps(&mut self, start: Instant, mut watch: impl FnMut(Report)) -> Result<bool, Error> {
        while self.search.step(STEP)? == Step::More {
            if !self.time.is_zero() && start.elapsed() >= self.time {
                return Ok(false);
            }
            watch(self.search.report());
        }
        Ok(true)
    }
}
