//! Positions and moves as text, in the notations of Tanaka's program, of clausecker's, and as
//! FEN (Fairy-Stockfish) and SFEN.
//!
//! | notation | start position | moves |
//! |---|---|---|
//! | Tanaka | four lines of three cells, the hands as six digits, the side | `+B4C3LI` `+00C1HI` |
//! | clausecker | `S/gle/-c-/-C-/ELG/-` | `Lb4-c3` `Cb2xb1+` `G*b3` |
//! | FEN | `gle/1c1/1C1/ELG[-] w 0 1` | `b1c2` `b3b4+` `G@b2` (ranks from the first side) |
//! | SFEN | `gle/1c1/1C1/ELG b - 1` | as FEN |

use core::fmt::{self, Write};

use super::board::{Board, HAND_KINDS, Kind, MAX_MOVES, NO_SQUARE, Square, bit};
use super::moves::Fields;
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
        let trimmed = text.trim();
        if trimmed.starts_with("S/") || trimmed.starts_with("G/") {
            parse_clausecker(trimmed)
        } else if trimmed.bytes().any(|b| b == b'/') {
            parse_fen(trimmed)
        } else {
            parse_tanaka(text)
        }
    }

    /// Reads a move of this position in any of the notations.
    ///
    /// # Errors
    ///
    /// [`Error::BadMove`] where the text is not a move of the position.
    pub fn parse_move(self, text: &str) -> Result<Move, Error> {
        let text = text.trim();
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        self.moves_into(&mut moves);
        for &m in moves.as_slice() {
            for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen] {
                let mut compare = Compare { rest: text };
                let shown = self.shown_move(m, notation);
                if shown.write(&mut compare).is_ok() && compare.rest.is_empty() {
                    return Ok(m);
                }
            }
        }
        Err(Error::BadMove)
    }
}

/// A sink that checks what is written against an expected text.
struct Compare<'a> {
    rest: &'a str,
}

impl Write for Compare<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.rest = self.rest.strip_prefix(s).ok_or(fmt::Error)?;
        Ok(())
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

const fn from_letter(letter: char) -> Option<(Side, Kind)> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind = match letter.to_ascii_uppercase() {
        'C' => Kind::Chick,
        'R' | 'H' => Kind::Hen,
        'E' => Kind::Elephant,
        'G' => Kind::Giraffe,
        'L' => Kind::Lion,
        _ => return None,
    };
    Some((side, kind))
}

/// The square in a column counted from file A and a row counted from rank 1.
const fn square(column: u8, row: u8) -> Square {
    (2 - column) * 4 + row
}

const fn file_letter(square: Square) -> char {
    match square >> 2 {
        0 => 'C',
        1 => 'B',
        _ => 'A',
    }
}

/// A digit; the game has no greater numbers.
const fn digit(number: u8) -> char {
    (b'0' + number % 10) as char
}

