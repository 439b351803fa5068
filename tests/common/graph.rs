//! Games that are nothing but a graph, with their truth by brute force, and ways to spoil them.
#![allow(dead_code)]

use yomikiri::check::Identity;
use yomikiri::game::{Game, Key};
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::Error;

/// What to do to the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keys {
    /// 64 bits of their own for every node.
    Whole,
    /// So many bits, and nothing else tells nodes apart.
    Weak(u32),
    /// So many bits, and an independent check of 32 bits as the resource.
    WeakWithCheck(u32),
}

#[derive(Clone, Debug)]
pub struct Node {
    pub side: Side,
    pub ended: Option<Score>,
    pub edges: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub path: Vec<usize>,
    pub keys: Keys,
    /// A move that [`Game::winning_move`] claims to win, wherever it is asked.
    pub claimed: Option<Move>,
    /// Whether moves to odd nodes count two plies.
    pub weighted: bool,
    /// Whether [`Game::key_after`] names another node's key.
    pub lying_key_after: bool,
}

impl Graph {
    /// `size` nodes; sides do not alternate; edges go anywhere, back and to themselves included.
    pub fn random(seed: u64, size: usize) -> Self {
        Self::with_ends(seed, size, 12)
    }

    /// The same where three nodes in so many are ends.
    pub fn with_ends(seed: u64, size: usize, one_in: usize) -> Self {
        let mut state = mix(seed ^ 0x51ed_270b);
        let mut below = move |n: usize| {
            state = mix(state);
            ((state >> 33) % n as u64) as usize
        };
        let nodes = (0..size)
            .map(|_| {
                let side = if below(2) == 0 { Side::First } else { Side::Second };
                let ended = match below(one_in) {
                    0 => Some(1),
                    1 => Some(-1),
                    2 => Some(0),
                    _ => None,
                };
                let mut edges = Vec::new();
                if ended.is_none() {
                    for _ in 0..below(5) {
                        let to = below(size);
                        if !edges.contains(&to) {
                            edges.push(to);
                        }
                    }
                }
                Node { side, ended, edges }
            })
            .collect();
        Self {
            nodes,
            path: vec![0],
            keys: Keys::Whole,
            claimed: None,
            weighted: false,
            lying_key_after: false,
        }
    }

    pub fn here(&self) -> usize {
        *self.path.last().unwrap()
    }

    pub fn key_of(&self, index: usize) -> Key {
        let position = mix(index as u64);
        let weak = |bits: u32| mix(position & ((1 << bits) - 1));
        match self.keys {
            Keys::Whole => Key { position, resource: 0 },
            Keys::Weak(bits) => Key { position: weak(bits), resource: 0 },
            Keys::WeakWithCheck(bits) => {
                Key { position: weak(bits), resource: (mix(!position) >> 32) as u32 }
            }
        }
    }

    /// The plies that a move to a node counts.
    fn cost(&self, to: usize) -> u16 {
        1 + u16::from(self.weighted && to % 2 == 1)
    }

    /// Plies to the win of `attacker` from every node, by repeated application of the rules.
    pub fn truth(&self, attacker: Side) -> Vec<Option<u16>> {
        let mut win: Vec<Option<u16>> = vec![None; self.nodes.len()];
        let mut quiet = 0;
        for round in 0..=2 * self.nodes.len() as u16 {
            let before = win.clone();
            for (index, node) in self.nodes.iter().enumerate() {
                if win[index].is_some() {
                    continue;
                }
                let attacking = node.side == attacker;
                let won =
                    |&to: &usize| before[to].is_some_and(|plies| plies + self.cost(to) <= round);
                let wins = match node.ended {
                    Some(score) => round == 0 && if attacking { score > 0 } else { score < 0 },
                    None if node.edges.is_empty() => round == 0 && !attacking,
                    None if round == 0 => false,
                    None if attacking => node.edges.iter().any(won),
                    None => node.edges.iter().all(won),
                };
                if wins {
                    win[index] = Some(round);
                }
            }
            quiet = if win == before { quiet + 1 } else { 0 };
            if quiet > 2 {
                break;
            }
        }
        win
    }
}

impl Identity for Graph {
    fn identity(&mut self) -> u64 {
        self.here() as u64
    }
}

impl Game for Graph {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        let here = self.here();
        self.nodes[here].edges.iter().for_each(|&to| out.push(Move(to as u32 + 1)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        let to = m.0 as usize - 1;
        if !self.nodes[self.here()].edges.contains(&to) {
            // What a false claim brings about, not the search.
            assert_eq!(self.claimed, Some(m), "the search plays legal moves only");
        }
        self.path.push(to);
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        assert_eq!(self.path.pop(), Some(m.0 as usize - 1));
        Ok(())
    }
    fn key(&mut self) -> Key {
        self.key_of(self.here())
    }
    fn key_after(&mut self, m: Move) -> Result<Key, Error> {
        let to = m.0 as usize - 1;
        Ok(self.key_of(if self.lying_key_after { (to + 1) % self.nodes.len() } else { to }))
    }
    fn side(&mut self) -> Side {
        self.nodes[self.here()].side
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(self.nodes[self.here()].ended)
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok((mix(self.here() as u64) >> 57) as Score - 64)
    }
    fn plies(&self, m: Move) -> u16 {
        self.cost(m.0 as usize - 1)
    }
    fn winning_move(&mut self) -> Result<Option<Move>, Error> {
        Ok(self.claimed)
    }
}
