//! What the alpha-beta searches of the C interface share: configuration, settings and results.

use core::mem::{offset_of, size_of};

use static_assertions::const_assert_eq;

#[cfg(not(feature = "minimal"))]
use crate::alphabeta::Presearch;
use crate::alphabeta::{Config, Driver, Limits, Report, Size, Stop, UNLIMITED};
use crate::budget::Snapshot;
use crate::game::HISTORY_SIZE;
use crate::score::{Bound, SCORE_LIMIT};
use crate::status::Error;

use super::memory;
use super::status::{yomi_move, yomi_score};
use super::stop::{
    YOMI_STOP_CANCELLED, YOMI_STOP_FAILED, YOMI_STOP_NODES, YOMI_STOP_RUNNING, YOMI_STOP_SOLVED,
};

/// Driver: the first move with the whole window, the others with an empty one first (PVS,
/// NegaScout). The best choice where memory is short, and the default.
pub const YOMI_DRIVER_PVS: i32 = 0;
/// Driver: MTD(f), empty windows that follow the value found last. Needs a table, and is the
/// fastest with one that holds the tree.
pub const YOMI_DRIVER_MTDF: i32 = 1;
/// Driver: one whole window with deep cutoffs.
pub const YOMI_DRIVER_ALPHABETA: i32 = 2;
/// Driver: every line, no cut.
pub const YOMI_DRIVER_MINIMAX: i32 = 3;
/// Driver: cuts against the best sibling of the parent alone.
pub const YOMI_DRIVER_BRANCH_AND_BOUND: i32 = 4;
/// Driver: AB-SSS*, empty windows from above. Needs a table.
pub const YOMI_DRIVER_SSS: i32 = 5;
/// Driver: AB-DUAL*, empty windows from below. Needs a table.
pub const YOMI_DRIVER_DUAL: i32 = 6;
/// Driver: C*, empty windows that halve the range of values. Needs a table.
pub const YOMI_DRIVER_C: i32 = 7;

/// Switch: search depth 1, then 2, and so on.
pub const YOMI_AB_ITERATIVE: u32 = 1;
/// Switch: do not try the table's move first.
pub const YOMI_AB_NO_TABLE_MOVE: u32 = 2;
/// Switch: do not use "order" of the game.
pub const YOMI_AB_NO_HINT: u32 = 4;
/// Switch: no killer moves.
pub const YOMI_AB_NO_KILLERS: u32 = 8;
/// Switch: no history.
pub const YOMI_AB_NO_HISTORY: u32 = 16;
/// Switch: no countermoves.
pub const YOMI_AB_NO_COUNTERMOVES: u32 = 32;
/// Switch: no enhanced transposition cutoffs.
pub const YOMI_AB_NO_ETC: u32 = 64;
/// Switch: results of deeper searches in the table answer for shallower ones. Wanted for playing;
/// the values of a fixed depth then depend on what the table holds.
pub const YOMI_AB_DEEPER_ENTRIES: u32 = 128;
/// Switch: values of leaves go into the table too. Pays where "evaluate" is dear.
pub const YOMI_AB_STORE_LEAVES: u32 = 256;

/// The "depth" of a search that read the game to its end.
pub const YOMI_AB_TO_THE_END: u32 = 1023;

/// Nothing is known of the score.
pub const YOMI_BOUND_NONE: i32 = 0;
/// The score is at least this.
pub const YOMI_BOUND_LOWER: i32 = 1;
/// The score is at most this.
pub const YOMI_BOUND_UPPER: i32 = 2;
/// The score is this.
pub const YOMI_BOUND_EXACT: i32 = 3;

