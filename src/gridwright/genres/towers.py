"""Towers.

Rulebook: fill the board with towers so that every row and every column holds each height from 1 to n exactly once. A
number outside says how many towers are seen from there along its line: a tower hides all lower ones behind it.
Also called: Skyscrapers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from ..formats.marks import Marks, MarksLine
from ..formats.sgt_towers import SgtTowers, TowersLine
from ..formats.square_json import TowersJson
from ..formats.tower_grid import TowerGrid
from ..model import (
    Broken,
    ClueKind,
    Constraint,
    Enumeration,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    Motion,
    Puzzle,
    PuzzleError,
    RandomStream,
    Removable,
    Request,
    Skyline,
    Slot,
    Solution,
    StepMaker,
    Variable,
    numbers,
)
from ..model.compact import Compact, Statement
from ..model.drawing import Feature, Outside, Side
from ..model.enumeration import given_slots, with_givens
from ..model.maker import latin_square
from ._parts import cells, full_lines, must_be_square

SIDES: tuple[Side, ...] = ("above", "below", "left", "right")
"""Where one stands, in the order of the clues."""


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A height from 1 to n in each cell."""
    return cells(puzzle.grid, numbers(puzzle.grid.rows))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Each height once in every row and column; as many towers seen as the clues say."""
    n = puzzle.grid.rows
    yield from full_lines(puzzle.grid)
    for i, seen in enumerate(puzzle.clue("views") or ()):
        if seen is not None:
            group = Group("view", sight_lines(puzzle.grid)[i], number=i % n + 1, clue=seen, way=SIDES[i // n])
            yield Skyline(group, seen, heights=n)


def statements(puzzle: Puzzle, kind: int) -> list[Statement]:
    """What each clue says."""
    n, lines = puzzle.grid.rows, sight_lines(puzzle.grid)
    clues = enumerate(puzzle.clue("views") or ())
    return [("skyline", kind, lines[i], n, (seen,)) for i, seen in clues if seen is not None]


@lru_cache(maxsize=64)
def sight_lines(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The cells of each view, the nearest first: from above, below, left and right."""
    down, right = grid.column_lines, grid.row_lines
    return (*down, *(line[::-1] for line in down), *right, *(line[::-1] for line in right))


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Clues around the board."""
    n = puzzle.grid.rows
    for i, seen in enumerate(puzzle.clue("views") or ()):
        if seen is not None:
            yield Outside(SIDES[i // n], i % n, str(seen))


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """No clue at all goes without saying."""
    views = clues.get("views")
    clues["views"] = None if views is None or all(each is None for each in views) else tuple(views)
    return clues


def validate(puzzle: Puzzle) -> None:
    """A square of 3 to 16 rows; four clues a line or none, from 1 to n."""
    must_be_square(puzzle.grid, 3, 16)
    n, views = puzzle.grid.rows, puzzle.clue("views")
    if views is None:
        return
    if len(views) != 4 * n:
        raise PuzzleError(f"expected {4 * n} clues around {n} rows, found {len(views)}")
    for i, seen in enumerate(views):
        if seen is not None and not (isinstance(seen, int) and 1 <= seen <= n):
            raise PuzzleError(f"{SIDES[i // n][1].format(i % n + 1)}: expected 1 to {n} towers, found {seen}")


def _move_views(value: Any, motion: Motion) -> Any:
    if value is None:
        return None
    lines = sight_lines(motion.grid)
    place = {line: i for i, line in enumerate(lines)}
    moved = [None] * len(value)
    for line, seen in zip(lines, value, strict=True):
        moved[place[tuple(motion.cells[cell] for cell in line)]] = seen
    return tuple(moved)


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, Grid(request.size, request.size))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Every height given, and what is seen along every line from both ends."""
    views = [_seen_along(line, solution) for line in sight_lines(puzzle.grid)]
    return Puzzle(GENRE, puzzle.grid, clues={"views": tuple(views)}, givens=dict(enumerate(solution)))


def _seen(heights: Sequence[int]) -> int:
    return sum(all(h > before for before in heights[:i]) for i, h in enumerate(heights))


def _with_views(puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
    views = tuple(seen if i in kept else None for i, seen in enumerate(puzzle.clue("views")))
    return Puzzle(GENRE, puzzle.grid, clues={"views": views}, givens=puzzle.givens)


def slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """Each height may be given, and what is seen along each line printed."""
    views = (Slot((partial(_seen_along, line),), optional=True) for line in sight_lines(layout.grid))
    return [*given_slots(layout, request), *views]


def _seen_along(line: Sequence[int], solution: Solution) -> int:
    return _seen([solution[cell] for cell in line])


def printed(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The board with what is printed of a solution."""
    n = len(layout.grid)
    full = derive(layout, solution, RandomStream(0), request)
    views = _with_views(full, {i for i, way in enumerate(ways[n:]) if way is not None})
    return with_givens(views, solution, ways[:n], request)


FIVE = """
  1 3 . 3 .
1 . . . . . 2
2 . . . . . .
3 . . . . . 3
2 . . . . . 3
. . . . . . .
  3 2 3 1 3
"""

GENRE = Genre(
    key="towers",
    title="Towers",
    aliases=("skyscrapers",),
    rulebook=__doc__,
    compact=Compact(("view",), statements),
    sizes="3 to 16",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    words={
        "en": {"words": {"opening_kinds": "view"}, "kinds": {"view": ["clue", "clues"]}},
        "de": {"words": {"opening_kinds": "view"}, "kinds": {"view": ["Hinweis", "Hinweise"]}},
    },
    clues=(
        ClueKind(
            "views", "how many towers are seen: from above, below, left and right, or None", None, _move_views, "views"
        ),
    ),
    formats=(SgtTowers(), TowersLine(), TowerGrid(), MarksLine(), Marks(), TowersJson("towers")),
    enumeration=Enumeration(slots=slots, printed=printed),
    maker=Maker(
        sizes=tuple(range(3, 10)),
        size=5,
        scaffold=scaffold,
        steps=StepMaker(
            complete=latin_square,
            derive=derive,
            removable=Removable(count=lambda puzzle: 4 * puzzle.grid.rows, keep=_with_views),
        ),
    ),
    examples=(
        Example(FIVE, 1, "five rows"),
        Example("4:2/1/4/3//////1//3/2/2//2", 1, "four rows"),
        Example("4:2/1/4////////1/////", 3, "four rows, some clues short"),
        Example("3:3/3//////////", 0, "two columns cannot both climb"),
        Example("4:/1/4/3////////////,a4b4k", 1, "givens"),
    ),
    broken=(
        Broken("row", "3:1///////////", "311 122 233"),
        Broken("column", "3:1///////////", "123 123 123"),
        Broken("view", "3:1///////////", "123 231 312"),
    ),
)
