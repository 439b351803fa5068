//! Roots of mate problems of every kind, against brute force by a slow shogi that shares no code
//! with the library: the defender to move, the attacker in check, two kings, missing pieces.

#[path = "common/mates.rs"]
mod mates;
#[path = "common/reference.rs"]
#[allow(dead_code)]
mod reference;

use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Trust, Verification};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::proof::ProofTable;

use reference::Reference;

/// Whether the attacker mates within `plies`.
fn mates(position: &Reference, plies: u16, attacking: bool) -> bool {
    let legal = position.legal();
    if !attacking && legal.is_empty() {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let child = |play| {
        let mut child = position.clone();
        child.play(play);
        mates(&child, plies - 1, !attacking)
    };
    if attacking {
        legal.into_iter().any(|(play, check)| check && child(play))
    } else {
        legal.into_iter().all(|(play, _)| child(play))
    }
}

/// The plies of the shortest mate up to `most`.
fn shortest(position: &Reference, attacking: bool, most: u16) -> Option<u16> {
    let first = u16::from(attacking);
    (first..=most).step_by(2).find(|&plies| mates(position, plies, attacking))
}

struct Bench {
    block: Vec<u64>,
    table: Vec<u64>,
}

const CONFIG: Config = Config { plies: 60, moves: 20_000 };

impl Bench {
    fn new() -> Self {
        Self { block: vec![0; CONFIG.bytes().unwrap() / 8], table: vec![0; 1 << 17] }
    }

    /// Outcome, length and whether it is exact, and the line; every answer is verified.
    fn solve(&mut self, sfen: &str, root: Attacker) -> (Outcome, u16, bool, Vec<Move>) {
        let position = Position::from_sfen(sfen).unwrap();
        let attacker = match root {
            Attacker::SideToMove => position.side(),
            Attacker::Opponent => position.side().other(),
        };
        let problem = MateProblem::new(position, attacker).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut self.block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut self.table))).unwrap();
        let limits =
            Limits { mode: Mode::Shortest, attacker: root, nodes: 20_000, ..Limits::default() };
        solver.start(limits).unwrap();
        solver.solve().unwrap();
        let report = solver.report();
        let line = solver.line().to_vec();
        if report.outcome != Outcome::Unknown {
            solver.start_verification(Trust::Keys, 0).unwrap();
            solver.solve().unwrap();
            assert_eq!(solver.report().verification, Verification::Passed, "{sfen}");
        }
        (report.outcome, report.length, report.exact, line)
    }

    /// The answer is that of brute force; returns the length of a mate.
    fn check(&mut self, sfen: &str, root: Attacker, most: u16) -> Option<u16> {
        let position = Reference::from_sfen(sfen);
        let attacking = root == Attacker::SideToMove;
        let (outcome, length, exact, line) = self.solve(sfen, root);
        let truth = shortest(&position, attacking, most);
        match (outcome, truth) {
            (Outcome::Proven, Some(plies)) => {
                assert!(!exact || length == plies, "{sfen}: {length} instead of {plies}");
                assert!(length >= plies, "{sfen}");
            }
            (Outcome::Proven, None) => assert!(length > most, "{sfen}: {length}"),
            (Outcome::Disproven, Some(plies)) => panic!("{sfen}: a mate in {plies} was refuted"),
            _ => {}
        }
        let known = truth.filter(|_| outcome == Outcome::Proven && exact)?;
        assert_eq!(line.len(), usize::from(known), "{sfen}");
        // Move by move: the attacker's quickest way, the defender's longest resistance.
        let mut here = position;
        let mut attacks = attacking;
        for (&m, left) in line.iter().zip((0..known).rev()) {
            let (play, check) =
                here.legal().into_iter().find(|(play, _)| play.packed() == m.0).unwrap();
            assert!(!attacks || check, "{sfen}");
            here.play(play);
            attacks = !attacks;
            assert!(mates(&here, left, attacks), "{sfen}: no mate in {left} any more");
            assert!(
                left < 2 || !mates(&here, left - 2, attacks),
                "{sfen}: mate in less than {left}"
            );
        }
        truth
    }
}

/// The SFEN of the position after a move.
fn after(sfen: &str, m: Move) -> String {
    let mut position = Position::from_sfen(sfen).unwrap();
    position.play(m);
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    text
}

