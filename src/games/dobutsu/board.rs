//! The board as seen by the side to move, four bits a square, and what its pieces attack.
//!
//! Squares are numbered `4 * file + rank` with file C first (C1, C2, C3, C4, B1 ... A4) as in
//! Tanaka's program, so that ascending squares are his order of generation. The side to move
//! always plays towards rank 1. Sets of squares have one bit per nibble, so that one shift moves
//! a whole set and the occupied squares of a board can be used without any conversion.

/// A square, 0 to 11, or [`NO_SQUARE`].
pub type Square = u8;

/// No square: where a captured lion is.
pub const NO_SQUARE: Square = 12;

/// A set of squares: bit `4 * square`.
pub type Squares = u64;

/// Every square.
pub const ALL: Squares = 0x1111_1111_1111;
/// Rank 1, the far rank of the side to move.
pub const FAR: Squares = 0x0001_0001_0001;
/// Rank 4, the far rank of the opponent.
pub const NEAR: Squares = FAR << 12;

/// The most moves that a position has: an upper bound from the counts of pieces and squares.
///
/// At most 7 pieces of one side with at most 8 steps each, or drops of 3 kinds on 10 squares.
pub const MAX_MOVES: usize = 96;

/// What stands on a square or is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// ひよこ: one step forward.
    Chick = 0,
    /// にわとり, the promoted chick: a gold general.
    Hen = 1,
    /// ぞう: one step diagonally.
    Elephant = 2,
    /// きりん: one step along a file or rank.
    Giraffe = 3,
    /// ライオン: one step any way.
    Lion = 4,
}

impl Kind {
    /// The kind with this number; numbers above 4 are the lion.
    #[must_use]
    #[inline(always)]
    pub const fn from_index(index: u32) -> Self {
        match index {
            0 => Self::Chick,
            1 => Self::Hen,
            2 => Self::Elephant,
            3 => Self::Giraffe,
            _ => Self::Lion,
        }
    }

    /// The place in a hand of what a captured piece becomes: chick 0, elephant 1, giraffe 2.
    ///
    /// A lion, which nobody holds, has the giraffe's place.
    #[must_use]
    #[inline(always)]
    pub const fn hand_slot(self) -> u32 {
        match self {
            Self::Chick | Self::Hen => 0,
            Self::Elephant => 1,
            Self::Giraffe | Self::Lion => 2,
        }
    }
}

/// The kinds that can be dropped, in the order of the hand's slots.
pub const HAND_KINDS: [Kind; 3] = [Kind::Chick, Kind::Elephant, Kind::Giraffe];

/// The set with one square; empty for [`NO_SQUARE`].
#[must_use]
// LLVM 22 does not come to an end on the shifts of one bit for Armv6-M, where it expands them
// together.
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
#[cfg_attr(target_pointer_width = "32", inline(never))]
pub const fn bit(square: Square) -> Squares {
    (1u64 << ((square & 15) * 4)) & ALL
}

/// The square as the other side numbers it.
#[must_use]
#[inline(always)]
pub const fn turn_square(square: Square) -> Square {
    if square < 12 { 11 - square } else { NO_SQUARE }
}

/// The square mirrored from left to right.
#[must_use]
#[inline(always)]
pub const fn mirror_square(square: Square) -> Square {
    match square >> 2 {
        0 => square + 8,
        2 => square - 8,
        _ => square,
    }
}

/// One step towards the far rank.
#[must_use]
#[inline(always)]
pub const fn up(set: Squares) -> Squares {
    (set & !FAR) >> 4
}

/// One step towards the near rank.
#[must_use]
#[inline(always)]
pub const fn down(set: Squares) -> Squares {
    (set & !NEAR) << 4
}

/// One step to both sides.
#[must_use]
#[inline(always)]
pub const fn sideways(set: Squares) -> Squares {
    ((set << 16) & ALL) | (set >> 16)
}

/// The squares around a set.
#[must_use]
#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
pub const fn around(set: Squares) -> Squares {
    let column = set | up(set) | down(set);
    sideways(column) | up(set) | down(set)
}

/// The pieces of one side by kind, as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Chicks.
    pub chicks: Squares,
    /// Hens.
    pub hens: Squares,
    /// Elephants.
    pub elephants: Squares,
    /// Giraffes.
    pub giraffes: Squares,
}

impl Pieces {
    /// What these pieces attack when they play towards rank 1.
    #[must_use]
    #[inline(always)]
    pub const fn attacks_up(self) -> Squares {
        let straight = self.hens | self.giraffes;
        up(self.chicks | straight)
            | down(straight)
            | sideways(straight | up(self.hens | self.elephants) | down(self.elephants))
    }

    /// What these pieces attack when they play towards rank 4.
    #[must_use]
    #[inline(always)]
    pub const fn attacks_down(self) -> Squares {
        let straight = self.hens | self.giraffes;
        down(self.chicks | straight)
            | up(straight)
            | sideways(straight | down(self.hens | self.elephants) | up(self.elephants))
    }

