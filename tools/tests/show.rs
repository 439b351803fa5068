//! `yomikiri show`, `completions` and `man`, and what all commands say of themselves.

mod common;

use common::{run, scratch, yomikiri};

#[test]
fn boards_are_shown_as_text() {
    let (status, out, _) = run(&mut yomikiri(&["show", "shogi", "--moves", "7g7f 3c3d 8h2b+"]));
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "後手の持駒: なし
 ９ ８ ７ ６ ５ ４ ３ ２ １
v香v桂v銀v金v玉v金v銀v桂v香 一
 ・v飛 ・ ・ ・ ・ ・ 馬 ・ 二
v歩v歩v歩v歩v歩v歩 ・v歩v歩 三
 ・ ・ ・ ・ ・ ・v歩 ・ ・ 四
 ・ ・ ・ ・ ・ ・ ・ ・ ・ 五
 ・ ・ 歩 ・ ・ ・ ・ ・ ・ 六
 歩 歩 ・ 歩 歩 歩 歩 歩 歩 七
 ・ ・ ・ ・ ・ ・ ・ 飛 ・ 八
 香 桂 銀 金 玉 金 銀 桂 香 九
先手の持駒: 角
後手番
▲７六歩(77) △３四歩(33) ▲２二角成(88)
"
    );
    let command = &["show", "shogi", "--ascii", "position startpos moves 7g7f"];
    let (_, out, _) = run(&mut yomikiri(command));
    assert!(out.contains("\n  P  P  .  P  P  P  P  P  P g\n"), "{out}");
    let (_, out, _) = run(&mut yomikiri(&["show", "dobutsu", "--ascii", "--moves", "Cb3xb2"]));
    assert_eq!(
        out,
        "second hand: -\n a b c\n g l e 1\n . C . 2\n . . . 3\n E L G 4\nfirst hand: C\n\
         second to move\nCb3xb2\n"
    );
    let (_, out, _) = run(&mut yomikiri(&["show", "dobutsu"]));
    assert!(out.contains("\nvきvらvぞ 1\n ・vひ ・ 2\n ・ ひ ・ 3\n ぞ ら き 4\n"), "{out}");
    let (_, out, _) = run(&mut yomikiri(&["show", "othello", "--moves", "f5 d6"]));
    assert!(out.contains("5 . . . O X X . .\n6 . . . O . . . .\n"), "{out}");
    assert!(out.ends_with("black (X) 3, white (O) 3, black to move\nf5 d6\n"), "{out}");
}

#[test]
fn boards_are_drawn() {
    let folder = scratch("show");
    for (game, moves, pieces) in
        [("shogi", "7g7f", 80), ("dobutsu", "Cb3xb2", 15), ("othello", "f5", 9)]
    {
        let file = folder.join(format!("{game}.svg"));
        let mut command = yomikiri(&["show", game, "--moves", moves, "--title", "A <title>"]);
        assert_eq!(run(command.arg("--svg").arg(&file)).0, 0);
        let svg = std::fs::read_to_string(file).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("A &lt;title&gt;") && !svg.contains("A <title>"));
        let drawn = svg.matches("<g transform").count() + svg.matches("<circle").count();
        assert_eq!(drawn, pieces, "{game}");
    }
    let (_, svg, _) = run(&mut yomikiri(&["show", "shogi", "--ascii", "--svg", "-"]));
    assert!(svg.contains(">K</text>") && svg.is_ascii() || svg.contains("☗"), "{svg}");
}

#[test]
fn moves_and_positions_that_are_wrong_are_named() {
    for (words, reason) in [
        (&["shogi", "--moves", "7g7f 7g7f"][..], "move 2, 7g7f: illegal move"),
        (&["shogi", "9/9 b - 1"], "board, byte 3: fewer than nine ranks"),
        (&["shogi", " "], "the position is blank"),
        (&["dobutsu", "--moves", "a1a1"], "move 1, a1a1: "),
        (&["dobutsu", "nonsense"], "position: "),
        (&["othello", "--moves", "a1"], "move 1, a1: not legal here"),
        (&["othello", "XO"], "position: "),
        (&["chess"], "invalid value 'chess'"),
    ] {
        let (status, out, err) = run(yomikiri(&["show"]).args(words));
        assert_eq!((status, out.as_str()), (64, ""), "{words:?}");
        assert!(err.contains(reason), "{words:?}: {err}");
    }
}

