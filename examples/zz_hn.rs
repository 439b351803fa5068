#![allow(missing_docs)]
use std::hint::black_box;
#[path = "../tests/common/perft.rs"]
mod perft;
fn hn(board: &haitaka::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            if depth <= 1 {
                black_box(&mut child);
                leaves += 1;
            } else {
                leaves += hn(&child, depth - 1);
            }
        }
        false
    });
    leaves
}
fn main() {
    let s = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    let st = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (n, s, d) in [("mat3", s, 3), ("start4", st, 4), ("start5", st, 5), ("mat4", s, 4)] {
        let mut p = yomikiri::games::shogi::Position::from_sfen(s).unwrap();
        let b = haitaka::Board::from_sfen(s).unwrap();
        let mut best = [f64::MAX; 2];
        for _ in 0..if n == "mat4" { 1 } else { 9 } {
            let t = std::time::Instant::now();
            black_box(perft::no_bulk(&mut p, d));
            best[0] = best[0].min(t.elapsed().as_secs_f64());
            let t = std::time::Instant::now();
            black_box(hn(&b, d));
            best[1] = best[1].min(t.elapsed().as_secs_f64());
        }
        println!("{n} {:.4} {:.4} ratio {:.2}", best[0], best[1], best[1] / best[0]);
    }
}
