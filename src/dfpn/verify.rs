//! The verifier: walks a claim move by move to the end of every line, and takes only hints from
//! the search.
//!
//! The claim is "the attacker wins within `n` plies" or "it never does". On the side that must
//! cope with everything, the verifier tries every legal move, as the game itself lists them. On the
//! side that chooses, it asks the search for one move and checks that the move is legal and holds.
//! It asks the game, not the search, when a game is over. So a wrong table entry, a wrong key or a
//! fault in the search can make it fail, but never make it pass a false claim, as long as positions
//! with equal keys are equal; with [`Trust::Nothing`] it does not rely on that either, for wins.
//!
//! A refutation may rest on repetitions: a line that comes back to a position of its own path, or
//! to one that is worse for the attacker, is refuted, since a win from there would be a shorter win
//! from the earlier position.

use crate::budget::Control;
use crate::game::{Game, Key};
use crate::hash::mix;
use crate::moves::Move;
use crate::status::Error;
use crate::table::proof::{Facts, NEVER, ProofTable};

use super::Trust;
use super::engine::{Engine, Run};
use super::node::{NO_FRAME, longer};

/// Keeps what the verifier has checked apart from what the search believes.
const SALT: u64 = 0x3c6e_f372_fe94_f82b;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The frame on top was just entered.
    Enter,
    /// The search is looking for the move of the side that chooses.
    Asking,
    /// The next child of the frame on top is due.
    Next,
}

/// One verification, as a state machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verifier {
    state: State,
    trust: Trust,
    /// Whether the claim is a win of the attacker.
    win: bool,
}

impl Verifier {
    /// Nothing is being verified.
    pub const NONE: Self = Self { state: State::Enter, trust: Trust::Keys, win: false };

    /// Starts at the game's position. The stack must be empty. For a win, `plies` is its claimed
    /// length; a refutation is claimed for good.
    pub fn begin<G: Game>(
        game: &mut G,
        engine: &mut Engine<'_>,
        win: bool,
        plies: u16,
        trust: Trust,
    ) -> Result<Self, Error> {
        engine.push_path(game, Move::NONE, if win { plies } else { NEVER })?;
        Ok(Self { state: State::Enter, trust, win })
    }

