//! The value and the best line of a position, by iterative deepening: Othello to a depth, and its
//! smallest board to the end of the game.
//!
//!     cargo run --release --example search

use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
use yomikiri::games::othello::{Othello, Scoring, move_text};
use yomikiri::mem::Memory;
use yomikiri::table::alphabeta::Table;
use yomikiri::{Error, Move};

/// Searches and prints the score with its line.
fn search(game: Othello, config: Config, limits: Limits) -> Result<(), Error> {
    let size = Size::new(64, 1024).with_history(4096);
    let (mut stack, mut table) = (vec![0; memory_bytes(&size)? / 8], vec![0; 1 << 16]);
    let table = Table::new(&mut Memory::new(&mut table))?;
    let mut search = AlphaBeta::new(game, config, size, &mut Memory::new(&mut stack), table)?;
    let report = search.solve(limits)?;
    let mut line = [Move::NONE; 64];
    let length = search.principal_variation(&mut line)?;
    print!("{:+}:", report.score);
    for &m in line.iter().take(length) {
        print!(" {}", String::from_utf8_lossy(&move_text(m)));
    }
    println!();
    Ok(())
}

fn main() -> Result<(), Error> {
    // Eight plies of the real game. The score is that of the evaluation.
    let config = Config { iterative: true, ..Config::new(Driver::PrincipalVariation) };
    search(Othello::start(Scoring::EmptiesToWinner), config, Limits::depth(8))?;
    // The 4x4 board to its end: the second player wins by 10, empty squares counted.
    let config = Config { range: (-16, 16), ..Config::endgame(Driver::MtdF) };
    search(Othello::start_small(4, Scoring::EmptiesToWinner)?, config, Limits::exact())
}
