//! The options of `yomikiri mate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use yomikiri::dfpn::{Config, Mode};

use super::beside::RuleName;
use super::input::{At, Format};

/// Solve mate problems (tsume-shogi).
///
/// Prints an answer for each problem, in the order of the problems. The mate is proven, its line
/// is checked move by move, and "no mate" is a proof as well.
///
/// A problem is a line: an SFEN, "sfen" and an SFEN, or a "position" command of USI. What follows
/// a tab is ignored, as are blank lines and lines that start with "#". Game records (.kif, .kifu,
/// .csa) give one problem a game.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri mate --mode shortest '9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1'
  yomikiri mate --json --nodes 1000000 problems.sfen
  yomikiri mate --json -j 4 --output answers.jsonl --resume problems.sfen
  yomikiri mate --json problem1.kif problem2.csa
  yomikiri mate --mode shortest --futile xy --multipv 3 --yozume '7k1/9/6+P2/9/9/9/9/9/9 b 2G 1'
  yomikiri mate --svg mate.svg --mode shortest '9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1'

Exit status:
  0   every problem is a mate
  1   one is proven to be none
  2   one is undecided within the budget
  64  bad arguments, or a line that is no position
  74  reading or writing failed")]
pub struct Mate {
    /// Memory for each search in MiB, table and stack together; each job has its own.
    #[arg(long, default_value_t = 256, value_name = "MIB")]
    pub mem: usize,
    /// Nodes for each problem; 0 for no limit.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub nodes: u64,
    /// Seconds for each problem; 0 for no limit.
    #[arg(long, default_value = "0", value_parser = seconds, value_name = "S")]
    pub time: Duration,
    /// When a mate is good enough.
    #[arg(long, value_enum, default_value_t = ModeName::First)]
    pub mode: ModeName,
    /// Count the plies without futile interpositions too, by this rule.
    #[arg(long, value_enum, value_name = "RULE")]
    pub futile: Option<RuleName>,
    /// Look for so many mating first moves, the shortest first.
    #[arg(long, default_value = "1", value_name = "N")]
    pub multipv: NonZeroUsize,
    /// Look for second solutions (yozume) along the whole line.
    #[arg(long)]
    pub yozume: bool,
    /// Threads that solve one problem together, over one table; lengths that are not exact, lines
    /// and node counts may differ from run to run then.
    #[arg(long, default_value = "1", value_name = "N")]
    pub threads: NonZeroUsize,
    /// Longest line that can be read, in plies.
    #[arg(long, default_value_t = 2000, value_name = "PLIES")]
    pub plies: u16,
    /// Problems solved at the same time, each in its own memory.
    #[arg(short, long, default_value = "1", value_name = "JOBS")]
    pub jobs: NonZeroUsize,
    /// Print JSON, an object a line.
    #[arg(long)]
    pub json: bool,
    /// Write the answers to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on with an output file that an earlier run left unfinished: its answers are kept, what
    /// was cut off in the middle of a line is made anew.
    #[arg(long, requires = "output", requires = "json")]
    pub resume: bool,
    /// Leave the seconds out, so that two runs with the same budget in nodes print the same bytes.
    #[arg(long)]
    pub no_seconds: bool,
    /// Do not verify the answers.
    #[arg(long)]
    pub no_verify: bool,
    /// Draw the position and the line of the answer; for one problem.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How the input is written; without it, the ends of the file names tell.
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// The position of a game record that is the problem: before its first move, after so many
    /// moves, or at its end.
    #[arg(long, default_value = "start", value_name = "start|PLIES|end")]
    pub at: At,
    /// A position in SFEN, files, or - for standard input (the default).
    #[arg(value_name = "SFEN|FILE|-", num_args = 0..)]
    pub input: Vec<String>,
}

/// When a mate is good enough.
#[derive(Clone, Copy, ValueEnum)]
pub enum ModeName {
    /// The first mate found.
    First,
    /// Shorter and shorter mates until the budget ends.
    Shorten,
    /// The shortest mate, proven.
    Shortest,
}

impl ModeName {
    /// What the search calls it.
    pub const fn mode(self) -> Mode {
        match self {
            Self::First => Mode::First,
            Self::Shorten => Mode::Shorten,
            Self::Shortest => Mode::Shortest,
        }
    }
}

/// A number of seconds, 0 and more.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// How the memory of one search is shared out.
#[derive(Clone, Copy)]
pub struct MemoryPlan {
    /// The path.
    pub config: Config,
    /// Words of 8 bytes for a path.
    pub stack: usize,
    /// Words of 8 bytes for the table.
    pub table: usize,
    /// Paths, one a thread.
    pub threads: usize,
}

impl Mate {
    /// A small share of the memory for the path, the rest for the table.
    pub fn memory(&self) -> Result<MemoryPlan, String> {
        if !(1..=Config::MAX_PLIES).contains(&self.plies) {
            return Err(format!("--plies must be from 1 to {}", Config::MAX_PLIES));
        }
        let bytes = self
            .mem
            .checked_mul(1 << 20)
            .filter(|&bytes| bytes != 0 && isize::try_from(bytes).is_ok())
            .ok_or_else(|| format!("--mem {} is out of range", self.mem))?;
        let config =
            Config { plies: self.plies, moves: (bytes / 8 / 20).clamp(1000, 200_000) as u32 };
        let stack = config.bytes().map_err(|error| format!("--plies: {error}"))?;
        let threads = self.threads.get();
        let stacks = stack.saturating_mul(threads);
        let table = bytes.checked_sub(stacks).ok_or_else(|| {
            format!("--mem {} is too little for lines of --plies {}", self.mem, self.plies)
        })?;
        Ok(MemoryPlan { config, stack: stack / 8, table: table / 8, threads })
    }
}
