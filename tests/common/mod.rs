//! What the tests of the C side share: the archive, compilers, and programs run to their end.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A directory for what a test builds, made anew where it is missing.
pub fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Runs a command to its end; it must succeed.
pub fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// What a command prints; it must succeed.
pub fn print(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).unwrap()
}

/// Whether a program can be started. A test that goes without one says so.
pub fn is_installed(program: &str) -> bool {
    // Runs that count lines gain nothing from a second, slow run of each program.
    let wanted = program != "valgrind" || std::env::var_os("YOMIKIRI_ARCHIVE").is_none();
    let there = wanted && Command::new(program).arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: {program} is not installed or not wanted");
    }
    there
}

/// The archive with every search and game, built by the script that users run, once a process; or
/// the one that `YOMIKIRI_ARCHIVE` names, such as one that counts lines.
pub fn archive() -> &'static Path {
    static ARCHIVE: OnceLock<PathBuf> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        if let Some(path) = std::env::var_os("YOMIKIRI_ARCHIVE") {
            return path.into();
        }
        let path = scratch("archive").join("libyomikiri.a");
        build_archive(&path, &[]);
        path
    })
}

/// Builds an archive with further options of the script.
pub fn build_archive(path: &Path, options: &[&str]) {
    run(Command::new(root().join("scripts/build-archive.sh")).arg("--out").arg(path).args(options));
}

/// The one example that a test file uses, built by the Makefile that users run, once a process.
pub fn example(name: &str) -> &'static Path {
    static EXAMPLE: OnceLock<PathBuf> = OnceLock::new();
    let program = EXAMPLE.get_or_init(|| {
        let examples = root().join("ffi-examples");
        run(Command::new("make").arg("-C").arg(&examples).arg(name));
        examples.join("build").join(name)
    });
    assert!(program.ends_with(name), "one example a test file");
    program
}

/// Compiles and links `sources` with the archive to a program in `directory`.
pub fn compile<S: AsRef<OsStr>>(
    compiler: &str,
    flags: &[&str],
    sources: &[S],
    directory: &Path,
    name: &str,
) -> PathBuf {
    let program = directory.join(name);
    run(Command::new(compiler)
        .args(flags)
        .arg("-I")
        .arg(root().join("include"))
        .args(sources)
        .arg(archive())
        .arg("-o")
        .arg(&program));
    program
}
