//! What the C callback table costs: the same game of Connect Four, searched by the same df-pn and the
//! same alpha-beta through the `Game` trait and through the C interface. The time through the table
//! may be 1.5 times the time through the trait at most. Times are the processor's, where the system
//! tells them, since a busy machine makes others meaningless.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::null_mut;

use std::time::Instant;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::capi::alphabeta::{
    yomi_alphabeta, yomi_alphabeta_clear_table, yomi_alphabeta_get_result, yomi_alphabeta_init,
    yomi_alphabeta_set_table, yomi_alphabeta_solve,
};
use yomikiri::capi::dfpn::{
    yomi_dfpn, yomi_dfpn_clear_table, yomi_dfpn_get_result, yomi_dfpn_init, yomi_dfpn_reset,
    yomi_dfpn_set_table, yomi_dfpn_solve,
};
use yomikiri::capi::host::{YOMI_GAME_NEVER_REPEATS, yomi_game};
use yomikiri::capi::proof::{yomi_dfpn_config, yomi_dfpn_limits, yomi_dfpn_result};
use yomikiri::capi::settings::{
    yomi_alphabeta_config, yomi_alphabeta_result, yomi_alphabeta_settings,
};
use yomikiri::dfpn::{Config, Dfpn, Limits};
use yomikiri::game::Key;
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Moves;
use yomikiri::table::alphabeta::Table;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Game, Move, Score, Side};

/// The time that the processor has spent on this thread, or the clock's where that is not known.
struct ProcessorTime {
    begun: Instant,
}

impl Measurement for ProcessorTime {
    type Intermediate = f64;
    type Value = f64;

    fn start(&self) -> f64 {
        std::fs::read_to_string("/proc/thread-self/schedstat")
            .ok()
            .and_then(|text| text.split(' ').next()?.parse().ok())
            .unwrap_or_else(|| self.begun.elapsed().as_nanos() as f64)
    }
    fn end(&self, start: f64) -> f64 {
        self.start() - start
    }
    fn add(&self, a: &f64, b: &f64) -> f64 {
        a + b
    }
    fn zero(&self) -> f64 {
        0.0
    }
    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }
    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn processor_time() -> Criterion<ProcessorTime> {
    Criterion::default().with_measurement(ProcessorTime { begun: Instant::now() })
}

/// Connect Four as two sets of 7 bits a column, six squares and a guard.
#[derive(Clone, Copy, Default)]
struct ConnectFour {
    stones: [u64; 2],
    heights: [u8; 7],
    played: u32,
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl ConnectFour {
    fn place(&mut self, column: usize) {
        let square = 7 * column + usize::from(self.heights[column]);
        self.stones[self.played as usize & 1] |= 1 << square;
        self.heights[column] += 1;
        self.played += 1;
    }

    fn remove(&mut self, column: usize) {
        self.heights[column] -= 1;
        self.played -= 1;
        let square = 7 * column + usize::from(self.heights[column]);
        self.stones[self.played as usize & 1] &= !(1 << square);
    }

    fn hash(&self) -> u64 {
        mix(self.stones[0] ^ mix(self.stones[1]))
    }

    fn hash_after(&self, column: usize) -> u64 {
        let mut after = *self;
        after.place(column);
        after.hash()
    }

    /// The score of a game that has ended, for the side to move.
    fn score(&self) -> Option<Score> {
        if has_four(self.stones[(self.played as usize + 1) & 1]) {
            Some(-1)
        } else {
            (self.played == 42).then_some(0)
        }
    }

    fn columns(&self) -> impl Iterator<Item = u32> {
        (0..7).filter(|&column| self.heights[column as usize] < 6)
    }
}

impl Game for ConnectFour {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.columns().for_each(|column| out.push(Move(column + 1)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.place(m.0 as usize - 1);
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.remove(m.0 as usize - 1);
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: self.hash(), resource: 0 }
    }
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        Ok(Key { position: self.hash_after(m.0 as usize - 1), resource: 0 })
    }
    fn side(&mut self) -> Side {
        if self.played.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(Game::side(self).other())
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(self.score())
    }
    fn can_repeat(&self) -> bool {
        false
    }
}

