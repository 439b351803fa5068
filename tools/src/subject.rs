//! The games that `search`, `study` and `tree` know, with names for their moves.

use clap::ValueEnum;
use yomikiri::alphabeta::{AlphaBeta, Config, Driver, Limits, Size, memory_bytes};
use yomikiri::game::Game;
use yomikiri::games::dobutsu;
use yomikiri::games::othello::{self, Othello, Scoring};
use yomikiri::games::pi_tree::{PiTree, Sorting};
use yomikiri::games::shogi::{Position, format_usi};
use yomikiri::hash::mix;
use yomikiri::mem::{Memory, Plan};
use yomikiri::moves::{Move, Moves};
use yomikiri::table::alphabeta::Table;
use yomikiri::{Score, Side};

/// A game by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Knuth and Moore's tree over the digits of pi.
    Pi,
    Othello,
    Shogi,
    /// Dobutsu shogi, without an evaluation: wins and losses within the depth.
    Dobutsu,
    Chess,
}

/// A game whose moves have names and whose positions can be made from text.
pub trait Subject: Game + Clone {
    /// The name of a legal move of the present position.
    fn move_name(&mut self, m: Move) -> String;

    /// The start of the game.
    fn initial() -> Self;

    /// A position from the text in which the game is usually written.
    fn parse(text: &str) -> Result<Self, String>;

    /// The position that an option names, the start of the game without one.
    fn given(text: Option<&str>) -> Result<Self, String> {
        text.map_or_else(
            || Ok(Self::initial()),
            |text| Self::parse(text).map_err(|error| format!("position: {error}")),
        )
    }

    /// The position as text that [`Subject::parse`] reads.
    fn text(&mut self) -> String;

    /// The least and the greatest score where the game is read to its end, and the step between.
    const EXACT: Option<(Score, Score, Score)> = None;

    /// Plies of quiescence search that suit the evaluation.
    const QUIESCENCE: u16 = 0;
}

impl Subject for PiTree {
    fn move_name(&mut self, m: Move) -> String {
        m.0.to_string()
    }

    fn initial() -> Self {
        PiTree::new()
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "left" => Ok(PiTree::new()),
            "best" => Ok(PiTree::with(Sorting::BestFirst, Side::First)),
            "worst" => Ok(PiTree::with(Sorting::WorstFirst, Side::First)),
            _ => Err("positions of the pi tree are left, best and worst".into()),
        }
    }

    fn text(&mut self) -> String {
        "left".into()
    }

    const EXACT: Option<(Score, Score, Score)> = Some((-9, 9, 1));
}

impl Subject for Othello {
    fn move_name(&mut self, m: Move) -> String {
        String::from_utf8_lossy(&othello::move_text(m)).into_owned()
    }

    fn initial() -> Self {
        Othello::start(Scoring::EmptiesToWinner)
    }

    fn parse(text: &str) -> Result<Self, String> {
        Othello::from_text(text, Scoring::EmptiesToWinner).map_err(|error| error.to_string())
    }

    fn text(&mut self) -> String {
        let (black, white) = self.discs();
        let mut text: String = (0..64)
            .map(|square| match (black >> square & 1, white >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            })
            .collect();
        text.push_str(if self.side() == Side::First { " X" } else { " O" });
        text
    }

    const EXACT: Option<(Score, Score, Score)> = Some((-64, 64, 2));
}

impl Subject for Position {
    fn move_name(&mut self, m: Move) -> String {
        format_usi(m).to_string()
    }

    fn initial() -> Self {
        Self::parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
            .unwrap_or_else(|error| unreachable!("the start of the game: {error}"))
    }

    fn parse(text: &str) -> Result<Self, String> {
        Position::from_sfen(text).map_err(|error| error.to_string())
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_sfen(&mut text);
        text
    }

    const QUIESCENCE: u16 = 6;
}

impl Subject for dobutsu::Position {
    fn move_name(&mut self, m: Move) -> String {
        self.shown_move(m, dobutsu::Notation::Clausecker).to_string()
    }

    fn initial() -> Self {
        Self::START
    }

    fn parse(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| error.to_string())
    }

    fn text(&mut self) -> String {
        self.shown(dobutsu::Notation::Sfen).to_string()
    }
}

/// A search's memory, for programs that make many searches of one size.
pub struct Arena {
    block: Vec<u64>,
    table: Vec<u64>,
    size: Size,
}

impl Arena {
    /// Memory for lines of `plies` plies and a table of `entries` entries.
    pub fn new(plies: usize, entries: usize) -> Self {
        let size = Size::new(plies, 200).with_history(4096);
        let words = |bytes: Result<usize, _>| bytes.map_or(0, |bytes: usize| bytes / 8);
        Self {
            block: vec![0; words(memory_bytes(&size))],
            table: vec![0; words(Table::plan(Plan::new(), entries).bytes())],
            size,
        }
    }

    /// The table alone, emptied; whatever a search in this memory left is gone.
    pub fn search<G: Game, O: yomikiri::alphabeta::Observer>(
        &mut self,
        game: G,
        observer: O,
        config: Config,
    ) -> Result<AlphaBeta<'_, G, O>, yomikiri::Error> {
        let table = Table::new(&mut Memory::new(&mut self.table))?;
        AlphaBeta::with_observer(
            game,
            observer,
            config,
            self.size,
            &mut Memory::new(&mut self.block),
            table,
        )
    }
}

/// Every legal move.
pub fn legal_moves<G: Game>(game: &mut G) -> Result<Vec<Move>, yomikiri::Error> {
    let mut space = vec![Move::NONE; 1024];
    let mut out = Moves::new(&mut space);
    game.moves(&mut out)?;
    let len = out.finish()?;
    space.truncate(len);
    Ok(space)
}

/// Positions from games in which each side plays one of its three best moves by a search of two
/// plies, chosen by `seed`: as many as asked for, each from a game of its own, `plies` plies in.
pub fn sample<G: Subject>(
    count: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<G>, yomikiri::Error> {
    let mut positions: Vec<G> = Vec::new();
    let mut state = mix(seed);
    let mut arena = Arena::new(40, 1 << 12);
    while positions.len() < count {
        let mut game = G::initial();
        let mut played = 0;
        while played < plies {
            let moves = legal_moves(&mut game)?;
            if moves.is_empty() || game.outcome()?.is_some() {
                break;
            }
            let mut scored = Vec::new();
            for m in moves {
                let side = game.side();
                game.play(m)?;
                let same = game.side() == side;
                let config = Config { quiescence: G::QUIESCENCE, ..Config::new(Driver::AlphaBeta) };
                let report = arena.search(&mut game, (), config)?.solve(Limits::depth(1))?;
                game.undo(m)?;
                scored.push((if same { report.score } else { -report.score }, m));
            }
            scored.sort_by_key(|&(score, m)| (-score, m));
            state = mix(state);
            let choice = (state >> 33) as usize % scored.len().min(3);
            game.play(scored[choice].1)?;
            played += 1;
        }
        let ended = game.outcome()?.is_some() || legal_moves(&mut game)?.is_empty();
        if played == plies && !ended {
            // Without the line that led there.
            let text = game.text();
            if let Ok(fresh) = G::parse(&text) {
                positions.push(fresh);
            }
        }
    }
    Ok(positions)
}
