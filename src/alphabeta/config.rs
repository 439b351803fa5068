//! What a search is told: the driver and its windows, the switches, the limits, the memory.

use super::FULL;
use crate::score::{SCORE_LIMIT, Score};
use crate::status::Error;
pub use crate::table::alphabeta::UNLIMITED;

/// Which member of the family runs. All of them give the same value; they differ in the windows
/// they search with, and so in what they visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Driver {
    /// Every line, no cut.
    Minimax,
    /// Cuts against the best sibling of the parent only, without deep cutoffs: procedure F1 of
    /// Knuth and Moore, "An analysis of alpha-beta pruning", 1975.
    BranchAndBound,
    /// One full window with deep cutoffs: procedure F2 of Knuth and Moore 1975, fail-soft.
    AlphaBeta,
    /// The first move with the full window, the others with a zero window first: PVS (Marsland
    /// and Campbell 1982), NegaScout (Reinefeld 1983).
    #[default]
    PrincipalVariation,
    /// Zero windows that follow the value found last: MTD(f) of Plaat, Schaeffer, Pijls and
    /// de Bruin, "Best-first fixed-depth minimax algorithms", 1996. It lives on the table; with
    /// less than the search tree's size, prefer [`Driver::PrincipalVariation`].
    MtdF,
    /// Zero windows from above: AB-SSS* (same paper), which visits the leaves of SSS* (Stockman
    /// 1979) in its order.
    SssStar,
    /// Zero windows from below: AB-DUAL* (same paper).
    DualStar,
    /// Zero windows that halve the range of possible values: C* (Coplan 1982; Weill 1991).
    CStar,
}

impl Driver {
    /// Whether every pass has an empty window, one step wide.
    pub(super) const fn has_empty_windows(self) -> bool {
        matches!(self, Self::MtdF | Self::SssStar | Self::DualStar | Self::CStar)
    }
}

/// The sources of move ordering, each a switch.
///
/// The table's move comes first. The others add up: the game's hint as it is, history at most
/// 8,191, a countermove 8,500, killers 9,500 and 9,000; a game scales its hints against these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingSwitches {
    /// Try the move that the table holds first, before any other is looked at.
    pub table_move: bool,
    /// Use [`Game::order`](crate::Game::order), and take a move of
    /// [`Game::winning_move`](crate::Game::winning_move) where it cuts, before anything else is
    /// looked at.
    pub hint: bool,
    /// Remember two moves a ply that cut (Akl and Newborn 1977).
    pub killers: bool,
    /// Count how often a move cut, weighted by depth (Schaeffer 1989).
    pub history: bool,
    /// Remember the move that refuted the opponent's last one (Uiterwijk 1992).
    pub countermoves: bool,
}

impl OrderingSwitches {
    /// Moves stay in the order of [`Game::moves`](crate::Game::moves).
    pub const NONE: Self = Self {
        table_move: false,
        hint: false,
        killers: false,
        history: false,
        countermoves: false,
    };

    /// Every source.
    pub const ALL: Self =
        Self { table_move: true, hint: true, killers: true, history: true, countermoves: true };
}

/// Ordering of moves by a shallow search of each, in searches to the end of the game.
///
/// A node with at least `from` plies to the end ([`Game::plies_to_end`](crate::Game::plies_to_end))
/// searches each move to depth `(plies - from) / step`, at most `most`, with the evaluation, and
/// sorts by what it finds. Values are not changed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presearch {
    /// Least plies to the end; 0 turns it off.
    pub from: u16,
    /// How many further plies to the end deepen the shallow search by one; at least 1.
    pub step: u16,
    /// The greatest depth in plies.
    pub most: u16,
    /// What one unit of evaluation weighs against the hint of the move.
    pub weight: Score,
}

