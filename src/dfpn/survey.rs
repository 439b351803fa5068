//! The survey: which other moves of the attacker win too, at the start or anywhere along the line?
//!
//! For several lines (MultiPV), and for second solutions of mate problems (yozume). Each move of the
//! attacker beside the one of the line is searched as a problem of its own, one after another.
//! Going back to a position of the line that was there before is no progress (it would be a detour,
//! not another solution), so a move that wins in that way only is not listed.

use crate::game::Game;
use crate::moves::Move;
use crate::status::Error;
use crate::table::proof::NEVER;

use super::engine::Run;
use super::line::Line;
use super::{Dfpn, Mode, Outcome, Stop};

/// What a survey looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The attacker's moves in the position where the search started.
    #[default]
    FirstMoves,
    /// The attacker's moves in every position of the line.
    Line,
}

/// How far a survey goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SurveyLimits {
    /// Which moves are looked at.
    pub scope: Scope,
    /// Plies from the start within which the win must come, 0 for as many as the memory holds. With
    /// the length of the shortest win, all other shortest wins are listed and nothing else.
    pub plies: u16,
    /// Nodes for each move, 0 for no limit.
    pub nodes: u64,
    /// When a win by another move is good enough.
    pub mode: Mode,
}

/// How a move that was found stands to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum FoundKind {
    /// Not decided within the limits on nodes or memory: it may win or not.
    Undecided = 0,
    /// A second solution: it wins, in as many plies as the line or in more.
    Second = 1,
    /// It wins in fewer plies than the line.
    Shorter = 2,
    /// It takes the place of the line's last move and ends the game as well.
    LastMove = 3,
}

/// A move of the attacker beside the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Plies from the start to the position of the move.
    pub ply: u16,
    /// The move.
    pub played: Move,
    /// How it stands to the line.
    pub kind: FoundKind,
    /// It wins: at most so many plies, counted from the start. Otherwise 0.
    pub length: u16,
    /// No win by this move takes fewer plies.
    pub exact: bool,
}

/// What a call of [`Dfpn::survey`] came back with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyStep {
    /// The nodes of the call are used up; call again.
    More,
    /// A move, whose line is [`Dfpn::found_line`]; call again for the next one.
    Found(Found),
    /// There is nothing more.
    Done,
    /// A cancel was asked for; another call goes on.
    Cancelled,
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(u8)]
enum State {
    /// No survey is under way.
    #[default]
    None,
    /// The position on top was just reached.
    Open,
    /// Its next move is due.
    Next,
    /// A move is being searched.
    Search,
    /// The line of its win is being read.
    Read(Line),
    /// It was handed out; its line stands on the stack.
    Shown,
}

/// A survey, as a state machine; a part of [`Dfpn`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    state: State,
    limits: SurveyLimits,
    ply: u16,
    played: Move,
    /// Plies from the position after the move, where a win is known.
    best: Option<u16>,
    exact: bool,
    /// Nodes left for the move.
    nodes_left: u64,
    cancelled: bool,
}

impl Survey {
    pub const NONE: Self = Self {
        state: State::None,
        limits: SurveyLimits { scope: Scope::FirstMoves, plies: 0, nodes: 0, mode: Mode::First },
        ply: 0,
        played: Move::NONE,
        best: None,
        exact: false,
        nodes_left: 0,
        cancelled: false,
    };

    /// Ends it.
    pub const fn end(&mut self) {
        self.state = State::None;
    }

    pub const fn is_running(&self) -> bool {
        !matches!(self.state, State::None)
    }
}

