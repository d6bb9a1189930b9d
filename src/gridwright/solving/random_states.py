"""Random states of a board, each with a solution inside: what techniques are tried on.

Some cells are placed and some wrong candidates are gone; to make patterns likely, now and then most of a pair of values
or of one value is thinned out. A state keeps its solution but need not be one that reasoning leads to.

For what assumes uniqueness the placed cells, taken as givens, leave one solution; and as four cells that could swap two
values are rare, every other state is built around such a rectangle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

from ..model import Puzzle, Solution, State, Structure, bits, mask_of
from ..model.step import Conclusion
from ..native import compile_puzzle, masks_of
from ..rules.position import apply

NODES = 20_000
"""Nodes of a search for a solution."""
TRIES = 300
"""Corners tried for a rectangle."""


def random_states(bare: Puzzle, rng: Random, unique: bool = False) -> Iterator[tuple[State, Solution]]:
    """Random states of a board with a solution inside, without end; with `unique` of puzzles with just that one."""
    while True:
        solution = _random_solution(bare, rng)
        if not unique:
            for _ in range(3):
                yield _state_around(bare, solution, rng), solution
            continue
        corners = _rectangle(bare.structure, solution, rng)
        puzzle = bare.with_givens(_enough_givens(bare, solution, rng, _to_leave_open(bare, solution, corners)))
        for i in range(6):
            state = _state_around(puzzle, solution, rng)
            yield _with_rectangle(state, solution, corners, rng) if corners and i % 2 else state, solution


def _random_solution(bare: Puzzle, rng: Random) -> Solution:
    """A solution that is not always the first: a few cells are tried with random values beforehand."""
    problem, sizes = compile_puzzle(bare), bare.structure.sizes
    for seeds in (6, 4, 2, 1, 0):
        masks = [(1 << size) - 1 for size in sizes]
        for x in rng.sample(range(len(sizes)), min(seeds, len(sizes))):
            masks[x] = 1 << rng.randrange(sizes[x])
        found = problem.solve(masks_of(masks), limit=1, show=1, nodes=NODES)
        if found.solutions:
            return tuple(found.solutions[0])
    raise ValueError("the board has no solution")


def _enough_givens(bare: Puzzle, solution: Solution, rng: Random, first: Collection[int]) -> dict[int, int]:
    """Values of the solution that leave no other, none of them for nothing; some cells go first where they can."""
    givens = dict(enumerate(solution))
    order = rng.sample(range(len(solution)), len(solution))
    for x in sorted(order, key=lambda x: x not in first):
        fewer = {y: value for y, value in givens.items() if y != x}
        if bare.with_givens(fewer).count(2) == 1:
            givens = fewer
    return givens


def _state_around(puzzle: Puzzle, solution: Solution, rng: Random) -> State:
    """Some cells placed, the givens among them, and a random share of the other wrong candidates excluded."""
    loud = puzzle.structure.loud
    share, gone = rng.choice((0.0, 0.1, 0.2, 0.4)), rng.choice((0.1, 0.3, 0.5, 0.7, 0.85))
    placed = {x: v for x, v in enumerate(solution) if v in loud and rng.random() < share} | puzzle.givens
    state = apply(State.of(puzzle), [Conclusion(x, v, True) for x, v in placed.items()])
    masks = [
        sum(1 << v for v in bits(mask) if v == solution[x] or rng.random() >= gone)
        for x, mask in enumerate(state.masks)
    ]
    for thin in (_lean_on_a_pair, _lean_on_a_value):
        if rng.random() < 0.3:
            thin(masks, solution, rng)
    return replace(state, masks=tuple(masks))


def _lean_on_a_pair(masks: list[int], solution: Solution, rng: Random) -> None:
    """Leave most cells of two values just these two: what pairs, wings and rectangles are made of."""
    values = sorted(set(solution))
    pair = rng.sample(values, min(2, len(values)))
    both = sum(1 << value for value in pair)
    for x, value in enumerate(solution):
        if value in pair and rng.random() < 0.8:
            masks[x] &= both


def _lean_on_a_value(masks: list[int], solution: Solution, rng: Random) -> None:
    """Take most of one value away where it is wrong: what fish and their kin are made of."""
    thin = rng.choice(sorted(set(solution)))
    for x, value in enumerate(solution):
        if value != thin and rng.random() < 0.6:
            masks[x] &= ~(1 << thin)


# Rectangles: four cells p q / r s, of which p, q and r, s and p, r and q, s share groups

Corners = tuple[int, int, int, int]


def _rectangle(structure: Structure, solution: Solution, rng: Random) -> Corners | None:
    """Four cells whose groups hold two of them each or none; p and q differ in the solution."""
    for _ in range(TRIES):
        p = rng.randrange(structure.size)
        around = [g for g, members in enumerate(structure.members) if p in members]
        if len(around) < 2:
            continue
        along, across = rng.sample(around, 2)
        q, r = rng.choice(sorted(structure.members[along])), rng.choice(sorted(structure.members[across]))
        ends = [
            {x for members in structure.members if one in members and p not in members for x in members}
            for one in (q, r)
        ]
        found = sorted(ends[0] & ends[1] - {p, q, r})
        if len({p, q, r}) < 3 or not found or solution[p] == solution[q]:
            continue
        corners = (p, q, r, rng.choice(found))
        if all(len(members.intersection(corners)) in (0, 2) for members in structure.members):
            return corners
    return None


def _to_leave_open(bare: Puzzle, solution: Solution, corners: Corners | None) -> set[int]:
    """The corners, and the two values in their groups."""
    if corners is None:
        return set()
    values = {solution[corners[0]], solution[corners[1]]}
    near = [members for members in bare.structure.members if members.intersection(corners)]
    return {x for members in near for x in members if x in corners or solution[x] in values}


def _with_rectangle(state: State, solution: Solution, corners: Corners, rng: Random) -> State:
    """The state with two corners thinned to the values of these, and what completes the pattern near the others."""
    p, q, r, s = corners
    masks, structure = list(state.masks), state.structure
    pair = mask_of((solution[p], solution[q]))
    for x in (p, q):
        if x not in state.placed:
            masks[x] = pair
    shared = [members for members in structure.members if r in members and s in members]
    rest = sorted(rng.choice(shared) - {r, s} - state.placed) if shared else []
    beside = rng.sample(rest, min(len(rest), rng.randint(0, 3)))
    values = mask_of(solution[x] for x in (*beside, r, s)) & ~pair
    for x in (r, s):
        if x not in state.placed:
            masks[x] = pair | 1 << solution[x] | values & rng.getrandbits(structure.values)
    for x in beside:
        masks[x] = 1 << solution[x] | values & rng.getrandbits(structure.values)
    if rng.random() < 0.3:  # one of the two values has no other place beside
        for x in rest:
            masks[x] &= ~(pair & ~(1 << solution[x]) & rng.getrandbits(structure.values)) | 1 << solution[x]
    return replace(state, masks=tuple(masks))
