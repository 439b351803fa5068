//! Moves: their 32 bits, and their generation in the order of Tanaka's program.

use super::board::{
    ALL, Board, FAR, HAND_KINDS, Kind, NO_SQUARE, Square, Squares, bit, down, turn_square, up,
};
use crate::moves::{Move, Moves};
use crate::score::Side;

/// The fields of a [`Move`] of this game.
///
/// | bits | field |
/// |---|---|
/// | 0 to 3 | destination, numbered from the first player's side |
/// | 4 to 7 | origin, or 12 for a drop |
/// | 8 to 10 | kind before the move: chick 0, hen 1, elephant 2, giraffe 3, lion 4 |
/// | 11 to 13 | 0, or 1 + the kind captured |
/// | 14 | the chick becomes a hen |
/// | 15 | drop |
/// | 16 | always 1 |
///
/// Everything that taking the move back needs is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// Where the piece goes, numbered from the first player's side.
    pub to: Square,
    /// Where it comes from, or [`NO_SQUARE`] for a drop.
    pub from: Square,
    /// The kind before the move.
    pub kind: Kind,
    /// The kind captured.
    pub captured: Option<Kind>,
    /// Whether a chick becomes a hen.
    pub promotes: bool,
}

impl Fields {
    /// The move with these fields.
    #[must_use]
    #[inline(always)]
    pub const fn encode(self) -> Move {
        let captured = match self.captured {
            Some(kind) => kind as u32 + 1,
            None => 0,
        };
        Move(
            self.to as u32
                | (self.from as u32) << 4
                | (self.kind as u32) << 8
                | captured << 11
                | (self.promotes as u32) << 14
                | ((self.from >= NO_SQUARE) as u32) << 15
                | 1 << 16,
        )
    }

    /// The fields of a move.
    #[must_use]
    #[inline(always)]
    pub const fn decode(m: Move) -> Self {
        let captured = (m.0 >> 11) & 7;
        Self {
            to: (m.0 & 15) as Square,
            from: ((m.0 >> 4) & 15) as Square,
            kind: Kind::from_index((m.0 >> 8) & 7),
            captured: if captured == 0 { None } else { Some(Kind::from_index(captured - 1)) },
            promotes: m.0 & (1 << 14) != 0,
        }
    }

    /// The same move with squares as the other side numbers them.
    #[must_use]
    #[inline(always)]
    pub const fn turned(self) -> Self {
        Self { to: turn_square(self.to), from: turn_square(self.from), ..self }
    }

    /// Whether the move drops a piece.
    #[must_use]
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.from >= NO_SQUARE
    }
}

/// What the generation of moves knows of a board.
#[derive(Clone, Copy)]
pub(super) struct Arrivals {
    /// For each destination (one nibble) the directions 0 to 3 from which a piece of the side to
    /// move can step there.
    low: u64,
    /// The same for the directions 4 to 7.
    high: u64,
    /// The empty squares.
    empty: Squares,
}

/// The step back from a destination to the origin, in squares, for each direction.
///
/// The order of directions is Tanaka's; a step by (file, rank) is 4 * file + rank squares.
const STEP_BACK: [i8; 8] = [-3, 1, 5, -4, 4, -5, -1, 3];

#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
pub(super) const fn arrivals(board: Board) -> Arrivals {
    let own = board.own();
    let lion = bit(board.lion);
    let straight = own.hens | own.giraffes | lion;
    let forward = own.chicks | straight;
    let forward_diagonal = up(own.hens | own.elephants | lion);
    let back_diagonal = down(own.elephants | lion);
    let free = ALL & !(board.own_squares() | lion);
    let low = (forward_diagonal << 16) & free
        | (up(forward) & free) << 1
        | ((forward_diagonal >> 16) & free) << 2
        | ((straight << 16) & free) << 3;
    let high = (straight >> 16) & free
        | ((back_diagonal << 16) & free) << 1
        | (down(straight) & free) << 2
        | ((back_diagonal >> 16) & free) << 3;
    Arrivals { low, high, empty: board.empty() }
}

/// Writes every move of the side to move by the full rules, as `side`, in Tanaka's order:
/// destinations by file from C to A, then by rank from the far one; on each the drops, chick,
/// elephant, giraffe, then the steps by direction.
#[inline]
pub fn generate(board: Board, side: Side, out: &mut Moves<'_>) {
    let arrivals = arrivals(board);
    for to in 0..12 {
        generate_to(to, board, side, &arrivals, out);
    }
}

