//! Positions and moves as text (read by the parser beside), in the notations of Tanaka's program, of clausecker's, and as
//! FEN (Fairy-Stockfish) and SFEN.
//!
//! | notation | start position | moves |
//! |---|---|---|
//! | Tanaka | four lines of three cells, the hands as six digits, the side | `+B4C3LI` `+00C1HI` |
//! | clausecker | `S/gle/-c-/-C-/ELG/-` | `Lb4-c3` `Cb2xb1+` `G*b3` |
//! | FEN | `gle/1c1/1C1/ELG[-] w 0 1` | `b1c2` `b3b4+` `G@b2` (ranks from the first side) |
//! | SFEN | `gle/1c1/1C1/ELG b - 1` | as FEN |

use core::fmt::{self, Write};

use super::board::{HAND_KINDS, Kind, MAX_MOVES, Square};
use super::moves::Fields;
use super::parse;
use super::position::Position;
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

/// A way to write positions and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// That of Tanaka's `checkState`: several lines.
    Tanaka,
    /// That of clausecker's program: one line.
    Clausecker,
    /// Forsyth-Edwards notation as Fairy-Stockfish writes it: white is the first player.
    Fen,
    /// The shogi variant of it: black is the first player.
    Sfen,
}

/// A position or a move together with how to write it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<T> {
    what: T,
    notation: Notation,
}

impl Position {
    /// The position as text. Tanaka's notation has six lines, each with its end.
    #[must_use]
    pub const fn shown(self, notation: Notation) -> Shown<Self> {
        Shown { what: self, notation }
    }

    /// A move of this position as text.
    #[must_use]
    pub const fn shown_move(self, m: Move, notation: Notation) -> Shown<(Side, Move)> {
        Shown { what: (self.side_to_move(), m), notation }
    }

    /// Reads a position in any of the notations, told apart by their form.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] where the text has no such form, [`Error::IllegalPosition`] where the
    /// pieces are not the game's.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_bytes(text.as_bytes())
    }

    /// The same of text that need not be UTF-8.
    ///
    /// # Errors
    ///
    /// As [`Position::parse`].
    pub fn parse_bytes(text: &[u8]) -> Result<Self, Error> {
        parse::position(text)
    }

    /// Reads a move of this position in any of the notations.
    ///
    /// # Errors
    ///
    /// [`Error::BadMove`] where the text is not a move of the position.
    pub fn parse_move(self, text: &str) -> Result<Move, Error> {
        self.parse_move_bytes(text.as_bytes())
    }

    /// The same of text that need not be UTF-8.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_move`].
    pub fn parse_move_bytes(self, text: &[u8]) -> Result<Move, Error> {
        let text = text.trim_ascii();
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        self.moves_into(&mut moves);
        for &m in moves.as_slice() {
            for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen] {
                if self.shown_move(m, notation).text().as_bytes() == text {
                    return Ok(m);
                }
            }
        }
        Err(Error::BadMove)
    }
}

/// A move as text: at most seven characters of ASCII.
#[derive(Clone, Copy, Debug)]
pub struct MoveText {
    bytes: [u8; 8],
    len: usize,
}

impl MoveText {
    /// The characters.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or(&[])
    }

    #[cfg_attr(feature = "compact", inline(never))]
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.len) {
            *slot = byte;
            self.len += 1;
        }
    }

    /// The square that has this file counted from C, and this rank counted from 1.
    fn push_square(&mut self, case: u8, square: Square, rank: u8) {
        self.push(case + 2 - (square >> 2).min(2));
        self.push(b'0' + rank);
    }
}

const fn tanaka_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Chick => "HI",
        Kind::Hen => "NI",
        Kind::Elephant => "ZO",
        Kind::Giraffe => "KI",
        Kind::Lion => "LI",
    }
}

/// The letter of a kind in the one-line notations; the hen's is clausecker's.
const fn letter(kind: Kind, side: Side) -> char {
    let upper = match kind {
        Kind::Chick => 'C',
        Kind::Hen => 'R',
        Kind::Elephant => 'E',
        Kind::Giraffe => 'G',
        Kind::Lion => 'L',
    };
    match side {
        Side::First => upper,
        Side::Second => upper.to_ascii_lowercase(),
    }
}

/// The square in a column counted from file A and a row counted from rank 1.
pub(super) const fn square(column: u8, row: u8) -> Square {
    (2 - column) * 4 + row
}

/// A digit; the game has no greater numbers.
const fn digit(number: u8) -> char {
    (b'0' + number % 10) as char
}

