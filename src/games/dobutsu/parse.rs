//! Positions of text, in the notations that [`Notation`](super::Notation) lists: read byte by byte,
//! so that little code does it.

use super::board::{Board, Kind, NO_SQUARE, Square, bit};
use super::notation::square;
use super::position::Position;
use crate::score::Side;
use crate::status::Error;

/// What [`Reader::take`] gives past the end of the text.
const END: u8 = 0;

/// The rest of a text.
#[derive(Clone, Copy)]
struct Reader<'t> {
    rest: &'t [u8],
}

impl Reader<'_> {
    /// The next byte, [`END`] past the end. A zero within the text is no character of any notation,
    /// and comes as another byte that is none.
    #[cfg_attr(feature = "compact", inline(never))]
    fn take(&mut self) -> u8 {
        let Some((&byte, rest)) = self.rest.split_first() else { return END };
        self.rest = rest;
        if byte == END { 1 } else { byte }
    }

    /// Goes on behind blanks; those that end a line only where `lines` says so.
    #[cfg_attr(feature = "compact", inline(never))]
    fn skip_blanks(&mut self, lines: bool) {
        while let Some((&byte, rest)) = self.rest.split_first()
            && byte.is_ascii_whitespace()
            && (lines || byte != b'\n')
        {
            self.rest = rest;
        }
    }

    /// Goes on behind the end of the line, before which only blanks may stand.
    fn end_line(&mut self) -> Result<(), Error> {
        self.skip_blanks(false);
        if matches!(self.take(), b'\n' | END) { Ok(()) } else { Err(Error::Syntax) }
    }
}

/// Whether a word ends before this byte.
const fn ends_word(byte: u8) -> bool {
    byte == END || byte.is_ascii_whitespace()
}

/// A digit's number.
const fn digit(byte: u8) -> Option<u32> {
    if byte.is_ascii_digit() { Some((byte - b'0') as u32) } else { None }
}

/// A letter of the one-line notations; the hen's is clausecker's.
#[cfg_attr(feature = "compact", inline(never))]
const fn piece(letter: u8) -> Option<(Side, Kind)> {
    let side = if letter & 0x20 == 0 { Side::First } else { Side::Second };
    let kind = match letter & !0x20 {
        b'C' => Kind::Chick,
        b'R' | b'H' => Kind::Hen,
        b'E' => Kind::Elephant,
        b'G' => Kind::Giraffe,
        b'L' => Kind::Lion,
        _ => return None,
    };
    Some((side, kind))
}

/// Reads a position in any of the notations, told apart by their form.
pub(super) fn position(text: &[u8]) -> Result<Position, Error> {
    let mut reader = Reader { rest: text };
    let mut builder = Builder::new();
    let side = if text.contains(&b'/') {
        reader.skip_blanks(true);
        builder.one_line(&mut reader)?
    } else {
        builder.tanaka(&mut reader)?
    };
    reader.skip_blanks(true);
    if reader.take() == END { builder.finish(side) } else { Err(Error::Syntax) }
}

/// Collects a position from the first player's side.
struct Builder {
    board: Board,
}

impl Builder {
    const fn new() -> Self {
        Self { board: Board { pieces: 0, hands: 0, lion: NO_SQUARE, enemy_lion: NO_SQUARE } }
    }

    #[cfg_attr(feature = "compact", inline(never))]
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

    #[cfg_attr(feature = "compact", inline(never))]
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

    /// Clausecker's notation; FEN with the hands in brackets; SFEN with the hands after the side.
    /// Returns the side to move.
    fn one_line(&mut self, text: &mut Reader<'_>) -> Result<Side, Error> {
        let mut side = None;
        if let [mark @ (b'S' | b'G'), b'/', rest @ ..] = text.rest {
            side = Some(if *mark == b'S' { Side::First } else { Side::Second });
            text.rest = rest;
        }
        let mut end = END;
        for row in 0..4 {
            if row != 0 && end != b'/' {
                return Err(Error::Syntax);
            }
            end = self.row(row, text)?;
        }
        if let Some(side) = side {
            if end != b'/' || !ends_word(self.hands(text)?) {
                return Err(Error::Syntax);
            }
            return Ok(side);
        }
        let has_bracket = end == b'[';
        if has_bracket {
            if self.hands(text)? != b']' {
                return Err(Error::Syntax);
            }
            end = text.take();
        }
        if !ends_word(end) {
            return Err(Error::Syntax);
        }
        text.skip_blanks(true);
        let side = match (text.take(), has_bracket) {
            (b'w', true) | (b'b', false) => Side::First,
            (b'b', true) | (b'w', false) => Side::Second,
            _ => return Err(Error::Syntax),
        };
        if !ends_word(text.take()) {
            return Err(Error::Syntax);
        }
        text.skip_blanks(true);
        if !has_bracket && (text.rest.is_empty() || !ends_word(self.hands(text)?)) {
            return Err(Error::Syntax);
        }
        // The numbers of moves, which the game does not know.
        while let [byte, rest @ ..] = text.rest
            && (byte.is_ascii_digit() || byte.is_ascii_whitespace())
        {
            text.rest = rest;
        }
        Ok(side)
    }

