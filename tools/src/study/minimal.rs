//! The minimal graph: what a search must visit even if it knows every right move.
//!
//! Left-first: a second search with a window one wide around the value, told the best and cutting
//! moves that earlier searches found (Knuth and Moore's minimal tree, with transpositions merged;
//! Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees", 1996). And
//! an estimate of the real minimal graph, which chooses at each cut node the move whose refutation
//! is smallest: smallest as a tree, since the smallest graph is NP-hard to find.

use std::collections::{HashMap, HashSet};

use yomikiri::alphabeta::{Config, Driver, Limits, OrderingSwitches, Stop};
use yomikiri::game::{Game, Key};
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{DECIDED, MATE};
use yomikiri::table::alphabeta::Table;
use yomikiri::{Error, Score, Side};

use super::Tally;
use super::results::Row;
use crate::subject::{Arena, Subject, legal_moves};

/// The names of the rows.
pub const LEFT_FIRST: &str = "minimal graph (left first)";
pub const CHEAPEST: &str = "minimal graph (cheapest cuts)";

/// A game whose hint is what a table says, and nothing else.
struct Told<'a, 'm, G> {
    game: &'a mut G,
    book: Table<'m>,
}

impl<G: Game> Game for Told<'_, '_, G> {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.game.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.game.play(m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.game.undo(m)
    }
    fn key(&mut self) -> Key {
        self.game.key()
    }
    fn side(&mut self) -> Side {
        self.game.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.game.outcome()
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        self.game.evaluate()
    }
    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }
    fn order(&mut self, m: Move) -> i32 {
        let key = self.game.key();
        let told = self.book.probe(self.book.slot(key, 0)).is_some_and(|entry| entry.best == m);
        // Behind the told move, the game's own order.
        self.game.order(m) / 16 + if told { 1 << 28 } else { 0 }
    }
}

/// The left-first minimal graph to `depth`, and the value; `None` where the search before it took
/// too many nodes.
pub fn left_first<G: Subject>(
    game: &mut G,
    depth: u16,
    config: Config,
    nodes: u64,
    first: &mut Arena,
    second: &mut Arena,
) -> Result<Option<(Row, Score)>, Error> {
    let limits = Limits { nodes, ..Limits::depth(depth) };
    let mut search = first.search(&mut *game, (), config)?;
    let report = search.solve(limits)?;
    if report.stop != Stop::Finished {
        return Ok(None);
    }
    let book = search.table().clone();
    let value = report.score;
    let told = Config {
        range: (value, value),
        ordering: OrderingSwitches { hint: true, ..OrderingSwitches::NONE },
        order_from: 1,
        etc_from: 0,
        store_leaves: true,
        ..Config::new(Driver::AlphaBeta)
    };
    let mut tally = Tally::default();
    second.search(Told { game, book }, &mut tally, told)?.solve(limits)?;
    let row = tally.rows.get(usize::from(depth)).cloned().unwrap_or_default();
    Ok(Some((row, value)))
}

/// What must be shown of a position: that its value is at least, or at most, a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Claim {
    position: u64,
    resource: u32,
    depth: u16,
    bound: Score,
    at_least: bool,
}

/// The cheapest proof of a claim: its size as a tree and, where one move suffices, the move.
type Proof = Option<(u64, Move)>;

struct Prover {
    proofs: HashMap<Claim, Proof>,
    work: u64,
}

/// How many positions may be looked at for one graph.
const MOST_WORK: u64 = 1_000_000;

/// The same bound seen one ply nearer to the end.
fn nearer(bound: Score) -> Score {
    if bound >= DECIDED {
        bound + 1
    } else if bound <= -DECIDED {
        bound - 1
    } else {
        bound
    }
}

impl Prover {
    fn claim<G: Game>(game: &mut G, depth: u16, bound: Score, at_least: bool) -> Claim {
        let key = game.key();
        Claim { position: key.position, resource: key.resource, depth, bound, at_least }
    }

    fn leaf<G: Game>(game: &mut G, depth: u16) -> Result<Option<Score>, Error> {
        Ok(match game.outcome()? {
            Some(score) => Some(score),
            None if depth == 0 => Some(game.evaluate()?),
            None => None,
        })
    }

