//! Connect Four on bitboards, for tests and benches: seven columns of seven bits, the top bit of
//! each always empty. Who gets four in a row wins; a full board is a draw.
#![allow(dead_code)]

use yomikiri::game::{Game, Key};
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::Error;

/// The bottom square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Every square.
const BOARD: u64 = BOTTOM * 0x3f;

/// A position: the discs of the side that moved last, and all discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    pub last: u64,
    pub all: u64,
    /// Whether the second player is to move.
    second: bool,
}

/// Columns from the middle outwards.
pub const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Whether `discs` hold four in a row.
#[inline(always)]
pub fn four(discs: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty squares that would complete four of `discs`.
#[inline(always)]
fn threats(discs: u64, all: u64) -> u64 {
    let mut squares = discs << 1 & discs << 2 & discs << 3;
    for step in [7, 6, 8] {
        let up = discs << step & discs << (2 * step);
        squares |= up & discs << (3 * step);
        squares |= up & discs >> step;
        let down = discs >> step & discs >> (2 * step);
        squares |= down & discs << step;
        squares |= down & discs >> (3 * step);
    }
    squares & BOARD & !all
}

impl ConnectFour {
    /// Whether a disc fits into the column.
    #[inline(always)]
    pub fn is_open(&self, column: u32) -> bool {
        self.all >> (column * 7 + 5) & 1 == 0
    }

    /// The position after a disc in the column.
    #[inline(always)]
    pub fn after(&self, column: u32) -> Self {
        let disc = (self.all + (1 << (column * 7))) & !self.all & 0x3f << (column * 7);
        Self { last: self.all ^ self.last | disc, all: self.all | disc, second: !self.second }
    }

    /// The position before the disc on top of the column.
    #[inline(always)]
    fn before(&self, column: u32) -> Self {
        let cells = self.all & 0x3f << (column * 7);
        let disc = cells & !(cells >> 1);
        let all = self.all ^ disc;
        Self { last: all ^ (self.last ^ disc), all, second: !self.second }
    }

    /// A key of every position.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        // Discs plus column heights tell positions apart (J. Tromp).
        mix(self.last + self.all + BOTTOM)
    }

    /// The columns in which the side to move completes four, as their playable squares.
    #[inline(always)]
    fn wins(&self) -> u64 {
        threats(self.all ^ self.last, self.all) & (self.all + BOTTOM)
    }

    /// Whether the side to move wins with its next disc.
    #[inline(always)]
    pub fn wins_next(&self) -> bool {
        self.wins() != 0
    }

    /// Whether the side to move, without a win of its own, loses whatever it does: the opponent has
    /// two squares to win on at once, or every disc that stops the win, if there is one, lets it
    /// win on the square above.
    #[inline(always)]
    pub fn loses_next(&self) -> bool {
        let open = (self.all + BOTTOM) & BOARD;
        let theirs = threats(self.last, self.all);
        let now = theirs & open;
        let answers = if now == 0 { open } else { now };
        open != 0 && (now & now.wrapping_sub(1) != 0 || answers & !(theirs >> 1) == 0)
    }

    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.all == BOARD
    }
}

impl Game for ConnectFour {
    #[inline]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        for column in COLUMNS {
            if self.is_open(column) {
                out.push(Move(column + 1));
            }
        }
        Ok(())
    }

    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        *self = self.after(m.0 - 1);
        Ok(())
    }

    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        *self = self.before(m.0 - 1);
        Ok(())
    }

    #[inline]
    fn key(&mut self) -> Key {
        Key { position: self.hash(), resource: 0 }
    }

    #[inline]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        Ok(Key { position: self.after(m.0 - 1).hash(), resource: 0 })
    }

    #[inline]
    fn side(&mut self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    #[inline]
    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(self.side().other())
    }

    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(if four(self.last) {
            Some(-1)
        } else if self.is_full() {
            Some(0)
        } else {
            None
        })
    }

    /// The last two plies: a win in one, or a loss that no disc stops, or neither.
    #[inline]
    fn bounds_to_depth(
        &mut self,
        depth: u16,
        _: Score,
        _: Score,
    ) -> Result<Option<(Score, Score)>, Error> {
        if depth > 2 {
            return Ok(None);
        }
        let score = if self.wins() != 0 {
            1
        } else if depth == 2 && self.loses_next() {
            -1
        } else {
            0
        };
        Ok(Some((score, score)))
    }

    #[inline]
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        let wins = self.wins();
        Ok((wins != 0).then(|| Move(wins.trailing_zeros() / 7 + 1)))
    }

    /// Moves by the threats they leave.
    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        let after = self.after(m.0 - 1);
        threats(after.last, after.all).count_ones() as i32 * 2000
    }

    /// Moves that stop a win first, where there is one to stop.
    #[inline]
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        let stops = threats(self.last, self.all) & (self.all + BOTTOM);
        if stops == 0 {
            self.moves(out)?;
            return Ok(false);
        }
        for column in COLUMNS {
            if self.is_open(column) && (stops >> (column * 7) & 0x3f != 0) == (stage == 0) {
                out.push(Move(column + 1));
            }
        }
        Ok(stage == 0)
    }

    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        (self.after(m.0 - 1).all ^ self.all).trailing_zeros() as u16
    }

    #[inline]
    fn can_repeat(&self) -> bool {
        false
    }
}
