//! Shogi move generation beside the crate haitaka, the fastest public generator in Rust: perft
//! with and without bulk counting, lists, counts, "is there a move?" and checking moves.
//!
//! Both are measured in the same run with the same flags, in turns; the ratios are printed at the
//! end, from the best sample of each. haitaka counts some drop-pawn mates and some moves that give
//! no check, so only times are compared here; the tests compare counts with correct programs.

#[path = "../tests/common/perft.rs"]
mod perft;

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use yomikiri::games::shogi::{MOST_MOVES, Position};
use yomikiri::moves::{Move, Moves};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

fn haitaka_bulk(board: &haitaka::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.into_iter().len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            leaves += haitaka_bulk(&child, depth - 1);
        }
        false
    });
    leaves
}

fn haitaka_no_bulk(board: &haitaka::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            if depth <= 1 {
                black_box(&mut child);
                leaves += 1;
            } else {
                leaves += haitaka_no_bulk(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Best time per iteration of each side of each comparison.
type Results = RefCell<Vec<(String, [Duration; 2])>>;

/// Measures `ours` and `theirs` under one name.
fn compare(
    criterion: &mut Criterion,
    results: &Results,
    name: &str,
    mut ours: impl FnMut() -> u64,
    mut theirs: impl FnMut() -> u64,
) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    let mut best = [Duration::MAX; 2];
    // In turns, so that a busy machine hits both alike.
    for round in 0..2 {
        for side in 0..2 {
            let label = ["yomikiri", "haitaka"][side];
            group.bench_function(BenchmarkId::new(label, round), |bencher| {
                bencher.iter_custom(|iterations| {
                    let start = Instant::now();
                    for _ in 0..iterations {
                        black_box(if side == 0 { ours() } else { theirs() });
                    }
                    let elapsed = start.elapsed();
                    best[side] = best[side].min(elapsed / iterations.max(1) as u32);
                    elapsed
                });
            });
        }
    }
    group.finish();
    results.borrow_mut().push((name.to_owned(), best));
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .without_plots()
        .configure_from_args();
    let results = Results::default();

    for (name, sfen, depth, no_bulk) in [
        ("perft/start depth 5 bulk", START, 5, false),
        ("perft/matsuri depth 3 bulk", MATSURI, 3, false),
        ("perft/matsuri depth 4 bulk", MATSURI, 4, false),
        ("perft/start depth 5 no bulk", START, 5, true),
        ("perft/matsuri depth 3 no bulk", MATSURI, 3, true),
    ] {
        let mut position = Position::from_sfen(sfen).unwrap();
        let board = haitaka::Board::from_sfen(sfen).unwrap();
        if no_bulk {
            compare(
                &mut criterion,
                &results,
                name,
                || perft::no_bulk(&mut position, depth),
                || haitaka_no_bulk(&board, depth),
            );
        } else {
            compare(
                &mut criterion,
                &results,
                name,
                || perft::bulk(&mut position, depth),
                || haitaka_bulk(&board, depth),
            );
        }
    }

    let sfens: Vec<&str> = include_str!("../tests/data/shogi-random-checks.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(4)
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(sfens.len(), 100);
    let positions: Vec<Position> =
        sfens.iter().map(|sfen| Position::from_sfen(sfen).unwrap()).collect();
    let boards: Vec<haitaka::Board> =
        sfens.iter().map(|sfen| haitaka::Board::from_sfen(sfen).unwrap()).collect();

    let mut space = [Move::NONE; MOST_MOVES];
    let mut list = Vec::with_capacity(MOST_MOVES);
    compare(
        &mut criterion,
        &results,
        "100 positions/list",
        || {
            let mut sum = 0;
            for position in &positions {
                let mut moves = Moves::new(&mut space);
                position.legal_moves(&mut moves);
                sum += moves.len() as u64;
                black_box(moves.as_slice());
            }
            sum
        },
        || {
            let mut sum = 0;
            for board in &boards {
                list.clear();
                board.generate_moves(|moves| {
                    list.extend(moves);
                    false
                });
                sum += list.len() as u64;
                black_box(list.as_slice());
            }
            sum
        },
    );
    compare(
        &mut criterion,
        &results,
        "100 positions/count",
        || positions.iter().map(|p| u64::from(black_box(p).legal_count())).sum(),
        || boards.iter().map(|board| haitaka_bulk(black_box(board), 1)).sum(),
    );
    compare(
        &mut criterion,
        &results,
        "100 positions/any move, beside haitaka's count",
        || positions.iter().map(|p| u64::from(black_box(p).has_legal_move())).sum(),
        || boards.iter().map(|board| haitaka_bulk(black_box(board), 1)).sum(),
    );
    let checks = |board: &haitaka::Board| {
        let mut n = 0;
        board.generate_checks(|moves| {
            n += moves.into_iter().len() as u64;
            false
        });
        n
    };
    let mut space = [Move::NONE; MOST_MOVES];
    compare(
        &mut criterion,
        &results,
        "100 positions/checking moves, listed, beside haitaka's count",
        || {
            let mut sum = 0;
            for position in &positions {
                let mut moves = Moves::new(&mut space);
                black_box(position).checking_moves(&mut moves);
                sum += moves.len() as u64;
                black_box(moves.as_slice());
            }
            sum
        },
        || boards.iter().map(|board| checks(black_box(board))).sum(),
    );
    compare(
        &mut criterion,
        &results,
        "100 positions/checking moves, count",
        || positions.iter().map(|p| u64::from(black_box(p).checking_count())).sum(),
        || boards.iter().map(|board| checks(black_box(board))).sum(),
    );

    println!();
    println!("best sample of each; speed = haitaka's time / ours, time = ours / haitaka's");
    println!("{:<62} {:>12} {:>12} {:>7} {:>7}", "", "yomikiri", "haitaka", "speed", "time");
    for (name, [ours, theirs]) in results.borrow().iter() {
        if *ours == Duration::MAX || *theirs == Duration::MAX {
            continue;
        }
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{name:<62} {:>12} {:>12} {ratio:>7.2} {:>7.3}",
            format!("{ours:.2?}"),
            format!("{theirs:.2?}"),
            1.0 / ratio
        );
    }
    criterion.final_summary();
}
