//! A game of one's own under df-pn and under MTD(f): who takes the last match wins, and one to three
//! may be taken at a time.
//!
//!     cargo run --release --example own_game -- 21

use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::dfpn::{Config, Dfpn, Limits};
use yomikiri::game::Key;
use yomikiri::mem::Memory;
use yomikiri::moves::Moves;
use yomikiri::table::{alphabeta::Table, proof::ProofTable};
use yomikiri::{Error, Game, Move, Score, Side};

#[derive(Clone, Copy)]
struct Matches {
    left: u32,
    side: Side,
}

impl Game for Matches {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        (1..=self.left.min(3)).for_each(|taken| out.push(Move(taken)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.left -= m.0;
        self.side = self.side.other();
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.left += m.0;
        self.side = self.side.other();
        Ok(())
    }
    fn key(&mut self) -> Key {
        let position = yomikiri::hash::mix(u64::from(2 * self.left) + self.side as u64);
        Key { position, resource: 0 }
    }
    fn side(&mut self) -> Side {
        self.side
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        // Whoever cannot take a match has lost: the other took the last one.
        Ok((self.left == 0).then_some(-1))
    }
}

fn main() -> Result<(), Error> {
    let left = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(21);
    let game = Matches { left, side: Side::First };

    let config = Config { plies: 64, moves: 256 };
    let (mut stack, mut table) = (vec![0; config.bytes()? / 8], [0; 3000]);
    let mut prover = Dfpn::new(game, config, Memory::new(&mut stack))?;
    prover.set_table(ProofTable::format(Memory::new(&mut table)))?;
    prover.start(Limits::default())?;
    prover.solve()?;
    println!("df-pn: {:?} in {} nodes", prover.report().outcome, prover.report().nodes);

    let size = alphabeta::Size::new(64, 256);
    let (mut stack, mut table) = (vec![0; alphabeta::memory_bytes(&size)? / 8], [0; 3000]);
    let table = Table::new(&mut Memory::new(&mut table))?;
    let config = alphabeta::Config { range: (-1, 1), ..alphabeta::Config::endgame(Driver::MtdF) };
    let mut search = AlphaBeta::new(game, config, size, &mut Memory::new(&mut stack), table)?;
    let report = search.solve(alphabeta::Limits::exact())?;
    println!("MTD(f): value {}, take {}", report.score, report.best_move.0);
    Ok(())
}
