//! How the numbers of children make those of their parent, and thresholds those of children.

use crate::game::{Aggregate, Game};
use crate::score::{INFINITE, MAX_FINITE, ProofNumber};

use super::node::Value;

/// A sum of proof numbers. With 32 bits it stops at the greatest, far above every threshold, so that
/// both widths give the same answers.
#[cfg(not(feature = "compact"))]
type Sum = u64;
#[cfg(feature = "compact")]
type Sum = u32;

#[inline(always)]
const fn plus(a: Sum, b: u32) -> Sum {
    if cfg!(feature = "compact") { a.saturating_add(b as Sum) } else { a + b as Sum }
}

/// What a game says of how its numbers are taken together.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    aggregate: Aggregate,
    /// Whether children may wait.
    delays: bool,
}

impl Policy {
    #[inline(always)]
    pub fn of<G: Game>(game: &G) -> Self {
        Self { aggregate: game.aggregate(), delays: game.has_delayed_moves() }
    }
}

/// The numbers of a node, from the view of the side to move.
pub(super) struct Summary {
    /// The child with the least number of the side to move; among equals see [`Summary::of`].
    pub best: usize,
    /// What the side to move still needs: the least of the children's.
    primary: ProofNumber,
    /// The second least, [`INFINITE`] where there is none.
    second: ProofNumber,
    /// What the other side still needs: all of the children's, taken together by the policy.
    secondary: Sum,
    /// The greatest of the children's numbers of the other side.
    greatest: ProofNumber,
}

/// Fewer children than these count nothing while they wait.
const FEWEST_WAITING: u32 = 3;

impl Summary {
    /// The children's numbers taken together. Children that wait count as little as a few leaves:
    /// most fall like the one they wait for. Where they are few, or wait for the only child that is
    /// open, they count nothing: a line with such a node every thirty plies, as in Microcosmos,
    /// would look the worse the longer it gets, and every other check would be searched as far.
    ///
    /// Small numbers are equal all the time. The attacker then tries the check that is refuted the
    /// soonest, and the defender the reply that is the hardest to prove: both tell soonest whether
    /// the node is what it seems.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn of(values: &[Value], attacker_moves: bool, policy: Policy) -> Self {
        let mut best = 0;
        let (mut primary, mut second) = (INFINITE, INFINITE);
        let mut best_rank = ProofNumber::MAX;
        let flip = if attacker_moves { 0 } else { ProofNumber::MAX };
        let (mut sum, mut greatest): (Sum, ProofNumber) = (0, 0);
        let (mut open, mut waiting) = (0u32, 0u32);
        for (index, value) in values.iter().enumerate() {
            if policy.delays && value.is_delayed() {
                waiting += 1;
                continue;
            }
            let (least, other) = swap_if(!attacker_moves, value.proof, value.disproof);
            let rank = other ^ flip;
            if least < primary || (least == primary && rank < best_rank) {
                second = primary;
                primary = least;
                best_rank = rank;
                best = index;
            } else if least < second {
                second = least;
            }
            if other != 0 {
                open += 1;
                greatest = greatest.max(other);
                sum = plus(sum, other);
            }
        }
        let mut secondary = match policy.aggregate {
            Aggregate::Sum => sum,
            Aggregate::Greatest => plus(greatest as Sum, open.saturating_sub(1)),
        };
        if policy.delays && waiting != 0 {
            let counts = waiting >= FEWEST_WAITING && open >= 2;
            let more = if counts { (waiting / 8).max(1) } else { 0 };
            // Nothing is won while a child waits.
            secondary = plus(secondary, more).max(1);
        }
        Self { best, primary, second, secondary, greatest }
    }

    /// Whether the children decide the node.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn is_decided(&self) -> bool {
        self.primary == 0 || self.secondary == 0
    }

    /// Whether the attacker wins, where the children decide the node.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub const fn is_won(&self, attacker_moves: bool) -> bool {
        (self.primary == 0) == attacker_moves
    }

    /// The numbers as a value.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn value(&self, attacker_moves: bool) -> Value {
        let secondary = self.secondary.min(MAX_FINITE as Sum) as ProofNumber;
        let (proof, disproof) = swap_if(!attacker_moves, self.primary, secondary);
        Value::open(proof, disproof)
    }

    /// The thresholds (proof, disproof) for the best child, whose value is `child`, of a node with
    /// these numbers and thresholds.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    pub fn child_thresholds(
        &self,
        attacker_moves: bool,
        (proof_threshold, disproof_threshold): (ProofNumber, ProofNumber),
        child: Value,
        switches: u16,
        aggregate: Aggregate,
    ) -> (ProofNumber, ProofNumber) {
        let (primary, secondary) = swap_if(!attacker_moves, proof_threshold, disproof_threshold);
        let primary = margin(self.second, switches).min(primary);
        let secondary = if secondary >= INFINITE {
            INFINITE
        } else {
            // What the child may grow to before the node reaches its own threshold: the rest of
            // the total stays as it is. The total lies below the threshold.
            let own = match aggregate {
                Aggregate::Sum => swap_if(!attacker_moves, child.proof, child.disproof).1,
                Aggregate::Greatest => self.greatest,
            };
            (secondary as Sum + own as Sum).saturating_sub(self.secondary) as ProofNumber
        };
        swap_if(!attacker_moves, primary, secondary)
    }
}

#[cfg_attr(not(feature = "compact"), inline(always))]
const fn swap_if(swap: bool, a: ProofNumber, b: ProofNumber) -> (ProofNumber, ProofNumber) {
    if swap { (b, a) } else { (a, b) }
}

