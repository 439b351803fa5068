//! The binary interface: symbols, and sizes and offsets of structs for each pointer width, against
//! `docs/abi/`; and a program compiled with the header of each release, which runs on this library.
//!
//! `YOMIKIRI_UPDATE=1` writes `docs/abi/` anew.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn header() -> String {
    std::fs::read_to_string(common::root().join("include/yomikiri.h")).unwrap()
}

/// The functions that a header declares.
fn functions(header: &str) -> BTreeSet<String> {
    header
        .lines()
        .filter(|line| !line.starts_with([' ', '#', '/', '}']) && !line.starts_with("typedef"))
        .filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next().map(str::to_owned))
        .filter(|name| name.starts_with("yomi_"))
        .collect()
}

/// The structs that a header defines, with their fields in order.
fn structs(header: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        let Some(name) =
            line.strip_prefix("typedef struct ").and_then(|rest| rest.strip_suffix(" {"))
        else {
            continue;
        };
        let mut fields = Vec::new();
        for line in lines.by_ref().take_while(|line| !line.starts_with('}')) {
            let line = line.trim();
            if line.starts_with(['/', '*']) {
                continue;
            }
            if let Some((_, rest)) = line.split_once("(*") {
                fields.push(rest.split(')').next().unwrap().to_owned());
            } else if let Some(declaration) = line.strip_suffix(';')
                && !declaration.contains(')')
            {
                let name = declaration.rsplit([' ', '*']).next().unwrap();
                fields.push(name.split('[').next().unwrap().to_owned());
            }
        }
        found.push((name.to_owned(), fields));
    }
    found
}

/// Sizes and offsets as a compiler sees them, read from its assembly, so that nothing is linked and
/// no library of the target is needed.
fn layout(compiler: &[&str]) -> String {
    let directory = common::scratch("abi");
    let mut program = "#include <yomikiri.h>\n\
        #define SAY(name, value) __asm__(\".ascii \\\"@\" name \" %c0\\\"\" : : \"i\"(value))\n\
        void say(void);\nvoid say(void) {\n"
        .to_owned();
    for (name, fields) in structs(&header()) {
        writeln!(program, "    SAY(\"{name}\", sizeof({name}));").unwrap();
        for field in fields {
            writeln!(program, "    SAY(\"{name}.{field}\", offsetof({name}, {field}));").unwrap();
        }
    }
    program.push_str("}\n");
    let source = directory.join("layout.c");
    std::fs::write(&source, program).unwrap();
    let (tool, flags) = compiler.split_first().unwrap();
    let assembly = common::print(
        Command::new(tool)
            .args(flags)
            .args(["-std=gnu99", "-ffreestanding", "-S", "-O1", "-o", "-", "-I"])
            .arg(common::root().join("include"))
            .arg(&source),
    );
    let mut text = String::new();
    for line in assembly.lines() {
        if let Some(fact) = line.trim().strip_prefix(".ascii")
            && let Some(fact) = fact.trim().strip_prefix("\"@")
        {
            writeln!(text, "{}", fact.trim_end_matches('"')).unwrap();
        }
    }
    text
}

