//! Best lines and lines of draws in Dobutsu shogi with few pieces, which a plain fixpoint solves in
//! whole: Tanaka's count by his own definition, and shortest draws by trying every way.
#![cfg(all(feature = "dobutsu", feature = "retro"))]

use std::collections::{HashMap, HashSet, VecDeque};

use yomikiri::game::Value;
use yomikiri::games::dobutsu::compact::CompactIndex;
use yomikiri::games::dobutsu::draw::{DrawLine, DrawMode, DrawPlanner};
use yomikiri::games::dobutsu::finish::{Finish, TanakaValue};
use yomikiri::games::dobutsu::table::{Outcome, Store};
use yomikiri::games::dobutsu::{Board, Ending, Position};
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::{Move, Moves};
use yomikiri::score::Side;
use yomikiri::status::Error;

fn block(plan: Plan) -> Vec<u64> {
    vec![0; plan.bytes().unwrap() / 8]
}

fn moves(position: Position) -> Vec<Move> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    position.moves_into(&mut moves);
    moves.as_slice().to_vec()
}

fn as_first(board: Board) -> Position {
    Position::new(board, Side::First).unwrap()
}

/// A game with few pieces: every position that can arise, as the side to move sees it, with its
/// distance and its count.
struct World {
    boards: Vec<Board>,
    numbers: HashMap<u64, usize>,
    successors: Vec<Vec<(Move, usize)>>,
    values: Vec<Value>,
    counts: Vec<TanakaValue>,
    /// Where the board is asked for: what a table says that is wrong.
    lies: HashMap<u64, Value>,
    index: CompactIndex<'static>,
}

impl World {
    fn new(start: &str) -> Self {
        let mut boards = vec![Position::parse(start).unwrap().board()];
        let mut numbers = HashMap::from([(boards[0].pack(), 0)]);
        let mut successors = Vec::new();
        while successors.len() < boards.len() {
            let position = Position::new(boards[successors.len()], Side::First);
            // The lion is gone: the game is over.
            let over = position.is_err();
            let list = if over { Vec::new() } else { moves(position.unwrap()) };
            let after = list.into_iter().map(|m| {
                let board = position.unwrap().after(m).board();
                let number = *numbers.entry(board.pack()).or_insert_with(|| {
                    boards.push(board);
                    boards.len() - 1
                });
                (m, number)
            });
            let after = after.collect();
            successors.push(after);
        }
        let plan = CompactIndex::plan(Plan::new());
        let index = CompactIndex::new(&mut Memory::new(block(plan).leak())).unwrap();
        let values = distances(&boards, &successors);
        let counts = counts(&boards, &successors);
        Self { boards, numbers, successors, values, counts, lies: HashMap::new(), index }
    }

    fn number(&self, board: Board) -> usize {
        self.numbers[&board.pack()]
    }

    fn draws(&self, number: usize) -> impl Iterator<Item = (Move, usize)> {
        let all = self.successors[number].iter().copied();
        all.filter(|&(_, after)| self.values[after] == Value::Drawn)
    }
}

impl Store for World {
    fn stored(&mut self, _: u32) -> Result<Value, Error> {
        Err(Error::Unsupported)
    }
    fn index(&self) -> &CompactIndex<'_> {
        &self.index
    }
    fn has_distances(&self) -> bool {
        true
    }
    // The pieces are not those of the whole game, which the given functions insist on.
    fn value(&mut self, board: Board) -> Result<Value, Error> {
        let lie = self.lies.get(&board.pack()).copied();
        Ok(lie.unwrap_or(self.values[self.number(board)]))
    }
    fn outcome(&mut self, board: Board) -> Result<Outcome, Error> {
        self.value(board).map(Outcome::from)
    }
}

