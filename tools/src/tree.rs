//! `yomikiri tree`: a picture of what a search visits, as SVG or for Graphviz.

mod picture;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use yomikiri::alphabeta::{Cause, Config, Departure, Limits, Observer, OrderingSwitches, Visit};
use yomikiri::dfpn::{self, Dfpn};
use yomikiri::game::Game;
use yomikiri::games::dobutsu;
use yomikiri::games::othello::Othello;
use yomikiri::games::pi_tree::PiTree;
use yomikiri::games::shogi::mate::MateProblem;
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::mem::Memory;
use yomikiri::moves::Move;
use yomikiri::table::proof::{NEVER, ProofTable};
use yomikiri::{Score, Side};

use crate::chess::Chess;
use crate::exit;
use crate::search::DriverName;
use crate::subject::{Arena, GameName, Subject, legal_moves};

/// Draw the tree that a search visits: nodes in visiting order with their values and windows,
/// branches that were cut, leaves that were never looked at.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri tree pi --out alpha-beta.svg
  yomikiri tree pi --driver mtd-f --guess 3 --out mtd-f.svg
  yomikiri tree othello --depth 3 --ordered --out othello.dot
  yomikiri tree shogi --proof --position '8k/9/8P/9/9/9/9/9/9 b GSr2b3g3s4n4l17p 1' --out proof.svg")]
pub struct Tree {
    /// The game.
    #[arg(value_enum)]
    game: GameName,
    /// The position, as text of the game; the start of the game without it.
    #[arg(long)]
    position: Option<String>,
    /// Depth in plies.
    #[arg(long, default_value_t = 4)]
    depth: u16,
    /// Which search to use.
    #[arg(long, value_enum, default_value_t = DriverName::AlphaBeta)]
    driver: DriverName,
    /// The first guess of MTD(f).
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    guess: Score,
    /// Least and greatest value, for C*.
    #[arg(long, num_args = 2, allow_negative_numbers = true, value_names = ["LOW", "HIGH"])]
    range: Option<Vec<Score>>,
    /// Entries of the table; 0 for none. The drivers with zero windows need one.
    #[arg(long)]
    entries: Option<usize>,
    /// Order moves by the game's hints instead of leaving them as they come.
    #[arg(long)]
    ordered: bool,
    /// Draw what df-pn knows of a shogi mate problem instead: proof and disproof numbers.
    #[arg(long)]
    proof: bool,
    /// Where to write the picture; the name ends in .svg or .dot.
    #[arg(long)]
    out: PathBuf,
    /// Draw at most so many nodes.
    #[arg(long, default_value_t = 2000)]
    most: usize,
}

/// One visit of a node.
pub struct Seen {
    /// The number of the visit, counted from 1 over the whole search.
    pub number: u32,
    pub alpha: Score,
    pub beta: Score,
    pub score: Score,
    pub cause: Option<Cause>,
}

/// A node of the tree, with every visit of it.
pub struct Node {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub name: String,
    pub first_to_move: bool,
    pub depth: usize,
    pub visits: Vec<Seen>,
    /// The static value of a leaf that nobody visited, where it is known.
    pub leaf: Option<Score>,
    /// What is written into the node instead of its score: proof and disproof number.
    pub label: Option<String>,
}

impl Node {
    fn new(parent: Option<usize>, depth: usize) -> Self {
        Self {
            parent,
            children: Vec::new(),
            name: String::new(),
            first_to_move: true,
            depth,
            visits: Vec::new(),
            leaf: None,
            label: None,
        }
    }

    /// Whether the search was here.
    pub fn visited(&self) -> bool {
        !self.visits.is_empty() || self.label.is_some()
    }
}

/// Builds the tree while the search runs.
#[derive(Default)]
struct Recorder {
    nodes: Vec<Node>,
    line: Vec<usize>,
    children: HashMap<(usize, Move), usize>,
    count: u32,
    passes: Vec<(Score, Score)>,
    most: usize,
    overflow: bool,
}

impl Observer for Recorder {
    fn pass(&mut self, alpha: Score, beta: Score) {
        self.passes.push((alpha, beta));
    }

