"""Explained to the end: well-known hard lists, how often a proof without a name was needed, and how large it was.

    python tests/explained.py                every list, one after the other
    python tests/explained.py killer 2/8     the second eighth of one list
    python tests/explained.py --check        each trace read by the independent checker as well

A line a list: puzzles, how many needed proofs without a name and nested ones, how many such proofs in all, lines of the
proofs (median, largest), depth (largest), the slowest puzzle in seconds of one thread, and what did not end solved.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from gridwright.genres import parse
from gridwright.model import Limits, Puzzle, Status
from gridwright.model.step import Outcome, Step, Trace
from gridwright.reasons import explain
from gridwright.solving.replay import replay

SECONDS = 60
"""What a puzzle may take."""
ESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"


def lines_of(step: Step) -> int:
    """Uses of statements in a proof, those inside included; one where nothing is supposed."""
    return sum(lines_of(line) if line.inside else 1 for line in step.inside) or 1


def depth_of(step: Step) -> int:
    """Assumptions inside each other; none where a statement says it by itself."""
    return max((1 + depth_of(line) if line.inside else 1 for line in step.inside), default=0)


# The lists


def _texts(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                yield line.rstrip("\n")


def _sudokus(name: str, most: int | None = None) -> Callable[[Path], list[str]]:
    return lambda folder: [line.split()[0][:81] for line in _texts(folder / "sudoku" / f"{name}.txt.gz")][:most]


def _sgt(name: str) -> Callable[[Path], list[str]]:
    return lambda folder: [line.split("\t")[0] for line in _texts(folder / "sgt" / f"{name}.tsv.gz")]


def _killers(folder: Path) -> list[str]:
    return [text for text in _sgt("solo")(folder) if "k" in text.partition(":")[0]]


def _arrows(folder: Path) -> list[str]:
    return [json.loads(line)["puzzle"] for line in _texts(folder / "arrows" / "published.jsonl.gz")]


def _queens(folder: Path) -> list[str]:
    levels = map(json.loads, _texts(folder / "queens" / "community_levels.jsonl.gz"))
    return ["1:" + "/".join(level["rows"]) for level in levels]


LISTS: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
    "escargot": ("sudoku", lambda _: [ESCARGOT]),
    "top1465": ("sudoku", _sudokus("top1465")),
    "hardest": ("sudoku", _sudokus("hardest_11plus", 200)),
    "killer": ("sudoku", _killers),
    "keen": ("keen", _sgt("keen")),
    "unequal": ("unequal", _sgt("unequal")),
    "towers": ("towers", _sgt("towers")),
    "arrows": ("arrows", _arrows),
    "queens": ("star-battle", _queens),
}
"""Name → genre and texts; those with more than one solution are left out when they are read."""


def puzzles(name: str, folder: Path) -> Iterator[Puzzle]:
    """The puzzles of a list that have one solution."""
    genre, texts = LISTS[name]
    for text in texts(folder):
        puzzle = parse(text, genre=genre)
        if puzzle.solve(show=0).status is Status.UNIQUE:
            yield puzzle


# What is found out


@dataclass
class Figures:
    """What is said of a list."""

    puzzles: int = 0
    unnamed: int = 0
    nested: int = 0
    lines: Counter[int] = field(default_factory=Counter)
    depths: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    unsolved: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, trace: Trace, seconds: float) -> None:
        """One more trace."""
        proofs = [step for step in trace.steps if step.key == "unnamed"]
        depths = [depth_of(step) for step in proofs]
        self.puzzles += 1
        self.unnamed += bool(proofs)
        self.nested += max(depths, default=0) > 1
        self.lines.update(map(lines_of, proofs))
        self.depths.update(depths)
        self.slowest = max(self.slowest, seconds)
        if trace.outcome is not Outcome.SOLVED:
            self.unsolved.append(f"{trace.outcome} {trace.puzzle.text()}")

    def __str__(self) -> str:
        sizes = sorted(self.lines.elements())
        proofs = f"{len(sizes)} proofs, lines {median(sizes):g} (at most {sizes[-1]})" if sizes else "no proofs"
        depths = ", ".join(f"{count} of depth {depth}" for depth, count in sorted(self.depths.items()))
        told = f"{self.puzzles} puzzles, {self.unnamed} with a proof without a name, {self.nested} with a nested one"
        end = f"slowest {self.slowest:.1f} s, {len(self.unsolved)} unsolved, {len(self.wrong)} refused by the checker"
        return "; ".join(part for part in (told, proofs, depths, end) if part)


def figures(found: Iterator[Puzzle], *, check: bool = False) -> Figures:
    """Explain each, and ask the checker if wanted."""
    told = Figures()
    for puzzle in found:
        began = time.process_time()
        trace = explain(puzzle, limits=Limits(seconds=10 * SECONDS))
        told.add(trace, time.process_time() - began)
        if check:
            told.wrong += replay(trace, puzzle.solve().solutions[0])
    return told


def main(arguments: list[str]) -> None:
    """Print a line for each list that was asked for."""
    from bench.lists import oracles

    folder = oracles()
    if folder is None:
        raise SystemExit("the lists are not here: set GRIDWRIGHT_ORACLES or put them at ../shared/data")
    check = "--check" in arguments
    shard = next((each for each in arguments if "/" in each), "1/1")
    number, shards = map(int, shard.split("/"))
    for name in [each for each in arguments if each in LISTS] or LISTS:
        part = (puzzle for i, puzzle in enumerate(puzzles(name, folder)) if i % shards == number - 1)
        told = figures(part, check=check)
        print(f"{name} {shard}: {told}", *told.unsolved, *told.wrong, sep="\n    ", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
