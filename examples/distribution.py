"""What minimal sudokus look like that are made without a wish: clues, tiers and techniques, as bars.

python examples/distribution.py [NUMBER]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from gridwright.generate import Recipe, generate
from gridwright.grade import grade, grade_many, scale

WIDTH = 50
LEAST = 0.005
"""Shares below this are left out."""


def bars(title: str, counts: Iterable[tuple[object, int]], total: int) -> None:
    """A bar for each count, the longest of full width."""
    shown = [(name, count) for name, count in counts if count >= LEAST * total]
    most = max(count for _, count in shown)
    print(f"\n{title}")
    for name, count in shown:
        print(f"  {name!s:<20}{count:>7}  {'█' * round(WIDTH * count / most)}")


def main(number: int) -> None:
    made = generate(Recipe("sudoku", seed="distribution"), number, check="none", with_grade=False)
    puzzles = [outcome.puzzle for outcome in made if outcome.puzzle is not None]
    by = scale("standard")
    grades = [found or grade(each) for found, each in zip(grade_many(puzzles, by), puzzles, strict=True)]
    names = [*(tier.name for tier in by.tiers(puzzles[0])), by.top(puzzles[0])]
    tiers = Counter(found.tier for found in grades)
    techniques = Counter(name for found in grades for name in found.techniques)
    bars("givens", sorted(Counter(len(each.givens) for each in puzzles).items()), len(puzzles))
    bars(f"tier on {by.key}", [(name, tiers[name]) for name in names], len(puzzles))
    bars("puzzles whose trace uses a technique", techniques.most_common(), len(puzzles))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
