//! Lengths without futile interpositions: the examples of public reports, small positions that tell
//! the rules apart, and random ones against the definition written down as a recursion.

use yomikiri::Step;
use yomikiri::dfpn::{Config, Counted, Dfpn, Limits, Mode, Outcome, Recount, Stop};
use yomikiri::games::shogi::futile::{FutileProblem, FutileRule};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, ShogiMove, Square};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::table::proof::ProofTable;

const RULES: [FutileRule; 3] = [FutileRule::Narrow, FutileRule::X, FutileRule::Xy];

const CONFIG: Config = Config { plies: 200, moves: 30_000 };

/// The raw length of the shortest mate, `None` for no mate within the budget, and the count under
/// each rule, in steps of `step` nodes.
fn lengths(sfen: &str, nodes: u64, step: u64) -> (Option<u16>, Vec<Counted>) {
    let position = Position::from_sfen(sfen).unwrap();
    let attacker = position.side();
    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut memory = vec![0; 1 << 20];
    let problem = MateProblem::new(position.clone(), attacker).unwrap();
    let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut block)).unwrap();
    solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
    solver.start(Limits { mode: Mode::Shortest, nodes, ..Limits::default() }).unwrap();
    solver.solve().unwrap();
    let report = solver.report();
    if report.outcome != Outcome::Proven || !report.exact {
        return (None, Vec::new());
    }
    let counts = RULES.map(|rule| {
        let game = FutileProblem::new(position.clone(), attacker, rule).unwrap();
        let mut count = Recount::start(&mut solver, game, 0).unwrap();
        while count
            .step(&mut solver, step)
            .unwrap_or_else(|error| panic!("{sfen} {rule:?}: {error} {:?}", count.report()))
            == Step::More
        {}
        count.report()
    });
    assert_eq!(solver.report().nodes, report.nodes, "the solver's own count stays");
    (Some(report.length), counts.to_vec())
}

fn without_futile(sfen: &str) -> (u16, [u16; 3]) {
    let (raw, counts) = lengths(sfen, 0, u64::MAX);
    let lengths = counts.iter().map(|count| {
        assert!(count.exact && count.stop == Stop::Solved, "{sfen}: {count:?}");
        count.length.unwrap()
    });
    (raw.unwrap(), lengths.collect::<Vec<_>>().try_into().unwrap())
}

#[test]
fn the_examples_of_public_reports_have_both_lengths() {
    let mut seen = 0;
    for line in include_str!("data/tsume/futile.tsv").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let found = without_futile(fields[3]);
        if let Ok(raw) = fields[2].parse::<u16>() {
            assert!(found.0 <= raw, "{}", fields[0]);
        }
        let label: u16 = fields[1].parse().unwrap();
        assert!(found.1.contains(&label), "{}: {found:?}", fields[0]);
        seen += 1;
    }
    assert_eq!(seen, 6);
}

/// The legal moves.
fn legal(position: &Position) -> Vec<Move> {
    let mut space = [Move::NONE; 600];
    let mut moves = Moves::new(&mut space);
    position.legal_moves(&mut moves);
    let count = moves.finish().unwrap();
    space[..count].to_vec()
}

fn after(position: &Position, m: Move) -> Position {
    let mut position = position.clone();
    position.play(m);
    position
}

/// The checks of the attacker, who is to move, with the positions after them.
fn checks(position: &Position) -> Vec<(Move, Position)> {
    let all = legal(position).into_iter().map(|m| (m, after(position, m)));
    all.filter(|(_, next)| next.in_check()).collect()
}

