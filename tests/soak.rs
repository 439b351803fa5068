//! A soak: problem after problem in the same memory and a small stack, steps cut at random, searches
//! cancelled, given up, resumed and verified, every answer held against the truth. Memory must stay
//! flat. Two seconds, or as many as `YOMIKIRI_SOAK` says:
//!
//! ```sh
//! YOMIKIRI_SOAK=3600 cargo test --release --features std,capi --test soak -- --nocapture
//! ```
#![cfg(all(feature = "dfpn", feature = "alphabeta", feature = "shogi", feature = "dobutsu"))]
#![cfg(all(feature = "othello", feature = "retro", feature = "capi"))]

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::time::{Duration, Instant};

use targets::graph::Graph;
use targets::input::Input;
use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::table::alphabeta::Table;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Game, Step};

/// The stack of the thread that searches, in bytes.
const STACK: usize = 128 * 1024;
const CONFIG: Config = Config { plies: 40, moves: 2000 };

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = mix(self.0);
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 33) % n
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    problems: u64,
    steps: u64,
    cancels: u64,
    given_up: u64,
    verified: u64,
    nodes: u64,
    mates: u64,
}

/// Pages of this process in memory, in KiB; `None` where the system does not tell.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * 4)
}

/// Runs what was started or resumed to its end, cut and disturbed at random. `false`: given up.
fn drive<G: Game>(solver: &mut Dfpn<'_, G>, random: &mut Random, counts: &mut Counts) -> bool {
    loop {
        counts.steps += 1;
        let budget = match random.below(4) {
            0 => 1,
            1 => random.below(10),
            _ => random.below(300),
        };
        let step = solver.step(budget).unwrap();
        if step == Step::Done {
            if matches!(solver.report().stop, Stop::Cancelled | Stop::Nodes) {
                solver.resume(random.below(2) * 50).unwrap();
                continue;
            }
            return true;
        }
        match random.below(40) {
            0 => {
                solver.control().cancel.request();
                counts.cancels += 1;
            }
            1 => {
                solver.reset().unwrap();
                counts.given_up += 1;
                return false;
            }
            _ => {}
        }
    }
}

fn verify<G: Game>(solver: &mut Dfpn<'_, G>, random: &mut Random, counts: &mut Counts, what: &str) {
    solver.start_verification(Trust::Keys, 0).unwrap();
    if drive(solver, random, counts) {
        assert_eq!(solver.report().verification, Verification::Passed, "{what}");
        counts.verified += 1;
    }
}

fn graph(random: &mut Random) -> Graph {
    Graph::read(&mut Input::new(&random.next().to_le_bytes()))
}

