//! `yomikiri dobutsu player` and `walk`: the stored moves of the second player, and the proof that
//! they win against every defence.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use clap::Args;
use yomikiri::Step;
use yomikiri::game::Value;
use yomikiri::games::dobutsu::compact::representative;
use yomikiri::games::dobutsu::moves::{Fields, apply, generate};
use yomikiri::games::dobutsu::player::{CELL_BITS, Player, Strategy, cells_of, is_safe};
use yomikiri::games::dobutsu::table::Store;
use yomikiri::games::dobutsu::{Board, Ending, Notation, Position};
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::Moves;
use yomikiri::score::Side;
use yomikiri::{Error, Move};

use super::measure::Cost;
use super::tables::{File, Tables};
use super::{Status, moves_of};

/// Write the moves that the second player needs to win from the start.
#[derive(Args)]
pub struct MakePlayer {
    /// A table of distances.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Wins within this many plies are left to the search; an odd number up to 15.
    #[arg(long, default_value_t = 9, value_name = "PLIES")]
    plies: u8,
}

/// Play the second player's moves against every defence and print what happened.
///
/// Exit status: 0 where every line ends in a win, 1 where one does not.
#[derive(Args)]
pub struct Walk {
    /// The moves, as `player` writes them.
    #[arg(long, value_name = "FILE")]
    player: PathBuf,
    /// Positions that the search may remember, 12 bytes each.
    #[arg(long, default_value_t = 4096, value_name = "N")]
    memos: usize,
    /// No progress figures.
    #[arg(long)]
    quiet: bool,
}

/// Every move of a board as its mover sees it.
fn relative_moves(board: Board) -> Vec<Move> {
    let mut space = [Move::NONE; 96];
    let mut moves = Moves::new(&mut space);
    generate(board, Side::First, &mut moves);
    moves.as_slice().to_vec()
}

fn text(error: Error) -> String {
    error.to_string()
}

impl MakePlayer {
    /// Runs the command.
    pub fn run(self) -> Status {
        if self.plies.is_multiple_of(2) || self.plies > yomikiri::games::dobutsu::mate::MAX_PLIES {
            return Err("the plies must be odd and at most 15".to_owned());
        }
        let tables = Tables::new()?;
        let file = File::open(&self.table)?;
        let mut store = tables.open(&file)?;
        let decisions = decisions(&mut *store, self.plies)?;
        let (cells, count, seed) = retrieval(&decisions)?;
        let mut bytes = Strategy::header(&cells, count, seed, self.plies).to_vec();
        bytes.extend(cells);
        std::fs::write(&self.out, &bytes).map_err(|e| format!("{}: {e}", self.out.display()))?;
        say!("{}: {} bytes, {} positions", self.out.display(), bytes.len(), decisions.len());
        Ok(0)
    }
}

/// The positions of the second player, each once, that the first player can reach from a board and
/// that the search does not solve, with their distances.
fn answers(store: &mut dyn Store, board: Board, plies: u8) -> Result<Vec<(Board, u8)>, String> {
    let mut answers = Vec::new();
    for m in relative_moves(board) {
        let answer = representative(apply(board, Fields::decode(m)));
        match store.value(answer).map_err(text)? {
            Value::Won(distance) if distance <= plies => {}
            Value::Won(distance) => {
                if !answers.contains(&(answer, distance)) {
                    answers.push((answer, distance));
                }
            }
            _ => return Err("a position of the second player that is not won".to_owned()),
        }
    }
    Ok(answers)
}

/// A best move of the second player.
struct Choice {
    /// How many positions to be decided it brings.
    new: usize,
    number: u8,
    answers: Vec<(Board, u8)>,
}

