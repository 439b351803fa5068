//! What a search learns about moves as it goes: killers, history, countermoves.
//!
//! Akl and Newborn, "The principal continuation and the killer heuristic", 1977; Schaeffer, "The
//! history heuristic and alpha-beta search enhancements in practice", 1989; Uiterwijk, "The
//! countermove heuristic", 1992. All of it is memory of the caller; tables of any power of two,
//! or none, will do.

use super::FULL;
use super::config::{OrderingSwitches, Size};
use crate::game::HISTORY_SIZE;
use crate::mem::Memory;
#[cfg(not(all(feature = "compact", target_pointer_width = "32")))]
use crate::mem::Plan;
use crate::moves::Move;
use crate::score::Side;
use crate::status::Error;

/// The greatest history count; reaching it halves every count.
const HISTORY_MOST: u16 = 8191;
const COUNTERMOVE: i32 = 8500;
const KILLERS: [i32; 2] = [9500, 9000];

/// Killers by ply, history and countermoves by side and move.
#[derive(Debug)]
pub(super) struct Heuristics<'m> {
    killers: &'m mut [[Move; 2]],
    history: &'m mut [u16],
    countermoves: &'m mut [Move],
}

/// The part of a table of two sides that belongs to one side and index.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn place(len: usize, side: Side, index: u16) -> usize {
    let half = len / 2;
    (index as usize & half.wrapping_sub(1)) + half * side as usize
}

impl<'m> Heuristics<'m> {
    #[cfg(not(all(feature = "compact", target_pointer_width = "32")))]
    pub(super) const fn plan(plan: Plan, size: &Size) -> Plan {
        plan.region::<[Move; 2]>(size.plies)
            .region::<u16>(size.history.saturating_mul(2))
            .region::<Move>(size.countermoves.saturating_mul(2))
    }

    /// Whether the memory was enough, [`Memory::was_enough`] tells.
    pub(super) fn new(memory: &mut Memory<'m>, size: &Size) -> Result<Self, Error> {
        if !FULL {
            if size.history != 0 || size.countermoves != 0 {
                return Err(Error::Unsupported);
            }
            let killers = memory.take_if_there(size.plies);
            return Ok(Self { killers, history: &mut [], countermoves: &mut [] });
        }
        for slots in [size.history, size.countermoves] {
            if slots > HISTORY_SIZE || !(slots == 0 || slots.is_power_of_two()) {
                return Err(Error::Config);
            }
        }
        Ok(Self {
            killers: memory.take_if_there(size.plies),
            history: memory.take_if_there(size.history * 2),
            countermoves: memory.take_if_there(size.countermoves * 2),
        })
    }

    /// Forgets everything, for a new search whose result must not depend on the ones before.
    pub(super) fn clear(&mut self) {
        self.killers.fill([Move::NONE; 2]);
        if FULL {
            self.history.fill(0);
            self.countermoves.fill(Move::NONE);
        }
    }

    /// What is remembered for a node, to rate its moves with.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn at(
        &self,
        switches: &OrderingSwitches,
        ply: usize,
        side: Side,
        previous: Option<(Side, u16)>,
    ) -> Rater<'_> {
        let killers = match self.killers.get(ply) {
            Some(killers) if switches.killers => *killers,
            _ => [Move::NONE; 2],
        };
        let history: &[u16] = if FULL && switches.history { self.history } else { &[] };
        let countermove = match previous {
            Some((side, index)) if FULL && switches.countermoves => self
                .countermoves
                .get(place(self.countermoves.len(), side, index))
                .copied()
                .unwrap_or(Move::NONE),
            _ => Move::NONE,
        };
        Rater { killers, countermove, history, side }
    }

    /// Takes note of a move that cut.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn cut(&mut self, switches: &OrderingSwitches, cut: Cut) {
        let Cut { ply, side, m, index, depth, previous } = cut;
        if switches.killers
            && let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != m
        {
            killers[1] = killers[0];
            killers[0] = m;
        }
        if FULL && switches.history && !self.history.is_empty() {
            let place = place(self.history.len(), side, index);
            let gain = u32::from(depth.min(64)).pow(2).min(1024) as u16;
            let mut full = false;
            if let Some(count) = self.history.get_mut(place) {
                *count = count.saturating_add(gain);
                full = *count > HISTORY_MOST;
            }
            if full {
                for count in self.history.iter_mut() {
                    *count /= 2;
                }
            }
        }
        if FULL
            && switches.countermoves
            && let Some((side, index)) = previous
        {
            let place = place(self.countermoves.len(), side, index);
            if let Some(slot) = self.countermoves.get_mut(place) {
                *slot = m;
            }
        }
    }
}

/// A move that cut, and where.
pub(super) struct Cut {
    pub ply: usize,
    pub side: Side,
    pub m: Move,
    /// The move's history index.
    pub index: u16,
    /// Plies left at the node.
    pub depth: u16,
    /// The move that led to the node: who made it, and its history index.
    pub previous: Option<(Side, u16)>,
}

/// Rates the moves of one node.
pub(super) struct Rater<'a> {
    killers: [Move; 2],
    countermove: Move,
    history: &'a [u16],
    side: Side,
}

impl Rater<'_> {
    /// Whether history counts, so that a move's index is needed.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) const fn uses_history(&self) -> bool {
        !self.history.is_empty()
    }

    /// The weight of a move with this history index.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(super) fn rate(&self, m: Move, index: u16) -> i32 {
        let mut value = 0;
        if m == self.killers[0] {
            value += KILLERS[0];
        } else if m == self.killers[1] {
            value += KILLERS[1];
        } else if FULL && m == self.countermove {
            value += COUNTERMOVE;
        }
        if !FULL {
            return value;
        }
        let place = place(self.history.len(), self.side, index);
        value + self.history.get(place).map_or(0, |&count| i32::from(count))
    }
}
