"""Keen on the scale `sgt`: climbs from scratch by the kernel, up to the one whose tiers finish.

The rival is the collection itself (`sgt-keen`, grading its own puzzles). How fast it grades is a constant, measured
once elsewhere, for its program does not grade by itself. It generates, though: where it is installed (Debian's package
`sgt-puzzles`) that is timed in the same run, and the constants are scaled by what it reaches here against what it
reached there.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from gridwright.grading import scale
from gridwright.grading.scale import lowest
from gridwright.model import Puzzle
from gridwright.native import compile_puzzle, start_of
from gridwright.rules.machine import Batch
from gridwright.rules.position import start
from gridwright.solving.deduce import plans_of

from .lists import graded_list
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, Timing, interleaved

SGT = {
    "6": {"Easy": 6_530, "Normal": 5_744, "Hard": 4_270, "Extreme": 1_896, "Unreasonable": 1_185},
    "9": {"Easy": 660, "Normal": 415, "Hard": 415, "Extreme": 187, "Unreasonable": 49},
}
"""Puzzles a second that sgt-keen grades, by rows and tier."""
TIMES = 3
"""How much faster the kernel is to be."""
GENERATED = 200
YARDSTICK = ("sgt-keen", "--generate", str(GENERATED), "6dh")
"""What tells how fast this machine is,"""
THERE = 500
"""and the puzzles a second that it made where the figures above were taken."""


def program() -> str | None:
    """The collection's program; Debian keeps games outside of most people's path."""
    usual = Path("/usr/games") / YARDSTICK[0]
    return shutil.which(YARDSTICK[0]) or (str(usual) if usual.exists() else None)


def yardstick(path: str, rounds: int) -> Timing:
    """Puzzles a second of its CPU time that the program makes."""
    rates = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        made = subprocess.run([path, *YARDSTICK[1:]], check=True, capture_output=True, text=True).stdout.split()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if len(made) != GENERATED:
            raise ValueError(f"{' '.join(YARDSTICK)} made {len(made)} puzzles")
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        rates.append(GENERATED / max(spent, 1e-9))
    return Timing(max(rates), statistics.median(rates))


def grading(puzzles: list[Puzzle], tier: str) -> Callable[[], None]:
    """What grades puzzles of one tier: climbs from scratch up to the one that tells it, a search for what is beyond."""
    by = scale("sgt")
    states = [start(puzzle) for puzzle in puzzles]
    top = tier == by.top(puzzles[0])
    batches = []
    for tiers in by.climbs(puzzles[0]):
        rungs = by.catalogue.rungs(tiers[-1].ladder, puzzles[0])
        batches.append(Batch(plans_of(rungs, puzzles[0].structure), states))
        if any(each.name == tier for each in tiers):
            break
    problems = [(compile_puzzle(each), start_of(each)) for each in puzzles] if top else []

    def run() -> None:
        for batch in batches:
            batch.run(reasons=False)
        for problem, begin in problems:
            problem.solve(begin, limit=2)

    last = batches[-1].run(reasons=False)
    for i in range(len(last)):
        outcome, counts = last.counts(i)
        used = [(rule.key, size) for (rule, size), count in zip(rungs, counts, strict=True) if count]
        if (outcome == "solved") == top or (not top and lowest(tiers, used, solved=True).name != tier):
            raise ValueError(f"puzzle {i} of the tier {tier} has another one")
    return run


def measure(quick: bool) -> Iterator[TableItem]:
    """A line for each tier, at six and at nine rows."""
    yield Heading("grading Keen on the scale sgt, kernel only, every climb from scratch", unit="puzzles/s")
    path, rounds = program(), 2 if quick else 5
    if path is None:
        yield Remark(
            f"{YARDSTICK[0]} is not installed (Debian's package sgt-puzzles), so nothing was timed beside this: the "
            "collection's figures are those of the machine where they were measured."
        )
    else:
        timing = yardstick(path, rounds)
        yield Figure(
            " ".join(YARDSTICK), timing.best, timing.median,
            remark=f"the yardstick: {THERE} where the collection's figures were measured; timed again with each line",
        )  # fmt: skip
    for rows, tiers in SGT.items():
        for tier, theirs in tiers.items():
            puzzles = graded_list("keen", rows, tier)
            if puzzles is None:
                yield Remark("The collection's graded puzzles are not here (set GRIDWRIGHT_ORACLES).")
                return
            known = puzzles.sample(50 if quick else 200).puzzles()
            work = TimedWork.of("grade", len(known), grading(known, tier))
            ours, there = [], []
            for _ in range(rounds):  # in turn, so that a slow minute hits both
                ours.append(interleaved([work], 1)["grade"].best)
                there.append(yardstick(path, 1).best if path is not None else THERE)
            scaled = theirs * max(there) / THERE
            yield Figure(
                f"Keen {rows}×{rows}, {tier}", max(ours), statistics.median(ours),
                goal=Goal(max(ours), TIMES * scaled),
                remark=f"sgt-keen {theirs:,} × {max(there) / THERE:.2f}: {max(ours) / scaled:.1f} times as fast",
            )  # fmt: skip
