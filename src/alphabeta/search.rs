//! The node machine: one fail-soft alpha-beta on an explicit stack.
//!
//! Knuth and Moore 1975 with the fail-soft returns of Fishburn 1983; scout windows after
//! Reinefeld's NegaScout (1983); two-bound table and enhanced transposition cutoffs after Schaeffer
//! and Plaat 1996. A node is one call of [`AlphaBeta::enter`], whatever becomes of it: leaves,
//! nodes answered by the table and second searches of a scouted move all count.
//!
//! Values are told from the side to move of each node, which is a property of the position: a
//! child's score changes sign only where the side to move changed.

use super::config::UNLIMITED;
use super::frame::{Call, Frame, INDEPENDENT, PRESEARCH_SALT, Phase, Reply, farther, nearer};
use super::heuristics::Cut;
use super::observer::{Cause, Departure, Observer, Visit};
use super::pick::{child, to_front};
use super::{AlphaBeta, Stop};
use crate::game::{Game, Key};
use crate::moves::Move;
use crate::score::{DECIDED, MATE, SCORE_LIMIT, Score, Side};
use crate::status::Error;
use crate::table::alphabeta::{Entry, Slot};

/// Why [`AlphaBeta::run`] came back.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// The nodes of this call are used up.
    Pause,
    /// The search's own limit is reached, or it was cancelled.
    Stop(Stop),
    /// The root has a value.
    Root(Reply),
}

/// How many children's table entries are fetched together.
const PROBES_AHEAD: usize = if cfg!(feature = "compact") { 1 } else { 8 };

/// Whether an entry answers for a search to `depth`.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn usable(entry: &Entry, depth: u16, deeper: bool) -> bool {
    entry.depth == depth
        || (entry.complete && entry.depth < depth)
        || (deeper && entry.depth > depth)
}

