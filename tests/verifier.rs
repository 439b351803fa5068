//! The verifier against broken proofs of every kind, each made by spoiling what the search relies
//! on: the table, the game's claims, the keys. And searches whose keys are far too short.
#![cfg(feature = "dfpn")]

#[path = "common/graph.rs"]
mod graph;

use graph::{Graph, Keys};
use yomikiri::check::Checked;
use yomikiri::dfpn::{Config, Dfpn, Limits, Outcome, Stop, Trust, Verification};
use yomikiri::game::Key;
use yomikiri::mem::Memory;
use yomikiri::score::Side;
use yomikiri::table::proof::{Facts, NEVER, ProofTable};
use yomikiri::{Game, Move, Step};

const CONFIG: Config = Config { plies: 60, moves: 400 };
/// What the search XORs to keys where the second side attacks.
const SECOND: u64 = 0x6a09_e667_f3bc_c908;

fn block() -> Vec<u64> {
    vec![0; CONFIG.bytes().unwrap() / 8]
}

fn key(graph: &Graph, node: usize) -> Key {
    let salt = if graph.nodes[0].side == Side::First { 0 } else { SECOND };
    let key = graph.key_of(node);
    Key { position: key.position ^ salt, ..key }
}

/// What a search that was spoiled said, and what the verifier said to it in an honest game.
struct Said {
    outcome: Outcome,
    length: u16,
    verification: Verification,
}

