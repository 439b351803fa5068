//! Calls in any order: step, cancel, reset, new tables, starts, resumptions, verifications, on two
//! proof searches that share a table, and on an alpha-beta search. Every call returns what its
//! documentation says for the state it meets; at the end a search from the start gives the truth.

use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::budget::{Cancel, Progress};
use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::mem::Memory;
use yomikiri::score::{SCORE_LIMIT, Side};
use yomikiri::status::{Error, Step};
use yomikiri::table::alphabeta::Table;
use yomikiri::table::proof::ProofTable;

use super::graph::{Graph, NODES, words};
use super::input::Input;

const CONFIG: Config = Config { plies: 24, moves: 120 };

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    if input.byte().is_multiple_of(3) { alphabeta(&mut input) } else { proof(&mut input) }
}

/// A search, and what must be true of it.
struct Watched<'m> {
    solver: Dfpn<'m, Graph>,
    attacker: Attacker,
    started: bool,
}

impl Watched<'_> {
    fn call(&mut self, input: &mut Input<'_>, tables: &[ProofTable<'static>; 2]) {
        let solver = &mut self.solver;
        let busy = solver.is_busy();
        let before = solver.report();
        match input.below(10) {
            0..=2 => {
                let budget = u64::from(input.byte() % 16);
                let result = solver.step(budget);
                if !self.started {
                    assert_eq!(result, Err(Error::State));
                    return;
                }
                let after = solver.report();
                assert!(after.nodes <= before.nodes + budget, "a step beyond its budget");
                if result == Ok(Step::More) {
                    assert_eq!(after.stop, Stop::Running);
                    assert_eq!(after.nodes, before.nodes + budget, "a step short of its budget");
                } else {
                    assert_eq!(result, Ok(Step::Done));
                    // A search that was given up keeps the report it had.
                    assert!(after.stop != Stop::Running || !busy);
                }
            }
            3 => solver.control().cancel.request(),
            4 => {
                solver.reset().unwrap();
                assert!(!solver.is_busy());
                assert_eq!(solver.game().depth(), 0);
            }
            5 => {
                let result = set_table(solver, tables[input.below(2)]);
                assert_eq!(result, if busy { Err(Error::State) } else { Ok(()) });
            }
            6 => {
                let attacker = if input.flag() { Attacker::Opponent } else { Attacker::SideToMove };
                let limits = Limits {
                    nodes: u64::from(input.byte() % 32),
                    plies: u16::from(input.byte() % 32),
                    mode: [Mode::First, Mode::Shorten, Mode::Shortest][input.below(3)],
                    attacker,
                    seed: 0,
                };
                let result = solver.start(limits);
                if limits.plies > CONFIG.plies {
                    assert_eq!(result, Err(Error::Config));
                } else {
                    result.unwrap();
                    self.started = true;
                    self.attacker = attacker;
                    assert_eq!(solver.report().nodes, 0);
                    assert!(solver.line().is_empty());
                }
            }
            7 => {
                let result = solver.resume(u64::from(input.byte() % 32));
                let stopped = matches!(before.stop, Stop::Nodes | Stop::Cancelled);
                assert_eq!(result, if busy && stopped { Ok(()) } else { Err(Error::State) });
            }
            8 => {
                let trust = if input.flag() { Trust::Keys } else { Trust::Nothing };
                let result = solver.start_verification(trust, u64::from(input.byte()));
                let unknown = before.outcome == Outcome::Unknown;
                assert_eq!(result, if unknown { Err(Error::State) } else { Ok(()) });
            }
            _ => {
                assert!(solver.line().len() <= usize::from(CONFIG.plies));
                assert!(before.peak_plies <= u32::from(CONFIG.plies) + 2);
                assert!(before.peak_moves <= CONFIG.moves);
                assert!(before.table_permille <= 1000);
                if let Some(snapshot) = solver.control().progress.read() {
                    assert!(snapshot.nodes <= before.nodes.max(snapshot.nodes));
                }
            }
        }
        assert_ne!(self.solver.report().stop, Stop::Failed);
        assert_ne!(self.solver.report().verification, Verification::Failed);
    }
}

/// Lifetimes of the tables end with the run.
fn set_table(solver: &mut Dfpn<'_, Graph>, table: ProofTable<'static>) -> Result<(), Error> {
    solver.set_table(table)
}

fn truths(graph: &Graph) -> [[Option<u16>; NODES]; 2] {
    [graph.truth(Side::First), graph.truth(Side::Second)]
}

fn check(watched: &Watched<'_>, truths: &[[Option<u16>; NODES]; 2]) {
    let report = watched.solver.report();
    let to_move = watched.solver.game().side_of(0);
    let to_win = match watched.attacker {
        Attacker::SideToMove => to_move,
        Attacker::Opponent => to_move.other(),
    };
    let truth = truths[to_win as usize][0];
    match report.outcome {
        Outcome::Proven => {
            let plies = truth.expect("a false win");
            assert!(report.length >= plies, "a win too short");
            assert!(!report.exact || report.length == plies, "a longer win called the shortest");
        }
        Outcome::Disproven => assert_eq!(truth, None, "a false refutation"),
        Outcome::Unknown => {}
    }
}