    /// Those of these pieces, playing towards rank 1, that attack one of `targets`.
    #[must_use]
    #[inline(always)]
    pub const fn attackers_up(self, targets: Squares) -> Squares {
        let below = down(targets);
        let side = sideways(targets);
        let below_side = down(side);
        let above = up(targets);
        (self.chicks & below)
            | (self.hens & (below | side | below_side | above))
            | (self.elephants & (below_side | up(side)))
            | (self.giraffes & (below | side | above))
    }

    /// Those of these pieces, playing towards rank 4, that attack one of `targets`.
    #[must_use]
    #[inline(always)]
    pub const fn attackers_down(self, targets: Squares) -> Squares {
        let above = up(targets);
        let side = sideways(targets);
        let above_side = up(side);
        let below = down(targets);
        (self.chicks & above)
            | (self.hens & (above | side | above_side | below))
            | (self.elephants & (above_side | down(side)))
            | (self.giraffes & (below | side | above))
    }
}

/// A position as the side to move sees it, playing towards rank 1. 16 bytes.
///
/// `pieces` holds one nibble a square: 0 where it is empty or a lion stands there, else
/// `8 | owner << 2 | kind` with owner 0 for the side to move. `hands` has two bits a kind, chick,
/// elephant, giraffe from the lowest, first of the side to move, then of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces without the lions, one nibble a square.
    pub pieces: u64,
    /// The hands, two bits a kind.
    pub hands: u16,
    /// The lion of the side to move.
    pub lion: Square,
    /// The lion of the opponent.
    pub enemy_lion: Square,
}

// Chips of 16 bits pad less.
#[cfg(not(target_pointer_width = "16"))]
static_assertions::assert_eq_size!(Board, [u64; 2]);

impl Board {
    /// The start position.
    pub const START: Self = {
        // C4 giraffe, B3 chick, A4 elephant; the opponent's are the same turned round.
        let own = (0xbu64 << 12) | (0x8 << 24) | (0xa << 44);
        let enemy = (0xeu64) | (0xc << 20) | (0xf << 32);
        Self { pieces: own | enemy, hands: 0, lion: 7, enemy_lion: 4 }
    };

