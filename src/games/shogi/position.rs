//! A position of shogi: the board as sets and as a list of squares, hands, the side to move, and
//! the key that goes with them.

use static_assertions::const_assert;

use super::colour::{Colour, as_colour};
use super::mv::{DROP, ShogiMove};
use super::piece::{Hand, Piece, PieceKind};
use super::square::Square;
use super::tables;
use crate::bitboard::{PackedSets, Set81};
use crate::hash;
use crate::moves::Move;
use crate::score::Side;

/// A square number that says that a side has no king.
pub(crate) const NO_KING: u8 = 81;

/// A position.
///
/// Plain and promoted pieces of a kind share one set, and one more set tells the promoted ones.
/// The move number is not part of the position.
///
/// What a position may look like:
/// - A side has one king or none. A side without a king is never in check; it may have no king
///   from the start (mate problems show the defender's alone), or neither side may have one.
/// - Pieces may be missing. More than a set holds only where the reader was told to allow it.
/// - The king of the side that is not to move is never in check: the reader refuses such a
///   position, and no legal move leads to one. Should a caller play an illegal move all the same,
///   nothing breaks, and kings are never captured: no generated move takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// The key of the board and the side to move, hands left out.
    key: u64,
    /// By code modulo 8: kings, pawns, lances, knights, silvers, bishops, rooks, golds, of both
    /// sides, promoted ones with the plain ones.
    kinds: PackedSets<8>,
    /// By side.
    colours: PackedSets<2>,
    promoted: PackedSets<1>,
    /// By side.
    hands: [Hand; 2],
    /// The code of the kind on each square, 0 for none.
    board: [u8; 81],
    /// By side; [`NO_KING`] for none.
    kings: [u8; 2],
    side: Side,
}

const_assert!(size_of::<Position>() <= 256);
// Twelve bytes a set; the 64-bit layout pads twice.
const_assert!(size_of::<Position>() == 232 || size_of::<Position>() == 240);

/// The identity of a position in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The key of the board and the side to move, as [`Position::board_key`].
    pub board_key: u64,
    /// The hands, by side.
    pub hands: [Hand; 2],
}

impl Identity {
    /// The hand of a side.
    #[must_use]
    #[inline(always)]
    pub const fn hand(&self, side: Side) -> Hand {
        self.hands[side as usize & 1]
    }

    /// The key of everything, as [`Position::key`].
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        let [black, white] = self.hands;
        self.board_key ^ hash::mix((white.bits() as u64) << 32 | black.bits() as u64)
    }
}

