//! Dobutsu shogi's side of retrograde analysis: predecessors against successors, initial values
//! against the rules.
#![cfg(all(feature = "dobutsu", feature = "retro"))]

use std::collections::HashMap;

use yomikiri::game::{IndexedGame, Initial, Successor, Value};
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::mem::{Memory, Plan};

fn with_game(test: impl FnOnce(&OpenGame<'_>)) {
    let bytes = OpenGame::plan(Plan::new()).bytes().unwrap();
    let mut block = vec![0u64; bytes / 8];
    test(&OpenGame::new(&mut Memory::new(&mut block)).unwrap());
}

fn successors(game: &OpenGame<'_>, number: u32) -> Vec<Successor> {
    let mut list = Vec::new();
    game.successors(&mut game.cursor(), number, |s| list.push(s));
    list
}

/// Numbers spread over the whole index, every group included.
fn sample(game: &OpenGame<'_>, count: u32) -> impl Iterator<Item = u32> {
    let stride = game.len() / count;
    (0..count).map(move |i| i * stride + (i * 37) % stride)
}

#[test]
fn the_initial_value_is_what_the_successors_say() {
    with_game(|game| {
        let (mut won, mut lost, mut open) = (0, 0, 0);
        for number in sample(game, 200_000) {
            let successors = successors(game, number);
            let tries = successors.contains(&Successor::Outside(Value::Lost(0)));
            let safe = successors.iter().filter(|s| matches!(s, Successor::Numbered(_))).count();
            let expected = if tries {
                won += 1;
                Initial::Decided(Value::Won(1))
            } else if safe > 0 {
                open += 1;
                Initial::Open(safe as u8)
            } else {
                lost += 1;
                Initial::Decided(Value::Lost(if successors.is_empty() { 0 } else { 2 }))
            };
            assert_eq!(game.initial(&mut game.cursor(), number), expected, "{number}");
        }
        assert!(won > 1000 && lost > 1000 && open > 1000);
    });
}

#[test]
fn predecessors_are_the_positions_with_this_successor_once_for_each_move() {
    with_game(|game| {
        let mut pairs = 0u32;
        for number in sample(game, 20_000) {
            if matches!(game.initial(&mut game.cursor(), number), Initial::Decided(_)) {
                continue;
            }
            let mut moves: HashMap<u32, u32> = HashMap::new();
            for successor in successors(game, number) {
                if let Successor::Numbered(after) = successor {
                    *moves.entry(after).or_default() += 1;
                }
            }
            for (after, times) in moves {
                let mut found = 0;
                game.predecessors(&mut game.cursor(), after, |p| found += u32::from(p == number));
                assert_eq!(found, times, "{number} to {after}");
                pairs += 1;
            }
        }
        assert!(pairs > 50_000);
        // And the other way: whatever is a predecessor has the move, or has won at once.
        for number in sample(game, 20_000) {
            let mut before = Vec::new();
            game.predecessors(&mut game.cursor(), number, |p| before.push(p));
            for predecessor in before {
                let successors = successors(game, predecessor);
                assert!(successors.contains(&Successor::Numbered(number)));
            }
        }
    });
}

#[test]
fn groups_cover_every_number_once_and_share_no_predecessors() {
    with_game(|game| {
        let mut spans = Vec::new();
        for group in 0..game.groups() {
            let mut i = 0;
            while let Some(span) = game.span(group, i) {
                spans.push((span.start, span.end, group));
                i += 1;
            }
        }
        spans.sort_unstable();
        let mut next = 0;
        for &(start, end, _) in &spans {
            assert_eq!(start, next);
            next = end;
        }
        assert_eq!(next, game.len());
        let group_of = |number: u32| {
            let i = spans.partition_point(|&(_, end, _)| end <= number);
            spans[i].2
        };
        // All successors of a position lie in one group.
        for number in sample(game, 50_000) {
            let groups: Vec<u32> = successors(game, number)
                .into_iter()
                .filter_map(|s| match s {
                    Successor::Numbered(after) => Some(group_of(after)),
                    Successor::Outside(_) => None,
                })
                .collect();
            assert!(groups.windows(2).all(|w| w[0] == w[1]), "{number}");
        }
    });
}
