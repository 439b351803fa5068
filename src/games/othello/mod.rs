//! Othello on the 8x8 board or a smaller square in its middle, with passes, both scoring rules,
//! and exact code for the last five empty squares.
//!
//! Black is [`Side::First`]. A pass is a move like any other and uses a ply; it is the only move of
//! a side that cannot turn a disc while the other can. The game ends when neither can.

mod board;
mod endgame;
mod evaluation;
mod text;

pub use board::{flips, moves, stable};
pub use text::{move_from_text, move_text};

use crate::game::{Game, Key, Solved};
use crate::hash::mix;
use crate::moves::{Move, Moves};
use crate::score::{Score, Side};
use crate::status::Error;
use board::moves as legal_squares;
use endgame::Endgame;

/// The move of a side that cannot turn a disc. The move to square `s` (a1 = 0, h1 = 7, h8 = 63) is
/// `Move(s + 1)`.
pub const PASS: Move = Move(65);

/// The most plies from any position to the end of the game: 60 discs and a pass before each.
pub const MOST_PLIES: usize = 120;

/// The most moves a position can have, rounded up.
pub const MOST_MOVES: usize = 34;

/// How the end of the game is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// The difference in discs; empty squares count for the winner. The rule of tournaments and
    /// of every published endgame suite.
    #[default]
    EmptiesToWinner,
    /// The difference in discs alone.
    Discs,
}

impl Scoring {
    /// The score for the side with `mine` discs on a board of `squares` squares.
    #[must_use]
    #[inline(always)]
    pub const fn score(self, mine: Score, yours: Score, squares: Score) -> Score {
        let difference = mine - yours;
        match self {
            Self::Discs => difference,
            Self::EmptiesToWinner => {
                let empties = squares - mine - yours;
                if difference > 0 {
                    difference + empties
                } else if difference < 0 {
                    difference - empties
                } else {
                    0
                }
            }
        }
    }
}

/// A position of Othello, with the line that led to it.
#[derive(Clone, Debug)]
pub struct Othello {
    /// Discs of the side to move, and of the other.
    player: u64,
    opponent: u64,
    /// The squares that can be played on.
    squares: u64,
    /// The squares where the side to move can move, once `legal_known`.
    legal: u64,
    legal_known: bool,
    side: Side,
    scoring: Scoring,
    ply: usize,
    /// The discs turned by each move of the line.
    turned: [u64; MOST_PLIES],
}

impl Othello {
    /// The start of the game.
    #[must_use]
    pub const fn start(scoring: Scoring) -> Self {
        Self::empty_line(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, !0, scoring)
    }

    /// The start of the game on the 4x4 or 6x6 board in the middle.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for another width than 4, 6 or 8.
    pub const fn start_small(width: u32, scoring: Scoring) -> Result<Self, Error> {
        let squares = match width {
            4 => 0x0000_3c3c_3c3c_0000,
            6 => 0x007e_7e7e_7e7e_7e00,
            8 => !0,
            _ => return Err(Error::Config),
        };
        Ok(Self::empty_line(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, squares, scoring))
    }

    /// Any position on the 8x8 board.
    ///
    /// # Errors
    ///
    /// [`Error::IllegalPosition`] where both sides have a disc on one square.
    pub const fn new(black: u64, white: u64, side: Side, scoring: Scoring) -> Result<Self, Error> {
        if black & white != 0 {
            return Err(Error::IllegalPosition);
        }
        let mut position = Self::empty_line(black, white, !0, scoring);
        if let Side::Second = side {
            position.player = white;
            position.opponent = black;
            position.side = Side::Second;
        }
        Ok(position)
    }

    const fn empty_line(black: u64, white: u64, squares: u64, scoring: Scoring) -> Self {
        Self {
            player: black,
            opponent: white,
            squares,
            legal: 0,
            legal_known: false,
            side: Side::First,
            scoring,
            ply: 0,
            turned: [0; MOST_PLIES],
        }
    }

    /// The discs of black and of white.
    #[must_use]
    pub const fn discs(&self) -> (u64, u64) {
        match self.side {
            Side::First => (self.player, self.opponent),
            Side::Second => (self.opponent, self.player),
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.side
    }

    /// The same position scored by another rule, as the start of a line.
    #[must_use]
    pub const fn with_scoring(&self, scoring: Scoring) -> Self {
        let mut position = Self::empty_line(self.player, self.opponent, self.squares, scoring);
        position.side = self.side;
        position
    }

    /// How the end of the game is scored.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Whether `m` is a legal move.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let legal = legal_squares(self.player, self.opponent, self.empty());
        match m.0 {
            1..=64 => legal >> (m.0 - 1) & 1 == 1,
            _ => {
                m == PASS
                    && legal == 0
                    && legal_squares(self.opponent, self.player, self.empty()) != 0
            }
        }
    }

    /// Whether the game has ended: neither side can turn a disc.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let empty = self.empty();
        legal_squares(self.player, self.opponent, empty) == 0
            && legal_squares(self.opponent, self.player, empty) == 0
    }

    /// How many moves were played and not taken back since the position was set up.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The empty squares.
    #[must_use]
    #[inline(always)]
    pub const fn empty(&self) -> u64 {
        self.squares & !(self.player | self.opponent)
    }

    #[inline(always)]
    fn legal(&mut self) -> u64 {
        if !self.legal_known {
            self.legal = legal_squares(self.player, self.opponent, self.empty());
            self.legal_known = true;
        }
        self.legal
    }

    #[inline(always)]
    fn key_of(player: u64, opponent: u64, side: Side) -> Key {
        let side = match side {
            Side::First => 0,
            Side::Second => 0xa409_3822_299f_31d0,
        };
        Key {
            position: (mix(player) ^ mix(!opponent).rotate_left(23)).wrapping_add(side),
            resource: 0,
        }
    }

    #[inline(always)]
    const fn whole_board(&self) -> bool {
        self.squares == !0
    }

    #[inline(always)]
    fn endgame(&self) -> Endgame {
        Endgame { squares: self.squares.count_ones() as Score, scoring: self.scoring, nodes: 0 }
    }
}

