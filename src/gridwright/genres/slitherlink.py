"""Slitherlink.

Rulebook: draw one closed loop along the lines of the board, from dot to dot, that never meets itself. The number in a
cell says how many of its four sides are part of the loop.
Also called: Loopy, Fences, Loop the Loop, Takegaki.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number4 import Number4
from ..formats.puzz_link import NumberLink
from ..formats.sgt_loopy import SgtLoopy
from ..model import (
    Broken,
    ClueKind,
    Constraint,
    Count,
    Domain,
    Example,
    Genre,
    Grid,
    Group,
    LineText,
    Maker,
    OneLoop,
    PrintedClues,
    Puzzle,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Table,
    Variable,
)
from ..model.clue import per_cell
from ..model.drawing import Feature, Icon, Lattice, Number
from ..model.maker import Engine
from ..model.variable import Variables
from ._loops import grown_area
from ._parts import none_without_entries, numbers_or_none

LINE = 1
LINE_OR_NOT = Domain("x-", ("no line", "line"))
Numbers = tuple[int | None, ...]
ROWS = ClueGrid("numbers")


def numbers_of(puzzle: Puzzle) -> Numbers:
    """Of each cell its number, or None."""
    numbers: Numbers = puzzle.clue("numbers") or (None,) * len(puzzle.grid)
    return numbers


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A line or none along each side of a cell."""
    return _variables(puzzle.grid)


@lru_cache(maxsize=64)
def _variables(grid: Grid) -> tuple[Variable, ...]:
    return Variables(Variable(border, LINE_OR_NOT) for border in grid.borders)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """As many lines around a number as it says; at a dot none or two; one loop."""
    sides, numbers = _sides(puzzle.grid), numbers_of(puzzle)
    yield from (clue for _, clue in _numbers(puzzle))
    yield from _dots(puzzle.grid)
    ends, everything = _ends(puzzle.grid)
    counts = [0] * len(ends)
    for around, number in zip(sides, numbers, strict=True):
        if number is not None:
            for x in around:
                counts[x] += 1
    yield OneLoop(everything, LINE, ends, tuple(counts), sum(number or 0 for number in numbers))


def _numbers(puzzle: Puzzle) -> Iterator[tuple[int, Count]]:
    """Of each number its cell and what it says."""
    sides, names = _sides(puzzle.grid), puzzle.grid.cells
    for cell, number in enumerate(numbers_of(puzzle)):
        if number is not None:
            group = Group("clue", sides[cell], cells=(names[cell].name,), clue=number)
            yield cell, Count.exactly(group, LINE, number)


@lru_cache(maxsize=64)
def _sides(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The variables around each cell."""
    at = {border.name: x for x, border in enumerate(grid.borders)}
    return tuple(tuple(at[border.name] for border in grid.neighbours(cell, "border")) for cell in grid.cells)


@lru_cache(maxsize=64)
def _dots(grid: Grid) -> tuple[Constraint, ...]:
    """At each dot no line ends and none branches; boards of a size share it."""
    at = {border.name: x for x, border in enumerate(grid.borders)}
    found = []
    for corner in grid.corners:
        lines = tuple(at[border.name] for border in grid.neighbours(corner, "border"))
        rows = frozenset(row for row in product(range(2), repeat=len(lines)) if sum(row) in (0, 2))
        saying = f"at {corner.name} no line ends and none branches"
        found.append(Table(Group("dot", lines, cells=(corner.name,)), rows, saying))
    return tuple(found)


@lru_cache(maxsize=64)
def _ends(grid: Grid) -> tuple[tuple[tuple[int, int], ...], Group]:
    """The dots that each variable joins, and the group of all."""
    at = {corner.name: n for n, corner in enumerate(grid.corners)}
    ends = []
    for border in grid.borders:
        one, other = (at[corner.name] for corner in grid.neighbours(border, "corner"))
        ends.append((one, other))
    return tuple(ends), Group("loop", tuple(range(len(ends))))


def validate(puzzle: Puzzle) -> None:
    """Numbers from 0 to 4."""
    numbers_or_none(puzzle, "numbers", 0, 4)


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Dots, numbers, lines and crosses."""
    yield Lattice()
    yield from (Number(cell, str(number)) for cell, number in enumerate(numbers_of(puzzle)) if number is not None)
    yield from (Icon("-", "line"), Icon("x", "cross"))


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, request.grid)


