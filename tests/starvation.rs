//! Too little of everything: tables of one entry or none, stacks of one ply, move arenas one move
//! short, budgets of nothing, steps of one node, a table under two searches at once. Each has one
//! defined outcome, and a search that got enough afterwards gives the right answer.
#![cfg(all(feature = "dfpn", feature = "alphabeta"))]

#[path = "common/graph.rs"]
mod graph;

use graph::Graph;
use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::mem::Memory;
use yomikiri::score::{SCORE_LIMIT, Score};
use yomikiri::table::alphabeta::{Entry, Table};
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Game, Move, Step};

const CONFIG: Config = Config { plies: 80, moves: 400 };

/// Far more nodes than any search of a graph of these sizes takes: a search that does not end is
/// then a failure and no silence.
const PLENTY: u64 = 1_000_000;

fn limits() -> Limits {
    Limits { nodes: PLENTY, ..Limits::default() }
}

fn block(config: Config) -> Vec<u64> {
    vec![0; config.bytes().unwrap() / 8]
}

fn proof_table(entries: usize, memory: &mut Vec<u64>) -> ProofTable<'_> {
    *memory = vec![0; ProofTable::bytes(entries).unwrap() / 8];
    let table = ProofTable::format(Memory::new(memory));
    assert_eq!(table.capacity(), entries);
    table
}

#[test]
fn a_table_of_one_entry_gives_the_true_answer() {
    for seed in 0..1500 {
        let graph = Graph::random(seed, 3 + seed as usize % 14);
        let truth = graph.truth(graph.nodes[0].side)[0];
        for entries in [0, 1] {
            let (mut block, mut memory) = (block(CONFIG), Vec::new());
            let mut solver = Dfpn::new(graph.clone(), CONFIG, Memory::new(&mut block)).unwrap();
            solver.set_table(proof_table(entries, &mut memory)).unwrap();
            solver.start(Limits { mode: Mode::Shortest, ..limits() }).unwrap();
            solver.solve().unwrap();
            let report = solver.report();
            assert_eq!(report.stop, Stop::Solved);
            assert_eq!(truth.is_some(), report.outcome == Outcome::Proven, "seed {seed}");
            assert_eq!(report.length, truth.unwrap_or(0), "seed {seed}");
            solver.start_verification(Trust::Keys, 0).unwrap();
            solver.solve().unwrap();
            assert_eq!(solver.report().verification, Verification::Passed, "seed {seed}");
        }
    }
}

#[test]
fn a_stack_of_so_many_plies_proves_the_wins_within_them_and_calls_the_others_out_of_reach() {
    let mut out_of_reach = 0;
    for seed in 0..1500 {
        let graph = Graph::random(seed, 3 + seed as usize % 14);
        let truth = graph.truth(graph.nodes[0].side)[0];
        for plies in [1, 2, 3] {
            let config = Config { plies, moves: 100 };
            let (mut block, mut memory) = (block(config), Vec::new());
            let mut solver = Dfpn::new(graph.clone(), config, Memory::new(&mut block)).unwrap();
            solver.set_table(proof_table(64, &mut memory)).unwrap();
            solver.start(limits()).unwrap();
            solver.solve().unwrap();
            let report = solver.report();
            match (report.outcome, truth) {
                (Outcome::Proven, Some(length)) => assert!(length <= report.length),
                (Outcome::Disproven, None) => {}
                (Outcome::Unknown, truth) => {
                    assert_eq!(report.stop, Stop::Plies, "seed {seed}");
                    assert!(truth.is_none_or(|length| length > plies), "seed {seed}");
                    out_of_reach += 1;
                }
                other => panic!("seed {seed}: {other:?}"),
            }
            assert!(report.peak_plies <= u32::from(plies) + 2);
        }
    }
    assert!(out_of_reach > 100, "{out_of_reach}");
    assert_eq!(Config { plies: 0, moves: 1 }.bytes(), Err(Error::Config));
}

