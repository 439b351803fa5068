//! Several first moves and second solutions, against brute force on random small positions.

#[path = "common/mates.rs"]
mod mates;

use yomikiri::Error;
use yomikiri::dfpn::{
    Config, Dfpn, Found, FoundKind, Limits, Mode, Outcome, Scope, Stop, SurveyLimits, SurveyStep,
    Trust, Verification,
};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::table::proof::ProofTable;

use mates::{brute_force, random_position};

const CONFIG: Config = Config { plies: 60, moves: 20_000 };

/// A problem with its solver's memory.
struct Bench {
    block: Vec<u64>,
    table: Vec<u64>,
}

impl Bench {
    fn new() -> Self {
        Self { block: vec![0; CONFIG.bytes().unwrap() / 8], table: vec![0; 1 << 17] }
    }

    fn solver(&mut self, position: &Position) -> Dfpn<'_, MateProblem> {
        let problem = MateProblem::new(position.clone(), position.side()).unwrap();
        let mut solver = Dfpn::new(problem, CONFIG, Memory::new(&mut self.block)).unwrap();
        solver.set_table(ProofTable::format(Memory::new(&mut self.table))).unwrap();
        solver
    }
}

/// Everything that a survey lists, with its lines, in calls of `step` nodes.
fn survey(
    solver: &mut Dfpn<'_, MateProblem>,
    limits: SurveyLimits,
    step: u64,
) -> Vec<(Found, Vec<Move>)> {
    solver.start_survey(limits).unwrap();
    let mut all = Vec::new();
    loop {
        match solver.survey(step).unwrap() {
            SurveyStep::More => {}
            SurveyStep::Found(found) => {
                all.push((found, solver.found_line().collect()));
            }
            SurveyStep::Done => return all,
            SurveyStep::Cancelled => panic!("nobody cancelled"),
        }
    }
}

/// The checks after which the side to move mates within `plies` in all.
fn mating_moves(position: &mut Position, plies: u16) -> Vec<Move> {
    let mut space = [Move::NONE; 600];
    let mut moves = Moves::new(&mut space);
    position.checking_moves(&mut moves);
    let count = moves.finish().unwrap();
    let mut found = space[..count].to_vec();
    found.retain(|&m| {
        position.play(m);
        let mates = brute_force(position, plies - 1, false);
        position.undo(m);
        mates
    });
    found
}

fn in_order(mut moves: Vec<(u16, Move)>) -> Vec<(u16, Move)> {
    moves.sort_unstable();
    moves
}

#[test]
fn surveys_list_what_brute_force_finds() {
    let mut bench = Bench::new();
    let (mut several, mut second, mut last) = (0, 0, 0);
    let mut tried = 0;
    for seed in 0..6_000 {
        let Some(sfen) = random_position(seed) else { continue };
        let position = Position::from_sfen(&sfen).unwrap();
        let mut solver = bench.solver(&position);
        solver.start(Limits { mode: Mode::Shortest, nodes: 2_000, ..Limits::default() }).unwrap();
        solver.solve().unwrap();
        let report = solver.report();
        let short = report.length <= 3;
        if report.outcome != Outcome::Proven || report.stop != Stop::Solved || !short {
            continue;
        }
        tried += 1;
        let main = solver.line().to_vec();

        // Every other first move of a shortest mate.
        let limits = SurveyLimits { plies: report.length, ..SurveyLimits::default() };
        let found = survey(&mut solver, limits, 5);
        let mut listed: Vec<Move> = found.iter().map(|(found, _)| found.played).collect();
        listed.push(main[0]);
        listed.sort_unstable();
        let mut expected = mating_moves(&mut position.clone(), report.length);
        expected.sort_unstable();
        assert_eq!(listed, expected, "{sfen}");
        several += u32::from(listed.len() > 1);

        // Every second solution along the line that is not more than two plies longer.
        let most = report.length.min(1) + 2;
        let scope = Scope::Line;
        let limits =
            SurveyLimits { scope, plies: most.max(report.length), mode: Mode::Shortest, nodes: 0 };
        let found = survey(&mut solver, limits, u64::MAX);
        assert_eq!(found, survey(&mut solver, limits, 1), "{sfen}: cut differently");
        let mut here = position.clone();
        let mut expected = Vec::new();
        for (ply, &m) in (0u16..).zip(&main) {
            if ply % 2 == 0 {
                let others = mating_moves(&mut here, limits.plies - ply);
                expected.extend(others.into_iter().filter(|&o| o != m).map(|o| (ply, o)));
            }
            here.play(m);
        }
        let listed = found.iter().map(|(found, _)| (found.ply, found.played)).collect();
        assert_eq!(in_order(listed), in_order(expected), "{sfen}");
        for (found, line) in &found {
            let mut here = position.clone();
            main[..usize::from(found.ply)].iter().for_each(|&m| here.play(m));
            assert_eq!(line[0], found.played, "{sfen}");
            for &m in line {
                assert!(here.is_legal(m), "{sfen}: {}", format_usi(m));
                here.play(m);
            }
            assert!(here.in_check() && here.legal_count() == 0, "{sfen}: mate at the end");
            assert!(found.exact);
            assert_eq!(usize::from(found.length - found.ply), line.len(), "{sfen}");
            let is_last = found.length == report.length && found.ply + 1 == report.length;
            let kind = if is_last { FoundKind::LastMove } else { FoundKind::Second };
            assert_eq!(found.kind, kind, "{sfen}");
            last += u32::from(is_last);
            second += u32::from(!is_last);
        }

        // The solver and its game are as before.
        assert_eq!(solver.line(), main);
        assert_eq!(solver.game().position(), &position);
        solver.start_verification(Trust::Keys, 0).unwrap();
        solver.solve().unwrap();
        assert_eq!(solver.report().verification, Verification::Passed);
    }
    println!(
        "{tried} mates, {several} with several first moves, {second} second solutions, {last}"
    );
    assert!(several > 20 && second > 20 && last > 20, "{several} {second} {last}");
}

