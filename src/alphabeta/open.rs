//! Opening a node: whatever answers it without a search of its moves, and then its moves.

use super::config::UNLIMITED;
use super::frame::{Call, Frame, INDEPENDENT, Phase, Reply, farther, nearer};
use super::observer::{Cause, Observer, Visit};
use super::pick::to_front;
use super::{AlphaBeta, FULL};
use crate::game::{Game, Key};
use crate::math::bit_length;
use crate::moves::Move;
use crate::score::{DECIDED, MATE, SCORE_LIMIT, Score, Side};
use crate::stack::Span;
use crate::status::{Answer, Error};
use crate::table::alphabeta::{Entry, Slot};

/// How many children's table entries are fetched together.
const PROBES_AHEAD: usize = if cfg!(feature = "compact") { 1 } else { 8 };

/// Whether an entry answers for a search to `depth`.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn usable(entry: &Entry, depth: u16, deeper: bool) -> bool {
    entry.depth == depth
        || (entry.complete && entry.depth < depth)
        || (deeper && entry.depth > depth)
}

/// What is known of a node while it is opened.
// Small processors reach the first bytes with the shortest instructions.
#[cfg_attr(feature = "compact", repr(C))]
struct Opening<'c> {
    /// Whether the table is asked; from the start where `early`, otherwise once the game has not
    /// ended.
    tabled: bool,
    early: bool,
    repeats: bool,
    quiescence: bool,
    /// Whether every line behind `best` reached the end of the game.
    complete: bool,
    /// Plies of quiescence search left.
    quiet: u16,
    /// Plies left, as effort is measured.
    remaining: u16,
    call: &'c Call,
    /// The answer, once there is one.
    reply: &'c mut Reply,
    ply: usize,
    /// A score that the node has without a move, or from moves that are left out.
    best: Score,
    /// The move behind that score, if any.
    best_move: Move,
    /// What separates the table's entries for shallow searches from the others.
    salt: u64,
    key: Key,
    slot: Slot,
    found: Option<Entry>,
}

