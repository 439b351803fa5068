//! The verdict on a mate problem does not depend on the size of the table: at every size it is the
//! same, or unknown.
//!
//! The long run takes every problem file of a directory, and tables up to 1 GiB:
//!
//! ```text
//! YOMIKIRI_MATE_FILES=DIRECTORY [YOMIKIRI_MATE_NODES=N] \
//!     cargo test --release --test mate_memory -- --nocapture
//! ```
//!
//! A line of a file is name, fields, and somewhere among them an SFEN, with tabs between.

use std::path::{Path, PathBuf};

use yomikiri::dfpn::{Config, Dfpn, Limits, Outcome};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::mem::Memory;
use yomikiri::table::proof::ProofTable;

const CONFIG: Config = Config { plies: 2000, moves: 200_000 };

/// The problems of every file with that ending: name and SFEN.
fn problems(directory: &Path) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "tsv"))
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let fields: Vec<&str> = line.split('\t').collect();
            let sfen = fields.iter().find(|field| Position::from_sfen(field).is_ok());
            let sfen = sfen.unwrap_or_else(|| panic!("{}: no SFEN: {line}", file.display()));
            found.push((fields[0].to_owned(), (*sfen).to_owned()));
        }
    }
    found
}

#[test]
fn verdicts_are_equal_at_every_table_size_or_unknown() {
    let long = std::env::var_os("YOMIKIRI_MATE_FILES").map(PathBuf::from);
    let directory = long
        .clone()
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tsume"));
    let nodes: u64 = std::env::var("YOMIKIRI_MATE_NODES")
        .map_or(if long.is_some() { 200_000 } else { 2_000 }, |text| {
            text.parse().expect("YOMIKIRI_MATE_NODES is a number")
        });
    let sizes: &[usize] = if long.is_some() {
        &[64 << 10, 1 << 20, 16 << 20, 256 << 20, 1 << 30]
    } else {
        &[64 << 10, 1 << 20, 16 << 20]
    };
    let problems = problems(&directory);
    assert!(problems.len() > 900, "{} problems", problems.len());
    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut verdicts = vec![Vec::new(); problems.len()];
    for &bytes in sizes {
        let mut memory = vec![0; bytes / 8];
        let table = ProofTable::format(Memory::new(&mut memory));
        let mut counts = [0; 3];
        for ((_, sfen), verdicts) in problems.iter().zip(&mut verdicts) {
            table.clear();
            let position = Position::from_sfen(sfen).unwrap();
            let attacker = position.side();
            let problem = MateProblem::new(position, attacker).unwrap();
            let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut block)).unwrap();
            solver.set_table(table).unwrap();
            solver.start(Limits { nodes, ..Limits::default() }).unwrap();
            solver.solve().unwrap();
            let outcome = solver.report().outcome;
            counts[outcome as usize] += 1;
            verdicts.push(outcome);
        }
        println!(
            "{:>7} KiB: {} unknown, {} mates, {} without a mate",
            bytes >> 10,
            counts[0],
            counts[1],
            counts[2]
        );
    }
    let mut decided = 0;
    for ((name, _), verdicts) in problems.iter().zip(&verdicts) {
        let says = |outcome| verdicts.contains(&outcome);
        assert!(!(says(Outcome::Proven) && says(Outcome::Disproven)), "{name}: {verdicts:?}");
        decided += u32::from(verdicts.iter().filter(|&&v| v != Outcome::Unknown).count() > 1);
    }
    assert!(decided > 700, "only {decided} problems were decided at two sizes");
}
