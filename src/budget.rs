//! Node budgets, the cancel flag, and the snapshot of progress that another thread or an interrupt
//! may read. All of it is 32-bit loads and stores; nothing needs compare-and-swap.

use core::sync::atomic::{Ordering, fence};

use crate::atomic::AtomicU32;

/// Whether searches publish progress, and tell how full their table and how much of their memory was
/// in use. The feature `minimal` leaves these out.
pub(crate) const WATCHED: bool = cfg!(not(feature = "minimal"));

/// A request to stop, set from an interrupt or another thread by one 32-bit store.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Cancel(AtomicU32);

impl Cancel {
    /// No request.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Asks the search to stop at its next node.
    pub fn request(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    #[inline(always)]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Forgets the request; the start of a search does so.
    pub fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// What another thread or an interrupt may touch of a running search: the cancel flag and the
/// progress. It lives in the search's memory, so that it can be borrowed apart from the search.
#[derive(Debug, Default)]
pub struct Control {
    /// The request to stop.
    pub cancel: Cancel,
    /// The last published snapshot.
    pub progress: Progress,
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Nodes searched since the start.
    pub nodes: u64,
    /// Plies from the root to the present node.
    pub depth: u32,
    /// Proof number of the root (proof searches), or the score's bit pattern (alpha-beta).
    pub first: u32,
    /// Disproof number of the root (proof searches), or the completed depth (alpha-beta).
    pub second: u32,
}

/// A [`Snapshot`] that one writer updates and any number of readers read at any time.
///
/// A sequence lock: the counter is odd while the writer is at work, and a reader that met a change
/// tries again, a bounded number of times.
#[derive(Debug, Default)]
pub struct Progress {
    sequence: AtomicU32,
    words: [AtomicU32; 5],
}

impl Progress {
    /// No progress yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { sequence: AtomicU32::new(0), words: [const { AtomicU32::new(0) }; 5] }
    }

    /// Publishes a snapshot. Only one thread may call this at a time.
    pub fn publish(&self, snapshot: Snapshot) {
        let sequence = self.sequence.load(Ordering::Relaxed);
        self.sequence.store(sequence.wrapping_add(1), Ordering::Relaxed);
        fence(Ordering::Release);
        let values = [
            snapshot.nodes as u32,
            (snapshot.nodes >> 32) as u32,
            snapshot.depth,
            snapshot.first,
            snapshot.second,
        ];
        for (word, value) in self.words.iter().zip(values) {
            word.store(value, Ordering::Relaxed);
        }
        self.sequence.store(sequence.wrapping_add(2), Ordering::Release);
    }

    /// The last snapshot; `None` where the writer was busy at every one of a few tries.
    #[must_use]
    pub fn read(&self) -> Option<Snapshot> {
        for _ in 0..16 {
            let before = self.sequence.load(Ordering::Acquire);
            let [low, high, depth, first, second] = core::array::from_fn(|i| {
                self.words.get(i).map_or(0, |w| w.load(Ordering::Relaxed))
            });
            fence(Ordering::Acquire);
            if before & 1 == 0 && self.sequence.load(Ordering::Relaxed) == before {
                return Some(Snapshot {
                    nodes: u64::from(high) << 32 | u64::from(low),
                    depth,
                    first,
                    second,
                });
            }
        }
        None
    }
}
