//! Proof-number search, depth first (df-pn): does one side win by force, how soon, and how?
//!
//! [`Dfpn`] owns a game and works in two blocks of caller memory: one for the path and its moves,
//! one for the table. It is a resumable state machine; see [`Dfpn::step`].
//!
//! # What is proven
//!
//! The attacker wins if the game can be brought to an end that [`Game::outcome`] calls a win for
//! it, or to a position in which the defender has no legal move. Draws and endless play are no
//! win. So a repetition on the path counts as a failure of the attacker; games in which repeating
//! loses say so by not offering the move, or by their outcome.
//!
//! [`Game::outcome`]: crate::game::Game::outcome

#[cfg(not(feature = "compact"))]
mod busy;
mod engine;
mod line;
mod node;
mod numbers;
mod path;
mod recount;
mod solver;
#[cfg(any(feature = "shogi", not(feature = "compact")))]
mod survey;
/// Small programs whose game is not shogi do without surveys.
#[cfg(all(not(feature = "shogi"), feature = "compact"))]
mod survey {
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Survey;

    impl Survey {
        pub const NONE: Self = Self;

        pub const fn end(&mut self) {}

        pub const fn is_running(&self) -> bool {
            false
        }
    }
}
#[cfg(feature = "std")]
mod threads;
mod verify;

pub use recount::{Counted, Recount};
pub use solver::Dfpn;
#[cfg(any(feature = "shogi", not(feature = "compact")))]
pub use survey::{Found, FoundKind, Scope, SurveyLimits, SurveyStep};
#[cfg(feature = "std")]
pub use threads::solve_in_threads;

use crate::score::ProofNumber;

/// Whether the build has everything. The feature `minimal` leaves out the modes other than
/// [`Mode::First`] and the seed; [`Dfpn::start`] refuses them then. A shorter win can be looked for
/// with [`Limits::plies`].
const FULL: bool = cfg!(not(feature = "minimal"));

/// Which side is to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attacker {
    /// The side to move in the position that the search starts from.
    #[default]
    SideToMove,
    /// The other side; the side to move defends.
    Opponent,
}

/// What memory a search is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The longest line that can be read, in plies: 1 to 4094. 64 bytes each.
    pub plies: u16,
    /// Room for the legal moves of all positions of one line together. 20 bytes each.
    pub moves: u32,
}

impl Config {
    /// The longest possible [`Config::plies`].
    pub const MAX_PLIES: u16 = crate::table::proof::NEVER - 1;
}

impl Default for Config {
    /// 256 plies with 64 moves each.
    fn default() -> Self {
        Self { plies: 256, moves: 256 * 64 }
    }
}

/// When a win is good enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The first win found.
    #[default]
    First,
    /// Shorter and shorter wins until the budget ends, or none shorter exists.
    Shorten,
    /// The shortest win, proven to be so. What was found before the budget ends is kept, as in
    /// [`Mode::Shorten`]; the two differ in what counts as solved.
    Shortest,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes, 0 for no limit.
    pub nodes: u64,
    /// Plies within which the win must come, 0 for as many as the memory holds.
    pub plies: u16,
    /// When a win is good enough.
    pub mode: Mode,
    /// Which side is to win.
    pub attacker: Attacker,
    /// Varies the order of the search a little, never its answer; 0 for not at all. Searches in
    /// several threads that share a table help each other more where their seeds differ.
    pub seed: u32,
}

/// The answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Outcome {
    /// Not decided yet, or not within the limits.
    #[default]
    Unknown = 0,
    /// The attacker wins.
    Proven = 1,
    /// The attacker does not win, however long the game goes on.
    Disproven = 2,
}

/// Why a search is where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Stop {
    /// It goes on; or nothing was started.
    #[default]
    Running = 0,
    /// The answer is final.
    Solved = 1,
    /// The node limit is reached. [`Dfpn::resume`] goes on.
    Nodes = 2,
    /// A stop was asked for. [`Dfpn::resume`] goes on.
    Cancelled = 3,
    /// No win within the plies that the limits or the memory allow; a longer one may exist.
    Plies = 4,
    /// An error was returned; only [`Dfpn::start`] goes on, and only where the game is in order.
    Failed = 5,
}

/// How much the verifier takes on trust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// That positions with equal keys are equal, so that each is walked once.
    #[default]
    Keys,
    /// Nothing: every line is walked. Takes long where lines transpose.
    Nothing,
}

/// What the verifier found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Verification {
    /// It has not run, or not to its end.
    #[default]
    NotRun = 0,
    /// The answer stands.
    Passed = 1,
    /// A line was met in which the answer does not hold, or could not be shown to hold.
    Failed = 2,
}

/// Everything that can be said of a search at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// Why the search is where it is.
    pub stop: Stop,
    /// Proven: the win takes at most so many plies. Otherwise 0.
    pub length: u16,
    /// Proven: no win takes fewer plies than [`Report::length`].
    pub exact: bool,
    /// Whether the answer was verified.
    pub verification: Verification,
    /// Proof number of the root.
    pub proof: ProofNumber,
    /// Disproof number of the root.
    pub disproof: ProofNumber,
    /// Nodes searched since the start, the verifier's included.
    pub nodes: u64,
    /// Most plies on the stack at once.
    pub peak_plies: u32,
    /// Most moves in the move arena at once.
    pub peak_moves: u32,
    /// Share of the table in use, in thousandths.
    pub table_permille: u32,
}

impl Report {
    /// Nothing is known yet.
    const NOTHING: Self = Self {
        outcome: Outcome::Unknown,
        stop: Stop::Running,
        length: 0,
        exact: false,
        verification: Verification::NotRun,
        proof: 1,
        disproof: 1,
        nodes: 0,
        peak_plies: 0,
        peak_moves: 0,
        table_permille: 0,
    };
}
