//! Tables whose contents are overwritten between steps: with noise, with words of other entries,
//! with entries that are whole but false. It may cost an answer; it never brings about a crash, an
//! endless loop, an illegal move, or a false answer that the verifier accepts.

use std::sync::atomic::{AtomicU32, Ordering};

use yomikiri::alphabeta::{self, AlphaBeta, Driver};
use yomikiri::dfpn::{Attacker, Config, Dfpn, Limits, Mode, Outcome, Report, Trust, Verification};
use yomikiri::game::Key;
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::score::{SCORE_LIMIT, Side};
use yomikiri::status::Step;
use yomikiri::table::alphabeta::{Entry, Table};
use yomikiri::table::proof::{Facts, ProofTable};

use super::graph::{Graph, NODES, SALT, words};
use super::input::Input;

const CONFIG: Config = Config { plies: 20, moves: 100 };

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    if input.byte().is_multiple_of(4) { alphabeta(&mut input) } else { proof(&mut input) }
}

/// Words of a table, overwritten behind the search's back.
struct Words<'a>(&'a [AtomicU32]);

impl Words<'_> {
    fn damage(&self, input: &mut Input<'_>) {
        let any = |input: &mut Input<'_>| self.0.get(input.below(256) % self.0.len().max(1));
        let Some(word) = any(input) else { return };
        match input.below(4) {
            0 => word.store(input.word(), Ordering::Relaxed),
            1 => {
                word.fetch_xor(1 << input.below(32), Ordering::Relaxed);
            }
            2 => {
                if let Some(other) = any(input) {
                    word.store(other.load(Ordering::Relaxed), Ordering::Relaxed);
                }
            }
            _ => self.0.iter().for_each(|word| word.store(0, Ordering::Relaxed)),
        }
    }
}

fn proof(input: &mut Input<'_>) {
    let graph = Graph::read(input);
    let attacker = if input.flag() { Attacker::Opponent } else { Attacker::SideToMove };
    let mode = [Mode::First, Mode::Shorten, Mode::Shortest][input.below(3)];
    let to_win = match attacker {
        Attacker::SideToMove => graph.side_of(0),
        Attacker::Opponent => graph.side_of(0).other(),
    };
    let truth = graph.truth(to_win);
    let mut block = [0u64; words(CONFIG)];
    let mut memory = [0u64; 64];
    let words = &mut memory[..input.below(64)];
    let raw = words.as_mut_ptr();
    let len = words.len() * 2;
    let table = ProofTable::format(Memory::new(words));
    // SAFETY: the words outlive the table, which knows them as atomics too.
    let words = Words(unsafe { std::slice::from_raw_parts(raw.cast::<AtomicU32>(), len) });
    let mut solver = Dfpn::new(graph, CONFIG, Memory::new(&mut block)).unwrap();
    solver.set_table(table).unwrap();
    solver.start(Limits { mode, attacker, ..Limits::default() }).unwrap();
    let salt = if to_win == Side::First { 0 } else { SALT };
    disturb(&mut solver, table, &words, salt, input);
    let report = solver.report();
    assert!(solver.line().len() <= usize::from(CONFIG.plies));
    if report.outcome == Outcome::Unknown {
        return;
    }
    let trust = if report.outcome == Outcome::Proven && input.flag() {
        Trust::Nothing
    } else {
        Trust::Keys
    };
    solver.start_verification(trust, 2000).unwrap();
    disturb(&mut solver, table, &words, salt, input);
    let verified = solver.report();
    check(&report, &verified, &truth);
    solver.reset().unwrap();
    assert_eq!(solver.game().depth(), 0, "the game is back where it started");
}

fn check(report: &Report, verified: &Report, truth: &[Option<u16>; NODES]) {
    if verified.verification == Verification::Passed {
        match truth[0] {
            Some(plies) => {
                assert_eq!(report.outcome, Outcome::Proven, "a false refutation was accepted");
                assert!(report.length >= plies, "a win that is too short was accepted");
            }
            None => assert_eq!(report.outcome, Outcome::Disproven, "a false win was accepted"),
        }
    }
}