/// The names of all commands, as the first help page lists them.
fn commands() -> Vec<String> {
    let (status, help, _) = run(&mut yomikiri(&["--help"]));
    assert_eq!(status, 0);
    let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    list.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_explains_itself_and_refuses_unknown_options_with_64() {
    let commands = commands();
    for expected in ["mate", "solve", "search", "perft", "dobutsu", "study", "tree", "show"] {
        assert!(commands.iter().any(|name| name == expected), "{expected}");
    }
    for command in commands.iter().filter(|name| *name != "help") {
        let (status, help, _) = run(&mut yomikiri(&[command, "--help"]));
        assert_eq!(status, 0, "{command}");
        assert!(help.contains("Usage: yomikiri"), "{help}");
        assert!(help.contains("Examples:\n  yomikiri "), "{command} has no examples");
        let (status, _, err) = run(&mut yomikiri(&[command, "--frobnicate"]));
        assert_eq!(status, 64, "{command}");
        assert!(err.contains("--frobnicate"), "{err}");
    }
    let (_, help, _) = run(&mut yomikiri(&["--help"]));
    for status in ["  0  ", "  1  ", "  2  ", "  64 ", "  74 "] {
        assert!(help.contains(status), "{status}");
    }
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let folder = scratch("man");
    assert_eq!(run(yomikiri(&["man", "--out"]).arg(&folder)).0, 0);
    let (_, page, _) = run(&mut yomikiri(&["man"]));
    let (_, bash, _) = run(&mut yomikiri(&["completions", "bash"]));
    assert!(page.starts_with(".ie"), "{page}");
    for command in commands().iter().filter(|name| *name != "help") {
        assert!(page.contains(&format!("yomikiri\\-{command}")), "{command}: {page}");
        assert!(bash.contains(command.as_str()), "{command}");
        let own = std::fs::read_to_string(folder.join(format!("yomikiri-{command}.1"))).unwrap();
        assert!(own.contains("SYNOPSIS"));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    use std::process::Stdio;
    for words in [&["perft", "shogi", "3", "--divide"][..], &["search", "pi", "--depth", "4"]] {
        let mut child = yomikiri(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        // It may also have been done before.
        assert!(matches!(output.status.code(), Some(0 | 74)), "{words:?}: {}", output.status);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// `YOMIKIRI_UPDATE=1` draws them anew.
#[test]
fn the_pictures_of_the_documents_are_what_the_command_draws() {
    let folder = scratch("pictures");
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mate = "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1";
    for (words, picture) in [
        (&["mate", "--mem", "16", "--mode", "shortest", mate, "--svg"][..], "pictures/mate.svg"),
        (&["tree", "pi", "--driver", "minimax", "--out"], "tree/pi-minimax.svg"),
        (&["tree", "pi", "--driver", "branch-and-bound", "--out"], "tree/pi-branch-and-bound.svg"),
        (&["tree", "pi", "--driver", "alpha-beta", "--out"], "tree/pi-alpha-beta.svg"),
        (&["tree", "pi", "--driver", "mtd-f", "--guess", "3", "--out"], "tree/pi-mtd-f.svg"),
    ] {
        let drawn = folder.join("drawn.svg");
        assert_eq!(run(yomikiri(words).arg(&drawn)).0, 0, "{words:?}");
        let drawn = std::fs::read_to_string(drawn).unwrap();
        let committed = docs.join(picture);
        if std::env::var_os("YOMIKIRI_UPDATE").is_some() {
            std::fs::write(&committed, &drawn).unwrap();
        }
        assert!(std::fs::read_to_string(&committed).unwrap() == drawn, "{picture}");
    }
}

#[test]
fn dobutsu_shogi_can_be_searched() {
    let search = |words: &[&str]| {
        let (status, out, err) =
            run(yomikiri(&["search", "dobutsu", "--depth", "4", "--json"]).args(words));
        assert_eq!((status, err.as_str()), (0, ""));
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        (answer["score"].as_i64().unwrap(), answer["line"][0].as_str().unwrap().to_owned())
    };
    assert_eq!(search(&[]).0, 0);
    // By Tanaka's table (2009) A3B3KI wins in two plies and the capture of the lion.
    let won = search(&["--position", "S/-EG/ClC/G--/L--/e"]);
    assert_eq!(won, (1_000_000 - 3, "Ga3-b3".to_owned()));
}

#[test]
fn the_examples_of_the_help_pages_run() {
    let folder = scratch("examples");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_yomikiri"), folder.join("yomikiri")).unwrap();
    let mate = "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1\n";
    std::fs::write(folder.join("problems.sfen"), mate.repeat(3)).unwrap();
    std::fs::write(folder.join("problem1.kif"), "手合割：平手\n").unwrap();
    std::fs::write(folder.join("problem2.csa"), "PI\n+\n+7776FU\n%TORYO\n").unwrap();
    std::fs::copy(common::data("othello/fforum-1-19.obf"), folder.join("positions.obf")).unwrap();
    // What takes long, needs what takes long, or writes into a home folder.
    let long = ["dobutsu build", "--table dobutsu", "study othello", "study shogi", "~/"];
    let mut ran = 0;
    for command in commands().iter().filter(|name| *name != "help") {
        let (_, help, _) = run(&mut yomikiri(&[command, "--help"]));
        let examples = help.split_once("Examples:\n").unwrap().1.split("\n\n").next().unwrap();
        for example in examples.lines().map(str::trim) {
            if long.iter().any(|part| example.contains(part)) {
                continue;
            }
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &format!("PATH=.:$PATH; {example}")]).current_dir(&folder);
            let (status, _, err) = run(&mut shell);
            // No mate and undecided are answers, too.
            assert!((0..=2).contains(&status), "{example}: {status}\n{err}");
            ran += 1;
        }
    }
    assert!(ran > 15, "{ran} examples");
}
