"""A batch on a local Dask cluster: `python3 test_mate_cluster.py`, with dask[distributed] installed."""

from __future__ import annotations

import io
import os
import signal
import tempfile
import unittest
from pathlib import Path

import mate_cluster
from distributed import Client

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"
NODES = 5_000


def mirrored(sfen: str) -> str:
    """The same problem with left and right exchanged."""
    board, rest = sfen.split(" ", 1)
    rows = []
    for row in board.split("/"):
        pieces: list[str] = []
        for letter in row:
            if pieces and pieces[-1] == "+":
                pieces[-1] += letter
            else:
                pieces.append(letter)
        rows.append("".join(reversed(pieces)))
    return " ".join(["/".join(rows), rest])


def problems() -> list[str]:
    """More than 2,000 different problems: known mates, their mirror images, random positions."""
    lines = (DATA / "tsume" / "short.tsv").read_text().splitlines()
    mates = [line.split("\t")[2] for line in lines if not line.startswith("#")]
    lines = (DATA / "shogi-random-checks.tsv").read_text().splitlines()
    random = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    return list(dict.fromkeys(mates + [mirrored(mate) for mate in mates] + random))


def workers_of_a(client: Client) -> list[int]:
    """The processes of the workers."""
    return list(client.run(os.getpid).values())


class Batch(unittest.TestCase):
    def test_a_killed_worker_loses_nothing_and_doubles_nothing(self) -> None:
        batch = problems()
        self.assertGreaterEqual(len(batch), 2000)
        one = io.StringIO()
        for answer in mate_cluster.solve_chunk(batch, 8, NODES, 0, False):
            one.write(answer + "\n")

        many = io.StringIO()
        killed: list[int] = []
        with mate_cluster.connect(None, 4) as client:
            self.assertEqual(len(set(workers_of_a(client))), 4)

            def kill_one(count: int) -> None:
                if count >= 500 and not killed:
                    killed.append(workers_of_a(client)[0])
                    os.kill(killed[0], signal.SIGKILL)

            count = mate_cluster.run(
                client, iter(batch), many, chunk=25, mem=8, nodes=NODES, seconds=False,
                written=kill_one,
            )
        self.assertEqual(len(killed), 1)
        self.assertEqual(count, len(batch))
        self.assertEqual(many.getvalue(), one.getvalue())

    def test_an_output_that_was_cut_off_is_completed(self) -> None:
        batch = problems()[:120]
        whole = "".join(a + "\n" for a in mate_cluster.solve_chunk(batch, 8, NODES, 0, False))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "answers.jsonl"
            path.write_text(whole[: len(whole) // 2], encoding="utf-8")
            left = iter(batch)
            kept = mate_cluster.kept_answers(path, left)
            self.assertEqual(kept, whole[: len(whole) // 2].count("\n"))
            with mate_cluster.connect(None, 2) as client, path.open("a", encoding="utf-8") as out:
                mate_cluster.run(client, left, out, chunk=7, mem=8, nodes=NODES, seconds=False)
            self.assertEqual(path.read_text(encoding="utf-8"), whole)
            with self.assertRaises(SystemExit):
                mate_cluster.kept_answers(path, iter(reversed(batch)))


if __name__ == "__main__":
    unittest.main()
