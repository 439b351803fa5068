//! The node machine: one fail-soft alpha-beta on an explicit stack.
//!
//! Knuth and Moore 1975 with the fail-soft returns of Fishburn 1983; scout windows after
//! Reinefeld's NegaScout (1983); two-bound table and enhanced transposition cutoffs after Schaeffer
//! and Plaat 1996. A node is one call of [`AlphaBeta::enter`], whatever becomes of it: leaves,
//! nodes answered by the table and second searches of a scouted move all count.
//!
//! Values are told from the side to move of each node, which is a property of the position: a
//! child's score changes sign only where the side to move changed.

use super::frame::{Call, INDEPENDENT, PRESEARCH_SALT, Phase, Reply, farther};
use super::heuristics::Cut;
use super::observer::{Cause, Departure, Observer};
use super::pick::child;
use super::{AlphaBeta, FULL};
use crate::game::{Game, Key};
use crate::math::bit_length;
use crate::moves::Move;
use crate::score::{SCORE_LIMIT, Score};
use crate::status::Error;
use crate::table::alphabeta::{Entry, Slot, UNLIMITED};

/// Why [`AlphaBeta::run`] came back.
#[derive(Clone, Copy, Debug)]
#[repr(i32)]
pub(super) enum Run {
    /// The nodes of this call are used up.
    Pause,
    /// The search's own limit is reached.
    Nodes,
    /// It was cancelled.
    Cancelled,
    /// The root has a value.
    Root,
}

