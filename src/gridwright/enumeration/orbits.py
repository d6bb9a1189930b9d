"""One of each: which layouts, solutions and selections of clues are essentially the same.

    layout_orbit(layout)                     how many layouts it stands for; 0 where another stands for it
    solution_orbits(layout, solutions)       solutions that stand for others, and for how many
    slot_permutations(…)                     how the symmetries that leave a solution as it is permute its slots
    is_first(selection, permutations)        is it the first of all selections that these make of it?

A puzzle with one solution is essentially the same as another exactly if a symmetry maps layout, solution and selection
onto each other, so one of each is: a layout that stands for others, a solution that does among the completions of that
layout, and a selection that is first under the symmetries which leave both as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..conversion.canonical_form import canonical
from ..model import Limits, Puzzle, Request, Slot, Solution
from ..model.symmetry import FALLING, moves, transformations
from .selections import Selection

Move = Callable[[Puzzle], Puzzle]


def layout_orbit(layout: Puzzle) -> int:
    """How many layouts it stands for, itself included; 0 where another stands for it."""
    if layout.genre.symmetry.bands(layout) is not None:
        return 1  # lines may change places: then there is one empty board of a size
    genre, grid = layout.genre, layout.grid
    own = {kind.key: layout.clue(kind.key) for kind in genre.clues}
    first, images = repr(own), set()
    for name in moves(grid, genre.symmetry.board):
        motion = grid.motion(name)
        clues = genre.normalise(grid, {kind.key: kind.move(own[kind.key], motion) for kind in genre.clues})
        image = repr({key: clues[key] for key in own})
        if image < first:
            return 0
        images.add(image)
    return len(images)


def symmetries_of(layout: Puzzle) -> list[Move]:
    """The symmetries that map the layout onto itself."""
    return [move for move in transformations(layout) if move(layout) == layout]


def solution_orbits(
    layout: Puzzle, solutions: Iterable[Solution], keeping: Sequence[Move], limits: Limits
) -> dict[Solution, int]:
    """Solutions that stand for others, and how many each stands for, in order."""
    found: dict[Solution, int] = {}
    for solution in solutions:
        limits.check()
        first = _first_image(layout, solution, keeping)
        found[first] = found.get(first, 0) + 1
    return dict(sorted(found.items()))


def _first_image(layout: Puzzle, solution: Solution, keeping: Sequence[Move]) -> Solution:
    filled = layout.with_givens(dict(enumerate(solution)))
    if layout.genre.symmetry.bands(layout) is None:
        return min(_values(move(filled)) for move in keeping)
    first = canonical(filled)
    if first.clues != layout.clues:
        first = first.moved(FALLING)  # boxes of 2 by 3 and of 3 by 2
    return _values(first)


def _values(filled: Puzzle) -> Solution:
    return tuple(filled.givens[x] for x in range(len(filled.variables)))


def slot_permutations(
    layout: Puzzle, request: Request, slots: Sequence[Slot], solution: Solution,
    keeping: Iterable[Move],
) -> set[tuple[int, ...]]:  # fmt: skip
    """Where each slot's clue comes from, for every symmetry that leaves layout and solution as they are."""
    filled = layout.with_givens(dict(enumerate(solution)))
    alone: dict[Puzzle, tuple[int, int]] = {}
    for number, slot in enumerate(slots):
        for way, reading in enumerate(slot.readings):
            if reading(solution) is not None:
                only: list[int | None] = [None] * len(slots)
                only[number] = way
                alone[layout.genre.printed(layout, solution, only, request)] = number, way
    found = set()
    for move in keeping:
        names = _names(filled, move(filled))
        if names is not None:
            found.add(_permutation(alone, move, names, len(slots)))
    return found - {tuple(range(len(slots)))}


def _names(puzzle: Puzzle, image: Puzzle) -> dict[int, int] | None:
    """What each value of the image is called in the puzzle, where the image is the puzzle; None where it is not."""
    if not puzzle.genre.symmetry.renames(puzzle):
        return {value: value for value in puzzle.givens.values()} if image == puzzle else None
    pairs = {(image.givens[x], value) for x, value in puzzle.givens.items()}
    names = dict(pairs)
    return names if len(pairs) == len(names) == len({value for _, value in pairs}) else None


def _permutation(
    alone: dict[Puzzle, tuple[int, int]], move: Move, names: dict[int, int], slots: int
) -> tuple[int, ...]:
    source = list(range(slots))
    for puzzle, (number, way) in alone.items():
        image = move(puzzle)
        if image.givens:
            image = image.with_givens({x: names[value] for x, value in image.givens.items()})
        to, same_way = alone[image]
        assert same_way == way
        source[to] = number
    return tuple(source)


def is_first(selection: Selection, permutations: Iterable[tuple[int, ...]]) -> bool:
    """Is the selection the first of its images?"""
    own = [-1 if way is None else way for way in selection]
    return all(own <= [own[i] for i in source] for source in permutations)


def first_selections(found: Iterable[Selection], permutations: Collection[tuple[int, ...]]) -> Iterator[Selection]:
    """Those that are the first of their images."""
    return (each for each in found if is_first(each, permutations)) if permutations else iter(found)