impl<G: Game> Dfpn<'_, G> {
    /// Begins a survey of the moves beside the line of the win that was found; [`Dfpn::survey`]
    /// does the work. A search for a shorter win is given up.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where there is no line, [`Error::Config`] for more plies than the memory
    /// holds, or an error of the host.
    pub fn start_survey(&mut self, limits: SurveyLimits) -> Result<(), Error> {
        if limits.plies > self.config.plies {
            return Err(Error::Config);
        }
        let report = self.report();
        if report.outcome != Outcome::Proven || report.stop == Stop::Failed || self.line_len == 0 {
            return Err(Error::State);
        }
        self.reset()?;
        self.control.cancel.clear();
        self.engine.push_path(&mut self.game, Move::NONE, self.config.plies)?;
        self.survey = Survey { state: State::Open, limits, ..Survey::NONE };
        Ok(())
    }

    /// Searches at most `max_nodes` nodes for the next move that wins beside the line's. The
    /// answers do not depend on how the calls are cut. Nodes count in the report's.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where no survey was started, [`Error::TooManyMoves`] where the move arena is
    /// too small, or an error of the host; the survey is over then.
    pub fn survey(&mut self, max_nodes: u64) -> Result<SurveyStep, Error> {
        if !self.survey.is_running() {
            return Err(Error::State);
        }
        if core::mem::take(&mut self.survey.cancelled) {
            self.control.cancel.clear();
        }
        let result = self.look_on(max_nodes);
        self.report.nodes = self.engine.nodes;
        self.engine.publish(&self.game, self.control);
        match result {
            Ok(SurveyStep::Done) => {
                self.survey = Survey::NONE;
                self.engine.take_back(&mut self.game, 0)?;
            }
            Ok(SurveyStep::Cancelled) => self.survey.cancelled = true,
            Ok(_) => {}
            Err(_) => {
                self.survey = Survey::NONE;
                self.engine.clear();
                self.report.stop = Stop::Failed;
            }
        }
        result
    }

    /// The move that [`Dfpn::survey`] has just handed out and the line after it, up to the end of
    /// the game; nothing where it is undecided or another one is being looked for.
    pub fn found_line(&self) -> impl Iterator<Item = Move> + '_ {
        let shown = matches!(self.survey.state, State::Shown) && self.survey.best.is_some();
        // A frame for each position of the line up to the move, then one after the move.
        let after = if shown { usize::from(self.survey.ply) + 1 } else { usize::MAX };
        (after..self.engine.stack.depth())
            .filter_map(|index| self.engine.stack.frame(index))
            .map(|frame| frame.played)
    }

    /// Goes on to the next thing to tell.
    fn look_on(&mut self, max_nodes: u64) -> Result<SurveyStep, Error> {
        let mut budget = max_nodes;
        loop {
            match self.survey.state {
                State::None => return Ok(SurveyStep::Done),
                State::Shown => {
                    self.engine.take_back(&mut self.game, usize::from(self.survey.ply) + 1)?;
                    self.survey.state = State::Next;
                }
                State::Open => self.open()?,
                State::Next => {
                    if !self.next_candidate()? {
                        return Ok(SurveyStep::Done);
                    }
                }
                State::Search => {
                    if let Some(step) = self.search_candidate(&mut budget)? {
                        return Ok(step);
                    }
                }
                State::Read(mut line) => {
                    let Self { game, engine, table, control, .. } = self;
                    let read = line.run(game, engine, table, control, &mut budget)?;
                    self.survey.state = State::Read(line);
                    match read {
                        Run::Cancelled => return Ok(SurveyStep::Cancelled),
                        Run::Budget => return Ok(SurveyStep::More),
                        Run::Decided => {
                            self.survey.best = Some(line.length);
                            return Ok(self.show());
                        }
                    }
                }
            }
        }
    }

    /// Lists the attacker's moves of the position on top.
    fn open(&mut self) -> Result<(), Error> {
        self.survey.state = State::Next;
        let Self { game, engine, .. } = self;
        if !engine.stack.top().is_some_and(|frame| frame.attacker_moves) {
            return Ok(());
        }
        let mut moves = engine.stack.free_moves();
        game.moves(&mut moves)?;
        let count = moves.finish()?;
        let children = engine.stack.keep(count);
        if let Some(top) = engine.stack.top_mut() {
            top.children = children;
            top.current = 0;
        }
        Ok(())
    }

    /// Plays the next move to be searched, or the next one of the line; `false` where all is done.
    fn next_candidate(&mut self) -> Result<bool, Error> {
        let ply = usize::from(self.survey.ply);
        let Some(&on_line) = self.line.get(..self.line_len).and_then(|line| line.get(ply)) else {
            return Ok(false);
        };
        let Self { game, engine, .. } = self;
        let Some(top) = engine.stack.top_mut() else { return Err(Error::State) };
        let (children, index) = (top.children, top.current as usize);
        top.current += 1;
        if let Some(&m) = engine.stack.moves(children).get(index) {
            if m == on_line {
                return Ok(true);
            }
            game.play(m)?;
            self.survey.played = m;
            self.survey.best = None;
            self.survey.exact = false;
            let nodes = self.survey.limits.nodes;
            self.survey.nodes_left = if nodes == 0 { u64::MAX } else { nodes };
            self.survey.state = State::Search;
            let remaining = self.wanted_plies();
            self.engine.begin(&mut self.game, m, remaining, true)?;
            return Ok(true);
        }
        if self.survey.limits.scope == Scope::FirstMoves || ply + 1 >= self.line_len {
            return Ok(false);
        }
        game.play(on_line)?;
        engine.push_path(game, on_line, self.config.plies)?;
        self.survey.ply += 1;
        self.survey.state = State::Open;
        Ok(true)
    }

    /// Plies within which the win must come after the move.
    fn wanted_plies(&self) -> u16 {
        let plies = match self.survey.limits.plies {
            0 => self.config.plies,
            plies => plies,
        };
        plies.saturating_sub(self.survey.ply + 1)
    }

    /// Searches the move; tells what there is to tell.
    fn search_candidate(&mut self, budget: &mut u64) -> Result<Option<SurveyStep>, Error> {
        let granted = (*budget).min(self.survey.nodes_left);
        let mut left = granted;
        let Self { game, engine, table, control, .. } = self;
        let run = engine.run(game, table, control, &mut left)?;
        *budget -= granted - left;
        self.survey.nodes_left -= granted - left;
        let value = match run {
            Run::Cancelled => return Ok(Some(SurveyStep::Cancelled)),
            Run::Budget if self.survey.nodes_left > 0 => return Ok(Some(SurveyStep::More)),
            Run::Budget => {
                // What was found before the limit is kept.
                #[cfg(not(feature = "compact"))]
                engine.unmark_all(table);
                engine.take_back(game, usize::from(self.survey.ply) + 2)?;
                engine.pop();
                return self.read_or_tell();
            }
            Run::Decided => engine.value,
        };
        let allowed = engine.stack.top().map_or(0, |frame| frame.remaining);
        engine.pop();
        if value.proof == 0 {
            let length = value.length();
            self.survey.best = Some(length);
            if self.survey.limits.mode == Mode::First || length == 0 {
                self.survey.exact = length == 0;
                return self.read_or_tell();
            }
            self.engine.begin(&mut self.game, self.survey.played, length - 1, true)?;
            return Ok(None);
        }
        if self.survey.best.is_some() {
            self.survey.exact = true;
            return self.read_or_tell();
        }
        let limited = self.survey.limits.plies != 0 && allowed >= self.wanted_plies();
        if value.length() == NEVER || limited {
            self.game.undo(self.survey.played)?;
            self.survey.state = State::Next;
            return Ok(None);
        }
        // None within the memory; a longer one may exist.
        self.read_or_tell()
    }

    /// The game stands after the move, whose search is over: its line is read where it wins.
    fn read_or_tell(&mut self) -> Result<Option<SurveyStep>, Error> {
        let Self { game, engine, survey, .. } = self;
        if let Some(length) = survey.best {
            let mut line = Line::NONE;
            line.begin(game, engine, survey.played, length, false)?;
            survey.state = State::Read(line);
            return Ok(None);
        }
        engine.push_path(game, survey.played, 0)?;
        Ok(Some(self.show()))
    }

    fn show(&mut self) -> SurveyStep {
        self.survey.state = State::Shown;
        let Survey { ply, played, best, exact, .. } = self.survey;
        let Some(after) = best else {
            let kind = FoundKind::Undecided;
            return SurveyStep::Found(Found { ply, played, kind, length: 0, exact: false });
        };
        let length = ply + 1 + after;
        let line = self.line_len.min(usize::from(NEVER)) as u16;
        let kind = if length < line {
            FoundKind::Shorter
        } else if ply + 1 == line && length == line {
            FoundKind::LastMove
        } else {
            FoundKind::Second
        };
        SurveyStep::Found(Found { ply, played, kind, length, exact })
    }
}
