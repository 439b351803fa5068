//! `yomikiri study`: the searches of the family against each other and against the minimal graph,
//! in the manner of Schaeffer and Plaat, "New advances in alpha-beta searching", 1996.

mod minimal;
mod results;

use std::io;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use yomikiri::Score;
use yomikiri::alphabeta::{
    Cause, Config, Departure, Driver, Limits, Observer, OrderingSwitches, Stop, Visit,
};
use yomikiri::games::dobutsu;
use yomikiri::games::othello::Othello;
use yomikiri::games::pi_tree::PiTree;
use yomikiri::games::shogi::Position;

use crate::chess::Chess;
use crate::subject::{Arena, GameName, Subject, sample};
use results::{Results, Row};

/// Compare the searches on a set of positions, and draw what comes out.
///
/// Writes GAME.csv as it goes, and at the end GAME.md and two pictures beside it. A run that was
/// stopped goes on where it ended when it is started again with the same arguments.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  yomikiri study pi --depth 4 --out study
  yomikiri study othello --depth 9
  yomikiri study shogi --depth 7")]
pub struct Study {
    /// The game.
    #[arg(value_enum)]
    game: GameName,
    /// The greatest depth in plies.
    #[arg(long)]
    depth: u16,
    /// The least depth that is reported.
    #[arg(long, default_value_t = 2)]
    from: u16,
    /// How many positions.
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// Plies from the start of the game to each position.
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1996)]
    seed: u64,
    /// Entries of the table.
    #[arg(long, default_value_t = 1 << 20)]
    entries: usize,
    /// Nodes after which one search is given up; its deeper rows are missing then.
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// The greatest depth at which the cheapest cutoffs are looked for, which costs far more than
    /// any search.
    #[arg(long, default_value_t = 4)]
    cheapest: u16,
    /// The folder to write to.
    #[arg(long, default_value = "docs/study")]
    out: PathBuf,
}

/// What is counted in the iterations of one search, by the depth of the iteration.
#[derive(Default)]
struct Tally {
    depth: usize,
    plies: Vec<u16>,
    rows: Vec<Row>,
}

impl Tally {
    fn row(&mut self) -> &mut Row {
        if self.rows.len() <= self.depth {
            self.rows.resize_with(self.depth + 1, Row::default);
        }
        &mut self.rows[self.depth]
    }
}

impl Observer for Tally {
    fn enter(&mut self, visit: Visit) {
        if visit.ply == 0 {
            self.depth = visit.depth.into();
            self.row().passes += 1;
        }
        self.plies.truncate(visit.ply as usize);
        self.plies.push(visit.depth);
        self.row().nodes += 1;
    }

    fn leave(&mut self, departure: Departure) {
        let row = self.row();
        match departure.cause {
            Cause::Outcome | Cause::Evaluation | Cause::Repetition => row.leaves += 1,
            Cause::Cut(number) => {
                row.cuts += 1;
                row.first_cuts += u64::from(number == 0);
            }
            _ => {}
        }
        if departure.ply == 0 {
            row.score = departure.score;
        }
    }
}

/// The searches, each a name and its settings. The base has everything of the 1996 paper: iterative
/// deepening, table, aspiration window, history, killers, and the game's own order.
fn searches(aspiration: Score) -> Vec<(&'static str, Config)> {
    let base = |driver| Config {
        iterative: true,
        aspiration,
        etc_from: 0,
        store_leaves: true,
        order_from: 1,
        ordering: OrderingSwitches { countermoves: false, ..OrderingSwitches::ALL },
        ..Config::new(driver)
    };
    let negascout = base(Driver::PrincipalVariation);
    let without = |change: fn(&mut OrderingSwitches)| {
        let mut config = negascout;
        change(&mut config.ordering);
        config
    };
    vec![
        ("aspiration NegaScout", negascout),
        ("NegaScout", Config { aspiration: 0, ..negascout }),
        ("alpha-beta", Config { aspiration: 0, ..base(Driver::AlphaBeta) }),
        ("MTD(f)", base(Driver::MtdF)),
        ("AB-SSS*", base(Driver::SssStar)),
        ("AB-DUAL*", base(Driver::DualStar)),
        ("NegaScout + ETC", Config { etc_from: 3, ..negascout }),
        ("MTD(f) + ETC", Config { etc_from: 3, ..base(Driver::MtdF) }),
        ("no table move", without(|o| o.table_move = false)),
        ("no killers", without(|o| o.killers = false)),
        ("no history", without(|o| o.history = false)),
        ("no hint", without(|o| o.hint = false)),
        ("with countermoves", without(|o| o.countermoves = true)),
    ]
}

