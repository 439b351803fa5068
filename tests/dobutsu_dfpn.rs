//! Df-pn on Dobutsu shogi with 64 KiB of table: every win of up to 9 plies, and no wrong verdict.
#![cfg(all(feature = "dobutsu", feature = "dfpn"))]

use yomikiri::dfpn::{Config, Dfpn, Limits, Outcome};
use yomikiri::games::dobutsu::Position;
use yomikiri::games::dobutsu::mate::MateSearch;
use yomikiri::mem::{Memory, Plan};
use yomikiri::status::Step;
use yomikiri::table::proof::ProofTable;

/// Positions and what they are worth.
fn positions() -> Vec<(Position, String)> {
    let read = |line: &str| {
        let (position, value) = line.split_once('\t').unwrap();
        (Position::parse(position).unwrap(), value.to_owned())
    };
    include_str!("data/dobutsu/values.tsv").lines().map(read).collect()
}

#[test]
fn short_wins_are_proven_in_64_kib_and_no_verdict_is_wrong() {
    // The hardest of the short wins takes 121,890; what is far from its end is only asked in vain.
    const NODES: u64 = 150_000;
    const NODES_FAR: u64 = 15_000;
    let config = Config { plies: 256, moves: 256 * 40 };
    let mut memory = vec![0u64; config.bytes().unwrap() / 8];
    let mut words = vec![0u64; 64 * 1024 / 8];
    let (mut short, mut proven, mut disproven) = (0, 0, 0);
    for (position, value) in positions() {
        let mut solver = Dfpn::new(position, config, Memory::new(&mut memory)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut words))).unwrap();
        let won = value.strip_prefix("win ").map(|plies| plies.parse::<u32>().unwrap());
        let is_short = won.is_some_and(|plies| plies <= 9);
        let nodes = if is_short { NODES } else { NODES_FAR };
        solver.start(Limits { nodes, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        let outcome = solver.report().outcome;
        match outcome {
            Outcome::Proven => {
                assert!(won.is_some(), "{position:?} is {value}");
                proven += 1;
            }
            Outcome::Disproven => {
                assert!(won.is_none(), "{position:?} is {value}");
                disproven += 1;
            }
            Outcome::Unknown => {}
        }
        if is_short {
            assert_eq!(outcome, Outcome::Proven, "{position:?} is {value}");
            short += 1;
        }
    }
    assert!(short >= 100 && proven > short && disproven > 10, "{short} {proven} {disproven}");
}

#[test]
fn the_mate_search_agrees_with_the_values() {
    let mut block = vec![0u64; MateSearch::plan(Plan::new(), 4096).bytes().unwrap() / 8];
    let mut search = MateSearch::new(&mut Memory::new(&mut block), 4096).unwrap();
    for (position, value) in positions() {
        search.start(position.board(), 9).unwrap();
        while search.step(1 << 20).unwrap() == Step::More {}
        let found = search.best().map(|_| format!("win {}", search.plies()));
        let short = ["win 1", "win 3", "win 5", "win 7", "win 9"].contains(&value.as_str());
        assert_eq!(found, short.then_some(value), "{position:?}");
    }
}
