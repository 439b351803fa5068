//! The programs in `tests/c/`: each is compiled with the archive, under the address and
//! undefined-behaviour sanitizers, and without them to run under valgrind, which sees what the
//! library itself reads and writes. A program checks what it says and exits with 0.

mod common;

use std::path::Path;
use std::process::Command;

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// C programs.
const C99: (&str, &[&str]) = ("cc", &["-std=c99"]);
const C11: (&str, &[&str]) = ("cc", &["-std=c11"]);
/// A C++ program on the C header or the drop-in.
const CPP11: (&str, &[&str]) = ("c++", &["-std=c++11", "-fno-exceptions", "-fno-rtti"]);
/// A C++ program on the wrapper.
const CPP17: (&str, &[&str]) = ("c++", &["-std=c++17", "-fno-exceptions", "-fno-rtti"]);

/// Compiles `tests/c/<file>` with further flags and runs it.
fn check((compiler, language): (&str, &[&str]), file: &str, flags: &[&str]) {
    let directory = common::scratch("c_programs");
    let source = common::root().join("tests/c").join(file);
    let stem = Path::new(file).file_stem().unwrap().to_str().unwrap();
    let name: String = std::iter::once(stem)
        .chain(flags.iter().copied())
        .flat_map(str::chars)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();

    let build = |kind: &str, more: &[&str]| {
        let flags: Vec<&str> =
            WARNINGS.iter().chain(language).chain(flags).chain(more).copied().collect();
        common::compile(compiler, &flags, &[&source], &directory, &format!("{name}.{kind}"))
    };

    let sanitized = build(
        "sanitized",
        &["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    );
    print!("{file} {flags:?}: {}", common::print(&mut Command::new(sanitized)));

    if common::is_installed("valgrind") {
        let plain = build("plain", &["-g", "-O1", "-DUNDER_VALGRIND"]);
        common::run(
            Command::new("valgrind")
                .args(["--quiet", "--error-exitcode=99", "--leak-check=full"])
                .arg(plain),
        );
    }
}

#[test]
fn sizes_and_offsets_are_what_the_library_thinks() {
    check(C11, "abi.c", &[]);
    check(C11, "abi.c", &["-fshort-enums"]);
}

#[test]
fn a_host_that_breaks_its_contract_gets_a_status() {
    check(C99, "lying_host.c", &[]);
}

#[test]
fn null_misaligned_and_short_memory_and_wrong_calls_are_refused() {
    check(C99, "refusals.c", &[]);
}

#[test]
fn texts_that_are_no_position_are_refused() {
    check(C99, "sfen.c", &[]);
}

#[test]
fn the_classes_of_the_cpp_wrapper_work() {
    check(CPP17, "wrapper.cpp", &[]);
}

#[test]
fn the_drop_in_agrees_with_brute_force_on_random_graphs() {
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY"]);
}

#[test]
fn the_drop_in_without_keys_agrees_with_brute_force() {
    check(CPP11, "sketch_graphs.cpp", &[]);
}

#[test]
fn the_drop_in_with_hardly_a_table_agrees_with_brute_force() {
    for bytes in ["0", "48", "200"] {
        let table = format!("-DYOMI_SKETCH_TABLE_BYTES={bytes}");
        check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", &table]);
    }
}

#[test]
fn the_drop_in_that_is_cut_disposes_of_every_node_and_says_nothing_false() {
    for nodes in ["1", "2", "5", "40"] {
        let limit = format!("-DYOMI_SKETCH_NODES={nodes}");
        check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", &limit, "-DYOMI_SKETCH_STEP=1"]);
    }
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_STEP=1"]);
}

#[test]
fn the_drop_in_copes_with_more_children_than_it_keeps_keys() {
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_WIDTH=1"]);
}

#[test]
fn the_drop_in_knows_every_position_of_tic_tac_toe() {
    check(CPP11, "sketch_tictactoe.cpp", &["-DWITH_KEY"]);
}
