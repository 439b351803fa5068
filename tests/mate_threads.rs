//! One problem in several threads over one table.
#![cfg(feature = "std")]

use std::time::Instant;

use yomikiri::Step;
use yomikiri::dfpn::{
    Config, Dfpn, Limits, Mode, Outcome, Report, Trust, Verification, solve_in_threads,
};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::mem::Memory;
use yomikiri::table::proof::ProofTable;

const CONFIG: Config = Config { plies: 400, moves: 40_000 };

/// What the searches of one problem found: outcome, length, nodes of all threads, seconds.
fn solve(
    sfen: &str,
    threads: usize,
    table: ProofTable<'_>,
    limits: Limits,
) -> (Outcome, u16, bool, u64, f64) {
    let position = Position::from_sfen(sfen).unwrap();
    let attacker = position.side();
    let mut blocks = vec![vec![0; CONFIG.bytes().unwrap() / 8]; threads];
    table.clear();
    let mut solvers: Vec<_> = blocks
        .iter_mut()
        .map(|block| {
            let problem = MateProblem::new(position.clone(), attacker).unwrap();
            let mut solver = Dfpn::new(problem, CONFIG, Memory::new(block)).unwrap();
            solver.set_table(table).unwrap();
            solver
        })
        .collect();
    let start = Instant::now();
    let first = solve_in_threads(&mut solvers, limits, || true).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let nodes = solvers.iter().map(|solver| solver.report().nodes).sum();
    let report = solvers[first].report();
    if report.outcome != Outcome::Unknown {
        solvers[first].start_verification(Trust::Keys, 0).unwrap();
        solvers[first].solve().unwrap();
        assert_eq!(solvers[first].report().verification, Verification::Passed, "{sfen}");
    }
    (report.outcome, report.length, report.exact, nodes, seconds)
}

#[test]
fn threads_find_the_same_lengths_and_verdicts() {
    let mut memory = vec![0; (4 << 20) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    let limits = Limits { mode: Mode::Shortest, ..Limits::default() };
    let rows = include_str!("data/tsume/short.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows.rev().step_by(15) {
        let sfen = row.split('\t').nth(2).unwrap();
        let alone = solve(sfen, 1, table, limits);
        assert_eq!(alone.3, solve(sfen, 1, table, limits).3, "one thread is deterministic");
        for threads in [2, 4] {
            let together = solve(sfen, threads, table, limits);
            assert_eq!((together.0, together.1, together.2), (alone.0, alone.1, alone.2), "{row}");
        }
    }
    let none = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";
    assert_eq!(solve(none, 3, table, limits).0, Outcome::Disproven);
    assert!(!table.is_shared());
}

#[test]
fn a_seed_changes_the_way_and_not_the_answer() {
    let mut memory = vec![0; (4 << 20) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    let sfen = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
    let mut counts = Vec::new();
    for seed in 0..5 {
        let limits = Limits { mode: Mode::Shortest, seed, ..Limits::default() };
        let found = solve(sfen, 1, table, limits);
        assert_eq!((found.0, found.1, found.2), (Outcome::Proven, 9, true));
        counts.push(found.3);
    }
    counts.sort_unstable();
    counts.dedup();
    assert!(counts.len() > 2, "{counts:?}");
}

/// Two searches with seeds 0 and 1 over one table, which take turns of so many nodes until one has
/// the answer: threads whose timing is known. Returns its report, verified where that is asked for,
/// and the nodes of both.
fn take_turns(
    sfen: &str,
    turns: [u64; 2],
    table: ProofTable<'_>,
    mode: Mode,
    verify: bool,
) -> (Report, u64) {
    let position = Position::from_sfen(sfen).unwrap();
    let attacker = position.side();
    let mut blocks = [(); 2].map(|()| vec![0; CONFIG.bytes().unwrap() / 8]);
    table.clear();
    let mut seed = 0;
    let mut solvers = blocks.each_mut().map(|block| {
        let problem = MateProblem::new(position.clone(), attacker).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(block)).unwrap();
        solver.set_table(table).unwrap();
        solver.start(Limits { mode, seed, ..Limits::default() }).unwrap();
        seed += 1;
        solver
    });
    let first = 'found: loop {
        for (index, solver) in solvers.iter_mut().enumerate() {
            if solver.step(turns[index]).unwrap() == Step::Done {
                break 'found index;
            }
        }
    };
    let nodes = solvers.iter().map(|solver| solver.report().nodes).sum();
    solvers[1 - first].reset().unwrap();
    if verify {
        // What the one that was given up leaves behind hinders nobody.
        solvers[first].start_verification(Trust::Keys, 0).unwrap();
        solvers[first].solve().unwrap();
    }
    (solvers[first].report(), nodes)
}

