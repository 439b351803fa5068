//! A slow Dobutsu shogi that is plainly the rules: an array of squares, moves square by square. It
//! shares no code with the library; moves are packed by the documented layout.
#![allow(dead_code)]

/// Kinds by the documented codes.
const CHICK: u32 = 0;
const HEN: u32 = 1;
const ELEPHANT: u32 = 2;
const GIRAFFE: u32 = 3;
const LION: u32 = 4;

/// `[column A to C][row 1 to 4]`, row 1 the far one for the first player: `(is second, kind)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reference {
    board: [[Option<(bool, u32)>; 4]; 3],
    /// Counts of chicks, elephants, giraffes, the first player's first.
    hands: [[u32; 3]; 2],
    second: bool,
}

/// A move: from nowhere for drops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Play {
    from: Option<(usize, usize)>,
    to: (usize, usize),
    kind: u32,
    captured: Option<u32>,
}

/// How a game stands, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won,
    Lost,
}

fn hand_slot(kind: u32) -> usize {
    match kind {
        CHICK | HEN => 0,
        ELEPHANT => 1,
        GIRAFFE => 2,
        _ => panic!("no hand holds a lion"),
    }
}

impl Play {
    fn promotes(&self, second: bool) -> bool {
        let far = if second { 3 } else { 0 };
        self.kind == CHICK && self.from.is_some() && self.to.1 == far
    }

    /// The move in 32 bits.
    pub fn packed(&self, second: bool) -> u32 {
        let number = |(column, row): (usize, usize)| ((2 - column) * 4 + row) as u32;
        let from = self.from.map_or(12, number);
        number(self.to)
            | from << 4
            | self.kind << 8
            | self.captured.map_or(0, |kind| kind + 1) << 11
            | u32::from(self.promotes(second)) << 14
            | u32::from(self.from.is_none()) << 15
            | 1 << 16
    }
}

impl Reference {
    /// Reads a well-formed SFEN.
    pub fn from_sfen(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [[None; 4]; 3];
        for (row, cells) in fields[0].split('/').enumerate() {
            let mut column = 0;
            let mut promoted = false;
            for c in cells.chars() {
                if let Some(digit) = c.to_digit(10) {
                    column += digit as usize;
                } else if c == '+' {
                    promoted = true;
                } else {
                    let kind = match (c.to_ascii_uppercase(), promoted) {
                        ('C', false) => CHICK,
                        ('C', true) => HEN,
                        ('E', _) => ELEPHANT,
                        ('G', _) => GIRAFFE,
                        _ => LION,
                    };
                    board[column][row] = Some((c.is_ascii_lowercase(), kind));
                    promoted = false;
                    column += 1;
                }
            }
        }
        let mut hands = [[0; 3]; 2];
        let mut count = 1;
        for c in fields[2].chars().filter(|&c| c != '-') {
            if let Some(digit) = c.to_digit(10) {
                count = digit;
            } else {
                let slot = "CEG".find(c.to_ascii_uppercase()).unwrap();
                hands[usize::from(c.is_ascii_lowercase())][slot] += count;
                count = 1;
            }
        }
        Self { board, hands, second: fields[1] == "w" }
    }

    pub fn second_moves(&self) -> bool {
        self.second
    }

    fn steps(kind: u32) -> &'static [(i32, i32)] {
        match kind {
            CHICK => &[(0, -1)],
            HEN => &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
            ELEPHANT => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
            GIRAFFE => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
            _ => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
        }
    }

    fn lion(&self, second: bool) -> Option<(usize, usize)> {
        (0..3)
            .flat_map(|column| (0..4).map(move |row| (column, row)))
            .find(|&(column, row)| self.board[column][row] == Some((second, LION)))
    }

    /// Every move, whether or not it leaves the lion to be captured.
    pub fn moves(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        for column in 0..3 {
            for row in 0..4 {
                match self.board[column][row] {
                    Some((second, kind)) if second == self.second => {
                        for &(dc, dr) in Self::steps(kind) {
                            let dr = if second { -dr } else { dr };
                            let (c, r) = (column as i32 + dc, row as i32 + dr);
                            if !(0..3).contains(&c) || !(0..4).contains(&r) {
                                continue;
                            }
                            let to = (c as usize, r as usize);
                            let captured = match self.board[to.0][to.1] {
                                Some((owner, _)) if owner == second => continue,
                                Some((_, kind)) => Some(kind),
                                None => None,
                            };
                            plays.push(Play { from: Some((column, row)), to, kind, captured });
                        }
                    }
                    Some(_) => {}
                    None => {
                        for kind in [CHICK, ELEPHANT, GIRAFFE] {
                            if self.hands[usize::from(self.second)][hand_slot(kind)] > 0 {
                                let to = (column, row);
                                plays.push(Play { from: None, to, kind, captured: None });
                            }
                        }
                    }
                }
            }
        }
        plays
    }

    /// The position after a move.
    pub fn after(&self, play: Play) -> Self {
        let mut next = self.clone();
        let hand = &mut next.hands[usize::from(self.second)];
        match play.from {
            Some((column, row)) => next.board[column][row] = None,
            None => hand[hand_slot(play.kind)] -= 1,
        }
        if let Some(kind) = play.captured
            && kind != LION
        {
            hand[hand_slot(kind)] += 1;
        }
        let kind = if play.promotes(self.second) { HEN } else { play.kind };
        next.board[play.to.0][play.to.1] = Some((self.second, kind));
        next.second = !self.second;
        next
    }

    /// Whether the game has ended: a lion is lost, or stands on its far rank where it could not be
    /// captured, or was not.
    pub fn end(&self) -> Option<End> {
        let far = |second: bool| if second { 3 } else { 0 };
        let Some(own) = self.lion(self.second) else {
            return Some(End::Lost);
        };
        if own.1 == far(self.second) {
            return Some(End::Won);
        }
        let other = self.lion(!self.second)?;
        let can_capture = self.moves().iter().any(|play| play.captured == Some(LION));
        (other.1 == far(!self.second) && !can_capture).then_some(End::Lost)
    }

    /// Whether the side to move wins within so many plies, by trying everything.
    pub fn wins_within(&self, plies: u32) -> bool {
        match self.end() {
            Some(end) => end == End::Won,
            None if plies == 0 => false,
            None => self.moves().into_iter().any(|play| self.after(play).loses_within(plies - 1)),
        }
    }

    /// Whether the side to move loses within so many plies, whatever it does.
    pub fn loses_within(&self, plies: u32) -> bool {
        match self.end() {
            Some(end) => end == End::Lost,
            None => {
                let moves = self.moves();
                moves.is_empty()
                    || plies > 0
                        && moves.into_iter().all(|play| self.after(play).wins_within(plies - 1))
            }
        }
    }
}
