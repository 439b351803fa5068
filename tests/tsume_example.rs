//! The example `tsume`: what scripts rely on, its options, its output and its exit status.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

const MATE_IN_1: &str = "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1";
const MATE_IN_11: &str = "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1";
const NO_MATE: &str = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";
/// Not decided within a few nodes.
const HARD: &str = "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1";

fn tsume() -> Command {
    let mut command = Command::new(common::example("tsume"));
    command.args(["--mem", "8"]);
    command
}

/// Exit status, standard output and standard error.
fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The same with text on standard input.
fn run_with_input(command: &mut Command, input: &str) -> (i32, String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The text of a field of a line of JSON without nested objects; lists are given whole.
fn field<'j>(json: &'j str, name: &str) -> Option<&'j str> {
    let rest = json.split_once(&format!("\"{name}\":"))?.1;
    let end = match rest.as_bytes()[0] {
        b'[' => rest.find(']')? + 1,
        b'"' => rest[1..].find('"')? + 2,
        _ => rest.find([',', '}'])?,
    };
    Some(&rest[..end])
}

#[test]
fn a_mate_is_printed_with_its_line_and_exits_with_0() {
    let (status, out, err) = run(tsume().args(["--mode", "shortest", MATE_IN_11]));
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("mate in 11: 2e1e 1f1e 3e2e "), "{out}");
    assert!(out.contains(" nodes, ") && out.ends_with(" s, verified)\n"), "{out}");
}

#[test]
fn json_has_the_promised_fields() {
    let (status, out, _) = run(tsume().args(["--json", "--mode", "shortest", MATE_IN_1]));
    assert_eq!(status, 0);
    assert_eq!(out.lines().count(), 1);
    assert_eq!(field(&out, "sfen"), Some(&*format!("\"{MATE_IN_1}\"")));
    assert_eq!(field(&out, "result"), Some("\"mate\""));
    assert_eq!(field(&out, "length"), Some("1"));
    assert_eq!(field(&out, "exact"), Some("true"));
    assert_eq!(field(&out, "pv"), Some("[\"3b2a\"]"));
    assert_eq!(field(&out, "verified"), Some("true"));
    assert_eq!(field(&out, "stop"), Some("\"solved\""));
    assert!(field(&out, "nodes").unwrap().parse::<u64>().unwrap() > 0);
    assert!(field(&out, "seconds").unwrap().parse::<f64>().unwrap() >= 0.0);
    assert_eq!(field(&out, "error"), None);
}

#[test]
fn a_mate_whose_line_the_budget_cuts_off_keeps_its_length() {
    let (status, out, _) = run(tsume().args(["--json", "--nodes", "1", MATE_IN_1]));
    assert_eq!((status, field(&out, "result")), (0, Some("\"mate\"")));
    assert_eq!((field(&out, "length"), field(&out, "pv")), (Some("1"), Some("[]")));
    let (_, out, _) = run(tsume().args(["--nodes", "1", MATE_IN_1]));
    assert!(out.starts_with("mate in 1 or less (1 nodes, "), "{out}");
}

#[test]
fn no_mate_exits_with_1_and_undecided_with_2() {
    let (status, out, _) = run(tsume().args(["--json", NO_MATE]));
    assert_eq!((status, field(&out, "result")), (1, Some("\"nomate\"")));
    assert_eq!((field(&out, "verified"), field(&out, "pv")), (Some("true"), None));

    let (status, out, _) = run(tsume().args(["--json", "--nodes", "100", HARD]));
    assert_eq!((status, field(&out, "result")), (2, Some("\"unknown\"")));
    assert_eq!((field(&out, "stop"), field(&out, "nodes")), (Some("\"nodes\""), Some("100")));

    let (status, out, _) = run(tsume().args(["--json", "--time", "0.01", HARD]));
    assert_eq!((status, field(&out, "stop")), (2, Some("\"time\"")));
}

#[test]
fn bad_positions_exit_with_64_and_name_the_field() {
    for (sfen, name) in [
        ("9/9/9 b - 1", "board, byte 5: "),
        ("4k4/9/9/9/9/9/9/9/9 x - 1", "side to move, byte 20: "),
        ("4k4/9/9/9/9/9/9/9/9 b 3K 1", "hand, byte 23: "),
        ("4k4/9/9/9/9/9/9/9/9 b - 0", "move number, byte 24: "),
        ("9/9/9/9/9/9/9/9/4K4 b G 1", "board: the side to be mated has no king"),
        ("4k4/4G4/9/9/9/9/9/9/9 b - 1", "side to move, byte 22: "),
    ] {
        let (status, out, err) = run(tsume().args(["--json", sfen]));
        assert_eq!(status, 64, "{sfen}");
        assert_eq!(field(&out, "result"), Some("\"error\""), "{sfen}");
        assert!(field(&out, "error").unwrap()[1..].starts_with(name), "{out}");
        assert!(err.contains(name), "{err}");
    }
}

