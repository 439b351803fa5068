//! A slow shogi that is plainly the rules: an array of squares, moves square by square, legality
//! by playing the move on a copy and looking whether the king can be taken. It shares no code with
//! the library; moves are packed by the documented layout.

/// Kinds by the documented codes.
const PAWN: u32 = 1;
const LANCE: u32 = 2;
const KNIGHT: u32 = 3;
const SILVER: u32 = 4;
const BISHOP: u32 = 5;
const ROOK: u32 = 6;
const GOLD: u32 = 7;
const KING: u32 = 8;

/// A board of `(is white, kind)`, `[file][rank]` counted from 0 at file 1 and rank a.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    board: [[Option<(bool, u32)>; 9]; 9],
    /// Counts by plain kind, black's first.
    hands: [[u32; 8]; 2],
    white: bool,
}

/// A move: from nowhere for drops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Play {
    from: Option<(usize, usize)>,
    to: (usize, usize),
    kind: u32,
    captured: u32,
    promotes: bool,
}

/// Directions on the board, as steps in file and rank.
type Steps = &'static [(i32, i32)];

impl Play {
    /// The move in 32 bits.
    pub fn packed(&self) -> u32 {
        let number = |(file, rank): (usize, usize)| (file * 9 + rank) as u32;
        let mut bits = number(self.to) | self.kind << 16 | self.captured << 20;
        match self.from {
            Some(from) => bits |= number(from) << 7,
            None => bits |= 1 << 15,
        }
        if self.promotes {
            bits |= 1 << 14;
        }
        bits
    }
}

