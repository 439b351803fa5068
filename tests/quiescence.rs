//! Quiescence search over a list of noisy moves that the game writes itself.

use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Report, Size, memory_bytes};
use yomikiri::game::{Game, Key};
use yomikiri::games::shogi::{Position, Stages};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{MATE, Score, Side};
use yomikiri::status::Error;
use yomikiri::table::alphabeta::Table;

/// Shogi with a list of noisy moves, or without.
struct Shogi<const LISTED: bool>(Position);

impl<const LISTED: bool> Game for Shogi<LISTED> {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        // The same order as by stages, so that the two searches look at moves alike.
        let limits = self.0.limits();
        self.0.moves_of(&limits, Stages::CAPTURES.and(Stages::QUIET_PROMOTIONS), out);
        self.0.moves_of(&limits, Stages::QUIETS.and(Stages::DROPS), out);
        Ok(())
    }
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        if LISTED {
            let limits = self.0.limits();
            self.0.moves_of(&limits, Stages::CAPTURES.and(Stages::QUIET_PROMOTIONS), out);
        }
        Ok(LISTED)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        Game::play(&mut self.0, m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        Game::undo(&mut self.0, m)
    }
    fn key(&mut self) -> Key {
        Game::key(&mut self.0)
    }
    fn side(&mut self) -> Side {
        self.0.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(if self.0.has_legal_move() { None } else { Some(-MATE) })
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        self.0.evaluate()
    }
    fn is_noisy(&mut self, m: Move) -> bool {
        self.0.is_noisy(m)
    }
}

fn search<const LISTED: bool>(sfen: &str, depth: u16) -> Report {
    let game = Shogi::<LISTED>(Position::from_sfen(sfen).unwrap());
    let size = Size::new(64, 200);
    let mut words = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let config = Config { quiescence: 8, ..Config::new(Driver::PrincipalVariation) };
    let mut search =
        AlphaBeta::new(game, config, size, &mut Memory::new(&mut words), Table::none()).unwrap();
    search.solve(Limits::depth(depth)).unwrap()
}

#[test]
fn a_list_of_noisy_moves_changes_neither_the_answer_nor_the_node_count() {
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 1",
        "7k1/9/8S/9/5R2L/9/9/9/9 b r2b4g3s4n3l18p 1",
    ] {
        for depth in 0..=2 {
            assert_eq!(search::<true>(sfen, depth), search::<false>(sfen, depth), "{sfen} {depth}");
        }
    }
}
