//! Positions and moves as text: 64 characters from a1 to h8 rank by rank and the side to move;
//! squares as a1 to h8.

use super::{Othello, PASS, Scoring};
use crate::moves::Move;
use crate::score::Side;
use crate::status::Error;

impl Othello {
    /// Reads a board of 64 characters, `X` or `*` for black, `O` for white, `-` or `.` for an empty
    /// square, from a1 to h1, then a2 to h2 and so on; spaces; then `X` or `O` for the side to
    /// move. What follows a further space or semicolon is ignored.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] where the text is anything else.
    pub fn from_text(text: &str, scoring: Scoring) -> Result<Self, Error> {
        let mut bytes = text.trim_start().bytes();
        let (mut black, mut white) = (0u64, 0u64);
        for square in 0..64 {
            match bytes.next() {
                Some(b'X' | b'x' | b'*') => black |= 1 << square,
                Some(b'O' | b'o') => white |= 1 << square,
                Some(b'-' | b'.') => {}
                _ => return Err(Error::Syntax),
            }
        }
        let mut side = bytes.next();
        if side != Some(b' ') {
            return Err(Error::Syntax);
        }
        while side == Some(b' ') {
            side = bytes.next();
        }
        let side = match side {
            Some(b'X' | b'x' | b'*') => Side::First,
            Some(b'O' | b'o') => Side::Second,
            _ => return Err(Error::Syntax),
        };
        match bytes.next() {
            None | Some(b' ' | b';' | b'\t' | b'\r' | b'\n') => {}
            Some(_) => return Err(Error::Syntax),
        }
        Othello::new(black, white, side, scoring)
    }

    /// The text that [`Othello::from_text`] reads: 64 characters of the board, a space and the side
    /// to move; `X` is black, `O` white, `-` an empty square.
    #[must_use]
    pub fn to_text(&self) -> [u8; 66] {
        let (black, white) = self.discs();
        let mut text = [b' '; 66];
        for (square, slot) in text.iter_mut().take(64).enumerate() {
            *slot = match (black >> square & 1, white >> square & 1) {
                (1, _) => b'X',
                (_, 1) => b'O',
                _ => b'-',
            };
        }
        if let Some(last) = text.last_mut() {
            *last = if self.to_move() == Side::First { b'X' } else { b'O' };
        }
        text
    }
}

/// The two characters of a move's square, `--` for a pass.
#[must_use]
pub fn move_text(m: Move) -> [u8; 2] {
    if m == PASS || m.is_none() {
        return *b"--";
    }
    let square = (m.0 - 1) as u8;
    [b'a' + square % 8, b'1' + square / 8 % 8]
}

/// The move to a square written like `d3` or `D3`, or a pass written `--`, `pass` or `pa`.
///
/// # Errors
///
/// [`Error::Syntax`] where the text is anything else.
pub fn move_from_text(text: &str) -> Result<Move, Error> {
    if ["--", "pass", "PASS", "pa", "PA"].contains(&text) {
        return Ok(PASS);
    }
    match *text.as_bytes() {
        [file, rank] => {
            let file = file.to_ascii_lowercase().wrapping_sub(b'a');
            let rank = rank.wrapping_sub(b'1');
            if file < 8 && rank < 8 {
                Ok(Move(u32::from(rank * 8 + file) + 1))
            } else {
                Err(Error::Syntax)
            }
        }
        _ => Err(Error::Syntax),
    }
}