impl Presearch {
    /// No shallow search.
    pub const OFF: Self = Self { from: 0, step: 1, most: 0, weight: 1 };
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which member of the family runs.
    pub driver: Driver,
    /// Whether to search depth 1, then 2, and so on up to the depth asked for; a search to the end
    /// of the game begins with the depths up to [`Config::rehearsal`].
    pub iterative: bool,
    /// By how many plies the depth grows from one iteration to the next; at least 1. The last one
    /// is always searched, and the first is chosen so that all steps are whole.
    pub deepen_by: u16,
    /// The last depth, in plies, before an iterative search to the end of the game is made whole.
    /// The drivers with empty windows rehearse with full ones.
    pub rehearsal: u16,
    /// How many units of evaluation make one unit of the exact score, so that the last value of
    /// the rehearsal is the first guess of the whole search; 0 where they are not comparable.
    pub rehearsal_unit: Score,
    /// Half the width of the first window around the value of the iteration before; 0 for the
    /// full window. For the drivers with one window.
    pub aspiration: Score,
    /// The first guess of [`Driver::MtdF`] where there is no earlier iteration.
    pub first_guess: Score,
    /// Least and greatest value the search can return, where they are known: the whole range
    /// otherwise. A range that does not hold the value gives one of its ends.
    pub range: (Score, Score),
    /// Every value the search can return is a multiple of this many units apart from any other
    /// (2 for Othello with the empty squares to the winner); at least 1.
    pub granularity: Score,
    /// Plies of quiescence search over noisy moves below the depth; 0 for none.
    pub quiescence: u16,
    /// The sources of move ordering.
    pub ordering: OrderingSwitches,
    /// Nodes with fewer plies left than this keep the order of the game.
    pub order_from: u16,
    /// Ordering by shallow searches.
    pub presearch: Presearch,
    /// Enhanced transposition cutoffs (Schaeffer and Plaat, "New advances in alpha-beta
    /// searching", 1996): nodes with at least this many plies left look whether a child in the
    /// table already cuts; 0 turns it off. The paper's advice is 3.
    pub etc_from: u16,
    /// Whether the same look leaves out moves whose children in the table say that they are not
    /// above the window. The passes of the zero-window drivers gain most, since each goes over
    /// what the one before refuted.
    pub etc_refutes: bool,
    /// Whether an entry of a greater depth than needed may be used. The values of a search to a
    /// fixed depth then depend on the table, and no longer equal plain minimax.
    pub deeper_entries: bool,
    /// Nodes with fewer plies left than this neither ask the table nor store what they find: near
    /// the leaves a search may cost less than memory far away. 1 for every node; leaves are another
    /// matter, see [`Config::store_leaves`]. With more, [`Config::etc_from`] had better be greater
    /// than this, so that transposition cutoffs look for what can be there.
    pub table_from: u16,
    /// Nodes with fewer plies left than this keep to the first
    /// [`NEAR_ENTRIES`](crate::table::alphabeta::NEAR_ENTRIES) entries of the table, in a search to
    /// a fixed depth: most nodes are such, and a large table is slow to reach. 0 for none; without
    /// effect in tables that are not larger, and with the feature `compact`.
    pub near_below: u16,
    /// Whether values of leaves go into the table too: worth it where evaluation is dear.
    pub store_leaves: bool,
    /// The score of a position that repeats one on the line to it, from the view of
    /// [`Side::First`](crate::Side::First).
    pub repetition: Score,
}

