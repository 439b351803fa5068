//! Table files of Dobutsu shogi and their use: the value of any position from the stored ones.
//!
//! | kind | payload | bytes | use |
//! |---|---|---:|---|
//! | [`TableKind::Outcome`] | won, lost or drawn, five positions a byte in base 3 | 12.6 MB | in place |
//! | [`TableKind::Distance`] | plies, a byte a position; 255 is a draw | 63.2 MB | in place |
//! | [`TableKind::OutcomeBlocks`] | as the first, compressed in blocks | | by block |
//! | [`TableKind::DistanceBlocks`] | as the second, compressed in blocks | | by block |
//!
//! The positions are those of [`CompactIndex`]; for others the rules or one ply of search decide.

use super::board::{Board, MAX_MOVES};
use super::compact::{CompactIndex, POSITIONS, representative};
use super::rules::{after_safe_moves, immediate};
use crate::game::Value;
use crate::retro::container::{Container, Header, Refusal, Source};
use crate::status::Error;

/// The game's name in table files.
pub const GAME: [u8; 4] = *b"DOBU";
/// Positions in a byte of an outcome table.
pub const PER_BYTE: u32 = 5;
/// The byte of a draw.
pub const DRAW: u8 = 255;

/// What a table file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum TableKind {
    /// Won, lost or drawn; five positions a byte.
    Outcome = 1,
    /// Distances in plies; a position a byte.
    Distance = 2,
    /// Won, lost or drawn, compressed in blocks.
    OutcomeBlocks = 3,
    /// Distances in plies, compressed in blocks.
    DistanceBlocks = 4,
}

impl TableKind {
    /// The kind with this number.
    #[must_use]
    pub const fn from_number(number: u16) -> Option<Self> {
        match number {
            1 => Some(Self::Outcome),
            2 => Some(Self::Distance),
            3 => Some(Self::OutcomeBlocks),
            4 => Some(Self::DistanceBlocks),
            _ => None,
        }
    }

    /// How many positions a block holds.
    #[must_use]
    pub const fn block_positions(self) -> u32 {
        match self {
            Self::Outcome => 65_536 * PER_BYTE,
            Self::Distance | Self::OutcomeBlocks | Self::DistanceBlocks => 65_536,
        }
    }

    /// Whether the table knows distances.
    #[must_use]
    pub const fn has_distances(self) -> bool {
        matches!(self, Self::Distance | Self::DistanceBlocks)
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move.
    Won,
    /// The opponent.
    Lost,
    /// Nobody.
    Drawn,
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Self {
        match value {
            Value::Won(_) => Self::Won,
            Value::Lost(_) => Self::Lost,
            Value::Drawn => Self::Drawn,
        }
    }
}

/// The byte of a value in a distance table.
#[must_use]
#[inline(always)]
pub const fn byte_of(value: Value) -> u8 {
    match value {
        Value::Won(plies) | Value::Lost(plies) => plies,
        Value::Drawn => DRAW,
    }
}

/// The value of a byte of a distance table.
#[must_use]
#[inline(always)]
pub const fn value_of(byte: u8) -> Value {
    match byte {
        DRAW => Value::Drawn,
        _ if byte & 1 == 1 => Value::Won(byte),
        _ => Value::Lost(byte),
    }
}

/// The digit of an outcome, as five of them make a byte in base 3, the first the lowest.
#[must_use]
#[inline(always)]
pub const fn digit_of(value: Value) -> u8 {
    match value {
        Value::Lost(_) => 0,
        Value::Won(_) => 1,
        Value::Drawn => 2,
    }
}

/// The digits of each byte of an outcome table.
static DIGITS: [[u8; 5]; 243] = {
    let mut table = [[0; 5]; 243];
    let mut byte = 0;
    while byte < 243 {
        let mut rest = byte;
        let mut i = 0;
        while i < 5 {
            table[byte][i] = (rest % 3) as u8;
            rest /= 3;
            i += 1;
        }
        byte += 1;
    }
    table
};

/// Something that knows the values of the numbered positions.
pub trait Store {
    /// What there is about the position with this number. A store of outcomes gives `Won(1)` and
    /// `Lost(2)`.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] where the bytes are no value, [`Error::Size`] for a number without a
    /// position, or an error of the source.
    fn stored(&mut self, number: u32) -> Result<Value, Error>;

    /// Says that the position with this number is asked for soon; a hint.
    #[inline(always)]
    fn prefetch(&self, number: u32) {
        let _ = number;
    }

    /// The index of the positions.
    fn index(&self) -> &CompactIndex<'_>;

    /// Whether the store knows distances.
    fn has_distances(&self) -> bool;

    /// The value of any position, also where the game has ended.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] where the store has outcomes only, [`Error::IllegalPosition`] where
    /// the pieces are not the game's, or an error of the source.
    fn value(&mut self, board: Board) -> Result<Value, Error> {
        if !self.has_distances() {
            return Err(Error::Unsupported);
        }
        if !board.is_complete() {
            return Err(Error::IllegalPosition);
        }
        find(self, board)
    }

