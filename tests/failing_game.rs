//! A game whose callbacks fail: at every single call, in turn, the error comes back unchanged, and
//! nothing that was not proven is said.
#![cfg(all(feature = "dfpn", feature = "alphabeta"))]

#[path = "common/graph.rs"]
mod graph;

use core::cell::Cell;

use graph::Graph;
use yomikiri::alphabeta::{
    self, AlphaBeta, Config as AlphaBetaConfig, Departure, Driver, Observer, OrderingSwitches,
    Size, Visit,
};
use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::game::{Game, Key};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::{Error, Step};
use yomikiri::table::alphabeta::Table;
use yomikiri::table::proof::ProofTable;

const FAULT: Error = Error::Host(-2024);

/// A graph whose calls that can fail do so once `left` of them were made.
struct Failing<'a> {
    graph: Graph,
    left: &'a Cell<u64>,
}

impl Failing<'_> {
    fn call(&self) -> Result<(), Error> {
        let left = self.left.get().checked_sub(1).ok_or(FAULT)?;
        self.left.set(left);
        Ok(())
    }
}

impl Game for Failing<'_> {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.call()?;
        self.graph.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.call()?;
        self.graph.play(m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.call()?;
        self.graph.undo(m)
    }
    fn key(&mut self) -> Key {
        self.graph.key()
    }
    fn side(&mut self) -> Side {
        self.graph.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.call()?;
        self.graph.outcome()
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        self.call()?;
        self.graph.evaluate()
    }
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        self.call()?;
        self.graph.winning_move()
    }
}

const CONFIG: Config = Config { plies: 40, moves: 400 };
const MANY: u64 = 1 << 40;

/// Solves and verifies; what was said last, and whether it was verified.
fn prove(solver: &mut Dfpn<'_, Failing<'_>>) -> Result<(), Error> {
    solver.start(Limits { mode: Mode::Shortest, nodes: 5000, ..Limits::default() })?;
    solver.solve()?;
    solver.start_verification(Trust::Nothing, 5000)?;
    solver.solve()
}

#[test]
fn a_proof_search_tells_the_error_of_any_callback_and_nothing_false() {
    let (mut failures, mut proven) = (0, 0);
    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut memory = vec![0; 1 << 9];
    for seed in 0..60 {
        let graph = Graph::random(seed, 3 + seed as usize % 14);
        let truth = graph.truth(graph.nodes[0].side)[0];
        let left = Cell::new(MANY);
        let mut run = |calls: u64| {
            left.set(calls);
            let game = Failing { graph: graph.clone(), left: &left };
            let mut solver = Dfpn::new(game, CONFIG, Memory::new(&mut block)).unwrap();
            solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
            let result = prove(&mut solver);
            let report = solver.report();
            match report.outcome {
                Outcome::Proven => assert!(truth.is_some(), "seed {seed}, call {calls}"),
                Outcome::Disproven => assert!(truth.is_none(), "seed {seed}, call {calls}"),
                Outcome::Unknown => {}
            }
            if result.is_err() {
                // The search is over, and steps no further.
                assert_eq!(report.stop, Stop::Failed, "seed {seed}, call {calls}");
                assert_ne!(report.verification, Verification::Passed, "seed {seed}, call {calls}");
                assert!(matches!(solver.step(1), Ok(Step::Done) | Err(_)));
                // With another game in its place it works again.
                left.set(MANY);
                let here = Failing { graph: graph.clone(), left: &left };
                solver.abandon();
                *solver.game_mut().unwrap() = here;
                assert_eq!(prove(&mut solver), Ok(()), "seed {seed}, call {calls}");
                assert_eq!(solver.report().verification, Verification::Passed);
                proven += 1;
            }
            result
        };
        assert_eq!(run(MANY), Ok(()));
        // Leaves how many calls that took.
        let calls = MANY - left.get();
        for failing in 0..calls.min(400) {
            assert_eq!(run(failing), Err(FAULT), "seed {seed}, call {failing} of {calls}");
            failures += 1;
        }
        assert_eq!(run(calls), Ok(()));
    }
    assert!(failures > 2000 && proven == failures, "{failures} {proven}");
}

