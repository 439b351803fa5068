//! The positions that can come about from the start, and the shortest lines of the draws among
//! them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use yomikiri::Move;
use yomikiri::game::{IndexedGame, Value};
use yomikiri::games::dobutsu::board::MAX_MOVES;
use yomikiri::games::dobutsu::compact::representative;
use yomikiri::games::dobutsu::draw::{DrawMode, DrawPlanner};
use yomikiri::games::dobutsu::index::{Domain, Index};
use yomikiri::games::dobutsu::moves::{Fields, apply, generate};
use yomikiri::games::dobutsu::retro::OpenGame;
use yomikiri::games::dobutsu::table::Store;
use yomikiri::games::dobutsu::{Board, Position};
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::Moves;
use yomikiri::score::Side;

use super::build::{Solution, bar};
use super::measure::Cost;
use super::tables::leak;
use super::verify::Values;

/// Where the values come from.
#[derive(Clone, Copy)]
pub enum Lookup<'a> {
    /// An analysis that has just been done.
    Solution(&'a Solution),
    /// A table that was read.
    Values(&'a Values),
}

impl Lookup<'_> {
    fn game(self) -> &'static OpenGame<'static> {
        match self {
            Self::Solution(solution) => solution.game,
            Self::Values(values) => values.game,
        }
    }

    fn value(self, number: u32) -> Option<Value> {
        match self {
            Self::Solution(solution) => solution.cells.value::<OpenGame<'_>>(number),
            Self::Values(values) => values.value(number),
        }
    }
}

/// A set of numbers that threads add to.
struct Set(Vec<AtomicU64>);

impl Set {
    fn new(len: u32) -> Self {
        Self((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Adds a number; whether it is new.
    fn add(&self, number: u32) -> bool {
        let word = &self.0[(number / 64) as usize];
        let bit = 1 << (number % 64);
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// Calls `visit` for the board after every move.
fn for_each_move(board: Board, mut visit: impl FnMut(Board)) {
    let mut space = [Move::NONE; MAX_MOVES];
    let mut moves = Moves::new(&mut space);
    generate(board, Side::First, &mut moves);
    for &m in moves.as_slice() {
        visit(apply(board, Fields::decode(m)));
    }
}

/// The reachable positions of the open domain, mirror images counted once, and how many have
/// ended: by a lion that can be captured, by a try.
fn reachable(game: &OpenGame<'_>, quiet: bool) -> Result<(Set, u64, u64), String> {
    let mut memory = Memory::new(leak(Index::plan(Plan::new(), Domain::Every))?);
    let every = Index::new(&mut memory, Domain::Every).map_err(|e| e.to_string())?;
    let open = Set::new(game.len());
    let ended = Set::new(every.len());
    let done: Vec<AtomicU64> = open.0.iter().map(|_| AtomicU64::new(0)).collect();
    let (captured, tried) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = game.index().rank(Board::START).ok_or("the start has no number")?;
    open.add(start);
    let progress = bar(quiet, 99_485_568, "{elapsed_precise} {bar:40} {pos} positions expanded");
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    loop {
        let expanded = AtomicU64::new(0);
        let next = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    const PART: usize = 1 << 12;
                    let mut cursor = game.cursor();
                    let (mut own_captured, mut own_tried) = (0, 0);
                    loop {
                        let start = next.fetch_add(PART, Ordering::Relaxed);
                        if start >= open.0.len() {
                            break;
                        }
                        let end = (start + PART).min(open.0.len());
                        let mut count = 0;
                        for (word, done) in (start..end).zip(&done[start..end]) {
                            loop {
                                let new = open.0[word].load(Ordering::Relaxed)
                                    & !done.load(Ordering::Relaxed);
                                if new == 0 {
                                    break;
                                }
                                done.fetch_or(new, Ordering::Relaxed);
                                let mut left = new;
                                while left != 0 {
                                    let number = word as u32 * 64 + left.trailing_zeros();
                                    left &= left - 1;
                                    count += 1;
                                    let Some(board) = game.index().unrank(&mut cursor, number)
                                    else {
                                        continue;
                                    };
                                    for_each_move(board, |after| {
                                        let after = representative(after);
                                        let can_capture = after.can_capture_lion();
                                        if !can_capture
                                            && let Some(number) = game.index().rank_complete(after)
                                        {
                                            open.add(number);
                                            return;
                                        }
                                        let number = every.rank_complete(after);
                                        if number.is_some_and(|number| ended.add(number)) {
                                            own_captured += u64::from(can_capture);
                                            own_tried += u64::from(!can_capture);
                                        }
                                    });
                                }
                            }
                        }
                        progress.inc(count);
                        expanded.fetch_add(count, Ordering::Relaxed);
                    }
                    captured.fetch_add(own_captured, Ordering::Relaxed);
                    tried.fetch_add(own_tried, Ordering::Relaxed);
                });
            }
        });
        if expanded.into_inner() == 0 {
            break;
        }
    }
    progress.finish_and_clear();
    Ok((open, captured.into_inner(), tried.into_inner()))
}

