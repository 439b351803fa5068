//! Which positions stand on the path: a small hash index over the frames.

use crate::game::{Dominance, Key};

use super::node::{Frame, NO_FRAME};

/// Chains of frames by position key. One slot a frame of capacity; the links stand in the frames.
#[derive(Debug)]
pub(super) struct Path<'m> {
    slots: &'m mut [u16],
}

impl<'m> Path<'m> {
    pub fn new(slots: &'m mut [u16]) -> Self {
        slots.fill(NO_FRAME);
        Self { slots }
    }

    pub fn clear(&mut self) {
        self.slots.fill(NO_FRAME);
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn slot(&self, key: Key) -> usize {
        // The low half of the key picks the table entry; the high half is independent of it. There
        // are fewer than 2^16 slots.
        (((key.position >> 48) as u32).wrapping_mul(self.slots.len() as u32) >> 16) as usize
    }

    /// Adds the frame at `index` with `key`; returns the link that the frame must keep.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn push(&mut self, key: Key, index: u16) -> u16 {
        let slot = self.slot(key);
        self.slots.get_mut(slot).map_or(NO_FRAME, |head| core::mem::replace(head, index))
    }

    /// Removes the frame added last, whose link is `next`.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn pop(&mut self, key: Key, next: u16) {
        let slot = self.slot(key);
        if let Some(head) = self.slots.get_mut(slot) {
            *head = next;
        }
    }

    /// The last frame on the path whose position is equal to `key`, or better for the attacker
    /// with the same board: reaching it again, or something worse, is no progress. The frame
    /// `except` does not count; the search ends where `frame` gives none (indices fall along a
    /// chain).
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn find<'f>(
        &self,
        key: Key,
        frame: impl Fn(u16) -> Option<&'f Frame>,
        dominance: impl Fn(u32, u32) -> Dominance,
        except: u16,
    ) -> Option<u16> {
        let mut index = self.slots.get(self.slot(key)).copied().unwrap_or(NO_FRAME);
        // No frame has the index NO_FRAME.
        while let Some(found) = frame(index) {
            if index != except
                && found.key.position == key.position
                && matches!(
                    dominance(key.resource, found.key.resource),
                    Dominance::Equal | Dominance::Worse
                )
            {
                return Some(index);
            }
            index = found.next_in_slot;
        }
        None
    }
}
