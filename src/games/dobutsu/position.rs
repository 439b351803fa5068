//! The game by its full rules, as a [`Game`].

use super::board::{Board, FAR, Kind, NEAR, NO_SQUARE, Square, bit};
use super::moves::{Fields, MOST_TO, apply, arrivals, generate, generate_to, retract};
use crate::game::{Game, Key};
use crate::hash::mix;
use crate::moves::{Move, Moves};
use crate::score::{MATE, Score, Side};
use crate::status::Error;

/// A position: the board as the side to move sees it, and which side that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    second: bool,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The lion of the side to move has been captured.
    Captured,
    /// The opponent's lion stands on its far rank and cannot be captured.
    Tried,
    /// The lion of the side to move stands on its far rank and the opponent did not capture it.
    Stood,
}

impl Position {
    /// The start: the first player's pieces on rank 4, the first player to move.
    pub const START: Self = Self { board: Board::START, second: false };

    /// A position from the board as the side to move sees it.
    ///
    /// # Errors
    ///
    /// [`Error::IllegalPosition`] unless both lions are on the board, every piece has a square of
    /// its own, and there are at most three each of chicks (or hens), elephants and giraffes. The
    /// game has two of each, which only the tables insist on.
    pub const fn new(board: Board, side: Side) -> Result<Self, Error> {
        let lions = bit(board.lion) | bit(board.enemy_lion);
        if board.lion >= NO_SQUARE
            || board.enemy_lion >= NO_SQUARE
            || board.lion == board.enemy_lion
            || lions & board.occupied() != 0
            || board.pieces >> 48 != 0
            || board.pieces & 0x7777_7777_7777 & !(board.occupied() * 7) != 0
            || board.hands >> 12 != 0
            || !matches!(board.material(), [0..=3, 0..=3, 0..=3])
        {
            return Err(Error::IllegalPosition);
        }
        Ok(Self { board, second: matches!(side, Side::Second) })
    }

    /// The board as the side to move sees it.
    #[must_use]
    #[inline(always)]
    pub const fn board(self) -> Board {
        self.board
    }

    /// The board as the first player sees it.
    #[must_use]
    #[inline(always)]
    pub const fn board_of_first(self) -> Board {
        if self.second { self.board.turned() } else { self.board }
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    /// The position mirrored from left to right: another position, of the same value.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { board: self.board.mirrored(), second: self.second }
    }

    /// The position in 63 bits: those of [`Board::pack`] and above them 1 of side.
    #[must_use]
    #[inline(always)]
    pub const fn pack(self) -> u64 {
        self.board.pack() | (self.second as u64) << 62
    }

