//! The next move of a node: table move, shallow searches, order values, stages.

use super::config::{Config, Driver, UNLIMITED};
use super::frame::{Call, Frame, Phase, nearer};
use super::observer::Observer;
use super::search::Next;
use super::{AlphaBeta, FULL};
use crate::game::{Game, Key};
use crate::score::{SCORE_LIMIT, Score, Side};
use crate::stack::Span;
use crate::status::Error;

impl<G: Game, O: Observer> AlphaBeta<'_, G, O> {
    /// Hands out the next child of the top node, in `call`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn advance(&mut self, call: &mut Call) -> Result<Next, Error> {
        let ply = self.stack.depth().wrapping_sub(1);
        // Small processors copy a frame slowly: what is wanted is read from its place.
        let Some(top) = self.stack.top() else {
            return Err(Error::State);
        };
        let span = top.span;
        if top.next >= span.len {
            if top.stage == 0 || !self.game.is_staged() {
                return Ok(Next::Exhausted);
            }
            let stage = top.stage;
            return self.next_stage(stage);
        }
        let mut phase = top.phase;
        let mut next = top.next as usize;
        if phase == Phase::Fresh && top.table_move_done {
            let (side, depths) = (top.side, (top.depth, top.remaining));
            phase = self.rate(ply, side, (span, next), depths);
            if let Some(top) = self.stack.top_mut() {
                top.cursor = next.min(usize::from(u16::MAX)) as u16;
            }
        }
        if FULL && phase == Phase::Presearch {
            let Some(frame) = self.stack.top() else {
                return Err(Error::State);
            };
            let cursor = u32::from(frame.cursor);
            if cursor < span.len {
                next = cursor as usize;
            } else {
                phase = Phase::Rated;
            }
        }
        let (moves, values) = self.stack.both_mut(span);
        if phase == Phase::Rated {
            let rest = values.get(next..).unwrap_or(&[]);
            let mut at = 0;
            let mut most = i32::MIN;
            for (i, &value) in rest.iter().enumerate() {
                if value > most {
                    most = value;
                    at = i;
                }
            }
            // The others keep their order among themselves.
            if at != 0 {
                to_front(moves.get_mut(next..).unwrap_or(&mut []), at);
                to_front(values.get_mut(next..).unwrap_or(&mut []), at);
            }
        }
        let Some(&m) = moves.get(next) else {
            return Err(Error::State);
        };
        let index = if FULL && self.needs_index { self.game.history_index(m) } else { 0 };
        self.game.play(m)?;
        let side = self.game.side();
        let driver = self.config.driver;
        let step = self.config.granularity;
        let Some(top) = self.stack.top_mut() else {
            return Err(Error::State);
        };
        let same_side = side == top.side;
        top.current = m;
        top.index = index;
        top.same_side = same_side;
        top.phase = phase;
        if FULL && phase == Phase::Presearch {
            top.scout = false;
            *call = Call {
                alpha: -SCORE_LIMIT,
                beta: SCORE_LIMIT,
                depth: presearch_depth(&self.config, top.remaining),
                quiet: 0,
                quiescence: false,
                presearch: true,
            };
            return Ok(Next::Call);
        }
        top.next = next as u32 + 1;
        top.table_move_done = true;
        let floor = top.alpha.max(top.best);
        let (alpha, beta) = if !FULL || top.presearch {
            (floor, top.beta)
        } else {
            match driver {
                Driver::Minimax => (-SCORE_LIMIT, SCORE_LIMIT),
                Driver::BranchAndBound => (top.best, SCORE_LIMIT),
                _ => (floor, top.beta),
            }
        };
        top.scout = next > 0
            && driver == Driver::PrincipalVariation
            && beta - alpha > step
            && alpha > -SCORE_LIMIT;
        let beta = if top.scout { alpha + step } else { beta };
        *call = child(top, same_side, alpha, beta);
        Ok(Next::Call)
    }

    /// The index on the stack of a position with this key.
    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn repeated(&self, key: Key) -> Option<u32> {
        // The position just before can be the same only where a pass changes nothing at all.
        let same = |frame: &Frame| frame.key == key.position && frame.resource == key.resource;
        self.stack.frames().iter().rposition(same).map(|at| at as u32)
    }

    /// The move that led to the node at `ply`: the side that made it and its history index.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn previous(&self, ply: usize) -> Option<(Side, u16)> {
        let frame = self.stack.frame(ply.wrapping_sub(1))?;
        Some((frame.side, frame.index))
    }

    /// Gives the moves of `span` from `start` on their order values, or says that shallow searches
    /// come next.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn rate(
        &mut self,
        ply: usize,
        side: Side,
        (span, start): (Span, usize),
        (depth, remaining): (u16, u16),
    ) -> Phase {
        let switches = self.config.ordering;
        let left = (span.len as usize).saturating_sub(start);
        let presearch = FULL
            && self.config.presearch.from != 0
            && depth == UNLIMITED
            && remaining >= self.config.presearch.from
            && left > 1;
        let any = switches.hint || switches.killers || switches.history || switches.countermoves;
        if left < 2 || !(presearch || (any && remaining >= self.config.order_from)) {
            return Phase::Ordered;
        }
        let previous = self.previous(ply);
        let rater = self.heuristics.at(&switches, ply, side, previous);
        let (moves, values) = self.stack.both_mut(span);
        let moves = moves.get(start..).unwrap_or(&[]);
        let values = values.get_mut(start..).unwrap_or(&mut []);
        for (&m, value) in moves.iter().zip(values) {
            let index = if rater.uses_history() { self.game.history_index(m) } else { 0 };
            let hint = if switches.hint { self.game.order(m) } else { 0 };
            *value = hint.saturating_add(rater.rate(m, index));
        }
        if presearch { Phase::Presearch } else { Phase::Rated }
    }

    /// Generates the next stage of moves of the top node.
    #[inline(never)]
    pub(super) fn next_stage(&mut self, stage: u16) -> Result<Next, Error> {
        let mut out = self.stack.free_moves();
        let more = self.game.moves_staged(u32::from(stage), &mut out)?;
        let count = out.finish()?;
        let span = self.stack.keep(count);
        if let Some(top) = self.stack.top_mut() {
            if top.span.len == 0 {
                top.span.start = span.start;
            }
            top.span.len += span.len;
            top.stage = if more { stage.saturating_add(1) } else { 0 };
            top.phase = Phase::Fresh;
        }
        Ok(Next::Advance)
    }
}

