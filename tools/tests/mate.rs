//! `yomikiri mate`: answers, order, resume, formats, errors, the progress bar.

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{data, is_installed, run, run_with_input, scratch, yomikiri};
use serde_json::Value;

const MATE_IN_1: &str = "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1";
const MATE_IN_11: &str = "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1";
const NO_MATE: &str = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";

fn mate() -> Command {
    yomikiri(&["mate", "--mem", "8"])
}

/// The positions of a file of known mates, with their lengths.
fn known(file: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(data(file)).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[1].to_owned(), fields[2].to_owned())
        })
        .collect()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn problems(count: usize) -> (String, Vec<(String, String)>) {
    let known: Vec<_> = known("tsume/short.tsv").into_iter().take(count).collect();
    let text = known.iter().map(|(_, sfen)| format!("{sfen}\n")).collect();
    (text, known)
}

#[test]
fn a_batch_is_answered_in_order_whatever_the_number_of_jobs() {
    let (text, known) = problems(400);
    let answer = |jobs: &str| {
        let mut command = mate();
        command.args(["--json", "--no-seconds", "--mode", "shortest", "-j", jobs]);
        let (status, out, err) = run_with_input(&mut command, text.as_bytes());
        assert_eq!((status, err.as_str()), (0, ""));
        out
    };
    let one = answer("1");
    let answers = lines(&one);
    assert_eq!(answers.len(), known.len());
    for (answer, (length, sfen)) in answers.iter().zip(&known) {
        assert_eq!(answer["sfen"], *sfen);
        assert_eq!(answer["length"].to_string(), *length, "{sfen}");
        assert_eq!((&answer["exact"], &answer["verified"]), (&true.into(), &true.into()));
    }
    assert_eq!(answer("3"), one);
}