/// Searches `spoiled` with a table that `forge` has written to, then verifies the answer in
/// `honest`, which has the same nodes, with the same table.
fn judge(spoiled: Graph, honest: &Graph, trust: Trust, forge: impl Fn(&ProofTable<'_>)) -> Said {
    let mut memory = vec![0; 1 << 10];
    let table = ProofTable::format(Memory::new(&mut memory));
    forge(&table);
    let mut block = block();
    let mut solver = Dfpn::new(spoiled, CONFIG, Memory::new(&mut block)).unwrap();
    solver.set_table(table).unwrap();
    solver.start(Limits { nodes: 5000, ..Limits::default() }).unwrap();
    solver.solve().unwrap();
    let report = solver.report();
    let Said { outcome, length, .. } =
        Said { outcome: report.outcome, length: report.length, verification: report.verification };
    if outcome == Outcome::Unknown {
        return Said { outcome, length, verification: Verification::NotRun };
    }
    solver.reset().unwrap();
    // The rules are the game's from here on. `game_mut` keeps the answer.
    *solver.game_mut().unwrap() = honest.clone();
    solver.start_verification(trust, 20_000).unwrap();
    solver.solve().unwrap();
    Said { outcome, length, verification: solver.report().verification }
}

/// Judges many graphs; every false answer must be refused. Gives how many false answers there were
/// and how many true ones passed.
fn refuse_all(
    spoil: impl Fn(&mut Graph, u64),
    trust: impl Fn(Outcome) -> Trust,
    forge: impl Fn(&ProofTable<'_>, &Graph, u64),
) -> [u32; 4] {
    let (mut false_wins, mut false_refutations, mut short, mut passed) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let honest = Graph::random(seed, 4 + seed as usize % 16);
        let truth = honest.truth(honest.nodes[0].side)[0];
        let mut spoiled = honest.clone();
        spoil(&mut spoiled, seed);
        // The verifier's trust depends on the answer, so the answer comes first.
        let outcome =
            judge(spoiled.clone(), &honest, Trust::Keys, |t| forge(t, &honest, seed)).outcome;
        let said = judge(spoiled, &honest, trust(outcome), |t| forge(t, &honest, seed));
        let accepted = said.verification == Verification::Passed;
        match (said.outcome, truth) {
            (Outcome::Proven, None) => {
                false_wins += 1;
                assert!(!accepted, "seed {seed}: a false win was accepted");
            }
            (Outcome::Disproven, Some(_)) => {
                false_refutations += 1;
                assert!(!accepted, "seed {seed}: a false refutation was accepted");
            }
            (Outcome::Proven, Some(plies)) if said.length < plies => {
                short += 1;
                assert!(!accepted, "seed {seed}: a win in too few plies was accepted");
            }
            _ => passed += u32::from(accepted),
        }
    }
    [false_wins, false_refutations, short, passed]
}

const fn by_keys(_: Outcome) -> Trust {
    Trust::Keys
}

#[test]
fn sound_answers_pass() {
    let [wins, refutations, short, passed] = refuse_all(|_, _| (), by_keys, |_, _, _| ());
    assert_eq!([wins, refutations, short], [0; 3]);
    assert!(passed > 2500, "{passed}");
}

#[test]
fn a_win_that_a_table_entry_invents_is_refused() {
    let [wins, _, short, _] = refuse_all(
        |_, _| (),
        by_keys,
        |table, graph, seed| {
            let node = 1 + seed as usize % (graph.nodes.len() - 1);
            let facts = Facts { upper: (seed % 4) as u16, ..Facts::UNKNOWN };
            table.store(key(graph, node), facts, 1 << 30);
        },
    );
    assert!(wins > 20 && short > 20, "{wins} {short}");
}

#[test]
fn a_refutation_that_a_table_entry_invents_is_refused() {
    let [_, refutations, ..] = refuse_all(
        |_, _| (),
        by_keys,
        |table, graph, seed| {
            let node = 1 + seed as usize % (graph.nodes.len() - 1);
            let facts = Facts { lower: NEVER, ..Facts::UNKNOWN };
            table.store(key(graph, node), facts, 1 << 30);
        },
    );
    assert!(refutations > 20, "{refutations}");
}

#[test]
fn a_win_that_the_root_entry_itself_invents_is_refused() {
    let [wins, ..] = refuse_all(
        |_, _| (),
        by_keys,
        |table, graph, _| {
            // Every node at once: contradictions included.
            for node in 0..graph.nodes.len() {
                let facts = Facts { upper: 1, ..Facts::UNKNOWN };
                table.store(key(graph, node), facts, 1 << 30);
            }
        },
    );
    assert!(wins > 200, "{wins}");
}

#[test]
fn a_winning_move_that_does_not_win_is_refused() {
    let claim = |legal: bool| {
        move |graph: &mut Graph, seed: u64| {
            let edges = &graph.nodes[0].edges;
            let node = match edges.len() {
                0 => 0,
                n if legal => edges[seed as usize % n],
                // A move that the position does not have.
                _ => (0..graph.nodes.len()).find(|to| !edges.contains(to)).unwrap_or(0),
            };
            graph.claimed = Some(Move(node as u32 + 1));
        }
    };
    for legal in [true, false] {
        let [wins, _, short, _] = refuse_all(claim(legal), by_keys, |_, _, _| ());
        assert!(wins > 50 && short > 20, "legal {legal}: {wins} {short}");
    }
}

#[test]
fn answers_from_keys_foretold_wrongly_are_refused() {
    let [wins, refutations, short, _] =
        refuse_all(|graph, _| graph.lying_key_after = true, by_keys, |_, _, _| ());
    assert!(wins + refutations + short > 20, "{wins} {refutations} {short}");
}

#[test]
fn a_game_with_other_moves_than_the_search_saw_is_refused() {
    // The search knows an edge that the game does not have, or lacks one that it has.
    let [wins, refutations, short, _] = refuse_all(
        |graph, seed| {
            let node = seed as usize % graph.nodes.len();
            if graph.nodes[node].ended.is_some() {
                return;
            }
            if seed % 2 == 0 {
                graph.nodes[node].edges.pop();
            } else if graph.nodes[node].edges.len() < 4 {
                let to = (seed / 7) as usize % graph.nodes.len();
                if !graph.nodes[node].edges.contains(&to) {
                    graph.nodes[node].edges.push(to);
                }
            }
        },
        by_keys,
        |_, _, _| (),
    );
    assert!(wins > 20 && refutations > 20 && short > 0, "{wins} {refutations} {short}");
}

#[test]
fn wins_whose_moves_count_two_plies_pass_at_their_length_and_false_ones_are_refused() {
    let weigh = |graph: &mut Graph, _: u64| graph.weighted = true;
    let mut long = 0;
    for seed in 0..2000 {
        let mut graph = Graph::random(seed, 4 + seed as usize % 16);
        weigh(&mut graph, seed);
        let truth = graph.truth(graph.nodes[0].side)[0];
        let (said, honest) = (graph.clone(), graph);
        let said = judge(said, &honest, Trust::Keys, |_| ());
        match (said.outcome, truth) {
            (Outcome::Proven, Some(plies)) => {
                assert!(said.length >= plies, "seed {seed}");
                long += u32::from(plies > 3);
            }
            (Outcome::Disproven, None) => {}
            other => panic!("seed {seed}: {other:?}"),
        }
        assert_eq!(said.verification, Verification::Passed, "seed {seed}");
        // The same answer in a game where moves count double is one in too few plies.
        let mut light = honest.clone();
        light.weighted = false;
        let said = judge(light, &honest, Trust::Keys, |_| ());
        if said.outcome == Outcome::Proven && truth.is_none_or(|plies| plies > said.length) {
            assert_eq!(said.verification, Verification::Failed, "seed {seed}");
        }
    }
    assert!(long > 50, "{long}");
}

#[test]
fn a_verifier_without_the_nodes_it_needs_says_nothing() {
    for seed in 0..200 {
        let graph = Graph::random(seed, 12);
        let mut block = block();
        let mut solver = Dfpn::new(graph, CONFIG, Memory::new(&mut block)).unwrap();
        solver.start(Limits::default()).unwrap();
        solver.solve().unwrap();
        let outcome = solver.report().outcome;
        if outcome == Outcome::Unknown {
            continue;
        }
        solver.start_verification(Trust::Keys, 1).unwrap();
        assert_eq!(solver.step(0), Ok(Step::More));
        assert_eq!(solver.report().verification, Verification::NotRun);
        solver.solve().unwrap();
        let stopped = solver.report();
        if stopped.stop == Stop::Nodes {
            assert_eq!(stopped.verification, Verification::NotRun);
            assert_eq!(stopped.outcome, outcome);
            solver.resume(0).unwrap();
            solver.solve().unwrap();
        }
        assert_eq!(solver.report().verification, Verification::Passed, "seed {seed}");
    }
}

/// A game of Dobutsu shogi whose keys were spoiled.
#[cfg(feature = "dobutsu")]
mod weak {
    use super::*;
    use yomikiri::check::Identity;
    use yomikiri::games::dobutsu::Position;
    use yomikiri::hash::mix;
    use yomikiri::moves::Moves;
    use yomikiri::{Error, Score};

    #[derive(Clone, Debug)]
    pub struct Weak(pub Position, pub Keys);

    impl Identity for Weak {
        fn identity(&mut self) -> u64 {
            self.0.pack()
        }
    }

    impl Game for Weak {
        fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
            self.0.moves(out)
        }
        fn play(&mut self, m: Move) -> Result<(), Error> {
            self.0.play(m)
        }
        fn undo(&mut self, m: Move) -> Result<(), Error> {
            self.0.undo(m)
        }
        fn side(&mut self) -> Side {
            self.0.side()
        }
        fn outcome(&mut self) -> Result<Option<Score>, Error> {
            self.0.outcome()
        }
        fn key(&mut self) -> Key {
            let position = mix(self.0.pack());
            let weak = |bits: u32| mix(position & ((1 << bits) - 1));
            match self.1 {
                Keys::Whole => Key { position, resource: 0 },
                Keys::Weak(bits) => Key { position: weak(bits), resource: 0 },
                Keys::WeakWithCheck(bits) => {
                    Key { position: weak(bits), resource: (mix(!self.0.pack()) >> 32) as u32 }
                }
            }
        }
    }

    /// What searches said of so many positions.
    #[derive(Default, Debug)]
    pub struct Tally {
        pub right: u32,
        pub false_wins: u32,
        pub refused: u32,
        pub false_refutations: u32,
        pub unseen: u32,
        pub undecided: u32,
        pub collisions: u64,
    }

    /// Asks for wins within 7 plies with such keys, and again with whole ones.
    pub fn searches(keys: Keys) -> Tally {
        let config = Config { plies: 7, moves: 600 };
        let mut state = 9u64;
        let mut tally = Tally::default();
        let places = 1 << 15;
        let mut watch = vec![0; Checked::<Weak>::bytes(places).unwrap() / 8];
        let mut block = vec![0; config.bytes().unwrap() / 8];
        for _ in 0..80 {
            let mut position = Position::START;
            for _ in 0..14 {
                let mut space = [Move::NONE; 96];
                let mut moves = Moves::new(&mut space);
                position.moves_into(&mut moves);
                state = mix(state);
                let next = position.after(moves.as_slice()[(state % moves.len() as u64) as usize]);
                if next.ending().is_none() && !next.board().can_capture_lion() {
                    position = next;
                }
            }
            let mut search = |keys: Keys, nodes: u64| {
                let game = Weak(position, keys);
                let game = Checked::new(game, &mut Memory::new(&mut watch), places).unwrap();
                let mut memory = vec![0; 1 << 16];
                let mut solver = Dfpn::new(game, config, Memory::new(&mut block)).unwrap();
                solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
                solver.start(Limits { nodes, ..Limits::default() }).unwrap();
                solver.solve().unwrap();
                let report = solver.report();
                if report.outcome == Outcome::Proven {
                    solver.start_verification(Trust::Nothing, 100_000).unwrap();
                    solver.solve().unwrap();
                }
                let passed = solver.report().verification == Verification::Passed;
                (report, passed, solver.game().collisions())
            };
            let (truth, proved, none) = search(Keys::Whole, 30_000);
            assert_eq!(none, 0, "whole keys have no collision");
            let (said, passed, collisions) = search(keys, 30_000);
            if truth.stop == Stop::Nodes || said.stop == Stop::Nodes {
                tally.undecided += 1;
                continue;
            }
            tally.collisions += collisions;
            let won = truth.outcome == Outcome::Proven;
            assert!(!won || proved);
            let right = (said.outcome == Outcome::Proven) == won;
            if said.outcome == Outcome::Proven && !won {
                assert!(!passed, "a false win was accepted");
            }
            tally.refused += u32::from(said.outcome == Outcome::Proven && !passed);
            match (right, said.outcome) {
                (true, _) => tally.right += 1,
                (false, Outcome::Proven) => tally.false_wins += 1,
                (false, _) => tally.false_refutations += 1,
            }
            tally.unseen += u32::from(!right && collisions == 0);
        }
        tally
    }
}

