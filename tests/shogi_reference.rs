//! The move generator against a slow shogi that is plainly the rules, over random play, and single
//! moves against the lists.

#[path = "common/reference.rs"]
mod reference;

use reference::Reference;
use yomikiri::games::shogi::{
    MOST_MOVES, Position, SfenOptions, ShogiMove, Square, Stages, format_usi, parse_usi,
};
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Starts of games: the real one, one king, no king, few pieces, many in hand, handicaps.
const STARTS: [&str; 12] = [
    START,
    START,
    START,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1",
    "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL w - 1",
    "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "4k4/9/4p4/9/9/9/4P4/9/4K4 b RBGSNLPrbgsnlp 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "9/9/9/9/4K4/9/9/9/9 w 2r2b4g4s4n4l18p 1",
];

fn sorted(mut moves: Vec<u32>) -> Vec<u32> {
    moves.sort_unstable();
    moves
}

fn listed(write: impl FnOnce(&mut Moves<'_>)) -> Vec<u32> {
    let mut space = [Move::NONE; MOST_MOVES];
    let mut moves = Moves::new(&mut space);
    write(&mut moves);
    sorted(moves.as_slice().iter().map(|m| m.0).collect())
}

fn sfen(position: &Position) -> String {
    let mut text = String::new();
    position.write_sfen(&mut text).unwrap();
    text
}

/// Compares everything in one position, and gives its legal moves.
fn compare(position: &Position, reference: &Reference) -> Vec<u32> {
    let legal = reference.legal();
    let expected = sorted(legal.iter().map(|(play, _)| play.packed()).collect());
    let checks =
        sorted(legal.iter().filter(|(_, check)| *check).map(|(play, _)| play.packed()).collect());
    assert_eq!(listed(|m| position.legal_moves(m)), expected, "{}", sfen(position));
    assert_eq!(listed(|m| position.checking_moves(m)), checks, "{}", sfen(position));
    assert_eq!(position.legal_count() as usize, expected.len());
    assert_eq!(position.checking_count() as usize, checks.len());
    assert_eq!(position.has_legal_move(), !expected.is_empty());
    assert_eq!(position.has_checking_move(), !checks.is_empty());
    let limits = position.limits();
    let stages = [Stages::CAPTURES, Stages::QUIET_PROMOTIONS, Stages::QUIETS, Stages::DROPS];
    let mut together = Vec::new();
    for stage in stages {
        let list = listed(|m| position.moves_of(&limits, stage, m));
        assert_eq!(position.count_of(&limits, stage) as usize, list.len());
        together.extend(list);
    }
    assert_eq!(sorted(together), expected, "{}", sfen(position));
    let white = position.side() as u8 == 1;
    assert_eq!(position.in_check(), reference.is_in_check(white));
    expected
}

/// Every move that could be written down in a position, legal or not: any piece of either side to
/// any square, promoting or not, and a drop of any kind on any square.
fn every_move(position: &Position) -> impl Iterator<Item = u32> + '_ {
    let code = |square| position.piece(square).map_or(0, |piece| u32::from(piece.kind.code()));
    let moves = Square::all().flat_map(move |from| {
        let kind = code(from);
        Square::all().filter(move |_| kind != 0).flat_map(move |to| {
            let bits = (to.index() | from.index() << 7) as u32 | kind << 16 | code(to) << 20;
            [bits, bits | 1 << 14]
        })
    });
    let drops = (1..=8)
        .flat_map(|kind| Square::all().map(move |to| to.index() as u32 | 1 << 15 | kind << 16));
    moves.chain(drops)
}

/// Asks for single moves; gives how many moves that leave a king open to capture were refused.
fn ask_for_single_moves(
    position: &Position,
    reference: &Reference,
    legal: &[u32],
    every: bool,
) -> usize {
    let is_listed = |bits: u32| legal.binary_search(&bits).is_ok();
    let mut refused = 0;
    // What obeys all the other rules is what pins and checks are about.
    for play in reference.candidates() {
        let bits = play.packed();
        assert_eq!(position.is_legal(Move(bits)), is_listed(bits), "{} {play:?}", sfen(position));
        refused += usize::from(!is_listed(bits));
    }
    if every {
        for bits in every_move(position) {
            let m = Move(bits);
            assert_eq!(position.is_legal(m), is_listed(bits), "{} {m:?}", sfen(position));
        }
    }
    refused
}