/// Whether the quarter of the board with `square` holds an odd number of empty squares.
#[inline(always)]
fn in_odd_quarter(empty: u64, square: u64) -> bool {
    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const BOTTOM: u64 = 0x0000_0000_ffff_ffff;
    let files = if square & LEFT != 0 { LEFT } else { !LEFT };
    let ranks = if square & BOTTOM != 0 { BOTTOM } else { !BOTTOM };
    (empty & files & ranks).count_ones() & 1 == 1
}

impl Game for Othello {
    #[inline]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        let mut legal = self.legal();
        if legal == 0 {
            if legal_squares(self.opponent, self.player, self.empty()) != 0 {
                out.push(PASS);
            }
            return Ok(());
        }
        while legal != 0 {
            out.push(Move(legal.trailing_zeros() + 1));
            legal &= legal - 1;
        }
        Ok(())
    }

    #[inline]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        let slot = self.turned.get_mut(self.ply).ok_or(Error::Size)?;
        if m == PASS {
            *slot = 0;
            core::mem::swap(&mut self.player, &mut self.opponent);
        } else {
            let square = (m.0.wrapping_sub(1) & 63) as usize;
            let turned = flips(square, self.player, self.opponent);
            if turned == 0 {
                return Err(Error::BadMove);
            }
            *slot = turned;
            let mine = self.player | turned | 1 << square;
            self.player = self.opponent ^ turned;
            self.opponent = mine;
        }
        self.ply += 1;
        self.side = self.side.other();
        self.legal_known = false;
        Ok(())
    }

    #[inline]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.ply = self.ply.checked_sub(1).ok_or(Error::BadMove)?;
        let turned = self.turned.get(self.ply).copied().unwrap_or(0);
        let theirs = self.player | turned;
        let mut mine = self.opponent ^ turned;
        if m != PASS {
            mine &= !(1 << (m.0.wrapping_sub(1) & 63));
        }
        self.player = mine;
        self.opponent = theirs;
        self.side = self.side.other();
        self.legal_known = false;
        Ok(())
    }

    #[inline]
    fn key(&mut self) -> Key {
        Self::key_of(self.player, self.opponent, self.side)
    }

    #[inline]
    fn side(&mut self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        if self.legal() != 0 || legal_squares(self.opponent, self.player, self.empty()) != 0 {
            return Ok(None);
        }
        Ok(Some(self.endgame().ended(self.player, self.opponent)))
    }

    #[inline]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        if m == PASS {
            return Ok(Self::key_of(self.opponent, self.player, self.side.other()));
        }
        let square = (m.0.wrapping_sub(1) & 63) as usize;
        let turned = flips(square, self.player, self.opponent);
        let mine = self.player | turned | 1 << square;
        Ok(Self::key_of(self.opponent ^ turned, mine, self.side.other()))
    }

    #[inline]
    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(self.side.other())
    }

    #[inline]
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok(evaluation::evaluate(self.player, self.opponent, self.empty(), self.whole_board()))
    }

    /// Stable discs bound the score from both sides; looked for only where the window is so far
    /// from a draw that they could decide.
    #[inline]
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        if !self.whole_board() || self.scoring != Scoring::EmptiesToWinner {
            return Ok(None);
        }
        let empties = self.empty().count_ones() as Score;
        // Below this there are hardly enough stable discs.
        let far = 2 * empties - 8;
        if alpha >= far {
            let upper = 64 - 2 * stable(self.opponent, self.player).count_ones() as Score;
            return Ok(Some((-64, upper)));
        }
        if -beta >= far + 8 {
            let lower = 2 * stable(self.player, self.opponent).count_ones() as Score - 64;
            return Ok(Some((lower, 64)));
        }
        Ok(None)
    }

    #[inline]
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        let empty = self.empty();
        // Is any left after taking away five?
        let mut left = empty;
        for _ in 0..6 {
            left &= left.wrapping_sub(1);
        }
        if left != 0 {
            return Ok(None);
        }
        let mut endgame = self.endgame();
        let score = endgame.solve(self.player, self.opponent, empty, alpha, beta);
        Ok(Some(Solved {
            score,
            // The search counts the first of them itself.
            nodes: endgame.nodes.saturating_sub(1),
        }))
    }

    #[inline]
    fn plies_to_end(&mut self) -> Option<u32> {
        Some(self.empty().count_ones())
    }

    #[inline]
    fn order(&mut self, m: Move) -> i32 {
        if m == PASS {
            return 0;
        }
        let number = m.0.wrapping_sub(1) & 63;
        let square = 1u64 << number;
        let empty = self.empty();
        let odd = in_odd_quarter(empty, square);
        let turned = flips(number as usize, self.player, self.opponent);
        evaluation::hint(
            self.player | turned | square,
            self.opponent ^ turned,
            empty & !square,
            square,
            odd,
        )
    }

    /// Corners change the evaluation by much.
    #[inline]
    fn is_noisy(&mut self, m: Move) -> bool {
        matches!(m.0, 1 | 8 | 57 | 64)
    }

    #[inline]
    fn history_index(&mut self, m: Move) -> u16 {
        m.0 as u16
    }

    #[inline]
    fn can_repeat(&self) -> bool {
        false
    }
}
