//! The df-pn search itself: one position, one bound on the length of the win, to the end.
//!
//! Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002): descend to the most-proving child until the numbers of a node reach the
//! thresholds that its parent gave it. Where this one departs:
//!
//! - The stack is explicit, so a search can stop at any node and go on later.
//! - Values of children live on the stack while a node is on the path; the table is asked once a
//!   visit.
//! - The threshold for the best child lies an eighth above the second best (after Pawlewicz and
//!   Lew's 1+ε, 2006), and slowly more the longer a node has wavered between its children. So
//!   the search ends even with a table that remembers nothing: a node that has wavered long enough
//!   reads out one child after another.
//! - A child that repeats a position of the path is a refutation that rests on that position
//!   (graph history interaction; Kishimoto and Müller 2004 name the problem). A node refuted that
//!   way hands "rests on frame k" to its parent and stays out of the table, until it reaches frame
//!   `k` itself. There it becomes a fact: a loop below a position does not help its attacker.
//! - Every search carries the plies that remain. So proofs have lengths, and "no win within n
//!   plies" is a fact like any other.

use crate::budget::{Control, Snapshot, WATCHED};
use crate::game::{Game, Key};
use crate::hash::mix;
use crate::moves::Move;
use crate::score::{INFINITE, MAX_FINITE, ProofNumber, Side};
use crate::stack::{Span, Stack};
use crate::status::{Answer, Error};
use crate::table::proof::{NEVER, ProofTable};

use super::FULL;
use super::node::{Frame, NO_FRAME, Value, longer};
use super::numbers::{Policy, Summary};
use super::path::Path;

/// Why a call of [`Engine::run`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Run {
    /// The node budget is used up.
    Budget,
    /// A stop was asked for.
    Cancelled,
    /// The base position is decided: [`Engine::value`] says how. Its frame is on top, the game at its
    /// position.
    Decided,
}

/// What a look at a child found.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
enum Seen {
    /// It is not decided, or its refutation rests on the path.
    Open,
    /// The attacker wins.
    Won,
    /// The attacker does not win, which is a fact.
    Refuted,
}

impl Seen {
    #[cfg_attr(not(feature = "compact"), inline(always))]
    const fn of(value: &Value) -> Self {
        if value.proof == 0 {
            Self::Won
        } else if value.disproof == 0 && value.rests_on == NO_FRAME {
            Self::Refuted
        } else {
            Self::Open
        }
    }
}

/// What a first look at a node found.
enum Glance {
    /// Nothing: its moves must be looked at.
    Nothing,
    /// A move that wins, which is its only child now.
    Win,
    /// Its value, in [`Engine::value`].
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing to do.
    Idle,
    /// The top frame was just entered; its children are not known yet.
    Enter,
    /// The top frame must choose a child, or end.
    Choose,
}

/// How often progress is published, in nodes; a power of two.
const PUBLISH_EVERY: u64 = 256;

/// The search: stack and path in caller memory.
// Small processors reach the first bytes with the shortest instructions.
#[cfg_attr(feature = "compact", repr(C))]
#[derive(Debug)]
pub(super) struct Engine<'m> {
    /// The value of the node that the search left last, or is to leave next; or, when a child was just
    /// entered, of the node that chose it.
    pub value: Value,
    state: State,
    /// The side whose win is to be proven.
    pub attacker: Side,
    /// Frames below this index do not count for repetitions.
    floor: u16,
    /// Frames below this index belong to whoever asked for the search.
    pub base: usize,
    /// Nodes searched since the start.
    pub nodes: u64,
    /// XORed into every key, so that facts about one attacker are not found by the other.
    salt: u64,
    pub stack: Stack<'m, Frame, Value>,
    path: Path<'m>,
    /// Varies the first numbers of positions; 0 for not at all.
    pub seed: u32,
}

impl<'m> Engine<'m> {
    pub fn new(stack: Stack<'m, Frame, Value>, path: Path<'m>) -> Self {
        Self {
            stack,
            path,
            state: State::Idle,
            base: 0,
            floor: 0,
            attacker: Side::First,
            salt: 0,
            seed: 0,
            nodes: 0,
            value: Value::open(1, 1),
        }
    }

