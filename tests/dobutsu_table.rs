//! Table files of Dobutsu shogi: in place and in compressed blocks, with made-up values.
#![cfg(all(feature = "dobutsu", feature = "retro"))]

use yomikiri::game::Value;
use yomikiri::games::dobutsu::blocks::{BLOCK, BlockTable, code_block};
use yomikiri::games::dobutsu::compact::{CompactIndex, POSITIONS, representative};
use yomikiri::games::dobutsu::model::Model;
use yomikiri::games::dobutsu::rules::{immediate, wins_in_three};
use yomikiri::games::dobutsu::table::{self, Outcome, Store, Table, TableKind, byte_of, value_of};
use yomikiri::games::dobutsu::{Board, Position};
use yomikiri::hash::mix;
use yomikiri::mem::{Memory, Plan};
use yomikiri::retro::coder::Encoder;
use yomikiri::retro::container::{Checksum, Refusal, Source};
use yomikiri::{Error, Move};

fn leak(plan: Plan) -> &'static mut [u64] {
    vec![0u64; plan.bytes().unwrap() / 8].leak()
}

fn compact() -> CompactIndex<'static> {
    CompactIndex::new(&mut Memory::new(leak(CompactIndex::plan(Plan::new())))).unwrap()
}

/// A value that depends on the number in a way that a model can learn in part.
fn made_up(number: u32) -> Value {
    match mix(u64::from(number / 7)) % 20 {
        0 => Value::Drawn,
        n if n < 12 => Value::Won(5 + 2 * (n as u8 + (mix(u64::from(number)) % 3) as u8)),
        n => Value::Lost(4 + 2 * (n as u8)),
    }
}

fn file(kind: TableKind, blocks: &[Vec<u8>], model: &[u8]) -> Vec<u8> {
    let mut header = table::header(kind);
    let mut front = Vec::new();
    let mut end = 0u32;
    for block in blocks {
        end += block.len() as u32;
        front.extend(end.to_le_bytes());
        front.extend(Checksum::of(block).to_le_bytes());
    }
    front.extend(model);
    header.model = model.len() as u32;
    header.payload = u64::from(end);
    header.directory_checksum = Checksum::of(&front);
    [header.encode().to_vec(), front, blocks.concat()].concat()
}

fn distances() -> Vec<u8> {
    let payload: Vec<u8> = (0..POSITIONS).map(|n| byte_of(made_up(n))).collect();
    let blocks: Vec<Vec<u8>> = payload.chunks(BLOCK as usize).map(<[u8]>::to_vec).collect();
    file(TableKind::Distance, &blocks, &[])
}

fn after(board: Board) -> Vec<Board> {
    let position = Position::new(board, yomikiri::score::Side::First).unwrap();
    let mut space = [Move::NONE; 96];
    let mut moves = yomikiri::moves::Moves::new(&mut space);
    position.moves_into(&mut moves);
    moves.as_slice().iter().map(|&m| position.after(m).board()).collect()
}

#[test]
fn a_probe_gives_the_rules_the_stored_value_or_that_of_the_successors() {
    let index = compact();
    let bytes = distances();
    let mut table = Table::open(bytes.as_slice(), &index).unwrap();
    let expected = |board: Board| -> Value {
        let stored = |board: Board| made_up(index.rank(representative(board)).unwrap());
        if let Some(value) = immediate(board) {
            return value;
        }
        if board.owned() >= 3 {
            return stored(board);
        }
        // Of the successors only those that are won at once have no number.
        let value = |after: Board| match immediate(after) {
            Some(Value::Won(plies)) => Value::Won(plies),
            _ => stored(after),
        };
        Value::from_successors(after(board).into_iter().map(value)).unwrap()
    };
    let (mut by_rule, mut stored, mut searched) = (0, 0, 0);
    let mut random = 5u64;
    for _ in 0..600 {
        let mut position = Position::START;
        for _ in 0..50 {
            let board = position.board();
            assert_eq!(table.value(board), Ok(expected(board)));
            assert_eq!(table.value(board.mirrored()), Ok(expected(board)));
            assert_eq!(table.outcome(board), Ok(Outcome::from(expected(board))));
            match (immediate(board), board.owned()) {
                (Some(_), _) => by_rule += 1,
                (None, 3..) => stored += 1,
                (None, _) => searched += 1,
            }
            if position.ending().is_some() {
                break;
            }
            let mut space = [Move::NONE; 96];
            let mut moves = yomikiri::moves::Moves::new(&mut space);
            position.moves_into(&mut moves);
            random = mix(random);
            position = position.after(moves.as_slice()[(random % moves.len() as u64) as usize]);
        }
    }
    assert!(by_rule > 100 && stored > 100 && searched > 100, "{by_rule} {stored} {searched}");
    // Pieces that are not the game's.
    let odd = Position::parse("S/gle/-c-/---/ELG/-").unwrap();
    assert_eq!(table.value(odd.board()), Err(Error::IllegalPosition));
}

