//! The answer to a mate problem, as JSON and as text.

use std::io::{self, Write};

use serde::Serialize;

use super::beside::Beside;
use crate::exit;

/// One answer; the fields that scripts rely on.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    pub sfen: String,
    /// The game record that the position is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    pub result: &'static str,
    /// Plies of the line, every interposition counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The length by a rule of composers, who leave out futile interpositions: `null` where it was
    /// not asked for, or not found within the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_without_futile: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_without_futile_exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<String>>,
    /// Other first moves that mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<Vec<Beside>>,
    /// Moves of the attacker along the line that mate too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_solutions: Option<Vec<Beside>>,
    pub verified: bool,
    pub nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    pub stop: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The exit status that a result asks for.
pub fn status(result: &str) -> u8 {
    match result {
        "mate" => exit::OK,
        "nomate" => exit::NO,
        "unknown" => exit::UNDECIDED,
        _ => exit::USAGE,
    }
}

impl Answer {
    /// Writes the answer as a line.
    pub fn write(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let seconds = self.seconds.map_or(String::new(), |seconds| format!(", {seconds:.3} s"));
        match (&self.error, self.length) {
            (Some(error), _) => writeln!(out, "error: {error}"),
            (None, Some(length)) => {
                let or_less = if self.exact == Some(true) { "" } else { " or less" };
                let line = self.pv.as_deref().unwrap_or_default().join(" ");
                let colon = if line.is_empty() { "" } else { ": " };
                let verified = if self.verified { "verified" } else { "not verified" };
                writeln!(
                    out,
                    "mate in {length}{or_less}{colon}{line} ({} nodes{seconds}, {verified})",
                    self.nodes
                )?;
                if let Some(Some(length)) = self.length_without_futile {
                    let exact = self.length_without_futile_exact == Some(true);
                    let or_less = if exact { "" } else { " or less" };
                    writeln!(out, "  without futile interpositions: {length}{or_less}")?;
                }
                let first = self.first_moves.iter().flatten().map(|b| ("first move", b));
                let second = self.second_solutions.iter().flatten().map(|b| (b.kind, b));
                for (name, beside) in first.chain(second) {
                    write!(out, "  ply {}, {name}: ", beside.ply + 1)?;
                    match beside.length {
                        None => writeln!(out, "{} is undecided", beside.r#move)?,
                        Some(length) => {
                            let or_less = if beside.exact { "" } else { " or less" };
                            writeln!(out, "mate in {length}{or_less}: {}", beside.pv.join(" "))?;
                        }
                    }
                }
                Ok(())
            }
            (None, None) if self.result == "nomate" => {
                let verified = if self.verified { "verified" } else { "not verified" };
                writeln!(out, "no mate ({} nodes{seconds}, {verified})", self.nodes)
            }
            (None, None) => {
                writeln!(out, "undecided ({} nodes{seconds}, stopped by {})", self.nodes, self.stop)
            }
        }
    }
}
