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
    /// The shortest win is known: the defender's moves must resist to its last ply.
    exact: bool,
    /// The root's length, where the proof turned out shorter than claimed.
    pub length: u16,
}

impl Line {
    /// Starts at the root, won within `length` plies. The stack must be empty.
    pub fn begin<G: Game>(
        game: &mut G,
        engine: &mut Engine<'_>,
        length: u16,
        exact: bool,
    ) -> Result<Self, Error> {
        engine.begin(game, Move::NONE, length, false)?;
        Ok(Self { state: State::Proving, exact, length })
    }

    /// Goes on until the budget ends. `Ok(Some(true))`: the line stands in the moves of the
    /// stack's frames; `Ok(Some(false))`: the claim did not hold.
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
                    if engine.stack.depth() == 1 {
                        self.length = self.length.min(value.length());
                    }
                    if value.length() == 0 {
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
                        set_length(engine, index, value);
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

    /// Plays the next move of the line from the proven position on top and asks for its proof.
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

/// Corrects the length of the child at `index` of the top frame.
fn set_length(engine: &mut Engine<'_>, index: u32, value: Value) {
    let Some(children) = engine.stack.top().map(|frame| frame.children) else {
        return;
    };
    if let Some(slot) = engine.stack.both_mut(children).1.get_mut(index as usize) {
        *slot = value;
    }
}