    fn enter(&mut self, visit: Visit) {
        let ply = visit.ply as usize;
        self.line.truncate(ply);
        self.count += 1;
        let parent = self.line.last().copied();
        let known = match parent {
            None => (!self.nodes.is_empty()).then_some(0),
            Some(parent) => self.children.get(&(parent, visit.played)).copied(),
        };
        let index = known.unwrap_or_else(|| {
            self.overflow |= self.nodes.len() >= self.most;
            let index = self.nodes.len();
            self.nodes.push(Node::new(parent, ply));
            if let Some(parent) = parent {
                self.children.insert((parent, visit.played), index);
            }
            index
        });
        self.line.push(index);
        self.nodes[index].visits.push(Seen {
            number: self.count,
            alpha: visit.alpha,
            beta: visit.beta,
            score: 0,
            cause: None,
        });
    }

    fn leave(&mut self, departure: Departure) {
        self.line.truncate(departure.ply as usize + 1);
        if let Some(&index) = self.line.last()
            && let Some(seen) = self.nodes[index].visits.last_mut()
        {
            seen.score = departure.score;
            seen.cause = Some(departure.cause);
        }
    }
}

/// A finished drawing's content.
pub struct Drawing {
    pub nodes: Vec<Node>,
    pub title: String,
}

impl Recorder {
    /// Adds what was never visited below `index`, names moves, and tells whose turn it is.
    fn complete<G: Subject>(
        &mut self,
        game: &mut G,
        index: usize,
        depth: usize,
    ) -> Result<(), yomikiri::Error> {
        self.nodes[index].first_to_move = game.side() == Side::First;
        let ended = game.outcome()?;
        if ended.is_some() || self.nodes[index].depth >= depth {
            let value = match ended {
                Some(score) => score,
                None => game.evaluate()?,
            };
            self.nodes[index].leaf = Some(value);
            return Ok(());
        }
        let mut children = Vec::new();
        for m in legal_moves(game)? {
            let child = match self.children.get(&(index, m)) {
                Some(&child) => child,
                None => {
                    if self.nodes.len() >= self.most {
                        self.overflow = true;
                        continue;
                    }
                    self.nodes.push(Node::new(Some(index), self.nodes[index].depth + 1));
                    self.nodes.len() - 1
                }
            };
            self.nodes[child].name = game.move_name(m);
            children.push(child);
            game.play(m)?;
            self.complete(game, child, depth)?;
            game.undo(m)?;
        }
        self.nodes[index].children = children;
        Ok(())
    }
}

impl Tree {
    /// Runs the command and gives the exit status.
    pub fn run(self) -> io::Result<u8> {
        if self.proof {
            return self.proof();
        }
        match self.game {
            GameName::Pi => self.on::<PiTree>(),
            GameName::Othello => self.on::<Othello>(),
            GameName::Shogi => self.on::<Position>(),
            GameName::Dobutsu => self.on::<dobutsu::Position>(),
            GameName::Chess => self.on::<Chess>(),
        }
    }

    fn on<G: Subject>(&self) -> io::Result<u8> {
        let mut game = match G::given(self.position.as_deref()) {
            Ok(game) => game,
            Err(error) => {
                eprintln!("yomikiri tree: {error}");
                return Ok(exit::USAGE);
            }
        };
        let zero_windows = matches!(
            self.driver,
            DriverName::MtdF | DriverName::SssStar | DriverName::DualStar | DriverName::CStar
        );
        let entries = self.entries.unwrap_or(if zero_windows { 1 << 16 } else { 0 });
        let mut config = Config {
            first_guess: self.guess,
            store_leaves: zero_windows,
            ..Config::plain(self.driver.driver())
        };
        if self.ordered {
            config.ordering = OrderingSwitches { hint: true, ..OrderingSwitches::NONE };
            config.order_from = 1;
        }
        if let Some([low, high]) = self.range.as_deref() {
            config.range = (*low, *high);
        }
        let mut recorder = Recorder { most: self.most, ..Recorder::default() };
        let mut arena = Arena::new(64, entries);
        let report = arena
            .search(&mut game, &mut recorder, config)
            .and_then(|mut search| search.solve(Limits::depth(self.depth)))
            .map_err(io::Error::other)?;
        recorder.complete(&mut game, 0, self.depth.into()).map_err(io::Error::other)?;
        if recorder.overflow {
            eprintln!("yomikiri: the tree has more than {} nodes; raise --most", self.most);
            return Ok(64);
        }
        let leaves = recorder
            .nodes
            .iter()
            .filter(|node| {
                node.visits
                    .iter()
                    .any(|seen| matches!(seen.cause, Some(Cause::Outcome | Cause::Evaluation)))
            })
            .count();
        let passes = match recorder.passes.len() {
            1 => String::new(),
            n => format!(", {n} passes"),
        };
        let drawing = Drawing {
            title: format!(
                "{}: value {}, {leaves} leaves, {} nodes{passes}",
                picture::driver_title(self.driver),
                report.score,
                report.nodes
            ),
            nodes: recorder.nodes,
        };
        self.write(&drawing)
    }

