//! The bodies of the fuzz targets. Each takes any bytes, reads them as a program of calls, and
//! panics where a promise of the library does not hold. `tests/fuzz_corpus.rs` includes this file
//! and replays the corpus through it on every toolchain.
#![allow(dead_code, unsafe_code, unsafe_op_in_unsafe_fn, missing_docs)]
#![allow(clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc)]

pub mod files;
pub mod graph;
pub mod host;
pub mod input;
pub mod interleave;
pub mod play;
pub mod surface;
pub mod table;
pub mod text;

#[path = "../../tests/common/dobutsu_reference.rs"]
mod dobutsu_reference;
#[path = "../../tests/common/othello_reference.rs"]
mod othello_reference;
#[path = "../../tests/common/reference.rs"]
mod shogi_reference;

/// The body of a target by its name.
pub fn body(name: &str) -> Option<fn(&[u8])> {
    Some(match name {
        "files" => files::run,
        "host" => host::run,
        "interleave" => interleave::run,
        "play" => play::run,
        "surface" => surface::run,
        "table" => table::run,
        "text" => text::run,
        _ => return None,
    })
}
