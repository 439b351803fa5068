//! The host's game or Dobutsu shogi: one type for both, so that a program for a small board holds the
//! code of the proof search once.

use crate::dfpn::Attacker;
use crate::game::{Aggregate, Dominance, Game, Key};
use crate::games::dobutsu::Position;
use crate::moves::{Move, Moves};
use crate::score::{ProofNumber, Score, Side};
use crate::status::Error;

use super::host::HostGame;
use super::solver::Host;

/// A game of one of two kinds.
#[derive(Debug)]
pub(super) enum Either {
    Host(HostGame),
    Dobutsu(Position),
}

/// What a hook says, of whichever game it is.
macro_rules! ask {
    ($either:expr, $game:ident => $answer:expr) => {
        match $either {
            Either::Host($game) => $answer,
            Either::Dobutsu($game) => $answer,
        }
    };
}

/// Every hook of a proof search.
impl Game for Either {
    #[inline(never)]
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        ask!(self, game => game.moves(out))
    }

    #[inline(never)]
    fn play(&mut self, m: Move) -> Result<(), Error> {
        ask!(self, game => game.play(m))
    }

    #[inline(never)]
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        ask!(self, game => game.undo(m))
    }

    #[inline(never)]
    fn key(&mut self) -> Key {
        ask!(self, game => game.key())
    }

    #[inline(never)]
    fn side(&mut self) -> Side {
        ask!(self, game => game.side())
    }

    #[inline(never)]
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        ask!(self, game => game.outcome())
    }

    #[inline(never)]
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        match self {
            Self::Host(game) => game.key_after(m),
            Self::Dobutsu(position) => Ok(position.after(m).key()),
        }
    }

    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        ask!(self, game => game.winning_move())
    }

    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        ask!(self, game => game.initial_numbers(m))
    }

    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        ask!(self, game => game.dominance(mine, other))
    }

    fn aggregate(&self) -> Aggregate {
        ask!(self, game => game.aggregate())
    }

    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        ask!(self, game => game.settle_resource(own, joined, win))
    }

    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        ask!(self, game => game.resource_before(own, m, after, win))
    }

    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        ask!(self, game => game.join_resources(a, b, win))
    }

    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        ask!(self, game => game.is_delayed(previous, next))
    }

    fn has_delayed_moves(&self) -> bool {
        ask!(self, game => game.has_delayed_moves())
    }

    fn has_resources(&self) -> bool {
        ask!(self, game => game.has_resources())
    }

    fn plies(&self, m: Move) -> u16 {
        ask!(self, game => game.plies(m))
    }

    fn has_free_moves(&self) -> bool {
        ask!(self, game => game.has_free_moves())
    }
}

impl Host for Either {
    const MAGIC: u32 = u32::from_be_bytes(*b"yEit");

    fn restart(&mut self, attacker: Attacker) -> Result<(), Error> {
        ask!(self, game => Host::restart(game, attacker))
    }

    fn keeps_facts(&self) -> bool {
        ask!(self, game => game.keeps_facts())
    }

    fn check(&self) -> Result<(), Error> {
        ask!(self, game => Host::check(game))
    }
}