/// A best move of every position that the strategy meets and the search does not solve, as its
/// number among the safe moves.
///
/// Of several best moves that one is taken which brings the fewest new positions, the first of
/// equals; positions far from the end are decided first, since they have the most below them.
fn decisions(store: &mut dyn Store, plies: u8) -> Result<HashMap<Board, u8>, String> {
    let mut decisions = HashMap::new();
    // The positions still to be decided, by distance and then in a fixed order.
    let mut open: BTreeMap<(u8, u64), Board> = BTreeMap::new();
    for (answer, distance) in answers(store, Board::START, plies)? {
        open.insert((distance, answer.pack()), answer);
    }
    while let Some(((distance, _), board)) = open.pop_last() {
        let mut best: Option<Choice> = None;
        let moves = relative_moves(board).into_iter().filter(|&m| is_safe(board, m));
        for (number, m) in moves.enumerate().take(1 << CELL_BITS) {
            let after = apply(board, Fields::decode(m));
            if store.value(after).map_err(text)? != Value::Lost(distance - 1) {
                continue;
            }
            let answers = answers(store, after, plies)?;
            let is_new = |(answer, distance): &&(Board, u8)| {
                !decisions.contains_key(answer) && !open.contains_key(&(*distance, answer.pack()))
            };
            let new = answers.iter().filter(is_new).count();
            if best.as_ref().is_none_or(|best| new < best.new) {
                best = Some(Choice { new, number: number as u8, answers });
            }
        }
        let best = best.ok_or("a best move with a number beyond the cells")?;
        decisions.insert(board, best.number);
        for (answer, distance) in best.answers {
            if !decisions.contains_key(&answer) {
                open.insert((distance, answer.pack()), answer);
            }
        }
    }
    Ok(decisions)
}

/// Solves the equations of the static function by peeling; tries seeds and sizes until it works.
fn retrieval(decisions: &HashMap<Board, u8>) -> Result<(Vec<u8>, u32, u32), String> {
    let mut keys: Vec<(Board, u8)> = decisions.iter().map(|(&board, &n)| (board, n)).collect();
    keys.sort_by_key(|(board, _)| board.pack());
    for seed in 0..200u32 {
        // 1.23 cells a key suffice for large sets; a little more for every few failures.
        let count = (keys.len() as f64 * (1.23 + 0.001 * f64::from(seed))) as u32 / 3 * 3 + 3;
        if let Some(values) = peel(&keys, seed, count) {
            let mut bytes = vec![0u8; (count as usize * CELL_BITS as usize).div_ceil(8)];
            for (cell, value) in values.into_iter().enumerate() {
                for bit in 0..CELL_BITS as usize {
                    let at = cell * CELL_BITS as usize + bit;
                    bytes[at / 8] |= (value >> bit & 1) << (at % 8);
                }
            }
            return Ok((bytes, count, seed));
        }
    }
    Err("no seed works".to_owned())
}

fn peel(keys: &[(Board, u8)], seed: u32, count: u32) -> Option<Vec<u8>> {
    let cells: Vec<[u32; 3]> = keys.iter().map(|(b, _)| cells_of(*b, seed, count)).collect();
    // For each cell how many keys use it, and the exclusive or of their numbers.
    let mut uses = vec![(0u32, 0usize); count as usize];
    for (key, cells) in cells.iter().enumerate() {
        for &cell in cells {
            uses[cell as usize].0 += 1;
            uses[cell as usize].1 ^= key;
        }
    }
    let mut order = Vec::new();
    let mut free: Vec<u32> = (0..count).filter(|&c| uses[c as usize].0 == 1).collect();
    while let Some(cell) = free.pop() {
        if uses[cell as usize].0 != 1 {
            continue;
        }
        let key = uses[cell as usize].1;
        order.push((key, cell));
        for &other in &cells[key] {
            let entry = &mut uses[other as usize];
            entry.0 -= 1;
            entry.1 ^= key;
            if entry.0 == 1 {
                free.push(other);
            }
        }
    }
    if order.len() != keys.len() {
        return None;
    }
    let mut values = vec![0u8; count as usize];
    for (key, cell) in order.into_iter().rev() {
        let others = cells[key].iter().filter(|&&c| c != cell);
        let sum = others.fold(keys[key].1, |sum, &c| sum ^ values[c as usize]);
        values[cell as usize] = sum;
    }
    Some(values)
}

/// What a walk over all defences found.
#[derive(Default)]
struct Report {
    positions: u64,
    stored: u64,
    nodes: u64,
    most_nodes: u64,
    longest: u32,
}

/// A position of the second player on the path of the walk.
struct Step2 {
    key: u64,
    replies: Vec<Position>,
    next: usize,
    longest: u32,
}

