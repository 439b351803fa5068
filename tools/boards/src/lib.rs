//! What an archive for a board holds, read from its one ELF object: sections and their sizes, the
//! call graph by relocations and by the machine code's indirect jumps, and the worst stack of every
//! function of the interface.

mod code;
mod graph;
mod object_file;
mod report;

pub use graph::{Graph, Trouble};
pub use object_file::{Function, Machine, ObjectFile, SectionSize, Sizes};
pub use report::{Checks, check};