    /// Forgets everything that is on the stack.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn clear(&mut self) {
        self.stack.clear();
        self.path.clear();
        self.state = State::Idle;
        self.base = 0;
    }

    /// Chooses the side whose win is to be proven.
    pub fn set_attacker(&mut self, attacker: Side) {
        self.attacker = attacker;
        self.salt = match attacker {
            Side::First => 0,
            Side::Second => 0x6a09_e667_f3bc_c908,
        };
    }

    /// The key under which the table and the path know a position.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn salted(&self, key: Key) -> Key {
        Key { position: key.position ^ self.salt, ..key }
    }

    /// Starts a search of the game's position for a win within `remaining` plies. The frames on
    /// the stack, if any, are the path that led to it. With `from_root`, repeating one of them is
    /// no progress; otherwise the answer does not depend on them.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn begin<G: Game>(
        &mut self,
        game: &mut G,
        played: Move,
        remaining: u16,
        from_root: bool,
    ) -> Result<(), Error> {
        self.base = self.stack.depth();
        self.floor = if from_root { 0 } else { self.base as u16 };
        let room = self.stack.capacity().saturating_sub(self.base + 1);
        let remaining = remaining.min(room.min(usize::from(NEVER - 1)) as u16);
        self.enter(game, played, remaining, INFINITE, INFINITE)?;
        self.state = State::Enter;
        Ok(())
    }

    /// Pushes a frame for the game's position.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn enter<G: Game>(
        &mut self,
        game: &mut G,
        played: Move,
        remaining: u16,
        proof_threshold: ProofNumber,
        disproof_threshold: ProofNumber,
    ) -> Result<(), Error> {
        let key = self.salted(game.key());
        let index = self.stack.depth() as u16;
        let nodes_before = self.nodes as u32;
        let attacker_moves = game.side() == self.attacker;
        let slot = self.stack.grow()?;
        *slot = Frame {
            key,
            proof_threshold,
            disproof_threshold,
            nodes_before,
            played,
            remaining,
            next_in_slot: self.path.push(key, index),
            attacker_moves,
            ..Frame::default()
        };
        Ok(())
    }

    /// Pushes a frame for the game's position that is part of the path only.
    pub fn push_path<G: Game>(
        &mut self,
        game: &mut G,
        played: Move,
        remaining: u16,
    ) -> Result<(), Error> {
        self.enter(game, played, remaining, INFINITE, INFINITE)
    }

    /// Drops the top frame without touching the game; returns the move that led to it.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn pop(&mut self) -> Option<Move> {
        let frame = self.stack.top()?;
        let (played, children) = (frame.played, frame.children);
        self.path.pop(frame.key, frame.next_in_slot);
        self.stack.pop(children);
        Some(played)
    }

    /// The last frame of the path, from `floor` up, that the position `key` repeats or falls
    /// behind.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn repeats<G: Game>(&self, game: &G, key: Key, floor: u16, except: u16) -> Option<u16> {
        self.path.find(
            key,
            |index| self.stack.frame_below(usize::from(index)).filter(|_| index >= floor),
            |mine, other| game.dominance(mine, other),
            except,
        )
    }

    /// The last frame below the top one that the top position repeats or falls behind.
    pub fn repeated_below_top<G: Game>(&self, game: &G) -> Option<u16> {
        let top = self.stack.depth().checked_sub(1)? as u16;
        self.repeats(game, self.stack.top()?.key, 0, top)
    }

    /// Searches at most `budget` nodes and takes what it used off it.
    pub fn run<G: Game>(
        &mut self,
        game: &mut G,
        table: &ProofTable<'_>,
        control: &Control,
        budget: &mut u64,
    ) -> Result<Run, Error> {
        #[cfg(not(feature = "compact"))]
        let shared = table.is_shared();
        loop {
            let decided = match self.state {
                State::Idle => return Err(Error::State),
                State::Enter => {
                    if control.cancel.is_requested() {
                        return Ok(Run::Cancelled);
                    }
                    if *budget == 0 {
                        return Ok(Run::Budget);
                    }
                    *budget -= 1;
                    self.nodes += 1;
                    if WATCHED && self.nodes & (PUBLISH_EVERY - 1) == 0 {
                        self.publish(game, control);
                    }
                    self.state = State::Choose;
                    match self.glance(game)? {
                        Glance::Value => true,
                        Glance::Win => false,
                        Glance::Nothing => self.expand(game, table)?.is_yes(),
                    }
                }
                State::Choose => {
                    let decided = self.choose(game)?.is_yes();
                    #[cfg(not(feature = "compact"))]
                    if shared && !decided {
                        self.mark(table);
                    }
                    decided
                }
            };
            if decided {
                if self.leave(game, table)?.is_yes() {
                    return Ok(Run::Decided);
                }
                if game.has_delayed_moves() && self.value.proof == 0 {
                    self.wake(game, table)?;
                }
            }
        }
    }

    /// Publishes how far the search is: the numbers are those of the base position.
    pub fn publish<G: Game>(&self, game: &G, control: &Control) {
        let mut snapshot =
            Snapshot { nodes: self.nodes, depth: self.stack.depth() as u32, first: 1, second: 1 };
        if let Some(frame) = self.stack.frame(self.base)
            && frame.children.len != 0
        {
            let value = self.estimate(game, frame);
            (snapshot.first, snapshot.second) = (value.proof, value.disproof);
        }
        control.progress.publish(snapshot);
    }

    /// The present numbers of a frame on the stack that has children.
    pub fn estimate<G: Game>(&self, game: &G, frame: &Frame) -> Value {
        Summary::of(self.stack.values(frame.children), frame.attacker_moves, Policy::of(game))
            .value(frame.attacker_moves)
    }

    /// The first look at the top frame: is the game over, or won by the next move? Apart from
    /// [`Engine::expand`], so that the stack of the one does not lie below that of the other.
    #[inline(always)]
    fn glance<G: Game>(&mut self, game: &mut G) -> Result<Glance, Error> {
        let Some(frame) = self.stack.top() else { return Err(Error::State) };
        let (attacker_moves, remaining) = (frame.attacker_moves, frame.remaining);
        if let Some(score) = game.outcome()? {
            let own = self.stack.top().map_or(0, |frame| frame.key.resource);
            let attacker_won = if attacker_moves { score > 0 } else { score < 0 };
            let length = if attacker_won { 0 } else { NEVER };
            self.value = Value::decided(attacker_won, length, NO_FRAME, own);
            return Ok(Glance::Value);
        }
        if attacker_moves
            && remaining > 0
            && let Some(m) = game.winning_move()?
        {
            self.win_at_once(game, m)?;
            return Ok(Glance::Win);
        }
        Ok(Glance::Nothing)
    }

    /// The second look: which moves are there, what does the table know of them? Returns whether
    /// that gives the node its value.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn expand<G: Game>(&mut self, game: &mut G, table: &ProofTable<'_>) -> Result<Answer, Error> {
        let Some(frame) = self.stack.top() else { return Err(Error::State) };
        let (attacker_moves, remaining) = (frame.attacker_moves, frame.remaining);
        let own = frame.key.resource;
        let mut moves = self.stack.free_moves();
        game.moves(&mut moves)?;
        let count = moves.finish()?;
        if count == 0 {
            // Whoever cannot move has lost.
            let resource = game.settle_resource(own, None, !attacker_moves);
            let length = if attacker_moves { NEVER } else { 0 };
            self.value = Value::decided(!attacker_moves, length, NO_FRAME, resource);
            return Ok(Answer::Yes);
        }
        if remaining == 0 && !game.has_free_moves() {
            self.stack.count_unkept(count);
            self.value = Value::decided(false, 1, NO_FRAME, own);
            return Ok(Answer::Yes);
        }
        let children = self.stack.keep(count);
        if let Some(top) = self.stack.top_mut() {
            top.children = children;
        }
        #[cfg(not(feature = "compact"))]
        self.fetch(game, table, children, attacker_moves)?;
        let mut proven = true;
        #[cfg(feature = "compact")]
        let mut previous = Move::NONE;
        for index in 0..count {
            #[cfg(not(feature = "compact"))]
            let Some(&pending) = self.stack.values(children).get(index) else { break };
            let Some(m) = self.stack.move_at(children, index) else { break };
            #[cfg(not(feature = "compact"))]
            let delayed = pending.is_delayed();
            #[cfg(feature = "compact")]
            let delayed = {
                let kin = game.has_delayed_moves()
                    && !attacker_moves
                    && !previous.is_none()
                    && game.is_delayed(previous, m);
                previous = m;
                kin
            };
            if delayed && !proven {
                self.set_value(children, index, Value::default().delayed(true));
                continue;
            }
            #[cfg(not(feature = "compact"))]
            let (won, refuted) = {
                let key =
                    if delayed { self.salted(game.key_after(m)?) } else { pending.pending_key() };
                let value = self.look_up(game, table, m, key, remaining);
                self.set_value(children, index, value);
                (value.proof == 0, value.disproof == 0 && value.rests_on == NO_FRAME)
            };
            #[cfg(feature = "compact")]
            let (won, refuted) = {
                let seen = self.look_at(game, table, index)?;
                (seen == Seen::Won, seen == Seen::Refuted)
            };
            if if attacker_moves { won } else { refuted } {
                // The others no longer matter, but no key may pass for a number.
                #[cfg(not(feature = "compact"))]
                {
                    let rest = self.stack.both_mut(children).1.get_mut(index + 1..);
                    rest.unwrap_or(&mut []).fill(Value::default());
                }
                break;
            }
            proven = won;
        }
        Ok(Answer::No)
    }

    /// Writes what is known of a child of the top frame into its value.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn look_at<G: Game>(
        &mut self,
        game: &mut G,
        table: &ProofTable<'_>,
        index: usize,
    ) -> Result<Seen, Error> {
        let Some(frame) = self.stack.top() else { return Err(Error::State) };
        let (children, remaining) = (frame.children, frame.remaining);
        let Some(m) = self.stack.move_at(children, index) else { return Err(Error::State) };
        let key = self.salted(game.key_after(m)?);
        let value = self.look_up(game, table, m, key, remaining);
        self.set_value(children, index, value);
        Ok(Seen::of(&value))
    }

    /// Writes the keys of the children into their values and has the processor fetch their table
    /// entries, so that the look-ups to come need not wait for one another. Children that wait for
    /// their predecessor are marked.
    #[cfg(not(feature = "compact"))]
    fn fetch<G: Game>(
        &mut self,
        game: &mut G,
        table: &ProofTable<'_>,
        children: Span,
        attacker_moves: bool,
    ) -> Result<(), Error> {
        let salt = self.salt;
        let (moves, values) = self.stack.both_mut(children);
        let mut previous = Move::NONE;
        for (&mut m, value) in moves.iter_mut().zip(values) {
            if !attacker_moves && !previous.is_none() && game.is_delayed(previous, m) {
                *value = Value::default().delayed(true);
            } else {
                let mut key = game.key_after(m)?;
                key.position ^= salt;
                table.prefetch(key);
                *value = Value::pending(key);
            }
            previous = m;
        }
        Ok(())
    }

    /// The top frame is won by `m`, which leaves the defender without a move.
    #[cfg_attr(feature = "compact", inline(never))]
    fn win_at_once<G: Game>(&mut self, game: &mut G, m: Move) -> Result<(), Error> {
        let mut moves = self.stack.free_moves();
        moves.push(m);
        let count = moves.finish()?;
        let children = self.stack.keep(count);
        if let Some(top) = self.stack.top_mut() {
            top.children = children;
        }
        game.play(m)?;
        let own = game.key().resource;
        let resource = game.settle_resource(own, None, true);
        game.undo(m)?;
        self.set_value(children, 0, Value::proven(0, resource));
        Ok(())
    }

    /// What is known of the child after `m`, whose key is `key`, before it is searched. `remaining`
    /// plies are left before the move.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn look_up<G: Game>(
        &self,
        game: &mut G,
        table: &ProofTable<'_>,
        m: Move,
        key: Key,
        remaining: u16,
    ) -> Value {
        let Some(remaining) = remaining.checked_sub(game.plies(m)) else {
            return Value::disproven(0, NO_FRAME, key.resource);
        };
        if let Some(index) = self.repeats(game, key, self.floor, NO_FRAME) {
            return Value::disproven(NEVER, index, key.resource);
        }
        if !game.has_resources() {
            let numbers = match table.probe_exact(key) {
                Some((upper, _, _)) if upper <= remaining => {
                    return Value::proven(upper, key.resource);
                }
                Some((_, lower, _)) if lower > remaining => {
                    return Value::disproven(lower, NO_FRAME, key.resource);
                }
                Some((_, _, numbers)) => numbers,
                None => self.vary(key, game.initial_numbers(m)),
            };
            return Value::open(numbers.0.clamp(1, MAX_FINITE), numbers.1.clamp(1, MAX_FINITE));
        }
        let facts = table.probe(key, |mine, other| game.dominance(mine, other));
        if facts.upper <= remaining {
            return Value::proven(facts.upper, facts.upper_resource);
        }
        if facts.lower > remaining {
            return Value::disproven(facts.lower, NO_FRAME, facts.lower_resource);
        }
        let (proof, disproof) = match facts.numbers {
            Some(numbers) => numbers,
            None => {
                let (proof, disproof) = self.vary(key, game.initial_numbers(m));
                let (proof, disproof) =
                    (proof.max(facts.at_least.0), disproof.max(facts.at_least.1));
                // What was decided with other resources is worth a try with these.
                match facts.elsewhere {
                    (true, false) => (1, disproof),
                    (false, true) => (proof, 1),
                    _ => (proof, disproof),
                }
            }
        };
        Value::open(proof.clamp(1, MAX_FINITE), disproof.clamp(1, MAX_FINITE))
    }

    /// First numbers, one in eight changed a little by the seed, so that searches with different
    /// seeds take different ways. Proof numbers stay as they are: on long problems chance among them
    /// nearly doubles the nodes.
    #[inline(always)]
    fn vary(
        &self,
        key: Key,
        (proof, disproof): (ProofNumber, ProofNumber),
    ) -> (ProofNumber, ProofNumber) {
        if !FULL || self.seed == 0 {
            return (proof, disproof);
        }
        (proof, disproof + u32::from(mix(key.position ^ u64::from(self.seed)) as u32 & 7 == 0))
    }

    /// Descends from the top frame to its best child, or returns that its search ends with
    /// [`Engine::value`].
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn choose<G: Game>(&mut self, game: &mut G) -> Result<Answer, Error> {
        let Some(&frame) = self.stack.top() else { return Err(Error::State) };
        let values = self.stack.values(frame.children);
        let summary = Summary::of(values, frame.attacker_moves, Policy::of(game));
        if summary.is_decided() {
            self.decide(game, summary.is_won(frame.attacker_moves));
            return Ok(Answer::Yes);
        }
        let value = summary.value(frame.attacker_moves);
        if value.proof >= frame.proof_threshold || value.disproof >= frame.disproof_threshold {
            self.value = value;
            return Ok(Answer::Yes);
        }
        let Some(&child) = values.get(summary.best) else { return Err(Error::State) };
        let Some(m) = self.stack.move_at(frame.children, summary.best) else {
            return Err(Error::State);
        };
        let thresholds = summary.child_thresholds(
            frame.attacker_moves,
            (frame.proof_threshold, frame.disproof_threshold),
            child,
            frame.switches,
            game.aggregate(),
        );
        if let Some(top) = self.stack.top_mut() {
            top.current = summary.best as u32;
        }
        // For the mark, if the table is shared.
        #[cfg(not(feature = "compact"))]
        {
            self.value = value;
        }
        let remaining = frame.remaining.saturating_sub(game.plies(m));
        game.play(m)?;
        self.enter(game, m, remaining, thresholds.0, thresholds.1)?;
        self.state = State::Enter;
        Ok(Answer::No)
    }

    /// Gives the top frame its value, which its children decide, and the resources with which it
    /// stands. What rests on the frame itself is a fact; what rests on a frame above it is not, and
    /// claims no other resources than its own.
    fn decide<G: Game>(&mut self, game: &mut G, won: bool) {
        let Some(frame) = self.stack.top() else { return };
        let index = self.stack.depth().wrapping_sub(1) as u16;
        let own = frame.key.resource;
        let values = self.stack.values(frame.children);
        let moves = self.stack.moves(frame.children);
        // The side that copes with everything: lengths and resources of all children count. The
        // side that chooses: the shortest win, or the refutation that rests on least.
        let copes = won != frame.attacker_moves;
        let mut length = match (copes, won) {
            (true, true) | (false, false) => 0,
            (true, false) => NEVER,
            (false, true) => u16::MAX,
        };
        let mut rests_on = if copes { NO_FRAME } else { 0 };
        let mut joined = None;
        let mut chosen = None;
        for (value, &m) in values.iter().zip(moves) {
            let own_length = longer(value.length(), game.plies(m));
            if copes {
                length = if won { length.max(own_length) } else { length.min(own_length) };
                rests_on = rests_on.min(value.rests_on);
                let resource = game.resource_before(own, m, value.resource, won);
                joined = Some(match joined {
                    None => resource,
                    Some(so_far) => game.join_resources(so_far, resource, won),
                });
            } else if if won {
                value.proof == 0 && own_length < length
            } else {
                value.disproof == 0 && (value.rests_on, own_length) >= (rests_on, length)
            } {
                (length, rests_on) = (own_length, value.rests_on);
                chosen = Some((m, value.resource));
            }
        }
        let mut resource = own;
        if won || rests_on == NO_FRAME {
            resource = if copes {
                game.settle_resource(own, joined, won)
            } else {
                let Some((m, resource)) = chosen else { return };
                game.resource_before(own, m, resource, won)
            };
        }
        self.value = Value::decided(won, length, above(rests_on, index), resource);
    }

    /// Gives the top frame its value, which its children decide, and stores it in the table.
    pub fn decide_top<G: Game>(&mut self, game: &mut G, table: &ProofTable<'_>) {
        let Some(frame) = self.stack.top() else { return };
        let attacker_moves = frame.attacker_moves;
        let values = self.stack.values(frame.children);
        let summary = Summary::of(values, attacker_moves, Policy::of(game));
        self.decide(game, summary.is_won(attacker_moves));
        self.remember(table, 1);
    }

    /// Stores what was found of the top frame: facts with the resources they hold for, estimates
    /// with the position's own. What rests on the path is not stored.
    #[cfg_attr(feature = "compact", inline(never))]
    fn remember(&self, table: &ProofTable<'_>, nodes: u32) {
        let Some(frame) = self.stack.top() else { return };
        let value = &self.value;
        let mut key = frame.key;
        let (mut bounds, mut numbers) = ((NEVER, 0), (0, 0));
        if value.proof == 0 {
            bounds.0 = value.length();
            key.resource = value.resource;
        } else if value.disproof != 0 {
            numbers = (value.proof, value.disproof);
        } else if value.rests_on == NO_FRAME {
            bounds.1 = value.length();
            key.resource = value.resource;
        } else {
            #[cfg(not(feature = "compact"))]
            self.unmark(table, self.stack.depth() - 1);
            return;
        }
        table.store_bounds(key, bounds, numbers, nodes);
    }

    /// Ends the search of the top frame: stores what it found, and hands it to the parent. Returns
    /// whether the frame is the base.
    #[cfg_attr(all(feature = "compact", not(feature = "minimal")), inline(never))]
    fn leave<G: Game>(&mut self, game: &mut G, table: &ProofTable<'_>) -> Result<Answer, Error> {
        let Some(frame) = self.stack.top() else { return Err(Error::State) };
        let nodes = (self.nodes as u32).wrapping_sub(frame.nodes_before);
        let played = frame.played;
        self.remember(table, nodes);
        if self.stack.depth() == self.base + 1 {
            self.state = State::Idle;
            return Ok(Answer::Yes);
        }
        self.pop();
        game.undo(played)?;
        let Some(parent) = self.stack.top_mut() else { return Err(Error::State) };
        parent.switches = parent.switches.saturating_add(1);
        let (children, current) = (parent.children, parent.current as usize);
        self.set_value(children, current, self.value);
        self.state = State::Choose;
        Ok(Answer::No)
    }

    /// The current child of the top frame is proven: the children that waited for it are due.
    #[cfg_attr(feature = "compact", inline(never))]
    fn wake<G: Game>(&mut self, game: &mut G, table: &ProofTable<'_>) -> Result<(), Error> {
        let Some(parent) = self.stack.top() else { return Err(Error::State) };
        if parent.attacker_moves {
            return Ok(());
        }
        let children = parent.children;
        let mut index = parent.current as usize + 1;
        while self.stack.value_mut(children, index).is_some_and(|value| value.is_delayed()) {
            if self.look_at(game, table, index)? != Seen::Won {
                break;
            }
            index += 1;
        }
        Ok(())
    }

    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn set_value(&mut self, children: Span, index: usize, value: Value) {
        if let Some(slot) = self.stack.value_mut(children, index) {
            *slot = value;
        }
    }

    /// Takes back every move of the stack down to `depth` frames; the game follows.
    #[cfg_attr(feature = "compact", inline(never))]
    pub fn take_back<G: Game>(&mut self, game: &mut G, depth: usize) -> Result<(), Error> {
        self.state = State::Idle;
        while self.stack.depth() > depth {
            let Some(played) = self.pop() else { break };
            if !played.is_none() {
                game.undo(played)?;
            }
        }
        Ok(())
    }

    /// The moves and values of the top frame's children.
    pub fn children(&self) -> (&[Move], &[Value]) {
        let span = self.stack.top().map_or(Span::default(), |frame| frame.children);
        (self.stack.moves(span), self.stack.values(span))
    }
}

/// The frame that a result of frame `index` rests on, where that lies above the frame itself.
#[cfg_attr(not(feature = "compact"), inline(always))]
const fn above(rests_on: u16, index: u16) -> u16 {
    if rests_on >= index { NO_FRAME } else { rests_on }
}
