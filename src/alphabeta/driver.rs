//! The next-bound rule: which window each driver searches with next.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996, show
//! that SSS*, DUAL*, C* and MTD(f) are one loop of zero-window alpha-beta calls with a table, told
//! apart by the choice of the next bound. The drivers with a wide window fit into the same loop:
//! one pass, or a few where an aspiration window misses.

use super::FULL;
use super::config::{Config, Driver};
use crate::math::quotient;
use crate::score::{SCORE_LIMIT, Score};

/// After so many passes one with the full window decides. Sound bounds need far fewer; false ones,
/// of a table that memory corrupted or of positions with equal keys, can shift by one unit a pass.
const MOST_PASSES: u32 = 1024;

/// The passes of one iteration: what is known of the value, and the window to search next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passes {
    driver: Driver,
    step: Score,
    aspiration: Score,
    lower: Score,
    upper: Score,
    guess: Score,
    window: (Score, Score),
    passes: u32,
    /// Bounds contradicted each other, which only values that depend on the path can do, or the
    /// passes became too many: a last pass with the full window decides.
    inconsistent: bool,
}

/// What a pass taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another pass is needed.
    Again,
    /// The value is known.
    Known(Score),
}

fn limited(score: Score) -> Score {
    score.clamp(-SCORE_LIMIT, SCORE_LIMIT)
}

impl Passes {
    /// Starts an iteration. `previous` is the value of the iteration before.
    pub(super) fn new(config: &Config, previous: Option<Score>) -> Self {
        let (low, high) = config.range;
        let mut passes = Self {
            driver: config.driver,
            step: config.granularity,
            aspiration: if previous.is_some() { config.aspiration } else { 0 },
            lower: low,
            upper: high,
            // Not `clamp`, which would have to panic if the range were empty.
            guess: previous.unwrap_or(config.first_guess).max(low).min(high),
            window: (-SCORE_LIMIT, SCORE_LIMIT),
            passes: 0,
            inconsistent: false,
        };
        passes.choose();
        passes
    }

    /// The window of the next pass.
    pub(super) const fn window(&self) -> (Score, Score) {
        self.window
    }

    /// The bounds known so far.
    pub(super) const fn bounds(&self) -> (Score, Score) {
        (self.lower, self.upper)
    }

    fn choose(&mut self) {
        let step = self.step;
        let beta = match self.driver {
            Driver::Minimax | Driver::BranchAndBound if FULL => {
                self.window = (-SCORE_LIMIT, SCORE_LIMIT);
                return;
            }
            Driver::AlphaBeta | Driver::PrincipalVariation => {
                let (mut alpha, mut beta) = (self.lower - step, self.upper + step);
                if FULL && self.passes == 0 && self.aspiration > 0 {
                    alpha = alpha.max(self.guess - self.aspiration);
                    beta = beta.min(self.guess + self.aspiration);
                }
                self.window = (limited(alpha), limited(beta));
                return;
            }
            Driver::SssStar if FULL => self.upper,
            Driver::DualStar if FULL => self.lower + step,
            Driver::CStar if FULL => {
                // The middle, rounded up to a whole step above the lower bound.
                let steps = quotient((self.upper - self.lower) as u32, step as u32) as Score;
                self.lower + (steps + 1) / 2 * step
            }
            // MTD(f).
            _ => {
                if self.guess == self.lower {
                    self.guess + step
                } else {
                    self.guess
                }
            }
        };
        let beta = limited(beta.max(self.lower + step));
        self.window = (limited(beta - step), beta);
    }

    /// Takes in the fail-soft value of the pass with [`Passes::window`].
    pub(super) fn absorb(&mut self, value: Score) -> Verdict {
        let (alpha, beta) = self.window;
        self.passes += 1;
        if self.inconsistent || (alpha < value && value < beta) {
            self.lower = value;
            self.upper = value;
            return Verdict::Known(value);
        }
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
        self.guess = value;
        if self.lower > self.upper {
            let (low, high) = (self.lower, self.upper);
            // A value outside the range the caller promised ends at the range's end.
            if self.passes == 1 {
                return Verdict::Known(if value >= beta { high } else { low });
            }
            self.inconsistent = true;
            self.window = (-SCORE_LIMIT, SCORE_LIMIT);
            return Verdict::Again;
        }
        if self.lower == self.upper {
            return Verdict::Known(self.lower);
        }
        if self.passes >= MOST_PASSES {
            self.inconsistent = true;
            self.window = (-SCORE_LIMIT, SCORE_LIMIT);
            return Verdict::Again;
        }
        self.choose();
        Verdict::Again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The passes over a position whose value is `value`, answered without fail-soft surplus.
    fn windows(config: &Config, value: Score) -> Vec<(Score, Score)> {
        let mut passes = Passes::new(config, None);
        let mut seen = Vec::new();
        loop {
            let (alpha, beta) = passes.window();
            seen.push((alpha, beta));
            let reply = value.clamp(alpha.max(config.range.0), beta.min(config.range.1));
            if let Verdict::Known(found) = passes.absorb(reply) {
                assert_eq!(found, value, "{config:?}");
                return seen;
            }
            assert!(seen.len() < 5000, "{config:?} does not end");
        }
    }

    #[test]
    fn every_rule_ends_at_every_value() {
        for driver in [
            Driver::AlphaBeta,
            Driver::PrincipalVariation,
            Driver::MtdF,
            Driver::SssStar,
            Driver::DualStar,
            Driver::CStar,
        ] {
            for granularity in [1, 2] {
                for first_guess in [-64, 0, 6, 64] {
                    for value in (-64..=64).step_by(2) {
                        let config = Config {
                            range: (-64, 64),
                            granularity,
                            first_guess,
                            ..Config::new(driver)
                        };
                        windows(&config, value);
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_that_creep_by_a_unit_a_pass_end_with_a_full_window() {
        for driver in [Driver::SssStar, Driver::DualStar, Driver::MtdF] {
            let mut passes = Passes::new(&Config::new(driver), None);
            let mut seen = 1;
            loop {
                let (alpha, beta) = passes.window();
                // Falls short of the window, or beats it, by nothing.
                let reply = if driver == Driver::DualStar { beta } else { alpha };
                if (alpha, beta) == (-SCORE_LIMIT, SCORE_LIMIT) {
                    assert_eq!(passes.absorb(7), Verdict::Known(7));
                    break;
                }
                assert_eq!(passes.absorb(reply), Verdict::Again);
                seen += 1;
            }
            assert_eq!(seen, MOST_PASSES + 1);
        }
    }

    #[test]
    fn bisection_takes_the_logarithm_of_the_range() {
        for value in 0..=1024 {
            let config = Config { range: (0, 1024), ..Config::new(Driver::CStar) };
            assert!(windows(&config, value).len() <= 11);
        }
    }
}
