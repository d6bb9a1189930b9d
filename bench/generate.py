"""Puzzles made in a second: the kernel's attempts alone, and with everything that a user waits for.

The rival for Keen is the collection itself (`sgt-keen --generate`), run here where it is installed.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial

from gridwright.generation import Recipe, generate_many
from gridwright.generation.attempts import attempts_of
from gridwright.model import Limits

from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, cpu_seconds, interleaved

SGT_KEEN = "sgt-keen"
TIERS = {"Easy": "e", "Normal": "n", "Hard": "h", "Extreme": "x", "Unreasonable": "u"}
TIMES = 3
"""How much faster than the collection a tier is to be made."""
QUEENS = {
    8: {"Gentle": 400, "Steady": 500, "Tricky": 200, "Hard": 60, "Fiendish": 12},
    10: {"Gentle": 130, "Steady": 180, "Tricky": 90, "Hard": 40, "Fiendish": 5},
}
"""Rows → tier → boards a second that need exactly that tier."""
ARROWS = ((9, "k=0", 80), (9, "k=1", 25), (12, "k=0", 15), (12, "k=1", 5))
NEEDS = (
    ("sudoku", 9, "Tricky", "x-wing"), ("sudoku", 9, "Tricky", "naked-triple"), ("sudoku", 9, "Tricky", "skyscraper"),
    ("sudoku", 9, "Hard", "xy-wing"), ("sudoku", 9, "Hard", "w-wing"), ("keen", 6, "Tricky", "cage-line"),
    ("queens", 8, "Hard", "three-set"), ("arrows", 9, "k=0", "facing-edges"),
)  # fmt: skip


def making(recipe: Recipe, puzzles: int) -> Callable[[], object]:
    """A call that makes so many puzzles without any check: the same each time, so that two runs compare."""
    attempts = attempts_of(recipe)
    jobs = [(key, 0, 10_000_000) for key in range(1_000_000, 1_000_000 + puzzles)]
    return lambda: attempts.run(jobs, limits=Limits(), threads=1)


def figure(name: str, recipe: Recipe, puzzles: int, quick: bool, goal: float | None = None, remark: str = "") -> Figure:
    """Puzzles a second, kernel alone."""
    puzzles *= 1 if quick else 4
    work = TimedWork.of(name, puzzles, making(recipe, puzzles))
    timing = interleaved([work], 2 if quick else 5, least=None if quick else 0.5)[name]
    wanted = Goal(timing.best, goal) if goal is not None else None
    return Figure(name, timing.best, timing.median, goal=wanted, remark=remark)


def sgt_rate(rows: int, tier: str, puzzles: int) -> float | None:
    """Puzzles a second that the collection makes, in CPU time; None where it is not installed."""
    path = shutil.which(SGT_KEEN, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))
    if path is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([path, "--generate", str(puzzles), f"{rows}d{TIERS[tier]}"], check=True, capture_output=True)
    return puzzles / max(1e-3, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def measure(quick: bool) -> Iterator[TableItem]:
    """Nothing required, by tier, and by technique; then with grade and independent check."""
    yield Heading("making puzzles, kernel only, no independent check", unit="puzzles/s")
    yield figure("sudoku 9×9, minimal", Recipe("sudoku", any=True), 50, quick, goal=10_000)
    yield figure("sudoku 9×9, minimal, turn-180", Recipe("sudoku", symmetry="turn-180", any=True), 50, quick)
    yield figure("keen 6×6, unique", Recipe("keen", size=6, any=True), 50, quick, goal=4_000)
    for tier in ("Gentle", "Steady", "Tricky", "Hard"):
        yield figure(f"sudoku 9×9, {tier}", Recipe("sudoku", tier=tier), 10, quick)
    yield Heading("making Queens, kernel only", unit="puzzles/s")
    for rows, goal in ((8, 7_000), (10, 2_300), (12, 800)):
        yield figure(f"queens {rows}×{rows}, unique", Recipe("queens", size=rows, any=True), 50, quick, goal)
    for rows, goals in QUEENS.items():
        for tier, goal in goals.items():
            yield figure(f"queens {rows}×{rows}, {tier}", Recipe("queens", size=rows, tier=tier), 20, quick, goal)
    yield Heading("making Arrows, kernel only", unit="puzzles/s")
    for rows, tier, goal in ARROWS:
        yield figure(f"arrows {rows}×{rows}, {tier}", Recipe("arrows", size=rows, tier=tier), 8, quick, goal)
    yield Heading("making Keen by the collection's tiers, kernel only", unit="puzzles/s")
    for rows in (6,) if quick else (6, 9):
        for tier in TIERS:
            theirs = sgt_rate(rows, tier, (20 if quick else 300) if rows == 6 else 15)
            told = f"sgt-keen {theirs:,.0f}" if theirs else ""
            recipe, number = Recipe("keen", size=rows, scale="sgt", tier=tier), 50 if rows == 6 else 10
            yield figure(f"keen {rows}×{rows}, {tier}", recipe, number, quick, TIMES * theirs if theirs else None, told)
    if sgt_rate(6, "Easy", 1) is None:
        yield Remark("sgt-keen is not installed here (Debian: sgt-puzzles), so there is nothing to compare with.")
    yield Heading("making puzzles that need a technique, kernel only", unit="puzzles/s")
    for genre, size, tier, technique in NEEDS:
        recipe = Recipe(genre, size=size, tier=tier, needs=(technique,))
        yield figure(f"{genre} {size}×{size}, {technique}", recipe, 3, quick)
    yield Heading("making puzzles with grade, text and independent check", unit="puzzles/s")
    for genre in ("sudoku", "keen", "unequal", "towers", "queens", "arrows"):
        number = 20 if quick else 100
        yield Figure(genre, number / cpu_seconds(partial(_made_whole, genre, number)))


def _made_whole(genre: str, number: int) -> list[str]:
    return [str(each) for each in generate_many(Recipe(genre), number)]
