//! The examples in the documents compile and run as they stand.

mod common;

use std::process::Command;

/// The code blocks of a language in a document.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(common::root().join(document)).unwrap();
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{language}") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(block.join("\n") + "\n");
        }
    }
    blocks
}

/// Compiles the programs of a document in one language and returns what they print.
fn outputs(document: &str, language: &str, compiler: &str, flags: &[&str]) -> Vec<String> {
    let directory = common::scratch("documents");
    let stem = document.replace(['/', '.'], "_");
    blocks(document, language)
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let source = directory.join(format!("{stem}_{index}.{language}"));
            std::fs::write(&source, block).unwrap();
            let program = common::compile(
                compiler,
                flags,
                &[&source],
                &directory,
                &format!("{stem}_{index}_{language}"),
            );
            common::print(&mut Command::new(program))
        })
        .collect()
}

const WARNINGS: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

#[test]
fn the_c_example_of_the_readme_mates_in_eleven() {
    let flags = [&["-std=c99"][..], &WARNINGS].concat();
    let outputs = outputs("README.md", "c", "cc", &flags);
    assert_eq!(outputs, ["2e1e 1f1e 3e2e 1e1f 2e2f 1f1g 2f2g 1g1h 2g2h 1h1i 2h2i mate in 11\n"]);
}

#[test]
fn the_cpp_example_of_the_readme_wins() {
    let flags = [&["-std=c++17", "-fno-exceptions", "-fno-rtti"][..], &WARNINGS].concat();
    assert_eq!(outputs("README.md", "cpp", "c++", &flags), ["the first player wins\n"]);
}

#[test]
fn the_recipes_of_the_c_guide_run() {
    // The recipes with threads are POSIX.
    let flags = [&["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-pthread"][..], &WARNINGS].concat();
    let printed = outputs("docs/C-API.md", "c", "cc", &flags);
    // They print nothing, and their exit status says whether the answer is right.
    assert_eq!(printed, [""; 8]);
}

#[test]
fn the_function_reference_is_made_without_a_warning_and_complete() {
    if !common::is_installed("doxygen") {
        return;
    }
    let output = common::scratch("reference");
    let settings = std::fs::read_to_string(common::root().join("docs/Doxyfile")).unwrap();
    let file = output.join("Doxyfile");
    std::fs::write(&file, format!("{settings}\nOUTPUT_DIRECTORY = {}\n", output.display()))
        .unwrap();
    let made = common::run(Command::new("doxygen").arg(&file).current_dir(common::root()));
    assert_eq!(String::from_utf8_lossy(&made.stderr), "");
    let index = std::fs::read_to_string(output.join("xml/yomikiri_8h.xml")).unwrap();
    let symbols = std::fs::read_to_string(common::root().join("docs/abi/symbols.txt")).unwrap();
    for name in symbols.lines() {
        assert!(index.contains(&format!("<name>{name}</name>")), "{name}");
    }
}

#[test]
fn the_programs_of_the_porting_guide_run() {
    let flags = [&["-std=c99"][..], &WARNINGS].concat();
    assert_eq!(outputs("docs/PORTING.md", "c", "cc", &flags), ["", ""]);
}

#[test]
fn the_examples_of_the_readme_are_short() {
    for language in ["c", "cpp"] {
        for block in blocks("README.md", language) {
            let lines = block.lines().filter(|line| !line.is_empty()).count();
            assert!(lines <= 20, "{language}: {lines} lines");
        }
    }
}
