#!/usr/bin/env python3
"""Plays games with a USI engine over pipes and judges every move with cshogi.

    python3 -m venv venv && venv/bin/pip install cshogi
    venv/bin/python referee.py ENGINE --games 20 --nodes 20000 --opponent self
    venv/bin/python referee.py ENGINE --games 20 --nodes 2000 --opponent random
    venv/bin/python referee.py ENGINE --games 200 --byoyomi 100 --opponent self

Each game begins with a few random legal moves, so that no two are alike. The referee keeps the rules
itself where cshogi only lists the legal moves: the fourth repetition, perpetual check, declarations
by the 27-point rule (whose points it counts anew), and the clock. It prints one line a game and a
summary as JSON, and exits with 1 where an engine made an illegal move, lost on time, claimed a win it
had not, crashed, or grew.
"""

import argparse
import json
import queue
import random
import subprocess
import sys
import threading
import time

import cshogi


class Foul(Exception):
    """An engine broke a rule."""


class Engine:
    """A USI engine behind two pipes."""

    def __init__(self, path, options):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.infos = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.send("usi")
        self.wait("usiok", 60)
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.wait("readyok", 60)

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put((time.monotonic(), None))

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Foul(f"crash: {error}") from error

    def wait(self, word, seconds):
        """The line that begins with a word, and when it came."""
        while True:
            try:
                when, line = self.lines.get(timeout=seconds)
            except queue.Empty:
                raise Foul(f"no {word} within {seconds} s") from None
            if line is None:
                raise Foul(f"crash: exit status {self.process.wait()}")
            if line.startswith("info string"):
                raise Foul(f"complaint: {line}")
            if line.startswith("info"):
                self.infos += 1
            if line.split(" ")[0] == word:
                return when, line

    def move(self, position, go, seconds):
        """The engine's answer to a position, and the milliseconds it took."""
        self.send(position)
        begun = time.monotonic()
        self.send(go)
        when, line = self.wait("bestmove", seconds)
        return line.split(" ")[1], (when - begun) * 1000

    def resident(self):
        """Kilobytes of memory in use."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1])
        return 0

    def quit(self):
        self.send("quit")
        status = self.process.wait(timeout=30)
        if status != 0:
            raise Foul(f"crash: exit status {status}")


def without_number(board):
    return board.sfen().rsplit(" ", 1)[0]


def may_declare(board):
    """The 27-point rule, counted from the SFEN."""
    if board.is_check():
        return False
    ranks, side, hand, _ = board.sfen().split(" ")
    first = side == "b"
    camp = ranks.split("/")[:3] if first else ranks.split("/")[6:]
    pieces = [c for rank in camp for c in rank if c.isalpha() and c.isupper() == first]
    kings = [c for c in pieces if c.upper() == "K"]
    others = [c.upper() for c in pieces if c.upper() != "K"]
    points = sum(5 if c in "RB" else 1 for c in others)
    count = 0
    for c in hand:
        if c.isdigit():
            count = count * 10 + int(c)
        elif c.isalpha():
            if c.isupper() == first:
                points += max(count, 1) * (5 if c.upper() in "RB" else 1)
            count = 0
    return bool(kings) and len(others) >= 10 and points >= (28 if first else 27)


def judge(history):
    """What the rule of fourfold repetition says of the last of (position, in check): None, a draw, or
    the loser as the distance in plies of its turns from the last position."""
    last = history[-1][0]
    stood = [i for i, (position, _) in enumerate(history) if position == last]
    if len(stood) < 4:
        return None
    cycle = history[stood[-4] + 1 :]
    mine = all(check for _, check in cycle[::-1][0::2])
    theirs = all(check for _, check in cycle[::-1][1::2])
    if mine == theirs:
        return "draw"
    return "mover wins" if mine else "mover loses"


def play(players, arguments, generator, number):
    """Plays one game; returns (result for player 0, why, plies)."""
    board = cshogi.Board()
    moves = []
    history = [(without_number(board), board.is_check())]
    slowest = 0.0
    for player in players:
        if player is not None:
            player.send("usinewgame")
    first = number % 2
    while len(moves) < arguments.max_plies:
        mover = (len(moves) + first) % 2
        legal = [cshogi.move_to_usi(m) for m in board.legal_moves]
        if not legal:
            return (1 if mover == 1 else -1), "mate", len(moves), slowest
        verdict = judge(history)
        if verdict == "draw":
            return 0, "repetition", len(moves), slowest
        if verdict is not None:
            mover_wins = verdict == "mover wins"
            winner = mover if mover_wins else 1 - mover
            return (1 if winner == 0 else -1), "perpetual check", len(moves), slowest
        if len(moves) < arguments.opening or players[mover] is None:
            m = generator.choice(legal)
        else:
            position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
            go = f"go nodes {arguments.nodes}"
            limit = 600.0
            if arguments.byoyomi:
                go = f"go btime 0 wtime 0 byoyomi {arguments.byoyomi}"
            m, took = players[mover].move(position, go, limit)
            slowest = max(slowest, took)
            if arguments.byoyomi and took > arguments.byoyomi + arguments.slack:
                raise Foul(f"time: {took:.0f} ms at ply {len(moves)}")
            if m == "resign":
                return (1 if mover == 1 else -1), "resignation", len(moves), slowest
            if m == "win":
                if not may_declare(board):
                    raise Foul(f"false declaration: {board.sfen()}")
                return (1 if mover == 0 else -1), "declaration", len(moves), slowest
            if m not in legal:
                raise Foul(f"illegal move {m}: {board.sfen()}")
        board.push_usi(m)
        moves.append(m)
        history.append((without_number(board), board.is_check()))
    return 0, "length", len(moves), slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--opponent", default="self", help="self, random, or the path of an engine")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--byoyomi", type=int, default=0, help="milliseconds a move, in place of nodes")
    parser.add_argument("--slack", type=float, default=0.0, help="milliseconds over time that are forgiven")
    parser.add_argument("--opening", type=int, default=6, help="random plies at the start")
    parser.add_argument("--max-plies", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, for every engine")
    arguments = parser.parse_args()

    players = [Engine(arguments.engine, arguments.option), None]
    if arguments.opponent != "random":
        path = arguments.engine if arguments.opponent == "self" else arguments.opponent
        players[1] = Engine(path, arguments.option)
    engines = [player for player in players if player is not None]
    summary = {"games": 0, "wins": 0, "losses": 0, "draws": 0, "plies": 0, "slowest_ms": 0, "ends": {}}
    resident = 0
    try:
        for number in range(arguments.first, arguments.first + arguments.games):
            generator = random.Random(arguments.seed * 1000003 + number)
            result, why, plies, slowest = play(players, arguments, generator, number)
            summary["games"] += 1
            summary["wins" if result > 0 else "losses" if result < 0 else "draws"] += 1
            summary["plies"] += plies
            summary["slowest_ms"] = max(summary["slowest_ms"], round(slowest))
            summary["ends"][why] = summary["ends"].get(why, 0) + 1
            print(f"game {number}: {result:+d} {why} after {plies} plies", flush=True)
            now = sum(engine.resident() for engine in engines)
            # Tables fill up in the first games; after that nothing may grow.
            if summary["games"] == 5:
                resident = now
            elif summary["games"] > 5 and now > resident * 1.1 + 4096:
                raise Foul(f"leak: {resident} kB grew to {now} kB")
        for engine in engines:
            engine.quit()
    except Foul as foul:
        print(f"foul: {foul}", file=sys.stderr)
        for engine in engines:
            engine.process.kill()
        return 1
    summary["infos"] = sum(engine.infos for engine in engines)
    print(json.dumps(summary))
    return 0


if __name__ == "__main__":
    sys.exit(main())
