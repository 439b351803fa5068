//! The board as text, in ASCII and with Japanese pieces.

use core::fmt::{self, Write};

use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::sfen::letter;
use super::square::Square;
use crate::score::Side;

/// Prints a position as a diagram: ranks from a to i, files from 9 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Board<'p> {
    position: &'p Position,
    japanese: bool,
}

impl Position {
    /// A diagram with the letters of SFEN.
    #[must_use]
    pub const fn ascii(&self) -> Board<'_> {
        Board { position: self, japanese: false }
    }

    /// A diagram with Japanese pieces, as printed in newspapers: `v` marks white's.
    #[must_use]
    pub const fn japanese(&self) -> Board<'_> {
        Board { position: self, japanese: true }
    }
}

/// The numbers that Japanese diagrams and counts use.
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl Board<'_> {
    fn write_piece(&self, f: &mut fmt::Formatter<'_>, piece: Option<Piece>) -> fmt::Result {
        if self.japanese {
            return match piece {
                None => f.write_str(" ・"),
                Some(piece) => {
                    f.write_char(match piece.side {
                        Side::First => ' ',
                        Side::Second => 'v',
                    })?;
                    f.write_char(piece.kind.japanese())
                }
            };
        }
        match piece {
            None => f.write_str("  ."),
            Some(piece) => {
                f.write_char(' ')?;
                f.write_char(if piece.kind.is_promoted() { '+' } else { ' ' })?;
                f.write_char(letter(piece))
            }
        }
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let hand = self.position.hand(side);
        f.write_str(match (self.japanese, side) {
            (false, Side::First) => "black hand:",
            (false, Side::Second) => "white hand:",
            (true, Side::First) => "先手の持駒:",
            (true, Side::Second) => "後手の持駒:",
        })?;
        if hand.is_empty() {
            return f.write_str(if self.japanese { " なし" } else { " -" });
        }
        for kind in PieceKind::HAND {
            let count = hand.count(kind);
            if count == 0 {
                continue;
            }
            f.write_char(' ')?;
            if !self.japanese {
                if count > 1 {
                    write!(f, "{count}")?;
                }
                f.write_char(char::from(kind.letter()))?;
                continue;
            }
            f.write_char(kind.japanese())?;
            if count > 1 {
                let digit = |n: u32| DIGITS.get(n as usize).copied().unwrap_or('〇');
                if count >= 20 {
                    f.write_char(digit(count / 10))?;
                }
                if count >= 10 {
                    f.write_char('十')?;
                }
                if !count.is_multiple_of(10) {
                    f.write_char(digit(count % 10))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_hand(f, Side::Second)?;
        f.write_char('\n')?;
        for file in (0..9u8).rev() {
            if self.japanese {
                f.write_char(' ')?;
                f.write_char(char::from_u32(0xff11 + u32::from(file)).unwrap_or('?'))?;
            } else {
                write!(f, "  {}", file + 1)?;
            }
        }
        f.write_char('\n')?;
        for rank in 0..9u8 {
            for file in (0..9).rev() {
                let piece = Square::at(file, rank).and_then(|s| self.position.piece(s));
                self.write_piece(f, piece)?;
            }
            f.write_char(' ')?;
            if self.japanese {
                let digit = DIGITS.get(usize::from(rank) + 1).copied().unwrap_or('?');
                f.write_char(digit)?;
            } else {
                f.write_char(char::from(b'a' + rank))?;
            }
            f.write_char('\n')?;
        }
        self.write_hand(f, Side::First)?;
        f.write_char('\n')?;
        f.write_str(match (self.japanese, self.position.side()) {
            (false, Side::First) => "black to move",
            (false, Side::Second) => "white to move",
            (true, Side::First) => "先手番",
            (true, Side::Second) => "後手番",
        })
    }
}
