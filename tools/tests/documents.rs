//! The commands in the documents are run as they stand, and print what the documents say.
//!
//! A block of commands is fenced as `sh`. It is run with a shell in a copy of the repository, with
//! `yomikiri` in the path, after the blocks before it. Where the next block is fenced as `text`, that
//! is what it prints; times and counts of nodes may differ. A comment before a block tells when it
//! is not run:
//!
//! | comment | run |
//! |---|---|
//! | `<!-- run: with PROGRAM -->` | where the program is installed |
//! | `<!-- run: long -->` | with `YOMIKIRI_LONG=1` |
//! | `<!-- run: by PATH -->` | by the test in that file, in another way |
//! | `<!-- run: never, REASON -->` | nowhere |

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::is_installed;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Documents whose commands run for hours, or need the compilers of a board. The tests of the core
/// and of `tools/boards` run smaller ones of the kind.
const UNCHECKED: [&str; 2] = ["docs/RELIABILITY.md", "docs/PORTING.md"];

/// All documents, by their path in the repository.
fn documents() -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !matches!(&*name, "target" | ".git" | "build") {
                walk(&path, found);
            } else if name.ends_with(".md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root(), &mut found);
    let mut names: Vec<String> =
        found.iter().map(|path| path.strip_prefix(root()).unwrap().display().to_string()).collect();
    names.sort();
    assert!(names.iter().any(|name| name == "README.md"));
    names
}

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap()
}

/// A fenced block.
struct Block {
    place: String,
    language: String,
    mark: Option<String>,
    text: String,
    /// Whether nothing but empty lines stands between this block and the one before it.
    follows: bool,
}

fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut mark = None;
    let mut follows = false;
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let body: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            blocks.push(Block {
                place: format!("{document}:{}", number + 1),
                language: language.to_owned(),
                mark: mark.take(),
                text: body.join("\n") + "\n",
                follows,
            });
            follows = true;
        } else if let Some(comment) = line.strip_prefix("<!-- run: ") {
            mark = Some(comment.trim_end_matches(" -->").to_owned());
        } else if !line.is_empty() {
            mark = None;
            follows = false;
        }
    }
    blocks
}

/// What a block's mark says.
enum When {
    Always,
    With(String),
    Long,
    Elsewhere,
}

/// Documents whose commands a test of their own runs, each in an empty folder.
const ELSEWHERE: [(&str, &str); 1] = [("docs/INTEGRATION.md", "tests/integration.rs")];

fn when(block: &Block) -> When {
    let place = &block.place;
    let Some(mark) = &block.mark else { return When::Always };
    if mark == "long" {
        When::Long
    } else if let Some(program) = mark.strip_prefix("with ") {
        When::With(program.to_owned())
    } else if let Some(path) = mark.strip_prefix("by ") {
        assert!(root().join(path).is_file(), "{place}: there is no {path}");
        When::Elsewhere
    } else if let Some(reason) = mark.strip_prefix("never, ") {
        assert!(reason.len() > 9, "{place}: a reason, please");
        When::Elsewhere
    } else {
        panic!("{place}: unknown mark {mark:?}");
    }
}

/// A copy of the repository without what was built, so that commands cannot disturb it.
///
/// It lies outside the folder of what is built: cargo would note that the programs there were built
/// from the copy, and overlook later changes of the repository.
fn copy() -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if path.is_dir() {
                if !matches!(&*name.to_string_lossy(), "target" | ".git" | "build" | "fuzz") {
                    copy(&path, &to.join(name));
                }
            } else {
                let to = to.join(name);
                std::fs::copy(&path, &to).unwrap();
                // Of the same age, so that cargo sees nothing to build again.
                let age = path.metadata().unwrap().modified().unwrap();
                std::fs::File::options().write(true).open(&to).unwrap().set_modified(age).unwrap();
            }
        }
    }
    let to = std::env::temp_dir().join(format!("yomikiri-documents-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&to);
    copy(&root(), &to);
    // What the commands build is built where this is, so that most of it is there already.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    std::os::unix::fs::symlink(target, to.join("target")).unwrap();
    to
}

/// What is printed without what differs from run to run: seconds and counts of nodes.
fn steady(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or("");
        let counted = next.starts_with("s,")
            || next.starts_with("s)")
            || next.trim_end() == "s"
            || next.starts_with("nodes");
        let number = word.trim_start_matches('(').replace([',', '.'], "");
        if counted && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push(if word.starts_with('(') { "(N" } else { "N" });
        } else {
            out.push(word);
        }
    }
    out.join(" ")
}

