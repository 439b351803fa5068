//! Connect Four from the empty board to 22 plies, against the crate `minimax` on the same game
//! code: nodes, seconds, and the ratio of the two programs' times in one run. Seconds are the
//! processor's, where the system tells them, since a busy machine makes others meaningless.
//!
//! `cargo bench --bench connect_four`. Not under criterion, since a run takes seconds and the node
//! counts matter as much as the times.
//!
//! The crate runs three times: with the plain rules and its stock strategies; told of a win in the
//! next move, as ours is by `winning_move`, with the options that suit it best here; and told of losses
//! in two plies as well, which is all that ours knows by `bounds_to_depth`. A told search sees further
//! than its depth. The one told of wins is given the whole depth, so that it sees one ply more than
//! ours; the one told of all searches two plies less, for the same horizon.

#[path = "../tests/common/connect_four.rs"]
mod connect_four;

use std::time::Instant;

use connect_four::{COLUMNS, ConnectFour, four};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use yomikiri::alphabeta::{
    AlphaBeta, Config, Driver, Limits, OrderingSwitches, Size, memory_bytes,
};
use yomikiri::mem::Memory;
use yomikiri::table::alphabeta::Table;

const DEPTH: u8 = 22;

/// The rules for `minimax`: the same functions of [`ConnectFour`]. With 1 ply `AHEAD` a position in
/// which the side to move wins at once counts as won, with 2 one in which it cannot help losing at
/// once counts as lost.
struct Rules<const AHEAD: u8>;

impl<const AHEAD: u8> minimax::Game for Rules<AHEAD> {
    type S = ConnectFour;
    type M = u8;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(state) {
            return Some(winner);
        }
        moves.extend(COLUMNS.into_iter().filter(|&c| state.is_open(c)).map(|c| c as u8));
        None
    }

    fn apply(state: &mut ConnectFour, m: u8) -> Option<ConnectFour> {
        Some(state.after(m.into()))
    }

    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        if four(state.last) {
            Some(Winner::PlayerJustMoved)
        } else if state.is_full() {
            Some(Winner::Draw)
        } else if AHEAD >= 1 && state.wins_next() {
            Some(Winner::PlayerToMove)
        } else if AHEAD >= 2 && state.loses_next() {
            Some(Winner::PlayerJustMoved)
        } else {
            None
        }
    }

    fn zobrist_hash(state: &ConnectFour) -> u64 {
        state.hash()
    }

    fn table_index(m: u8) -> u16 {
        m.into()
    }

    fn max_table_index() -> u16 {
        6
    }
}

/// Seconds of processor time this process has used, or of the clock where that is not known.
fn now(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

struct Nothing<const AHEAD: u8>;

impl<const AHEAD: u8> Evaluator for Nothing<AHEAD> {
    type G = Rules<AHEAD>;

    fn evaluate(&self, _: &ConnectFour) -> Evaluation {
        0
    }
}

fn theirs<const AHEAD: u8>(options: IterativeOptions, depth: u8) -> f64 {
    let mut search = IterativeSearch::new(Nothing::<AHEAD>, options);
    search.set_max_depth(depth);
    let clock = Instant::now();
    let start = now(clock);
    search.choose_move(&ConnectFour::default());
    assert_eq!(search.root_value(), 0);
    now(clock) - start
}

fn ours(driver: Driver, bytes: usize) -> (u64, f64) {
    let size = Size::new(DEPTH as usize + 1, 7);
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut table_block = vec![0u64; bytes / 8];
    let table = Table::new(&mut Memory::new(&mut table_block)).unwrap();
    let config = Config {
        range: (-1, 1),
        iterative: true,
        deepen_by: 6,
        ordering: OrderingSwitches { table_move: true, hint: true, ..OrderingSwitches::NONE },
        order_from: 5,
        etc_from: 5,
        etc_refutes: true,
        table_from: 4,
        near_below: 12,
        ..Config::new(driver)
    };
    let mut search =
        AlphaBeta::new(ConnectFour::default(), config, size, &mut Memory::new(&mut block), table)
            .unwrap();
    let clock = Instant::now();
    let start = now(clock);
    let report = search.solve(Limits::depth(DEPTH.into())).unwrap();
    assert_eq!(report.score, 0);
    (report.nodes, now(clock) - start)
}

fn main() {
    println!("Connect Four, empty board, {DEPTH} plies");
    for (name, bytes) in [("64 MiB", 64 << 20), ("1 MiB", 1 << 20), ("20 KB", 20_000)] {
        let mut best = [f64::INFINITY; 3];
        // The crate's tables are not meant to be this small.
        if bytes >= 1 << 20 {
            let stock = || IterativeOptions::new().with_table_byte_size(bytes);
            let tuned = || stock().with_double_step_increment().with_countermoves();
            let mut print = |kind: usize, name_of: &str, seconds: f64| {
                println!("{name:>7}  minimax {name_of:<37} {seconds:7.3} s");
                best[kind] = best[kind].min(seconds);
            };
            print(0, "PVS", theirs::<0>(stock().with_null_window_search(true), DEPTH));
            print(0, "MTD(f)", theirs::<0>(stock().with_mtdf(), DEPTH));
            let pvs = || tuned().with_null_window_search(true);
            print(1, "PVS, told of wins, tuned", theirs::<1>(pvs(), DEPTH));
            print(1, "MTD(f), told of wins, tuned", theirs::<1>(tuned().with_mtdf(), DEPTH));
            print(2, "PVS, told of all, tuned", theirs::<2>(pvs(), DEPTH - 2));
            print(2, "MTD(f), told of all, tuned", theirs::<2>(tuned().with_mtdf(), DEPTH - 2));
        }
        for driver in [Driver::PrincipalVariation, Driver::MtdF] {
            let (nodes, seconds) = ours(driver, bytes);
            let ratio = if best[0].is_finite() {
                let [stock, wins, all] = best.map(|other| other / seconds);
                format!("  {stock:.1} times minimax, {wins:.1} told of wins, {all:.1} told of all")
            } else {
                String::new()
            };
            println!(
                "{name:>7}  yomikiri {driver:<30?} {seconds:7.3} s  {:8.3} M nodes  {:5.1} M/s{ratio}",
                nodes as f64 / 1e6,
                nodes as f64 / seconds / 1e6,
            );
        }
    }
}
