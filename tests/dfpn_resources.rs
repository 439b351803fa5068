//! Df-pn with dominance against brute force: random graphs in which the attacker holds tokens, as a
//! shogi player holds pieces in hand.
//!
//! There are two kinds of tokens, [`TOTAL`] of each; what the attacker does not hold, the defender
//! does. Some attacker's edges cost a token, some win one. Some defender's edges can be taken only
//! by a defender who holds a token. So more tokens never hurt the attacker, and a proof or
//! refutation holds for more or fewer tokens than it was found with.

use yomikiri::dfpn::{Config, Dfpn, Limits, Mode, Outcome, Trust, Verification};
use yomikiri::game::{Dominance, Key};
use yomikiri::hash::mix;
use yomikiri::mem::Memory;
use yomikiri::moves::Moves;
use yomikiri::table::proof::ProofTable;
use yomikiri::{Error, Game, Move, Score, Side, Step};

const TOTAL: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    /// An attacker's edge that costs a token of this kind.
    Cost(usize),
    /// An attacker's edge that wins one, where one is left to win.
    Gain(usize),
    /// A defender's edge for a defender who holds a token of this kind.
    Needs(usize),
}

#[derive(Clone, Debug)]
struct Graph {
    /// Attacker's nodes are even.
    edges: Vec<Vec<(Kind, usize)>>,
    here: (usize, [u32; 2]),
    path: Vec<(usize, [u32; 2])>,
}

fn pack(tokens: [u32; 2]) -> u32 {
    tokens[0] | tokens[1] << 8
}

fn unpack(resource: u32) -> [u32; 2] {
    [resource & 0xff, resource >> 8]
}

impl Graph {
    fn random(seed: u64) -> Self {
        let mut state = mix(seed);
        let mut below = move |n: u64| {
            state = mix(state);
            ((state >> 33) % n) as usize
        };
        let size = 4 + 2 * below(8);
        let edges = (0..size)
            .map(|from| {
                (0..1 + below(4))
                    .map(|_| {
                        let to = below(size as u64 / 2) * 2 + (from + 1) % 2;
                        let kind = match (from % 2, below(4)) {
                            (0, 0 | 1) => Kind::Cost(below(2)),
                            (0, 2) => Kind::Gain(below(2)),
                            (1, 0..=2) => Kind::Needs(below(2)),
                            _ => Kind::Plain,
                        };
                        (kind, to)
                    })
                    .collect()
            })
            .collect();
        let tokens = [below(3) as u32, below(3) as u32];
        Self { edges, here: (0, tokens), path: vec![] }
    }

    fn follow(&self, (node, tokens): (usize, [u32; 2]), edge: usize) -> Option<(usize, [u32; 2])> {
        let (kind, to) = *self.edges[node].get(edge)?;
        let mut tokens = tokens;
        match kind {
            Kind::Plain => {}
            Kind::Cost(k) => tokens[k] = tokens[k].checked_sub(1)?,
            Kind::Gain(k) => tokens[k] = (tokens[k] + 1).min(TOTAL),
            Kind::Needs(k) if tokens[k] < TOTAL => {}
            Kind::Needs(_) => return None,
        }
        Some((to, tokens))
    }

    fn states(&self) -> impl Iterator<Item = (usize, [u32; 2])> {
        let nodes = self.edges.len();
        (0..nodes).flat_map(|node| {
            (0..=TOTAL).flat_map(move |a| (0..=TOTAL).map(move |b| (node, [a, b])))
        })
    }

    /// Plies to the attacker's win from every state.
    fn brute_force(&self) -> impl Fn((usize, [u32; 2])) -> Option<u16> {
        let index = |(node, [a, b]): (usize, [u32; 2])| node * 9 + (a * 3 + b) as usize;
        let mut win = vec![None; self.edges.len() * 9];
        for round in 0..=win.len() as u16 {
            let before = win.clone();
            for state in self.states() {
                if win[index(state)].is_some() {
                    continue;
                }
                let mut next = (0..4).filter_map(|e| self.follow(state, e)).peekable();
                let won = if state.0 % 2 == 0 {
                    next.any(|s| before[index(s)].is_some())
                } else if round == 0 {
                    next.peek().is_none()
                } else {
                    next.all(|s| before[index(s)].is_some())
                };
                if won {
                    win[index(state)] = Some(round);
                }
            }
        }
        move |state| win[index(state)]
    }
}

