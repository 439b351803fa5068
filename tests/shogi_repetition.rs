//! Fourfold repetition, perpetual check and the declaration of a win.

use yomikiri::games::shogi::{
    Position, Record, Relation, Repetition, parse_usi, relation, repetition,
};
use yomikiri::score::Side;

/// The records of a game from `sfen`, after each move too.
fn history(sfen: &str, moves: &[&str]) -> (Position, Vec<Record>) {
    let mut position = Position::from_sfen(sfen).unwrap();
    let mut history = vec![Record::of(&position)];
    for text in moves {
        let m = parse_usi(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(m);
        history.push(Record::of(&position));
    }
    (position, history)
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn the_fourth_time_is_a_draw_and_the_third_is_not() {
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let twice = [cycle, cycle].concat();
    let (_, records) = history(START, &twice);
    assert_eq!(repetition(&records), Repetition::None);
    let thrice = [cycle, cycle, cycle].concat();
    let (_, records) = history(START, &thrice);
    assert_eq!(repetition(&records), Repetition::Draw);
    assert_eq!(repetition(&records[..12]), Repetition::None);
    assert_eq!(repetition(&[]), Repetition::None);
}

/// Black's rook chases the king between two squares.
const CHASE: &str = "4k4/9/9/9/9/9/9/9/4R3K b - 1";

#[test]
fn perpetual_check_loses_for_the_side_that_gives_it() {
    // The king steps aside and back, the rook follows: check with every move of black.
    let sfen = "4k4/9/9/9/9/9/9/9/5R2K b - 1";
    let cycle = ["4i5i", "5a4a", "5i4i", "4a5a"];
    let moves = [cycle, cycle, cycle].concat();
    let (_, records) = history(sfen, &moves);
    // Black is to move, and gave every check.
    assert_eq!(repetition(&records), Repetition::SideToMoveLoses);
    // After one move more of the same, white is to move in a fourfold position of its own.
    let more = [&moves[..], &["4i5i"]].concat();
    let (_, records) = history(sfen, &more);
    assert_eq!(repetition(&records), Repetition::SideToMoveWins);
}

#[test]
fn one_quiet_move_in_the_cycle_makes_it_a_draw() {
    // The king of white leaves check; black answers with a quiet move, then checks again.
    let sfen = "4k4/9/9/9/9/9/9/9/5R2K b - 1";
    let cycle = ["4i5i", "5a4a", "5i6i", "4a5a", "6i4i", "5a6a", "4i4h", "6a5a", "4h4i", "5a5b"];
    let back = ["1i1h", "5b5a", "1h1i", "5a5b"];
    let (_, records) = history(sfen, &[&cycle[..], &back, &back, &back].concat());
    assert_eq!(repetition(&records), Repetition::Draw);
}

#[test]
fn checks_before_the_first_of_the_four_do_not_count() {
    // The first position of the cycle arises by a check; the cycle itself has quiet moves only.
    let (_, records) = history(
        CHASE.replace("4R3K", "3R4K").as_str(),
        &[
            "6i5i", "5a4a", "1i1h", "4a4b", "1h1i", "4b4a", "1i1h", "4a4b", "1h1i", "4b4a", "1i1h",
            "4a4b", "1h1i", "4b4a",
        ],
    );
    assert_eq!(repetition(&records), Repetition::Draw);
}

#[test]
fn coming_back_with_more_or_less_in_hand_is_told() {
    let record = |hand: &str| {
        let sfen = format!("4k4/9/9/9/9/9/9/9/4K4 b {hand} 1");
        Record::of(&Position::from_sfen(&sfen).unwrap())
    };
    let other = Record::of(&Position::start());
    let side = Side::First;
    let judge = |hands: [&str; 2]| {
        let [then, now] = hands.map(record);
        relation(&[then, other, now], side)
    };
    assert_eq!(judge(["P", "P"]), Some(Relation::Same(2)));
    assert_eq!(judge(["P", "2P"]), Some(Relation::Superior(2)));
    assert_eq!(judge(["GP", "P"]), Some(Relation::Inferior(2)));
    assert_eq!(judge(["P", "L"]), None);
    assert_eq!(relation(&[record("P")], side), None);
    assert_eq!(relation(&[], side), None);
    // The latest such position counts.
    let records = [record("-"), other, record("P"), other, record("P")];
    assert_eq!(relation(&records, side), Some(Relation::Same(2)));
}

#[test]
fn a_win_is_declared_with_king_ten_pieces_and_points() {
    let can = |sfen: &str| Position::from_sfen(sfen).unwrap().can_declare_win();
    let points = |sfen: &str| Position::from_sfen(sfen).unwrap().declaration_points();
    // Ten pieces beside the king: 2 rooks and 2 bishops (20 points) and 6 small ones, 2 in hand.
    let black = "RRBB5/KGGSS4/2NN5/9/9/9/9/9/8k b 2P 1";
    assert_eq!(points(black), 28);
    assert!(can(black));
    // One point less.
    let short = "RRBB5/KGGSS4/2NN5/9/9/9/9/9/8k b P 1";
    assert_eq!(points(short), 27);
    assert!(!can(short));
    // White needs 27.
    assert!(can("8K/9/9/9/9/9/5nn2/4ssggk/5bbrr w p 1"));
    assert!(!can("8K/9/9/9/9/9/5nn2/4ssggk/5bbrr w - 1"));
    // Nine pieces beside the king.
    assert!(!can("RRBB5/KGGSS4/9/9/9/9/9/9/8k b 9P 1"));
    // The king outside, or in check.
    assert!(!can("RRBB5/GGSS5/2NN5/K8/9/9/9/9/8k b 9P 1"));
    assert!(!can("RRBB5/KGGSS4/gNN6/9/9/9/9/9/8k b 9P 1"));
    // No king at all.
    assert!(!can("RRBB5/1GGSS4/PNN6/9/9/9/9/9/8k b 9P 1"));
}
