//! Every driver gives the value of plain minimax, at every table size, however the steps are cut.

#![cfg(feature = "alphabeta")]

#[path = "common/search.rs"]
mod common;
#[path = "common/connect_four.rs"]
mod connect_four;

use connect_four::ConnectFour;
use yomikiri::Step;
use yomikiri::alphabeta::{
    AlphaBeta, Config, Driver, Limits, OrderingSwitches, Size, Stop, UNLIMITED, memory_bytes,
};
use yomikiri::budget::{Cancel, Progress};
use yomikiri::game::{Game, Key};
use yomikiri::games::random_tree::{RandomTree, Shape};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Bound, MATE, Score, Side};
use yomikiri::status::Error;
use yomikiri::table::alphabeta::Table;

const DRIVERS: [Driver; 8] = [
    Driver::Minimax,
    Driver::BranchAndBound,
    Driver::AlphaBeta,
    Driver::PrincipalVariation,
    Driver::MtdF,
    Driver::SssStar,
    Driver::DualStar,
    Driver::CStar,
];

// The last is larger than its near part.
const TABLES: [usize; 5] = [0, 1, 16, 1024, 1 << 16];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = mix(self.0);
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

fn random_shape(dice: &mut Dice, seed: u64) -> Shape {
    let graph = dice.coin();
    Shape {
        row: if graph { 1 + dice.below(8) } else { 0 },
        growth: !graph && dice.coin(),
        order_quality: dice.below(101),
        free_sides: dice.below(3) == 0,
        early_end: if dice.coin() { dice.below(30) } else { 0 },
        ..Shape::tree(seed, 1 + dice.below(4), 1 + dice.below(5), 1 + dice.below(20) as Score)
    }
}

fn random_config(dice: &mut Dice, driver: Driver) -> Config {
    Config {
        ordering: OrderingSwitches {
            table_move: dice.coin(),
            hint: dice.coin(),
            killers: dice.coin(),
            history: dice.coin(),
            countermoves: dice.coin(),
        },
        order_from: dice.below(3) as u16,
        etc_from: dice.below(5) as u16,
        etc_refutes: dice.coin(),
        iterative: dice.coin(),
        aspiration: dice.below(4) as Score,
        first_guess: dice.below(21) as Score - 10,
        rehearsal: dice.below(4) as u16,
        rehearsal_unit: dice.below(3) as Score,
        table_from: 1 + dice.below(3) as u16,
        near_below: dice.below(6) as u16,
        store_leaves: dice.coin(),
        // The sums of changes of a growing tree stay within this.
        range: if dice.coin() { (-100, 100) } else { Config::default().range },
        ..Config::new(driver)
    }
}

#[test]
fn all_drivers_give_the_value_of_minimax_on_100_000_random_trees_and_graphs() {
    let size = Size::new(8, 8).with_history(16);
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut table_blocks = TABLES.map(common::table_block);
    let mut tables: Vec<Table> = table_blocks
        .iter_mut()
        .zip(TABLES)
        .map(|(block, entries)| Table::with_entries(&mut Memory::new(block), entries).unwrap())
        .collect();
    let mut dice = Dice(1);
    for seed in 0..100_000u64 {
        let shape = random_shape(&mut dice, seed);
        let mut game = RandomTree::new(shape).unwrap();
        let depth =
            if dice.coin() { Limits::exact().depth } else { dice.below(shape.depth + 2) as u16 };
        let value = common::minimax(&mut game, u32::from(depth));
        for (which, driver) in DRIVERS.into_iter().enumerate() {
            let at = (seed as usize + which) % TABLES.len();
            let table = &mut tables[at];
            table.clear();
            let config = random_config(&mut dice, driver);
            let mut search = AlphaBeta::new(
                &mut game,
                config,
                size,
                &mut Memory::new(&mut block),
                table.clone(),
            )
            .unwrap();
            let report = search.solve(Limits::depth(depth)).unwrap();
            assert_eq!(
                (report.score, report.bound, report.stop),
                (value, Bound::Exact, Stop::Finished),
                "{shape:?} depth {depth} table {} {config:?}",
                TABLES[at]
            );
            // The best move leads to a position of that value.
            if let Some(ended) = game.outcome().unwrap() {
                assert_eq!(ended, value);
                assert!(report.best_move.is_none());
            } else if depth > 0 {
                assert!(!report.best_move.is_none());
                let side = game.side();
                game.play(report.best_move).unwrap();
                let below = match report.depth {
                    depth if depth == Limits::exact().depth => u32::from(depth),
                    depth => u32::from(depth) - 1,
                };
                let score = common::minimax(&mut game, below);
                let score = if game.side() == side { score } else { -score };
                game.undo(report.best_move).unwrap();
                assert_eq!(score, value, "move of {shape:?} depth {depth} {config:?}");
            }
        }
    }
}