impl<G: Game, O: Observer> AlphaBeta<'_, G, O> {
    /// Opens a node. A node that needs no search of its moves is answered at once, which is what
    /// `true` says; any other is put on the stack.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn enter(&mut self, call: &Call, reply: &mut Reply) -> Result<Answer, Error> {
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
        let spared = FULL && (call.quiescence || near);
        let tabled = !self.table.is_empty() && !spared;
        let mut node = Opening {
            call,
            reply,
            ply,
            salt: self.salt_of(call.presearch),
            key: Key::default(),
            slot: Slot::default(),
            found: None,
            tabled,
            early: ((FULL && self.config.store_leaves) || call.depth == UNLIMITED) && tabled,
            repeats: self.game.can_repeat(),
            quiescence: FULL && call.quiescence,
            quiet: call.quiet,
            remaining: call.depth,
            best: -SCORE_LIMIT,
            best_move: Move::NONE,
            complete: true,
        };
        if self.is_known(&mut node)?.is_yes()
            || self.has_ended(&mut node)?.is_yes()
            || self.has_value(&mut node)?.is_yes()
        {
            return Ok(Answer::Yes);
        }
        self.expand(&mut node)
    }

    /// Whether the position repeats one on the line to it, or the table answers.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn is_known(&mut self, node: &mut Opening<'_>) -> Result<Answer, Error> {
        if node.early || node.repeats {
            node.key = self.game.key();
            if node.repeats
                && node.ply > 0
                && let Some(at) = self.repeated(node.key)
            {
                let score = match self.game.side() {
                    Side::First => self.config.repetition,
                    Side::Second => -self.config.repetition,
                };
                *node.reply = Reply { score, dependency: at, complete: true, exact: true };
                return Ok(self.leaf(node, Cause::Repetition));
            }
        }
        if node.early { self.recall(node) } else { Ok(Answer::No) }
    }

    /// Asks the table, and answers with what it says if that is enough.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn recall(&mut self, node: &mut Opening<'_>) -> Result<Answer, Error> {
        node.slot = self.slot(node.key, node.salt, node.call.depth);
        node.found = self.table.probe(node.slot);
        let deeper = self.config.deeper_entries || (FULL && node.call.presearch);
        if let Some(entry) = &node.found
            && (node.ply > 0 || !entry.best.is_none())
            && usable(entry, node.call.depth, deeper)
            && let Some(score) = cuts(entry, node.call)
            && (node.ply > 0 || self.suits_root(entry)?.is_yes())
        {
            if node.ply == 0 {
                self.root_move = entry.best;
            }
            self.departs(node.ply, score, Cause::Table);
            *node.reply = Reply {
                score,
                dependency: INDEPENDENT,
                complete: entry.complete,
                exact: entry.lower == entry.upper,
            };
            return Ok(Answer::Yes);
        }
        Ok(Answer::No)
    }

    /// Whether the game solves the position, or is over, or ends with a move that the game sees.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn has_ended(&mut self, node: &mut Opening<'_>) -> Result<Answer, Error> {
        let call = node.call;
        // The root is searched by its moves, so that one of them is known to be the best.
        if FULL
            && call.depth == UNLIMITED
            && node.ply > 0
            && let Some(solved) = self.game.solve(call.alpha, call.beta)?
        {
            self.nodes += u64::from(solved.nodes);
            *node.reply = Reply::bound(solved.score);
            if node.early {
                // A reply outside the window is a bound, inside it is the value.
                self.table.store(
                    node.slot,
                    Entry {
                        best: Move::NONE,
                        lower: if solved.score > call.alpha { solved.score } else { -SCORE_LIMIT },
                        upper: if solved.score < call.beta { solved.score } else { SCORE_LIMIT },
                        depth: UNLIMITED,
                        complete: true,
                        cost: bit_length(solved.nodes).min(31) as u8,
                    },
                );
            }
            return Ok(self.leaf(node, Cause::Solved));
        }
        if let Some(score) = self.game.outcome()? {
            *node.reply = Reply::outcome(score.clamp(-MATE, MATE));
            if node.early {
                self.store_leaf(node);
            }
            return Ok(self.leaf(node, Cause::Outcome));
        }
        if self.config.ordering.hint
            && call.depth > 0
            && let Some(m) = self.game.winning_move()?
            && let Some(score) = self.wins_with(m, node.ply, call)?
        {
            if node.ply == 0 {
                self.root_move = m;
            }
            self.departs(node.ply, score, Cause::Cut(0));
            *node.reply = Reply::bound(score);
            return Ok(Answer::Yes);
        }
        Ok(Answer::No)
    }

    /// Whether an evaluation is enough, or bounds of the game or the table are.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn has_value(&mut self, node: &mut Opening<'_>) -> Result<Answer, Error> {
        let call = node.call;
        if call.depth == 0 {
            node.tabled = false;
            if FULL && !node.quiescence {
                node.quiescence = true;
                node.quiet = if call.presearch { 0 } else { self.config.quiescence };
            }
            let score = self.game.evaluate()?.clamp(1 - DECIDED, DECIDED - 1);
            let quiet = !FULL || node.quiet == 0;
            if quiet || score >= call.beta {
                *node.reply = Reply { exact: quiet, ..Reply::evaluation(score) };
                if node.early && quiet {
                    self.store_leaf(node);
                }
                return Ok(self.leaf(node, Cause::Evaluation));
            }
            node.best = score;
            return Ok(Answer::No);
        }
        // The root is searched. Bounds on evaluations do not hold for quiescence searches.
        let bounds = if !FULL || node.ply == 0 {
            None
        } else if call.depth == UNLIMITED {
            self.game.bounds(call.alpha, call.beta)?
        } else if self.config.quiescence == 0 || call.presearch {
            self.game.bounds_to_depth(call.depth, call.alpha, call.beta)?
        } else {
            None
        };
        if let Some((lower, upper)) = bounds {
            let holds_low = lower >= call.beta || lower == upper;
            if holds_low || upper <= call.alpha {
                let score = if holds_low { lower } else { upper };
                // To a depth, nobody knows whether every line came to an end.
                let complete = call.depth == UNLIMITED;
                *node.reply = Reply { complete, ..Reply::bound(score) };
                return Ok(self.leaf(node, Cause::Bounds));
            }
        }
        if FULL && call.depth == UNLIMITED {
            node.remaining = match self.game.plies_to_end() {
                Some(plies) => plies.min(u32::from(UNLIMITED)) as u16,
                None => UNLIMITED,
            };
        }
        if !node.tabled || node.early {
            return Ok(Answer::No);
        }
        if !node.repeats {
            node.key = self.game.key();
        }
        self.recall(node)
    }

    /// Lists the moves of the node and puts it on the stack.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn expand(&mut self, node: &mut Opening<'_>) -> Result<Answer, Error> {
        let (call, ply, quiescence) = (node.call, node.ply, FULL && node.quiescence);
        let table_move = match &node.found {
            Some(entry) if self.config.ordering.table_move => entry.best,
            _ => Move::NONE,
        };
        let (count, stage) = match self.list(quiescence, table_move)? {
            Listed::All { count } => (count, 0),
            Listed::Stages { count: 0, .. } => {
                // No legal move and no other outcome: lost.
                *node.reply = Reply::outcome(-MATE);
                return Ok(self.leaf(node, Cause::Outcome));
            }
            Listed::Stages { count, next } => {
                (if quiescence { self.keep_noisy(count) } else { count }, next)
            }
        };
        if quiescence && count == 0 {
            *node.reply = Reply::evaluation(node.best);
            return Ok(self.leaf(node, Cause::Evaluation));
        }
        let mut span = self.stack.keep(count);

        let side = self.game.side();
        let etc_from = self.config.etc_from;
        let mut phase = Phase::Fresh;
        if FULL && node.tabled && etc_from != 0 && node.remaining >= etc_from {
            let cut;
            (phase, cut) = self.ask_children(node, &mut span, side, table_move)?;
            if let Some((m, reply)) = cut {
                self.stack.pop_moves(span);
                self.table.store(
                    node.slot,
                    Entry {
                        best: m,
                        lower: reply.score,
                        upper: SCORE_LIMIT,
                        depth: call.depth,
                        complete: reply.complete,
                        cost: 1,
                    },
                );
                if ply == 0 {
                    self.root_move = m;
                }
                self.departs(ply, reply.score, Cause::ChildInTable);
                *node.reply = reply;
                return Ok(Answer::Yes);
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
        let nodes = self.nodes as u32;
        *self.stack.grow()? = Frame {
            key: node.key.position,
            resource: node.key.resource,
            alpha: call.alpha,
            beta: call.beta,
            best: node.best,
            best_move: node.best_move,
            span,
            nodes,
            depth: call.depth,
            remaining: node.remaining,
            quiet: node.quiet,
            stage,
            side,
            phase,
            quiescence,
            presearch: FULL && call.presearch,
            complete: node.complete && !quiescence,
            table_move_done,
            ..Frame::default()
        };
        Ok(Answer::No)
    }

    /// Writes the moves, as many stages as it takes to see one, or the table's.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn list(&mut self, quiescence: bool, table_move: Move) -> Result<Listed, Error> {
        let mut stage = 0u16;
        let mut len = 0;
        let mut out = self.stack.free_moves();
        if quiescence && self.game.noisy_moves(&mut out)? {
            return Ok(Listed::All { count: out.finish()? });
        }
        if !self.game.is_staged() {
            self.game.moves(&mut out)?;
            return Ok(Listed::Stages { count: out.finish()?, next: 0 });
        }
        loop {
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
        Ok(Listed::Stages { count: out.finish()?, next: stage })
    }

    /// Keeps the noisy ones of the moves just written; returns how many.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn keep_noisy(&mut self, count: usize) -> usize {
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
        kept
    }

    /// Looks for a child whose entry cuts: its move and the answer. Moves that the entries of their
    /// children refute are taken out of `span` where that is wanted. Along the way, unless the table
    /// has a move to try first, the moves may be rated already.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn ask_children(
        &mut self,
        node: &mut Opening<'_>,
        span: &mut Span,
        side: Side,
        table_move: Move,
    ) -> Result<(Phase, Option<ChildCut>), Error> {
        let depth = node.call.depth.saturating_sub(1);
        let whole = *span;
        let mut phase = Phase::Fresh;
        let mut done = 0;
        let mut kept = 0;
        let mut looking = true;
        // A few keys ahead of the probes, so that the table's memory is on its way.
        while done < whole.len as usize {
            let mut slots = [(Key::default(), Slot::default()); PROBES_AHEAD];
            for (index, ahead) in (done..).zip(&mut slots) {
                let Some(m) = self.stack.move_at(whole, index) else { break };
                let child = self.game.key_after(m)?;
                *ahead = (child, self.slot(child, node.salt, depth));
                self.table.prefetch(ahead.1);
            }
            if done == 0 && table_move.is_none() && cfg!(not(feature = "compact")) {
                // Meanwhile, what comes next in any case unless a child cuts.
                let depths = (node.call.depth, node.remaining);
                phase = self.rate(node.ply, side, (whole, 0), depths);
            }
            for (index, &(child, slot)) in (done..).zip(&slots) {
                let Some(m) = self.stack.move_at(whole, index) else { break };
                let says = if looking {
                    self.child_says(node.call, m, slot, side)?
                } else {
                    Says::Nothing
                };
                let says = match says {
                    Says::Nothing => says,
                    // On this line the child is a repetition, whatever the table says.
                    _ if node.repeats && self.repeated(child).is_some() => {
                        looking &= matches!(says, Says::Refuted(_));
                        Says::Nothing
                    }
                    _ => says,
                };
                match says {
                    Says::Cuts(reply) => return Ok((phase, Some((m, reply)))),
                    Says::Refuted(reply) if self.config.etc_refutes && node.ply > 0 => {
                        if reply.score > node.best {
                            node.best = reply.score;
                            node.best_move = m;
                        }
                        node.complete &= reply.complete;
                    }
                    _ => {
                        self.stack.carry(whole, index, kept);
                        kept += 1;
                    }
                }
            }
            done += PROBES_AHEAD;
        }
        *span = self.stack.keep_first(whole, kept);
        Ok((phase, None))
    }

    /// What the table says of the child after `m`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn child_says(&mut self, call: &Call, m: Move, slot: Slot, side: Side) -> Result<Says, Error> {
        let depth = if call.depth == UNLIMITED { UNLIMITED } else { call.depth - 1 };
        let deeper = self.config.deeper_entries || call.presearch;
        let Some(entry) = self.table.probe(slot) else { return Ok(Says::Nothing) };
        if !usable(&entry, depth, deeper) {
            return Ok(Says::Nothing);
        }
        let (lower, upper) = if self.game.side_after(m)? == side {
            (entry.lower, entry.upper)
        } else {
            (-entry.upper, -entry.lower)
        };
        // An open bound says nothing.
        let reply = |score| Reply { complete: entry.complete, ..Reply::bound(farther(score)) };
        Ok(if lower > -SCORE_LIMIT && farther(lower) >= call.beta {
            Says::Cuts(reply(lower))
        } else if upper < SCORE_LIMIT && farther(upper) <= call.alpha {
            Says::Refuted(reply(upper))
        } else {
            Says::Nothing
        })
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
        self.leaves += 1;
        self.departs(ply + 1, ended, Cause::Outcome);
        let score = farther(if same_side { ended } else { -ended });
        Ok((score >= call.beta).then_some(score))
    }

    /// Whether the root may take an answer of the table: its move is handed to the caller, and an
    /// entry that memory corrupted, or of another position with the same key, may name any.
    #[inline(never)]
    fn suits_root(&mut self, entry: &Entry) -> Result<Answer, Error> {
        if entry.best.is_none() {
            return Ok(Answer::Yes);
        }
        self.has_move(entry.best)
    }

    /// Whether a move is one of the position's; of as many as there is room for.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn has_move(&mut self, m: Move) -> Result<Answer, Error> {
        let mut moves = self.stack.free_moves();
        self.game.moves(&mut moves)?;
        Ok(Answer::of(moves.as_slice().contains(&m)))
    }

    /// The node is a leaf, whose reply is written.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn leaf(&mut self, node: &Opening<'_>, cause: Cause) -> Answer {
        self.leaves += 1;
        self.departs(node.ply, node.reply.score, cause);
        Answer::Yes
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn store_leaf(&mut self, node: &Opening<'_>) {
        let entry = Entry {
            best: Move::NONE,
            lower: node.reply.score,
            upper: node.reply.score,
            depth: node.call.depth,
            complete: node.reply.complete,
            cost: 0,
        };
        self.table.store(node.slot, entry);
    }
}

/// A move whose child cuts by what the table holds, and the answer.
type ChildCut = (Move, Reply);

/// What the table says of a move.
enum Says {
    Nothing,
    /// Its score is at least this, which cuts.
    Cuts(Reply),
    /// Its score is at most this, which is no more than the window asks for.
    Refuted(Reply),
}

/// What [`AlphaBeta::list`] wrote.
enum Listed {
    /// Every noisy move.
    All { count: usize },
    /// Moves of the stages before `next`, which is 0 where these are all.
    Stages { count: usize, next: u16 },
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
