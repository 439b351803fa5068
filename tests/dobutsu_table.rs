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
use yomikiri::retro::container::{Checksum, Refusal};
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
        let stored = |board: Board| {
            immediate(board).unwrap_or_else(|| made_up(index.rank(representative(board)).unwrap()))
        };
        if immediate(board).is_some() || board.owned() >= 3 {
            return stored(board);
        }
        Value::from_successors(after(board).into_iter().map(stored)).unwrap()
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
