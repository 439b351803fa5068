//! What the tests of the mate solver share: random small problems, and brute force.
#![allow(dead_code)]

use yomikiri::games::shogi::Position;
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};

/// A random position with the defender's king, few pieces and small hands; None where illegal.
pub fn random_position(seed: u64) -> Option<String> {
    let mut state = mix(seed);
    let mut below = move |n: u64| {
        state = mix(state);
        (state >> 33) % n
    };
    let mut board = [['.'; 9]; 9];
    let mut promoted = [[false; 9]; 9];
    let (king_file, king_rank) = (below(4) as usize, below(3) as usize);
    board[king_rank][king_file] = 'k';
    for _ in 0..2 + below(5) {
        let (file, rank) = (below(6) as usize, below(6) as usize);
        if board[rank][file] != '.' {
            continue;
        }
        let piece = ['P', 'L', 'N', 'S', 'G', 'B', 'R'][below(7) as usize];
        promoted[rank][file] = piece != 'G' && below(3) == 0;
        board[rank][file] = if below(3) == 0 { piece.to_ascii_lowercase() } else { piece };
    }
    let mut sfen = String::new();
    for (rank, row) in board.iter().enumerate() {
        if rank > 0 {
            sfen.push('/');
        }
        let mut empty = 0;
        for (file, &piece) in row.iter().enumerate() {
            if piece == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                sfen.push_str(&empty.to_string());
            }
            empty = 0;
            if promoted[rank][file] {
                sfen.push('+');
            }
            sfen.push(piece);
        }
        if empty > 0 {
            sfen.push_str(&empty.to_string());
        }
    }
    sfen.push_str(" b ");
    let mut hands = String::new();
    for (white, kinds) in [(false, "RBGSNLP"), (true, "RBGSNLP")] {
        for kind in kinds.chars() {
            if below(if white { 3 } else { 4 }) == 0 {
                hands.push(if white { kind.to_ascii_lowercase() } else { kind });
            }
        }
    }
    sfen.push_str(if hands.is_empty() { "-" } else { &hands });
    sfen.push_str(" 1");
    Position::from_sfen(&sfen).ok().map(|_| sfen)
}

/// Whether the side to move mates within `plies`, by trying everything; nothing shared with the
/// solver but single moves.
pub fn brute_force(position: &mut Position, plies: u16, attacking: bool) -> bool {
    if attacking && plies == 0 {
        return false;
    }
    let mut space = [Move::NONE; 600];
    let mut moves = Moves::new(&mut space);
    position.legal_moves(&mut moves);
    let count = moves.finish().unwrap();
    let mut replies = false;
    for &m in &space[..count] {
        position.play(m);
        let checks = position.in_check();
        let mates = if attacking {
            checks && brute_force(position, plies - 1, false)
        } else {
            replies = true;
            plies != 0 && brute_force(position, plies - 1, true)
        };
        position.undo(m);
        if attacking && mates {
            return true;
        }
        if !attacking && !mates {
            return false;
        }
    }
    !attacking && (plies != 0 || !replies)
}
