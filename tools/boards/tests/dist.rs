//! The bundles for boards: every file in its place, versions filled in, checksums right.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn files(at: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, root, found);
        } else {
            found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
}

fn script() -> Command {
    Command::new(common::root().join("scripts/dist.sh"))
}

#[test]
fn bundles_hold_every_file_in_its_place() {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dist");
    std::fs::create_dir_all(&scratch).unwrap();
    let mut command = script();
    command.arg("--out").arg(scratch.join("out"));
    for name in ["cortex-m0plus", "cortex-m4f", "riscv32imac"] {
        // Packing looks into no archive.
        let archive = scratch.join(format!("{name}.a"));
        std::fs::write(&archive, format!("archive of {name}")).unwrap();
        command.arg(format!("{name}={}", archive.display()));
    }
    common::run(&mut command);
    let out = scratch.join("out");
    let mut found = BTreeSet::new();
    files(&out, &out, &mut found);
    let version = env!("CARGO_PKG_VERSION");
    for file in [
        format!("yomikiri-{version}/include/yomikiri.h"),
        format!("yomikiri-{version}/include/yomikiri.hpp"),
        format!("yomikiri-{version}/lib/cortex-m0plus/libyomikiri.a"),
        format!("yomikiri-{version}/lib/cortex-m4f/libyomikiri.a"),
        format!("yomikiri-{version}/lib/riscv32imac/libyomikiri.a"),
        format!("yomikiri-{version}/MEMORY.md"),
        format!("yomikiri-{version}/LICENSE-MIT"),
        "arduino/library.properties".into(),
        "arduino/src/yomikiri.h".into(),
        "arduino/src/cortex-m0plus/libyomikiri.a".into(),
        "arduino/src/cortex-m4/fpv4-sp-d16-hard/libyomikiri.a".into(),
        "arduino/examples/mate/mate.ino".into(),
        "platformio/library.json".into(),
        "platformio/link.py".into(),
        "platformio/include/yomikiri.h".into(),
        "platformio/lib/cortex-m4f/libyomikiri.a".into(),
        "zephyr/zephyr/module.yml".into(),
        "zephyr/CMakeLists.txt".into(),
        "zephyr/Kconfig".into(),
        "zephyr/lib/riscv32imac/libyomikiri.a".into(),
        "esp-idf/CMakeLists.txt".into(),
        "esp-idf/idf_component.yml".into(),
        "esp-idf/lib/libyomikiri.a".into(),
        "SHA256SUMS".into(),
    ] {
        assert!(found.contains(&file), "{file} is not in {found:#?}");
    }
    for file in ["arduino/library.properties", "platformio/library.json", "zephyr/Kconfig"] {
        let text = std::fs::read_to_string(out.join(file)).unwrap();
        assert!(text.contains(version) && !text.contains('@'), "{file}: {text}");
        assert!(text.to_lowercase().contains("untested"), "{file}: {text}");
    }
    common::run(
        Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&out),
    );
    let sums = std::fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    assert_eq!(sums.lines().count() + 1, found.len());
    let archive = std::fs::read_to_string(out.join("esp-idf/lib/libyomikiri.a")).unwrap();
    assert_eq!(archive, "archive of riscv32imac");
}

#[test]
fn unknown_boards_and_missing_archives_are_refused() {
    for argument in ["cortex-m99=x.a", "cortex-m4f=no/such.a"] {
        let output = script().arg(argument).output().unwrap();
        assert_eq!(output.status.code(), Some(64), "{argument}");
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(script().output().unwrap().status.code(), Some(64));
}
