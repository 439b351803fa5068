//! Texts: whatever is read must be written so that it reads back as the same; whatever is refused
//! is refused without a panic, and with a place inside the text.

use yomikiri::games::dobutsu;
use yomikiri::games::othello::{Othello, Scoring, move_from_text, move_text};
use yomikiri::games::shogi::{Position, SfenOptions, format_usi, parse_usi};
use yomikiri::moves::Move;

/// Positions in which moves are read.
const SHOGI: [&str; 3] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "5B1n1/8k/6Rpp/9/9/9/1+p7/9/K8 b rb4g4s3n4l15p 1",
];
const DOBUTSU: [&str; 2] = ["S/gle/-c-/-C-/ELG/-", "G/g-r/-l-/--E/L-G/Cce"];

pub fn run(data: &[u8]) {
    let Some((&grammar, bytes)) = data.split_first() else { return };
    match grammar % 8 {
        0 | 1 => sfen(bytes, SfenOptions { more_than_a_set: grammar % 8 == 1 }),
        2 => usi(bytes, SHOGI[usize::from(grammar / 8) % SHOGI.len()]),
        3 => packed(bytes, SHOGI[usize::from(grammar / 8) % SHOGI.len()]),
        4 => dobutsu_position(bytes),
        5 => dobutsu_move(bytes, DOBUTSU[usize::from(grammar / 8) % DOBUTSU.len()]),
        6 => othello_position(bytes),
        _ => othello_move(bytes),
    }
}

fn sfen(bytes: &[u8], options: SfenOptions) {
    match Position::from_sfen_bytes(bytes, options) {
        Ok((position, number)) => {
            assert_eq!(position.board_key(), position.recomputed_board_key());
            let mut text = String::new();
            position.write_sfen_numbered(&mut text, number).unwrap();
            let again = Position::from_sfen_bytes(text.as_bytes(), options).unwrap();
            assert_eq!(again, (position.clone(), number), "{text}");
            assert_eq!(position.flipped().flipped(), position);
            assert_eq!(position.mirrored().mirrored(), position);
        }
        Err(error) => {
            assert!(error.offset <= bytes.len());
            assert!(!error.to_string().is_empty());
        }
    }
}

fn usi(bytes: &[u8], start: &str) {
    let (Ok(text), Ok(mut position)) = (str::from_utf8(bytes), Position::from_sfen(start)) else {
        return;
    };
    // Several moves, as a protocol's line has them.
    for word in text.split(' ') {
        let Ok(m) = parse_usi(&position, word) else { return };
        assert!(position.is_legal(m));
        assert_eq!(format_usi(m).to_string(), word);
        let before = position.clone();
        position.play(m);
        assert_eq!(position.board_key(), position.recomputed_board_key());
        let mut back = position.clone();
        back.undo(m);
        assert_eq!(back, before);
    }
}

/// Any number as a move: legal or not, it is named without a panic, and a legal one reads back.
fn packed(bytes: &[u8], start: &str) {
    let position = Position::from_sfen(start).unwrap();
    for chunk in bytes.as_chunks::<4>().0 {
        let m = Move(u32::from_le_bytes(*chunk));
        let text = format_usi(m).to_string();
        if position.is_legal(m) {
            assert_eq!(parse_usi(&position, &text), Ok(m));
        }
    }
}

fn dobutsu_position(bytes: &[u8]) {
    use dobutsu::{Notation, Position};
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(position) = Position::parse(text) else { return };
    for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen, Notation::Sfen] {
        let shown = position.shown(notation).to_string();
        assert_eq!(Position::parse(&shown), Ok(position), "{shown}");
    }
    assert_eq!(position.mirrored().mirrored(), position);
}

fn dobutsu_move(bytes: &[u8], start: &str) {
    use dobutsu::{Notation, Position};
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut position = Position::parse(start).unwrap();
    for word in text.split(' ') {
        let Ok(m) = position.parse_move(word) else { return };
        assert!(position.is_legal(m));
        for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen] {
            let shown = position.shown_move(m, notation).to_string();
            assert_eq!(position.parse_move(&shown), Ok(m), "{shown}");
        }
        assert_eq!(position.after(m).before(m), position);
        position = position.after(m);
        if position.ending().is_some() {
            return;
        }
    }
}

fn othello_position(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(position) = Othello::from_text(text, Scoring::Discs) else { return };
    let (black, white) = position.discs();
    assert_eq!(black & white, 0);
    assert_eq!(position.empty(), !(black | white));
    let shown: String = (0..64)
        .map(|s| match (black >> s & 1, white >> s & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        })
        .collect();
    let side = if position.to_move() as u8 == 0 { 'X' } else { 'O' };
    let again = Othello::from_text(&format!("{shown} {side}"), Scoring::Discs).unwrap();
    assert_eq!((again.discs(), again.to_move()), (position.discs(), position.to_move()));
}

fn othello_move(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(m) = move_from_text(text) else { return };
    let name = move_text(m);
    assert_eq!(move_from_text(str::from_utf8(&name).unwrap()), Ok(m));
}
