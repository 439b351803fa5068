//! Shogi perft: the number of legal lines to a depth, against published counts.

#[path = "common/perft.rs"]
mod perft;

use yomikiri::games::shogi::{Position, SfenOptions};

/// Name, depth, leaves, SFEN; the origin is in the file.
const TABLE: &str = include_str!("data/shogi-perft.tsv");

fn read(sfen: &str) -> Position {
    let options = SfenOptions { more_than_a_set: true };
    Position::from_sfen_with(sfen, options).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Checks every row with leaves in the range and gives how many there were.
fn check_rows(leaves_in: std::ops::RangeInclusive<u64>) -> usize {
    let mut rows = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, depth, leaves, sfen] = fields[..] else {
            panic!("{line}");
        };
        let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
        if !leaves_in.contains(&leaves) {
            continue;
        }
        rows += 1;
        let start = read(sfen);
        assert_eq!(perft::bulk(&mut start.clone(), depth), leaves, "{name} {depth}");
        if leaves <= 10_000_000 {
            assert_eq!(perft::bulk(&mut start.flipped(), depth), leaves, "{name} {depth}");
            assert_eq!(perft::bulk(&mut start.mirrored(), depth), leaves, "{name} {depth}");
        }
        if leaves <= 1_000_000 {
            let mut position = start.clone();
            assert_eq!(perft::no_bulk(&mut position, depth), leaves, "{name} {depth}");
            assert_eq!(position, start, "{name} {depth}");
        }
    }
    rows
}

#[test]
fn every_published_count_to_ten_million_leaves_is_exact_in_all_views() {
    assert_eq!(check_rows(0..=10_000_000), 53);
}

/// The longer rows to 20 thousand million leaves (a few minutes in a release build), where
/// `YOMIKIRI_LONG` is set. One row is longer still: the start position to depth 8, for
/// `yomikiri perft shogi 8`.
#[test]
fn every_published_count_to_twenty_thousand_million_leaves_is_exact() {
    if std::env::var_os("YOMIKIRI_LONG").is_none() {
        eprintln!("skipped: YOMIKIRI_LONG is not set");
        return;
    }
    assert_eq!(check_rows(10_000_001..=20_000_000_000), 12);
}
