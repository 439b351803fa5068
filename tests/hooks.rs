//! The hooks of a game: what they are without a word of the game, and that a borrowed game and a
//! watched one answer each as the game itself does.

use yomikiri::check::{Checked, Identity};
use yomikiri::game::{Aggregate, Dominance, Game, HISTORY_SIZE, Key, Solved};
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{ProofNumber, Score, Side};
use yomikiri::status::Error;

/// A number that moves are added to, and a list of what was asked. Only the six functions.
#[derive(Clone, Default)]
struct Plain {
    number: u32,
    asked: Vec<String>,
}

impl Game for Plain {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        out.push(Move(self.number + 1));
        out.push(Move(self.number + 2));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.asked.push(format!("play {}", m.0));
        self.number += m.0;
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.asked.push(format!("undo {}", m.0));
        self.number -= m.0;
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: u64::from(self.number) << 7, resource: self.number ^ 5 }
    }
    fn side(&mut self) -> Side {
        if self.number.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        if self.number == 13 { Err(Error::BadCallback) } else { Ok(Some(self.number as Score - 9)) }
    }
}

/// The same with an answer of its own for every hook, one that tells its arguments.
#[derive(Clone, Default)]
struct Talking(Plain);

impl Game for Talking {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.0.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.0.play(m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.0.undo(m)
    }
    fn key(&mut self) -> Key {
        self.0.key()
    }
    fn side(&mut self) -> Side {
        self.0.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.0.outcome()
    }
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        Plain { number: self.0.number + m.0, asked: Vec::new() }.key_after(Move(0))
    }
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        [Dominance::Better, Dominance::Worse, Dominance::Equal][((mine * 2 + other) % 3) as usize]
    }
    fn aggregate(&self) -> Aggregate {
        Aggregate::Greatest
    }
    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        1000 * own + 10 * joined.unwrap_or(77) + u32::from(win)
    }
    fn resource_before(&mut self, own: u32, m: Move, after: u32, win: bool) -> u32 {
        1000 * own + 100 * m.0 + 10 * after + u32::from(win)
    }
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        1000 * a + 10 * b + u32::from(win)
    }
    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        previous.0 < next.0
    }
    fn has_delayed_moves(&self) -> bool {
        false
    }
    fn has_resources(&self) -> bool {
        false
    }
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        Ok(Some(Move(self.0.number + 40)))
    }
    fn plies(&self, m: Move) -> u16 {
        (m.0 % 3) as u16
    }
    fn has_free_moves(&self) -> bool {
        true
    }
    fn initial_numbers(&mut self, m: Move) -> (ProofNumber, ProofNumber) {
        (m.0 + 3, m.0 + 8)
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok(self.0.number as Score * 3)
    }
    fn bounds(&mut self, alpha: Score, beta: Score) -> Result<Option<(Score, Score)>, Error> {
        Ok(Some((alpha - 1, beta + 2)))
    }
    fn bounds_to_depth(
        &mut self,
        depth: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<(Score, Score)>, Error> {
        Ok(Some((alpha - Score::from(depth), beta + 1)))
    }
    fn solve(&mut self, alpha: Score, beta: Score) -> Result<Option<Solved>, Error> {
        Ok(Some(Solved { score: 3 * alpha + beta, nodes: self.0.number }))
    }
    fn moves_staged(&mut self, stage: u32, out: &mut Moves<'_>) -> Result<bool, Error> {
        out.push(Move(60 + stage));
        Ok(stage == 0)
    }
    fn is_staged(&self) -> bool {
        false
    }
    fn side_after(&mut self, m: Move) -> Result<Side, Error> {
        Ok(if m.0 > 2 { Side::First } else { Side::Second })
    }
    fn plies_to_end(&mut self) -> Option<u32> {
        Some(self.0.number + 90)
    }
    fn can_repeat(&self) -> bool {
        false
    }
    fn order(&mut self, m: Move) -> i32 {
        -(m.0 as i32)
    }
    fn is_noisy(&mut self, m: Move) -> bool {
        m.0 == 2
    }
    fn noisy_moves(&mut self, out: &mut Moves<'_>) -> Result<bool, Error> {
        out.push(Move(50));
        Ok(true)
    }
    fn history_index(&mut self, m: Move) -> u16 {
        (m.0 * 5) as u16
    }
}

impl Identity for Talking {
    fn identity(&mut self) -> u64 {
        u64::from(self.0.number)
    }
}

