//! Counts the lines of a shogi position and nothing else, for measuring instructions:
//! `shogi_perft DEPTH bulk|no-bulk SFEN`. Or lists or counts the moves of many positions, one a line
//! of a file, `ROUNDS` times: `shogi_perft ROUNDS list|checks|count-checks FILE`.

#[path = "../tests/common/perft.rs"]
mod perft;

use std::hint::black_box;

use yomikiri::games::shogi::{MOST_MOVES, Position};
use yomikiri::moves::{Move, Moves};

/// Every fourth position of a table whose first column is SFEN.
fn read(path: &str) -> Vec<Position> {
    let text = std::fs::read_to_string(path).expect("FILE can be read");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(4)
        .filter_map(|line| line.split('\t').next())
        .map(|sfen| Position::from_sfen(sfen).expect("SFEN"))
        .collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, mode, what] = arguments.as_slice() else {
        eprintln!("usage: shogi_perft DEPTH bulk|no-bulk SFEN");
        eprintln!("       shogi_perft ROUNDS list|checks|count-checks FILE");
        std::process::exit(64);
    };
    let number = number.parse().expect("DEPTH or ROUNDS is a number");
    let many = |count: &mut dyn FnMut(&Position) -> u64| {
        let positions = read(what);
        (0..number).map(|_| positions.iter().map(&mut *count).sum::<u64>()).sum()
    };
    let listed = |write: fn(&Position, &mut Moves<'_>)| {
        let mut space = [Move::NONE; MOST_MOVES];
        many(&mut |position| {
            let mut moves = Moves::new(&mut space);
            write(black_box(position), &mut moves);
            black_box(moves.as_slice()).len() as u64
        })
    };
    let position = || Position::from_sfen(what).expect("SFEN");
    let moves: u64 = match mode.as_str() {
        "list" => listed(Position::legal_moves),
        "checks" => listed(Position::checking_moves),
        "count-checks" => many(&mut |position| u64::from(black_box(position).checking_count())),
        "bulk" => perft::bulk(&mut position(), number),
        _ => perft::no_bulk(&mut position(), number),
    };
    println!("{moves}");
}
