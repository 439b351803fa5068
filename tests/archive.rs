//! What the archive for C programs holds: one object that gives the C interface and nothing else,
//! and needs nothing but the memory functions of the C library.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The symbols of an archive that `nm` lists with `flags`: type and name.
fn symbols(archive: &Path, flags: &[&str]) -> Vec<(String, String)> {
    let mut nm = Command::new("nm");
    if cfg!(target_arch = "x86_64") {
        nm.arg("--target=elf64-x86-64");
    }
    common::print(nm.args(flags).arg(archive))
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace().rev();
            let name = words.next()?;
            let kind = words.next()?;
            Some((kind.to_owned(), name.to_owned()))
        })
        .collect()
}

/// The names of the functions that the header declares.
fn declared() -> BTreeSet<String> {
    let header = std::fs::read_to_string(common::root().join("include/yomikiri.h")).unwrap();
    let mut names = BTreeSet::new();
    for line in header.lines() {
        if line.starts_with([' ', '#', '/', '}']) || line.starts_with("typedef") {
            continue;
        }
        if let Some((front, _)) = line.split_once('(')
            && let Some(name) = front.rsplit([' ', '*']).next()
            && name.starts_with("yomi_")
        {
            names.insert(name.to_owned());
        }
    }
    names
}

#[test]
fn the_archive_is_one_object() {
    let list = common::print(Command::new("ar").arg("t").arg(common::archive()));
    assert_eq!(list, "yomikiri.o\n");
}

#[test]
fn exactly_the_functions_of_the_header_are_global() {
    let global: BTreeSet<_> = symbols(common::archive(), &["--defined-only", "--extern-only"])
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(global, declared());
    assert!(global.iter().all(|name| name.starts_with("yomi_")));
}

#[test]
fn nothing_is_needed_but_memory_functions() {
    for (_, name) in symbols(common::archive(), &["--undefined-only"]) {
        assert!(
            ["memcpy", "memmove", "memset", "memcmp", "bcmp"].contains(&name.as_str()),
            "{name} is undefined"
        );
    }
}

#[test]
fn no_panic_is_reachable() {
    let panics: Vec<_> = symbols(common::archive(), &[])
        .into_iter()
        .filter(|(_, name)| name.contains("panic") || name.contains("unwind"))
        .collect();
    assert_eq!(panics, []);
}

#[test]
fn nothing_is_writable() {
    for (kind, name) in symbols(common::archive(), &["--defined-only"]) {
        assert!(!"bBCdDgGsS".contains(&kind), "{name} is a variable");
    }
}

#[test]
fn a_prefix_renames_every_function_and_two_archives_link() {
    let directory = common::scratch("prefix");
    let ours = directory.join("libours.a");
    common::build_archive(&ours, &["--prefix", "ours_"]);
    let renamed: BTreeSet<_> = symbols(&ours, &["--defined-only", "--extern-only"])
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    let expected: BTreeSet<_> = declared().iter().map(|name| format!("ours_{name}")).collect();
    assert_eq!(renamed, expected);

    let prefixed = directory.join("prefixed.c");
    std::fs::write(
        &prefixed,
        "#include \"libours.names.h\"\n#include <yomikiri.h>\n\
         uint32_t prefixed(void);\nuint32_t prefixed(void) { return yomi_version_number(); }\n",
    )
    .unwrap();
    let main = directory.join("main.c");
    std::fs::write(
        &main,
        "#include <yomikiri.h>\nuint32_t prefixed(void);\n\
         int main(void) { return yomi_version_number() == prefixed() ? 0 : 1; }\n",
    )
    .unwrap();
    let program = common::compile(
        "cc",
        &["-Wall", "-Wextra", "-Werror"],
        &[&main, &prefixed, &ours],
        &directory,
        "both",
    );
    common::run(&mut Command::new(program));
}
