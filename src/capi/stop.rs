//! Why a search is where it is: the same numbers for every kind of search.

/// The search goes on, none was started, or a proof search was given up by its "..._reset".
pub const YOMI_STOP_RUNNING: i32 = 0;
/// The answer is final; of an alpha-beta search: the depth asked for is reached.
pub const YOMI_STOP_SOLVED: i32 = 1;
/// The limit on nodes is reached; the search can be resumed.
pub const YOMI_STOP_NODES: i32 = 2;
/// A cancel was asked for; the search can be resumed.
pub const YOMI_STOP_CANCELLED: i32 = 3;
/// Proof searches: there is no win within the plies that the limits or the memory allow; a longer
/// one may exist.
pub const YOMI_STOP_PLIES: i32 = 4;
/// A call returned an error; the search is over.
pub const YOMI_STOP_FAILED: i32 = 5;