    /// Who wins a position.
    ///
    /// # Errors
    ///
    /// As [`Store::value`], but never [`Error::Unsupported`].
    fn outcome(&mut self, board: Board) -> Result<Outcome, Error> {
        if !board.is_complete() {
            return Err(Error::IllegalPosition);
        }
        Ok(find(self, board)?.into())
    }
}

/// The number under which a position is stored.
#[inline(always)]
fn number_of<S: Store + ?Sized>(store: &S, board: Board) -> Result<u32, Error> {
    let number = store.index().rank(representative(board));
    number.ok_or(Error::IllegalPosition)
}

/// The value by the rules, from the store, or from the values of the successors.
#[inline]
fn find<S: Store + ?Sized>(store: &mut S, board: Board) -> Result<Value, Error> {
    if let Some(value) = immediate(board) {
        return Ok(value);
    }
    // Nobody can try here, so this is `compact::has_number`.
    if board.owned() >= 3 {
        let number = number_of(store, board)?;
        return store.stored(number);
    }
    let mut best: Option<Value> = None;
    let mut reached = |value| {
        let value = Value::from_successors([value]).unwrap_or(Value::Drawn);
        best = Some(best.map_or(value, |best| best.better(value)));
    };
    // First all numbers, so that slow memory answers many questions at a time. Moves that
    // leave the lion to be captured lose in two plies, so none is better than a safe one.
    let mut numbers = [0; MAX_MOVES];
    let mut waiting = 0usize;
    let mut unknown = false;
    after_safe_moves(board, |after| {
        if after.tries() != 0 {
            reached(Value::Won(1));
            return;
        }
        // The opponent owns three pieces after this: the position is stored.
        let number = number_of(store, after);
        unknown |= number.is_err();
        let number = number.unwrap_or(0);
        store.prefetch(number);
        if let Some(slot) = numbers.get_mut(waiting) {
            *slot = number;
            waiting += 1;
        }
    });
    if unknown {
        return Err(Error::IllegalPosition);
    }
    for &number in numbers.get(..waiting).unwrap_or(&[]) {
        reached(store.stored(number)?);
    }
    // `immediate` knows every position without a move.
    best.ok_or(Error::IllegalPosition)
}

/// An opened table that is used in place: [`TableKind::Outcome`] or [`TableKind::Distance`].
#[derive(Clone, Copy, Debug)]
pub struct Table<'a, S> {
    container: Container<S>,
    index: &'a CompactIndex<'a>,
    kind: TableKind,
    payload: u64,
}

/// Opens the frame of a table of this game, of any kind.
///
/// # Errors
///
/// Why the file is not used.
pub fn open<S: Source>(source: S) -> Result<(Container<S>, TableKind), Refusal> {
    let container = Container::open(source, GAME)?;
    let header = container.header();
    let kind = TableKind::from_number(header.kind).ok_or(Refusal::Foreign)?;
    let payload = match kind {
        TableKind::Outcome => u64::from(POSITIONS.div_ceil(PER_BYTE)),
        TableKind::Distance => u64::from(POSITIONS),
        TableKind::OutcomeBlocks | TableKind::DistanceBlocks => header.payload,
    };
    let fits = header.positions == POSITIONS
        && header.payload == payload
        && header.block_positions == kind.block_positions()
        && header.blocks == POSITIONS.div_ceil(kind.block_positions());
    if fits { Ok((container, kind)) } else { Err(Refusal::Header) }
}

/// The header of a table file; the caller fills in the payload's size and the checksum.
#[must_use]
pub const fn header(kind: TableKind) -> Header {
    Header {
        kind: kind as u16,
        game: GAME,
        positions: POSITIONS,
        block_positions: kind.block_positions(),
        blocks: POSITIONS.div_ceil(kind.block_positions()),
        model: 0,
        payload: 0,
        directory_checksum: 0,
    }
}

impl<'a, S: Source> Table<'a, S> {
    /// Opens a table. The payload is not checked; see [`Container::check_block`].
    ///
    /// # Errors
    ///
    /// Why the file is not used; [`Refusal::Foreign`] for a table in compressed blocks.
    pub fn open(source: S, index: &'a CompactIndex<'a>) -> Result<Self, Refusal> {
        let (container, kind) = open(source)?;
        if !matches!(kind, TableKind::Outcome | TableKind::Distance) {
            return Err(Refusal::Foreign);
        }
        let payload = container.header().payload_start();
        Ok(Self { container, index, kind, payload })
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
}

impl<S: Source> Store for Table<'_, S> {
    #[inline]
    fn stored(&mut self, number: u32) -> Result<Value, Error> {
        let source = self.container.source();
        if self.kind == TableKind::Distance {
            let byte = source.byte(self.payload + u64::from(number))?;
            return Ok(value_of(byte));
        }
        let byte = source.byte(self.payload + u64::from(number / PER_BYTE))?;
        let digits = DIGITS.get(usize::from(byte)).ok_or(Error::Damaged)?;
        Ok(match digits.get((number % PER_BYTE) as usize) {
            Some(0) => Value::Lost(2),
            Some(1) => Value::Won(1),
            _ => Value::Drawn,
        })
    }

    #[inline(always)]
    fn prefetch(&self, number: u32) {
        let share = if self.kind == TableKind::Distance { number } else { number / PER_BYTE };
        self.container.source().prefetch(self.payload + u64::from(share));
    }

    fn index(&self) -> &CompactIndex<'_> {
        self.index
    }

    fn has_distances(&self) -> bool {
        self.kind.has_distances()
    }
}
