//! The headers compile alone, and first in a file, under every language standard that they
//! promise, with every warning an error.

mod common;

use std::path::PathBuf;
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
    let text = format!("#include <{header}>\n#include <{header}>\n{rest}\n");
    let inputs = [common::root().join("include").join(header), write(header, language, &text)];
    compile(compilers, language, standards, flags, &inputs);
}

/// A file with this text, named after a header.
fn write(header: &str, language: &str, text: &str) -> PathBuf {
    let suffix = if language == "c" { "c" } else { "cpp" };
    let name = format!("{}.{suffix}", header.replace('/', "_"));
    let file = common::scratch("header_matrix").join(name);
    std::fs::write(&file, text).unwrap();
    file
}

/// Compiles every input under every standard.
fn compile(
    compilers: &[&str],
    language: &str,
    standards: &[&str],
    flags: &[&str],
    inputs: &[PathBuf],
) {
    for compiler in compilers {
        if !common::is_installed(compiler) {
            continue;
        }
        for standard in standards {
            for input in inputs {
                common::run(
                    Command::new(compiler)
                        .args(["-fsyntax-only", "-x", language])
                        .arg(format!("-std={standard}"))
                        .args(WARNINGS)
                        .args(flags)
                        .arg("-I")
                        .arg(common::root().join("include"))
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

#[test]
fn the_drop_in_compiles_under_every_cpp_standard_with_and_without_a_key() {
    for key in ["", "    unsigned long long Key() const;\n"] {
        let text = format!(
            "#include <limits.h>\n\
             class Node {{\n\
             public:\n\
             \x20   void ResetChildNode();\n\
             \x20   Node &NewChildNode();\n\
             \x20   Node &NewNullNode();\n\
             \x20   bool HasValue();\n\
             \x20   void Dispose();\n{key}\
             }};\n\
             #define INFINITE INT_MAX\n\
             static int depth = 256;\n\
             static int prf_max = INFINITE;\n\
             static int dis_max = INFINITE;\n\
             void dfpn_traverse(Node &nd, /*out*/ int &prf, /*out*/ int &dis);\n\
             #include <yomikiri/dfpn_sketch.hpp>\n\
             #include <yomikiri/dfpn_sketch.hpp>\n"
        );
        let name = if key.is_empty() { "sketch" } else { "sketch_with_key" };
        compile(
            &["g++", "clang++"],
            "c++",
            &["c++11", "c++14", "c++17", "c++20", "c++2b"],
            &["-fno-exceptions", "-fno-rtti", "-Wold-style-cast", "-Wshadow"],
            &[write(name, "c++", &text)],
        );
    }
}
