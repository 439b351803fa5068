//! Othello boards.

use yomikiri::Side;
use yomikiri::game::Game;
use yomikiri::games::othello::{Othello, Scoring, move_from_text, move_text};

use super::Shown;
use super::svg::{CELL, Canvas, MARGIN};
use crate::subject::legal_moves;

fn disc(position: &Othello, square: u32) -> Option<Side> {
    let (black, white) = position.discs();
    match (black >> square & 1, white >> square & 1) {
        (1, _) => Some(Side::First),
        (_, 1) => Some(Side::Second),
        _ => None,
    }
}

fn text(position: &Othello) -> String {
    let mut out = String::from("  a b c d e f g h\n");
    for row in 0..8 {
        out.push_str(&(row + 1).to_string());
        for column in 0..8 {
            out.push_str(match disc(position, row * 8 + column) {
                Some(Side::First) => " X",
                Some(Side::Second) => " O",
                None => " .",
            });
        }
        out.push('\n');
    }
    let (black, white) = position.discs();
    out.push_str(&format!(
        "black (X) {}, white (O) {}, {} to move",
        black.count_ones(),
        white.count_ones(),
        if position.to_move() == Side::First { "black" } else { "white" }
    ));
    out
}

fn board(canvas: &mut Canvas, position: &Othello, x: f64, y: f64, mark: Option<u32>) {
    canvas.grid(x, y, 8, 8, "o");
    for number in 0..8u8 {
        let along = f64::from(number) * CELL + CELL / 2.0;
        canvas.text(x + along, y - 6.0, 12.0, "c", &char::from(b'a' + number).to_string());
        canvas.text(x + 8.0 * CELL + 11.0, y + along + 4.0, 12.0, "c", &(number + 1).to_string());
    }
    for square in 0..64 {
        let (x, y) = (x + f64::from(square % 8) * CELL, y + f64::from(square / 8) * CELL);
        if mark == Some(square) {
            canvas.mark(x, y);
        }
        if let Some(side) = disc(position, square) {
            canvas.disc(x, y, side == Side::First);
        }
    }
    let (black, white) = position.discs();
    let side = if position.to_move() == Side::First { "black" } else { "white" };
    let counts =
        format!("black {}, white {}, {side} to move", black.count_ones(), white.count_ones());
    canvas.text(x, y + 8.0 * CELL + 20.0, 13.0, "t", &counts);
}

/// The position after the moves as text, and a picture of both.
pub fn show(position: &str, moves: &str, title: &str) -> Result<Shown, String> {
    let start = match position {
        "" => Othello::start(Scoring::default()),
        text => Othello::from_text(text, Scoring::default())
            .map_err(|error| format!("position: {error}"))?,
    };
    let mut end = start.clone();
    let mut names = Vec::new();
    let mut last = None;
    for (number, text) in moves.split_whitespace().enumerate() {
        let refuse = |error: String| format!("move {}, {text}: {error}", number + 1);
        let m = move_from_text(text).map_err(|error| refuse(error.to_string()))?;
        let legal = legal_moves(&mut end).map_err(|error| refuse(error.to_string()))?;
        if !legal.contains(&m) {
            return Err(refuse("not legal here".to_owned()));
        }
        end.play(m).map_err(|error| refuse(error.to_string()))?;
        names.push(String::from_utf8_lossy(&move_text(m)).into_owned());
        last = m.0.checked_sub(1).filter(|&square| square < 64);
    }
    let mut out = text(&end);
    let mut canvas = Canvas::new();
    let top = MARGIN + if title.is_empty() { 0.0 } else { 24.0 };
    if !title.is_empty() {
        canvas.text(MARGIN, 26.0, 17.0, "t", title);
    }
    board(&mut canvas, &start, MARGIN, top, None);
    let mut width = MARGIN * 2.0 + 8.0 * CELL;
    let mut bottom = top + 8.0 * CELL + 20.0;
    if !names.is_empty() {
        out.push('\n');
        out.push_str(&names.join(" "));
        let right = MARGIN * 3.0 + 8.0 * CELL;
        width = right + 8.0 * CELL + MARGIN;
        board(&mut canvas, &end, right, top, last);
        bottom = canvas.line(MARGIN, bottom + 8.0, width - MARGIN, &names);
    }
    Ok(Shown { text: out, svg: canvas.finish(width, bottom + MARGIN / 2.0, title) })
}
