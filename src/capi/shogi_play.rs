//! What an engine that plays shogi asks of a position: more `yomi_shogi_*`.

use crate::moves::Move;

use super::memory;
use super::shogi::{position, yomi_shogi};
use super::status::{from_result, yomi_key, yomi_move, yomi_status};

/// Writes 1 where the side to move has a legal move, else 0: it is mated, or has none left and has
/// lost all the same. Takes less than writing the moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_has_move(
    shogi: *const yomi_shogi,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi)
            .and_then(|position| memory::write(out, i32::from(position.has_legal_move())))
    })
}

/// Writes 1 where "m", a legal move, gives check, else 0. For any other number the answer has no
/// meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_gives_check(
    shogi: *const yomi_shogi,
    m: yomi_move,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi)
            .and_then(|position| memory::write(out, i32::from(position.gives_check(Move(m)))))
    })
}

/// Writes the key that the position will have after "m", a legal move, without playing it; see
/// yomi_shogi_key. For any other number the answer has no meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_key_after(
    shogi: *const yomi_shogi,
    m: yomi_move,
    out: *mut yomi_key,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi)
            .and_then(|position| memory::write(out, position.identity_after(Move(m)).key()))
    })
}

/// Writes 1 where the side to move may declare that it has won, by the 27-point rule (nyugyoku
/// sengen): its king stands in the enemy camp and is not in check, ten more of its pieces stand
/// there, and its pieces there and in hand count at least 28 points for the first side, 27 for the
/// second, bishops and rooks five each and the others one. Else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn yomi_shogi_can_declare_win(
    shogi: *const yomi_shogi,
    out: *mut i32,
) -> yomi_status {
    // SAFETY: the header's contract.
    from_result(unsafe {
        position(shogi)
            .and_then(|position| memory::write(out, i32::from(position.can_declare_win())))
    })
}
