//! The C interface: `repr(C)` types, pointer checks, the host table as a [`Game`](crate::Game),
//! and the exported functions. It adds no behaviour of its own.
//!
//! The committed header `include/yomikiri.h` is generated from these files and is the manual; the
//! rules that hold for every function stand at its top.
#![allow(unsafe_code, non_camel_case_types)]

pub mod host;
pub mod memory;
pub mod panic;
pub mod status;
pub mod version;
