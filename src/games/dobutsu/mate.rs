//! A win within a few plies, found by a depth-limited search in a few kilobytes.
//!
//! Iterative deepening over and-or trees: positions of the attacker need one winning move, those
//! of the defender must lose by every move. Most of what is won in one ply, lost in two or won in
//! three the rules say at once, so the deepest plies cost little. The limit makes cycles harmless
//! and every remembered verdict exact.

use super::board::{Board, MAX_MOVES};
use super::moves::{Fields, apply, generate};
use super::rules::{immediate, wins_in_three};
use crate::game::Value;
use crate::hash::mix;
use crate::mem::{Memory, Plan};
use crate::moves::{Move, Moves};
use crate::score::Side;
use crate::status::{Error, Step};

/// The longest win that can be looked for, in plies.
pub const MAX_PLIES: u8 = 15;

/// A position on the line under search.
#[derive(Clone, Copy, Debug)]
struct Frame {
    board: Board,
    /// Plies left: odd at the attacker's positions.
    plies: u8,
    len: u8,
    next: u8,
    moves: [Move; MAX_MOVES],
}

impl Default for Frame {
    fn default() -> Self {
        Self { board: Board::START, plies: 0, len: 0, next: 0, moves: [Move::NONE; MAX_MOVES] }
    }
}

/// What is known of a position. 12 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Memo {
    /// The position in 62 bits and above them who moves; 0 for none.
    key: [u32; 2],
    /// The fewest plies within which the attacker is known to win, or 0.
    within: u8,
    /// The most plies within which the attacker is known not to win.
    not_within: u8,
}

// Chips of 16 bits pad less.
#[cfg(not(target_pointer_width = "16"))]
static_assertions::assert_eq_size!(Memo, [u32; 3]);

/// The search, in caller memory.
#[derive(Debug)]
pub struct MateSearch<'m> {
    frames: &'m mut [Frame],
    memos: &'m mut [Memo],
    root: Board,
    depth: usize,
    plies: u8,
    limit: u8,
    best: Move,
    nodes: u64,
    done: bool,
}

impl<'m> MateSearch<'m> {
    /// Adds the memory of a search with `memos` remembered positions to a plan: 12 bytes each and
    /// 7 KB.
    #[must_use]
    pub const fn plan(plan: Plan, memos: usize) -> Plan {
        plan.region::<Frame>(MAX_PLIES as usize + 1).region::<Memo>(memos)
    }

    /// Takes the memory of a search with `memos` remembered positions.
    ///
    /// # Errors
    ///
    /// [`Error::Size`] where the memory is too short, [`Error::Config`] unless `memos` is a power
    /// of two.
    pub fn new(memory: &mut Memory<'m>, memos: usize) -> Result<Self, Error> {
        if !memos.is_power_of_two() {
            return Err(Error::Config);
        }
        Ok(Self {
            frames: memory.take(MAX_PLIES as usize + 1)?,
            memos: memory.take(memos)?,
            root: Board::START,
            depth: 0,
            plies: 0,
            limit: 0,
            best: Move::NONE,
            nodes: 0,
            done: true,
        })
    }

    /// Starts to look for the shortest win of the side to move within `plies` plies.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for more than [`MAX_PLIES`].
    pub fn start(&mut self, board: Board, plies: u8) -> Result<(), Error> {
        if plies > MAX_PLIES {
            return Err(Error::Config);
        }
        self.root = board;
        self.depth = 0;
        self.plies = 0;
        self.limit = plies;
        self.best = Move::NONE;
        self.nodes = 0;
        self.done = false;
        Ok(())
    }

    /// Searches about `budget` positions more.
    ///
    /// # Errors
    ///
    /// [`Error::State`] before [`MateSearch::start`].
    pub fn step(&mut self, budget: u32) -> Result<Step, Error> {
        let mut left = budget;
        while !self.done {
            if left == 0 {
                return Ok(Step::More);
            }
            left -= 1;
            self.nodes += 1;
            self.advance()?;
        }
        Ok(Step::Done)
    }

