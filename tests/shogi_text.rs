//! Shogi positions and moves as text.

use yomikiri::Error;
use yomikiri::games::shogi::{
    PieceKind, Position, SfenError, SfenErrorKind, SfenField, SfenOptions, format_usi, parse_usi,
};
use yomikiri::score::Side;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn written(position: &Position) -> String {
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    text
}

#[test]
fn the_start_position_is_the_one_of_the_rules() {
    assert_eq!(written(&Position::start()), START);
    assert_eq!(Position::from_sfen(START).unwrap(), Position::start());
}

#[test]
fn what_was_read_is_written_again_byte_for_byte() {
    let files =
        [include_str!("data/shogi-perft.tsv"), include_str!("data/shogi-random-checks.tsv")];
    let mut n = 0;
    for (file, column) in files.into_iter().zip([3, 0]) {
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let sfen = line.split('\t').nth(column).unwrap();
            let options = SfenOptions { more_than_a_set: true };
            let (position, number) = Position::from_sfen_numbered(sfen, options).unwrap();
            let mut text = String::new();
            position.write_sfen_numbered(&mut text, number).unwrap();
            // The one hand that is not in the usual order.
            assert_eq!(text, sfen.replace("w L2pb 58", "w Lb2p 58"));
            n += 1;
        }
    }
    assert!(n > 400);
}

#[test]
fn the_move_number_may_be_left_out_and_pieces_in_hand_come_in_any_order() {
    let (position, number) =
        Position::from_sfen_numbered("4k4/9/9/9/9/9/9/9/9 b p2NRb", SfenOptions::default())
            .unwrap();
    assert_eq!(number, None);
    assert_eq!(written(&position), "4k4/9/9/9/9/9/9/9/9 b R2Nbp 1");
}

#[test]
fn one_king_or_none_is_accepted_and_is_never_in_check() {
    for sfen in [
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "4k4/9/9/9/9/9/9/9/9 w - 1",
        "9/9/9/9/4K4/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/9 b R 1",
    ] {
        let position = Position::from_sfen(sfen).unwrap();
        assert!(!position.is_in_check(Side::First));
        assert!(!position.is_in_check(Side::Second));
        assert_eq!(written(&position), sfen);
    }
}

