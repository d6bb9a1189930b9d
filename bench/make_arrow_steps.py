"""Makes the fixed list of Arrows that techniques alone solve: `python -m bench.make_arrow_steps`.

The minimal boards of nine rows and four directions, each with clues of its solution added until the techniques of the
scale `standard` finish it without a contradiction: wherever they end, the number of a random open cell. At the end
every clue that is not needed goes again.
"""

from __future__ import annotations

import gzip
from random import Random

from gridwright.grading import scale
from gridwright.model import Puzzle, State
from gridwright.rules.machine import Batch
from gridwright.rules.position import start
from gridwright.solving import solve
from gridwright.solving.deduce import kernel_rungs, plans_of

from .lists import ARROW_STEPS_FILE, arrows_lists

LIST = "kept", 9, 4


def solvable(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle with clues enough for techniques alone, and none too many."""
    (solution,) = solve(puzzle).solutions
    givens = dict(puzzle.givens)
    while still_open := _open(puzzle.with_givens(givens)):
        cell = rng.choice(still_open)
        givens[cell] = solution[cell]
    for cell in rng.sample(sorted(givens), len(givens)):
        fewer = {x: value for x, value in givens.items() if x != cell}
        if not _open(puzzle.with_givens(fewer)):
            givens = fewer
    return puzzle.with_givens(givens)


def _open(puzzle: Puzzle) -> list[int]:
    """The cells that techniques alone leave open."""
    rules = plans_of(kernel_rungs(scale().catalogue.rungs(scale().ladder(puzzle), puzzle)), puzzle.structure)
    state: State = start(puzzle)
    _, _, _, placed, _ = Batch(rules, [state]).run(reasons=False)[0]
    return [x for x, is_ in enumerate(placed) if not is_]


def main() -> None:
    """Write the list, a puzzle a line."""
    made = [solvable(puzzle, Random(f"steps {k}")) for k, puzzle in enumerate(arrows_lists()[LIST].puzzles())]
    print(f"{len(made)} boards, {sum(len(each.givens) for each in made) / len(made):.2f} clues")
    ARROW_STEPS_FILE.write_bytes(gzip.compress("\n".join([*(each.text() for each in made), ""]).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
