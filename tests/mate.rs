//! The mate solver on known problems, and against brute force on random small positions.

#[path = "common/mates.rs"]
mod mates;

use yomikiri::Game;
use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Report, Stop, Trust, Verification};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi, parse_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::proof::ProofTable;

use mates::{brute_force, random_position};

const SHORT: &str = include_str!("data/tsume/short.tsv");
const GAME: &str = include_str!("data/tsume/game.tsv");
const MIDDLE: &str = include_str!("data/tsume/middle.tsv");
const NO_MATE: &str = include_str!("data/tsume/nomate.tsv");

/// The lines of a data file as fields.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

struct Solved {
    report: Report,
    line: Vec<Move>,
}

struct Bench {
    stack: Vec<u64>,
    table: Vec<u64>,
}

const CONFIG: Config = Config { plies: 400, moves: 30_000 };

impl Bench {
    fn new(table_bytes: usize) -> Self {
        Self { stack: vec![0; CONFIG.bytes().unwrap() / 8], table: vec![0; table_bytes / 8] }
    }

    /// Solves and verifies; the line is played through by the rules.
    fn solve(&mut self, sfen: &str, limits: Limits) -> Solved {
        let position = Position::from_sfen(sfen).unwrap();
        let attacker = position.side();
        let problem = MateProblem::new(position.clone(), attacker).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut self.stack)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut self.table))).unwrap();
        solver.start(limits).unwrap();
        solver.solve().unwrap();
        let (report, line) = (solver.report(), solver.line().to_vec());
        if report.outcome != Outcome::Unknown {
            solver.start_verification(Trust::Keys, 0).unwrap();
            solver.solve().unwrap();
            assert_eq!(solver.report().verification, Verification::Passed, "{sfen}");
        }
        if report.outcome == Outcome::Proven {
            check_line(position, &line, sfen);
        }
        solver.reset().unwrap();
        Solved { report, line }
    }
}

/// The line is legal, the attacker checks with every move, and the end is mate.
fn check_line(mut position: Position, line: &[Move], sfen: &str) {
    assert_eq!(line.len() % 2, 1, "{sfen}: the attacker plays the last move");
    for (ply, &m) in line.iter().enumerate() {
        assert!(position.is_legal(m), "{sfen}: {}", format_usi(m));
        position.play(m);
        assert_eq!(position.in_check(), ply % 2 == 0 || position.in_check(), "{sfen}");
    }
    assert!(position.in_check() && position.legal_count() == 0, "{sfen}: mate at the end");
}

/// Problems of the set whose label is two plies too long; brute force confirms the shorter mate.
const LABEL_TOO_LONG: [&str; 6] =
    ["tk7_129", "tk7_182", "tk7_202", "tk9_464", "tk9_466", "tk9_490"];

#[test]
fn short_problems_are_solved_with_their_exact_length_in_a_table_of_64_kib() {
    let mut bench = Bench::new(64 << 10);
    let mut solved = 0;
    for row in rows(SHORT) {
        let mut plies: u16 = row[1].parse().unwrap();
        if LABEL_TOO_LONG.contains(&row[0]) {
            plies -= 2;
            assert!(brute_force(&mut Position::from_sfen(row[2]).unwrap(), plies, true));
        }
        let limits = Limits { mode: Mode::Shortest, ..Limits::default() };
        let Solved { report, line } = bench.solve(row[2], limits);
        assert_eq!(report.outcome, Outcome::Proven, "{}", row[0]);
        assert_eq!((report.length, report.exact), (plies, true), "{}", row[0]);
        assert_eq!(line.len(), usize::from(plies), "{}", row[0]);
        solved += 1;
    }
    assert_eq!(solved, 903);
}

#[test]
fn positions_from_games_are_solved() {
    let mut bench = Bench::new(16 << 20);
    for row in rows(GAME) {
        let limits = Limits { mode: Mode::Shortest, ..Limits::default() };
        let report = bench.solve(row[2], limits).report;
        let label: u16 = row[1].parse().unwrap();
        assert_eq!(report.outcome, Outcome::Proven, "{}", row[0]);
        assert!(report.length <= label + 2, "{}: {} plies", row[0], report.length);
    }
}

#[test]
fn a_first_mate_is_never_shorter_than_the_shortest() {
    let mut bench = Bench::new(16 << 20);
    for row in rows(MIDDLE) {
        let limits = Limits { nodes: 200_000, ..Limits::default() };
        let Solved { report, line } = bench.solve(row[2], limits);
        let bound = row[1].strip_prefix("<=");
        let plies: u16 = bound.unwrap_or(row[1]).parse().unwrap();
        assert_ne!(report.outcome, Outcome::Disproven, "{}", row[0]);
        if report.outcome == Outcome::Proven {
            assert_eq!(line.len(), usize::from(report.length), "{}", row[0]);
            assert!(bound.is_some() || report.length >= plies, "{}", row[0]);
        }
    }
}

