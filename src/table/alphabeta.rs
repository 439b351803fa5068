//! The transposition table of the alpha-beta family: a lower and an upper bound in one entry.
//!
//! An entry takes 20 bytes on every target. The two check words are the 64 bits of the key, mixed
//! with the table's generation; one of them is XORed over the data (Hyatt and Mann 2002, "A
//! lock-less transposition table implementation for parallel search"): an entry that another search
//! wrote half, that memory corrupted, or that belongs to an earlier generation is not found. So
//! emptying the table is one multiplication, and two searches may share it without locks.
//!
//! Entries stand in buckets of three, one cache line of 64 bytes. All but the last of a bucket keep
//! the positions that took most nodes to search, the last takes what comes. Any number of entries
//! from 0 up is used in full: what is over three in the end makes a smaller bucket.

use core::sync::atomic::Ordering;

use static_assertions::{const_assert, const_assert_eq};

use crate::atomic::AtomicU32;
use crate::game::Key;
use crate::hash::{mix, reduce};
use crate::mem::{Memory, Plan, prefetch};
use crate::moves::Move;
use crate::score::{SCORE_LIMIT, Score};
use crate::status::Error;

/// 32-bit words an entry takes: two check words, the move, two words of packed bounds.
pub const ENTRY_WORDS: usize = 5;

/// Bytes an entry takes; three of them stand in 64 bytes.
pub const ENTRY_BYTES: usize = ENTRY_WORDS * 4;

const_assert_eq!(ENTRY_BYTES, 20);

/// The depth of a result that holds however deep the search: the game was read to its end.
pub const UNLIMITED: u16 = 0x3ff;

const SCORE_BITS: u32 = 21;
const SCORE_MASK: u32 = (1 << SCORE_BITS) - 1;
const AGE_MASK: u32 = 0x1f;

/// The most words a table uses.
const MOST_WORDS: usize = i32::MAX as usize;

// Both open bounds fit into the packed score.
const _: () = assert!(2 * SCORE_LIMIT < 1 << SCORE_BITS);

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best or cutting move, or none.
    pub best: Move,
    /// The value is at least this; -[`SCORE_LIMIT`] where nothing is known.
    pub lower: Score,
    /// The value is at most this; [`SCORE_LIMIT`] where nothing is known.
    pub upper: Score,
    /// The depth in plies of the search behind the bounds, at most [`UNLIMITED`].
    pub depth: u16,
    /// Whether every line behind the bounds reached the end of the game, so that they hold for
    /// any greater depth too.
    pub complete: bool,
    /// The size of the search behind the entry: the bit length of its node count, at most 31.
    pub cost: u8,
}

/// A position's key, prepared for the table once a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    check: u64,
    index: u32,
}

/// The table: any number of entries in caller memory.
#[derive(Clone, Debug)]
pub struct Table<'m> {
    words: &'m [AtomicU32],
    entries: u32,
    buckets: u32,
    generation: u64,
    age: u32,
}

/// Entries in a bucket.
const WAYS: usize = 3;

/// Words from one bucket to the next; the last is left over.
const BUCKET_WORDS: usize = 16;

const_assert!(WAYS == 3 && WAYS * ENTRY_WORDS <= BUCKET_WORDS);

/// The buckets of the near part of a table: 1 MiB, which is what processors have close by.
const NEAR_BUCKETS: u32 = 1 << 14;

/// How many entries [`Table::near_slot`] keeps to.
pub const NEAR_ENTRIES: usize = NEAR_BUCKETS as usize * WAYS;

/// Tables of fewer words are not aligned to cache lines, which would cost them entries.
const LEAST_ALIGNED: usize = 1024;

/// The words that so many entries take.
const fn words_of(entries: usize) -> Option<usize> {
    match (entries / WAYS).checked_mul(BUCKET_WORDS) {
        Some(words) => words.checked_add(entries % WAYS * ENTRY_WORDS),
        None => None,
    }
}