impl Reference {
    /// Reads a well-formed SFEN.
    pub fn from_sfen(sfen: &str) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let code = |c: char| "?PLNSBRGK".find(c.to_ascii_uppercase()).unwrap() as u32;
        let mut board = [[None; 9]; 9];
        for (rank, row) in fields[0].split('/').enumerate() {
            let mut file = 9;
            let mut promoted = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    file -= digit as usize;
                } else if c == '+' {
                    promoted = 8;
                } else {
                    file -= 1;
                    board[file][rank] = Some((c.is_ascii_lowercase(), code(c) + promoted));
                    promoted = 0;
                }
            }
        }
        let mut hands = [[0; 8]; 2];
        let mut count = 0;
        for c in fields[2].chars().filter(|&c| c != '-') {
            if let Some(digit) = c.to_digit(10) {
                count = count * 10 + digit;
            } else {
                hands[usize::from(c.is_ascii_lowercase())][code(c) as usize] = count.max(1);
                count = 0;
            }
        }
        Self { board, hands, white: fields[1] == "w" }
    }

    fn at(&self, (file, rank): (usize, usize)) -> Option<(bool, u32)> {
        self.board[file][rank]
    }

    /// Directions of one step, for black (ranks fall forward), and of slides.
    fn movement(kind: u32) -> (Steps, Steps) {
        const GOLD_STEPS: &[(i32, i32)] = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
        const STRAIGHT: &[(i32, i32)] = &[(0, -1), (0, 1), (-1, 0), (1, 0)];
        const OBLIQUE: &[(i32, i32)] = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
        const ALL: &[(i32, i32)] =
            &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        match kind {
            PAWN => (&[(0, -1)], &[]),
            LANCE => (&[], &[(0, -1)]),
            KNIGHT => (&[(-1, -2), (1, -2)], &[]),
            SILVER => (&[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)], &[]),
            BISHOP => (&[], OBLIQUE),
            ROOK => (&[], STRAIGHT),
            KING => (ALL, &[]),
            13 => (STRAIGHT, OBLIQUE),
            14 => (OBLIQUE, STRAIGHT),
            _ => (GOLD_STEPS, &[]),
        }
    }

    /// The squares that the piece on `from` can go to, own pieces excluded.
    fn reached(&self, from: (usize, usize)) -> Vec<(usize, usize)> {
        let (white, kind) = self.at(from).unwrap();
        let (steps, slides) = Self::movement(kind);
        let mut reached = Vec::new();
        let mut walk = |(df, dr): (i32, i32), far: bool| {
            let dr = if white { -dr } else { dr };
            let (mut file, mut rank) = (from.0 as i32, from.1 as i32);
            loop {
                file += df;
                rank += dr;
                if !(0..9).contains(&file) || !(0..9).contains(&rank) {
                    return;
                }
                let to = (file as usize, rank as usize);
                match self.at(to) {
                    Some((colour, _)) if colour == white => return,
                    Some(_) => {
                        reached.push(to);
                        return;
                    }
                    None => reached.push(to),
                }
                if !far {
                    return;
                }
            }
        };
        for &step in steps {
            walk(step, false);
        }
        for &slide in slides {
            walk(slide, true);
        }
        reached
    }

    fn squares() -> impl Iterator<Item = (usize, usize)> {
        (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
    }

    /// Whether the king of a colour could be taken.
    pub fn is_in_check(&self, white: bool) -> bool {
        let Some(king) = Self::squares().find(|&s| self.at(s) == Some((white, KING))) else {
            return false;
        };
        Self::squares().any(|from| {
            self.at(from).is_some_and(|(colour, _)| colour != white)
                && self.reached(from).contains(&king)
        })
    }

    /// Plays a move without asking whether it is legal.
    pub fn play(&mut self, play: Play) {
        let us = usize::from(self.white);
        let mut kind = play.kind;
        match play.from {
            Some((file, rank)) => self.board[file][rank] = None,
            None => self.hands[us][kind as usize] -= 1,
        }
        if play.captured != 0 {
            self.hands[us][(play.captured % 8) as usize] += 1;
        }
        if play.promotes {
            kind += 8;
        }
        self.board[play.to.0][play.to.1] = Some((self.white, kind));
        self.white = !self.white;
    }

    /// Ranks ahead of a square for a colour.
    fn ahead(white: bool, rank: usize) -> usize {
        if white { 8 - rank } else { rank }
    }

    /// Moves that obey everything but the king's safety and drop-pawn mate, as `play` takes them.
    pub fn candidates(&self) -> Vec<Play> {
        let white = self.white;
        let must_promote = |kind: u32, rank: usize| match kind {
            PAWN | LANCE => Self::ahead(white, rank) < 1,
            KNIGHT => Self::ahead(white, rank) < 2,
            _ => false,
        };
        let mut plays = Vec::new();
        for from in Self::squares() {
            let Some((colour, kind)) = self.at(from) else {
                continue;
            };
            if colour != white {
                continue;
            }
            for to in self.reached(from) {
                let captured = self.at(to).map_or(0, |(_, kind)| kind);
                if captured == KING {
                    continue;
                }
                let mut add = |promotes| {
                    plays.push(Play { from: Some(from), to, kind, captured, promotes });
                };
                if !must_promote(kind, to.1) {
                    add(false);
                }
                let in_zone = |rank| Self::ahead(white, rank) < 3;
                if kind < GOLD && (in_zone(from.1) || in_zone(to.1)) {
                    add(true);
                }
            }
        }
        for kind in PAWN..=GOLD {
            if self.hands[usize::from(white)][kind as usize] == 0 {
                continue;
            }
            for to in Self::squares() {
                let two_pawns =
                    kind == PAWN && (0..9).any(|rank| self.at((to.0, rank)) == Some((white, PAWN)));
                if self.at(to).is_none() && !must_promote(kind, to.1) && !two_pawns {
                    plays.push(Play { from: None, to, kind, captured: 0, promotes: false });
                }
            }
        }
        plays
    }

    /// The position after a move, where that leaves the mover's king safe.
    fn safe_child(&self, play: Play) -> Option<Self> {
        let mut child = self.clone();
        child.play(play);
        (!child.is_in_check(self.white)).then_some(child)
    }

    /// Every legal move, and whether it gives check.
    pub fn legal(&self) -> Vec<(Play, bool)> {
        let mut legal = Vec::new();
        for play in self.candidates() {
            let Some(child) = self.safe_child(play) else {
                continue;
            };
            let check = child.is_in_check(child.white);
            // A pawn drop may not mate. No reply to a check by a pawn next to the king is a pawn
            // drop itself, so the replies need no such test again.
            if check
                && play.from.is_none()
                && play.kind == PAWN
                && !child.candidates().into_iter().any(|reply| child.safe_child(reply).is_some())
            {
                continue;
            }
            legal.push((play, check));
        }
        legal
    }
}
