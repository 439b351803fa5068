//! All rounds of an analysis on one thread, in steps.

use super::pass::{Cells, Counts, Pass};
use crate::game::IndexedGame;
use crate::status::{Error, Step};

/// Where an analysis stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The initial values are being set.
    Initial,
    /// The positions decided in this many plies tell their predecessors.
    Round(u8),
    /// Every position has its value.
    Done,
}

/// An analysis at work. The bytes live in [`Cells`], so that a host can run the rounds on several
/// threads instead, with one [`Pass`] a group.
#[derive(Clone, Debug)]
pub struct Analysis<'a, G: IndexedGame> {
    game: &'a G,
    cells: Cells<'a>,
    pass: Pass<'a, G>,
    stage: Stage,
    group: u32,
    span: u32,
    counts: Counts,
}

/// Adds the counts of one share of the work to a total.
pub fn add_counts(total: &mut Counts, share: &Counts) {
    for (sum, count) in total.iter_mut().zip(share) {
        *sum += count;
    }
}

/// The distance of the next round at or after `distance` that has something to tell.
#[must_use]
pub fn next_round(counts: &Counts, distance: u8) -> Option<u8> {
    let rest = counts.iter().enumerate().skip(usize::from(distance));
    rest.into_iter().find(|&(_, &count)| count > 0).map(|(plies, _)| plies as u8)
}

impl<'a, G: IndexedGame> Analysis<'a, G> {
    /// The start of an analysis in `cells`.
    #[must_use]
    pub fn new(game: &'a G, cells: Cells<'a>) -> Self {
        Self {
            game,
            cells,
            pass: Pass::initial(game, cells, 0..game.len()),
            stage: Stage::Initial,
            group: 0,
            span: 0,
            counts: [0; 256],
        }
    }

    /// Where the analysis stands.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// How many positions are decided in each number of plies so far.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The bytes of the positions; their values are right when the analysis is done.
    #[must_use]
    pub const fn cells(&self) -> Cells<'a> {
        self.cells
    }

    /// Works on about `budget` positions more.
    ///
    /// # Errors
    ///
    /// Those of [`Pass::step`].
    pub fn step(&mut self, budget: u32) -> Result<Step, Error> {
        if self.stage == Stage::Done {
            return Ok(Step::Done);
        }
        if self.pass.step(budget)? == Step::More {
            return Ok(Step::More);
        }
        if let Stage::Round(_) = self.stage
            && self.take_span()
        {
            return Ok(Step::More);
        }
        add_counts(&mut self.counts, self.pass.counts());
        let next = match self.stage {
            Stage::Round(distance) => next_round(&self.counts, distance + 1),
            Stage::Initial | Stage::Done => next_round(&self.counts, 0),
        };
        let Some(distance) = next else {
            self.stage = Stage::Done;
            return Ok(Step::Done);
        };
        self.pass = Pass::round(self.game, self.cells, distance);
        self.stage = Stage::Round(distance);
        (self.group, self.span) = (0, 0);
        Ok(Step::More)
    }

    /// Gives the pass the next span of numbers, group by group; `false` after the last one.
    fn take_span(&mut self) -> bool {
        while self.group < self.game.groups() {
            if let Some(range) = self.game.span(self.group, self.span) {
                self.pass.take(range);
                self.span += 1;
                return true;
            }
            self.group += 1;
            self.span = 0;
        }
        false
    }
}