    fn write(&self, drawing: &Drawing) -> io::Result<u8> {
        let text = match self.out.extension().and_then(|e| e.to_str()) {
            Some("svg") => picture::svg(drawing),
            Some("dot" | "gv") => picture::dot(drawing),
            _ => {
                eprintln!("yomikiri: --out must end in .svg or .dot");
                return Ok(64);
            }
        };
        if let Some(folder) = self.out.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&self.out, text)?;
        say!("{}", drawing.title);
        Ok(0)
    }

    /// The tree of a mate problem, as far as the table of a finished df-pn search knows it.
    fn proof(&self) -> io::Result<u8> {
        let text = self.position.as_deref().unwrap_or_default();
        let position = match (self.game, Position::from_sfen(text)) {
            (GameName::Shogi, Ok(position)) => position,
            (GameName::Shogi, Err(error)) => {
                eprintln!("yomikiri: {error}");
                return Ok(64);
            }
            _ => {
                eprintln!("yomikiri: --proof is for shogi");
                return Ok(64);
            }
        };
        let attacker = position.side();
        let config = dfpn::Config::default();
        let mut block = vec![0u64; config.bytes().map_err(io::Error::other)? / 8];
        let mut table_block = vec![0u64; 1 << 20];
        let table = ProofTable::format(Memory::new(&mut table_block));
        let problem = MateProblem::new(position, attacker).map_err(io::Error::other)?;
        let mut solver =
            Dfpn::new(problem, config, Memory::new(&mut block)).map_err(io::Error::other)?;
        solver.set_table(table).map_err(io::Error::other)?;
        solver
            .start(dfpn::Limits { nodes: 1_000_000, ..dfpn::Limits::default() })
            .and_then(|()| solver.solve().map(|_| ()))
            .map_err(io::Error::other)?;
        let report = solver.report();
        let mut nodes = vec![Node::new(None, 0)];
        let game = solver.game_mut().map_err(io::Error::other)?;
        let whole = self.expand(game, attacker, table, &mut nodes, 0).map_err(io::Error::other)?;
        if !whole {
            eprintln!("yomikiri: the tree has more than {} nodes; raise --most", self.most);
            return Ok(64);
        }
        self.write(&Drawing {
            title: format!(
                "Df-pn: {:?}, {} nodes searched; proof over disproof number",
                report.outcome, report.nodes
            ),
            nodes,
        })
    }

    /// Adds what the table knows below a position; says whether it fitted.
    fn expand(
        &self,
        game: &mut MateProblem,
        attacker: Side,
        table: ProofTable<'_>,
        nodes: &mut Vec<Node>,
        index: usize,
    ) -> Result<bool, yomikiri::Error> {
        nodes[index].first_to_move = game.side() == attacker;
        let facts = table.probe(game.key(), |mine, other| game.dominance(mine, other));
        nodes[index].label = if facts.upper != NEVER {
            Some("0/∞".into())
        } else if facts.lower == NEVER {
            Some("∞/0".into())
        } else {
            facts.numbers.map(|(proof, disproof)| format!("{proof}/{disproof}"))
        };
        let decided = facts.lower == NEVER;
        if nodes[index].label.is_none() || decided || nodes[index].depth >= self.depth.into() {
            return Ok(true);
        }
        for m in legal_moves(game)? {
            if nodes.len() >= self.most {
                return Ok(false);
            }
            let child = nodes.len();
            nodes.push(Node::new(Some(index), nodes[index].depth + 1));
            nodes[child].name = format_usi(m).to_string();
            nodes[index].children.push(child);
            game.play(m)?;
            let whole = self.expand(game, attacker, table, nodes, child);
            game.undo(m)?;
            if !whole? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