/// What the rules say: the game is over, or the lion stands on the far rank.
fn decided(board: Board) -> Option<Value> {
    let Ok(position) = Position::new(board, Side::First) else {
        return Some(Value::Lost(0));
    };
    match position.ending()? {
        Ending::Captured | Ending::Tried => Some(Value::Lost(0)),
        Ending::Stood => Some(Value::Won(1)),
    }
}

/// Plies to the end under best play, one ply after the other until nothing changes.
fn distances(boards: &[Board], successors: &[Vec<(Move, usize)>]) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = boards.iter().map(|&board| decided(board)).collect();
    for plies in 0u8.. {
        let before = values.clone();
        let mut open = before
            .iter()
            .any(|value| matches!(value, Some(Value::Won(n) | Value::Lost(n)) if *n > plies));
        for (number, list) in successors.iter().enumerate() {
            if before[number].is_some() {
                continue;
            }
            if list.iter().any(|&(_, after)| before[after] == Some(Value::Lost(plies))) {
                values[number] = Some(Value::Won(plies + 1));
                open = true;
            } else if list
                .iter()
                .all(|&(_, after)| matches!(before[after], Some(Value::Won(n)) if n <= plies))
            {
                values[number] = Some(Value::Lost(plies + 1));
                open = true;
            }
        }
        if !open && plies > 2 {
            break;
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Drawn)).collect()
}

/// The iteration in which Tanaka's program decides each position: 0 where the lion can be captured
/// or a try stands, otherwise one more than the successor that decides it.
fn counts(boards: &[Board], successors: &[Vec<(Move, usize)>]) -> Vec<TanakaValue> {
    let known = |win_lose, count| Some(TanakaValue { win_lose, count });
    let mut counts: Vec<Option<TanakaValue>> = boards
        .iter()
        .map(|&board| match decided(board) {
            Some(Value::Lost(_)) => known(-1, 0),
            _ if board.can_capture_lion() => known(1, 0),
            Some(_) => known(1, 1),
            None => None,
        })
        .collect();
    for iteration in 0u8..200 {
        let before = counts.clone();
        for (number, list) in successors.iter().enumerate() {
            if before[number].is_some() {
                continue;
            }
            if list.iter().any(|&(_, after)| before[after] == known(-1, iteration)) {
                counts[number] = known(1, iteration + 1);
            } else if list.iter().all(|&(_, after)| {
                matches!(before[after], Some(value) if value.win_lose == 1 && value.count <= iteration)
            }) {
                counts[number] = known(-1, iteration + 1);
            }
        }
    }
    counts.into_iter().map(|count| count.unwrap_or(TanakaValue { win_lose: 0, count: 0 })).collect()
}

/// Lions, and beside them an elephant, a chick, or a giraffe each.
const STARTS: [&str; 3] = ["1l1/3/3/1L1 b E 1", "1l1/3/3/1L1 b C 1", "1l1/3/3/1L1 b Gg 1"];

#[test]
fn counts_and_best_lines_are_those_of_tanakas_iteration() {
    let mut kinds = HashMap::new();
    for start in STARTS {
        let mut world = World::new(start);
        assert!(world.boards.len() > 1000, "{start}: {}", world.boards.len());
        let mut memory = block(Finish::plan(Plan::new()));
        let mut finish = Finish::new(&mut Memory::new(&mut memory)).unwrap();
        for number in 0..world.boards.len() {
            let board = world.boards[number];
            let count = world.counts[number];
            assert_eq!(finish.value(&mut world, board), Ok(count), "{start}: {board:?}");
            let plies = match world.values[number] {
                Value::Won(plies) | Value::Lost(plies) => plies,
                Value::Drawn => 0,
            };
            *kinds.entry((count.win_lose, plies - count.count)).or_insert(0) += 1;
            if number % 7 != 0 || count.is_over() || Position::new(board, Side::First).is_err() {
                continue;
            }
            // The line, for both sides: the first of the moves that the count allows.
            for side in [Side::First, Side::Second] {
                let mut position = Position::new(board, side).unwrap();
                let mut left = count;
                while let Some(m) = finish.choose(&mut world, position).unwrap() {
                    let fits = moves(position).into_iter().find(|&m| {
                        let after = world.counts[world.number(position.after(m).board())];
                        after.turned() == TanakaValue { count: left.count - 1, ..left }
                    });
                    assert_eq!(fits, Some(m), "{start}: {board:?}");
                    position = position.after(m);
                    left = TanakaValue { count: left.count - 1, ..left }.turned();
                }
                let stood = position.ending() == Some(Ending::Stood);
                assert!(left.is_over() || left.win_lose == 0 || stood, "{board:?}");
            }
        }
        assert_eq!(format!("{}", TanakaValue { win_lose: -1, count: 78 }), "-1(78)");
    }
    // Wins and losses that end by a capture and by a try, and draws.
    for kind in [(1, 0), (1, 1), (-1, 0), (-1, 1), (0, 0)] {
        assert!(kinds.get(&kind).is_some_and(|&n| n > 20), "{kind:?} {kinds:?}");
    }
}