#[test]
fn five_outcomes_share_a_byte() {
    let index = compact();
    let digit = |n: u32| table::digit_of(made_up(n));
    let payload: Vec<u8> = (0..POSITIONS.div_ceil(5))
        .map(|byte| {
            let digits = (0..5).map(|i| 5 * byte + i).filter(|&n| n < POSITIONS);
            digits.rev().fold(0, |sum, n| sum * 3 + digit(n))
        })
        .collect();
    // What the format promises to be at most.
    assert!(payload.len() <= 13_200_000);
    let blocks: Vec<Vec<u8>> = payload.chunks(65_536).map(<[u8]>::to_vec).collect();
    let bytes = file(TableKind::Outcome, &blocks, &[]);
    let mut table = Table::open(bytes.as_slice(), &index).unwrap();
    for number in (0..POSITIONS).step_by(99_991) {
        let outcome = Outcome::from(table.stored(number).unwrap());
        assert_eq!(outcome, Outcome::from(made_up(number)));
    }
    assert_eq!(table.value(Board::START), Err(Error::Unsupported));
    assert!(table.outcome(Board::START).is_ok());
}

#[test]
fn compressed_blocks_give_back_every_value_and_refuse_damage() {
    let index: &'static CompactIndex<'static> = Box::leak(Box::new(compact()));
    for kind in [TableKind::OutcomeBlocks, TableKind::DistanceBlocks] {
        let mut model = Model::new(&mut Memory::new(leak(Model::plan(Plan::new())))).unwrap();
        // Values as a real table has them: those that the rules give are what they are.
        let mut cursor = index.cursor();
        let mut value = |number: u32| {
            let board = index.unrank(&mut cursor, number).unwrap();
            let value = match immediate(board) {
                Some(known) => known,
                None if kind.has_distances() && wins_in_three(board) => Value::Won(3),
                None => made_up(index.rank(representative(board)).unwrap()),
            };
            match (kind.has_distances(), value) {
                (true, value) => value,
                (false, Value::Won(_)) => Value::Won(1),
                (false, Value::Lost(_)) => Value::Lost(2),
                (false, Value::Drawn) => Value::Drawn,
            }
        };
        let weights: Vec<u8> = model.weights(kind).flat_map(i32::to_le_bytes).collect();
        let count = table::header(kind).blocks;
        let mut blocks = vec![Vec::new(); count as usize];
        let written = [0, 500, count - 1];
        for block in written {
            for (weight, bytes) in model.weights_mut(kind).zip(weights.chunks(4)) {
                *weight = i32::from_le_bytes(bytes.try_into().unwrap());
            }
            let mut out = Vec::new();
            let mut encoder = Encoder::new(|byte| out.push(byte));
            code_block(&mut model, index, &mut encoder, kind, block, &mut value, |_, _| ());
            encoder.finish();
            blocks[block as usize] = out;
        }
        let mut bytes = file(kind, &blocks, &weights);
        {
            let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), 2)));
            let mut table = BlockTable::open(bytes.as_slice(), index, &mut memory, 2).unwrap();
            let mut read = index.cursor();
            for block in written {
                let start = block * BLOCK;
                for number in start..(start + BLOCK).min(POSITIONS) {
                    let board = index.unrank(&mut read, number).unwrap();
                    if representative(board) == board {
                        assert_eq!(table.at(number), Ok(value(number)), "{number}");
                    }
                }
            }
            assert_eq!(table.at(POSITIONS), Err(Refusal::Read(Error::Size)));
        }
        // A damaged byte of the middle one.
        let first = blocks[0].len() as u64;
        let at = bytes.len() - blocks[count as usize - 1].len() - 10;
        bytes[at] ^= 1;
        let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), 1)));
        let mut table = BlockTable::open(bytes.as_slice(), index, &mut memory, 1).unwrap();
        assert!(table.at(5).is_ok());
        let start = table.container().header().payload_start() + first;
        let end = start + blocks[500].len() as u64;
        let refusal = Refusal::Block { block: 500, start, end };
        assert_eq!(table.at(500 * BLOCK), Err(refusal));
    }
}

#[test]
fn a_table_of_another_size_is_refused() {
    let index = compact();
    let mut header = table::header(TableKind::Distance);
    header.positions -= 1;
    header.blocks = 1;
    header.block_positions = header.positions;
    let mut front = 0u32.to_le_bytes().to_vec();
    front.extend(Checksum::of(&[]).to_le_bytes());
    header.directory_checksum = Checksum::of(&front);
    let bytes = [header.encode().to_vec(), front].concat();
    assert_eq!(Table::open(bytes.as_slice(), &index).unwrap_err(), Refusal::Header);
    assert_eq!(Table::open(&bytes[..10], &index).unwrap_err(), Refusal::NotATable);
}

