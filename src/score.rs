//! Values of positions: scores with distance to the end, bounds, proof and disproof numbers.

/// A score from the view of the side to move. The unit is the game's own (discs, centipawns).
///
/// Scores at or beyond ±[`DECIDED`] say that the game is decided: `MATE - n` is a win that ends
/// `n` plies from now, `n - MATE` a loss.
pub type Score = i32;

/// The score of a win that stands on the board now; a win in `n` plies is `MATE - n`.
pub const MATE: Score = 1_000_000;

/// Scores at or above this, or at or below its negative, are decided games with a distance.
pub const DECIDED: Score = MATE - 0x1_0000;

/// One more than any score, for open windows.
pub const SCORE_LIMIT: Score = MATE + 1;

/// What a stored or returned score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// The true score is this.
    Exact = 3,
}

/// A side of a two-player game. In shogi [`Side::First`] is black (sente), in Othello black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first at the start of a game.
    First = 0,
    /// The other side.
    Second = 1,
}

impl Side {
    /// The opponent.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A proof or disproof number: the least count of leaves still to be decided. Table entries keep
/// 24 bits of it.
pub type ProofNumber = u32;

/// The number of something that can never be proven (or disproven).
pub const INFINITE: ProofNumber = 0x00ff_ffff;

/// The largest finite number. Sums stop here, so that no sum can ever look like a proof.
pub const MAX_FINITE: ProofNumber = INFINITE - 1;

/// The sum of two proof numbers: infinite only where one of them is, otherwise at most
/// [`MAX_FINITE`].
#[must_use]
#[inline(always)]
pub const fn saturating_sum(a: ProofNumber, b: ProofNumber) -> ProofNumber {
    if a >= INFINITE || b >= INFINITE {
        return INFINITE;
    }
    let sum = a + b;
    if sum > MAX_FINITE { MAX_FINITE } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_finite_numbers_is_never_infinite() {
        assert_eq!(saturating_sum(MAX_FINITE, MAX_FINITE), MAX_FINITE);
        assert_eq!(saturating_sum(MAX_FINITE, 1), MAX_FINITE);
        assert_eq!(saturating_sum(INFINITE, 0), INFINITE);
        assert_eq!(saturating_sum(0, INFINITE), INFINITE);
        assert_eq!(saturating_sum(3, 4), 7);
    }
}
