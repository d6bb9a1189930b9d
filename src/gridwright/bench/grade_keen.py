"""Keen on the scale `sgt`: each tier from scratch by the kernel, up to the tier that finishes.

The rival is the collection itself (`sgt-keen`, grading its own puzzles): its figures are constants, measured once on a
machine of this kind, for it is not installed everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..grade import scale
from ..model import Puzzle
from ..native import compile_puzzle, start_of
from ..rules.machine import Batch
from ..rules.position import start
from ..solve.deduce import rungs_of
from .lists import graded_list
from .measure import Figure, Goal, Heading, Item, Note, Work, interleaved

SGT = {
    "6": {"Easy": 6_530, "Normal": 5_744, "Hard": 4_270, "Extreme": 1_896, "Unreasonable": 1_185},
    "9": {"Easy": 660, "Normal": 415, "Hard": 415, "Extreme": 187, "Unreasonable": 49},
}
"""Puzzles a second that sgt-keen grades, by rows and tier."""
TIMES = 3
"""How much faster the kernel is to be."""


def grading(puzzles: list[Puzzle], tier: str) -> Callable[[], None]:
    """What grades puzzles of one tier: the ladders up to it, each from scratch, and a search for what is beyond."""
    by = scale("sgt")
    states = [start(puzzle) for puzzle in puzzles]
    batches = []
    for each in by.tiers(puzzles[0]):
        batches.append(Batch(rungs_of(each.ladder, puzzles[0]), states))
        if each.name == tier:
            break
    problems = [(compile_puzzle(each), start_of(each)) for each in puzzles] if tier == by.top(puzzles[0]) else []

    def run() -> None:
        for batch in batches:
            batch.run(reasons=False)
        for problem, begin in problems:
            problem.solve(begin, limit=2)

    last = batches[-1].run(reasons=False)
    solved = sum(last.counts(i)[0] == "solved" for i in range(len(last)))
    if solved != (0 if problems else len(puzzles)):
        raise ValueError(f"{len(puzzles)} puzzles of the tier {tier}, but its ladder finishes {solved}")
    return run


def measure(quick: bool) -> Iterator[Item]:
    """A line for each tier, at six and at nine rows."""
    yield Heading("grading Keen on the scale sgt, kernel only, every tier from scratch", unit="puzzles/s")
    for rows, tiers in SGT.items():
        for tier, theirs in tiers.items():
            puzzles = graded_list("keen", rows, tier)
            if puzzles is None:
                yield Note("The collection's graded puzzles are not here (set GRIDWRIGHT_ORACLES).")
                return
            known = puzzles.sample(50 if quick else 200).puzzles()
            work = Work.of("grade", len(known), grading(known, tier))
            timing = interleaved([work], 2 if quick else 5)["grade"]
            yield Figure(
                f"Keen {rows}×{rows}, {tier}", timing.best, timing.median, goal=Goal(timing.best, TIMES * theirs),
                remark=f"sgt-keen {theirs:,}: {timing.best / theirs:.1f} times as fast",
            )  # fmt: skip