/// The threshold for the best child: above the second best, by an eighth and one, and by more the
/// more often the node changed its mind.
#[cfg_attr(not(feature = "compact"), inline(always))]
fn margin(second: ProofNumber, switches: u16) -> ProofNumber {
    if second >= INFINITE {
        return INFINITE;
    }
    let patience = u32::from(switches >> 6) << (switches >> 12);
    let sum = second + 1 + second / 8 + patience;
    if sum > MAX_FINITE { INFINITE } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The children (proof, disproof) of a node whose attacker is to move.
    const CHILDREN: [(ProofNumber, ProofNumber); 3] = [(5, 4), (3, 2), (16, 1)];

    fn policy(aggregate: Aggregate) -> Policy {
        Policy { aggregate, delays: true }
    }

    fn values(attacker_moves: bool) -> Vec<Value> {
        let open = |&(a, b): &(_, _)| if attacker_moves { (a, b) } else { (b, a) };
        CHILDREN.iter().map(open).map(|(proof, disproof)| Value::open(proof, disproof)).collect()
    }

    #[test]
    fn a_node_is_as_near_to_a_win_as_its_best_child_and_as_near_to_a_loss_as_all_together() {
        for attacker in [true, false] {
            for (aggregate, others) in [(Aggregate::Sum, 7), (Aggregate::Greatest, 6)] {
                let summary = Summary::of(&values(attacker), attacker, policy(aggregate));
                assert_eq!(summary.best, 1);
                let value = summary.value(attacker);
                let numbers = (value.proof, value.disproof);
                assert_eq!(numbers, if attacker { (3, others) } else { (others, 3) });
                assert!(!summary.is_decided());
            }
        }
    }

    #[test]
    fn among_equals_the_attacker_takes_what_falls_soonest_and_the_defender_what_holds_longest() {
        for (attacker, best) in [(true, 1), (false, 2)] {
            let open = |other| if attacker { Value::open(3, other) } else { Value::open(other, 3) };
            let values = [5, 2, 9, 2, 9].map(open);
            assert_eq!(Summary::of(&values, attacker, policy(Aggregate::Sum)).best, best);
        }
    }

    #[test]
    fn the_best_child_is_searched_until_the_second_best_is_better_or_the_node_is_done() {
        for attacker in [true, false] {
            let values = values(attacker);
            let thresholds = |aggregate, own: (ProofNumber, ProofNumber), switches| {
                let summary = Summary::of(&values, attacker, policy(aggregate));
                let own = swap_if(!attacker, own.0, own.1);
                let (a, b) =
                    summary.child_thresholds(attacker, own, values[1], switches, aggregate);
                swap_if(!attacker, a, b)
            };
            // One above the second best (5), the eighth of which is 0; what is left to the others.
            assert_eq!(thresholds(Aggregate::Sum, (100, 50), 0), (6, 50 - 7 + 2));
            assert_eq!(thresholds(Aggregate::Greatest, (100, 50), 0), (6, 50 - 6 + 4));
            // The node's own thresholds are the lower ones.
            assert_eq!(thresholds(Aggregate::Sum, (4, 8), 0), (4, 3));
            assert_eq!(thresholds(Aggregate::Sum, (100, INFINITE), 0), (6, INFINITE));
            // A node that wavers grows patient.
            assert_eq!(thresholds(Aggregate::Sum, (100, 50), 64).0, 7);
            assert_eq!(thresholds(Aggregate::Sum, (9000, 50), 0x1000).0, 6 + (64 << 1));
        }
    }

    #[test]
    fn the_margin_is_an_eighth_and_never_a_number_that_cannot_be_reached() {
        assert_eq!(margin(80, 0), 80 + 1 + 10);
        assert_eq!(margin(INFINITE, 0), INFINITE);
        assert_eq!(margin(MAX_FINITE, 0), INFINITE);
    }

    #[test]
    fn children_that_wait_count_like_a_few_leaves_beside_several_open_ones() {
        let proof = |open: &[Value], waiting: usize| {
            let mut values = open.to_vec();
            values.extend(std::iter::repeat_n(Value::default().delayed(true), waiting));
            Summary::of(&values, false, policy(Aggregate::Sum)).value(false).proof
        };
        let values = values(false);
        assert_eq!([0, 2, 3, 15, 20].map(|waiting| proof(&values, waiting)), [7, 7, 8, 8, 9]);
        let one = &values[..1];
        assert_eq!([0, 3, 20].map(|waiting| proof(one, waiting)), [4, 4, 4]);
    }

    #[test]
    fn nothing_is_won_while_a_child_waits() {
        for aggregate in [Aggregate::Sum, Aggregate::Greatest] {
            let values = [Value::proven(1, 0), Value::default().delayed(true)];
            assert!(!Summary::of(&values, false, policy(aggregate)).is_decided());
        }
    }

    #[test]
    fn a_child_that_wins_decides_and_so_do_children_that_all_lose() {
        for attacker in [true, false] {
            let (won, lost) = (Value::proven(1, 0), Value::disproven(1, u16::MAX, 0));
            let (won, lost) = if attacker { (won, lost) } else { (lost, won) };
            let mut children = values(attacker);
            assert!(!Summary::of(&children, attacker, policy(Aggregate::Sum)).is_decided());
            children.push(won);
            assert!(Summary::of(&children, attacker, policy(Aggregate::Sum)).is_decided());
            assert!(Summary::of(&[lost, lost], attacker, policy(Aggregate::Greatest)).is_decided());
        }
    }
}
