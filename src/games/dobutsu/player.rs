//! The second player's win in 13 KB: moves only where a short search does not find them.
//!
//! The start is lost for the first player. Whoever answers every move by a best one wins, and of
//! those answers only the ones further than [`Strategy::plies`] from the end are stored; the rest
//! [`MateSearch`] finds. The stored moves are a static function (Botelho, Pagh and Ziviani, Simple
//! and space-efficient minimal perfect hash functions, 2007, without the perfect part): a position
//! hashes to three cells of a few bits, whose exclusive or is the number of the move. Positions
//! that were not stored give any number, so the player is for games it plays from the start.
//!
//! | at | bytes | what |
//! |---:|---:|---|
//! | 0 | 8 | `YOMISTRA` |
//! | 8 | 2 | version, 1 |
//! | 10 | 1 | plies to search |
//! | 11 | 1 | 0 |
//! | 12 | 4 | seed |
//! | 16 | 4 | cells |
//! | 20 | 4 | checksum of the 20 bytes above and the cells
//! | 24 | | cells of 5 bits, the first in the lowest bits |

use super::board::{Board, MAX_MOVES};
use super::compact::representative;
use super::mate::{MAX_PLIES, MateSearch};
use super::moves::{Fields, apply, generate};
use super::position::Position;
use crate::hash::{mix, reduce};
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::{Error, Step};

/// Bytes before the cells.
pub const HEADER: usize = 24;
/// Bits of a cell; moves with a higher number cannot be stored.
pub const CELL_BITS: u32 = 5;
const MAGIC: [u8; 8] = *b"YOMISTRA";
const VERSION: u16 = 1;

/// The stored moves, wherever they lie (flash, say).
#[derive(Clone, Copy, Debug)]
pub struct Strategy<'a> {
    cells: &'a [u8],
    count: u32,
    seed: u32,
    plies: u8,
}

/// A checksum of the header without itself and of the cells.
#[must_use]
pub fn checksum(header: &[u8], cells: &[u8]) -> u32 {
    let mut sum = 0u64;
    for &byte in header.iter().take(20).chain(cells) {
        sum = mix(sum ^ u64::from(byte));
    }
    sum as u32
}

/// Whether a move, as its mover sees it, does not leave the lion to be captured. Only such moves
/// are numbered.
#[must_use]
pub fn is_safe(board: Board, m: Move) -> bool {
    !apply(board, Fields::decode(m)).can_capture_lion()
}

/// The three cells of a position among `count`, a multiple of 3.
#[must_use]
#[inline]
pub const fn cells_of(board: Board, seed: u32, count: u32) -> [u32; 3] {
    let third = count / 3;
    let first = mix(board.pack() ^ (seed as u64) << 32);
    let second = mix(first);
    [
        reduce(first as u32, third),
        third + reduce((first >> 32) as u32, third),
        2 * third + reduce(second as u32, third),
    ]
}

