//! Lines of drawn positions: how a draw comes about.
//!
//! A drawn position is traced along moves that keep the draw until a position of the line stands
//! again: the same board, hands and side to move, not a mirror image. The shortest line goes to
//! some position and then once round the shortest cycle through it, so it must be planned as a
//! whole: a rule that looks at one move at a time misses it in most positions. For the third
//! occurrence, which ends a game, the line goes round twice.
//!
//! The plan is a breadth-first search over the drawn positions, and from each one reached another
//! for the shortest way back to it in an even number of plies, both cut at the best line so far.

use super::board::{Board, MAX_MOVES};
use super::moves::{Fields, apply, generate};
use super::position::Position;
use super::table::{Outcome, Store};
use crate::hash::mix;
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::Error;

/// How a drawn position is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawMode {
    /// The shortest line to the first repetition, over both sides' free choice of drawing moves.
    Shortest,
    /// The shortest line to the third occurrence of a position.
    Third,
    /// Always the first drawing move in the order of generation, to the first repetition.
    FirstMove,
    /// The drawing move that leaves the opponent the fewest drawing replies, the first of several,
    /// to the first repetition.
    FewestReplies,
}

/// The longest line. No shortest line has more than 36 plies; a line by a fixed rule may go on for
/// some hundreds.
pub const MAX_LINE: usize = 1024;

/// The limits of the plan, in plies, one after the other.
const LIMITS: [u32; 9] = [8, 12, 16, 24, 36, 64, 128, 256, MAX_LINE as u32];

/// A line of moves.
#[derive(Clone, Debug, Default)]
pub struct DrawLine {
    /// The moves.
    pub moves: heapless::Vec<Move, MAX_LINE>,
    /// After how many plies the position stands first that stands again at the end.
    pub start_of_cycle: usize,
}

/// A drawn position of the search, as its mover sees it.
#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    /// The node it was reached from first, and by which move.
    parent: u32,
    by: Move,
    /// Plies from the start, or [`UNKNOWN`].
    distance: u32,
    /// Its drawing moves among the edges, or [`UNKNOWN`].
    edges: u32,
    len: u32,
}

const UNKNOWN: u32 = u32::MAX;

impl Default for Node {
    fn default() -> Self {
        Self {
            board: Board::START,
            parent: UNKNOWN,
            by: Move::NONE,
            distance: UNKNOWN,
            edges: UNKNOWN,
            len: 0,
        }
    }
}

/// A drawing move, as its mover sees it, and where it leads.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    to: u32,
    by: Move,
}

/// A state of the search for a way back, a node after an even or odd number of plies: in which
/// search it was reached, from which state, and by which move.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    stamp: u32,
    from: u32,
    by: Move,
}

/// The planner, in caller memory.
#[derive(Debug)]
pub struct DrawPlanner<'m> {
    nodes: &'m mut [Node],
    count: usize,
    edges: &'m mut [Edge],
    edge_count: usize,
    /// The nodes in the order of their distance.
    order: &'m mut [u32],
    reached: usize,
    /// For each node and parity, `2 * node + parity`.
    marks: &'m mut [Mark],
    queue: &'m mut [u32],
    stamp: u32,
    /// Nodes by position: number plus one, open addressing.
    table: &'m mut [u32],
    /// Whether nodes stay from one line to the next.
    keeps: bool,
}

impl<'m> DrawPlanner<'m> {
    /// Adds the memory for `capacity` positions, a power of two, to a plan: 120 bytes each.
    #[must_use]
    pub const fn plan(plan: Plan, capacity: usize) -> Plan {
        plan.region::<Node>(capacity)
            .region::<Edge>(2 * capacity)
            .region::<u32>(capacity)
            .region::<Mark>(2 * capacity)
            .region::<u32>(2 * capacity)
            .region::<u32>(2 * capacity)
    }

    /// Takes the memory for `capacity` positions.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short, [`Error::Config`] unless the capacity is a
    /// power of two.
    pub fn new(memory: &mut Memory<'m>, capacity: usize) -> Result<Self, Error> {
        if !capacity.is_power_of_two() || capacity > 1 << 28 {
            return Err(Error::Config);
        }
        Ok(Self {
            nodes: memory.take(capacity)?,
            count: 0,
            edges: memory.take(2 * capacity)?,
            edge_count: 0,
            order: memory.take(capacity)?,
            reached: 0,
            marks: memory.take(2 * capacity)?,
            queue: memory.take(2 * capacity)?,
            stamp: 0,
            table: memory.take(2 * capacity)?,
            keeps: false,
        })
    }

