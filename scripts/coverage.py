#!/usr/bin/env python3
"""Sums up lcov files over the lines of src/: coverage.py SRC UNCOVERED LCOV...

A line counts once, however many types its function was made for, and is covered if any of them ran
it. Tests that stand in src/ (`#[cfg(test)]`) are left out. Lines that nothing ran go to UNCOVERED.
"""
import pathlib
import re
import sys


def test_lines(text):
    """The numbers of the lines under `#[cfg(test)]`: such blocks begin in the first column."""
    found, inside, pending = set(), False, False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#[cfg(test)]"):
            pending = True
        if pending or inside:
            found.add(number)
        if pending and not line.startswith("#["):
            pending, inside = False, line.rstrip().endswith("{")
        elif inside and line.startswith("}"):
            inside = False
    return found


def read(paths):
    """File to (line to count, branch to count)."""
    files = {}
    for record in (record for path in paths for record in path.read_text().splitlines()):
        kind, _, rest = record.partition(":")
        if kind == "SF":
            lines, branches = files.setdefault(pathlib.Path(rest), ({}, {}))
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            lines[int(number)] = max(lines.get(int(number), 0), int(count))
        elif kind == "BRDA":
            *branch, count = rest.split(",")
            count = 0 if count == "-" else int(count)
            branches[tuple(branch)] = max(branches.get(tuple(branch), 0), count)
    return files


def rate(part, whole):
    return f"{part:6} of {whole:6}  {100 * part / whole:6.2f} %" if whole else " " * 26


def main():
    source, uncovered, *lcov = map(pathlib.Path, sys.argv[1:])
    rows, listing = [], []
    for path, (lines, branches) in sorted(read(lcov).items()):
        if not path.is_relative_to(source):
            continue
        text = path.read_text()
        tests = test_lines(text)
        lines = {n: count for n, count in lines.items() if n not in tests}
        branches = {b: count for b, count in branches.items() if int(b[0]) not in tests}
        if not lines:
            continue
        name = str(path.relative_to(source))
        rows.append((name, sum(map(bool, lines.values())), len(lines),
                     sum(map(bool, branches.values())), len(branches)))
        code = text.splitlines()
        for number in sorted(n for n, count in lines.items() if not count):
            listing.append(f"{name}:{number}: {code[number - 1]}")
    uncovered.write_text("\n".join(listing) + "\n")
    print(f"{'file':36}{'lines':>16}{'branches':>36}")
    groups = {"core": lambda name: not name.startswith("capi/"),
              "C interface": lambda name: name.startswith("capi/"), "all": re.compile("").match}
    for row in rows:
        print(f"{row[0]:36}{rate(*row[1:3])}  {rate(*row[3:])}")
    for group, holds in groups.items():
        sums = [sum(row[i] for row in rows if holds(row[0])) for i in range(1, 5)]
        print(f"{group:36}{rate(*sums[:2])}  {rate(*sums[2:])}")


main()