/// The entries that fit into so many words.
const fn entries_in(words: usize) -> usize {
    // Compared, since a division takes code of its own on small processors.
    let rest = words % BUCKET_WORDS;
    let more = (rest >= ENTRY_WORDS) as usize
        + (rest >= 2 * ENTRY_WORDS) as usize
        + (rest >= 3 * ENTRY_WORDS) as usize;
    words / BUCKET_WORDS * WAYS + more
}

fn pack_score(score: Score) -> u32 {
    (score + SCORE_LIMIT) as u32 & SCORE_MASK
}

fn unpack_score(word: u32) -> Score {
    (word & SCORE_MASK) as Score - SCORE_LIMIT
}

/// The check words of an entry: the low half of the check as it is, so that another position's
/// entry is told from one word, and the high half with the data folded over it.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn seal(check: u64, data: [u32; 3]) -> [u32; 2] {
    let [best, lower, upper] = data;
    [check as u32, (check >> 32) as u32 ^ best.rotate_left(7) ^ lower ^ upper.rotate_left(23)]
}

/// The entries of a bucket. All at once: going through a slice of words, the compiler would divide by
/// the words of an entry, for which small processors have no instruction.
#[inline(always)]
fn entries_of(bucket: &[AtomicU32]) -> [Option<&[AtomicU32; ENTRY_WORDS]>; WAYS] {
    [words_at(bucket, 0), words_at(bucket, 1), words_at(bucket, 2)]
}

/// The words of one entry of a bucket.
#[inline(always)]
fn words_at(bucket: &[AtomicU32], way: usize) -> Option<&[AtomicU32; ENTRY_WORDS]> {
    bucket.get(way * ENTRY_WORDS..)?.first_chunk()
}