/// A random tree that sees a move which ends the game in favour of the side to move.
#[derive(Clone)]
struct Seeing {
    tree: RandomTree,
    open: bool,
}

impl Game for Seeing {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.tree.moves(out)
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.tree.play(m)
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.tree.undo(m)
    }
    fn key(&mut self) -> Key {
        self.tree.key()
    }
    fn side(&mut self) -> Side {
        self.tree.side()
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        self.tree.outcome()
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        self.tree.evaluate()
    }
    fn can_repeat(&self) -> bool {
        self.tree.can_repeat()
    }
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        if !self.open {
            return Ok(None);
        }
        let side = self.tree.side();
        let moves = common::moves(&mut self.tree);
        Ok(moves.into_iter().find(|&m| {
            self.tree.play(m).unwrap();
            let score = self.tree.outcome().unwrap().unwrap_or(0);
            let same = self.tree.side() == side;
            self.tree.undo(m).unwrap();
            if same { score > 0 } else { score < 0 }
        }))
    }
}

#[test]
fn moves_that_win_at_once_change_no_value_and_save_nodes() {
    let size = Size::new(8, 8).with_history(16);
    let mut dice = Dice(21);
    let (mut blind_nodes, mut seeing_nodes) = (0, 0);
    for seed in 0..4000u64 {
        // Where every win is as good as any other, a win on the spot always cuts.
        let plain = dice.coin();
        let shape = if plain {
            Shape { early_end: 20, ..Shape::tree(seed, 4, 5, 1) }
        } else {
            Shape { early_end: 20, ..random_shape(&mut dice, seed) }
        };
        let tree = RandomTree::new(shape).unwrap();
        let depth = dice.below(shape.depth + 2);
        let value = common::minimax(&mut tree.clone(), depth);
        let driver = DRIVERS[dice.below(8) as usize];
        let mut config = random_config(&mut dice, driver);
        config.ordering.hint = true;
        let run = |open: bool| {
            let game = Seeing { tree: tree.clone(), open };
            common::search(game, (), config, size, 1024, Limits::depth(depth as u16))
        };
        let (blind, seeing) = (run(false), run(true));
        assert_eq!((blind.score, seeing.score), (value, value), "{shape:?} {depth} {config:?}");
        if depth > 0 && !seeing.best_move.is_none() && seeing.depth > 0 {
            let mut game = tree.clone();
            let side = game.side();
            game.play(seeing.best_move).unwrap();
            let score = common::minimax(&mut game, u32::from(seeing.depth) - 1);
            let score = if game.side() == side { score } else { -score };
            assert_eq!(score, value, "move of {shape:?} {depth} {config:?}");
        }
        if plain && driver == Driver::MtdF {
            blind_nodes += blind.nodes;
            seeing_nodes += seeing.nodes;
        }
    }
    assert!(seeing_nodes * 20 < blind_nodes * 19, "{seeing_nodes} of {blind_nodes}");
}

/// Connect Four that says nothing before the end.
#[derive(Clone)]
struct Silent(ConnectFour);

impl Game for Silent {
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
}

