//! Rules of the source text that no compiler checks: where `unsafe` may stand and how often, that
//! every block says why, that wrappers of a game pass on every hook, and that the seeded faults of
//! `scripts/mutations.py` still fit the sources.

use std::fs;
use std::path::Path;
use std::process::Command;

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((name(&root, &path), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.len() > 90, "{} files", found.len());
    found
}

fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/")
}

/// The lines of code with `unsafe {`, by number from 0; comments are no code.
fn blocks(text: &str) -> Vec<usize> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//") && line.contains("unsafe {"))
        .map(|(number, _)| number)
        .collect()
}

fn may_be_unsafe(name: &str) -> bool {
    name == "mem.rs" || name.starts_with("capi/")
}

#[test]
fn unsafe_code_stands_in_memory_and_the_c_interface_alone() {
    for (name, text) in sources() {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = code.filter(|line| {
            line.contains("unsafe ")
                || line.contains("unsafe(")
                || line.contains("allow(unsafe_code")
        });
        let count = words.count();
        assert!(count == 0 || may_be_unsafe(&name), "{name}: {count} lines with unsafe");
    }
}

/// A new block is a decision: the number of its file changes with it.
#[test]
fn every_file_has_exactly_the_unsafe_blocks_that_were_thought_about() {
    let counted: Vec<(String, usize)> = sources()
        .into_iter()
        .map(|(name, text)| (name, blocks(&text).len()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let counted: Vec<(&str, usize)> =
        counted.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(counted, BLOCKS);
}

/// Lines with `unsafe {`, by file.
const BLOCKS: [(&str, usize); 23] = [
    ("capi/alphabeta.rs", 14),
    ("capi/dfpn.rs", 16),
    ("capi/dobutsu.rs", 15),
    ("capi/dobutsu_lines.rs", 5),
    ("capi/dobutsu_player.rs", 5),
    ("capi/dobutsu_solver.rs", 16),
    ("capi/dobutsu_table.rs", 9),
    ("capi/futile.rs", 10),
    ("capi/host.rs", 19),
    ("capi/memory.rs", 21),
    ("capi/object.rs", 9),
    ("capi/othello.rs", 17),
    ("capi/othello_solver.rs", 17),
    ("capi/place.rs", 9),
    ("capi/proof.rs", 4),
    ("capi/search.rs", 20),
    ("capi/settings.rs", 4),
    ("capi/shogi.rs", 24),
    ("capi/shogi_play.rs", 4),
    ("capi/solver.rs", 26),
    ("capi/survey.rs", 5),
    ("capi/tsume.rs", 18),
    ("mem.rs", 9),
];

/// Every block of the C interface passes on what the header demands of the caller, or checks it;
/// the reason stands above it, at most nine lines away where one covers several blocks.
#[test]
fn every_unsafe_block_has_its_reason() {
    for (name, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        let covers_file = name == "capi/host.rs";
        for number in blocks(&text) {
            let above = &lines[number.saturating_sub(9)..number];
            let reason = above.iter().any(|line| line.contains("SAFETY"));
            assert!(reason || covers_file, "{name}:{}: no reason", number + 1);
        }
    }
}

#[test]
fn every_module_without_unsafe_code_forbids_it() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = lib.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let Some(module) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';'))
        else {
            continue;
        };
        if ["mem", "capi"].contains(&module) {
            continue;
        }
        let forbidden = lines[number.saturating_sub(2)..number].contains(&"#[forbid(unsafe_code)]");
        assert!(forbidden, "module {module} may hold unsafe code");
    }
}

/// The names of the functions of a trait or an implementation.
fn functions(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("    fn "))
        .map(|line| line.split('(').next().unwrap())
        .collect()
}

#[test]
fn wrappers_of_a_game_pass_on_every_hook() {
    let sources = sources();
    let text = |file: &str| &sources.iter().find(|(name, _)| name == file).unwrap().1;
    let game = text("game.rs");
    let declared = game.split("pub trait Game {").nth(1).unwrap().split("\n}\n").next().unwrap();
    let hooks = functions(declared);
    assert!(hooks.len() >= 27, "{}", hooks.len());
    for (file, start) in
        [("game.rs", "impl<T: Game + ?Sized> Game for &mut T {"), ("check.rs", "Game for Checked<")]
    {
        let wrapper = text(file).split(start).nth(1).unwrap().split("\n}\n").next().unwrap();
        let passed_on = functions(wrapper);
        for hook in &hooks {
            assert!(passed_on.contains(hook), "{file} does not pass on {hook}");
        }
    }
}

/// Where there is no Python the faults cannot be seeded either, and the test says so.
#[test]
fn every_seeded_fault_still_fits_the_sources() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/mutations.py");
    if !script.is_file() {
        return;
    }
    let Ok(output) = Command::new("python3").arg(script).arg("--check").output() else {
        eprintln!("skipped: python3 is not installed");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with("54 faults, 0 problems\n"), "{said}");
}