impl Study {
    /// Runs the command and gives the exit status.
    pub fn run(self) -> io::Result<u8> {
        match self.game {
            GameName::Pi => self.on::<PiTree>("pi", 1),
            GameName::Othello => self.on::<Othello>("othello", 48),
            GameName::Shogi => self.on::<Position>("shogi", 50),
            GameName::Dobutsu => self.on::<dobutsu::Position>("dobutsu", 1),
            GameName::Chess => self.on::<Chess>("chess", 25),
        }
    }

    fn on<G: Subject>(&self, name: &str, aspiration: Score) -> io::Result<u8> {
        std::fs::create_dir_all(&self.out)?;
        let path = self.out.join(format!("{name}.csv"));
        let setting = format!(
            "yomikiri study {name} --depth {} --positions {} --plies {} --seed {} --entries {} \
             --nodes {} --cheapest {}",
            self.depth,
            self.positions,
            self.plies,
            self.seed,
            self.entries,
            self.nodes,
            self.cheapest
        );
        let mut results = match Results::open(&path, &setting)? {
            Some(results) => results,
            None => {
                eprintln!(
                    "yomikiri: {} was made by another command; move it away first",
                    path.display()
                );
                return Ok(64);
            }
        };
        let positions: Vec<G> = if name == "pi" {
            vec![G::initial()]
        } else {
            sample(self.positions, self.plies, self.seed).map_err(io::Error::other)?
        };
        let searches = searches(aspiration);
        let total = positions.len() * (searches.len() + 1);
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
            bar.set_style(style);
        }
        let mut arena = Arena::new(64, self.entries);
        let mut second = Arena::new(64, self.entries);
        for (number, position) in positions.iter().enumerate() {
            for (search, config) in &searches {
                bar.set_message(format!("position {} {search}", number + 1));
                if !results.has(number, search) {
                    let rows = self.tally(&mut arena, position, *config)?;
                    results.add(number, search, rows)?;
                }
                bar.inc(1);
            }
            bar.set_message(format!("position {} minimal graph", number + 1));
            if !results.has(number, minimal::LEFT_FIRST) {
                let config = searches[0].1;
                let mut left_first = Vec::new();
                let mut cheapest = Vec::new();
                for depth in self.from..=self.depth {
                    let mut game = position.clone();
                    let Some((row, score)) = minimal::left_first(
                        &mut game,
                        depth,
                        config,
                        self.nodes,
                        &mut arena,
                        &mut second,
                    )
                    .map_err(io::Error::other)?
                    else {
                        break;
                    };
                    left_first.push((depth, row));
                    if depth <= self.cheapest
                        && let Some(row) =
                            minimal::cheapest(&mut game, depth, score).map_err(io::Error::other)?
                    {
                        cheapest.push((depth, row));
                    }
                }
                results.add(number, minimal::CHEAPEST, cheapest)?;
                results.add(number, minimal::LEFT_FIRST, left_first)?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        results.report(&self.out, name, self.from, self.depth)?;
        Ok(0)
    }

    /// One search, by iteration.
    fn tally<G: Subject>(
        &self,
        arena: &mut Arena,
        position: &G,
        config: Config,
    ) -> io::Result<Vec<(u16, Row)>> {
        let mut tally = Tally::default();
        let mut game = position.clone();
        let limits = Limits { nodes: self.nodes, ..Limits::depth(self.depth) };
        let report = arena
            .search(&mut game, &mut tally, config)
            .and_then(|mut search| search.solve(limits))
            .map_err(io::Error::other)?;
        // An iteration that was broken off does not count.
        let whole = if report.stop == Stop::Finished { self.depth } else { report.depth };
        Ok((1..=whole)
            .filter_map(|depth| Some((depth, tally.rows.get(usize::from(depth))?.clone())))
            .filter(|(_, row)| row.nodes > 0)
            .collect())
    }
}
