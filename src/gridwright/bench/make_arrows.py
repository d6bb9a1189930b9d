"""Makes the fixed lists of Arrows that `solve-arrows` runs on: `python -m gridwright.bench.make_arrows`.

Random arrows, one in ten of them off the board at most; a solution, varied by a few random numbers; then clues from
nothing: while there are two solutions, the wanted number of a random cell where they differ, and at the end every clue
that is not needed goes again. Of a few such sets of clues the smallest counts. Board k of a list depends on its size,
its directions and k alone.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from random import Random
from typing import Any

from ..genres import genre
from ..model import Grid, Puzzle, bits
from ..model.direction import ARROWS, STRAIGHT, ahead
from ..native import givens_of, masks_from, problem_of
from .lists import ARROWS_FILE

SIZES = (7, 8, 9, 10)
BOARDS = 200
TRIES = 2
"""Sets of clues for a board."""
NODES = 20_000
"""A board that takes longer is left out."""


def boards(side: int, arrows: str, count: int = BOARDS) -> Iterator[Puzzle]:
    """The first so many boards of a list."""
    for k in range(count):
        rng = Random(f"arrows {side} {len(arrows)} {k}")
        board = None
        while board is None:
            board = _board(Grid(side, side), arrows, rng)
        yield board


def _board(grid: Grid, arrows: str, rng: Random) -> Puzzle | None:
    bare = Puzzle(genre("arrows"), grid, clues={"arrows": _arrows(grid, arrows, rng)})
    problem = problem_of(bare.blueprint)
    wanted = _solution(problem, rng)
    if wanted is None:
        return None
    clues = [each for _ in range(TRIES) if (each := _clues(problem, wanted, rng)) is not None]
    return bare.with_givens(min(clues, key=len)) if clues else None


def _clues(problem: Any, wanted: tuple[int, ...], rng: Random) -> dict[int, int] | None:
    """Clues that leave only the wanted solution, none of which can be spared; None where that takes too long."""
    givens: dict[int, int] = {}
    while True:
        found = _solutions(problem, givens)
        if found is None:
            return None
        different = [solution for solution in found if solution != wanted]
        if not different:
            break
        cell = rng.choice([x for x, value in enumerate(wanted) if different[0][x] != value])
        givens[cell] = wanted[cell]
    for cell in rng.sample(sorted(givens), len(givens)):
        fewer = {x: value for x, value in givens.items() if x != cell}
        found = _solutions(problem, fewer)
        if found is not None and len(found) == 1:
            givens = fewer
    return givens


def _arrows(grid: Grid, arrows: str, rng: Random) -> str:
    """Random arrows; those off the board beyond a tenth of the cells are drawn again until they stay on it."""
    drawn = [rng.choice(arrows) for _ in range(len(grid))]
    outward = [cell for cell in range(len(grid)) if not ahead(grid, cell, drawn[cell])]
    rng.shuffle(outward)
    for cell in outward[len(grid) // 10 :]:
        while not ahead(grid, cell, drawn[cell]):
            drawn[cell] = rng.choice(arrows)
    return "".join(drawn)


def _solution(problem: Any, rng: Random) -> tuple[int, ...] | None:
    """A solution with random numbers in a few random cells, as far as they go together."""
    givens: dict[int, int] = {}
    for _ in range(4):
        masks = problem.propagate(givens_of(problem.variables, givens.items()))
        if masks is None:
            return None
        domains = [list(bits(mask)) for mask in masks_from(masks)]
        undecided = [x for x, domain in enumerate(domains) if len(domain) > 1]
        if not undecided:
            break
        cell = rng.choice(undecided)
        more = givens | {cell: rng.choice(domains[cell])}
        if _solutions(problem, more, limit=1):
            givens = more
    found = _solutions(problem, givens, limit=1)
    return found[0] if found else None


def _solutions(problem: Any, givens: dict[int, int], limit: int = 2) -> list[tuple[int, ...]] | None:
    """Up to so many solutions; None where the search takes too long."""
    start = givens_of(problem.variables, givens.items())
    answer = problem.solve(start, limit=limit, show=limit, nodes=NODES)
    return None if answer.stop == "nodes" else [tuple(each) for each in answer.solutions]


def main() -> None:
    """Write all lists, one after the other: a line `# side directions`, then a puzzle a line."""
    lines = []
    for arrows in (STRAIGHT, ARROWS):
        for side in SIZES:
            made = list(boards(side, arrows))
            clues = sum(len(board.givens) for board in made) / len(made)
            print(f"{side}×{side}, {len(arrows)} directions: {clues:.2f} clues")
            lines += [f"# {side} {len(arrows)}", *(board.text() for board in made)]
    ARROWS_FILE.parent.mkdir(parents=True, exist_ok=True)
    ARROWS_FILE.write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
