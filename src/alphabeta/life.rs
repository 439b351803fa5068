//! The life of a search: it is begun, stepped through pass after pass and iteration after iteration,
//! stopped, resumed and ended.

#[cfg(feature = "capi")]
use super::config::Config;
use super::config::{Driver, Limits, UNLIMITED};
use super::driver::{Passes, Verdict};
use super::frame::{Call, REHEARSAL_SALT, Reply};
use super::observer::Observer;
use super::search::Run;
use super::{AlphaBeta, FULL, Report, State, Stop};
use crate::budget::{Snapshot, WATCHED};
use crate::game::Game;
use crate::math::quotient;
use crate::moves::Move;
use crate::score::{Bound, SCORE_LIMIT, Score};
use crate::status::{Answer, Error, Step};

/// Nodes between two published snapshots of progress.
const PROGRESS_INTERVAL: u64 = 4096;

impl<G: Game, O: Observer> AlphaBeta<'_, G, O> {
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
        self.start_anew(limits);
        Ok(())
    }

    /// The same with other settings, which were checked, of a search that is not under way.
    #[cfg(feature = "capi")]
    pub(crate) fn start_with(&mut self, config: &Config, limits: Limits) {
        self.take_config(config);
        self.start_anew(limits);
    }

    fn start_anew(&mut self, limits: Limits) {
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
        let last_rehearsal = if limits.depth != UNLIMITED {
            limits.depth
        } else if FULL {
            self.config.rehearsal
        } else {
            0
        };
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
    }

    /// Begins an iteration.
    #[cfg_attr(feature = "compact", inline(never))]
    fn begin(&mut self, depth: u16) {
        let to_the_end = FULL && self.limits.depth == UNLIMITED;
        self.passes = if to_the_end {
            self.passes_to_the_end(depth)
        } else {
            Passes::new(&self.config, self.previous)
        };
        // Shallow moves would stand before the better order that the shallow search of each gives.
        let apart = to_the_end && depth != UNLIMITED && self.config.presearch.from != 0;
        self.salt = if apart { REHEARSAL_SALT } else { 0 };
        self.depth = depth;
        self.iteration_move = Move::NONE;
        self.proven_move = false;
        self.iteration_complete = true;
        self.state = State::Between;
    }

    /// The passes of an iteration of a search to the end of the game, or of a rehearsal of one.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn passes_to_the_end(&self, depth: u16) -> Passes {
        let mut config = self.config;
        let mut previous = self.previous;
        if depth == UNLIMITED {
            previous = match (previous, self.config.rehearsal_unit) {
                (Some(value), unit) if unit > 0 => {
                    // Rounded towards 0 to a value that the game can have.
                    let step = config.granularity;
                    let units = quotient(value.unsigned_abs(), unit as u32);
                    let size = quotient(units, step as u32) as Score * step;
                    Some(if value < 0 { -size } else { size })
                }
                _ => None,
            };
        } else {
            // What is known of exact scores does not hold for evaluations.
            config.range = (-SCORE_LIMIT, SCORE_LIMIT);
            config.granularity = 1;
            // Evaluations are fine-grained: empty windows would take many passes.
            if config.driver.has_empty_windows() {
                config.driver = Driver::AlphaBeta;
            }
        }
        Passes::new(&config, previous)
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

    #[cfg_attr(feature = "compact", inline(never))]
    fn work(&mut self, target: u64) -> Result<Step, Error> {
        let mut reply = Reply::outcome(0);
        loop {
            if self.state == State::Between {
                let (alpha, beta) = self.passes.window();
                self.observer.pass(alpha, beta);
                self.root_move = Move::NONE;
                self.pending = Call { alpha, beta, depth: self.depth, ..Call::default() };
                self.state = State::Within;
            }
            let pause = match self.progress {
                Some(_) if WATCHED => target.min(self.nodes.saturating_add(PROGRESS_INTERVAL)),
                _ => target,
            };
            let run = self.run(pause.min(self.limits.nodes), &mut reply)?;
            match run {
                Run::Pause => {
                    self.publish();
                    if self.nodes >= target {
                        return Ok(Step::More);
                    }
                }
                Run::Nodes | Run::Cancelled => {
                    let nodes = matches!(run, Run::Nodes);
                    self.end(if nodes { Stop::Nodes } else { Stop::Cancelled }, State::Stopped)?;
                    return Ok(Step::Done);
                }
                Run::Root => {
                    if self.root(&reply)?.is_yes() {
                        return Ok(Step::Done);
                    }
                }
            }
        }
    }

    /// Takes in the value of a pass; says whether the search has ended.
    #[cfg_attr(feature = "compact", inline(never))]
    fn root(&mut self, reply: &Reply) -> Result<Answer, Error> {
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
                return Ok(Answer::No);
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
            return Ok(Answer::Yes);
        }
        let next = if FULL && self.limits.depth == UNLIMITED && self.depth >= self.config.rehearsal
        {
            UNLIMITED
        } else {
            self.depth + self.config.deepen_by
        };
        self.begin(next);
        Ok(Answer::No)
    }

    /// Ends or stops the search; its moves are taken back.
    #[cfg_attr(feature = "compact", inline(never))]
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

    #[cfg_attr(feature = "compact", inline(never))]
    fn publish(&self) {
        if WATCHED && let Some(progress) = self.progress {
            progress.publish(Snapshot {
                nodes: self.nodes,
                depth: self.stack.depth() as u32,
                first: self.report.score as u32,
                second: u32::from(self.report.depth),
            });
        }
    }

    /// Takes back every move on the board; the stack stays as it is.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn take_back(&mut self) -> Result<(), Error> {
        for ply in (0..self.stack.depth()).rev() {
            if let Some(frame) = self.stack.frame(ply)
                && !frame.current.is_none()
            {
                self.game.undo(frame.current)?;
            }
        }
        Ok(())
    }

    /// Plays what [`AlphaBeta::take_back`] took back.
    pub(super) fn put_back(&mut self) -> Result<(), Error> {
        for ply in 0..self.stack.depth() {
            if let Some(frame) = self.stack.frame(ply)
                && !frame.current.is_none()
            {
                self.game.play(frame.current)?;
            }
        }
        Ok(())
    }

    /// Empties the stack, whose moves are taken back.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn drop_frames(&mut self) {
        while let Some(frame) = self.stack.top() {
            let span = frame.span;
            self.stack.pop(span);
        }
        self.stack.drop_moves();
    }
}
