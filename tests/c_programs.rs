//! The programs in `tests/c/`: each is compiled with the archive, under the address and
//! undefined-behaviour sanitizers, and without them to run under valgrind, which sees what the
//! library itself reads and writes. A program checks what it says and exits with 0.

mod common;

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// A language: the compiler and the flags that choose it.
type Language = (&'static str, &'static [&'static str]);

/// C programs.
const C99: Language = ("cc", &["-std=c99"]);
const C11: Language = ("cc", &["-std=c11"]);
/// A C++ program on the C header or the drop-in.
const CPP11: Language = ("c++", &["-std=c++11", "-fno-exceptions", "-fno-rtti"]);
/// A C++ program on the wrapper.
const CPP17: Language = ("c++", &["-std=c++17", "-fno-exceptions", "-fno-rtti"]);

/// Compiles `tests/c/<file>` with the language's flags and further ones.
fn build((compiler, language): Language, file: &str, flags: &[&str], kind: &str) -> PathBuf {
    static BUILT: AtomicU32 = AtomicU32::new(0);
    let source = common::root().join("tests/c").join(file);
    let number = BUILT.fetch_add(1, Ordering::Relaxed);
    let flags: Vec<&str> = WARNINGS.iter().chain(language).chain(flags).copied().collect();
    let directory = common::scratch("c_programs");
    common::compile(compiler, &flags, &[&source], &directory, &format!("{number}_{file}.{kind}"))
}

/// Runs a program of `tests/c/` under the address and undefined-behaviour sanitizers.
fn check_sanitized(language: Language, file: &str, flags: &[&str]) {
    let sanitizers = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = build(language, file, &[&sanitizers, flags].concat(), "sanitized");
    print!("{file} {flags:?}: {}", common::print(&mut Command::new(program)));
}

/// Runs it so, and then under valgrind, which sees what the library itself reads and writes.
fn check(language: Language, file: &str, flags: &[&str]) {
    check_sanitized(language, file, flags);
    if common::is_installed("valgrind") {
        let flags = [&["-g", "-O1", "-DUNDER_VALGRIND"], flags].concat();
        let program = build(language, file, &flags, "plain");
        common::run(
            Command::new("valgrind")
                .args(["--quiet", "--error-exitcode=99", "--leak-check=full"])
                .arg(program),
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
fn every_driver_over_a_host_game_agrees_and_stopped_searches_go_on() {
    check(C99, "alphabeta.c", &[]);
}

#[test]
fn othello_positions_and_exact_endgames() {
    check(C99, "othello.c", &[]);
}

#[test]
fn dobutsu_positions_proofs_and_the_player_that_never_loses() {
    let data = common::root().join("tests/data/dobutsu");
    let name = |name: &str, file: &str| format!("-D{name}=\"{}\"", data.join(file).display());
    let (values, player) = (name("VALUES", "values.tsv"), name("PLAYER", "second-player.bin"));
    check_sanitized(C99, "dobutsu.c", &[&values, &player]);
}

#[test]
fn tables_of_dobutsu_shogi_that_a_host_makes_up_are_read_or_refused() {
    check(C99, "dobutsu_drawn.c", &[]);
}

#[test]
fn texts_that_are_no_position_are_refused() {
    check(C99, "sfen.c", &[]);
}

#[test]
fn what_engines_ask_of_shogi_is_what_playing_the_moves_shows() {
    check(C99, "shogi_play.c", &[]);
}

#[test]
fn mates_have_lengths_without_futile_interpositions_and_solutions_beside_the_line() {
    check(C99, "mates.c", &[]);
}

#[test]
fn keys_that_a_host_does_not_mix_do_not_crowd_the_table() {
    check(C99, "counter_keys.c", &[]);
}

#[test]
fn solvers_in_threads_share_a_table() {
    let flags = ["-g", "-O1", "-pthread", "-fsanitize=thread"];
    let program = build(C11, "shared_table.c", &flags, "sanitized");
    print!("shared_table.c: {}", common::print(&mut Command::new(program)));
}

#[test]
fn solvers_in_threads_do_not_notice_each_other() {
    let flags = ["-g", "-O1", "-pthread", "-fsanitize=thread"];
    let program = build(C11, "threads.c", &flags, "sanitized");
    print!("threads.c: {}", common::print(&mut Command::new(program)));
    if common::is_installed("valgrind") {
        let flags = ["-g", "-O1", "-pthread", "-DUNDER_VALGRIND"];
        let program = build(C11, "threads.c", &flags, "plain");
        common::run(Command::new("valgrind").args(["--quiet", "--error-exitcode=99"]).arg(program));
    }
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
        check_sanitized(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", &table]);
    }
}

#[test]
fn the_drop_in_that_is_cut_disposes_of_every_node_and_says_nothing_false() {
    for nodes in ["1", "2", "5", "40"] {
        let limit = format!("-DYOMI_SKETCH_NODES={nodes}");
        check_sanitized(
            CPP11,
            "sketch_graphs.cpp",
            &["-DWITH_KEY", &limit, "-DYOMI_SKETCH_STEP=1"],
        );
    }
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_STEP=1"]);
    // A host's INFINITE may be small: as a limit it is none all the same.
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_STEP=1", "-DINFINITE=4"]);
}

#[test]
fn the_drop_in_copes_with_more_children_than_it_keeps_keys() {
    check_sanitized(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_WIDTH=1"]);
}

#[test]
fn the_drop_in_with_too_little_room_says_nothing_false() {
    check_sanitized(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_PLIES=6"]);
    check(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_MOVES=9"]);
}

#[test]
fn the_drop_in_with_one_search_alone_finds_every_win() {
    check_sanitized(CPP11, "sketch_graphs.cpp", &["-DWITH_KEY", "-DYOMI_SKETCH_EXACT=0"]);
}

#[test]
fn the_drop_in_works_in_memory_that_the_caller_supplies() {
    let flags = [
        "-DWITH_KEY",
        "-DYOMI_SKETCH_PLIES=40",
        "-DYOMI_SKETCH_STORAGE=static thread_local",
        "-DYOMI_SKETCH_TABLE=supplied_table",
        "-DYOMI_SKETCH_TABLE_BYTES=65536",
        "-DYOMI_SKETCH_MEMORY=supplied_memory",
        "-DYOMI_SKETCH_MEMORY_BYTES=65536",
    ];
    check(CPP11, "sketch_graphs.cpp", &flags);
}

#[test]
fn the_drop_in_knows_every_position_of_tic_tac_toe() {
    check(CPP11, "sketch_tictactoe.cpp", &["-DWITH_KEY"]);
}
