//! Ends of the game that are not mate: fourfold repetition (sennichite), perpetual check, and the
//! declaration of a win by the 27-point rule (nyugyoku sengen).
//!
//! Both follow the rules of the Japan Shogi Association. A position repeats where the board, both
//! hands and the side to move are the same. The fourth time ends the game: a draw, unless one side
//! gave check with each of its moves since the first of the four, which then loses.

use super::attacks::ranks;
use super::piece::{Hand, PieceKind};
use super::position::{Identity, Position};
use crate::score::Side;

/// One position of a game's history, the latest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub identity: Identity,
    /// Whether the side to move of the position was in check: the move before gave it.
    pub in_check: bool,
}

impl Record {
    /// The record of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self { identity: position.identity(), in_check: position.in_check() }
    }
}

/// What the history says of the latest position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// It has stood fewer than four times.
    None,
    /// It stands the fourth time, and nobody is to blame: a draw.
    Draw,
    /// It stands the fourth time, and the side to move gave check with every move of the cycle:
    /// it loses.
    SideToMoveLoses,
    /// It stands the fourth time, and the side not to move gave check with every move of the
    /// cycle: it loses.
    SideToMoveWins,
}

/// How the latest position stands to an earlier one with the same board and side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same position, this many plies ago.
    Same(usize),
    /// The side to move has every piece in hand that it had this many plies ago, and more.
    Superior(usize),
    /// The side to move had every piece in hand this many plies ago that it has now, and more.
    Inferior(usize),
}

/// Judges the latest position of `history` by the rule of fourfold repetition.
#[must_use]
pub fn repetition(history: &[Record]) -> Repetition {
    let Some((last, before)) = history.split_last() else {
        return Repetition::None;
    };
    let mut met = 1;
    // Whether every position so far with the same, and with the other side to move, was in check.
    let mut same_side = last.in_check;
    let mut other_side = true;
    for (plies, record) in (1usize..).zip(before.iter().rev()) {
        if record.identity == last.identity {
            met += 1;
            if met == 4 {
                // The first of the four is not counted: the check in it came before the cycle.
                return match (same_side, other_side) {
                    (true, false) => Repetition::SideToMoveWins,
                    (false, true) => Repetition::SideToMoveLoses,
                    // Both at once would need a check answered by a check each time; neither
                    // side alone is to blame then.
                    _ => Repetition::Draw,
                };
            }
        }
        if plies % 2 == 0 {
            same_side &= record.in_check;
        } else {
            other_side &= record.in_check;
        }
    }
    Repetition::None
}

/// The latest earlier position with the same board and side to move whose hand compares to the
/// present one, for searches: coming back with more in hand is progress, with less the contrary.
#[must_use]
pub fn relation(history: &[Record], side_to_move: Side) -> Option<Relation> {
    let (last, before) = history.split_last()?;
    for (plies, record) in (1usize..).zip(before.iter().rev()) {
        if record.identity.board_key != last.identity.board_key {
            continue;
        }
        let now = last.identity.hand(side_to_move);
        let then = record.identity.hand(side_to_move);
        if record.identity == last.identity {
            return Some(Relation::Same(plies));
        }
        if now.contains(then) {
            return Some(Relation::Superior(plies));
        }
        if then.contains(now) {
            return Some(Relation::Inferior(plies));
        }
    }
    None
}

/// The points of pieces in hand: five for a bishop or rook, one for every other.
fn hand_points(hand: Hand) -> u32 {
    PieceKind::HAND
        .into_iter()
        .map(|kind| {
            let points = match kind {
                PieceKind::Bishop | PieceKind::Rook => 5,
                _ => 1,
            };
            hand.count(kind) * points
        })
        .sum()
}

impl Position {
    /// The points that count for a declaration by the side to move: its pieces in the enemy camp
    /// and in hand, five for bishops and rooks, promoted or not, one for every other piece but the
    /// king.
    #[must_use]
    pub fn declaration_points(&self) -> u32 {
        let side = self.side();
        let camp = match side {
            Side::First => const { ranks(0, 1, 3) },
            Side::Second => const { ranks(1, 1, 3) },
        };
        let inside = (self.pieces(side) & camp).without(self.kind(PieceKind::King));
        let large = inside & (self.family(PieceKind::Bishop) | self.family(PieceKind::Rook));
        inside.len() + 4 * large.len() + hand_points(self.hand(side))
    }

    /// Whether the side to move may declare that it has won, by the 27-point rule: its king stands
    /// in the enemy camp and is not in check, ten more of its pieces stand there, and it has at
    /// least 28 points as black or 27 as white.
    #[must_use]
    pub fn can_declare_win(&self) -> bool {
        let side = self.side();
        let (camp, needed) = match side {
            Side::First => (const { ranks(0, 1, 3) }, 28),
            Side::Second => (const { ranks(1, 1, 3) }, 27),
        };
        let Some(king) = self.king(side) else {
            return false;
        };
        camp.contains(king.index())
            && (self.pieces(side) & camp).len() >= 11
            && self.declaration_points() >= needed
            && !self.in_check()
    }
}
