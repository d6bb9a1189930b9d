"""Akari.

Rulebook: put lamps into white cells so that every white cell is lit. A lamp lights its own cell and every white cell of
its row and column as far as the next black one; no two lamps light each other. The number in a black cell says how many
lamps stand beside it.
Also called: Light Up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number4 import Number4
from ..formats.puzz_link import NumberLink
from ..formats.sgt_lightup import BLACK, SgtLightUp
from ..model import (
    AtLeastOne,
    Broken,
    CellText,
    ClueKind,
    Constraint,
    Count,
    Domain,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    PrintedClues,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Variable,
)
from ..model.clue import per_cell
from ..model.drawing import Feature, Holes, Icon, Number
from ._parts import cells, none_without_entries, numbers_or_none, stretches

LAMP = 1
LAMP_OR_NOT = Domain(".L", ("no lamp", "lamp"))
Walls = tuple[int | None, ...]
ROWS = ClueGrid("walls", {"#": BLACK})


def walls_of(puzzle: Puzzle) -> Walls:
    """Of each cell its number, BLACK of a black one without, None of a white one."""
    walls: Walls = puzzle.clue("walls") or (None,) * len(puzzle.grid)
    return walls


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A lamp or none in each white cell."""
    every = cells(puzzle.grid, LAMP_OR_NOT)
    return tuple(each for each, wall in zip(every, walls_of(puzzle), strict=True) if wall is None)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """At most one lamp between black cells, at least one that lights each cell, as many beside a number as it says."""
    walls = walls_of(puzzle)
    yield from _light(puzzle.grid, tuple([cell for cell, wall in enumerate(walls) if wall is None]))
    yield from (clue for _, clue in _numbers(puzzle.grid, walls))


@lru_cache(maxsize=64)
def _light(grid: Grid, white: tuple[int, ...]) -> tuple[Constraint, ...]:
    """What light says of white cells, whatever the numbers are."""
    at = {cell: x for x, cell in enumerate(white)}
    names = [grid.cells[cell].name for cell in white]
    runs: list[list[tuple[int, ...]]] = []
    """Of each white cell the members of its row's stretch, then of its column's."""
    found: list[Constraint] = []
    for way, lines in (("row", grid.row_lines), ("column", grid.column_lines)):
        runs.append([()] * len(white))
        for line in lines:
            for stretch in stretches(line, at.__contains__):
                members = tuple([at[cell] for cell in stretch])
                for x in members:
                    runs[-1][x] = members
                if len(members) > 1:
                    found.append(Count(Group("run", members, cells=(names[members[0]],), way=way), LAMP, 0, 1))
    for name, row, column in zip(names, *runs, strict=True):
        group = Group("light", tuple(sorted({*row, *column})), cells=(name,))
        found.append(AtLeastOne(group, LAMP, f"{name} is lit"))
    return tuple(found)


def _numbers(grid: Grid, walls: Walls) -> Iterator[tuple[int, Count]]:
    """Of each number its cell and what it says."""
    white = (cell for cell, wall in enumerate(walls) if wall is None)
    at, places = {cell: x for x, cell in enumerate(white)}, grid.cells
    for cell, number in enumerate(walls):
        if number is not None and number != BLACK:
            beside = tuple([at[near] for near in grid.beside(cell) if near in at])
            group = Group("clue", beside, cells=(places[cell].name,), clue=number)
            yield cell, Count.exactly(group, LAMP, number)