#[test]
fn a_table_that_contradicts_itself_is_told() {
    let mut world = World::new(STARTS[0]);
    let deep = |value: &Value| matches!(value, Value::Won(3..));
    let number = world.values.iter().position(deep).unwrap();
    let (board, mut memory) = (world.boards[number], block(Finish::plan(Plan::new())));
    let mut finish = Finish::new(&mut Memory::new(&mut memory)).unwrap();
    for lie in [Value::Won(99), Value::Lost(98), Value::Won(201)] {
        world.lies = HashMap::from([(board.pack(), lie)]);
        assert_eq!(finish.value(&mut world, board), Err(Error::State), "{lie:?}");
    }
    assert_eq!(finish.choose(&mut world, as_first(board)), Err(Error::State));
    // A successor that is better than what the position is said to be.
    world.lies.clear();
    let value = finish.value(&mut world, board).unwrap();
    let best = finish.choose(&mut world, as_first(board)).unwrap().unwrap();
    let wanted = TanakaValue { count: value.count - 1, ..value }.turned();
    for &(m, after) in &world.successors[number] {
        if m == best || world.counts[after] == wanted {
            world.lies.insert(world.boards[after].pack(), Value::Drawn);
        }
    }
    assert_eq!(finish.choose(&mut world, as_first(board)), Err(Error::State));
    // Too little memory for the search.
    assert!(matches!(Finish::new(&mut Memory::new(&mut [0; 100])), Err(Error::Size)));
}

/// The shortest walk from one state back to it, at most `most` plies; states are drawn positions
/// after an even or an odd number of plies.
fn cycle(world: &World, state: (usize, bool), most: usize) -> Option<usize> {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(state, 0)]);
    while let Some(((number, odd), plies)) = queue.pop_front() {
        if plies >= most {
            return None;
        }
        for (_, after) in world.draws(number) {
            let next = (after, !odd);
            if next == state {
                return Some(plies + 1);
            }
            if seen.insert(next) {
                queue.push_back((next, plies + 1));
            }
        }
    }
    None
}

/// The fewest plies to a position and `rounds` times round a cycle through it.
fn shortest(world: &World, start: usize, rounds: usize) -> usize {
    let mut best = usize::MAX;
    let mut seen = HashSet::from([(start, false)]);
    let mut queue = VecDeque::from([((start, false), 0)]);
    while let Some((state, plies)) = queue.pop_front() {
        if plies + 2 * rounds >= best {
            break;
        }
        let most = (best - 1 - plies).min(200) / rounds;
        if let Some(cycle) = cycle(world, state, most) {
            best = best.min(plies + cycle * rounds);
        }
        for (_, after) in world.draws(state.0) {
            if seen.insert((after, !state.1)) {
                queue.push_back(((after, !state.1), plies + 1));
            }
        }
    }
    best
}

