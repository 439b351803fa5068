//! `yomikiri dobutsu verify`: every block by its checksum, every position by its successors.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Args;
use yomikiri::game::{IndexedGame, Initial, Value};
use yomikiri::games::dobutsu::Position;
use yomikiri::games::dobutsu::compact::{has_number, is_later_image, representative};
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::games::dobutsu::rules::immediate;
use yomikiri::games::dobutsu::table::{self, TableKind, byte_of, value_of};
use yomikiri::retro::verify::value_from_successors;
use yomikiri::score::Side;

use super::build::{bar, open_game};
use super::measure::Cost;
use super::tables::{File, Tables};
use super::{Status, value_text};

/// Check a table file: the bytes by their checksums, every position against its successors.
///
/// Exit status: 0 where all is right, 1 where there is a fault.
#[derive(Args)]
pub struct Verify {
    /// A table file of any kind.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Check the checksums only.
    #[arg(long)]
    checksums: bool,
    /// Threads to work with.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |n| n.get()),
          value_name = "N")]
    threads: usize,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// The values of all positions of the open domain, one byte each, as in a table of distances; of
/// a table of outcomes 1 for won and 2 for lost.
pub struct Values {
    /// The game.
    pub game: &'static OpenGame<'static>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether the bytes are distances.
    pub distances: bool,
}

/// Positions that a thread takes at a time.
const SLICE: u32 = 1 << 18;

/// Runs `work` over slices of all positions on threads, until it returns false.
pub fn in_slices(
    len: u32,
    threads: usize,
    progress: &indicatif::ProgressBar,
    work: &(dyn Fn(Range<u32>) -> bool + Sync),
) {
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(SLICE, Ordering::Relaxed);
                    if start >= len || !work(start..(start + SLICE).min(len)) {
                        next.store(len, Ordering::Relaxed);
                        break;
                    }
                    progress.inc(u64::from(SLICE));
                }
            });
        }
    });
}

impl Values {
    /// Reads a whole table: stored positions from it, others by the rules or their successors.
    pub fn read(tables: &Tables, file: &File, quiet: bool) -> Result<Self, String> {
        let game = open_game()?;
        let mut store = tables.open(file)?;
        let (_, kind) =
            table::open(file.bytes()).map_err(|refusal| format!("{}: {refusal}", file.name()))?;
        let in_place = matches!(kind, TableKind::Distance | TableKind::Outcome);
        let distances = store.has_distances();
        let len = game.len();
        let mut bytes = vec![0u8; len as usize];
        let progress =
            bar(quiet, u64::from(len), "{elapsed_precise} {bar:40} {percent:>3} % {msg}");
        progress.set_message("reading");
        let mut cursor = game.cursor();
        for number in 0..len {
            let board = game.index().unrank(&mut cursor, number).ok_or("no such position")?;
            if number.is_multiple_of(SLICE) {
                progress.set_position(u64::from(number));
            }
            bytes[number as usize] = match immediate(board) {
                Some(value) => byte_of(value),
                // The mirror image came before; compressed tables have nothing else.
                None if !in_place && is_later_image(board) => {
                    let earlier = game.index().rank(representative(board));
                    bytes[earlier.ok_or("no such position")? as usize]
                }
                None if has_number(board) => {
                    let at = tables.index().rank(board).ok_or("no such position")?;
                    byte_of(store.stored(at).map_err(|e| format!("{}: {e}", file.name()))?)
                }
                None => continue,
            };
        }
        progress.finish_and_clear();
        let mut values = Self { game, bytes, distances };
        values.fill_others(quiet)?;
        Ok(values)
    }

    /// Gives the positions that are not stored the value of their successors, which all are.
    fn fill_others(&mut self, quiet: bool) -> Result<(), String> {
        let game = self.game;
        let progress =
            bar(quiet, u64::from(game.len()), "{elapsed_precise} {bar:40} {percent:>3} % {msg}");
        progress.set_message("filling in");
        let mut cursor = game.cursor();
        for number in 0..game.len() {
            if number.is_multiple_of(SLICE) {
                progress.set_position(u64::from(number));
            }
            let board = game.index().unrank(&mut cursor, number).ok_or("no such position")?;
            if has_number(board) || immediate(board).is_some() {
                continue;
            }
            let value = self.by_successors(number, &mut cursor);
            self.bytes[number as usize] = byte_of(value.ok_or("a position without successors")?);
        }
        progress.finish_and_clear();
        Ok(())
    }

    /// The value of a position of the open domain.
    pub fn value(&self, number: u32) -> Option<Value> {
        self.bytes.get(number as usize).map(|&byte| value_of(byte))
    }

    fn by_successors(
        &self,
        number: u32,
        cursor: &mut <OpenGame<'static> as IndexedGame>::Cursor,
    ) -> Option<Value> {
        let value = value_from_successors(self.game, cursor, number, |n| self.value(n))?;
        // Outcomes have no distances.
        Some(match (self.distances, value) {
            (true, value) => value,
            (false, Value::Won(_)) => Value::Won(1),
            (false, Value::Lost(_)) => Value::Lost(2),
            (false, Value::Drawn) => Value::Drawn,
        })
    }
}

impl Verify {
    /// Runs the command.
    pub fn run(self) -> Status {
        let cost = Cost::start();
        let file = File::open(&self.table)?;
        let (container, kind) =
            table::open(file.bytes()).map_err(|refusal| format!("{}: {refusal}", file.name()))?;
        let mut damaged = 0;
        for block in 0..container.header().blocks {
            if let Err(refusal) = container.check_block(block) {
                say!("{}: {refusal}", file.name());
                damaged += 1;
            }
        }
        say!("checksums: {} blocks, {damaged} damaged", container.header().blocks);
        if damaged > 0 {
            return Ok(1);
        }
        if self.checksums {
            return Ok(0);
        }
        let tables = Tables::new()?;
        let values = Values::read(&tables, &file, self.quiet)?;
        let progress = bar(
            self.quiet,
            u64::from(values.game.len()),
            "{elapsed_precise} {bar:40} {percent:>3} % {msg}",
        );
        progress.set_message("checking");
        let faults = Mutex::new((0u64, None));
        in_slices(values.game.len(), self.threads, &progress, &|range| {
            let mut cursor = values.game.cursor();
            for number in range {
                let found = values.value(number);
                let expected = match values.game.initial(&mut cursor, number) {
                    Initial::Decided(value) if values.distances => Some(value),
                    Initial::Decided(_) => found,
                    Initial::Open(_) | Initial::Unused => values.by_successors(number, &mut cursor),
                };
                if found != expected
                    && let Ok(mut faults) = faults.lock()
                {
                    faults.0 += 1;
                    faults.1 = faults.1.or(Some((number, found, expected)));
                }
            }
            true
        });
        progress.finish_and_clear();
        let (count, first) = faults.into_inner().map_err(|e| e.to_string())?;
        if let Some((number, found, expected)) = first {
            let mut cursor = values.game.cursor();
            let board = values.game.index().unrank(&mut cursor, number);
            let text = board
                .and_then(|board| Position::new(board, Side::First).ok())
                .map_or(String::new(), |p| {
                    p.shown(yomikiri::games::dobutsu::Notation::Clausecker).to_string()
                });
            let show = |value: Option<Value>| value.map_or("nothing".to_owned(), value_text);
            say!("{text}: {} where the successors say {}", show(found), show(expected));
        }
        let what = if kind.has_distances() { "distances" } else { "outcomes" };
        say!("{what}: {} positions checked, {count} faults, {}", values.game.len(), cost.stop());
        Ok(u8::from(count > 0))
    }
}
