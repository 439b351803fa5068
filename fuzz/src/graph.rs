//! Small random graphs as games, with their truth by brute force.

use yomikiri::game::{Game, Key};
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};
use yomikiri::score::{Score, Side};
use yomikiri::status::Error;

use super::input::Input;

pub const NODES: usize = 12;
pub const EDGES: usize = 4;
/// The longest path that any test plays.
pub const PATH: usize = 64;

/// Keys of the second side's wins are salted; see `Engine::set_attacker`.
pub const SALT: u64 = 0x6a09_e667_f3bc_c908;

#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pub second: bool,
    pub ended: Option<Score>,
    edges: [u8; EDGES],
    len: u8,
}

impl Node {
    pub fn edges(&self) -> &[u8] {
        &self.edges[..usize::from(self.len)]
    }
}

/// A game that is nothing but a graph: positions are nodes, moves are edges. What it is asked to
/// do must be legal; the path tells.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: [Node; NODES],
    pub len: usize,
    path: [u8; PATH],
    depth: usize,
}

impl Graph {
    pub fn read(input: &mut Input<'_>) -> Self {
        let mut seed = u64::from(input.word());
        let mut below = move |n: u64| {
            seed = mix(seed);
            (seed >> 33) % n
        };
        let len = 2 + below(NODES as u64 - 1) as usize;
        let mut nodes = [Node::default(); NODES];
        for node in nodes.iter_mut().take(len) {
            node.second = below(2) == 1;
            node.ended = match below(16) {
                0 => Some(1),
                1 => Some(-1),
                2 => Some(0),
                _ => None,
            };
            if node.ended.is_some() {
                continue;
            }
            for _ in 0..below(EDGES as u64 + 1) {
                let to = below(len as u64) as u8;
                if !node.edges().contains(&to) {
                    node.edges[usize::from(node.len)] = to;
                    node.len += 1;
                }
            }
        }
        Self { nodes, len, path: [0; PATH], depth: 0 }
    }

    pub fn index(&self) -> usize {
        usize::from(self.path[self.depth])
    }

    pub fn here(&self) -> &Node {
        &self.nodes[self.index()]
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn is_move(&self, m: Move) -> bool {
        self.here().edges().iter().any(|&to| u32::from(to) + 1 == m.0)
    }

    pub fn side_of(&self, index: usize) -> Side {
        if self.nodes[index].second { Side::Second } else { Side::First }
    }

    pub fn key_of(index: usize) -> Key {
        Key { position: mix(index as u64), resource: 0 }
    }

    /// Plies to the win of `attacker` from every node, by repeated application of the rules.
    pub fn truth(&self, attacker: Side) -> [Option<u16>; NODES] {
        let mut win = [None; NODES];
        for round in 0..=self.len as u16 {
            let before = win;
            for (index, node) in self.nodes.iter().take(self.len).enumerate() {
                if win[index].is_some() {
                    continue;
                }
                let attacking = self.side_of(index) == attacker;
                let won = |to: &u8| before[usize::from(*to)].is_some();
                let wins = match node.ended {
                    Some(score) => round == 0 && if attacking { score > 0 } else { score < 0 },
                    None if node.len == 0 => round == 0 && !attacking,
                    None if round == 0 => false,
                    None if attacking => node.edges().iter().any(won),
                    None => node.edges().iter().all(won),
                };
                if wins {
                    win[index] = Some(round);
                }
            }
        }
        win
    }
}

impl Game for Graph {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        self.here().edges().iter().for_each(|&to| out.push(Move(u32::from(to) + 1)));
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        assert!(self.is_move(m), "a search plays legal moves only");
        self.depth += 1;
        self.path[self.depth] = (m.0 - 1) as u8;
        Ok(())
    }
    fn undo(&mut self, m: Move) -> Result<(), Error> {
        assert_eq!(self.index() as u32 + 1, m.0, "a search takes back the last move");
        self.depth = self.depth.checked_sub(1).expect("a move to take back");
        Ok(())
    }
    fn key(&mut self) -> Key {
        Self::key_of(self.index())
    }
    fn side(&mut self) -> Side {
        self.side_of(self.index())
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(self.here().ended)
    }
    fn evaluate(&mut self) -> Result<Score, Error> {
        Ok((mix(self.index() as u64) >> 56) as Score - 128)
    }
}

/// The words of memory that a proof search takes.
pub const fn words(config: yomikiri::dfpn::Config) -> usize {
    match config.bytes() {
        Ok(bytes) => bytes / 8,
        Err(_) => panic!("a configuration out of range"),
    }
}
