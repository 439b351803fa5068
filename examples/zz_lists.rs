use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;
use yomikiri::bitboard::Set81;
use yomikiri::games::shogi::*;
use yomikiri::games::shogi::{MOST_MOVES, Position};
use yomikiri::moves::{Move, Moves};
struct X(Set81);
impl Visitor for X {
    const MERGED: bool = true;
    #[inline(always)]
    fn steps(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0 = self.0 ^ to;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn step_promotions(&mut self, _: i8, to: Set81) -> ControlFlow<()> {
        self.0 = self.0 ^ to;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, to: Set81, p: Set81) -> ControlFlow<()> {
        self.0 = self.0 ^ to ^ p;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn drops_of(&mut self, _: PieceKind, to: Set81) -> ControlFlow<()> {
        self.0 = self.0 ^ to;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn drops(&mut self, _: Hand, a: Set81, b: Set81, c: Set81) -> ControlFlow<()> {
        self.0 = self.0 ^ a ^ b ^ c;
        ControlFlow::Continue(())
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode = a[1].as_str();
    let reps: usize = a[2].parse().unwrap();
    let sfens: Vec<&str> = include_str!("../tests/data/shogi-random-checks.tsv")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .step_by(4)
        .filter_map(|l| l.split('\t').next())
        .collect();
    let ps: Vec<Position> = sfens.iter().map(|s| Position::from_sfen(s).unwrap()).collect();
    let bs: Vec<haitaka::Board> = if mode.starts_with('h') {
        sfens.iter().map(|s| haitaka::Board::from_sfen(s).unwrap()).collect()
    } else {
        vec![]
    };
    let mut space = [Move::NONE; MOST_MOVES];
    let mut list = Vec::with_capacity(MOST_MOVES);
    let mut best = f64::MAX;
    let mut sum = 0u64;
    for _ in 0..reps {
        let t = Instant::now();
        for _ in 0..10 {
            match mode {
                "list" => {
                    for p in &ps {
                        let mut m = Moves::new(&mut space);
                        black_box(p).legal_moves(&mut m);
                        sum += m.len() as u64;
                        black_box(m.as_slice());
                    }
                }
                "count" => {
                    for p in &ps {
                        sum += u64::from(black_box(p).legal_count());
                    }
                }
                "any" => {
                    for p in &ps {
                        sum += u64::from(black_box(p).has_legal_move());
                    }
                }
                "checks" => {
                    for p in &ps {
                        let mut m = Moves::new(&mut space);
                        black_box(p).checking_moves(&mut m);
                        sum += m.len() as u64;
                        black_box(m.as_slice());
                    }
                }
                "ccount" => {
                    for p in &ps {
                        sum += u64::from(black_box(p).checking_count());
                    }
                }
                "null" => {
                    for p in &ps {
                        let mut x = X(Set81::EMPTY);
                        let l = black_box(p).limits();
                        let _ = p.visit(&l, Stages::ALL, &mut x);
                        black_box(x.0);
                    }
                }
                "nullb" => {
                    for p in &ps {
                        let mut x = X(Set81::EMPTY);
                        let l = black_box(p).limits();
                        let _ = p.visit(
                            &l,
                            Stages::CAPTURES.and(Stages::QUIETS).and(Stages::QUIET_PROMOTIONS),
                            &mut x,
                        );
                        black_box(x.0);
                    }
                }
                "nulld" => {
                    for p in &ps {
                        let mut x = X(Set81::EMPTY);
                        let l = black_box(p).limits();
                        let _ = p.visit(&l, Stages::DROPS, &mut x);
                        black_box(x.0);
                    }
                }
                "listd" => {
                    for p in &ps {
                        let mut m = Moves::new(&mut space);
                        let l = black_box(p).limits();
                        p.moves_of(&l, Stages::DROPS, &mut m);
                        sum += m.len() as u64;
                        black_box(m.as_slice());
                    }
                }
                "listb" => {
                    for p in &ps {
                        let mut m = Moves::new(&mut space);
                        let l = black_box(p).limits();
                        p.moves_of(
                            &l,
                            Stages::CAPTURES.and(Stages::QUIETS).and(Stages::QUIET_PROMOTIONS),
                            &mut m,
                        );
                        sum += m.len() as u64;
                        black_box(m.as_slice());
                    }
                }
                "limits" => {
                    for p in &ps {
                        black_box(black_box(p).limits());
                    }
                }
                "hlist" => {
                    for p in &bs {
                        list.clear();
                        black_box(p).generate_moves(|m| {
                            list.extend(m);
                            false
                        });
                        sum += list.len() as u64;
                        black_box(list.as_slice());
                    }
                }
                "hcount" => {
                    for p in &bs {
                        black_box(p).generate_moves(|m| {
                            sum += m.into_iter().len() as u64;
                            false
                        });
                    }
                }
                "hchecks" => {
                    for p in &bs {
                        black_box(p).generate_checks(|m| {
                            sum += m.into_iter().len() as u64;
                            false
                        });
                    }
                }
                _ => panic!(),
            }
        }
        best = best.min(t.elapsed().as_nanos() as f64 / 1000.0);
    }
    println!("{mode}: {best:.1} ns a position ({sum})");
}