/// The position with one piece of a kind moved from the hand of the side not to move into the hand
/// of the side to move, by way of its text.
fn given_back(position: &Position, letter: char) -> Position {
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    let fields: Vec<&str> = text.split(' ').collect();
    let white = fields[1] == "w";
    let mut counts = std::collections::BTreeMap::new();
    let mut count = 0;
    for c in fields[2].chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit,
            None => {
                counts.insert(c, count.max(1));
                count = 0;
            }
        }
    }
    let own = |own: bool| {
        if own == white { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    *counts.get_mut(&own(false)).unwrap() -= 1;
    *counts.entry(own(true)).or_insert(0) += 1;
    let mut hands = String::new();
    for kind in "RBGSNLPrbgsnlp".chars() {
        match counts.get(&kind) {
            None | Some(0) => {}
            Some(1) => hands.push(kind),
            Some(n) => hands.push_str(&format!("{n}{kind}")),
        }
    }
    let hands = if hands.is_empty() { "-".to_owned() } else { hands };
    Position::from_sfen(&format!("{} {} {hands} 1", fields[0], fields[1])).unwrap()
}

/// The definition, word for word: a position with the defender to move is a mate within `plies`.
fn is_mate(position: &Position, plies: u16, rule: FutileRule) -> bool {
    legal(position).into_iter().all(|m| {
        let reply = after(position, m);
        (plies >= 2 && checks(&reply).iter().any(|(_, next)| is_mate(next, plies - 2, rule)))
            || is_futile(position, m, &reply, plies, rule)
    })
}

fn is_futile(position: &Position, m: Move, reply: &Position, plies: u16, rule: FutileRule) -> bool {
    let shogi = ShogiMove(m);
    let king = position.king(position.side());
    if !position.in_check() || shogi.is_capture() || shogi.from() == king {
        return false;
    }
    let checkers: Vec<Square> =
        Square::all().filter(|s| position.limits().checkers().contains(s.index())).collect();
    let [checker] = checkers[..] else { panic!("a double check is not answered so") };
    checks(reply).iter().any(|(capture, next)| {
        let capture = ShogiMove(*capture);
        if capture.to() != shogi.to() {
            return false;
        }
        let Some(captured) = capture.captured() else { return false };
        let letter = char::from(captured.plain().letter());
        if capture.from() == Some(checker) {
            is_mate(&given_back(next, letter), plies, rule)
                || (rule >= FutileRule::X && is_mate(next, 0, rule))
        } else {
            let itself = next.limits().checkers().contains(shogi.to().unwrap().index());
            rule >= FutileRule::Xy && itself && is_mate(next, 0, rule)
        }
    })
}

/// The length by the definition, for the attacker to move, up to `most` plies.
fn by_definition(position: &Position, rule: FutileRule, most: u16) -> Option<u16> {
    (1..=most)
        .step_by(2)
        .find(|plies| checks(position).iter().any(|(_, next)| is_mate(next, plies - 1, rule)))
}

#[test]
fn small_positions_tell_the_rules_apart() {
    for (sfen, raw, expected) in [
        // The dragon captures on the king's own rank: futile by every rule.
        ("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 3, [1, 1, 1]),
        // The horse captures and mates, which it does not where the piece is given back.
        ("5S3/k8/l2+B5/2+R6/9/9/9/9/9 b b 1", 7, [7, 5, 5]),
        // Another piece than the checking one captures and mates.
        ("1k7/5+R3/1N7/9/+B8/2+B1G4/9/9/9 b Pg 1", 3, [3, 3, 1]),
        ("1k7/L8/3R5/9/5B3/9/9/9/9 b g 1", 3, [3, 3, 1]),
        ("p8/2k6/5+B3/1+B7/3R5/9/9/9/9 b p 1", 5, [5, 5, 3]),
    ] {
        assert_eq!(without_futile(sfen), (raw, expected), "{sfen}");
        let position = Position::from_sfen(sfen).unwrap();
        for (rule, expected) in RULES.into_iter().zip(expected) {
            if expected <= 3 {
                assert_eq!(by_definition(&position, rule, 3), Some(expected), "{sfen} {rule:?}");
            }
        }
    }
}

/// A random position full of sliders, a king near the corner, and little in hand; `None` where it
/// breaks a rule.
fn random_position(seed: u64) -> Option<String> {
    let mut state = mix(seed);
    let mut below = |n: u64| {
        state = mix(state);
        (state >> 33) as usize % n as usize
    };
    let mut board = vec![vec![String::new(); 9]; 9];
    board[below(3)][below(3)] = "k".to_owned();
    for _ in 0..4 + below(2) {
        let kinds = ["R", "B", "L", "+R", "+B", "G", "S", "N", "P", "+P", "g", "s", "p", "l"];
        let kind = kinds[below(kinds.len() as u64)];
        let square = &mut board[below(6)][below(6)];
        if square.is_empty() {
            kind.clone_into(square);
        }
    }
    let rows: Vec<String> = board
        .iter()
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for square in row.iter().chain([&"end".to_owned()]) {
                if square.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push_str(if square == "end" { "" } else { square });
            }
            text
        })
        .collect();
    let ours = ["", "", "", "P", "L", "G"][below(6)];
    let theirs = ["p", "n", "np", "g", "s", "b", "lp"][below(7)];
    let sfen = format!("{} b {ours}{theirs} 1", rows.join("/"));
    Position::from_sfen(&sfen).is_ok().then_some(sfen)
}

#[test]
fn random_positions_have_the_lengths_of_the_definition() {
    let mut differing = [0; 3];
    let mut tried = 0;
    for seed in 0..10_000 {
        let Some(sfen) = random_position(seed) else { continue };
        let (raw, counts) = lengths(&sfen, 300, 7);
        // The reference takes long where it goes deep.
        let Some(raw @ 2..=3) = raw else { continue };
        let position = Position::from_sfen(&sfen).unwrap();
        tried += 1;
        for (count, rule) in counts.iter().zip(RULES) {
            assert!(count.exact && count.stop == Stop::Solved, "{sfen}: {count:?}");
            let expected = by_definition(&position, rule, raw);
            assert_eq!(count.length, expected, "{sfen} {rule:?}, raw {raw}");
            differing[rule as usize] += u32::from(expected != Some(raw));
        }
    }
    println!("{tried} mates, shorter by rule: {differing:?}");
    assert!(tried > 100 && differing[0] > 3 && differing.is_sorted(), "{differing:?}");
}