/// What random play met.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    positions: usize,
    /// Moves refused, because they leave the king open to capture, of a side that is not in check:
    /// steps of the king into an attack, and pinned pieces that leave their line.
    exposing: usize,
}

/// Plays random games and compares every position; gives what there was.
fn random_play(seed: u64, positions: usize, every: usize) -> Seen {
    let mut state = seed;
    let mut draw = move |n: usize| {
        state = mix(state);
        (((state >> 32) * n as u64) >> 32) as usize
    };
    let (mut seen, mut exposing) = (0, 0);
    let mut games = 0;
    while seen < positions {
        let start = STARTS[games % STARTS.len()];
        games += 1;
        let mut position = Position::from_sfen(start).unwrap();
        let mut reference = Reference::from_sfen(start);
        for ply in 0..300 {
            let legal = compare(&position, &reference);
            seen += 1;
            let refused = ask_for_single_moves(&position, &reference, &legal, ply % every == 0);
            if !position.in_check() {
                exposing += refused;
            }
            if legal.is_empty() || seen == positions {
                break;
            }
            if ply % every == 0 {
                for &bits in &legal {
                    let m = Move(bits);
                    assert!(position.is_legal(m), "{} {m:?}", sfen(&position));
                    let mut child = position.clone();
                    let identity = position.identity_after(m);
                    child.play(m);
                    assert_eq!(child.identity(), identity);
                    assert_eq!(child.identity().key(), child.key());
                    assert_eq!(child.board_key(), child.recomputed_board_key());
                    assert_eq!(position.gives_check(m), child.in_check());
                    child.undo(m);
                    assert_eq!(child, position, "{} {m:?}", sfen(&position));
                }
                let text = sfen(&position);
                assert_eq!(Position::from_sfen(&text).unwrap(), position, "{text}");
                assert_eq!(Reference::from_sfen(&text), reference, "{text}");
            }
            let m = legal[draw(legal.len())];
            let (play, _) =
                reference.legal().into_iter().find(|(play, _)| play.packed() == m).unwrap();
            reference.play(play);
            position.play(Move(m));
        }
    }
    Seen { positions: seen, exposing }
}

#[test]
fn legal_and_checking_moves_equal_the_slow_reference_over_random_play() {
    let seen = random_play(1, 3000, 10);
    assert_eq!(seen.positions, 3000);
    assert!(seen.exposing > 1000, "{seen:?}");
}

/// A million positions, where `YOMIKIRI_LONG` is set (about half an hour).
#[test]
fn legal_and_checking_moves_equal_the_slow_reference_over_a_million_positions() {
    if std::env::var_os("YOMIKIRI_LONG").is_none() {
        eprintln!("skipped: YOMIKIRI_LONG is not set");
        return;
    }
    assert_eq!(random_play(2, 1_000_000, 10).positions, 1_000_000);
}

/// Positions with every trait that matters to legality: pins, double check, drop-pawn mate, one
/// king, promotion zones.
const TRICKY: [&str; 8] = [
    "ln3gsn1/7kl/3+B1p1p1/p4s2p/2P6/P2B3PP/1PNP+rPP2/2G3SK1/L4G1NL b G3Prs3p 65",
    "ln2+r1r2/5s+Pkl/3+B1p1p1/p4B2p/2P6/P6PP/1PNP1P3/2G3SK1/L4G1NL w 2GSN3Ps3p 76",
    "7lk/9/8S/9/9/9/9/7L1/8K b P 1",
    "8k/9/7+R1/9/9/9/9/9/K8 b P 1",
    "5B1n1/8k/6Rpp/9/9/9/1+p7/9/K8 b rb4g4s3n4l15p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "9/6rp1/6k2/3B2B2/2R3S2/9/9/9/9 b 4g3s4n4l17p 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
];

