//! Retrograde analysis of a game that fits on a page, against plain minimax.
#![cfg(feature = "retro")]

use core::ops::Range;

use yomikiri::game::{IndexedGame, Initial, Successor, Value};
use yomikiri::mem::{Memory, Plan};
use yomikiri::retro::analysis::{Stage, add_counts, next_round};
use yomikiri::retro::{Analysis, Cells, Pass, verify};
use yomikiri::status::Step;

/// Noughts and crosses: a position is nine base-3 digits, 0 empty, 1 cross, 2 nought.
struct TicTacToe;

const SIZE: u32 = 19_683;
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn digits(mut number: u32) -> [u8; 9] {
    core::array::from_fn(|_| {
        let digit = (number % 3) as u8;
        number /= 3;
        digit
    })
}

fn has_line(cells: &[u8; 9], player: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&i| cells[i] == player))
}

/// The player to move, or `None` where the position cannot come about.
fn mover(cells: &[u8; 9]) -> Option<u8> {
    let count = |player| cells.iter().filter(|&&c| c == player).count();
    let (crosses, noughts) = (count(1), count(2));
    let mover = match crosses.checked_sub(noughts)? {
        0 => 1,
        1 => 2,
        _ => return None,
    };
    // Whoever has just moved may have a line, the mover may not.
    (!has_line(cells, mover)).then_some(mover)
}

impl IndexedGame for TicTacToe {
    type Cursor = ();
    const LONGEST: u8 = 9;
    const LONGEST_INITIAL: u8 = 0;

    fn len(&self) -> u32 {
        SIZE
    }

    fn groups(&self) -> u32 {
        1
    }

    fn span(&self, _: u32, span: u32) -> Option<Range<u32>> {
        (span == 0).then_some(0..SIZE)
    }

    fn cursor(&self) {}

    fn initial(&self, (): &mut (), number: u32) -> Initial {
        let cells = digits(number);
        let Some(mover) = mover(&cells) else {
            return Initial::Unused;
        };
        if has_line(&cells, 3 - mover) {
            return Initial::Decided(Value::Lost(0));
        }
        match cells.iter().filter(|&&c| c == 0).count() {
            0 => Initial::Decided(Value::Drawn),
            moves => Initial::Open(moves as u8),
        }
    }

    fn predecessors(&self, (): &mut (), number: u32, mut visit: impl FnMut(u32)) {
        let cells = digits(number);
        let Some(mover) = mover(&cells) else { return };
        let mut unit = 1;
        for i in 0..9 {
            if cells[i] == 3 - mover {
                let mut before = cells;
                before[i] = 0;
                if !has_line(&before, 3 - mover) {
                    visit(number - unit * u32::from(cells[i]));
                }
            }
            unit *= 3;
        }
    }

    fn successors(&self, (): &mut (), number: u32, mut visit: impl FnMut(Successor)) {
        let cells = digits(number);
        let Some(mover) = mover(&cells) else { return };
        if has_line(&cells, 3 - mover) {
            return;
        }
        let mut unit = 1;
        for cell in cells {
            if cell == 0 {
                visit(Successor::Numbered(number + unit * u32::from(mover)));
            }
            unit *= 3;
        }
    }
}

fn minimax(cells: &mut [u8; 9]) -> Value {
    let mover = mover(cells).unwrap();
    if has_line(cells, 3 - mover) {
        return Value::Lost(0);
    }
    let mut values = Vec::new();
    for i in 0..9 {
        if cells[i] == 0 {
            cells[i] = mover;
            values.push(minimax(cells));
            cells[i] = 0;
        }
    }
    Value::from_successors(values).unwrap_or(Value::Drawn)
}

fn analysed(budget: u32, test: impl FnOnce(Cells<'_>, &[u32; 256])) {
    let bytes = Cells::plan(Plan::new(), SIZE).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8];
    let cells = Cells::new(&mut Memory::new(&mut block), SIZE).unwrap();
    let mut analysis = Analysis::new(&TicTacToe, cells);
    while analysis.step(budget).unwrap() == Step::More {}
    assert_eq!(analysis.stage(), Stage::Done);
    assert_eq!(analysis.step(budget), Ok(Step::Done));
    test(cells, analysis.counts());
}

