"""Small genres whose variables are no cells, for tests alone: borders, steps, corners and spans.

    FENCES   borders: a clue counts the lines around its cell, and lines never end or branch
    TOUR          steps: every cell is entered and left once
    POSTS         corners: a clue counts the posts at the corners of its cell, and posts do not stand side by side
    BRIDGES       spans: an island has as many bridges as it says, at most two to each of the islands that it sees
    DETOUR        cells and steps: shaded cells lie apart, and one loop passes all others

One text for all: the clues row by row with `/` between rows, then the givens as facts: `3./.2 r1c1n=-`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from gridwright.kits.cells import CellLayout, Cells, side_by_side
from gridwright.kits.clues import CellClue
from gridwright.kits.loops import LineLayout, Loop
from gridwright.kits.meanings import Exactly
from gridwright.kits.places import PlaceLayout, Places
from gridwright.kits.several import Several, SeveralLayout
from gridwright.kits.texts import rows_of
from gridwright.kits.values import Line
from gridwright.model import (
    Broken,
    Count,
    Domain,
    Example,
    Genre,
    Group,
    Item,
    LineText,
    Maker,
    Name,
    NotBoth,
    Puzzle,
    PuzzleError,
    Symmetry,
    Table,
    Variable,
)
from gridwright.model.board_text import ListText
from gridwright.model.drawing import Icon, Lattice
from gridwright.model.grid import SYMMETRIES
from gridwright.model.place import Kind, span

LINE = Line.value
EIGHT = Symmetry(board=tuple(SYMMETRIES))


def numbers(kind: Kind) -> CellClue:
    """A number in a cell counts the variables of a kind of place around it that have value 1."""
    around = Exactly(1, lambda layout, cell: layout.near(layout.grid.cells[cell], kind), "clue")
    return CellClue("numbers", "the number of each cell, or None", 0, 8, means=around)


def check(puzzle: Puzzle) -> None:
    if len(puzzle.grid) > 400:
        raise PuzzleError(f"expected at most 400 cells, found {len(puzzle.grid)}")


# Fences

FENCE_NUMBERS = numbers("border")


def fences_rules(layout: PlaceLayout) -> Iterator[Item]:
    """As many lines as the clue says; at a corner none or two. That it is one loop is left out."""
    yield FENCE_NUMBERS
    for corner in layout.grid.corners:
        borders = layout.near(corner, "border")
        rows = frozenset(row for row in product(range(2), repeat=len(borders)) if sum(row) in (0, 2))
        saying = f"at {corner.name} no line ends and none branches"
        yield Table(Group("corner", borders, cells=(corner.name,)), rows, saying)


FENCES = Genre(
    "Fences",
    "Rulebook: draw lines from dot to dot so that each number has so many around it and no line ends.",
    sizes="up to 400 cells",
    space=Places(
        lambda puzzle: [Variable(border, Line.domain) for border in puzzle.grid.borders],
        text=LineText({"x": " "}, upright={"-": "|"}),
        spellings={"|": "-"},
        icons=Line.icons,
        below=(Lattice(),),
        values=(Line(),),
        kit="loop-borders",
    ),
    clues=(FENCE_NUMBERS,),
    rules=fences_rules,
    checks=check,
    symmetry=EIGHT,
    called=(
        Name("clue", "the {clue} at {cell}", ("die {clue}", "um die {clue}", "der {clue}"), "bei {cell}"),
        Name("corner", "the corner {cell}", ("die Ecke {cell}", "an der Ecke {cell}", "der Ecke {cell}")),
    ),
    formats=(rows_of(FENCE_NUMBERS),),
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

TOUR_NUMBERS = CellClue("numbers", "the number of each cell, or None", 0, 8)


def tour_rules(layout: PlaceLayout) -> Iterator[Item]:
    for cell in layout.grid.cells:
        yield Count.exactly(Group("cell", layout.near(cell, "step"), cells=(cell.name,)), LINE, 2)


TOUR = Genre(
    "Tour",
    "Rulebook: join the centres of cells side by side so that two lines meet in every cell.",
    sizes="up to 400 cells",
    space=Places(
        lambda puzzle: [Variable(step, Line.domain) for step in puzzle.grid.steps],
        text=LineText({"x": " "}, upright={"-": "|"}),
        spellings={"|": "-"},
        icons=Line.icons,
        gives_values=True,
    ),
    clues=(TOUR_NUMBERS,),
    rules=tour_rules,
    checks=check,
    symmetry=EIGHT,
    formats=(rows_of(TOUR_NUMBERS),),
    maker=Maker((2, 4, 6), 4, symmetric=True),
    examples=(
        Example("../..", 1, "round and round"),
        Example("..../..../....", 3, "three rows of four"),
        Example("..../..../.... r1c2:r2c2=x", 1, "one cross decides it"),
        Example(".../.../...", 0, "nine cells are an odd number"),
    ),
    broken=(Broken("cell", "../..", "+ + +  -  +|+ +     + + +"),),
)

# Corners: posts that do not stand side by side

POST_NUMBERS = numbers("corner")


def posts_rules(layout: PlaceLayout) -> Iterator[Item]:
    yield POST_NUMBERS
    for corner in layout.grid.corners:
        for other in layout.grid.neighbours(corner):
            if corner < other:
                pair = (layout.at[corner.name], layout.at[other.name])
                yield NotBoth(Group("beside", pair, cells=(corner.name, other.name)), 1)


POSTS = Genre(
    "Posts",
    "Rulebook: each number counts the posts at its corners; no border has a post at both ends.",
    sizes="up to 400 cells",
    space=Places(
        lambda puzzle: [Variable(corner, Domain("xO", ("no post", "post"))) for corner in puzzle.grid.corners],
        text=LineText({"x": "+"}),
    ),
    clues=(POST_NUMBERS,),
    rules=posts_rules,
    checks=check,
    symmetry=EIGHT,
    formats=(rows_of(POST_NUMBERS),),
    examples=(
        Example("2 r1c1nw=O", 1, "both ends of a diagonal"),
        Example("2", 2, "either diagonal"),
        Example("22", 2, "one decides the other"),
        Example("3", 0, "two of three corners are side by side"),
    ),
    broken=(Broken("clue", "2", "O +   + +"), Broken("beside", "2", "O O   + +")),
)

# Spans: bridges between islands

ISLANDS = CellClue("numbers", "the number of each cell, or None", 0, 8)


def bridges_of(puzzle: Puzzle) -> list[Variable]:
    """A span from each island to the next to its right and the next below it."""
    grid, numbers = puzzle.grid, ISLANDS.entries(puzzle)
    spans = []
    for line in (*grid.row_lines, *grid.column_lines):
        islands = [cell for cell in line if numbers[cell] is not None]
        for p, q in pairwise(islands):
            spans.append(span((grid.cells[p].points[0], grid.cells[q].points[0])))
    return [Variable(place, Domain("012")) for place in sorted(spans)]


def bridges_rules(layout: PlaceLayout) -> Iterator[Item]:
    at = [variable.place.ends for variable in layout.variables]

    def islands(puzzle: Puzzle) -> list[Table]:
        tables = []
        for cell, number in zip(puzzle.grid.cells, ISLANDS.entries(puzzle), strict=True):
            mine = tuple(x for x, ends in enumerate(at) if cell.points[0] in ends)
            if number is not None and mine:
                rows = frozenset(row for row in product(range(3), repeat=len(mine)) if sum(row) == number)
                group = Group("island", mine, cells=(cell.name,), clue=number)
                tables.append(Table(group, rows, f"{cell.name} has {number} bridges"))
        return tables

    yield islands
    for x, y in product(range(len(at)), repeat=2):
        if crosses(at[x], at[y]):
            rows = frozenset(row for row in product(range(3), repeat=2) if 0 in row)
            names = (layout.variables[x].name, layout.variables[y].name)
            yield Table(Group("crossing", (x, y), cells=names), rows, f"{names[0]} and {names[1]} do not cross")


def crosses(level: Sequence[tuple[int, int]], upright: Sequence[tuple[int, int]]) -> bool:
    (r, c), (s, d) = level[0], level[-1]
    (t, e), (u, f) = upright[0], upright[-1]
    return r == s and e == f and c < e < d and t < r < u


BRIDGES = Genre(
    "Bridges",
    "Rulebook: each island has as many bridges as its number; bridges do not cross.",
    sizes="up to 400 cells",
    space=Places(
        bridges_of, text=ListText(), icons=(Icon("0", "nothing"), Icon("1", "line"), Icon("2", "double-line"))
    ),
    clues=(ISLANDS,),
    rules=bridges_rules,
    checks=check,
    symmetry=EIGHT,
    formats=(rows_of(ISLANDS),),
    examples=(
        Example("2.3/.../2.3", 2, "a square of islands"),
        Example("3.4/.../2.3 r1c1:r1c3=2", 1, "a bridge that is given"),
        Example("1..1", 1, "one bridge"),
        Example(".1./1.1/.1.", 0, "bridges would cross"),
    ),
    broken=(Broken("island", "1..1", "2"), Broken("crossing", ".1./1.1/.1.", "11")),
)

# Cells and steps: a loop around shaded cells

DOOR = Domain("o#", ("open", "shut"))
ROUND = Loop(along="steps")
DETOUR_NUMBERS = CellClue(
    "numbers",
    "how many shaded cells touch a cell at a side, or None",
    0,
    4,
    means=Exactly(1, lambda layout, cell: layout.parts[0].beside(cell), "clue"),
)


def detour_rules(layout: SeveralLayout) -> Iterator[Item]:
    cells, lines = layout.parts
    assert isinstance(cells, CellLayout)
    assert isinstance(lines, LineLayout)
    yield DETOUR_NUMBERS
    for p, q in side_by_side(layout.grid).pairs:
        yield NotBoth(Group("beside", (cells.at[p], cells.at[q]), cells=(layout.grid.name(p), layout.grid.name(q))), 1)
    for cell, steps in enumerate(lines.at_point):
        rows = frozenset(row for row in product(range(2), repeat=1 + len(steps)) if sum(row[1:]) == 2 - 2 * row[0])
        name = layout.grid.name(cell)
        yield Table(Group("passage", (cells.at[cell], *steps), cells=(name,)), rows, f"the loop passes {name} or not")
    yield ROUND.one(lines)


DETOUR = Genre(
    "Detour",
    "Rulebook: shade cells that do not share a side, and draw one loop that passes all other cells.",
    sizes="up to 400 cells",
    space=Several(Cells(DOOR), ROUND, text=LineText({"x": " "}, upright={"-": "|"}), spellings={"|": "-"}),
    clues=(DETOUR_NUMBERS,),
    rules=detour_rules,
    checks=check,
    symmetry=EIGHT,
    formats=(rows_of(DETOUR_NUMBERS),),
    maker=Maker((3, 4, 5), 4, rectangles=True),
    examples=(
        Example("..../....", 1, "around all cells"),
        Example(".../.../...", 5, "nine cells need a shaded one"),
        Example(".../.../... r1c1=#", 1, "a cell that is shaded already"),
        Example(".../.1./...", 0, "a cell beside the middle would cut it off"),
    ),
    broken=(
        Broken("clue", "1./..", "+ + + o-o +|+|+ o-o + + +"),
        Broken("beside", ".../...", "+ + + + o-o # +|+|+ + o-o # + + + +"),
        Broken("passage", ".../...", "+ + + + o-o o +|+|+ + o-o o + + + +"),
        Broken("loop", "..../....", "+ + + + + o-o o-o +|+|+|+|+ o-o o-o + + + + +"),
    ),
)

GENRES = (FENCES, TOUR, POSTS, BRIDGES, DETOUR)
