"""Masyu.

Rulebook: draw one closed loop through the centres of cells that passes every pearl and never meets itself. Through a
white pearl it goes straight on, and turns in the cell before it, behind it, or both. In a black pearl it turns, and
goes straight on through the cells before and behind it.
Also called: Mashu, Pearl.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.pearls import Pearls
from ..formats.puzz_link import NumberLink
from ..model import (
    Broken,
    ClueKind,
    Constraint,
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
    PuzzleError,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Table,
    Variable,
)
from ..model.clue import per_cell
from ..model.drawing import Feature, Icon, Number
from ..model.grid import grid_of
from ..model.maker import Engine
from ..model.variable import Variables
from ._loops import better_area, grown_area
from ._parts import none_without_entries, numbers_or_none
from .slitherlink import WORDS as LINE_WORDS

LINE = 1
LINE_OR_NOT = Domain("x-", ("no line", "line"))
WHITE, BLACK = 1, 2
ROWS = ClueGrid("pearls", {"o": WHITE, "@": BLACK})
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A line or none from each cell to the next."""
    return _variables(puzzle.grid)


@lru_cache(maxsize=64)
def _variables(grid: Grid) -> tuple[Variable, ...]:
    return Variables(Variable(step, LINE_OR_NOT) for step in grid.steps)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """In a cell none or two lines; pearls as they say; one loop through all of them."""
    grid, pearls = puzzle.grid, puzzle.clue("pearls") or (None,) * len(puzzle.grid)
    yield from _cells(grid)
    yield from (clue for _, clue in _pearls(puzzle))
    ends, everything = _ends(grid)
    counts = tuple(sum(pearls[end] is not None for end in both) for both in ends)
    yield OneLoop(everything, LINE, ends, counts, 2 * sum(pearl is not None for pearl in pearls))


def _pearls(puzzle: Puzzle) -> Iterator[tuple[int, Table]]:
    """Of each pearl its cell and what it says."""
    for cell, pearl in enumerate(puzzle.clue("pearls") or ()):
        if pearl is not None:
            yield cell, _pearl(puzzle.grid, cell, pearl)


@lru_cache(maxsize=64)
def _ends(grid: Grid) -> tuple[tuple[tuple[int, int], ...], Group]:
    """The cells that each variable joins, and the group of all."""
    ends = []
    for step in grid.steps:
        one, other = (cell.number for cell in grid.neighbours(step, "cell"))
        ends.append((one, other))
    return tuple(ends), Group("loop", tuple(range(len(ends))))


@lru_cache(maxsize=64)
def _step_at(grid: Grid) -> dict[frozenset[int], int]:
    """The variable between two cells."""
    return {frozenset(both): x for x, both in enumerate(_ends(grid)[0])}


@lru_cache(maxsize=64)
def _cells(grid: Grid) -> tuple[Constraint, ...]:
    """In each cell no line ends and none branches; boards of a size share it."""
    found, at = [], _step_at(grid)
    for cell in range(len(grid)):
        lines = tuple(at[frozenset((cell, near))] for near in grid.beside(cell))
        rows = frozenset(row for row in product(range(2), repeat=len(lines)) if sum(row) in (0, 2))
        saying = f"in {grid.name(cell)} no line ends and none branches"
        found.append(Table(Group("dot", lines, cells=(grid.name(cell),)), rows, saying))
    return tuple(found)


@lru_cache(maxsize=4096)
def _pearl(grid: Grid, cell: int, pearl: int) -> Table:
    """What may be drawn at a pearl: the lines to its neighbours, and those beyond them, straight on."""
    row, column = grid.position(cell)
    at = _step_at(grid)

    def step(way: tuple[int, int], far: int) -> int | None:
        spots = [(row + way[0] * k, column + way[1] * k) for k in (far, far + 1)]
        if not all(0 <= r < grid.rows and 0 <= c < grid.columns for r, c in spots):
            return None
        return at[frozenset(grid.cell(r, c) for r, c in spots)]

    near, beyond = [step(way, 0) for way in WAYS], [step(way, 1) for way in WAYS]
    scope = [x for x in (*near, *beyond) if x is not None]
    rows = []
    for values in product(range(2), repeat=len(scope)):
        drawn = dict(zip(scope, values, strict=True))
        here = [drawn.get(x, 0) if x is not None else 0 for x in near]
        on = [drawn.get(x, 0) if x is not None else 0 for x in beyond]
        if sum(here) == 2 and _right(pearl, here, on):
            rows.append(values)
    what = "goes straight on and turns before or behind" if pearl == WHITE else "turns and goes straight on twice"
    way = "white" if pearl == WHITE else "black"
    saying = f"at {grid.name(cell)} the loop {what}"
    return Table(Group("pearl", tuple(scope), cells=(grid.name(cell),), way=way), frozenset(rows), saying)


