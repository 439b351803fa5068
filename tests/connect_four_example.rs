//! The example `connect-four`: values published with P. Pons's solver, and refusals of bad input.

mod common;

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(common::example("connect-four")).args(arguments).output().unwrap()
}

/// The value, the best moves, and the nodes.
fn solve(moves: &str) -> (i32, Vec<u32>, u64) {
    let output = run(&[moves]);
    assert!(output.status.success(), "{moves}");
    let text = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!((words[0], words[2]), ("value", "best"), "{text}");
    let at = words.iter().position(|&word| word == "nodes").unwrap();
    let best = words[3..at].iter().filter_map(|word| word.parse().ok()).collect();
    (words[1].parse().unwrap(), best, words[at + 1].parse().unwrap())
}

#[test]
fn published_positions_have_their_published_values() {
    for (moves, value) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("65214673556155731566316327373221417", -1),
        ("274552224131661", 0),
    ] {
        let (found, best, nodes) = solve(moves);
        assert_eq!(found, value, "{moves}");
        assert!(!best.is_empty() && nodes > 0);
        // The mirror image has the mirrored answer.
        let mirrored: String = moves.chars().map(|c| char::from(b'8' - (c as u8 - b'0'))).collect();
        let (same, mut turned, _) = solve(&mirrored);
        turned.iter_mut().for_each(|column| *column = 8 - *column);
        turned.sort_unstable();
        assert_eq!((same, turned), (value, best));
    }
}

#[test]
fn best_moves_keep_the_value_and_others_do_not() {
    let moves = "7422341735647741166133573473242566";
    let (value, best, _) = solve(moves);
    for column in 1..=7 {
        let output = run(&[&format!("{moves}{column}")]);
        if output.status.success() {
            let (after, _, _) = solve(&format!("{moves}{column}"));
            assert_eq!(-after == value, best.contains(&column), "{column}");
            assert!(-after <= value);
        }
    }
}

#[test]
fn a_game_that_has_ended_has_a_value_and_no_moves() {
    // Four in the first column; the loser is to move, with 35 squares empty.
    assert_eq!(solve("1213141").0, -18);
    assert_eq!(solve("1213141").1, []);
    // One disc before: the win on the spot.
    assert_eq!(solve("121314"), (18, vec![1], solve("121314").2));
}

#[test]
fn bad_input_and_a_limit_are_told() {
    for arguments in
        [&["8"][..], &["1111111"], &["12131415"], &["x"], &["1", "2"], &["--mem"], &["-x"]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    let output = run(&["--nodes", "1000", "--mem", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("value unknown"));
    // Without a table, too.
    let output = run(&["--mem", "0", "7422341735647741166133573473242566"]);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("value 1 best 2 6 "));
}
