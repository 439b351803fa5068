//! python-shogi as an outside referee: legal moves, checks and mates over random play. It is put
//! into a folder of its own by pip; without a network the test says so and is left out.
#![cfg(feature = "shogi")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use yomikiri::games::shogi::{MOST_MOVES, Position, format_usi};
use yomikiri::hash::mix;
use yomikiri::moves::{Move, Moves};

/// Both kings stand in each: python-shogi knows no others.
const STARTS: [&str; 4] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/4p4/9/9/9/4P4/9/4K4 b RBGSNLPrbgsnlp 1",
    "7lk/9/8S/9/9/9/9/7L1/8K b 2P 1",
];

/// Lines for the referee, as many as asked for.
fn lines(wanted: usize) -> String {
    let mut state = 3u64;
    let mut text = String::new();
    let (mut written, mut game) = (0, 0);
    while written < wanted {
        let mut position = Position::from_sfen(STARTS[game % STARTS.len()]).unwrap();
        game += 1;
        for _ in 0..120 {
            let mut space = [Move::NONE; MOST_MOVES];
            let mut moves = Moves::new(&mut space);
            position.legal_moves(&mut moves);
            position.write_sfen(&mut text).unwrap();
            text.push('\t');
            for &m in moves.as_slice() {
                let check = if position.gives_check(m) { "!" } else { "" };
                write!(text, "{}{check} ", format_usi(m)).unwrap();
            }
            let check = if position.in_check() { "check" } else { "-" };
            let mate = if position.in_check() && moves.is_empty() { "mate" } else { "-" };
            writeln!(text, "\t{check}\t{mate}").unwrap();
            written += 1;
            if moves.is_empty() || written == wanted {
                break;
            }
            state = mix(state);
            position.play(moves.as_slice()[((state >> 33) % moves.len() as u64) as usize]);
        }
    }
    text
}

/// A Python that knows python-shogi: `YOMIKIRI_PYTHON_SHOGI` names one, otherwise pip makes one.
fn python() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("YOMIKIRI_PYTHON_SHOGI") {
        return Some(python.into());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-shogi");
    let python = folder.join("bin/python");
    let knows = |python: &Path| {
        let run = Command::new(python).args(["-c", "import shogi"]).output();
        run.is_ok_and(|output| output.status.success())
    };
    if knows(&python) {
        return Some(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).output();
    if !made.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let _ = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--timeout", "20", "python-shogi==1.1.1"])
        .output();
    knows(&python).then_some(python)
}

/// A thousand positions, or a hundred thousand where `YOMIKIRI_LONG` is set.
#[test]
fn legal_moves_checks_and_mates_are_those_of_python_shogi() {
    let Some(python) = python() else {
        eprintln!("skipped: python-shogi cannot be installed");
        return;
    };
    let long = std::env::var_os("YOMIKIRI_LONG").is_some();
    let count = if long { 100_000 } else { 1000 };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions-for-the-referee.tsv");
    std::fs::write(&file, lines(count)).unwrap();
    let referee = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee.py");
    let output = Command::new(python).arg(referee).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.trim(), format!("{count} positions agree"));
    println!("{said}");
}
