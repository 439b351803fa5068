//! The USI engine: what a GUI may ask, in which order, and what it hears. Whole games are judged by
//! `ffi-examples/usi-engine/referee.py` with the rules of cshogi.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const MATE_IN_11: &str = "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1";
const NO_MATE: &str = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1";
/// Shogi Muso 6: undecided after 25 million nodes.
const HARD: &str = "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p 1";

/// Far more than any answer takes, on a busy machine too.
const LONG: Duration = Duration::from_secs(120);

/// An engine behind two pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// What came since the last command that was waited for.
    heard: Vec<String>,
}

impl Engine {
    fn start(program: &std::path::Path) -> Self {
        let mut child =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self { child, input, lines, heard: Vec::new() };
        engine.send("usi");
        engine.wait("usiok");
        engine.send("setoption name USI_Hash value 16");
        engine.send("isready");
        engine.wait("readyok");
        engine
    }

    fn new() -> Self {
        Self::start(common::example("usi-engine"))
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}").unwrap();
    }

    /// The line that begins with a word; what came before it is kept.
    fn wait(&mut self, word: &str) -> String {
        self.heard.clear();
        loop {
            let line = self.lines.recv_timeout(LONG).unwrap_or_else(|error| {
                panic!("waiting for {word}: {error}; heard {:?}", self.heard)
            });
            if line.split(' ').next() == Some(word) {
                return line;
            }
            self.heard.push(line);
        }
    }

    /// Whether no line but information comes for a while.
    fn is_silent(&self) -> bool {
        let until = Instant::now() + Duration::from_millis(150);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.starts_with("info") => {}
                Ok(_) => return false,
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    fn best(&mut self, position: &str, go: &str) -> String {
        self.send(position);
        self.send(go);
        self.wait("bestmove")
    }

    fn quit(mut self) {
        self.send("quit");
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let mut engine = Engine::new();
    engine.send("usi");
    engine.wait("usiok");
    let has = |start: &str| engine.heard.iter().any(|line| line.starts_with(start));
    assert!(has("id name Yomikiri ") && has("id author "));
    for option in
        ["USI_Hash type spin", "USI_Ponder type check", "Threads type spin", "MateMode type combo"]
    {
        assert!(has(&format!("option name {option} ")), "{option}");
    }
    engine.quit();
}

#[test]
fn options_and_positions_that_make_no_sense_are_refused_with_a_reason() {
    let mut engine = Engine::new();
    for (command, reason) in [
        ("setoption name NoSuch value 1", "no such option: NoSuch"),
        ("setoption name USI_Hash value -3", "out of range: -3"),
        ("setoption name USI_Ponder value maybe", "neither true nor false: maybe"),
        ("setoption name MateMode value longest", "no such value: longest"),
        ("position sfen nonsense", "board, byte 1"),
        ("position startpos moves 7g7f 7g7f", "no legal move: 7g7f"),
    ] {
        engine.send(command);
        let line = engine.wait("info");
        assert!(line.contains("refused") && line.contains(reason), "{command}: {line}");
    }
    // The last good position stands.
    let best = engine.best("position startpos moves 9z9z", "go nodes 100");
    assert!(best.starts_with("bestmove "), "{best}");
    engine.quit();
}

#[test]
fn a_mate_is_told_with_its_line_and_no_mate_as_such() {
    let mut engine = Engine::new();
    engine.send("setoption name MateMode value shortest");
    engine.send(&format!("position sfen {MATE_IN_11}"));
    engine.send("go mate infinite");
    assert_eq!(
        engine.wait("checkmate"),
        "checkmate 2e1e 1f1e 3e2e 1e1f 2e2f 1f1g 2f2g 1g1h 2g2h 1h1i 2h2i"
    );
    assert!(engine.heard.last().unwrap().contains(" score mate 11 pv 2e1e 1f1e "));
    engine.send(&format!("position sfen {NO_MATE}"));
    engine.send("go mate 100000");
    assert_eq!(engine.wait("checkmate"), "checkmate nomate");
    // Nobody to mate.
    engine.send("position sfen 9/9/9/9/9/9/9/9/K8 b r 1");
    engine.send("go mate infinite");
    assert_eq!(engine.wait("checkmate"), "checkmate notimplemented");
    engine.quit();
}

#[test]
fn a_search_for_mate_ends_with_its_time_its_nodes_or_a_stop() {
    let mut engine = Engine::new();
    engine.send(&format!("position sfen {HARD}"));
    engine.send("go mate 50");
    assert_eq!(engine.wait("checkmate"), "checkmate timeout");
    engine.send("go mate infinite");
    assert!(engine.is_silent());
    engine.send("stop");
    assert_eq!(engine.wait("checkmate"), "checkmate timeout");
    engine.send("setoption name MateNodes value 1000");
    engine.send("go mate infinite");
    assert_eq!(engine.wait("checkmate"), "checkmate timeout");
    engine.quit();
}

#[test]
fn long_searches_say_where_they_are_at_least_once_a_second() {
    let mut engine = Engine::new();
    for (position, go) in [
        ("position startpos", "go infinite"),
        (&*format!("position sfen {HARD}"), "go mate infinite"),
    ] {
        engine.send(position);
        engine.send(go);
        let mut seen = 0;
        let until = Instant::now() + Duration::from_millis(2500);
        while let Ok(line) =
            engine.lines.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            for field in ["depth", "seldepth", "time", "nodes", "nps", "hashfull"] {
                let mut words = line.split(' ').skip_while(|word| *word != field);
                let value = words.nth(1).and_then(|word| word.parse::<u64>().ok());
                assert!(value.is_some(), "{field}: {line}");
            }
            assert!(
                go.contains("mate") || (line.contains(" score ") && line.contains(" pv ")),
                "{line}"
            );
            seen += 1;
        }
        assert!(seen >= 2, "{go}: {seen}");
        engine.send("stop");
        engine.wait(if go.contains("mate") { "checkmate" } else { "bestmove" });
    }
    engine.quit();
}