#[test]
fn a_defender_to_move_resists_as_long_as_it_can() {
    let mut bench = Bench::new();
    let mut lengths = [0; 3];
    let mut tried = 0;
    for seed in 0..3_000u64 {
        let Some(sfen) = mates::random_position(seed) else { continue };
        let checks: Vec<_> =
            Reference::from_sfen(&sfen).legal().into_iter().filter(|(_, check)| *check).collect();
        let Some((play, _)) = checks.get(mix(seed) as usize % checks.len().max(1)) else {
            continue;
        };
        let sfen = after(&sfen, Move(play.packed()));
        tried += 1;
        if let Some(length) = bench.check(&sfen, Attacker::Opponent, 2) {
            lengths[usize::from(length) / 2] += 1;
        }
    }
    println!("{tried} positions, mates in 0, 2: {lengths:?}");
    assert!(lengths[0] > 5 && lengths[1] > 5, "{lengths:?}");
}

/// The position with a king of the attacker's on an empty square, in check or not.
fn with_second_king(sfen: &str, seed: u64) -> Option<String> {
    let position = Position::from_sfen(sfen).unwrap();
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (board, rest) = text.split_once(' ').unwrap();
    for row in board.split('/') {
        let mut squares = Vec::new();
        let mut promoted = String::new();
        for c in row.chars() {
            if let Some(n) = c.to_digit(10) {
                squares.extend(std::iter::repeat_n(String::new(), n as usize));
            } else if c == '+' {
                promoted.push(c);
            } else {
                squares.push(std::mem::take(&mut promoted) + &c.to_string());
            }
        }
        rows.push(squares);
    }
    let at = mix(seed) as usize;
    let square = &mut rows[at % 6][at / 6 % 7];
    if !square.is_empty() {
        return None;
    }
    "K".clone_into(square);
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| {
            let mut text = String::new();
            for group in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
                if group[0].is_empty() {
                    text.push_str(&group.len().to_string());
                } else {
                    text.push_str(&group[0]);
                }
            }
            text
        })
        .collect();
    let sfen = format!("{} {rest}", rows.join("/"));
    Position::from_sfen(&sfen).is_ok().then_some(sfen)
}

#[test]
fn an_attacker_with_a_king_of_its_own_must_answer_checks() {
    let mut bench = Bench::new();
    let (mut tried, mut in_check, mut mated, mut mated_in_check) = (0, 0, 0, 0);
    for seed in 0..8_000u64 {
        let Some(sfen) = mates::random_position(seed) else { continue };
        let Some(sfen) = with_second_king(&sfen, seed) else { continue };
        let checked = Position::from_sfen(&sfen).unwrap().in_check();
        // Positions in check are rarer, and the reason for this test.
        if !checked && seed % 4 != 0 {
            continue;
        }
        tried += 1;
        in_check += u32::from(checked);
        if bench.check(&sfen, Attacker::SideToMove, 3).is_some() {
            mated += 1;
            mated_in_check += u32::from(checked);
        }
    }
    println!("{tried} positions, {in_check} in check: {mated} mates, {mated_in_check} in check");
    assert!(in_check > 50 && mated > 10 && mated_in_check > 0, "{in_check} {mated}");
}

#[test]
fn pieces_may_be_missing_from_the_set() {
    let mut bench = Bench::new();
    // The defender's last interposing piece decides.
    let none = bench.check("k8/9/1G7/9/9/9/9/9/8R b - 1", Attacker::SideToMove, 3);
    let pawn = bench.check("k8/9/1G7/9/9/9/9/9/8R b p 1", Attacker::SideToMove, 3);
    assert_eq!((none, pawn), (Some(1), None));
}

#[test]
fn counter_checks_are_met() {
    let mut bench = Bench::new();
    // The defender's reply gives check, and the attacker must mate while it answers.
    let known = "7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p 1";
    assert_eq!(bench.check(known, Attacker::SideToMove, 3), None);
    let (outcome, _, exact, _) = bench.solve(known, Attacker::SideToMove);
    assert_eq!((outcome, exact), (Outcome::Proven, true));
    let none = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";
    assert_eq!(bench.solve(none, Attacker::SideToMove).0, Outcome::Disproven);
}
