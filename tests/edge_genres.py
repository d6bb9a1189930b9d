"""Small genres whose variables are no cells, for tests alone: borders, steps, corners and spans.

    FENCES   borders: a clue counts the lines around its cell, and lines never end or branch
    TOUR          steps: every cell is entered and left once
    POSTS         corners: a clue counts the posts at the corners of its cell, and posts do not stand side by side
    BRIDGES       spans: an island has as many bridges as it says, at most two to each of the islands that it sees

One text for all: the clues row by row with `/` between rows, then the givens as facts: `3./.2 r1c1n=-`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

from gridwright.genres.slitherlink import WORDS as LINE_WORDS
from gridwright.model import (
    Broken,
    ClueKind,
    Constraint,
    Count,
    Domain,
    Example,
    Format,
    Genre,
    Grid,
    Group,
    LineText,
    Maker,
    NotBoth,
    Place,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Symmetry,
    Table,
    TextError,
    Variable,
    shorten,
)
from gridwright.model.board_text import ListText
from gridwright.model.clue import per_cell
from gridwright.model.drawing import Feature, Icon, Lattice, Number
from gridwright.model.grid import SYMMETRIES
from gridwright.model.place import Kind, span
from gridwright.model.state import read_fact

LINES = Domain("x-", ("no line", "line"))
LINE = 1
EIGHT = Symmetry(board=tuple(SYMMETRIES))
NUMBERS = (ClueKind("numbers", "the number of each cell, or None", None, per_cell),)


class ClueRows(Format):
    """Clues, then givens."""

    key = "rows"
    title = "rows of clues and the givens as facts"

    def recognises(self, text: str) -> bool:
        return False

    def read(self, text: str, genre: Genre) -> Puzzle:
        words = text.split()
        rows = [row for word in words if "=" not in word for row in word.split("/")]
        if not rows or len(set(map(len, rows))) != 1 or not all(c in ".01234567" for row in rows for c in row):
            raise TextError(f"expected rows of numbers and dots, found {shorten(text)}")
        numbers = tuple(None if c == "." else int(c) for row in rows for c in row)
        grid, clues = Grid(len(rows), len(rows[0])), {"numbers": numbers}
        bare = Puzzle(genre, grid, clues=clues)
        facts = [read_fact(bare, word) for word in words if "=" in word]
        if len({x for x, _, _ in facts}) != len(facts) or not all(true for _, _, true in facts):
            raise TextError(f"expected a given for each place and no more, found {shorten(text)}")
        return Puzzle(genre, grid, clues=clues, givens={x: value for x, value, _ in facts})

    def write(self, puzzle: Puzzle) -> str:
        signs = "".join("." if n is None else str(n) for n in numbers_of(puzzle))
        width = puzzle.grid.columns
        rows = "/".join(signs[i : i + width] for i in range(0, len(signs), width))
        return " ".join([rows, *(puzzle.fact(x, value) for x, value in puzzle.givens.items())])


def numbers_of(puzzle: Puzzle) -> tuple[int | None, ...]:
    numbers: tuple[int | None, ...] = puzzle.clue("numbers") or (None,) * len(puzzle.grid)
    return numbers


def validate(puzzle: Puzzle) -> None:
    numbers = puzzle.clue("numbers")
    if numbers is not None and len(numbers) != len(puzzle.grid):
        raise PuzzleError(f"expected a number or none for {len(puzzle.grid)} cells, found {len(numbers)}")
    if len(puzzle.grid) > 400:
        raise PuzzleError(f"expected at most 400 cells, found {len(puzzle.grid)}")


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    if clues.get("numbers") is not None and not any(n is not None for n in clues["numbers"]):
        clues["numbers"] = None
    return clues


def near(puzzle: Puzzle, place: Place, kind: Kind) -> tuple[int, ...]:
    """The variables of a kind of place that touch a place."""
    return tuple(puzzle.variable_at[each.name] for each in puzzle.grid.neighbours(place, kind))


def clue_groups(puzzle: Puzzle, kind: Kind) -> Iterator[tuple[Group, int]]:
    """For each clue what it counts."""
    for cell, number in zip(puzzle.grid.cells, numbers_of(puzzle), strict=True):
        if number is not None:
            yield Group("clue", near(puzzle, cell, kind), cells=(cell.name,), clue=number), number


def printed(puzzle: Puzzle) -> Iterator[Feature]:
    for cell, number in enumerate(numbers_of(puzzle)):
        if number is not None:
            yield Number(cell, str(number))


# Fences


def fences_constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """As many lines as the clue says; at a corner none or two. That it is one loop is left out."""
    for group, number in clue_groups(puzzle, "border"):
        yield Count.exactly(group, LINE, number)
    for corner in puzzle.grid.corners:
        borders = near(puzzle, corner, "border")
        rows = frozenset(row for row in product(range(2), repeat=len(borders)) if sum(row) in (0, 2))
        saying = f"at {corner.name} no line ends and none branches"
        yield Table(Group("corner", borders, cells=(corner.name,)), rows, saying)


def fences_drawing(puzzle: Puzzle) -> Iterator[Feature]:
    yield Lattice()
    yield from printed(puzzle)
    yield Icon("-", "line")
    yield Icon("x", "cross")


WORDS = {
    **LINE_WORDS,
    "en": {
        **LINE_WORDS["en"],
        "groups": [
            {"kind": "clue", "one": "the {clue} at {cell}"},
            {"kind": "corner", "one": "the corner {cell}"},
        ],
    },
    "de": {
        **LINE_WORDS["de"],
        "groups": [
            {
                "kind": "clue",
                "one": {"": "die {clue} bei {cell}", "in": "um die {clue} bei {cell}", "von": "der {clue} bei {cell}"},
            },
            {"kind": "corner", "one": {"": "die Ecke {cell}", "in": "an der Ecke {cell}", "von": "der Ecke {cell}"}},
        ],
        "titles": {"fences": "diese Schleife"},
    },
}

FENCES = Genre(
    key="fences",
    title="Fences",
    rulebook="Rulebook: draw lines from dot to dot so that each number has so many around it and no line ends.",
    sizes="up to 400 cells",
    variables=lambda puzzle: tuple(Variable(border, LINES) for border in puzzle.grid.borders),
    constraints=fences_constraints,
    validate=validate,
    normalise=normalise,
    drawing=fences_drawing,
    board=LineText({"x": " "}, upright={"-": "|"}),
    blanks=".",
    spellings={"|": "-"},
    clues=NUMBERS,
    symmetry=EIGHT,
    words=WORDS,
    formats=(ClueRows(),),
    examples=(
        Example("33/..", 1, "two threes side by side, and two lines between them and the rest"),
        Example("4", 1, "a loop around one cell"),
        Example("..", 4, "nothing said: no loop, two small ones, a long one"),
        Example("3./../22", 1, "a board that is no square"),
        Example(".../.11 r1c1s=- r1c1n=x", 1, "given on borders"),
        Example("44", 0, "a line between two fours would be where three lines meet"),
    ),
    broken=(
        Broken("clue", "2.", "+-+-+|   |+-+-+"),
        Broken("corner", "3.", "+-+-+|   |+-+ +"),
    ),
)

# Steps: every cell has two


def tour_constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    for cell in puzzle.grid.cells:
        yield Count.exactly(Group("cell", near(puzzle, cell, "step"), cells=(cell.name,)), LINE, 2)


def tour_drawing(puzzle: Puzzle) -> Iterator[Feature]:
    yield Icon("-", "line")
    yield Icon("x", "cross")


def empty(request: Request, stream: RandomStream) -> Puzzle:
    return Puzzle(TOUR, Grid(request.size, request.size))


TOUR = Genre(
    key="tour",
    title="Tour",
    rulebook="Rulebook: join the centres of cells side by side so that two lines meet in every cell.",
    sizes="up to 400 cells",
    variables=lambda puzzle: tuple(Variable(step, LINES) for step in puzzle.grid.steps),
    constraints=tour_constraints,
    validate=validate,
    normalise=normalise,
    drawing=tour_drawing,
    board=LineText({"x": " "}, upright={"-": "|"}),
    blanks=".",
    spellings={"|": "-"},
    clues=NUMBERS,
    symmetry=EIGHT,
    formats=(ClueRows(),),
    maker=Maker(sizes=(2, 4, 6), size=4, scaffold=empty, symmetric=True),
    examples=(
        Example("../..", 1, "round and round"),
        Example("..../..../....", 3, "three rows of four"),
        Example("..../..../.... r1c2:r2c2=x", 1, "one cross decides it"),
        Example(".../.../...", 0, "nine cells are an odd number"),
    ),
    broken=(Broken("cell", "../..", "+ + +  -  +|+ +     + + +"),),
)

# Corners: posts that do not stand side by side


def posts_constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    for group, number in clue_groups(puzzle, "corner"):
        yield Count.exactly(group, 1, number)
    for corner in puzzle.grid.corners:
        for other in puzzle.grid.neighbours(corner):
            if corner < other:
                pair = (puzzle.variable_at[corner.name], puzzle.variable_at[other.name])
                yield NotBoth(Group("beside", pair, cells=(corner.name, other.name)), 1)


POSTS = Genre(
    key="posts",
    title="Posts",
    rulebook="Rulebook: each number counts the posts at its corners; no border has a post at both ends.",
    sizes="up to 400 cells",
    variables=lambda puzzle: tuple(
        Variable(corner, Domain("xO", ("no post", "post"))) for corner in puzzle.grid.corners
    ),
    constraints=posts_constraints,
    validate=validate,
    normalise=normalise,
    drawing=printed,
    board=LineText({"x": "+"}),
    blanks=".",
    clues=NUMBERS,
    symmetry=EIGHT,
    formats=(ClueRows(),),
    examples=(
        Example("2 r1c1nw=O", 1, "both ends of a diagonal"),
        Example("2", 2, "either diagonal"),
        Example("22", 2, "one decides the other"),
        Example("3", 0, "two of three corners are side by side"),
    ),
    broken=(Broken("clue", "2", "O +   + +"), Broken("beside", "2", "O O   + +")),
)

# Spans: bridges between islands


def bridges_of(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A span from each island to the next to its right and the next below it."""
    grid, numbers = puzzle.grid, numbers_of(puzzle)
    found = []
    for line in (*grid.row_lines, *grid.column_lines):
        islands = [cell for cell in line if numbers[cell] is not None]
        for p, q in pairwise(islands):
            found.append(span((grid.cells[p].points[0], grid.cells[q].points[0])))
    return tuple(Variable(place, Domain("012")) for place in sorted(found))