#[test]
fn bounds_on_the_value_to_a_depth_change_no_value_and_save_nodes() {
    let size = Size::new(8, 8);
    let mut dice = Dice(23);
    let (mut silent_nodes, mut telling_nodes) = (0, 0);
    let mut seen = [0; 3];
    for number in 0..3000 {
        let mut game = ConnectFour::default();
        for _ in 0..dice.below(42) {
            let moves = common::moves(&mut game);
            if moves.is_empty() || game.outcome().unwrap().is_some() {
                break;
            }
            game.play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
        }
        if game.outcome().unwrap().is_none() {
            for depth in [1, 2] {
                let value = common::minimax(&mut game, depth);
                let bounds = game.bounds_to_depth(depth as u16, -1, 1).unwrap();
                assert_eq!(bounds, Some((value, value)), "{game:?} {depth}");
                seen[(value + 1) as usize] += 1;
            }
            assert_eq!(game.bounds_to_depth(3, -1, 1), Ok(None));
        }
        let depth = dice.below(6);
        let value = common::minimax(&mut game, depth);
        let driver = DRIVERS[number % 8];
        let config = random_config(&mut dice, driver);
        let limits = Limits::depth(depth as u16);
        let silent = common::search(Silent(game), (), config, size, 1024, limits);
        let telling = common::search(game, (), config, size, 1024, limits);
        assert_eq!((silent.score, telling.score), (value, value), "{game:?} {depth} {config:?}");
        silent_nodes += silent.nodes;
        telling_nodes += telling.nodes;
    }
    assert!(seen.into_iter().all(|count| count > 50), "{seen:?}");
    assert!(telling_nodes * 3 < silent_nodes, "{telling_nodes} of {silent_nodes}");
}

#[test]
fn moves_that_the_table_refutes_are_left_out_which_changes_no_value_and_saves_nodes() {
    let size = Size::new(8, 8);
    let mut dice = Dice(22);
    let (mut all, mut fewer) = (0, 0);
    for seed in 0..2000u64 {
        // Sides that move again, games that end early, values far apart: many passes.
        let shape = Shape {
            free_sides: dice.coin(),
            early_end: dice.below(20),
            ..Shape::graph(seed, 4, 6, 30, 8)
        };
        let game = RandomTree::new(shape).unwrap();
        let depth = if dice.coin() { UNLIMITED } else { 6 };
        let value = common::minimax(&mut game.clone(), if depth == 6 { 6 } else { u32::MAX });
        let driver = DRIVERS[3 + dice.below(5) as usize];
        let run = |etc_refutes: bool| {
            let config = Config { etc_from: 2, etc_refutes, ..Config::new(driver) };
            common::search(game.clone(), (), config, size, 1024, Limits::depth(depth))
        };
        let (without, with) = (run(false), run(true));
        assert_eq!((without.score, with.score), (value, value), "{shape:?} {driver:?}");
        all += without.nodes;
        fewer += with.nodes;
    }
    assert!(fewer * 20 < all * 19, "{fewer} of {all}");
}

#[test]
fn a_table_kept_between_searches_changes_no_value() {
    let size = Size::new(10, 8);
    let mut dice = Dice(2);
    for seed in 0..300u64 {
        let shape = Shape::graph(seed, 3, 6, 9, 6);
        let mut game = RandomTree::new(shape).unwrap();
        let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
        let mut table_block = common::table_block(64);
        let table = Table::new(&mut Memory::new(&mut table_block)).unwrap();
        let values: Vec<Score> = (0..8).map(|d| common::minimax(&mut game, d)).collect();
        let mut search =
            AlphaBeta::new(&mut game, Config::default(), size, &mut Memory::new(&mut block), table)
                .unwrap();
        for _ in 0..10 {
            let depth = dice.below(8);
            let driver = DRIVERS[3 + dice.below(5) as usize];
            search.set_config(Config { etc_from: 2, ..Config::new(driver) }).unwrap();
            let report = search.solve(Limits::depth(depth as u16)).unwrap();
            assert_eq!(report.score, values[depth as usize], "{driver:?} {depth}");
        }
    }
}