fn proof(input: &mut Input<'_>) {
    let graph = Graph::read(input);
    let truths = truths(&graph);
    const WORDS: usize = words(CONFIG);
    let mut blocks = [[0u64; WORDS]; 2];
    let [first, second] = &mut blocks;
    // Tables live as long as the process as far as the compiler knows, and are gone with the run.
    let mut memory = [[0u64; 32]; 2];
    let sizes = [input.below(33), input.below(33)];
    let tables = [0, 1].map(|i| {
        let at = memory[i].as_mut_ptr();
        // SAFETY: no table is used after `memory` ends, since the solvers end before.
        let words: &'static mut [u64] = unsafe { std::slice::from_raw_parts_mut(at, sizes[i]) };
        ProofTable::format(Memory::new(words))
    });
    let watch = |block| Watched {
        solver: Dfpn::new(graph.clone(), CONFIG, Memory::new(block)).unwrap(),
        attacker: Attacker::SideToMove,
        started: false,
    };
    let mut searches = [watch(first), watch(second)];
    let mut calls = 0;
    while !input.is_empty() && calls < 200 {
        calls += 1;
        let search = &mut searches[input.below(2)];
        search.call(input, &tables);
        check(search, &truths);
    }
    // Whatever happened: a search to the end, with what the tables know by now, gives the truth.
    for search in &mut searches {
        let attacker = search.attacker;
        search
            .solver
            .start(Limits { attacker, mode: Mode::Shortest, ..Limits::default() })
            .unwrap();
        search.solver.solve().unwrap();
        let report = search.solver.report();
        assert_eq!(report.stop, Stop::Solved);
        check(search, &truths);
        assert_ne!(report.outcome, Outcome::Unknown);
        assert!(report.exact || report.outcome == Outcome::Disproven);
        assert_eq!(search.solver.line().len(), usize::from(report.length));
        search.solver.start_verification(Trust::Keys, 0).unwrap();
        search.solver.solve().unwrap();
        assert_eq!(search.solver.report().verification, Verification::Passed);
        assert_eq!(search.solver.game().depth(), 0);
    }
}

fn alphabeta(input: &mut Input<'_>) {
    let graph = Graph::read(input);
    let size = alphabeta::Size::new(10, 6);
    let mut block = [0u64; 512];
    let mut memory = [0u64; 48];
    let table = Table::new(&mut Memory::new(&mut memory[..input.below(48)])).unwrap();
    let (cancel, progress) = (Cancel::default(), Progress::new());
    let config = alphabeta::Config::new(Driver::AlphaBeta);
    let mut search =
        AlphaBeta::new(graph.clone(), config, size, &mut Memory::new(&mut block), table).unwrap();
    search.set_control(Some(&cancel), Some(&progress));
    let (mut started, mut running) = (false, false);
    let mut calls = 0;
    while !input.is_empty() && calls < 200 {
        calls += 1;
        match input.below(8) {
            0..=2 => {
                let nodes = search.report().nodes;
                match search.step(u64::from(input.byte() % 16)) {
                    Ok(Step::More) => assert!(running),
                    Ok(Step::Done) => {
                        running = false;
                        assert_eq!(search.game().depth(), 0, "the game is back at the root");
                    }
                    Err(error) => assert!(!started && error == Error::State, "{error:?}"),
                }
                assert!(search.report().nodes >= nodes);
            }
            3 => cancel.request(),
            4 => {
                search.give_up().unwrap();
                running = false;
                assert_eq!(search.game().depth(), 0);
            }
            5 => {
                let driver =
                    [Driver::MtdF, Driver::CStar, Driver::PrincipalVariation][input.below(3)];
                let config = alphabeta::Config {
                    iterative: input.flag(),
                    quiescence: u16::from(input.byte() % 2),
                    ..alphabeta::Config::new(driver)
                };
                let result = search.set_config(config);
                assert_eq!(result, if running { Err(Error::State) } else { Ok(()) });
            }
            6 => match search.table_mut() {
                Ok(table) => {
                    assert!(!running);
                    table.clear();
                }
                Err(error) => assert!(running && error == Error::State),
            },
            _ => {
                let depth = u16::from(input.byte() % 6);
                let nodes = 1 + u64::from(input.byte());
                search.start(alphabeta::Limits { depth, nodes }).unwrap();
                (started, running) = (true, true);
                assert_eq!(search.report().nodes, 0);
            }
        }
        let report = search.report();
        assert!(report.best_move.is_none() || graph.is_move(report.best_move));
        assert!(report.score.abs() <= SCORE_LIMIT);
    }
    search.give_up().unwrap();
    assert_eq!(search.game().depth(), 0);
}
