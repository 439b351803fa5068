//! The line of a proof: the attacker's quickest way, the defender's longest resistance.
//!
//! At every position the search itself is asked again, with the plies that remain. Most answers
//! stand in the table; what was overwritten there is searched anew. So a line never breaks off,
//! however small the table.

use crate::budget::Control;
use crate::game::Game;
use crate::moves::Move;
use crate::status::Error;
use crate::table::proof::{NEVER, ProofTable};

use super::FULL;
use super::engine::{Engine, Run};
use super::node::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum State {
    /// The position on top is being proven.
    Proving,
    /// The current move of the frame below, a defender's, is being tried: does it resist for all the
    /// plies that remain?
    Trying,
}

/// The extraction of a line, as a state machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    state: State,
    /// How many frames stand below the root's.
    base: usize,
    /// The shortest win is known: the defender's moves must resist to its last ply.
    exact: bool,
    /// The root's length, where the proof turned out shorter than claimed.
    pub length: u16,
    /// The line was read to its end and stands in the moves of the stack's frames; `false` once the
    /// claim turned out not to hold.
    pub complete: bool,
    /// How many more corrections may be made before a line that is shorter than its claim is good
    /// enough.
    patience: u32,
}

/// Enough for every line met in practice; each correction costs a node or a few.
const PATIENCE: u32 = 1 << 20;

impl Line {
    /// No line is being read.
    pub const NONE: Self = Self {
        state: State::Proving,
        base: 0,
        exact: false,
        length: 0,
        complete: false,
        patience: 0,
    };

    /// Starts at the root, reached by `played` and won within `length` plies. Frames on the stack
    /// are left alone.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn begin<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        played: Move,
        length: u16,
        exact: bool,
    ) -> Result<(), Error> {
        *self =
            Self { base: engine.stack.depth(), exact, length, patience: PATIENCE, ..Self::NONE };
        engine.begin(game, played, length, false)
    }

    /// Goes on until the budget ends, or [`Run::Decided`]: see [`Line::complete`].
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    pub fn run<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
        control: &Control,
        budget: &mut u64,
    ) -> Result<Run, Error> {
        loop {
            let run = engine.run(game, table, control, budget)?;
            if run != Run::Decided {
                return Ok(run);
            }
            let value = engine.value;
            match self.state {
                State::Proving => {
                    if value.proof != 0 {
                        return Ok(run);
                    }
                    let claimed = engine.stack.top().map_or(0, |frame| frame.remaining);
                    if engine.stack.depth() == self.base + 1 {
                        self.length = self.length.min(value.length());
                    } else if value.length() < claimed && !(FULL && self.exact) && self.patience > 0
                    {
                        self.patience -= 1;
                        self.correct(game, engine, table)?;
                    }
                    let frame = engine.stack.top();
                    if frame.is_none_or(|frame| frame.children.len == 0) {
                        self.complete = true;
                        return Ok(run);
                    }
                    self.descend(game, engine)?;
                }
                State::Trying if !FULL => return Err(Error::State),
                State::Trying => {
                    let Some(tried) = engine.pop() else {
                        return Err(Error::State);
                    };
                    if value.proof == 0 {
                        game.undo(tried)?;
                        set_value(engine, value);
                        self.descend(game, engine)?;
                    } else {
                        // It resists for all the plies that remain.
                        let remaining = engine.stack.top().map_or(0, |frame| frame.remaining);
                        self.state = State::Proving;
                        engine.begin(game, tried, remaining.saturating_sub(1), false)?;
                    }
                }
            }
        }
    }

    /// The position on top is won sooner than its parent believed. Corrects the parent, and its
    /// parents in turn as far as that makes them shorter too; the last one corrected is on top then
    /// and chooses anew. So a line is as long as the length that goes with it, and the defender
    /// never steps into a shorter mate than it must.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn correct<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
    ) -> Result<(), Error> {
        while engine.stack.depth() > self.base + 1 {
            let Some(played) = engine.pop() else { return Err(Error::State) };
            game.undo(played)?;
            set_value(engine, engine.value);
            engine.decide_top(game, table);
            let claimed = engine.stack.top().map_or(0, |frame| frame.remaining);
            if engine.value.length() >= claimed {
                break;
            }
        }
        if engine.stack.depth() == self.base + 1 {
            self.length = self.length.min(engine.value.length());
        }
        Ok(())
    }

    /// Plays the next move of the line from the proven position on top and asks for its proof.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn descend<G: Game>(&mut self, game: &mut G, engine: &mut Engine<'_>) -> Result<(), Error> {
        let Some(&frame) = engine.stack.top() else {
            return Err(Error::State);
        };
        // The attacker's shortest, or the first of the defender's longest: the length, or what it
        // lacks, ranks them.
        let flip = if frame.attacker_moves { NEVER } else { 0 };
        let (mut index, mut best) = (0, 0);
        for (at, value) in engine.stack.values(frame.children).iter().enumerate() {
            let rank = (value.length() ^ flip) + 1;
            if value.proof == 0 && rank > best {
                (index, best) = (at, rank);
            }
        }
        if best == 0 {
            return Err(Error::State);
        }
        let length = (best - 1) ^ flip;
        let Some(m) = engine.stack.move_at(frame.children, index) else {
            return Err(Error::State);
        };
        if let Some(top) = engine.stack.top_mut() {
            top.current = index as u32;
        }
        game.play(m)?;
        let longest = frame.remaining.saturating_sub(1);
        if FULL && self.exact && !frame.attacker_moves && length == longest && longest > 0 {
            self.state = State::Trying;
            engine.begin(game, m, longest - 1, false)
        } else {
            self.state = State::Proving;
            engine.begin(game, m, length, false)
        }
    }
}

/// Corrects the value of the current child of the top frame.
fn set_value(engine: &mut Engine<'_>, value: Value) {
    if let Some(frame) = engine.stack.top() {
        engine.set_value(frame.children, frame.current as usize, value);
    }
}
