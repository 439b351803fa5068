//! Dobutsu shogi: tree counts, the index, the work of the analysis, probes of a table in place.
//!
//! The table that is probed has the right form and made-up values: what a probe costs does not
//! depend on them. Probes at random places of 63 MB miss the caches, as they do in use; "warm" ones
//! stay within 4096 positions.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yomikiri::game::IndexedGame;
use yomikiri::games::dobutsu::compact::{CompactIndex, POSITIONS, has_number};
use yomikiri::games::dobutsu::perft::{Convention, count};
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::games::dobutsu::table::{self, Store, Table, TableKind};
use yomikiri::games::dobutsu::{Board, Position};
use yomikiri::hash::mix;
use yomikiri::mem::{Memory, Plan};
use yomikiri::retro::container::Checksum;

fn leak(plan: Plan) -> &'static mut [u64] {
    vec![0u64; plan.bytes().unwrap() / 8].leak()
}

fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("dobutsu/perft");
    group.throughput(Throughput::Elements(71_677));
    group.bench_function("full 6", |b| {
        b.iter(|| count(black_box(Position::START), 6, Convention::Full));
    });
    group.finish();
}

fn index(c: &mut Criterion) {
    let game = OpenGame::new(&mut Memory::new(leak(OpenGame::plan(Plan::new())))).unwrap();
    let index = game.index();
    let mut group = c.benchmark_group("dobutsu/index");
    let mut cursor = index.cursor();
    let numbers: Vec<u32> =
        (0..4096u64).map(|i| (mix(i) % u64::from(index.len())) as u32).collect();
    let boards: Vec<Board> =
        numbers.iter().map(|&n| index.unrank(&mut cursor, n).unwrap()).collect();
    group.throughput(Throughput::Elements(4096));
    group.bench_function("rank", |b| {
        b.iter(|| {
            boards.iter().map(|&board| index.rank_complete(board).unwrap()).fold(0, |a, n| a ^ n)
        });
    });
    group.bench_function("unrank in order", |b| {
        b.iter(|| {
            let mut cursor = index.cursor();
            (7_000_000..7_004_096)
                .map(|n| index.unrank(&mut cursor, n).unwrap().pieces)
                .fold(0, |a, n| a ^ n)
        });
    });
    group.bench_function("unrank at random", |b| {
        b.iter(|| {
            let mut cursor = index.cursor();
            numbers
                .iter()
                .map(|&n| index.unrank(&mut cursor, n).unwrap().pieces)
                .fold(0, |a, n| a ^ n)
        });
    });
    group.bench_function("initial value", |b| {
        b.iter(|| {
            let mut cursor = index.cursor();
            (7_000_000..7_004_096)
                .filter(|&n| {
                    matches!(game.initial(&mut cursor, n), yomikiri::game::Initial::Open(_))
                })
                .count()
        });
    });
    group.bench_function("predecessors", |b| {
        b.iter(|| {
            let mut cursor = index.cursor();
            let mut sum = 0u32;
            for number in 7_000_000..7_004_096 {
                game.predecessors(&mut cursor, number, |p| sum ^= p);
            }
            sum
        });
    });
    group.finish();
}

/// A table file of made-up values.
fn file(kind: TableKind) -> Vec<u8> {
    let mut header = table::header(kind);
    let (len, modulus) = match kind {
        TableKind::Outcome => (POSITIONS.div_ceil(5), 243),
        _ => (POSITIONS, 170),
    };
    let payload: Vec<u8> = (0..len).map(|i| (mix(u64::from(i)) % modulus) as u8).collect();
    let mut directory = Vec::new();
    let size = len.div_ceil(header.blocks) as usize;
    let block = if kind == TableKind::Outcome { 65_536 } else { header.block_positions as usize };
    assert!(size <= block);
    let mut end = 0;
    for part in payload.chunks(block) {
        end += part.len() as u32;
        directory.extend(end.to_le_bytes());
        directory.extend(Checksum::of(part).to_le_bytes());
    }
    header.payload = payload.len() as u64;
    header.directory_checksum = Checksum::of(&directory);
    [header.encode().to_vec(), directory, payload].concat()
}

fn probes(c: &mut Criterion) {
    let compact =
        CompactIndex::new(&mut Memory::new(leak(CompactIndex::plan(Plan::new())))).unwrap();
    let game = OpenGame::new(&mut Memory::new(leak(OpenGame::plan(Plan::new())))).unwrap();
    let index = game.index();
    let mut cursor = index.cursor();
    let mut boards = |count: u64, stored: bool| -> Vec<Board> {
        (0..)
            .map(|i| (mix(i) % u64::from(index.len())) as u32)
            .map(|n| index.unrank(&mut cursor, n).unwrap())
            .filter(|&board| !stored || has_number(board))
            .take(count as usize)
            .collect()
    };
    let stored = boards(2_000_000, true);
    let any = boards(2_000_000, false);
    let mut group = c.benchmark_group("dobutsu/probe");
    for (name, kind) in [("distance", TableKind::Distance), ("outcome", TableKind::Outcome)] {
        let bytes = file(kind);
        let mut table = Table::open(bytes.as_slice(), &compact).unwrap();
        for (set, boards) in [("stored", &stored), ("any", &any)] {
            for (state, span) in [("cold", boards.len()), ("warm", 4096)] {
                let mut next = 0;
                group.bench_function(format!("{name} {set} {state}"), |b| {
                    b.iter(|| {
                        next = (next + 1) % span;
                        table.outcome(boards[next])
                    });
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, rules, index, probes);
criterion_main!(benches);
