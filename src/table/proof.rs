//! The table of proof-number searches: bounds on the length of the win, proof and disproof numbers.
//!
//! # Entry
//!
//! Six 32-bit words, 24 bytes on every target:
//!
//! | word | bits |
//! |---|---|
//! | 0 | low half of the position key |
//! | 1 | high half of the position key, XORed with a mix of words 2 to 5 and the epoch |
//! | 2 | resource (hand, or a second key) |
//! | 3 | proof number (24), subtree size (8, eighths of an octave) |
//! | 4 | disproof number (24), age (8) |
//! | 5 | upper bound on the length of the win (12), lower bound (12), 0 (8) |
//!
//! The epoch makes clearing O(1): entries of another epoch fail their check word. A position is
//! looked for in a window of [`WINDOW`] neighbouring entries; where all are taken, the one that
//! cost least is overwritten, entries of earlier searches first.
//!
//! # Facts
//!
//! Bounds are facts: "the attacker wins within `upper` plies", "not within fewer than `lower`
//! plies". Both hold whatever led to the position; a search never stores here what rests on its
//! path. The numbers are estimates.
//!
//! # Keys
//!
//! All 64 bits of the key are compared (the low half also picks the place). Two positions with
//! equal keys are one to the table: among `n` different positions met by one search the chance of
//! any such pair is about `n * n / 2^65`, one in 37 million for a million positions.

use core::sync::atomic::Ordering;

use static_assertions::const_assert;

use crate::atomic::AtomicU32;
use crate::game::{Dominance, Key};
use crate::hash::reduce;
use crate::mem::{Memory, Plan, prefetch};
use crate::score::{INFINITE, MAX_FINITE, ProofNumber};
use crate::status::Error;

/// How many neighbouring entries a position may stand in.
pub const WINDOW: u32 = 4;

/// Bytes an entry takes.
pub const ENTRY_BYTES: usize = ENTRY_WORDS * 4;

/// Bytes a table takes beside its entries.
pub const HEADER_BYTES: usize = HEADER_WORDS * 4;

/// The length that stands for "never": no bound above it can be told apart.
pub const NEVER: u16 = 0xfff;

const ENTRY_WORDS: usize = 6;
const HEADER_WORDS: usize = 4;
const EPOCH: usize = 0;
const AGE: usize = 1;
/// The low byte of the last word of entries of the present epoch: 1 to 255, never 0, which empty
/// memory holds.
const MARK: usize = 2;
/// Not 0 where several searches use the table at the same time.
const SHARED: usize = 3;
/// The first epoch: 0 would make an all-zero entry pass for key 0.
const FIRST_EPOCH: u32 = 1;
const FIRST_MARK: u32 = 2;

const_assert!(ENTRY_BYTES == 24);

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The attacker wins within this many plies; [`NEVER`] where no win is known.
    pub upper: u16,
    /// The attacker does not win within fewer plies than this; [`NEVER`] where no win exists, 0
    /// where nothing is known.
    pub lower: u16,
    /// The resources with which the attacker wins within `upper` plies.
    pub upper_resource: u32,
    /// The resources with which the attacker does not win within fewer than `lower` plies.
    pub lower_resource: u32,
    /// Proof and disproof number, both finite and above 0, where the position itself was searched.
    pub numbers: Option<(ProofNumber, ProofNumber)>,
    /// What the numbers are at least, as entries with other resources suggest.
    pub at_least: (ProofNumber, ProofNumber),
    /// Whether the attacker wins, and whether it never wins, with some other resources that say
    /// nothing of these.
    pub elsewhere: (bool, bool),
}

impl Facts {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        upper: NEVER,
        lower: 0,
        upper_resource: 0,
        lower_resource: 0,
        numbers: None,
        at_least: (1, 1),
        elsewhere: (false, false),
    };
}

/// A table of proof and disproof numbers. A copy of it is a second handle to the same table.
#[derive(Clone, Copy, Debug)]
pub struct ProofTable<'m> {
    header: Option<&'m [AtomicU32; HEADER_WORDS]>,
    entries: &'m [[AtomicU32; ENTRY_WORDS]],
    /// Number of entries.
    len: u32,
    /// Entries looked at for a position.
    window: u32,
}

