//! Othello: perft, both scoring rules, and exact endgames with values published elsewhere.

#![cfg(all(feature = "alphabeta", feature = "othello"))]

#[path = "common/search.rs"]
mod common;

use common::endgame_config;

use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
use yomikiri::game::Game;
use yomikiri::games::othello::{MOST_PLIES, Othello, PASS, Scoring, move_from_text, move_text};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::table::alphabeta::Table;

/// The lines of `depth` plies; one that ends the game before counts as well.
fn perft(game: &mut Othello, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = common::moves(game);
    if moves.is_empty() {
        return 1;
    }
    let mut count = 0;
    for m in moves {
        game.play(m).unwrap();
        count += perft(game, depth - 1);
        game.undo(m).unwrap();
    }
    count
}

#[test]
fn perft_from_the_start_is_the_published_count() {
    // Published to depth 12 by A. Bik (2009). A pass uses a ply.
    let counts = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    let mut game = Othello::start(Scoring::default());
    for (depth, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&mut game, depth as u32 + 1), count);
    }
}

#[test]
#[ignore = "takes minutes; run it in a release build"]
fn perft_with_passes_and_ended_games_is_the_published_count() {
    let mut game = Othello::start(Scoring::default());
    assert_eq!(perft(&mut game, 10), 24_571_284);
    assert_eq!(perft(&mut game, 11), 212_258_800);
    assert_eq!(perft(&mut game, 12), 1_939_886_636);
}

fn solve(game: Othello, config: Config, entries: usize) -> (Score, Move, u64) {
    let size = Size::new(MOST_PLIES + 1, 16);
    let report = common::search(game, (), config, size, entries, Limits::exact());
    assert!(report.complete);
    (report.score, report.best_move, report.nodes)
}

#[test]
fn the_start_on_the_4x4_board_is_lost_by_8_discs_or_10_with_the_empty_squares() {
    for (scoring, score) in [(Scoring::Discs, -8), (Scoring::EmptiesToWinner, -10)] {
        let game = Othello::start_small(4, scoring).unwrap();
        for driver in [Driver::Minimax, Driver::AlphaBeta, Driver::PrincipalVariation, Driver::MtdF]
        {
            let config = Config { range: (-16, 16), ..Config::new(driver) };
            assert_eq!(solve(game.clone(), config, 1000).0, score);
        }
    }
}

/// The positions of a file in the suite's format, with every move and its score.
fn suite(text: &str) -> Vec<(Othello, Vec<(Move, Score)>)> {
    text.lines()
        .map(|line| {
            let game = Othello::from_text(line, Scoring::EmptiesToWinner).unwrap();
            let moves = line
                .split(';')
                .skip(1)
                .filter_map(|part| {
                    let (square, score) = part.trim().split_once(':')?;
                    Some((move_from_text(square).unwrap(), score.parse().unwrap()))
                })
                .collect();
            (game, moves)
        })
        .collect()
}

fn check_suite(text: &str, driver: Driver, entries: usize) {
    for (number, (game, moves)) in suite(text).into_iter().enumerate() {
        let (score, best, _) = solve(game, endgame_config(driver), entries);
        assert_eq!(score, moves[0].1, "position {number}");
        assert!(moves.contains(&(best, score)), "position {number}: {:?}", move_text(best));
    }
}

#[test]
fn ffo_1_to_19_have_their_published_values_and_best_moves() {
    let text = include_str!("data/othello/fforum-1-19.obf");
    check_suite(text, Driver::MtdF, 1 << 16);
    check_suite(text, Driver::PrincipalVariation, 1 << 12);
}

#[test]
#[ignore = "takes minutes; run it in a release build"]
fn ffo_21_to_49_have_their_published_values_and_best_moves() {
    check_suite(include_str!("data/othello/fforum-21-39.obf"), Driver::MtdF, 1 << 20);
    check_suite(include_str!("data/othello/fforum-40-49.obf"), Driver::MtdF, 1 << 22);
}

#[test]
#[ignore = "takes a minute; run it in a release build"]
fn ffo_40_41_and_44_take_few_nodes() {
    // A leading engine with its trained evaluation takes 10, 22 and 21 million nodes for these; a
    // plain solver 32, 75 and 98 million.
    let positions = suite(include_str!("data/othello/fforum-40-49.obf"));
    for (index, most) in [(0, 16_000_000), (1, 30_000_000), (4, 30_000_000)] {
        let (game, moves) = &positions[index];
        let config = endgame_config(Driver::MtdF);
        let (score, _, nodes) = solve(game.clone(), config, 1_000_000);
        assert_eq!(score, moves[0].1);
        assert!(nodes <= most, "position {}: {nodes} nodes", 40 + index);
    }
}

