//! Compressed blocks of table files, coded and decoded whole, and a table that keeps the blocks used
//! last.
//!
//! [`Model`] says how a value is predicted.

use core::cell::Cell;

use super::compact::{CompactCursor, CompactIndex, POSITIONS};
use super::model::Model;
use super::table::{Store, TableKind, byte_of, open, value_of};
use crate::game::Value;
use crate::mem::{Memory, Plan};
use crate::retro::coder::{BitCoder, Decoder};
use crate::retro::container::{Container, Refusal, Source};
use crate::status::Error;

/// Positions in a block.
pub const BLOCK: u32 = 65_536;

/// Codes a whole block: the positions from `start`, with their values from `value`, or those read
/// given to `out`.
pub fn code_block(
    model: &mut Model<'_>,
    index: &CompactIndex<'_>,
    coder: &mut impl BitCoder,
    kind: TableKind,
    block: u32,
    mut value: impl FnMut(u32) -> Value,
    mut out: impl FnMut(u32, Value),
) {
    model.forget(kind);
    let mut cursor: CompactCursor = index.cursor();
    let start = block.saturating_mul(BLOCK).min(POSITIONS);
    let end = start.saturating_add(BLOCK).min(POSITIONS);
    for number in start..end {
        if let Some(board) = index.unrank(&mut cursor, number) {
            let value = value(number);
            out(number, model.code(coder, kind, board, value));
        }
    }
}

/// A decoded block in memory.
#[derive(Clone, Copy, Debug)]
struct Slot {
    block: u32,
    used: u32,
}

/// No block.
const NO_BLOCK: u32 = u32::MAX;
/// Decoded blocks at most.
pub const MAX_SLOTS: usize = 32;

/// An opened table in compressed blocks, which keeps the blocks used last.
#[derive(Debug)]
pub struct BlockTable<'m, S> {
    container: Container<S>,
    index: &'m CompactIndex<'m>,
    kind: TableKind,
    model: Model<'m>,
    values: &'m mut [u8],
    slots: [Slot; MAX_SLOTS],
    count: usize,
    clock: u32,
}

impl<'m, S: Source> BlockTable<'m, S> {
    /// Adds the memory for a model and `slots` decoded blocks, at most [`MAX_SLOTS`], to a plan.
    #[must_use]
    pub const fn plan(plan: Plan, slots: usize) -> Plan {
        Model::plan(plan).region::<u8>(slots * BLOCK as usize)
    }

    /// Opens a table. The blocks are checked as they are used.
    ///
    /// # Errors
    ///
    /// Why the file is not used; [`Refusal::Foreign`] for a table that is used in place,
    /// [`Refusal::Read`] with [`Error::Size`] where the memory is too short and
    /// [`Error::Config`] for no slot or too many.
    pub fn open(
        source: S,
        index: &'m CompactIndex<'m>,
        memory: &mut Memory<'m>,
        slots: usize,
    ) -> Result<Self, Refusal> {
        if slots == 0 || slots > MAX_SLOTS {
            return Err(Error::Config.into());
        }
        let (container, kind) = open(source)?;
        if !matches!(kind, TableKind::OutcomeBlocks | TableKind::DistanceBlocks) {
            return Err(Refusal::Foreign);
        }
        let header = container.header();
        if header.model as usize != Model::weight_bytes(kind) {
            return Err(Refusal::Header);
        }
        Ok(Self {
            container,
            index,
            kind,
            model: Model::new(memory)?,
            values: memory.take(slots * BLOCK as usize)?,
            slots: [Slot { block: NO_BLOCK, used: 0 }; MAX_SLOTS],
            count: slots,
            clock: 0,
        })
    }

    /// What the table holds.
    #[must_use]
    pub const fn kind(&self) -> TableKind {
        self.kind
    }

    /// The frame, to check the blocks.
    #[must_use]
    pub const fn container(&self) -> &Container<S> {
        &self.container
    }