#[test]
fn steps_of_any_size_give_the_same_answer_and_node_count() {
    let size = Size::new(10, 8).with_history(64);
    let mut dice = Dice(3);
    for seed in 0..200u64 {
        let shape = Shape { free_sides: seed % 3 == 0, ..Shape::graph(seed, 4, 7, 30, 12) };
        let driver = DRIVERS[dice.below(8) as usize];
        let config = Config { iterative: dice.coin(), ..Config::new(driver) };
        let run = |chunk: &mut dyn FnMut() -> u64| {
            let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
            let mut table_block = common::table_block(100);
            let table = Table::new(&mut Memory::new(&mut table_block)).unwrap();
            let game = RandomTree::new(shape).unwrap();
            let mut search =
                AlphaBeta::new(game, config, size, &mut Memory::new(&mut block), table).unwrap();
            search.start(Limits::depth(6)).unwrap();
            loop {
                let before = search.report().nodes;
                let nodes = chunk();
                let step = search.step(nodes).unwrap();
                assert!(search.report().nodes - before <= nodes);
                if step == Step::Done {
                    return search.report();
                }
            }
        };
        let whole = run(&mut || u64::MAX);
        assert_eq!(run(&mut || 1), whole);
        assert_eq!(run(&mut || 1 + u64::from(dice.below(50))), whole);
    }
}

#[test]
fn a_node_limit_is_exact_and_the_game_is_back_at_the_root() {
    let size = Size::new(10, 8);
    let shape = Shape::tree(5, 4, 8, 50);
    for limit in [0, 1, 2, 17, 500, 5000] {
        let mut game = RandomTree::new(shape).unwrap();
        let root = game.key();
        let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
        let config = Config { iterative: true, ..Config::default() };
        let mut search =
            AlphaBeta::new(&mut game, config, size, &mut Memory::new(&mut block), Table::none())
                .unwrap();
        let report = search.solve(Limits { depth: 8, nodes: limit }).unwrap();
        assert_eq!((report.nodes, report.stop), (limit, Stop::Nodes));
        if limit >= 500 {
            assert!(report.depth > 0 && !report.best_move.is_none());
            assert_eq!(
                report.score,
                common::minimax(&mut RandomTree::new(shape).unwrap(), report.depth.into())
            );
        }
        assert_eq!(game.key(), root);
    }
}

#[test]
fn a_cancelled_search_stops_at_its_next_node_and_progress_is_published() {
    let size = Size::new(10, 8);
    let game = RandomTree::new(Shape::tree(5, 4, 8, 50)).unwrap();
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut search =
        AlphaBeta::new(game, Config::default(), size, &mut Memory::new(&mut block), Table::none())
            .unwrap();
    search.set_control(Some(&cancel), Some(&progress));
    search.start(Limits::depth(8)).unwrap();
    assert_eq!(search.step(100), Ok(Step::More));
    assert_eq!(progress.read().unwrap().nodes, 100);
    cancel.request();
    assert_eq!(search.step(100), Ok(Step::Done));
    let report = search.report();
    assert_eq!((report.nodes, report.stop), (100, Stop::Cancelled));
    search.start(Limits::depth(2)).unwrap();
    assert_eq!(search.step(u64::MAX), Ok(Step::Done));
    assert_eq!(search.report().stop, Stop::Finished);
}

#[test]
fn calls_out_of_order_are_refused() {
    let size = Size::new(10, 8);
    let game = RandomTree::new(Shape::tree(5, 4, 8, 50)).unwrap();
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let mut search =
        AlphaBeta::new(game, Config::default(), size, &mut Memory::new(&mut block), Table::none())
            .unwrap();
    assert_eq!(search.step(1), Err(Error::State));
    search.start(Limits::depth(8)).unwrap();
    assert_eq!(search.step(10), Ok(Step::More));
    assert!(search.game_mut().is_err());
    assert_eq!(search.set_config(Config::default()), Err(Error::State));
    search.give_up().unwrap();
    assert!(search.game_mut().is_ok());
    let bad = Config { granularity: 0, ..Config::default() };
    assert_eq!(search.set_config(bad), Err(Error::Config));
}

