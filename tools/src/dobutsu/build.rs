//! `yomikiri dobutsu build` and `pack`: the analysis of all positions, and its table files.

use std::fs;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use yomikiri::game::{IndexedGame, Value};
use yomikiri::games::dobutsu::Position;
use yomikiri::games::dobutsu::blocks::code_block;
use yomikiri::games::dobutsu::compact::{POSITIONS, has_number};
use yomikiri::games::dobutsu::model::Model;
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::games::dobutsu::table::{PER_BYTE, TableKind, byte_of, digit_of};
use yomikiri::mem::{Memory, Plan};
use yomikiri::retro::analysis::{add_counts, next_round};
use yomikiri::retro::coder::Encoder;
use yomikiri::retro::container::Checksum;
use yomikiri::retro::{Cells, Counts, Pass};

use super::measure::{Cost, fixed_loop, peak_memory};
use super::round::run_round;
use super::tables::{File, Tables, Writer, leak, leak_touched};
use super::{Status, stats, value_text};

/// Compute the value of every position and write table files.
#[derive(Args)]
pub struct Build {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Kind::Distance)]
    kind: Kind,
    /// Threads to work with.
    #[arg(long, default_value_t = default_threads(), value_name = "N")]
    threads: usize,
    /// Save the state of the work to this file now and then, and start from it where it exists.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two states saved.
    #[arg(long, default_value_t = 20.0, value_name = "SECONDS")]
    every: f64,
    /// Save the state and stop before the round for this distance.
    #[arg(long, value_name = "PLIES", requires = "checkpoint")]
    stop_before: Option<u8>,
    /// Count the reachable positions and the drawn lines too.
    #[arg(long)]
    everything: bool,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// Turn a table of distances into another kind of table.
#[derive(Args)]
pub struct Pack {
    /// A table of distances that is used in place.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What to write.
    #[arg(long, value_enum)]
    kind: Kind,
    /// Threads to work with.
    #[arg(long, default_value_t = default_threads(), value_name = "N")]
    threads: usize,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// The kinds of table files.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Distances, used in place.
    Distance,
    /// Won, lost or drawn, used in place.
    Outcome,
    /// Distances, compressed.
    DistanceBlocks,
    /// Won, lost or drawn, compressed.
    OutcomeBlocks,
}

impl From<Kind> for TableKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Distance => Self::Distance,
            Kind::Outcome => Self::Outcome,
            Kind::DistanceBlocks => Self::DistanceBlocks,
            Kind::OutcomeBlocks => Self::OutcomeBlocks,
        }
    }
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().min(5))
}

/// A bar on the terminal, or none.
pub fn bar(quiet: bool, len: u64, template: &str) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    ProgressBar::new(len).with_style(style)
}

/// The game, and the bytes of its positions.
pub struct Solution {
    /// The game.
    pub game: &'static OpenGame<'static>,
    /// The bytes.
    pub cells: Cells<'static>,
    /// How many positions are decided in each number of plies.
    pub counts: Counts,
}

/// The game with its index.
pub fn open_game() -> Result<&'static OpenGame<'static>, String> {
    let mut memory = Memory::new(leak(OpenGame::plan(Plan::new()))?);
    let game = OpenGame::new(&mut memory).map_err(|e| e.to_string())?;
    Ok(Box::leak(Box::new(game)))
}

/// Positions of a slice of the initial values.
const SLICE: u32 = 1 << 19;

impl Build {
    /// Runs the command.
    pub fn run(self) -> Status {
        if self.threads == 0 {
            return Err("at least one thread is needed".to_owned());
        }
        let loop_time = fixed_loop();
        let cost = Cost::start();
        let Some(solution) = self.solve()? else {
            say!("stopped; run again to go on");
            return Ok(0);
        };
        let spent = cost.stop();
        let peak = peak_memory();
        say!("analysis: {spent}, {} threads", self.threads);
        let ratio = |time: Duration| time.as_secs_f64() / loop_time.as_secs_f64();
        say_on!("in units of 2^28 rounds of SplitMix64 ({:.3} s): ", loop_time.as_secs_f64());
        say_on!("{:.1} on the clock", ratio(spent.wall));
        say!("{}", spent.cpu.map_or(String::new(), |cpu| format!(", {:.1} of CPU", ratio(cpu))));
        if let Some(peak) = peak {
            say!("memory: {peak} KiB resident at most");
        }
        stats::print_totals(&solution.counts, solution.game.len());
        print_start(&solution);
        if let Some(out) = &self.out {
            let cost = Cost::start();
            let size = write(&solution, self.kind.into(), out, self.threads, self.quiet)?;
            say!("{}: {size} bytes, written in {}", out.display(), cost.stop());
        }
        if let Some(checkpoint) = &self.checkpoint {
            // The work is done; the next run is to start anew.
            let _ = fs::remove_file(checkpoint);
        }
        if self.everything {
            stats::print_everything(&solution, self.quiet)?;
        }
        Ok(0)
    }