    /// One row of a one-line notation; returns the byte behind it.
    fn row(&mut self, row: u8, text: &mut Reader<'_>) -> Result<u8, Error> {
        let mut column = 0;
        let mut promoted = false;
        loop {
            let byte = text.take();
            let mut columns = 1;
            if byte == b'+' && !promoted {
                promoted = true;
                continue;
            } else if let Some((side, kind)) = piece(byte) {
                let kind = match (promoted, kind) {
                    (false, kind) => kind,
                    (true, Kind::Chick) => Kind::Hen,
                    (true, _) => return Err(Error::Syntax),
                };
                if column > 2 {
                    return Err(Error::Syntax);
                }
                self.put(square(column, row), side, kind)?;
                promoted = false;
            } else if promoted {
                return Err(Error::Syntax);
            } else if let Some(digit) = digit(byte) {
                columns = digit as u8;
            } else if byte != b'-' {
                return if column == 3 { Ok(byte) } else { Err(Error::Syntax) };
            }
            column += columns;
            if column > 3 {
                return Err(Error::Syntax);
            }
        }
    }

    /// Hands as letters, each with an optional count before it, or `-`; returns the byte behind
    /// them.
    fn hands(&mut self, text: &mut Reader<'_>) -> Result<u8, Error> {
        if let [b'-', rest @ ..] = text.rest {
            text.rest = rest;
            return Ok(text.take());
        }
        let mut counted = None;
        loop {
            let byte = text.take();
            if let Some(digit) = digit(byte) {
                if counted.replace(digit).is_some() {
                    return Err(Error::Syntax);
                }
            } else if let Some((side, kind)) = piece(byte) {
                if matches!(kind, Kind::Lion | Kind::Hen) {
                    return Err(Error::Syntax);
                }
                self.hold(side, kind.hand_slot(), counted.take().unwrap_or(1))?;
            } else {
                return if counted.is_none() { Ok(byte) } else { Err(Error::Syntax) };
            }
        }
    }

    /// Tanaka's notation; returns the side to move.
    fn tanaka(&mut self, text: &mut Reader<'_>) -> Result<Side, Error> {
        for row in 0..4 {
            for column in 0..3 {
                let sign = text.take();
                let first = text.take();
                // The blank that ends an empty last cell may have been trimmed.
                let trimmed = column == 2 && matches!(text.rest, [] | [b'\n' | b'\r', ..]);
                let second = if trimmed { b' ' } else { text.take() };
                let kind = match (first, second) {
                    (b'H', b'I') => Kind::Chick,
                    (b'N', b'I') => Kind::Hen,
                    (b'Z', b'O') => Kind::Elephant,
                    (b'K', b'I') => Kind::Giraffe,
                    (b'L', b'I') => Kind::Lion,
                    (b'.', b' ') if sign == b' ' => continue,
                    _ => return Err(Error::Syntax),
                };
                self.put(square(column, row), sign_side(sign)?, kind)?;
            }
            text.end_line()?;
        }
        text.skip_blanks(false);
        for side in [Side::First, Side::Second] {
            for slot in 0..3 {
                let count = digit(text.take()).ok_or(Error::Syntax)?;
                self.hold(side, slot, count)?;
            }
        }
        text.end_line()?;
        text.skip_blanks(false);
        let side = sign_side(text.take())?;
        text.end_line()?;
        Ok(side)
    }
}

/// The side of a sign in Tanaka's notation.
const fn sign_side(sign: u8) -> Result<Side, Error> {
    match sign {
        b'+' => Ok(Side::First),
        b'-' => Ok(Side::Second),
        _ => Err(Error::Syntax),
    }
}