#[test]
fn every_position_has_its_minimax_value() {
    analysed(u32::MAX, |cells, counts| {
        let mut positions = 0;
        let mut decided = 0;
        for number in 0..SIZE {
            let mut board = digits(number);
            let value = cells.value::<TicTacToe>(number);
            match mover(&board) {
                None => assert_eq!(value, None),
                Some(_) => {
                    positions += 1;
                    assert_eq!(value, Some(minimax(&mut board)));
                    decided += u32::from(value != Some(Value::Drawn));
                }
            }
        }
        // The well-known number of positions; the start is a draw.
        assert_eq!(positions, 5_478);
        assert_eq!(cells.value::<TicTacToe>(0), Some(Value::Drawn));
        assert_eq!(counts.iter().sum::<u32>(), decided);
        assert_eq!(verify::first_fault(&TicTacToe, cells, 0..SIZE), None);
    });
}

#[test]
fn the_cut_of_the_steps_does_not_matter() {
    let mut tables = Vec::new();
    for budget in [1, 7, 1000, u32::MAX] {
        analysed(budget, |cells, counts| {
            let values: Vec<_> = (0..SIZE).map(|n| cells.value::<TicTacToe>(n)).collect();
            tables.push((values, *counts));
        });
    }
    for table in &tables[1..] {
        assert!(*table == tables[0]);
    }
}

#[test]
fn what_scouts_find_is_told_and_comes_to_the_same_end() {
    analysed(u32::MAX, |expected, counts| {
        let bytes = Cells::plan(Plan::new(), SIZE).bytes().unwrap();
        let mut block = vec![0u64; bytes / 8];
        let cells = Cells::new(&mut Memory::new(&mut block), SIZE).unwrap();
        let mut initial = Pass::initial(&TicTacToe, cells, 0..SIZE);
        assert_eq!(initial.scout(SIZE, |_| unreachable!()), Ok(Step::Done), "rounds only");
        assert_eq!(initial.step(SIZE), Ok(Step::Done));
        let mut total = *initial.counts();
        let mut next = next_round(&total, 0);
        let mut letters = 0;
        while let Some(distance) = next {
            let mut owner = Pass::round(&TicTacToe, cells, distance);
            let mut scout = Pass::round(&TicTacToe, cells, distance);
            assert_eq!(owner.step(1), Ok(Step::Done), "no range yet");
            // Every third part is the owner's, and scouts work in steps of their own.
            for (i, start) in (0..SIZE).step_by(700).enumerate() {
                let range = start..start + 700;
                if i % 3 == 0 {
                    owner.take(range);
                    while owner.step(100).unwrap() == Step::More {}
                } else {
                    scout.take(range);
                    let mut found = Vec::new();
                    while scout.scout(3, |number| found.push(number)).unwrap() == Step::More {}
                    owner.tell(&found);
                    letters += usize::from(!found.is_empty());
                }
            }
            assert_eq!(*scout.counts(), [0; 256], "a scout decides nothing");
            add_counts(&mut total, owner.counts());
            next = next_round(&total, distance + 1);
        }
        assert!(letters > 20, "{letters}");
        assert_eq!(total, *counts);
        for number in 0..SIZE {
            let value = cells.value::<TicTacToe>(number);
            assert_eq!(value, expected.value::<TicTacToe>(number), "{number}");
        }
    });
}

#[test]
fn a_changed_byte_is_found() {
    analysed(u32::MAX, |cells, _| {
        use core::sync::atomic::Ordering;
        cells.bytes()[0].store(5, Ordering::Relaxed);
        let fault = verify::first_fault(&TicTacToe, cells, 0..SIZE).unwrap();
        assert_eq!(fault.number, 0);
        assert_eq!(fault.found, Some(Value::Won(5)));
        assert_eq!(fault.expected, Some(Value::Drawn));
    });
}

#[test]
fn memory_that_is_too_short_is_refused() {
    let bytes = Cells::plan(Plan::new(), SIZE).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8 - 1];
    let error = Cells::new(&mut Memory::new(&mut block), SIZE).unwrap_err();
    assert_eq!(error, yomikiri::Error::Size);
}