    /// The analysis, from the start or from a saved state; `None` where it stopped on request.
    fn solve(&self) -> Result<Option<Solution>, String> {
        let game = open_game()?;
        let plan = Cells::plan(Plan::new(), game.len());
        let mut memory = Memory::new(leak_touched(plan, self.threads)?);
        let cells = Cells::new(&mut memory, game.len()).map_err(|e| e.to_string())?;
        let mut solution = Solution { game, cells, counts: [0; 256] };
        let restored = match &self.checkpoint {
            Some(path) if path.exists() => Some(restore(path, &mut solution)?),
            _ => None,
        };
        let template = "{elapsed_precise} {bar:40} {percent:>3} % {msg}";
        let progress = bar(self.quiet, u64::from(game.len()), template);
        let mut next = match restored {
            Some(distance) => next_round(&solution.counts, distance),
            None => {
                progress.set_message("initial values");
                self.initial(&mut solution, &progress)?;
                next_round(&solution.counts, 0)
            }
        };
        let mut saved = Instant::now();
        while let Some(distance) = next {
            if let Some(path) = &self.checkpoint {
                let stop = self.stop_before == Some(distance);
                if stop || saved.elapsed().as_secs_f64() >= self.every {
                    save(path, &solution, distance)?;
                    saved = Instant::now();
                }
                if stop {
                    progress.finish_and_clear();
                    return Ok(None);
                }
            }
            let found: u64 = solution.counts.iter().map(|&n| u64::from(n)).sum();
            progress.set_message(format!("{distance} plies, {found} decided"));
            progress.set_position(found);
            run_round(&mut solution, distance, self.threads)?;
            next = next_round(&solution.counts, distance + 1);
        }
        progress.finish_and_clear();
        Ok(Some(solution))
    }

    fn initial(&self, solution: &mut Solution, progress: &ProgressBar) -> Result<(), String> {
        let game = solution.game;
        let cells = solution.cells;
        let slices = game.len().div_ceil(SLICE);
        let taken = AtomicU32::new(0);
        let total = Mutex::new(Ok([0; 256]));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let slice = taken.fetch_add(1, Ordering::Relaxed);
                        if slice >= slices {
                            break;
                        }
                        let range: Range<u32> = slice * SLICE..(slice + 1) * SLICE;
                        let mut pass = Pass::initial(game, cells, range);
                        let result = pass.step(SLICE);
                        progress.inc(u64::from(SLICE));
                        if let Ok(mut total) = total.lock() {
                            match (&mut *total, result) {
                                (Ok(counts), Ok(_)) => add_counts(counts, pass.counts()),
                                (total, Err(error)) => *total = Err(error.to_string()),
                                (Err(_), _) => {}
                            }
                        }
                    }
                });
            }
        });
        solution.counts = total.into_inner().map_err(|e| e.to_string())??;
        Ok(())
    }
}

/// The value of the start and of its moves.
fn print_start(solution: &Solution) {
    let value = |position: Position| {
        let number = solution.game.index().rank(position.board())?;
        solution.cells.value::<OpenGame<'_>>(number)
    };
    let Some(start) = value(Position::START) else { return };
    say_on!("start: {}; moves:", value_text(start));
    for m in super::moves_of(Position::START) {
        let shown = Position::START.shown_move(m, yomikiri::games::dobutsu::Notation::Tanaka);
        // The value for the opponent: its win in n plies is the end in n + 1 from the start.
        match value(Position::START.after(m)) {
            Some(Value::Won(plies)) => say_on!(" {shown} loses in {}", plies + 1),
            Some(Value::Lost(plies)) => say_on!(" {shown} wins in {}", plies + 1),
            _ => say_on!(" {shown} draws"),
        }
    }
    say!("");
}

/// The beginning of a saved state.
const STATE: &[u8; 8] = b"YOMISTAT";