/// The call of a child with this window, told from its parent's view.
#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
pub(super) fn child(frame: &Frame, same_side: bool, alpha: Score, beta: Score) -> Call {
    let (alpha, beta) = (nearer(alpha), nearer(beta));
    let (alpha, beta) = if same_side { (alpha, beta) } else { (-beta, -alpha) };
    Call {
        alpha,
        beta,
        depth: if frame.depth == UNLIMITED { UNLIMITED } else { frame.depth.saturating_sub(1) },
        quiet: if FULL { frame.quiet.saturating_sub(1) } else { 0 },
        quiescence: FULL && frame.quiescence,
        presearch: FULL && frame.presearch,
    }
}

/// The depth of a shallow search of a child.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn presearch_depth(config: &Config, remaining: u16) -> u16 {
    // `step` is small: a few subtractions are cheaper than a division on small processors.
    let presearch = &config.presearch;
    let mut beyond = remaining.saturating_sub(presearch.from);
    let mut depth = 0;
    while beyond >= presearch.step && depth < presearch.most {
        beyond -= presearch.step;
        depth += 1;
    }
    depth
}

/// Moves the item at `at` to the front; those before it keep their order.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(super) fn to_front<T: Copy>(items: &mut [T], at: usize) {
    if let Some(&item) = items.get(at) {
        let mut held = item;
        for slot in items.iter_mut().take(at + 1) {
            core::mem::swap(slot, &mut held);
        }
    }
}
