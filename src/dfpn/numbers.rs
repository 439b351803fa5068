//! How the numbers of children make those of their parent, and thresholds those of children.

use crate::score::{INFINITE, MAX_FINITE, ProofNumber};

use super::node::Value;

/// The numbers of a node, from the view of the side to move.
pub(super) struct Summary {
    /// The child with the least number of the side to move.
    pub best: usize,
    /// What the side to move still needs: the least of the children's.
    pub primary: ProofNumber,
    /// The second least, [`INFINITE`] where there is none.
    pub second: ProofNumber,
    /// What the other side still needs: all of the children's together.
    pub secondary: u64,
    pub greatest: u32,
}

impl Summary {
    /// The children's numbers taken together. Children that wait count as little as a few leaves:
    /// most fall like the one they wait for.
    #[inline(always)]
    pub fn of(values: &[Value], attacker_moves: bool) -> Self {
        let mut summary =
            Self { best: 0, primary: INFINITE, second: INFINITE, secondary: 0, greatest: 0 };
        let mut waiting = 0u32;
        let mut greatest = 0;
        let mut count = 0u32;
        for (index, value) in values.iter().enumerate() {
            if value.is_delayed() {
                waiting += 1;
                continue;
            }
            let (primary, secondary) = if attacker_moves {
                (value.proof, value.disproof)
            } else {
                (value.disproof, value.proof)
            };
            if primary < summary.primary {
                summary.second = summary.primary;
                summary.primary = primary;
                summary.best = index;
            } else if primary < summary.second {
                summary.second = primary;
            }
            if secondary != 0 {
                greatest = greatest.max(secondary);
                count += 1;
            }
        }
        if count != 0 {
            summary.secondary = u64::from(greatest) + u64::from(count - 1);
            summary.greatest = greatest;
        }
        if waiting != 0 {
            summary.secondary += u64::from((waiting / 8).max(1));
        }
        summary
    }

    /// Whether the children decide the node.
    #[inline(always)]
    pub const fn is_decided(&self) -> bool {
        self.primary == 0 || self.secondary == 0
    }

    /// [`Summary::secondary`] as a proof number.
    #[inline(always)]
    pub fn secondary_number(&self) -> ProofNumber {
        self.secondary.min(u64::from(MAX_FINITE)) as ProofNumber
    }

    /// The numbers as a value.
    #[inline(always)]
    pub fn value(&self, attacker_moves: bool) -> Value {
        let (proof, disproof) = swap_if(!attacker_moves, self.primary, self.secondary_number());
        Value::open(proof, disproof)
    }

    /// The thresholds (proof, disproof) for the best child, whose value is `child`, of a node with
    /// these numbers and thresholds.
    #[inline(always)]
    pub fn child_thresholds(
        &self,
        attacker_moves: bool,
        (proof_threshold, disproof_threshold): (ProofNumber, ProofNumber),
        child: Value,
        switches: u16,
    ) -> (ProofNumber, ProofNumber) {
        let (primary, secondary) = swap_if(!attacker_moves, proof_threshold, disproof_threshold);
        let (_, own) = swap_if(!attacker_moves, child.proof, child.disproof);
        let primary = margin(self.second, switches).min(primary);
        let secondary = if secondary >= INFINITE {
            INFINITE
        } else {
            // The total lies below the threshold, so the difference is above `own`.
            {
                let _ = own;
                (u64::from(secondary) + u64::from(self.greatest)).saturating_sub(self.secondary)
                    as ProofNumber
            }
        };
        swap_if(!attacker_moves, primary, secondary)
    }
}

#[inline(always)]
const fn swap_if(swap: bool, a: ProofNumber, b: ProofNumber) -> (ProofNumber, ProofNumber) {
    if swap { (b, a) } else { (a, b) }
}

/// The threshold for the best child: above the second best, by an eighth and one, and by more the
/// more often the node changed its mind.
#[inline(always)]
fn margin(second: ProofNumber, switches: u16) -> ProofNumber {
    if second >= INFINITE {
        return INFINITE;
    }
    let patience = u32::from(switches >> 6) << (switches >> 12);
    let sum = second + 1 + second / 8 + patience;
    if sum > MAX_FINITE { INFINITE } else { sum }
}
