//! Game records: KIF by the crate shogi-kifu-converter, CSA by the crate csa.
//!
//! Both crates are handed what a position and its moves need and nothing else: no comments, no
//! names, no times, no variations. What is left is checked for having been read in full.

use csa::{Action, Color, GameRecord, PieceType, parse_csa};
use shogi_core::ToUsi;
use shogi_kifu_converter::parser::parse_kif_str;
use yomikiri::games::shogi::{Position, parse_usi};

use super::input::At;

/// A start and the moves after it, in USI.
struct Game {
    start: Position,
    moves: Vec<String>,
}

impl Game {
    /// The position that is asked for.
    fn at(self, at: At) -> Result<Position, String> {
        let plies = match at {
            At::End => self.moves.len(),
            At::Ply(plies) if plies <= self.moves.len() => plies,
            At::Ply(plies) => {
                return Err(format!("--at {plies}: the record has {} moves", self.moves.len()));
            }
        };
        let mut position = self.start;
        for (number, text) in self.moves.iter().take(plies).enumerate() {
            let m = parse_usi(&position, text)
                .map_err(|error| format!("move {}, {text}: {error}", number + 1))?;
            position.play(m);
        }
        Ok(position)
    }
}

/// A position of a game in KIF.
pub fn kif(text: &str, at: At) -> Result<Position, String> {
    let board: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    let mut plain = String::new();
    if board.is_empty() {
        for line in text.lines().filter(|line| line.starts_with("手合割：")) {
            plain.push_str(line);
            plain.push('\n');
        }
    } else {
        // With a board of its own whatever the heading says: a board that cannot be read is then
        // an error instead of the start of the game.
        plain.push_str("手合割：その他\n");
        plain.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
        for line in board {
            plain.push_str(line.trim_end());
            plain.push('\n');
        }
        plain.push_str("+---------------------------+\n");
    }
    let is_hand = |line: &str| {
        let names = ["先手", "後手", "下手", "上手"];
        names.iter().any(|name| line.strip_prefix(name).is_some_and(|l| l.starts_with("の持駒：")))
    };
    for line in text.lines().filter(|line| is_hand(line)) {
        // An empty hand is written in several ways.
        let (name, pieces) = line.split_once('：').unwrap_or((line, ""));
        if !matches!(pieces.trim(), "" | "なし") {
            plain.push_str(&format!("{name}：{}\n", pieces.trim()));
        }
    }
    plain.push_str("手数----指手---------消費時間--\n");
    let white_first = text.lines().any(|line| matches!(line.trim(), "後手番" | "上手番"))
        && plain.starts_with("手合割：その他");
    let mut lines = 0;
    for line in text.lines().take_while(|line| !line.starts_with("変化")) {
        let mut words = line.split_ascii_whitespace();
        let (Some(number), Some(name)) = (words.next(), words.next()) else { continue };
        if number.parse::<usize>().is_ok() {
            lines += 1;
            // Numbers from 1 on, whatever they were.
            plain.push_str(&format!("{lines} {name}\n"));
        }
    }
    if white_first && lines > 0 {
        if at != At::Ply(0) {
            return Err("only the start can be read where the second player moves first".into());
        }
        plain.truncate(plain.find("手数").unwrap_or(plain.len()));
    }

    let record = parse_kif_str(&plain).map_err(|error| error.to_string().trim_end().to_owned())?;
    if let Some(hand) = record.header.keys().find(|key| key.ends_with("の持駒")) {
        return Err(format!("{hand}: not understood"));
    }
    if !white_first && record.moves.len() != lines + 1 {
        return Err(format!("move {}: not understood", record.moves.len()));
    }
    let record = shogi_core::Position::try_from(&record).map_err(|error| error.to_string())?;
    let mut start = record.initial_position().to_sfen_owned();
    if white_first {
        start = start.replace(" b ", " w ");
    }
    Game {
        start: Position::from_sfen(&start).map_err(|error| error.to_string())?,
        moves: record.moves().iter().map(ToUsi::to_usi_owned).collect(),
    }
    .at(at)
}

/// A position of a game in CSA.
pub fn csa(text: &str, at: At) -> Result<Position, String> {
    let plain: String = text
        .lines()
        .filter(|line| !line.starts_with('\''))
        .flat_map(|line| line.split(','))
        .map(str::trim_end)
        .filter(|part| part.starts_with(['P', '+', '-', '%']))
        // A row of the board has nine cells of three characters, the last one with its blank.
        .map(|part| match part.as_bytes() {
            [b'P', b'1'..=b'9', ..] => format!("{part:<29}\n"),
            _ => format!("{part}\n"),
        })
        .collect();
    let lines = plain.lines().filter(|line| line.len() > 1 && line.starts_with(['+', '-'])).count();
    let record = parse_csa(&plain).map_err(|_| "not in CSA format".to_owned())?;
    let start = csa_start(&record)?;
    let start = Position::from_sfen(&start).map_err(|error| error.to_string())?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for record in &record.moves {
        let Action::Move(_, from, to, kind) = record.action else { continue };
        let to = usi_square(to)?;
        let text = if from.file == 0 {
            format!("{}*{to}", letters(kind)?)
        } else {
            let name = usi_square(from)?;
            let plain = yomikiri::games::shogi::Square::at(from.file - 1, from.rank - 1)
                .and_then(|square| position.piece(square))
                .is_some_and(|piece| !piece.kind.is_promoted());
            let promotes = plain && letters(kind)?.starts_with('+');
            format!("{name}{to}{}", if promotes { "+" } else { "" })
        };
        let m = parse_usi(&position, &text)
            .map_err(|error| format!("move {}, {text}: {error}", moves.len() + 1))?;
        position.play(m);
        moves.push(text);
    }
    if moves.len() != lines {
        return Err(format!("move {}: not understood", moves.len() + 1));
    }
    Game { start, moves }.at(at)
}