/// Saves the state before the round for `distance`; the file is complete or not there at all.
fn save(path: &Path, solution: &Solution, distance: u8) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let draft = path.with_extension("part");
    let mut out = fs::File::create(&draft).map_err(failed)?;
    let mut sum = Checksum::new();
    let mut put = |bytes: &[u8]| {
        sum.add(bytes);
        out.write_all(bytes)
    };
    put(STATE).map_err(failed)?;
    put(&[distance]).map_err(failed)?;
    for count in solution.counts {
        put(&count.to_le_bytes()).map_err(failed)?;
    }
    let [even, odd] = solution.cells.marks();
    for region in [solution.cells.bytes(), even, odd] {
        for part in region.chunks(1 << 16) {
            let bytes: Vec<u8> = part.iter().map(|b| b.load(Ordering::Relaxed)).collect();
            put(&bytes).map_err(failed)?;
        }
    }
    out.write_all(&sum.value().to_le_bytes()).map_err(failed)?;
    out.sync_all().map_err(failed)?;
    fs::rename(&draft, path).map_err(failed)
}

/// Restores a saved state; returns the distance of the next round.
fn restore(path: &Path, solution: &mut Solution) -> Result<u8, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut file = fs::File::open(path).map_err(failed)?;
    let mut sum = Checksum::new();
    let mut take = |bytes: &mut [u8]| {
        file.read_exact(bytes)?;
        sum.add(bytes);
        Ok(())
    };
    let mut front = [0; 9 + 256 * 4];
    take(&mut front).map_err(failed)?;
    if front[..8] != *STATE {
        return Err(format!("{}: not a saved state", path.display()));
    }
    let distance = front[8];
    for (count, bytes) in solution.counts.iter_mut().zip(front[9..].chunks_exact(4)) {
        *count = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    let [even, odd] = solution.cells.marks();
    let mut buffer = vec![0; 1 << 16];
    for region in [solution.cells.bytes(), even, odd] {
        for part in region.chunks(1 << 16) {
            let bytes = &mut buffer[..part.len()];
            take(bytes).map_err(failed)?;
            for (cell, &byte) in part.iter().zip(&*bytes) {
                cell.store(byte, Ordering::Relaxed);
            }
        }
    }
    let expected = sum.value();
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes).map_err(failed)?;
    if u32::from_le_bytes(bytes) != expected {
        return Err(format!("{}: the saved state is damaged", path.display()));
    }
    Ok(distance)
}

/// The values of the stored positions in the order of their numbers.
pub struct Stored<'a> {
    game: &'a OpenGame<'a>,
    cells: Cells<'a>,
    cursor: <OpenGame<'a> as IndexedGame>::Cursor,
    next: u32,
}

impl<'a> Stored<'a> {
    /// From the position with this number of the open domain on.
    pub fn from(game: &'a OpenGame<'a>, cells: Cells<'a>, next: u32) -> Self {
        Self { game, cells, cursor: game.cursor(), next }
    }
}

impl Iterator for Stored<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let board = self.game.index().unrank(&mut self.cursor, self.next)?;
            let number = self.next;
            self.next += 1;
            if has_number(board) {
                return self.cells.value::<OpenGame<'_>>(number);
            }
        }
    }
}

/// Writes the solution as a table file of any kind; returns its size in bytes.
fn write(
    solution: &Solution,
    kind: TableKind,
    out: &Path,
    threads: usize,
    quiet: bool,
) -> Result<u64, String> {
    match kind {
        TableKind::Distance | TableKind::Outcome => {
            write_flat(kind, out, Stored::from(solution.game, solution.cells, 0))
        }
        TableKind::DistanceBlocks | TableKind::OutcomeBlocks => {
            let mut bytes = Vec::with_capacity(POSITIONS as usize);
            bytes.extend(Stored::from(solution.game, solution.cells, 0).map(byte_of));
            write_blocks(kind, out, &bytes, threads, quiet)
        }
    }
}

/// Writes values as a table that is used in place.
fn write_flat(
    kind: TableKind,
    out: &Path,
    mut values: impl Iterator<Item = Value>,
) -> Result<u64, String> {
    let mut writer = Writer::create(out, kind, Vec::new())?;
    let size = kind.block_positions() as usize;
    loop {
        let block: Vec<Value> = values.by_ref().take(size).collect();
        if block.is_empty() {
            return writer.finish();
        }
        let bytes: Vec<u8> = if kind == TableKind::Distance {
            block.into_iter().map(byte_of).collect()
        } else {
            let fold = |five: &[Value]| five.iter().rev().fold(0, |sum, &v| sum * 3 + digit_of(v));
            block.chunks(PER_BYTE as usize).map(fold).collect()
        };
        writer.block(&bytes)?;
    }
}