#[test]
fn bytes_and_values_correspond() {
    for byte in 0..=255u8 {
        assert_eq!(byte_of(value_of(byte)), byte);
    }
}

#[test]
fn a_refusal_says_what_is_wrong_and_where() {
    let refusals = [
        (Refusal::NotATable, "not a table file", Error::Syntax),
        (Refusal::Version(7), "table version 7 is not known", Error::Abi),
        (Refusal::Foreign, "a table of another game or kind", Error::Unsupported),
        (Refusal::Header, "the header is damaged (bytes 0 to 63)", Error::Damaged),
        (Refusal::Directory, "the directory is damaged (from byte 64)", Error::Damaged),
        (
            Refusal::Length { expected: 70, found: 69 },
            "69 bytes long where the header says 70",
            Error::Damaged,
        ),
        (
            Refusal::Block { block: 3, start: 100, end: 120 },
            "block 3 is damaged (bytes 100 to 119)",
            Error::Damaged,
        ),
        (
            Refusal::from(Error::from_host(-1234)),
            "cannot be read: host error -1234",
            Error::from_host(-1234),
        ),
    ];
    for (refusal, text, error) in refusals {
        assert_eq!(refusal.to_string(), text);
        assert_eq!(refusal.error(), error);
    }
}

#[test]
fn each_kind_of_table_is_opened_by_its_own_reader_alone() {
    let index: &'static CompactIndex<'static> = Box::leak(Box::new(compact()));
    for number in 0..7 {
        let known = TableKind::from_number(number);
        assert_eq!(known.map(|kind| kind as u16), (1..=4).contains(&number).then_some(number));
        let Some(kind) = known else { continue };
        let in_place = matches!(kind, TableKind::Outcome | TableKind::Distance);
        let model = if in_place { 0 } else { Model::weight_bytes(kind) };
        let mut blocks = vec![Vec::new(); table::header(kind).blocks as usize];
        if in_place {
            let bytes = if kind == TableKind::Distance { POSITIONS } else { POSITIONS.div_ceil(5) };
            blocks[0] = vec![0; bytes as usize];
        }
        let bytes = file(kind, &blocks, &vec![0; model]);
        match Table::open(bytes.as_slice(), index) {
            Ok(table) => {
                assert!(in_place && table.kind() == kind);
                assert_eq!(table.container().header().kind, number);
            }
            Err(refusal) => assert!(!in_place && refusal == Refusal::Foreign),
        }
        let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), 2)));
        match BlockTable::open(bytes.as_slice(), index, &mut memory, 2) {
            Ok(table) => {
                assert!(!in_place && table.kind() == kind);
                assert_eq!(table.has_distances(), kind == TableKind::DistanceBlocks);
                assert_eq!(table.index().len(), POSITIONS);
                assert!(!table.index().is_empty());
            }
            Err(refusal) => assert!(in_place && refusal == Refusal::Foreign),
        }
        if in_place {
            continue;
        }
        for slots in [0, 33, usize::MAX] {
            let mut memory = Memory::new(leak(Plan::new()));
            let opened = BlockTable::open(bytes.as_slice(), index, &mut memory, slots);
            assert_eq!(opened.unwrap_err(), Refusal::Read(Error::Config));
        }
        let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), 1)));
        let opened = BlockTable::open(bytes.as_slice(), index, &mut memory, 2);
        assert_eq!(opened.unwrap_err(), Refusal::Read(Error::Size));
        let short = file(kind, &blocks, &vec![0; model - 4]);
        let mut memory = Memory::new(leak(BlockTable::<&[u8]>::plan(Plan::new(), 2)));
        let opened = BlockTable::open(short.as_slice(), index, &mut memory, 2);
        assert_eq!(opened.unwrap_err(), Refusal::Header);
    }
}

/// A table whose directory is not in order, or ends elsewhere than the payload, is damaged, also
/// where its checksum is right.
#[test]
fn a_directory_that_contradicts_itself_is_refused() {
    let index = compact();
    let kind = TableKind::Distance;
    let open = |ends: &[u32], payload: u64| {
        let mut header = table::header(kind);
        let mut front = Vec::new();
        for end in ends {
            front.extend(end.to_le_bytes());
            front.extend(Checksum::of(&[]).to_le_bytes());
        }
        header.payload = payload;
        header.directory_checksum = Checksum::of(&front);
        let bytes = [header.encode().to_vec(), front, vec![0; payload as usize]].concat();
        Table::open(bytes.as_slice(), &index).map(|_| ())
    };
    let blocks = table::header(kind).blocks as usize;
    let mut ends: Vec<u32> = (1..=blocks as u32).map(|n| (n * BLOCK).min(POSITIONS)).collect();
    let whole = u64::from(POSITIONS);
    assert_eq!(open(&ends, whole), Ok(()));
    assert_eq!(open(&ends, whole - 1), Err(Refusal::Directory));
    ends.swap(3, 4);
    assert_eq!(open(&ends, whole), Err(Refusal::Directory));
    ends.swap(3, 4);
    ends[blocks - 1] -= 1;
    assert_eq!(open(&ends, whole), Err(Refusal::Directory));
}

