//! Boards of Dobutsu shogi.

use yomikiri::Side;
use yomikiri::games::dobutsu::board::{Kind, Square};
use yomikiri::games::dobutsu::{Notation, Position};

use super::Shown;
use super::svg::{CELL, Canvas, MARGIN};

/// The first syllable of the animal's name, as players write it, or a letter.
const fn name(kind: Kind, ascii: bool) -> char {
    match (kind, ascii) {
        (Kind::Chick, false) => 'ひ',
        (Kind::Elephant, false) => 'ぞ',
        (Kind::Giraffe, false) => 'き',
        (Kind::Hen, false) => 'に',
        (Kind::Lion, false) => 'ら',
        (Kind::Chick, true) => 'C',
        (Kind::Elephant, true) => 'E',
        (Kind::Giraffe, true) => 'G',
        (Kind::Hen, true) => 'H',
        (Kind::Lion, true) => 'L',
    }
}

/// The square in a column and a row, counted from the upper left.
const fn square(column: u8, row: u8) -> Square {
    (2 - column) * 4 + row
}

fn hand(position: Position, side: Side, ascii: bool) -> String {
    let mut parts = Vec::new();
    for kind in [Kind::Giraffe, Kind::Elephant, Kind::Chick] {
        for _ in 0..position.held(side, kind.hand_slot()) {
            parts.push(name(kind, ascii).to_string());
        }
    }
    if parts.is_empty() {
        if ascii { "-".into() } else { "なし".into() }
    } else {
        parts.join(" ")
    }
}

fn text(position: Position, ascii: bool) -> String {
    let owner = |side| match (side, ascii) {
        (Side::First, true) => "first hand:",
        (Side::Second, true) => "second hand:",
        (Side::First, false) => "先手の持駒:",
        (Side::Second, false) => "後手の持駒:",
    };
    let mut out = format!("{} {}\n", owner(Side::Second), hand(position, Side::Second, ascii));
    out.push_str(if ascii { " a b c\n" } else { " Ａ Ｂ Ｃ\n" });
    for row in 0..4 {
        for column in 0..3 {
            let piece = position.at(square(column, row));
            out.push(match piece {
                Some((Side::Second, _)) if !ascii => 'v',
                _ => ' ',
            });
            out.push(match piece {
                None if ascii => '.',
                None => '・',
                Some((Side::Second, kind)) if ascii => name(kind, true).to_ascii_lowercase(),
                Some((_, kind)) => name(kind, ascii),
            });
        }
        out.push_str(&format!(" {}\n", row + 1));
    }
    out.push_str(&format!("{} {}\n", owner(Side::First), hand(position, Side::First, ascii)));
    out.push_str(match (position.side_to_move(), ascii) {
        (Side::First, true) => "first to move",
        (Side::Second, true) => "second to move",
        (Side::First, false) => "先手番",
        (Side::Second, false) => "後手番",
    });
    out
}

fn board(canvas: &mut Canvas, position: Position, x: f64, y: f64, ascii: bool) {
    let hands = [(Side::Second, y - 24.0), (Side::First, y + 4.0 * CELL + 20.0)];
    for (side, at) in hands {
        let mark = match (side, ascii) {
            (Side::First, false) => "☗",
            (Side::Second, false) => "☖",
            (Side::First, true) => "first:",
            (Side::Second, true) => "second:",
        };
        canvas.text(x, at, 13.0, "t", &format!("{mark} {}", hand(position, side, ascii)));
    }
    canvas.grid(x, y, 3, 4, "g");
    for column in 0..3u8 {
        let along = f64::from(column) * CELL + CELL / 2.0;
        canvas.text(x + along, y - 6.0, 12.0, "c", &char::from(b'a' + column).to_string());
    }
    for row in 0..4u8 {
        let down = f64::from(row) * CELL;
        canvas.text(
            x + 3.0 * CELL + 11.0,
            y + down + CELL / 2.0 + 4.0,
            12.0,
            "c",
            &(row + 1).to_string(),
        );
        for column in 0..3 {
            if let Some((side, kind)) = position.at(square(column, row)) {
                let name = name(kind, ascii).to_string();
                let hen = kind == Kind::Hen;
                canvas.piece(
                    x + f64::from(column) * CELL,
                    y + down,
                    &name,
                    side == Side::First,
                    hen,
                );
            }
        }
    }
}

/// The position after the moves as text, and a picture of both.
pub fn show(position: &str, moves: &str, ascii: bool, title: &str) -> Result<Shown, String> {
    let start = match position {
        "" => Position::START,
        text => Position::parse(text).map_err(|error| format!("position: {error}"))?,
    };
    let mut end = start;
    let mut names = Vec::new();
    for (number, text) in moves.split_whitespace().enumerate() {
        let m = end
            .parse_move(text)
            .map_err(|error| format!("move {}, {text}: {error}", number + 1))?;
        names.push(end.shown_move(m, Notation::Clausecker).to_string());
        end = end.after(m);
    }
    let mut out = text(end, ascii);
    let mut canvas = Canvas::new();
    let top = MARGIN * 2.0 + if title.is_empty() { 0.0 } else { 20.0 };
    if !title.is_empty() {
        canvas.text(MARGIN, 26.0, 17.0, "t", title);
    }
    board(&mut canvas, start, MARGIN, top, ascii);
    let mut width = MARGIN * 2.0 + 3.0 * CELL + 60.0;
    let mut bottom = top + 4.0 * CELL + 20.0;
    if !names.is_empty() {
        out.push('\n');
        out.push_str(&names.join(" "));
        let right = MARGIN * 4.0 + 3.0 * CELL;
        width = (right + 3.0 * CELL + MARGIN).max(width);
        board(&mut canvas, end, right, top, ascii);
        bottom = canvas.line(MARGIN, bottom + 8.0, width - MARGIN, &names);
    }
    Ok(Shown { text: out, svg: canvas.finish(width, bottom + MARGIN / 2.0, title) })
}
