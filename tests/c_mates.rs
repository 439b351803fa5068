//! Mate problems through the C header, and the same searches in this build: a release archive and a
//! test build give the same answers with the same number of nodes.

mod common;

use std::process::Command;

use yomikiri::dfpn::{Config, Dfpn, Limits};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::mem::Memory;
use yomikiri::table::proof::ProofTable;

/// What `tests/c/tsume_suite.c` gives its solver.
const CONFIG: Config = Config { plies: 300, moves: 20_000 };
const LINE_WORDS: usize = (896_usize + 64 * 300 + 20 * 20_000).div_ceil(8);
const TABLE_WORDS: usize = (16 << 20) / 8 - LINE_WORDS;
const MOST_NODES: u64 = 300_000;

const FILES: [&str; 4] = ["short.tsv", "game.tsv", "middle.tsv", "nomate.tsv"];

#[test]
fn known_problems_are_solved_and_verified_in_16_mib_however_the_search_is_cut() {
    let directory = common::scratch("c_mates");
    let data = common::root().join("tests/data/tsume");
    let source = common::root().join("tests/c/tsume_suite.c");
    let flags = ["-std=c99", "-O1", "-g", "-fsanitize=address,undefined"];
    let program = common::compile("cc", &flags, &[&source], &directory, "tsume_suite");
    let paths = FILES.map(|file| data.join(file));
    let printed = common::print(Command::new(program).arg("7").args(&paths));

    let problems: Vec<(String, String)> = paths
        .iter()
        .flat_map(|path| {
            std::fs::read_to_string(path)
                .unwrap()
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|line| {
                    let fields: Vec<&str> = line.split('\t').collect();
                    let sfen = fields.get(2).copied().unwrap_or(fields[1]);
                    (fields[0].to_owned(), sfen.to_owned())
                })
                .collect::<Vec<_>>()
        })
        .collect();

    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut table = vec![0; TABLE_WORDS];
    let (mut mates, mut none) = (0, 0);
    for line in printed.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let sfen = &problems.iter().find(|(name, _)| name == fields[0]).unwrap().1;
        let position = Position::from_sfen(sfen).unwrap();
        let attacker = position.side();
        let problem = MateProblem::new(position, attacker).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut table))).unwrap();
        solver.start(Limits { nodes: MOST_NODES, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        let report = solver.report();
        let here = format!("{}\t{}\t{}", report.outcome as i32, report.length, report.nodes);
        assert_eq!(here, fields[1..].join("\t"), "{}", fields[0]);
        match fields[1] {
            "1" => mates += 1,
            "2" => none += 1,
            _ => {}
        }
    }
    assert!(mates >= 600 && none >= 4, "{mates} mates and {none} refutations");
}
