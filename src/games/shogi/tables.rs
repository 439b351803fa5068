//! Constant tables of shogi: rays, directions, Zobrist keys. The compiler computes them.
//!
//! Rays take 81 sets in eight directions. There is no table of pairs of squares: the squares
//! between two are the meeting of two opposite rays.

#[cfg(not(feature = "compact"))]
pub use super::steps::{
    BISHOP_NEAR, CROSS, DIAGONALS, GOLD, KING, KNIGHT, LINES, PAWN, RAYS, ROOK_NEAR, SILVER,
    SINGLE, TWO_STEPS, ray_towards,
};
#[cfg(feature = "compact")]
pub use super::steps_compact::{
    BISHOP_NEAR, CROSS, DIAGONALS, GOLD, KING, KNIGHT, LINES, Line, PAWN, RAYS, ROOK_NEAR, SILVER,
    SINGLE, TWO_STEPS, ray_towards,
};

use super::square::Square;
use crate::bitboard::Set81;
use crate::hash;

/// How many entries a table has. On 64-bit hosts it is padded so that seven bits index it without
/// a check; on small machines flash is dearer.
#[cfg(target_pointer_width = "64")]
pub(super) const ENTRIES: usize = 128;
#[cfg(not(target_pointer_width = "64"))]
pub(super) const ENTRIES: usize = 81;

/// A value for every square.
pub struct Table<T>(pub(super) [T; ENTRIES]);

impl<T: Copy + Default> Table<T> {
    /// The value of a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> T {
        #[cfg(target_pointer_width = "64")]
        {
            self.0[square.index() & 127]
        }
        #[cfg(not(target_pointer_width = "64"))]
        {
            self.0.get(square.index()).copied().unwrap_or_default()
        }
    }
}

/// A direction of a ray; the opposite one is the code with the lowest bit flipped, and odd codes
/// run towards higher square numbers.
pub const UP: usize = 0;
/// Towards rank i.
pub const DOWN: usize = 1;
/// Towards file 1.
#[cfg_attr(feature = "compact", allow(dead_code))]
pub const RIGHT: usize = 2;
/// Towards file 9.
#[cfg_attr(feature = "compact", allow(dead_code))]
pub const LEFT: usize = 3;
/// Towards file 1 and rank a.
pub const RIGHT_UP: usize = 4;
/// Towards file 9 and rank i.
pub const LEFT_DOWN: usize = 5;
/// Towards file 1 and rank i.
pub const RIGHT_DOWN: usize = 6;
/// Towards file 9 and rank a.
pub const LEFT_UP: usize = 7;
/// No direction: the squares do not see each other.
pub const NO_DIRECTION: u8 = 8;

/// File and rank steps of each direction.
pub(super) const STEP: [(i32, i32); 8] =
    [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)];

pub(super) const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 9 && rank >= 0 && rank < 9
}

pub(super) const fn ray(square: usize, direction: usize) -> Set81 {
    let (df, dr) = STEP[direction];
    let mut file = (square / 9) as i32 + df;
    let mut rank = (square % 9) as i32 + dr;
    let mut set = Set81::EMPTY;
    while on_board(file, rank) {
        set = set.union(Set81::single((file * 9 + rank) as usize));
        file += df;
        rank += dr;
    }
    set
}

/// Squares counted in files of 17, so that differences of two tell their direction.
static WIDE: Table<u8> = {
    let mut table = [0; ENTRIES];
    let mut square = 0;
    while square < 81 {
        table[square] = ((square / 9) * 17 + square % 9) as u8;
        square += 1;
    }
    Table(table)
};

/// The direction behind every difference of two [`WIDE`] numbers, plus 144.
static DIRECTIONS: [u8; 289] = {
    let mut table = [NO_DIRECTION; 289];
    let mut direction = 0;
    while direction < 8 {
        let (df, dr) = STEP[direction];
        let mut n = 1;
        while n < 9 {
            table[(144 + n * (df * 17 + dr)) as usize] = direction as u8;
            n += 1;
        }
        direction += 1;
    }
    table
};

/// The direction from one square to another; [`NO_DIRECTION`] where no line joins them.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> u8 {
    let difference = 144 + usize::from(WIDE.at(to)) - usize::from(WIDE.at(from));
    DIRECTIONS.get(difference).copied().unwrap_or(NO_DIRECTION)
}

/// The ray from one square through another, all of it; empty where no line joins them.
#[inline(always)]
pub fn ray_through(from: Square, to: Square) -> Set81 {
    ray_towards(usize::from(direction(from, to)), from)
}

/// The squares between two on a line; empty where no line joins them.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Set81 {
    let direction = usize::from(direction(a, b));
    ray_towards(direction, a) & ray_towards(direction ^ 1, b)
}

/// One key a square and colour. A piece's key is this one rotated by the code of its kind, which
/// takes 1.3 KB where a key a piece would take 18 KB.
static ZOBRIST: [Table<u64>; 2] = {
    let keys: [u64; 162] = hash::zobrist(0x0079_6f6d_6969_6b69);
    let mut black = [0; ENTRIES];
    let mut white = [0; ENTRIES];
    let mut square = 0;
    while square < 81 {
        black[square] = keys[square];
        white[square] = keys[square + 81];
        square += 1;
    }
    [Table(black), Table(white)]
};

/// The key of white to move.
pub const WHITE_TO_MOVE: u64 = hash::mix(0x0073_686f_6769);

/// The key of a piece on a square; `code` is the code of its kind.
#[inline(always)]
pub fn piece_key(colour: usize, square: Square, code: u32) -> u64 {
    ZOBRIST[colour & 1].at(square).rotate_left(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_between_two_are_those_that_a_walk_meets() {
        for a in Square::all() {
            for b in Square::all() {
                let (fa, ra) = (i32::from(a.file()), i32::from(a.rank()));
                let (fb, rb) = (i32::from(b.file()), i32::from(b.rank()));
                let (df, dr) = (fb - fa, rb - ra);
                let aligned = a != b && (df == 0 || dr == 0 || df.abs() == dr.abs());
                assert_eq!(direction(a, b) != NO_DIRECTION, aligned);
                let mut walk = Set81::EMPTY;
                if aligned {
                    let (sf, sr) = (df.signum(), dr.signum());
                    let (mut f, mut r) = (fa + sf, ra + sr);
                    while (f, r) != (fb, rb) {
                        walk |= Set81::single((f * 9 + r) as usize);
                        f += sf;
                        r += sr;
                    }
                    assert!(ray_through(a, b).contains(b.index()));
                }
                assert_eq!(between(a, b), walk, "{a} {b}");
            }
        }
    }

    #[test]
    fn no_two_pieces_share_a_key_and_no_two_exchanges_cancel() {
        let mut keys = Vec::new();
        for colour in 0..2 {
            for square in Square::all() {
                for code in 1..15 {
                    keys.push(piece_key(colour, square, code));
                }
            }
        }
        let n = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), n);
        // Two pieces of kinds a and b that change places change the key by a sum of two squares'
        // words, rotated by a and by b: it vanishes where the sum is unmoved by a - b.
        let words: Vec<u64> =
            (0..2).flat_map(|c| Square::all().map(move |s| piece_key(c, s, 0))).collect();
        for (i, a) in words.iter().enumerate() {
            for b in words.iter().take(i) {
                for turn in 1..14 {
                    assert_ne!((a ^ b).rotate_left(turn), a ^ b);
                }
            }
        }
    }
}
