//! Moves as USI writes them: `7g7f`, `3c2b+`, `P*5e`.

use core::fmt;

use super::mv::ShogiMove;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use crate::moves::Move;
use crate::status::Error;

fn square(file: u8, rank: u8) -> Result<Square, Error> {
    match (file, rank) {
        (b'1'..=b'9', b'a'..=b'i') => Square::at(file - b'1', rank - b'a').ok_or(Error::Syntax),
        _ => Err(Error::Syntax),
    }
}

/// The legal move of `position` that `text` names.
///
/// # Errors
///
/// [`Error::Syntax`] where the text is not a move, [`Error::BadMove`] where it is not legal here.
pub fn parse_usi(position: &Position, text: &str) -> Result<Move, Error> {
    let m = match *text.as_bytes() {
        [letter, b'*', file, rank] => {
            let to = square(file, rank)?;
            let kind = PieceKind::from_letter(letter).ok_or(Error::Syntax)?;
            if kind == PieceKind::King {
                return Err(Error::Syntax);
            }
            ShogiMove::drop(kind, to)
        }
        [a, b, c, d] => read_board_move(position, square(a, b)?, square(c, d)?, false)?,
        [a, b, c, d, b'+'] => read_board_move(position, square(a, b)?, square(c, d)?, true)?,
        _ => return Err(Error::Syntax),
    };
    if position.is_legal(m.0) { Ok(m.0) } else { Err(Error::BadMove) }
}

fn read_board_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: bool,
) -> Result<ShogiMove, Error> {
    let piece = position.piece(from).ok_or(Error::BadMove)?;
    let captured = position.piece(to).map(|piece| piece.kind);
    Ok(ShogiMove::board(from, to, piece.kind, captured, promotion))
}

/// A move for printing, as USI writes it; a number that is no move prints as `none`.
#[must_use]
pub const fn format_usi(m: Move) -> UsiMove {
    UsiMove(ShogiMove(m))
}

/// Prints a move as USI does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsiMove(ShogiMove);

impl UsiMove {
    /// Writes the move to any text, without the machinery of `Display`, which boards do without.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        let m = self.0;
        let (Some(to), Some(kind)) = (m.to(), m.kind()) else {
            return out.write_str("none");
        };
        if m.is_drop() {
            out.write_char(char::from(kind.letter()))?;
            out.write_char('*')?;
            return to.write_usi(out);
        }
        let Some(from) = m.from() else {
            return out.write_str("none");
        };
        from.write_usi(out)?;
        to.write_usi(out)?;
        if m.is_promotion() {
            out.write_char('+')?;
        }
        Ok(())
    }
}

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