#[test]
fn bad_options_exit_with_64_and_say_what_is_wrong() {
    for (words, part) in [
        (&["--mem"][..], "--mem needs a value"),
        (&["--mem", "0"], "--mem"),
        (&["--mem", "x"], "--mem"),
        (&["--mem", "99999999999999999999"], "--mem"),
        (&["--nodes", "-1"], "--nodes"),
        (&["--time", "soon"], "--time"),
        (&["--time", "-1"], "--time"),
        (&["--mode", "best"], "--mode"),
        (&["--frobnicate"], "--frobnicate"),
        (&["no/such/file.tsv"], "cannot open no/such/file.tsv (No such file or directory)"),
        (&["no such file.tsv"], "cannot open no such file.tsv (No such file or directory)"),
        (&["9/9/9"], "cannot open 9/9/9 (No such file or directory)"),
        (&[""], "the position is empty"),
        (&[" \t "], "the position is empty"),
        (&["--futile"], "--futile needs a value"),
        (&["--futile", "wide"], "--futile"),
    ] {
        let (status, out, err) = run(tsume().args(words));
        assert_eq!((status, out.as_str()), (64, ""), "{words:?}");
        assert!(err.contains(part), "{words:?}: {err}");
    }
}

#[test]
fn lines_are_answered_in_order_and_text_after_a_tab_is_ignored() {
    let input = format!(
        "# a comment\n{MATE_IN_1}\tsuperhard\n\n{NO_MATE}\r\nnonsense\n  {MATE_IN_11}  \nsfen {MATE_IN_1}"
    );
    let expected = ["mate", "nomate", "error", "mate", "mate"];
    let check = |(status, out, _): (i32, String, String)| {
        assert_eq!(status, 64);
        let results: Vec<_> = out.lines().map(|line| field(line, "result").unwrap()).collect();
        assert_eq!(results, expected.map(|result| format!("\"{result}\"")));
        assert_eq!(field(out.lines().next().unwrap(), "sfen"), Some(&*format!("\"{MATE_IN_1}\"")));
    };
    check(run_with_input(tsume().arg("--json"), &input));
    check(run_with_input(tsume().args(["--json", "-"]), &input));
    let file = common::scratch("tsume_example").join("problems.tsv");
    std::fs::write(&file, &input).unwrap();
    check(run(tsume().arg("--json").arg(&file)));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let (status, out, _) = run_with_input(tsume().arg("--json"), &format!("\u{feff}{MATE_IN_1}\n"));
    assert_eq!((status, field(&out, "sfen")), (0, Some(&*format!("\"{MATE_IN_1}\""))));
}

#[test]
fn a_zero_byte_does_not_end_a_line() {
    let (status, out, _) = run_with_input(tsume().arg("--json"), &format!("{MATE_IN_1}\0 x\n"));
    assert_eq!((status, field(&out, "result")), (64, Some("\"error\"")));
    assert_eq!(field(&out, "error"), Some("\"a zero byte, byte 42\""));
}

#[test]
fn the_length_without_futile_interpositions_is_printed_where_it_is_asked_for() {
    let problem = "1k7/5+R3/1N7/9/+B8/2+B1G4/9/9/9 b Pg 1";
    for (rule, length) in [("narrow", "3"), ("x", "3"), ("xy", "1")] {
        let options = ["--json", "--mode", "shortest", "--futile", rule, problem];
        let (status, out, _) = run(tsume().args(options));
        assert_eq!((status, field(&out, "length")), (0, Some("3")));
        assert_eq!(field(&out, "length_without_futile"), Some(length), "{rule}");
        assert_eq!(field(&out, "length_without_futile_exact"), Some("true"));
        assert_eq!(field(&out, "verified"), Some("true"));
    }
    let (_, out, _) = run(tsume().args(["--json", problem]));
    assert_eq!(field(&out, "length_without_futile"), Some("null"));
    let (_, out, _) = run(tsume().args(["--mode", "shortest", "--futile", "xy", problem]));
    assert!(out.starts_with("mate in 3 (1 without futile ones): "), "{out}");
}

#[test]
fn an_sfen_may_come_as_separate_words() {
    let (status, out, _) = run(tsume().arg("--json").args(MATE_IN_1.split(' ')));
    assert_eq!((status, field(&out, "length")), (0, Some("1")));
}

#[test]
fn output_is_json_whatever_the_input_holds() {
    let (_, out, _) = run_with_input(tsume().arg("--json"), "9/9\u{1}\"\\/歩 b - 1\n");
    assert_eq!(
        out.split_once(",\"result\"").unwrap().0,
        "{\"sfen\":\"9/9\\u0001\\\"\\\\/歩 b - 1\""
    );
}
