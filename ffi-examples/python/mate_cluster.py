#!/usr/bin/env python3
"""Solves a batch of mate problems on a Dask cluster: many processes, on one machine or on many.

    mate_cluster.py --workers 4 --output answers.jsonl problems.sfen
    mate_cluster.py --scheduler tcp://head:8786 --output answers.jsonl --resume problems.sfen

A problem is a line (SFEN; what follows a tab is ignored). The output has an answer a line, in the
order of the problems. Each worker takes memory for one search, once, and keeps it. A worker that
dies takes nothing with it: its problems are given to another. When the whole run dies, --resume goes
on where the output ends.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Optional

import yomikiri
from distributed import Client, Future, LocalCluster

# The search of this process, and the memory that it was made with.
_solver: Optional[tuple[int, yomikiri.Solver]] = None


def solve_chunk(
    problems: list[str], mem: int, nodes: int, mode: int, seconds: bool
) -> list[str]:
    """What a worker does: some problems, one after the other, in the memory that it keeps."""
    global _solver
    if _solver is None or _solver[0] != mem:
        _solver = (mem, yomikiri.Solver(mem=mem))
    solver = _solver[1]
    return [
        solver.solve(problem, nodes=nodes, mode=yomikiri.Mode(mode)).json(seconds=seconds)
        for problem in problems
    ]


def read_problems(lines: IO[str]) -> Iterator[str]:
    """The problems of a file; blank lines and comments are left out."""
    for line in lines:
        text = line.lstrip("\ufeff").split("\t")[0].strip()
        if text and not text.startswith("#"):
            yield text


def kept_answers(path: Path, problems: Iterator[str]) -> int:
    """Steps over the problems that `path` has answers to, cuts off a line that was not finished,
    and returns the number of answers."""
    good = count = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            if json.loads(line)["sfen"] != next(problems, None):
                raise SystemExit(f"{path}: line {count + 1} is the answer to another problem")
            count += 1
            good += len(line)
    with path.open("rb+") as file:
        file.truncate(good)
    return count


def run(
    client: Client,
    problems: Iterator[str],
    out: IO[str],
    *,
    chunk: int = 50,
    mem: int = 64,
    nodes: int = 0,
    mode: yomikiri.Mode = yomikiri.Mode.FIRST,
    seconds: bool = True,
    retries: int = 5,
    written: Callable[[int], Any] = lambda count: None,
) -> int:
    """Maps the problems over the workers of `client` and writes the answers in order.

    So many chunks are under way at once that every worker has work, and no more: a stream of
    millions needs no more memory than a short one. `written` is told how many answers are in `out`.
    """
    chunks = iter(lambda: list(itertools.islice(problems, chunk)), [])
    waiting: deque[Future[list[str]]] = deque()
    count = 0
    while True:
        most = 4 * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        for part in itertools.islice(chunks, max(0, most - len(waiting))):
            waiting.append(
                client.submit(
                    solve_chunk, part, mem, nodes, int(mode), seconds, retries=retries, pure=False
                )
            )
        if not waiting:
            return count
        # The oldest first: answers are written in the order of the problems.
        for answer in waiting.popleft().result():
            out.write(answer + "\n")
            count += 1
        out.flush()
        written(count)


@contextmanager
def connect(scheduler: Optional[str], workers: int) -> Iterator[Client]:
    """A cluster that exists, or processes of this machine, one search each."""
    if scheduler is not None:
        with Client(scheduler) as client:
            client.upload_file(yomikiri.__file__)
            client.upload_file(__file__)
            yield client
        return
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, Client(cluster) as client:
        yield client


def main() -> int:
    parser = argparse.ArgumentParser(description="Solves mate problems on a Dask cluster.")
    parser.add_argument("problems", type=Path, help="a file with a position a line")
    parser.add_argument("--output", type=Path, required=True, help="the file of the answers")
    parser.add_argument("--resume", action="store_true", help="go on with an unfinished output")
    parser.add_argument("--scheduler", help="the address of a cluster; without it, a local one")
    parser.add_argument("--workers", type=int, default=4, help="processes of a local cluster")
    parser.add_argument("--mem", type=int, default=64, help="MiB for each worker")
    parser.add_argument("--nodes", type=int, default=0, help="nodes for each problem, 0: no limit")
    parser.add_argument(
        "--mode", choices=[mode.name.lower() for mode in yomikiri.Mode], default="first"
    )
    parser.add_argument("--chunk", type=int, default=50, help="problems for each task")
    parser.add_argument("--no-seconds", action="store_true", help="leave the seconds out")
    options = parser.parse_args()

    with options.problems.open(encoding="utf-8", errors="replace") as lines:
        problems = read_problems(lines)
        kept = 0
        if options.output.exists():
            if not options.resume:
                parser.error(f"{options.output} exists; --resume goes on with it")
            kept = kept_answers(options.output, problems)
        show = sys.stderr.isatty()

        def progress(count: int) -> None:
            if show:
                print(f"\r{kept + count} problems", end="", file=sys.stderr, flush=True)

        with connect(options.scheduler, options.workers) as client, options.output.open(
            "a", encoding="utf-8"
        ) as out:
            run(
                client,
                problems,
                out,
                chunk=options.chunk,
                mem=options.mem,
                nodes=options.nodes,
                mode=yomikiri.Mode[options.mode.upper()],
                seconds=not options.no_seconds,
                written=progress,
            )
        if show:
            print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