fn write_square(f: &mut impl Write, file: char, rank: u8) -> fmt::Result {
    f.write_char(file)?;
    f.write_char(digit(rank))
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
        let (side, m) = self.what;
        let fields = Fields::decode(m);
        let file = |s: Square| file_letter(s);
        let small = |s: Square| file_letter(s).to_ascii_lowercase();
        let (to, from) = (fields.to, fields.from);
        match self.notation {
            Notation::Tanaka => {
                let after = if fields.promotes { Kind::Hen } else { fields.kind };
                f.write_char(if side == Side::First { '+' } else { '-' })?;
                if fields.is_drop() {
                    f.write_str("00")?;
                } else {
                    write_square(f, file(from), (from & 3) + 1)?;
                }
                write_square(f, file(to), (to & 3) + 1)?;
                f.write_str(tanaka_name(after))
            }
            Notation::Clausecker => {
                f.write_char(letter(fields.kind, Side::First))?;
                if fields.is_drop() {
                    f.write_char('*')?;
                } else {
                    write_square(f, small(from), (from & 3) + 1)?;
                    f.write_char(if fields.captured.is_some() { 'x' } else { '-' })?;
                }
                write_square(f, small(to), (to & 3) + 1)?;
                if fields.promotes {
                    f.write_char('+')?;
                }
                Ok(())
            }
            Notation::Fen | Notation::Sfen => {
                if fields.is_drop() {
                    f.write_char(letter(fields.kind, Side::First))?;
                    f.write_char('@')?;
                } else {
                    write_square(f, small(from), 4 - (from & 3))?;
                }
                write_square(f, small(to), 4 - (to & 3))?;
                if fields.promotes {
                    f.write_char('+')?;
                }
                Ok(())
            }
        }
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

/// Collects a position from the first player's side.
struct Builder {
    board: Board,
}

impl Builder {
    const fn new() -> Self {
        Self { board: Board { pieces: 0, hands: 0, lion: NO_SQUARE, enemy_lion: NO_SQUARE } }
    }

    fn put(&mut self, square: Square, side: Side, kind: Kind) -> Result<(), Error> {
        let board = &mut self.board;
        if bit(square) & board.empty() == 0 {
            return Err(Error::Syntax);
        }
        if kind == Kind::Lion {
            let lion = match side {
                Side::First => &mut board.lion,
                Side::Second => &mut board.enemy_lion,
            };
            if *lion != NO_SQUARE {
                return Err(Error::IllegalPosition);
            }
            *lion = square;
        } else {
            board.pieces |= (8 | (side as u64) << 2 | kind as u64) << (4 * square);
        }
        Ok(())
    }

    fn hold(&mut self, side: Side, slot: u32, count: u32) -> Result<(), Error> {
        let owner = side as u32;
        if self.board.in_hand(owner, slot) + count > 3 {
            return Err(Error::IllegalPosition);
        }
        self.board.hands += (count << (owner * 6 + slot * 2)) as u16;
        Ok(())
    }

    fn finish(self, side: Side) -> Result<Position, Error> {
        let board = match side {
            Side::First => self.board,
            Side::Second => self.board.turned(),
        };
        Position::new(board, side)
    }

    /// Hands as letters, each with an optional count before it, or `-`.
    fn hands(&mut self, text: &str) -> Result<(), Error> {
        if text == "-" || text.is_empty() {
            return Ok(());
        }
        let mut counted = None;
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                if counted.replace(digit).is_some() {
                    return Err(Error::Syntax);
                }
                continue;
            }
            let (side, kind) = from_letter(c).ok_or(Error::Syntax)?;
            if matches!(kind, Kind::Lion | Kind::Hen) {
                return Err(Error::Syntax);
            }
            self.hold(side, kind.hand_slot(), counted.take().unwrap_or(1))?;
        }
        if counted.is_some() {
            return Err(Error::Syntax);
        }
        Ok(())
    }

    /// One row of a one-line notation.
    fn row(&mut self, row: u8, text: &str) -> Result<(), Error> {
        let mut column = 0u8;
        let mut promoted = false;
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                column = column.saturating_add(digit as u8);
            } else if c == '-' {
                column += 1;
            } else if c == '+' {
                promoted = true;
                continue;
            } else {
                let (side, kind) = from_letter(c).ok_or(Error::Syntax)?;
                let kind = match (promoted, kind) {
                    (false, kind) => kind,
                    (true, Kind::Chick) => Kind::Hen,
                    (true, _) => return Err(Error::Syntax),
                };
                if column > 2 {
                    return Err(Error::Syntax);
                }
                self.put(square(column, row), side, kind)?;
                column += 1;
            }
            if promoted && c.is_ascii_digit() || column > 3 {
                return Err(Error::Syntax);
            }
            promoted = false;
        }
        if column == 3 && !promoted { Ok(()) } else { Err(Error::Syntax) }
    }
}

/// Splitting at a function instead of a character keeps a checked index out of the library.
const fn is_slash(c: char) -> bool {
    c == '/'
}

const fn is_bracket(c: char) -> bool {
    c == '['
}

const fn is_line_end(c: char) -> bool {
    c == '\n'
}