const_assert_eq!(YOMI_AB_TO_THE_END, UNLIMITED as u32);
const_assert_eq!(YOMI_STOP_RUNNING, Stop::Running as i32);
const_assert_eq!(YOMI_STOP_SOLVED, Stop::Finished as i32);
const_assert_eq!(YOMI_STOP_NODES, Stop::Nodes as i32);
const_assert_eq!(YOMI_STOP_CANCELLED, Stop::Cancelled as i32);
const_assert_eq!(YOMI_STOP_FAILED, Stop::Failed as i32);
const_assert_eq!(YOMI_BOUND_LOWER, Bound::Lower as i32);
const_assert_eq!(YOMI_BOUND_UPPER, Bound::Upper as i32);
const_assert_eq!(YOMI_BOUND_EXACT, Bound::Exact as i32);

/// How much memory an alpha-beta search is given. All numbers are fixed at its initialisation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_alphabeta_config {
    /// sizeof(yomi_alphabeta_config).
    pub struct_size: u32,
    /// The longest line, quiescence included, in plies: 1 to 4094, or 0 for 128. 88 bytes each.
    pub plies: u32,
    /// Room for the legal moves of all positions of one line together, or 0 for 64 a ply. 8 bytes
    /// each. Where it is too small, the search ends with YOMI_ERROR_TOO_MANY_MOVES.
    pub moves: u32,
    /// Slots in which history and countermoves are kept for each side: a power of two up to 4096,
    /// or 0, which goes without both. 12 bytes each.
    pub history: u32,
}

const CONFIG_SIZE: usize = 16;
const_assert_eq!(size_of::<yomi_alphabeta_config>(), CONFIG_SIZE);

/// The greatest number of plies a configuration may ask for.
pub(super) const MOST_PLIES: u32 = 4094;

/// What an alpha-beta search does and how far it may go. 0 in any field is a sound choice.
///
/// Archives with the feature "minimal" answer YOMI_ERROR_UNSUPPORTED to the drivers beyond
/// YOMI_DRIVER_ALPHABETA, YOMI_AB_STORE_LEAVES, "quiescence", "aspiration", "etc_from", "rehearsal",
/// "rehearsal_unit" and "presearch_from", and to "history" of yomi_alphabeta_config. They search as
/// others do with YOMI_AB_NO_ETC, YOMI_AB_NO_HISTORY and YOMI_AB_NO_COUNTERMOVES.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_alphabeta_settings {
    /// sizeof(yomi_alphabeta_settings).
    pub struct_size: u32,
    /// YOMI_DRIVER_...: all of them find the same value; they differ in what they visit.
    pub driver: i32,
    /// Nodes; 0 for no limit.
    pub nodes: u64,
    /// Depth in plies, at most 1022; 0 reads the game to its end.
    pub depth: u32,
    /// A sum of YOMI_AB_... switches.
    pub switches: u32,
    /// Plies of quiescence search over noisy moves below the depth; 0 for none.
    pub quiescence: u32,
    /// With YOMI_AB_ITERATIVE: half the width of the first window around the score of the
    /// iteration before, for YOMI_DRIVER_PVS and YOMI_DRIVER_ALPHABETA; 0 for the whole window.
    pub aspiration: yomi_score,
    /// The first guess of YOMI_DRIVER_MTDF.
    pub first_guess: yomi_score,
    /// The least and the greatest score that the search can find, where they are known; both 0 for
    /// the whole range. A score outside comes back as the end of the range that it lies beyond.
    pub low: yomi_score,
    /// See "low".
    pub high: yomi_score,
    /// Every two scores that the search can find differ by a multiple of this; 0 for 1.
    pub granularity: yomi_score,
    /// The score of a position that repeats one on the line to it, from the view of side 0.
    pub repetition: yomi_score,
    /// Nodes with fewer plies left than this keep the order of "moves"; 0 for 2.
    pub order_from: u32,
    /// Nodes with at least so many plies left look whether a child in the table cuts; 0 for 3.
    pub etc_from: u32,
    /// With YOMI_AB_ITERATIVE: by how many plies the depth grows; 0 for 1.
    pub deepen_by: u32,
    /// With YOMI_AB_ITERATIVE, in searches to the end of the game: the last depth before that.
    pub rehearsal: u32,
    /// How many units of "evaluate" make one of the exact score, so that the last score of the
    /// rehearsal is the first guess of the whole search; 0 where they do not compare.
    pub rehearsal_unit: yomi_score,
    /// In searches to the end of the game: nodes with at least so many plies left ("plies_to_end")
    /// order their moves by shallow searches; 0 for none.
    pub presearch_from: u32,
    /// How many further plies left deepen the shallow search by one; 0 for 1.
    pub presearch_step: u32,
    /// The greatest depth of the shallow search, in plies, below 1023.
    pub presearch_most: u32,
    /// What one unit of "evaluate" weighs against the hint of "order"; 0 for 1.
    pub presearch_weight: yomi_score,
}