#[test]
fn the_commands_of_the_documents_run_and_print_what_is_shown() {
    let folder = copy();
    let programs = common::scratch("programs");
    std::fs::create_dir_all(&programs).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_yomikiri"), programs.join("yomikiri")).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let long = std::env::var_os("YOMIKIRI_LONG").is_some();
    let mut ran = 0;
    for document in documents() {
        if let Some((_, test)) = ELSEWHERE.iter().find(|(name, _)| *name == document) {
            let test = std::fs::read_to_string(root().join(test)).unwrap();
            assert!(test.contains(&document), "{document} is not read by its test");
            continue;
        }
        if UNCHECKED.contains(&document.as_str()) {
            continue;
        }
        let mut printed: Option<String> = None;
        for block in blocks(&document) {
            let place = &block.place;
            match block.language.as_str() {
                "text" if block.follows => {
                    if let Some(printed) = printed.take() {
                        assert_eq!(steady(&printed), steady(&block.text), "{place}");
                    }
                }
                "sh" => {
                    printed = None;
                    let run = match when(&block) {
                        When::Always => true,
                        When::With(program) => is_installed(&program),
                        When::Long => long,
                        When::Elsewhere => false,
                    };
                    if !run {
                        continue;
                    }
                    let output = Command::new("sh")
                        .args(["-euc", &block.text])
                        .current_dir(&folder)
                        .env("PATH", &path)
                        .env_remove("CARGO_TARGET_DIR")
                        .env_remove("CARGO_MANIFEST_DIR")
                        .stdin(Stdio::null())
                        .output()
                        .unwrap();
                    let out = String::from_utf8(output.stdout).unwrap();
                    let err = String::from_utf8_lossy(&output.stderr);
                    assert!(output.status.success(), "{place}: {}\n{out}{err}", output.status);
                    printed = Some(out);
                    ran += 1;
                }
                // The programs that the commands compile.
                "c" | "cpp" => {
                    let file = folder.join(format!("example.{}", block.language));
                    std::fs::write(file, &block.text).unwrap();
                }
                _ => {}
            }
        }
    }
    assert!(ran > 10, "{ran} blocks");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn commands_stand_in_fenced_blocks() {
    let mut loose = Vec::new();
    let starts = [
        "cargo ",
        "yomikiri ",
        "scripts/",
        "./",
        "make ",
        "cmake ",
        "python3 ",
        "cc ",
        "c++ ",
        "grep ",
        "sbatch ",
        "pip ",
        "YOMIKIRI_",
        "target/",
    ];
    for document in documents() {
        if ELSEWHERE.iter().any(|(name, _)| *name == document)
            || UNCHECKED.contains(&document.as_str())
        {
            continue;
        }
        let text = read(&document);
        let mut fenced = false;
        for (number, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                fenced = !fenced;
            }
            let command = line
                .strip_prefix("    ")
                .is_some_and(|line| starts.iter().any(|start| line.starts_with(start)));
            if command && !fenced {
                loose.push(format!("{document}:{}", number + 1));
            }
        }
        for block in blocks(&document) {
            when(&block);
        }
    }
    assert!(
        loose.is_empty(),
        "commands belong into a block fenced as sh, so that they are run: {loose:?}"
    );
}

#[test]
fn links_within_the_repository_lead_somewhere() {
    for document in documents() {
        let text = read(&document);
        let folder = root().join(&document).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap();
            if target.is_empty() || target.contains("://") || target.contains([' ', '\n']) {
                continue;
            }
            assert!(folder.join(target).exists(), "{document}: {link}");
        }
    }
}

#[test]
fn the_job_script_is_a_valid_shell_script_that_slurm_can_read() {
    let script = root().join("ffi-examples/slurm/mate-array.sh");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(Command::new("sh").arg("-n").arg(&script).status().unwrap().success());
    // Slurm reads its options from the comments before the first command.
    let head = text.split("set -eu").next().unwrap();
    for option in ["--job-name=", "--cpus-per-task=", "--mem-per-cpu=", "--time=", "--requeue"] {
        assert!(head.contains(&format!("#SBATCH {option}")), "{option}");
    }
    assert_eq!(text.matches("#SBATCH").count(), head.matches("#SBATCH").count());
    if is_installed("shellcheck") {
        assert!(Command::new("shellcheck").arg(&script).status().unwrap().success());
    }
}
