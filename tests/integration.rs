//! The ways into a program of somebody else's: the scripts of `docs/INTEGRATION.md` run as they
//! stand, each from an empty folder, and the installed files are what they should be.

mod common;

use std::path::Path;
use std::process::Command;

/// What the sample program prints.
const SAMPLE: &str = "mate in 3: ";

/// The scripts of the document, by the heading above them.
fn scripts() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(common::root().join("docs/INTEGRATION.md")).unwrap();
    let mut scripts = Vec::new();
    let mut heading = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("## ") {
            heading = text;
        } else if line == "```sh" {
            let script: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            scripts.push((heading.to_owned(), script.join("\n") + "\n"));
        }
    }
    scripts
}

/// Runs a script in an empty folder and returns what it prints.
fn run(name: &str, script: &str) -> String {
    let folder = common::scratch("integration").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    common::print(
        Command::new("sh")
            .args(["-euc", script])
            .current_dir(&folder)
            .env("YOMIKIRI", common::root())
            // The tests' own profile and flags are no business of the script.
            .env_remove("MAKEFLAGS"),
    )
}

#[test]
fn every_way_in_takes_at_most_ten_lines() {
    let scripts = scripts();
    assert_eq!(scripts.len(), 6);
    for (heading, script) in scripts {
        assert!(script.lines().count() <= 10, "{heading}");
    }
}

#[test]
fn every_way_in_leads_from_an_empty_folder_to_a_running_program() {
    let cmake = common::is_installed("cmake");
    let pkg_config = common::is_installed("pkg-config");
    for (number, (heading, script)) in scripts().into_iter().enumerate() {
        if (script.contains("cmake") && !cmake) || (script.contains("pkg-config") && !pkg_config) {
            eprintln!("skipped: {heading}");
            continue;
        }
        let output = run(&number.to_string(), &script);
        let last = output.lines().last().unwrap_or_default();
        assert!(last.starts_with(SAMPLE), "{heading}: {output}");
    }
}

/// Installs into `folder` and returns it.
fn install(folder: &str, options: &[&str]) -> std::path::PathBuf {
    let prefix = common::scratch("integration").join(folder);
    if prefix.exists() {
        std::fs::remove_dir_all(&prefix).unwrap();
    }
    let script = common::root().join("scripts/install.sh");
    common::run(Command::new(script).arg("--prefix").arg(&prefix).args(options));
    prefix
}

/// The output of a tool on a file.
fn inspect(tool: &str, flags: &[&str], file: &Path) -> String {
    common::print(Command::new(tool).args(flags).arg(file))
}

#[test]
fn the_shared_library_has_a_versioned_name_and_exports_the_interface_alone() {
    let prefix = install("shared", &[]);
    let library = prefix.join("lib/libyomikiri.so");
    let dynamic = inspect("readelf", &["--dynamic", "--wide"], &library);
    assert!(dynamic.contains("Library soname: [libyomikiri.so.1]"), "{dynamic}");
    let target = std::fs::read_link(&library).unwrap();
    assert_eq!(target, Path::new("libyomikiri.so.1"));
    assert!(prefix.join("lib/libyomikiri.so.0.1.0").is_file());

    let mut flags = vec!["--defined-only", "--extern-only"];
    if cfg!(target_arch = "x86_64") {
        flags.push("--target=elf64-x86-64");
    }
    let archive = inspect("nm", &flags, &prefix.join("lib/libyomikiri.a"));
    let mut expected: Vec<String> = archive
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .map(|name| format!("{name}@@YOMIKIRI_1"))
        .collect();
    expected.sort();
    let shared = inspect("nm", &["--dynamic", "--defined-only"], &library);
    let mut exported: Vec<String> = shared
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .filter(|name| *name != "YOMIKIRI_1")
        .map(str::to_owned)
        .collect();
    exported.sort();
    assert!(!expected.is_empty());
    assert_eq!(exported, expected);
}

#[test]
fn an_installed_directory_may_be_moved_and_says_its_version() {
    if !common::is_installed("pkg-config") {
        return;
    }
    let prefix = install("before", &["--no-shared"]);
    assert!(!prefix.join("lib/libyomikiri.so").exists());
    let moved = prefix.with_file_name("after");
    if moved.exists() {
        std::fs::remove_dir_all(&moved).unwrap();
    }
    std::fs::rename(&prefix, &moved).unwrap();
    let ask = |flag: &str| {
        let output = common::print(
            Command::new("pkg-config")
                .arg(flag)
                .arg("yomikiri")
                .env("PKG_CONFIG_PATH", moved.join("lib/pkgconfig")),
        );
        output.trim().to_owned()
    };
    assert_eq!(ask("--modversion"), env!("CARGO_PKG_VERSION"));
    let include = std::path::PathBuf::from(ask("--cflags").strip_prefix("-I").unwrap());
    assert!(include.join("yomikiri.h").is_file(), "{include:?}");
    assert!(include.starts_with(&moved));
}

#[test]
fn find_package_refuses_a_version_that_it_does_not_serve() {
    if !common::is_installed("cmake") {
        return;
    }
    let prefix = install("versions", &["--no-shared"]);
    let file = prefix.join("lib/cmake/yomikiri/yomikiri-config-version.cmake");
    for (wanted, serves) in
        [("0.1", true), ("0.1.0", true), ("0.2", false), ("0.0", false), ("1", false)]
    {
        let parts: Vec<&str> = wanted.split('.').collect();
        let part = |index: usize| parts.get(index).copied().unwrap_or("0");
        let script = file.with_file_name("ask.cmake");
        std::fs::write(
            &script,
            format!(
                "set(PACKAGE_FIND_VERSION {wanted})\nset(PACKAGE_FIND_VERSION_MAJOR {})\n\
                 set(PACKAGE_FIND_VERSION_MINOR {})\ninclude({})\n\
                 if(PACKAGE_VERSION_COMPATIBLE)\nmessage(STATUS yes)\nelse()\nmessage(STATUS no)\nendif()\n",
                part(0),
                part(1),
                file.display()
            ),
        )
        .unwrap();
        let answer = common::print(Command::new("cmake").arg("-P").arg(&script));
        assert_eq!(answer.trim(), if serves { "-- yes" } else { "-- no" }, "{wanted}");
    }
}