def _right(pearl: int, here: list[int], on: list[int]) -> bool:
    """Of two lines at a pearl, and whether each goes straight on."""
    straight = here[0] == here[2]
    drawn = [i for i in range(4) if here[i]]
    if pearl == WHITE:
        return straight and not all(on[i] for i in drawn)
    return not straight and all(on[i] for i in drawn)


def validate(puzzle: Puzzle) -> None:
    """White and black pearls; lines to draw."""
    numbers_or_none(puzzle, "pearls", WHITE, BLACK)
    if len(puzzle.grid) < 2:
        raise PuzzleError("expected a board of two cells at the least")


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Pearls, lines and crosses."""
    for cell, pearl in enumerate(puzzle.clue("pearls") or ()):
        if pearl is not None:
            yield Number(cell, "○" if pearl == WHITE else "●")
    yield from (Icon("-", "line"), Icon("x", "cross"))


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, request.grid)


def complete(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
    """The edge of an area on the board whose corners are the centres of cells, one that allows many pearls.

    Of loops at random hardly one is told by its pearls, even on six rows.
    """
    grid = puzzle.grid
    inner = grid_of(grid.rows - 1, grid.columns - 1)

    def many(inside: set[int]) -> int:
        return sum(pearl is not None for pearl in _allowed(grid, _edge(grid, inside)))

    return _edge(grid, better_area(inner, grown_area(inner, stream), many, stream))


def _edge(grid: Grid, inside: set[int]) -> Solution:
    """The loop around an area of the board between the centres of cells."""
    return tuple(int((one in inside) != (other in inside)) for one, other in _sides(grid))


@lru_cache(maxsize=64)
def _sides(grid: Grid) -> tuple[tuple[int, int], ...]:
    """The cells of the board between the centres on both sides of each variable; -1 for outside."""
    inner = grid_of(grid.rows - 1, grid.columns - 1)

    def at(row: int, column: int) -> int:
        return inner.cell(row, column) if 0 <= row < inner.rows and 0 <= column < inner.columns else -1

    found = []
    for one, other in _ends(grid)[0]:
        (row, column), upright = grid.position(min(one, other)), abs(one - other) > 1
        found.append((at(row, column - 1) if upright else at(row - 1, column), at(row, column)))
    return tuple(found)


def _allowed(grid: Grid, solution: Solution) -> list[int | None]:
    """Every pearl that a loop allows."""
    joined: list[list[int]] = [[] for _ in range(len(grid))]
    for (one, other), value in zip(_ends(grid)[0], solution, strict=True):
        if value == LINE:
            joined[one].append(other)
            joined[other].append(one)
    straight = [sum(near) == 2 * cell for cell, near in enumerate(joined)]
    pearls: list[int | None] = [None] * len(grid)
    for cell, near in enumerate(joined):
        if near and straight[cell] and not (straight[near[0]] and straight[near[1]]):
            pearls[cell] = WHITE
        elif near and not straight[cell] and straight[near[0]] and straight[near[1]]:
            pearls[cell] = BLACK
    return pearls


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Every pearl that the loop allows."""
    return Puzzle(GENRE, puzzle.grid, clues={"pearls": tuple(_allowed(puzzle.grid, solution))})