/// The drawn positions, mirror images apart, as a graph of drawing moves.
struct DrawGraph {
    boards: Vec<Board>,
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl DrawGraph {
    fn new(lookup: Lookup<'_>, numbers: &[u32]) -> Self {
        let game = lookup.game();
        let mut cursor = game.cursor();
        let mut boards = Vec::new();
        let mut ids: HashMap<Board, u32> = HashMap::with_capacity(numbers.len() * 2);
        for &number in numbers {
            let Some(board) = game.index().unrank(&mut cursor, number) else { continue };
            for image in [board, board.mirrored()] {
                ids.entry(image).or_insert_with(|| {
                    boards.push(image);
                    boards.len() as u32 - 1
                });
            }
        }
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for &board in &boards {
            for_each_move(board, |after| targets.extend(ids.get(&after)));
            starts.push(targets.len() as u32);
        }
        Self { boards, starts, targets }
    }

    fn moves(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Whether a walk of exactly `plies` plies leads from `from` to `to`.
    fn walks(&self, from: u32, to: u32, plies: u32) -> bool {
        if plies == 0 {
            return from == to;
        }
        self.moves(from).iter().any(|&next| self.walks(next, to, plies - 1))
    }

    /// For every node the fewest plies to some node and then `rounds` times round the shortest
    /// cycle through it.
    fn shortest(&self, rounds: u8) -> Vec<u8> {
        let nodes = self.boards.len();
        let mut best = vec![u8::MAX; nodes];
        let mut plies = 4;
        loop {
            // Cycles longer than this pay for nobody.
            let open = |best: u8| best > plies * rounds;
            let mut any = false;
            for node in 0..nodes as u32 {
                if open(best[node as usize]) {
                    any = true;
                    if self.walks(node, node, u32::from(plies)) {
                        best[node as usize] = plies * rounds;
                    }
                }
            }
            // One ply more than the best successor, until nothing changes.
            loop {
                let mut changed = false;
                for node in 0..nodes as u32 {
                    let next = self.moves(node).iter().map(|&n| best[n as usize]).min();
                    let through = next.unwrap_or(u8::MAX).saturating_add(1);
                    if through < best[node as usize] {
                        best[node as usize] = through;
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
            plies += 2;
            if !any || plies > 60 {
                return best;
            }
        }
    }
}

fn print_lengths(name: &str, lengths: &[u8]) {
    let mut histogram = [0u64; 256];
    for &length in lengths {
        histogram[usize::from(length)] += 1;
    }
    let sum: u64 = lengths.iter().map(|&n| u64::from(n)).sum();
    let shown: Vec<(usize, u64)> =
        histogram.iter().copied().enumerate().filter(|&(_, n)| n > 0).collect();
    let (first, last) = (shown.first().map_or(0, |x| x.0), shown.last().map_or(0, |x| x.0));
    let mean = sum as f64 / lengths.len().max(1) as f64;
    say!("  {name}: {first} to {last} plies, mean {mean:.2}");
    let text: Vec<String> = shown.iter().map(|(plies, n)| format!("{plies}:{n}")).collect();
    say!("    {}", text.join(" "));
}

/// Opens the table, once for each thread.
pub type OpenStore<'a> = dyn Fn() -> Result<Box<dyn Store + 'a>, String> + Sync + 'a;

/// Positions that a thread traces in one go.
const LOT: usize = 1 << 12;

/// Traces every drawn position with the planner of lines, mirror images once, and counts the lines
/// by their length and those that are not as long as the graph says.
fn trace(
    open: &OpenStore<'_>,
    graph: &DrawGraph,
    lengths: &[u8],
    mode: DrawMode,
    quiet: bool,
) -> Result<(Vec<u8>, u64), String> {
    let text = |e: yomikiri::Error| e.to_string();
    let progress = bar(quiet, lengths.len() as u64, "{elapsed_precise} {bar:40} {pos} traced");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut store = open()?;
        // Room for most of the graph, so that few positions are looked at twice.
        let capacity = 1 << 22;
        let mut memory = Memory::new(leak(DrawPlanner::plan(Plan::new(), capacity))?);
        let mut planner = DrawPlanner::new(&mut memory, capacity).map_err(text)?;
        planner.keep(true);
        let (mut traced, mut wrong) = (Vec::new(), 0);
        loop {
            let lot = next.fetch_add(LOT, Ordering::Relaxed);
            if lot >= lengths.len() {
                return Ok((traced, wrong));
            }
            for (&board, &length) in graph.boards.iter().zip(lengths).skip(lot).take(LOT) {
                if representative(board) != board {
                    continue;
                }
                let position = Position::new(board, Side::First).map_err(text)?;
                let line = planner.line(&mut *store, position, mode).map_err(text)?;
                let found = u8::try_from(line.moves.len()).unwrap_or(u8::MAX);
                traced.push(found);
                wrong += u64::from(found != length);
            }
            progress.inc(LOT as u64);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let shares: Vec<Result<(Vec<u8>, u64), String>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let failed = || Err("a thread has failed".to_owned());
        handles.into_iter().map(|handle| handle.join().unwrap_or_else(|_| failed())).collect()
    });
    progress.finish_and_clear();
    let (mut traced, mut wrong) = (Vec::new(), 0);
    for share in shares {
        let (part, faults) = share?;
        traced.extend(part);
        wrong += faults;
    }
    Ok((traced, wrong))
}

/// Prints all of it; with a store (`traced`) the lines of all draws are traced too.
pub fn print(
    lookup: Lookup<'_>,
    traced: Option<&OpenStore<'_>>,
    quiet: bool,
) -> Result<(), String> {
    let game = lookup.game();
    let cost = Cost::start();
    let (open, captured, tried) = reachable(game, quiet)?;
    let (mut won, mut lost, mut draws) = (0u64, 0u64, Vec::new());
    for (word, bits) in open.0.iter().enumerate() {
        let mut left = bits.load(Ordering::Relaxed);
        while left != 0 {
            let number = word as u32 * 64 + left.trailing_zeros();
            left &= left - 1;
            match lookup.value(number) {
                Some(Value::Won(_)) => won += 1,
                Some(Value::Lost(_)) => lost += 1,
                _ => draws.push(number),
            }
        }
    }
    let drawn = draws.len() as u64;
    let going = won + lost + drawn;
    say!("reachable positions: {} ({})", captured + tried + going, cost.stop());
    say!("  a lion can be captured {captured}, a try has succeeded {tried}, others {going}");
    say!("  of these won {won}, lost {lost}, drawn {drawn}");
    let cost = Cost::start();
    let graph = DrawGraph::new(lookup, &draws);
    say!(
        "draws with mirror images apart: {} with {} drawing moves",
        graph.boards.len(),
        graph.targets.len()
    );
    for (name, rounds, mode) in [
        ("to the first repetition", 1, DrawMode::Shortest),
        ("to the third occurrence", 2, DrawMode::Third),
    ] {
        let lengths = graph.shortest(rounds);
        print_lengths(name, &lengths);
        if let Some(open_store) = traced {
            let (found, wrong) = trace(open_store, &graph, &lengths, mode, quiet)?;
            say!("    {} positions traced, {wrong} lines of another length", found.len());
            print_lengths("as traced, of a position and its mirror image one", &found);
        }
    }
    say!("  ({})", cost.stop());
    Ok(())
}
