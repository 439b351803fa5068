//! Upper bounds on the instructions that move generation takes, counted by valgrind: unlike times
//! they do not depend on what else the machine does. They hold for baseline x86-64; elsewhere, and
//! where valgrind is not installed, the test says so and ends.

use std::path::PathBuf;
use std::process::Command;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// Builds the measuring example with the release profile, for the baseline processor.
fn build() -> PathBuf {
    let root = env!("CARGO_MANIFEST_DIR");
    let target = PathBuf::from(root).join("target");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--example", "shogi_perft"])
        .arg("--target-dir")
        .arg(&target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(root)
        .status()
        .expect("cargo runs");
    assert!(status.success());
    target.join("release").join("examples").join("shogi_perft")
}

/// Instructions of a run of the example, and the number it printed.
fn measure(program: &PathBuf, number: &str, mode: &str, what: &str) -> (u64, u64) {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([number, mode, what])
        .output()
        .expect("valgrind runs");
    let log = String::from_utf8_lossy(&output.stderr);
    let instructions = log
        .lines()
        .find_map(|line| line.split("Collected :").nth(1))
        .and_then(|rest| rest.trim().parse().ok())
        .unwrap_or_else(|| panic!("{log}"));
    let printed = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    (instructions, printed)
}

/// The measuring example, where instructions can be counted and the bounds hold.
fn program() -> Option<PathBuf> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux"))
        || cfg!(any(feature = "words27", feature = "compact"))
    {
        eprintln!("skipped: the bounds are for the 64-bit layout on x86-64 Linux");
        return None;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("skipped: valgrind is not installed");
        return None;
    }
    Some(build())
}

#[test]
fn perft_takes_no_more_instructions_a_leaf_than_promised() {
    let Some(program) = program() else { return };
    for (name, sfen, depth, mode, leaves, bound) in [
        ("start", START, "4", "bulk", 719_731, 51),
        ("start", START, "4", "no-bulk", 719_731, 204),
        ("matsuri", MATSURI, "3", "bulk", 4_809_015, 10),
        ("matsuri", MATSURI, "3", "no-bulk", 4_809_015, 109),
    ] {
        let (instructions, counted) = measure(&program, depth, mode, sfen);
        assert_eq!(counted, leaves, "{name} {mode}");
        println!(
            "{name} depth {depth} {mode}: {:.2} instructions a leaf, at most {bound}",
            instructions as f64 / leaves as f64
        );
        assert!(
            instructions <= bound * leaves,
            "{name} depth {depth} {mode}: {instructions} instructions for {leaves} leaves"
        );
    }
}

/// A list of all moves and one of the checking moves, on 100 positions of random play.
#[test]
fn lists_take_no_more_instructions_a_position_than_promised() {
    let Some(program) = program() else { return };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/shogi-random-checks.tsv");
    for (mode, moves, bound) in
        [("list", 7_471, 1_900), ("checks", 397, 920), ("count-checks", 397, 868)]
    {
        // The difference is ten rounds of 100 positions, without reading the file.
        let (short, once) = measure(&program, "1", mode, file);
        let (long, often) = measure(&program, "11", mode, file);
        assert_eq!((once, often), (moves, 11 * moves), "{mode}");
        let each = (long - short) as f64 / 1000.0;
        println!("{mode}: {each:.1} instructions a position, at most {bound}");
        assert!(each <= f64::from(bound), "{mode}: {each} instructions a position");
    }
}
