//! The headers compile alone, and first in a file, under every language standard that they
//! promise, with every warning an error.

mod common;

use std::process::Command;

const WARNINGS: [&str; 6] =
    ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wundef", "-Werror"];

/// Compiles `header` as the whole text, and a file that includes it first, twice, and then goes on
/// with `rest`.
fn check(
    compilers: &[&str],
    language: &str,
    standards: &[&str],
    flags: &[&str],
    header: &str,
    rest: &str,
) {
    let directory = common::scratch("header_matrix");
    let suffix = if language == "c" { "c" } else { "cpp" };
    let file = directory.join(format!("{}.{suffix}", header.replace('/', "_")));
    let text = format!("#include <{header}>\n#include <{header}>\n{rest}\n");
    std::fs::write(&file, text).unwrap();
    let include = common::root().join("include");

    for compiler in compilers {
        if !common::is_installed(compiler) {
            continue;
        }
        for standard in standards {
            for input in [&include.join(header), &file] {
                common::run(
                    Command::new(compiler)
                        .args(["-fsyntax-only", "-x", language])
                        .arg(format!("-std={standard}"))
                        .args(WARNINGS)
                        // Both compilers warn of "#pragma once" in a main file, which no header
                        // of ours has; the guard is tested by the second inclusion.
                        .args(flags)
                        .arg("-I")
                        .arg(&include)
                        .arg(input),
                );
            }
        }
    }
}

#[test]
fn the_c_header_compiles_under_every_c_standard() {
    check(
        &["gcc", "clang"],
        "c",
        &["c99", "c11", "c17", "c2x", "gnu99", "gnu17"],
        &["-Wstrict-prototypes", "-Wmissing-prototypes"],
        "yomikiri.h",
        "int main(void) { return (int)(yomi_version_number() - YOMI_VERSION_NUMBER); }",
    );
}

#[test]
fn the_c_header_compiles_under_every_cpp_standard() {
    check(
        &["g++", "clang++"],
        "c++",
        &["c++11", "c++14", "c++17", "c++20", "c++2b"],
        &["-Wold-style-cast", "-Wzero-as-null-pointer-constant"],
        "yomikiri.h",
        "int main() { return static_cast<int>(yomi_version_number() - YOMI_VERSION_NUMBER); }",
    );
}

#[test]
fn the_cpp_wrapper_compiles_under_every_standard_from_17() {
    check(
        &["g++", "clang++"],
        "c++",
        &["c++17", "c++20", "c++2b"],
        &["-fno-exceptions", "-fno-rtti", "-Wold-style-cast", "-Wshadow"],
        "yomikiri.hpp",
        "static yomikiri::static_mate_solver<32, 1024, 512> solver;\n\
         int main() { return solver.init() && solver.set_sfen(\"\").ok() ? 1 : 0; }",
    );
}