/// The line of a rule that looks at one position at a time, and where its cycle begins.
fn by_rule(world: &World, start: usize, fewest_replies: bool) -> (Vec<usize>, usize) {
    let mut line = vec![start];
    let mut seen = HashMap::from([((start, 0), 0)]);
    loop {
        let here = *line.last().unwrap();
        let rank = |after: usize| if fewest_replies { world.draws(after).count() } else { 0 };
        // `min_by_key` takes the first of several.
        let (_, next) = world.draws(here).min_by_key(|&(_, after)| rank(after)).unwrap();
        let plies = line.len();
        line.push(next);
        if let Some(&start) = seen.get(&(next, plies % 2)) {
            return (line, start);
        }
        seen.insert((next, plies % 2), plies);
    }
}

/// The positions of a line, each reached by a legal move that keeps the draw.
fn walk(world: &World, mut position: Position, line: &DrawLine) -> Vec<usize> {
    let mut numbers = vec![world.number(position.board())];
    for &m in &line.moves {
        assert!(position.is_legal(m));
        position = position.after(m);
        let number = world.number(position.board());
        assert_eq!(world.values[number], Value::Drawn);
        numbers.push(number);
    }
    numbers
}

#[test]
fn lines_of_draws_are_the_shortest_or_follow_their_rule() {
    let mut lines = 0;
    for start in STARTS {
        let mut world = World::new(start);
        let capacity = 1 << 15;
        let mut memory = block(DrawPlanner::plan(Plan::new(), capacity));
        let mut planner = DrawPlanner::new(&mut Memory::new(&mut memory), capacity).unwrap();
        let drawn: Vec<usize> =
            (0..world.boards.len()).filter(|&n| world.values[n] == Value::Drawn).collect();
        assert!(drawn.len() > 20, "{start}: {} draws", drawn.len());
        for (turn, &number) in drawn.iter().step_by(drawn.len() / 12).enumerate() {
            let side = if turn % 2 == 0 { Side::First } else { Side::Second };
            let position = Position::new(world.boards[number], side).unwrap();
            for (mode, rounds) in [(DrawMode::Shortest, 1), (DrawMode::Third, 2)] {
                let line = planner.line(&mut world, position, mode).unwrap();
                let numbers = walk(&world, position, &line);
                let (len, from) = (line.moves.len(), line.start_of_cycle);
                assert_eq!(len, shortest(&world, number, rounds), "{mode:?} {position:?}");
                // The position at the start of the cycle stands again after each round, same side.
                let round = (len - from) / rounds;
                assert!(round % 2 == 0 && round >= 4 && from + rounds * round == len);
                for i in 1..=rounds {
                    assert_eq!(numbers[from], numbers[from + i * round]);
                }
                lines += 1;
            }
            for mode in [DrawMode::FirstMove, DrawMode::FewestReplies] {
                let line = planner.line(&mut world, position, mode).unwrap();
                let expected = by_rule(&world, number, mode == DrawMode::FewestReplies);
                let found = (walk(&world, position, &line), line.start_of_cycle);
                assert_eq!(found, expected, "{mode:?} {position:?}");
                lines += 1;
            }
        }
    }
    assert!(lines > 100, "{lines}");
}

