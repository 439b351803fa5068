//! Df-pn against brute force on random AND/OR graphs with shared nodes and cycles.

use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::game::{Dominance, Key};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Moves;
use yomikiri::table::proof::{NEVER, ProofTable};
use yomikiri::{Error, Game, Move, Score, Side, Step};

/// A game that is nothing but a graph: positions are nodes, moves are edges.
#[derive(Clone, Debug)]
struct Graph {
    nodes: Vec<Node>,
    path: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Node {
    side: Side,
    ended: Option<Score>,
    edges: Vec<usize>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = mix(self.0);
        (self.0 >> 33) % n
    }
}

impl Graph {
    /// Up to 25 nodes; sides do not alternate; edges go anywhere, back and to themselves included.
    fn random(seed: u64) -> Self {
        let mut random = Random(mix(seed));
        let size = 2 + random.below(24);
        let strictly_alternating = random.below(2) == 0;
        let nodes = (0..size)
            .map(|index| {
                let side = if strictly_alternating {
                    if index % 2 == 0 { Side::First } else { Side::Second }
                } else if random.below(2) == 0 {
                    Side::First
                } else {
                    Side::Second
                };
                let ended = match random.below(20) {
                    0 => Some(1),
                    1 => Some(-1),
                    2 => Some(0),
                    _ => None,
                };
                let mut edges = Vec::new();
                if ended.is_none() {
                    for _ in 0..random.below(5) {
                        let mut to = random.below(size);
                        if strictly_alternating && (to + index).is_multiple_of(2) {
                            to = (to + 1) % size;
                            if (to + index).is_multiple_of(2) {
                                continue;
                            }
                        }
                        if !edges.contains(&(to as usize)) {
                            edges.push(to as usize);
                        }
                    }
                }
                Node { side, ended, edges }
            })
            .collect();
        Self { nodes, path: vec![0] }
    }

    fn here(&self) -> &Node {
        &self.nodes[*self.path.last().unwrap()]
    }

    /// Plies to the win of `attacker` from every node, by repeated application of the rules.
    fn brute_force(&self, attacker: Side) -> Vec<Option<u16>> {
        let mut win = vec![None; self.nodes.len()];
        for round in 0..=self.nodes.len() as u16 {
            let before = win.clone();
            for (index, node) in self.nodes.iter().enumerate() {
                if win[index].is_some() {
                    continue;
                }
                let attacking = node.side == attacker;
                let won_now = match node.ended {
                    Some(score) => {
                        if attacking {
                            score > 0
                        } else {
                            score < 0
                        }
                    }
                    None => node.edges.is_empty() && !attacking,
                };
                let won = if round == 0 {
                    won_now
                } else if node.ended.is_some() || node.edges.is_empty() {
                    false
                } else if attacking {
                    node.edges.iter().any(|&to| before[to].is_some())
                } else {
                    node.edges.iter().all(|&to| before[to].is_some())
                };
                if won {
                    win[index] = Some(round);
                }
            }
        }
        win
    }
}

impl Game for Graph {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.here().edges.iter().for_each(|&to| out.push(Move(to as u32 + 1)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        let to = m.0 as usize - 1;
        assert!(self.here().edges.contains(&to), "the search plays legal moves only");
        self.path.push(to);
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        assert_eq!(self.path.pop(), Some(m.0 as usize - 1));
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: mix(*self.path.last().unwrap() as u64), resource: 0 }
    }
    fn side(&mut self) -> Side {
        self.here().side
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(self.here().ended)
    }
}

const CONFIG: Config = Config { plies: 40, moves: 400 };

/// Solves and verifies, in steps of `step` nodes.
fn solve<'a>(
    graph: &Graph,
    attacker: Attacker,
    mode: Mode,
    step: u64,
    block: &'a mut [u64],
    table: ProofTable<'a>,
) -> Dfpn<'a, Graph> {
    let mut solver = Dfpn::new(graph.clone(), CONFIG, Memory::new(block)).unwrap();
    solver.set_table(table).unwrap();
    solver.start(Limits { mode, attacker, ..Limits::default() }).unwrap();
    while solver.step(step).unwrap() == Step::More {
        assert!(solver.report().nodes < 50_000_000, "{graph:?}");
    }
    solver
}