    /// The line of a drawn position.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where the position is not drawn, [`Error::Size`] where the memory does not
    /// hold the positions that the plan must look at, or those of [`Store::outcome`].
    pub fn line<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        position: Position,
        mode: DrawMode,
    ) -> Result<DrawLine, Error> {
        let board = position.board();
        if store.outcome(board)? != Outcome::Drawn {
            return Err(Error::State);
        }
        if !self.keeps {
            self.forget();
        }
        let fresh = self.count == 0;
        let mut line = match self.as_seen(store, board, mode) {
            Err(Error::Size) if !fresh => {
                self.forget();
                self.as_seen(store, board, mode)?
            }
            line => line?,
        };
        // So far each move is as its mover sees it.
        let mut side = position.side_to_move();
        for m in &mut line.moves {
            if side == Side::Second {
                *m = Fields::decode(*m).turned().encode();
            }
            side = side.other();
        }
        Ok(line)
    }

    /// Whether what a line has looked at stays for the next ones, as long as the memory lasts: for
    /// many lines out of one store. At first it does not.
    pub const fn keep(&mut self, keeps: bool) {
        self.keeps = keeps;
    }

    /// Forgets every position.
    fn forget(&mut self) {
        // Only what was used is dirty.
        let used = self.nodes.get(..self.count).unwrap_or(&[]);
        for node in used {
            let mut at = self.table_start(node.board);
            while let Some(slot) = self.table.get_mut(at)
                && *slot != 0
            {
                *slot = 0;
                at = (at + 1) & (self.table.len() - 1);
            }
        }
        (self.count, self.edge_count, self.reached) = (0, 0, 0);
    }

    /// The line with each move as its mover sees it.
    fn as_seen<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
        mode: DrawMode,
    ) -> Result<DrawLine, Error> {
        match mode {
            DrawMode::Shortest => self.shortest(store, board, 1),
            DrawMode::Third => self.shortest(store, board, 2),
            DrawMode::FirstMove | DrawMode::FewestReplies => self.by_rule(store, board, mode),
        }
    }

    /// The shortest way to a position and then `rounds` times round a cycle through it.
    ///
    /// Tried with one limit after the other, so that no search runs far beyond what is needed.
    fn shortest<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
        rounds: u32,
    ) -> Result<DrawLine, Error> {
        for limit in LIMITS {
            let line = self.shortest_within(store, board, rounds, limit)?;
            if !line.moves.is_empty() {
                return Ok(line);
            }
        }
        Err(Error::State)
    }

    /// The shortest line of at most `limit` plies; empty where there is none.
    fn shortest_within<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
        rounds: u32,
        limit: u32,
    ) -> Result<DrawLine, Error> {
        for &id in self.order.get(..self.reached).unwrap_or(&[]) {
            if let Some(node) = self.nodes.get_mut(id as usize) {
                node.distance = UNKNOWN;
            }
        }
        self.reached = 0;
        let mut best = limit + 1;
        let mut line = DrawLine::default();
        let root = self.intern(board)?;
        self.reach(root, UNKNOWN, Move::NONE, 0)?;
        let mut next = 0usize;
        while let Some(&id) = self.order.get(..self.reached).and_then(|order| order.get(next)) {
            next += 1;
            let distance = self.nodes.get(id as usize).ok_or(Error::State)?.distance;
            // No cycle has fewer than four plies.
            if distance + 4 * rounds >= best {
                break;
            }
            let longest = (best - 1 - distance) / rounds;
            let cycle = self.way_back(store, id, longest)?;
            if !cycle.is_empty() {
                best = distance + cycle.len() as u32 * rounds;
                line = DrawLine { moves: self.way_to(id)?, start_of_cycle: distance as usize };
                for _ in 0..rounds {
                    line.moves.extend_from_slice(&cycle).map_err(|_| Error::Size)?;
                }
            }
            for i in self.expand(store, id)? {
                let edge = self.edges.get(i).copied().ok_or(Error::State)?;
                self.reach(edge.to, id, edge.by, distance + 1)?;
            }
        }
        Ok(line)
    }

    /// The shortest way from a node back to it in an even number of plies, at most `longest`;
    /// empty where there is none.
    fn way_back<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        id: u32,
        longest: u32,
    ) -> Result<heapless::Vec<Move, MAX_LINE>, Error> {
        self.stamp += 1;
        let stamp = self.stamp;
        let goal = 2 * id;
        let mut level_end = 1usize;
        let mut len = 1usize;
        *self.queue.first_mut().ok_or(Error::Size)? = goal;
        let mut at = 0usize;
        let mut plies = 0;
        while at < len && plies < longest {
            let state = self.queue.get(at).copied().ok_or(Error::State)?;
            at += 1;
            for i in self.expand(store, state >> 1)? {
                let edge = self.edges.get(i).copied().ok_or(Error::State)?;
                let to = (2 * edge.to) | ((state & 1) ^ 1);
                let mark = self.marks.get_mut(to as usize).ok_or(Error::State)?;
                if mark.stamp == stamp {
                    continue;
                }
                *mark = Mark { stamp, from: state, by: edge.by };
                if to == goal {
                    return self.read_back(goal);
                }
                *self.queue.get_mut(len).ok_or(Error::Size)? = to;
                len += 1;
            }
            if at == level_end {
                level_end = len;
                plies += 1;
            }
        }
        Ok(heapless::Vec::new())
    }

    /// The moves of a way back that has just been found.
    fn read_back(&self, goal: u32) -> Result<heapless::Vec<Move, MAX_LINE>, Error> {
        let mut moves = heapless::Vec::new();
        let mut state = goal;
        loop {
            let mark = self.marks.get(state as usize).ok_or(Error::State)?;
            moves.push(mark.by).map_err(|_| Error::Size)?;
            state = mark.from;
            if state == goal {
                moves.reverse();
                return Ok(moves);
            }
        }
    }

    /// The moves from the start to a node.
    fn way_to(&self, mut id: u32) -> Result<heapless::Vec<Move, MAX_LINE>, Error> {
        let mut moves = heapless::Vec::new();
        while let Some(node) = self.nodes.get(id as usize)
            && node.parent != UNKNOWN
        {
            moves.push(node.by).map_err(|_| Error::Size)?;
            id = node.parent;
        }
        moves.reverse();
        Ok(moves)
    }

    /// Follows a rule that looks at one position at a time.
    fn by_rule<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        board: Board,
        mode: DrawMode,
    ) -> Result<DrawLine, Error> {
        self.stamp += 1;
        let stamp = self.stamp;
        let mut line = DrawLine::default();
        let mut id = self.intern(board)?;
        loop {
            // When the position stood before with the same side to move.
            let plies = line.moves.len() as u32;
            let state = (2 * id) | (plies & 1);
            let mark = self.marks.get_mut(state as usize).ok_or(Error::State)?;
            if mark.stamp == stamp {
                line.start_of_cycle = mark.from as usize;
                return Ok(line);
            }
            *mark = Mark { stamp, from: plies, by: Move::NONE };
            let mut chosen: Option<(usize, Edge)> = None;
            for i in self.expand(store, id)? {
                let edge = self.edges.get(i).copied().ok_or(Error::State)?;
                let replies = match mode {
                    DrawMode::FewestReplies => self.expand(store, edge.to)?.len(),
                    _ => 0,
                };
                if chosen.is_none_or(|(fewest, _)| replies < fewest) {
                    chosen = Some((replies, edge));
                }
            }
            let (_, edge) = chosen.ok_or(Error::State)?;
            line.moves.push(edge.by).map_err(|_| Error::Size)?;
            id = edge.to;
        }
    }

    /// The drawing moves of a node, as a range of the edges.
    fn expand<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        id: u32,
    ) -> Result<core::ops::Range<usize>, Error> {
        let node = self.nodes.get(id as usize).copied().ok_or(Error::State)?;
        if node.edges != UNKNOWN {
            let start = node.edges as usize;
            return Ok(start..start + node.len as usize);
        }
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        generate(node.board, Side::First, &mut moves);
        let start = self.edge_count;
        for &by in moves.as_slice() {
            let after = apply(node.board, Fields::decode(by));
            if store.outcome(after)? != Outcome::Drawn {
                continue;
            }
            let to = self.intern(after)?;
            *self.edges.get_mut(self.edge_count).ok_or(Error::Size)? = Edge { to, by };
            self.edge_count += 1;
        }
        let len = self.edge_count - start;
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.edges = start as u32;
            node.len = len as u32;
        }
        Ok(start..start + len)
    }

    /// Gives a node its distance, unless it has one.
    fn reach(&mut self, id: u32, parent: u32, by: Move, distance: u32) -> Result<(), Error> {
        let node = self.nodes.get_mut(id as usize).ok_or(Error::State)?;
        if node.distance != UNKNOWN {
            return Ok(());
        }
        node.parent = parent;
        node.by = by;
        node.distance = distance;
        *self.order.get_mut(self.reached).ok_or(Error::Size)? = id;
        self.reached += 1;
        Ok(())
    }

    fn table_start(&self, board: Board) -> usize {
        mix(board.pack()) as usize & (self.table.len() - 1)
    }

    /// The node of a position.
    fn intern(&mut self, board: Board) -> Result<u32, Error> {
        let mut at = self.table_start(board);
        let mask = self.table.len() - 1;
        // The table has twice the room of the nodes, so there is always a free slot.
        while let Some(id) = self.table.get(at).copied().ok_or(Error::State)?.checked_sub(1) {
            if self.nodes.get(id as usize).is_some_and(|node| node.board == board) {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
        let node = self.nodes.get_mut(self.count).ok_or(Error::Size)?;
        *node = Node { board, ..Node::default() };
        self.count += 1;
        *self.table.get_mut(at).ok_or(Error::State)? = self.count as u32;
        Ok(self.count as u32 - 1)
    }
}