fn random_set(text: &str) -> Vec<(Othello, Score)> {
    text.lines()
        .map(|line| {
            let game = Othello::from_text(line, Scoring::EmptiesToWinner).unwrap();
            (game, line[66..].trim().parse().unwrap())
        })
        .collect()
}

#[test]
fn random_endgames_have_their_known_values_with_tables_of_any_size() {
    let set = random_set(include_str!("data/othello/random.scored"));
    let drivers = [
        Driver::PrincipalVariation,
        Driver::MtdF,
        Driver::CStar,
        Driver::SssStar,
        Driver::DualStar,
        Driver::AlphaBeta,
    ];
    for (number, (game, value)) in set.into_iter().enumerate() {
        let driver = drivers[number % drivers.len()];
        let entries = [0, 1, 16, 1024, 1 << 14][number % 5];
        let (score, _, _) = solve(game, endgame_config(driver), entries);
        assert_eq!(score, value, "position {number} {driver:?} {entries}");
    }
}

#[test]
#[ignore = "takes a quarter of a minute; run it in a release build"]
fn one_hundred_endgames_of_16_empty_squares_take_few_nodes_and_mtd_f_a_tenth_fewer_than_pvs() {
    // A plain solver takes 104 million nodes for them, a leading engine 72 million.
    let set = random_set(include_str!("data/othello/random-16.scored"));
    let nodes = |config: Config, entries: usize| -> u64 {
        let count = |(number, (game, value)): (usize, &(Othello, Score))| {
            let (score, _, nodes) = solve(game.clone(), config, entries);
            assert_eq!(score, *value, "position {number}");
            nodes
        };
        set.iter().enumerate().map(count).sum()
    };
    let (mtd_f, pvs) = (endgame_config(Driver::MtdF), endgame_config(Driver::PrincipalVariation));
    let small = (nodes(mtd_f, 1 << 14), nodes(pvs, 1 << 14));
    assert_eq!(small, (45_176_489, 51_360_544));
    assert!(small.0 * 10 <= small.1 * 9);
    assert_eq!((nodes(mtd_f, 1 << 16), nodes(pvs, 1 << 16)), (44_572_723, 50_732_552));
    // Transposition cutoffs save a twentieth at least.
    let without = nodes(Config { etc_from: 0, ..mtd_f }, 1 << 14);
    assert_eq!(without, 48_860_598);
    assert!(small.0 * 20 <= without * 19);
}

#[test]
fn an_endgame_without_the_games_own_code_has_the_same_value() {
    // Plain minimax over discs and passes, no stability, no endgame code, few empty squares.
    let set = random_set(include_str!("data/othello/random.scored"));
    for (mut game, value) in set.into_iter().take(12) {
        assert_eq!(common::minimax(&mut game, u32::MAX), value);
    }
}

#[test]
fn depth_limited_searches_of_all_drivers_agree() {
    let mut game = Othello::start(Scoring::default());
    for (square, reply) in [("d3", "c3"), ("c4", "e3")] {
        game.play(move_from_text(square).unwrap()).unwrap();
        game.play(move_from_text(reply).unwrap()).unwrap();
    }
    for depth in 0..5u16 {
        let value = common::minimax(&mut game.clone(), depth.into());
        for driver in [
            Driver::PrincipalVariation,
            Driver::MtdF,
            Driver::SssStar,
            Driver::DualStar,
            Driver::CStar,
        ] {
            let size = Size::new(20, 20);
            let config = Config::new(driver);
            let report = common::search(game.clone(), (), config, size, 1024, Limits::depth(depth));
            assert_eq!(report.score, value, "{driver:?} depth {depth}");
        }
    }
}

#[test]
fn the_principal_variation_of_an_endgame_is_legal_and_starts_with_the_best_move() {
    let text = include_str!("data/othello/fforum-1-19.obf");
    let (game, moves) = suite(text).remove(0);
    let size = Size::new(MOST_PLIES + 1, 16);
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut table_block = common::table_block(1 << 14);
    let table = Table::new(&mut Memory::new(&mut table_block)).unwrap();
    let config = endgame_config(Driver::PrincipalVariation);
    let mut search =
        AlphaBeta::new(game, config, size, &mut Memory::new(&mut block), table).unwrap();
    search.solve(Limits::exact()).unwrap();
    let mut line = [Move::NONE; 30];
    let length = search.principal_variation(&mut line).unwrap();
    assert!(length >= 4);
    assert_eq!(line[0], moves[0].0);
    let mut game = search.game().clone();
    for &m in &line[..length] {
        assert!(common::moves(&mut game).contains(&m));
        game.play(m).unwrap();
    }
}