/// The entry of a bucket that carries these check bits: its way and its data.
#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
fn find(bucket: &[AtomicU32], check: u64) -> Option<(usize, [u32; 3])> {
    for (way, entry) in entries_of(bucket).into_iter().enumerate() {
        let [low, high, best, lower, upper] = entry?;
        if low.load(Ordering::Relaxed) != check as u32 {
            continue;
        }
        let data = [
            best.load(Ordering::Relaxed),
            lower.load(Ordering::Relaxed),
            upper.load(Ordering::Relaxed),
        ];
        if seal(check, data)[1] == high.load(Ordering::Relaxed) {
            return Some((way, data));
        }
    }
    None
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn write(bucket: &[AtomicU32], way: usize, check: u64, data: [u32; 3]) {
    if let Some([low, high, best, lower, upper]) = words_at(bucket, way) {
        let [sealed_low, sealed_high] = seal(check, data);
        low.store(sealed_low, Ordering::Relaxed);
        high.store(sealed_high, Ordering::Relaxed);
        best.store(data[0], Ordering::Relaxed);
        lower.store(data[1], Ordering::Relaxed);
        upper.store(data[2], Ordering::Relaxed);
    }
}

impl<'m> Table<'m> {
    /// A table without entries, which finds nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self { words: &[], entries: 0, buckets: 0, generation: 0, age: 0 }
    }

    /// Adds the memory of `entries` entries to a plan.
    #[must_use]
    pub const fn plan(plan: Plan, entries: usize) -> Plan {
        match words_of(entries) {
            Some(words) => plan.region::<AtomicU32>(words),
            None => plan.region::<u64>(usize::MAX),
        }
    }

    /// A table over all that is left of `memory`, emptied. Memory that is not aligned to 64 bytes
    /// loses up to three entries by it, if it is larger than 4 KiB.
    ///
    /// # Errors
    ///
    /// None that a caller can cause: memory too short for one entry gives a table without entries.
    pub fn new(memory: &mut Memory<'m>) -> Result<Self, Error> {
        let words = (memory.remaining() / 4).min(MOST_WORDS);
        let words = memory.take_shared(words)?;
        if words.len() < LEAST_ALIGNED {
            return Ok(Self::over(words));
        }
        let past = (words.as_ptr() as usize / 4) % BUCKET_WORDS;
        let skip = if past == 0 { 0 } else { BUCKET_WORDS - past };
        Ok(Self::over(words.get(skip..).unwrap_or(words)))
    }

    /// A table of `entries` entries out of `memory`, emptied, not aligned to cache lines.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn with_entries(memory: &mut Memory<'m>, entries: usize) -> Result<Self, Error> {
        let words = words_of(entries).filter(|&words| words <= MOST_WORDS).ok_or(Error::Size)?;
        Ok(Self::over(memory.take_shared(words)?))
    }

    fn over(words: &'m [AtomicU32]) -> Self {
        let entries = entries_in(words.len()) as u32;
        // Without a division, which small processors have no instruction for.
        let buckets =
            words.len() / BUCKET_WORDS + usize::from(words.len() % BUCKET_WORDS >= ENTRY_WORDS);
        let buckets = buckets as u32;
        Self { words, entries, buckets, generation: 0x243f_6a88_85a3_08d3, age: 1 }
    }

    /// How many entries there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries as usize
    }

    /// Whether the table has no entry at all.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Forgets every entry, in constant time: what was stored belongs to an earlier generation.
    ///
    /// Searches that share the memory see each other's entries only in the same generation.
    pub fn clear(&mut self) {
        self.generation = mix(self.generation);
        self.age = (self.age + 1) & AGE_MASK;
    }

    /// Makes what is stored so far the first to be replaced; it can still be found.
    pub fn next_age(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }

    /// Prepares a key. `salt` separates searches whose results must not meet.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn slot(&self, key: Key, salt: u64) -> Slot {
        self.slot_among(self.buckets, key, salt)
    }

    /// The same within the first [`NEAR_ENTRIES`] entries, for results that are many and cheap: they
    /// stay in the processor's cache, where asking for them costs little.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn near_slot(&self, key: Key, salt: u64) -> Slot {
        self.slot_among(self.buckets.min(NEAR_BUCKETS), key, salt)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn slot_among(&self, buckets: u32, key: Key, salt: u64) -> Slot {
        let mut check = key.position ^ salt;
        if key.resource != 0 {
            check ^= mix(u64::from(key.resource));
        }
        Slot {
            check: check ^ self.generation,
            index: reduce((check >> 32) as u32 ^ check as u32, buckets),
        }
    }

    /// Fetches a slot's memory into the cache ahead of its use, where the processor can.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn prefetch(&self, slot: Slot) {
        if let Some(word) = self.words.get(slot.index as usize * BUCKET_WORDS) {
            prefetch(word);
        }
    }

    /// The words of a bucket.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn bucket(&self, index: u32) -> &'m [AtomicU32] {
        let words = self.words.get(index as usize * BUCKET_WORDS..).unwrap_or(&[]);
        words.get(..WAYS * ENTRY_WORDS).unwrap_or(words)
    }

    /// What is known of the position of `slot`.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn probe(&self, slot: Slot) -> Option<Entry> {
        find(self.bucket(slot.index), slot.check).map(|(_, data)| unpack(data))
    }

    /// Stores what a search found of the position of `slot`.
    ///
    /// Bounds of the same depth are merged with those already there, so that a pass that fails
    /// high keeps the upper bound of the passes before it. Shallower results do not replace deeper
    /// ones of the same age.
    pub fn store(&self, slot: Slot, entry: Entry) {
        if self.entries == 0 {
            return;
        }
        let bucket = self.bucket(slot.index);
        let age = self.age;
        let mut new = entry;
        let way = if let Some((way, data)) = find(bucket, slot.check) {
            let old = unpack(data);
            if old.depth == new.depth && old.complete == new.complete {
                new.lower = new.lower.max(old.lower);
                new.upper = new.upper.min(old.upper);
                if new.lower > new.upper {
                    // Can only come from results that depended on the path or on a table
                    // shared with a different search: trust the later one.
                    new.lower = entry.lower;
                    new.upper = entry.upper;
                }
            } else if old.depth > new.depth && data[2] >> (SCORE_BITS + 5) & AGE_MASK == age {
                return;
            }
            if new.best.is_none() {
                new.best = old.best;
            }
            new.cost = new.cost.max(old.cost);
            way
        } else {
            self.make_room(bucket, u32::from(entry.cost))
        };
        write(bucket, way, slot.check, pack(new, age));
    }

    /// The way of a bucket for an entry of this cost, which is not there yet.
    ///
    /// The last way takes what comes; a better place is that of an entry of an earlier age, or of
    /// the smallest search that is not larger than this one, whose tenant moves to the last way.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn make_room(&self, bucket: &[AtomicU32], cost: u32) -> usize {
        let mut place = WAYS;
        // Compared, since a division takes code of its own on small processors.
        let last = usize::from(bucket.len() >= 2 * ENTRY_WORDS)
            + usize::from(bucket.len() >= 3 * ENTRY_WORDS);
        let mut least = cost;
        for (way, entry) in entries_of(bucket).into_iter().enumerate() {
            let Some([.., upper]) = entry else { break };
            let held = upper.load(Ordering::Relaxed);
            if held >> (SCORE_BITS + 5) & AGE_MASK != self.age {
                return way;
            }
            let cost = held >> SCORE_BITS & 0x1f;
            if way != last && cost <= least {
                least = cost;
                place = way;
            }
        }
        if let (Some(from), Some(to)) = (words_at(bucket, place), words_at(bucket, last)) {
            for (to, from) in to.iter().zip(from) {
                to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            return place;
        }
        last
    }

    /// How many of the first 1000 entries (or all, if fewer) hold a result of the present age.
    #[must_use]
    pub fn used_per_mille(&self) -> u32 {
        let sample = self.entries.min(1000);
        let mut used = 0u32;
        let (mut bucket, mut way) = (0, 0);
        for _ in 0..sample {
            if let Some([.., upper]) = words_at(self.bucket(bucket), way) {
                let age = upper.load(Ordering::Relaxed) >> (SCORE_BITS + 5) & AGE_MASK;
                used += u32::from(age == self.age);
            }
            way += 1;
            if way == WAYS {
                (bucket, way) = (bucket + 1, 0);
            }
        }
        crate::math::permille(used, sample)
    }
}