#[test]
#[cfg(feature = "dobutsu")]
fn with_keys_of_12_bits_false_wins_are_refused_and_no_false_answer_goes_unnoticed() {
    let tally = weak::searches(Keys::Weak(12));
    println!("{tally:?}");
    assert!(tally.false_wins + tally.false_refutations > 5, "{tally:?}");
    assert!(tally.refused >= tally.false_wins && tally.refused > 3, "{tally:?}");
    assert_eq!(tally.unseen, 0, "a false answer without a collision seen: {tally:?}");
}

#[test]
#[cfg(feature = "dobutsu")]
fn a_check_key_beside_a_key_of_12_bits_makes_every_answer_right() {
    let tally = weak::searches(Keys::WeakWithCheck(12));
    println!("{tally:?}");
    assert!(tally.right > 50, "{tally:?}");
    assert_eq!([tally.false_wins, tally.false_refutations, tally.refused], [0; 3], "{tally:?}");
    assert_eq!(tally.collisions, 0, "{tally:?}");
}

#[test]
fn a_watch_over_keys_sees_keys_foretold_wrongly() {
    let mut graph = Graph::random(5, 10);
    graph.lying_key_after = true;
    let from = graph.nodes.iter().position(|node| !node.edges.is_empty()).unwrap();
    graph.path = vec![from];
    let m = Move(graph.nodes[from].edges[0] as u32 + 1);
    let mut watch = vec![0; Checked::<Graph>::bytes(8).unwrap() / 8];
    let mut game = Checked::new(graph, &mut Memory::new(&mut watch), 8).unwrap();
    game.key_after(m).unwrap();
    assert_eq!(game.collisions(), 1);
    // Without room nothing is compared, and the game goes on.
    let mut none = Checked::new(Graph::random(5, 10), &mut Memory::new(&mut []), 0).unwrap();
    none.key();
    none.key();
    assert_eq!((none.compared(), none.collisions()), (0, 0));
}

