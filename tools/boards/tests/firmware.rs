//! The firmware in QEMU: what it prints is what the same program prints on this PC, mate problems
//! are solved in 32 KiB of RAM, and no call takes more stack than the call graph says.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use yomikiri_boards::{ObjectFile, check};

/// Runs everything by the one command that users run; nothing where a tool is missing.
fn firmware() -> Option<&'static PathBuf> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            if !common::has_cross_tools() {
                return None;
            }
            let examples = common::root().join("ffi-examples");
            common::run(
                Command::new("make")
                    .arg("-C")
                    .arg(&examples)
                    .args(["firmware-test", "firmware-measure"]),
            );
            Some(examples.join("build/firmware"))
        })
        .as_ref()
}

fn text(board: &str, program: &str) -> Option<String> {
    let path = firmware()?.join(board).join(program).with_extension("txt");
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
}

/// Instructions for one unit of what the line of `measure` counts.
fn instructions(board: &str, what: &str) -> Option<f64> {
    let text = text(board, "measure")?;
    let line = text.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(": "));
    let (count, sum) = line.unwrap_or_else(|| panic!("{what}: {text}")).split_once(" in ").unwrap();
    Some(sum.parse::<f64>().unwrap() / count.parse::<f64>().unwrap())
}

#[test]
fn every_board_prints_what_the_pc_prints() {
    let Some(expected) = text("pc", "firmware") else { return };
    let own = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = own(&expected);
    for line in ["win in 3,", "win in 5,", "win in 7,", "cancelled and resumed: win in 7,"] {
        assert!(expected.iter().any(|text| text.contains(line)), "{line}: {expected:?}");
    }
    for board in ["microbit", "an385", "an386", "virt"] {
        let text = text(board, "firmware").unwrap();
        assert_eq!(own(&text), expected, "{board}");
        let cancels = text.lines().find_map(|line| line.strip_prefix("# cancelled ")).unwrap();
        let cancels: u32 = cancels.trim_end_matches(" times").parse().unwrap();
        assert!(cancels > 10, "{board}: {cancels}");
    }
}

/// The same text as on the PC is a part of the command that runs the firmware; the settings that a
/// whole library takes and this archive must not are the board's own.
#[test]
fn an_archive_with_the_least_of_code_answers_as_the_whole_library_and_refuses_the_rest() {
    let Some(text) = text("tiny", "least") else { return };
    for line in ["df-pn: win in 5, ", "df-pn: no win, ", "alpha-beta: score 999995, "] {
        assert!(text.lines().any(|text| text.starts_with(line)), "{line}: {text}");
    }
    assert!(text.contains("# refused: 13\n"), "{text}");
    let pc = self::text("pc", "least").unwrap();
    assert!(pc.contains("# refused: 0\n"), "{pc}");
}

#[test]
fn two_archives_with_other_features_work_in_one_image() {
    let Some(text) = text("an385", "firmware") else { return };
    let line = text.lines().find(|line| line.starts_with("# second archive: "));
    // YOMI_FEATURE_DFPN alone, and the search of the first archive, node for node.
    assert!(line.is_some_and(|line| line.starts_with("# second archive: features 1,")), "{text}");
    let nodes = line.unwrap().rsplit(' ').next().unwrap();
    assert!(text.contains(&format!("host game: win in 5, nodes {nodes},")), "{text}");
}

#[test]
fn a_cortex_m0_solves_the_mate_problems_in_32_kib_of_ram() {
    let Some(text) = text("m0", "suite") else { return };
    // By length: how many there are, and how many are mates of proven length.
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let entry: &mut (u32, u32) = counts.entry(words[1]).or_default();
        entry.0 += 1;
        entry.1 += u32::from(words[2] == "mate");
    }
    println!("{counts:?}");
    assert_eq!(counts["3"], (271, 271));
    assert_eq!(counts["5"], (147, 147));
    assert_eq!(counts["7"].0, 105);
    assert!(counts["7"].1 * 10 >= 105 * 9, "{counts:?}");
}

#[test]
fn painted_stacks_stay_within_what_the_call_graph_says() {
    // What a callback of the host takes below the library, and the measuring itself.
    const OWN: u64 = 16;
    const CALLBACK: u64 = 64;
    for (board, kind) in [
        ("microbit", "thumbv6m-none-eabi-s"),
        ("an385", "thumbv7m-none-eabi-s"),
        ("an386", "thumbv7em-none-eabihf-3"),
        ("virt", "riscv32imac-unknown-none-elf-s"),
    ] {
        let Some(text) = text(board, "firmware") else { return };
        let archive = firmware().unwrap().join(kind).join("libyomikiri.sizes.a");
        let object = ObjectFile::read(&std::fs::read(archive).unwrap()).unwrap();
        let checks = check(&object);
        assert_eq!(checks.faults, [""; 0], "{board}");
        let mut seen = 0;
        for line in text.lines() {
            let Some(rest) = line.strip_prefix("# stack ") else { continue };
            let (name, painted) = rest.split_once(' ').unwrap();
            let painted: u64 = painted.parse().unwrap();
            let bound = checks.stacks[name];
            let callback = if name.starts_with("yomi_dfpn") { CALLBACK } else { 0 };
            println!("{board} {name}: {painted} of {bound}");
            assert!(painted <= bound + OWN + callback, "{board} {name}: {painted} > {bound}");
            // The searches go where their stack is deepest.
            if name.ends_with("_step") || name.ends_with("_solve") {
                assert!(painted * 3 >= bound * 2, "{board} {name}: {painted} of {bound}");
            }
            seen += 1;
        }
        assert!(seen >= 10, "{board}: {text}");
    }
}

#[test]
fn moves_of_shogi_take_no_more_instructions_on_a_cortex_m4_than_promised() {
    for (what, bound) in [
        ("count start", 2_400.0),
        ("count matsuri", 2_300.0),
        ("walk start", 600.0),
        ("walk matsuri", 450.0),
    ] {
        let Some(taken) = instructions("an386", what) else { return };
        println!("{what}: {taken:.1} of {bound}");
        assert!(taken <= bound, "{what}: {taken}");
    }
}

/// The table of docs/MEMORY.md.
#[test]
fn instructions_are_as_documented() {
    let mut lines = vec![
        "| | Cortex-M0, `-Os`, compact | Cortex-M4, `-O3` | RISC-V, `-Os`, compact |".to_owned(),
        "|---|---:|---:|---:|".to_owned(),
    ];
    for (what, name) in [
        ("count start", "shogi: legal moves of the start, counted"),
        ("count matsuri", "shogi: legal moves of a rich position, counted"),
        ("walk start", "shogi: a move of perft 3 from the start, played and taken back"),
        ("walk matsuri", "shogi: a move of perft 2 from a rich position"),
        ("mate solver", "mate solver: a node"),
        ("df-pn, host game", "df-pn: a node of tic-tac-toe by callbacks"),
        ("alpha-beta, host game", "alpha-beta: a node of tic-tac-toe by callbacks"),
    ] {
        let mut line = format!("| {name} |");
        for board in ["microbit", "an386", "virt"] {
            let Some(taken) = instructions(board, what) else { return };
            line += &format!(" {taken:.0} |");
        }
        lines.push(line);
    }
    common::check_block("instructions", &(lines.join("\n") + "\n"));
}
