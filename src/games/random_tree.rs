//! Random game trees and graphs of any width and depth, with a dial for the quality of the move
//! order: the field's standard test bed for searches.
//!
//! Everything follows from a seed by hashing, so the tree needs no memory. In a graph, several
//! moves lead to the same position of the next row. Sides alternate, or they follow the seed, so
//! that one side may move several times in a row.

use crate::game::{Game, Key};
use crate::hash::{mix, reduce};
use crate::moves::{Move, Moves};
use crate::score::{Score, Side};
use crate::status::Error;

/// The most plies a line can have.
pub const MOST_PLIES: usize = 64;

/// The shape of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What the values follow from.
    pub seed: u64,
    /// Moves in every position, from 1 up.
    pub width: u32,
    /// Plies to the leaves, at most [`MOST_PLIES`].
    pub depth: u32,
    /// How many positions a row has at most; 0 for a tree, in which every line is its own.
    pub row: u32,
    /// Leaves have scores from -`spread` to `spread`.
    pub spread: Score,
    /// How well [`Game::order`] orders, from 0 (noise) to 100 (by the static worth of the child,
    /// which is a good guess where `growth` is set).
    pub order_quality: u32,
    /// Whether a move changes the score a little and leaves sum the changes up, as positions of
    /// real games do (incremental trees); otherwise leaves are independent.
    pub growth: bool,
    /// Whether the side to move follows from the seed instead of alternating.
    pub free_sides: bool,
    /// In how many of 100 positions the game ends before the leaves.
    pub early_end: u32,
}

impl Shape {
    /// A tree with independent leaves and alternating sides.
    #[must_use]
    pub const fn tree(seed: u64, width: u32, depth: u32, spread: Score) -> Self {
        Self {
            seed,
            width,
            depth,
            row: 0,
            spread,
            order_quality: 0,
            growth: false,
            free_sides: false,
            early_end: 0,
        }
    }

    /// A graph with at most `row` positions a row.
    #[must_use]
    pub const fn graph(seed: u64, width: u32, depth: u32, spread: Score, row: u32) -> Self {
        let mut shape = Self::tree(seed, width, depth, spread);
        shape.row = row;
        shape
    }
}

/// A position: its identity in the row, and the sum of changes on the line to it (trees only).
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    id: u64,
    sum: Score,
}

/// A random tree or graph, at one of its positions. The move to the child number `n`, counted from
/// 0, is `Move(n + 1)`.
#[derive(Clone, Debug)]
pub struct RandomTree {
    shape: Shape,
    depth: usize,
    line: [Node; MOST_PLIES + 1],
}

fn bits(value: u64) -> u32 {
    (mix(value) >> 32) as u32
}

impl RandomTree {
    /// The root of a tree.
    ///
    /// # Errors
    ///
    /// [`Error::Config`] for no moves, more plies than [`MOST_PLIES`], a negative spread or one
    /// that would reach decided scores, a sum of changes in a graph, or a share above 100.
    pub fn new(shape: Shape) -> Result<Self, Error> {
        let good = shape.width >= 1
            && shape.depth as usize <= MOST_PLIES
            && shape.spread >= 0
            && shape.spread < 10_000
            && !(shape.growth && shape.row != 0)
            && shape.order_quality <= 100
            && shape.early_end <= 100;
        if !good {
            return Err(Error::Config);
        }
        let mut line = [Node::default(); MOST_PLIES + 1];
        line[0].id = mix(shape.seed);
        Ok(Self { shape, depth: 0, line })
    }

    fn node(&self) -> Node {
        self.line.get(self.depth).copied().unwrap_or_default()
    }

    fn child(&self, m: Move) -> Node {
        let parent = self.node();
        let below = mix(parent.id ^ u64::from(m.0) << 40);
        let id = if self.shape.row == 0 {
            below
        } else {
            let place = reduce((below >> 32) as u32, self.shape.row);
            mix(self.shape.seed ^ mix((self.depth as u64 + 1) << 32 | u64::from(place)))
        };
        let change = if self.shape.growth { self.scaled(mix(below), self.shape.spread) } else { 0 };
        Node { id, sum: parent.sum + change }
    }

    /// A number from -`spread` to `spread`.
    fn scaled(&self, value: u64, spread: Score) -> Score {
        reduce(bits(value), 2 * spread as u32 + 1) as Score - spread
    }

    /// The score of a node as if the game ended there, for the first side.
    fn worth(&self, node: Node) -> Score {
        if self.shape.growth { node.sum } else { self.scaled(node.id ^ 0x5bd1, self.shape.spread) }
    }

    fn seen_by(&mut self, score: Score) -> Score {
        match self.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }
}

impl Game for RandomTree {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        if (self.depth as u32) < self.shape.depth {
            for number in 1..=self.shape.width {
                out.push(Move(number));
            }
        }
        Ok(())
    }

    fn play(&mut self, m: Move) -> Result<(), Error> {
        if self.depth as u32 >= self.shape.depth || m.0 == 0 || m.0 > self.shape.width {
            return Err(Error::BadMove);
        }
        let child = self.child(m);
        self.depth += 1;
        if let Some(slot) = self.line.get_mut(self.depth) {
            *slot = child;
        }
        Ok(())
    }

    fn undo(&mut self, m: Move) -> Result<(), Error> {
        if self.depth == 0 || m.0 == 0 || m.0 > self.shape.width {
            return Err(Error::BadMove);
        }
        self.depth -= 1;
        Ok(())
    }

    fn key(&mut self) -> Key {
        let node = self.node();
        Key { position: node.id ^ mix(self.depth as u64), resource: 0 }
    }

    fn side(&mut self) -> Side {
        let second = if self.shape.free_sides {
            bits(self.node().id ^ 0x77) & 1 == 1
        } else {
            self.depth % 2 == 1
        };
        if second { Side::Second } else { Side::First }
    }

    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        let node = self.node();
        let ends = self.depth as u32 >= self.shape.depth
            || (self.depth > 0 && reduce(bits(node.id ^ 0x99), 100) < self.shape.early_end);
        if !ends {
            return Ok(None);
        }
        let worth = self.worth(node);
        Ok(Some(self.seen_by(worth)))
    }

    fn evaluate(&mut self) -> Result<Score, Error> {
        let worth = self.worth(self.node());
        Ok(self.seen_by(worth))
    }

    fn order(&mut self, m: Move) -> i32 {
        let child = self.child(m);
        let quality = self.shape.order_quality as i32;
        let worth = self.worth(child);
        let worth = self.seen_by(worth);
        let noise = self.scaled(child.id ^ 0x1234, self.shape.spread);
        worth * quality + noise * (100 - quality)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}
