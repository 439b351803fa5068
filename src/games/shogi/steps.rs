//! Constant tables of what single pieces reach: steps by kind and colour, crosses, diagonals, rays.
//!
//! All sets of one square stand together, so that those of a king, of which a position asks many,
//! are found with one address.

use super::square::Square;
use super::tables::{
    DOWN, ENTRIES, LEFT, LEFT_DOWN, LEFT_UP, RIGHT, RIGHT_DOWN, RIGHT_UP, STEP, UP, on_board, ray,
};
use crate::bitboard::Set81;

/// How many sets a square has.
const SETS: usize = 26;

/// One of the sets that every square has.
#[derive(Clone, Copy)]
pub struct Column(usize);

impl Column {
    /// The set of a square.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn at(self, square: Square) -> Set81 {
        match squares_sets(square) {
            Some(sets) => sets.get(self.0).copied().unwrap_or(Set81::EMPTY),
            None => Set81::EMPTY,
        }
    }
}

#[cfg_attr(not(feature = "compact"), inline(always))]
fn squares_sets(square: Square) -> Option<&'static [Set81; SETS]> {
    #[cfg(target_pointer_width = "64")]
    {
        Some(&TABLE[square.index() & 127])
    }
    #[cfg(not(target_pointer_width = "64"))]
    {
        TABLE.get(square.index())
    }
}

/// The set of each square alone.
pub const SINGLE: Column = Column(0);
/// King steps.
pub const KING: Column = Column(1);
/// Pawn steps, by colour (0 black).
pub const PAWN: [Column; 2] = [Column(2), Column(3)];
/// Knight steps, by colour.
pub const KNIGHT: [Column; 2] = [Column(4), Column(5)];
/// Silver steps, by colour.
pub const SILVER: [Column; 2] = [Column(6), Column(7)];
/// Gold steps, by colour.
pub const GOLD: [Column; 2] = [Column(8), Column(9)];
/// The squares at most two steps of a king away, the square itself left out.
pub const TWO_STEPS: Column = Column(10);
/// What a rook reaches on an empty board.
pub const CROSS: Column = Column(11);
/// What a bishop reaches on an empty board.
pub const DIAGONALS: Column = Column(12);
/// Where a rook can attack a square or one of its neighbours from, on an empty board.
pub const ROOK_NEAR: Column = Column(13);
/// Where a bishop can attack a square or one of its neighbours from, on an empty board.
pub const BISHOP_NEAR: Column = Column(14);
/// The lines through every square that are not files, those along the ranks first, then the
/// two diagonals. The square itself is not in its lines.
pub const LINES: [Column; 3] = [Column(15), Column(16), Column(17)];
/// The rays from every square, by direction; the square itself is not in its rays.
pub const RAYS: [Column; 8] = [
    Column(18),
    Column(19),
    Column(20),
    Column(21),
    Column(22),
    Column(23),
    Column(24),
    Column(25),
];

/// The ray from a square in a direction; empty where that is [`NO_DIRECTION`].
///
/// [`NO_DIRECTION`]: super::tables::NO_DIRECTION
#[cfg_attr(not(feature = "compact"), inline(always))]
pub fn ray_towards(direction: usize, square: Square) -> Set81 {
    let rays = squares_sets(square).and_then(|sets| sets.last_chunk::<8>());
    rays.and_then(|rays| rays.get(direction)).copied().unwrap_or(Set81::EMPTY)
}

static TABLE: [[Set81; SETS]; ENTRIES] = {
    let mut table = [[Set81::EMPTY; SETS]; ENTRIES];
    let mut square = 0;
    while square < 81 {
        table[square] = sets(square);
        square += 1;
    }
    table
};

