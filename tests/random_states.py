"""Random positions for techniques: a solution, some of it placed, and some of what is wrong already excluded.

A state keeps its solution but need not be one that reasoning leads to: whatever follows from it must follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from math import prod
from random import Random
from typing import Any

from number_sources import NUMBER_SOURCES

from gridwright.genres import genre
from gridwright.kits.squares import sight_lines
from gridwright.model import Grid, Puzzle, State, bits
from gridwright.model.step import Conclusion
from gridwright.native import compile_puzzle, masks_of
from gridwright.rules.position import apply
from gridwright.rules.tree import Technique
from puzzle_sources import filled, scattered, some_givens
from random_boards import random_cages, random_regions


def board(kind: str, rng: Random) -> Puzzle:
    """A board without givens: latin, sudoku, jigsaw, x, x-jigsaw, killer, queens, two-star, keen … and its size.

    A `loose` killer sees its cages as mere sums.
    """
    name, size = kind.split()
    side = int(size)
    grid = Grid(side, side)
    clues: dict[str, Any] = {}
    if name in ("queens", "two-star"):
        stars = 1 if name == "queens" else 2
        return Puzzle(genre("star-battle"), grid, clues={"stars": stars, "regions": regions_around(grid, stars, rng)})
    if name == "latin":
        return Puzzle(genre("latin"), grid)
    if name in OTHERS:
        return OTHERS[name](grid, rng)
    if "jigsaw" in name:
        clues["regions"] = tuple(random_regions(rng, side))
    if "x" in name:
        clues["diagonals"] = True
    if name in ("killer", "loose"):
        cages = random_cages(rng, side)
        solution = filled(Puzzle(genre("sudoku"), grid), rng)
        assert solution is not None
        clues["cages"] = tuple(
            (cells, sum(solution[x] + 1 for x in cells) if total else None)
            for cells, total in cages
            if len({solution[x] for x in cells}) == len(cells)
        )
    return Puzzle(genre("sudoku"), grid, clues=clues, loose=("cage",) if name == "loose" else ())


def keen(grid: Grid, rng: Random) -> Puzzle:
    """Cages of one to four cells around a solution, most with an operation."""
    solution = latin_square(grid, rng)
    cages = []
    for cells, _ in random_cages(rng, grid.rows):
        numbers = sorted((solution[x] + 1 for x in cells[:4]), reverse=True)
        made = {"+": sum(numbers), "×": prod(numbers)}
        if len(numbers) == 2:
            made["-"] = numbers[0] - numbers[1]
            made |= {"÷": numbers[0] // numbers[1]} if numbers[0] % numbers[1] == 0 else {}
        operation = rng.choice(sorted(made))
        cages.append((cells[:4], operation if rng.random() < 0.9 else "", made[operation]))
    covered = {x for cells, *_ in cages for x in cells}
    singles = [((x,), "", None) for x in range(len(grid)) if x not in covered]
    return Puzzle(genre("keen"), grid, clues={"cages": tuple(sorted([*cages, *singles]))})


def unequal(grid: Grid, rng: Random) -> Puzzle:
    """Some of the signs of a solution."""
    solution = latin_square(grid, rng)
    sides = [(p, q) for p in range(len(grid)) for q in grid.beside(p) if solution[p] > solution[q]]
    return Puzzle(genre("unequal"), grid, clues={"signs": tuple(s for s in sides if rng.random() < 0.4)})


def adjacent(grid: Grid, rng: Random) -> Puzzle:
    """All bars of a solution."""
    solution = latin_square(grid, rng)
    sides = ((p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q)
    return Puzzle(
        genre("unequal"), grid, clues={"bars": tuple((p, q) for p, q in sides if abs(solution[p] - solution[q]) == 1)}
    )


def towers(grid: Grid, rng: Random) -> Puzzle:
    """Some of the views of a solution."""
    solution = latin_square(grid, rng)
    lines = [[solution[x] for x in line] for line in sight_lines(grid)]
    views = [sum(all(v > u for u in line[:i]) for i, v in enumerate(line)) for line in lines]
    return Puzzle(genre("towers"), grid, clues={"views": tuple(v if rng.random() < 0.7 else None for v in views)})


def latin_square(grid: Grid, rng: Random) -> tuple[int, ...]:
    solution = filled(Puzzle(genre("latin"), grid), rng)
    assert solution is not None
    return solution


def arrows(grid: Grid, rng: Random, directions: str = "↑→↓←") -> Puzzle:
    """Arrows that can all count right."""
    while True:
        puzzle = Puzzle(genre("arrows"), grid, clues={"arrows": "".join(rng.choices(directions, k=len(grid)))})
        if compile_puzzle(puzzle).solve(None, limit=1, nodes=1000).count:
            return puzzle


def eight(grid: Grid, rng: Random) -> Puzzle:
    """The same with eight directions."""
    return arrows(grid, rng, "↑↗→↘↓↙←↖")


def arrow_row(grid: Grid, rng: Random) -> Puzzle:
    """One long row of arrows that look along it, most of them one way, so that they see much of each other."""
    return arrows(Grid(1, grid.columns), rng, rng.choice(("→→→←", "→←", "→→→→→←")))


def from_source(grid: Grid, rng: Random, key: str) -> Puzzle:
    """A small board of a genre whose clues are numbers, without givens, with every rule of the genre and a solution."""
    rules = {broken.rule for broken in genre(key).broken}
    while True:
        puzzle = NUMBER_SOURCES[key](rng)
        if puzzle is not None and len(puzzle.variables) < 30:
            bare = puzzle.with_givens({})
            stated = {constraint.group.kind for constraint in bare.constraints}
            if rules <= stated and compile_puzzle(bare).solve(None, limit=1, nodes=1000).count:
                return bare


OTHERS = {
    **{key: partial(from_source, key=key) for key in NUMBER_SOURCES},
    "keen": keen, "unequal": unequal, "adjacent": adjacent, "towers": towers,
    "arrows": arrows, "eight": eight, "arrow-row": arrow_row,
}  # fmt: skip


def regions_around(grid: Grid, stars: int, rng: Random) -> tuple[int, ...]:
    """Regions grown around a legal placement, so that there is a solution."""
    placed = scattered(grid, stars, rng)
    assert placed is not None
    regions = [-1] * len(grid)
    for i, cell in enumerate(placed):
        regions[cell] = i // stars
    while loose := [c for c in range(len(grid)) if regions[c] < 0]:
        cell = rng.choice(loose)
        near = [regions[d] for d in grid.beside(cell) if regions[d] >= 0]
        if near:
            regions[cell] = rng.choice(near)
    return tuple(regions)


def state_around(puzzle: Puzzle, solution: Sequence[int], rng: Random) -> State:
    """Some cells placed, the givens among them, and a random share of the other wrong candidates excluded."""
    loud = puzzle.structure.loud
    share, gone = rng.choice((0.0, 0.1, 0.2, 0.4)), rng.choice((0.1, 0.3, 0.5, 0.7))
    placed = {x: v for x, v in some_givens(tuple(solution), share, rng).items() if v in loud} | puzzle.givens
    state = apply(State.of(puzzle), [Conclusion(x, v, True) for x, v in placed.items()])
    masks = [
        sum(1 << v for v in bits(mask) if v == solution[x] or rng.random() >= gone)
        for x, mask in enumerate(state.masks)
    ]
    if rng.random() < 0.3:
        lean_on_a_pair(masks, solution, rng)
    return replace(state, masks=tuple(masks))


def lean_on_a_pair(masks: list[int], solution: Sequence[int], rng: Random) -> None:
    """Leave most cells of two values just these two: what pairs, wings and rectangles are made of."""
    if len(set(solution)) < 2:
        return
    pair = rng.sample(sorted(set(solution)), 2)
    for x, value in enumerate(solution):
        if value in pair and rng.random() < 0.8:
            masks[x] &= 1 << pair[0] | 1 << pair[1]


def states(kind: str, rng: Random) -> Iterator[State]:
    """Random states of a kind of board without end."""
    while True:
        puzzle = board(kind, rng)
        solution = filled(puzzle, rng)
        if solution is not None:
            for _ in range(3):
                yield state_around(puzzle, solution, rng)


_KEPT: dict[tuple[str, str], tuple[Iterator[State], list[State]]] = {}


def shared_states(kind: str, seed: str) -> Iterator[State]:
    """The states of a kind and a seed: made once for all tests of a process that ask for them."""
    source, known = _KEPT.setdefault((kind, seed), (states(kind, Random(seed)), []))
    for i in count():
        if i == len(known):
            known.append(next(source))
        yield known[i]


def unique_states(kind: str, rng: Random) -> Iterator[tuple[State, Sequence[int]]]:
    """Random states of puzzles with one solution, and the solution, for what assumes just that."""
    while True:
        bare = board(kind, rng)
        solution = filled(bare, rng)
        if solution is None:
            continue
        order = rng.sample(range(len(solution)), len(solution))
        givens = dict(enumerate(solution))
        for x in order:
            fewer = {y: v for y, v in givens.items() if y != x}
            if bare.with_givens(fewer).count(2) == 1:
                givens = fewer
        for _ in range(6):
            yield state_around(bare.with_givens(givens), solution, rng), solution


def holds_in_every_solution(state: State, conclusion: Conclusion) -> bool:
    """Is the conclusion true in every solution inside the state?"""
    masks, bit = list(state.masks), 1 << conclusion.value
    masks[conclusion.variable] &= ~bit if conclusion.true else bit
    if not masks[conclusion.variable]:
        return True
    return compile_puzzle(state.puzzle).solve(masks_of(masks), limit=1).count == 0


def sizes(technique: Technique, state: State) -> tuple[int | None, ...]:
    """The parameters to try: small ones only where plain loops over a large board would take long."""
    if not technique.parameters:
        return () if technique.key in SLOW and len(state.masks) > 25 else (None,)
    [parameter] = technique.parameters
    most = 2 if technique.key in SLOW or len(state.masks) > 64 else parameter.high
    return tuple(range(parameter.low, min(parameter.high, most) + 1))


SLOW = ("cover-two", "cover-three", "crowd", "domino", "unique-rectangle-3", "clip-in", "clip-out")
