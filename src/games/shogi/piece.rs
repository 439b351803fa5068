//! Kinds of pieces, and hands packed in one word.

use crate::score::Side;

/// What a piece is and how it moves. The number is the code in moves and on the board; a promoted
/// kind is the plain kind plus 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn (fuhyo).
    Pawn = 1,
    /// Lance (kyosha).
    Lance = 2,
    /// Knight (keima).
    Knight = 3,
    /// Silver (ginsho).
    Silver = 4,
    /// Bishop (kakugyo).
    Bishop = 5,
    /// Rook (hisha).
    Rook = 6,
    /// Gold (kinsho).
    Gold = 7,
    /// King (gyokusho).
    King = 8,
    /// Promoted pawn (tokin).
    Tokin = 9,
    /// Promoted lance (narikyo).
    PromotedLance = 10,
    /// Promoted knight (narikei).
    PromotedKnight = 11,
    /// Promoted silver (narigin).
    PromotedSilver = 12,
    /// Promoted bishop (ryuma).
    Horse = 13,
    /// Promoted rook (ryuo).
    Dragon = 14,
}

impl PieceKind {
    /// Every kind, in the order of the codes from 1 to 14.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::Tokin,
        Self::PromotedLance,
        Self::PromotedKnight,
        Self::PromotedSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that a hand can hold, in the order of USI hands: the strongest first.
    pub const HAND: [Self; 7] =
        [Self::Rook, Self::Bishop, Self::Gold, Self::Silver, Self::Knight, Self::Lance, Self::Pawn];