impl Position {
    /// The board without pieces, black to move.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            key: 0,
            kinds: PackedSets::EMPTY,
            colours: PackedSets::EMPTY,
            promoted: PackedSets::EMPTY,
            hands: [Hand::EMPTY; 2],
            board: [0; 81],
            kings: [NO_KING; 2],
            side: Side::First,
        }
    }

    /// The start of a game without handicap.
    #[must_use]
    pub fn start() -> Self {
        use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
        const BACK: [PieceKind; 9] =
            [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance];
        let mut position = Self::empty();
        let mut put = |side: Side, kind: PieceKind, file: u8, rank: u8| {
            let (file, rank) = match side {
                Side::First => (file, rank),
                Side::Second => (8 - file, 8 - rank),
            };
            if let Some(square) = Square::at(file, rank) {
                position.put(square, Piece { side, kind });
            }
        };
        for side in [Side::First, Side::Second] {
            for (file, kind) in (0u8..).zip(BACK) {
                put(side, kind, file, 8);
                put(side, Pawn, file, 6);
            }
            put(side, Bishop, 7, 7);
            put(side, Rook, 1, 7);
        }
        position
    }

    /// Puts a piece on an empty square. The caller sees to it that a side gets one king at most.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let colour = piece.side as usize;
        let code = piece.kind.code();
        self.kinds.toggle(usize::from(code), square.set());
        self.colours.toggle(colour, square.set());
        if piece.kind.is_promoted() {
            self.promoted.toggle(0, square.set());
        }
        if piece.kind == PieceKind::King {
            self.set_king(colour, square);
        }
        self.set_code(square, code);
        self.key ^= tables::piece_key(colour, square, u32::from(code));
    }

    /// Sets a hand.
    pub(crate) fn set_hand(&mut self, side: Side, hand: Hand) {
        self.hands[side as usize & 1] = hand;
    }

    /// Sets the side to move.
    pub(crate) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.key ^= tables::WHITE_TO_MOVE;
        }
    }

    #[inline(always)]
    fn set_code(&mut self, square: Square, code: u8) {
        if let Some(slot) = self.board.get_mut(square.index()) {
            *slot = code;
        }
    }

    #[inline(always)]
    fn set_king(&mut self, colour: usize, square: Square) {
        self.kings[colour & 1] = square.index() as u8;
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The hand of a side.
    #[must_use]
    #[inline(always)]
    pub const fn hand(&self, side: Side) -> Hand {
        self.hands[side as usize & 1]
    }

    /// The hand of a colour.
    #[inline(always)]
    pub(crate) const fn hand_of(&self, colour: usize) -> Hand {
        self.hands[colour & 1]
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let kind = PieceKind::from_code(self.code(square) as u8)?;
        let side =
            if self.colours.get(0).contains(square.index()) { Side::First } else { Side::Second };
        Some(Piece { side, kind })
    }

    /// The code of the kind on a square, 0 for none.
    #[inline(always)]
    pub(crate) fn code(&self, square: Square) -> u32 {
        self.board.get(square.index()).map_or(0, |&code| u32::from(code))
    }

    /// The codes on all squares.
    #[inline(always)]
    pub(crate) const fn codes(&self) -> &[u8; 81] {
        &self.board
    }

    /// The king of a side.
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, side: Side) -> Option<Square> {
        Square::new(self.kings[side as usize & 1])
    }

    /// The king of a colour.
    #[inline(always)]
    pub(crate) const fn king_of(&self, colour: usize) -> Option<Square> {
        Square::new(self.kings[colour & 1])
    }

    /// The squares with a piece of a side.
    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, side: Side) -> Set81 {
        self.colours.get(side as usize)
    }

    /// The squares with a piece of a colour.
    #[inline(always)]
    pub(crate) const fn colour(&self, colour: usize) -> Set81 {
        self.colours.get(colour)
    }

    /// The squares with a piece.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> Set81 {
        self.colours.get(0).union(self.colours.get(1))
    }

    /// The pieces with this code modulo 8, both sides, plain and promoted.
    #[inline(always)]
    pub(crate) const fn family(&self, kind: PieceKind) -> Set81 {
        self.kinds.get(kind.code() as usize)
    }

    /// The promoted pieces of both sides.
    #[inline(always)]
    pub(crate) const fn promoted(&self) -> Set81 {
        self.promoted.get(0)
    }

    /// The squares with a piece of this kind, both sides.
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Set81 {
        let family = self.family(kind);
        if kind.is_promoted() {
            family.without(family.without(self.promoted()))
        } else {
            family.without(self.promoted())
        }
    }

    /// The key of the whole position: board, side to move and both hands.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.identity().key()
    }

    /// The key of the board and the side to move, kept up to date by every move.
    #[must_use]
    #[inline(always)]
    pub const fn board_key(&self) -> u64 {
        self.key
    }

    /// The key in parts.
    #[must_use]
    #[inline(always)]
    pub const fn identity(&self) -> Identity {
        Identity { board_key: self.key, hands: self.hands }
    }

    /// The board key computed from nothing, for tests of the incremental one.
    #[must_use]
    pub fn recomputed_board_key(&self) -> u64 {
        let mut key = match self.side {
            Side::First => 0,
            Side::Second => tables::WHITE_TO_MOVE,
        };
        for square in Square::all() {
            if let Some(piece) = self.piece(square) {
                key ^= tables::piece_key(piece.side as usize, square, u32::from(piece.kind.code()));
            }
        }
        key
    }

    /// The identity of the position after `m`, a legal move, without playing it.
    #[must_use]
    #[inline]
    pub fn identity_after(&self, m: Move) -> Identity {
        let m = ShogiMove(m);
        let us = self.side as usize;
        let to = m.destination_field();
        let mut hands = self.hands;
        let mut key = self.key ^ tables::WHITE_TO_MOVE ^ tables::piece_key(us, to, m.code_after());
        if m.is_drop() {
            hands[us & 1] = hands[us & 1].take_code(m.kind_code());
        } else {
            key ^= tables::piece_key(us, m.origin_field(), m.kind_code());
            let captured = m.captured_code();
            if captured != 0 {
                key ^= tables::piece_key(us ^ 1, to, captured);
                hands[us & 1] = hands[us & 1].add_code(captured);
            }
        }
        Identity { board_key: key, hands }
    }

    /// The board key of the position after `m`, a legal move, without playing it.
    #[must_use]
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        self.identity_after(m).board_key
    }

    /// The hand of the side to move after its legal move `m`.
    #[must_use]
    #[inline]
    pub const fn hand_after(&self, m: Move) -> Hand {
        let m = ShogiMove(m);
        let hand = self.hands[self.side as usize & 1];
        if m.is_drop() { hand.take_code(m.kind_code()) } else { hand.add_code(m.captured_code()) }
    }

    /// Plays a legal move.
    ///
    /// An illegal one leaves a position without meaning, but does no other harm.
    #[inline]
    pub fn play(&mut self, m: Move) {
        as_colour!(self.side, us => self.play_as(us, ShogiMove(m)));
    }

    #[inline(always)]
    fn play_as<C: Colour>(&mut self, us: C, m: ShogiMove) {
        let to = m.destination_field();
        let code = m.kind_code();
        let mut key = self.key ^ tables::WHITE_TO_MOVE;
        if m.0.0 & DROP != 0 {
            self.kinds.toggle(code as usize, to.set());
            self.colours.toggle(us.index(), to.set());
            self.hands[us.index()] = self.hands[us.index()].take_code(code);
            self.set_code(to, code as u8);
            key ^= tables::piece_key(us.index(), to, code);
        } else {
            let from = m.origin_field();
            let after = m.code_after();
            let both = from.set() | to.set();
            let captured = m.captured_code();
            key ^= tables::piece_key(us.index(), from, code)
                ^ tables::piece_key(us.index(), to, after);
            if captured != 0 {
                self.kinds.toggle(captured as usize, to.set());
                self.colours.toggle(us.other().index(), to.set());
                self.hands[us.index()] = self.hands[us.index()].add_code(captured);
                key ^= tables::piece_key(us.other().index(), to, captured);
            }
            self.kinds.toggle(code as usize, both);
            self.colours.toggle(us.index(), both);
            if (code | captured | after) > 8 {
                let mut promoted = self.promoted.get(0).without(both);
                if after > 8 {
                    promoted |= to.set();
                }
                self.promoted.set(0, promoted);
            }
            self.set_code(from, 0);
            self.set_code(to, after as u8);
            if code == PieceKind::King as u32 {
                self.set_king(us.index(), to);
            }
        }
        self.key = key;
        self.side = if us.index() == 0 { Side::Second } else { Side::First };
    }

    /// Takes back `m`, the move played last.
    #[inline]
    pub fn undo(&mut self, m: Move) {
        as_colour!(self.side, us => self.undo_as(us.other(), ShogiMove(m)));
    }

    #[inline(always)]
    fn undo_as<C: Colour>(&mut self, us: C, m: ShogiMove) {
        let to = m.destination_field();
        let code = m.kind_code();
        let mut key = self.key ^ tables::WHITE_TO_MOVE;
        if m.0.0 & DROP != 0 {
            self.kinds.toggle(code as usize, to.set());
            self.colours.toggle(us.index(), to.set());
            self.hands[us.index()] = self.hands[us.index()].add_code(code);
            self.set_code(to, 0);
            key ^= tables::piece_key(us.index(), to, code);
        } else {
            let from = m.origin_field();
            let after = m.code_after();
            let both = from.set() | to.set();
            let captured = m.captured_code();
            key ^= tables::piece_key(us.index(), from, code)
                ^ tables::piece_key(us.index(), to, after);
            if captured != 0 {
                self.kinds.toggle(captured as usize, to.set());
                self.colours.toggle(us.other().index(), to.set());
                self.hands[us.index()] = self.hands[us.index()].take_code(captured);
                key ^= tables::piece_key(us.other().index(), to, captured);
            }
            self.kinds.toggle(code as usize, both);
            self.colours.toggle(us.index(), both);
            if (code | captured | after) > 8 {
                let mut promoted = self.promoted.get(0).without(both);
                if code > 8 {
                    promoted |= from.set();
                }
                if captured > 8 {
                    promoted |= to.set();
                }
                self.promoted.set(0, promoted);
            }
            self.set_code(from, code as u8);
            self.set_code(to, captured as u8);
            if code == PieceKind::King as u32 {
                self.set_king(us.index(), from);
            }
        }
        self.key = key;
        self.side = if us.index() == 0 { Side::First } else { Side::Second };
    }

    /// The position seen from the other side: board turned, colours, hands and the side to move
    /// exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut flipped = Self::empty();
        for square in Square::all() {
            if let Some(piece) = self.piece(square) {
                flipped.put(square.rotated(), Piece { side: piece.side.other(), kind: piece.kind });
            }
        }
        flipped.hands = [self.hands[1], self.hands[0]];
        flipped.set_side(self.side.other());
        flipped
    }

    /// The position seen in a mirror: file 1 and file 9 exchanged, and so on.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self::empty();
        for square in Square::all() {
            let other = Square::at(8 - square.file(), square.rank());
            if let (Some(piece), Some(other)) = (self.piece(square), other) {
                mirrored.put(other, piece);
            }
        }
        mirrored.hands = self.hands;
        mirrored.set_side(self.side);
        mirrored
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}
