"""An outside referee for the rules of shogi: python-shogi judges what the library wrote.

Reads lines of SFEN, legal moves, "check" or "-", and "mate" or "-", separated by tabs; the moves by
blanks, each with a "!" after it where it gives check. Says how many positions agree, and fails at the
first that does not.
"""
import sys

import shogi


def judge(line):
    sfen, moves, check, mate = line.rstrip("\n").split("\t")
    board = shogi.Board(sfen)
    expected = set()
    for move in board.legal_moves:
        board.push(move)
        expected.add(move.usi() + ("!" if board.is_check() else ""))
        board.pop()
    found = set(moves.split())
    assert found == expected, (sfen, found - expected, expected - found)
    assert (check == "check") == board.is_check(), sfen
    assert (mate == "mate") == board.is_checkmate(), sfen


def main():
    count = 0
    with open(sys.argv[1], encoding="ascii") as lines:
        for line in lines:
            judge(line)
            count += 1
    print(f"{count} positions agree")


if __name__ == "__main__":
    main()