#[test]
fn sizes_and_depths_out_of_range_are_refused() {
    let game = RandomTree::new(Shape::tree(5, 4, 8, 50)).unwrap();
    let mut block = vec![0u64; 4096];
    let mut refused = |size| {
        let memory = &mut Memory::new(&mut block);
        AlphaBeta::new(game.clone(), Config::default(), size, memory, Table::none()).err()
    };
    for slots in [3, 4097, 8192, usize::MAX] {
        let size = Size::new(10, 8);
        assert_eq!(refused(Size { history: slots, ..size }), Some(Error::Config), "{slots}");
        assert_eq!(refused(Size { countermoves: slots, ..size }), Some(Error::Config), "{slots}");
    }
    for slots in [0, 1, 64] {
        let size = Size { history: slots, countermoves: slots, ..Size::new(10, 8) };
        assert_eq!(refused(size), None, "{slots}");
    }
    let moves = 1 << 31;
    assert_eq!(refused(Size { moves, ..Size::new(10, 8) }), Some(Error::Config));
    assert_eq!(refused(Size { plies: 1 << 20, ..Size::new(10, 8) }), Some(Error::Size));
    let endless = Size { plies: usize::MAX, ..Size::new(10, 8) };
    assert_eq!(memory_bytes(&endless), Err(Error::Size));

    let size = Size::new(10, 8);
    let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
    let memory = &mut Memory::new(&mut block);
    let mut search = AlphaBeta::new(game, Config::default(), size, memory, Table::none()).unwrap();
    for depth in [UNLIMITED + 1, u16::MAX] {
        assert_eq!(search.start(Limits::depth(depth)), Err(Error::Config));
    }
    assert_eq!(search.start(Limits::depth(UNLIMITED)), Ok(()));
    for shape in [
        Shape { width: 0, ..Shape::tree(5, 4, 8, 50) },
        Shape { early_end: 101, ..Shape::tree(5, 4, 8, 50) },
        Shape { order_quality: 101, ..Shape::tree(5, 4, 8, 50) },
        Shape { spread: 10_000, ..Shape::tree(5, 4, 8, 50) },
        Shape { spread: -1, ..Shape::tree(5, 4, 8, 50) },
        Shape { depth: 1 << 20, ..Shape::tree(5, 4, 8, 50) },
    ] {
        assert_eq!(RandomTree::new(shape).err(), Some(Error::Config));
    }
}

#[test]
fn memory_that_is_too_small_is_an_error_and_leaves_the_game_at_its_root() {
    let shape = Shape::tree(5, 4, 8, 50);
    for (size, error) in [
        (Size { plies: 5, moves: 100, history: 0, countermoves: 0 }, Error::Size),
        (Size { plies: 50, moves: 18, history: 0, countermoves: 0 }, Error::TooManyMoves),
    ] {
        let mut game = RandomTree::new(shape).unwrap();
        let root = game.key();
        let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
        let mut search = AlphaBeta::new(
            &mut game,
            Config::default(),
            size,
            &mut Memory::new(&mut block),
            Table::none(),
        )
        .unwrap();
        assert_eq!(search.solve(Limits::depth(8)), Err(error));
        assert!(search.solve(Limits::depth(3)).is_ok());
        assert_eq!(game.key(), root);
    }
}

/// A token walks on a directed graph, the sides moving it in turn. Who cannot move has lost.
/// Positions repeat.
#[derive(Clone)]
struct Graph {
    at: usize,
    side: Side,
    edges: Vec<Vec<usize>>,
}

impl Graph {
    fn random(dice: &mut Dice, squares: usize) -> Self {
        let edges = (0..squares)
            .map(|_| {
                (0..dice.below(4))
                    .map(|_| dice.below(squares as u32) as usize)
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect()
            })
            .collect();
        Self { at: 0, side: Side::First, edges }
    }
}

