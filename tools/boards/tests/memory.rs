//! Archives for boards: built for every target and feature set, checked, and measured against
//! docs/MEMORY.md.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use yomikiri::alphabeta::{Size, memory_bytes};
use yomikiri::dfpn::Config;
use yomikiri::table::{alphabeta, proof};
use yomikiri_boards::{Checks, ObjectFile, Sizes, check};

/// Target, size level, and what the level adds to the features.
const KINDS: [(&str, &str, &str); 4] = [
    ("thumbv6m-none-eabi", "z", "minimal"),
    ("thumbv6m-none-eabi", "s", "compact"),
    ("thumbv7em-none-eabihf", "3", ""),
    ("riscv32imac-unknown-none-elf", "s", "compact"),
];

/// A feature set, and the functions that a program of its kind calls.
struct Set {
    name: &'static str,
    features: &'static str,
    calls: &'static [&'static str],
}

const SETS: [Set; 4] = [
    Set {
        name: "df-pn, host game",
        features: "dfpn",
        calls: &[
            "yomi_dfpn_init",
            "yomi_dfpn_set_table",
            "yomi_dfpn_start",
            "yomi_dfpn_step",
            "yomi_dfpn_cancel",
            "yomi_dfpn_get_result",
            "yomi_dfpn_pv",
        ],
    },
    Set {
        name: "alpha-beta, host game",
        features: "alphabeta",
        calls: &[
            "yomi_alphabeta_init",
            "yomi_alphabeta_set_table",
            "yomi_alphabeta_start",
            "yomi_alphabeta_step",
            "yomi_alphabeta_cancel",
            "yomi_alphabeta_get_result",
            "yomi_alphabeta_pv",
        ],
    },
    Set {
        name: "Dobutsu shogi with both",
        features: "dfpn,alphabeta,dobutsu",
        calls: &[
            "yomi_dobutsu_init",
            "yomi_dobutsu_set_text",
            "yomi_dobutsu_format_move",
            "yomi_dobutsu_solver_init",
            "yomi_dobutsu_solver_set_table",
            "yomi_dobutsu_solver_set_position",
            "yomi_dobutsu_solver_start",
            "yomi_dobutsu_solver_step",
            "yomi_dobutsu_solver_cancel",
            "yomi_dobutsu_solver_get_result",
            "yomi_dobutsu_solver_pv",
            "yomi_dfpn_init",
            "yomi_dfpn_set_table",
            "yomi_dfpn_start",
            "yomi_dfpn_step",
            "yomi_dfpn_get_result",
            "yomi_alphabeta_init",
            "yomi_alphabeta_set_table",
            "yomi_alphabeta_start",
            "yomi_alphabeta_step",
            "yomi_alphabeta_get_result",
        ],
    },
    Set {
        name: "shogi, mate solver",
        features: "dfpn,shogi",
        calls: &[
            "yomi_tsume_init",
            "yomi_tsume_set_table",
            "yomi_tsume_set_sfen",
            "yomi_tsume_start",
            "yomi_tsume_step",
            "yomi_tsume_cancel",
            "yomi_tsume_get_result",
            "yomi_tsume_pv",
            "yomi_shogi_format_usi",
        ],
    },
];

impl Set {
    fn is_of_shogi(&self) -> bool {
        self.features.contains("shogi")
    }
}

/// One archive.
struct Built {
    target: &'static str,
    level: &'static str,
    /// What the level adds to the features.
    more: &'static str,
    set: &'static Set,
    sizes: Sizes,
    linked: Sizes,
    /// Code and constants that a linker keeps for the same calls, where the machine is the smallest.
    kept: Option<u64>,
    checks: Checks,
}

fn archives() -> Option<&'static [Built]> {
    static BUILT: OnceLock<Option<Vec<Built>>> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            if !common::has_cross_tools() {
                return None;
            }
            let mut built = Vec::new();
            for (target, level, more) in KINDS {
                // What the feature `minimal` leaves is not for shogi.
                for set in SETS.iter().filter(|set| more != "minimal" || !set.is_of_shogi()) {
                    built.push(build(target, level, more, set));
                }
            }
            Some(built)
        })
        .as_deref()
}

