//! Shogi boards and lines.

use yomikiri::Side;
use yomikiri::games::shogi::{PieceKind, Position, ShogiMove, Square, format_usi, parse_usi};
use yomikiri::moves::Move;

use super::Shown;
use super::svg::{CELL, Canvas, MARGIN};
use crate::mate::read_position;

const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A move as Japanese records have it, with the square that it comes from: `▲２四飛(28)`,
/// `△同玉(15)`, `▲５五角打`.
pub fn japanese(m: Move, side: Side, last: Option<Square>) -> String {
    let m = ShogiMove(m);
    let (Some(to), Some(kind)) = (m.to(), m.kind()) else { return String::new() };
    let mut text = String::from(if side == Side::First { '▲' } else { '△' });
    if last == Some(to) {
        text.push('同');
    } else {
        text.push(DIGITS[usize::from(to.file())]);
        text.push(NUMERALS[usize::from(to.rank())]);
    }
    text.push(kind.japanese());
    if m.is_promotion() {
        text.push('成');
    }
    match m.from() {
        None => text.push('打'),
        Some(from) => text.push_str(&format!("({}{})", from.file() + 1, from.rank() + 1)),
    }
    text
}

/// The moves of a line by name.
pub fn names(position: &Position, line: &[Move], ascii: bool) -> Vec<String> {
    let mut side = position.side();
    let mut last = None;
    line.iter()
        .map(|&m| {
            let name = if ascii { format_usi(m).to_string() } else { japanese(m, side, last) };
            side = side.other();
            last = ShogiMove(m).to();
            name
        })
        .collect()
}

fn after(position: &Position, line: &[Move]) -> Position {
    let mut position = position.clone();
    for &m in line {
        position.play(m);
    }
    position
}

/// A line of legal moves in USI.
fn read_moves(position: &Position, moves: &str) -> Result<Vec<Move>, String> {
    let mut position = position.clone();
    moves
        .split_whitespace()
        .enumerate()
        .map(|(number, text)| {
            let m = parse_usi(&position, text)
                .map_err(|error| format!("move {}, {text}: {error}", number + 1))?;
            position.play(m);
            Ok(m)
        })
        .collect()
}

/// The position after the moves as text, and a picture of both.
pub fn show(position: &str, moves: &str, ascii: bool, title: &str) -> Result<Shown, String> {
    let position = if position.is_empty() { Position::start() } else { read_position(position)? };
    let line = read_moves(&position, moves)?;
    let end = after(&position, &line);
    let mut text = if ascii { end.ascii().to_string() } else { end.japanese().to_string() };
    if !line.is_empty() {
        text.push('\n');
        text.push_str(&names(&position, &line, ascii).join(" "));
    }
    Ok(Shown { text, svg: picture(&position, &line, title, ascii) })
}

/// A position, and where there is a line, the position at its end and the moves.
pub fn svg(position: &Position, line: &[Move], title: &str) -> String {
    picture(position, line, title, false)
}

fn hand(position: &Position, side: Side, ascii: bool) -> String {
    let hand = position.hand(side);
    let mut parts = Vec::new();
    for kind in PieceKind::HAND {
        let name = if ascii { char::from(kind.letter()) } else { kind.japanese() };
        match hand.count(kind) {
            0 => {}
            1 => parts.push(name.to_string()),
            n => parts.push(format!("{name}{n}")),
        }
    }
    let pieces = match (parts.is_empty(), ascii) {
        (false, _) => parts.join(" "),
        (true, true) => "-".into(),
        (true, false) => "なし".into(),
    };
    match (side, ascii) {
        (Side::First, true) => format!("black: {pieces}"),
        (Side::Second, true) => format!("white: {pieces}"),
        (Side::First, false) => format!("☗ {pieces}"),
        (Side::Second, false) => format!("☖ {pieces}"),
    }
}

/// Where a square's upper left corner is on a board that starts at `x`, `y`.
fn place(square: Square, x: f64, y: f64) -> (f64, f64) {
    (x + f64::from(8 - square.file()) * CELL, y + f64::from(square.rank()) * CELL)
}

fn board(
    canvas: &mut Canvas,
    position: &Position,
    x: f64,
    y: f64,
    ascii: bool,
    mark: Option<Square>,
) {
    canvas.text(x, y - 24.0, 13.0, "t", &hand(position, Side::Second, ascii));
    canvas.grid(x, y, 9, 9, "g");
    if let Some(square) = mark {
        let (x, y) = place(square, x, y);
        canvas.mark(x, y);
    }
    for number in 0..9u8 {
        let along = f64::from(number) * CELL + CELL / 2.0;
        let (file, rank) = if ascii {
            (char::from(b'9' - number), char::from(b'a' + number))
        } else {
            (DIGITS[usize::from(8 - number)], NUMERALS[usize::from(number)])
        };
        canvas.text(x + along, y - 6.0, 12.0, "c", &file.to_string());
        canvas.text(x + 9.0 * CELL + 11.0, y + along + 4.0, 12.0, "c", &rank.to_string());
    }
    for square in Square::all() {
        let Some(piece) = position.piece(square) else { continue };
        let name = if !ascii {
            piece.kind.japanese().to_string()
        } else if piece.kind.is_promoted() {
            format!("+{}", char::from(piece.kind.letter()))
        } else {
            char::from(piece.kind.letter()).to_string()
        };
        let (x, y) = place(square, x, y);
        canvas.piece(x, y, &name, piece.side == Side::First, piece.kind.is_promoted());
    }
    canvas.text(x, y + 9.0 * CELL + 20.0, 13.0, "t", &hand(position, Side::First, ascii));
}

fn picture(position: &Position, line: &[Move], title: &str, ascii: bool) -> String {
    let mut canvas = Canvas::new();
    let size = 9.0 * CELL;
    let top = MARGIN * 2.0 + if title.is_empty() { 0.0 } else { 20.0 };
    if !title.is_empty() {
        canvas.text(MARGIN, 26.0, 17.0, "t", title);
    }
    board(&mut canvas, position, MARGIN, top, ascii, None);
    let mut width = MARGIN * 2.0 + size;
    let mut bottom = top + size + 20.0;
    if let (Some(&first), Some(&last)) = (line.first(), line.last()) {
        let right = MARGIN * 3.0 + size;
        width = right + size + MARGIN;
        if let (Some(from), Some(to)) = (ShogiMove(first).from(), ShogiMove(first).to()) {
            canvas.arrow(place(from, MARGIN, top), place(to, MARGIN, top));
        } else if let Some(to) = ShogiMove(first).to() {
            let (x, y) = place(to, MARGIN, top);
            canvas.mark(x, y);
        }
        let end = after(position, line);
        board(&mut canvas, &end, right, top, ascii, ShogiMove(last).to());
        bottom = canvas.line(MARGIN, bottom + 8.0, width - MARGIN, &names(position, line, ascii));
    }
    canvas.finish(width, bottom + MARGIN / 2.0, title)
}