    /// Decodes a block into the slot used least recently, after checking its bytes.
    ///
    /// # Errors
    ///
    /// [`Refusal::Block`] with the place of the damage, or an error of the source.
    fn load(&mut self, block: u32) -> Result<usize, Refusal> {
        self.container.check_block(block)?;
        let mut at = self.container.header().model_start();
        for weight in self.model.weights_mut(self.kind) {
            let mut bytes = [0; 4];
            self.container.source().read(at, &mut bytes)?;
            *weight = i32::from_le_bytes(bytes);
            at += 4;
        }
        let used = self.slots.iter().take(self.count).enumerate();
        let slot = used.min_by_key(|(_, slot)| slot.used).map_or(0, |(i, _)| i);
        let range = self.container.block_range(block)?;
        let source = self.container.source();
        let failed = Cell::new(None);
        let mut decoder = Decoder::new(Buffered::new(source, range, &failed));
        let start = slot * BLOCK as usize;
        let values = self.values.get_mut(start..start + BLOCK as usize);
        let values = values.ok_or(Error::Size)?;
        let first = block.saturating_mul(BLOCK);
        code_block(
            &mut self.model,
            self.index,
            &mut decoder,
            self.kind,
            block,
            |_| Value::Drawn,
            |number, value| {
                if let Some(byte) = values.get_mut((number - first) as usize) {
                    *byte = byte_of(value);
                }
            },
        );
        if let Some(error) = failed.get() {
            return Err(error.into());
        }
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.block = block;
        }
        Ok(slot)
    }

    /// The value of the position with a number.
    ///
    /// # Errors
    ///
    /// [`Refusal::Block`] where its block is damaged, or an error of the source.
    pub fn at(&mut self, number: u32) -> Result<Value, Refusal> {
        if number >= POSITIONS {
            return Err(Error::Size.into());
        }
        let block = number / BLOCK;
        let slots = self.slots.get(..self.count).unwrap_or(&[]);
        let slot = match slots.iter().position(|slot| slot.block == block) {
            Some(slot) => slot,
            None => self.load(block)?,
        };
        self.clock = self.clock.wrapping_add(1);
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.used = self.clock;
        }
        let at = slot * BLOCK as usize + (number % BLOCK) as usize;
        Ok(value_of(*self.values.get(at).ok_or(Error::Size)?))
    }
}

impl<S: Source> Store for BlockTable<'_, S> {
    fn stored(&mut self, number: u32) -> Result<Value, Error> {
        self.at(number).map_err(Refusal::error)
    }

    fn index(&self) -> &CompactIndex<'_> {
        self.index
    }

    fn has_distances(&self) -> bool {
        self.kind.has_distances()
    }
}

/// The bytes of a range of a source, a few at a time.
struct Buffered<'a, S> {
    source: &'a S,
    next: u64,
    end: u64,
    buffer: [u8; 256],
    at: usize,
    len: usize,
    failed: &'a Cell<Option<Error>>,
}

impl<'a, S: Source> Buffered<'a, S> {
    const fn new(
        source: &'a S,
        range: core::ops::Range<u64>,
        failed: &'a Cell<Option<Error>>,
    ) -> Self {
        Self { source, next: range.start, end: range.end, buffer: [0; 256], at: 0, len: 0, failed }
    }
}

impl<S: Source> Iterator for Buffered<'_, S> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.at >= self.len {
            self.at = 0;
            self.len = (self.end - self.next).min(self.buffer.len() as u64) as usize;
            let part = self.buffer.get_mut(..self.len)?;
            if part.is_empty() {
                return None;
            }
            if let Err(error) = self.source.read(self.next, part) {
                self.failed.set(Some(error));
                self.len = 0;
                self.next = self.end;
                return None;
            }
            self.next += self.len as u64;
        }
        let byte = self.buffer.get(self.at).copied();
        self.at += 1;
        byte
    }
}
