//! Knuth and Moore's tree over the digits of pi: three moves a position, four plies, and the first
//! 81 decimal digits as leaves.
//!
//! Knuth and Moore, "An analysis of alpha-beta pruning", 1975, work their examples on this tree.
//! The side at the root maximises, so the other side moves right above the leaves. Its value is 2.
//!
//! ```
//! # #[cfg(feature = "alphabeta")] {
//! use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
//! use yomikiri::games::pi_tree::PiTree;
//! use yomikiri::mem::Memory;
//! use yomikiri::table::alphabeta::Table;
//!
//! let size = Size::new(8, 32);
//! let mut path = vec![0; memory_bytes(&size)? / 8];
//! for (driver, leaves) in
//!     [(Driver::Minimax, 81), (Driver::BranchAndBound, 36), (Driver::AlphaBeta, 31)]
//! {
//!     let memory = &mut Memory::new(&mut path);
//!     let config = Config::plain(driver);
//!     let mut search = AlphaBeta::new(PiTree::new(), config, size, memory, Table::none())?;
//!     let report = search.solve(Limits::depth(4))?;
//!     assert_eq!((report.score, report.leaves), (2, leaves));
//! }
//! # }
//! # Ok::<(), yomikiri::Error>(())
//! ```

use crate::game::{Game, Key};
use crate::hash::mix;
use crate::moves::{Move, Moves};
use crate::score::{Score, Side};
use crate::status::Error;

/// The leaves from left to right: 3 and the 80 digits after the point.
pub const DIGITS: &[u8; LEAVES] =
    b"314159265358979323846264338327950288419716939937510582097494459230781640628620899";

/// How many leaves the tree has.
pub const LEAVES: usize = 81;

/// Moves in a position.
pub const WIDTH: u32 = 3;

/// Plies to the leaves.
pub const DEPTH: u32 = 4;

/// In which order a position's moves come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorting {
    /// From left to right, as in the paper.
    #[default]
    LeftToRight,
    /// The best move for the side to move first, by the true values.
    BestFirst,
    /// The worst move first.
    WorstFirst,
}

/// A position of the tree. The move to the child number `n`, counted from 0, is `Move(n + 1)`.
#[derive(Clone, Copy, Debug)]
pub struct PiTree {
    sorting: Sorting,
    maximiser: Side,
    depth: u32,
    /// The number of the position in its row, from the left.
    index: u32,
}

impl PiTree {
    /// The root, with the moves from left to right.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(Sorting::LeftToRight, Side::First)
    }

    /// The root, with sorted moves and `maximiser` as the side that wants high digits. The first
    /// side moves at the root.
    #[must_use]
    pub const fn with(sorting: Sorting, maximiser: Side) -> Self {
        Self { sorting, maximiser, depth: 0, index: 0 }
    }

    /// The number of the position in its row from the left; at depth 4, of the leaf.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Plies from the root.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    fn side_at(depth: u32) -> Side {
        if depth.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The digit that best play from a position leads to: row by row from the leaves up.
    fn digit(&self, depth: u32, index: u32) -> u8 {
        let mut row = [0u8; LEAVES];
        let leaves = WIDTH.pow(DEPTH - depth);
        let first = (index * leaves) as usize;
        for (cell, digit) in row.iter_mut().zip(DIGITS.iter().skip(first)) {
            *cell = digit - b'0';
        }
        let mut len = leaves as usize;
        let mut level = DEPTH;
        while len > 1 {
            level -= 1;
            let maximises = Self::side_at(level) == self.maximiser;
            len /= WIDTH as usize;
            for i in 0..len {
                let children = row.iter().skip(i * WIDTH as usize).take(WIDTH as usize);
                let best = if maximises { children.max() } else { children.min() };
                let best = best.copied().unwrap_or(0);
                if let Some(cell) = row.get_mut(i) {
                    *cell = best;
                }
            }
        }
        row.first().copied().unwrap_or(0)
    }
}

impl Default for PiTree {
    fn default() -> Self {
        Self::new()
    }
}

impl Game for PiTree {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        if self.depth >= DEPTH {
            return Ok(());
        }
        let mut children = [(0u8, 1u32), (0, 2), (0, 3)];
        if self.sorting != Sorting::LeftToRight {
            for (value, number) in &mut children {
                *value = self.digit(self.depth + 1, self.index * WIDTH + *number - 1);
            }
            let maximises = self.side() == self.maximiser;
            let descending = maximises == (self.sorting == Sorting::BestFirst);
            // Equal children keep their order.
            children.sort_unstable_by_key(|&(value, number)| {
                let value = i32::from(value);
                (if descending { -value } else { value }, number)
            });
        }
        for (_, number) in children {
            out.push(Move(number));
        }
        Ok(())
    }

    fn play(&mut self, m: Move) -> Result<(), Error> {
        if self.depth >= DEPTH || m.0 == 0 || m.0 > WIDTH {
            return Err(Error::BadMove);
        }
        self.depth += 1;
        self.index = self.index * WIDTH + m.0 - 1;
        Ok(())
    }

    fn undo(&mut self, m: Move) -> Result<(), Error> {
        if self.depth == 0 || m.0 == 0 || m.0 > WIDTH {
            return Err(Error::BadMove);
        }
        self.depth -= 1;
        self.index = (self.index + 1 - m.0) / WIDTH;
        Ok(())
    }

    fn key(&mut self) -> Key {
        Key { position: mix(u64::from(self.depth) << 32 | u64::from(self.index)), resource: 0 }
    }

    fn side(&mut self) -> Side {
        Self::side_at(self.depth)
    }

    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        if self.depth < DEPTH {
            return Ok(None);
        }
        let digit = DIGITS.get(self.index as usize).map_or(0, |d| d - b'0');
        let digit = Score::from(digit);
        Ok(Some(if self.side() == self.maximiser { digit } else { -digit }))
    }

    fn can_repeat(&self) -> bool {
        false
    }
}