fn soak(seconds: u64) -> (Counts, Option<(u64, u64)>) {
    let mut random = Random(1);
    let mut counts = Counts::default();
    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut memory = vec![0; 1 << 14];
    let size = alphabeta::Size::new(10, 6);
    let mut second = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
    let mut entries = vec![0; 300];
    let mates: Vec<(u16, Position)> = include_str!("data/tsume/short.tsv")
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            // Labels that `mate.rs` proves too long.
            if ["tk7_129", "tk7_182", "tk7_202"].contains(&fields.next()?) {
                return None;
            }
            let plies: u16 = fields.next()?.parse().ok()?;
            let position = Position::from_sfen(fields.next()?).ok()?;
            (plies <= 7).then_some((plies, position))
        })
        .collect();
    assert!(mates.len() > 100);
    let table = ProofTable::format(Memory::new(&mut memory));
    let start = Instant::now();
    let limit = Duration::from_secs(seconds);
    let mut early = None;
    while start.elapsed() < limit {
        for _ in 0..200 {
            counts.problems += 1;
            let graph = graph(&mut random);
            let attacker =
                if random.below(2) == 0 { Attacker::SideToMove } else { Attacker::Opponent };
            let side = graph.side_of(0);
            let truth = match attacker {
                Attacker::SideToMove => graph.truth(side)[0],
                Attacker::Opponent => graph.truth(side.other())[0],
            };
            table.clear();
            let mut solver = Dfpn::new(graph, CONFIG, Memory::new(&mut block)).unwrap();
            solver.set_table(table).unwrap();
            let mode = [Mode::First, Mode::Shorten, Mode::Shortest][random.below(3) as usize];
            let nodes = random.below(3) * 20;
            solver.start(Limits { mode, attacker, nodes, ..Limits::default() }).unwrap();
            if drive(&mut solver, &mut random, &mut counts) {
                let report = solver.report();
                assert_eq!(report.stop, Stop::Solved);
                assert_eq!(report.outcome == Outcome::Proven, truth.is_some());
                if report.exact {
                    assert_eq!(Some(report.length), truth);
                }
                verify(&mut solver, &mut random, &mut counts, "a graph");
            }
            solver.reset().unwrap();
            assert_eq!(solver.game().depth(), 0);
            counts.nodes += solver.report().nodes;
        }
        let (plies, position) = &mates[random.below(mates.len() as u64) as usize];
        table.clear();
        let problem = MateProblem::new(position.clone(), position.side()).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut block)).unwrap();
        solver.set_table(table).unwrap();
        solver.start(Limits { mode: Mode::Shortest, plies: 9, ..Limits::default() }).unwrap();
        counts.problems += 1;
        if drive(&mut solver, &mut random, &mut counts) {
            let report = solver.report();
            assert_eq!((report.outcome, report.length), (Outcome::Proven, *plies));
            verify(&mut solver, &mut random, &mut counts, "a mate");
            counts.mates += 1;
        }
        solver.reset().unwrap();
        assert_eq!(solver.game().position(), position);
        counts.nodes += solver.report().nodes;
        alternate(&mut random, &mut counts, size, &mut second, &mut entries);
        if early.is_none() && start.elapsed() > limit / 10 {
            early = resident();
        }
    }
    (counts, early.zip(resident()))
}

/// One alpha-beta search, cut at random, against the same in one step.
fn alternate(
    random: &mut Random,
    counts: &mut Counts,
    size: alphabeta::Size,
    block: &mut [u64],
    entries: &mut [u64],
) {
    let graph = graph(random);
    let depth = random.below(5) as u16;
    let driver = [Driver::PrincipalVariation, Driver::MtdF, Driver::CStar, Driver::SssStar]
        [random.below(4) as usize];
    let config = alphabeta::Config::new(driver);
    let limits = alphabeta::Limits::depth(depth);
    let mut run = |random: Option<&mut Random>, counts: &mut Counts| {
        entries.fill(0);
        let table = Table::new(&mut Memory::new(entries)).unwrap();
        let mut search =
            AlphaBeta::new(graph.clone(), config, size, &mut Memory::new(block), table).unwrap();
        match random {
            None => search.solve(limits).unwrap(),
            Some(random) => {
                search.start(limits).unwrap();
                while search.step(random.below(50)).unwrap() == Step::More {
                    counts.steps += 1;
                }
                search.report()
            }
        }
    };
    let cut = run(Some(random), counts);
    let whole = run(None, counts);
    assert_eq!(cut, whole);
    counts.problems += 1;
    counts.nodes += whole.nodes;
}

#[test]
fn answers_stay_true_and_memory_stays_flat() {
    let seconds = std::env::var("YOMIKIRI_SOAK").ok().and_then(|text| text.parse().ok());
    let seconds = seconds.unwrap_or(2);
    let thread = std::thread::Builder::new().stack_size(STACK);
    let (counts, memory) = thread.spawn(move || soak(seconds)).unwrap().join().unwrap();
    println!("{seconds} s in a stack of {} KiB: {counts:?}", STACK / 1024);
    if let Some((early, late)) = memory {
        println!("{early} KiB in memory after a tenth of the time, {late} KiB at the end");
        assert!(late <= early + 512, "memory grew from {early} to {late} KiB");
    }
    assert!(counts.problems > 100 && counts.verified > 50 && counts.mates > 0, "{counts:?}");
}