/// Text, field, byte offset, reason.
fn broken() -> Vec<(&'static str, SfenField, usize, SfenErrorKind)> {
    use SfenErrorKind as K;
    use SfenField::{Board, Hand, MoveNumber, Side as ToMove};
    vec![
        // Missing fields.
        ("", Board, 0, K::Missing),
        (" b - 1", Board, 0, K::Missing),
        ("9/9/9/9/9/9/9/9/9", ToMove, 17, K::Missing),
        ("9/9/9/9/9/9/9/9/9 ", ToMove, 18, K::Missing),
        ("9/9/9/9/9/9/9/9/9  - 1", ToMove, 18, K::Missing),
        ("9/9/9/9/9/9/9/9/9 b", Hand, 19, K::Missing),
        ("9/9/9/9/9/9/9/9/9 b ", Hand, 20, K::Missing),
        ("9/9/9/9/9/9/9/9/9 b  1", Hand, 20, K::Missing),
        ("9/9/9/9/9/9/9/9/9 b - ", MoveNumber, 22, K::Missing),
        // Ranks.
        ("9/9/9/9/9/9/9/9 b - 1", Board, 15, K::TooFewRanks),
        ("9 b - 1", Board, 1, K::TooFewRanks),
        ("9/9/9/9/9/9/9/9/9/9 b - 1", Board, 17, K::TooManyRanks),
        ("9/9/9/9/9/9/9/9/9/ b - 1", Board, 17, K::TooManyRanks),
        ("8/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::RankTooShort),
        ("/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::RankTooShort),
        ("9//9/9/9/9/9/9/9 b - 1", Board, 2, K::RankTooShort),
        ("9/9/9/9/9/9/9/9/8 b - 1", Board, 17, K::RankTooShort),
        ("9/9/9/9/9/9/9/9/ b - 1", Board, 16, K::RankTooShort),
        ("9/9/9/9/9/9/9/9/r b - 1", Board, 17, K::RankTooShort),
        ("9p/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::RankTooLong),
        ("9+p/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::RankTooLong),
        ("p9/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::RankTooLong),
        ("ggggssssrr/9/9/9/9/9/9/9/9 b - 1", Board, 9, K::RankTooLong),
        ("45/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::SplitEmptySquares),
        ("10/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::NoEmptySquares),
        ("0/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::NoEmptySquares),
        ("9/9/9/9/09/9/9/9/9 b - 1", Board, 8, K::NoEmptySquares),
        // Characters of the board.
        ("x8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::UnexpectedCharacter(b'x')),
        ("*8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::UnexpectedCharacter(b'*')),
        ("\t9/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::UnexpectedCharacter(b'\t')),
        ("9/9/9/9/9/9/9/9/9\tb - 1", Board, 17, K::UnexpectedCharacter(b'\t')),
        ("9/9/9/9/9/9/9/9/9\0b - 1", Board, 17, K::UnexpectedCharacter(0)),
        ("startpos", Board, 1, K::UnexpectedCharacter(b't')),
        ("歩8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::NotAscii),
        ("+歩8/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::NotAscii),
        ("9/9/9/9/9/9/9/9/9\u{3000}b - 1", Board, 17, K::NotAscii),
        // Promotion.
        ("+/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::PromotedNothing),
        ("8+/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::PromotedNothing),
        ("+9/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::PromotedNothing),
        ("++p8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::PromotedNothing),
        ("9/9/9/9/9/9/9/9/8+", Board, 17, K::PromotedNothing),
        ("+K8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::CannotPromote(PieceKind::King)),
        ("8+g/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::CannotPromote(PieceKind::Gold)),
        // Side to move.
        ("9/9/9/9/9/9/9/9/9 B - 1", ToMove, 18, K::UnexpectedCharacter(b'B')),
        ("9/9/9/9/9/9/9/9/9 - - 1", ToMove, 18, K::UnexpectedCharacter(b'-')),
        ("9/9/9/9/9/9/9/9/9 bw - 1", ToMove, 19, K::UnexpectedCharacter(b'w')),
        ("9/9/9/9/9/9/9/9/9 黒 - 1", ToMove, 18, K::NotAscii),
        // Hands.
        ("9/9/9/9/9/9/9/9/9 b x 1", Hand, 20, K::UnexpectedCharacter(b'x')),
        ("9/9/9/9/9/9/9/9/9 b P- 1", Hand, 21, K::UnexpectedCharacter(b'-')),
        ("9/9/9/9/9/9/9/9/9 b -P 1", Hand, 21, K::UnexpectedCharacter(b'P')),
        ("9/9/9/9/9/9/9/9/9 b -- 1", Hand, 21, K::UnexpectedCharacter(b'-')),
        ("9/9/9/9/9/9/9/9/9 b P歩 1", Hand, 21, K::NotAscii),
        ("9/9/9/9/9/9/9/9/9 b 0P 1", Hand, 20, K::BadCount),
        ("9/9/9/9/9/9/9/9/9 b 1P 1", Hand, 20, K::BadCount),
        ("9/9/9/9/9/9/9/9/9 b R02P 1", Hand, 21, K::BadCount),
        ("9/9/9/9/9/9/9/9/9 b 2", Hand, 20, K::CountWithoutPiece),
        ("9/9/9/9/9/9/9/9/9 b R2 1", Hand, 21, K::CountWithoutPiece),
        ("9/9/9/9/9/9/9/9/9 b K 1", Hand, 20, K::KingInHand),
        ("9/9/9/9/9/9/9/9/9 b 2k 1", Hand, 21, K::KingInHand),
        ("9/9/9/9/9/9/9/9/9 b +P 1", Hand, 20, K::PromotedInHand),
        ("9/9/9/9/9/9/9/9/9 b PP 1", Hand, 21, K::RepeatedPiece(PieceKind::Pawn)),
        ("9/9/9/9/9/9/9/9/9 b 2PGp3P 1", Hand, 24, K::RepeatedPiece(PieceKind::Pawn)),
        // Move number.
        ("9/9/9/9/9/9/9/9/9 b - 0", MoveNumber, 22, K::BadMoveNumber),
        ("9/9/9/9/9/9/9/9/9 b - 01", MoveNumber, 22, K::BadMoveNumber),
        ("9/9/9/9/9/9/9/9/9 b - 1000000000", MoveNumber, 22, K::BadMoveNumber),
        ("9/9/9/9/9/9/9/9/9 b - 99999999999999999999", MoveNumber, 22, K::BadMoveNumber),
        ("9/9/9/9/9/9/9/9/9 b - -1", MoveNumber, 22, K::UnexpectedCharacter(b'-')),
        ("9/9/9/9/9/9/9/9/9 b - +1", MoveNumber, 22, K::UnexpectedCharacter(b'+')),
        ("9/9/9/9/9/9/9/9/9 b - x", MoveNumber, 22, K::UnexpectedCharacter(b'x')),
        ("9/9/9/9/9/9/9/9/9 b - 一", MoveNumber, 22, K::NotAscii),
        ("9/9/9/9/9/9/9/9/9 b - 1x", MoveNumber, 23, K::TrailingText),
        ("9/9/9/9/9/9/9/9/9 b - 1 ", MoveNumber, 23, K::TrailingText),
        ("9/9/9/9/9/9/9/9/9 b - 1\n", MoveNumber, 23, K::TrailingText),
        ("9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f", MoveNumber, 23, K::TrailingText),
        ("9/9/9/9/9/9/9/9/9 b - 1手", MoveNumber, 23, K::NotAscii),
        // Impossible positions.
        ("ggggg4/9/9/9/9/9/9/9/9 b - 1", Board, 4, K::TooManyPieces(PieceKind::Gold)),
        (
            "+p+p+p+p+p+p+p+p+p/+p+p+p+p+p+p+p+p+p/+p8/9/9/9/9/9/9 b - 1",
            Board,
            38,
            K::TooManyPieces(PieceKind::Pawn),
        ),
        ("b+B7/9/9/9/9/9/9/9/9 b B 1", Hand, 23, K::TooManyPieces(PieceKind::Bishop)),
        ("9/9/9/9/9/9/9/9/9 b 3R 1", Hand, 20, K::TooManyPieces(PieceKind::Rook)),
        ("9/9/9/9/9/9/9/9/9 b 19P 1", Hand, 20, K::TooManyPieces(PieceKind::Pawn)),
        ("9/9/9/9/9/9/9/9/9 b 9999999999P 1", Hand, 20, K::TooManyPieces(PieceKind::Pawn)),
        ("9/9/9/9/9/9/9/9/9 b 3L2l 1", Hand, 22, K::TooManyPieces(PieceKind::Lance)),
        ("kk7/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::TwoKings(Side::Second)),
        ("9/9/9/9/9/K7K/9/9/9 b - 1", Board, 12, K::TwoKings(Side::First)),
        ("9/7P1/9/9/7P1/9/9/9/9 b - 1", Board, 11, K::TwoPawns(2)),
        ("9/p8/9/9/p8/9/9/9/9 b - 1", Board, 9, K::TwoPawns(9)),
        ("4P4/9/9/9/9/9/9/9/9 b - 1", Board, 1, K::NeverMoves(PieceKind::Pawn)),
        ("L8/9/9/9/9/9/9/9/9 b - 1", Board, 0, K::NeverMoves(PieceKind::Lance)),
        ("9/8N/9/9/9/9/9/9/9 b - 1", Board, 3, K::NeverMoves(PieceKind::Knight)),
        ("9/9/9/9/9/9/9/9/4p4 b - 1", Board, 17, K::NeverMoves(PieceKind::Pawn)),
        ("9/9/9/9/9/9/9/9/8l b - 1", Board, 17, K::NeverMoves(PieceKind::Lance)),
        ("9/9/9/9/9/9/9/n8/9 b - 1", Board, 14, K::NeverMoves(PieceKind::Knight)),
        ("4k4/4P4/9/9/9/9/9/9/9 b - 1", ToMove, 22, K::KingCanBeTaken),
        ("9/9/9/9/4k4/9/9/9/4L4 b - 1", ToMove, 22, K::KingCanBeTaken),
        ("9/9/9/9/3kK4/9/9/9/9 w - 1", ToMove, 21, K::KingCanBeTaken),
        ("9/9/9/9/8K/9/9/9/+r7r w - 1", ToMove, 22, K::KingCanBeTaken),
    ]
}

#[test]
fn every_kind_of_broken_sfen_is_refused_with_field_place_and_reason() {
    let broken = broken();
    assert!(broken.len() >= 60);
    for (text, field, offset, kind) in broken {
        let result = Position::from_sfen(text);
        assert_eq!(result, Err(SfenError { field, offset, kind }), "{text:?}");
        let error = result.unwrap_err();
        let illegal = matches!(
            kind,
            SfenErrorKind::TooManyPieces(_)
                | SfenErrorKind::TwoKings(_)
                | SfenErrorKind::TwoPawns(_)
                | SfenErrorKind::NeverMoves(_)
                | SfenErrorKind::KingCanBeTaken
        );
        let status = if illegal { Error::IllegalPosition } else { Error::Syntax };
        assert_eq!(Error::from(error), status, "{text:?}");
        assert!(error.to_string().starts_with(field.name()), "{error}");
    }
}

#[test]
fn more_than_a_set_is_read_only_where_allowed_and_then_within_bounds() {
    let seed = "l6nl/5+P1gk/2nl1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    let error = Position::from_sfen(seed).unwrap_err();
    assert_eq!(error.kind, SfenErrorKind::TooManyPieces(PieceKind::Lance));
    assert_eq!(error.to_string(), "board, byte 56: too many lances");
    let options = SfenOptions { more_than_a_set: true };
    let position = Position::from_sfen_with(seed, options).unwrap();
    assert_eq!(written(&position), seed);
    let full = "9/9/9/9/9/9/9/9/9 b 3R3B7G7S7N7L31P 1";
    assert_eq!(written(&Position::from_sfen_with(full, options).unwrap()), full);
    for (text, kind) in [
        ("9/9/9/9/9/9/9/9/9 b 32P 1", PieceKind::Pawn),
        ("9/9/9/9/9/9/9/9/9 b 4R 1", PieceKind::Rook),
        ("9/9/9/9/4+b4/9/9/9/9 b 3B 1", PieceKind::Bishop),
        ("gggggggg1/9/9/9/9/9/9/9/9 b - 1", PieceKind::Gold),
    ] {
        let error = Position::from_sfen_with(text, options).unwrap_err();
        assert_eq!(error.kind, SfenErrorKind::TooManyPieces(kind), "{text}");
    }
    let two = "kk7/9/9/9/9/9/9/9/9 b - 1";
    let error = Position::from_sfen_with(two, options).unwrap_err();
    assert_eq!(error.kind, SfenErrorKind::TwoKings(Side::Second));
}

#[test]
fn usi_moves_are_read_where_legal_and_written_back() {
    let position = Position::from_sfen(
        "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
    )
    .unwrap();
    for text in ["N*4d", "2h2i+", "2h2i", "8b8a", "3b4b", "1h1g+", "4d5e"] {
        match parse_usi(&position, text) {
            Ok(m) => assert_eq!(format_usi(m).to_string(), text),
            Err(error) => assert_eq!(error, Error::BadMove, "{text}"),
        }
    }
    assert!(parse_usi(&position, "N*4d").is_ok());
    for text in [
        "", "7g", "7g7", "7g7f7", "7g7f++", "0a1b", "7j7i", "7g7F", "a7b7", "P*", "P*5", "p*5e",
        "K*5e", "X*5e", "P*0e", "P*5j", "7g7f ", " 7g7f", "歩", "resign", "+7g7f",
    ] {
        assert_eq!(parse_usi(&position, text), Err(Error::Syntax), "{text:?}");
    }
    for text in ["5e5f", "P*5a", "R*5e", "9a9a", "9i9h", "3b3b", "8b8a+"] {
        assert_eq!(parse_usi(&position, text), Err(Error::BadMove), "{text:?}");
    }
}

#[test]
fn diagrams_show_pieces_hands_and_side_to_move() {
    let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    let position = Position::from_sfen(sfen).unwrap();
    assert_eq!(
        position.ascii().to_string(),
        "\
white hand: G S N 5P
  9  8  7  6  5  4  3  2  1
  l  .  .  .  .  .  .  n  l a
  .  .  .  .  . +P  .  g  k b
  .  .  n  p  .  S  .  .  . c
  p  .  p  .  .  .  .  P  p d
  .  .  .  P  .  .  S  p  . e
  .  P  P  b  .  .  P  .  P f
  P  .  .  .  .  .  G  S  . g
  R  .  .  .  .  .  .  .  . h
  L  N  .  .  .  .  b  K  L i
black hand: R G
white to move"
    );
    assert_eq!(
        position.japanese().to_string(),
        "\
後手の持駒: 金 銀 桂 歩五
 ９ ８ ７ ６ ５ ４ ３ ２ １
v香 ・ ・ ・ ・ ・ ・v桂v香 一
 ・ ・ ・ ・ ・ と ・v金v玉 二
 ・ ・v桂v歩 ・ 銀 ・ ・ ・ 三
v歩 ・v歩 ・ ・ ・ ・ 歩v歩 四
 ・ ・ ・ 歩 ・ ・ 銀v歩 ・ 五
 ・ 歩 歩v角 ・ ・ 歩 ・ 歩 六
 歩 ・ ・ ・ ・ ・ 金 銀 ・ 七
 飛 ・ ・ ・ ・ ・ ・ ・ ・ 八
 香 桂 ・ ・ ・ ・v角 玉 香 九
先手の持駒: 飛 金
後手番"
    );
}