    /// The kind with this code, `None` for 0 and from 15 up.
    #[must_use]
    #[inline]
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            1 => Self::Pawn,
            2 => Self::Lance,
            3 => Self::Knight,
            4 => Self::Silver,
            5 => Self::Bishop,
            6 => Self::Rook,
            7 => Self::Gold,
            8 => Self::King,
            9 => Self::Tokin,
            10 => Self::PromotedLance,
            11 => Self::PromotedKnight,
            12 => Self::PromotedSilver,
            13 => Self::Horse,
            14 => Self::Dragon,
            _ => return None,
        })
    }

    /// The code, from 1 to 14.
    #[must_use]
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether this is a promoted kind.
    #[must_use]
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self.code() > 8
    }

    /// Whether a piece of this kind can promote.
    #[must_use]
    #[inline(always)]
    pub const fn can_promote(self) -> bool {
        self.code() < 7
    }

    /// The kind after promotion; itself where it cannot promote.
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Self {
        match self {
            Self::Pawn => Self::Tokin,
            Self::Lance => Self::PromotedLance,
            Self::Knight => Self::PromotedKnight,
            Self::Silver => Self::PromotedSilver,
            Self::Bishop => Self::Horse,
            Self::Rook => Self::Dragon,
            other => other,
        }
    }

    /// The kind without promotion, as a captor holds it.
    #[must_use]
    #[inline]
    pub const fn plain(self) -> Self {
        match self {
            Self::Tokin => Self::Pawn,
            Self::PromotedLance => Self::Lance,
            Self::PromotedKnight => Self::Knight,
            Self::PromotedSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            other => other,
        }
    }

    /// How many pieces of this plain kind a set has, both colours together.
    #[must_use]
    pub const fn in_a_set(self) -> u32 {
        match self.plain() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }

    /// How many pieces of this plain kind a position can hold at the very most, where more than a
    /// set is allowed.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self.plain() {
            Self::Pawn => 31,
            Self::Bishop | Self::Rook => 3,
            Self::King => 2,
            _ => 7,
        }
    }

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Gold => "gold",
            Self::King => "king",
            Self::Tokin => "promoted pawn",
            Self::PromotedLance => "promoted lance",
            Self::PromotedKnight => "promoted knight",
            Self::PromotedSilver => "promoted silver",
            Self::Horse => "promoted bishop",
            Self::Dragon => "promoted rook",
        }
    }

    /// The letter of the plain kind in SFEN, in upper case.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self.plain() {
            Self::Pawn => b'P',
            Self::Lance => b'L',
            Self::Knight => b'N',
            Self::Silver => b'S',
            Self::Bishop => b'B',
            Self::Rook => b'R',
            Self::Gold => b'G',
            _ => b'K',
        }
    }

    /// The plain kind with this letter of SFEN, in upper case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'P' => Self::Pawn,
            b'L' => Self::Lance,
            b'N' => Self::Knight,
            b'S' => Self::Silver,
            b'B' => Self::Bishop,
            b'R' => Self::Rook,
            b'G' => Self::Gold,
            b'K' => Self::King,
            _ => return None,
        })
    }

    /// The Japanese one-character name, as in printed boards. The king is 玉 on both sides.
    #[must_use]
    pub const fn japanese(self) -> char {
        match self {
            Self::Pawn => '歩',
            Self::Lance => '香',
            Self::Knight => '桂',
            Self::Silver => '銀',
            Self::Bishop => '角',
            Self::Rook => '飛',
            Self::Gold => '金',
            Self::King => '玉',
            Self::Tokin => 'と',
            Self::PromotedLance => '杏',
            Self::PromotedKnight => '圭',
            Self::PromotedSilver => '全',
            Self::Horse => '馬',
            Self::Dragon => '龍',
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// The pieces in one hand, in one word of 28 bits: a field a kind, and above each field a guard
/// bit that is always 0, so that one subtraction compares all fields at once.
///
/// From the lowest bit: pawns 5 bits, lances, knights, silvers and golds 3 each, bishops and rooks
/// 2 each; a guard after every field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Hand(pub(crate) u32);

/// The lowest bit of each kind's field, by code; the last kind's field ends at bit 26.
const SHIFT: [u8; 8] = [31, 0, 6, 10, 14, 22, 25, 18];

/// One piece of each kind, by code modulo 8; 0 for the king.
const UNIT: [u32; 8] = [0, 1, 1 << 6, 1 << 10, 1 << 14, 1 << 22, 1 << 25, 1 << 18];

/// The fields, by code modulo 8.
const FIELD: [u32; 8] = [0, 0x1f, 7 << 6, 7 << 10, 7 << 14, 3 << 22, 3 << 25, 7 << 18];

/// The guard bits.
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// The hand packed in this word; `None` where a guard bit or one above bit 26 is set.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & (GUARDS | !0 << 28) == 0 { Some(Self(bits)) } else { None }
    }

    /// The word.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether nothing is in hand.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces of a plain kind are in hand; 0 for other kinds.
    #[must_use]
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u32 {
        if kind.code() > 7 {
            return 0;
        }
        let i = (kind.code() & 7) as usize;
        (self.0 & FIELD[i]) >> SHIFT[i]
    }

    /// Whether there is a piece with this code modulo 8.
    #[inline(always)]
    pub(crate) const fn has_code(self, code: u32) -> bool {
        self.0 & FIELD[(code & 7) as usize] != 0
    }

    /// Whether there is a piece of this plain kind.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, kind: PieceKind) -> bool {
        kind.code() < 8 && self.has_code(kind.code() as u32)
    }

    /// Whether every piece of `other` is here too: one subtraction for all kinds.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, other: Self) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// The hand with one more piece of the plain kind behind `kind`; `None` where its field is
    /// full or `kind` is the king.
    #[must_use]
    pub const fn with(self, kind: PieceKind) -> Option<Self> {
        let i = (kind.code() & 7) as usize;
        if self.0 & FIELD[i] == FIELD[i] { None } else { Some(Self(self.0 + UNIT[i])) }
    }

    /// The hand with one piece fewer of a plain kind; `None` where it has none.
    #[must_use]
    pub const fn less(self, kind: PieceKind) -> Option<Self> {
        if self.has(kind) { Some(Self(self.0 - UNIT[(kind.code() & 7) as usize])) } else { None }
    }

    /// The hand without its pawns.
    #[inline(always)]
    pub(crate) const fn without_pawns(self) -> Self {
        Self(self.0 & !FIELD[1])
    }

    /// How many kinds besides pawn, lance and knight there are in hand.
    #[inline(always)]
    pub(crate) const fn other_kinds(self) -> u32 {
        self.has_code(4) as u32
            + self.has_code(5) as u32
            + self.has_code(6) as u32
            + self.has_code(7) as u32
    }

    /// The hand with as many pieces of a plain kind as `other` has.
    #[inline]
    pub(crate) const fn with_count_of(self, kind: PieceKind, other: Self) -> Self {
        let field = FIELD[(kind.code() & 7) as usize];
        Self(self.0 & !field | other.0 & field)
    }

    /// Both hands together. The counts must fit, as those of one set of pieces do.
    #[inline(always)]
    pub(crate) const fn sum(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0) & !(GUARDS | !0 << 28))
    }

    /// The fields in which this hand has at least as many pieces as `other`, all bits set.
    #[inline(always)]
    const fn at_least(self, other: Self) -> u32 {
        let guards = (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS;
        // A field below its guard bit: the guard less one unit of the field.
        let five = guards & 1 << 5;
        let three = guards & (1 << 9 | 1 << 13 | 1 << 17 | 1 << 21);
        let two = guards & (1 << 24 | 1 << 27);
        (five - (five >> 5)) | (three - (three >> 3)) | (two - (two >> 2))
    }

    /// Of each kind as many pieces as the hand that has more.
    #[must_use]
    #[inline(always)]
    pub const fn join(self, other: Self) -> Self {
        let mine = self.at_least(other);
        Self(self.0 & mine | other.0 & !mine & !GUARDS)
    }

    /// Of each kind as many pieces as the hand that has fewer.
    #[must_use]
    #[inline(always)]
    pub const fn meet(self, other: Self) -> Self {
        let mine = self.at_least(other);
        Self(other.0 & mine | self.0 & !mine & !GUARDS)
    }

    /// Adds a piece with this code modulo 8.
    #[inline(always)]
    pub(crate) const fn add_code(self, code: u32) -> Self {
        Self(self.0.wrapping_add(UNIT[(code & 7) as usize]))
    }

    /// Takes away a piece with this code modulo 8.
    #[inline(always)]
    pub(crate) const fn take_code(self, code: u32) -> Self {
        Self(self.0.wrapping_sub(UNIT[(code & 7) as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_contains_another_exactly_where_every_count_does() {
        let hand = |counts: [u32; 7]| {
            let mut hand = Hand::EMPTY;
            for (kind, n) in PieceKind::HAND.into_iter().zip(counts) {
                for _ in 0..n {
                    hand = hand.with(kind).unwrap();
                }
            }
            hand
        };
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut draw = |most: u32| {
                state = crate::hash::mix(state);
                (state >> 32) as u32 % (most + 1)
            };
            let a = PieceKind::HAND.map(|k| draw(k.most()));
            let b = PieceKind::HAND.map(|k| draw(k.most()));
            let every = a.iter().zip(b).all(|(&x, y)| x >= y);
            assert_eq!(hand(a).contains(hand(b)), every, "{a:?} {b:?}");
            assert!(hand(a).contains(hand(a)));
            for (kind, n) in PieceKind::HAND.into_iter().zip(a) {
                assert_eq!(hand(a).count(kind), n);
                assert_eq!(hand(a).has(kind), n != 0);
                assert_eq!(hand(a).join(hand(b)).count(kind), n.max(hand(b).count(kind)));
                assert_eq!(hand(a).meet(hand(b)).count(kind), n.min(hand(b).count(kind)));
            }
        }
    }

    #[test]
    fn a_full_field_takes_no_more() {
        let mut hand = Hand::EMPTY;
        for _ in 0..31 {
            hand = hand.with(PieceKind::Pawn).unwrap();
        }
        assert_eq!(hand.with(PieceKind::Pawn), None);
        assert_eq!(hand.with(PieceKind::King), None);
        assert_eq!(Hand::EMPTY.less(PieceKind::Gold), None);
    }
}
