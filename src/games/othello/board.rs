//! Moves and flips on bitboards: one bit a square, a1 lowest, h8 highest, eight bits a rank.
//!
//! Blocked squares belong to nobody, so the same code plays on smaller boards.

/// The squares of the outermost files, which no run of discs to the left or right may cross.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each square and line (rank, file, two diagonals) the squares above it, in bit order.
static ABOVE: [[u64; 4]; 64] = rays(true);
/// The same for the squares below it.
static BELOW: [[u64; 4]; 64] = rays(false);
/// For each square the other squares of its rising and its falling diagonal.
pub(super) static DIAGONALS: [[u64; 2]; 64] = diagonals();
/// The squares next to each square.
pub(super) static NEIGHBOURS: [u64; 64] = neighbours();

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const fn rays(above: bool) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let sign = if above { 1 } else { -1 };
            let (file_step, rank_step) = (STEPS[line].0 * sign, STEPS[line].1 * sign);
            let mut file = square % 8 + file_step;
            let mut rank = square / 8 + rank_step;
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize][line] |= 1 << (rank * 8 + file);
                file += file_step;
                rank += rank_step;
            }
            line += 1;
        }
        square += 1;
    }
    table
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square][0] = ABOVE[square][2] | BELOW[square][2];
        table[square][1] = ABOVE[square][3] | BELOW[square][3];
        square += 1;
    }
    table
}

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let wide = bit | (bit & !0x8080_8080_8080_8080) << 1 | (bit & !0x0101_0101_0101_0101) >> 1;
        table[square] = (wide | wide << 8 | wide >> 8) & !bit;
        square += 1;
    }
    table
}

/// One direction pair of [`moves`]: where runs of `opponent` that start next to `player` end.
#[inline(always)]
const fn run_ends(player: u64, opponent: u64, step: u32) -> u64 {
    // Parallel prefix: runs of one, then two, then up to six discs.
    let mut up = opponent & player << step;
    let mut down = opponent & player >> step;
    up |= opponent & up << step;
    down |= opponent & down >> step;
    let up_pairs = opponent & opponent << step;
    let down_pairs = opponent & opponent >> step;
    up |= up_pairs & up << (2 * step);
    down |= down_pairs & down >> (2 * step);
    up |= up_pairs & up << (2 * step);
    down |= down_pairs & down >> (2 * step);
    up << step | down >> step
}

/// The empty squares where `player` can move; `empty` holds the empty squares.
#[must_use]
#[inline(always)]
pub const fn moves(player: u64, opponent: u64, empty: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let ends = run_ends(player, inner, 1)
        | run_ends(player, opponent, 8)
        | run_ends(player, inner, 7)
        | run_ends(player, inner, 9);
    ends & empty
}

/// The discs that `player` turns by moving to `square`, an empty square.
#[must_use]
#[inline(always)]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    let square = square & 63;
    let mut flipped = 0;
    let (above, below) = (&ABOVE[square], &BELOW[square]);
    for line in 0..4 {
        // Above, a carry runs through the opponent's discs and stops at the first other square.
        let ray = above[line];
        let end = (opponent | !ray).wrapping_add(1) & ray & player;
        flipped |= end.wrapping_sub((end != 0) as u64) & ray;
        // Below, the first other square is the highest bit that is left.
        let ray = below[line];
        let first = 0x8000_0000_0000_0000 >> (ray & !opponent | 1).leading_zeros();
        let end = first & ray & player;
        flipped |= (end << 1).wrapping_neg() & ray;
    }
    flipped
}