impl Game for Graph {
    fn moves(&mut self, out: &mut Moves<'_>) -> Result<(), Error> {
        for edge in 0..4 {
            if self.follow(self.here, edge).is_some() {
                out.push(Move(edge as u32 + 1));
            }
        }
        Ok(())
    }
    fn play(&mut self, m: Move) -> Result<(), Error> {
        self.path.push(self.here);
        self.here = self.follow(self.here, m.0 as usize - 1).expect("a legal move");
        Ok(())
    }
    fn undo(&mut self, _: Move) -> Result<(), Error> {
        self.here = self.path.pop().expect("a move to take back");
        Ok(())
    }
    fn key(&mut self) -> Key {
        Key { position: mix(self.here.0 as u64), resource: pack(self.here.1) }
    }
    fn side(&mut self) -> Side {
        if self.here.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&mut self) -> Result<Option<Score>, Error> {
        Ok(None)
    }
    fn dominance(&self, mine: u32, other: u32) -> Dominance {
        dominance(mine, other)
    }
    fn settle_resource(&mut self, own: u32, joined: Option<u32>, win: bool) -> u32 {
        let own = unpack(own);
        let mut tokens = joined.map_or([if win { 0 } else { TOTAL }; 2], unpack);
        for (k, token) in tokens.iter_mut().enumerate() {
            let has = |kind| self.edges[self.here.0].iter().any(|edge| edge.0 == kind);
            if win && own[k] == TOTAL && has(Kind::Needs(k)) {
                *token = TOTAL;
            }
            if !win && own[k] == 0 && has(Kind::Cost(k)) {
                *token = 0;
            }
        }
        pack(tokens)
    }
    fn resource_before(&mut self, _: u32, m: Move, after: u32, win: bool) -> u32 {
        let mut tokens = unpack(after);
        match self.edges[self.here.0][m.0 as usize - 1].0 {
            Kind::Plain => {}
            Kind::Cost(k) => tokens[k] = (tokens[k] + 1).min(TOTAL),
            Kind::Gain(k) if win || tokens[k] < TOTAL => tokens[k] = tokens[k].saturating_sub(1),
            Kind::Gain(_) => {}
            Kind::Needs(k) if !win => tokens[k] = tokens[k].min(TOTAL - 1),
            Kind::Needs(_) => {}
        }
        pack(tokens)
    }
    fn join_resources(&self, a: u32, b: u32, win: bool) -> u32 {
        let (a, b) = (unpack(a), unpack(b));
        pack([0, 1].map(|k| if win { a[k].max(b[k]) } else { a[k].min(b[k]) }))
    }
    fn is_delayed(&mut self, previous: Move, next: Move) -> bool {
        // Any relation will do: delaying never changes a result.
        !(previous.0 + next.0).is_multiple_of(3)
    }
}

fn dominance(mine: u32, other: u32) -> Dominance {
    let (a, b) = (unpack(mine), unpack(other));
    let at_least = a[0] >= b[0] && a[1] >= b[1];
    let at_most = a[0] <= b[0] && a[1] <= b[1];
    match (at_least, at_most) {
        (true, true) => Dominance::Equal,
        (true, false) => Dominance::Better,
        (false, true) => Dominance::Worse,
        (false, false) => Dominance::Unrelated,
    }
}

#[test]
fn dominance_and_delayed_moves_change_no_answer_and_store_no_falsehood() {
    let config = Config { plies: 120, moves: 1000 };
    let (mut wins, mut widened) = (0, 0);
    for seed in 0..4000 {
        let graph = Graph::random(seed);
        let truth = graph.brute_force();
        for (entries, mode) in
            [(0, Mode::First), (3, Mode::First), (64, Mode::Shortest), (1024, Mode::First)]
        {
            let mut block = vec![0; config.bytes().unwrap() / 8];
            let mut memory = vec![0; ProofTable::bytes(entries).unwrap() / 8];
            let table = ProofTable::format(Memory::new(&mut memory));
            let mut solver = Dfpn::new(graph.clone(), config, Memory::new(&mut block)).unwrap();
            solver.set_table(table).unwrap();
            solver.start(Limits { mode, ..Limits::default() }).unwrap();
            while solver.step(5).unwrap() == Step::More {
                assert!(solver.report().nodes < 20_000_000, "seed {seed}");
            }
            let report = solver.report();
            match truth(graph.here) {
                Some(plies) => {
                    assert_eq!(report.outcome, Outcome::Proven, "seed {seed}");
                    assert!(report.length >= plies);
                    if mode == Mode::Shortest {
                        assert_eq!((report.length, report.exact), (plies, true), "seed {seed}");
                        assert_eq!(solver.line().len(), usize::from(plies), "seed {seed}");
                    }
                    wins += 1;
                }
                None => assert_eq!(report.outcome, Outcome::Disproven, "seed {seed}"),
            }
            if entries > 3 {
                solver.start_verification(Trust::Keys, 0).unwrap();
                solver.solve().unwrap();
                assert_eq!(solver.report().verification, Verification::Passed, "seed {seed}");
            }
            for (node, tokens) in graph.states() {
                let key = Key { position: mix(node as u64), resource: pack(tokens) };
                let facts = table.probe(key, dominance);
                let own =
                    table.probe(
                        key,
                        |a, b| {
                            if a == b { Dominance::Equal } else { Dominance::Unrelated }
                        },
                    );
                widened += u32::from(facts.upper < own.upper || facts.lower > own.lower);
                let plies = truth((node, tokens)).unwrap_or(0xfff);
                assert!(facts.upper >= plies, "seed {seed}: a win for {node} {tokens:?}");
                assert!(facts.lower <= plies, "seed {seed}: a refutation for {node} {tokens:?}");
            }
        }
    }
    assert!(wins > 1000 && widened > 1000, "the test must not be vacuous: {wins} {widened}");
}