/// A source that fails once it was read so many times, with the host's own error.
struct Failing<'a> {
    bytes: &'a [u8],
    left: core::cell::Cell<u32>,
}

impl Source for Failing<'_> {
    fn read(&self, at: u64, out: &mut [u8]) -> Result<(), Error> {
        let left = self.left.get().checked_sub(1).ok_or(Error::from_host(-1234))?;
        self.left.set(left);
        self.bytes.read(at, out)
    }
    fn size(&self) -> Option<u64> {
        None
    }
}

#[test]
fn a_source_that_fails_at_any_read_is_told_and_nothing_else_is() {
    let index: &'static CompactIndex<'static> = Box::leak(Box::new(compact()));
    let kind = TableKind::OutcomeBlocks;
    let mut blocks = vec![Vec::new(); table::header(kind).blocks as usize];
    blocks[0] = (0..3000u32).map(|i| mix(u64::from(i)) as u8).collect();
    let bytes = file(kind, &blocks, &vec![0; Model::weight_bytes(kind)]);
    let failed = Refusal::Read(Error::from_host(-1234));
    let words = BlockTable::<Failing<'_>>::plan(Plan::new(), 1).bytes().unwrap() / 8;
    let attempt = |reads: u32| -> Result<Value, Refusal> {
        let source = Failing { bytes: &bytes, left: core::cell::Cell::new(reads) };
        let mut words = vec![0; words];
        BlockTable::open(source, index, &mut Memory::new(&mut words), 1)?.at(5)
    };
    let value = attempt(u32::MAX).unwrap();
    let (mut enough, mut few) = (100_000u32, 0u32);
    while enough - few > 1 {
        let middle = few.midpoint(enough);
        if attempt(middle).is_ok() { enough = middle } else { few = middle }
    }
    // The last reads are those of the block, those before of its weights, of its checksum, of the
    // directory and of the header.
    assert!(enough > 1000, "{enough}");
    let missing = (1..40).chain((40..=enough).step_by(37)).chain([enough - 1, enough]);
    for missing in missing {
        assert_eq!(attempt(enough - missing), Err(failed), "{missing} of {enough}");
    }
    assert_eq!(attempt(enough), Ok(value));
}

/// Blocks and weights that nobody computed, under checksums that are right: some value each.
#[test]
fn forged_blocks_give_some_value_and_nothing_overflows() {
    let index: &'static CompactIndex<'static> = Box::leak(Box::new(compact()));
    let words = BlockTable::<&[u8]>::plan(Plan::new(), 1).bytes().unwrap() / 8;
    let mut words = vec![0; words];
    let weights: [fn(u32) -> i32; 4] = [
        |_| 0,
        |_| i32::MAX,
        |i| if i % 2 == 0 { i32::MIN } else { i32::MAX },
        |i| mix(u64::from(i)) as i32,
    ];
    let contents: [fn(u32) -> u8; 3] = [|_| 0, |_| 255, |i| mix(u64::from(i)) as u8];
    let mut seen = std::collections::HashSet::new();
    for (turn, weight) in weights.into_iter().enumerate() {
        for (content, len) in contents.into_iter().zip([0, 70_000, 20_000]) {
            let kind = if turn == 2 { TableKind::OutcomeBlocks } else { TableKind::DistanceBlocks };
            let count = Model::weight_bytes(kind) as u32 / 4;
            let model: Vec<u8> = (0..count).flat_map(|i| weight(i).to_le_bytes()).collect();
            let mut blocks = vec![Vec::new(); table::header(kind).blocks as usize];
            blocks[0] = (0..len).map(content).collect();
            let bytes = file(kind, &blocks, &model);
            let mut memory = Memory::new(&mut words);
            let mut table = BlockTable::open(bytes.as_slice(), index, &mut memory, 1).unwrap();
            for number in (0..BLOCK).step_by(7) {
                let value = table.at(number).unwrap();
                assert_eq!(value_of(byte_of(value)), value);
                seen.insert(Outcome::from(value) as u8);
            }
        }
    }
    assert_eq!(seen.len(), 3);
}