impl<G: Game, O: Observer> AlphaBeta<'_, G, O> {
    /// Searches until the root has a value, which is `reply` then, `pause_at` nodes are counted, or a
    /// limit is met.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn run(&mut self, pause_at: u64, reply: &mut Reply) -> Result<Run, Error> {
        let mut call = self.pending;
        // Larger machines keep it in registers.
        #[cfg(not(feature = "compact"))]
        let (answer, reply) = (reply, &mut Reply::outcome(0));
        loop {
            if self.nodes >= pause_at {
                self.pending = call;
                return Ok(if self.nodes >= self.limits.nodes { Run::Nodes } else { Run::Pause });
            }
            if let Some(cancel) = self.cancel
                && cancel.is_requested()
            {
                self.pending = call;
                return Ok(Run::Cancelled);
            }
            let mut answered = self.enter(&call, reply)?.is_yes();
            loop {
                let step = if !answered {
                    self.advance(&mut call)?
                } else if self.stack.depth() == 0 {
                    #[cfg(not(feature = "compact"))]
                    {
                        *answer = *reply;
                    }
                    return Ok(Run::Root);
                } else {
                    self.receive(reply, &mut call)?
                };
                answered = false;
                match step {
                    Next::Call => break,
                    Next::Advance => {}
                    Next::Cut | Next::Exhausted => {
                        *reply = self.finish(step);
                        answered = true;
                    }
                }
            }
        }
    }

    /// Takes a child's score into the top node.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn receive(&mut self, reply: &Reply, call: &mut Call) -> Result<Next, Error> {
        let ply = self.stack.depth().wrapping_sub(1);
        let Some(top) = self.stack.top_mut() else {
            return Err(Error::State);
        };
        let score = farther(if top.same_side { reply.score } else { -reply.score });
        let m = top.current;
        if FULL && top.phase == Phase::Presearch {
            top.current = Move::NONE;
            let cursor = top.cursor as usize;
            top.cursor += 1;
            let span = top.span;
            self.game.undo(m)?;
            let weight = self.config.presearch.weight;
            if let Some(value) = self.stack.both_mut(span).1.get_mut(cursor) {
                *value = value.saturating_add(score.saturating_mul(weight));
            }
            return Ok(Next::Advance);
        }
        let floor = top.alpha.max(top.best);
        let again = top.scout && !reply.exact && score > floor && score < top.beta;
        if score > top.best {
            top.best = score;
            top.best_move = m;
        }
        if again {
            // The scout proved at least `score`; a second search finds how much more.
            top.scout = false;
            top.dependency = top.dependency.min(reply.dependency);
            top.complete &= reply.complete;
            *call = child(top, top.same_side, score, top.beta);
            return Ok(Next::Call);
        }
        top.current = Move::NONE;
        let cut = top.best >= top.beta;
        if cut {
            // A lower bound rests on this move alone.
            top.dependency = reply.dependency;
            top.complete = reply.complete && !(FULL && top.quiescence);
        } else {
            top.dependency = top.dependency.min(reply.dependency);
            top.complete &= reply.complete;
        }
        let (side, index, depth) = (top.side, top.index, top.remaining);
        let quiescence = FULL && top.quiescence;
        self.game.undo(m)?;
        if !cut {
            return Ok(Next::Advance);
        }
        if !quiescence {
            let previous = self.previous(ply);
            let cut = Cut { ply, side, m, index, depth, previous };
            self.heuristics.cut(&self.config.ordering, cut);
        }
        Ok(Next::Cut)
    }

    /// Closes the top node, whose moves are searched or which a move has cut.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn finish(&mut self, how: Next) -> Reply {
        let ply = self.stack.depth().wrapping_sub(1);
        let Some(frame) = self.stack.top() else {
            return Reply::outcome(0);
        };
        let span = frame.span;
        let score = frame.best;
        let independent = frame.dependency >= ply as u32;
        if ply == 0 {
            self.root_move = frame.best_move;
        }
        if !self.table.is_empty()
            && frame.depth > 0
            && frame.depth >= if FULL { self.config.table_from } else { 1 }
        {
            let cut = score >= frame.beta;
            let low = score <= frame.alpha;
            let nodes = (self.nodes as u32).wrapping_sub(frame.nodes);
            let salt = self.salt_of(frame.presearch);
            let key = Key { position: frame.key, resource: frame.resource };
            let entry = Entry {
                // A search that failed low proved no move, and the one that is there may have cut
                // at a lower bound. To a fixed depth it is the best guess for the next iteration.
                best: if low && frame.depth == UNLIMITED { Move::NONE } else { frame.best_move },
                lower: if low || !independent { -SCORE_LIMIT } else { score },
                upper: if cut || !independent { SCORE_LIMIT } else { score },
                depth: frame.depth,
                complete: frame.complete,
                cost: bit_length(nodes).min(31) as u8,
            };
            self.table.store(self.slot(key, salt, frame.depth), entry);
        }
        let cause = match how {
            Next::Cut => Cause::Cut(frame.next.wrapping_sub(1)),
            _ => Cause::Exhausted,
        };
        let reply = Reply {
            score,
            dependency: if independent { INDEPENDENT } else { frame.dependency },
            complete: frame.complete,
            exact: false,
        };
        self.stack.pop(span);
        self.departs(ply, score, cause);
        reply
    }

    /// What separates the table's entries of a node from those of searches of another kind.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) const fn salt_of(&self, presearch: bool) -> u64 {
        match (FULL, presearch) {
            (true, true) => PRESEARCH_SALT,
            (true, false) => self.salt,
            (false, _) => 0,
        }
    }

    /// The place in the table of a node searched to `depth`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn slot(&self, key: Key, salt: u64, depth: u16) -> Slot {
        // Boards have no caches.
        if cfg!(not(feature = "compact")) && depth < self.config.near_below {
            self.table.near_slot(key, salt)
        } else {
            self.table.slot(key, salt)
        }
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn departs(&mut self, ply: usize, score: Score, cause: Cause) {
        self.observer.leave(Departure { ply: ply as u32, score, cause });
    }
}

/// What the machine does next.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Next {
    Call,
    Advance,
    /// The top node is done: a move has cut.
    Cut,
    /// The top node is done: its moves are searched.
    Exhausted,
}
