//! The whole solution of Dobutsu shogi through the command: one build, and everything that is read
//! from it.
//!
//! The build takes about half a minute of one processor with optimisation and many minutes without,
//! so this runs in release mode only: `cargo test --release -p yomikiri-cli --test dobutsu`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `yomikiri dobutsu` with arguments.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.arg("dobutsu").args(arguments).output().expect("the command runs")
}

fn text(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of this test's own that goes away with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("dobutsu-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/dobutsu").join(name);
    std::fs::read_to_string(path).expect("the data of the tests")
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes many minutes without optimisation")]
fn the_solution_from_build_to_best_lines() {
    let folder = Folder::new();
    let (table, outcomes) = (folder.file("distance"), folder.file("outcome"));

    // Stopped in the middle, then to the end.
    let state = folder.file("state");
    let build = ["build", "--quiet", "--out", &table, "--checkpoint", &state];
    let first = text(&run(&[&build[..], &["--stop-before", "30"]].concat()));
    assert!(first.contains("stopped"), "{first}");
    assert!(!Path::new(&table).exists());
    let built = text(&run(&build));
    assert!(!Path::new(&state).exists());
    // Figures of independent programs.
    for line in [
        "legal positions: 128656283",
        "won 67590540, lost 57707893, drawn 3357850",
        "won by a try at once 11921639",
        "longest win 173 plies",
        "longest loss 172 plies",
        "start: loss 78; moves: +C4C3KI loses in 78 +B4C3LI loses in 78 +B3B2HI loses in 76 \
         +B4A3LI loses in 78",
    ] {
        assert!(built.contains(line), "{line} in {built}");
    }
    let size = std::fs::metadata(&table).expect("the table").len();
    assert!(size <= 66_000_000, "{size}");

    best_lines(&folder, &table);
    the_c_interface_agrees(&folder, &table);
    samples(&table);
    outcomes_and_damage(&folder, &table, &outcomes);

    // The committed moves of the second player are what the table gives.
    let player = folder.file("player");
    text(&run(&["player", "--table", &table, "--out", &player]));
    let committed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/dobutsu/second-player.bin");
    assert_eq!(std::fs::read(&player).ok(), std::fs::read(committed).ok());
}

/// checkState's text for the start is Tanaka's, byte for byte, from every way to name the start.
fn best_lines(folder: &Folder, table: &str) {
    let expected = data("checkstate-start.txt");
    assert_eq!(text(&run(&["checkState", "--table", table])), expected);
    let file = folder.file("start.txt");
    let start = "-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n+\n";
    std::fs::write(&file, start).expect("a file");
    for name in [file.as_str(), "gle/1c1/1C1/ELG b - 1", "S/gle/-c-/-C-/ELG/-"] {
        assert_eq!(text(&run(&["checkState", "--table", table, name])), expected);
    }
    let refused = run(&["checkState", "--table", table, "no such file"]);
    assert!(!refused.status.success());
}

/// The example in C++ prints what the command prints, from a table in memory and through a callback,
/// and the C interface knows every value.
fn the_c_interface_agrees(folder: &Folder, table: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = |command: &mut Command| {
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        text(&output)
    };
    done(Command::new("make").arg("-C").arg(root.join("ffi-examples")).arg("dobutsu-checkstate"));
    let build = root.join("ffi-examples/build");
    let example = |arguments: &[&str]| {
        let mut command = Command::new(build.join("dobutsu-checkstate"));
        done(command.args(["--table", table]).args(arguments))
    };
    let expected = data("checkstate-start.txt");
    assert_eq!(example(&[]), expected);
    assert_eq!(example(&["--read", "gle/1c1/1C1/ELG b - 1"]), expected);
    let mut draws = 0;
    for line in data("samples.tsv").lines() {
        let position = line.split('\t').next().expect("a position");
        for mode in ["shortest", "third", "first-move", "fewest-replies"] {
            let arguments = ["--draw", mode, position];
            let command = run(&[&["checkState", "--table", table][..], &arguments].concat());
            assert_eq!(example(&arguments), text(&command), "{position} {mode}");
            draws += usize::from(text(&command).contains("Repetition"));
        }
    }
    assert!(draws > 8, "{draws}");

    let program = folder.file("dobutsu_table");
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-o", &program]);
    compile.args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]);
    compile.arg("-I").arg(root.join("include")).arg(root.join("tests/c/dobutsu_table.c"));
    done(compile.arg(build.join("libyomikiri.a")));
    let values = root.join("tests/data/dobutsu/values.tsv");
    done(Command::new(&program).arg(table).arg(&values));
    let blocks = folder.file("distance-blocks");
    text(&run(&[
        "pack",
        "--quiet",
        "--table",
        table,
        "--out",
        &blocks,
        "--kind",
        "distance-blocks",
    ]));
    done(Command::new(&program).arg(&blocks).arg(&values));
}