/// The discs of `player` that can never be turned, as far as full lines and stable neighbours
/// show; a lower estimate. For the whole 8x8 board.
#[must_use]
#[inline]
pub fn stable(player: u64, opponent: u64) -> u64 {
    let filled = player | opponent;
    // Lines without an empty square.
    let mut ranks = filled;
    ranks &= ranks >> 1;
    ranks &= ranks >> 2;
    ranks &= ranks >> 4;
    let ranks = (ranks & 0x0101_0101_0101_0101).wrapping_mul(0xff);
    let mut files = filled;
    files &= files.rotate_right(8);
    files &= files.rotate_right(16);
    files &= files.rotate_right(32);
    let (mut rising, mut falling) = (filled, filled);
    // Squares outside the board count as filled.
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = 0x8080_8080_8080_8080;
    const BOTTOM: u64 = 0xff;
    const TOP: u64 = 0xff << 56;
    let edge9 = LEFT | BOTTOM | RIGHT | TOP;
    // Diagonal runs of empties spread along their line, at most seven steps in doubling strides.
    let mut holes9 = !filled;
    let mut holes7 = !filled;
    let (not_left, not_right) = (!LEFT, !RIGHT);
    for _ in 0..7 {
        holes9 |= (holes9 & not_right) << 9 | (holes9 & not_left) >> 9;
        holes7 |= (holes7 & not_left) << 7 | (holes7 & not_right) >> 7;
    }
    rising &= !holes9;
    falling &= !holes7;
    let ranks = ranks | LEFT | RIGHT;
    let files = files | BOTTOM | TOP;
    let rising = rising | edge9;
    let falling = falling | edge9;
    let mut stable = player & ranks & files & rising & falling;
    loop {
        let on_rank = (stable & not_right) << 1 | (stable & not_left) >> 1 | ranks;
        let on_file = stable << 8 | stable >> 8 | files;
        let on_rising = (stable & not_right) << 9 | (stable & not_left) >> 9 | rising;
        let on_falling = (stable & not_left) << 7 | (stable & not_right) >> 7 | falling;
        let more = player & on_rank & on_file & on_rising & on_falling & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn lines_and_neighbours_are_what_geometry_says() {
        let on_line = |line: usize, df: i32, dr: i32| match line {
            0 => dr == 0,
            1 => df == 0,
            2 => df == dr,
            _ => df == -dr,
        };
        let picked = |square: usize, rule: &dyn Fn(usize, i32, i32) -> bool| {
            (0..64usize).filter(|&to| to != square).fold(0u64, |set, to| {
                let df = to as i32 % 8 - square as i32 % 8;
                let dr = to as i32 / 8 - square as i32 / 8;
                set | u64::from(rule(to, df, dr)) << to
            })
        };
        let (above, below, diagonals, neighbours) =
            (rays(true), rays(false), diagonals(), neighbours());
        for square in 0..64 {
            for line in 0..4 {
                let higher = picked(square, &|to, df, dr| to > square && on_line(line, df, dr));
                let lower = picked(square, &|to, df, dr| to < square && on_line(line, df, dr));
                assert_eq!((above[square][line], below[square][line]), (higher, lower));
            }
            assert_eq!(diagonals[square][0], picked(square, &|_, df, dr| df == dr));
            assert_eq!(diagonals[square][1], picked(square, &|_, df, dr| df == -dr));
            let near = picked(square, &|_, df, dr| df.abs().max(dr.abs()) == 1);
            assert_eq!(neighbours[square], near);
        }
    }

    /// Flips by walking each direction.
    fn slow_flips(square: usize, player: u64, opponent: u64) -> u64 {
        let mut flipped = 0;
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let mut run = 0;
            let (mut f, mut r) = (square as i32 % 8 + df, square as i32 / 8 + dr);
            while (0..8).contains(&f) && (0..8).contains(&r) {
                let bit = 1u64 << (r * 8 + f);
                if opponent & bit != 0 {
                    run |= bit;
                } else {
                    if player & bit != 0 {
                        flipped |= run;
                    }
                    break;
                }
                f += df;
                r += dr;
            }
        }
        flipped
    }

    #[test]
    fn moves_and_flips_equal_a_walk_over_the_board() {
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = mix(state);
            let a = state;
            state = mix(state);
            let b = state;
            state = mix(state);
            let player = a & b;
            let opponent = !player & (a | state);
            let empty = !(player | opponent);
            let mut expected = 0;
            for square in 0..64 {
                if empty >> square & 1 == 1 {
                    let slow = slow_flips(square, player, opponent);
                    assert_eq!(flips(square, player, opponent), slow);
                    if slow != 0 {
                        expected |= 1 << square;
                    }
                }
            }
            assert_eq!(moves(player, opponent, empty), expected);
        }
    }

    #[test]
    fn stable_discs_are_never_turned_in_random_games() {
        let mut state = 3u64;
        for _ in 0..3000 {
            let (mut player, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
            let mut kept: [u64; 2] = [0, 0];
            let mut turn = 0;
            let mut passes = 0;
            while passes < 2 {
                // Marked earlier, still of the same colour.
                assert_eq!(kept[turn] & !player, 0);
                assert_eq!(kept[1 - turn] & !opponent, 0);
                kept[turn] |= stable(player, opponent);
                kept[1 - turn] |= stable(opponent, player);
                let legal = moves(player, opponent, !(player | opponent));
                if legal == 0 {
                    passes += 1;
                } else {
                    passes = 0;
                    state = mix(state);
                    let mut pick = (state >> 32) % u64::from(legal.count_ones());
                    let mut left = legal;
                    while pick > 0 {
                        left &= left - 1;
                        pick -= 1;
                    }
                    let square = left.trailing_zeros() as usize;
                    let flipped = flips(square, player, opponent);
                    player |= flipped | 1 << square;
                    opponent &= !flipped;
                }
                core::mem::swap(&mut player, &mut opponent);
                turn = 1 - turn;
            }
        }
    }

    #[test]
    fn a_full_board_is_stable_throughout() {
        let player = 0x0f0f_3c3c_55aa_1234;
        assert_eq!(stable(player, !player), player);
        assert_eq!(stable(0xff, 0), 0xff);
        assert_eq!(stable(0x7e, 0), 0);
    }
}
