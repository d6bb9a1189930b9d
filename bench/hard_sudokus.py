"""How far named techniques go in hard sudokus: the share that `standard` finishes, technique by technique.

    python -m bench hard-sudokus               the share of each list, and what the last technique brings
    python -m bench.hard_sudokus plot.svg      and the plot

One climb of each puzzle with the whole ladder tells what every shorter one would come to: it finishes a puzzle if all
that was used stands in it. Sudokus of ours are made as they come (`--any`), as few givens as possible.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path

from gridwright.generation import Recipe, generate_many
from gridwright.grading import scale
from gridwright.model import Puzzle
from gridwright.rules.machine import Batch
from gridwright.rules.position import start
from gridwright.solving.deduce import kernel_rungs, plans_of
from gridwright.techniques import Catalogue

from .lists import sudoku_list
from .measure import Figure, Heading, TableItem

MADE, HARDEST, FEW = 1_000, 1_000, 40
"""Sudokus of ours, of the hardest list, and of each list for a rough answer."""
COLOURS = ("#2f7d4f", "#4a7fb5", "#b5554a")


@dataclass(frozen=True)
class RungShares:
    """A list of sudokus: of how many each rung of the ladder is the last that is needed."""

    name: str
    puzzles: int
    finished: dict[str, int]
    """By the technique that stands last in the ladder of those that were used, in the ladder's order."""

    @property
    def shares(self) -> list[float]:
        """The share that is finished with each technique and all before it."""
        return [count / self.puzzles for count in accumulate(self.finished.values())]


def reach(name: str, puzzles: Sequence[Puzzle]) -> RungShares:
    """How far the ladder of `standard` goes in these; a contradiction is no technique of it."""
    catalogue = Catalogue.standard()
    rungs = kernel_rungs(catalogue.rungs(scale("standard").ladder(puzzles[0]), puzzles[0]))
    traces = Batch(plans_of(rungs, puzzles[0].structure), [start(puzzle) for puzzle in puzzles]).run()
    last: Counter[int] = Counter()
    for i in range(len(traces)):
        outcome, counts = traces.counts(i)
        if outcome == "solved":
            last[max((rung for rung, count in enumerate(counts) if count), default=0)] += 1
    names = [
        f"{technique.key}({size})" if size and technique.name(size) == technique.key else technique.name(size)
        for technique, size in rungs
    ]
    return RungShares(name, len(puzzles), {each: last[rung] for rung, each in enumerate(names)})


def lists(quick: bool) -> Iterator[tuple[str, list[Puzzle]]]:
    """Sudokus of ours, and the lists that are at hand."""
    made = generate_many(
        Recipe("sudoku", seed="hard", any=True), FEW if quick else MADE, check="none", with_grade=False
    )
    yield "as generated", [each.puzzle for each in made if each.puzzle is not None]
    for name, file, most in (("top1465", "top1465.txt.gz", 10_000), ("hardest", "hardest_11plus.txt.gz", HARDEST)):
        if found := sudoku_list(name, file):
            yield name, found.sample(FEW if quick else most).puzzles()


def measure(quick: bool) -> Iterator[TableItem]:
    """The share of each list, and the techniques that finish most behind those before them."""
    for name, puzzles in lists(quick):
        found = reach(name, puzzles)
        yield Heading(f"sudokus {name}: finished by techniques, of {found.puzzles:,}", unit="puzzles")
        for technique, count in found.finished.items():
            if count:
                yield Figure(f"with {technique}", count)
        yield Figure("all", sum(found.finished.values()), remark=f"{found.shares[-1]:.1%}")


def plot(reached: Sequence[RungShares]) -> str:
    """A line for each list: what is finished with the techniques so far. What finishes nothing has no place."""
    names = [name for name in reached[0].finished if any(each.finished[name] for each in reached)]
    step, left, top, down, foot = 22, 50, 44, 260, 150
    across = step * (len(names) - 1)
    width, height = left + across + 90, top + down + foot
    size, title = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"', "Sudokus that techniques finish"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22" font-weight="bold" font-size="14">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        y = top + down * (1 - tenth / 10)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + across}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{tenth * 10} %</text>')
    for at, name in enumerate(names):
        x, y = left + step * at, top + down + 12
        parts.append(
            f'<text x="{x}" y="{y}" text-anchor="end" fill="#444" transform="rotate(-60 {x} {y})">{escape(name)}</text>'
        )
    for each, colour in zip(reached, COLOURS, strict=False):
        shares = dict(zip(each.finished, each.shares, strict=True))
        points = [(left + step * at, top + down * (1 - shares[name])) for at, name in enumerate(names)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = points[-1]
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{escape(each.name)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main(argv: Sequence[str] | None = None) -> int:
    """Write the plot, and print a row for each technique."""
    [path] = sys.argv[1:] if argv is None else argv
    reached = [reach(name, puzzles) for name, puzzles in lists(quick=False)]
    Path(path).write_text(plot(reached), encoding="utf-8")
    for each in reached:
        told = ", ".join(f"{name} {count}" for name, count in each.finished.items() if count)
        print(f"| {each.name} | {each.puzzles} | {each.shares[-1]:.1%} | {told} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