def validate(puzzle: Puzzle) -> None:
    """Black cells with numbers from 0 to 4, or without; some cell is white."""
    numbers_or_none(puzzle, "walls", BLACK, 4)
    if None not in walls_of(puzzle):
        raise PuzzleError("expected a white cell, found none")


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Black cells with their numbers, lamps as lamps."""
    walls = walls_of(puzzle)
    yield Holes(tuple(cell for cell, wall in enumerate(walls) if wall is not None))
    yield from (Number(cell, str(wall)) for cell, wall in enumerate(walls) if wall is not None and wall != BLACK)
    yield from (Icon("L", "lamp"), Icon(".", "dot"))


BLACK_CELLS = 22
"""In per cent."""


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """Black cells anywhere, symmetric where it is asked for; without numbers."""
    grid, motions = request.grid, [request.grid.motion(name).cells for name in request.symmetry]
    walls: list[int | None] = [None] * len(grid)
    for cell in range(len(grid)):
        orbit = {cell, *(moved[cell] for moved in motions)}
        if cell == min(orbit) and stream.below(100) < BLACK_CELLS:
            for each in orbit:
                walls[each] = BLACK
    if None not in walls:
        walls[0] = None
    return Puzzle(GENRE, grid, clues={"walls": tuple(walls)})


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """A number in every black cell."""
    grid = puzzle.grid
    places = (variable.place.number for variable in puzzle.variables)
    lamps = {cell for cell, value in zip(places, solution, strict=True) if value == LAMP}
    numbers = tuple(
        None if wall is None else len(lamps.intersection(grid.beside(cell)))
        for cell, wall in enumerate(walls_of(puzzle))
    )
    return Puzzle(GENRE, grid, clues={"walls": numbers})


WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "values": [
            {
                "names": ["lamp"], "": "a lamp", "a": "a lamp", "the": "the lamp", "its": "its lamp", "name": "lamp",
                "many": "lamps", "the_many": "the lamps", "placed": "[P: {P} holds a lamp|{P} hold lamps]",
                "suppose": "suppose {P} held a lamp", "line_cell": "{p} has to hold a lamp",
                "dropped": "[P: {P} holds|{P} hold] no lamp",
            },
            {"names": ["no lamp"], "": "no lamp", "dropped": "[P: {P} holds a lamp|{P} hold lamps]"},
        ],
        "groups": [
            {"kind": "run", "one": "the run from {cell}"},
            {"kind": "light", "one": "the light on {cell}"},
            {"kind": "clue", "one": "the {clue} at {cell}"},
        ],
    },
    "de": {
        "values": [
            {
                "names": ["lamp"], "": "Lampe", "der": "die Lampe", "den": "die Lampe", "ein": "eine Lampe",
                "dem": "der Lampe", "die": "die", "einen": "eine Lampe", "many": "Lampen", "der_many": "die Lampen",
                "placed": "[P: in {P} steht eine Lampe|in {P} stehen Lampen]",
                "suppose": "angenommen, in {P} stünde eine Lampe",
                "dropped": "[P: in {P} steht keine Lampe|in {P} stehen keine Lampen]",
            },
            {
                "names": ["no lamp"], "": "keine Lampe", "der": "keine Lampe", "den": "keine Lampe",
                "ein": "keine Lampe", "dem": "keiner Lampe", "die": "keine", "einen": "keine Lampe",
                "many": "keine Lampen", "der_many": "keine Lampen",
                "dropped": "[P: in {P} steht eine Lampe|in {P} stehen Lampen]",
            },
        ],
        "groups": [
            {
                "kind": "run",
                "one": {"": "das Stück ab {cell}", "in": "im Stück ab {cell}", "von": "des Stücks ab {cell}"},
            },
            {
                "kind": "light",
                "one": {"": "das Licht auf {cell}", "in": "beim Licht auf {cell}", "von": "des Lichts auf {cell}"},
            },
            {
                "kind": "clue",
                "one": {"": "die {clue} in {cell}", "in": "an der {clue} in {cell}", "von": "der {clue} in {cell}"},
            },
        ],
        "titles": {"akari": "dieses Akari"},
        "techniques": {
            "clue-pair": "mit {u:dem} in {r} ginge {c} auf und auch {d}, aber nicht beide: {result}",
            "count-full": "{g} braucht keine Lampe mehr: {result}",
        },
        "likewise": {"count-full": "{g} braucht keine mehr, und {then}"},
    },
    "teacher": {
        "techniques": {
            "clue-pair": "with {u} at {r}, there would be a way for {c} and one for {d}, but not for both, so {then}",
            "count-full": "{g} needs no more lamps, so {then}",
        },
        "likewise": {"count-full": "{g} needs no more, so {then}"},
    },
    "friendly": {
        "techniques": {
            "clue-pair": "try {u} at {r}: {c} works, and {d} works, but never both. So {then}",
            "count-full": "{g} wants no more lamps, so {then}",
        },
        "likewise": {"count-full": "{g} wants no more, so {then}"},
    },
    "terse": {
        "values": [
            {"names": ["lamp"], "": "lamp", "placed": "{P}=lamp", "dropped": "{P}≠lamp", "a": "lamp"},
            {"names": ["no lamp"], "": "no lamp", "placed": "{P}≠lamp", "dropped": "{P}=lamp"},
        ],
        "groups": [
            {"kind": "run", "one": "run {cell}"},
            {"kind": "light", "one": "light {cell}"},
            {"kind": "clue", "one": "clue {clue} at {cell}"},
        ],
        "techniques": {"clue-pair": "{name} {c}, {d} → {then}", "count-full": "{g} full → {then}"},
        "likewise": {"count-full": "{g} {then}"},
    },
}  # fmt: skip

GENRE = Genre(
    key="akari",
    title="Akari",
    aliases=("light-up", "lightup"),
    rulebook=__doc__,
    sizes="any rectangle up to 100 by 100",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("walls"),
    drawing=drawing,
    board=CellText(hole="."),
    blanks="?.",
    spellings={"x": ".", "*": "L"},
    clues=(ClueKind("walls", "of each black cell its number, or -1; None for a white one", None, per_cell, "numbers"),),
    words=WORDS,
    formats=(
        SgtLightUp(),
        ROWS,
        NumberLink("akari", "walls", Number4, BLACK, "lightup"),
        ClueJson("akari", ROWS),
    ),
    maker=Maker(
        sizes=tuple(range(3, 31)),
        size=7,
        scaffold=scaffold,
        steps=StepMaker(
            derive=derive,
            tries=4,
            printed=PrintedClues(
                "walls",
                lambda puzzle: _numbers(puzzle.grid, walls_of(puzzle)),
                ("clue",),
                absent=BLACK,
                counts=True,
            ),
        ),
        rectangles=True,
        symmetric=True,
    ),
    examples=(
        Example("1..\n...\n..1", 2, "either pair of corners"),
        Example("#.#\n.4.\n#.#", 1, "four lamps around a 4"),
        Example("...2\n.#2.\n...2\n0#1.", 1, "numbers decide it"),
        Example("1..\n...\n..1 r1c2=L", 1, "a lamp that is given"),
        Example("0.\n.#", 0, "a cell that nothing may light"),
        Example(".#.", 1, "two cells by themselves"),
    ),
    broken=(
        Broken("run", "...", "L.L"),
        Broken("light", "...\n.#.\n...", "L........"),
        Broken("clue", "0..\n...", ".L.L.."),
    ),
)