/// Steps to the end, and damages the table on the way for as long as the input lasts.
fn disturb(
    solver: &mut Dfpn<'_, Graph>,
    table: ProofTable<'_>,
    words: &Words<'_>,
    salt: u64,
    input: &mut Input<'_>,
) {
    let mut steps = 0;
    while solver.step(1 + u64::from(input.byte() % 8)).unwrap() == Step::More {
        steps += 1;
        assert!(steps < 200_000, "an endless loop");
        if input.is_empty() {
            continue;
        }
        if input.flag() {
            words.damage(input);
        } else {
            // A whole entry that says anything at all.
            let index = input.below(NODES);
            let key = Graph::key_of(index);
            let key = Key { position: key.position ^ salt, ..key };
            let bound = |input: &mut Input<'_>| match input.byte() {
                255 => 0xfff,
                plies => u16::from(plies % 16),
            };
            let (upper, lower) = (bound(input), bound(input));
            let numbers =
                input.flag().then(|| (u32::from(input.byte()), u32::from(input.byte()) << 16));
            table.store(key, Facts { upper, lower, numbers, ..Facts::UNKNOWN }, input.word());
        }
    }
}

fn alphabeta(input: &mut Input<'_>) {
    let graph = Graph::read(input);
    let driver = [
        Driver::AlphaBeta,
        Driver::PrincipalVariation,
        Driver::MtdF,
        Driver::CStar,
        Driver::SssStar,
        Driver::DualStar,
    ][input.below(6)];
    let config = alphabeta::Config {
        iterative: input.flag(),
        etc_from: u16::from(input.byte() % 3),
        store_leaves: input.flag(),
        deeper_entries: input.flag(),
        ..alphabeta::Config::new(driver)
    };
    let size = alphabeta::Size::new(8, EDGES_A_NODE).with_history(16);
    let mut block = [0u64; 512];
    let mut memory = [0u64; 64];
    let words = &mut memory[..input.below(64)];
    let raw = words.as_mut_ptr();
    let len = words.len() * 2;
    let table = Table::new(&mut Memory::new(words)).unwrap();
    // SAFETY: the words outlive the table, which knows them as atomics too.
    let words = Words(unsafe { std::slice::from_raw_parts(raw.cast::<AtomicU32>(), len) });
    let forged = table.clone();
    let mut search =
        AlphaBeta::new(graph.clone(), config, size, &mut Memory::new(&mut block), table).unwrap();
    search.start(alphabeta::Limits::depth(u16::from(input.byte() % 6))).unwrap();
    let mut steps = 0;
    while search.step(1 + u64::from(input.byte() % 8)).unwrap() == Step::More {
        steps += 1;
        assert!(steps < 3_000_000, "an endless loop: {config:?} {:?}", search.report());
        if input.is_empty() {
            continue;
        }
        if input.flag() {
            words.damage(input);
        } else {
            let index = input.below(NODES);
            let score = |input: &mut Input<'_>| i32::from(input.byte()) - 128;
            let (a, b) = (score(input), score(input));
            let entry = Entry {
                best: Move(u32::from(input.byte() % 16)),
                lower: if input.flag() { a.min(b) } else { -SCORE_LIMIT },
                upper: if input.flag() { a.max(b) } else { SCORE_LIMIT },
                depth: u16::from(input.byte() % 8),
                complete: input.flag(),
                cost: input.byte() % 32,
            };
            forge(&forged, index, entry);
        }
    }
    let report = search.report();
    assert!(report.best_move.is_none() || graph.is_move(report.best_move), "an illegal move");
    assert!(report.score.abs() <= SCORE_LIMIT);
    let mut line = [Move::NONE; 8];
    let len = search.principal_variation(&mut line).unwrap();
    let mut game = graph;
    for &m in &line[..len] {
        assert!(game.is_move(m), "an illegal line");
        yomikiri::Game::play(&mut game, m).unwrap();
    }
}

const EDGES_A_NODE: usize = super::graph::EDGES;

fn forge(table: &Table<'_>, index: usize, entry: Entry) {
    let slot = table.slot(Graph::key_of(index), 0);
    table.store(slot, entry);
}
