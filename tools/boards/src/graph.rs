//! The worst stack of a function: its frame and the worst of what it calls.

use std::collections::BTreeSet;
use std::fmt;

use crate::object_file::{Function, ObjectFile};

/// What the C library's memory functions may take, in bytes; newlib's and picolibc's take less.
pub const MEMORY_FUNCTION_STACK: u64 = 32;

/// The memory functions that an archive may need from the C library.
const MEMORY_FUNCTIONS: [&str; 4] = ["memcpy", "memmove", "memset", "memcmp"];

/// Why the stack of a function has no bound that we can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// These functions call one another in a circle.
    Recursion(Vec<String>),
    /// The compiler did not tell the frame of this function.
    UnknownFrame(String),
    /// This function of another object is called.
    UnknownCallee { caller: String, callee: String },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recursion(names) => write!(f, "recursion: {}", names.join(" > ")),
            Self::UnknownFrame(name) => write!(f, "the frame of {name} is not known"),
            Self::UnknownCallee { caller, callee } => {
                write!(f, "{caller} calls {callee}, which is not known")
            }
        }
    }
}

/// A name that an archive may leave to the C library.
#[must_use]
pub fn is_memory_function(name: &str) -> bool {
    let plain =
        name.strip_prefix("__aeabi_").map_or(name, |name| name.trim_end_matches(['4', '8']));
    MEMORY_FUNCTIONS.contains(&plain) || matches!(name, "bcmp") || plain == "memclr"
}

/// The call graph of an object.
#[derive(Debug)]
pub struct Graph<'o> {
    object: &'o ObjectFile,
    worst: Vec<Option<u64>>,
}

impl<'o> Graph<'o> {
    /// A graph on which nothing is computed yet.
    #[must_use]
    pub fn new(object: &'o ObjectFile) -> Self {
        Self { object, worst: vec![None; object.functions.len()] }
    }

    /// The worst stack of the function at `index`, in bytes. Callbacks of the host count nothing;
    /// an indirect call may reach every function of the object whose address is taken.
    ///
    /// # Errors
    ///
    /// Where there is no bound.
    pub fn worst(&mut self, index: usize) -> Result<u64, Trouble> {
        self.visit(index, &mut Vec::new())
    }

    /// The chain of calls that takes the worst stack: frames and names, from the function down.
    ///
    /// # Errors
    ///
    /// Where there is no bound.
    pub fn chain(&mut self, index: usize) -> Result<Vec<(u64, String)>, Trouble> {
        let mut chain = Vec::new();
        let mut next = Some(index);
        while let Some(index) = next {
            let worst = self.worst(index)?;
            let function = &self.object.functions[index];
            let mut callees: Vec<usize> = function.callees.iter().copied().collect();
            callees.extend(self.reached_by_address(function));
            let mut deepest = (0, None);
            for callee in callees {
                deepest = deepest.max((self.worst(callee)?, Some(callee)));
            }
            chain.push((worst - deepest.0, function.names[0].clone()));
            next = deepest.1;
        }
        Ok(chain)
    }

    /// The functions of the object that the indirect calls of a function may reach. The
    /// verification is called by its address in one place, which has a function to itself.
    fn reached_by_address(&self, function: &Function) -> BTreeSet<usize> {
        if !function.indirect {
            return BTreeSet::new();
        }
        let game = |index: usize, what: &[&str]| {
            let names = &self.object.functions[index].names;
            names.iter().find_map(|name| generic_type(name, what))
        };
        let callers = (0..self.object.functions.len()).filter_map(|index| game(index, &CALLER));
        let callers = callers.collect::<BTreeSet<_>>();
        let caller = function.names.iter().find_map(|name| generic_type(name, &CALLER));
        let reaches = |index: &usize| match (game(*index, &VERIFIER), &caller) {
            // Callers that the compiler made one of may reach the verifiers of all games.
            (Some(game), Some(caller)) => game == *caller || !callers.contains(&game),
            (None, None) => true,
            _ => false,
        };
        self.object.addressed.iter().copied().filter(reaches).collect()
    }

    // The walk itself may recurse: its depth is that of the graph.
    fn visit(&mut self, index: usize, path: &mut Vec<usize>) -> Result<u64, Trouble> {
        if let Some(worst) = self.worst[index] {
            return Ok(worst);
        }
        let object = self.object;
        let name = |index: usize| object.functions[index].names[0].clone();
        if let Some(start) = path.iter().position(|&other| other == index) {
            let circle = path[start..].iter().chain([&index]);
            return Err(Trouble::Recursion(circle.map(|&index| name(index)).collect()));
        }
        let function = &object.functions[index];
        if function.recursive {
            return Err(Trouble::Recursion(vec![name(index), name(index)]));
        }
        path.push(index);
        let mut below = 0;
        for callee in &function.external {
            if !is_memory_function(callee) {
                return Err(Trouble::UnknownCallee { caller: name(index), callee: callee.clone() });
            }
            below = MEMORY_FUNCTION_STACK;
        }
        let addressed = self.reached_by_address(function);
        for &callee in function.callees.union(&addressed) {
            below = below.max(self.visit(callee, path)?);
        }
        path.pop();
        let frame = function.frame.or_else(|| helper_frame(&function.names));
        let frame = frame.ok_or_else(|| Trouble::UnknownFrame(name(index)))?;
        let worst = frame + below;
        self.worst[index] = Some(worst);
        Ok(worst)
    }
}

/// What the names of the verification and of the one function that calls it by its address hold.
const VERIFIER: [&str; 1] = ["16run_verification"];
const CALLER: [&str; 1] = ["17call_verification"];

/// The last identifier of the mangled name of a generic function that holds `parts` in this order:
/// the name of its type.
fn generic_type<'n>(name: &'n str, parts: &[&str]) -> Option<&'n str> {
    let mut rest = parts.iter().try_fold(name, |rest, part| Some(rest.split_once(part)?.1))?;
    let mut last = None;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if first == 'B' {
            // What stood before.
            rest = rest.split_once('_')?.1;
        } else if digits > 0 {
            let length: usize = rest[..digits].parse().ok()?;
            last = Some(rest.get(digits..digits + length)?);
            rest = &rest[digits + length..];
        } else {
            rest = &rest[1..];
        }
    }
    last
}

/// The frames of the compiler's helpers that are written in assembly.
fn helper_frame(names: &[String]) -> Option<u64> {
    names.iter().find_map(|name| match name.as_str() {
        "__aeabi_uidivmod" | "__aeabi_idivmod" => Some(8),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_generic_function_is_read_from_its_name() {
        let run = "_RINvNtNtCs6I1_8yomikiri4dfpn6solver16run_verificationNtNtNtB6_4capi4host8HostGameEB6_";
        let call = "_RINvNtNtCs1l_8yomikiri4dfpn6solver17call_verificationNtNtNtNtB6_5games5shogi4mate11MateProblemEB6_";
        assert_eq!(generic_type(run, &VERIFIER), Some("HostGame"));
        assert_eq!(generic_type(run, &CALLER), None);
        assert_eq!(generic_type(call, &CALLER), Some("MateProblem"));
        assert_eq!(generic_type(call, &VERIFIER), None);
    }
}
