//! What single pieces reach, computed instead of looked up: 23 KB less flash for about half as
//! many instructions again. Takes the place of `steps` with the feature `compact`.

use super::square::Square;
use super::tables::{ENTRIES, LEFT_DOWN, LEFT_UP, RIGHT_DOWN, RIGHT_UP, Table, ray};
use crate::bitboard::Set81;

/// Which set a [`Computed`] gives.
#[derive(Clone, Copy)]
enum Shape {
    Pawn,
    Knight,
    Silver,
    Gold,
    King,
    TwoSteps,
}

/// A set for every square, with the interface of a table.
pub struct Computed {
    shape: Shape,
    colour: usize,
}

impl Computed {
    /// The set of a square.
    #[inline(never)]
    pub fn at(&self, square: Square) -> Set81 {
        let set = SINGLE.at(square);
        let (ahead, back) =
            if self.colour == 0 { (set.up(), set.down()) } else { (set.down(), set.up()) };
        let sideways = |set: Set81| set.left() | set.right();
        match self.shape {
            Shape::Pawn => ahead,
            Shape::Knight => {
                let ahead = if self.colour == 0 { ahead.up() } else { ahead.down() };
                sideways(ahead)
            }
            Shape::Silver => ahead | sideways(ahead | back),
            Shape::Gold => ahead | back | sideways(ahead | set),
            Shape::King => ahead | back | sideways(ahead | set | back),
            Shape::TwoSteps => {
                let near = ahead | set | back;
                let far = near | near.up() | near.down();
                let wide = far | sideways(far);
                (wide | sideways(wide)).without(set)
            }
        }
    }
}

const fn computed(shape: Shape, colour: usize) -> Computed {
    Computed { shape, colour }
}

/// Pawn steps, by colour (0 black).
pub static PAWN: [Computed; 2] = [computed(Shape::Pawn, 0), computed(Shape::Pawn, 1)];
/// Knight steps, by colour.
pub static KNIGHT: [Computed; 2] = [computed(Shape::Knight, 0), computed(Shape::Knight, 1)];
/// Silver steps, by colour.
pub static SILVER: [Computed; 2] = [computed(Shape::Silver, 0), computed(Shape::Silver, 1)];
/// Gold steps, by colour.
pub static GOLD: [Computed; 2] = [computed(Shape::Gold, 0), computed(Shape::Gold, 1)];
/// King steps.
pub static KING: Computed = computed(Shape::King, 0);
/// The squares at most two steps of a king away, the square itself left out.
pub static TWO_STEPS: Computed = computed(Shape::TwoSteps, 0);

/// Two lines together.
pub struct Star(Line, Line);

impl Star {
    /// The lines through a square.
    #[inline(never)]
    pub fn at(&self, square: Square) -> Set81 {
        self.0.at(square) | self.1.at(square)
    }
}

/// What a rook reaches on an empty board.
pub static CROSS: Star = Star(Line::File, Line::Rank);
/// What a bishop reaches on an empty board.
pub static DIAGONALS: Star = Star(Line::Diagonal(&RISING), Line::Diagonal(&FALLING));

/// No filter: the whole board.
pub struct Everywhere;

impl Everywhere {
    /// Every square.
    #[inline(always)]
    pub fn at(&self, _: Square) -> Set81 {
        Set81::ALL
    }
}

/// Where a rook can attack a square or one of its neighbours from: not narrowed down here.
pub static ROOK_NEAR: Everywhere = Everywhere;
/// Where a bishop can attack a square or one of its neighbours from: not narrowed down here.
pub static BISHOP_NEAR: Everywhere = Everywhere;

/// The set of one square.
pub struct Single;

impl Single {
    /// The set of a square alone.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Set81 {
        Set81::single(square.index())
    }
}

/// The set of each square alone.
pub static SINGLE: Single = Single;

/// The rays in one direction: the part of a line before or after a square.
pub struct Ray(usize);

impl Ray {
    /// The ray from a square; the square itself is not in it.
    #[inline(never)]
    pub fn at(&self, square: Square) -> Set81 {
        let before = Set81::below(square.index());
        let line = match LINES.get((self.0 >> 1).wrapping_sub(1)) {
            Some(line) => line.at(square),
            None => Line::File.at(square),
        };
        if self.0 & 1 == 0 { line & before } else { line.without(before) }
    }
}

/// The rays from every square, by direction; the square itself is not in its rays.
pub static RAYS: [Ray; 8] = [Ray(0), Ray(1), Ray(2), Ray(3), Ray(4), Ray(5), Ray(6), Ray(7)];

const fn diagonals(down: usize, up: usize) -> Table<Set81> {
    let mut table = [Set81::EMPTY; ENTRIES];
    let mut square = 0;
    while square < 81 {
        table[square] = ray(square, down).union(ray(square, up));
        square += 1;
    }
    Table(table)
}

static RISING: Table<Set81> = diagonals(RIGHT_UP, LEFT_DOWN);
static FALLING: Table<Set81> = diagonals(RIGHT_DOWN, LEFT_UP);

/// The lines in one direction: a table for the diagonals only.
pub enum Line {
    /// Along the files.
    File,
    /// Along the ranks.
    Rank,
    /// Diagonals.
    Diagonal(&'static Table<Set81>),
}

impl Line {
    /// The line through a square; the square itself is not in it.
    #[inline(never)]
    pub fn at(&self, square: Square) -> Set81 {
        match self {
            Self::File => {
                let start = usize::from(square.file()) * 9;
                let file = Set81::below(start + 9).without(Set81::below(start));
                file.without(SINGLE.at(square))
            }
            Self::Rank => {
                let rank = usize::from(square.rank());
                Set81::ranks(rank, rank).without(SINGLE.at(square))
            }
            Self::Diagonal(table) => table.at(square),
        }
    }
}

/// The lines through every square that are not files, those along the ranks first, then the
/// two diagonals. The square itself is not in its lines.
pub static LINES: [Line; 3] = [Line::Rank, Line::Diagonal(&RISING), Line::Diagonal(&FALLING)];

/// The ray from a square in a direction; empty where that is [`NO_DIRECTION`].
///
/// [`NO_DIRECTION`]: super::tables::NO_DIRECTION
#[inline(always)]
pub fn ray_towards(direction: usize, square: Square) -> Set81 {
    match RAYS.get(direction) {
        Some(rays) => rays.at(square),
        None => Set81::EMPTY,
    }
}