/// The library's own games: the keys that mate searches and endgames ask for, looked at one by one.
#[test]
#[cfg(all(feature = "shogi", feature = "dobutsu"))]
fn the_keys_of_the_built_in_games_have_no_collision_in_real_searches() {
    use yomikiri::games::dobutsu::Position as Dobutsu;
    use yomikiri::games::shogi::Position;
    use yomikiri::games::shogi::mate::MateProblem;
    let config = Config { plies: 60, moves: 8000 };
    let mut block = vec![0; config.bytes().unwrap() / 8];
    let mut memory = vec![0; 1 << 16];
    let places = 1 << 16;
    let mut watch = vec![0; Checked::<Dobutsu>::bytes(places).unwrap() / 8];
    let mut compared = 0;
    for line in include_str!("data/tsume/short.tsv").lines().skip(5).step_by(40) {
        let Some(sfen) = line.split('\t').find(|field| field.contains('/')) else { continue };
        let position = Position::from_sfen(sfen).unwrap();
        let side = position.side();
        let problem = MateProblem::new(position, side).unwrap();
        let game = Checked::new(problem, &mut Memory::new(&mut watch), places).unwrap();
        let mut solver = Dfpn::new(game, config, Memory::new(&mut block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
        solver.start(Limits { nodes: 3000, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        compared += solver.game().compared();
        assert_eq!(solver.game().collisions(), 0, "{sfen}");
    }
    let game = Checked::new(Dobutsu::START, &mut Memory::new(&mut watch), places).unwrap();
    let mut solver = Dfpn::new(game, config, Memory::new(&mut block)).unwrap();
    solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
    solver.start(Limits { nodes: 5000, ..Limits::default() }).unwrap();
    solver.solve().unwrap();
    compared += solver.game().compared();
    assert_eq!(solver.game().collisions(), 0);
    assert!(compared > 10_000, "{compared}");
}

/// Positions of Muso 10 are met again and again with fewer plies left: what is remembered of them is
/// how long the win takes, not how many plies were left. And those of Muso 17 are met with more hands
/// than the entries of one position hold.
#[test]
#[cfg(feature = "shogi")]
fn what_was_checked_once_need_not_be_checked_again() {
    use yomikiri::games::shogi::Position;
    use yomikiri::games::shogi::mate::MateProblem;
    let config = Config { plies: 400, moves: 40_000 };
    let mut block = vec![0; config.bytes().unwrap() / 8];
    let mut memory = vec![0; (64 << 20) / 8];
    let table = ProofTable::format(Memory::new(&mut memory));
    for name in ["muso010", "muso017"] {
        let mut rows = include_str!("data/tsume/classic.tsv").lines();
        let row = rows.find(|row| row.starts_with(name)).unwrap();
        let position = Position::from_sfen(row.split('\t').nth(2).unwrap()).unwrap();
        let side = position.side();
        let problem = MateProblem::new(position, side).unwrap();
        let mut solver = Dfpn::new(problem, config, Memory::new(&mut block)).unwrap();
        table.clear();
        solver.set_table(table).unwrap();
        solver.start(Limits::default()).unwrap();
        solver.solve().unwrap();
        assert_eq!(solver.report().outcome, Outcome::Proven);
        let searched = solver.report().nodes;
        solver.start_verification(Trust::Keys, 1_000_000).unwrap();
        solver.solve().unwrap();
        let checked = solver.report().nodes - searched;
        assert_eq!(solver.report().verification, Verification::Passed, "{searched} {checked}");
    }
}