fn usi_square(square: csa::Square) -> Result<String, String> {
    if (1..=9).contains(&square.file) && (1..=9).contains(&square.rank) {
        Ok(format!("{}{}", square.file, char::from(b'a' + square.rank - 1)))
    } else {
        Err(format!("no square {square}"))
    }
}

/// A piece as SFEN writes it for black.
fn letters(kind: PieceType) -> Result<&'static str, String> {
    Ok(match kind {
        PieceType::Pawn => "P",
        PieceType::Lance => "L",
        PieceType::Knight => "N",
        PieceType::Silver => "S",
        PieceType::Gold => "G",
        PieceType::Bishop => "B",
        PieceType::Rook => "R",
        PieceType::King => "K",
        PieceType::ProPawn => "+P",
        PieceType::ProLance => "+L",
        PieceType::ProKnight => "+N",
        PieceType::ProSilver => "+S",
        PieceType::Horse => "+B",
        PieceType::Dragon => "+R",
        PieceType::All => return Err("AL stands for no piece here".to_owned()),
    })
}

/// The start of the game as SFEN.
fn csa_start(record: &GameRecord) -> Result<String, String> {
    const HAND: [(char, usize); 7] =
        [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18)];
    const START: [&str; 9] = [
        "lnsgkgsnl",
        " r     b ",
        "ppppppppp",
        "         ",
        "         ",
        "         ",
        "PPPPPPPPP",
        " B     R ",
        "LNSGKGSNL",
    ];
    let start = &record.start_pos;
    let mut board: Vec<Vec<String>> = vec![vec![String::new(); 9]; 9];
    let piece = |color, kind| -> Result<String, String> {
        let letters = letters(kind)?;
        Ok(if color == Color::Black { letters.to_owned() } else { letters.to_lowercase() })
    };
    if let Some(rows) = &start.bulk {
        for (row, cells) in board.iter_mut().zip(rows) {
            for (cell, &content) in row.iter_mut().zip(cells) {
                if let Some((color, kind)) = content {
                    *cell = piece(color, kind)?;
                }
            }
        }
    } else if start.add_pieces.is_empty() {
        for (row, text) in board.iter_mut().zip(START) {
            for (cell, letter) in row.iter_mut().zip(text.chars()) {
                *cell = letter.to_string().trim().to_owned();
            }
        }
        for &(square, _) in &start.drop_pieces {
            usi_square(square)?;
            board[usize::from(square.rank) - 1][9 - usize::from(square.file)].clear();
        }
    }
    let mut hands = [[0usize; 7]; 2];
    let mut rest = None;
    for &(color, square, kind) in &start.add_pieces {
        let owner = usize::from(color == Color::White);
        if square.file != 0 || square.rank != 0 {
            usi_square(square)?;
            board[usize::from(square.rank) - 1][9 - usize::from(square.file)] = piece(color, kind)?;
        } else if kind == PieceType::All {
            rest = Some(owner);
        } else {
            let letter = letters(kind)?;
            let slot = HAND
                .iter()
                .position(|(name, _)| letter.chars().eq([*name]))
                .ok_or_else(|| format!("{kind} in hand"))?;
            hands[owner][slot] += 1;
        }
    }
    if let Some(owner) = rest {
        for (slot, (letter, set)) in HAND.into_iter().enumerate() {
            let on_board = board.iter().flatten().filter(|cell| {
                cell.trim_start_matches('+').eq_ignore_ascii_case(&letter.to_string())
            });
            let used = on_board.count() + hands[0][slot] + hands[1][slot];
            hands[owner][slot] += set.saturating_sub(used);
        }
    }
    let mut text = String::new();
    for (number, row) in board.iter().enumerate() {
        if number > 0 {
            text.push('/');
        }
        for group in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
            match group.first() {
                Some(cell) if cell.is_empty() => text.push_str(&group.len().to_string()),
                _ => text.push_str(&group.concat()),
            }
        }
    }
    text.push_str(if start.side_to_move == Color::White { " w " } else { " b " });
    let before = text.len();
    for (owner, hand) in hands.into_iter().enumerate() {
        for ((letter, _), count) in HAND.into_iter().zip(hand) {
            if count > 1 {
                text.push_str(&count.to_string());
            }
            if count > 0 {
                text.push(if owner == 0 { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    Ok(text)
}