#[test]
fn a_batch_that_was_killed_and_resumed_gives_the_same_file() {
    let folder = scratch("resume");
    let (text, _) = problems(60);
    let whole = folder.join("whole.jsonl");
    let options = ["--json", "--no-seconds", "-j", "2", "--output"];
    assert_eq!(run_with_input(mate().args(options).arg(&whole), text.as_bytes()).0, 0);
    let whole = std::fs::read_to_string(whole).unwrap();
    assert_eq!(whole.lines().count(), 60);

    // A run that is given half of its input and waits for more, until it is killed.
    let half = folder.join("half.jsonl");
    let mut child = mate().args(options).arg(&half).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let first: String = text.split_inclusive('\n').take(31).collect();
    stdin.write_all(first.as_bytes()).unwrap();
    let start = Instant::now();
    while std::fs::read_to_string(&half).unwrap_or_default().lines().count() < 30 {
        assert!(start.elapsed() < Duration::from_secs(120), "no answers");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
    // As if it had been killed in the middle of a line.
    let length = std::fs::metadata(&half).unwrap().len();
    std::fs::OpenOptions::new().write(true).open(&half).unwrap().set_len(length - 40).unwrap();

    let (status, out, err) =
        run_with_input(mate().args(options).arg(&half).arg("--resume"), text.as_bytes());
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    assert_eq!(std::fs::read_to_string(&half).unwrap(), whole);
    // Nothing is left to do, and nothing changes.
    run_with_input(mate().args(options).arg(&half).arg("--resume"), text.as_bytes());
    assert_eq!(std::fs::read_to_string(&half).unwrap(), whole);
}

#[test]
fn a_file_that_does_not_belong_to_the_batch_is_left_alone() {
    let folder = scratch("foreign");
    let file = folder.join("answers.jsonl");
    let (text, _) = problems(3);
    let options = ["--json", "--output"];
    assert_eq!(run_with_input(mate().args(options).arg(&file), text.as_bytes()).0, 0);
    let before = std::fs::read_to_string(&file).unwrap();

    let (status, _, err) = run_with_input(mate().args(options).arg(&file), text.as_bytes());
    assert_eq!(status, 64);
    assert!(err.contains("exists; --resume goes on with it"), "{err}");

    let others = format!("{MATE_IN_11}\n{text}");
    for (input, reason) in [
        (others.as_str(), "line 1 is the answer to another problem"),
        (text.split_inclusive('\n').next().unwrap(), "has more answers than there are problems"),
    ] {
        let (status, _, err) =
            run_with_input(mate().args(options).arg(&file).arg("--resume"), input.as_bytes());
        assert_eq!(status, 64);
        assert!(err.contains(reason), "{err}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn the_exit_status_is_that_of_the_worst_answer() {
    for (input, expected) in [
        (String::new(), 0),
        (format!("{MATE_IN_1}\n"), 0),
        (format!("{NO_MATE}\n{MATE_IN_1}\n"), 1),
        (format!("{NO_MATE}\nnonsense\n{MATE_IN_1}\n"), 64),
    ] {
        assert_eq!(run_with_input(&mut mate(), input.as_bytes()).0, expected, "{input}");
    }
    let undecided = run(mate().args(["--nodes", "2", MATE_IN_11]));
    assert_eq!(undecided.0, 2);
    assert!(undecided.1.starts_with("undecided (2 nodes, "), "{}", undecided.1);
}

#[test]
fn strange_bytes_are_answered_as_errors_and_disturb_nothing() {
    let mut input = b"\xef\xbb\xbf# a comment\n".to_vec();
    input.extend(MATE_IN_1.as_bytes());
    input.extend(b"\ttext\r\n\n8S/6S\0k b - 1\n\xff\xfe\n");
    input.extend(MATE_IN_1.as_bytes());
    let (status, out, _) = run_with_input(mate().arg("--json"), &input);
    assert_eq!(status, 64);
    let answers = lines(&out);
    let results: Vec<_> = answers.iter().map(|answer| answer["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["mate", "error", "error", "mate"]);
    assert_eq!(answers[1]["error"], "board, byte 5: unexpected character '\\x00'");
    assert_eq!(answers[2]["error"], "board, byte 0: a byte that is not ASCII");

    // The mark of UTF-8 right before a position.
    let input = format!("\u{feff}{MATE_IN_1}\n");
    assert_eq!(run_with_input(&mut mate(), input.as_bytes()).0, 0);
}

#[test]
fn arguments_that_mean_nothing_are_refused_with_a_reason() {
    let folder = scratch("refused");
    let folder_name = folder.display().to_string();
    for (words, reason) in [
        (&[""][..], "the position is blank"),
        (&["  "], "the position is blank"),
        (&["no/such/file"], "no/such/file: No such file"),
        (&[folder_name.as_str()], "is a directory"),
        (&["--mem", "0"], "--mem 0 is out of range"),
        (&["--mem", "99999999999999999"], "is out of range"),
        (&["--plies", "0", "x y"], "--plies must be from 1 to 4094"),
        (&["--time", "soon"], "not a number of seconds"),
        (&["--time", "-1"], "-1"),
        (&["-j", "0"], "0"),
        (&["--resume"], "--output"),
        (&["--at", "last"], "start, end or a number"),
        (&["--svg", "x.svg", "-"], "--svg draws one problem"),
    ] {
        let (status, out, err) = run(yomikiri(&["mate"]).args(words));
        assert_eq!((status, out.as_str()), (64, ""), "{words:?}");
        assert!(err.contains(reason), "{words:?}: {err}");
    }
}

const KIF: &str = "\
# a comment
手合割：詰将棋
後手の持駒：飛　角二　金四　銀三　桂四　香四　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ 銀v玉|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛
先手番
手数----指手---------消費時間--
   1 １三飛打     ( 0:00/00:00:00)
*a remark
   2 ２二玉(12)   ( 0:00/00:00:00)
   3 中断

変化：2手
   2 ２一玉(12)
";

const CSA: &str = "V2.2
'comment
N+somebody
P1 *  *  *  *  *  *  *  *  * 
P2 *  *  *  *  *  *  * +GI-OU
P3 *  *  *  *  *  *  *  *  * 
P4 *  *  *  *  *  *  *  * +FU
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  *  *  *  *  *  * 
P+00HI
P-00AL
+
+0013HI,T12
-1222OU
%CHUDAN
/
PI
+
+7776FU
-3334FU
+8822UM
-3122GI
%TORYO
";

const RECORD: &str = "9/7Sk/9/8P/9/9/9/9/9 b Rr2b4g3s4n4l17p 1";

#[test]
fn game_records_are_problems() {
    let folder = scratch("records");
    let kif = folder.join("a.kif");
    // Shift JIS, as most programs write it.
    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode(KIF);
    std::fs::write(&kif, &shift_jis).unwrap();
    let utf8 = folder.join("b.kifu");
    std::fs::write(&utf8, format!("\u{feff}{}", KIF.replace('\n', "\r\n"))).unwrap();
    let csa = folder.join("c.csa");
    std::fs::write(&csa, CSA).unwrap();

    let (status, out, err) = run(mate().args(["--json", "--no-verify"]).args([&kif, &utf8, &csa]));
    assert_eq!((status, err.as_str()), (1, ""));
    let answers = lines(&out);
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let sfens: Vec<_> = answers.iter().map(|answer| answer["sfen"].as_str().unwrap()).collect();
    assert_eq!(sfens, [RECORD, RECORD, RECORD, start]);
    assert!(answers[0]["source"].as_str().unwrap().ends_with("a.kif"));
    assert!(answers[2]["source"].as_str().unwrap().ends_with("c.csa:1"));

    let after = |plies: &str, file: &Path| {
        let (_, out, _) = run(mate().args(["--json", "--no-verify", "--at", plies]).arg(file));
        lines(&out)
    };
    let taken = "9/7k1/8R/8P/9/9/9/9/9 b r2b4g4s4n4l17p 1";
    assert_eq!(after("2", &kif)[0]["sfen"], taken);
    assert_eq!(after("end", &utf8)[0]["sfen"], taken);
    let end = after("end", &csa);
    assert_eq!(end[0]["sfen"], taken);
    assert_eq!(
        end[1]["sfen"],
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 1"
    );
    let far = after("9", &kif);
    assert_eq!(far[0]["error"], "--at 9: the record has 2 moves");
    assert_eq!(far[0]["result"], "error");

    let mut command = mate();
    command.args(["--json", "--no-verify", "--format", "kif", "-"]);
    let (_, out, _) = run_with_input(&mut command, &shift_jis);
    assert_eq!(lines(&out)[0]["sfen"], RECORD);
}

#[test]
fn a_broken_record_is_an_error_and_not_the_start_of_the_game() {
    let folder = scratch("broken");
    let broken = [
        ("a.kif", KIF.replace("| ・ ・ ・ ・ ・ ・ ・ 銀v玉|二\n", "")),
        ("b.kif", KIF.replace("銀v玉", "銀?玉")),
        ("c.kif", KIF.replace("後手の持駒：飛", "後手の持駒：x")),
        ("d.kif", KIF.replace("１三飛打", "１三")),
        ("e.kif", KIF.replace("２二玉(12)", "２二玉(99)")),
        ("f.csa", CSA.replace("+0013HI", "+0013XX")),
        ("g.csa", CSA.replace("-1222OU", "-1299OU")),
        ("h.csa", CSA.replace("P+00HI", "P+00OU")),
        ("k.csa", CSA.replace("-1222OU", "-1213OU")),
        ("i.csa", "nothing".to_owned()),
        ("j.csa", CSA.replace("P2", "PX")),
    ];
    for (name, text) in broken {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        let (status, out, err) = run(mate().args(["--json", "--at", "end"]).arg(&file));
        assert_eq!(status, 64, "{name}: {out}{err}");
        assert_eq!(lines(&out)[0]["result"], "error", "{name}: {out}");
    }
}

#[test]
fn usi_commands_are_positions() {
    let input = format!(
        "position startpos moves 7g7f 3c3d\nposition sfen {MATE_IN_1}\nsfen {MATE_IN_1}\n\
         position startpos moves 7g7e\nposition sfen {MATE_IN_1} moves\n"
    );
    let (_, out, _) = run_with_input(mate().args(["--json", "--nodes", "1000"]), input.as_bytes());
    let answers = lines(&out);
    assert_eq!(
        answers[0]["sfen"],
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"
    );
    assert_eq!((&answers[1]["sfen"], &answers[1]["length"]), (&MATE_IN_1.into(), &1.into()));
    assert_eq!(answers[2]["length"], 1);
    assert_eq!(answers[3]["error"], "move 1, 7g7e: illegal move");
    assert_eq!(answers[4]["length"], 1);
}

#[test]
fn a_solved_mate_is_drawn_with_its_line() {
    let file = scratch("svg").join("mate.svg");
    let (status, _, _) =
        run(mate().args(["--mode", "shortest", "--svg"]).arg(&file).arg(MATE_IN_11));
    assert_eq!(status, 0);
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">Mate in 11<"));
    assert!(svg.contains(">1 ▲１五飛(25)<") && svg.contains(">11 ▲２九金(28)<"), "{svg}");
    // Two boards: nine pieces and eight.
    assert_eq!(svg.matches("<g transform").count(), 7 + 6);
}

#[test]
fn progress_is_shown_on_a_terminal_and_not_in_a_pipe() {
    let (text, _) = problems(40);
    let folder = scratch("progress");
    let file = folder.join("problems");
    std::fs::write(&file, text).unwrap();
    let (_, out, err) = run(mate().arg(&file));
    assert_eq!((out.lines().count(), err.as_str()), (40, ""));
    if !is_installed("script") {
        return;
    }
    // script(1) gives the command a terminal; its standard output goes elsewhere.
    let command = format!(
        "{} mate --mem 8 {} > {}",
        env!("CARGO_BIN_EXE_yomikiri"),
        file.display(),
        folder.join("answers").display()
    );
    let (status, screen, _) = run(Command::new("script").args(["-qec", &command, "/dev/null"]));
    assert_eq!(status, 0);
    assert!(screen.contains("40/40") && screen.contains("40 problems, "), "{screen}");
}

#[test]
fn a_reader_that_goes_away_ends_the_batch_without_a_word() {
    let (text, _) = problems(400);
    let mut child =
        mate().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Another piece than the checking one captures an interposition and mates: the rules differ.
const FUTILE: &str = "1k7/5+R3/1N7/9/+B8/2+B1G4/9/9/9 b Pg 1";

#[test]
fn the_length_without_futile_interpositions_is_counted_by_the_rule_asked_for() {
    for (rule, length) in [("narrow", 3), ("x", 3), ("xy", 1)] {
        let mut command = mate();
        command.args(["--json", "--mode", "shortest", "--futile", rule, FUTILE]);
        let (status, out, _) = run(&mut command);
        let answer = &lines(&out)[0];
        assert_eq!((status, &answer["length"]), (0, &3.into()));
        assert_eq!(answer["length_without_futile"], length, "{rule}");
        assert_eq!(answer["length_without_futile_exact"], true);
        assert_eq!(answer["verified"], true);
    }
    let (_, out, _) = run(mate().args(["--json", FUTILE]));
    assert!(lines(&out)[0]["length_without_futile"].is_null());
    assert_eq!(run(mate().args(["--futile", "wide", FUTILE])).0, 64);
}

#[test]
fn other_first_moves_come_shortest_first_and_second_solutions_in_the_order_of_the_line() {
    let problem = "7k1/9/6+P2/9/9/9/9/9/9 b 2G 1";
    let mut command = mate();
    command.args(["--json", "--mode", "shortest", "--multipv", "3", "--yozume", problem]);
    let (_, out, _) = run(&mut command);
    let answer = &lines(&out)[0];
    let first = answer["first_moves"].as_array().unwrap();
    assert_eq!(first.len(), 2);
    assert_eq!((&first[0]["move"], &first[0]["length"]), (&"G*1a".into(), &3.into()));
    assert_eq!(first[0]["pv"], serde_json::json!(["G*1a", "2a1a", "G*2b"]));
    assert_eq!(first[1]["length"], 5);
    let second = answer["second_solutions"].as_array().unwrap();
    assert_eq!(second.len(), 4);
    assert!(second.iter().all(|beside| beside["kind"] == "second" && beside["ply"] == 0));
    assert_eq!(answer["verified"], true);
}

#[test]
fn threads_find_the_same_shortest_mates() {
    let (text, known) = problems(20);
    let mut command = mate();
    command.args(["--json", "--threads", "3", "--mode", "shortest"]);
    let (status, out, _) = run_with_input(&mut command, text.as_bytes());
    assert_eq!(status, 0);
    for (answer, (length, sfen)) in lines(&out).iter().zip(&known) {
        assert_eq!(answer["length"].to_string(), *length, "{sfen}");
        assert_eq!((&answer["exact"], &answer["verified"]), (&true.into(), &true.into()));
    }
    assert_eq!(run(mate().args(["--threads", "0", MATE_IN_1])).0, 64);
}
