//! Wins within a few plies against brute force, and the second player's stored moves.
#![cfg(feature = "dobutsu")]

use yomikiri::games::dobutsu::mate::{MAX_PLIES, MateSearch};
use yomikiri::games::dobutsu::player::{Player, Strategy};
use yomikiri::games::dobutsu::{Ending, Position};
use yomikiri::hash::mix;
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::Moves;
use yomikiri::status::Step;
use yomikiri::{Error, Move};

const SECOND_PLAYER: &[u8] = include_bytes!("data/dobutsu/second-player.bin");

fn moves(position: Position) -> Vec<Move> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    position.moves_into(&mut moves);
    moves.as_slice().to_vec()
}

/// Whether the side to move wins within this many plies, by the definition.
fn wins_within(position: Position, plies: u8) -> bool {
    match position.ending() {
        Some(Ending::Captured | Ending::Tried) => false,
        Some(Ending::Stood) => true,
        None if plies == 0 => false,
        None => moves(position).into_iter().any(|m| loses_within(position.after(m), plies - 1)),
    }
}

fn loses_within(position: Position, plies: u8) -> bool {
    match position.ending() {
        Some(Ending::Captured | Ending::Tried) => true,
        Some(Ending::Stood) => false,
        None if plies == 0 => false,
        None => moves(position).into_iter().all(|m| wins_within(position.after(m), plies - 1)),
    }
}

fn search(
    plies: u8,
    budget: u32,
    test: impl FnOnce(&mut dyn FnMut(Position) -> (u8, Option<Move>, u64)),
) {
    let mut block = vec![0u64; MateSearch::plan(Plan::new(), 1024).bytes().unwrap() / 8];
    let mut search = MateSearch::new(&mut Memory::new(&mut block), 1024).unwrap();
    test(&mut |position| {
        search.start(position.board(), plies).unwrap();
        while search.step(budget).unwrap() == Step::More {}
        (search.plies(), search.best(), search.nodes())
    });
}

/// Positions of pseudo-random games that go on.
fn sample() -> Vec<Position> {
    let mut random = 11u64;
    let mut positions = Vec::new();
    for _ in 0..60 {
        let mut position = Position::START;
        for _ in 0..40 {
            if position.ending().is_some() {
                break;
            }
            positions.push(position);
            let moves = moves(position);
            random = mix(random);
            position = position.after(moves[(random % moves.len() as u64) as usize]);
        }
    }
    positions
}

#[test]
fn the_search_finds_the_shortest_win_that_brute_force_finds() {
    let mut found = [0; 6];
    search(5, u32::MAX, |solve| {
        for position in sample() {
            let shortest = [1, 3, 5].into_iter().find(|&plies| wins_within(position, plies));
            let (plies, best, _) = solve(position);
            assert_eq!(best.map(|_| plies), shortest);
            found[usize::from(shortest.unwrap_or(0))] += 1;
        }
    });
    // No win, and wins in 1, 3 and 5 plies, all occur.
    assert!(found[0] > 20 && found[1] > 20 && found[3] > 5 && found[5] > 5, "{found:?}");
}

#[test]
fn the_cut_of_the_steps_does_not_matter() {
    let positions: Vec<Position> = sample().into_iter().step_by(9).collect();
    let mut runs = Vec::new();
    for budget in [1, 7, u32::MAX] {
        search(7, budget, |solve| {
            runs.push(positions.iter().map(|&p| solve(p)).collect::<Vec<_>>());
        });
    }
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
}

#[test]
fn limits_of_the_search_are_kept() {
    let mut block = vec![0u64; MateSearch::plan(Plan::new(), 64).bytes().unwrap() / 8];
    let mut memory = Memory::new(&mut block);
    assert_eq!(MateSearch::new(&mut memory, 65).unwrap_err(), Error::Config);
    let mut memory = Memory::new(&mut block[1..]);
    assert_eq!(MateSearch::new(&mut memory, 64).unwrap_err(), Error::Size);
    let mut search = MateSearch::new(&mut Memory::new(&mut block), 64).unwrap();
    assert_eq!(search.start(Position::START.board(), MAX_PLIES + 1), Err(Error::Config));
}

#[test]
fn the_stored_moves_and_the_memory_fit_a_board() {
    assert!(SECOND_PLAYER.len() <= 16 * 1024);
    assert!(Player::plan(Plan::new(), 4096).bytes().unwrap() <= 64 * 1024);
    assert_eq!(Strategy::open(SECOND_PLAYER).unwrap().plies(), 9);
}

#[test]
fn damaged_moves_are_refused() {
    for at in (0..SECOND_PLAYER.len()).step_by(97).chain(0..24) {
        let mut bytes = SECOND_PLAYER.to_vec();
        bytes[at] ^= 4;
        assert!(Strategy::open(&bytes).is_err(), "byte {at}");
    }
    assert!(Strategy::open(&SECOND_PLAYER[..SECOND_PLAYER.len() - 1]).is_err());
    assert!(Strategy::open(&[]).is_err());
}

/// Games against pseudo-random play; `yomikiri dobutsu walk` goes through all defences.
#[test]
fn the_second_player_wins_against_anything() {
    let strategy = Strategy::open(SECOND_PLAYER).unwrap();
    let mut block = vec![0u64; Player::plan(Plan::new(), 4096).bytes().unwrap() / 8];
    let mut player = Player::new(&mut Memory::new(&mut block), 4096, strategy).unwrap();
    let mut random = 77u64;
    let (mut stored, mut longest) = (0, 0);
    for _ in 0..12 {
        let mut position = Position::START;
        let mut plies = 0;
        loop {
            let moves = moves(position);
            // Leave the lion to be captured only where nothing else is left.
            let safe = |m: &Move| !position.after(*m).board().can_capture_lion();
            let mut choices: Vec<Move> = moves.iter().copied().filter(safe).collect();
            if choices.is_empty() {
                choices = moves;
            }
            random = mix(random);
            position = position.after(choices[(random % choices.len() as u64) as usize]);
            assert_eq!(position.ending(), None);
            player.start(position).unwrap();
            while player.step(1_000).unwrap() == Step::More {}
            stored += u32::from(player.found().is_none());
            let m = player.chosen().unwrap();
            assert!(position.is_legal(m));
            position = position.after(m);
            plies += 2;
            if position.ending().is_some() {
                break;
            }
            assert!(plies < 78);
        }
        assert!(matches!(position.ending(), Some(Ending::Captured | Ending::Tried)));
        longest = longest.max(plies);
    }
    assert!(stored > 20 && longest > 10, "{stored} {longest}");
    assert_eq!(
        player.start(Position::parse("S/lL-/---/---/--E/EGGCC").unwrap()),
        Err(Error::State)
    );
}