impl<G: Game, O: Observer> AlphaBeta<'_, G, O> {
    /// Searches until the root has a value, `pause_at` nodes are counted, or a limit is met.
    pub(super) fn run(&mut self, pause_at: u64) -> Result<Run, Error> {
        let mut call = self.pending;
        loop {
            if self.nodes >= pause_at {
                self.pending = call;
                return Ok(if self.nodes >= self.limits.nodes {
                    Run::Stop(Stop::Nodes)
                } else {
                    Run::Pause
                });
            }
            if let Some(cancel) = self.cancel
                && cancel.is_requested()
            {
                self.pending = call;
                return Ok(Run::Stop(Stop::Cancelled));
            }
            let mut reply = self.enter(&call)?;
            loop {
                let step = match reply {
                    None => self.advance()?,
                    Some(reply) => {
                        if self.stack.depth() == 0 {
                            return Ok(Run::Root(reply));
                        }
                        self.receive(reply)?
                    }
                };
                match step {
                    Next::Call(next) => {
                        call = next;
                        break;
                    }
                    Next::Advance => reply = None,
                    Next::Finish(cause) => reply = Some(self.finish(cause)),
                }
            }
        }
    }

    /// Opens a node. A node that needs no search of its moves is answered at once; any other is
    /// put on the stack.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn enter(&mut self, call: &Call) -> Result<Option<Reply>, Error> {
        self.nodes += 1;
        let ply = self.stack.depth();
        let played = match self.stack.top() {
            Some(frame) => frame.current,
            None => Move::NONE,
        };
        self.observer.enter(Visit {
            ply: ply as u32,
            played,
            alpha: call.alpha,
            beta: call.beta,
            depth: call.depth,
            presearch: call.presearch,
        });
        // Nearer the leaves a search costs less than memory far away.
        let near = call.depth > 0 && call.depth < self.config.table_from;
        let tabled = !self.table.is_empty() && !call.quiescence && !near;
        let repeats = self.game.can_repeat();
        let salt = if call.presearch { PRESEARCH_SALT } else { 0 };
        let deeper = self.config.deeper_entries || call.presearch;

        let mut key = Key::default();
        let mut slot = Slot::default();
        let mut found = None;
        let early = (self.config.store_leaves || call.depth == UNLIMITED) && tabled;
        if early || repeats {
            key = self.game.key();
            if repeats
                && ply > 0
                && let Some(at) = self.repeated(key)
            {
                let score = match self.game.side() {
                    Side::First => self.config.repetition,
                    Side::Second => -self.config.repetition,
                };
                let reply = Reply { score, dependency: at, complete: true, exact: true };
                return Ok(self.leaf(ply, reply, Cause::Repetition));
            }
        }
        if early {
            slot = self.table.slot(key, salt);
            found = self.table.probe(slot);
            if let Some(entry) = &found
                && (ply > 0 || !entry.best.is_none())
                && usable(entry, call.depth, deeper)
                && let Some(score) = cuts(entry, call)
                && (ply > 0 || self.suits_root(entry)?)
            {
                return Ok(self.answered(ply, score, entry));
            }
        }
        // The root is searched by its moves, so that one of them is known to be the best.
        if call.depth == UNLIMITED
            && ply > 0
            && let Some(solved) = self.game.solve(call.alpha, call.beta)?
        {
            self.nodes += u64::from(solved.nodes);
            let reply = Reply::bound(solved.score);
            if early {
                // A reply outside the window is a bound, inside it is the value.
                self.table.store(
                    slot,
                    Entry {
                        best: Move::NONE,
                        lower: if solved.score > call.alpha { solved.score } else { -SCORE_LIMIT },
                        upper: if solved.score < call.beta { solved.score } else { SCORE_LIMIT },
                        depth: UNLIMITED,
                        complete: true,
                        cost: (32 - solved.nodes.leading_zeros()).min(31) as u8,
                    },
                );
            }
            return Ok(self.leaf(ply, reply, Cause::Solved));
        }
        if let Some(score) = self.game.outcome()? {
            let reply = Reply::outcome(score.clamp(-MATE, MATE));
            if early {
                self.store_leaf(slot, call.depth, reply);
            }
            return Ok(self.leaf(ply, reply, Cause::Outcome));
        }

        if self.config.ordering.hint
            && call.depth > 0
            && let Some(m) = self.game.winning_move()?
            && let Some(score) = self.wins_with(m, ply, call)?
        {
            if ply == 0 {
                self.root_move = m;
            }
            self.departs(ply, score, Cause::Cut(0));
            return Ok(Some(Reply::bound(score)));
        }

        let mut quiescence = call.quiescence;
        let mut quiet = call.quiet;
        let mut best = -SCORE_LIMIT;
        let mut remaining = call.depth;
        let tabled = tabled && call.depth > 0;
        if call.depth == 0 {
            if !quiescence {
                quiescence = true;
                quiet = if call.presearch { 0 } else { self.config.quiescence };
            }
            let score = self.game.evaluate()?.clamp(1 - DECIDED, DECIDED - 1);
            if quiet == 0 || score >= call.beta {
                let reply = Reply { exact: quiet == 0, ..Reply::evaluation(score) };
                if early && quiet == 0 {
                    self.store_leaf(slot, call.depth, reply);
                }
                return Ok(self.leaf(ply, reply, Cause::Evaluation));
            }
            best = score;
        } else {
            if call.depth == UNLIMITED {
                if ply > 0
                    && let Some((lower, upper)) = self.game.bounds(call.alpha, call.beta)?
                {
                    if lower >= call.beta || lower == upper {
                        return Ok(self.leaf(ply, Reply::bound(lower), Cause::Bounds));
                    }
                    if upper <= call.alpha {
                        return Ok(self.leaf(ply, Reply::bound(upper), Cause::Bounds));
                    }
                }
                remaining = match self.game.plies_to_end() {
                    Some(plies) => plies.min(u32::from(UNLIMITED)) as u16,
                    None => UNLIMITED,
                };
            }
            if tabled && !early {
                if !repeats {
                    key = self.game.key();
                }
                slot = self.table.slot(key, salt);
                found = self.table.probe(slot);
                if let Some(entry) = &found
                    && (ply > 0 || !entry.best.is_none())
                    && usable(entry, call.depth, deeper)
                    && let Some(score) = cuts(entry, call)
                    && (ply > 0 || self.suits_root(entry)?)
                {
                    return Ok(self.answered(ply, score, entry));
                }
            }
        }

        // The moves, as many stages as it takes to see one, or the table's.
        let table_move = match &found {
            Some(entry) if self.config.ordering.table_move => entry.best,
            _ => Move::NONE,
        };
        let mut stage = 0u16;
        let mut len = 0;
        let mut out = self.stack.free_moves();
        let listed = quiescence && self.game.noisy_moves(&mut out)?;
        loop {
            if listed {
                break;
            }
            let more = self.game.moves_staged(u32::from(stage), &mut out)?;
            stage = if more { stage.saturating_add(1) } else { 0 };
            let seen = if table_move.is_none() {
                !out.is_empty()
            } else {
                let fresh = out.as_slice().get(len..).unwrap_or(&[]);
                fresh.contains(&table_move)
            };
            len = out.len();
            if stage == 0 || (seen && !quiescence) {
                break;
            }
        }
        let any = listed || !out.is_empty();
        let mut count = out.finish()?;
        if !any {
            // No legal move and no other outcome: lost.
            return Ok(self.leaf(ply, Reply::outcome(-MATE), Cause::Outcome));
        }
        if quiescence {
            if !listed {
                self.stack.count_unkept(count);
                let mut kept = 0;
                let mut space = self.stack.free_moves();
                let free = space.free_space();
                for i in 0..count {
                    if let Some(&m) = free.get(i)
                        && self.game.is_noisy(m)
                    {
                        if let Some(slot) = free.get_mut(kept) {
                            *slot = m;
                        }
                        kept += 1;
                    }
                }
                count = kept;
            }
            if count == 0 {
                let reply = Reply::evaluation(best);
                return Ok(self.leaf(ply, reply, Cause::Evaluation));
            }
        }
        let span = self.stack.keep(count);

        let side = self.game.side();
        let etc_from = self.config.etc_from;
        let mut phase = Phase::Fresh;
        if tabled && etc_from != 0 && remaining >= etc_from {
            let depth = if call.depth == UNLIMITED { UNLIMITED } else { call.depth - 1 };
            let mut cut = None;
            let mut done = 0;
            // A few keys ahead of the probes, so that the table's memory is on its way.
            'children: while done < span.len as usize {
                let mut slots = [(Key::default(), Slot::default()); PROBES_AHEAD];
                let group = self.stack.moves(span).get(done..).unwrap_or(&[]);
                for (&m, ahead) in group.iter().zip(&mut slots) {
                    let child = self.game.key_after(m)?;
                    *ahead = (child, self.table.slot(child, salt));
                    self.table.prefetch(ahead.1);
                }
                if done == 0 && table_move.is_none() {
                    // Meanwhile, what comes next in any case unless a child cuts.
                    phase = self.rate(ply, side, (span, 0), (call.depth, remaining));
                }
                let group = self.stack.moves(span).get(done..).unwrap_or(&[]);
                done += PROBES_AHEAD;
                for (&m, &(child, slot)) in group.iter().zip(&slots) {
                    let Some(entry) = self.table.probe(slot) else {
                        continue;
                    };
                    if !usable(&entry, depth, deeper) {
                        continue;
                    }
                    // An open bound says nothing.
                    let (score, open) = if self.game.side_after(m)? == side {
                        (farther(entry.lower), entry.lower == -SCORE_LIMIT)
                    } else {
                        (farther(-entry.upper), entry.upper == SCORE_LIMIT)
                    };
                    if score >= call.beta && !open {
                        cut = Some((m, score, entry.complete, child));
                        break 'children;
                    }
                }
            }
            if let Some((m, score, complete, child)) = cut
                && !(repeats && self.repeated(child).is_some())
            {
                self.stack.pop_moves(span);
                self.table.store(
                    slot,
                    Entry {
                        best: m,
                        lower: score,
                        upper: SCORE_LIMIT,
                        depth: call.depth,
                        complete,
                        cost: 1,
                    },
                );
                if ply == 0 {
                    self.root_move = m;
                }
                let reply = Reply { complete, ..Reply::bound(score) };
                self.departs(ply, score, Cause::ChildInTable);
                return Ok(Some(reply));
            }
        }

        let mut table_move_done = true;
        if !table_move.is_none() {
            let (moves, _) = self.stack.both_mut(span);
            if let Some(at) = moves.iter().position(|&m| m == table_move) {
                to_front(moves, at);
                table_move_done = false;
            }
        }
        self.stack.push(Frame {
            key: key.position,
            resource: key.resource,
            alpha: call.alpha,
            beta: call.beta,
            best,
            span,
            nodes: self.nodes as u32,
            depth: call.depth,
            remaining,
            quiet,
            stage,
            side,
            phase,
            quiescence,
            presearch: call.presearch,
            complete: !quiescence,
            table_move_done,
            ..Frame::default()
        })?;
        Ok(None)
    }

    /// Looks at the end that a move of [`Game::winning_move`] leads to; its score where it cuts.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn wins_with(&mut self, m: Move, ply: usize, call: &Call) -> Result<Option<Score>, Error> {
        let side = self.game.side();
        self.game.play(m)?;
        let outcome = self.game.outcome()?;
        let same_side = self.game.side() == side;
        self.game.undo(m)?;
        let Some(ended) = outcome else {
            return Ok(None);
        };
        let ended = ended.clamp(-MATE, MATE);
        let (alpha, beta) = (nearer(call.alpha), nearer(call.beta));
        let (alpha, beta) = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let depth = if call.depth == UNLIMITED { UNLIMITED } else { call.depth - 1 };
        let presearch = call.presearch;
        let visit = Visit { ply: ply as u32 + 1, played: m, alpha, beta, depth, presearch };
        self.observer.enter(visit);
        self.nodes += 1;
        let _ = self.leaf(ply + 1, Reply::outcome(ended), Cause::Outcome);
        let score = farther(if same_side { ended } else { -ended });
        Ok((score >= call.beta).then_some(score))
    }

    /// Takes a child's score into the top node.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn receive(&mut self, reply: Reply) -> Result<Next, Error> {
        let ply = self.stack.depth().wrapping_sub(1);
        let Some(top) = self.stack.top_mut() else {
            return Err(Error::State);
        };
        let score = farther(if top.same_side { reply.score } else { -reply.score });
        let m = top.current;
        if top.phase == Phase::Presearch {
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
            let frame = *top;
            let call = child(&frame, frame.same_side, score, frame.beta);
            return Ok(Next::Call(call));
        }
        top.current = Move::NONE;
        let cut = top.best >= top.beta;
        if cut {
            // A lower bound rests on this move alone.
            top.dependency = reply.dependency;
            top.complete = reply.complete && !top.quiescence;
        } else {
            top.dependency = top.dependency.min(reply.dependency);
            top.complete &= reply.complete;
        }
        let frame = *top;
        self.game.undo(m)?;
        if !cut {
            return Ok(Next::Advance);
        }
        if !frame.quiescence {
            let previous = self.previous(ply);
            let cut = Cut {
                ply,
                side: frame.side,
                m,
                index: frame.index,
                depth: frame.remaining,
                previous,
            };
            self.heuristics.cut(&self.config.ordering, cut);
        }
        Ok(Next::Finish(Cause::Cut(frame.next.wrapping_sub(1))))
    }

    /// Closes the top node.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn finish(&mut self, cause: Cause) -> Reply {
        let ply = self.stack.depth().wrapping_sub(1);
        let Some(&frame) = self.stack.top() else {
            return Reply::outcome(0);
        };
        self.stack.pop(frame.span);
        let score = frame.best;
        let independent = frame.dependency >= ply as u32;
        if ply == 0 {
            self.root_move = frame.best_move;
        }
        if !self.table.is_empty() && frame.depth > 0 && frame.depth >= self.config.table_from {
            let cut = score >= frame.beta;
            let low = score <= frame.alpha;
            let nodes = (self.nodes as u32).wrapping_sub(frame.nodes);
            let salt = if frame.presearch { PRESEARCH_SALT } else { 0 };
            let key = Key { position: frame.key, resource: frame.resource };
            let entry = Entry {
                best: frame.best_move,
                lower: if low || !independent { -SCORE_LIMIT } else { score },
                upper: if cut || !independent { SCORE_LIMIT } else { score },
                depth: frame.depth,
                complete: frame.complete,
                cost: (32 - nodes.leading_zeros()).min(31) as u8,
            };
            self.table.store(self.table.slot(key, salt), entry);
        }
        self.departs(ply, score, cause);
        Reply {
            score,
            dependency: if independent { INDEPENDENT } else { frame.dependency },
            complete: frame.complete,
            exact: false,
        }
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn departs(&mut self, ply: usize, score: Score, cause: Cause) {
        self.observer.leave(Departure { ply: ply as u32, score, cause });
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn leaf(&mut self, ply: usize, reply: Reply, cause: Cause) -> Option<Reply> {
        self.leaves += 1;
        self.departs(ply, reply.score, cause);
        Some(reply)
    }

    /// Whether the root may take an answer of the table: its move is handed to the caller, and an
    /// entry that memory corrupted, or of another position with the same key, may name any.
    #[inline(never)]
    fn suits_root(&mut self, entry: &Entry) -> Result<bool, Error> {
        if entry.best.is_none() {
            return Ok(true);
        }
        let mut moves = self.stack.free_moves();
        self.game.moves(&mut moves)?;
        Ok(moves.as_slice().contains(&entry.best))
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn answered(&mut self, ply: usize, score: Score, entry: &Entry) -> Option<Reply> {
        if ply == 0 {
            self.root_move = entry.best;
        }
        self.departs(ply, score, Cause::Table);
        Some(Reply {
            score,
            dependency: INDEPENDENT,
            complete: entry.complete,
            exact: entry.lower == entry.upper,
        })
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn store_leaf(&mut self, slot: Slot, depth: u16, reply: Reply) {
        let entry = Entry {
            best: Move::NONE,
            lower: reply.score,
            upper: reply.score,
            depth,
            complete: reply.complete,
            cost: 0,
        };
        self.table.store(slot, entry);
    }
}

/// What the machine does next.
pub(super) enum Next {
    Call(Call),
    Advance,
    Finish(Cause),
}

/// The score by which an entry answers a call, if it does.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn cuts(entry: &Entry, call: &Call) -> Option<Score> {
    if entry.lower >= call.beta || entry.lower == entry.upper {
        Some(entry.lower)
    } else if entry.upper <= call.alpha {
        Some(entry.upper)
    } else {
        None
    }
}