#[test]
fn the_same_nodes_find_the_same_move() {
    let mut engine = Engine::new();
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.send("usinewgame");
        let best = engine.best("position startpos moves 7g7f 3c3d 2g2f", "go nodes 20000");
        let info = engine.heard.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        let score = info.split(" score ").nth(1).unwrap().to_owned();
        answers.push((best, score));
    }
    assert_eq!(answers[0], answers[1]);
    engine.quit();
}

#[test]
fn limits_of_depth_nodes_and_time_are_kept() {
    let mut engine = Engine::new();
    engine.best("position startpos", "go depth 3");
    assert!(engine.heard.last().unwrap().starts_with("info depth 3 "), "{:?}", engine.heard);
    for go in [
        "go nodes 1",
        "go btime 0 wtime 0 byoyomi 30",
        "go btime 3000 wtime 3000 binc 10 winc 10",
        "go movetime 20",
    ] {
        assert_ne!(engine.best("position startpos", go), "bestmove resign", "{go}");
    }
    engine.quit();
}

#[test]
fn tactics_are_seen() {
    let mut engine = Engine::new();
    for (sfen, best, score) in [
        ("8k/6G2/7G1/9/9/9/9/9/4K4 b P2r2b2g4s4n4l17p 1", "", "score mate 1 "),
        ("7k1/9/8S/9/5R2L/9/9/9/4K4 b r2b4g3s4n3l18p 1", "", "score mate 3 "),
        // A rook that hangs.
        ("4k4/9/9/4r4/9/9/9/4R4/4K4 b 2b4g4s4n4l18p 1", "5h5d", "score cp "),
    ] {
        for threads in [1, 2] {
            engine.send("usinewgame");
            engine.send(&format!("setoption name Threads value {threads}"));
            let found = engine.best(&format!("position sfen {sfen}"), "go nodes 40000");
            assert!(found.starts_with(&format!("bestmove {best}")), "{sfen}: {found}");
            let told = engine.heard.iter().any(|line| line.contains(score));
            assert!(told, "{sfen}: {:?}", engine.heard);
        }
    }
    engine.quit();
}

#[test]
fn a_won_game_is_declared_and_a_lost_one_resigned() {
    let mut engine = Engine::new();
    let entered = "position sfen KGGSS2+R+B/LL7/NN7/9/9/9/9/9/4k4 b RB2g2s2n2l18p 1";
    assert_eq!(engine.best(entered, "go nodes 1000"), "bestmove win");
    engine.send("setoption name DeclareWin value false");
    assert_ne!(engine.best(entered, "go nodes 1000"), "bestmove win");
    let mated = "position sfen 8k/8G/8P/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1";
    assert_eq!(engine.best(mated, "go nodes 1000"), "bestmove resign");
    engine.quit();
}

