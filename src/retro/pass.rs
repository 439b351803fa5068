//! A part of the work: the initial values of a range, or one round over a range.

use core::ops::Range;
use core::sync::atomic::Ordering;

use crate::atomic::AtomicU8;
use crate::game::{IndexedGame, Initial, Value};
use crate::mem::{Memory, Plan, prefetch};
use crate::status::{Error, Step};

/// The byte of a number that no position has.
const UNUSED: u8 = 255;
/// Positions that share a mark, as a power of two.
const MARK_SHIFT: u32 = 11;
/// How many predecessors wait for their bytes to arrive from memory.
const PENDING: usize = 64;

/// How many positions are decided in each number of plies.
pub type Counts = [u32; 256];

/// The bytes of all positions, in caller memory, shared between the threads at work.
///
/// A byte is the distance in plies if that is at most the game's `LONGEST`; above it, it is open
/// and counts the moves left; `LONGEST + 1` exactly is a draw by the rules, 255 no position.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'m> {
    bytes: &'m [AtomicU8],
    /// For each parity of the distance, the last distance that was set in each 2048 positions.
    marks: [&'m [AtomicU8]; 2],
}

const fn marks_for(positions: u32) -> usize {
    ((positions >> MARK_SHIFT) + 1) as usize
}

impl<'m> Cells<'m> {
    /// Adds the memory for `positions` to a plan: a byte each, and two for every 2048.
    #[must_use]
    pub const fn plan(plan: Plan, positions: u32) -> Plan {
        plan.region::<AtomicU8>(positions as usize)
            .region::<AtomicU8>(marks_for(positions))
            .region::<AtomicU8>(marks_for(positions))
    }

    /// Takes the bytes of `positions` out of `memory`.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short.
    pub fn new(memory: &mut Memory<'m>, positions: u32) -> Result<Self, Error> {
        Ok(Self {
            bytes: memory.take_shared_bytes(positions as usize)?,
            marks: [
                memory.take_shared_bytes(marks_for(positions))?,
                memory.take_shared_bytes(marks_for(positions))?,
            ],
        })
    }

    /// The bytes, to save the state of the work or to restore it.
    #[must_use]
    pub const fn bytes(&self) -> &'m [AtomicU8] {
        self.bytes
    }

    /// The marks, to save the state of the work or to restore it.
    #[must_use]
    pub const fn marks(&self) -> [&'m [AtomicU8]; 2] {
        self.marks
    }

    /// The value of a position after the last round; `None` where no position has the number.
    #[must_use]
    #[inline(always)]
    pub fn value<G: IndexedGame>(&self, number: u32) -> Option<Value> {
        let byte = self.bytes.get(number as usize)?.load(Ordering::Relaxed);
        match byte {
            UNUSED => None,
            _ if byte > G::LONGEST => Some(Value::Drawn),
            _ if byte & 1 == 1 => Some(Value::Won(byte)),
            _ => Some(Value::Lost(byte)),
        }
    }

    #[inline(always)]
    fn mark(&self, number: u32, distance: u8) {
        let [even, odd] = self.marks;
        let marks = if distance & 1 == 0 { even } else { odd };
        if let Some(mark) = marks.get((number >> MARK_SHIFT) as usize) {
            // Only what changes is written: threads would take the line from each other.
            if mark.load(Ordering::Relaxed) != distance {
                mark.store(distance, Ordering::Relaxed);
            }
        }
    }

    #[inline(always)]
    fn is_marked(&self, number: u32, distance: u8) -> bool {
        let [even, odd] = self.marks;
        let marks = if distance & 1 == 0 { even } else { odd };
        marks
            .get((number >> MARK_SHIFT) as usize)
            .is_some_and(|mark| mark.load(Ordering::Relaxed) == distance)
    }
}

/// What a [`Pass`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Sets the bytes of a range.
    Initial,
    /// Tells the predecessors of the positions that are decided in this many plies.
    Round { distance: u8 },
}

/// A part of the work that one thread does, in steps.
///
/// Passes may run at the same time on initial ranges that do not overlap; and in rounds of the same
/// distance on ranges of different [groups](IndexedGame::span). A second pass may [scout] ranges of a
/// group that a first one works on, if the first is [told] what it finds. A round must be done
/// before the next begins.
///
/// [scout]: Pass::scout
/// [told]: Pass::tell
#[derive(Clone, Debug)]
pub struct Pass<'a, G: IndexedGame> {
    game: &'a G,
    cells: Cells<'a>,
    task: Task,
    cursor: G::Cursor,
    next: u32,
    end: u32,
    counts: Counts,
}

/// No number.
const NONE: u32 = u32::MAX;

impl<'a, G: IndexedGame> Pass<'a, G> {
    const VALID: () = assert!(G::LONGEST <= 240 && G::LONGEST_INITIAL <= G::LONGEST);
    /// The byte of a draw by the rules; open positions have this plus their count of moves.
    const OPEN: u8 = G::LONGEST + 1;

    fn new(game: &'a G, cells: Cells<'a>, task: Task) -> Self {
        let () = Self::VALID;
        Self { game, cells, task, cursor: game.cursor(), next: 0, end: 0, counts: [0; 256] }
    }

    /// The initial values of `range`.
    #[must_use]
    pub fn initial(game: &'a G, cells: Cells<'a>, range: Range<u32>) -> Self {
        let mut pass = Self::new(game, cells, Task::Initial);
        pass.take(range);
        pass
    }

    /// The round for `distance`, with no range of positions yet.
    #[must_use]
    pub fn round(game: &'a G, cells: Cells<'a>, distance: u8) -> Self {
        Self::new(game, cells, Task::Round { distance })
    }