const KNIGHT_STEPS: [(i32, i32); 2] = [(-1, -2), (1, -2)];
const SILVER_STEPS: [(i32, i32); 5] = [(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD_STEPS: [(i32, i32); 6] = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const STRAIGHT: [usize; 4] = [UP, DOWN, RIGHT, LEFT];
const OBLIQUE: [usize; 4] = [RIGHT_UP, LEFT_DOWN, RIGHT_DOWN, LEFT_UP];

const fn sets(square: usize) -> [Set81; SETS] {
    let mut sets = [Set81::EMPTY; SETS];
    sets[SINGLE.0] = Set81::single(square);
    sets[KING.0] = steps(STEP, 0, square);
    let mut colour = 0;
    while colour < 2 {
        sets[PAWN[colour].0] = steps([(0, -1)], colour, square);
        sets[KNIGHT[colour].0] = steps(KNIGHT_STEPS, colour, square);
        sets[SILVER[colour].0] = steps(SILVER_STEPS, colour, square);
        sets[GOLD[colour].0] = steps(GOLD_STEPS, colour, square);
        colour += 1;
    }
    sets[TWO_STEPS.0] = two_steps(square);
    sets[CROSS.0] = star(square, STRAIGHT);
    sets[DIAGONALS.0] = star(square, OBLIQUE);
    sets[ROOK_NEAR.0] = near(square, STRAIGHT);
    sets[BISHOP_NEAR.0] = near(square, OBLIQUE);
    let mut direction = 0;
    while direction < 8 {
        sets[RAYS[direction].0] = ray(square, direction);
        direction += 1;
    }
    let mut line = 0;
    while line < 3 {
        let direction = 2 * (line + 1);
        sets[LINES[line].0] = ray(square, direction).union(ray(square, direction + 1));
        line += 1;
    }
    sets
}

const fn star(square: usize, directions: [usize; 4]) -> Set81 {
    let [a, b, c, d] = directions;
    ray(square, a).union(ray(square, b)).union(ray(square, c)).union(ray(square, d))
}

const fn steps<const N: usize>(moves: [(i32, i32); N], colour: usize, square: usize) -> Set81 {
    let mut set = Set81::EMPTY;
    let mut i = 0;
    while i < N {
        let (df, dr) = moves[i];
        let dr = if colour == 0 { dr } else { -dr };
        let file = (square / 9) as i32 + df;
        let rank = (square % 9) as i32 + dr;
        if on_board(file, rank) {
            set = set.union(Set81::single((file * 9 + rank) as usize));
        }
        i += 1;
    }
    set
}

const fn two_steps(square: usize) -> Set81 {
    let mut set = Set81::EMPTY;
    let mut other = 0usize;
    while other < 81 {
        let df = (other / 9).abs_diff(square / 9);
        let dr = (other % 9).abs_diff(square % 9);
        if df <= 2 && dr <= 2 && square != other {
            set = set.union(Set81::single(other));
        }
        other += 1;
    }
    set
}

const fn near(square: usize, directions: [usize; 4]) -> Set81 {
    let mut set = Set81::EMPTY;
    let file = (square / 9) as i32;
    let rank = (square % 9) as i32;
    let mut df = -1;
    while df <= 1 {
        let mut dr = -1;
        while dr <= 1 {
            if on_board(file + df, rank + dr) {
                set = set.union(star(((file + df) * 9 + rank + dr) as usize, directions));
            }
            dr += 1;
        }
        df += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares that a rule on file and rank steps picks, from black's view (up is negative).
    fn picked(square: usize, rule: impl Fn(i32, i32) -> bool) -> Vec<usize> {
        let (file, rank) = ((square / 9) as i32, (square % 9) as i32);
        (0..81).filter(|&to| rule((to / 9) as i32 - file, (to % 9) as i32 - rank)).collect()
    }

    #[test]
    fn every_set_is_what_geometry_says() {
        let straight = |df: i32, dr: i32| (df == 0) != (dr == 0);
        let oblique = |df: i32, dr: i32| df.abs() == dr.abs() && df != 0;
        // A square or a neighbour lies on one of the slider's lines.
        let near =
            |df: i32, dr: i32, line: &dyn Fn(i32, i32) -> bool, on: &dyn Fn(i32, i32) -> bool| {
                (-1..=1).any(|f| (-1..=1).any(|r| on(f, r) && line(df - f, dr - r)))
            };
        for square in 0..81 {
            let sets = sets(square);
            let is = |column: Column, rule: &dyn Fn(i32, i32) -> bool| {
                let found: Vec<usize> = sets[column.0].squares().map(usize::from).collect();
                assert_eq!(found, picked(square, rule), "square {square}, set {}", column.0);
                let index = u8::try_from(square).unwrap();
                assert_eq!(column.at(Square::new(index).unwrap()), sets[column.0]);
            };
            let (file, rank) = ((square / 9) as i32, (square % 9) as i32);
            let on = |f: i32, r: i32| (0..9).contains(&(file + f)) && (0..9).contains(&(rank + r));
            is(SINGLE, &|df, dr| (df, dr) == (0, 0));
            is(KING, &|df, dr| df.abs().max(dr.abs()) == 1);
            is(TWO_STEPS, &|df, dr| (1..=2).contains(&df.abs().max(dr.abs())));
            for (colour, up) in [(0, -1), (1, 1)] {
                is(PAWN[colour], &|df, dr| (df, dr * up) == (0, 1));
                is(KNIGHT[colour], &|df, dr| (df.abs(), dr * up) == (1, 2));
                is(SILVER[colour], &|df, dr| {
                    df.abs().max(dr.abs()) == 1 && (oblique(df, dr) || dr * up == 1)
                });
                is(GOLD[colour], &|df, dr| {
                    df.abs().max(dr.abs()) == 1 && (straight(df, dr) || dr * up == 1)
                });
            }
            is(CROSS, &straight);
            is(DIAGONALS, &oblique);
            is(ROOK_NEAR, &|df, dr| near(df, dr, &straight, &on));
            is(BISHOP_NEAR, &|df, dr| near(df, dr, &oblique, &on));
            is(LINES[0], &|df, dr| dr == 0 && df != 0);
            is(LINES[1], &|df, dr| df == dr && df != 0);
            is(LINES[2], &|df, dr| df == -dr && df != 0);
            for (direction, (f, r)) in STEP.into_iter().enumerate() {
                is(RAYS[direction], &|df, dr| (1..9).any(|n| (df, dr) == (n * f, n * r)));
            }
        }
    }
}