/// The words of an entry beside its key.
#[derive(Clone, Copy)]
struct Data {
    resource: u32,
    proof: u32,
    disproof: u32,
    bounds: u32,
}

impl Data {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn upper(self) -> u16 {
        (self.bounds >> 20) as u16
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn lower(self) -> u16 {
        (self.bounds >> 8) as u16 & NEVER
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn amount(self) -> u32 {
        self.proof & 0xff
    }

    /// A mix of all words, so that no torn entry passes for a whole one.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn check(self, epoch: u32) -> u32 {
        let mut sum = self.resource.wrapping_add(epoch).wrapping_mul(0x9e37_79b1);
        sum = (sum ^ self.proof).rotate_left(15).wrapping_mul(0x85eb_ca6b);
        sum = (sum ^ self.disproof).rotate_left(13).wrapping_mul(0xc2b2_ae35);
        sum = (sum ^ self.bounds).rotate_left(11).wrapping_mul(0x27d4_eb2f);
        sum ^ (sum >> 15)
    }
}

impl<'m> ProofTable<'m> {
    /// The bytes that a table with `entries` entries takes.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where no address space could hold it.
    pub const fn bytes(entries: usize) -> Result<usize, Error> {
        Plan::new().region::<[u32; HEADER_WORDS]>(1).region::<[u32; ENTRY_WORDS]>(entries).bytes()
    }

    /// Formats `memory` as a table that uses all of it; without room for an entry the table is
    /// empty and remembers nothing. Costs a pass over the memory; [`ProofTable::clear`] does not.
    #[must_use]
    pub fn format(mut memory: Memory<'m>) -> Self {
        let Ok([header]) = memory.take_shared_groups::<HEADER_WORDS>(1) else {
            return Self::EMPTY;
        };
        let header = Some(header);
        let count = (crate::math::third(memory.remaining() / 8)).min(u32::MAX as usize);
        let Ok(entries) = memory.take_shared_groups::<ENTRY_WORDS>(count) else {
            return Self::EMPTY;
        };
        let len = entries.len() as u32;
        store(header, EPOCH, FIRST_EPOCH);
        store(header, MARK, FIRST_MARK);
        Self { header, entries, len, window: WINDOW.min(len) }
    }

    /// A table without entries.
    pub const EMPTY: Self = Self { header: None, entries: &[], len: 0, window: 0 };

    /// How many entries the table has.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.len as usize
    }

    /// Forgets everything, in constant time but for one pass over the entries in every 255 calls.
    /// A cleared table is as good as a new one: no search can tell the two apart. Not while another
    /// search uses the table.
    pub fn clear(&self) {
        let epoch = load(self.header, EPOCH).wrapping_add(1).max(1);
        let mut mark = load(self.header, MARK) + 1;
        if mark > 255 {
            // The marks begin anew: no old entry may look like one of this epoch.
            mark = 1;
            for [.., bounds] in self.entries {
                bounds.store(0, Ordering::Relaxed);
            }
        }
        store(self.header, EPOCH, epoch);
        store(self.header, MARK, mark);
        store(self.header, AGE, 0);
    }

    /// Marks the entries so far as older than those to come, which makes them the first to be
    /// overwritten. They stay valid.
    pub fn grow_older(&self) {
        store(self.header, AGE, load(self.header, AGE).wrapping_add(1));
    }

    /// Tells the searches that use the table, now and from their next steps on, whether others use it
    /// at the same time. Those of [`Dfpn`](crate::dfpn::Dfpn) then store in it which nodes they are
    /// busy with, so that the others take other ways; their answers are as good. A new table is not
    /// shared.
    pub fn set_shared(&self, shared: bool) {
        store(self.header, SHARED, u32::from(shared));
    }

    /// Whether several searches use the table at the same time; see [`ProofTable::set_shared`].
    #[must_use]
    pub fn is_shared(&self) -> bool {
        load(self.header, SHARED) != 0
    }

