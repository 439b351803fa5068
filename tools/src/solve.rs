//! `yomikiri solve`: exact values of endgames, one position a line.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use yomikiri::alphabeta::{AlphaBeta, Config, Limits, Size, Stop, memory_bytes};
use yomikiri::games::othello::{MOST_PLIES, Othello, Scoring, move_text};
use yomikiri::mem::Memory;
use yomikiri::table::alphabeta::Table;

use crate::memory::Block;
use crate::search::DriverName;

/// Solve endgames exactly.
///
/// Exit status: 0 where every position was solved and agreed with the score in its line, 1 where
/// one differed, 2 where one was undecided within the budget, 64 for bad input.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri solve othello positions.obf
  yomikiri solve othello --json --table 65536 - < positions.obf
  yomikiri solve othello --nodes 1000000 --driver pvs positions.obf")]
pub struct Solve {
    /// The game.
    #[arg(value_enum)]
    game: SolvableName,
    /// Memory for the table in KiB.
    #[arg(long, default_value_t = 1024, value_name = "KIB")]
    table: usize,
    /// Nodes for each position; 0 for no limit.
    #[arg(long, default_value_t = 0, value_name = "N")]
    nodes: u64,
    /// Which search to use.
    #[arg(long, value_enum, default_value_t = DriverName::MtdF)]
    driver: DriverName,
    /// Count discs only, without the empty squares for the winner.
    #[arg(long)]
    discs: bool,
    /// Print JSON, an object a line.
    #[arg(long)]
    json: bool,
    /// A file with a position a line, or - for standard input: 64 squares, the side to move, then
    /// nothing, a score, or `MOVE:SCORE;` of every move.
    #[arg(value_name = "FILE|-")]
    input: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum SolvableName {
    Othello,
}

#[derive(Serialize)]
struct Answer {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The score that a line of the data formats gives, if it gives one.
fn expected(line: &str) -> Option<i32> {
    let rest = line.get(64..)?.trim_start().get(1..)?.trim_start_matches([';', ' ', '\t']);
    let score = match rest.split_once(';') {
        Some((first, _)) => first.split_once(':')?.1,
        None => rest.split_once(':').map_or(rest, |(_, score)| score),
    };
    score.trim().parse().ok()
}

impl Solve {
    /// Runs the command and gives the exit status.
    pub fn run(self) -> io::Result<u8> {
        let SolvableName::Othello = self.game;
        let text = if self.input == "-" {
            io::stdin().lock().lines().collect::<Result<Vec<_>, _>>()?.join("\n")
        } else {
            std::fs::read_to_string(&self.input)?
        };
        let scoring = if self.discs { Scoring::Discs } else { Scoring::EmptiesToWinner };
        let size = Size::new(MOST_PLIES + 1, 16);
        let words = memory_bytes(&size).map_err(io::Error::other)? / 8;
        let mut block = vec![0u64; words];
        let mut table_block =
            Block::new(self.table.saturating_mul(128)).map_err(io::Error::other)?;
        let table = Table::new(&mut Memory::new(table_block.words())).map_err(io::Error::other)?;
        let config = Config {
            range: (-64, 64),
            // Disc differences on a board with empty squares can be odd.
            granularity: if self.discs { 1 } else { 2 },
            ..Config::endgame(self.driver.driver())
        };
        let mut search = AlphaBeta::new(
            Othello::start(scoring),
            config,
            size,
            &mut Memory::new(&mut block),
            table,
        )
        .map_err(io::Error::other)?;
        let limits = match self.nodes {
            0 => Limits::exact(),
            nodes => Limits { nodes, ..Limits::exact() },
        };

        let lines: Vec<_> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        let bar = ProgressBar::new(lines.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
            bar.set_style(style);
        }
        let mut status = 0;
        let mut total = (0u64, 0.0);
        let mut out = io::stdout().lock();
        for (number, line) in lines {
            let mut answer = Answer {
                line: number + 1,
                score: None,
                best_move: None,
                expected: expected(line),
                nodes: 0,
                seconds: 0.0,
                error: None,
            };
            match Othello::from_text(line, scoring) {
                Err(error) => {
                    answer.error = Some(error.to_string());
                    status = 64;
                }
                Ok(position) => {
                    *search.game_mut().map_err(io::Error::other)? = position;
                    search.table_mut().map_err(io::Error::other)?.clear();
                    let start = Instant::now();
                    let report = search.solve(limits).map_err(io::Error::other)?;
                    answer.seconds = start.elapsed().as_secs_f64();
                    answer.nodes = report.nodes;
                    total = (total.0 + report.nodes, total.1 + answer.seconds);
                    if report.stop == Stop::Finished {
                        answer.score = Some(report.score);
                        answer.best_move =
                            Some(String::from_utf8_lossy(&move_text(report.best_move)).into());
                        let wrong = answer.expected.is_some_and(|score| score != report.score);
                        if wrong && status == 0 {
                            status = 1;
                        }
                    } else if status == 0 {
                        status = 2;
                    }
                }
            }
            if self.json {
                serde_json::to_writer(&mut out, &answer)?;
                writeln!(out)?;
            } else {
                let score = answer.score.map_or("?".into(), |score| format!("{score:+}"));
                let mark = match (answer.score, answer.expected) {
                    (Some(found), Some(expected)) if found != expected => {
                        format!("  expected {expected:+}")
                    }
                    _ => answer.error.map_or(String::new(), |error| format!("  {error}")),
                };
                writeln!(
                    out,
                    "{:4} {score:>4} {:>2} {:>12} nodes {:8.3} s{mark}",
                    answer.line,
                    answer.best_move.unwrap_or_default(),
                    answer.nodes,
                    answer.seconds
                )?;
            }
            bar.set_message(format!("{:.1} M nodes", total.0 as f64 / 1e6));
            bar.inc(1);
        }
        bar.finish_and_clear();
        if !self.json {
            writeln!(
                out,
                "total {} nodes {:.3} s {:.1} M nodes/s",
                total.0,
                total.1,
                total.0 as f64 / total.1.max(1e-9) / 1e6
            )?;
        }
        Ok(status)
    }
}
