//! Status codes of the C interface, and the basic number types.

use core::ffi::{CStr, c_char};

use static_assertions::const_assert_eq;

use crate::status::{Error, Step};

/// What a call returns: 0 or above is success, below 0 an error.
pub type yomi_status = i32;

/// A move: 32 bits whose meaning is the game's own. 0 is no move.
pub type yomi_move = u32;

/// The identity of a position: equal positions have equal keys.
pub type yomi_key = u64;

/// A score from the view of the side to move: above 0 is a win, below 0 a loss, 0 a draw; the unit
/// is the game's own.
pub type yomi_score = i32;

/// Success.
pub const YOMI_OK: yomi_status = 0;
/// The node budget of this call is used up: call again to go on.
pub const YOMI_MORE: yomi_status = 1;
/// The work has ended: the result can be read.
pub const YOMI_DONE: yomi_status = 2;

/// A required pointer is null.
pub const YOMI_ERROR_NULL: yomi_status = -1;
/// A memory region is too small for what it must hold.
pub const YOMI_ERROR_SIZE: yomi_status = -2;
/// A pointer or a memory region is not aligned as required.
pub const YOMI_ERROR_ALIGN: yomi_status = -3;
/// A field of a configuration is outside its range.
pub const YOMI_ERROR_CONFIG: yomi_status = -4;
/// The call is not legal in the present state of the object.
pub const YOMI_ERROR_STATE: yomi_status = -5;
/// A struct is smaller than its first released layout: struct_size is wrong or not set.
pub const YOMI_ERROR_ABI: yomi_status = -6;
/// A position has more moves than the memory can hold.
pub const YOMI_ERROR_TOO_MANY_MOVES: yomi_status = -7;
/// A move is not legal in the position it was played in.
pub const YOMI_ERROR_BAD_MOVE: yomi_status = -8;
/// The build or the game does not offer what was asked for.
pub const YOMI_ERROR_UNSUPPORTED: yomi_status = -9;
/// A text does not follow its grammar.
pub const YOMI_ERROR_SYNTAX: yomi_status = -10;
/// A position breaks a rule of the game.
pub const YOMI_ERROR_ILLEGAL_POSITION: yomi_status = -11;
/// A callback broke its contract: a count above the capacity it was given, move 0, or a return
/// value that the interface does not define.
pub const YOMI_ERROR_BAD_CALLBACK: yomi_status = -12;
/// Data that carries a checksum is damaged.
pub const YOMI_ERROR_DAMAGED: yomi_status = -13;
/// The highest number that a callback may use for errors of its own. Numbers at or below it come
/// back unchanged from the call in which the callback was made.
pub const YOMI_ERROR_HOST_LIMIT: yomi_status = -1000;

const_assert_eq!(YOMI_MORE, Step::More as yomi_status);
const_assert_eq!(YOMI_DONE, Step::Done as yomi_status);

/// The name of a status in English, for logs. Zero-terminated ASCII in constant memory, never
/// null; "unknown status" for a number without a meaning.
///
/// Callable at any time, from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn yomi_status_name(status: yomi_status) -> *const c_char {
    name(status).as_ptr()
}

fn name(status: yomi_status) -> &'static CStr {
    match status {
        YOMI_OK => c"ok",
        YOMI_MORE => c"more to do",
        YOMI_DONE => c"done",
        YOMI_ERROR_NULL => c"null pointer",
        YOMI_ERROR_SIZE => c"memory too small",
        YOMI_ERROR_ALIGN => c"memory misaligned",
        YOMI_ERROR_CONFIG => c"configuration out of range",
        YOMI_ERROR_STATE => c"call not legal in this state",
        YOMI_ERROR_ABI => c"struct layout not understood",
        YOMI_ERROR_TOO_MANY_MOVES => c"too many moves",
        YOMI_ERROR_BAD_MOVE => c"illegal move",
        YOMI_ERROR_UNSUPPORTED => c"not supported",
        YOMI_ERROR_SYNTAX => c"syntax error",
        YOMI_ERROR_ILLEGAL_POSITION => c"illegal position",
        YOMI_ERROR_BAD_CALLBACK => c"callback broke its contract",
        YOMI_ERROR_DAMAGED => c"data is damaged",
        i32::MIN..=YOMI_ERROR_HOST_LIMIT => c"host error",
        _ => c"unknown status",
    }
}

/// The status of a call that returns nothing else.
#[cfg_attr(not(any(feature = "dfpn", feature = "alphabeta")), allow(dead_code))]
pub(super) fn from_result(result: Result<(), Error>) -> yomi_status {
    match result {
        Ok(()) => YOMI_OK,
        Err(error) => error.code(),
    }
}

/// The status of a call that runs a resumable machine.
#[cfg_attr(not(any(feature = "dfpn", feature = "alphabeta")), allow(dead_code))]
pub(super) fn from_step(result: Result<Step, Error>) -> yomi_status {
    match result {
        Ok(step) => step as yomi_status,
        Err(error) => error.code(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_agree_with_the_rust_side() {
        for (code, error) in [
            (YOMI_ERROR_NULL, Error::Null),
            (YOMI_ERROR_SIZE, Error::Size),
            (YOMI_ERROR_ALIGN, Error::Align),
            (YOMI_ERROR_CONFIG, Error::Config),
            (YOMI_ERROR_STATE, Error::State),
            (YOMI_ERROR_ABI, Error::Abi),
            (YOMI_ERROR_TOO_MANY_MOVES, Error::TooManyMoves),
            (YOMI_ERROR_BAD_MOVE, Error::BadMove),
            (YOMI_ERROR_UNSUPPORTED, Error::Unsupported),
            (YOMI_ERROR_SYNTAX, Error::Syntax),
            (YOMI_ERROR_ILLEGAL_POSITION, Error::IllegalPosition),
            (YOMI_ERROR_BAD_CALLBACK, Error::BadCallback),
            (YOMI_ERROR_DAMAGED, Error::Damaged),
            (YOMI_ERROR_HOST_LIMIT, Error::Host(Error::HOST_LIMIT)),
            (i32::MIN, Error::Host(i32::MIN)),
        ] {
            assert_eq!(error.code(), code);
            assert_eq!(name(code).to_str(), Ok(error.name()));
        }
        assert_eq!(name(-14), c"unknown status");
        assert_eq!(name(-999), c"unknown status");
        assert_eq!(name(3), c"unknown status");
    }
}
