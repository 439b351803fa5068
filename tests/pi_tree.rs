//! Knuth and Moore's pi tree: what every driver visits on it, leaf by leaf.
//!
//! The counts of plain minimax, branch and bound and alpha-beta are those of Knuth and Moore 1975;
//! the others were computed independently of this library (Stockman's SSS* among them).

#![cfg(feature = "alphabeta")]

#[path = "common/search.rs"]
mod common;

use std::collections::HashSet;

use yomikiri::alphabeta::{
    Cause, Config, Departure, Driver, Limits, Observer, Report, Size, UNLIMITED, Visit,
};
use yomikiri::game::Game;
use yomikiri::games::pi_tree::{DIGITS, LEAVES, PiTree, Sorting};
use yomikiri::moves::Move;
use yomikiri::score::{Score, Side};

/// Records the leaves valued, in order, and the value of every pass.
#[derive(Default)]
struct Log {
    line: Vec<u32>,
    leaves: Vec<u32>,
    evaluations: usize,
    passes: Vec<Score>,
}

impl Observer for Log {
    fn enter(&mut self, visit: Visit) {
        self.line.truncate(visit.ply as usize);
        self.line.push(visit.played.0.saturating_sub(1));
    }

    fn leave(&mut self, departure: Departure) {
        if departure.cause == Cause::Outcome {
            self.evaluations += 1;
            let line = &self.line[1..=departure.ply as usize];
            let leaf = line.iter().fold(0, |index, child| index * 3 + child);
            if !self.leaves.contains(&leaf) {
                self.leaves.push(leaf);
            }
        }
        if departure.ply == 0 {
            self.passes.push(departure.score);
        }
    }
}

impl Log {
    /// The digits of the leaves visited, dots for the others.
    fn picture(&self) -> String {
        let seen: HashSet<u32> = self.leaves.iter().copied().collect();
        (0..LEAVES)
            .map(|i| if seen.contains(&(i as u32)) { DIGITS[i] as char } else { '.' })
            .collect()
    }
}

fn run(game: PiTree, config: Config, entries: usize) -> (Report, Log) {
    let mut log = Log::default();
    let report = common::search(game, &mut log, config, Size::new(5, 3), entries, Limits::exact());
    assert!(report.complete);
    assert_eq!(report.depth, UNLIMITED);
    (report, log)
}

/// The drivers that live on the table keep leaves in it too, as the papers do.
fn with_leaves(driver: Driver) -> Config {
    Config { store_leaves: true, ..Config::plain(driver) }
}

#[test]
fn minimax_visits_all_81_leaves() {
    let (report, log) = run(PiTree::new(), Config::plain(Driver::Minimax), 0);
    assert_eq!((report.score, report.leaves, report.nodes), (2, 81, 121));
    assert_eq!(log.leaves, (0..81).collect::<Vec<_>>());
}

#[test]
fn branch_and_bound_visits_36_leaves() {
    let (report, log) = run(PiTree::new(), Config::plain(Driver::BranchAndBound), 0);
    assert_eq!((report.score, report.leaves, report.nodes), (2, 36, 60));
    assert_eq!(
        log.picture(),
        "3141..265358......846......3279502....................0974944..230781640........."
    );
}

#[test]
fn alpha_beta_visits_31_leaves() {
    let (report, log) = run(PiTree::new(), Config::plain(Driver::AlphaBeta), 0);
    assert_eq!((report.score, report.leaves, report.nodes), (2, 31, 55));
    assert_eq!(
        log.picture(),
        "3141..265358......846......32.9502....................0..4944..2..781640........."
    );
}

#[test]
fn negascout_values_30_leaves_and_one_of_them_twice() {
    let (report, log) = run(PiTree::new(), Config::plain(Driver::PrincipalVariation), 0);
    assert_eq!((report.score, report.leaves), (2, 31));
    assert_eq!(log.leaves.len(), 30);
}

#[test]
fn ab_sss_star_visits_the_leaves_of_sss_star_in_its_order() {
    let (report, log) = run(PiTree::new(), with_leaves(Driver::SssStar), 1 << 12);
    assert_eq!((report.score, report.leaves, report.passes), (2, 30, 6));
    assert_eq!(log.passes, [9, 5, 4, 3, 2, 2]);
    assert_eq!(
        log.leaves,
        [
            0, 3, 6, 27, 30, 33, 54, 57, 60, 31, 32, 58, 59, 63, 66, 67, 68, 69, 70, 71, 1, 28, 7,
            8, 9, 10, 11, 18, 19, 20
        ]
    );
}

