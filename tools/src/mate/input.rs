//! Where problems come from: lines of SFEN or USI, and game records.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use yomikiri::games::shogi::{Position, parse_usi};

use super::record;

/// How an input is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A position a line: SFEN, or a `position` command of USI.
    Sfen,
    /// One game in KIF, as Kakinoki Shogi writes it; UTF-8 or Shift JIS.
    Kif,
    /// Games in CSA, separated by lines with a slash.
    Csa,
}

impl Format {
    /// What the end of a file's name says.
    fn of(path: &Path) -> Self {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
        match end.as_str() {
            "kif" | "kifu" => Self::Kif,
            "csa" => Self::Csa,
            _ => Self::Sfen,
        }
    }
}

/// Which position of a game record is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// After so many moves.
    Ply(usize),
    /// After the last move.
    End,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "start" => Ok(Self::Ply(0)),
            "end" => Ok(Self::End),
            _ => text.parse().map(Self::Ply).map_err(|_| "start, end or a number".to_owned()),
        }
    }
}

/// One problem as it came.
pub enum Problem {
    /// A line of text.
    Line(String),
    /// A game record, with the name of its file where there is one.
    Record {
        /// The text of the game.
        text: String,
        /// How it is written.
        format: Format,
        /// Which position is meant.
        at: At,
        /// The file.
        source: String,
    },
}

impl Problem {
    /// The text that stands for the problem in its answer, and its position.
    pub fn read(&self) -> (String, Result<Position, String>) {
        match self {
            Self::Line(text) => {
                let position = read_position(text);
                // A command is answered by the position that it leads to.
                let name = match (&position, text.split(' ').next()) {
                    (Ok(position), Some("position" | "startpos")) => sfen(position),
                    _ => text.clone(),
                };
                (name, position)
            }
            Self::Record { text, format, at, source } => match read_record(text, *format, *at) {
                Ok(position) => (sfen(&position), Ok(position)),
                Err(error) => (source.clone(), Err(error)),
            },
        }
    }

    /// The file that a game record came from.
    pub fn source(&self) -> Option<&str> {
        match self {
            Self::Line(_) => None,
            Self::Record { source, .. } => Some(source),
        }
    }
}

fn sfen(position: &Position) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = position.write_sfen(&mut text);
    text
}

/// A position from an SFEN, with or without the word before it, or from a command of USI:
/// `position startpos moves 7g7f`, `position sfen ... moves ...`.
pub fn read_position(text: &str) -> Result<Position, String> {
    let text = text.trim();
    let command = text.strip_prefix("position ").map(str::trim_start);
    let (start, moves) = match command.unwrap_or(text).split_once(" moves") {
        Some((start, moves)) if moves.is_empty() || moves.starts_with(' ') => (start, moves),
        _ => (command.unwrap_or(text), ""),
    };
    let mut position = match start.trim() {
        "startpos" => Position::start(),
        start => {
            let start = start.strip_prefix("sfen ").map_or(start, str::trim_start);
            Position::from_sfen(start).map_err(|error| error.to_string())?
        }
    };
    for (number, text) in moves.split_whitespace().enumerate() {
        let m = parse_usi(&position, text)
            .map_err(|error| format!("move {}, {text}: {error}", number + 1))?;
        position.play(m);
    }
    Ok(position)
}

/// A position of a game record.
fn read_record(text: &str, format: Format, at: At) -> Result<Position, String> {
    match format {
        Format::Kif => record::kif(text, at),
        Format::Csa => record::csa(text, at),
        Format::Sfen => read_position(text),
    }
}

/// Bytes as text: UTF-8 with or without a byte order mark, otherwise Shift JIS.
fn decode(bytes: &[u8]) -> Result<String, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.to_owned());
    }
    match encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes) {
        (text, false) => Ok(text.into_owned()),
        _ => Err("neither UTF-8 nor Shift JIS".to_owned()),
    }
}

/// Something problems are read from.
enum Source {
    Text(String),
    Standard,
    File(PathBuf),
}

/// All problems, in order.
pub struct Input {
    sources: VecDeque<Source>,
    format: Option<Format>,
    at: At,
    /// The lines of the source that is being read, and whether its start is yet to come.
    lines: Option<(Box<dyn BufRead + Send>, bool)>,
    /// Games of the record that was read last.
    games: VecDeque<Problem>,
}