const SETTINGS_SIZE: usize = 88;
const_assert_eq!(size_of::<yomi_alphabeta_settings>(), SETTINGS_SIZE);
const_assert_eq!(offset_of!(yomi_alphabeta_settings, nodes), 8);

/// Everything that can be said of an alpha-beta search at any time; while it runs, what the last
/// whole iteration found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_alphabeta_result {
    /// sizeof(yomi_alphabeta_result), set by the caller.
    pub struct_size: u32,
    /// Why the search is where it is: YOMI_STOP_...
    pub stop: i32,
    /// The score of the position from the view of its side to move.
    pub score: yomi_score,
    /// What "score" says: YOMI_BOUND_...
    pub bound: i32,
    /// The best move known; 0 where there is none, or none is known. Where the search was stopped,
    /// it may be better than the move of the last whole iteration.
    pub best_move: yomi_move,
    /// The depth of the last whole iteration in plies; 0 where there was none,
    /// YOMI_AB_TO_THE_END where the game was read to its end.
    pub depth: u32,
    /// 1 where every line behind the score reached the end of the game, else 0.
    pub complete: u32,
    /// Passes over the tree since the start.
    pub passes: u32,
    /// Nodes since the start.
    pub nodes: u64,
    /// Nodes of these that were leaves.
    pub leaves: u64,
    /// The most plies in use at once ("seldepth"). With the feature "minimal" this and the next two
    /// are 0.
    pub peak_plies: u32,
    /// The most moves in memory at once.
    pub peak_moves: u32,
    /// The share of the table in use, in thousandths ("hashfull").
    pub table_permille: u32,
    /// 0.
    pub reserved: u32,
}

const RESULT_SIZE: usize = 64;
const_assert_eq!(size_of::<yomi_alphabeta_result>(), RESULT_SIZE);
const_assert_eq!(offset_of!(yomi_alphabeta_result, nodes), 32);

/// A snapshot of a running alpha-beta search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct yomi_alphabeta_snapshot {
    /// sizeof(yomi_alphabeta_snapshot), set by the caller.
    pub struct_size: u32,
    /// Plies from the root to the present node.
    pub ply: u32,
    /// Nodes searched since the start.
    pub nodes: u64,
    /// The depth of the last whole iteration in plies; 0 where there was none.
    pub depth: u32,
    /// The score of that iteration; 0 where there was none.
    pub score: yomi_score,
}

const PROGRESS_SIZE: usize = 24;
const_assert_eq!(size_of::<yomi_alphabeta_snapshot>(), PROGRESS_SIZE);