fn listed(list: impl FnOnce(&mut Moves<'_>) -> Result<bool, Error>) -> (Vec<u32>, bool) {
    let mut space = [Move::NONE; 8];
    let mut moves = Moves::new(&mut space);
    let said = list(&mut moves).unwrap();
    (moves.as_slice().iter().map(|m| m.0).collect(), said)
}

/// Every answer of a game, in text.
fn answers<G: Game>(mut game: G) -> Vec<String> {
    let mut said = Vec::new();
    macro_rules! note {
        ($($answer:expr),* $(,)?) => { $(said.push(format!("{} = {:?}", stringify!($answer), $answer));)* };
    }
    game.play(Move(4)).unwrap();
    game.play(Move(9)).unwrap();
    note!(game.outcome());
    game.undo(Move(9)).unwrap();
    note!(
        game.outcome(),
        game.key(),
        game.side(),
        game.key_after(Move(3)),
        game.side_after(Move(1)),
        game.side_after(Move(3)),
        game.dominance(1, 1),
        game.dominance(1, 2),
        game.dominance(2, 1),
        game.aggregate(),
        game.settle_resource(4, Some(6), true),
        game.settle_resource(4, None, false),
        game.resource_before(4, Move(6), 8, true),
        game.join_resources(3, 7, true),
        game.is_delayed(Move(1), Move(2)),
        game.is_delayed(Move(2), Move(1)),
        game.has_delayed_moves(),
        game.has_resources(),
        game.winning_move(),
        game.plies(Move(2)),
        game.has_free_moves(),
        game.initial_numbers(Move(2)),
        game.evaluate(),
        game.bounds(3, 5),
        game.bounds_to_depth(7, 3, 5),
        game.solve(3, 5),
        game.plies_to_end(),
        game.is_staged(),
        game.can_repeat(),
        game.order(Move(6)),
        game.is_noisy(Move(2)),
        game.is_noisy(Move(3)),
        game.history_index(Move(HISTORY_SIZE as u32 + 3)),
        listed(|out| game.moves(out).map(|()| true)),
        listed(|out| game.moves_staged(0, out)),
        listed(|out| game.moves_staged(1, out)),
        listed(|out| game.noisy_moves(out)),
    );
    said
}

#[test]
fn a_game_of_six_functions_has_the_answers_that_are_right_for_every_game() {
    let mut game = Plain::default();
    let said = answers(&mut game);
    // A key or a side behind a move is looked up by playing it.
    let steps = ["play 4", "play 9", "undo 9", "play 3", "undo 3", "play 1", "undo 1", "play 3"];
    assert_eq!(game.asked, [&steps[..], &["undo 3"]].concat());
    assert_eq!(game.number, 4);
    let right = [
        "game.outcome() = Err(BadCallback)",
        "game.outcome() = Ok(Some(-5))",
        "game.key() = Key { position: 512, resource: 1 }",
        "game.side() = First",
        "game.key_after(Move(3)) = Ok(Key { position: 896, resource: 2 })",
        "game.side_after(Move(1)) = Ok(Second)",
        "game.side_after(Move(3)) = Ok(Second)",
        "game.dominance(1, 1) = Equal",
        "game.dominance(1, 2) = Unrelated",
        "game.dominance(2, 1) = Unrelated",
        "game.aggregate() = Sum",
        "game.settle_resource(4, Some(6), true) = 4",
        "game.settle_resource(4, None, false) = 4",
        "game.resource_before(4, Move(6), 8, true) = 4",
        "game.join_resources(3, 7, true) = 3",
        "game.is_delayed(Move(1), Move(2)) = false",
        "game.is_delayed(Move(2), Move(1)) = false",
        "game.has_delayed_moves() = true",
        "game.has_resources() = true",
        "game.winning_move() = Ok(None)",
        "game.plies(Move(2)) = 1",
        "game.has_free_moves() = false",
        "game.initial_numbers(Move(2)) = (1, 1)",
        "game.evaluate() = Ok(0)",
        "game.bounds(3, 5) = Ok(None)",
        "game.bounds_to_depth(7, 3, 5) = Ok(None)",
        "game.solve(3, 5) = Ok(None)",
        "game.plies_to_end() = None",
        "game.is_staged() = true",
        "game.can_repeat() = true",
        "game.order(Move(6)) = 0",
        "game.is_noisy(Move(2)) = false",
        "game.is_noisy(Move(3)) = false",
        "game.history_index(Move(HISTORY_SIZE as u32 + 3)) = 3",
        "listed(|out| game.moves(out).map(|()| true)) = ([5, 6], true)",
        "listed(|out| game.moves_staged(0, out)) = ([5, 6], false)",
        "listed(|out| game.moves_staged(1, out)) = ([], false)",
        "listed(|out| game.noisy_moves(out)) = ([], false)",
    ];
    assert_eq!(said, right);
}

#[test]
fn a_borrowed_game_and_a_watched_one_answer_as_the_game_does() {
    let alone = answers(Talking::default());
    // No answer is that of a game which says nothing, other than those of the six functions and
    // both sides of a question of yes or no.
    let plain = answers(Plain::default());
    let same = alone.iter().zip(&plain).filter(|(a, b)| a == b).count();
    assert_eq!(same, 9, "{alone:?}");

    let mut game = Talking::default();
    assert_eq!(answers(&mut game), alone);
    assert_eq!(game.0.asked.len(), 3);

    let mut memory = vec![0; Checked::<Talking>::bytes(64).unwrap() / 8];
    let mut watched = Checked::new(Talking::default(), &mut Memory::new(&mut memory), 64).unwrap();
    assert_eq!(answers(&mut watched), alone);
    // It plays a move whose key is foretold, to see what is behind it.
    assert_eq!(watched.game().0.asked.len(), 5);
    assert_eq!((watched.compared(), watched.collisions()), (0, 0));
    assert_eq!(watched.key().resource, 1);
    assert_eq!((watched.compared(), watched.collisions()), (1, 0));

    // The identity of a borrowed game is the game's: the watch tells a position by it.
    let mut game = Talking::default();
    game.0.number = 6;
    assert_eq!(game.identity(), 6);
    let mut borrowed = &mut game;
    assert_eq!(Identity::identity(&mut borrowed), 6);
}