/// The data words of an entry: move; lower bound, depth and completeness; upper bound, cost and
/// age.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn pack(entry: Entry, age: u32) -> [u32; 3] {
    [
        entry.best.0,
        pack_score(entry.lower)
            | u32::from(entry.depth.min(UNLIMITED)) << SCORE_BITS
            | u32::from(entry.complete) << 31,
        pack_score(entry.upper)
            | u32::from(entry.cost & 0x1f) << SCORE_BITS
            | (age & AGE_MASK) << (SCORE_BITS + 5),
    ]
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn unpack([best, lower, upper]: [u32; 3]) -> Entry {
    Entry {
        best: Move(best),
        lower: unpack_score(lower),
        upper: unpack_score(upper),
        depth: (lower >> SCORE_BITS) as u16 & UNLIMITED,
        complete: lower >> 31 != 0,
        cost: (upper >> SCORE_BITS) as u8 & 0x1f,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    fn key(n: u64) -> Key {
        Key { position: mix(n), resource: 0 }
    }

    fn entry(lower: Score, upper: Score, depth: u16) -> Entry {
        Entry { best: Move(7), lower, upper, depth, complete: false, cost: 3 }
    }

    #[test]
    fn every_field_survives_packing() {
        for lower in [-SCORE_LIMIT, -MATE, -1, 0, 1, MATE] {
            for upper in [-MATE, 0, 5, MATE, SCORE_LIMIT] {
                for depth in [0, 1, 500, UNLIMITED] {
                    for complete in [false, true] {
                        let entry =
                            Entry { best: Move(u32::MAX), lower, upper, depth, complete, cost: 31 };
                        assert_eq!(unpack(pack(entry, 31)), entry);
                    }
                }
            }
        }
    }

    #[test]
    fn near_entries_stay_in_the_near_part_and_are_found_there_alone() {
        let mut block = vec![0u64; Table::plan(Plan::new(), 1 << 17).bytes().unwrap() / 8];
        let table = Table::with_entries(&mut Memory::new(&mut block), 1 << 17).unwrap();
        let mut apart = 0;
        for n in 0..1000 {
            let (near, far) = (table.near_slot(key(n), 0), table.slot(key(n), 0));
            assert!(near.index < NEAR_BUCKETS);
            table.store(near, entry(0, 0, 1));
            assert!(table.probe(near).is_some());
            apart += u32::from(table.probe(far).is_none());
        }
        assert!(apart > 990);
        let mut block = vec![0u64; 4096];
        let table = Table::new(&mut Memory::new(&mut block)).unwrap();
        assert_eq!(table.near_slot(key(1), 0), table.slot(key(1), 0));
    }

    #[test]
    fn a_pass_that_fails_high_keeps_the_upper_bound_of_the_same_depth() {
        let mut block = [0u64; 64];
        let table = Table::new(&mut Memory::new(&mut block)).unwrap();
        let slot = table.slot(key(1), 0);
        table.store(slot, entry(-SCORE_LIMIT, 9, 4));
        table.store(slot, entry(3, SCORE_LIMIT, 4));
        let found = table.probe(slot).unwrap();
        assert_eq!((found.lower, found.upper), (3, 9));
        table.store(slot, entry(5, SCORE_LIMIT, 6));
        let found = table.probe(slot).unwrap();
        assert_eq!((found.lower, found.upper, found.depth), (5, SCORE_LIMIT, 6));
    }

    #[test]
    fn clearing_forgets_everything_at_once() {
        let mut block = [0u64; 640];
        let mut table = Table::new(&mut Memory::new(&mut block)).unwrap();
        for n in 0..100 {
            table.store(table.slot(key(n), 0), entry(0, 0, 1));
        }
        table.clear();
        for n in 0..100 {
            assert_eq!(table.probe(table.slot(key(n), 0)), None);
        }
    }

    #[test]
    fn a_corrupted_or_torn_entry_is_not_found() {
        let mut block = [0u64; 4];
        let table = Table::new(&mut Memory::new(&mut block)).unwrap();
        assert_eq!(table.len(), 1);
        let slot = table.slot(key(5), 0);
        table.store(slot, entry(-4, 12, 9));
        assert!(table.probe(slot).is_some());
        for word in &table.words[..ENTRY_WORDS] {
            for bit in 0..32 {
                let old = word.load(Ordering::Relaxed);
                word.store(old ^ 1 << bit, Ordering::Relaxed);
                assert_eq!(table.probe(slot), None, "bit {bit}");
                word.store(old, Ordering::Relaxed);
            }
        }
        assert!(table.probe(slot).is_some());
    }

    #[test]
    fn every_entry_of_a_table_of_any_size_is_used() {
        for entries in 0..20 {
            let bytes = Table::plan(Plan::new(), entries).bytes().unwrap();
            let mut block = vec![0u64; bytes / 8];
            let table = Table::with_entries(&mut Memory::new(&mut block), entries).unwrap();
            for n in 0..2000 {
                table.store(table.slot(key(n), 0), entry(0, 0, 1));
            }
            let used = (0..entries)
                .filter(|&i| {
                    words_at(table.bucket((i / WAYS) as u32), i % WAYS)
                        .unwrap()
                        .iter()
                        .any(|w| w.load(Ordering::Relaxed) != 0)
                })
                .count();
            assert_eq!(used, entries);
        }
    }

    #[test]
    fn a_large_subtree_is_not_evicted_by_small_ones() {
        let mut block = [0u64; 5];
        let table = Table::with_entries(&mut Memory::new(&mut block), 2).unwrap();
        let large = table.slot(key(0), 0);
        table.store(large, Entry { cost: 20, ..entry(1, 1, 1) });
        for n in 1..1000 {
            table.store(table.slot(key(n), 0), entry(0, 0, 1));
            assert!(table.probe(large).is_some());
            assert!(table.probe(table.slot(key(n), 0)).is_some());
        }
    }
}