impl Input {
    /// What the words of the command line name: nothing or `-` is standard input, files are read
    /// one after the other, anything else is one position.
    pub fn new(words: &[String], format: Option<Format>, at: At) -> Result<Self, String> {
        let joined = words.join(" ");
        let mut sources = VecDeque::new();
        if words.is_empty() {
            sources.push_back(Source::Standard);
        } else if joined.trim().is_empty() {
            return Err("the position is blank".to_owned());
        } else if words.iter().any(|word| word == "-" || Path::new(word).exists())
            || !joined.trim().contains(' ') && joined.trim() != "startpos"
        {
            for word in words {
                sources.push_back(if word == "-" {
                    Source::Standard
                } else {
                    let path = PathBuf::from(word);
                    match File::open(&path).and_then(|file| file.metadata()) {
                        Ok(data) if data.is_dir() => return Err(format!("{word}: is a directory")),
                        Ok(_) => Source::File(path),
                        Err(error) => return Err(format!("{word}: {error}")),
                    }
                });
            }
        } else {
            sources.push_back(Source::Text(joined));
        }
        Ok(Self { sources, format, at, lines: None, games: VecDeque::new() })
    }

    /// Whether a person is asked to type the problems.
    pub fn is_typed(&self) -> bool {
        use io::IsTerminal;
        self.sources.iter().any(|source| matches!(source, Source::Standard))
            && io::stdin().is_terminal()
    }

    /// How many problems there are, where that can be told beforehand.
    pub fn count(&self) -> Option<usize> {
        let mut copy = Self {
            sources: VecDeque::new(),
            format: self.format,
            at: self.at,
            lines: None,
            games: VecDeque::new(),
        };
        for source in &self.sources {
            copy.sources.push_back(match source {
                Source::Standard => return None,
                Source::Text(text) => Source::Text(text.clone()),
                // Pipes can be read once only.
                Source::File(path) if path.is_file() => Source::File(path.clone()),
                Source::File(_) => return None,
            });
        }
        let mut count = 0;
        while copy.next().ok()?.is_some() {
            count += 1;
        }
        Some(count)
    }

    /// The next problem.
    pub fn next(&mut self) -> io::Result<Option<Problem>> {
        loop {
            if let Some(problem) = self.games.pop_front() {
                return Ok(Some(problem));
            }
            if let Some(line) = self.next_line()? {
                return Ok(Some(Problem::Line(line)));
            }
            let (format, mut reader, name): (_, Box<dyn BufRead + Send>, _) =
                match self.sources.pop_front() {
                    None => return Ok(None),
                    Some(Source::Text(text)) => {
                        // Even a text with tabs or # is this one position.
                        return Ok(Some(Problem::Line(text.trim().to_owned())));
                    }
                    Some(Source::Standard) => (
                        self.format.unwrap_or(Format::Sfen),
                        Box::new(BufReader::new(io::stdin())),
                        "-".to_owned(),
                    ),
                    Some(Source::File(path)) => {
                        let file = File::open(&path).map_err(|error| {
                            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                        })?;
                        let format = self.format.unwrap_or(Format::of(&path));
                        (format, Box::new(BufReader::new(file)), path.display().to_string())
                    }
                };
            if format == Format::Sfen {
                self.lines = Some((reader, true));
                continue;
            }
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes)?;
            let text = decode(&bytes).map_err(|error| {
                io::Error::new(io::ErrorKind::InvalidData, format!("{name}: {error}"))
            })?;
            let text = text.replace("\r\n", "\n");
            let games: Vec<&str> = match format {
                Format::Csa => text.split("\n/\n").collect(),
                _ => vec![&text],
            };
            let number_of_games = games.len();
            self.games = games
                .into_iter()
                .enumerate()
                .map(|(number, game)| Problem::Record {
                    text: format!("{}\n", game.trim_end_matches('\n')),
                    format,
                    at: self.at,
                    source: match number_of_games {
                        1 => name.clone(),
                        _ => format!("{name}:{}", number + 1),
                    },
                })
                .collect();
        }
    }

    /// The next line that is a problem.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let Some((reader, first)) = &mut self.lines else { return Ok(None) };
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes)? == 0 {
                self.lines = None;
                return Ok(None);
            }
            let mut line = &bytes[..];
            if std::mem::take(first) {
                line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
            }
            let line = line.split(|&byte| byte == b'\t').next().unwrap_or(line);
            // A line that is no text is answered by an error like any other that is no position.
            let line = String::from_utf8_lossy(line);
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Ok(Some(line.to_owned()));
            }
        }
    }
}
