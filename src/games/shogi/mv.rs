//! Moves of shogi: how the 32 bits of a [`Move`] are used.

use super::piece::PieceKind;
use super::square::Square;
use crate::moves::Move;

/// A move of shogi seen as its fields.
///
/// | bits | what |
/// |---|---|
/// | 0-6 | destination square |
/// | 7-13 | origin square; 0 for a drop |
/// | 14 | promotion |
/// | 15 | drop |
/// | 16-19 | code of the piece that moves, before the move; for a drop the dropped kind |
/// | 20-23 | code of the captured piece, promoted kinds included; 0 for none |
/// | 24-31 | 0 |
///
/// The move holds what undoing it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct ShogiMove(pub Move);

pub(crate) const PROMOTION: u32 = 1 << 14;
pub(crate) const DROP: u32 = 1 << 15;

impl ShogiMove {
    /// A move of a piece on the board.
    #[must_use]
    pub const fn board(
        from: Square,
        to: Square,
        kind: PieceKind,
        captured: Option<PieceKind>,
        promotion: bool,
    ) -> Self {
        let captured = match captured {
            Some(kind) => kind.code() as u32,
            None => 0,
        };
        Self(Move(
            to.index() as u32
                | (from.index() as u32) << 7
                | if promotion { PROMOTION } else { 0 }
                | (kind.code() as u32) << 16
                | captured << 20,
        ))
    }

    /// A drop.
    #[must_use]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self(Move(to.index() as u32 | DROP | (kind.code() as u32) << 16))
    }

    /// The destination; `None` where the field holds no square.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Option<Square> {
        Square::new((self.0.0 & 127) as u8)
    }

    /// The origin; `None` for drops, and where the field holds no square.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Square::new((self.0.0 >> 7 & 127) as u8) }
    }

    /// Whether the piece promotes.
    #[must_use]
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.0 & PROMOTION != 0
    }

    /// Whether this is a drop.
    #[must_use]
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.0.0 & DROP != 0
    }

    /// Whether this is a capture.
    #[must_use]
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.captured_code() != 0
    }

    /// The piece that moves, before the move; `None` where the field holds no kind.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> Option<PieceKind> {
        PieceKind::from_code(self.kind_code() as u8)
    }

    /// The captured piece.
    #[must_use]
    #[inline]
    pub const fn captured(self) -> Option<PieceKind> {
        PieceKind::from_code(self.captured_code() as u8)
    }

    /// The code of the piece that moves, below 16.
    #[inline(always)]
    pub(crate) const fn kind_code(self) -> u32 {
        self.0.0 >> 16 & 15
    }

    /// The code of the piece that moves, after the move, below 16.
    #[inline(always)]
    pub(crate) const fn code_after(self) -> u32 {
        self.kind_code() | self.0.0 >> 11 & 8
    }

    /// The code of the captured piece or 0, below 16.
    #[inline(always)]
    pub(crate) const fn captured_code(self) -> u32 {
        self.0.0 >> 20 & 15
    }

    /// The field of the destination, taken on trust.
    #[inline(always)]
    pub(crate) const fn destination_field(self) -> Square {
        Square::from_bits((self.0.0 & 127) as u8)
    }

    /// The field of the origin, taken on trust.
    #[inline(always)]
    pub(crate) const fn origin_field(self) -> Square {
        Square::from_bits((self.0.0 >> 7 & 127) as u8)
    }
}

impl From<Move> for ShogiMove {
    fn from(m: Move) -> Self {
        Self(m)
    }
}

impl From<ShogiMove> for Move {
    fn from(m: ShogiMove) -> Self {
        m.0
    }
}
