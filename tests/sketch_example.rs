//! The drop-in on shogi, through the example `dfpn-sketch`: known mates at the depth that suffices
//! and at the one that does not, and all three answers against brute force.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use yomikiri::games::shogi::Position;
use yomikiri::moves::{Move, Moves};

const SHORT: &str = include_str!("data/tsume/short.tsv");
const NO_MATE: &str = include_str!("data/tsume/nomate.tsv");

/// Name, label in plies and SFEN.
fn problems() -> impl Iterator<Item = (&'static str, u32, &'static str)> {
    SHORT.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0], fields[1].parse().unwrap(), fields[2])
    })
}

/// The example's answers, a word each, to positions with a depth.
fn answers(questions: &[(String, u32)]) -> Vec<String> {
    let mut child = Command::new(common::example("dfpn-sketch"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text: String = questions.iter().map(|(sfen, depth)| format!("{sfen}\t{depth}\n")).collect();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 2), "{}", output.status);
    let words: Vec<String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(words.len(), questions.len());
    words
}

#[test]
fn known_mates_are_found_at_the_depth_that_suffices_and_not_before() {
    let problems: Vec<_> = problems().filter(|(_, plies, _)| *plies <= 7).collect();
    assert!(problems.len() > 500);
    // A mate in n plies ends with the defender to move: one ply more makes the depth even.
    let enough: Vec<_> =
        problems.iter().map(|(_, plies, sfen)| ((*sfen).to_owned(), plies + 1)).collect();
    for (problem, answer) in problems.iter().zip(answers(&enough)) {
        assert_eq!(answer, "mate", "{problem:?}");
    }
    let short: Vec<_> =
        problems.iter().map(|(_, plies, sfen)| ((*sfen).to_owned(), plies - 1)).collect();
    for (problem, answer) in problems.iter().zip(answers(&short)) {
        // Labels that count too long a mate; brute force confirms the shorter one elsewhere.
        let shorter = ["tk7_129", "tk7_182", "tk7_202"].contains(&problem.0);
        assert_eq!(answer == "mate", shorter, "{problem:?}");
    }
}

#[test]
fn positions_without_a_mate_are_never_called_one() {
    let questions: Vec<_> = NO_MATE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| (line.split('\t').nth(1).unwrap().to_owned(), 8))
        .collect();
    let answers = answers(&questions);
    assert!(answers.iter().all(|answer| answer != "mate"), "{answers:?}");
    assert!(answers.iter().any(|answer| answer == "refuted"), "{answers:?}");
}

/// The three answers by plain recursion over the rules.
fn brute_force(position: &mut Position, depth: u32) -> &'static str {
    let attacker_moves = depth.is_multiple_of(2);
    let (good, bad) = if attacker_moves { ("mate", "refuted") } else { ("refuted", "mate") };
    let mut space = [Move::NONE; 640];
    let mut moves = Moves::new(&mut space);
    if attacker_moves {
        position.checking_moves(&mut moves);
    } else {
        position.legal_moves(&mut moves);
    }
    let mut answer = bad;
    for &m in moves.as_slice() {
        if depth == 0 {
            return "undecided";
        }
        position.play(m);
        let value = brute_force(position, depth - 1);
        position.undo(m);
        if value == good {
            return good;
        }
        if value != bad {
            answer = "undecided";
        }
    }
    answer
}

#[test]
fn all_three_answers_agree_with_brute_force() {
    let mut questions = Vec::new();
    let mut truths = Vec::new();
    for (_, _, sfen) in problems().step_by(5) {
        for depth in [0, 2, 4] {
            questions.push((sfen.to_owned(), depth));
            truths.push(brute_force(&mut Position::from_sfen(sfen).unwrap(), depth));
        }
    }
    // Positions a ply and two into the problems have every kind of answer.
    for (_, _, sfen) in problems().step_by(7) {
        let mut position = Position::from_sfen(sfen).unwrap();
        let mut space = [Move::NONE; 640];
        let mut moves = Moves::new(&mut space);
        position.checking_moves(&mut moves);
        let Some(&check) = moves.as_slice().last() else { continue };
        position.play(check);
        let mut space = [Move::NONE; 640];
        let mut replies = Moves::new(&mut space);
        position.legal_moves(&mut replies);
        let Some(&reply) = replies.as_slice().first() else { continue };
        position.play(reply);
        let mut text = String::new();
        position.write_sfen(&mut text).unwrap();
        for depth in [2, 4] {
            questions.push((text.clone(), depth));
            truths.push(brute_force(&mut position, depth));
        }
    }
    for (index, answer) in answers(&questions).iter().enumerate() {
        assert_eq!(answer, truths[index], "{:?}", questions[index]);
    }
    for answer in ["mate", "refuted", "undecided"] {
        let count = truths.iter().filter(|&&truth| truth == answer).count();
        assert!(count > 20, "{count} times {answer}");
    }
}
