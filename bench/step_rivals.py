"""Other people's step-by-step sudoku programs on the same puzzles: hodoku-py and dokusan.

Both are under the GPL, so they are run and nothing else: `make bench` installs them into an environment of their own
(`.venv-rivals`), and a process of that environment is told the puzzles and answers with its CPU time. What one cannot
be run for is told as the reason why it has no line.

They do different work. hodoku-py knows every technique of HoDoKu and always finishes; dokusan knows singles, pairs,
triples, locked candidates, XY-wing and unique rectangle, and stops where these end. Each solution must be the kernel's.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gridwright.genres import parse
from gridwright.grading import Verdict, grade
from gridwright.model import Puzzle

from .deduction import WINGS, climbed, named
from .lists import ROOT, PuzzleList, shipped, sudoku_list
from .measure import Figure, Heading, Remark, TableItem, TimedWork, interleaved

PYTHON = ROOT / ".venv-rivals" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
"""The interpreter of the rivals' own environment."""
PATIENCE = 600
"""Seconds after which a rival is given up."""
LISTS = (("17-clue", "17_clue.txt.gz", 60), ("top1465", "top1465.txt.gz", 3))
"""Name, file, and how many puzzles each gets: some of top1465 take hodoku-py ten seconds."""

FRAME = """
import json, sys, time
{setup}
puzzles = sys.stdin.read().split()
began = time.process_time()
solutions = [solved(puzzle) for puzzle in puzzles]
print(json.dumps({{"seconds": time.process_time() - began, "solutions": solutions}}))
"""
"""`solved` gives the 81 digits, or None where the program stopped before."""

HODOKU = """
from hodoku import Solver
solver = Solver()
def solved(puzzle):
    result = solver.solve(puzzle)
    return result.solution if result.solved else None
"""
DOKUSAN = """
from dokusan import exceptions, solvers
from dokusan.boards import BoxSize, Sudoku
def solved(puzzle):
    digits = [0 if sign in ".0" else int(sign) for sign in puzzle]
    board = Sudoku.from_list([digits[i : i + 9] for i in range(0, 81, 9)], box_size=BoxSize(3, 3))
    try:
        for step in solvers.steps(board):
            board.update(step.changes)
    except exceptions.Unsolvable:
        return None
    return "".join(str(cell.value) for cell in board.cells())
"""


@dataclass(frozen=True)
class StepRival:
    """A program that solves as people do: what `pip` calls it, and how it is asked."""

    name: str
    setup: str


RIVALS = (StepRival("hodoku-py", HODOKU), StepRival("dokusan", DOKUSAN))


class NotRun(Exception):
    """A rival could not be run, and why."""


@dataclass(frozen=True)
class Ran:
    """What a rival took, in CPU seconds, and the solutions that it reached."""

    seconds: float
    solutions: list[str | None]


def run(rival: StepRival, texts: tuple[str, ...], python: Path | None = None) -> Ran:
    """All puzzles through the rival, in a process of its own environment."""
    python = python or PYTHON
    if not python.exists():
        raise NotRun("not installed: `make bench` installs it into .venv-rivals")
    code = FRAME.format(setup=rival.setup)
    try:
        done = subprocess.run(
            [python, "-I", "-c", code], input="\n".join(texts), capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise NotRun(f"not done after {PATIENCE} seconds") from None
    if done.returncode != 0:
        raise NotRun("it fails: " + (done.stderr.strip().splitlines() or ["without a word"])[-1][:200])
    found = json.loads(done.stdout)
    return Ran(found["seconds"], found["solutions"])


def must_be_right(rival: StepRival, puzzles: list[Puzzle], solutions: list[str | None]) -> None:
    """Every solution that the rival reached is the one that there is."""
    for puzzle, found in zip(puzzles, solutions, strict=True):
        [ours, *_] = puzzle.solve().solutions
        if found is not None and found != "".join(str(value + 1) for value in ours):
            raise AssertionError(f"{rival.name} says {found} of {puzzle}")


def table(puzzles: PuzzleList, rounds: int) -> Iterator[TableItem]:
    """A line for each program, ours first."""
    texts, boards = puzzles.texts, puzzles.puzzles()
    solved = sum(grade(board).status is Verdict.SOLVED for board in boards)
    ours = interleaved([TimedWork.of("ours", len(texts), partial(_grade_all, texts))], rounds)["ours"]
    kernel, _, reached = climbed(puzzles, named(WINGS), rounds)
    yield Heading(f"step by step, from text: {len(texts)} of {puzzles.name}", unit="puzzles/s", ratio="ours is")
    yield Figure("gridwright, grade", ours.best, ours.median, remark=f"{solved} solved by techniques")
    done = f"{reached} solved by techniques; read beforehand, with reasons"
    yield Figure("gridwright, kernel, with wings", kernel.best, kernel.median, ours.best / kernel.best, remark=done)
    for rival in RIVALS:
        try:
            ran = [run(rival, texts) for _ in range(rounds if len(texts) > 5 else 1)]
        except NotRun as reason:
            yield Remark(f"{rival.name}: {reason}")
            continue
        must_be_right(rival, boards, ran[0].solutions)
        rates = sorted(len(texts) / each.seconds for each in ran)
        reached = sum(solution is not None for solution in ran[0].solutions)
        best, median = rates[-1], rates[len(rates) // 2]
        yield Figure(rival.name, best, median, ours.best / best, remark=f"{reached} solved")


def _grade_all(texts: Sequence[str]) -> None:
    for text in texts:
        grade(parse(text, genre="sudoku"))


def measure(quick: bool) -> Iterator[TableItem]:
    """A table for each list; without the lists, the shipped puzzles of nine rows."""
    found = False
    for name, file, most in LISTS[:1] if quick else LISTS:
        puzzles = sudoku_list(name, file)
        if puzzles is not None:
            found = True
            yield from table(puzzles.sample(10 if quick else most), 1 if quick else 3)
    if not found:
        yield Remark("The well-known lists are not here (set GRIDWRIGHT_ORACLES): a few shipped puzzles instead.")
        own = shipped("sudoku")
        plain = tuple(text for text in own.texts if len(text) == 81 and parse(text, genre="sudoku").count(2) == 1)
        yield from table(PuzzleList(own.name, own.genre, plain, own.known), 1)
