"""Tests of the module: `python3 test_yomikiri.py`."""

from __future__ import annotations

import json
import threading
import unittest
from pathlib import Path

import yomikiri

DATA = Path(__file__).resolve().parents[2] / "tests" / "data" / "tsume" / "short.tsv"
MATE_IN_11 = "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1"
NO_MATE = "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1"
HARD = "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1"


class Solving(unittest.TestCase):
    solver: yomikiri.Solver

    @classmethod
    def setUpClass(cls) -> None:
        cls.solver = yomikiri.Solver(mem=16)

    def test_a_mate_comes_with_its_line(self) -> None:
        answer = self.solver.solve(MATE_IN_11, mode=yomikiri.Mode.SHORTEST)
        self.assertEqual((answer.result, answer.length, answer.exact), ("mate", 11, True))
        self.assertTrue(answer.verified)
        self.assertEqual(answer.stop, "solved")
        assert answer.pv is not None
        self.assertEqual(answer.pv[:3], ["2e1e", "1f1e", "3e2e"])
        self.assertEqual(len(answer.pv), 11)

    def test_no_mate_is_a_proof_too(self) -> None:
        answer = self.solver.solve(NO_MATE)
        self.assertEqual((answer.result, answer.verified, answer.pv), ("nomate", True, None))

    def test_budgets_end_a_search(self) -> None:
        answer = self.solver.solve(HARD, nodes=100)
        self.assertEqual((answer.result, answer.stop, answer.nodes), ("unknown", "nodes", 100))
        answer = self.solver.solve(HARD, seconds=0.01)
        self.assertEqual((answer.result, answer.stop), ("unknown", "time"))

    def test_what_is_no_position_is_an_error_that_says_where(self) -> None:
        answer = self.solver.solve("9/9 b - 1")
        self.assertEqual(answer.result, "error")
        self.assertEqual(answer.error, "board, byte 3: fewer than nine ranks")
        self.assertEqual(self.solver.solve("9/9\0 b - 1").result, "error")
        self.assertEqual(self.solver.solve("歩").result, "error")
        # And the solver goes on as if nothing had been.
        self.assertEqual(self.solver.solve(MATE_IN_11).result, "mate")

    def test_known_lengths_are_found_in_one_memory_after_the_other(self) -> None:
        lines = [line for line in DATA.read_text().splitlines() if not line.startswith("#")]
        for line in lines[:200]:
            _, length, sfen = line.split("\t")[:3]
            answer = self.solver.solve(sfen, mode=yomikiri.Mode.SHORTEST)
            self.assertEqual((answer.length, answer.exact, sfen), (int(length), True, sfen))

    def test_an_answer_is_json_with_the_fields_of_the_command(self) -> None:
        fields = json.loads(self.solver.solve(MATE_IN_11).json())
        names = ["sfen", "result", "length", "exact", "pv", "verified", "nodes", "seconds", "stop"]
        self.assertEqual(list(fields), names)
        self.assertNotIn("seconds", self.solver.solve(MATE_IN_11).json(seconds=False))

    def test_memory_that_is_too_small_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            yomikiri.Solver(mem=0)
        with self.assertRaises(yomikiri.Error):
            yomikiri.Solver(mem=1, plies=5000)

    def test_another_thread_can_cancel(self) -> None:
        solver = yomikiri.Solver(mem=16)
        timer = threading.Timer(0.2, solver.cancel)
        timer.start()
        answer = solver.solve(HARD, seconds=60.0)
        timer.join()
        self.assertEqual((answer.result, answer.stop), ("unknown", "cancelled"))

    def test_the_version_is_three_numbers(self) -> None:
        self.assertRegex(yomikiri.version(), r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