#[test]
fn a_planner_that_keeps_positions_finds_the_lines_of_one_that_forgets() {
    let mut world = World::new(STARTS[0]);
    let drawn: Vec<usize> =
        (0..world.boards.len()).filter(|&n| world.values[n] == Value::Drawn).collect();
    // The small one must forget now and then, where its memory ends.
    let capacities = [1 << 15, 1 << 15, 1 << 9];
    let mut memories = capacities.map(|capacity| block(DrawPlanner::plan(Plan::new(), capacity)));
    let [forgets, keeps, forced] = &mut memories;
    let mut planners = [(forgets, false), (keeps, true), (forced, true)]
        .into_iter()
        .zip(capacities)
        .map(|((memory, keeps), capacity)| {
            let mut planner = DrawPlanner::new(&mut Memory::new(memory), capacity).unwrap();
            planner.keep(keeps);
            planner
        })
        .collect::<Vec<_>>();
    let (mut compared, mut too_small) = (0, 0);
    for &number in drawn.iter().step_by(drawn.len() / 40) {
        let position = Position::new(world.boards[number], Side::First).unwrap();
        for mode in
            [DrawMode::Third, DrawMode::Shortest, DrawMode::FirstMove, DrawMode::FewestReplies]
        {
            let lines = planners
                .iter_mut()
                .map(|planner| {
                    let line = planner.line(&mut world, position, mode);
                    line.map(|line| (line.moves, line.start_of_cycle))
                })
                .collect::<Vec<_>>();
            let expected = lines[0].as_ref().unwrap();
            assert_eq!(lines[1].as_ref().unwrap(), expected, "{mode:?} {position:?}");
            match &lines[2] {
                Ok(line) => assert_eq!(line, expected, "{mode:?} {position:?}"),
                Err(error) => {
                    assert_eq!(*error, Error::Size);
                    too_small += 1;
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 100 && too_small < compared / 2, "{compared} {too_small}");
}

#[test]
fn lines_of_draws_want_a_draw_and_room() {
    let mut world = World::new(STARTS[0]);
    let won = world.values.iter().position(|value| matches!(value, Value::Won(3..))).unwrap();
    let drawn = world.values.iter().position(|value| *value == Value::Drawn).unwrap();
    let (won, drawn) = (as_first(world.boards[won]), as_first(world.boards[drawn]));
    let mut memory = block(DrawPlanner::plan(Plan::new(), 1024));
    let mut planner = DrawPlanner::new(&mut Memory::new(&mut memory), 1024).unwrap();
    let refused = planner.line(&mut world, won, DrawMode::Shortest).map(|line| line.moves.len());
    assert_eq!(refused, Err(Error::State));
    // A table that calls draw what has no move that keeps it.
    world.lies = HashMap::from([(won.board().pack(), Value::Drawn)]);
    let alone: Vec<u64> = world.successors[world.number(won.board())]
        .iter()
        .map(|&(_, after)| world.boards[after].pack())
        .collect();
    world.lies.extend(alone.into_iter().map(|board| (board, Value::Won(5))));
    for mode in [DrawMode::Shortest, DrawMode::FirstMove] {
        let refused = planner.line(&mut world, won, mode).map(|line| line.moves.len());
        assert_eq!(refused, Err(Error::State), "{mode:?}");
    }
    world.lies.clear();
    for capacity in [0, 3, 1000, 1 << 29] {
        let refused = DrawPlanner::new(&mut Memory::new(&mut memory), capacity);
        assert!(matches!(refused, Err(Error::Config)), "{capacity}");
    }
    assert!(matches!(DrawPlanner::new(&mut Memory::new(&mut memory), 2048), Err(Error::Size)));
    // Room for so few positions that the plan does not fit: told, and the next plan is none the worse.
    let mut fits = 0;
    for power in 0..10 {
        let capacity = 1 << power;
        let mut memory = block(DrawPlanner::plan(Plan::new(), capacity));
        let mut planner = DrawPlanner::new(&mut Memory::new(&mut memory), capacity).unwrap();
        let wanted = shortest(&world, world.number(drawn.board()), 1);
        for mode in [DrawMode::Shortest, DrawMode::FirstMove, DrawMode::Shortest] {
            match planner.line(&mut world, drawn, mode) {
                Err(error) => assert_eq!(error, Error::Size),
                Ok(line) if mode == DrawMode::Shortest => {
                    assert_eq!(line.moves.len(), wanted);
                    fits += 1;
                }
                Ok(_) => {}
            }
        }
    }
    assert!((2..20).contains(&fits), "{fits}");
}
