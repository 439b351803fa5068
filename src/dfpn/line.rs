//! The line of a proof: the attacker's quickest way, the defender's longest resistance.
//!
//! At every position the search itself is asked again, with the plies that remain. Most answers
//! stand in the table; what was overwritten there is searched anew. So a line never breaks off,
//! however small the table.

use crate::budget::Control;
use crate::game::Game;
use crate::moves::Move;
use crate::status::Error;
use crate::table::proof::ProofTable;

use super::engine::{Engine, Run};
use super::node::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The position on top is being proven.
    Proving,
    /// The defender's move at this index of the frame below is being tried: does it resist for
    /// all the plies that remain?
    Trying(u32),
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
    /// How many more corrections may be made before a line that is shorter than its claim is good
    /// enough.
    patience: u32,
}

/// Enough for every line met in practice; each correction costs a node or a few.
const PATIENCE: u32 = 1 << 20;

impl Line {
    /// Starts at the root, reached by `played` and won within `length` plies. Frames on the stack
    /// are left alone.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn begin<G: Game>(
        game: &mut G,
        engine: &mut Engine<'_>,
        played: Move,
        length: u16,
        exact: bool,
    ) -> Result<Self, Error> {
        let base = engine.stack.depth();
        engine.begin(game, played, length, false)?;
        Ok(Self { state: State::Proving, base, exact, length, patience: PATIENCE })
    }

    /// Goes on until the budget ends. `Ok(Some(true))`: the line stands in the moves of the
    /// stack's frames; `Ok(Some(false))`: the claim did not hold.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn run<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
        control: &Control,
        budget: &mut u64,
    ) -> Result<Result<bool, Run>, Error> {
        loop {
            let value = match engine.run(game, table, control, budget)? {
                Run::Decided(value) => value,
                other => return Ok(Err(other)),
            };
            match self.state {
                State::Proving => {
                    if value.proof != 0 {
                        return Ok(Ok(false));
                    }
                    let claimed = engine.stack.top().map_or(0, |frame| frame.remaining);
                    if engine.stack.depth() == self.base + 1 {
                        self.length = self.length.min(value.length());
                    } else if value.length() < claimed && !self.exact && self.patience > 0 {
                        self.patience -= 1;
                        self.correct(game, engine, table, value)?;
                    }
                    let frame = engine.stack.top();
                    if frame.is_none_or(|frame| frame.children.len == 0) {
                        return Ok(Ok(true));
                    }
                    self.descend(game, engine)?;
                }
                State::Trying(index) => {
                    let Some(tried) = engine.pop() else {
                        return Err(Error::State);
                    };
                    if value.proof == 0 {
                        game.undo(tried.played)?;
                        set_value(engine, index as usize, value);
                        self.descend(game, engine)?;
                    } else {
                        // It resists for all the plies that remain.
                        let remaining = engine.stack.top().map_or(0, |frame| frame.remaining);
                        self.state = State::Proving;
                        engine.begin(game, tried.played, remaining.saturating_sub(1), false)?;
                    }
                }
            }
        }
    }

    /// The position on top is won sooner than its parent believed. Corrects the parent, and its
    /// parents in turn as far as that makes them shorter too; the last one corrected is on top then
    /// and chooses anew. So a line is as long as the length that goes with it, and the defender
    /// never steps into a shorter mate than it must.
    #[cfg_attr(feature = "compact", inline(never))]
    fn correct<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
        mut value: Value,
    ) -> Result<(), Error> {
        while engine.stack.depth() > self.base + 1 {
            let Some(child) = engine.pop() else { return Err(Error::State) };
            game.undo(child.played)?;
            let (moves, _) = engine.children();
            let Some(index) = moves.iter().position(|&m| m == child.played) else {
                return Err(Error::State);
            };
            set_value(engine, index, value);
            value = engine.decide_top(game, table);
            let claimed = engine.stack.top().map_or(0, |frame| frame.remaining);
            if value.length() >= claimed {
                break;
            }
        }
        if engine.stack.depth() == self.base + 1 {
            self.length = self.length.min(value.length());
        }
        Ok(())
    }

    /// Plays the next move of the line from the proven position on top and asks for its proof.
    #[cfg_attr(feature = "compact", inline(never))]
    fn descend<G: Game>(&mut self, game: &mut G, engine: &mut Engine<'_>) -> Result<(), Error> {
        let Some(&frame) = engine.stack.top() else {
            return Err(Error::State);
        };
        let (moves, values) = engine.children();
        let children = values.iter().enumerate().filter(|(_, value)| value.proof == 0);
        let chosen = if frame.attacker_moves {
            children.min_by_key(|(_, value)| value.length())
        } else {
            // The first of the longest.
            children.min_by_key(|(_, value)| u16::MAX - value.length())
        };
        let Some((index, value)) = chosen else {
            return Err(Error::State);
        };
        let Some(&m) = moves.get(index) else {
            return Err(Error::State);
        };
        let value = *value;
        game.play(m)?;
        let longest = frame.remaining.saturating_sub(1);
        if self.exact && !frame.attacker_moves && value.length() == longest && longest > 0 {
            self.state = State::Trying(index as u32);
            engine.begin(game, m, longest - 1, false)
        } else {
            self.state = State::Proving;
            engine.begin(game, m, value.length(), false)
        }
    }
}

/// Corrects the value of the child at `index` of the top frame.
fn set_value(engine: &mut Engine<'_>, index: usize, value: Value) {
    let Some(children) = engine.stack.top().map(|frame| frame.children) else {
        return;
    };
    if let Some(slot) = engine.stack.both_mut(children).1.get_mut(index) {
        *slot = value;
    }
}