/// Compares a text with a file of `docs/abi/`, or writes the file.
fn compare(file: &str, text: &str) {
    let path = common::root().join("docs/abi").join(file);
    if std::env::var_os("YOMIKIRI_UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, committed, "{file}: YOMIKIRI_UPDATE=1 writes it anew");
}

#[test]
fn the_symbols_are_the_documented_ones() {
    let names: Vec<String> = functions(&header()).into_iter().collect();
    assert!(names.len() > 40, "{names:?}");
    compare("symbols.txt", &(names.join("\n") + "\n"));
}

#[test]
fn sizes_and_offsets_are_the_documented_ones() {
    let mut seen = [false; 2];
    for (width, compiler) in [
        (64, &["gcc"][..]),
        (64, &["gcc", "-fshort-enums"]),
        (64, &["clang", "--target=x86_64-unknown-linux-gnu"]),
        (64, &["clang", "--target=aarch64-none-elf"]),
        (32, &["gcc", "-m32"]),
        (32, &["clang", "--target=i386-unknown-linux-gnu"]),
        (32, &["clang", "--target=thumbv6m-none-eabi"]),
        (32, &["clang", "--target=thumbv7em-none-eabi", "-fshort-enums"]),
        (32, &["clang", "--target=riscv32-none-elf"]),
        (32, &["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"]),
        (32, &["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"]),
    ] {
        let native = cfg!(target_arch = "x86_64") || compiler[0] != "gcc";
        if !native || !common::is_installed(compiler[0]) {
            continue;
        }
        let text = layout(compiler);
        let pointers = text.lines().find_map(|line| line.strip_prefix("yomi_game.play "));
        assert_eq!(pointers, Some(if width == 64 { "16" } else { "12" }), "{compiler:?}");
        compare(&format!("layout-{width}.txt"), &text);
        seen[usize::from(width == 32)] = true;
    }
    assert!(seen[0] || !common::is_installed("gcc"));
}

/// The headers of the releases, oldest first.
fn releases() -> Vec<PathBuf> {
    let folder = common::root().join("tests/data/release");
    let mut releases: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    releases.sort();
    releases
}

/// Compiles the program of a release with its own header and links it with a library of today.
fn old_program(release: &Path, language: &[&str], library: &[&str], name: &str) -> PathBuf {
    let program = common::scratch("abi").join(name);
    let (compiler, flags) = language.split_first().unwrap();
    common::run(
        Command::new(compiler)
            .args(flags)
            .args(["-Wall", "-Wextra", "-Werror", "-I"])
            .arg(release)
            .arg(release.join("program.c"))
            .args(library)
            .arg("-o")
            .arg(&program),
    );
    program
}

#[test]
fn a_program_compiled_with_a_released_header_runs_on_this_library() {
    let directory = common::scratch("abi");
    let shared = directory.join("libyomikiri.so");
    common::build_archive(
        &directory.join("libyomikiri.a"),
        &["--shared", shared.to_str().unwrap()],
    );
    std::fs::copy(&shared, directory.join("libyomikiri.so.1")).unwrap();
    let releases = releases();
    assert!(!releases.is_empty());
    for release in releases {
        let version = release.file_name().unwrap().to_str().unwrap().to_owned();
        let archive = common::archive().to_str().unwrap();
        let rpath = format!("-Wl,-rpath,{}", directory.display());
        let library = ["-L", directory.to_str().unwrap(), "-lyomikiri", &*rpath];
        for (name, language, libraries) in [
            ("static", &["cc", "-std=c99"][..], &[archive][..]),
            ("shared", &["cc", "-std=c99"], &library),
            ("short", &["cc", "-std=c99", "-fshort-enums"], &[archive]),
        ] {
            let program = old_program(&release, language, libraries, &format!("{name}-{version}"));
            let output = common::print(&mut Command::new(program));
            assert!(output.starts_with(&format!("header {version}, ")), "{output}");
        }
    }
}

#[test]
fn nothing_that_was_released_is_gone_or_moved() {
    let today = header();
    let (names, layouts) = (functions(&today), structs(&today));
    for release in releases() {
        let old = std::fs::read_to_string(release.join("yomikiri.h")).unwrap();
        let abi = |text: &str| {
            let line = text.lines().find(|line| line.starts_with("#define YOMI_ABI_VERSION "));
            line.unwrap().to_owned()
        };
        if abi(&old) != abi(&today) {
            continue;
        }
        for name in functions(&old) {
            assert!(names.contains(&name), "{}: {name}", release.display());
        }
        for (name, fields) in structs(&old) {
            let now = layouts.iter().find(|(other, _)| *other == name);
            let now = &now.unwrap_or_else(|| panic!("{name} is gone")).1;
            assert!(now.starts_with(&fields), "{name}: {fields:?} became {now:?}");
        }
    }
}
