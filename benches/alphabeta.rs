//! Alpha-beta: whole searches of each driver, exact endgames, and the cost of probing and storing.

#[path = "../tests/common/connect_four.rs"]
mod connect_four;

use std::hint::black_box;

use connect_four::ConnectFour;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Report, Size, memory_bytes};
use yomikiri::game::{Game, Key};
use yomikiri::games::othello::{MOST_PLIES, Othello, Scoring};
use yomikiri::games::random_tree::{RandomTree, Shape};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::alphabeta::{Entry, Table};

const DRIVERS: [Driver; 6] = [
    Driver::AlphaBeta,
    Driver::PrincipalVariation,
    Driver::MtdF,
    Driver::SssStar,
    Driver::DualStar,
    Driver::CStar,
];

/// Memory that lasts over the runs of a bench.
struct Blocks {
    search: Vec<u64>,
    table: Vec<u64>,
}

impl Blocks {
    fn new(size: &Size, table_bytes: usize) -> Self {
        let words = memory_bytes(size).expect("a small size") / 8;
        Self { search: vec![0; words], table: vec![0; table_bytes / 8] }
    }

    /// Searches with the table emptied first.
    fn search<G: Game>(&mut self, game: G, size: Size, config: Config, limits: Limits) -> Report {
        let table = Table::new(&mut Memory::new(&mut self.table)).expect("any size will do");
        AlphaBeta::new(game, config, size, &mut Memory::new(&mut self.search), table)
            .and_then(|mut search| search.solve(limits))
            .expect("memory enough")
    }
}

fn endgames(c: &mut Criterion) {
    let text = include_str!("../tests/data/othello/fforum-1-19.obf");
    let positions: Vec<Othello> = text
        .lines()
        .map(|line| Othello::from_text(line, Scoring::EmptiesToWinner).expect("a good line"))
        .collect();
    let size = Size::new(MOST_PLIES + 1, 16);
    let mut blocks = Blocks::new(&size, 1 << 20);
    let mut group = c.benchmark_group("othello, FFO 1 to 19, exact");
    group.sample_size(10);
    for driver in [Driver::PrincipalVariation, Driver::MtdF] {
        let config = Config { range: (-64, 64), granularity: 2, ..Config::endgame(driver) };
        let mut run = || -> u64 {
            positions
                .iter()
                .map(|game| blocks.search(game.clone(), size, config, Limits::exact()).nodes)
                .sum()
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{driver:?}"), |b| b.iter(&mut run));
    }
}

fn drivers(c: &mut Criterion) {
    let size = Size::new(20, 12).with_history(256);
    let mut blocks = Blocks::new(&size, 1 << 20);
    let mut group = c.benchmark_group("random graph, width 8, depth 8");
    group.sample_size(20);
    let shape = Shape { order_quality: 80, ..Shape::graph(1, 8, 8, 100, 4096) };
    let game = RandomTree::new(shape).expect("a good shape");
    for driver in DRIVERS {
        let config = Config { range: (-100, 100), ..Config::new(driver) };
        let mut run = || blocks.search(game.clone(), size, config, Limits::exact()).nodes;
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{driver:?}"), |b| b.iter(&mut run));
    }
    group.finish();

    let mut group = c.benchmark_group("connect four, depth 12");
    group.sample_size(20);
    for driver in [Driver::PrincipalVariation, Driver::MtdF] {
        let config = Config { range: (-1, 1), iterative: true, ..Config::new(driver) };
        let mut run =
            || blocks.search(ConnectFour::default(), size, config, Limits::depth(12)).nodes;
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{driver:?}"), |b| b.iter(&mut run));
    }
}

fn table(c: &mut Criterion) {
    let mut block = vec![0u64; 1 << 17];
    let table = Table::new(&mut Memory::new(&mut block)).expect("any size will do");
    let entry = Entry { best: Move(1), lower: -4, upper: 4, depth: 7, complete: false, cost: 9 };
    let mut n = 0u64;
    let mut group = c.benchmark_group("table of 1 MiB");
    group.bench_function("store", |b| {
        b.iter(|| {
            n += 1;
            let key = Key { position: mix(n & 0xffff), resource: 0 };
            table.store(table.slot(key, 0), black_box(entry));
        });
    });
    group.bench_function("probe", |b| {
        b.iter(|| {
            n += 1;
            let key = Key { position: mix(n & 0xffff), resource: 0 };
            black_box(table.probe(table.slot(key, 0)))
        });
    });
}

criterion_group!(benches, endgames, drivers, table);
criterion_main!(benches);