GROUPS = {
    "en": [
        {"kind": "pearl", "way": "white", "one": "the white pearl at {cell}"},
        {"kind": "pearl", "way": "black", "one": "the black pearl at {cell}"},
        {"kind": "dot", "one": "the cell {cell}", "many": "the cells {cell}"},
        {"kind": "loop", "one": "the loop"},
    ],
    "de": [
        {
            "kind": "pearl",
            "way": english,
            "one": {
                "": f"die {german}e Perle in {{cell}}",
                "in": f"bei der {german}en Perle in {{cell}}",
                "von": f"der {german}en Perle in {{cell}}",
            },
        }
        for english, german in (("white", "weiß"), ("black", "schwarz"))
    ]
    + [
        {
            "kind": "dot",
            "one": {"": "das Feld {cell}", "in": "im Feld {cell}", "von": "des Felds {cell}"},
            "many": {"": "die Felder {cell}", "in": "in den Feldern {cell}", "von": "der Felder {cell}"},
        },
        {"kind": "loop", "one": {"": "die Schleife", "in": "in der Schleife", "von": "der Schleife"}},
    ],
}
WORDS: dict[str, dict[str, Any]] = {
    **LINE_WORDS,
    "en": {
        **LINE_WORDS["en"],
        "groups": GROUPS["en"],
        "words": {
            "opening": "A loop runs through cells of [M: one row|{M} rows], part of it drawn",
            "opening_clued": "A loop runs through cells of [M: one row|{M} rows]",
            "cell_noun": "edge", "cells_noun": "edges", "one_cell": "one edge", "n_cells": "{n} edges",
            "of_cell": "the edge ", "of_cells": "the edges ",
            "stuck": "Here the techniques end, with [N: one edge|{N} edges] still open",
        },
    },
    "de": {
        **LINE_WORDS["de"],
        "groups": GROUPS["de"],
        "words": {
            "opening": "Eine Schleife läuft durch Felder von [M: einer Zeile|{M} Zeilen], ein Teil ist gezeichnet",
            "opening_clued": "Eine Schleife läuft durch Felder von [M: einer Zeile|{M} Zeilen]",
            "one_cell": "eine Kante", "n_cells": "{n} Kanten",
            "stuck": "Hier enden die Techniken; [N: eine Kante ist|{N} Kanten sind] noch offen",
        },
        "titles": {"masyu": "dieses Masyu"},
    },
    "friendly": {
        "words": {"stuck": "This is as far as these techniques take us: [N: one edge is|{N} edges are] still open"},
    },
    "terse": {**LINE_WORDS["terse"], "words": {"stuck": "Stuck: {N} edges open"}},
}  # fmt: skip

GENRE = Genre(
    key="masyu",
    title="Masyu",
    aliases=("mashu",),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("pearls"),
    drawing=drawing,
    board=LineText({"x": " "}, upright={"-": "|"}),
    blanks=".",
    spellings={"|": "-"},
    clues=(ClueKind("pearls", "1 for a white pearl, 2 for a black one, None for neither", None, per_cell, "numbers"),),
    words=WORDS,
    formats=(ROWS, NumberLink("mashu", "pearls", Pearls, None, "masyu"), ClueJson("masyu", ROWS)),
    maker=Maker(
        sizes=tuple(range(4, 26)),
        size=8,
        scaffold=scaffold,
        steps=StepMaker(complete=complete, derive=derive, printed=PrintedClues("pearls", _pearls, ("pearl",))),
        rectangles=True,
    ),
    examples=(
        Example("..o...\n.@..o.\n......\n...@..\n.o....\n......", 1, "six rows"),
        Example("..\n..", 1, "four cells"),
        Example("@..\n...\n...", 2, "a black pearl in a corner"),
        Example("o.\n..", 0, "a white pearl has no corner"),
        Example(".o.\n...\n...", 4, "a white pearl at the edge"),
    ),
    broken=(
        Broken("dot", "..\n..", "+ + +  -  + + +     + + +"),
        Broken("pearl", "o..\n...", "+ + + +  - -  +|+ +|+  - -  + + + +"),
        Broken("pearl", ".@.\n...", "+ + + +  - -  +|+ +|+  - -  + + + +"),
        Broken("loop", "....\n....", "+ + + + +  -   -  +|+|+|+|+  -   -  + + + + +"),
    ),
)