def complete(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
    """The edge of an area of cells."""
    inside = grown_area(puzzle.grid, stream)
    return tuple(int(sum(cell in inside for cell in both) == 1) for both in _beside(puzzle.grid))


@lru_cache(maxsize=64)
def _beside(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The cells on both sides of each variable."""
    return tuple(tuple(cell.number for cell in grid.neighbours(border, "cell")) for border in grid.borders)


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """A number in every cell."""
    numbers = tuple(sum(solution[x] for x in around) for around in _sides(puzzle.grid))
    return Puzzle(GENRE, puzzle.grid, clues={"numbers": numbers})


WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "values": [
            {
                "names": ["line"], "": "a line", "a": "a line", "the": "the line", "its": "its line", "name": "line",
                "many": "lines", "the_many": "the lines", "placed": "{P} [P: is|are] part of the loop",
                "dropped": "{P} [P: is|are] not part of the loop", "suppose": "suppose {P} were part of the loop",
            },
            {
                "names": ["no line"], "": "a cross", "a": "a cross", "the": "the cross", "its": "its cross",
                "name": "cross", "many": "crosses", "the_many": "the crosses",
                "placed": "{P} [P: gets a cross|get crosses]", "dropped": "{P} [P: is|are] part of the loop",
                "suppose": "suppose {P} were not part of the loop",
            },
        ],
        "groups": [
            {"kind": "clue", "one": "the {clue} at {cell}"},
            {"kind": "dot", "one": "the dot {cell}", "many": "the dots {cell}"},
            {"kind": "loop", "one": "the loop"},
        ],
        "words": {
            "opening": "A loop runs along the dots of [M: one row|{M} rows], part of it drawn",
            "opening_clued": "A loop runs along the dots of [M: one row|{M} rows]",
            "cell_noun": "border", "cells_noun": "borders", "one_cell": "one border", "n_cells": "{n} borders",
            "of_cell": "the border ", "of_cells": "the borders ",
            "stuck": "Here the techniques end, with [N: one border|{N} borders] still open",
        },
    },
    "de": {
        "values": [
            {
                "names": ["line"], "": "Linie", "der": "die Linie", "den": "die Linie", "ein": "eine Linie",
                "dem": "der Linie", "die": "die", "einen": "eine Linie", "many": "Linien", "der_many": "die Linien",
                "placed": "{P} [P: gehört|gehören] zur Schleife", "suppose": "angenommen, {P} gehörte zur Schleife",
                "dropped": "{P} [P: gehört|gehören] nicht zur Schleife",
            },
            {
                "names": ["no line"], "": "Kreuz", "der": "das Kreuz", "den": "das Kreuz", "ein": "ein Kreuz",
                "dem": "dem Kreuz", "die": "das", "einen": "ein Kreuz", "many": "Kreuze", "der_many": "die Kreuze",
                "placed": "[P: {P} bekommt ein Kreuz|{P} bekommen Kreuze]",
                "dropped": "{P} [P: gehört|gehören] zur Schleife", "suppose": "angenommen, {P} bekäme ein Kreuz",
            },
        ],
        "groups": [
            {
                "kind": "clue",
                "one": {"": "die {clue} bei {cell}", "in": "um die {clue} bei {cell}", "von": "der {clue} bei {cell}"},
            },
            {
                "kind": "dot",
                "one": {"": "der Punkt {cell}", "in": "am Punkt {cell}", "von": "des Punkts {cell}"},
                "many": {"": "die Punkte {cell}", "in": "an den Punkten {cell}", "von": "der Punkte {cell}"},
            },
            {"kind": "loop", "one": {"": "die Schleife", "in": "in der Schleife", "von": "der Schleife"}},
        ],
        "words": {
            "opening": "Eine Schleife läuft durch die Punkte von [M: einer Zeile|{M} Zeilen], ein Teil ist gezeichnet",
            "opening_clued": "Eine Schleife läuft durch die Punkte von [M: einer Zeile|{M} Zeilen]",
            "one_cell": "eine Kante", "n_cells": "{n} Kanten",
            "stuck": "Hier enden die Techniken; [N: eine Kante ist|{N} Kanten sind] noch offen",
        },
        "titles": {"slitherlink": "diese Schleife"},
    },
    "friendly": {
        "words": {"stuck": "This is as far as these techniques take us: [N: one border is|{N} borders are] still open"},
        "techniques": {"count-forced": "{g} needs every border that is left to it, so {then}"},
    },
    "terse": {
        "words": {"stuck": "Stuck: {N} borders open"},
        "values": [
            {"names": ["line"], "": "-", "a": "-", "many": "-", "placed": "{P}=-", "dropped": "{P}=x",
             "suppose": "Assume {P}=-"},
            {"names": ["no line"], "": "x", "a": "x", "many": "x", "placed": "{P}=x", "dropped": "{P}=-",
             "suppose": "Assume {P}=x"},
        ],
    },
}  # fmt: skip

GENRE = Genre(
    key="slitherlink",
    title="Slitherlink",
    aliases=("loopy", "slither"),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("numbers"),
    drawing=drawing,
    board=LineText({"x": " "}, upright={"-": "|"}),
    blanks=".",
    spellings={"|": "-"},
    clues=(ClueKind("numbers", "the number of each cell, or None", None, per_cell, "numbers"),),
    words=WORDS,
    formats=(
        SgtLoopy(),
        ROWS,
        NumberLink("slither", "numbers", Number4, None, "slitherlink"),
        ClueJson("slitherlink", ROWS),
    ),
    maker=Maker(
        sizes=tuple(range(3, 31)),
        size=7,
        scaffold=scaffold,
        steps=StepMaker(complete=complete, derive=derive, printed=PrintedClues("numbers", _numbers, ("clue",))),
        rectangles=True,
        symmetric=True,
    ),
    examples=(
        Example("33\n..", 1, "two threes side by side"),
        Example("4", 1, "a loop around one cell"),
        Example("..", 3, "nothing said: a long loop and two short ones"),
        Example("3.\n..\n22", 1, "a board that is no square"),
        Example("3..\n.11 r1c1n=-", 1, "a line that is given"),
        Example("44", 0, "a line between two fours would be where three lines meet"),
        Example("4.4", 0, "two loops are not one"),
    ),
    broken=(
        Broken("clue", "2.", "+-+-+|   |+-+-+"),
        Broken("dot", "3.", "+-+-+|   |+-+ +"),
        Broken("loop", "4.4", "+-+ +-+| | | |+-+ +-+"),
    ),
)