    /// Goes on until the budget ends. `Ok(Ok(true))`: the claim holds; the game is at the root.
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
            let held = match self.state {
                State::Enter => {
                    if control.cancel.is_requested() {
                        return Ok(Err(Run::Cancelled));
                    }
                    if *budget == 0 {
                        return Ok(Err(Run::Budget));
                    }
                    *budget -= 1;
                    engine.nodes += 1;
                    self.state = State::Next;
                    self.enter(game, engine, table)?
                }
                State::Asking => match engine.run(game, table, control, budget)? {
                    Run::Decided => {
                        let value = engine.value;
                        self.state = State::Next;
                        let holds = if self.win { value.proof == 0 } else { value.disproof == 0 };
                        if !holds || !self.take_hint(engine)? {
                            return Ok(Ok(false));
                        }
                        None
                    }
                    other => return Ok(Err(other)),
                },
                State::Next => self.next(game, engine)?,
            };
            match held {
                None => {}
                Some(Held::No) => return Ok(Ok(false)),
                Some(Held::Yes { rests_on, length })
                    if self.leave(game, engine, table, rests_on, length)? =>
                {
                    return Ok(Ok(true));
                }
                Some(Held::Yes { .. }) => {}
            }
        }
    }

    /// Looks at the position on top; says whether the claim holds where that is clear at once.
    #[cfg_attr(feature = "compact", inline(never))]
    fn enter<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
    ) -> Result<Option<Held>, Error> {
        let Some(&frame) = engine.stack.top() else {
            return Err(Error::State);
        };
        if let Some(score) = game.outcome()? {
            let attacker_won = if frame.attacker_moves { score > 0 } else { score < 0 };
            return Ok(Some(Held::fact(attacker_won == self.win)));
        }
        if !self.win
            && let Some(index) = engine.repeated_below_top(game)
        {
            return Ok(Some(Held::Yes { rests_on: index, length: 0 }));
        }
        if self.trust == Trust::Keys {
            for key in checked_keys(game, frame.key) {
                let checked = table.probe(key, |mine, other| game.dominance(mine, other));
                let known = if self.win {
                    checked.upper <= frame.remaining
                } else {
                    checked.lower == NEVER
                };
                if known {
                    return Ok(Some(Held::Yes { rests_on: NO_FRAME, length: checked.upper }));
                }
            }
        }
        let mut moves = engine.stack.free_moves();
        game.moves(&mut moves)?;
        let count = moves.finish()?;
        if count == 0 {
            return Ok(Some(Held::fact(frame.attacker_moves != self.win)));
        }
        if self.win && frame.remaining == 0 && !game.has_free_moves() {
            engine.stack.count_unkept(count);
            return Ok(Some(Held::No));
        }
        let children = engine.stack.keep(count);
        if let Some(top) = engine.stack.top_mut() {
            top.children = children;
            top.current = 0;
            top.rests_on = NO_FRAME;
            top.checked = 0;
        }
        if self.win == frame.attacker_moves {
            match engine.begin(game, Move::NONE, frame.remaining, !self.win) {
                Ok(()) => self.state = State::Asking,
                // A line longer than the stack cannot be shown to hold.
                Err(Error::Size) => return Ok(Some(Held::No)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Takes the search's move for the position on top and drops the search's frame. `false` where
    /// the move is not among the legal ones.
    #[cfg_attr(feature = "compact", inline(never))]
    fn take_hint(&mut self, engine: &mut Engine<'_>) -> Result<bool, Error> {
        let (moves, values) = engine.children();
        let decided = values.iter().zip(moves);
        let hint = if self.win {
            decided.filter(|(value, _)| value.proof == 0).min_by_key(|(value, _)| value.length())
        } else {
            decided
                .filter(|(value, _)| value.disproof == 0)
                .max_by_key(|(value, _)| (value.rests_on, value.length()))
        };
        let hint = hint.map(|(_, &m)| m);
        engine.pop();
        let Some(children) = engine.stack.top().map(|frame| frame.children) else {
            return Err(Error::State);
        };
        let (moves, _) = engine.stack.both_mut(children);
        let found = moves.iter().position(|&m| Some(m) == hint);
        let Some(index) = found else { return Ok(false) };
        // Only this move is walked: it becomes the last one.
        if let Some((last, rest)) = moves.split_last_mut()
            && let Some(slot) = rest.get_mut(index)
        {
            core::mem::swap(slot, last);
        }
        if let Some(top) = engine.stack.top_mut() {
            top.current = children.len - 1;
        }
        Ok(true)
    }

    /// Enters the next child of the frame on top; the claim holds there when none is left.
    #[cfg_attr(feature = "compact", inline(never))]
    fn next<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
    ) -> Result<Option<Held>, Error> {
        let Some(&frame) = engine.stack.top() else {
            return Err(Error::State);
        };
        let Some(&m) = engine.stack.moves(frame.children).get(frame.current as usize) else {
            return Ok(Some(Held::Yes { rests_on: frame.rests_on, length: frame.checked }));
        };
        if let Some(top) = engine.stack.top_mut() {
            top.current += 1;
        }
        let remaining = match frame.remaining.checked_sub(game.plies(m)) {
            _ if !self.win => NEVER,
            Some(remaining) => remaining,
            // The win takes longer than was claimed.
            None => return Ok(Some(Held::No)),
        };
        game.play(m)?;
        match engine.push_path(game, m, remaining) {
            Ok(()) => self.state = State::Enter,
            Err(error) => {
                game.undo(m)?;
                // A line longer than the stack cannot be shown to hold.
                return if error == Error::Size { Ok(Some(Held::No)) } else { Err(error) };
            }
        }
        Ok(None)
    }

    /// The claim holds for the frame on top: remembers that, and goes back to its parent. Returns
    /// whether the frame was the root. What is remembered of a win is the `length` of the longest
    /// line, not the plies that were left, so that it serves where fewer are left.
    #[cfg_attr(feature = "compact", inline(never))]
    fn leave<G: Game>(
        &mut self,
        game: &mut G,
        engine: &mut Engine<'_>,
        table: &ProofTable<'_>,
        rests_on: u16,
        length: u16,
    ) -> Result<bool, Error> {
        let index = engine.stack.depth().saturating_sub(1);
        let Some(&frame) = engine.stack.top() else {
            return Err(Error::State);
        };
        engine.pop();
        let rests_on = if usize::from(rests_on) >= index { NO_FRAME } else { rests_on };
        if self.trust == Trust::Keys && rests_on == NO_FRAME {
            let facts = if self.win {
                Facts { upper: length, ..Facts::UNKNOWN }
            } else {
                Facts { lower: NEVER, ..Facts::UNKNOWN }
            };
            for key in checked_keys(game, frame.key) {
                table.store(key, facts, 1);
            }
        }
        if index == 0 {
            return Ok(true);
        }
        game.undo(frame.played)?;
        let length = longer(length, game.plies(frame.played));
        if let Some(parent) = engine.stack.top_mut() {
            parent.rests_on = parent.rests_on.min(rests_on);
            parent.checked = parent.checked.max(length);
        }
        self.state = State::Next;
        Ok(false)
    }
}

/// What a look at a position said of the claim.
#[derive(Clone, Copy)]
enum Held {
    /// It holds, and rests on this frame of the path or on none; a win takes at most so many plies.
    Yes { rests_on: u16, length: u16 },
    /// It does not hold, or cannot be shown to.
    No,
}

impl Held {
    const fn fact(holds: bool) -> Self {
        if holds { Self::Yes { rests_on: NO_FRAME, length: 0 } } else { Self::No }
    }
}

/// The keys under which a checked position is remembered. By the first it also serves positions with
/// other resources, as dominance allows; but those that are met with many push one another out of the
/// few entries that one position has. By the second it is found with its own resources only, which
/// made the check of some proofs a hundred times as fast.
fn checked_keys<G: Game>(game: &G, key: Key) -> impl Iterator<Item = Key> {
    let first = Key { position: mix(key.position ^ SALT), ..key };
    let second = Key { position: mix(first.position ^ u64::from(key.resource)), ..key };
    [first, second].into_iter().take(if game.has_resources() { 2 } else { 1 })
}
