"""What each technique that was mined and then named unlocks: puzzles that no other pattern of the catalogue finishes.

    python -m bench discoveries                     500 puzzles of each kind
    python -m bench.discoveries --puzzles 2000      more of them

Puzzles with one solution are made by a recipe with a fixed seed. Those that `standard` does not finish without the
discoveries are solved once more with one of them, and with all. What follows links or supposes something, and what
takes one solution for granted, is left out throughout.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridwright.discovery.stuck import pattern_ladder
from gridwright.generation import Recipe, generate_many
from gridwright.grading import scale
from gridwright.model import Puzzle

from .discovered_share import scale_with, unsolved
from .measure import Figure, Heading, TableItem

DISCOVERIES = ("touch-all", "m-wing", "s-wing", "h-wing", "l-wing", "clue-and-cell", "clue-pair", "clue-and-place")
"""What the run of docs/discoveries.md gave, wherever scales list it by now."""
SEED = "discoveries"
KINDS = {
    "sudoku": Recipe("sudoku", seed=SEED, any=True),
    "jigsaw sudoku": Recipe("sudoku", seed=SEED, any=True, variants=("jigsaw",)),
    "killer": Recipe("sudoku", seed=SEED, any=True, variants=("killer",)),
    "latin 8×8": Recipe("latin", 8, seed=SEED, any=True),
    "unequal 6×6": Recipe("unequal", 6, seed=SEED, any=True),
    "towers 6×6": Recipe("towers", 6, seed=SEED, any=True),
    "keen 6×6": Recipe("keen", 6, seed=SEED, any=True),
    "arrows": Recipe("arrows", seed=SEED, any=True),
}
MANY, FEW = 500, 6


@dataclass(frozen=True)
class Unlocked:
    """Of so many puzzles, those that were stuck, and those of them that a technique alone, or all, finish."""

    puzzles: int
    stuck: int
    alone: dict[str, int]
    together: int


def unlocked(puzzles: Sequence[Puzzle]) -> Unlocked:
    """What the techniques do to puzzles of one kind."""
    first, by = puzzles[0], scale("standard")
    known = [rung for rung in pattern_ladder(by, first) if rung[0] not in DISCOVERIES]
    stuck = unsolved(puzzles, scale_with(known))
    keys = [key for key in DISCOVERIES if by.catalogue[key].speaks(first)]

    def finished(keys: Sequence[str]) -> int:
        return len(stuck) - len(unsolved(stuck, scale_with([*known, *((key, None) for key in keys)]))) if stuck else 0

    return Unlocked(len(puzzles), len(stuck), {key: finished([key]) for key in keys}, finished(keys))


def made(recipe: Recipe, count: int) -> list[Puzzle]:
    """The first puzzles of a recipe."""
    found = generate_many(recipe, count, check="none", with_grade=False)
    return [each.puzzle for each in found if each.puzzle is not None]


def measure(quick: bool, many: int = MANY) -> Iterator[TableItem]:
    """Puzzles unlocked, by kind and technique."""
    for name, recipe in KINDS.items():
        found = unlocked(made(recipe, FEW if quick else many))
        yield Heading(f"unlocked of {found.stuck} stuck {name}, of {found.puzzles} made", unit="puzzles")
        for key, count in found.alone.items():
            yield Figure(key, count)
        yield Figure("all of them", found.together)


def main(argv: Sequence[str] | None = None) -> int:
    """The rows of the table in docs/discoveries.md."""
    parser = argparse.ArgumentParser(prog="python -m bench.discoveries", description=main.__doc__)
    parser.add_argument("--puzzles", type=int, default=MANY, help=f"of each kind ({MANY})")
    parser.add_argument("--kind", choices=list(KINDS), action="append", help="only these kinds")
    options = parser.parse_args(argv)
    for name in options.kind or KINDS:
        found = unlocked(made(KINDS[name], options.puzzles))
        alone = ", ".join(f"{key} {count}" for key, count in found.alone.items() if count)
        print(f"| {name} | {found.puzzles} | {found.stuck} | {alone} | {found.together} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
