//! Dobutsu shogi and Othello against slow references that share no code with the library, over
//! random play; their solvers against brute force over the references; and mates of shogi walked
//! to the end of every line by the slow reference's rules.
#![cfg(all(feature = "dfpn", feature = "alphabeta", feature = "shogi"))]
#![cfg(all(feature = "dobutsu", feature = "othello"))]

#[path = "common/dobutsu_reference.rs"]
mod dobutsu_reference;
#[path = "common/othello_reference.rs"]
mod othello_reference;
#[path = "common/search.rs"]
mod search;
#[path = "common/reference.rs"]
mod shogi_reference;

use yomikiri::Game;
use yomikiri::alphabeta::{Driver, Limits as DepthLimits, Size};
use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Trust, Verification};
use yomikiri::games::dobutsu::{self, Notation};
use yomikiri::games::othello::{MOST_PLIES, Othello, Scoring};
use yomikiri::games::shogi::Position;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::Side;
use yomikiri::table::proof::ProofTable;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = mix(self.0);
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
}

/// How many positions: thousands, or as many as `long` where `YOMIKIRI_LONG` is set.
fn positions(short: usize, long: usize) -> usize {
    if std::env::var_os("YOMIKIRI_LONG").is_some() { long } else { short }
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list
}

fn dobutsu_moves(position: dobutsu::Position) -> Vec<u32> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    position.moves_into(&mut moves);
    moves.as_slice().iter().map(|m| m.0).collect()
}

fn dobutsu_end(position: dobutsu::Position) -> Option<dobutsu_reference::End> {
    position.ending().map(|ending| match ending {
        dobutsu::Ending::Stood => dobutsu_reference::End::Won,
        dobutsu::Ending::Captured | dobutsu::Ending::Tried => dobutsu_reference::End::Lost,
    })
}

fn compare_dobutsu(seed: u64, wanted: usize) -> [usize; 3] {
    let mut random = Random(seed);
    let (mut seen, mut ended, mut drops) = (0, 0, 0);
    while seen < wanted {
        let mut position = dobutsu::Position::START;
        let start = position.shown(Notation::Sfen).to_string();
        let mut reference = dobutsu_reference::Reference::from_sfen(&start);
        let mut line = Vec::new();
        for _ in 0..200 {
            seen += 1;
            let end = reference.end();
            assert_eq!(dobutsu_end(position), end);
            if end.is_some() || seen >= wanted {
                ended += 1;
                break;
            }
            let text = position.shown(Notation::Sfen).to_string();
            assert_eq!(dobutsu_reference::Reference::from_sfen(&text), reference, "{text}");
            let second = reference.second_moves();
            let plays = reference.moves();
            let expected = sorted(plays.iter().map(|play| play.packed(second)).collect());
            let found = dobutsu_moves(position);
            assert_eq!(sorted(found.clone()), expected, "{text}");
            let m = Move(found[random.below(found.len())]);
            let play = plays.into_iter().find(|play| play.packed(second) == m.0).unwrap();
            drops += usize::from(m.0 >> 15 & 1 == 1);
            reference = reference.after(play);
            line.push((position, m));
            position.play(m).unwrap();
        }
        while let Some((before, m)) = line.pop() {
            position.undo(m).unwrap();
            assert_eq!(position, before);
        }
    }
    [seen, ended, drops]
}

/// A million positions where `YOMIKIRI_LONG` is set.
#[test]
fn dobutsu_moves_and_endings_equal_the_slow_reference_over_random_play() {
    let wanted = positions(4000, 1_000_000);
    let [seen, ended, drops] = compare_dobutsu(1, wanted);
    assert!(
        seen == wanted && ended > wanted / 200 && drops > wanted / 20,
        "{seen} {ended} {drops}"
    );
    println!("{seen} positions of Dobutsu shogi");
}

