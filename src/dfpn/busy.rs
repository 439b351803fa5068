//! Marks that keep searches with one table out of each other's way.
//!
//! A search that descends from a node which the attacker chose stores in the node's entry the proof
//! number that the node will have when the search leaves it, if all goes as it mostly does: its
//! threshold. Another search that comes by then finds the node as dear as it is about to become, and
//! takes the attacker's next best move. The numbers that were found take the place of the mark when
//! the node is left. The idea is that of virtual proof numbers (Kaneko, "Parallel depth first proof
//! number search", 2010); no field and no count of searches is needed here, as numbers in the table
//! are estimates anyway.
//!
//! Only the number that the parent chooses by is raised. The other one counts in a total: raised to
//! its threshold it would turn the next search away from the parent at once. What the defender chose
//! is not marked: searches that are led apart there gain as much on most problems, but on some long
//! ones each does several times the work of one alone.

use crate::game::Key;
use crate::score::{INFINITE, ProofNumber};
use crate::table::proof::{Facts, ProofTable};

use super::engine::Engine;
use super::node::Value;

impl Engine<'_> {
    /// Marks the frame below the top one in the table, where that was not done yet; its numbers are
    /// in [`Engine::value`]. The base of the search is not marked: nobody chooses it.
    #[inline(never)]
    pub fn mark(&mut self, table: &ProofTable<'_>) {
        let Some(index) = self.stack.depth().checked_sub(2).filter(|&index| index > self.base)
        else {
            return;
        };
        let Some(&frame) = self.stack.frame(index).filter(|frame| !frame.is_marked) else { return };
        let Some(parent) = self.stack.frame(index - 1) else { return };
        let Value { proof, disproof, .. } = self.value;
        let threshold = frame.proof_threshold;
        // Without a threshold the parent has no other choice, and neither has another search.
        if !parent.attacker_moves || threshold >= INFINITE || threshold <= proof {
            return;
        }
        if let Some(frame) = self.stack.frame_mut(index) {
            frame.is_marked = true;
        }
        store(table, frame.key, (threshold, disproof));
    }

    /// Gives a marked frame the numbers back that it had before it was entered: for one that is left
    /// without a result for the table.
    pub fn unmark(&self, table: &ProofTable<'_>, index: usize) {
        let Some(frame) = self.stack.frame(index).filter(|frame| frame.is_marked) else { return };
        let Some(parent) = index.checked_sub(1).and_then(|index| self.stack.frame(index)) else {
            return;
        };
        // The parent keeps the value that it chose the child by.
        if let Some(value) = self.stack.values(parent.children).get(parent.current as usize) {
            store(table, frame.key, (value.proof, value.disproof));
        }
    }

    /// The same for all frames of the stack, before it is cleared.
    pub fn unmark_all(&self, table: &ProofTable<'_>) {
        for index in 0..self.stack.depth() {
            self.unmark(table, index);
        }
    }
}

/// Replaces the numbers of an entry; what it knows for certain stays.
fn store(table: &ProofTable<'_>, key: Key, numbers: (ProofNumber, ProofNumber)) {
    table.store(key, Facts { numbers: Some(numbers), ..Facts::UNKNOWN }, 1);
}

#[cfg(all(test, feature = "shogi"))]
mod tests {
    use super::*;
    use crate::dfpn::{Config, Dfpn, Limits};
    use crate::games::shogi::Position;
    use crate::games::shogi::mate::MateProblem;
    use crate::mem::Memory;

    /// What was seen of a marked frame.
    struct Marked {
        key: Key,
        threshold: ProofNumber,
        before: (ProofNumber, ProofNumber),
    }

    fn marked(engine: &Engine<'_>) -> Vec<Marked> {
        let frames = (1..engine.stack.depth()).filter_map(|index| {
            let (parent, frame) = (engine.stack.frame(index - 1)?, engine.stack.frame(index)?);
            let value = engine.stack.values(parent.children)[parent.current as usize];
            assert!(parent.attacker_moves || !frame.is_marked);
            frame.is_marked.then_some(Marked {
                key: frame.key,
                threshold: frame.proof_threshold,
                before: (value.proof, value.disproof),
            })
        });
        frames.collect()
    }

    #[test]
    fn nodes_on_the_path_look_as_dear_as_they_may_become_until_the_search_is_given_up() {
        let config = Config { plies: 200, moves: 20_000 };
        let mut path = vec![0; config.bytes().unwrap() / 8];
        let mut memory = vec![0; (16 << 20) / 8];
        let table = ProofTable::format(Memory::new(&mut memory));
        let numbers = |key| {
            let equal = |a, b| {
                if a == b {
                    crate::game::Dominance::Equal
                } else {
                    crate::game::Dominance::Unrelated
                }
            };
            table.probe(key, equal).numbers
        };
        // Shogi Zuko 4.
        let sfen = "6S+Pl/5s3/4L2l1/5gkBr/4pn3/5Gp2/9/6N2/7+R+n b BN2g2sl15p 1";
        let position = Position::from_sfen(sfen).unwrap();
        let side = position.side();
        let problem = MateProblem::new(position, side).unwrap();
        let mut solver = Dfpn::new(problem, config, Memory::new(&mut path)).unwrap();
        solver.set_table(table).unwrap();
        for shared in [true, false] {
            table.set_shared(shared);
            table.clear();
            solver.start(Limits::default()).unwrap();
            let mut seen = 0;
            for _ in 0..40 {
                solver.step(500).unwrap();
                for frame in marked(&solver.engine) {
                    assert_eq!(numbers(frame.key).unwrap().0, frame.threshold);
                    seen += 1;
                }
            }
            assert_eq!(seen > 100, shared, "{seen}");
            let path = marked(&solver.engine);
            assert_eq!(path.is_empty(), !shared);
            solver.reset().unwrap();
            for frame in path {
                assert_eq!(numbers(frame.key), Some(frame.before));
            }
        }
    }
}
