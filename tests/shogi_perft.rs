//! Shogi perft: the number of legal lines to a depth, against published counts.

use yomikiri::games::shogi::{MOST_MOVES, Position, SfenOptions};
use yomikiri::moves::{Move, Moves};

/// Name, depth, leaves, SFEN; the origin is in the file.
const TABLE: &str = include_str!("data/shogi-perft.tsv");

fn read(sfen: &str) -> Position {
    let options = SfenOptions { more_than_a_set: true };
    Position::from_sfen_with(sfen, options).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return u64::from(position.legal_count());
    }
    let mut space = [Move::NONE; MOST_MOVES];
    let mut moves = Moves::new(&mut space);
    position.legal_moves(&mut moves);
    let n = moves.finish().unwrap();
    let mut leaves = 0;
    for &m in &space[..n] {
        position.play(m);
        leaves += perft(position, depth - 1);
        position.undo(m);
    }
    leaves
}

#[test]
fn every_published_count_to_ten_million_leaves_is_exact() {
    let mut rows = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, depth, leaves, sfen] = fields[..] else {
            panic!("{line}");
        };
        let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
        if leaves > 10_000_000 {
            continue;
        }
        rows += 1;
        assert_eq!(perft(&mut read(sfen), depth), leaves, "{name} {depth}");
    }
    assert_eq!(rows, 53);
}
