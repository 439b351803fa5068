//! What is asked beside the mate itself: its length without futile interpositions, other first
//! moves, second solutions.

use clap::ValueEnum;
use serde::Serialize;
use yomikiri::dfpn::{Dfpn, Found, FoundKind, Recount, Report, Scope, SurveyLimits, SurveyStep};
use yomikiri::games::shogi::format_usi;
use yomikiri::games::shogi::futile::{FutileProblem, FutileRule};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::{Error, Step};

use super::options::Mate;
use super::report::Answer;

/// Which interpositions are futile.
#[derive(Clone, Copy, ValueEnum)]
pub enum RuleName {
    /// The checking piece captures, and the mate takes no longer than without, the piece unused.
    Narrow,
    /// Also where the checking piece captures with mate on the spot.
    X,
    /// Also where another piece captures with a check of its own that is mate on the spot.
    Xy,
}

impl RuleName {
    const fn rule(self) -> FutileRule {
        match self {
            Self::Narrow => FutileRule::Narrow,
            Self::X => FutileRule::X,
            Self::Xy => FutileRule::Xy,
        }
    }
}

/// A move of the attacker beside the line.
#[derive(Debug, Serialize)]
pub struct Beside {
    /// Plies from the problem to the position of the move.
    pub ply: u16,
    pub r#move: String,
    pub kind: &'static str,
    /// Plies from the problem to the mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u16>,
    pub exact: bool,
    /// The line from the move on.
    pub pv: Vec<String>,
}

/// Nodes for each move beside the line, at least, where no limit is given.
const LEAST_NODES: u64 = 100_000;

/// Fills in what the options ask for beside the mate, as far as the time allows.
pub fn look(
    search: &mut Dfpn<'_, MateProblem>,
    options: &Mate,
    report: &Report,
    answer: &mut Answer,
    in_time: &impl Fn() -> bool,
) -> Result<(), Error> {
    if let Some(rule) = options.futile {
        count(search, rule.rule(), options.nodes, answer, in_time)?;
    }
    // Without a limit of the user's own, a move beside the line may cost as much as the mate.
    let nodes = if options.nodes == 0 { report.nodes.max(LEAST_NODES) } else { options.nodes };
    if options.multipv.get() > 1 && !search.line().is_empty() {
        let mut all = survey(search, Scope::FirstMoves, nodes, options, in_time)?;
        // The shortest first; undecided ones last.
        all.sort_by_key(|beside| beside.length.unwrap_or(u16::MAX));
        all.truncate(options.multipv.get() - 1);
        answer.first_moves = Some(all);
    }
    if options.yozume && !search.line().is_empty() {
        answer.second_solutions = Some(survey(search, Scope::Line, nodes, options, in_time)?);
    }
    Ok(())
}

fn count(
    search: &mut Dfpn<'_, MateProblem>,
    rule: FutileRule,
    nodes: u64,
    answer: &mut Answer,
    in_time: &impl Fn() -> bool,
) -> Result<(), Error> {
    let problem = search.game_at_start()?;
    let game = FutileProblem::new(problem.position().clone(), problem.attacker(), rule)?;
    let mut count = Recount::start(search, game, nodes)?;
    while count.step(search, super::solver::STEP)? == Step::More && in_time() {}
    search.reset()?;
    let counted = count.report();
    answer.length_without_futile = Some(counted.length.map(usize::from));
    answer.length_without_futile_exact = Some(counted.exact);
    answer.nodes += counted.nodes;
    Ok(())
}

fn survey(
    search: &mut Dfpn<'_, MateProblem>,
    scope: Scope,
    nodes: u64,
    options: &Mate,
    in_time: &impl Fn() -> bool,
) -> Result<Vec<Beside>, Error> {
    let mode = options.mode.mode();
    search.start_survey(SurveyLimits { scope, plies: 0, nodes, mode })?;
    let mut all = Vec::new();
    loop {
        match search.survey(super::solver::STEP)? {
            SurveyStep::Done => break,
            SurveyStep::Found(found) => all.push(describe(search, found)),
            SurveyStep::More | SurveyStep::Cancelled => {}
        }
        if !in_time() {
            break;
        }
    }
    search.reset()?;
    Ok(all)
}

fn describe(search: &Dfpn<'_, MateProblem>, found: Found) -> Beside {
    let usi = |m| format_usi(m).to_string();
    Beside {
        ply: found.ply,
        r#move: usi(found.played),
        kind: match found.kind {
            FoundKind::Undecided => "undecided",
            FoundKind::Second => "second",
            FoundKind::Shorter => "shorter",
            FoundKind::LastMove => "last-move",
        },
        length: (found.kind != FoundKind::Undecided).then_some(found.length),
        exact: found.exact,
        pv: search.found_line().map(usi).collect(),
    }
}
