#!/usr/bin/env python3
"""Seeds faults one by one in a copy of the sources and expects the tests to turn red.

A fault is a text that stands in a file exactly once, and what takes its place. Where it no longer
stands there, the script says so and fails: the fault is then to be written anew.
"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "mutations"

# Tests, by the part that they guard.
SHOGI = ["--test", "shogi_reference"]
TEXT = ["--test", "shogi_text"]
REPETITION = ["--test", "shogi_repetition"]
MATE = ["--test", "mate"]
RULES = ["--test", "differential"]
DFPN = ["--test", "dfpn_graphs"]
RESOURCES = ["--test", "dfpn_resources"]
VERIFIER = ["--test", "verifier"]
STARVATION = ["--test", "starvation"]
ALPHABETA = ["--test", "drivers"]
RETRO = ["--test", "retro_tic_tac_toe"]
LINES = ["--test", "dobutsu_lines"]
HOOKS = ["--test", "hooks"]
UNIT = ["--lib"]

# (name, file under src/, text, replacement, tests)
FAULTS = [
    # Rules of shogi.
    ("two pawns on a file", "games/shogi/generate.rs",
     "let to = (limits.drops & us.ranks::<2, 9>()).without(pawns.file_fill());",
     "let _ = pawns; let to = limits.drops & us.ranks::<2, 9>();", SHOGI),
    ("a pawn drop may mate, asked for one move", "games/shogi/legality.rs",
     "!self.is_drop_pawn_mate(us, enemy, to.set())",
     "{ let _ = enemy; true }", SHOGI),
    ("a king steps into check", "games/shogi/generate.rs",
     "let to = to.without(danger | self.family(PieceKind::King));",
     "let _ = danger; let to = to.without(self.family(PieceKind::King));", SHOGI),
    ("a king hides behind itself", "games/shogi/generate.rs",
     "        let occupied = occupied.without(king.set());\n",
     "", SHOGI),
    ("a captured piece is lost", "games/shogi/position.rs",
     "self.hands[us.index()] = self.hands[us.index()].add_code(captured);",
     "", SHOGI),
    ("a promoted piece taken back is plain", "games/shogi/position.rs",
     "                if code > 8 {\n                    promoted |= from.set();",
     "                if code > 99 {\n                    promoted |= from.set();", SHOGI),
    ("a drop leaves the key as it was", "games/shogi/position.rs",
     "            self.set_code(to, code as u8);\n            key ^= tables::piece_key(us.index(), to, code);",
     "            self.set_code(to, code as u8);", SHOGI),
    ("a knight stays on the last rank but one", "games/shogi/generate.rs",
     "masks.stay.part::<P>() & us.ranks::<3, 9>().part();",
     "masks.stay.part::<P>() & us.ranks::<2, 9>().part();", SHOGI),
    ("a silver that leaves the camp cannot promote", "games/shogi/generate.rs",
     "let promotable = if zone.meets(from.set()) { reached } else { reached & zone.part() };\n            visitor.near(PieceKind::Silver, from, reached & stay",
     "let promotable = reached & zone.part();\n            visitor.near(PieceKind::Silver, from, reached & stay", SHOGI),
    ("a pinned piece moves, asked for one move", "games/shogi/legality.rs",
     "if limits.pinned.contains(from.index())",
     "if false", SHOGI),
    ("threefold repetition", "games/shogi/repetition.rs",
     "if met == 4 {",
     "if met == 3 {", REPETITION),
    ("fewer pieces in hand dominate more", "games/shogi/mate.rs",
     "        } else if mine.contains(other) {\n            Dominance::Better",
     "        } else if other.contains(mine) {\n            Dominance::Better", MATE),
    ("a proof forgets what the defender lacks", "games/shogi/mate.rs",
     "                    if !defence.has(kind) {",
     "                    if false && !defence.has(kind) {", MATE),
    # Rules of Dobutsu shogi.
    ("a chick never promotes", "games/dobutsu/moves.rs",
     "promotes: matches!(kind, Kind::Chick) && bit(to) & FAR != 0,",
     "promotes: matches!(kind, Kind::Chick) && bit(to) & FAR != 0 && false,", RULES),
    ("a try wins though the lion can be captured", "games/dobutsu/position.rs",
     "if bit(board.enemy_lion) & NEAR != 0 && !board.can_capture_lion() {",
     "if bit(board.enemy_lion) & NEAR != 0 {", RULES),
    ("an elephant does not step back", "games/dobutsu/moves.rs",
     "let back_diagonal = down(own.elephants | lion);",
     "let back_diagonal = down(lion);", RULES),
    ("a captured animal is lost", "games/dobutsu/moves.rs",
     "            next.hands = next.hands.wrapping_add(1 << (2 * kind.hand_slot()));\n        }\n        None => {}\n    }\n    if matches!(m.kind, Kind::Lion) {\n        next.lion",
     "            let _ = kind;\n        }\n        None => {}\n    }\n    if matches!(m.kind, Kind::Lion) {\n        next.lion", RULES),
    # Rules of Othello.
    ("nobody ever passes", "games/othello/mod.rs",
     "            if legal_squares(self.opponent, self.player, self.empty()) != 0 {",
     "            if false {", RULES),
    ("empty squares count for nobody", "games/othello/mod.rs",
     "                    difference + empties",
     "                    difference", RULES),
    ("a move taken back keeps the discs it turned", "games/othello/mod.rs",
     "let theirs = self.player | turned;",
     "let theirs = self.player;", RULES),
    # The tables.
    ("half a key is enough", "table/proof.rs",
     "(high.load(Ordering::Relaxed) == check).then_some(data)",
     "(high.load(Ordering::Relaxed) == check || true).then_some(data)", UNIT),
    ("a stored bound forgets the other one", "table/proof.rs",
     "            upper = upper.min(data.upper());\n            lower = lower.max(data.lower());\n",
     "", UNIT),
    ("a win holds with fewer resources", "table/proof.rs",
     "if matches!(relation, Dominance::Equal | Dominance::Better)",
     "if matches!(relation, Dominance::Equal | Dominance::Worse)", RESOURCES),
    ("a refutation holds with more resources", "table/proof.rs",
     "if matches!(relation, Dominance::Equal | Dominance::Worse)",
     "if matches!(relation, Dominance::Equal | Dominance::Better)", RESOURCES),
    ("bounds of different depths are merged", "table/alphabeta.rs",
     "if old.depth == new.depth && old.complete == new.complete {",
     "if true {", UNIT + ALPHABETA),
    ("a lower bound is read as an upper one", "table/alphabeta.rs",
     "new.lower = new.lower.max(old.lower);",
     "new.lower = new.lower.max(old.upper);", UNIT + ALPHABETA + STARVATION),
    # Numbers and thresholds.
    ("sums of proof numbers count the greatest alone", "dfpn/numbers.rs",
     "sum = plus(sum, other);",
     "sum = sum.max(other.into());", UNIT),
    ("the threshold is that of the second best itself", "dfpn/numbers.rs",
     "let sum = second + 1 + second / 8 + patience;",
     "let sum = second + second / 8 + patience;", UNIT),
    ("a child may use up the whole threshold of its parent", "dfpn/numbers.rs",
     "(secondary as Sum + own as Sum).saturating_sub(self.secondary) as ProofNumber",
     "{ let _ = own; secondary }", UNIT),
    ("the second best is the best", "dfpn/numbers.rs",
     "                second = primary;\n",
     "", UNIT),
    # The proof search.
    ("what rests on the path is a fact", "dfpn/engine.rs",
     "    if rests_on >= index { NO_FRAME } else { rests_on }",
     "    if rests_on >= index || true { NO_FRAME } else { rests_on }", DFPN),
    ("refutations by repetition are stored", "dfpn/engine.rs",
     "    } else if value.rests_on == NO_FRAME {\n",
     "    } else {\n", DFPN),
    ("a win one ply too long is a win", "dfpn/engine.rs",
     "if facts.upper <= remaining {",
     "if facts.upper <= remaining + 1 {", STARVATION),
    ("no win within the plies is no win at all", "dfpn/engine.rs",
     "self.value = Value::decided(false, 1, NO_FRAME, own);",
     "self.value = Value::decided(false, NEVER, NO_FRAME, own);", STARVATION),
    ("a draw is a win", "dfpn/engine.rs",
     "let attacker_won = if attacker_moves { score > 0 } else { score < 0 };",
     "let attacker_won = if attacker_moves { score >= 0 } else { score < 0 };", VERIFIER),
    ("a worse position repeats a better one", "dfpn/path.rs",
     "Dominance::Equal | Dominance::Worse",
     "Dominance::Equal | Dominance::Better", RESOURCES),
    # The verifier.
    ("the verifier passes what does not hold", "dfpn/verify.rs",
     "Some(Held::No) => return Ok(Ok(false)),",
     "Some(Held::No) => return Ok(Ok(true)),", VERIFIER),
    ("the verifier does not ask how a game ended", "dfpn/verify.rs",
     "return Ok(Some(Held::fact(attacker_won == self.win)));",
     "return Ok(Some(Held::fact(attacker_won == self.win || true)));", VERIFIER),
    ("the verifier does not count plies", "dfpn/verify.rs",
     "let remaining = match frame.remaining.checked_sub(game.plies(m)) {",
     "let _ = game.plies(m); let remaining = match Some(frame.remaining) {", VERIFIER),
    ("the verifier believes the search's table", "dfpn/verify.rs",
     "Key { position: mix(key.position ^ SALT), ..key }",
     "{ let _ = mix(SALT); key }", VERIFIER),
    ("the verifier walks one reply of several", "dfpn/verify.rs",
     "            top.current += 1;",
     "            top.current = top.children.len;", VERIFIER),
    # The alpha-beta family.
    ("values that rest on the path are stored as bounds", "alphabeta/search.rs",
     "let independent = frame.dependency >= ply as u32;",
     "let independent = frame.dependency >= ply as u32 || true;", ALPHABETA),
    ("an answer for another depth will do", "alphabeta/open.rs",
     "    entry.depth == depth\n",
     "    entry.depth <= depth + 1\n", ALPHABETA),
    ("the root takes any move from the table", "alphabeta/open.rs",
     "        self.has_move(entry.best)\n",
     "        self.has_move(entry.best).map(|_| Answer::Yes)\n", STARVATION),
    ("a move is refuted by a bound above the window", "alphabeta/open.rs",
     "farther(upper) <= call.alpha",
     "farther(upper) <= call.beta", ALPHABETA),
    ("an upper bound of a pass is the last one", "alphabeta/driver.rs",
     "self.upper = self.upper.min(value);",
     "self.upper = self.upper.max(value);", UNIT),
    # Retrograde analysis.
    ("one winning reply of the opponent is a loss", "retro/pass.rs",
     "if distance & 1 == 1 && !last_move {",
     "if distance & 1 == 1 && !last_move && false {", RETRO),
    ("the check of a table finds nothing", "retro/verify.rs",
     "if found != expected {",
     "if found != expected && false {", RETRO),
    # Lines of Dobutsu shogi.
    ("the winner looks for a try", "games/dobutsu/finish.rs",
     "let looked_for = matches!(frame.successor, Value::Lost(_));",
     "let looked_for = matches!(frame.successor, Value::Won(_));", LINES),
    ("the first line of draws is the shortest", "games/dobutsu/draw.rs",
     "if distance + 4 * rounds >= best {",
     "if best <= limit {", LINES),
    # Hooks.
    ("a watched game forgets a hook", "check.rs",
     "self.game.order(m)",
     "{ let _ = m; 0 }", HOOKS),
    # Memory and budgets.
    ("regions are not aligned", "mem.rs",
     "let padding = self.used.wrapping_neg() & (align - 1);",
     "let _ = align; let padding = 0;", UNIT),
    ("a step searches fewer nodes than it was given", "dfpn/engine.rs",
     "                    if *budget == 0 {\n                        return Ok(Run::Budget);\n                    }\n                    *budget -= 1;",
     "                    if *budget == 0 {\n                        return Ok(Run::Budget);\n                    }\n                    *budget = (*budget - 1) & !1;", STARVATION),
    ("the stack says less than it needed", "stack.rs",
     "self.peak_moves = self.peak_moves.max((self.used + len).min(self.moves.len()));",
     "let _ = len;", STARVATION),
]


def build_copy(copy):
    """The sources and tests alone: no benches, no other packages, so that each build is short."""
    for name in ["src", "tests", "fuzz/src", "fuzz/corpus"]:
        shutil.rmtree(copy / name, ignore_errors=True)
        shutil.copytree(ROOT / name, copy / name)
    manifest = (ROOT / "Cargo.toml").read_text()
    kept, skip = [], False
    for line in manifest.splitlines():
        if line.startswith("["):
            skip = line in ("[dev-dependencies]", "[build-dependencies]", "[[bench]]", "[workspace]")
            skip = skip or line.startswith("[profile")
        if not skip:
            kept.append(line.replace(', "dep:cbindgen"', ""))
    kept.append("[workspace]\n[profile.dev]\npanic = \"abort\"\nopt-level = 1\ndebug = 0")
    (copy / "Cargo.toml").write_text("\n".join(kept) + "\n")


def check():
    """Whether every fault can still be seeded, and every test that it names is there."""
    problems = []
    for name, file, text, replacement, tests in FAULTS:
        path = ROOT / "src" / file
        count = path.read_text().count(text) if path.is_file() else 0
        if count != 1:
            problems.append(f"{name}: the text stands {count} times in {file}")
        if text == replacement:
            problems.append(f"{name}: changes nothing")
        for part in tests:
            if not part.startswith("--") and not (ROOT / "tests" / f"{part}.rs").is_file():
                problems.append(f"{name}: no test {part}")
    if len({name for name, *_ in FAULTS}) != len(FAULTS):
        problems.append("two faults have one name")
    print("\n".join([*problems, f"{len(FAULTS)} faults, {len(problems)} problems"]))
    return 1 if problems else 0


def run(tests):
    """Runs tests; a fault that makes them hang is caught by the clock."""
    command = ["cargo", "test", "--offline", "--features", "std", *tests]
    result = subprocess.run(["timeout", "300", *command], cwd=COPY, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def main():
    chosen = sys.argv[1:]
    if chosen == ["--list"]:
        print("\n".join(name for name, *_ in FAULTS))
        return 0
    if chosen == ["--check"]:
        return check()
    if chosen[:1] == ["--copy"]:
        # For other scripts that want short builds.
        build_copy(pathlib.Path(chosen[1]).resolve())
        return 0
    build_copy(COPY)
    # The tests must be green before anything is changed; with names given they are taken to be.
    files = sorted({part for *_, tests in FAULTS for part in tests} - {"--test", "--lib"})
    everything = ["--lib", *(part for file in files for part in ("--test", file))]
    code, output = (0, "") if chosen else run(everything)
    if code != 0:
        print(output[-3000:])
        print("the tests are red without any fault")
        return 1
    problems = []
    caught = 0
    unknown = [part for part in chosen if not any(part in name for name, *_ in FAULTS)]
    if unknown:
        print(f"no fault has such a name: {unknown}")
        return 2
    for name, file, text, replacement, tests in FAULTS:
        if chosen and not any(part in name for part in chosen):
            continue
        path = COPY / "src" / file
        original = path.read_text()
        if original.count(text) != 1:
            problems.append(f"{name}: the text stands {original.count(text)} times in {file}")
            print(problems[-1], flush=True)
            continue
        path.write_text(original.replace(text, replacement))
        code, output = run(tests)
        path.write_text(original)
        if "error: could not compile" in output:
            problems.append(f"{name}: does not compile\n{output[-1500:]}")
        elif code == 0:
            problems.append(f"{name}: not caught by {' '.join(tests)}")
        else:
            caught += 1
            print(f"caught: {name}", flush=True)
            continue
        print(problems[-1], flush=True)
    print(f"{caught} faults caught, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