#[test]
fn perpetual_check_is_not_played_into_the_fourth_repetition() {
    // Black is far behind; its dragon can give check for ever, which loses.
    let position = "position sfen 8k/4+R4/9/9/9/9/9/9/K8 b r2b4g4s4n4l18p 1";
    let cycle = ["5b5a", "1a1b", "5a5b", "1b1a"];
    let mut engine = Engine::new();
    for cycles in 1..=2 {
        let moves = cycle.repeat(cycles).join(" ");
        let best = engine.best(&format!("{position} moves {moves}"), "go nodes 20000");
        assert!(!best.starts_with("bestmove 5b5a"), "{cycles}: {best}");
    }
    // The other side knows that coming back wins.
    let moves = format!("{} 5b5a", cycle.repeat(2).join(" "));
    let best = engine.best(&format!("{position} moves {moves}"), "go depth 2");
    assert!(best.starts_with("bestmove "), "{best}");
    engine.quit();
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_and_not_before() {
    let mut engine = Engine::new();
    // Mated, mating, and an ordinary position: none may answer early.
    for position in ["startpos", "sfen 8k/6G2/7G1/9/9/9/9/9/4K4 b P2r2b2g4s4n4l17p 1"] {
        let mut fastest = Duration::MAX;
        for _ in 0..5 {
            engine.send(&format!("position {position}"));
            engine.send("go infinite");
            assert!(engine.is_silent(), "{position}");
            let asked = Instant::now();
            engine.send("stop");
            engine.wait("bestmove");
            fastest = fastest.min(asked.elapsed());
        }
        // The best of five, since other programs may hold the processor.
        println!("stop was answered within {fastest:?}");
        assert!(fastest < Duration::from_millis(50), "{fastest:?}");
    }
    engine.quit();
}

#[test]
fn pondering_waits_for_the_hit_or_the_stop() {
    let mut engine = Engine::new();
    engine.send("setoption name USI_Ponder value true");
    let position = "position startpos moves 7g7f 3c3d";
    for release in ["ponderhit", "stop"] {
        engine.send(position);
        engine.send("go ponder btime 0 wtime 0 byoyomi 50");
        assert!(engine.is_silent(), "{release}");
        engine.send(release);
        let best = engine.wait("bestmove");
        assert!(best.contains(" ponder "), "{best}");
    }
    engine.quit();
}

#[test]
fn the_end_of_a_game_or_of_the_input_ends_a_search_without_an_answer() {
    let mut engine = Engine::new();
    engine.send("position startpos");
    engine.send("go infinite");
    engine.send("gameover draw");
    engine.send("isready");
    engine.wait("readyok");
    assert!(!engine.heard.iter().any(|line| line.starts_with("bestmove")));
    engine.send("go infinite");
    engine.quit();
}

/// Builds the engine with further compiler flags.
fn build(name: &str, flags: &[&str]) -> PathBuf {
    let sources = ["main.cpp", "engine.cpp", "board.cpp"]
        .map(|file| common::root().join("ffi-examples/usi-engine").join(file));
    let flags = [&["-std=c++17", "-pthread", "-g", "-O1"], flags].concat();
    common::compile("c++", &flags, &sources, &common::scratch("usi_engine"), name)
}

/// A short session that uses every part.
fn session(engine: &mut Engine) {
    for threads in [1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("usinewgame");
        engine.best("position startpos", "go nodes 3000");
        engine.best("position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 60");
        engine.send("go infinite");
        engine.send("stop");
        engine.wait("bestmove");
        engine.send("go ponder byoyomi 60");
        engine.send("ponderhit");
        engine.wait("bestmove");
        engine.send(&format!("position sfen {MATE_IN_11}"));
        engine.send("go mate 60000");
        engine.wait("checkmate");
        engine.best(&format!("position sfen {MATE_IN_11}"), "go nodes 5000");
        engine.send("go infinite");
        engine.send("gameover win");
    }
}

#[test]
fn no_memory_is_lost_or_overrun() {
    let program = build("asan", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    let mut engine = Engine::start(&program);
    session(&mut engine);
    engine.quit();
}

#[test]
fn the_threads_of_the_engine_do_not_race() {
    let program = build("tsan", &["-fsanitize=thread"]);
    let mut engine = Engine::start(&program);
    session(&mut engine);
    engine.quit();
}

/// A Python with cshogi, made once; none where there is no Python or no way to fetch it.
fn python() -> Option<PathBuf> {
    if !common::is_installed("python3") {
        return None;
    }
    let folder = common::scratch("referee");
    let python = folder.join("bin/python");
    let has_referee = || {
        Command::new(&python)
            .args(["-c", "import cshogi"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    if !has_referee() {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
        let fetched = Command::new(&python).args(["-m", "pip", "install", "-q", "cshogi"]).output();
        if made.is_err() || fetched.is_err() || !has_referee() {
            eprintln!("skipped: cshogi could not be installed");
            return None;
        }
    }
    Some(python)
}

/// Plays games under the referee and returns its summary.
fn referee(python: &std::path::Path, arguments: &[&str]) -> String {
    let output = common::print(
        Command::new(python)
            .arg(common::root().join("ffi-examples/usi-engine/referee.py"))
            .arg(common::example("usi-engine"))
            .args(["--option", "USI_Hash=8"])
            .args(arguments),
    );
    output.lines().last().unwrap_or_default().to_owned()
}

/// `YOMIKIRI_LONG` plays the full numbers.
fn games(short: &'static str) -> &'static str {
    if std::env::var_os("YOMIKIRI_LONG").is_some() { "20" } else { short }
}

#[test]
fn whole_games_against_itself_are_legal_to_the_last_move() {
    let Some(python) = python() else { return };
    let games = games("3");
    let summary = referee(&python, &["--games", games, "--nodes", "2000", "--opponent", "self"]);
    assert!(summary.starts_with(&format!("{{\"games\": {games}, ")), "{summary}");
}

#[test]
fn a_random_mover_is_always_beaten() {
    let Some(python) = python() else { return };
    let games = games("4");
    let summary = referee(&python, &["--games", games, "--nodes", "2000", "--opponent", "random"]);
    assert!(summary.contains(&format!("\"games\": {games}, \"wins\": {games}, ")), "{summary}");
}