#[test]
fn no_mate_is_claimed_where_there_is_none() {
    let mut bench = Bench::new(64 << 20);
    let mut disproven = 0;
    for row in rows(NO_MATE) {
        let report = bench.solve(row[1], Limits { nodes: 3_000_000, ..Limits::default() }).report;
        assert_ne!(report.outcome, Outcome::Proven, "{}", row[0]);
        disproven += u32::from(report.outcome == Outcome::Disproven);
    }
    assert!(disproven >= 7, "only {disproven} refuted");
}

#[test]
fn a_smaller_table_never_changes_a_verdict() {
    for (i, row) in rows(SHORT).enumerate().filter(|(i, _)| i % 9 == 0) {
        for bytes in [0, 24 + 16, 1000, 16 << 10] {
            let limits = Limits { nodes: 300_000, ..Limits::default() };
            let report = Bench::new(bytes).solve(row[2], limits).report;
            assert_ne!(report.outcome, Outcome::Disproven, "{i} {}", row[0]);
            if report.outcome == Outcome::Unknown {
                assert_eq!(report.stop, Stop::Nodes);
            }
        }
    }
}

/// Random positions against brute force. The long run is
/// `YOMIKIRI_RANDOM_MATES=100000 cargo test --release --test mate random`; it may be cut into
/// slices by `YOMIKIRI_RANDOM_FROM`, the first seed.
#[test]
fn random_positions_have_the_length_that_brute_force_finds() {
    let count: u64 = std::env::var("YOMIKIRI_RANDOM_MATES")
        .map_or(400, |text| text.parse().expect("YOMIKIRI_RANDOM_MATES is a number"));
    let from: u64 = std::env::var("YOMIKIRI_RANDOM_FROM")
        .map_or(0, |text| text.parse().expect("YOMIKIRI_RANDOM_FROM is a number"));
    let long = count > 400;
    let nodes = if long { 20_000 } else { 200_000 };
    let mut bench = Bench::new(256 << 10);
    let (mut tried, mut mates, mut refuted, mut open) = (0, 0, 0, 0);
    for seed in from.. {
        if tried == count {
            println!("seeds {from} to {seed}: {mates} mates, {refuted} refuted, {open} undecided");
            break;
        }
        let Some(sfen) = random_position(seed) else { continue };
        tried += 1;
        let limits = Limits { mode: Mode::Shortest, nodes, ..Limits::default() };
        let report = bench.solve(&sfen, limits).report;
        let mut position = Position::from_sfen(&sfen).unwrap();
        let depth = if long { 3 } else { 5 };
        let shortest = (1..=depth).step_by(2).find(|&n| brute_force(&mut position, n, true));
        match (report.outcome, shortest) {
            (Outcome::Proven, Some(plies)) => {
                if report.exact {
                    assert_eq!(report.length, plies, "{sfen}");
                }
                assert!(report.length >= plies);
                mates += 1;
            }
            (Outcome::Proven, None) => assert!(report.length > depth, "{sfen}"),
            (Outcome::Disproven, Some(plies)) => panic!("a mate in {plies} was refuted: {sfen}"),
            (Outcome::Disproven, None) => refuted += 1,
            (Outcome::Unknown, _) => open += 1,
        }
    }
    assert!(mates > count / 20 && refuted > count / 20, "{mates} mates, {refuted} refuted");
}

#[test]
fn step_sizes_change_neither_answer_nor_node_count() {
    for row in rows(SHORT).step_by(11).chain(rows(GAME)) {
        let mut results = Vec::new();
        for step in [1, 7, 1000, u64::MAX] {
            let mut bench = Bench::new(1 << 20);
            let position = Position::from_sfen(row[2]).unwrap();
            let attacker = position.side();
            let problem = MateProblem::new(position, attacker).unwrap();
            let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut bench.stack)).unwrap();
            solver.set_table(ProofTable::format(Memory::new(&mut bench.table))).unwrap();
            solver.start(Limits { mode: Mode::Shortest, ..Limits::default() }).unwrap();
            while solver.step(step).unwrap() == yomikiri::Step::More {}
            solver.start_verification(Trust::Keys, 0).unwrap();
            while solver.step(step).unwrap() == yomikiri::Step::More {}
            results.push((solver.report(), solver.line().to_vec()));
        }
        results.dedup();
        assert_eq!(results.len(), 1, "{}", row[0]);
    }
}

#[test]
fn a_check_that_leaves_more_replies_is_harder_to_prove_at_first() {
    let first = |sfen: &str| {
        let mut position = Position::from_sfen(sfen).unwrap();
        let m = parse_usi(&position, "L*5d").unwrap();
        let attacker = position.side();
        assert!(position.gives_check(m));
        position.play(m);
        let replies = position.legal_count();
        position.undo(m);
        (replies, MateProblem::new(position, attacker).unwrap().initial_numbers(m).0)
    };
    // The same check from afar with a pawn beside the king, and without it.
    let fewer = first("3pkp3/9/9/9/9/9/9/9/9 b L 1");
    let more = first("3pk4/9/9/9/9/9/9/9/9 b L 1");
    assert!(fewer.0 < more.0 && fewer.1 < more.1, "{fewer:?} {more:?}");
}