impl<'a> Strategy<'a> {
    /// The stored moves in `bytes`.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] where the bytes are not a strategy, [`Error::Size`] where they are too
    /// few or too many, [`Error::Abi`] for another version, [`Error::State`] where they are
    /// damaged.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        let (header, cells) = bytes.split_first_chunk::<HEADER>().ok_or(Error::Size)?;
        if !header.starts_with(&MAGIC) {
            return Err(Error::Syntax);
        }
        let word = |at: usize| {
            let bytes = header.get(at..).and_then(|rest| rest.first_chunk::<4>());
            bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
        };
        let third = word(8);
        if third as u16 != VERSION {
            return Err(Error::Abi);
        }
        let strategy = Self { cells, count: word(16), seed: word(12), plies: (third >> 16) as u8 };
        let bits = u64::from(strategy.count) * u64::from(CELL_BITS);
        if cells.len() as u64 != bits.div_ceil(8) || !strategy.count.is_multiple_of(3) {
            return Err(Error::Size);
        }
        if checksum(header, cells) != word(20) || strategy.plies > MAX_PLIES {
            return Err(Error::State);
        }
        Ok(strategy)
    }

    /// The header of a strategy, to go before its cells.
    #[must_use]
    pub fn header(cells: &[u8], count: u32, seed: u32, plies: u8) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let [v0, v1] = VERSION.to_le_bytes();
        let fields = MAGIC
            .into_iter()
            .chain([v0, v1, plies, 0])
            .chain(seed.to_le_bytes())
            .chain(count.to_le_bytes());
        for (slot, byte) in header.iter_mut().zip(fields) {
            *slot = byte;
        }
        let sum = checksum(&header, cells);
        for (slot, byte) in header.iter_mut().skip(20).zip(sum.to_le_bytes()) {
            *slot = byte;
        }
        header
    }

    /// How many plies the search must look ahead.
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// The stored number of a [`representative`] position, or any number.
    fn number(&self, board: Board) -> usize {
        let cell = |at: u32| {
            let bit = at * CELL_BITS;
            let byte = (bit / 8) as usize;
            let low = self.cells.get(byte).copied().unwrap_or(0);
            let high = self.cells.get(byte + 1).copied().unwrap_or(0);
            (u16::from_le_bytes([low, high]) >> (bit % 8)) & ((1 << CELL_BITS) - 1)
        };
        let [a, b, c] = cells_of(board, self.seed, self.count).map(cell);
        usize::from(a ^ b ^ c)
    }

    /// The stored move of a position, for games that the strategy has played from the start;
    /// elsewhere `None` or any move.
    #[must_use]
    pub fn stored(&self, board: Board) -> Option<Move> {
        let shown = representative(board);
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        generate(shown, Side::First, &mut moves);
        let mut safe = moves.as_slice().iter().copied().filter(|&m| is_safe(shown, m));
        let m = safe.nth(self.number(shown))?;
        if shown == board {
            return Some(m);
        }
        let fields = Fields::decode(m);
        let mirrored = Fields {
            to: super::board::mirror_square(fields.to),
            from: super::board::mirror_square(fields.from),
            ..fields
        };
        Some(mirrored.encode())
    }
}

/// The player: a strategy and a search, in steps.
#[derive(Debug)]
pub struct Player<'m> {
    strategy: Strategy<'m>,
    search: MateSearch<'m>,
    position: Position,
}

impl<'m> Player<'m> {
    /// Adds the memory of a player with `memos` remembered positions to a plan: 12 bytes each and
    /// 7 KB. 4096 of them make 56 KB all in all.
    #[must_use]
    pub const fn plan(plan: Plan, memos: usize) -> Plan {
        MateSearch::plan(plan, memos)
    }

    /// Takes the memory of a player.
    ///
    /// # Errors
    ///
    /// Those of [`MateSearch::new`].
    pub fn new(
        memory: &mut Memory<'m>,
        memos: usize,
        strategy: Strategy<'m>,
    ) -> Result<Self, Error> {
        let search = MateSearch::new(memory, memos)?;
        Ok(Self { strategy, search, position: Position::START })
    }

    /// Starts to think about a position.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where the game has ended.
    pub fn start(&mut self, position: Position) -> Result<(), Error> {
        if position.ending().is_some() {
            return Err(Error::State);
        }
        self.position = position;
        self.search.start(position.board(), self.strategy.plies)
    }

    /// Looks at about `budget` positions more.
    ///
    /// # Errors
    ///
    /// Those of [`MateSearch::step`].
    pub fn step(&mut self, budget: u32) -> Result<Step, Error> {
        self.search.step(budget)
    }

    /// Whether the thinking is done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.search.is_done()
    }

    /// The move, once the thinking is done: the first of the shortest win found, else the stored
    /// one; `None` where the strategy has no move for the position.
    #[must_use]
    pub fn chosen(&self) -> Option<Move> {
        let board = self.position.board();
        let m = self.search.best().or_else(|| self.strategy.stored(board))?;
        Some(match self.position.side_to_move() {
            Side::First => m,
            Side::Second => Fields::decode(m).turned().encode(),
        })
    }

    /// Whether the move comes from the search, and within how many plies it wins.
    #[must_use]
    pub fn found(&self) -> Option<u8> {
        self.search.best().map(|_| self.search.plies())
    }

    /// Positions looked at for this move.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