def bridges_constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    at = [variable.place.ends for variable in puzzle.variables]
    for cell, number in zip(puzzle.grid.cells, numbers_of(puzzle), strict=True):
        mine = tuple(x for x, ends in enumerate(at) if cell.points[0] in ends)
        if number is not None and mine:
            rows = frozenset(row for row in product(range(3), repeat=len(mine)) if sum(row) == number)
            yield Table(
                Group("island", mine, cells=(cell.name,), clue=number), rows, f"{cell.name} has {number} bridges"
            )
    for x, y in product(range(len(at)), repeat=2):
        if crosses(at[x], at[y]):
            rows = frozenset(row for row in product(range(3), repeat=2) if 0 in row)
            names = (puzzle.variables[x].name, puzzle.variables[y].name)
            yield Table(Group("crossing", (x, y), cells=names), rows, f"{names[0]} and {names[1]} do not cross")


def crosses(level: Sequence[tuple[int, int]], upright: Sequence[tuple[int, int]]) -> bool:
    (r, c), (s, d) = level[0], level[-1]
    (t, e), (u, f) = upright[0], upright[-1]
    return r == s and e == f and c < e < d and t < r < u


def bridges_drawing(puzzle: Puzzle) -> Iterator[Feature]:
    yield from printed(puzzle)
    yield from (Icon("0", "nothing"), Icon("1", "line"), Icon("2", "double-line"))


BRIDGES = Genre(
    key="bridges",
    title="Bridges",
    rulebook="Rulebook: each island has as many bridges as its number; bridges do not cross.",
    sizes="up to 400 cells",
    variables=bridges_of,
    constraints=bridges_constraints,
    validate=validate,
    normalise=normalise,
    drawing=bridges_drawing,
    board=ListText(),
    blanks=".",
    clues=NUMBERS,
    symmetry=EIGHT,
    formats=(ClueRows(),),
    examples=(
        Example("2.3/.../2.3", 2, "a square of islands"),
        Example("3.4/.../2.3 r1c1:r1c3=2", 1, "a bridge that is given"),
        Example("1..1", 1, "one bridge"),
        Example(".1./1.1/.1.", 0, "bridges would cross"),
    ),
    broken=(Broken("island", "1..1", "2"), Broken("crossing", ".1./1.1/.1.", "11")),
)

GENRES = (FENCES, TOUR, POSTS, BRIDGES)