/// The game behind a callback's first argument.
fn game<'g>(user: *mut c_void) -> &'g mut ConnectFour {
    // SAFETY: the solver hands back what it was given: a game that nothing else uses meanwhile.
    unsafe { &mut *user.cast() }
}

unsafe extern "C" fn moves(user: *mut c_void, out: *mut u32, capacity: u32) -> i32 {
    // SAFETY: the library gives room for `capacity` moves.
    let out = unsafe { std::slice::from_raw_parts_mut(out, capacity as usize) };
    let mut count = 0;
    for column in game(user).columns() {
        out[count] = column + 1;
        count += 1;
    }
    count as i32
}
unsafe extern "C" fn play(user: *mut c_void, m: u32) -> i32 {
    game(user).place(m as usize - 1);
    0
}
unsafe extern "C" fn undo(user: *mut c_void, m: u32) -> i32 {
    game(user).remove(m as usize - 1);
    0
}
unsafe extern "C" fn key(user: *mut c_void) -> u64 {
    game(user).hash()
}
unsafe extern "C" fn terminal(user: *mut c_void, score: *mut i32) -> i32 {
    match game(user).score() {
        None => 0,
        Some(value) => {
            // SAFETY: the library gives room for a score.
            unsafe { score.write(value) };
            1
        }
    }
}
unsafe extern "C" fn key_after(user: *mut c_void, m: u32, key: *mut u64, check: *mut u32) -> i32 {
    // SAFETY: the library gives room for both.
    unsafe {
        key.write(game(user).hash_after(m as usize - 1));
        check.write(0);
    }
    0
}

const NODES: u64 = 100_000;
const PLIES: u16 = 42;
const MOVES: u32 = 42 * 7;

fn start() -> ConnectFour {
    let mut game = ConnectFour::default();
    for column in [3, 3, 3, 3, 2, 4] {
        game.place(column);
    }
    game
}

fn host() -> yomi_game {
    // SAFETY: absent callbacks are null, which is `None`.
    let mut host: yomi_game = unsafe { std::mem::zeroed() };
    host.struct_size = size_of::<yomi_game>() as u32;
    host.flags = YOMI_GAME_NEVER_REPEATS;
    host.moves = Some(moves);
    host.play = Some(play);
    host.undo = Some(undo);
    host.key = Some(key);
    host.terminal = Some(terminal);
    host.key_after = Some(key_after);
    host
}

fn proof(c: &mut Criterion<ProcessorTime>) {
    let config = Config { plies: PLIES, moves: MOVES };
    let mut block = vec![0u64; 1 << 14];
    let mut table = vec![0u64; (16 << 20) / 8];
    let mut group = c.benchmark_group("connect four, df-pn");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);

    let mut trait_nodes = 0;
    {
        let mut solver = Dfpn::new(start(), config, Memory::new(&mut block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut table))).unwrap();
        group.bench_function("trait", |bencher| {
            bencher.iter(|| {
                solver.reset().unwrap();
                solver.table().clear();
                solver.start(Limits { nodes: NODES, ..Limits::default() }).unwrap();
                solver.solve().unwrap();
                trait_nodes = black_box(solver.report().nodes);
            });
        });
    }

    let mut position = start();
    let host = host();
    let config = yomi_dfpn_config {
        struct_size: size_of::<yomi_dfpn_config>() as u32,
        plies: PLIES.into(),
        moves: MOVES,
        reserved: 0,
    };
    let mut solver: *mut yomi_dfpn = null_mut();
    // SAFETY: the blocks, the host's table and the position outlive the solver, and nothing else
    // touches them while it is used.
    unsafe {
        let mut limits: yomi_dfpn_limits = std::mem::zeroed();
        limits.struct_size = size_of::<yomi_dfpn_limits>() as u32;
        limits.nodes = NODES;
        let user = (&raw mut position).cast();
        let (bytes, table_bytes) = (size_of_val(&block[..]), size_of_val(&table[..]));
        let memory = block.as_mut_ptr().cast();
        assert_eq!(yomi_dfpn_init(memory, bytes, &config, &host, user, &mut solver), 0);
        assert_eq!(yomi_dfpn_set_table(solver, table.as_mut_ptr().cast(), table_bytes), 0);
        let mut result: yomi_dfpn_result = std::mem::zeroed();
        result.struct_size = size_of::<yomi_dfpn_result>() as u32;
        group.bench_function("C callbacks", |bencher| {
            bencher.iter(|| {
                assert_eq!(yomi_dfpn_reset(solver), 0);
                assert_eq!(yomi_dfpn_clear_table(solver), 0);
                assert_eq!(yomi_dfpn_solve(solver, &limits), 0);
                assert_eq!(yomi_dfpn_get_result(solver, &mut result), 0);
                black_box(result.nodes);
            });
        });
        assert_eq!(result.nodes, trait_nodes, "the same search");
    }
    group.finish();
}