fn check(seed: u64, entries: usize, mode: Mode, attacker: Attacker) {
    let graph = Graph::random(seed);
    let to_win = match attacker {
        Attacker::SideToMove => graph.nodes[0].side,
        Attacker::Opponent => graph.nodes[0].side.other(),
    };
    let truth = graph.brute_force(to_win);
    let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
    let mut memory = vec![0; ProofTable::bytes(entries).unwrap() / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    assert_eq!(table.capacity(), entries);
    let mut solver = solve(&graph, attacker, mode, 3, &mut block, table);
    let report = solver.report();
    assert_eq!(report.stop, Stop::Solved);
    match truth[0] {
        Some(plies) => {
            assert_eq!(report.outcome, Outcome::Proven, "seed {seed}");
            assert!(report.length >= plies);
            if mode != Mode::First {
                assert!(report.exact);
                assert_eq!(report.length, plies, "seed {seed}");
                assert_eq!(solver.line().len(), usize::from(plies), "seed {seed}");
            }
            assert_eq!(solver.line().len(), usize::from(report.length), "seed {seed}");
            let end = solver.line().last().map_or(0, |m| m.0 as usize - 1);
            assert_eq!(truth[end], Some(0), "a line ends in a win: seed {seed}");
        }
        None => assert_eq!(report.outcome, Outcome::Disproven, "seed {seed}"),
    }
    for trust in [Trust::Keys, Trust::Nothing] {
        // Walking every line takes too long where nothing is remembered.
        if trust == Trust::Nothing && report.outcome == Outcome::Disproven {
            continue;
        }
        solver.start_verification(trust, 0).unwrap();
        solver.solve().unwrap();
        assert_eq!(solver.report().verification, Verification::Passed, "seed {seed}");
    }
    solver.reset().unwrap();
    assert_eq!(solver.game().path, [0], "the game is back where it started");
    let salt = if to_win == Side::First { 0 } else { 0x6a09_e667_f3bc_c908 };
    for (index, &win) in truth.iter().enumerate() {
        let key = Key { position: mix(index as u64) ^ salt, resource: 0 };
        let facts = table.probe(key, |_, _| Dominance::Equal);
        let plies = win.unwrap_or(NEVER);
        assert!(facts.upper >= plies, "seed {seed}, node {index}: a stored win is a fact");
        assert!(facts.lower <= plies, "seed {seed}, node {index}: a stored refutation is a fact");
    }
}

#[test]
fn answers_equal_brute_force_at_every_table_size_and_only_facts_are_stored() {
    for seed in 0..10_000 {
        for entries in [0, 1, 2, 16, 1024] {
            check(seed, entries, Mode::First, Attacker::SideToMove);
        }
    }
}

#[test]
fn shortest_wins_are_exact_and_their_lines_are_as_long() {
    for seed in 0..3_000 {
        for entries in [0, 2, 1024] {
            check(seed, entries, Mode::Shortest, Attacker::SideToMove);
            check(seed, entries, Mode::Shorten, Attacker::Opponent);
        }
    }
}

#[test]
fn cutting_the_steps_differently_changes_nothing() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        let mut results = Vec::new();
        for step in [1, 2, 7, 1000, u64::MAX] {
            let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
            let mut memory = vec![0; 60];
            let table = ProofTable::format(Memory::new(&mut memory));
            let solver =
                solve(&graph, Attacker::SideToMove, Mode::Shortest, step, &mut block, table);
            results.push((solver.report(), solver.line().to_vec()));
        }
        results.dedup();
        assert_eq!(results.len(), 1, "seed {seed}");
    }
}

#[test]
fn a_cancelled_search_resumes_to_the_same_answer() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        let run = |cancel_at: Option<u64>| {
            let mut block = vec![0; CONFIG.bytes().unwrap() / 8];
            let mut memory = vec![0; 60];
            let mut solver = Dfpn::new(graph.clone(), CONFIG, Memory::new(&mut block)).unwrap();
            solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
            solver.start(Limits::default()).unwrap();
            if let Some(nodes) = cancel_at {
                solver.step(nodes).unwrap();
                solver.control().cancel.request();
                if solver.step(1000).unwrap() == Step::Done
                    && solver.report().stop == Stop::Cancelled
                {
                    assert_eq!(solver.step(1000), Ok(Step::Done), "a stopped search stays stopped");
                    solver.resume(0).unwrap();
                }
            }
            solver.solve().unwrap();
            (solver.report(), solver.line().to_vec())
        };
        let expected = run(None);
        for nodes in [0, 1, 5] {
            assert_eq!(run(Some(nodes)), expected, "seed {seed}");
        }
    }
}
