"""What the passes of the rule compiler are worth: the same ladders on the same puzzles, with and without them.

Four rule sets. The rules of arrows run on small published boards. The catalogue is written by people who know the
compiler: small ranges, tests where they cut. The *declared* rules (`declared.rules`, `declared_arrows.rules`) say the
same as a mathematician would, all variables first and then what is true of them: quantifier elimination and minscoping
have to find out the rest. Fuel is lifted; all rows must give the same traces, step by step, or the benchmark stops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gridwright.grading import scale
from gridwright.model import State
from gridwright.rules.machine import Batch, plan_of
from gridwright.rules.parse import read_rules
from gridwright.rules.plan import Passes
from gridwright.rules.position import start
from gridwright.rules.sorts import check
from gridwright.rules.tree import Technique
from gridwright.solving.deduce import kernel_rungs
from gridwright.techniques import Catalogue

from .deduction import TO_FISH, named
from .lists import PuzzleList, published_arrows, shipped, sudoku_list
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, interleaved

LIFTED = 1 << 62
"""Fuel that nothing burns up."""
REACH = 50
"""How many times as fast as none all passes are to be, on the slowest rule set."""

OTHERS = {"ranges": False, "share": False, "prune": False, "anchor": False, "seek": False, "fuse": False}
ROWS = {
    "all passes": Passes(),
    "both": Passes(**OTHERS),
    "minscoping": Passes(eliminate=False, **OTHERS),
    "quantifier elimination": Passes(minscope=False, **OTHERS),
    "none": Passes(eliminate=False, minscope=False, **OTHERS),
}
OFF = {
    "all passes": Passes(),
    "without anchors": Passes(anchor=False),
    "without shared terms": Passes(share=False),
    "without pruned picks": Passes(prune=False),
    "without ranges": Passes(ranges=False),
    "without quantifier elimination": Passes(eliminate=False),
    "without minscoping": Passes(minscope=False),
    "without native loops": Passes(seek=False),
    "without fused instructions": Passes(fuse=False),
}

Rungs = Sequence[tuple[Technique, int | None]]


def declared() -> dict[str, Technique]:
    """The rules that are written down without a thought of how they are run."""
    return {rule.key: check(rule) for rule in read_rules(Path(__file__).parent / "declared.rules")}


@dataclass
class LadderRun:
    """A ladder on some positions of one structure; keeps the traces of each set of passes."""

    rungs: Rungs
    states: list[State]
    traces: dict[Passes, Any] = field(default_factory=dict)
    """As the kernel keeps them: they become Python objects only where they are compared."""

    def work(self, name: str, passes: Passes) -> TimedWork:
        """The ladder to its end, its plans compiled beforehand."""
        structure = self.states[0].puzzle.structure
        batch = Batch([plan_of(rule, size, structure.shape, passes) for rule, size in self.rungs], self.states)

        def run() -> None:
            self.traces[passes] = batch.run(fuel=LIFTED, reasons=False)

        return TimedWork.of(name, len(self.states), run)

    def must_agree(self) -> None:
        """The traces are the same whatever passes ran."""
        first, *rest = self.traces.values()
        if any(each[i] != first[i] for each in rest for i in range(len(first))):
            raise AssertionError("two sets of passes lead to different traces")


def table(
    title: str, rungs: Rungs, puzzles: PuzzleList, rows: dict[str, Passes], goal: bool, rounds: int = 1
) -> Iterator[TableItem]:
    """A row for each set of passes, the fastest first."""
    boards = puzzles.puzzles()
    climb = LadderRun(rungs, [start(puzzle) for puzzle in boards])
    timings = interleaved([climb.work(name, passes) for name, passes in rows.items()], rounds)
    climb.must_agree()
    steps = sum(len(climb.traces[Passes()][i][1]) for i in range(len(boards)))
    yield Heading(f"{title}: {len(boards)} of {puzzles.name}", unit="puzzles/s", median="", ratio="all are")
    for name, timing in timings.items():
        ratio = timings["all passes"].best / timing.best
        yield Figure(
            name,
            timing.best,
            ratio=None if name == "all passes" else ratio,
            goal=Goal(ratio, REACH) if goal and name == "none" else None,
            remark=f"{steps} steps each time" if name == "all passes" else "",
        )


def measure(quick: bool) -> Iterator[TableItem]:
    """Arrows, the catalogue, the declared rules, and those with wings; then each pass taken away alone."""
    yield from arrow_tables(quick)
    known = sudoku_list("top1465", "top1465.txt.gz")
    puzzles = known or nine_rows(shipped("sudoku"))
    rules = declared()
    fish: Rungs = [(technique.statement, size) for technique, size in named(TO_FISH)]
    plain: Rungs = [(rule, None) for key, rule in rules.items() if not key.endswith(("xy-wing", "xyz-wing"))]
    wings: Rungs = [(rule, None) for rule in rules.values()]
    if known is None:
        yield Remark("top1465 is not here (set GRIDWRIGHT_ORACLES): a few shipped puzzles instead.")
    yield from table("catalogue, singles to fish", fish, puzzles.sample(2 if quick else 12), ROWS, goal=False)
    yield from table("declared, singles to x-wing", plain, puzzles.sample(1 if quick else 6), ROWS, goal=quick)
    if not quick:
        yield from table("declared, with wings", wings, puzzles.sample(1), ROWS, goal=True)
    few = puzzles.sample(2 if quick else 12)
    yield from table("catalogue, each pass taken away", fish, few, OFF, goal=False)
    if not quick:
        slow = {name: passes for name, passes in OFF.items() if passes.minscope}
        yield from table("declared, each pass taken away", plain, few, slow, goal=False)


def arrow_tables(quick: bool) -> Iterator[TableItem]:
    """The rules of arrows: as the catalogue has them, and declared, all variables first."""
    puzzles = published_arrows() or shipped("arrows")
    first = puzzles.puzzles()[0]
    every = kernel_rungs(Catalogue.standard().rungs(scale().ladder(first), first))
    rungs: Rungs = [(technique.statement, size) for technique, size in every]
    plain: Rungs = [(rule, None) for rule in declared_arrows().values()]
    rounds = 2 if quick else 20
    some = five_rows(puzzles, 2 if quick else 20)
    yield from table("arrows, the catalogue", rungs, some, ROWS, goal=False, rounds=rounds)
    yield from table("arrows, declared", plain, some, ROWS, goal=False, rounds=rounds)
    yield from table("arrows, each pass taken away", rungs, some, OFF, goal=False, rounds=rounds)


def declared_arrows() -> dict[str, Technique]:
    """Rules of arrows in the manner of the published ones: every cell and value a variable of its own."""
    return {rule.key: check(rule) for rule in read_rules(Path(__file__).parent / "declared_arrows.rules")}


def five_rows(puzzles: PuzzleList, most: int) -> PuzzleList:
    """So many of five rows and columns, so that they share plans."""
    alike = [each for each in puzzles.puzzles() if each.grid.rows == each.grid.columns == 5]
    return replace(puzzles, name=f"{puzzles.name}, 5×5", texts=tuple(each.text() for each in alike[:most]))


def nine_rows(puzzles: PuzzleList) -> PuzzleList:
    """Those of the plain structure with nine rows, so that they share plans."""
    plain = tuple(text for text in puzzles.texts if len(text) == 81)
    return PuzzleList(puzzles.name, puzzles.genre, plain, puzzles.known)