/// The driver behind a number.
pub(super) fn driver(number: i32) -> Result<Driver, Error> {
    if cfg!(feature = "minimal") && number > YOMI_DRIVER_ALPHABETA && number <= YOMI_DRIVER_C {
        return Err(Error::Unsupported);
    }
    Ok(match number {
        YOMI_DRIVER_PVS => Driver::PrincipalVariation,
        YOMI_DRIVER_MTDF => Driver::MtdF,
        YOMI_DRIVER_ALPHABETA => Driver::AlphaBeta,
        #[cfg(not(feature = "minimal"))]
        YOMI_DRIVER_MINIMAX => Driver::Minimax,
        #[cfg(not(feature = "minimal"))]
        YOMI_DRIVER_BRANCH_AND_BOUND => Driver::BranchAndBound,
        #[cfg(not(feature = "minimal"))]
        YOMI_DRIVER_SSS => Driver::SssStar,
        #[cfg(not(feature = "minimal"))]
        YOMI_DRIVER_DUAL => Driver::DualStar,
        #[cfg(not(feature = "minimal"))]
        YOMI_DRIVER_C => Driver::CStar,
        _ => return Err(Error::Config),
    })
}

impl yomi_alphabeta_config {
    /// The configuration behind a pointer, the default one where it is null.
    ///
    /// # Safety
    ///
    /// Where `config` is not null and aligned, it points to a struct of the size that its first
    /// field says.
    pub(super) unsafe fn read(config: *const Self) -> Result<Size, Error> {
        // SAFETY: the caller's word; every bit pattern is a valid config.
        let config = unsafe { memory::sized_or_zero(config, CONFIG_SIZE) }?;
        let Self { plies, moves, history, .. } = config;
        let good = plies <= MOST_PLIES
            && moves <= i32::MAX as u32
            && history <= HISTORY_SIZE as u32
            && (history == 0 || history.is_power_of_two());
        if !good {
            return Err(Error::Config);
        }
        if cfg!(feature = "minimal") && history != 0 {
            return Err(Error::Unsupported);
        }
        let plies = if plies == 0 { 128 } else { plies as usize };
        let moves = if moves == 0 { 64 * plies } else { moves as usize };
        let history = history as usize;
        Ok(Size { plies, moves, history, countermoves: history })
    }
}