/// How many blocks apart those are that the weights are learnt from.
const LEARN_EVERY: usize = 40;

/// Writes distances, one byte a stored position, as a table in compressed blocks.
fn write_blocks(
    kind: TableKind,
    out: &Path,
    bytes: &[u8],
    threads: usize,
    quiet: bool,
) -> Result<u64, String> {
    use yomikiri::games::dobutsu::table::value_of;
    let tables = Tables::new()?;
    let index = tables.index();
    let value = |number: u32| {
        let value = value_of(bytes[number as usize]);
        match (kind.has_distances(), value) {
            (true, value) => value,
            (false, Value::Won(_)) => Value::Won(1),
            (false, Value::Lost(_)) => Value::Lost(2),
            (false, Value::Drawn) => Value::Drawn,
        }
    };
    let encode = |model: &mut Model<'_>, block: usize| {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(|byte| out.push(byte));
        code_block(model, index, &mut encoder, kind, block as u32, value, |_, _| ());
        encoder.finish();
        out
    };
    let plan = Model::plan(Plan::new()).bytes().map_err(|e| e.to_string())?;
    let new_model = |block: &mut Vec<u64>| block.resize(plan / 8, 0);
    let blocks = POSITIONS.div_ceil(kind.block_positions()) as usize;
    let template = "{elapsed_precise} {bar:40} {pos} of {len} blocks {msg}";
    let progress = bar(quiet, blocks as u64, template);
    progress.set_message("learning");
    let mut memory = Vec::new();
    new_model(&mut memory);
    let mut model = Model::new(&mut Memory::new(&mut memory)).map_err(|e| e.to_string())?;
    for block in (0..blocks).step_by(LEARN_EVERY) {
        encode(&mut model, block);
    }
    let weights: Vec<i32> = model.weights(kind).collect();
    progress.set_message("");
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Vec<u8>>> = (0..blocks).map(|_| Mutex::default()).collect();
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut memory = Vec::new();
                new_model(&mut memory);
                let mut memory = Memory::new(&mut memory);
                let mut model = match Model::new(&mut memory) {
                    Ok(model) => model,
                    Err(error) => {
                        if let Ok(mut slot) = failure.lock() {
                            *slot = Some(error.to_string());
                        }
                        return;
                    }
                };
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    let Some(slot) = results.get(block) else { break };
                    for (weight, &learnt) in model.weights_mut(kind).zip(&weights) {
                        *weight = learnt;
                    }
                    let bytes = encode(&mut model, block);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = bytes;
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    if let Some(error) = failure.into_inner().map_err(|e| e.to_string())? {
        return Err(error);
    }
    let model = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    let mut writer = Writer::create(out, kind, model)?;
    for slot in results {
        writer.block(&slot.into_inner().map_err(|e| e.to_string())?)?;
    }
    writer.finish()
}

impl Pack {
    /// Runs the command.
    pub fn run(self) -> Status {
        let file = File::open(&self.table)?;
        let (container, kind) = yomikiri::games::dobutsu::table::open(file.bytes())
            .map_err(|refusal| format!("{}: {refusal}", file.name()))?;
        if kind != TableKind::Distance {
            return Err(format!("{}: not a table of distances used in place", file.name()));
        }
        for block in 0..container.header().blocks {
            container.check_block(block).map_err(|e| format!("{}: {e}", file.name()))?;
        }
        let start = container.header().payload_start() as usize;
        let bytes = &file.bytes()[start..];
        let cost = Cost::start();
        let values = bytes.iter().map(|&byte| yomikiri::games::dobutsu::table::value_of(byte));
        let kind = TableKind::from(self.kind);
        let size = match kind {
            TableKind::Distance | TableKind::Outcome => write_flat(kind, &self.out, values)?,
            TableKind::DistanceBlocks | TableKind::OutcomeBlocks => {
                write_blocks(kind, &self.out, bytes, self.threads.max(1), self.quiet)?
            }
        };
        say!("{}: {size} bytes, written in {}", self.out.display(), cost.stop());
        Ok(0)
    }
}