    /// The first move of the shortest win as its mover sees it, once the search is done, or
    /// `None` where there is no win within the limit.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        (self.done && !self.best.is_none()).then_some(self.best)
    }

    /// Whether the search has ended.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// Within how many plies the win is.
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Positions looked at since the start.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Enters the next position.
    fn advance(&mut self) -> Result<(), Error> {
        let Some(above) = self.depth.checked_sub(1) else {
            // The next iteration.
            let plies = if self.plies == 0 { 1 } else { self.plies + 2 };
            if plies > self.limit {
                self.done = true;
                return Ok(());
            }
            self.plies = plies;
            return self.push(self.root, plies);
        };
        let frame = self.frames.get_mut(above).ok_or(Error::State)?;
        let attacking = frame.plies & 1 == 1;
        let moves = frame.moves.get(..usize::from(frame.len)).unwrap_or(&[]);
        let Some(&m) = moves.get(usize::from(frame.next)) else {
            // No move wins, or every move loses.
            return self.answer(!attacking);
        };
        frame.next += 1;
        let plies = frame.plies - 1;
        let after = apply(frame.board, Fields::decode(m));
        match self.known(after, plies) {
            // One winning move, or one that does not lose, is enough.
            Some(won) if won == attacking => self.answer(won),
            Some(_) => Ok(()),
            None => self.push(after, plies),
        }
    }

    /// Gives the top frame its answer, and those below that follow from it.
    fn answer(&mut self, won: bool) -> Result<(), Error> {
        loop {
            let top = self.depth.checked_sub(1).ok_or(Error::State)?;
            let frame = self.frames.get(top).copied().ok_or(Error::State)?;
            self.remember(frame.board, frame.plies, won);
            self.depth = top;
            let Some(below) = top.checked_sub(1) else {
                if won {
                    let last = usize::from(frame.next).wrapping_sub(1);
                    self.best = frame.moves.get(last).copied().unwrap_or(Move::NONE);
                    self.done = true;
                }
                return Ok(());
            };
            let parent = self.frames.get(below).ok_or(Error::State)?;
            let attacking = parent.plies & 1 == 1;
            if won != attacking {
                return Ok(());
            }
        }
    }

    /// What the rules or the memory say of a position: whether the attacker wins within `plies`.
    fn known(&self, board: Board, plies: u8) -> Option<bool> {
        let attacking = plies & 1 == 1;
        match immediate(board) {
            Some(Value::Won(_)) => return Some(attacking),
            Some(Value::Lost(within)) => return Some(!attacking && within <= plies),
            Some(Value::Drawn) | None => {}
        }
        // Where the lion is safe, two plies are lost only by a try, from the third rank.
        match plies {
            0 | 1 => return Some(false),
            2 if board.enemy_lion & 3 != 2 => return Some(false),
            2 => return None,
            3 if wins_in_three(board) => return Some(true),
            3 if board.lion & 3 == 3 => return Some(false),
            3 => return None,
            _ => {}
        }
        let (key, at) = self.key(board, attacking);
        let memo = self.memos.get(at)?;
        if memo.key != key {
            return None;
        }
        if memo.within != 0 && memo.within <= plies {
            Some(true)
        } else if memo.not_within >= plies {
            Some(false)
        } else {
            None
        }
    }

    fn key(&self, board: Board, attacking: bool) -> ([u32; 2], usize) {
        let key = board.pack() | (attacking as u64) << 62;
        let at = mix(key) as usize & (self.memos.len() - 1);
        ([key as u32, (key >> 32) as u32], at)
    }

    fn remember(&mut self, board: Board, plies: u8, won: bool) {
        if plies <= 3 {
            return;
        }
        let (key, at) = self.key(board, plies & 1 == 1);
        if let Some(memo) = self.memos.get_mut(at) {
            if memo.key != key {
                *memo = Memo { key, within: 0, not_within: 0 };
            }
            if won {
                memo.within = plies;
            } else {
                memo.not_within = plies;
            }
        }
    }

    /// Puts a position on the stack, its moves in the order in which they are tried: checks, then
    /// captures for the attacker, captures for the defender.
    fn push(&mut self, board: Board, plies: u8) -> Result<(), Error> {
        let frame = self.frames.get_mut(self.depth).ok_or(Error::State)?;
        let mut space = [Move::NONE; MAX_MOVES];
        let mut moves = Moves::new(&mut space);
        generate(board, Side::First, &mut moves);
        let attacking = plies & 1 == 1;
        let mut ordered = Moves::new(&mut frame.moves);
        for class in 0..3 {
            for &m in moves.as_slice() {
                let fields = Fields::decode(m);
                let after = apply(board, fields);
                let check = attacking && after.turned().can_capture_lion();
                let own = match (check, fields.captured) {
                    (true, _) => 0,
                    (false, Some(_)) => 1,
                    (false, None) => 2,
                };
                if own == class {
                    ordered.push(m);
                }
            }
        }
        frame.len = ordered.finish()? as u8;
        frame.board = board;
        frame.plies = plies;
        frame.next = 0;
        self.depth += 1;
        Ok(())
    }
}