fn othello_text(game: &Othello) -> String {
    let (black, white) = game.discs();
    let disc = |s: u32| match (black >> s & 1, white >> s & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    let board: String = (0..64).map(disc).collect();
    format!("{board} {}", if game.to_move() == Side::First { 'X' } else { 'O' })
}

/// A million positions where `YOMIKIRI_LONG` is set.
#[test]
fn othello_moves_flips_and_scores_equal_the_slow_reference_over_random_play() {
    let wanted = positions(4000, 1_000_000);
    let mut random = Random(2);
    let (mut seen, mut passes, mut ended) = (0, 0, 0);
    while seen < wanted {
        let scoring = [Scoring::Discs, Scoring::EmptiesToWinner][random.below(2)];
        let mut game = Othello::start(scoring);
        let mut reference = othello_reference::Reference::from_text(&othello_text(&game));
        let mut line = Vec::new();
        loop {
            seen += 1;
            assert_eq!(othello_text(&game), reference.text());
            let moves: Vec<u32> = search::moves(&mut game).iter().map(|m| m.0).collect();
            assert_eq!(moves, reference.moves(), "{}", reference.text());
            let over = moves.is_empty();
            let score = over.then(|| reference.score(scoring == Scoring::EmptiesToWinner));
            assert_eq!(game.outcome(), Ok(score), "{}", reference.text());
            if over || seen >= wanted {
                ended += usize::from(over);
                break;
            }
            let m = moves[random.below(moves.len())];
            passes += usize::from(m == 65);
            line.push((Move(m), game.discs(), game.to_move()));
            game.play(Move(m)).unwrap();
            reference = reference.after(m);
        }
        while let Some((m, discs, side)) = line.pop() {
            game.undo(m).unwrap();
            assert_eq!((game.discs(), game.to_move()), (discs, side));
        }
    }
    assert!(passes > wanted / 400 && ended > wanted / 100, "{passes} passes, {ended} ends");
    println!("{seen} positions of Othello");
}

/// Games that end with empty squares: one side is wiped out, or neither can turn a disc.
#[test]
fn othello_scores_with_empty_squares_equal_the_slow_reference() {
    let mut random = Random(6);
    let mut ended = [0; 3];
    for round in 0..4000 {
        let (black, white) = match round % 4 {
            0 => (random.next() & random.next(), 0),
            1 => (0, random.next() & random.next()),
            // Two corners far apart, one disc or a few each.
            2 => (random.next() & 0x0303, (random.next() & 0x0303) << 48),
            _ => (0xff & random.next(), (random.next() & 0xff) << 56),
        };
        for side in [Side::First, Side::Second] {
            for scoring in [Scoring::Discs, Scoring::EmptiesToWinner] {
                let mut game = Othello::new(black, white, side, scoring).unwrap();
                let reference = othello_reference::Reference::from_text(&othello_text(&game));
                let over = reference.moves().is_empty();
                let score = over.then(|| reference.score(scoring == Scoring::EmptiesToWinner));
                assert_eq!(game.outcome(), Ok(score), "{}", reference.text());
                if let Some(score) = score {
                    ended[(score.signum() + 1) as usize] += 1;
                }
            }
        }
    }
    assert!(ended.iter().all(|&count| count > 100), "{ended:?}");
}

/// Wins of Dobutsu shogi within 1, 3 and 5 plies: df-pn with its shortest win, proof and verifier
/// against trying everything by the reference's rules.
#[test]
fn dobutsu_wins_and_refutations_equal_brute_force() {
    let config = Config { plies: 5, moves: 600 };
    let mut block = vec![0; config.bytes().unwrap() / 8];
    let mut random = Random(3);
    let (mut wins, mut none) = (0, 0);
    for _ in 0..positions(400, 4000) {
        let mut position = dobutsu::Position::START;
        for _ in 0..8 + random.below(24) {
            if position.ending().is_some() {
                break;
            }
            let moves = dobutsu_moves(position);
            position.play(Move(moves[random.below(moves.len())])).unwrap();
        }
        if position.ending().is_some() {
            continue;
        }
        let text = position.shown(Notation::Sfen).to_string();
        let reference = dobutsu_reference::Reference::from_sfen(&text);
        let truth = [1, 3].into_iter().find(|&plies| reference.wins_within(plies));
        let mut memory = vec![0; 4096];
        let mut solver = Dfpn::new(position, config, Memory::new(&mut block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut memory))).unwrap();
        solver.start(Limits { mode: Mode::Shortest, plies: 3, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        let report = solver.report();
        match truth {
            Some(plies) => {
                assert_eq!(report.outcome, Outcome::Proven, "{text}");
                assert_eq!((u32::from(report.length), report.exact), (plies, true), "{text}");
                for trust in [Trust::Keys, Trust::Nothing] {
                    solver.start_verification(trust, 0).unwrap();
                    solver.solve().unwrap();
                    assert_eq!(solver.report().verification, Verification::Passed, "{text}");
                }
                wins += 1;
            }
            None => {
                assert_ne!(report.outcome, Outcome::Proven, "{text}");
                none += 1;
            }
        }
    }
    assert!(wins >= 10 && none >= 10, "{wins} wins, {none} without");
}

/// Exact endgames of Othello by every driver against trying everything by the reference's rules.
#[test]
fn othello_endgames_equal_brute_force() {
    let drivers = [
        Driver::AlphaBeta,
        Driver::PrincipalVariation,
        Driver::MtdF,
        Driver::SssStar,
        Driver::DualStar,
        Driver::CStar,
        Driver::BranchAndBound,
    ];
    let mut random = Random(4);
    let mut solved = 0;
    for round in 0..positions(28, 700) {
        let scoring = [Scoring::Discs, Scoring::EmptiesToWinner][round % 2];
        let mut game = Othello::start(scoring);
        let empty = 5 + round % 2;
        while game.empty().count_ones() as usize > empty {
            let moves = search::moves(&mut game);
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let text = othello_text(&game);
        let reference = othello_reference::Reference::from_text(&text);
        let value = reference.solve(scoring == Scoring::EmptiesToWinner);
        let driver = drivers[round % drivers.len()];
        let fresh = Othello::from_text(&text, scoring).unwrap();
        let config = yomikiri::alphabeta::Config {
            range: (-64, 64),
            ..yomikiri::alphabeta::Config::new(driver)
        };
        let size = Size::new(MOST_PLIES + 1, 16);
        let entries = [0, 1, 64, 4096][round % 4];
        let report = search::search(fresh, (), config, size, entries, DepthLimits::exact());
        assert_eq!(report.score, value, "{text} {driver:?} {entries}");
        solved += 1;
    }
    assert!(solved >= 28);
}

/// Asks the solver for one move, which counts as a hint and nothing more.
fn hint(position: &Position, plies: u16, block: &mut [u64], table: &mut [u64]) -> Option<Move> {
    let side = position.side();
    let problem = MateProblem::new(position.clone(), side).unwrap();
    let config = Config { plies: 12, moves: 3000 };
    let mut solver = Dfpn::new(problem, config, Memory::new(block)).unwrap();
    solver.set_table(ProofTable::format(Memory::new(table))).unwrap();
    solver.start(Limits { plies, mode: Mode::Shortest, ..Limits::default() }).unwrap();
    solver.solve().unwrap();
    solver.line().first().copied()
}

/// Whether the attacker mates within so many plies, by the reference's rules alone; the position
/// goes along only to be asked for hints.
fn mates(
    position: &mut Position,
    reference: &shogi_reference::Reference,
    plies: u16,
    memory: &mut (Vec<u64>, Vec<u64>),
    walked: &mut u32,
) -> bool {
    *walked += 1;
    if plies == 0 {
        return false;
    }
    let Some(m) = hint(position, plies, &mut memory.0, &mut memory.1) else { return false };
    let legal = reference.legal();
    let Some((play, true)) = legal.into_iter().find(|(play, _)| play.packed() == m.0) else {
        return false;
    };
    let mut after = reference.clone();
    after.play(play);
    position.play(m);
    let replies = after.legal();
    let mated = replies.into_iter().all(|(reply, _)| {
        let mut next = after.clone();
        next.play(reply);
        let reply = Move(reply.packed());
        position.play(reply);
        let mated = plies >= 2 && mates(position, &next, plies - 2, memory, walked);
        position.undo(reply);
        mated
    });
    position.undo(m);
    mated
}

/// Whether the attacker has a mate within so many plies, by trying every check.
fn brute_force(reference: &shogi_reference::Reference, plies: u16) -> bool {
    plies > 0
        && reference.legal().into_iter().filter(|(_, check)| *check).any(|(play, _)| {
            let mut after = reference.clone();
            after.play(play);
            after.legal().into_iter().all(|(reply, _)| {
                let mut next = after.clone();
                next.play(reply);
                plies >= 2 && brute_force(&next, plies - 2)
            })
        })
}

#[test]
fn mates_of_shogi_are_mates_by_the_slow_reference_and_none_is_shorter() {
    let config = Config { plies: 12, moves: 3000 };
    let words = config.bytes().unwrap() / 8;
    let mut memory = (vec![0; words], vec![0; 1 << 12]);
    let mut own = vec![0; words];
    let (mut checked, mut walked) = (0, 0);
    for line in include_str!("data/tsume/short.tsv").lines().skip(7).step_by(11) {
        let Some(sfen) = line.split('\t').find(|field| field.contains('/')) else { continue };
        let mut position = Position::from_sfen(sfen).unwrap();
        let problem = MateProblem::new(position.clone(), position.side()).unwrap();
        let mut table = vec![0; 1 << 12];
        let mut solver = Dfpn::new(problem, config, Memory::new(&mut own)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut table))).unwrap();
        solver.start(Limits { plies: 7, mode: Mode::Shortest, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        let report = solver.report();
        if report.outcome != Outcome::Proven {
            continue;
        }
        let reference = shogi_reference::Reference::from_sfen(sfen);
        let holds = mates(&mut position, &reference, report.length, &mut memory, &mut walked);
        assert!(holds, "{sfen}: no mate in {}", report.length);
        if report.exact && report.length == 3 {
            assert!(!brute_force(&reference, 1), "{sfen}");
        }
        if report.exact && report.length == 5 && checked % 8 == 0 {
            assert!(!brute_force(&reference, 3), "{sfen}");
        }
        checked += 1;
        if checked >= positions(40, 400) {
            break;
        }
    }
    assert!(checked >= 40 && walked > 150, "{checked} mates, {walked} attacker's positions");
}