/// A mate in 9, with many other checks at the start.
const PROBLEM: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";

#[test]
fn a_move_that_the_limit_cuts_off_is_listed_as_undecided() {
    let mut bench = Bench::new();
    let position = Position::from_sfen(PROBLEM).unwrap();
    let mut solver = bench.solver(&position);
    assert_eq!(solver.start_survey(SurveyLimits::default()), Err(Error::State));
    solver.start(Limits { mode: Mode::Shortest, ..Limits::default() }).unwrap();
    solver.solve().unwrap();
    let report = solver.report();
    assert!(report.exact);
    let cut = SurveyLimits { nodes: 1, ..SurveyLimits::default() };
    let undecided = survey(&mut solver, cut, u64::MAX);
    assert!(undecided.iter().any(|(found, _)| found.kind == FoundKind::Undecided));
    let limits = SurveyLimits { plies: report.length, ..SurveyLimits::default() };
    let all = survey(&mut solver, limits, u64::MAX);
    assert!(all.iter().all(|(found, _)| found.kind != FoundKind::Undecided));
    for (found, line) in undecided {
        let known = found.kind != FoundKind::Undecided;
        assert_eq!((known, known), (found.length != 0, !line.is_empty()));
    }
    let wrong = SurveyLimits { plies: 61, ..SurveyLimits::default() };
    assert_eq!(solver.start_survey(wrong), Err(Error::Config));
}

#[test]
fn a_survey_that_is_cancelled_goes_on_at_the_next_call() {
    let mut bench = Bench::new();
    let position = Position::from_sfen(PROBLEM).unwrap();
    let mut solver = bench.solver(&position);
    solver.start(Limits::default()).unwrap();
    solver.solve().unwrap();
    let plies = solver.report().length;
    let limits = SurveyLimits { scope: Scope::Line, plies, ..SurveyLimits::default() };
    let expected = survey(&mut solver, limits, u64::MAX);
    solver.start_survey(limits).unwrap();
    let (mut listed, mut cancelled) = (Vec::new(), 0);
    loop {
        solver.control().cancel.request();
        match solver.survey(3).unwrap() {
            SurveyStep::Found(found) => listed.push(found),
            SurveyStep::Done => break,
            SurveyStep::Cancelled => {
                cancelled += 1;
                match solver.survey(3).unwrap() {
                    SurveyStep::Found(found) => listed.push(found),
                    SurveyStep::Done => break,
                    _ => {}
                }
            }
            SurveyStep::More => {}
        }
    }
    let expected: Vec<Found> = expected.into_iter().map(|(found, _)| found).collect();
    assert_eq!(listed.len(), expected.len());
    assert!(cancelled > 3);
    assert_eq!(solver.game().position(), &position);
}
