//! `yomikiri mate`: solves mate problems, one a line, and prints an answer a line in the same
//! order.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Stop, Trust, Verification};
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, SfenError, format_usi};
use yomikiri::mem::Memory;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Step};

/// Solve mate problems (tsume-shogi).
///
/// Exit status: 0 where every problem is a mate, 1 where one is proven to be none, 2 where one is
/// undecided within the budget, 64 for bad input.
#[derive(Args)]
pub struct Mate {
    /// Memory for each search in MiB, table and stack together.
    #[arg(long, default_value_t = 256, value_name = "MIB")]
    mem: usize,
    /// Nodes for each problem; 0 for no limit.
    #[arg(long, default_value_t = 0, value_name = "N")]
    nodes: u64,
    /// Seconds for each problem; 0 for no limit.
    #[arg(long, default_value_t = 0.0, value_name = "S")]
    time: f64,
    /// When a mate is good enough.
    #[arg(long, value_enum, default_value_t = ModeName::First)]
    mode: ModeName,
    /// Longest line that can be read, in plies.
    #[arg(long, default_value_t = 2000, value_name = "PLIES")]
    plies: u16,
    /// Print JSON, an object a line.
    #[arg(long)]
    json: bool,
    /// Do not verify the answers.
    #[arg(long)]
    no_verify: bool,
    /// A position in SFEN, a file with one a line, or - for standard input (the default). What
    /// follows a tab on a line is ignored.
    #[arg(value_name = "SFEN|FILE|-", num_args = 0..)]
    input: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    /// The first mate found.
    First,
    /// Shorter and shorter mates until the budget ends.
    Shorten,
    /// The shortest mate, proven.
    Shortest,
}

/// One answer; the fields that scripts rely on.
#[derive(Default, Serialize)]
struct Answer {
    sfen: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// The length by the rules of composers, who leave out futile interpositions: `null`, since
    /// only raw lengths are computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    length_without_futile: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
    verified: bool,
    nodes: u64,
    seconds: f64,
    stop: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The words that the searches share.
struct Blocks {
    config: Config,
    stack: Vec<u64>,
    table: Vec<u64>,
}

impl Mate {
    /// Runs the command; returns the exit status.
    pub fn run(&self) -> io::Result<u8> {
        let Some(mut blocks) = self.blocks() else {
            eprintln!("yomikiri mate: --mem or --plies is out of range");
            return Ok(64);
        };
        let lines = match self.lines() {
            Ok(lines) => lines,
            Err(error) => {
                eprintln!("yomikiri mate: {}: {error}", self.input.join(" "));
                return Ok(64);
            }
        };
        let bar = self.progress_bar(lines.len());
        let mut status = 0;
        let mut out = io::stdout().lock();
        for line in &lines {
            let text = line.split('\t').next().unwrap_or("").trim();
            if text.is_empty() || text.starts_with('#') {
                bar.inc(1);
                continue;
            }
            let answer = self.solve(text, &mut blocks, &bar);
            status = status.max(match answer.result {
                "mate" => 0,
                "nomate" => 1,
                "unknown" => 2,
                _ => 64,
            });
            bar.suspend(|| self.print(&mut out, &answer))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(status)
    }

    /// A small share of the memory for the path, the rest for the table.
    fn blocks(&self) -> Option<Blocks> {
        let bytes = self.mem.checked_mul(1 << 20)?;
        let config =
            Config { plies: self.plies, moves: (bytes / 8 / 20).clamp(1000, 200_000) as u32 };
        let stack = config.bytes().ok()?;
        let table = bytes.checked_sub(stack)?;
        Some(Blocks { config, stack: vec![0; stack / 8], table: vec![0; table / 8] })
    }

    fn lines(&self) -> io::Result<Vec<String>> {
        let read = |reader: &mut dyn BufRead| reader.lines().collect::<io::Result<Vec<_>>>();
        match self.input.as_slice() {
            [] => read(&mut io::stdin().lock()),
            [one] if one == "-" => read(&mut io::stdin().lock()),
            [one] if Path::new(one).is_file() => {
                read(&mut io::BufReader::new(std::fs::File::open(one)?))
            }
            words => Ok(vec![words.join(" ")]),
        }
    }

    fn progress_bar(&self, lines: usize) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(lines as u64).with_style(style)
    }

