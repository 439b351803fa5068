//! A slow Othello that is plainly the rules: an array of squares, lines walked square by square. It
//! shares no code with the library.
#![allow(dead_code)]

const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// `[rank][file]`: `Some(true)` is black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    board: [[Option<bool>; 8]; 8],
    pub black: bool,
}

impl Reference {
    /// Reads 64 characters, a space and the side to move.
    pub fn from_text(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut board = [[None; 8]; 8];
        for (square, &byte) in bytes[..64].iter().enumerate() {
            board[square / 8][square % 8] = match byte {
                b'X' => Some(true),
                b'O' => Some(false),
                _ => None,
            };
        }
        Self { board, black: bytes[65] == b'X' }
    }

    /// The same text back.
    pub fn text(&self) -> String {
        let disc = |cell: &Option<bool>| match cell {
            Some(true) => 'X',
            Some(false) => 'O',
            None => '-',
        };
        let board: String = self.board.iter().flatten().map(disc).collect();
        format!("{board} {}", if self.black { 'X' } else { 'O' })
    }

    /// The discs that a disc of a colour on a square turns.
    fn turned(&self, black: bool, square: usize) -> Vec<(usize, usize)> {
        let (file, rank) = (square % 8, square / 8);
        let mut all = Vec::new();
        if self.board[rank][file].is_some() {
            return all;
        }
        for (df, dr) in DIRECTIONS {
            let mut line = Vec::new();
            let (mut f, mut r) = (file as i32 + df, rank as i32 + dr);
            while (0..8).contains(&f) && (0..8).contains(&r) {
                match self.board[r as usize][f as usize] {
                    None => break,
                    Some(colour) if colour == black => {
                        all.append(&mut line);
                        break;
                    }
                    Some(_) => line.push((f as usize, r as usize)),
                }
                f += df;
                r += dr;
            }
        }
        all
    }

    fn squares(&self, black: bool) -> Vec<usize> {
        (0..64).filter(|&square| !self.turned(black, square).is_empty()).collect()
    }

    /// The legal moves as the library numbers them: square + 1, 65 for a pass.
    pub fn moves(&self) -> Vec<u32> {
        let own = self.squares(self.black);
        if own.is_empty() && !self.squares(!self.black).is_empty() {
            return vec![65];
        }
        own.into_iter().map(|square| square as u32 + 1).collect()
    }

    /// The position after a move.
    pub fn after(&self, m: u32) -> Self {
        let mut next = self.clone();
        if m != 65 {
            let square = m as usize - 1;
            for (file, rank) in self.turned(self.black, square) {
                next.board[rank][file] = Some(self.black);
            }
            next.board[square / 8][square % 8] = Some(self.black);
        }
        next.black = !self.black;
        next
    }

    pub fn count(&self, black: bool) -> i32 {
        self.board.iter().flatten().filter(|&&cell| cell == Some(black)).count() as i32
    }

    /// The score at the end for the side to move; empty squares count for the winner, or for
    /// nobody.
    pub fn score(&self, empties_to_winner: bool) -> i32 {
        let difference = self.count(self.black) - self.count(!self.black);
        if empties_to_winner {
            let empty = 64 - self.count(true) - self.count(false);
            difference + difference.signum() * empty
        } else {
            difference
        }
    }

    /// The exact value for the side to move, by trying everything.
    pub fn solve(&self, empties_to_winner: bool) -> i32 {
        let moves = self.moves();
        if moves.is_empty() {
            return self.score(empties_to_winner);
        }
        moves.into_iter().map(|m| -self.after(m).solve(empties_to_winner)).max().unwrap()
    }
}