impl Config {
    /// A sound choice for `driver`: every ordering source, transposition cutoffs, one iteration.
    #[must_use]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn new(driver: Driver) -> Self {
        Self {
            driver,
            iterative: false,
            deepen_by: 1,
            rehearsal: 0,
            rehearsal_unit: 0,
            aspiration: 0,
            first_guess: 0,
            range: (-SCORE_LIMIT, SCORE_LIMIT),
            granularity: 1,
            quiescence: 0,
            ordering: if FULL {
                OrderingSwitches::ALL
            } else {
                OrderingSwitches {
                    table_move: true,
                    hint: true,
                    killers: true,
                    history: false,
                    countermoves: false,
                }
            },
            order_from: 2,
            presearch: Presearch::OFF,
            etc_from: if FULL { 3 } else { 0 },
            etc_refutes: false,
            deeper_entries: false,
            table_from: 1,
            near_below: 0,
            store_leaves: false,
            repetition: 0,
        }
    }

    /// A choice for reading a game to its end where [`Game::plies_to_end`](crate::Game) is known:
    /// the game's hints and shallow searches order the moves, and effort near the leaves is left
    /// out. MTD(f) takes its first guess from a search to four plies. The figures were tuned on
    /// Othello: what a unit of evaluation is worth depends on the game. Set [`Config::range`] and
    /// [`Config::granularity`] to what the game can score.
    #[must_use]
    pub const fn endgame(driver: Driver) -> Self {
        let mut config = Self::new(driver);
        config.ordering = OrderingSwitches {
            table_move: true,
            hint: true,
            killers: false,
            history: false,
            countermoves: false,
        };
        if FULL {
            config.etc_from = 7;
            config.etc_refutes = true;
            config.presearch = Presearch { from: 12, step: 2, most: 6, weight: 96 };
            if let Driver::MtdF = driver {
                // A guess nearer a draw than the value costs a few short passes; one beyond it, a
                // search that was for nothing. So a unit of evaluation counts for less than it is
                // worth.
                config.iterative = true;
                config.rehearsal = 4;
                config.deepen_by = 2;
                config.rehearsal_unit = 24;
            }
        }
        config
    }

    /// `driver` on the bare game: moves in the order of the game, no transposition cutoffs. This
    /// is what the papers count.
    #[must_use]
    pub const fn plain(driver: Driver) -> Self {
        let mut config = Self::new(driver);
        config.ordering = OrderingSwitches::NONE;
        config.etc_from = 0;
        config
    }

    /// Whether every field is within its range.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] where one is not, [`Error::Unsupported`] where the feature `minimal` leaves
    /// out what one asks for.
    pub fn check(&self) -> Result<(), Error> {
        if !FULL && self.asks_for_more() {
            return Err(Error::Unsupported);
        }
        self.check_ranges()
    }

    /// The same of settings that ask for nothing that is left out.
    #[cfg_attr(feature = "compact", inline(never))]
    pub(crate) fn check_ranges(&self) -> Result<(), Error> {
        let (low, high) = self.range;
        let mut good = self.granularity >= 1
            && self.granularity < 0x1_0000
            && low <= high
            && low >= -SCORE_LIMIT
            && high <= SCORE_LIMIT
            && self.first_guess >= -SCORE_LIMIT
            && self.first_guess <= SCORE_LIMIT
            && self.repetition > -SCORE_LIMIT
            && self.repetition < SCORE_LIMIT
            && self.deepen_by >= 1;
        if FULL {
            good &= self.aspiration >= 0
                && self.aspiration < SCORE_LIMIT
                && self.rehearsal < UNLIMITED
                && self.near_below < UNLIMITED
                && self.presearch.step >= 1
                && self.presearch.most < UNLIMITED;
        }
        if good { Ok(()) } else { Err(Error::Config) }
    }
}

impl Config {
    /// Whether the feature `minimal` leaves out something that the settings ask for.
    const fn asks_for_more(&self) -> bool {
        let Self { ordering, presearch, .. } = *self;
        let driver =
            matches!(self.driver, Driver::AlphaBeta | Driver::PrincipalVariation | Driver::MtdF);
        !driver
            || ordering.history
            || ordering.countermoves
            || self.store_leaves
            || self.table_from != 1
            || (self.rehearsal | self.quiescence | presearch.from | self.etc_from) != 0
            || (self.rehearsal_unit | self.aspiration) != 0
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new(Driver::default())
    }
}

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies; [`UNLIMITED`] reads the game to its end.
    pub depth: u16,
    /// Nodes after which the search ends with what it has. Nodes that the game's own code visits
    /// in one go ([`Game::solve`](crate::Game::solve)) may overrun it, and so may the end that a
    /// move of [`Game::winning_move`](crate::Game::winning_move) leads to, by one.
    pub nodes: u64,
}

impl Limits {
    /// A search to `depth` plies, as long as it takes.
    #[must_use]
    pub const fn depth(depth: u16) -> Self {
        Self { depth, nodes: u64::MAX }
    }

    /// A search to the end of the game, as long as it takes.
    #[must_use]
    pub const fn exact() -> Self {
        Self::depth(UNLIMITED)
    }
}

/// How much the memory of a search must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Plies of the longest line, quiescence included.
    pub plies: usize,
    /// Moves of all the positions on one line together.
    pub moves: usize,
    /// Slots of the history table, a power of two up to
    /// [`HISTORY_SIZE`](crate::game::HISTORY_SIZE), for each side; 0 for none.
    pub history: usize,
    /// Slots of the countermove table, likewise.
    pub countermoves: usize,
}

impl Size {
    /// Room for lines of `plies` plies with `moves` moves in a position on average.
    #[must_use]
    pub const fn new(plies: usize, moves: usize) -> Self {
        Self { plies, moves: plies.saturating_mul(moves), history: 0, countermoves: 0 }
    }

    /// The same with history and countermove tables of `slots` slots.
    #[must_use]
    pub const fn with_history(mut self, slots: usize) -> Self {
        self.history = slots;
        self.countermoves = slots;
        self
    }
}
