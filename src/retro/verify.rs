//! Checks every value of a finished analysis against the values of its successors.
//!
//! By induction over the distance this proves all of it: a win has a successor lost in one ply
//! less and none lost sooner, a loss has only won successors of which the last is one ply shorter,
//! and whoever is in a draw can stay in draws but not leave them.

use super::pass::Cells;
use crate::game::{IndexedGame, Initial, Successor, Value};

/// Why a value is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the position.
    pub number: u32,
    /// The value found, `None` where the table has no position.
    pub found: Option<Value>,
    /// The value that follows from the successors.
    pub expected: Option<Value>,
}

/// The value of a position as its successors in `lookup` have it.
///
/// A value that the rules give stands where there are no successors.
pub fn value_from_successors<G: IndexedGame>(
    game: &G,
    cursor: &mut G::Cursor,
    number: u32,
    mut lookup: impl FnMut(u32) -> Option<Value>,
) -> Option<Value> {
    let mut best: Option<Value> = None;
    game.successors(cursor, number, |successor| {
        let value = match successor {
            Successor::Outside(value) => Some(value),
            Successor::Numbered(number) => lookup(number),
        };
        let value = Value::from_successors(value);
        best = match (best, value) {
            (Some(best), Some(value)) => Some(best.better(value)),
            (best, value) => best.or(value),
        };
    });
    if best.is_some() {
        return best;
    }
    match game.initial(cursor, number) {
        Initial::Decided(value) => Some(value),
        Initial::Open(_) | Initial::Unused => None,
    }
}

/// The first wrong value among the numbers of `range`, if there is one.
///
/// Positions whose game has ended by the rules, and which `successors` nonetheless gives moves
/// for, do not exist in a well-made [`IndexedGame`].
pub fn first_fault<G: IndexedGame>(
    game: &G,
    cells: Cells<'_>,
    range: core::ops::Range<u32>,
) -> Option<Fault> {
    let mut cursor = game.cursor();
    for number in range {
        let found = cells.value::<G>(number);
        let expected =
            value_from_successors(game, &mut cursor, number, |number| cells.value::<G>(number));
        if found != expected {
            return Some(Fault { number, found, expected });
        }
    }
    None
}
