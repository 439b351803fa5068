//! What the search keeps of a node on its path, and of each of the node's children.

use static_assertions::const_assert;

use crate::game::Key;
use crate::moves::Move;
use crate::score::{INFINITE, ProofNumber};
use crate::stack::Span;
use crate::table::proof::NEVER;

/// What a child is worth, as seen on the present path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Value {
    /// Proof number; 0 where the attacker wins within the plies that remain.
    pub proof: ProofNumber,
    /// Disproof number; 0 where the attacker does not.
    pub disproof: ProofNumber,
    /// Decided: resources with which it is decided the same way.
    pub resource: u32,
    /// Bits 0 to 11: see [`Value::length`]. Bit 15: see [`Value::is_delayed`].
    bits: u16,
    /// Disproven: the lowest frame of the path that the refutation rests on, by a repetition;
    /// [`NO_FRAME`] where it is a fact.
    pub rests_on: u16,
}

/// No frame: a result that rests on the position alone, or the end of a chain of frames.
pub(super) const NO_FRAME: u16 = u16::MAX;

const DELAYED: u16 = 0x8000;

impl Default for Value {
    fn default() -> Self {
        Self::open(1, 1)
    }
}

impl Value {
    /// Not decided.
    pub const fn open(proof: ProofNumber, disproof: ProofNumber) -> Self {
        Self { proof, disproof, resource: 0, bits: 0, rests_on: NO_FRAME }
    }

    /// The attacker wins within `length` plies, with at least `resource`.
    pub const fn proven(length: u16, resource: u32) -> Self {
        Self { proof: 0, disproof: INFINITE, resource, bits: length & NEVER, rests_on: NO_FRAME }
    }

    /// The attacker does not win within fewer than `length` plies, with at most `resource`.
    pub const fn disproven(length: u16, rests_on: u16, resource: u32) -> Self {
        Self { proof: INFINITE, disproof: 0, resource, bits: length & NEVER, rests_on }
    }

    /// Won or not, as [`Value::proven`] and [`Value::disproven`].
    #[inline(always)]
    pub const fn decided(won: bool, length: u16, rests_on: u16, resource: u32) -> Self {
        if won {
            Self::proven(length, resource)
        } else {
            Self::disproven(length, rests_on, resource)
        }
    }

    /// Not looked up yet: keeps the key of the child until then.
    #[cfg(not(feature = "compact"))]
    pub const fn pending(key: Key) -> Self {
        Self {
            proof: key.position as u32,
            disproof: (key.position >> 32) as u32,
            resource: key.resource,
            bits: 0,
            rests_on: NO_FRAME,
        }
    }

    /// The key of a child that is not looked up yet.
    #[cfg(not(feature = "compact"))]
    pub const fn pending_key(&self) -> Key {
        Key { position: (self.disproof as u64) << 32 | self.proof as u64, resource: self.resource }
    }

    /// Proven: the win takes at most so many plies. Disproven: it takes at least so many,
    /// [`NEVER`] where there is none.
    pub const fn length(&self) -> u16 {
        self.bits & NEVER
    }

    /// Whether the child waits until the one before it is proven.
    pub const fn is_delayed(&self) -> bool {
        self.bits & DELAYED != 0
    }

    /// The same value, waiting or not.
    #[must_use]
    pub const fn delayed(self, delayed: bool) -> Self {
        let bits = if delayed { self.bits | DELAYED } else { self.bits & !DELAYED };
        Self { bits, ..self }
    }
}

/// A node on the path.
// Small fields come first, where small processors reach them with one instruction.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Frame {
    /// Whether the attacker is to move.
    pub attacker_moves: bool,
    /// Whether the table tells other searches that this one is busy here.
    #[cfg(not(feature = "compact"))]
    pub is_marked: bool,
    /// Plies within which the attacker must win from here.
    pub remaining: u16,
    /// The next frame in the chain of frames with the same path slot.
    pub next_in_slot: u16,
    /// How often the search changed from one child to another.
    pub switches: u16,
    /// The verifier's: the lowest frame that what it has checked so far rests on.
    pub rests_on: u16,
    /// The verifier's: plies of the longest line that it has checked so far.
    pub checked: u16,
    /// The search of this node ends when its numbers reach these.
    pub proof_threshold: ProofNumber,
    pub disproof_threshold: ProofNumber,
    /// Its children.
    pub children: Span,
    /// The child being searched, as an index into `children`.
    pub current: u32,
    /// Node count when the node was entered, low half: tells the size of its subtree.
    pub nodes_before: u32,
    /// The move that led here.
    pub played: Move,
    /// The position.
    pub key: Key,
}

const_assert!(core::mem::size_of::<Value>() == 16);
// The memory of a ply: this frame, one path slot, one move of the line.
const_assert!(core::mem::size_of::<Frame>() + 2 + 4 <= 64);

/// So many plies more, where [`NEVER`] stays what it is.
#[cfg_attr(not(feature = "compact"), inline(always))]
pub(super) const fn longer(length: u16, plies: u16) -> u16 {
    if length >= NEVER - plies { NEVER } else { length + plies }
}