impl yomi_alphabeta_settings {
    /// The settings behind a pointer, the default ones where it is null.
    ///
    /// # Safety
    ///
    /// Where `settings` is not null and aligned, it points to a struct of the size that its first
    /// field says.
    pub(super) unsafe fn read(settings: *const Self) -> Result<(Config, Limits), Error> {
        // SAFETY: the caller's word; every bit pattern is a valid struct of settings.
        let settings = unsafe { memory::sized_or_zero(settings, SETTINGS_SIZE) }?;
        settings.check()
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn check(&self) -> Result<(Config, Limits), Error> {
        if self.depth >= u32::from(UNLIMITED) {
            return Err(Error::Config);
        }
        let mut config = const { Config::new(Driver::PrincipalVariation) };
        config.driver = driver(self.driver)?;
        let has = |switch| self.switches & switch != 0;
        config.iterative = has(YOMI_AB_ITERATIVE);
        config.ordering.table_move = !has(YOMI_AB_NO_TABLE_MOVE);
        config.ordering.hint = !has(YOMI_AB_NO_HINT);
        config.ordering.killers = !has(YOMI_AB_NO_KILLERS);
        config.deeper_entries = has(YOMI_AB_DEEPER_ENTRIES);
        config.first_guess = self.first_guess;
        if (self.low, self.high) != (0, 0) {
            config.range = (self.low, self.high);
        }
        config.granularity = if self.granularity == 0 { 1 } else { self.granularity };
        config.repetition = self.repetition;
        #[cfg(feature = "minimal")]
        if self.asks_for_more() {
            return Err(Error::Unsupported);
        }
        if self.switches >= 2 * YOMI_AB_STORE_LEAVES || self.widest() > u32::from(u16::MAX) {
            return Err(Error::Config);
        }
        config.deepen_by = plies(self.deepen_by, 1);
        config.order_from = plies(self.order_from, 2);
        #[cfg(not(feature = "minimal"))]
        self.add_more(&mut config);
        config.check_ranges()?;
        let limits = Limits {
            depth: if self.depth == 0 { UNLIMITED } else { self.depth as u16 },
            nodes: if self.nodes == 0 { u64::MAX } else { self.nodes },
        };
        Ok((config, limits))
    }

    /// The bits of every field that may have 16.
    const fn widest(&self) -> u32 {
        if cfg!(feature = "minimal") {
            return self.order_from | self.deepen_by;
        }
        self.etc_from
            | self.quiescence
            | self.order_from
            | self.deepen_by
            | self.rehearsal
            | self.presearch_from
            | self.presearch_step
            | self.presearch_most
    }

    /// Whether a field asks for what builds with the feature `minimal` leave out.
    #[cfg(feature = "minimal")]
    const fn asks_for_more(&self) -> bool {
        (self.quiescence | self.rehearsal | self.presearch_from | self.etc_from) != 0
            || (self.aspiration | self.rehearsal_unit) != 0
            || self.switches & YOMI_AB_STORE_LEAVES != 0
    }

    /// Takes over what builds with the feature `minimal` leave out.
    #[cfg(not(feature = "minimal"))]
    fn add_more(&self, config: &mut Config) {
        let has = |switch| self.switches & switch != 0;
        config.ordering.history = !has(YOMI_AB_NO_HISTORY);
        config.ordering.countermoves = !has(YOMI_AB_NO_COUNTERMOVES);
        config.store_leaves = has(YOMI_AB_STORE_LEAVES);
        config.etc_from = if has(YOMI_AB_NO_ETC) { 0 } else { plies(self.etc_from, 3) };
        config.quiescence = plies(self.quiescence, 0);
        config.aspiration = self.aspiration;
        config.rehearsal = plies(self.rehearsal, 0);
        config.rehearsal_unit = self.rehearsal_unit;
        config.presearch = Presearch {
            from: plies(self.presearch_from, 0),
            step: plies(self.presearch_step, 1),
            most: plies(self.presearch_most, 0),
            weight: if self.presearch_weight == 0 { 1 } else { self.presearch_weight },
        };
    }
}

/// A field of at most 16 bits, where 0 stands for something else.
const fn plies(value: u32, zero: u16) -> u16 {
    if value == 0 { zero } else { value as u16 }
}

impl yomi_alphabeta_result {
    /// Writes what a search says to the struct at `out`.
    ///
    /// # Safety
    ///
    /// As for [`memory::write_sized`].
    pub(super) unsafe fn write(
        out: *mut Self,
        report: &Report,
        peak: (usize, usize),
        table_permille: u32,
    ) -> Result<(), Error> {
        let known = report.score != -SCORE_LIMIT;
        let result = Self {
            struct_size: RESULT_SIZE as u32,
            stop: report.stop as i32,
            score: if known { report.score } else { 0 },
            bound: if known { report.bound as i32 } else { YOMI_BOUND_NONE },
            best_move: report.best_move.0,
            depth: u32::from(report.depth),
            complete: u32::from(report.complete),
            passes: report.passes,
            nodes: report.nodes,
            leaves: report.leaves,
            peak_plies: peak.0 as u32,
            peak_moves: peak.1 as u32,
            table_permille,
            reserved: 0,
        };
        // SAFETY: the caller's word; the struct is repr(C) and without padding.
        unsafe { memory::write_sized(out, RESULT_SIZE, &result) }
    }
}

impl yomi_alphabeta_snapshot {
    /// Writes a snapshot to the struct at `out`.
    ///
    /// # Safety
    ///
    /// As for [`memory::write_sized`].
    pub(super) unsafe fn write(out: *mut Self, snapshot: &Snapshot) -> Result<(), Error> {
        let progress = Self {
            struct_size: PROGRESS_SIZE as u32,
            ply: snapshot.depth,
            nodes: snapshot.nodes,
            depth: snapshot.second,
            score: if snapshot.second == 0 { 0 } else { snapshot.first as yomi_score },
        };
        // SAFETY: the caller's word; the struct is repr(C) and without padding.
        unsafe { memory::write_sized(out, PROGRESS_SIZE, &progress) }
    }
}
