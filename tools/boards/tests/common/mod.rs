//! Commands, and the generated parts of docs/MEMORY.md.
#![allow(dead_code)]

use std::path::Path;
use std::process::Command;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs a command to its end; it must succeed.
pub fn run(command: &mut Command) -> String {
    // Nothing that cargo sets for this test may reach the cargo that builds for boards.
    for name in ["CARGO", "RUSTC", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether the compilers and emulators for boards are there. A test that goes without says so.
pub fn has_cross_tools() -> bool {
    let programs = [
        "qemu-system-arm",
        "qemu-system-riscv32",
        "arm-none-eabi-gcc",
        "riscv64-unknown-elf-gcc",
        "make",
    ];
    let missing: Vec<_> = programs
        .into_iter()
        .filter(|program| Command::new(program).arg("--version").output().is_err())
        .collect();
    if !missing.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "not installed: {missing:?}");
        eprintln!("skipped: {missing:?} not installed");
    }
    missing.is_empty()
}

/// How much a number may grow before the document must be renewed on purpose.
const GROWTH: f64 = 1.02;

/// Compares a generated block of docs/MEMORY.md with the committed one, or writes it where
/// YOMIKIRI_UPDATE is set. Numbers may fall, and grow by 2 %; everything else must be equal.
pub fn check_block(name: &str, block: &str) {
    let path = root().join("docs/MEMORY.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (committed, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    let block = format!("\n{block}\n");
    if std::env::var_os("YOMIKIRI_UPDATE").is_some() {
        std::fs::write(&path, format!("{before}{begin}{block}{end}{after}")).unwrap();
        return;
    }
    if let Err(trouble) = compare(committed, &block) {
        panic!(
            "docs/MEMORY.md is out of date ({trouble}); if that is meant, run the test with \
             YOMIKIRI_UPDATE=1:\n{block}"
        );
    }
}

/// Says where two texts differ by more than is allowed.
pub fn compare(committed: &str, found: &str) -> Result<(), String> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (committed.split_whitespace().collect(), found.split_whitespace().collect());
    if old.len() != new.len() {
        return Err(format!("{} words, not {}", new.len(), old.len()));
    }
    for (old, new) in old.into_iter().zip(new) {
        match (number(old), number(new)) {
            (Some(before), Some(now)) if now <= before * GROWTH => {}
            _ if old == new => {}
            _ => return Err(format!("{new}, not {old}")),
        }
    }
    Ok(())
}

fn number(word: &str) -> Option<f64> {
    word.replace(',', "").parse().ok()
}
