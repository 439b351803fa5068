//! Perft of shogi, shared by tests, benches and the measuring example.

use yomikiri::games::shogi::{MOST_MOVES, Position};
use yomikiri::moves::{Move, Moves};

/// Room for the moves of `depth` plies.
fn arena(depth: u32) -> Vec<Move> {
    vec![Move::NONE; MOST_MOVES * depth as usize]
}

/// Leaves at `depth`, 1 or more; the last ply is counted, not played.
pub fn bulk(position: &mut Position, depth: u32) -> u64 {
    bulk_in(position, depth, &mut arena(depth))
}

fn bulk_in(position: &mut Position, depth: u32, arena: &mut [Move]) -> u64 {
    if depth <= 1 {
        return u64::from(position.legal_count());
    }
    let (here, below) = arena.split_at_mut(MOST_MOVES);
    let mut moves = Moves::new(here);
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for &m in moves.as_slice() {
        position.play(m);
        leaves += bulk_in(position, depth - 1, below);
        position.undo(m);
    }
    leaves
}

/// Leaves at `depth`, 1 or more, every one of them played and taken back, key included.
pub fn no_bulk(position: &mut Position, depth: u32) -> u64 {
    no_bulk_in(position, depth, &mut arena(depth))
}

fn no_bulk_in(position: &mut Position, depth: u32, arena: &mut [Move]) -> u64 {
    let (here, below) = arena.split_at_mut(MOST_MOVES);
    let mut moves = Moves::new(here);
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for &m in moves.as_slice() {
        position.play(m);
        if depth <= 1 {
            // So that the compiler cannot leave the leaf out.
            std::hint::black_box(&mut *position);
            leaves += 1;
        } else {
            leaves += no_bulk_in(position, depth - 1, below);
        }
        position.undo(m);
    }
    leaves
}