#[test]
fn an_alphabeta_search_tells_the_error_of_any_callback_and_is_over_for_good() {
    let (mut failures, mut at_root) = (0, 0);
    let size = Size::new(8, 10);
    let mut block = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
    let mut entries = vec![0; 300];
    for seed in 0..40 {
        let graph = Graph::random(seed, 12);
        for driver in [Driver::PrincipalVariation, Driver::MtdF, Driver::BranchAndBound] {
            let left = Cell::new(MANY);
            let mut run = |calls: u64| {
                left.set(calls);
                entries.fill(0);
                let table = Table::new(&mut Memory::new(&mut entries)).unwrap();
                let mut config = AlphaBetaConfig::new(driver);
                config.etc_from = 2;
                config.quiescence = 1;
                let game = Failing { graph: graph.clone(), left: &left };
                let memory = &mut Memory::new(&mut block);
                let mut search = AlphaBeta::new(game, config, size, memory, table).unwrap();
                let mut line = [Move::NONE; 4];
                let limits = alphabeta::Limits::depth(4);
                let solved = search.solve(limits);
                let read = solved.and_then(|_| search.principal_variation(&mut line));
                let result = solved.and_then(|report| Ok((report, read?)));
                assert!(!search.is_running());
                if read.is_err() && !search.game_has_failed() {
                    // The line failed at its first call: nothing was to be taken back.
                    assert!(solved.is_ok());
                    left.set(MANY);
                    assert!(search.principal_variation(&mut line).is_ok());
                    at_root += 1;
                } else if result.is_err() {
                    left.set(MANY);
                    assert!(search.game_has_failed());
                    assert_eq!(search.report().stop, alphabeta::Stop::Failed);
                    assert_eq!(search.step(1), Err(FAULT));
                    assert_eq!(search.start(limits), Err(FAULT));
                    assert_eq!(search.principal_variation(&mut line), Err(FAULT));
                    assert!(matches!(search.game_mut(), Err(FAULT)));
                }
                result.map(|(report, len)| (report, len, line))
            };
            let whole = run(MANY).unwrap();
            let calls = MANY - left.get();
            for failing in 0..calls.min(250) {
                assert_eq!(run(failing), Err(FAULT), "seed {seed}, call {failing} of {calls}");
                failures += 1;
            }
            assert_eq!(run(calls), Ok(whole));
        }
    }
    assert!(failures > 2000 && (1..=240).contains(&at_root), "{failures} {at_root}");
}

/// Writes down what it sees.
#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn pass(&mut self, alpha: Score, beta: Score) {
        self.0.push(format!("pass {alpha} {beta}"));
    }
    fn enter(&mut self, visit: Visit) {
        self.0.push(format!("{visit:?}"));
    }
    fn leave(&mut self, departure: Departure) {
        self.0.push(format!("{departure:?}"));
    }
}

#[test]
fn an_observer_that_is_lent_sees_what_an_own_one_sees_each_node_entered_and_left() {
    let size = Size::new(8, 10);
    let mut block = vec![0; alphabeta::memory_bytes(&size).unwrap() / 8];
    for seed in 0..50 {
        let graph = Graph::random(seed, 12);
        let config = AlphaBetaConfig::plain(Driver::AlphaBeta);
        assert_eq!(config.ordering, OrderingSwitches::NONE);
        assert_eq!(config.etc_from, 0);
        let limits = alphabeta::Limits::depth(3);
        let memory = &mut Memory::new(&mut block);
        let mut own = AlphaBeta::with_observer(
            graph.clone(),
            Notes::default(),
            config,
            size,
            memory,
            Table::none(),
        )
        .unwrap();
        assert_eq!(own.config().etc_from, 0);
        own.start(limits).unwrap();
        assert!(own.is_running());
        while own.step(2).unwrap() == Step::More {
            assert!(own.is_running());
        }
        assert!(!own.is_running());
        let nodes = own.report().nodes;
        let seen = core::mem::take(&mut own.observer_mut().0);
        assert!(own.observer().0.is_empty());
        let entered = seen.iter().filter(|note| note.starts_with("Visit")).count() as u64;
        let left = seen.iter().filter(|note| note.starts_with("Departure")).count() as u64;
        assert_eq!((entered, left), (nodes, nodes), "seed {seed}");
        assert!(seen[0].starts_with("pass "), "{}", seen[0]);

        let mut notes = Notes::default();
        let memory = &mut Memory::new(&mut block);
        let mut lent =
            AlphaBeta::with_observer(graph, &mut notes, config, size, memory, Table::none())
                .unwrap();
        lent.solve(limits).unwrap();
        drop(lent);
        assert_eq!(notes.0, seen, "seed {seed}");
    }
}
