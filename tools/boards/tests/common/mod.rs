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
    run_with(command, &[])
}

/// The same with variables of its own.
pub fn run_with(command: &mut Command, variables: &[(&str, &str)]) -> String {
    // Nothing that cargo sets for this test may reach the cargo that builds for boards.
    for name in ["CARGO", "RUSTC", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
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

/// Whether the compilers and emulators for boards are there. A test that goes without says so, and
/// fails where YOMIKIRI_BOARDS is 1.
pub fn has_cross_tools() -> bool {
    let programs = [
        "qemu-system-arm",
        "qemu-system-riscv32",
        "arm-none-eabi-gcc",
        "riscv64-unknown-elf-gcc",
        "make",
    ];
    let mut missing: Vec<_> = programs
        .into_iter()
        .filter(|program| Command::new(program).arg("--version").output().is_err())
        .collect();
    if !BOARD_TARGETS.iter().all(|target| has_core(target)) {
        missing.push("Rust's core library for boards");
    }
    are_there(&missing)
}

/// The targets of the firmware.
const BOARD_TARGETS: [&str; 4] = [
    "thumbv6m-none-eabi",
    "thumbv7m-none-eabi",
    "thumbv7em-none-eabihf",
    "riscv32imac-unknown-none-elf",
];

/// Whether the script finds the core library for a target: built, or Debian's source.
fn has_core(target: &str) -> bool {
    let sysroot = run(Command::new("rustc").args(["--print", "sysroot"]));
    Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("lib").is_dir()
        || Path::new(DEBIAN_CORE).exists() && Path::new(DEBIAN_CARGO).exists()
}

/// The core library's source of Debian's packages.
const DEBIAN_CORE: &str = "/usr/lib/rustlib/src/rust/library/core/Cargo.toml";

/// Debian's cargo.
pub const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// Whether the core library's source is there, from which any target's is built.
pub fn has_core_source() -> bool {
    let there = [DEBIAN_CORE, DEBIAN_CARGO].iter().all(|path| Path::new(path).exists());
    are_there(if there { &[] } else { &["Debian's rust-web-src and cargo-web"] })
}

/// Whether nothing is missing.
fn are_there(missing: &[&str]) -> bool {
    if !missing.is_empty() {
        let strict = std::env::var_os("YOMIKIRI_BOARDS").is_some_and(|value| value == "1");
        assert!(!strict, "YOMIKIRI_BOARDS is 1, and not installed: {missing:?}");
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
