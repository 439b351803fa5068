//! Random legal play: in the position reached, the state equals the state rebuilt from its text,
//! the legal moves equal those of a slow generator that shares no code, and taking everything back
//! restores every field of every position on the way.

use yomikiri::game::Game;
use yomikiri::games::dobutsu::{self, Notation};
use yomikiri::games::othello::{Othello, Scoring};
use yomikiri::games::shogi::{MOST_MOVES, Position, Stages};
use yomikiri::moves::{Move, Moves};

use super::input::Input;
use super::{dobutsu_reference, othello_reference, shogi_reference};

const SHOGI: [&str; 8] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL w - 1",
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "4k4/9/4p4/9/9/9/4P4/9/4K4 b RBGSNLPrbgsnlp 1",
    "5B1n1/8k/6Rpp/9/9/9/1+p7/9/K8 b rb4g4s3n4l15p 1",
    "9/6rp1/6k2/3B2B2/2R3S2/9/9/9/9 b 4g3s4n4l17p 1",
    "7lk/9/8S/9/9/9/9/7L1/8K b P 1",
];
const DOBUTSU: [&str; 3] =
    ["S/gle/-c-/-C-/ELG/-", "G/g-r/-l-/--E/L-G/Cce", "S/-l-/g--/--L/-eG/CEc"];

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(4) {
        0 | 1 => shogi(&mut input),
        2 => dobutsu(&mut input),
        _ => othello(&mut input),
    }
}

fn listed(write: impl FnOnce(&mut Moves<'_>)) -> Vec<u32> {
    let mut space = [Move::NONE; MOST_MOVES];
    let mut moves = Moves::new(&mut space);
    write(&mut moves);
    let mut list: Vec<u32> = moves.as_slice().iter().map(|m| m.0).collect();
    list.sort_unstable();
    list
}

fn shogi(input: &mut Input<'_>) {
    let mut position = Position::from_sfen(SHOGI[input.below(SHOGI.len())]).unwrap();
    let mut line: Vec<(Position, Move)> = Vec::new();
    while !input.is_empty() && line.len() < 60 {
        let mut space = [Move::NONE; MOST_MOVES];
        let mut moves = Moves::new(&mut space);
        position.legal_moves(&mut moves);
        let Some(&m) = moves.as_slice().get(input.below(moves.len())) else { break };
        assert!(position.is_legal(m));
        let (identity, check) = (position.identity_after(m), position.gives_check(m));
        line.push((position.clone(), m));
        position.play(m);
        assert_eq!(position.identity(), identity);
        assert_eq!(position.in_check(), check);
    }
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    assert_eq!(Position::from_sfen(&text).as_ref(), Ok(&position), "{text}");
    assert_eq!(position.board_key(), position.recomputed_board_key());
    let reference = shogi_reference::Reference::from_sfen(&text);
    let legal = reference.legal();
    let sorted = |only_checks: bool| {
        let chosen = legal.iter().filter(|(_, check)| *check || !only_checks);
        let mut list: Vec<u32> = chosen.map(|(play, _)| play.packed()).collect();
        list.sort_unstable();
        list
    };
    let (all, checks) = (sorted(false), sorted(true));
    assert_eq!(listed(|m| position.legal_moves(m)), all, "{text}");
    assert_eq!(listed(|m| position.checking_moves(m)), checks, "{text}");
    assert_eq!(position.legal_count() as usize, all.len(), "{text}");
    assert_eq!(position.has_legal_move(), !all.is_empty(), "{text}");
    assert_eq!(position.has_checking_move(), !checks.is_empty(), "{text}");
    let limits = position.limits();
    let mut staged = Vec::new();
    for stage in [Stages::CAPTURES, Stages::QUIET_PROMOTIONS, Stages::QUIETS, Stages::DROPS] {
        staged.extend(listed(|m| position.moves_of(&limits, stage, m)));
    }
    staged.sort_unstable();
    assert_eq!(staged, all, "{text}");
    while let Some((before, m)) = line.pop() {
        position.undo(m);
        assert_eq!(position, before, "{m:?}");
    }
}

fn dobutsu(input: &mut Input<'_>) {
    let mut position = dobutsu::Position::parse(DOBUTSU[input.below(DOBUTSU.len())]).unwrap();
    let mut line = Vec::new();
    while !input.is_empty() && line.len() < 100 && position.ending().is_none() {
        let mut space = [Move::NONE; 96];
        let mut moves = Moves::new(&mut space);
        position.moves_into(&mut moves);
        let Some(&m) = moves.as_slice().get(input.below(moves.len())) else { break };
        line.push((position, m));
        position.play(m).unwrap();
    }
    let text = position.shown(Notation::Sfen).to_string();
    if position.ending() != Some(dobutsu::Ending::Captured) {
        assert_eq!(dobutsu::Position::parse(&text), Ok(position), "{text}");
    }
    let reference = dobutsu_reference::Reference::from_sfen(&text);
    let ended = match position.ending() {
        None => None,
        Some(dobutsu::Ending::Stood) => Some(dobutsu_reference::End::Won),
        Some(_) => Some(dobutsu_reference::End::Lost),
    };
    assert_eq!(reference.end(), ended, "{text}");
    if ended.is_none() {
        let second = reference.second_moves();
        let mut expected: Vec<u32> =
            reference.moves().into_iter().map(|play| play.packed(second)).collect();
        expected.sort_unstable();
        assert_eq!(listed(|m| position.moves_into(m)), expected, "{text}");
    }
    while let Some((before, m)) = line.pop() {
        position.undo(m).unwrap();
        assert_eq!(position, before);
    }
}

fn othello(input: &mut Input<'_>) {
    let mut game = Othello::start(Scoring::Discs);
    let mut line = Vec::new();
    loop {
        let mut space = [Move::NONE; 64];
        let mut moves = Moves::new(&mut space);
        game.moves(&mut moves).unwrap();
        if input.is_empty() || moves.is_empty() {
            break;
        }
        let m = moves.as_slice()[input.below(moves.len())];
        let after = game.key_after(m).unwrap();
        line.push((game.discs(), game.to_move(), m));
        game.play(m).unwrap();
        assert_eq!(game.key(), after);
    }
    let (black, white) = game.discs();
    let board: String = (0..64)
        .map(|s| match (black >> s & 1, white >> s & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        })
        .collect();
    let side = if game.to_move() as u8 == 0 { 'X' } else { 'O' };
    let text = format!("{board} {side}");
    let rebuilt = Othello::from_text(&text, Scoring::Discs).unwrap();
    assert_eq!((rebuilt.discs(), rebuilt.to_move()), (game.discs(), game.to_move()));
    assert_eq!(rebuilt.clone().key(), game.key());
    let reference = othello_reference::Reference::from_text(&text);
    assert_eq!(listed(|m| game.moves(m).unwrap()), reference.moves(), "{text}");
    let ended = reference.moves().is_empty().then(|| reference.score(false));
    assert_eq!(game.outcome(), Ok(ended), "{text}");
    while let Some((discs, side, m)) = line.pop() {
        game.undo(m).unwrap();
        assert_eq!((game.discs(), game.to_move()), (discs, side));
    }
}
