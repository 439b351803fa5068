//! Constant tables of what single pieces reach: steps by kind and colour, crosses and diagonals.

use super::tables::{
    DOWN, ENTRIES, LEFT, LEFT_DOWN, LEFT_UP, RIGHT, RIGHT_DOWN, RIGHT_UP, STEP, Table, UP,
    on_board, ray,
};
use crate::bitboard::Set81;

const fn stars(directions: [usize; 4]) -> Table<Set81> {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < 4 {
            table[square] = table[square].union(ray(square, directions[i]));
            i += 1;
        }
        square += 1;
    }
    Table(table)
}

/// What a rook reaches on an empty board.
pub static CROSS: Table<Set81> = stars([UP, DOWN, RIGHT, LEFT]);
/// What a bishop reaches on an empty board.
pub static DIAGONALS: Table<Set81> = stars([RIGHT_UP, LEFT_DOWN, RIGHT_DOWN, LEFT_UP]);

const fn singles() -> Table<Set81> {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        table[square] = Set81::single(square);
        square += 1;
    }
    Table(table)
}

/// The set of each square alone.
pub static SINGLE: Table<Set81> = singles();

const fn steps<const N: usize>(moves: [(i32, i32); N], colour: usize) -> Table<Set81> {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < N {
            let (df, dr) = moves[i];
            let dr = if colour == 0 { dr } else { -dr };
            let file = (square / 9) as i32 + df;
            let rank = (square % 9) as i32 + dr;
            if on_board(file, rank) {
                table[square] = table[square].union(Set81::single((file * 9 + rank) as usize));
            }
            i += 1;
        }
        square += 1;
    }
    Table(table)
}

const KNIGHT_STEPS: [(i32, i32); 2] = [(-1, -2), (1, -2)];
const SILVER_STEPS: [(i32, i32); 5] = [(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD_STEPS: [(i32, i32); 6] = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];

/// Pawn steps, by colour (0 black).
pub static PAWN: [Table<Set81>; 2] = [steps([(0, -1)], 0), steps([(0, -1)], 1)];
/// Knight steps, by colour.
pub static KNIGHT: [Table<Set81>; 2] = [steps(KNIGHT_STEPS, 0), steps(KNIGHT_STEPS, 1)];
/// Silver steps, by colour.
pub static SILVER: [Table<Set81>; 2] = [steps(SILVER_STEPS, 0), steps(SILVER_STEPS, 1)];
/// Gold steps, by colour.
pub static GOLD: [Table<Set81>; 2] = [steps(GOLD_STEPS, 0), steps(GOLD_STEPS, 1)];
/// King steps.
pub static KING: Table<Set81> = steps(STEP, 0);

/// The squares at most two steps of a king away, the square itself left out.
pub static TWO_STEPS: Table<Set81> = {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        let mut other = 0usize;
        while other < 81 {
            let df = (other / 9).abs_diff(square / 9);
            let dr = (other % 9).abs_diff(square % 9);
            if df <= 2 && dr <= 2 && square != other {
                table[square] = table[square].union(Set81::single(other));
            }
            other += 1;
        }
        square += 1;
    }
    Table(table)
};

const fn near(directions: [usize; 4]) -> Table<Set81> {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        let file = (square / 9) as i32;
        let rank = (square % 9) as i32;
        let mut df = -1;
        while df <= 1 {
            let mut dr = -1;
            while dr <= 1 {
                if on_board(file + df, rank + dr) {
                    let target = ((file + df) * 9 + rank + dr) as usize;
                    let mut i = 0;
                    while i < 4 {
                        table[square] = table[square].union(ray(target, directions[i]));
                        i += 1;
                    }
                }
                dr += 1;
            }
            df += 1;
        }
        square += 1;
    }
    Table(table)
}

/// Where a rook can attack a square or one of its neighbours from, on an empty board.
pub static ROOK_NEAR: Table<Set81> = near([UP, DOWN, RIGHT, LEFT]);
/// Where a bishop can attack a square or one of its neighbours from, on an empty board.
pub static BISHOP_NEAR: Table<Set81> = near([RIGHT_UP, LEFT_DOWN, RIGHT_DOWN, LEFT_UP]);
