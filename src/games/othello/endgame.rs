//! The last six empty squares, by hand: no stack, no list of moves, the empty squares in order of
//! parity. The functions call each other from six empties down to one and are not recursive.

use super::Scoring;
use super::board::{DIAGONALS, NEIGHBOURS, flips};
use super::evaluation::{CORNERS, X_SQUARES};
use crate::score::Score;

/// What does not change on the way down: the size of the board and the rule of scoring.
#[derive(Clone, Copy)]
pub(super) struct Endgame {
    /// Squares of the board.
    pub squares: Score,
    pub scoring: Scoring,
    /// Positions visited.
    pub nodes: u32,
}

const NONE: Score = Score::MIN;

/// How many discs a move at a place of a line turns on it, where `player` holds the places of the
/// bits and the opponent all others.
static LAST: [[u8; 256]; 8] = last_counts();

const fn last_counts() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mine = 0;
        while mine < 256 {
            let mut turned = 0;
            let mut step = 1;
            while place + step < 8 {
                if mine >> (place + step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            let mut step = 1;
            while step <= place {
                if mine >> (place - step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            table[place][mine] = turned as u8;
            mine += 1;
        }
        place += 1;
    }
    table
}

/// The discs that `player` turns on the last empty square of the whole board. Each line is
/// gathered into a byte by a multiplication; places outside a short diagonal read as the
/// opponent's, and without a disc of the player behind them they turn nothing.
#[inline(always)]
fn count_last(square: u8, player: u64) -> Score {
    let square = (square & 63) as usize;
    let (file, rank) = (square & 7, square >> 3);
    const FILE: u64 = 0x0101_0101_0101_0101;
    let on_rank = (player >> (rank * 8)) as u8;
    let on_file = ((player >> file & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    let [rising, falling] = DIAGONALS[square];
    let on_rising = ((player & rising).wrapping_mul(FILE) >> 56) as u8;
    let on_falling = ((player & falling).wrapping_mul(FILE) >> 56) as u8;
    let by_file = &LAST[file];
    Score::from(by_file[on_rank as usize])
        + Score::from(LAST[rank][on_file as usize])
        + Score::from(by_file[on_rising as usize])
        + Score::from(by_file[on_falling as usize])
}

/// The squares of `at` but the one at `skip`.
#[inline(always)]
fn without<const N: usize, const M: usize>(at: [u8; N], skip: usize) -> [u8; M] {
    const { assert!(M + 1 == N) };
    core::array::from_fn(|i| {
        let from = if i < skip { i } else { i + 1 };
        at.get(from).copied().unwrap_or(0)
    })
}

/// The search of one number of empty squares: `$once` tries each square for one side, those in
/// quarters of the board with an odd number of empty squares first, since the mover wants the last
/// move in each region; `$level` lets the other side move where that side must pass. `odd` has a
/// bit for each quarter.
macro_rules! level {
    ($once:ident, $level:ident, $n:literal, $below:ident) => {
        fn $once(
            &mut self,
            player: u64,
            opponent: u64,
            alpha: Score,
            beta: Score,
            at: [u8; $n],
            odd: u8,
        ) -> Score {
            self.nodes += 1;
            let mut best = NONE;
            for even in [false, true] {
                for (i, &square) in at.iter().enumerate() {
                    let quarter = quarter(square);
                    if (odd & quarter == 0) != even || opponent & neighbours(square) == 0 {
                        continue;
                    }
                    let turned = flips(square as usize, player, opponent);
                    if turned == 0 {
                        continue;
                    }
                    let floor = alpha.max(best);
                    let next = player | turned | bit(square);
                    let rest = without(at, i);
                    let score =
                        -self.$below(opponent ^ turned, next, -beta, -floor, rest, odd ^ quarter);
                    if score > best {
                        best = score;
                        if best >= beta {
                            return best;
                        }
                    }
                }
            }
            best
        }

        #[inline]
        fn $level(
            &mut self,
            player: u64,
            opponent: u64,
            alpha: Score,
            beta: Score,
            at: [u8; $n],
            odd: u8,
        ) -> Score {
            let best = self.$once(player, opponent, alpha, beta, at, odd);
            if best != NONE {
                return best;
            }
            let passed = self.$once(opponent, player, -beta, -alpha, at, odd);
            if passed != NONE {
                return -passed;
            }
            self.ended(player, opponent)
        }
    };
}

impl Endgame {
    /// The score of an ended game for `player`.
    #[inline]
    pub(super) fn ended(&self, player: u64, opponent: u64) -> Score {
        let mine = player.count_ones() as Score;
        let yours = opponent.count_ones() as Score;
        self.scoring.score(mine, yours, self.squares)
    }

    /// One empty square: only the number of discs turned matters.
    #[inline(always)]
    fn last(&mut self, player: u64, opponent: u64, square: u8) -> Score {
        self.nodes += 1;
        let mine = player.count_ones() as Score;
        let count = |player: u64, opponent: u64| -> Score {
            if self.squares == 64 {
                count_last(square, player)
            } else {
                flips(square as usize, player, opponent).count_ones() as Score
            }
        };
        let turned = count(player, opponent);
        if turned != 0 {
            return 2 * (mine + turned + 1) - self.squares;
        }
        let turned = count(opponent, player);
        if turned != 0 {
            return 2 * (mine - turned) - self.squares;
        }
        self.scoring.score(mine, self.squares - 1 - mine, self.squares)
    }

    #[inline(always)]
    fn two_once(&mut self, player: u64, opponent: u64, beta: Score, a: u8, b: u8) -> Score {
        self.nodes += 1;
        let mut best = NONE;
        if opponent & neighbours(a) != 0 {
            let turned = flips(a as usize, player, opponent);
            if turned != 0 {
                best = -self.last(opponent ^ turned, player | turned | bit(a), b);
                if best >= beta {
                    return best;
                }
            }
        }
        if opponent & neighbours(b) != 0 {
            let turned = flips(b as usize, player, opponent);
            if turned != 0 {
                let score = -self.last(opponent ^ turned, player | turned | bit(b), a);
                best = best.max(score);
            }
        }
        best
    }

    #[inline(always)]
    fn two(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: Score,
        beta: Score,
        at: [u8; 2],
        _: u8,
    ) -> Score {
        let [a, b] = at;
        let best = self.two_once(player, opponent, beta, a, b);
        if best != NONE {
            return best;
        }
        let passed = self.two_once(opponent, player, -alpha, a, b);
        if passed != NONE {
            return -passed;
        }
        self.ended(player, opponent)
    }

    level!(three_once, three, 3, two);
    level!(four_once, four, 4, three);
    level!(five_once, five, 5, four);
    level!(six_once, six, 6, five);

    /// The fail-soft score for `player` with at most six squares of `empty` left.
    #[inline]
    pub(super) fn solve(
        &mut self,
        player: u64,
        opponent: u64,
        empty: u64,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let count = empty.count_ones();
        let mut at = [0u8; 6];
        // Corners first, the squares that give corners away last.
        let mut n = 0;
        let mut odd = 0;
        for group in [CORNERS, !(CORNERS | X_SQUARES), X_SQUARES] {
            let mut left = empty & group;
            while left != 0 {
                if let Some(slot) = at.get_mut(n) {
                    *slot = left.trailing_zeros() as u8;
                }
                n += 1;
                odd ^= quarter(left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
        let [a, b, c, d, e, f] = at;
        match count {
            0 => {
                self.nodes += 1;
                self.ended(player, opponent)
            }
            1 => self.last(player, opponent, a),
            2 => self.two(player, opponent, alpha, beta, [a, b], odd),
            3 => self.three(player, opponent, alpha, beta, [a, b, c], odd),
            4 => self.four(player, opponent, alpha, beta, [a, b, c, d], odd),
            5 => self.five(player, opponent, alpha, beta, [a, b, c, d, e], odd),
            _ => self.six(player, opponent, alpha, beta, [a, b, c, d, e, f], odd),
        }
    }
}

/// The bit of the quarter of the board that a square lies in.
#[inline(always)]
const fn quarter(square: u8) -> u8 {
    1 << ((square >> 5 & 1) << 1 | square >> 2 & 1)
}

#[inline(always)]
fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

#[inline(always)]
fn neighbours(square: u8) -> u64 {
    NEIGHBOURS[(square & 63) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn the_discs_of_a_line_are_turned_up_to_the_nearest_own_one() {
        let counts = last_counts();
        for (place, row) in counts.iter().enumerate() {
            for (mine, &count) in row.iter().enumerate() {
                let own = |at: usize| mine >> at & 1 == 1;
                let right = (place + 1..8).position(own).unwrap_or(0);
                let left = (0..place).rev().position(own).unwrap_or(0);
                assert_eq!(usize::from(count), left + right, "{place} {mine:08b}");
            }
        }
    }

    #[test]
    fn the_last_move_turns_as_many_discs_as_the_general_code_says() {
        let mut state = 9;
        for _ in 0..2000 {
            for square in 0..64u8 {
                state = mix(state);
                let player = state & !bit(square);
                let opponent = !player & !bit(square);
                let turned = flips(square as usize, player, opponent);
                assert_eq!(count_last(square, player), turned.count_ones() as Score);
            }
        }
    }
}