    /// The squares with a piece other than a lion.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(self) -> Squares {
        (self.pieces >> 3) & ALL
    }

    /// The squares with a piece of the opponent other than the lion.
    #[must_use]
    #[inline(always)]
    pub const fn enemy_squares(self) -> Squares {
        (self.pieces >> 2) & self.occupied()
    }

    /// The squares with a piece of the side to move other than the lion.
    #[must_use]
    #[inline(always)]
    pub const fn own_squares(self) -> Squares {
        !(self.pieces >> 2) & self.occupied()
    }

    /// The squares where nothing stands.
    #[must_use]
    #[inline(always)]
    pub const fn empty(self) -> Squares {
        ALL & !(self.occupied() | bit(self.lion) | bit(self.enemy_lion))
    }

    /// The pieces on `squares` by kind.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn by_kind(self, squares: Squares) -> Pieces {
        let high = self.pieces >> 1;
        let low = self.pieces;
        Pieces {
            chicks: squares & !high & !low,
            hens: squares & !high & low,
            elephants: squares & high & !low,
            giraffes: squares & high & low,
        }
    }

    /// The pieces of the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn own(self) -> Pieces {
        self.by_kind(self.own_squares())
    }

    /// The pieces of the opponent.
    #[must_use]
    #[inline(always)]
    pub const fn enemy(self) -> Pieces {
        self.by_kind(self.enemy_squares())
    }

    /// The nibble of a square; 0 beyond the board.
    #[must_use]
    #[inline(always)]
    pub const fn nibble(self, square: Square) -> u32 {
        ((self.pieces >> ((square & 15) * 4)) & 15) as u32
    }

    /// Whether the side to move can capture the opponent's lion.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn can_capture_lion(self) -> bool {
        let target = bit(self.enemy_lion);
        (self.own().attackers_up(target) | (around(bit(self.lion)) & target)) != 0
    }

    /// What the opponent attacks, lion included.
    #[must_use]
    #[inline(always)]
    pub const fn enemy_attacks(self) -> Squares {
        self.enemy().attacks_down() | around(bit(self.enemy_lion))
    }

    /// Where the lion of the side to move can try at once: squares of the far rank that it reaches
    /// and that the opponent does not attack.
    #[must_use]
    #[inline(always)]
    pub const fn tries(self) -> Squares {
        around(bit(self.lion)) & FAR & !self.own_squares() & !self.enemy_attacks()
    }

    /// The same position as the opponent sees it.
    #[must_use]
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn turned(self) -> Self {
        // Reverse the order of the nibbles, then change the owner of each piece.
        let swapped = self.pieces.swap_bytes();
        let reversed =
            ((swapped & 0x0f0f_0f0f_0f0f_0f0f) << 4) | ((swapped >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
        let pieces = reversed >> 16;
        Self {
            pieces: pieces ^ ((pieces >> 1) & (ALL << 2)),
            hands: (self.hands >> 6) | ((self.hands & 63) << 6),
            lion: turn_square(self.enemy_lion),
            enemy_lion: turn_square(self.lion),
        }
    }

    /// The same position mirrored from left to right.
    #[must_use]
    #[inline(always)]
    pub const fn mirrored(self) -> Self {
        let pieces = self.pieces;
        Self {
            pieces: ((pieces & 0xffff) << 32) | (pieces & 0xffff_0000) | (pieces >> 32),
            hands: self.hands,
            lion: mirror_square(self.lion),
            enemy_lion: mirror_square(self.enemy_lion),
        }
    }

    /// How many pieces in a hand: `owner` 0 for the side to move, 1 for the opponent.
    #[must_use]
    #[inline(always)]
    pub const fn in_hand(self, owner: u32, slot: u32) -> u32 {
        ((self.hands >> (owner * 6 + slot * 2)) & 3) as u32
    }

    /// How many of the six pieces, lions aside, the side to move owns on the board and in hand.
    #[must_use]
    #[inline(always)]
    pub const fn owned(self) -> u32 {
        self.own_squares().count_ones()
            + self.in_hand(0, 0)
            + self.in_hand(0, 1)
            + self.in_hand(0, 2)
    }

    /// The position in 62 bits: 48 of pieces, 8 of lions, 6 of the mover's hand; never 0.
    ///
    /// The opponent's hand is what is missing from the game's pieces, so it needs no bits.
    #[must_use]
    #[inline(always)]
    pub const fn pack(self) -> u64 {
        self.pieces
            | (self.lion as u64) << 48
            | (self.enemy_lion as u64) << 52
            | (self.hands as u64 & 63) << 56
    }

    /// How many chicks (or hens), elephants and giraffes there are, on the board and in hand.
    #[must_use]
    pub const fn material(self) -> [u32; 3] {
        #[cfg(not(feature = "compact"))]
        let [chicks, elephants, giraffes] = {
            let all = self.by_kind(self.occupied());
            [
                (all.chicks | all.hens).count_ones(),
                all.elephants.count_ones(),
                all.giraffes.count_ones(),
            ]
        };
        #[cfg(feature = "compact")]
        let [chicks, elephants, giraffes] = {
            // Square by square: counting bits is long code where the processor does not.
            let (mut counts, mut rest) = ([0; 3], self.pieces);
            while rest != 0 {
                match rest as u32 & 11 {
                    8 | 9 => counts[0] += 1,
                    10 => counts[1] += 1,
                    11 => counts[2] += 1,
                    _ => {}
                }
                rest >>= 4;
            }
            counts
        };
        [
            chicks + self.in_hand(0, 0) + self.in_hand(1, 0),
            elephants + self.in_hand(0, 1) + self.in_hand(1, 1),
            giraffes + self.in_hand(0, 2) + self.in_hand(1, 2),
        ]
    }

    /// Whether the pieces on the board and in both hands are the game's two of each kind, as the
    /// tables require.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self.material(), [2, 2, 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_turned_is_the_start() {
        assert_eq!(Board::START.turned(), Board::START);
        assert!(Board::START.is_complete());
        assert_eq!(Board::START.owned(), 3);
    }

    #[test]
    fn attackers_are_the_pieces_whose_attacks_hit() {
        // Every kind on every square, both ways, against the plain definition of the steps.
        type Steps = &'static [(i32, i32)];
        const STEPS: [Steps; 4] = [
            &[(0, -1)],
            &[(1, -1), (0, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)],
            &[(1, -1), (-1, -1), (1, 1), (-1, 1)],
            &[(0, -1), (1, 0), (-1, 0), (0, 1)],
        ];
        for (kind, steps) in STEPS.iter().enumerate() {
            for square in 0..12u8 {
                let set = bit(square);
                let mut pieces = Pieces { chicks: 0, hens: 0, elephants: 0, giraffes: 0 };
                match kind {
                    0 => pieces.chicks = set,
                    1 => pieces.hens = set,
                    2 => pieces.elephants = set,
                    _ => pieces.giraffes = set,
                }
                let (mut above, mut below) = (0, 0);
                for &(dx, dy) in *steps {
                    let (x, y) = (i32::from(square) / 4, i32::from(square) % 4);
                    let on_board = |x: i32, y: i32| (0..3).contains(&x) && (0..4).contains(&y);
                    if on_board(x + dx, y + dy) {
                        above |= bit((4 * (x + dx) + y + dy) as u8);
                    }
                    if on_board(x - dx, y - dy) {
                        below |= bit((4 * (x - dx) + y - dy) as u8);
                    }
                }
                assert_eq!(pieces.attacks_up(), above);
                assert_eq!(pieces.attacks_down(), below);
                for target in 0..12u8 {
                    let hit = above & bit(target) != 0;
                    assert_eq!(pieces.attackers_up(bit(target)) != 0, hit);
                    let hit = below & bit(target) != 0;
                    assert_eq!(pieces.attackers_down(bit(target)) != 0, hit);
                }
            }
        }
    }
}