    /// Gives the pass a range to work on, in the place of the one it has done.
    pub fn take(&mut self, range: Range<u32>) {
        self.next = range.start;
        self.end = range.end.min(self.game.len());
    }

    /// How many positions this pass has decided, by plies.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Works on about `budget` positions more of its range.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory does not hold the game's positions, [`Error::Unsupported`]
    /// where a distance or a count of moves is larger than the game's `LONGEST` allows.
    pub fn step(&mut self, budget: u32) -> Result<Step, Error> {
        let Task::Round { distance } = self.task else {
            return self.step_initial(budget);
        };
        let cells = self.cells;
        let mut pending = [NONE; PENDING];
        let mut waiting = 0usize;
        let mut counts = self.counts;
        let result = self.step_round(budget, distance, |predecessor| {
            if let Some(byte) = cells.bytes.get(predecessor as usize) {
                prefetch(byte);
            }
            waiting = (waiting + 1) & (PENDING - 1);
            if let Some(slot) = pending.get_mut(waiting) {
                let due = core::mem::replace(slot, predecessor);
                settle::<G>(cells, due, distance, &mut counts);
            }
        });
        for due in pending {
            settle::<G>(cells, due, distance, &mut counts);
        }
        self.counts = counts;
        result
    }

    /// Works on about `budget` positions more of its range in a round, and hands what it finds to
    /// `found` instead of changing cells: predecessors that the pass which works on this group must
    /// be [told](Pass::tell), each as often as it is found.
    ///
    /// # Errors
    ///
    /// As [`Pass::step`].
    pub fn scout(&mut self, budget: u32, found: impl FnMut(u32)) -> Result<Step, Error> {
        match self.task {
            Task::Initial => Ok(Step::Done),
            Task::Round { distance } => self.step_round(budget, distance, found),
        }
    }

    /// Tells the pass of predecessors that another one has found in ranges of the same group.
    pub fn tell(&mut self, predecessors: &[u32]) {
        let Task::Round { distance } = self.task else {
            return;
        };
        let mut ahead = predecessors.iter().skip(PENDING);
        for &number in predecessors {
            if let Some(byte) = ahead.next().and_then(|&n| self.cells.bytes.get(n as usize)) {
                prefetch(byte);
            }
            settle::<G>(self.cells, number, distance, &mut self.counts);
        }
    }

    fn step_initial(&mut self, budget: u32) -> Result<Step, Error> {
        let stop = self.end.min(self.next.saturating_add(budget));
        let cells = self.cells.bytes;
        let cells = cells.get(self.next as usize..stop as usize);
        let cells = cells.ok_or(Error::Size)?;
        for cell in cells {
            let byte = match self.game.initial(&mut self.cursor, self.next) {
                Initial::Decided(Value::Won(plies) | Value::Lost(plies)) => {
                    if plies > G::LONGEST_INITIAL {
                        return Err(Error::Unsupported);
                    }
                    if let Some(count) = self.counts.get_mut(usize::from(plies)) {
                        *count += 1;
                    }
                    plies
                }
                Initial::Decided(Value::Drawn) => Self::OPEN,
                Initial::Open(moves) => {
                    if moves == 0 || moves >= UNUSED - Self::OPEN {
                        return Err(Error::Unsupported);
                    }
                    Self::OPEN + moves
                }
                Initial::Unused => UNUSED,
            };
            cell.store(byte, Ordering::Relaxed);
            self.next += 1;
        }
        Ok(if self.next >= self.end { Step::Done } else { Step::More })
    }

    fn step_round(
        &mut self,
        mut budget: u32,
        distance: u8,
        mut found: impl FnMut(u32),
    ) -> Result<Step, Error> {
        if distance >= G::LONGEST {
            return Err(Error::Unsupported);
        }
        let bytes = self.cells.bytes;
        // Initial values come without marks.
        let scan_all = distance <= G::LONGEST_INITIAL;
        while budget > 0 && self.next < self.end {
            let block_end = (((self.next >> MARK_SHIFT) + 1) << MARK_SHIFT).min(self.end);
            budget -= 1;
            if !scan_all && !self.cells.is_marked(self.next, distance) {
                self.next = block_end;
                continue;
            }
            let block = bytes.get(self.next as usize..block_end as usize);
            for (i, cell) in block.ok_or(Error::Size)?.iter().enumerate() {
                if cell.load(Ordering::Relaxed) != distance {
                    continue;
                }
                let number = self.next + i as u32;
                self.game.predecessors(&mut self.cursor, number, &mut found);
                budget = budget.saturating_sub(1);
            }
            self.next = block_end;
        }
        Ok(if self.next >= self.end { Step::Done } else { Step::More })
    }
}

/// Tells a predecessor of a position that is decided in `distance` plies.
#[inline(always)]
fn settle<G: IndexedGame>(cells: Cells<'_>, number: u32, distance: u8, counts: &mut Counts) {
    // Beyond the end: an empty place of the ring.
    let Some(cell) = cells.bytes.get(number as usize) else {
        return;
    };
    let byte = cell.load(Ordering::Relaxed);
    if byte <= G::LONGEST + 1 {
        return;
    }
    // The one pass at work on this group is the only one that changes this byte.
    let last_move = byte == G::LONGEST + 2;
    if distance & 1 == 1 && !last_move {
        cell.store(byte - 1, Ordering::Relaxed);
        return;
    }
    let decided = distance + 1;
    cell.store(decided, Ordering::Relaxed);
    cells.mark(number, decided);
    if let Some(count) = counts.get_mut(usize::from(decided)) {
        *count += 1;
    }
}
