//! `yomikiri dobutsu stats`: how many positions there are and how they end.

use std::path::PathBuf;

use clap::Args;
use yomikiri::game::IndexedGame;
use yomikiri::retro::Counts;

use super::Status;
use super::build::Solution;
use super::measure::Cost;
use super::reach::{self, Lookup};
use super::tables::{File, Tables};
use super::verify::Values;

/// Count the positions by value; also the reachable ones and the drawn lines.
#[derive(Args)]
pub struct Stats {
    /// A table file of any kind; one of distances for all but the outcomes.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Print how many positions are decided in each number of plies.
    #[arg(long)]
    histogram: bool,
    /// Count the reachable positions and the drawn lines too.
    #[arg(long)]
    everything: bool,
    /// Trace the lines of all reachable draws too.
    #[arg(long)]
    trace: bool,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// Prints the totals of the open domain.
pub fn print_totals(counts: &Counts, positions: u32) {
    let sum = |parity: usize| counts.iter().skip(parity).step_by(2).sum::<u32>();
    let (won, lost) = (sum(1), sum(0));
    say!("legal positions: {positions}");
    say!("  won {won}, lost {lost}, drawn {}", positions - won - lost);
    say!("  won by a try at once {}", counts[1]);
    let longest =
        |parity: usize| counts.iter().enumerate().rev().find(|(i, n)| i % 2 == parity && **n > 0);
    for (name, parity) in [("win", 1), ("loss", 0)] {
        if let Some((plies, count)) = longest(parity) {
            say!("  longest {name} {plies} plies, {count} positions");
        }
    }
}

/// Prints the counts of reachable positions and of drawn lines.
pub fn print_everything(solution: &Solution, quiet: bool) -> Result<(), String> {
    reach::print(Lookup::Solution(solution), None, quiet)
}

impl Stats {
    /// Runs the command.
    pub fn run(self) -> Status {
        let cost = Cost::start();
        let tables = Tables::new()?;
        let file = File::open(&self.table)?;
        let values = Values::read(&tables, &file, self.quiet)?;
        let mut counts = [0; 256];
        for &byte in &values.bytes {
            if byte != 255 {
                counts[usize::from(byte)] += 1;
            }
        }
        if values.distances {
            print_totals(&counts, values.game.len());
        } else {
            // Two positions have no move and are lost in 0.
            let (won, lost) = (counts[1], counts[0] + counts[2]);
            say!("legal positions: {}", values.game.len());
            say!("  won {won}, lost {lost}, drawn {}", values.game.len() - won - lost);
        }
        if self.histogram && values.distances {
            for (plies, count) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
                let name = if plies % 2 == 1 { "won" } else { "lost" };
                say!("  {name} in {plies}: {count}");
            }
        }
        if self.everything || self.trace {
            let open = || tables.open(&file);
            let open: Option<&reach::OpenStore<'_>> = if self.trace { Some(&open) } else { None };
            reach::print(Lookup::Values(&values), open, self.quiet)?;
        }
        eprintln!("{}", cost.stop());
        Ok(0)
    }
}
