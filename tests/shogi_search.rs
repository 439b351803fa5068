//! Shogi as a game for searches, and how its pieces, squares and moves are shown.
#![cfg(all(feature = "shogi", feature = "alphabeta"))]

use std::collections::HashMap;

use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
use yomikiri::game::{Game, HISTORY_SIZE, Key};
use yomikiri::games::shogi::{PieceKind, Position, ShogiMove, Square, format_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::Error;
use yomikiri::table::alphabeta::Table;

const POSITIONS: [&str; 4] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 1",
    "4k4/9/9/1+P+L+N+S+B+R2/9/9/2r1b1g2/9/4K4 b GS2N2L9Pgs 1",
];

/// Shogi by the functions that a search needs and the evaluation; every hint is the default.
struct Bare(Position);

impl Game for Bare {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.0.legal_moves(out);
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.0.play(m);
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.0.undo(m);
        Ok(())
    }
    fn key(&mut self) -> Key {
        let hands = [Side::First, Side::Second].map(|side| u64::from(self.0.hand(side).bits()));
        Key { position: self.0.key(), resource: (hands[0] ^ hands[1] << 7) as u32 }
    }
    fn side(&mut self) -> Side {
        self.0.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok(self.0.material())
    }
    fn is_noisy(&mut self, m: Move) -> bool {
        let m: ShogiMove = m.into();
        m.is_capture() || m.is_promotion()
    }
}

fn score<G: Game>(game: G, depth: u16, quiescence: u16, entries: usize) -> Score {
    let size = Size { history: 256, countermoves: 256, ..Size::new(64, 400) };
    let mut words = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut memory = vec![0; entries * 3];
    let table = Table::new(&mut Memory::new(&mut memory)).unwrap();
    let config = Config { quiescence, ..Config::new(Driver::PrincipalVariation) };
    let mut search =
        AlphaBeta::new(game, config, size, &mut Memory::new(&mut words), table).unwrap();
    search.solve(Limits::depth(depth)).unwrap().score
}

#[test]
fn stages_ordering_and_keys_change_no_value() {
    for sfen in POSITIONS {
        let position = Position::from_sfen(sfen).unwrap();
        for (depth, quiescence) in [(0, 0), (1, 0), (2, 0), (3, 0), (1, 3), (2, 2)] {
            let bare = score(Bare(position.clone()), depth, quiescence, 0);
            for entries in [0, 5000] {
                let staged = score(position.clone(), depth, quiescence, entries);
                assert_eq!(staged, bare, "{sfen}: {depth} plies, {quiescence} more");
            }
        }
    }
}

/// The move and what it does, found out by playing it.
#[test]
fn hints_say_what_playing_the_moves_shows() {
    let (mut captures, mut promotions, mut drops) = (0, 0, 0);
    for sfen in POSITIONS {
        let mut position = Position::from_sfen(sfen).unwrap();
        let list = |position: &mut Position, stage: Option<u32>| {
            let mut space = [Move::NONE; 600];
            let mut moves = Moves::new(&mut space);
            let more = match stage {
                None => Game::moves(position, &mut moves).map(|()| false),
                Some(stage) => position.moves_staged(stage, &mut moves),
            };
            (moves.as_slice().to_vec(), more.unwrap())
        };
        let (all, _) = list(&mut position, None);
        let (mut staged, more) = list(&mut position, Some(0));
        let (rest, end) = list(&mut position, Some(1));
        assert_eq!((more, end), (true, false));
        // The first stage is of what changes material, the second of the rest.
        assert!(staged.iter().all(|&m| position.is_noisy(m)));
        staged.extend(rest);
        let sorted = |mut moves: Vec<Move>| {
            moves.sort_by_key(|m| m.0);
            moves
        };
        assert_eq!(sorted(staged), sorted(all.clone()), "{sfen}");
        let before = (Game::key(&mut position), position.material());
        let mut indices = HashMap::new();
        for &m in &all {
            let view: ShogiMove = m.into();
            assert_eq!(Move::from(view), m);
            let (key, side) = (Game::key_after(&mut position, m), position.side_after(m));
            let (board_key, hand) = (Position::key_after(&position, m), position.hand_after(m));
            let mover = position.side();
            let victim = view.to().and_then(|to| position.piece(to));
            Game::play(&mut position, m).unwrap();
            assert_eq!(key, Ok(Game::key(&mut position)), "{}", format_usi(m));
            assert_eq!(side, Ok(Game::side(&mut position)));
            assert_eq!(board_key, position.board_key());
            assert_eq!(hand, position.hand(mover));
            assert_eq!(Game::outcome(&mut position), Ok(None));
            // From the mover's view now.
            let gain = -position.evaluate().unwrap() - before.1;
            Game::undo(&mut position, m).unwrap();
            assert_eq!((Game::key(&mut position), position.material()), before);

            let quiet = victim.is_none() && !view.is_promotion();
            assert_eq!(position.is_noisy(m), !quiet, "{}", format_usi(m));
            // Quiet moves rank alike, promotions above, and captures by what they win above all.
            let order = position.order(m);
            match (victim, view.is_promotion()) {
                (None, false) => assert_eq!(order, 0),
                (None, true) => assert_eq!(order, 8 * gain),
                (Some(_), _) => assert!(order > 0 && gain > 0),
            }
            let index = position.history_index(m);
            assert!(usize::from(index) < HISTORY_SIZE);
            // Where the piece and its destination differ, so do the numbers.
            let after =
                view.kind().map(|kind| if view.is_promotion() { kind.promoted() } else { kind });
            let what = (after, view.to(), view.is_drop());
            assert_eq!(*indices.entry(index).or_insert(what), what, "{}", format_usi(m));
            captures += usize::from(victim.is_some());
            promotions += usize::from(view.is_promotion());
            drops += usize::from(view.is_drop());
        }
    }
    assert!(captures > 5 && promotions > 10 && drops > 100, "{captures} {promotions} {drops}");
}

#[test]
fn pieces_and_squares_have_their_names() {
    // By the rules in English of the Japan Shogi Association, and the signs of problem diagrams.
    let names = [
        (PieceKind::Pawn, "pawn", '歩'),
        (PieceKind::Lance, "lance", '香'),
        (PieceKind::Knight, "knight", '桂'),
        (PieceKind::Silver, "silver", '銀'),
        (PieceKind::Gold, "gold", '金'),
        (PieceKind::Bishop, "bishop", '角'),
        (PieceKind::Rook, "rook", '飛'),
        (PieceKind::King, "king", '玉'),
        (PieceKind::Tokin, "promoted pawn", 'と'),
        (PieceKind::PromotedLance, "promoted lance", '杏'),
        (PieceKind::PromotedKnight, "promoted knight", '圭'),
        (PieceKind::PromotedSilver, "promoted silver", '全'),
        (PieceKind::Horse, "promoted bishop", '馬'),
        (PieceKind::Dragon, "promoted rook", '龍'),
    ];
    for (kind, name, sign) in names {
        assert_eq!((kind.name(), kind.japanese()), (name, sign));
    }
    let squares = [(1, 1, "1a"), (9, 9, "9i"), (5, 5, "5e"), (7, 6, "7f")];
    for (file, rank, text) in squares {
        assert_eq!(Square::at(file - 1, rank - 1).unwrap().to_string(), text);
    }
    assert_eq!(Position::default(), Position::start());
}