    fn solve(&self, text: &str, blocks: &mut Blocks, bar: &ProgressBar) -> Answer {
        let mut answer = Answer { sfen: text.to_owned(), result: "error", ..Answer::default() };
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let position = match Position::from_sfen(text) {
            Ok(position) => position,
            Err(error) => {
                answer.error = Some(describe(&error));
                return answer;
            }
        };
        let start = Instant::now();
        match self.search(position, blocks, bar, start, &mut answer) {
            Ok(()) => {}
            // A line with more moves than the memory holds says nothing about the problem.
            Err(Error::TooManyMoves) => {
                answer.result = "unknown";
                answer.stop = "memory";
            }
            Err(error) => {
                answer.result = "error";
                answer.error = Some(error.to_string());
            }
        }
        answer.seconds = start.elapsed().as_secs_f64();
        answer
    }

    fn search(
        &self,
        position: Position,
        blocks: &mut Blocks,
        bar: &ProgressBar,
        start: Instant,
        answer: &mut Answer,
    ) -> Result<(), Error> {
        let attacker = position.side();
        let problem = MateProblem::new(position, attacker)?;
        let mut solver = Dfpn::new(problem, blocks.config, Memory::new(&mut blocks.stack))?;
        solver.set_table(ProofTable::format(Memory::new(&mut blocks.table)))?;
        let mode = match self.mode {
            ModeName::First => Mode::First,
            ModeName::Shorten => Mode::Shorten,
            ModeName::Shortest => Mode::Shortest,
        };
        solver.start(Limits { nodes: self.nodes, mode, ..Limits::default() })?;
        let in_time = self.steps(&mut solver, bar, start)?;
        let report = solver.report();
        answer.nodes = report.nodes;
        answer.stop = match report.stop {
            _ if !in_time => "time",
            Stop::Solved => "solved",
            Stop::Nodes => "nodes",
            Stop::Plies => "plies",
            _ => "cancelled",
        };
        match report.outcome {
            Outcome::Unknown => answer.result = "unknown",
            Outcome::Disproven => answer.result = "nomate",
            Outcome::Proven => {
                answer.result = "mate";
                // A budget can end between the proof and the reading of its line.
                answer.length = Some(match solver.line().len() {
                    0 => usize::from(report.length),
                    plies => plies,
                });
                answer.exact = Some(report.exact);
                answer.length_without_futile = Some(None);
                answer.pv = solver.line().iter().map(|&m| format_usi(m).to_string()).collect();
            }
        }
        if report.outcome != Outcome::Unknown && !self.no_verify {
            solver.start_verification(Trust::Keys, 0)?;
            solver.solve()?;
            answer.verified = solver.report().verification == Verification::Passed;
        }
        Ok(())
    }

    /// Steps until the search is done (true) or the time is over (false).
    fn steps(
        &self,
        solver: &mut Dfpn<'_, MateProblem>,
        bar: &ProgressBar,
        start: Instant,
    ) -> Result<bool, Error> {
        let limit = (self.time > 0.0).then(|| Duration::from_secs_f64(self.time));
        while solver.step(20_000)? == Step::More {
            if limit.is_some_and(|limit| start.elapsed() >= limit) {
                return Ok(false);
            }
            if !bar.is_hidden() {
                let report = solver.report();
                bar.set_message(format!(
                    "{} nodes, {}/{}",
                    report.nodes, report.proof, report.disproof
                ));
            }
        }
        Ok(true)
    }

    fn print(&self, out: &mut impl Write, answer: &Answer) -> io::Result<()> {
        if self.json {
            serde_json::to_writer(&mut *out, answer)?;
            return writeln!(out);
        }
        match (&answer.error, answer.length) {
            (Some(error), _) => writeln!(out, "error: {error}"),
            (None, Some(length)) => writeln!(
                out,
                "mate in {length}{}: {} ({} nodes, {:.3} s, {})",
                if answer.exact == Some(true) { "" } else { " or less" },
                answer.pv.join(" "),
                answer.nodes,
                answer.seconds,
                if answer.verified { "verified" } else { "not verified" },
            ),
            (None, None) => {
                writeln!(out, "{} ({} nodes, {:.3} s)", answer.result, answer.nodes, answer.seconds)
            }
        }
    }
}

fn describe(error: &SfenError) -> String {
    error.to_string()
}