/// The most moves to one square: drops of three kinds, and a step from each side.
pub(super) const MOST_TO: usize = 11;

/// Those of [`generate`] that end on one square.
#[cfg_attr(not(feature = "compact"), inline(always))]
#[cfg_attr(feature = "compact", inline(never))]
pub(super) fn generate_to(
    to: Square,
    board: Board,
    side: Side,
    arrivals: &Arrivals,
    out: &mut Moves<'_>,
) {
    let droppable = board.hands & 63;
    let turn = matches!(side, Side::Second);
    let shift = to * 4;
    let shown_to = if turn { 11 - to } else { to };
    if droppable != 0 && (arrivals.empty >> shift) & 1 != 0 {
        for (slot, kind) in HAND_KINDS.into_iter().enumerate() {
            if (droppable >> (2 * slot)) & 3 != 0 {
                out.push(
                    Fields { to: shown_to, from: NO_SQUARE, kind, captured: None, promotes: false }
                        .encode(),
                );
            }
        }
    }
    let mut directions =
        ((arrivals.low >> shift) & 15) as u32 | (((arrivals.high >> shift) & 15) as u32) << 4;
    if directions == 0 {
        return;
    }
    let captured = if to == board.enemy_lion {
        Some(Kind::Lion)
    } else {
        let nibble = board.nibble(to);
        (nibble != 0).then(|| Kind::from_index(nibble & 3))
    };
    while directions != 0 {
        let direction = directions.trailing_zeros() as usize;
        directions &= directions - 1;
        let step = STEP_BACK.get(direction).copied().unwrap_or(0);
        let from = (to as i8 + step) as Square;
        let kind =
            if from == board.lion { Kind::Lion } else { Kind::from_index(board.nibble(from) & 3) };
        out.push(
            Fields {
                to: shown_to,
                from: if turn { turn_square(from) } else { from },
                kind,
                captured,
                promotes: matches!(kind, Kind::Chick) && bit(to) & FAR != 0,
            }
            .encode(),
        );
    }
}

/// The board after a move whose squares are numbered by the side to move, as the opponent sees it.
///
/// The fields must be those of a move of this position.
#[must_use]
#[inline(always)]
pub const fn apply(board: Board, m: Fields) -> Board {
    let mut next = board;
    let to = (m.to & 15) * 4;
    if m.is_drop() {
        next.pieces |= (8 | m.kind as u64) << to;
        next.hands = next.hands.wrapping_sub(1 << (2 * m.kind.hand_slot()));
        return next.turned();
    }
    match m.captured {
        Some(Kind::Lion) => next.enemy_lion = NO_SQUARE,
        Some(kind) => {
            next.pieces &= !(15 << to);
            next.hands = next.hands.wrapping_add(1 << (2 * kind.hand_slot()));
        }
        None => {}
    }
    if matches!(m.kind, Kind::Lion) {
        next.lion = m.to;
    } else {
        let kind = if m.promotes { Kind::Hen } else { m.kind };
        next.pieces &= !(15 << ((m.from & 15) * 4));
        next.pieces |= (8 | kind as u64) << to;
    }
    next.turned()
}

/// The board before a move, as its mover sees it; the reverse of [`apply`].
#[must_use]
#[inline(always)]
pub const fn retract(board: Board, m: Fields) -> Board {
    let mut previous = board.turned();
    let to = (m.to & 15) * 4;
    if m.is_drop() {
        previous.pieces &= !(15 << to);
        previous.hands = previous.hands.wrapping_add(1 << (2 * m.kind.hand_slot()));
        return previous;
    }
    if matches!(m.kind, Kind::Lion) {
        previous.lion = m.from;
    } else {
        previous.pieces &= !(15 << to);
        previous.pieces |= (8 | m.kind as u64) << ((m.from & 15) * 4);
    }
    match m.captured {
        Some(Kind::Lion) => previous.enemy_lion = m.to,
        Some(kind) => {
            previous.pieces |= (12 | kind as u64) << to;
            previous.hands = previous.hands.wrapping_sub(1 << (2 * kind.hand_slot()));
        }
        None => {}
    }
    previous
}

/// The squares that a piece of the side to move can step to by the full rules.
#[must_use]
pub const fn destinations(board: Board) -> Squares {
    let own = board.own();
    (own.attacks_up() | super::board::around(bit(board.lion)))
        & !(board.own_squares() | bit(board.lion))
}