impl Game for Graph {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        for &to in &self.edges[self.at] {
            out.push(Move(1 + to as u32 + ((self.at as u32) << 8)));
        }
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.at = (m.0 - 1) as usize & 0xff;
        self.side = self.side.other();
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        self.at = (m.0 - 1) as usize >> 8;
        self.side = self.side.other();
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: mix(self.at as u64 * 2 + self.side as u64), resource: 0 }
    }
    fn side(&mut self) -> Side {
        self.side
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }
}

/// Minimax over lines, a repetition on the line being a draw.
fn minimax_of_lines(game: &mut Graph, depth: u32, line: &mut Vec<(usize, Side)>) -> Score {
    let here = (game.at, game.side);
    if line.contains(&here) {
        return 0;
    }
    if depth == 0 {
        return 0;
    }
    line.push(here);
    let mut best = -MATE;
    for m in common::moves(game) {
        game.play(m).unwrap();
        let score = -minimax_of_lines(game, depth - 1, line);
        game.undo(m).unwrap();
        let score = match score {
            s if s > MATE / 2 => s - 1,
            s if s < -MATE / 2 => s + 1,
            s => s,
        };
        best = best.max(score);
    }
    line.pop();
    best
}

/// The value with perfect play and no history: wins and losses with their distance, else a draw.
fn value_without_history(graph: &Graph) -> Score {
    let n = graph.edges.len();
    let mut values = vec![[0; 2]; n];
    for _ in 0..4 * n {
        let before = values.clone();
        for (edges, values) in graph.edges.iter().zip(&mut values) {
            for side in 0..2 {
                let best = edges
                    .iter()
                    .map(|&to| match -before[to][1 - side] {
                        s if s > MATE / 2 => s - 1,
                        s if s < -MATE / 2 => s + 1,
                        s => s,
                    })
                    .max();
                values[side] = best.unwrap_or(-MATE);
            }
        }
    }
    values[graph.at][graph.side as usize]
}

#[test]
fn repetition_is_a_draw_on_the_line_and_mates_count_their_distance() {
    let size = Size::new(40, 4);
    let mut dice = Dice(7);
    let mut decided = 0;
    for _ in 0..2000 {
        let mut game = Graph::random(&mut dice, 7);
        let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
        let depth = 1 + dice.below(8);
        let value = minimax_of_lines(&mut game, depth, &mut Vec::new());
        decided += u32::from(value.abs() > MATE / 2);
        for driver in DRIVERS {
            let config = Config::new(driver);
            let mut search = AlphaBeta::new(
                &mut game,
                config,
                size,
                &mut Memory::new(&mut block),
                Table::none(),
            )
            .unwrap();
            let report = search.solve(Limits::depth(depth as u16)).unwrap();
            assert_eq!(report.score, value, "{driver:?} depth {depth}");
        }
    }
    assert!(decided > 200);
}

#[test]
fn what_depends_on_the_path_is_not_stored_as_a_fact() {
    // Whole game read out, every root, one table for all of them: a stored draw that was one only
    // because of an earlier line would show as a wrong value at another root.
    let size = Size::new(40, 4);
    let mut dice = Dice(11);
    let mut decided = 0;
    for _ in 0..1500 {
        let mut game = Graph::random(&mut dice, 8);
        let mut block = vec![0u64; memory_bytes(&size).unwrap() / 8];
        let mut table_block = common::table_block(256);
        let table = Table::new(&mut Memory::new(&mut table_block)).unwrap();
        for at in 0..8 {
            game.at = at;
            let value = value_without_history(&game);
            for driver in &DRIVERS[3..5] {
                let mut search = AlphaBeta::new(
                    &mut game,
                    Config::new(*driver),
                    size,
                    &mut Memory::new(&mut block),
                    table.clone(),
                )
                .unwrap();
                let report = search.solve(Limits::exact()).unwrap();
                // A win may take longer than the shortest on a line where it repeats, but a win
                // stays a win, a draw a draw.
                assert_eq!(report.score.signum(), value.signum(), "{driver:?}");
                decided += u32::from(value != 0);
            }
        }
    }
    assert!(decided > 1000);
}
