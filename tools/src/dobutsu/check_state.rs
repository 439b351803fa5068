//! `yomikiri dobutsu checkState`: the best line of a position, printed as Tanaka's program does,
//! and the line of a draw.

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use yomikiri::Move;
use yomikiri::games::dobutsu::draw::{DrawLine, DrawMode, DrawPlanner};
use yomikiri::games::dobutsu::finish::{Finish, TanakaValue};
use yomikiri::games::dobutsu::table::Store;
use yomikiri::games::dobutsu::{Notation, Position};
use yomikiri::mem::{Memory, Plan};
use yomikiri::score::Side;

use super::tables::{File, Tables, leak};
use super::{Status, moves_of};

/// Print the best line of a position as Tanaka's checkState does; draws are traced to a
/// repetition.
#[derive(Args)]
pub struct CheckState {
    /// A table of distances.
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Where the line of a draw goes.
    #[arg(long, value_enum, default_value_t = Draw::Shortest)]
    draw: Draw,
    /// Print one line: value and moves.
    #[arg(long)]
    short: bool,
    /// Play these moves first, in any notation.
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    moves: Vec<String>,
    /// A file in Tanaka's format or any one-line notation, - for standard input, or a position
    /// itself; the start by default.
    #[arg(value_name = "FILE|-|POSITION")]
    position: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Draw {
    /// The shortest line to the first repetition, over both sides' free choice.
    Shortest,
    /// The shortest line to the third occurrence of a position.
    Third,
    /// The first drawing move each time.
    FirstMove,
    /// The drawing move that leaves the fewest drawing replies.
    FewestReplies,
}

impl From<Draw> for DrawMode {
    fn from(draw: Draw) -> Self {
        match draw {
            Draw::Shortest => Self::Shortest,
            Draw::Third => Self::Third,
            Draw::FirstMove => Self::FirstMove,
            Draw::FewestReplies => Self::FewestReplies,
        }
    }
}

/// Positions that the plan of a draw may look at.
const CAPACITY: usize = 1 << 18;

/// The position that an argument names.
fn read_position(argument: Option<&str>) -> Result<Position, String> {
    let Some(argument) = argument else {
        return Ok(Position::START);
    };
    let text = if argument == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
        text
    } else if let Ok(position) = Position::parse(argument) {
        return Ok(position);
    } else {
        std::fs::read_to_string(argument).map_err(|e| {
            format!("{argument}: neither a position nor a file that can be read ({e})")
        })?
    };
    Position::parse(&text).map_err(|e| format!("{argument}: {e}"))
}

/// The table and the memory of the searches for lines.
pub struct Lines<'a> {
    store: Box<dyn Store + 'a>,
    finish: Finish<'static>,
    planner: DrawPlanner<'static>,
}

impl<'a> Lines<'a> {
    /// On a table of distances.
    pub fn new(store: Box<dyn Store + 'a>) -> Result<Self, String> {
        if !store.has_distances() {
            return Err("a table of distances is needed, this one has outcomes only".to_owned());
        }
        let text = |e: yomikiri::Error| e.to_string();
        let mut memory = Memory::new(leak(Finish::plan(Plan::new()))?);
        let finish = Finish::new(&mut memory).map_err(text)?;
        let mut memory = Memory::new(leak(DrawPlanner::plan(Plan::new(), CAPACITY))?);
        let planner = DrawPlanner::new(&mut memory, CAPACITY).map_err(text)?;
        Ok(Self { store, finish, planner })
    }

    /// A value as Tanaka's program has it.
    fn value(&mut self, position: Position) -> Result<TanakaValue, String> {
        self.finish.value(&mut *self.store, position.board()).map_err(|e| e.to_string())
    }

    /// Every move with the value of the position after it.
    fn moves(&mut self, position: Position) -> Result<Vec<(Move, TanakaValue)>, String> {
        let moves = moves_of(position).into_iter();
        moves.map(|m| Ok((m, self.value(position.after(m))?))).collect()
    }

    /// The line of a drawn position.
    pub fn draw_line(&mut self, position: Position, mode: DrawMode) -> Result<DrawLine, String> {
        self.planner.line(&mut *self.store, position, mode).map_err(|e| e.to_string())
    }
}