fn alpha_beta(c: &mut Criterion<ProcessorTime>) {
    let size = alphabeta::Size::new(PLIES.into(), 7).with_history(256);
    let mut block = vec![0u64; 1 << 14];
    let mut table = vec![0u64; (16 << 20) / 8];
    let mut group = c.benchmark_group("connect four, alpha-beta");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);

    let mut trait_report = None;
    {
        let table = Table::new(&mut Memory::new(&mut table)).unwrap();
        let config = alphabeta::Config::new(Driver::PrincipalVariation);
        let memory = &mut Memory::new(&mut block);
        let mut search = AlphaBeta::new(start(), config, size, memory, table).unwrap();
        let limits = alphabeta::Limits { nodes: NODES, ..alphabeta::Limits::exact() };
        group.bench_function("trait", |bencher| {
            bencher.iter(|| {
                search.table_mut().unwrap().clear();
                trait_report = Some(black_box(search.solve(limits).unwrap()));
            });
        });
    }
    let Some(report) = trait_report else { return };

    let mut position = start();
    let host = host();
    let config = yomi_alphabeta_config {
        struct_size: size_of::<yomi_alphabeta_config>() as u32,
        plies: PLIES.into(),
        moves: MOVES,
        history: 256,
    };
    let mut search: *mut yomi_alphabeta = null_mut();
    // SAFETY: as in `proof`.
    unsafe {
        let mut settings: yomi_alphabeta_settings = std::mem::zeroed();
        settings.struct_size = size_of::<yomi_alphabeta_settings>() as u32;
        settings.nodes = NODES;
        let mut result: yomi_alphabeta_result = std::mem::zeroed();
        result.struct_size = size_of::<yomi_alphabeta_result>() as u32;
        let user = (&raw mut position).cast();
        let (bytes, table_bytes) = (size_of_val(&block[..]), size_of_val(&table[..]));
        let memory = block.as_mut_ptr().cast();
        assert_eq!(yomi_alphabeta_init(memory, bytes, &config, &host, user, &mut search), 0);
        assert_eq!(yomi_alphabeta_set_table(search, table.as_mut_ptr().cast(), table_bytes), 0);
        group.bench_function("C callbacks", |bencher| {
            bencher.iter(|| {
                assert_eq!(yomi_alphabeta_clear_table(search), 0);
                assert_eq!(yomi_alphabeta_solve(search, &settings), 0);
                assert_eq!(yomi_alphabeta_get_result(search, &mut result), 0);
                black_box(result.nodes);
            });
        });
        assert_eq!((result.nodes, result.leaves), (report.nodes, report.leaves), "the same search");
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = processor_time();
    targets = proof, alpha_beta
}
criterion_main!(benches);
