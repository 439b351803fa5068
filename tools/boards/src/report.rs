//! What an archive must not hold, and what its functions need.

use std::collections::BTreeMap;

use crate::graph::{Graph, is_memory_function};
use crate::object_file::ObjectFile;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The worst stack of each function of the interface, in bytes.
    pub stacks: BTreeMap<String, u64>,
    /// What is wrong, in words.
    pub faults: Vec<String>,
}

/// Parts of names that tell of a way to panic, of an allocator or of read-modify-write helpers.
const FORBIDDEN: [&str; 12] = [
    "panic",
    "begin_unwind",
    "_Unwind",
    "unwrap_failed",
    "expect_failed",
    "slice_index",
    "_fail",
    "__rust_alloc",
    "__rust_realloc",
    "__atomic_",
    "__sync_",
    "malloc",
];

/// Division of 64 bits and all of 128 bits.
const HELPERS: [&str; 10] = [
    "__aeabi_uldivmod",
    "__aeabi_ldivmod",
    "__udivdi3",
    "__umoddi3",
    "__divdi3",
    "__moddi3",
    "__udivmoddi4",
    "__udivti3",
    "__umodti3",
    "__multi3",
];

/// Checks an object.
#[must_use]
pub fn check(object: &ObjectFile) -> Checks {
    let mut checks = Checks::default();
    for name in &object.names {
        if FORBIDDEN.iter().any(|part| name.contains(part)) || HELPERS.contains(&name.as_str()) {
            checks.faults.push(format!("{name} must not be there"));
        }
    }
    for function in &object.functions {
        for name in function.external.iter().filter(|name| !is_memory_function(name)) {
            checks.faults.push(format!("{name} is needed from elsewhere"));
        }
    }
    if object.sizes.data != 0 || object.sizes.bss != 0 {
        checks
            .faults
            .push(format!("{} bytes of data and {} of bss", object.sizes.data, object.sizes.bss));
    }
    let mut graph = Graph::new(object);
    for (index, function) in object.functions.iter().enumerate() {
        for name in function.names.iter().filter(|_| function.global) {
            if !name.contains("yomi_") {
                checks.faults.push(format!("{name} is global"));
            }
            match graph.worst(index) {
                Ok(worst) => {
                    checks.stacks.insert(name.clone(), worst);
                }
                Err(trouble) => checks.faults.push(format!("{name}: {trouble}")),
            }
        }
    }
    checks
}
