//! Two copies of the library in one process, and another Rust library beside it.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

const WARNINGS: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

/// Compiles one of the C files to an object.
fn object(directory: &Path, file: &str, name: &str, flags: &[&str]) -> PathBuf {
    let object = directory.join(name);
    common::run(
        Command::new("cc")
            .args(["-std=gnu11", "-O1", "-c"])
            .args(WARNINGS)
            .args(flags)
            .arg("-I")
            .arg(common::root().join("include"))
            .arg(common::root().join("tests/c").join(file))
            .arg("-o")
            .arg(&object),
    );
    object
}

/// A shared library beside an archive, both made by the script.
fn libraries(directory: &Path, options: &[&str]) -> (PathBuf, PathBuf) {
    let archive = directory.join("libcopy.a");
    let shared = directory.join("libcopy.so");
    let shared_text = shared.to_str().unwrap();
    common::build_archive(&archive, &[&["--shared", shared_text], options].concat());
    (archive, shared)
}

#[test]
fn an_archive_with_a_prefix_and_a_shared_library_agree_in_one_process() {
    let directory = common::scratch("two_copies");
    let ours = directory.join("libours.a");
    common::build_archive(&ours, &["--prefix", "ours_"]);
    let (_, shared) = libraries(&directory, &[]);
    // The loader looks for the name that the library has inside.
    std::fs::copy(&shared, directory.join("libyomikiri.so.1")).unwrap();
    let names = directory.join("libours.names.h");
    let first =
        object(&directory, "two_copies_half.c", "ours.o", &["-include", names.to_str().unwrap()]);
    let second = object(&directory, "two_copies_half.c", "shared.o", &["-DIN_SHARED"]);
    let main = object(&directory, "two_copies.c", "main.o", &[]);
    let program = directory.join("prefixed");
    common::run(
        Command::new("cc")
            .args([&main, &first, &second, &ours, &shared])
            .arg(format!("-Wl,-rpath,{}", directory.display()))
            .arg("-o")
            .arg(&program),
    );
    print!("{}", common::print(&mut Command::new(program)));
}

#[test]
fn an_archive_and_a_loaded_library_with_the_same_names_agree_in_one_process() {
    let directory = common::scratch("two_copies_loaded");
    let (archive, shared) = libraries(&directory, &[]);
    let first = object(&directory, "two_copies_half.c", "archive.o", &[]);
    let second = object(&directory, "two_copies_half.c", "loaded.o", &["-DLOADED"]);
    let main = object(&directory, "two_copies.c", "main.o", &[]);
    let program = directory.join("loaded");
    common::run(
        Command::new("cc")
            .args([&main, &first, &second, &archive])
            .args(["-rdynamic", "-ldl", "-o"])
            .arg(&program),
    );
    print!("{}", common::print(Command::new(program).arg(&shared)));
}

#[test]
fn another_rust_library_links_beside_the_archive() {
    let directory = common::scratch("two_copies_rust");
    let source = directory.join("other.rs");
    std::fs::write(
        &source,
        "#[unsafe(no_mangle)]\npub extern \"C\" fn other_sum(count: u32) -> u32 {\n    \
         let numbers: Vec<String> = (0..count).map(|n| n.to_string()).collect();\n    \
         numbers.iter().map(|text| text.parse::<u32>().unwrap()).sum()\n}\n",
    )
    .unwrap();
    let main = directory.join("main.c");
    std::fs::write(
        &main,
        "#include <yomikiri.h>\nuint32_t other_sum(uint32_t count);\nint main(void) {\n    \
         return yomi_version_number() == YOMI_VERSION_NUMBER && other_sum(5) == 10 ? 0 : 1;\n}\n",
    )
    .unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for panic in ["abort", "unwind"] {
        let library = directory.join(format!("libother_{panic}.a"));
        common::run(
            Command::new(&rustc)
                .args(["--edition", "2024", "--crate-type", "staticlib", "-O"])
                .args(["-C", &format!("panic={panic}"), "-o"])
                .arg(&library)
                .arg(&source),
        );
        // The other library needs the system's.
        let flags: Vec<&str> = WARNINGS.into();
        let program = directory.join(panic);
        for libraries in [[common::archive(), &*library], [&*library, common::archive()]] {
            common::run(
                Command::new("cc")
                    .args(&flags)
                    .arg("-I")
                    .arg(common::root().join("include"))
                    .arg(&main)
                    .args(libraries)
                    .args(["-lpthread", "-ldl", "-lm", "-lgcc_s", "-o"])
                    .arg(&program),
            );
            common::run(&mut Command::new(&program));
        }
    }
}