    /// How the game has ended, if it has.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn ending(self) -> Option<Ending> {
        let board = self.board;
        if board.lion >= NO_SQUARE {
            return Some(Ending::Captured);
        }
        if bit(board.lion) & FAR != 0 {
            return Some(Ending::Stood);
        }
        if bit(board.enemy_lion) & NEAR != 0 && !board.can_capture_lion() {
            return Some(Ending::Tried);
        }
        None
    }

    /// The position after a move of [`Position::moves_into`], which is not checked.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn after(self, m: Move) -> Self {
        let fields = Fields::decode(m);
        let fields = if self.second { fields.turned() } else { fields };
        Self { board: apply(self.board, fields), second: !self.second }
    }

    /// The position before `m`, the last move, which is not checked.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn before(self, m: Move) -> Self {
        let fields = Fields::decode(m);
        // The squares as the side that made the move numbers them.
        let fields = if self.second { fields } else { fields.turned() };
        Self { board: retract(self.board, fields), second: !self.second }
    }

    /// Writes every move by the full rules in Tanaka's order, whether or not the game has ended.
    #[inline]
    pub fn moves_into(self, out: &mut Moves<'_>) {
        generate(self.board, self.side_to_move(), out);
    }

    /// Whether `m` is a move of this position by the full rules.
    #[must_use]
    pub fn is_legal(self, m: Move) -> bool {
        let mut space = [Move::NONE; super::board::MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        self.moves_into(&mut moves);
        moves.as_slice().contains(&m)
    }

    /// Whether `m`, whatever its bits are, can have been the last move.
    #[must_use]
    pub fn can_undo(self, m: Move) -> bool {
        let fields = Fields::decode(m);
        if fields.encode() != m || fields.to >= NO_SQUARE || fields.from > NO_SQUARE {
            return false;
        }
        let before = self.before(m);
        Self::new(before.board, before.side_to_move()).is_ok()
            && before.ending().is_none()
            && before.is_legal(m)
            && before.after(m) == self
    }

    /// What stands on a square numbered from the first player's side, and whose it is.
    #[must_use]
    pub const fn at(self, square: Square) -> Option<(Side, Kind)> {
        let board = self.board_of_first();
        if square >= NO_SQUARE {
            return None;
        }
        if square == board.lion {
            return Some((Side::First, Kind::Lion));
        }
        if square == board.enemy_lion {
            return Some((Side::Second, Kind::Lion));
        }
        let nibble = board.nibble(square);
        if nibble == 0 {
            return None;
        }
        let side = if nibble & 4 == 0 { Side::First } else { Side::Second };
        Some((side, Kind::from_index(nibble & 3)))
    }

    /// How many pieces of a hand slot (chick 0, elephant 1, giraffe 2) a side holds.
    #[must_use]
    pub const fn held(self, side: Side, slot: u32) -> u32 {
        let owner = matches!(side, Side::Second) as u32;
        self.board_of_first().in_hand(owner, slot)
    }
}

/// The game by its full rules: every pseudo-legal move, captures of the lion included.
///
/// Scores count plies: a lost lion or a standing try is [`MATE`] or its negative at distance 0, a
/// position whose mover can capture the lion is won in 1.
impl Game for Position {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.moves_into(out);
        Ok(())
    }

    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        *self = self.after(m);
        Ok(())
    }

    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        *self = self.before(m);
        Ok(())
    }

    #[inline]
    fn key(&mut self) -> Key {
        Key { position: mix(self.pack()), resource: 0 }
    }

    #[inline]
    fn side(&mut self) -> Side {
        self.side_to_move()
    }

    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(match self.ending() {
            Some(Ending::Captured | Ending::Tried) => Some(-MATE),
            Some(Ending::Stood) => Some(MATE),
            None => None,
        })
    }

    #[inline]
    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(self.side_to_move().other())
    }

    #[inline(always)]
    fn has_delayed_moves(&self) -> bool {
        false
    }

    #[inline(always)]
    fn has_resources(&self) -> bool {
        false
    }

    /// A capture of the lion, or a try that cannot be captured.
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        let board = self.board;
        if !board.can_capture_lion() && board.tries() == 0 {
            return Ok(None);
        }
        // Square by square: the stack of a search on a small board lies above.
        let arrivals = arrivals(board);
        for to in 0..12 {
            let mut space = [Move::NONE; MOST_TO];
            let mut moves = Moves::new(&mut space);
            generate_to(to, board, self.side_to_move(), &arrivals, &mut moves);
            for &m in moves.as_slice() {
                if matches!(self.after(m).ending(), Some(Ending::Captured | Ending::Tried)) {
                    return Ok(Some(m));
                }
            }
        }
        Ok(None)
    }

    /// Captures of the lion first, then other captures by what they win, and promotions.
    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        let fields = Fields::decode(m);
        let captured = match fields.captured {
            None => 0,
            Some(Kind::Chick) => 20,
            Some(Kind::Hen | Kind::Elephant) => 30,
            Some(Kind::Giraffe) => 40,
            Some(Kind::Lion) => 1000,
        };
        captured + i32::from(fields.promotes) * 10
    }

    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        Fields::decode(m).captured.is_some()
    }

    /// Destination, origin or kind dropped.
    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        let fields = Fields::decode(m);
        let from = if fields.is_drop() {
            12 + fields.kind.hand_slot() as u16
        } else {
            u16::from(fields.from)
        };
        u16::from(fields.to) | from << 4 | (fields.kind as u16) << 8
    }
}