    /// The share of entries in use, in thousandths, estimated from the first thousand.
    #[must_use]
    pub fn fill_permille(&self) -> u32 {
        let mark = load(self.header, MARK);
        let mut seen = 0u32;
        let mut used = 0u32;
        for entry in self.entries.iter().take(1000) {
            seen += 1;
            used += u32::from(is_current(entry, mark));
        }
        crate::math::permille(used, seen)
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn slot(&self, key: Key, offset: u32) -> Option<&'m [AtomicU32; ENTRY_WORDS]> {
        let mut index = reduce(key.position as u32, self.len) + offset;
        if index >= self.len {
            index -= self.len;
        }
        self.entries.get(index as usize)
    }

    /// Fetches the entries that a probe for `key` will read.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn prefetch(&self, key: Key) {
        for offset in [0, self.window.wrapping_sub(1)] {
            if let Some([word, ..]) = self.slot(key, offset) {
                prefetch(word);
            }
        }
    }

    /// What is known of the position: its own entry, and what entries of the same position with
    /// other resources say by dominance.
    #[inline]
    pub fn probe(&self, key: Key, dominance: impl Fn(u32, u32) -> Dominance) -> Facts {
        let mut facts = Facts::UNKNOWN;
        let epoch = load(self.header, EPOCH);
        for offset in 0..self.window {
            let Some(entry) = self.slot(key, offset) else {
                break;
            };
            let Some(data) = read(entry, key.position, epoch) else {
                continue;
            };
            let relation = dominance(key.resource, data.resource);
            if relation == Dominance::Equal {
                facts.numbers = Some((data.proof >> 8, data.disproof >> 8));
            }
            if relation == Dominance::Worse {
                facts.at_least.0 = facts.at_least.0.max(data.proof >> 8);
            }
            if relation == Dominance::Better {
                facts.at_least.1 = facts.at_least.1.max(data.disproof >> 8);
            }
            if matches!(relation, Dominance::Equal | Dominance::Better)
                && data.upper() < facts.upper
            {
                facts.upper = data.upper();
                facts.upper_resource = data.resource;
            }
            if matches!(relation, Dominance::Equal | Dominance::Worse) && data.lower() > facts.lower
            {
                facts.lower = data.lower();
                facts.lower_resource = data.resource;
            }
            if relation != Dominance::Equal {
                facts.elsewhere.0 |= data.upper() != NEVER;
                facts.elsewhere.1 |= data.lower() == NEVER;
            }
        }
        facts
    }

    /// The entry of a position with just these resources, and what it holds.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn find(&self, key: Key) -> Option<(&'m [AtomicU32; ENTRY_WORDS], Data)> {
        let epoch = load(self.header, EPOCH);
        for offset in 0..self.window {
            let entry = self.slot(key, offset)?;
            if let Some(data) = read(entry, key.position, epoch)
                && data.resource == key.resource
            {
                return Some((entry, data));
            }
        }
        None
    }

    /// What is known of the position with just these resources: the bounds `upper` and `lower` of
    /// [`Facts`], and its numbers. For games in which nothing follows for other resources.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub(crate) fn probe_exact(&self, key: Key) -> Option<(u16, u16, (ProofNumber, ProofNumber))> {
        let (_, data) = self.find(key)?;
        Some((data.upper(), data.lower(), (data.proof >> 8, data.disproof >> 8)))
    }

    /// Stores what a search found: bounds are merged with those already known, the numbers (where
    /// given) replace the old ones. `nodes` is the size of the search below the position.
    pub fn store(&self, key: Key, facts: Facts, nodes: u32) {
        let bounds = (facts.upper.min(NEVER), facts.lower.min(NEVER));
        let clamp = |number: ProofNumber| number.clamp(1, MAX_FINITE);
        let numbers = facts.numbers.map_or((0, 0), |(pn, dn)| (clamp(pn), clamp(dn)));
        self.store_bounds(key, bounds, numbers, nodes);
    }

    /// The same of bounds (upper, lower), both at most [`NEVER`], and of numbers in their range,
    /// which are 0 where none are given.
    pub(crate) fn store_bounds(
        &self,
        key: Key,
        (mut upper, mut lower): (u16, u16),
        (mut proof, mut disproof): (ProofNumber, ProofNumber),
        nodes: u32,
    ) {
        let epoch = load(self.header, EPOCH);
        let mark = load(self.header, MARK);
        let age = load(self.header, AGE) & 0xff;
        let mut amount = u32::from(crate::math::log2_eighths(nodes));
        let mut place = None;
        let mut least = u32::MAX;
        #[cfg(feature = "compact")]
        let held = self.find(key);
        // On larger machines one pass over the window looks for both.
        #[cfg(not(feature = "compact"))]
        let mut held = None;
        for offset in 0..self.window {
            if cfg!(feature = "compact") && held.is_some() {
                break;
            }
            let Some(entry) = self.slot(key, offset) else {
                break;
            };
            #[cfg(not(feature = "compact"))]
            if let Some(data) = read(entry, key.position, epoch)
                && data.resource == key.resource
            {
                held = Some((entry, data));
                break;
            }
            let worth = worth(entry, mark, age);
            if worth < least {
                least = worth;
                place = Some(entry);
            }
        }
        if let Some((entry, data)) = held {
            upper = upper.min(data.upper());
            lower = lower.max(data.lower());
            if proof == 0 {
                (proof, disproof) = (data.proof >> 8, data.disproof >> 8);
            }
            amount = amount.max(data.amount());
            place = Some(entry);
        }
        let Some(entry) = place else { return };
        let data = Data {
            resource: key.resource,
            proof: proof.max(1) << 8 | amount,
            disproof: disproof.max(1) << 8 | age,
            bounds: u32::from(upper) << 20 | u32::from(lower) << 8 | mark,
        };
        write(entry, key.position, epoch, data);
    }
}

