//! Many problems: workers that take the next one when they are free, answers in the order of the
//! problems.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use yomikiri::moves::Move;

use super::input::{Input, Problem};
use super::options::{Mate, MemoryPlan};
use super::report::{Answer, status};
use super::resume;
use super::solver::{Blocks, Solver};
use crate::exit;
use crate::show;

/// Why a batch ended early.
pub enum Trouble {
    /// Something the user can mend.
    Refused(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The problems that are left, and the number of the next one.
struct Feed {
    input: Input,
    number: usize,
}

/// What a worker sends: the number of the problem, its answer, and the moves of its line.
type Sent = Result<(usize, Answer, Vec<Move>), Trouble>;

/// Solves everything; returns the exit status.
pub fn run(options: &Mate, plan: MemoryPlan, mut input: Input) -> Result<u8, Trouble> {
    if input.is_typed() {
        eprintln!("Positions, one a line; an empty input (Ctrl-D) ends it.");
    }
    let total = if io::stderr().is_terminal() { input.count() } else { None };
    if options.svg.is_some() && input.count() != Some(1) {
        return Err(Trouble::Refused("--svg draws one problem".to_owned()));
    }
    let bar = progress_bar(total);
    let mut first = 0;
    let mut worst = exit::OK;
    let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(match &options.output {
        None => Box::new(io::stdout()),
        Some(path) if options.resume => {
            let resumed = resume::open(path, &mut input)?;
            (first, worst) = (resumed.answers, resumed.status);
            Box::new(resumed.file)
        }
        Some(path) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => Box::new(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(Trouble::Refused(format!(
                    "{} exists; --resume goes on with it, otherwise move it away",
                    path.display()
                )));
            }
            Err(error) => {
                return Err(Trouble::Refused(format!("{}: {error}", path.display())));
            }
        },
    });
    bar.set_position(first as u64);
    bar.reset_eta();

    let feed = Mutex::new(Feed { input, number: first });
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let (sender, answers) = mpsc::channel::<Sent>();
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.get() {
            let (sender, feed, stop, bar) = (sender.clone(), &feed, &stop, &bar);
            scope.spawn(move || {
                if let Err(trouble) = work(options, plan, feed, stop, bar, &sender) {
                    // The other end is gone only where the batch is over already.
                    let _ = sender.send(Err(trouble));
                }
            });
        }
        drop(sender);
        let result = write(options, &answers, &mut out, &bar, first, worst);
        stop.store(true, Ordering::Relaxed);
        result
    })
    .map(|summary| {
        bar.finish_and_clear();
        if !bar.is_hidden() && summary.answers > 1 {
            eprintln!(
                "{} problems, {} nodes, {:.1} s",
                HumanCount(summary.answers),
                HumanCount(summary.nodes),
                start.elapsed().as_secs_f64()
            );
        }
        summary.status
    })
}

/// One worker: a search in its own memory, for as long as there are problems.
fn work(
    options: &Mate,
    plan: MemoryPlan,
    feed: &Mutex<Feed>,
    stop: &AtomicBool,
    bar: &ProgressBar,
    sender: &mpsc::Sender<Sent>,
) -> Result<(), Trouble> {
    let mut blocks = Blocks::new(plan).map_err(Trouble::Refused)?;
    let mut solver = Solver::new(options, plan, &mut blocks)
        .map_err(|error| Trouble::Refused(error.to_string()))?;
    let watched = options.jobs.get() == 1 && !bar.is_hidden();
    while !stop.load(Ordering::Relaxed) {
        let (number, problem) = {
            let mut feed = feed.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(problem) = feed.input.next()? else { break };
            feed.number += 1;
            (feed.number - 1, problem)
        };
        let (answer, line) = answer(&mut solver, &problem, |report| {
            if watched {
                bar.set_message(format!(
                    "{} nodes, {}/{}",
                    HumanCount(report.nodes),
                    report.proof,
                    report.disproof
                ));
            }
        });
        if sender.send(Ok((number, answer, line))).is_err() {
            break;
        }
    }
    Ok(())
}

/// The answer to one problem.
fn answer(
    solver: &mut Solver<'_>,
    problem: &Problem,
    watch: impl FnMut(yomikiri::dfpn::Report),
) -> (Answer, Vec<Move>) {
    let (sfen, position) = problem.read();
    let mut answer = Answer {
        sfen,
        source: problem.source().map(str::to_owned),
        result: "error",
        ..Answer::default()
    };
    let mut line = Vec::new();
    match position {
        Err(error) => answer.error = Some(error),
        Ok(position) => {
            solver.solve(position, &mut answer, watch);
            if answer.result == "mate" {
                line = solver.line().to_vec();
            }
        }
    }
    (answer, line)
}

/// What a batch came to.
struct Summary {
    answers: u64,
    nodes: u64,
    status: u8,
}

/// Writes answers in the order of their numbers, from `first` on.
fn write(
    options: &Mate,
    answers: &mpsc::Receiver<Sent>,
    out: &mut BufWriter<Box<dyn Write>>,
    bar: &ProgressBar,
    first: usize,
    worst: u8,
) -> Result<Summary, Trouble> {
    let mut summary = Summary { answers: 0, nodes: 0, status: worst };
    let mut early = BTreeMap::new();
    let mut next = first;
    for sent in answers {
        let (number, answer, line) = sent?;
        if let Some(path) = &options.svg {
            draw(path, &answer, &line)?;
        }
        early.insert(number, answer);
        while let Some(answer) = early.remove(&next) {
            bar.suspend(|| answer.write(out, options.json))?;
            summary.status = summary.status.max(status(answer.result));
            summary.answers += 1;
            summary.nodes += answer.nodes;
            next += 1;
            bar.inc(1);
        }
        // Whatever ends the program now, the answers up to here stay.
        bar.suspend(|| out.flush())?;
    }
    Ok(summary)
}

/// The position and the line of an answer as a picture.
fn draw(path: &std::path::Path, answer: &Answer, line: &[Move]) -> Result<(), Trouble> {
    let Ok(position) = super::read_position(&answer.sfen) else { return Ok(()) };
    let title = match (answer.length, answer.exact) {
        (Some(length), Some(true)) => format!("Mate in {length}"),
        (Some(length), _) => format!("Mate in {length} or less"),
        _ if answer.result == "nomate" => "No mate".to_owned(),
        _ => "Undecided".to_owned(),
    };
    std::fs::write(path, show::shogi::svg(&position, line, &title)).map_err(|error| {
        Trouble::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    })
}

/// A bar on a terminal, none in a pipe.
fn progress_bar(total: Option<usize>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total as u64), "{wide_bar} {pos}/{len} {elapsed} (left {eta}) {msg}")
        }
        None => (ProgressBar::no_length(), "{spinner} {pos} {elapsed} {msg}"),
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}