impl Walk {
    /// Runs the command.
    pub fn run(self) -> Status {
        let bytes =
            std::fs::read(&self.player).map_err(|e| format!("{}: {e}", self.player.display()))?;
        let strategy =
            Strategy::open(&bytes).map_err(|e| format!("{}: {e}", self.player.display()))?;
        let plan = Player::plan(Plan::new(), self.memos).bytes().map_err(text)?;
        let mut words = vec![0; plan / 8];
        let mut memory = Memory::new(&mut words);
        let mut player = Player::new(&mut memory, self.memos, strategy).map_err(text)?;
        let cost = Cost::start();
        say!("{} bytes of moves, {plan} bytes of memory", bytes.len());
        match walk(&mut player, self.quiet) {
            Ok(report) => {
                say!(
                    "every line is won: {} positions of the second player, {} by stored moves, \
                     the longest line {} plies",
                    report.positions,
                    report.stored,
                    report.longest
                );
                say!(
                    "search: {} positions, {} for one move at most, {}",
                    report.nodes,
                    report.most_nodes,
                    cost.stop()
                );
                Ok(0)
            }
            Err(fault) => {
                say!("{fault}");
                Ok(1)
            }
        }
    }
}

/// Plays the player against every defence; mirror images count as one.
fn walk(player: &mut Player<'_>, quiet: bool) -> Result<Report, String> {
    let mut report = Report::default();
    // The longest line from each finished position, `None` while it is on the path.
    let mut seen: HashMap<u64, Option<u32>> = HashMap::new();
    let mut path = vec![Step2 {
        key: 0,
        replies: moves_of(Position::START).iter().map(|&m| Position::START.after(m)).collect(),
        next: 0,
        longest: 0,
    }];
    loop {
        let Some(step) = path.last_mut() else {
            return Ok(report);
        };
        let Some(&position) = step.replies.get(step.next) else {
            let (key, longest) = (step.key, step.longest);
            path.pop();
            seen.insert(key, Some(longest));
            match path.last_mut() {
                Some(above) => above.longest = above.longest.max(longest + 2),
                None => report.longest = longest,
            }
            continue;
        };
        step.next += 1;
        let key = representative(position.board()).pack();
        match seen.get(&key) {
            Some(Some(longest)) => {
                step.longest = step.longest.max(longest + 2);
                continue;
            }
            Some(None) => {
                let shown = position.shown(Notation::Clausecker);
                return Err(format!("the line comes back to {shown}"));
            }
            None => {}
        }
        let replies = answer(player, position, &mut report)?;
        if !quiet && report.positions.is_multiple_of(10_000) {
            eprintln!("{} positions", report.positions);
        }
        seen.insert(key, None);
        path.push(Step2 { key, replies, next: 0, longest: 0 });
    }
}

/// The positions that the first player can reach after the player's move; none where it has won.
fn answer(
    player: &mut Player<'_>,
    position: Position,
    report: &mut Report,
) -> Result<Vec<Position>, String> {
    let shown = || position.shown(Notation::Clausecker);
    player.start(position).map_err(|e| format!("{}: {e}", shown()))?;
    while player.step(1000).map_err(text)? == Step::More {}
    report.positions += 1;
    report.stored += u64::from(player.found().is_none());
    report.nodes += player.nodes();
    report.most_nodes = report.most_nodes.max(player.nodes());
    let m = player.chosen().ok_or_else(|| format!("{}: no move", shown()))?;
    if !position.is_legal(m) {
        return Err(format!("{}: an illegal move", shown()));
    }
    let after = position.after(m);
    match after.ending() {
        Some(Ending::Captured | Ending::Tried) => return Ok(Vec::new()),
        Some(Ending::Stood) => return Err(format!("{}: the opponent's lion stands", shown())),
        None => {}
    }
    let mut replies = Vec::new();
    for m in moves_of(after) {
        let reply = after.after(m);
        if reply.ending().is_some() {
            let text = after.shown_move(m, Notation::Tanaka);
            return Err(format!("{}: the first player wins by {text}", shown()));
        }
        replies.push(reply);
    }
    Ok(replies)
}