/// How much is lost with an entry: 0 for an empty one, then by age, then by what it cost.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn worth(entry: &[AtomicU32; ENTRY_WORDS], mark: u32, age: u32) -> u32 {
    if !is_current(entry, mark) {
        return 0;
    }
    let [_, _, _, proof, disproof, bounds] = entry;
    let amount = proof.load(Ordering::Relaxed) & 0xff;
    let bounds = bounds.load(Ordering::Relaxed);
    // A fact is worth 512 times the nodes of an estimate (nine octaves): it never has to be found
    // again, and what rests on it falls with it.
    let fact = bounds >> 20 != u32::from(NEVER) || (bounds >> 8) & u32::from(NEVER) != 0;
    let amount = amount + if fact { 72 } else { 0 };
    let current = u32::from(disproof.load(Ordering::Relaxed) & 0xff == age);
    1 + amount + current * 512
}

/// Whether an entry belongs to the present epoch: its last word holds the epoch's mark.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn is_current(entry: &[AtomicU32; ENTRY_WORDS], mark: u32) -> bool {
    let [.., bounds] = entry;
    bounds.load(Ordering::Relaxed) & 0xff == mark
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn read(entry: &[AtomicU32; ENTRY_WORDS], position: u64, epoch: u32) -> Option<Data> {
    let [low, high, resource, proof, disproof, bounds] = entry;
    if low.load(Ordering::Relaxed) != position as u32 {
        return None;
    }
    let data = Data {
        resource: resource.load(Ordering::Relaxed),
        proof: proof.load(Ordering::Relaxed),
        disproof: disproof.load(Ordering::Relaxed),
        bounds: bounds.load(Ordering::Relaxed),
    };
    let check = (position >> 32) as u32 ^ data.check(epoch);
    (high.load(Ordering::Relaxed) == check).then_some(data)
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn write(entry: &[AtomicU32; ENTRY_WORDS], position: u64, epoch: u32, data: Data) {
    let [low, high, resource, proof, disproof, bounds] = entry;
    low.store(position as u32, Ordering::Relaxed);
    high.store((position >> 32) as u32 ^ data.check(epoch), Ordering::Relaxed);
    resource.store(data.resource, Ordering::Relaxed);
    proof.store(data.proof, Ordering::Relaxed);
    disproof.store(data.disproof, Ordering::Relaxed);
    bounds.store(data.bounds, Ordering::Relaxed);
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn load(header: Option<&[AtomicU32; HEADER_WORDS]>, index: usize) -> u32 {
    header.and_then(|header| header.get(index)).map_or(0, |word| word.load(Ordering::Relaxed))
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn store(header: Option<&[AtomicU32; HEADER_WORDS]>, index: usize, value: u32) {
    if let Some(word) = header.and_then(|header| header.get(index)) {
        word.store(value, Ordering::Relaxed);
    }
}

const _: () = assert!(INFINITE >> 24 == 0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    fn equal_only(a: u32, b: u32) -> Dominance {
        if a == b { Dominance::Equal } else { Dominance::Unrelated }
    }

    fn subset(mine: u32, other: u32) -> Dominance {
        match (mine & other == other, mine & other == mine) {
            (true, true) => Dominance::Equal,
            (true, false) => Dominance::Better,
            (false, true) => Dominance::Worse,
            (false, false) => Dominance::Unrelated,
        }
    }

    fn key(position: u64, resource: u32) -> Key {
        Key { position: mix(position), resource }
    }

    fn facts(upper: u16, lower: u16, numbers: Option<(u32, u32)>) -> Facts {
        Facts { upper, lower, numbers, ..Facts::UNKNOWN }
    }

    /// The resources that a probe reports beside its bounds, and hints from others, left out.
    fn bare(facts: Facts) -> Facts {
        Facts { upper_resource: 0, lower_resource: 0, elsewhere: (false, false), ..facts }
    }

    fn win(plies: u16) -> Facts {
        Facts { upper: plies, ..Facts::UNKNOWN }
    }

    #[test]
    fn the_byte_count_is_exactly_what_the_table_uses() {
        for entries in [0, 1, 2, 16, 1000] {
            let bytes = ProofTable::bytes(entries).unwrap();
            let mut block = vec![0; bytes / 8];
            assert_eq!(ProofTable::format(Memory::new(&mut block)).capacity(), entries);
        }
        assert_eq!(ProofTable::format(Memory::new(&mut [])).capacity(), 0);
    }

    #[test]
    fn what_was_stored_is_found_until_the_table_is_cleared() {
        let mut block = [u64::MAX; 300];
        let table = ProofTable::format(Memory::new(&mut block));
        for round in 0..600 {
            let stored = facts(7, 3, Some((5, 6)));
            assert_eq!(table.probe(key(round, 9), equal_only), Facts::UNKNOWN);
            table.store(key(round, 9), stored, 100);
            assert_eq!(bare(table.probe(key(round, 9), equal_only)), stored);
            assert_eq!(bare(table.probe(key(round, 8), equal_only)), Facts::UNKNOWN);
            table.clear();
            assert_eq!(table.probe(key(round, 9), equal_only), Facts::UNKNOWN);
        }
    }

    #[test]
    fn a_cleared_table_overwrites_like_a_new_one() {
        let bytes = ProofTable::bytes(8).unwrap();
        let fill = |table: ProofTable<'_>| {
            for i in 0..40 {
                let stored = facts(NEVER, 0, Some((2, 3)));
                table.store(key(i, 0), stored, mix(i) as u32 % 1000);
            }
            (0..40).map(|i| table.probe(key(i, 0), equal_only).numbers).collect::<Vec<_>>()
        };
        let mut block = vec![0; bytes / 8];
        let expected = fill(ProofTable::format(Memory::new(&mut block)));
        let table = ProofTable::format(Memory::new(&mut block));
        for _ in 0..1000 {
            table.clear();
            assert_eq!(fill(table), expected);
        }
    }

    #[test]
    fn bounds_are_merged_and_numbers_replaced() {
        let mut block = [0; 100];
        let table = ProofTable::format(Memory::new(&mut block));
        table.store(key(1, 0), facts(9, 0, Some((2, 3))), 1);
        table.store(key(1, 0), facts(NEVER, 4, Some((7, 8))), 1);
        table.store(key(1, 0), facts(11, 2, None), 1);
        let expected = facts(9, 4, Some((7, 8)));
        assert_eq!(bare(table.probe(key(1, 0), equal_only)), expected);
    }

    #[test]
    fn more_resources_inherit_wins_and_fewer_inherit_refutations() {
        let mut block = [0; 100];
        let table = ProofTable::format(Memory::new(&mut block));
        table.store(key(1, 0b011), win(5), 1);
        table.store(key(1, 0b100), Facts { lower: NEVER, ..Facts::UNKNOWN }, 1);
        assert_eq!(table.probe(key(1, 0b011), subset).upper, 5);
        assert_eq!(table.probe(key(1, 0b1011), subset).upper, 5);
        assert_eq!(table.probe(key(1, 0b1011), subset).upper_resource, 0b011);
        assert_eq!(table.probe(key(1, 0b001), subset).upper, NEVER);
        assert_eq!(table.probe(key(1, 0b000), subset).lower, NEVER);
        assert_eq!(table.probe(key(1, 0b110), subset).lower, 0);
    }

    #[test]
    fn a_probe_tells_what_was_decided_with_unrelated_resources() {
        let mut block = [0; 100];
        let table = ProofTable::format(Memory::new(&mut block));
        let elsewhere = |resource| table.probe(key(1, resource), subset).elsewhere;
        table.store(key(1, 0b001), Facts { numbers: Some((5, 6)), ..Facts::UNKNOWN }, 1);
        assert_eq!(elsewhere(0b100), (false, false));
        table.store(key(1, 0b011), win(5), 1);
        assert_eq!((elsewhere(0b100), elsewhere(0b011)), ((true, false), (false, false)));
        table.store(key(1, 0b1000), Facts { lower: 9, ..Facts::UNKNOWN }, 1);
        assert_eq!(elsewhere(0b100), (true, false));
        table.store(key(1, 0b1000), Facts { lower: NEVER, ..Facts::UNKNOWN }, 1);
        assert_eq!(elsewhere(0b100), (true, true));
    }

    #[test]
    fn a_fact_outlives_an_estimate_that_cost_400_times_as_much_but_not_600() {
        let mut block = vec![0; ProofTable::bytes(WINDOW as usize).unwrap() / 8];
        let table = ProofTable::format(Memory::new(&mut block));
        let open = facts(NEVER, 0, Some((1, 1)));
        for (i, stored, nodes) in
            [(1, win(3), 10), (2, open, 4000), (3, open, 6000), (4, open, 9000)]
        {
            table.store(key(i, 0), stored, nodes);
        }
        let found = |i| table.probe(key(i, 0), equal_only) != Facts::UNKNOWN;
        table.store(key(5, 0), open, 8000);
        assert_eq!([1, 2, 3, 4, 5].map(found), [true, false, true, true, true]);
        // Ten nodes times 512 are less than the least of the others.
        table.store(key(6, 0), open, 1);
        assert_eq!([1, 3, 4, 5, 6].map(found), [false, true, true, true, true]);
    }

    #[test]
    fn the_cheapest_entry_of_an_earlier_search_is_overwritten_first() {
        let bytes = ProofTable::bytes(WINDOW as usize).unwrap();
        let mut block = vec![0; bytes / 8];
        let table = ProofTable::format(Memory::new(&mut block));
        let unknown = Facts { numbers: Some((1, 1)), ..Facts::UNKNOWN };
        table.store(key(1, 0), unknown, 1000);
        table.grow_older();
        for (i, nodes) in [(2, 10), (3, 1), (4, 100)] {
            table.store(key(i, 0), unknown, nodes);
        }
        let found = |i| table.probe(key(i, 0), equal_only).numbers.is_some();
        table.store(key(5, 0), unknown, 1);
        assert_eq!([1, 2, 3, 4, 5].map(found), [false, true, true, true, true]);
        table.store(key(6, 0), unknown, 2);
        table.store(key(7, 0), unknown, 3);
        assert_eq!([2, 3, 4, 5, 6, 7].map(found), [true, false, true, false, true, true]);
        table.store(key(8, 0), unknown, 1);
        assert_eq!([2, 4, 6, 7, 8].map(found), [true, true, false, true, true]);
    }

    #[test]
    fn an_entry_with_any_bit_changed_is_not_found() {
        let bytes = ProofTable::bytes(1).unwrap();
        for bit in 0..ENTRY_WORDS * 32 {
            let mut block = vec![0; bytes / 8];
            let table = ProofTable::format(Memory::new(&mut block));
            table.store(key(1, 2), win(3), 1);
            let word = &table.entries[0][bit / 32];
            word.store(word.load(Ordering::Relaxed) ^ 1 << (bit % 32), Ordering::Relaxed);
            assert_eq!(table.probe(key(1, 2), equal_only), Facts::UNKNOWN, "bit {bit}");
        }
    }
}
