"""Arrows on the scale `standard`, kernel only, every step with its reasons: techniques, then contradictions.

Published boards to contradictions of one line (k ≤ 1) and of three; our own boards of nine rows, which techniques alone
solve (k = 0). Yazudo, whose rules are these rules' ancestors, has no such figure: it searches for minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.grading import scale
from gridwright.model import Puzzle
from gridwright.rules.machine import Batch
from gridwright.rules.position import start
from gridwright.solving.deduce import inner_rungs, kernel_rungs, plans_of

from .lists import PuzzleList, arrow_steps, published_arrows
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, interleaved


def grading(puzzles: list[Puzzle], longest: int) -> tuple[Callable[[], None], Callable[[], tuple[int, int]]]:
    """What climbs the scale's ladder with contradictions of up to so many lines; how many it solves, in how many steps.

    Boards of one shape share a batch.
    """
    by = scale("standard")
    alike: dict[object, list[Puzzle]] = {}
    for puzzle in puzzles:
        alike.setdefault(puzzle.structure.shape, []).append(puzzle)
    batches = []
    for each in alike.values():
        first, structure, ladder = each[0], each[0].structure, by.ladder(each[0])
        rules = plans_of(kernel_rungs(by.catalogue.rungs(ladder, first)), structure)
        inside = plans_of(inner_rungs(by.catalogue, ladder, by.inside(first), first), structure) if longest else []
        batches.append(Batch(rules, [start(puzzle) for puzzle in each], inside=inside, longest=longest))

    def run() -> None:
        for batch in batches:
            batch.run()

    def counted() -> tuple[int, int]:
        found = [done.counts(i) for done in (batch.run() for batch in batches) for i in range(len(done))]
        return sum(outcome == "solved" for outcome, _ in found), sum(sum(counts) for _, counts in found)

    return run, counted


def figure(puzzles: PuzzleList, longest: int, reach: int | None, rounds: int) -> Figure:
    """One line of the table."""
    known = puzzles.puzzles()
    run, counted = grading(known, longest)
    timing = interleaved([TimedWork.of("grade", len(known), run)], rounds)["grade"]
    solved, steps = counted()
    return Figure(
        f"{puzzles.name}, k ≤ {longest}", timing.best, timing.median,
        goal=None if reach is None else Goal(timing.best, reach),
        remark=f"{solved} of {len(known)} solved, {steps / len(known):.0f} steps each",
    )  # fmt: skip


def measure(quick: bool) -> Iterator[TableItem]:
    """Published boards, then our own."""
    yield Heading("grading Arrows with reasons, kernel only", unit="puzzles/s")
    published, own = published_arrows(), arrow_steps()
    rounds = 2 if quick else 7
    if published is None:
        yield Remark("The published boards are not here (set GRIDWRIGHT_ORACLES).")
    else:
        yield figure(published, 0, None, rounds)
        yield figure(published, 1, 3_000, rounds)
        yield figure(published, 3, None, rounds)
    if own is None:
        yield Remark("The list of nine rows is not here: it lies in the repository.")
    else:
        yield figure(own.sample(50) if quick else own, 0, 500, rounds)
