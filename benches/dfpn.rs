//! Nodes per second of df-pn, and the cost of probing and storing.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use yomikiri::dfpn::{Config, Dfpn, Limits};
use yomikiri::game::{Dominance, Key};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Moves;
use yomikiri::table::proof::{Facts, ProofTable};
use yomikiri::{Error, Game, Move, Score, Side};

/// A uniform tree whose leaves are wins of the first side with probability 1/3, drawn from a hash
/// of the path: no game, so that the search alone is timed.
struct Tree {
    path: Vec<u64>,
}

const DEPTH: usize = 12;
const WIDTH: u32 = 6;

impl Game for Tree {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        (1..=WIDTH).for_each(|m| out.push(Move(m)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        let key = self.path.last().copied().unwrap_or(1);
        self.path.push(mix(key ^ u64::from(m.0)));
        Ok(())
    }
    fn undo(&mut self, _: Move) -> Result<(), Error> {
        self.path.pop();
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: self.path.last().copied().unwrap_or(1), resource: 0 }
    }
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let key = self.path.last().copied().unwrap_or(1);
        Ok(Key { position: mix(key ^ u64::from(m.0)), resource: 0 })
    }
    fn side(&mut self) -> Side {
        if self.path.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        let leaf = self.path.last().filter(|_| self.path.len() == DEPTH);
        Ok(leaf.map(|key| if key % 3 == 0 { 1 } else { -1 }))
    }
}

fn equal(a: u32, b: u32) -> Dominance {
    if a == b { Dominance::Equal } else { Dominance::Unrelated }
}

fn search(c: &mut Criterion) {
    const NODES: u64 = 100_000;
    let config = Config { plies: 64, moves: 1024 };
    let mut block = vec![0; config.bytes().unwrap() / 8];
    let mut memory = vec![0; (16 << 20) / 8];
    let mut group = c.benchmark_group("dfpn");
    group.throughput(Throughput::Elements(NODES));
    group.bench_function("synthetic tree, 16 MiB", |b| {
        b.iter_batched(
            || (),
            |()| {
                let mut solver =
                    Dfpn::new(Tree { path: vec![] }, config, Memory::new(&mut block)).unwrap();
                let table = ProofTable::format(Memory::new(&mut memory));
                solver.set_table(table).unwrap();
                solver.start(Limits { nodes: NODES, ..Limits::default() }).unwrap();
                solver.solve().unwrap();
                assert_eq!(solver.report().nodes, NODES);
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn table(c: &mut Criterion) {
    for (name, bytes) in [("64 KiB", 64 << 10), ("64 MiB", 64 << 20)] {
        let mut memory = vec![0; bytes / 8];
        let table = ProofTable::format(Memory::new(&mut memory));
        let mut group = c.benchmark_group(format!("table, {name}"));
        let mut state = 0;
        let mut key = move || {
            state += 1;
            Key { position: mix(state), resource: 0 }
        };
        group.bench_function("store", |b| {
            let facts = Facts { numbers: Some((3, 4)), ..Facts::UNKNOWN };
            b.iter(|| table.store(key(), facts, 10));
        });
        let mut state = 0;
        group.bench_function("probe", |b| {
            b.iter(|| {
                state += 1;
                black_box(table.probe(Key { position: mix(state), resource: 0 }, equal))
            });
        });
        group.bench_function("clear", |b| b.iter(|| table.clear()));
        group.finish();
    }
}

criterion_group!(benches, search, table);
criterion_main!(benches);
