//! What several tests share: memory for a search, and a plain recursive minimax to hold it against.
#![allow(dead_code)]

use yomikiri::alphabeta::{AlphaBeta, Config, Limits, Observer, Report, Size, memory_bytes};
use yomikiri::game::Game;
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{DECIDED, MATE, Score};
use yomikiri::table::alphabeta::Table;

/// A block of memory for a table of so many entries.
pub fn table_block(entries: usize) -> Vec<u64> {
    vec![0; Table::plan(Plan::new(), entries).bytes().unwrap() / 8]
}

/// Searches once, in fresh memory, with a table of so many entries.
pub fn search<G: Game, O: Observer>(
    game: G,
    observer: O,
    config: Config,
    size: Size,
    entries: usize,
    limits: Limits,
) -> Report {
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut table_block = table_block(entries);
    let table = Table::with_entries(&mut Memory::new(&mut table_block), entries).unwrap();
    let mut memory = Memory::new(&mut block);
    let mut search =
        AlphaBeta::with_observer(game, observer, config, size, &mut memory, table).unwrap();
    search.solve(limits).unwrap()
}

/// Every move of the position.
pub fn moves<G: Game>(game: &mut G) -> Vec<Move> {
    let mut space = vec![Move::NONE; 1024];
    let mut out = Moves::new(&mut space);
    game.moves(&mut out).unwrap();
    let len = out.finish().unwrap();
    space.truncate(len);
    space
}

/// The value by the definition: recursive minimax to `depth` plies, `u32::MAX` for no limit.
pub fn minimax<G: Game>(game: &mut G, depth: u32) -> Score {
    if let Some(score) = game.outcome().unwrap() {
        return score;
    }
    if depth == 0 {
        return game.evaluate().unwrap();
    }
    let side = game.side();
    let mut best = -MATE;
    for m in moves(game) {
        game.play(m).unwrap();
        let below = if depth == u32::MAX { depth } else { depth - 1 };
        let score = minimax(game, below);
        let score = if game.side() == side { score } else { -score };
        let score = if score >= DECIDED {
            score - 1
        } else if score <= -DECIDED {
            score + 1
        } else {
            score
        };
        game.undo(m).unwrap();
        best = best.max(score);
    }
    best
}

/// The settings for exact Othello endgames.
pub fn endgame_config(driver: yomikiri::alphabeta::Driver) -> Config {
    Config { range: (-64, 64), granularity: 2, ..Config::endgame(driver) }
}