fn build(
    target: &'static str,
    level: &'static str,
    more: &'static str,
    set: &'static Set,
) -> Built {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board.a");
    let features = format!("{},{more}", set.features);
    common::run(
        script()
            .args(["--target", target, "--opt", level, "--features", &features, "--stack-sizes"])
            .arg("--out")
            .arg(&path),
    );
    let object = read(&path.with_extension("sizes.a"));
    let (linked, _) = object.linked(set.calls).unwrap();
    let kept = (target == KINDS[0].0).then(|| kept_by_the_linker(&path, set.calls));
    let (sizes, checks) = (object.sizes, check(&object));
    Built { target, level, more, set, sizes, linked, kept, checks }
}

/// Links a program of these calls from an archive, and adds up its code and constants.
fn kept_by_the_linker(archive: &Path, calls: &[&str]) -> u64 {
    let program = archive.with_extension("elf");
    let mut linker = Command::new("arm-none-eabi-ld");
    linker.args(["--gc-sections", "--unresolved-symbols=ignore-all", "--entry", calls[0]]);
    linker.args(calls.iter().map(|call| format!("--undefined={call}")));
    common::run(linker.arg("-o").arg(&program).arg(archive));
    let sizes = common::run(Command::new("arm-none-eabi-size").arg("-A").arg(&program));
    let of = |name: &str| -> u64 {
        let line = sizes.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.map_or(0, |line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
    };
    of(".text") + of(".rodata")
}

fn script() -> Command {
    Command::new(common::root().join("scripts/build-archive.sh"))
}

fn read(archive: &Path) -> ObjectFile {
    ObjectFile::read(&std::fs::read(archive).unwrap()).unwrap()
}

/// The compiler that the script takes.
fn compiler() -> String {
    let target = KINDS[0].0;
    let script = "command -v rustc >/dev/null && [ -d \"$(rustc --print sysroot)/lib/rustlib/$1/lib\" ] \
                  && rustc --version || /usr/bin/rustc --version";
    let text = common::run(Command::new("sh").args(["-c", script, "sh", target]));
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn archives_hold_no_panic_no_allocator_no_long_division_no_variable_and_no_recursion() {
    let Some(archives) = archives() else { return };
    for built in archives {
        let name = format!("{} -O{} {}", built.target, built.level, built.set.name);
        assert_eq!(built.checks.faults, [""; 0], "{name}");
        assert_eq!((built.sizes.data, built.sizes.bss), (0, 0), "{name}");
        assert!(built.checks.stacks.len() > 10, "{name}");
    }
}

#[test]
fn a_ply_takes_at_most_64_bytes_beside_its_moves() {
    let bytes = |plies, moves| Config { plies, moves }.bytes().unwrap() as f64;
    let ply = (bytes(1100, 100) - bytes(100, 100)) / 1000.0;
    assert!(ply <= 64.0, "{ply}");
}

/// Flash: everything, and what a program of the kind pays for.
#[test]
fn sizes_are_as_documented() {
    let Some(archives) = archives() else { return };
    let mut text = format!("With {}.\n\n", compiler());
    text += "| target | level | features | code | rodata | data | bss | linked |\n";
    text += "|---|---|---|---:|---:|---:|---:|---:|\n";
    for built in archives {
        let Built { target, level, more, set, sizes, linked, .. } = built;
        let comma = if more.is_empty() { "" } else { ", " };
        writeln!(
            text,
            "| {target} | `-O{level}` | {}{comma}{more} | {} | {} | {} | {} | {} |",
            set.name,
            sizes.code,
            sizes.rodata,
            sizes.data,
            sizes.bss,
            linked.code + linked.rodata
        )
        .unwrap();
    }
    common::check_block("sizes", &text);
}

/// The worst stack of every function: the greatest over the feature sets that have it.
#[test]
fn stacks_are_as_documented() {
    let Some(archives) = archives() else { return };
    let mut text = String::from("| function |");
    let mut columns = Vec::new();
    for (target, level, _) in KINDS {
        columns.push((target, level));
        write!(text, " {} `-O{level}` |", target.split('-').next().unwrap()).unwrap();
    }
    writeln!(text, "\n|---|{}", "---:|".repeat(columns.len())).unwrap();
    let mut rows: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for built in archives {
        let at = columns.iter().position(|&column| column == (built.target, built.level)).unwrap();
        for (name, &stack) in &built.checks.stacks {
            let row = rows.entry(name).or_insert_with(|| vec![0; columns.len()]);
            row[at] = row[at].max(stack);
        }
    }
    for (name, row) in rows {
        write!(text, "| `{name}` |").unwrap();
        for stack in row {
            write!(text, " {stack} |").unwrap();
        }
        text += "\n";
    }
    common::check_block("stacks", &text);
}

/// What a program may pay at most on the smallest machine, in bytes of code and constants.
const FLASH: [(&str, &str, u64); 7] = [
    ("minimal", "df-pn, host game", 8 * 1024),
    ("minimal", "alpha-beta, host game", 10 * 1024),
    ("minimal", "Dobutsu shogi with both", 24 * 1024),
    ("compact", "df-pn, host game", 9_800),
    ("compact", "alpha-beta, host game", 15_000),
    ("compact", "Dobutsu shogi with both", 30_300),
    ("compact", "shogi, mate solver", 45_100),
];

/// And what calls may take of the stack there: by the start of the name of a function.
const STACK: [(&str, u64); 7] = [
    ("yomi_futile_step", 2048),
    ("yomi_tsume_length_without_futile", 2048),
    ("yomi_dfpn_", 1024),
    ("yomi_alphabeta_", 1024),
    ("yomi_tsume_solve", 2048),
    ("yomi_tsume_step", 2048),
    ("yomi_tsume_verify", 2048),
];

#[test]
fn the_smallest_machine_has_room_for_every_feature_set() {
    let Some(archives) = archives() else { return };
    let mut seen = 0;
    for built in archives.iter().filter(|built| built.target == KINDS[0].0) {
        let linked = built.linked.code + built.linked.rodata;
        let &(more, name, most) = FLASH
            .iter()
            .find(|(more, name, _)| (*more, *name) == (built.more, built.set.name))
            .unwrap();
        println!("{name}, {more}: {linked} of {most} bytes of flash");
        assert!(linked <= most, "{name}, {more}: {linked} bytes of flash");
        for (name, &stack) in &built.checks.stacks {
            for (start, most) in STACK {
                if name.starts_with(start) {
                    assert!(stack <= most, "{name}: {stack} bytes of stack");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

/// The table's figure is read out of the object; a linker must come to the same, but for what it
/// puts between sections.
#[test]
fn a_linker_keeps_as_much_as_is_documented() {
    let Some(archives) = archives() else { return };
    let mut seen = 0;
    for built in archives {
        let Some(kept) = built.kept else { continue };
        let linked = built.linked.code + built.linked.rodata;
        assert!(kept.abs_diff(linked) * 100 <= linked, "{}: {kept}, {linked}", built.set.name);
        seen += 1;
    }
    assert_eq!(seen, FLASH.len());
}

/// RAM of the solvers.
#[test]
fn memory_of_the_solvers_is_as_documented() {
    let bytes = |plies, moves| Config { plies, moves }.bytes().unwrap();
    let ply = (bytes(1064, 100) - bytes(64, 100)).div_ceil(1000);
    let a_move = (bytes(64, 1100) - bytes(64, 100)).div_ceil(1000);
    let mut text =
        String::from("| solver | a ply | a move | a table entry |\n|---|---:|---:|---:|\n");
    writeln!(text, "| df-pn, mate solver | {ply} | {a_move} | {} |", proof::ENTRY_BYTES).unwrap();
    let bytes =
        |plies, moves| memory_bytes(&Size { plies, moves, history: 0, countermoves: 0 }).unwrap();
    let ply = (bytes(1064, 100) - bytes(64, 100)).div_ceil(1000);
    let a_move = (bytes(64, 1100) - bytes(64, 100)).div_ceil(1000);
    let entry = alphabeta::ENTRY_BYTES;
    writeln!(text, "| alpha-beta | {ply} | {a_move} | {entry} |").unwrap();
    common::check_block("memory", &text);
}

/// What a program pays that counts the legal moves of a position of shogi, SFEN included.
#[test]
fn the_generator_of_shogi_takes_no_more_flash_than_promised() {
    if !common::has_cross_tools() {
        return;
    }
    let measure = common::root().join("tools/boards/measure");
    for (target, level, features, bound) in [
        ("thumbv7em-none-eabihf", "3", "", 64 * 1024),
        ("thumbv6m-none-eabi", "s", "compact", 28 * 1024),
    ] {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("count-{level}.a"));
        common::run(
            script()
                .args(["--target", target, "--opt", level, "--features", features])
                .args(["--stack-sizes", "--names", "measure_", "--crate"])
                .arg(&measure)
                .arg("--out")
                .arg(&path),
        );
        let object = read(&path);
        let (sizes, _) = object.linked(&["measure_count"]).unwrap();
        let flash = sizes.code + sizes.rodata;
        println!("{target} -O{level}: {flash} of {bound}");
        assert!(flash <= bound, "{target} -O{level}: {flash} of {bound}");
        assert_eq!((sizes.data, sizes.bss), (0, 0), "{target}");
    }
}

/// One tool that reads what cargo made starts late here, when another run of cargo has ended.
#[test]
fn archives_that_are_made_at_the_same_time_keep_apart() {
    if !common::has_cross_tools() {
        return;
    }
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("together");
    std::fs::create_dir_all(&scratch).unwrap();
    for tool in ["ar", "ld", "nm", "objcopy"] {
        let path = scratch.join(format!("slow-{tool}"));
        let sleep = if tool == "nm" { "sleep 3\n" } else { "" };
        let text = format!("#!/bin/sh\n{sleep}exec arm-none-eabi-{tool} \"$@\"\n");
        std::fs::write(&path, text).unwrap();
        common::run(Command::new("chmod").arg("755").arg(&path));
    }
    let make = |features: &str| {
        let path = scratch.join(format!("{features}.a"));
        common::run(
            script()
                .args(["--target", "thumbv6m-none-eabi", "--opt", "s"])
                .args(["--features", &format!("{features},compact"), "--stack-sizes"])
                .env("BINUTILS", scratch.join("slow-"))
                .arg("--out")
                .arg(&path),
        );
        read(&path.with_extension("sizes.a")).names
    };
    // Built already, so that cargo is done at once.
    make("dfpn");
    make("alphabeta");
    let (alphabeta, dfpn) = std::thread::scope(|scope| {
        let dfpn = scope.spawn(|| make("dfpn"));
        (make("alphabeta"), dfpn.join().unwrap())
    });
    assert!(dfpn.contains("yomi_dfpn_step") && !dfpn.contains("yomi_alphabeta_step"));
    assert!(alphabeta.contains("yomi_alphabeta_step") && !alphabeta.contains("yomi_dfpn_step"));
}

#[test]
fn a_rise_of_more_than_two_per_cent_is_noticed() {
    assert_eq!(common::compare("| code | 1000 |", "| code | 1020 |"), Ok(()));
    assert_eq!(common::compare("| code | 1000 |", "| code | 10 |"), Ok(()));
    assert!(common::compare("| code | 1000 |", "| code | 1021 |").is_err());
    assert!(common::compare("| code | 0 |", "| code | 1 |").is_err());
    assert!(common::compare("| code | 1000 |", "| text | 1000 |").is_err());
    assert!(common::compare("| code | 1000 |", "| code |").is_err());
}
