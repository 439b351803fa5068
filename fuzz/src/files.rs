//! Files: table containers and stored strategies of any bytes, with and without right checksums.
//! They are refused with a reason, or what they say is used within bounds.

use yomikiri::games::dobutsu::Position;
use yomikiri::games::dobutsu::player::Strategy;
use yomikiri::retro::container::{Checksum, Container, HEADER, Header};
use yomikiri::status::Error;

use super::input::Input;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(4) {
        0 => container(input.rest(), *b"DOBU"),
        1 => forged_container(&mut input),
        2 => strategy(input.rest()),
        _ => forged_strategy(&mut input),
    }
}

fn container(bytes: &[u8], game: [u8; 4]) {
    let container = match Container::open(bytes, game) {
        Ok(container) => container,
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            return;
        }
    };
    let header = *container.header();
    assert_eq!(Header::decode(&header.encode()), Ok(header));
    let blocks = header.blocks;
    for block in (0..blocks.min(40)).chain([blocks.saturating_sub(1), blocks, u32::MAX]) {
        match container.block_range(block) {
            Ok(range) => {
                assert!(block < blocks && range.start <= range.end);
                assert!(range.end <= bytes.len() as u64);
                let _ = container.check_block(block);
            }
            Err(error) => assert!(block >= blocks && error == Error::Size),
        }
    }
}

/// A header with any fields and right checksums, so that what lies behind the checksums is met.
fn forged_container(input: &mut Input<'_>) {
    let header = Header {
        kind: input.byte().into(),
        game: *b"DOBU",
        positions: input.number() as u32,
        block_positions: input.number() as u32,
        blocks: input.number() as u32,
        model: input.number() as u32,
        payload: input.number(),
        directory_checksum: 0,
    };
    let rest = input.rest();
    let front = (header.model_start() + u64::from(header.model)).saturating_sub(HEADER as u64);
    let front = usize::try_from(front).ok().and_then(|front| rest.get(..front));
    let header = Header { directory_checksum: front.map_or(0, Checksum::of), ..header };
    container(&[&header.encode(), rest].concat(), *b"DOBU");
}

fn strategy(bytes: &[u8]) {
    let Ok(strategy) = Strategy::open(bytes) else { return };
    assert!(usize::from(strategy.plies()) < 256);
    let mut position = Position::START;
    for _ in 0..20 {
        let Some(m) = strategy.stored(position.board()) else { return };
        let m = if position.side_to_move() as u8 == 0 {
            m
        } else {
            yomikiri::games::dobutsu::moves::Fields::decode(m).turned().encode()
        };
        assert!(position.is_legal(m), "a stored move is one of the position");
        position = position.after(m);
        if position.ending().is_some() {
            return;
        }
    }
}

fn forged_strategy(input: &mut Input<'_>) {
    let (count, seed, plies) = (input.number() as u32, input.word(), input.byte());
    let cells = input.rest();
    let header = Strategy::header(cells, count, seed, plies);
    strategy(&[header.as_slice(), cells].concat());
}