    fn prove<G: Game>(
        &mut self,
        game: &mut G,
        depth: u16,
        bound: Score,
        at_least: bool,
    ) -> Result<Proof, Error> {
        let holds = |score: Score| if at_least { score >= bound } else { score <= bound };
        self.work += 1;
        if self.work > MOST_WORK {
            return Ok(None);
        }
        if let Some(score) = Self::leaf(game, depth)? {
            return Ok(holds(score).then_some((1, Move::NONE)));
        }
        let claim = Self::claim(game, depth, bound, at_least);
        if let Some(&proof) = self.proofs.get(&claim) {
            return Ok(proof);
        }
        let moves = legal_moves(game)?;
        let side = game.side();
        let mut proof: Proof = None;
        if moves.is_empty() {
            proof = holds(-MATE).then_some((1, Move::NONE));
        } else if at_least {
            for m in moves {
                game.play(m)?;
                let child = self.below(game, side, depth, bound, at_least)?;
                game.undo(m)?;
                if let Some((size, _)) = child
                    && proof.is_none_or(|(least, _)| size + 1 < least)
                {
                    proof = Some((size + 1, m));
                }
            }
        } else {
            let mut sum = Some(1u64);
            for m in moves {
                game.play(m)?;
                let child = self.below(game, side, depth, bound, at_least)?;
                game.undo(m)?;
                sum = match (sum, child) {
                    (Some(sum), Some((size, _))) => Some(sum.saturating_add(size)),
                    _ => None,
                };
                if sum.is_none() {
                    break;
                }
            }
            proof = sum.map(|sum| (sum, Move::NONE));
        }
        self.proofs.insert(claim, proof);
        Ok(proof)
    }

    fn below<G: Game>(
        &mut self,
        game: &mut G,
        side: Side,
        depth: u16,
        bound: Score,
        at_least: bool,
    ) -> Result<Proof, Error> {
        let bound = nearer(bound);
        if game.side() == side {
            self.prove(game, depth - 1, bound, at_least)
        } else {
            self.prove(game, depth - 1, -bound, !at_least)
        }
    }

    /// Counts the positions of a proof, each once.
    fn count<G: Game>(
        &self,
        game: &mut G,
        depth: u16,
        bound: Score,
        at_least: bool,
        seen: &mut HashSet<Claim>,
        row: &mut Row,
    ) -> Result<(), Error> {
        if !seen.insert(Self::claim(game, depth, bound, at_least)) {
            return Ok(());
        }
        row.nodes += 1;
        let ended = Self::leaf(game, depth)?.is_some();
        let moves = if ended { Vec::new() } else { legal_moves(game)? };
        if moves.is_empty() {
            row.leaves += 1;
            return Ok(());
        }
        let claim = Self::claim(game, depth, bound, at_least);
        let chosen = match self.proofs.get(&claim) {
            Some(&Some((_, m))) if at_least => Some(m),
            _ => None,
        };
        let side = game.side();
        for m in moves.into_iter().filter(|&m| chosen.is_none_or(|chosen| chosen == m)) {
            game.play(m)?;
            let bound = nearer(bound);
            if game.side() == side {
                self.count(game, depth - 1, bound, at_least, seen, row)?;
            } else {
                self.count(game, depth - 1, -bound, !at_least, seen, row)?;
            }
            game.undo(m)?;
        }
        Ok(())
    }
}

/// The graph of cheapest cutoffs that shows the value to be `value`; `None` where that took too
/// much work, or where the value rests on a repetition.
pub fn cheapest<G: Subject>(game: &mut G, depth: u16, value: Score) -> Result<Option<Row>, Error> {
    let mut row = Row { score: value, ..Row::default() };
    let mut seen = HashSet::new();
    for at_least in [true, false] {
        let mut prover = Prover { proofs: HashMap::new(), work: 0 };
        if prover.prove(game, depth, value, at_least)?.is_none() {
            return Ok(None);
        }
        prover.count(game, depth, value, at_least, &mut seen, &mut row)?;
    }
    Ok(Some(row))
}
