//! Dobutsu shogi: rules, notations and tree counts against known answers.
#![cfg(feature = "dobutsu")]

use yomikiri::games::dobutsu::moves::Fields;
use yomikiri::games::dobutsu::perft::{Convention, count};
use yomikiri::games::dobutsu::{Kind, Notation, Position};
use yomikiri::moves::Moves;
use yomikiri::{Error, Game, Move};

fn moves(position: Position) -> Vec<Move> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    position.moves_into(&mut moves);
    let len = moves.finish().unwrap();
    space[..len].to_vec()
}

/// Counts of pyffish 0.0.90 (`legal_moves`, depths 1 to 6 of the start and 1 to 4 of the others)
/// and of independent programs.
#[test]
fn perft_by_full_rules() {
    let start = [4, 17, 123, 976, 8_122, 71_677, 635_117, 5_684_459];
    for (depth, expected) in start.into_iter().enumerate() {
        assert_eq!(count(Position::START, depth + 1, Convention::Full), Ok(expected));
    }
    for (text, expected) in [
        ("S/---/-lc/g-C/-L-/GEe", [19, 309, 4412, 58324]),
        ("G/g-r/-l-/--E/L-G/Cce", [22, 252, 4043, 34432]),
        ("S/-l-/g--/--L/-eG/CEc", [19, 288, 3847, 43444]),
    ] {
        let position = Position::parse(text).unwrap();
        for (depth, expected) in expected.into_iter().enumerate() {
            assert_eq!(count(position, depth + 1, Convention::Full), Ok(expected), "{text}");
        }
    }
}

/// Counts of independent programs.
#[test]
fn perft_of_the_two_other_conventions() {
    let graph = [4, 17, 96, 577, 3_199, 18_754, 115_169, 723_421];
    let no_self_check = [4, 13, 67, 398, 2_179, 12_636, 80_828, 503_419];
    for depth in 1..=8 {
        assert_eq!(count(Position::START, depth, Convention::Graph), Ok(graph[depth - 1]));
        assert_eq!(
            count(Position::START, depth, Convention::NoSelfCheck),
            Ok(no_self_check[depth - 1])
        );
    }
    assert_eq!(count(Position::START, 17, Convention::Full), Err(Error::Config));
}

