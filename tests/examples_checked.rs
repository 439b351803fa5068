//! Every example for a PC under the address and undefined-behaviour sanitizers, and under valgrind,
//! which sees what the library itself reads and writes.

mod common;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MATE: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

/// What an example is asked, and a word of its answer.
struct Run {
    name: &'static str,
    arguments: &'static [&'static str],
    input: String,
    answer: &'static str,
}

fn runs() -> Vec<Run> {
    let positions = common::root().join("ffi-examples/own-engine/positions.txt");
    let positions = std::fs::read_to_string(positions).unwrap();
    let few: Vec<&str> = positions.lines().take(4).collect();
    let run = |name, arguments, input: &str, answer| Run {
        name,
        arguments,
        input: input.to_owned(),
        answer,
    };
    let usi = format!(
        "usi\nsetoption name USI_Hash value 16\nisready\nusinewgame\nposition sfen {MATE}\n\
         go mate 60000\nposition startpos moves 7g7f\ngo btime 0 wtime 0 byoyomi 100\nquit\n"
    );
    vec![
        run("hello", &[], "", ""),
        run("dfpn-sketch", &["7k1/9/8S/9/5R2L/9/9/9/9 b r2b4g3s4n3l18p 1", "4"], "", ""),
        run("tsume", &["--mode", "shortest", "--mem", "4", "--json", MATE], "", "\"mate\""),
        run(
            "tsume",
            &["--nodes", "2000", "--mem", "4", "-"],
            "no position\n4k4/9/9/9/9/9/9/9/9 b G 1\n",
            "",
        ),
        run("connect-four", &["--mem", "4", "--nodes", "20000", "444444"], "", ""),
        run("connect-four", &["99"], "", ""),
        run("dobutsu-checkstate", &["--table", "no-such-file"], "", ""),
        run("dobutsu-checkstate", &["--table", "Cargo.toml"], "+\n", ""),
        run("own-engine", &[], &few.join("\n"), ""),
        run("usi-engine", &[], &usi, "usiok"),
    ]
}

/// Builds all examples with such flags.
fn build(kind: &str, flags: &str) -> PathBuf {
    let directory = common::scratch("examples_checked").join(kind);
    std::fs::create_dir_all(&directory).unwrap();
    common::run(
        Command::new("make")
            .arg("-C")
            .arg(common::root().join("ffi-examples"))
            .arg("all")
            .arg(format!("BUILD={}", directory.display()))
            .arg(format!("CFLAGS={flags}"))
            .arg(format!("CXXFLAGS={flags}")),
    );
    directory
}

fn check(mut command: Command, run: &Run) {
    command.args(run.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = run.input.clone();
    // A program that ends early closes its input: that is its right.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let (said, complaints) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // 98 and 99 are what the sanitizers and valgrind are told to answer; a signal has no code.
    let code = output.status.code();
    assert!(code.is_some_and(|code| code < 98), "{}: {code:?}\n{said}\n{complaints}", run.name);
    assert!(!complaints.contains("runtime error"), "{}: {complaints}", run.name);
    assert!(said.contains(run.answer), "{}: {said}", run.name);
}

#[test]
fn every_example_is_checked() {
    let examples = common::root().join("ffi-examples");
    let built: BTreeSet<String> = std::fs::read_dir(examples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("build.mk").is_file())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let checked: BTreeSet<String> = runs().iter().map(|run| run.name.to_owned()).collect();
    let missing: Vec<_> = built.difference(&checked).collect();
    assert!(missing.is_empty(), "not checked: {missing:?}");
}

#[test]
fn examples_run_clean_under_the_address_and_undefined_behaviour_sanitizers() {
    let flags = "-g -O1 -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all";
    let directory = build("sanitized", flags);
    for run in runs() {
        let mut command = Command::new(directory.join(run.name));
        command
            .env("ASAN_OPTIONS", "exitcode=98:detect_leaks=1")
            .env("UBSAN_OPTIONS", "exitcode=98");
        check(command, &run);
    }
}

#[test]
fn examples_run_clean_under_valgrind() {
    if !common::is_installed("valgrind") {
        return;
    }
    let directory = build("plain", "-g -O1 -Wall -Wextra");
    for run in runs() {
        check(valgrind(&directory.join(run.name)), &run);
    }
}

fn valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--error-exitcode=99", "--leak-check=full", "--fair-sched=yes"])
        .arg(program);
    command
}
