"""Makes the fixed lists of Arrows that `solve-arrows` runs on: `python -m bench.make_arrows`.

Random arrows, a random solution (a search that draws its values), then clues from nothing: while there are two
solutions, the wanted number of a random cell where they differ, and at the end every clue that is not needed goes
again. Where a search takes too long, any open cell is told. Two kinds of list: arrows `as drawn`, and those with a
tenth `off the board` at most, the rest of which are turned round. Zeros tell much, so boards of the second kind are
harder. Board k of a list depends on its kind, its size, its directions and k alone.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle
from gridwright.model.direction import ARROWS, STRAIGHT, ahead
from gridwright.native import givens_of, kernel, kernel_structure, start_of

from .lists import ARROWS_FILE

SIZES = (7, 8, 9, 10)
KINDS = ("drawn", "kept")
"""Arrows as they are drawn, and with a tenth of them off the board at most."""
BOARDS = 200
NODES = 20_000
"""A search that takes longer has no answer."""


def boards(side: int, arrows: str, kind: str, count: int = BOARDS) -> Iterator[Puzzle]:
    """The first so many boards of a list."""
    for k in range(count):
        rng = Random(f"arrows {kind} {side} {len(arrows)} {k}")
        board = None
        while board is None:
            board = _board(Grid(side, side), arrows, kind, rng)
        yield board


def _board(grid: Grid, arrows: str, kind: str, rng: Random) -> Puzzle | None:
    drawn = [rng.choice(arrows) for _ in range(len(grid))]
    if kind == "kept":
        _keep(grid, arrows, drawn, rng)
    bare = Puzzle(genre("arrows"), grid, clues={"arrows": "".join(drawn)})
    problem = kernel_structure(bare.structure)
    wanted = kernel.complete(problem, kernel.RandomStream(rng.getrandbits(64)))
    return None if wanted is None else bare.with_givens(_clues(problem, tuple(wanted), rng))


def _keep(grid: Grid, arrows: str, drawn: list[str], rng: Random) -> None:
    """Turn arrows off the board round, but for a tenth of the cells; in a corner that may have to be drawn again."""
    outward = [cell for cell in range(len(grid)) if not ahead(grid, cell, drawn[cell])]
    rng.shuffle(outward)
    for cell in outward[len(grid) // 10 :]:
        drawn[cell] = ARROWS[(ARROWS.index(drawn[cell]) + 4) % 8]
        while not ahead(grid, cell, drawn[cell]):
            drawn[cell] = rng.choice(arrows)


def _clues(problem: Any, wanted: tuple[int, ...], rng: Random) -> dict[int, int]:
    """Clues that leave only the wanted solution, none of which can be spared as far as a search can tell."""
    givens: dict[int, int] = {}
    while (found := _solutions(problem, givens)) is None or len(found) > 1:
        different = [x for x in range(len(wanted)) if x not in givens and (found is None or found[0][x] != found[1][x])]
        cell = rng.choice(different)
        givens[cell] = wanted[cell]
    for cell in rng.sample(sorted(givens), len(givens)):
        fewer = {x: value for x, value in givens.items() if x != cell}
        found = _solutions(problem, fewer)
        if found is not None and len(found) == 1:
            givens = fewer
    return givens


def _solutions(problem: Any, givens: dict[int, int]) -> list[tuple[int, ...]] | None:
    """Up to two solutions; None where the search takes too long."""
    start = givens_of(problem.variables, givens.items())
    answer = problem.solve(start, limit=2, show=2, nodes=NODES)
    return None if answer.stop == "nodes" else [tuple(each) for each in answer.solutions]


def main() -> None:
    """Write all lists, one after the other: a line `# kind side directions`, then a puzzle a line."""
    lines = []
    for kind, arrows, side in product(KINDS, (STRAIGHT, ARROWS), SIZES):
        made = list(boards(side, arrows, kind))
        clues = sum(len(board.givens) for board in made) / len(made)
        starts = ((kernel_structure(board.structure), start_of(board)) for board in made)
        nodes = [problem.solve(start).nodes for problem, start in starts]
        print(
            f"{kind} {side}×{side}, {len(arrows)} directions: {clues:.2f} clues, {sum(nodes) / len(nodes):.1f} nodes, "
            f"{nodes.count(1) / len(nodes):.0%} without a branch"
        )
        lines += [f"# {kind} {side} {len(arrows)}", *(board.text() for board in made)]
    ARROWS_FILE.parent.mkdir(parents=True, exist_ok=True)
    ARROWS_FILE.write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