#[test]
fn is_legal_says_yes_to_the_listed_moves_and_to_no_other_number() {
    for text in TRICKY {
        let position = Position::from_sfen(text).unwrap();
        let legal = listed(|m| position.legal_moves(m));
        let reference = Reference::from_sfen(text).legal();
        let expected = sorted(reference.iter().map(|(play, _)| play.packed()).collect());
        assert_eq!(legal, expected, "{text}");
        let mut found = Vec::new();
        // Squares and flags in full; the kinds as they stand on the board, and wrong ones.
        for low in 0..1u32 << 16 {
            let to = (low & 127) as usize;
            let on = |square: usize| {
                u8::try_from(square)
                    .ok()
                    .and_then(Square::new)
                    .and_then(|s| position.piece(s))
                    .map_or(0, |piece| u32::from(piece.kind.code()))
            };
            for kind in 0..16 {
                for captured in [0, on(to), (on(to) + 1) & 15, on(to) ^ 8] {
                    let m = Move(low | kind << 16 | captured << 20);
                    if position.is_legal(m) {
                        found.push(m.0);
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, legal, "{text}");
        // The bits above the fields must be 0.
        for &bits in &legal {
            for bit in 24..32 {
                assert!(!position.is_legal(Move(bits | 1 << bit)));
            }
        }
        let mut state = 7;
        for _ in 0..200_000 {
            state = mix(state);
            let m = Move(state as u32);
            assert_eq!(position.is_legal(m), legal.binary_search(&m.0).is_ok());
        }
    }
}

/// Pinned pieces, one free piece, and their moves, by hand; everything else is refused.
#[test]
fn a_pinned_piece_moves_along_its_pin_or_not_at_all() {
    let cases = [
        ("4r3k/9/9/9/4G4/9/9/9/4K4 b - 1", "5e", &["5e5d", "5e5f"][..]),
        ("8k/9/9/4G3r/9/9/4K4/9/9 b - 1", "5d", &["5d4d", "5d5c", "5d5e", "5d6c", "5d4c", "5d6d"]),
        ("8k/9/9/9/r2S1K3/9/9/9/9 b - 1", "6e", &[]),
        ("b7k/9/9/9/4S4/9/9/9/8K b - 1", "5e", &["5e6d", "5e4f"]),
        ("8k/9/9/4l4/9/4N4/9/9/4K4 b - 1", "5f", &[]),
        ("8k/9/9/4l4/9/4L4/9/9/4K4 b - 1", "5f", &["5f5e", "5f5d"]),
        ("8k/9/9/9/4KP2r/9/9/9/9 b - 1", "4e", &[]),
        ("7k1/9/4r4/9/4B4/9/9/9/4K4 b - 1", "5e", &[]),
        (
            "8k/9/4r4/9/4R4/9/9/9/4K4 b - 1",
            "5e",
            &["5e5c", "5e5c+", "5e5d", "5e5f", "5e5g", "5e5h"],
        ),
        ("4k4/9/9/9/4s4/9/9/9/4R3K w - 1", "5e", &["5e5f"]),
        ("k8/9/9/9/4n4/9/9/9/8B w - 1", "5e", &[]),
    ];
    for (text, from, answers) in cases {
        let position = Position::from_sfen(text).unwrap();
        assert!(!position.in_check(), "{text}");
        let found = every_move(&position)
            .map(Move)
            .filter(|&m| position.is_legal(m))
            .map(|m| format_usi(m).to_string())
            .filter(|name| name.starts_with(from));
        let mut found: Vec<String> = found.collect();
        found.sort_unstable();
        let mut answers: Vec<&str> = answers.to_vec();
        answers.sort_unstable();
        assert_eq!(found, answers, "{text}");
        for name in answers {
            assert!(parse_usi(&position, name).is_ok(), "{text} {name}");
        }
    }
}

/// All 2^24 numbers, where `YOMIKIRI_LONG` is set.
#[test]
fn is_legal_is_exact_over_every_number() {
    if std::env::var_os("YOMIKIRI_LONG").is_none() {
        eprintln!("skipped: YOMIKIRI_LONG is not set");
        return;
    }
    for text in TRICKY {
        let position = Position::from_sfen(text).unwrap();
        let legal = listed(|m| position.legal_moves(m));
        let found: Vec<u32> =
            (0..1u32 << 24).filter(|&bits| position.is_legal(Move(bits))).collect();
        assert_eq!(found, legal, "{text}");
    }
}

#[test]
fn a_list_without_room_says_so() {
    let position = Position::from_sfen(TRICKY[5]).unwrap();
    for room in [0, 1, 7, 8, 9, 100, 205, 206, 207, 208] {
        let mut space = vec![Move::NONE; room];
        let mut moves = Moves::new(&mut space);
        position.legal_moves(&mut moves);
        assert_eq!(moves.len(), room.min(207));
        assert_eq!(moves.finish().is_ok(), room >= 207, "room {room}");
    }
}

#[test]
fn senseless_refusals_to_promote_can_be_left_out_and_nothing_else() {
    let mut n = 0;
    for line in include_str!("data/shogi-random-checks.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let position = Position::from_sfen(line.split('\t').next().unwrap()).unwrap();
        let limits = position.limits();
        let all = listed(|m| position.moves_of(&limits, Stages::ALL, m));
        let sensible = listed(|m| position.moves_of(&limits, Stages::ALL.sensible(), m));
        assert_eq!(position.count_of(&limits, Stages::ALL.sensible()) as usize, sensible.len());
        let kept: Vec<u32> = all
            .iter()
            .copied()
            .filter(|&bits| {
                let m = ShogiMove(Move(bits));
                let promoted = bits | 1 << 14;
                let can_promote = !m.is_drop() && bits != promoted && all.contains(&promoted);
                let rank = m.to().unwrap().rank();
                let last_but_one = match position.side() as u8 {
                    0 => rank == 1,
                    _ => rank == 7,
                };
                let senseless = can_promote
                    && match bits >> 16 & 15 {
                        1 | 5 | 6 => true,
                        2 => last_but_one,
                        _ => false,
                    };
                n += usize::from(senseless);
                !senseless
            })
            .collect();
        assert_eq!(sensible, kept, "{line}");
    }
    assert!(n > 100);
}

#[test]
fn the_seed_position_has_the_listed_moves() {
    let options = SfenOptions { more_than_a_set: true };
    let counts = |text: &str| {
        let position = Position::from_sfen_with(text, options).unwrap();
        let limits = position.limits();
        [
            Stages::ALL,
            Stages::DROPS,
            Stages::CAPTURES,
            Stages::QUIETS.and(Stages::QUIET_PROMOTIONS),
            Stages::ALL.sensible(),
            Stages::CAPTURES.sensible(),
            Stages::QUIETS.and(Stages::QUIET_PROMOTIONS).sensible(),
        ]
        .map(|stages| position.count_of(&limits, stages))
    };
    let seed = "l6nl/5+P1gk/2nl1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    assert_eq!(counts(seed), [213, 172, 4, 37, 204, 3, 29]);
    let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    let [legal, drops, captures, others, ..] = counts(matsuri);
    assert_eq!([legal, drops, captures, others], [207, 167, 3, 37]);

    // Drops by kind: 51 silver, 51 gold, 39 knight, 31 pawn. The three sensible captures, and the
    // nine refusals of the bishops that the blog leaves out.
    let position = Position::from_sfen_with(seed, options).unwrap();
    let limits = position.limits();
    let names = |stages: Stages| {
        let mut names: Vec<String> = listed(|m| position.moves_of(&limits, stages, m))
            .into_iter()
            .map(|bits| format_usi(Move(bits)).to_string())
            .collect();
        names.sort_unstable();
        names
    };
    let drops = names(Stages::DROPS);
    for (letter, n) in [('S', 51), ('G', 51), ('N', 39), ('P', 31)] {
        assert_eq!(drops.iter().filter(|name| name.starts_with(letter)).count(), n);
    }
    assert_eq!(names(Stages::CAPTURES.sensible()), ["6c6e", "6f9i+", "7c6e"]);
    let all = names(Stages::ALL);
    let sensible = names(Stages::ALL.sensible());
    let refused: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|name| !sensible.iter().any(|other| other == name))
        .collect();
    assert_eq!(refused, ["3i1g", "3i2h", "3i4h", "3i5g", "6f4h", "6f5g", "6f7g", "6f8h", "6f9i"]);
    assert!(!all.iter().any(|name| name == "1b2c"));
}