#[test]
fn a_move_arena_that_just_suffices_changes_nothing_and_one_move_less_is_an_error() {
    let mut refused = 0;
    for seed in 0..600 {
        let graph = Graph::random(seed, 4 + seed as usize % 14);
        let run = |moves: u32| {
            let config = Config { moves, ..CONFIG };
            let mut block = block(config);
            let mut solver = Dfpn::new(graph.clone(), config, Memory::new(&mut block)).unwrap();
            solver.start(limits()).unwrap();
            let result = solver.solve();
            let report = solver.report();
            // A second start after the error meets the position that the first one met.
            assert_eq!(solver.game().path, [0], "the game is back where it started");
            if result.is_err() {
                assert_eq!(report.stop, Stop::Failed);
                assert_eq!(solver.step(1), Ok(Step::Done), "the search is over");
                assert_eq!(solver.start_verification(Trust::Keys, 0), Err(Error::State));
                assert_eq!(solver.resume(0), Err(Error::State));
                solver.start(limits()).unwrap();
                assert_eq!(solver.solve(), result, "the same again");
            }
            (result, report.outcome, report.nodes, report.peak_moves)
        };
        let enough = run(CONFIG.moves);
        assert_eq!(enough.0, Ok(()));
        assert_eq!(run(enough.3), enough, "seed {seed}");
        if enough.3 > 0 {
            let (result, outcome, ..) = run(enough.3 - 1);
            assert_eq!(result, Err(Error::TooManyMoves), "seed {seed}");
            // A win may be proven already when the moves of its line do not fit.
            assert!(outcome == Outcome::Unknown || outcome == enough.1);
            refused += 1;
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn a_budget_of_nothing_does_nothing_and_steps_of_one_node_add_up() {
    for seed in 0..400 {
        let graph = Graph::random(seed, 12);
        let (mut first, mut second) = (block(CONFIG), block(CONFIG));
        let mut whole = Dfpn::new(graph.clone(), CONFIG, Memory::new(&mut first)).unwrap();
        whole.start(limits()).unwrap();
        whole.solve().unwrap();
        let mut cut = Dfpn::new(graph, CONFIG, Memory::new(&mut second)).unwrap();
        assert_eq!(cut.step(0), Err(Error::State), "nothing was started");
        cut.start(limits()).unwrap();
        let mut steps = 0;
        loop {
            let before = cut.report();
            assert_eq!(cut.step(0), Ok(Step::More));
            assert_eq!(cut.report(), before, "no budget, no change");
            steps += 1;
            if cut.step(1).unwrap() == Step::Done {
                break;
            }
            assert_eq!(cut.report().nodes, before.nodes + 1);
        }
        assert_eq!(cut.report(), whole.report());
        assert!(steps <= whole.report().nodes + 1);
        cut.start(limits()).unwrap();
        loop {
            let before = cut.report().nodes;
            if cut.step(4).unwrap() == Step::Done {
                break;
            }
            assert_eq!(cut.report().nodes, before + 4, "a step of four nodes");
        }
        // A limit of one node stops at it, and can be lifted one node at a time.
        cut.start(Limits { nodes: 1, ..limits() }).unwrap();
        loop {
            cut.solve().unwrap();
            if cut.report().stop == Stop::Solved {
                break;
            }
            assert_eq!(cut.report().stop, Stop::Nodes);
            assert!(cut.report().nodes < PLENTY);
            cut.resume(1).unwrap();
        }
        assert_eq!(cut.report().nodes, whole.report().nodes);
    }
}

#[test]
fn two_searches_in_one_table_step_by_step_give_two_true_answers() {
    for seed in 0..1200 {
        let graph = Graph::random(seed, 4 + seed as usize % 14);
        let side = graph.nodes[0].side;
        let truths = [graph.truth(side)[0], graph.truth(side.other())[0]];
        for entries in [1, 3, 64] {
            let mut memory = Vec::new();
            let table = proof_table(entries, &mut memory);
            let (mut first, mut second) = (block(CONFIG), block(CONFIG));
            let mut searches = [&mut first, &mut second].map(|block| {
                let mut solver = Dfpn::new(graph.clone(), CONFIG, Memory::new(block)).unwrap();
                solver.set_table(table).unwrap();
                solver
            });
            let attackers = [Attacker::SideToMove, Attacker::Opponent];
            for (search, attacker) in searches.iter_mut().zip(attackers) {
                search.start(Limits { attacker, mode: Mode::Shortest, ..limits() }).unwrap();
            }
            let mut running = true;
            while running {
                running = false;
                for search in &mut searches {
                    running |= search.step(1).unwrap() == Step::More;
                }
            }
            for (search, truth) in searches.iter().zip(truths) {
                let report = search.report();
                assert_eq!(report.stop, Stop::Solved, "seed {seed}");
                assert_eq!(report.outcome == Outcome::Proven, truth.is_some(), "seed {seed}");
                assert_eq!(report.length, truth.unwrap_or(0), "seed {seed}");
            }
        }
    }
}

/// Four searches in threads over one small table that they overwrite for each other all the time.
#[test]
fn one_table_under_four_threads_gives_true_answers() {
    let mut memory = vec![0; ProofTable::bytes(40).unwrap() / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    for round in 0..40 {
        let graph = Graph::random(round, 18);
        table.clear();
        let truth = graph.truth(graph.nodes[0].side)[0];
        let search = || {
            for _ in 0..25 {
                let mut block = block(CONFIG);
                let game = graph.clone();
                let mut solver = Dfpn::new(game, CONFIG, Memory::new(&mut block)).unwrap();
                solver.set_table(table).unwrap();
                let mode = Mode::Shortest;
                solver.start(Limits { mode, ..limits() }).unwrap();
                solver.solve().unwrap();
                assert_eq!(solver.report().stop, Stop::Solved);
                assert_eq!(solver.report().length, truth.unwrap_or(0));
                let proven = solver.report().outcome == Outcome::Proven;
                assert_eq!(proven, truth.is_some());
            }
        };
        std::thread::scope(|scope| {
            // Joined one by one, which the thread sanitizer sees; it does not see how a scope ends.
            let threads = [(); 4].map(|()| scope.spawn(search));
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        });
    }
}

/// Minimax of a graph to a depth, by the definition, where no line repeats a position.
fn minimax(game: &mut Graph, depth: u16) -> Option<Score> {
    if let Some(score) = game.outcome().unwrap() {
        return Some(score);
    }
    if depth == 0 {
        return game.evaluate().ok();
    }
    let here = game.here();
    let side = game.nodes[here].side;
    let mut best = None;
    for to in game.nodes[here].edges.clone() {
        if game.path.contains(&to) {
            return None;
        }
        game.path.push(to);
        let below = minimax(game, depth - 1);
        game.path.pop();
        let score = below?;
        let score = if game.nodes[to].side == side { score } else { -score };
        best = Some(best.map_or(score, |best: Score| best.max(score)));
    }
    // Mates and their distances are another test's.
    best
}

fn alphabeta_search(
    graph: &Graph,
    size: alphabeta::Size,
    entries: usize,
    depth: u16,
) -> (Result<alphabeta::Report, Error>, (usize, usize), usize) {
    let mut block = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
    let mut memory = vec![0; entries * 3 + 1];
    let table = Table::new(&mut Memory::new(&mut memory)).unwrap();
    let config = alphabeta::Config::new(Driver::PrincipalVariation);
    let mut search =
        AlphaBeta::new(graph.clone(), config, size, &mut Memory::new(&mut block), table).unwrap();
    let result = search.solve(alphabeta::Limits::depth(depth));
    (result, search.peak(), search.game().path.len())
}

#[test]
fn alphabeta_with_hardly_a_table_gives_the_true_value() {
    let mut compared = 0;
    for seed in 0..1500 {
        let mut graph = Graph::random(seed, 30);
        let Some(value) = minimax(&mut graph, 3) else { continue };
        for entries in [0, 1, 2] {
            let size = alphabeta::Size::new(6, 6);
            let report = alphabeta_search(&graph, size, entries, 3).0.unwrap();
            if report.score.abs() < yomikiri::score::DECIDED && value.abs() > 1 {
                assert_eq!(report.score, value, "seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn alphabeta_with_a_ply_or_a_move_too_little_says_so_and_leaves_the_game_at_the_root() {
    let (mut few_plies, mut few_moves) = (0, 0);
    for seed in 0..400 {
        let graph = Graph::random(seed, 20);
        let (result, (plies, moves), path) =
            alphabeta_search(&graph, alphabeta::Size::new(8, 6), 4, 4);
        let enough = result.unwrap();
        assert_eq!(path, 1);
        let with = |plies, moves| {
            let size = alphabeta::Size { plies, moves, ..alphabeta::Size::new(1, 1) };
            alphabeta_search(&graph, size, 4, 4)
        };
        let (result, _, path) = with(plies, moves);
        assert_eq!((result, path), (Ok(enough), 1), "seed {seed}");
        if plies > 1 {
            let (result, _, path) = with(plies - 1, moves);
            assert_eq!((result, path), (Err(Error::Size), 1), "seed {seed}");
            few_plies += 1;
        }
        if moves > 0 {
            let (result, _, path) = with(plies, moves - 1);
            assert_eq!((result, path), (Err(Error::TooManyMoves), 1), "seed {seed}");
            few_moves += 1;
        }
    }
    assert!(few_plies > 100 && few_moves > 100, "{few_plies} {few_moves}");
}

#[test]
fn alphabeta_without_a_budget_does_nothing_and_steps_of_one_node_add_up() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 20);
        let size = alphabeta::Size::new(8, 6);
        let expected = alphabeta_search(&graph, size, 0, 4).0.unwrap();
        let mut block = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
        let config = alphabeta::Config::new(Driver::PrincipalVariation);
        let memory = &mut Memory::new(&mut block);
        let mut search = AlphaBeta::new(graph, config, size, memory, Table::none()).unwrap();
        assert_eq!(search.step(1), Err(Error::State), "nothing was started");
        search.start(alphabeta::Limits::depth(4)).unwrap();
        loop {
            let before = search.report();
            assert_eq!(search.step(0), Ok(Step::More));
            assert_eq!(search.report(), before, "no budget, no change");
            if search.step(1).unwrap() == Step::Done {
                break;
            }
            assert_eq!(search.report().nodes, before.nodes + 1);
        }
        assert_eq!(search.report(), expected, "seed {seed}");
        // A limit of no node at all: nothing is known, and no move is claimed.
        let report = search.solve(alphabeta::Limits { depth: 4, nodes: 0 }).unwrap();
        assert_eq!(report.stop, alphabeta::Stop::Nodes);
        assert_eq!((report.nodes, report.best_move), (0, Move::NONE));
    }
}

/// A root whose entry in the table is false: whatever it says, the move is one of the position.
#[test]
fn a_false_entry_of_the_root_never_brings_about_an_illegal_move() {
    for seed in 0..300 {
        let graph = Graph::random(seed, 20);
        if graph.nodes[0].edges.is_empty() {
            continue;
        }
        let size = alphabeta::Size::new(8, 6);
        for driver in [Driver::AlphaBeta, Driver::MtdF, Driver::SssStar, Driver::CStar] {
            let mut block = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
            let mut memory = vec![0; 60];
            let table = Table::new(&mut Memory::new(&mut memory)).unwrap();
            let best = Move(77);
            for (lower, upper) in [(5, 5), (9, SCORE_LIMIT), (-SCORE_LIMIT, -9)] {
                let entry = Entry { best, lower, upper, depth: 4, complete: false, cost: 31 };
                table.store(table.slot(graph.key_of(0), 0), entry);
                let config = alphabeta::Config::new(driver);
                let memory = &mut Memory::new(&mut block);
                let mut search =
                    AlphaBeta::new(graph.clone(), config, size, memory, table.clone()).unwrap();
                let report = search.solve(alphabeta::Limits::depth(4)).unwrap();
                assert_ne!(report.best_move, best, "seed {seed} {driver:?}");
                let mut line = [Move::NONE; 8];
                let length = search.principal_variation(&mut line).unwrap();
                assert!(!line[..length].contains(&best));
            }
        }
    }
}