fn parse_clausecker(text: &str) -> Result<Position, Error> {
    let mut parts = text.split(is_slash);
    let side = match parts.next() {
        Some("S") => Side::First,
        Some("G") => Side::Second,
        _ => return Err(Error::Syntax),
    };
    let mut builder = Builder::new();
    for row in 0..4 {
        builder.row(row, parts.next().ok_or(Error::Syntax)?)?;
    }
    builder.hands(parts.next().ok_or(Error::Syntax)?)?;
    match parts.next() {
        None => builder.finish(side),
        Some(_) => Err(Error::Syntax),
    }
}

/// FEN with the hands in brackets, or SFEN with the hands after the side.
fn parse_fen(text: &str) -> Result<Position, Error> {
    let mut words = text.split_whitespace();
    let first = words.next().ok_or(Error::Syntax)?;
    let (rows, bracket) = match first.split_once(is_bracket) {
        Some((rows, hands)) => (rows, Some(hands.strip_suffix(']').ok_or(Error::Syntax)?)),
        None => (first, None),
    };
    let mut builder = Builder::new();
    let mut parts = rows.split(is_slash);
    for row in 0..4 {
        builder.row(row, parts.next().ok_or(Error::Syntax)?)?;
    }
    if parts.next().is_some() {
        return Err(Error::Syntax);
    }
    let side = words.next().ok_or(Error::Syntax)?;
    let is_first = match (side, bracket) {
        ("w", Some(_)) | ("b", None) => true,
        ("b", Some(_)) | ("w", None) => false,
        _ => return Err(Error::Syntax),
    };
    builder.hands(match bracket {
        Some(hands) => hands,
        None => words.next().ok_or(Error::Syntax)?,
    })?;
    for word in words {
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Error::Syntax);
        }
    }
    builder.finish(if is_first { Side::First } else { Side::Second })
}

fn parse_tanaka(text: &str) -> Result<Position, Error> {
    let mut builder = Builder::new();
    let mut lines = text.split(is_line_end).map(|line| line.strip_suffix("\r").unwrap_or(line));
    for row in 0..4 {
        let line = lines.next().ok_or(Error::Syntax)?;
        let bytes = line.as_bytes();
        for column in 0..3u8 {
            let start = usize::from(column) * 3;
            // The blank that ends an empty last cell may have been trimmed.
            let cell = match bytes.get(start..) {
                Some([a, b, c, ..]) => [*a, *b, *c],
                Some([a, b]) => [*a, *b, b' '],
                _ => return Err(Error::Syntax),
            };
            let [sign, name @ ..] = cell;
            let kind = match &name {
                b"HI" => Kind::Chick,
                b"NI" => Kind::Hen,
                b"ZO" => Kind::Elephant,
                b"KI" => Kind::Giraffe,
                b"LI" => Kind::Lion,
                b". " if sign == b' ' => continue,
                _ => return Err(Error::Syntax),
            };
            let side = match sign {
                b'+' => Side::First,
                b'-' => Side::Second,
                _ => return Err(Error::Syntax),
            };
            builder.put(square(column, row), side, kind)?;
        }
        if bytes.get(9..).is_some_and(|rest| !rest.trim_ascii().is_empty()) {
            return Err(Error::Syntax);
        }
    }
    let hands = lines.next().ok_or(Error::Syntax)?.trim();
    if hands.len() != 6 {
        return Err(Error::Syntax);
    }
    for (i, c) in hands.chars().enumerate() {
        let count = c.to_digit(10).ok_or(Error::Syntax)?;
        let side = if i < 3 { Side::First } else { Side::Second };
        builder.hold(side, i as u32 % 3, count)?;
    }
    let side = match lines.next().ok_or(Error::Syntax)?.trim() {
        "+" => Side::First,
        "-" => Side::Second,
        _ => return Err(Error::Syntax),
    };
    if lines.any(|line| !line.trim().is_empty()) {
        return Err(Error::Syntax);
    }
    builder.finish(side)
}