#[test]
fn a_pass_is_the_only_move_of_a_side_that_cannot_turn_a_disc() {
    // Black has one disc on a1 and white none beside it: white to move must pass.
    let text = format!("XO{} O", "-".repeat(62));
    let mut game = Othello::from_text(&text, Scoring::Discs).unwrap();
    assert_eq!(common::moves(&mut game), [PASS]);
    assert_eq!(game.outcome(), Ok(None));
    game.play(PASS).unwrap();
    assert_eq!(game.side(), Side::First);
    assert_eq!(common::moves(&mut game), [move_from_text("c1").unwrap()]);
    game.play(move_from_text("c1").unwrap()).unwrap();
    assert_eq!(game.outcome(), Ok(Some(-3)));
}

#[test]
fn undoing_restores_every_field_of_the_position() {
    let mut state = 5u64;
    for _ in 0..50 {
        let mut game = Othello::start(Scoring::default());
        let mut line = Vec::new();
        loop {
            let legal = common::moves(&mut game);
            if legal.is_empty() {
                break;
            }
            state = yomikiri::hash::mix(state);
            let m = legal[(state >> 33) as usize % legal.len()];
            let before = (game.key(), game.discs(), game.side());
            assert_eq!(game.key_after(m).unwrap(), {
                game.play(m).unwrap();
                game.key()
            });
            line.push((m, before));
        }
        while let Some((m, before)) = line.pop() {
            game.undo(m).unwrap();
            assert_eq!((game.key(), game.discs(), game.side()), before);
        }
    }
}

#[test]
fn malformed_positions_are_refused() {
    let board = "-".repeat(64);
    for text in [
        "",
        "X",
        &board,
        &format!("{board}X"),
        &format!("{board} "),
        &format!("{board} Q"),
        &format!("{board} XX"),
        &format!("{}? X", "-".repeat(63)),
    ] {
        assert!(Othello::from_text(text, Scoring::Discs).is_err(), "{text:?}");
    }
    assert!(Othello::from_text(&format!("{board} X; more"), Scoring::Discs).is_ok());
    assert!(Othello::new(1, 1, Side::First, Scoring::Discs).is_err());
    for text in ["", "i1", "a9", "a0", "a", "a11"] {
        assert!(move_from_text(text).is_err());
    }
}

#[test]
fn small_boards_have_their_squares_and_others_are_refused() {
    for width in [4u32, 6, 8] {
        let mut small = Othello::start_small(width, Scoring::default()).unwrap();
        assert_eq!(small.empty().count_ones(), width * width - 4);
        let margin = (8 - width) / 2;
        for square in 0..64u32 {
            let inside = |at: u32| (margin..margin + width).contains(&at);
            let on_board = inside(square % 8) && inside(square / 8);
            let (black, white) = small.discs();
            let free = small.empty() >> square & 1 == 1;
            assert_eq!(free, on_board && (black | white) >> square & 1 == 0, "{width} {square}");
        }
        // The four moves of the start, whatever the width.
        let mut space = [Move::NONE; 64];
        let mut moves = Moves::new(&mut space);
        small.moves(&mut moves).unwrap();
        let mut numbers: Vec<u32> = moves.as_slice().iter().map(|m| m.0).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [20, 27, 38, 45]);
    }
    for width in [0, 3, 5, 7, 9, u32::MAX] {
        let refused = Othello::start_small(width, Scoring::default());
        assert!(matches!(refused, Err(yomikiri::Error::Config)), "{width}");
    }
}

#[test]
fn corners_are_noisy_and_every_move_has_a_number_of_its_own() {
    let mut othello = Othello::start(Scoring::default());
    for number in 1..=65 {
        // a1, h1, a8, h8; 65 is a pass.
        assert_eq!(othello.is_noisy(Move(number)), [1, 8, 57, 64].contains(&number));
        assert_eq!(u32::from(othello.history_index(Move(number))), number);
    }
    assert_eq!(othello.order(Move(65)), 0);
    // A move that turns nothing is refused and changes nothing.
    let before = othello.key();
    assert_eq!(othello.play(Move(1)), Err(yomikiri::Error::BadMove));
    assert_eq!((othello.key(), othello.ply()), (before, 0));
}