impl fmt::Display for Shown<(Side, Move)> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl Shown<(Side, Move)> {
    /// Writes the move.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn write(&self, f: &mut impl Write) -> fmt::Result {
        self.text().as_bytes().iter().try_for_each(|&byte| f.write_char(byte as char))
    }

    /// The move as text.
    #[must_use]
    pub fn text(&self) -> MoveText {
        let (side, m) = self.what;
        let Fields { to, from, kind, captured, promotes } = Fields::decode(m);
        let is_drop = Fields::decode(m).is_drop();
        let mut text = MoveText { bytes: [0; 8], len: 0 };
        let is_fen = matches!(self.notation, Notation::Fen | Notation::Sfen);
        let is_tanaka = self.notation == Notation::Tanaka;
        let case = if is_tanaka { b'A' } else { b'a' };
        let rank = |square: Square| if is_fen { 4 - (square & 3) } else { (square & 3) + 1 };
        if is_tanaka {
            text.push(if side == Side::First { b'+' } else { b'-' });
        } else if !is_fen || is_drop {
            text.push(letter(kind, Side::First) as u8);
        }
        if is_drop {
            match self.notation {
                Notation::Tanaka => {
                    text.push(b'0');
                    text.push(b'0');
                }
                Notation::Clausecker => text.push(b'*'),
                Notation::Fen | Notation::Sfen => text.push(b'@'),
            }
        } else {
            text.push_square(case, from, rank(from));
            if self.notation == Notation::Clausecker {
                text.push(if captured.is_some() { b'x' } else { b'-' });
            }
        }
        text.push_square(case, to, rank(to));
        if is_tanaka {
            let name = tanaka_name(if promotes { Kind::Hen } else { kind });
            name.bytes().for_each(|byte| text.push(byte));
        } else if promotes {
            text.push(b'+');
        }
        text
    }
}

impl fmt::Display for Shown<Position> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl Shown<Position> {
    /// Writes the position.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn write(&self, f: &mut impl Write) -> fmt::Result {
        let position = self.what;
        match self.notation {
            Notation::Tanaka => show_tanaka(position, f),
            Notation::Clausecker => {
                f.write_char(match position.side_to_move() {
                    Side::First => 'S',
                    Side::Second => 'G',
                })?;
                f.write_char('/')?;
                for row in 0..4 {
                    for column in 0..3 {
                        match position.at(square(column, row)) {
                            None => f.write_char('-')?,
                            Some((side, kind)) => f.write_char(letter(kind, side))?,
                        }
                    }
                    f.write_char('/')?;
                }
                show_hands(position, f, false)
            }
            Notation::Fen => {
                show_rows(position, f)?;
                f.write_char('[')?;
                show_hands(position, f, false)?;
                f.write_str(match position.side_to_move() {
                    Side::First => "] w 0 1",
                    Side::Second => "] b 0 1",
                })
            }
            Notation::Sfen => {
                show_rows(position, f)?;
                f.write_str(match position.side_to_move() {
                    Side::First => " b ",
                    Side::Second => " w ",
                })?;
                show_hands(position, f, true)?;
                f.write_str(" 1")
            }
        }
    }
}

fn show_tanaka(position: Position, f: &mut impl Write) -> fmt::Result {
    for row in 0..4 {
        for column in 0..3 {
            match position.at(square(column, row)) {
                None => f.write_str(" . ")?,
                Some((side, kind)) => {
                    f.write_char(if side == Side::First { '+' } else { '-' })?;
                    f.write_str(tanaka_name(kind))?;
                }
            }
        }
        f.write_char('\n')?;
    }
    for side in [Side::First, Side::Second] {
        for slot in 0..3 {
            f.write_char(digit(position.held(side, slot) as u8))?;
        }
    }
    f.write_str(match position.side_to_move() {
        Side::First => "\n+\n",
        Side::Second => "\n-\n",
    })
}

/// The rows of FEN, rank 1 first, empty squares counted.
fn show_rows(position: Position, f: &mut impl Write) -> fmt::Result {
    for row in 0..4 {
        if row > 0 {
            f.write_char('/')?;
        }
        let mut empty = 0;
        for column in 0..3 {
            let Some((side, kind)) = position.at(square(column, row)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                f.write_char(digit(empty))?;
                empty = 0;
            }
            if kind == Kind::Hen {
                f.write_char('+')?;
                f.write_char(letter(Kind::Chick, side))?;
            } else {
                f.write_char(letter(kind, side))?;
            }
        }
        if empty > 0 {
            f.write_char(digit(empty))?;
        }
    }
    Ok(())
}

/// The pieces in hand, the first side's first; a count before the letter, or the letter repeated.
fn show_hands(position: Position, f: &mut impl Write, counted: bool) -> fmt::Result {
    let mut any = false;
    for side in [Side::First, Side::Second] {
        for (slot, kind) in HAND_KINDS.into_iter().enumerate() {
            let count = position.held(side, slot as u32);
            any |= count > 0;
            if counted && count > 1 {
                f.write_char(digit(count as u8))?;
                f.write_char(letter(kind, side))?;
            } else {
                for _ in 0..count {
                    f.write_char(letter(kind, side))?;
                }
            }
        }
    }
    if !any {
        f.write_char('-')?;
    }
    Ok(())
}