/// The twenty positions: value, moves, best moves, lengths of the lines of draws.
fn samples(table: &str) {
    for line in data("samples.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[position, value, moves, best, first, third] = &fields[..] else {
            panic!("{line}");
        };
        let short = text(&run(&["checkState", "--table", table, "--short", position]));
        let words: Vec<&str> = short.split_whitespace().collect();
        assert_eq!(words[..2], [format!("{position}:"), value.to_owned()], "{short}");
        let full = text(&run(&["checkState", "--table", table, position]));
        let block = full.split("------------------\n").nth(1).expect("a block");
        let shown: Vec<Vec<&str>> = block
            .lines()
            .filter_map(|line| line.split_once(" : "))
            .filter(|(number, _)| number.parse::<u32>().is_ok())
            .map(|(_, rest)| rest.split(' ').collect())
            .collect();
        if moves != "-" {
            assert_eq!(shown.len().to_string(), moves, "{position}");
        }
        let chosen = block.lines().find_map(|line| line.strip_prefix("Move : ")).expect("a move");
        if best != "-" {
            let (name, after) = chosen.split_once(' ').expect("a value");
            assert!(best.split(',').any(|m| m == name), "{position}: {chosen}");
            // Of the best by Tanaka's count the first; all noted ones are at least as long lines.
            assert!(shown.iter().any(|m| m[..] == [name, after]), "{position}");
        }
        if first != "-" {
            assert_eq!(words[2], first, "{short}");
            assert_eq!(words.len() - 4, first.parse::<usize>().expect("a number"));
            let arguments =
                ["checkState", "--table", table, "--short", "--draw", "third", position];
            let long = text(&run(&arguments));
            assert_eq!(long.split_whitespace().nth(2), Some(third), "{long}");
        }
    }
}

/// A packed table of outcomes agrees, and a damaged byte is refused with its place.
fn outcomes_and_damage(folder: &Folder, table: &str, outcomes: &str) {
    text(&run(&["pack", "--quiet", "--table", table, "--out", outcomes, "--kind", "outcome"]));
    let size = std::fs::metadata(outcomes).expect("the table").len();
    assert!(size <= 13_200_000, "{size}");
    let positions: Vec<String> = data("samples.tsv")
        .lines()
        .map(|l| l.split('\t').next().unwrap_or("").to_owned())
        .collect();
    let ask = |table: &str| {
        let mut arguments = vec!["probe", "--moves", "--table", table];
        arguments.extend(positions.iter().map(String::as_str));
        text(&run(&arguments))
    };
    let words = |text: String| -> Vec<String> {
        let kept = |w: &&str| w.parse::<u32>().is_err();
        text.split_whitespace().filter(kept).map(str::to_owned).collect()
    };
    assert_eq!(words(ask(table)), words(ask(outcomes)));
    // Outcomes have no lines.
    assert!(!run(&["checkState", "--table", outcomes]).status.success());

    let damaged = folder.file("damaged");
    let mut bytes = std::fs::read(outcomes).expect("the table");
    let at = 5_000_000;
    bytes[at] ^= 1;
    std::fs::write(&damaged, &bytes).expect("a file");
    let checked = run(&["verify", "--checksums", "--table", &damaged]);
    assert_eq!(checked.status.code(), Some(1));
    let report = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(report.contains("block 76 is damaged (bytes 4982344 to 5047879)"), "{report}");
    std::fs::write(&damaged, &bytes[..at]).expect("a file");
    assert!(!run(&["verify", "--table", &damaged]).status.success());
}

#[test]
fn what_is_not_a_table_is_refused() {
    let refused = run(&["probe", "--table", env!("CARGO_MANIFEST_PATH")]);
    assert!(!refused.status.success());
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("not a table file"), "{error}");
    assert!(!run(&["probe", "--table", "no such file"]).status.success());
}