/// The move that Tanaka's program plays: the first of the best.
fn choose(moves: &[(Move, TanakaValue)], value: TanakaValue) -> Option<(Move, TanakaValue)> {
    let wanted = match value.win_lose {
        1 => TanakaValue { win_lose: -1, count: value.count - 1 },
        -1 => TanakaValue { win_lose: 1, count: value.count - 1 },
        _ => TanakaValue { win_lose: 0, count: 0 },
    };
    moves.iter().copied().find(|&(_, after)| after == wanted)
}

impl CheckState {
    /// Runs the command.
    pub fn run(self) -> Status {
        let mut position = read_position(self.position.as_deref())?;
        for text in &self.moves {
            let m = position.parse_move(text).map_err(|e| format!("{text}: {e}"))?;
            position = position.after(m);
        }
        let tables = Tables::new()?;
        let file = File::open(&self.table)?;
        let mut lines = Lines::new(tables.open(&file)?)?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let written = if self.short {
            print_short(&mut out, &mut lines, position, self.draw.into())?
        } else {
            print_line(&mut out, &mut lines, position, self.draw.into())?
        };
        match written.and_then(|()| out.flush()) {
            // A reader that has seen enough is no fault.
            Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(e.to_string()),
            _ => Ok(0),
        }
    }
}

/// Prints the line of a position, a block a position.
///
/// The result of writing is the inner one.
pub fn print_line(
    out: &mut dyn Write,
    lines: &mut Lines<'_>,
    mut position: Position,
    mode: DrawMode,
) -> Result<std::io::Result<()>, String> {
    let mut plan: Option<DrawLine> = None;
    let mut plies = 0;
    loop {
        let value = lines.value(position)?;
        let moves = if value.is_over() { Vec::new() } else { lines.moves(position)? };
        let mut chosen = choose(&moves, value);
        let mut cycle = None;
        if value.win_lose == 0 {
            let line = match &mut plan {
                Some(line) => line,
                slot => slot.insert(lines.draw_line(position, mode)?),
            };
            chosen = line.moves.get(plies).and_then(|m| moves.iter().copied().find(|x| x.0 == *m));
            if chosen.is_none() {
                cycle = Some((line.start_of_cycle, plies));
            }
            plies += 1;
        }
        let written = print_block(out, position, value, &moves, chosen, cycle);
        if written.is_err() {
            return Ok(written);
        }
        match chosen {
            Some((m, _)) => position = position.after(m),
            None => return Ok(Ok(())),
        }
    }
}

fn print_block(
    out: &mut dyn Write,
    position: Position,
    value: TanakaValue,
    moves: &[(Move, TanakaValue)],
    chosen: Option<(Move, TanakaValue)>,
    cycle: Option<(usize, usize)>,
) -> std::io::Result<()> {
    // The value of the position from the first side's view, those of the moves from the mover's
    // after them.
    let first_sees = match position.side_to_move() {
        Side::First => value,
        Side::Second => value.turned(),
    };
    writeln!(out, "------------------")?;
    write!(out, "{}", position.shown(Notation::Tanaka))?;
    writeln!(out, "\n{first_sees}")?;
    if let Some((start, end)) = cycle {
        return writeln!(out, "Repetition : after {end} moves the position after {start} moves");
    }
    for (i, &(m, after)) in moves.iter().enumerate() {
        writeln!(out, "{i} : {} {after}", position.shown_move(m, Notation::Tanaka))?;
    }
    if let Some((m, after)) = chosen {
        writeln!(out, "Move : {} {after}", position.shown_move(m, Notation::Tanaka))?;
    }
    Ok(())
}

/// Prints value and line of a position in one line.
fn print_short(
    out: &mut dyn Write,
    lines: &mut Lines<'_>,
    mut position: Position,
    mode: DrawMode,
) -> Result<std::io::Result<()>, String> {
    let value = lines.value(position)?;
    let mut text = format!("{}: {value}", position.shown(Notation::Clausecker));
    if value.win_lose == 0 {
        let line = lines.draw_line(position, mode)?;
        text += &format!(" {} plies", line.moves.len());
        for m in line.moves {
            text += &format!(" {}", position.shown_move(m, Notation::Tanaka));
            position = position.after(m);
        }
    } else {
        let mut value = value;
        while !value.is_over() {
            let moves = lines.moves(position)?;
            let (m, after) = choose(&moves, value).ok_or("the table contradicts itself")?;
            text += &format!(" {}", position.shown_move(m, Notation::Tanaka));
            position = position.after(m);
            value = after;
        }
    }
    Ok(writeln!(out, "{text}"))
}