/// Visits positions along pseudo-random games.
fn walk(mut visit: impl FnMut(Position, &[Move])) {
    let mut random = 1u64;
    for _ in 0..400 {
        let mut position = Position::START;
        for _ in 0..60 {
            if position.ending().is_some() {
                break;
            }
            let moves = moves(position);
            visit(position, &moves);
            random = yomikiri::hash::mix(random);
            position = position.after(moves[(random % moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn a_move_taken_back_restores_the_position() {
    walk(|position, moves| {
        for &m in moves {
            let mut other = position;
            other.play(m).unwrap();
            assert_ne!(other.pack(), position.pack());
            other.undo(m).unwrap();
            assert_eq!(other, position);
        }
    });
}

#[test]
fn the_pieces_are_always_two_of_a_kind() {
    walk(|position, _| {
        let board = position.board();
        assert_eq!(Position::new(board, position.side_to_move()), Ok(position));
    });
}

#[test]
fn every_notation_of_a_position_reads_back() {
    walk(|position, _| {
        for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen, Notation::Sfen] {
            let text = position.shown(notation).to_string();
            assert_eq!(Position::parse(&text), Ok(position), "{text}");
        }
    });
}

#[test]
fn every_notation_of_a_move_reads_back() {
    walk(|position, moves| {
        for &m in moves {
            for notation in [Notation::Tanaka, Notation::Clausecker, Notation::Fen] {
                let text = position.shown_move(m, notation).to_string();
                assert_eq!(position.parse_move(&text), Ok(m), "{text}");
            }
        }
    });
}

#[test]
fn the_start_in_every_notation() {
    let start = Position::START;
    assert_eq!(start.shown(Notation::Clausecker).to_string(), "S/gle/-c-/-C-/ELG/-");
    assert_eq!(start.shown(Notation::Fen).to_string(), "gle/1c1/1C1/ELG[-] w 0 1");
    assert_eq!(start.shown(Notation::Sfen).to_string(), "gle/1c1/1C1/ELG b - 1");
    assert_eq!(
        start.shown(Notation::Tanaka).to_string(),
        "-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n+\n"
    );
    let text: Vec<String> = moves(start)
        .into_iter()
        .map(|m| start.shown_move(m, Notation::Tanaka).to_string())
        .collect();
    assert_eq!(text, ["+C4C3KI", "+B4C3LI", "+B3B2HI", "+B4A3LI"]);
}

#[test]
fn a_position_that_is_not_the_games_is_refused() {
    for (text, error) in [
        ("", Error::Syntax),
        ("S/gle/-c-/-C-/ELG", Error::Syntax),
        ("S/gle/-c-/-C-/ELG/-/-", Error::Syntax),
        ("S/gle/-c-/-C-/ELGG/-", Error::Syntax),
        ("S/gle/-c-/-C-/ELX/-", Error::Syntax),
        ("S/gle/-c-/-C-/ELG/CC", Error::IllegalPosition),
        ("S/gle/-c-/-C-/ELL/-", Error::IllegalPosition),
        ("S/gle/-c-/-C-/E-G/-", Error::IllegalPosition),
        ("S/gle/---/---/ELG/CCCC", Error::IllegalPosition),
        ("gle/1c1/1C1/ELG b 1", Error::Syntax),
        ("gle/1c1/1C1/ELG[-] x 0 1", Error::Syntax),
        ("gle/1c1/1C1/EL+G b - 1", Error::Syntax),
        ("gle/1c1/1C1/ELG[- w 0 1", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n00000\n+", Error::Syntax),
        ("-KI-LI-ZO\n . -HX . \n . +HI . \n+ZO+LI+KI\n000000\n+", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n400000\n+", Error::IllegalPosition),
        // Two counts, a count of nothing, and pieces that no hand holds.
        ("gle/1c1/1C1/ELG b 11C 1", Error::Syntax),
        ("gle/1c1/1C1/ELG b 2 1", Error::Syntax),
        ("gle/1c1/1C1/ELG b L 1", Error::Syntax),
        ("gle/1c1/1C1/ELG b r 1", Error::Syntax),
        // Rows and words too many, and numbers that are none.
        ("gle/1c1/1C1/ELG/3 b - 1", Error::Syntax),
        ("gle/1c1/1C1/ELG b - 1 x", Error::Syntax),
        ("gle/1+1c/1C1/ELG b - 1", Error::Syntax),
        ("gle/4/1C1/ELG b - 1", Error::Syntax),
        ("T/gle/-c-/-C-/ELG/-", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI\n000000\n+", Error::Syntax),
        ("-KI-LI-ZO\n . *HI . \n . +HI . \n+ZO+LI+KI\n000000\n+", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . +HI\n . +HI . \n+ZO+LI+KI\n000000\n+", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n+\n+", Error::Syntax),
        ("-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n*", Error::Syntax),
    ] {
        assert_eq!(Position::parse(text), Err(error), "{text:?}");
    }
    // Blanks at the ends of lines may have been trimmed.
    let trimmed = "-KI-LI-ZO\n . -HI .\n . +HI .\n+ZO+LI+KI\n000000\n+";
    assert_eq!(Position::parse(trimmed), Ok(Position::START));
    assert_eq!(Position::START.parse_move("+C4C2KI"), Err(Error::BadMove));
    assert_eq!(Position::START.parse_move(""), Err(Error::BadMove));
}

#[test]
fn a_lion_on_the_far_rank_wins_unless_it_can_be_captured_at_once() {
    use yomikiri::score::MATE;
    // The first player's lion steps to A1, out of reach, or to B1 beside the giraffe.
    let position = Position::parse("S/--g/L-e/-l-/ECG/C").unwrap();
    let mut safe = position.after(position.parse_move("La2-a1").unwrap());
    assert_eq!(safe.outcome(), Ok(Some(-MATE)));
    let mut reached = position.after(position.parse_move("La2-b1").unwrap());
    assert_eq!(reached.outcome(), Ok(None));
    // The opponent lets the lion stand: won for its owner.
    let other = reached.parse_move("Gc1xb1").unwrap();
    assert_eq!(reached.after(other).outcome(), Ok(Some(-MATE)));
    let other = reached.parse_move("Lb3-a3").unwrap();
    assert_eq!(reached.after(other).outcome(), Ok(Some(MATE)));
    let _ = reached.moves(&mut Moves::new(&mut [Move::NONE; 96]));
}

#[test]
fn a_winning_move_is_found_exactly_where_one_ends_the_game() {
    use yomikiri::games::dobutsu::Ending;
    let mut found = 0;
    walk(|mut position, moves| {
        let wins = |m: &Move| {
            let ending = position.after(*m).ending();
            matches!(ending, Some(Ending::Captured | Ending::Tried))
        };
        let expected = moves.iter().copied().find(wins);
        assert_eq!(position.winning_move(), Ok(expected));
        found += u32::from(expected.is_some());
    });
    assert!(found > 100);
}

#[test]
fn hints_for_searches_rank_captures_and_tell_moves_apart() {
    let mut hints = std::collections::HashSet::new();
    let (mut noisy, mut quiet, mut promotions) = (0, 0, 0);
    walk(|position, moves| {
        let mut position = position;
        let mut indices = std::collections::HashMap::new();
        for &m in moves {
            let text = position.shown_move(m, Notation::Tanaka).to_string();
            let after = position.after(m);
            // What is captured, by the pieces before and after.
            let square = Fields::decode(m).to;
            let captured = position.at(square).map(|(_, kind)| kind);
            let worth = match captured {
                None => 0,
                Some(Kind::Chick) => 20,
                Some(Kind::Hen | Kind::Elephant) => 30,
                Some(Kind::Giraffe) => 40,
                Some(Kind::Lion) => 1000,
            };
            let stands = after.at(square).map(|(_, kind)| kind);
            // A drop comes from square 12, where nothing stands.
            let stood = position.at(Fields::decode(m).from).map(|(_, kind)| kind);
            let promotes = (stood, stands) == (Some(Kind::Chick), Some(Kind::Hen));
            assert_eq!(position.order(m), worth + if promotes { 10 } else { 0 }, "{text}");
            assert_eq!(position.is_noisy(m), captured.is_some());
            assert_eq!(position.side_after(m), Ok(after.side_to_move()));
            assert!(usize::from(position.history_index(m)) < yomikiri::game::HISTORY_SIZE);
            // Moves of one position that differ have numbers that differ.
            assert_eq!(indices.insert(position.history_index(m), m), None, "{text}");
            promotions += usize::from(promotes);
            noisy += usize::from(captured.is_some());
            quiet += usize::from(captured.is_none());
            hints.insert(worth);
        }
    });
    assert_eq!(hints.len(), 5);
    assert!(noisy > 100 && quiet > 100 && promotions > 0, "{noisy} {quiet} {promotions}");
}