#[test]
fn answers_do_not_depend_on_who_comes_when() {
    let mut memory = vec![0; (1 << 20) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    table.set_shared(true);
    let rows = include_str!("data/tsume/short.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows.rev().step_by(12) {
        let fields: Vec<&str> = row.split('\t').collect();
        for turns in [[1, 1], [1, 7], [30, 1], [1000, 999]] {
            let (report, _) = take_turns(fields[2], turns, table, Mode::Shortest, true);
            assert_eq!(report.length.to_string(), fields[1], "{row} {turns:?}");
            assert!(report.exact && report.verification == Verification::Passed, "{row}");
        }
    }
    let none = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";
    for turns in [[1, 1], [1, 7], [30, 1], [1000, 999]] {
        let (report, _) = take_turns(none, turns, table, Mode::First, true);
        assert_eq!(report.outcome, Outcome::Disproven);
        assert_eq!(report.verification, Verification::Passed);
    }
}

#[test]
fn searches_that_mark_what_they_are_busy_with_need_fewer_nodes() {
    let mut memory = vec![0; (64 << 20) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    let names = ["muso002", "muso007", "muso010", "muso016", "zuko004"];
    let problems = || {
        let rows = include_str!("data/tsume/classic.tsv").lines();
        rows.filter(|row| names.contains(&row.split('\t').next().unwrap()))
    };
    assert_eq!(problems().count(), names.len());
    let nodes = |shared| {
        table.set_shared(shared);
        problems()
            .map(|row| {
                let sfen = row.split('\t').nth(2).unwrap();
                let (report, nodes) = take_turns(sfen, [1, 1], table, Mode::First, false);
                assert_eq!(report.outcome, Outcome::Proven);
                nodes
            })
            .collect::<Vec<u64>>()
    };
    let (marked, unmarked) = (nodes(true), nodes(false));
    let total = |nodes: &[u64]| nodes.iter().sum::<u64>();
    assert!(
        total(&marked) * 10 < total(&unmarked) * 9,
        "{marked:?} with marks, {unmarked:?} without"
    );
}

/// Prints how much faster threads are:
/// `YOMIKIRI_MATE_THREADS=2 [YOMIKIRI_MATE_PROBLEMS=NAME,...] cargo test --release --features std
/// --test mate_threads speed -- --nocapture`.
#[test]
fn speed_of_threads() {
    let Ok(threads) = std::env::var("YOMIKIRI_MATE_THREADS") else { return };
    let threads: usize = threads.parse().expect("YOMIKIRI_MATE_THREADS is a number");
    let names = std::env::var("YOMIKIRI_MATE_PROBLEMS").unwrap_or_default();
    let mut memory = vec![0; (1 << 30) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    let (mut alone_total, mut together_total) = (0.0, 0.0);
    let rows = include_str!("data/tsume/classic.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        if !names.is_empty() && !names.split(',').any(|name| name == fields[0]) {
            continue;
        }
        let limits = Limits { nodes: 20_000_000, ..Limits::default() };
        let alone = solve(fields[2], 1, table, limits);
        let together = solve(fields[2], threads, table, limits);
        alone_total += alone.4;
        together_total += together.4;
        println!(
            "{}: 1 thread {:?} {:.2} s, {} nodes; {threads} threads {:?} {:.2} s, {} nodes",
            fields[0], alone.0, alone.4, alone.3, together.0, together.4, together.3
        );
    }
    println!("{alone_total:.1} s and {together_total:.1} s: {:.2}", alone_total / together_total);
}
