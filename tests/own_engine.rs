//! The example `own-engine`: its README shows the whole change, and the engine's answers stay the same.

mod common;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    common::root().join("ffi-examples/own-engine")
}

#[test]
fn the_change_in_the_readme_is_the_real_one_and_short() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let shown = readme.split_once("```diff\n").unwrap().1.split_once("```").unwrap().0;
    let output = Command::new("diff")
        .args(["-U0", "--label", "before.cpp", "--label", "after.cpp", "before.cpp", "after.cpp"])
        .current_dir(folder())
        .output()
        .unwrap();
    assert_eq!(shown, String::from_utf8(output.stdout).unwrap());
    assert!(shown.lines().count() < 60, "{}", shown.lines().count());
}

#[test]
fn the_answers_stay_the_same() {
    let after = common::example("own-engine");
    let before = after.with_file_name("own-engine-before");
    let answers = |program: &Path| {
        let positions = File::open(folder().join("positions.txt")).unwrap();
        common::print(Command::new(program).stdin(positions))
    };
    let expected = answers(&before);
    let count = std::fs::read_to_string(folder().join("positions.txt")).unwrap().lines().count();
    assert_eq!(expected.lines().count(), count);
    assert!(expected.contains(", wins") && expected.contains(", does not win"));
    assert_eq!(answers(after), expected);
}
