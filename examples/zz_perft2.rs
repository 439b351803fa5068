#![allow(dead_code)]
//! Counts the lines of a shogi position and nothing else, for measuring instructions:
//! `shogi_perft DEPTH bulk|no-bulk SFEN`.

#[path = "zz_copy_perft.inc"]
mod perft;

use yomikiri::games::shogi::Position;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [depth, mode, sfen] = arguments.as_slice() else {
        eprintln!("usage: shogi_perft DEPTH bulk|no-bulk SFEN");
        std::process::exit(64);
    };
    let depth = depth.parse().expect("DEPTH is a number");
    let mut position = Position::from_sfen(sfen).expect("SFEN");
    let leaves = if mode == "bulk" {
        perft::bulk(&mut position, depth)
    } else {
        perft::no_bulk(&mut position, depth)
    };
    println!("{leaves}");
}
