//! Legal and checking moves of many positions against counts from other programs.

use yomikiri::games::shogi::{MOST_MOVES, Position, ShogiMove, Stages};
use yomikiri::moves::{Move, Moves};

/// 400 positions: SFEN, legal moves, checking moves.
const SOME: &str = include_str!("data/shogi-random-checks.tsv");

fn list(position: &Position, checks: bool) -> Vec<Move> {
    let mut space = [Move::NONE; MOST_MOVES];
    let mut moves = Moves::new(&mut space);
    if checks {
        position.checking_moves(&mut moves);
    } else {
        position.legal_moves(&mut moves);
    }
    let n = moves.finish().unwrap();
    space[..n].to_vec()
}

#[test]
fn a_list_that_is_too_short_holds_the_first_moves_and_says_so() {
    for line in SOME.lines().filter(|line| !line.starts_with('#')).step_by(16) {
        let position = Position::from_sfen(line.split('\t').next().unwrap()).unwrap();
        for checks in [false, true] {
            let whole = list(&position, checks);
            for places in 0..whole.len() + 9 {
                let mut space = vec![Move::NONE; places];
                let mut moves = Moves::new(&mut space);
                if checks {
                    position.checking_moves(&mut moves);
                } else {
                    position.legal_moves(&mut moves);
                }
                assert_eq!(moves.as_slice(), &whole[..whole.len().min(places)], "{line}");
                assert_eq!(moves.finish().is_ok(), places >= whole.len(), "{line}");
            }
        }
    }
}

/// A number over the lists of all positions, in their order.
fn fingerprint(checks: bool) -> u64 {
    let lines = SOME.lines().filter(|line| !line.starts_with('#'));
    lines.fold(0, |sum, line| {
        let position = Position::from_sfen(line.split('\t').next().unwrap()).unwrap();
        list(&position, checks).iter().fold(sum, |sum: u64, m| {
            (sum ^ u64::from(m.0)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
        })
    })
}

/// Searches take moves of equal promise in the order of the list, so node counts hang on it: it is
/// the same with every layout of the board and every choice of features. The numbers are those of
/// this program; they change whenever the order does.
#[test]
fn lists_have_one_order_on_every_machine() {
    assert_eq!(fingerprint(false), 0x5ab5_5486_4a53_d755);
    assert_eq!(fingerprint(true), 0x88fe_8d1a_c84d_4cc8);
}

/// The move on the board turned round or mirrored.
fn turned(m: Move, square: impl Fn(u32) -> u32) -> Move {
    let view = ShogiMove(m);
    let to = square(m.0 & 127);
    let from = if view.is_drop() { 0 } else { square(m.0 >> 7 & 127) };
    Move(m.0 & !0x3fff | from << 7 | to)
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// All that must hold of one position with known counts.
fn check(line: &str) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [sfen, legal, checking] = fields[..] else {
        panic!("{line}");
    };
    let (legal, checking): (usize, usize) = (legal.parse().unwrap(), checking.parse().unwrap());
    let position = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let moves = sorted(list(&position, false));
    let checks = sorted(list(&position, true));
    assert_eq!(moves.len(), legal, "{sfen}");
    assert_eq!(checks.len(), checking, "{sfen}");
    assert_eq!(position.legal_count() as usize, legal, "{sfen}");
    assert_eq!(position.checking_count() as usize, checking, "{sfen}");
    assert_eq!(position.has_legal_move(), legal != 0, "{sfen}");
    assert_eq!(position.has_checking_move(), checking != 0, "{sfen}");

    // The checking moves are those legal moves after which the other king is attacked.
    let mut after = position.clone();
    let by_playing: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&m| {
            let identity = position.identity_after(m);
            after.play(m);
            let gives = after.in_check();
            assert_eq!(position.gives_check(m), gives, "{sfen} {m:?}");
            assert_eq!(identity, after.identity(), "{sfen} {m:?}");
            assert_eq!(position.key_after(m), after.board_key());
            assert_eq!(position.hand_after(m), after.hand(position.side()));
            assert_eq!(after.board_key(), after.recomputed_board_key());
            after.undo(m);
            assert_eq!(after, position, "{sfen} {m:?}");
            gives
        })
        .collect();
    assert_eq!(checks, by_playing, "{sfen}");

    // The stages part the legal moves.
    let limits = position.limits();
    let mut stages = Vec::new();
    for stage in [Stages::CAPTURES, Stages::QUIET_PROMOTIONS, Stages::QUIETS, Stages::DROPS] {
        let mut space = [Move::NONE; MOST_MOVES];
        let mut out = Moves::new(&mut space);
        position.moves_of(&limits, stage, &mut out);
        let n = out.finish().unwrap();
        assert_eq!(position.count_of(&limits, stage) as usize, n);
        for &m in &space[..n] {
            let view = ShogiMove(m);
            let belongs = if view.is_drop() {
                Stages::DROPS
            } else if view.is_capture() {
                Stages::CAPTURES
            } else if view.is_promotion() {
                Stages::QUIET_PROMOTIONS
            } else {
                Stages::QUIETS
            };
            assert_eq!(stage, belongs, "{sfen} {m:?}");
        }
        stages.extend_from_slice(&space[..n]);
    }
    assert_eq!(sorted(stages), moves, "{sfen}");

    let flipped = position.flipped();
    let rotate = |list: &[Move]| sorted(list.iter().map(|&m| turned(m, |s| 80 - s)).collect());
    assert_eq!(sorted(list(&flipped, false)), rotate(&moves), "{sfen}");
    assert_eq!(sorted(list(&flipped, true)), rotate(&checks), "{sfen}");
    let mirrored = position.mirrored();
    let mirror = |s: u32| (8 - s / 9) * 9 + s % 9;
    let reflect = |list: &[Move]| sorted(list.iter().map(|&m| turned(m, mirror)).collect());
    assert_eq!(sorted(list(&mirrored, false)), reflect(&moves), "{sfen}");
    assert_eq!(sorted(list(&mirrored, true)), reflect(&checks), "{sfen}");
}

#[test]
fn legal_and_checking_moves_are_exact_in_all_views_of_400_positions() {
    let mut n = 0;
    for line in SOME.lines().filter(|line| !line.starts_with('#')) {
        check(line);
        n += 1;
    }
    assert_eq!(n, 400);
}

/// The whole file of 10,000 positions, where `YOMIKIRI_SHARED_DATA` names the folder that holds
/// `perft/random-legal-checks.tsv`.
#[test]
fn legal_and_checking_moves_are_exact_in_all_views_of_the_whole_file() {
    let Some(folder) = std::env::var_os("YOMIKIRI_SHARED_DATA") else {
        eprintln!("skipped: YOMIKIRI_SHARED_DATA is not set");
        return;
    };
    let path = std::path::Path::new(&folder).join("perft/random-legal-checks.tsv");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut n = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        check(line);
        n += 1;
    }
    assert_eq!(n, 10_000);
}