#[test]
fn ab_dual_star_takes_three_passes_and_30_leaves() {
    let (report, log) = run(PiTree::new(), with_leaves(Driver::DualStar), 1 << 12);
    assert_eq!((report.score, report.leaves, report.passes), (2, 30, 3));
    assert_eq!(log.passes, [1, 2, 2]);
}

#[test]
fn c_star_on_0_to_9_takes_three_passes_and_30_leaves() {
    let config = Config { range: (0, 9), ..with_leaves(Driver::CStar) };
    let (report, _) = run(PiTree::new(), config, 1 << 12);
    assert_eq!((report.score, report.leaves, report.passes), (2, 30, 3));
}

#[test]
fn mtd_f_visits_29_leaves_from_a_close_guess_and_30_from_0() {
    for (first_guess, leaves, passes) in [(2, 29, 2), (3, 29, 2), (4, 29, 3), (0, 30, 3)] {
        let config = Config { first_guess, ..with_leaves(Driver::MtdF) };
        let (report, _) = run(PiTree::new(), config, 1 << 12);
        assert_eq!(
            (report.score, report.leaves, report.passes),
            (2, leaves, passes),
            "first guess {first_guess}"
        );
    }
}

#[test]
fn the_best_order_leaves_the_minimal_tree_of_17() {
    let best = PiTree::with(Sorting::BestFirst, Side::First);
    let (report, _) = run(best, Config::plain(Driver::AlphaBeta), 0);
    // Knuth and Moore: 3^2 + 3^2 - 1.
    assert_eq!((report.score, report.leaves), (2, 17));
    let (report, _) = run(best, Config::plain(Driver::BranchAndBound), 0);
    assert_eq!((report.score, report.leaves), (2, 21));
}

#[test]
fn the_worst_order_spares_one_leaf_at_most() {
    let worst = PiTree::with(Sorting::WorstFirst, Side::First);
    let (report, _) = run(worst, Config::plain(Driver::BranchAndBound), 0);
    assert_eq!((report.score, report.leaves), (2, 81));
    let (report, _) = run(worst, Config::plain(Driver::AlphaBeta), 0);
    assert_eq!((report.score, report.leaves), (2, 80));
}

#[test]
fn the_wrong_side_up_gives_another_value() {
    // The root minimises: its score is told from its own view, so the digit is negated.
    let upside_down = PiTree::with(Sorting::LeftToRight, Side::Second);
    for (driver, leaves) in [(Driver::BranchAndBound, 37), (Driver::AlphaBeta, 36)] {
        let (report, _) = run(upside_down, Config::plain(driver), 0);
        assert_eq!((report.score, report.leaves), (-6, leaves));
    }
}

#[test]
fn the_root_move_is_the_first_that_keeps_the_value() {
    // Depth-1 values are 2, 2 and 1.
    for driver in
        [Driver::Minimax, Driver::BranchAndBound, Driver::AlphaBeta, Driver::PrincipalVariation]
    {
        let (report, _) = run(PiTree::new(), Config::plain(driver), 0);
        assert_eq!(report.best_move.0, 1, "{driver:?}");
    }
    for driver in [Driver::MtdF, Driver::SssStar, Driver::DualStar, Driver::CStar] {
        let config = Config { range: (0, 9), ..with_leaves(driver) };
        let (report, _) = run(PiTree::new(), config, 1 << 12);
        assert!([1, 2].contains(&report.best_move.0), "{driver:?}");
    }
}

#[test]
fn moves_beyond_the_tree_are_refused_and_the_place_is_told() {
    let mut tree = PiTree::default();
    assert_eq!((tree.index(), tree.depth()), (0, 0));
    for wrong in [0, 4, u32::MAX] {
        assert_eq!(tree.play(Move(wrong)), Err(yomikiri::Error::BadMove));
        assert_eq!(tree.undo(Move(wrong)), Err(yomikiri::Error::BadMove));
    }
    assert_eq!(tree.undo(Move(1)), Err(yomikiri::Error::BadMove));
    // The path in base 3, a digit a ply.
    let mut index = 0;
    let mut depth = 0;
    while tree.play(Move(1 + depth % 3)).is_ok() {
        index = index * 3 + depth % 3;
        depth += 1;
        assert_eq!((tree.index(), tree.depth()), (index, depth));
    }
    assert!(depth > 2);
    let mut space = [Move::NONE; 4];
    let mut moves = yomikiri::moves::Moves::new(&mut space);
    tree.moves(&mut moves).unwrap();
    assert!(moves.is_empty());
    while depth > 0 {
        depth -= 1;
        tree.undo(Move(1 + depth % 3)).unwrap();
        assert_eq!(tree.depth(), depth);
    }
    assert_eq!(tree.index(), 0);
}
