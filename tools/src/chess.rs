//! Chess through the crate cozy-chess, for studies: material and a little position.

use cozy_chess::{Board, Color, GameStatus, Move as ChessMove, Piece, Square};
use yomikiri::game::{Game, Key};
use yomikiri::moves::{Move, Moves};
use yomikiri::{Error, Score, Side};

use crate::subject::Subject;

/// A position with the line that led to it.
#[derive(Clone)]
pub struct Chess {
    board: Board,
    line: Vec<Board>,
}

const VALUES: [Score; 6] = [100, 320, 330, 500, 900, 0];

fn encode(m: ChessMove) -> Move {
    let promotion = m.promotion.map_or(0, |piece| piece as u32);
    Move(1 << 15 | promotion << 12 | (m.from as u32) << 6 | m.to as u32)
}

fn decode(m: Move) -> ChessMove {
    ChessMove {
        from: Square::index((m.0 >> 6 & 63) as usize),
        to: Square::index((m.0 & 63) as usize),
        promotion: match m.0 >> 12 & 7 {
            0 => None,
            piece => Some(Piece::index(piece as usize)),
        },
    }
}

/// What a square is worth to a piece: the centre for all, the way forward for pawns.
fn placement(piece: Piece, square: Square, color: Color) -> Score {
    let file = square.file() as i32;
    let rank = square.rank().relative_to(color) as i32;
    let centre = 6 - (2 * file - 7).abs().max((2 * rank - 7).abs());
    match piece {
        Piece::Pawn => 5 * rank + if (2..=5).contains(&file) { 2 * rank } else { 0 },
        Piece::Knight => 8 * centre,
        Piece::Bishop => 5 * centre,
        Piece::Rook => centre,
        Piece::Queen => 2 * centre,
        Piece::King => -6 * centre,
    }
}

impl Chess {
    fn victim(&self, m: ChessMove) -> Option<Piece> {
        let board = &self.board;
        match board.color_on(m.to) {
            // Castling is written as the king taking its own rook.
            Some(color) if color == board.side_to_move() => None,
            Some(_) => board.piece_on(m.to),
            None => {
                let pawn = board.piece_on(m.from) == Some(Piece::Pawn);
                (pawn && m.from.file() != m.to.file()).then_some(Piece::Pawn)
            }
        }
    }
}

impl Game for Chess {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.board.generate_moves(|moves| {
            for m in moves {
                out.push(encode(m));
            }
            false
        });
        Ok(())
    }

    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.line.push(self.board.clone());
        self.board.play_unchecked(decode(m));
        Ok(())
    }

    fn undo(&mut self, _: Move) -> Result<(), Error> {
        self.board = self.line.pop().ok_or(Error::BadMove)?;
        Ok(())
    }

    fn key(&mut self) -> Key {
        Key { position: self.board.hash(), resource: 0 }
    }

    fn side(&mut self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn side_after(&mut self, _: Move) -> Result<Side, Error> {
        Ok(self.side().other())
    }

    /// Stalemate and the fifty-move rule; mate is a position without moves.
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok((self.board.status() == GameStatus::Drawn).then_some(0))
    }

    fn evaluate(&mut self) -> Result<Score, Error> {
        let mut score = 0;
        for color in [Color::White, Color::Black] {
            let sign = if color == self.board.side_to_move() { 1 } else { -1 };
            for piece in Piece::ALL {
                for square in self.board.colored_pieces(color, piece) {
                    score += sign * (VALUES[piece as usize] + placement(piece, square, color));
                }
            }
        }
        Ok(score)
    }

    fn order(&mut self, m: Move) -> i32 {
        let m = decode(m);
        let Some(piece) = self.board.piece_on(m.from) else {
            return 0;
        };
        let victim = self.victim(m).map_or(0, |victim| VALUES[victim as usize]);
        let promotion = m.promotion.map_or(0, |piece| VALUES[piece as usize]);
        if victim + promotion == 0 {
            let color = self.board.side_to_move();
            placement(piece, m.to, color) - placement(piece, m.from, color)
        } else {
            // Above killers and history.
            20_000 + 16 * (victim + promotion) - VALUES[piece as usize]
        }
    }

    fn is_noisy(&mut self, m: Move) -> bool {
        let m = decode(m);
        m.promotion.is_some() || self.victim(m).is_some()
    }

    fn history_index(&mut self, m: Move) -> u16 {
        // Origin and destination.
        (m.0 & 0xfff) as u16
    }
}

impl Subject for Chess {
    fn move_name(&mut self, m: Move) -> String {
        decode(m).to_string()
    }

    fn initial() -> Self {
        Self { board: Board::startpos(), line: Vec::new() }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let board = text.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { board, line: Vec::new() })
    }

    fn text(&mut self) -> String {
        self.board.to_string()
    }

    const QUIESCENCE: u16 = 6;
}
