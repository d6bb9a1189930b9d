"""Tents.

Rulebook: put tents beside trees so that trees and tents pair off, each pair side by side. No two tents touch, not even
at a corner. The numbers say how many tents stand in a row or column.
Also called: Tents and Trees, Camping.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..formats.tent_texts import SgtTents, TentJson, TentRows, TentsLink, clues_of
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
    NotBoth,
    Paired,
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
from ..model.drawing import Feature, Icon, Number, Outside
from ..model.grid import Motion
from ._parts import cells, none_without_entries, numbers_or_none

TENT = 1
TENT_OR_NOT = Domain(".T", ("no tent", "tent"))


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A tent or none in each cell that is no tree."""
    trees = set(clues_of(puzzle)[0])
    return tuple(each for cell, each in enumerate(cells(puzzle.grid, TENT_OR_NOT)) if cell not in trees)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Trees and tents in pairs, tents apart, so many in a line."""
    grid, (trees, _) = puzzle.grid, clues_of(puzzle)
    free = tuple(variable.place.number for variable in puzzle.variables)
    at = {cell: x for x, cell in enumerate(free)}
    beside = tuple([tuple([at[near] for near in grid.beside(tree) if near in at]) for tree in trees])
    saying = "every tree has a tent of its own beside it, and every tent its tree"
    for tree, near in zip(trees, beside, strict=True):
        if near:  # the pairs say so, too, but people look at one tree
            name = grid.name(tree)
            yield AtLeastOne(Group("trees", near, cells=(name,)), TENT, f"the tree at {name} has a tent beside it")
    yield Paired(Group("trees", tuple(range(len(free)))), TENT, beside, saying)
    yield from (count for _, count in _counts(puzzle))
    yield from _apart(grid, free)


def _counts(puzzle: Puzzle) -> Iterator[tuple[int, Count]]:
    """Of each count its place among them and what it says."""
    at = {variable.place.number: x for x, variable in enumerate(puzzle.variables)}
    for i, ((kind, n, line), count) in enumerate(zip(_lines(puzzle.grid), clues_of(puzzle)[1], strict=True)):
        if count is not None:
            yield i, Count.exactly(Group(kind, tuple([at[cell] for cell in line if cell in at]), number=n), TENT, count)


@lru_cache(maxsize=64)
def _lines(grid: Grid) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    of_kinds = (("column", grid.column_lines), ("row", grid.row_lines))
    return tuple((kind, n, line) for kind, lines in of_kinds for n, line in enumerate(lines, start=1))


@lru_cache(maxsize=64)
def _apart(grid: Grid, free: tuple[int, ...]) -> tuple[NotBoth, ...]:
    """No two tents touch."""
    at = {cell: x for x, cell in enumerate(free)}
    return tuple([_not_both(at[p], at[q], names) for p, q, names in _touching(grid) if p in at and q in at])


@lru_cache(maxsize=20_000)
def _not_both(x: int, y: int, names: tuple[str, str]) -> NotBoth:
    """Boards of a size have many pairs in common: trees before them move a pair by a few variables."""
    return NotBoth(Group("touch", (x, y), cells=names), TENT)


@lru_cache(maxsize=64)
def _touching(grid: Grid) -> tuple[tuple[int, int, tuple[str, str]], ...]:
    """Cells that touch, and their names; boards of a size share it."""
    return tuple((p, q, (grid.name(p), grid.name(q))) for p, q in grid.touching_pairs())


def validate(puzzle: Puzzle) -> None:
    """Trees somewhere, a count or none for each column and row."""
    grid, counts = puzzle.grid, puzzle.clue("counts")
    numbers_or_none(puzzle, "trees", 1, 1)
    if len(clues_of(puzzle)[0]) in (0, len(grid)):
        raise PuzzleError("expected trees, and cells for tents")
    if counts is not None and len(counts) != grid.rows + grid.columns:
        raise PuzzleError(f"expected counts of {grid.columns} columns and {grid.rows} rows, found {len(counts)}")
    for count in counts or ():
        if count is not None and not (isinstance(count, int) and 0 <= count <= max(grid.rows, grid.columns)):
            raise PuzzleError(f"expected counts from 0 to {max(grid.rows, grid.columns)}, found {count}")


def move_counts(counts: Any, motion: Motion) -> Any:
    """Each count goes where its line goes."""
    if counts is None:
        return None
    source, target = motion.grid, motion.target
    moved: list[int | None] = [None] * len(counts)
    for (kind, _, line), count in zip(_lines(source), counts, strict=True):
        row, column = target.position(motion.cells[line[0]])
        upright = (kind == "column") != motion.transposes
        moved[column if upright else target.columns + row] = count
    return tuple(moved)


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Trees, counts above and to the left, tents."""
    trees, counts = clues_of(puzzle)
    yield from (Number(tree, "♣") for tree in trees)
    columns = puzzle.grid.columns
    yield from (Outside("above", n, str(c)) for n, c in enumerate(counts[:columns]) if c is not None)
    yield from (Outside("left", n, str(c)) for n, c in enumerate(counts[columns:]) if c is not None)
    yield from (Icon("T", "tent"), Icon(".", "dot"))


TENTS = 20
"""In per cent of the cells."""


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """A tree beside each of some tents that do not touch; without the tents."""
    grid = request.grid
    order, tents, trees, taken = list(range(len(grid))), set[int](), set[int](), set[int]()
    stream.shuffle(order)
    for cell in order:
        if cell in trees or cell in taken or 100 * len(tents) >= TENTS * len(grid):
            continue
        free = [near for near in grid.beside(cell) if near not in tents and near not in trees]
        if free:
            tents.add(cell)
            taken |= {cell, *_around(grid)[cell]}
            trees.add(stream.choose(free))
    return Puzzle(GENRE, grid, clues={"trees": tuple(1 if cell in trees else None for cell in range(len(grid)))})


@lru_cache(maxsize=16)
def _around(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The cells that touch each one."""
    found: list[list[int]] = [[] for _ in range(len(grid))]
    for p, q in grid.touching_pairs():
        found[p].append(q)
        found[q].append(p)
    return tuple(map(tuple, found))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """How many tents there are in every column and row."""
    places = (variable.place.number for variable in puzzle.variables)
    tents = {cell for cell, value in zip(places, solution, strict=True) if value == TENT}
    counts = tuple([len(tents.intersection(line)) for _, _, line in _lines(puzzle.grid)])
    return Puzzle(GENRE, puzzle.grid, clues={**puzzle.clues, "counts": counts})


WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "values": [
            {
                "names": ["tent"], "": "a tent", "a": "a tent", "the": "the tent", "its": "its tent", "name": "tent",
                "many": "tents", "the_many": "the tents", "placed": "[P: {P} holds a tent|{P} hold tents]",
                "suppose": "suppose {P} held a tent", "line_cell": "{p} has to hold a tent",
                "dropped": "[P: {P} holds|{P} hold] no tent",
            },
            {"names": ["no tent"], "": "no tent", "dropped": "[P: {P} holds a tent|{P} hold tents]"},
        ],
        "groups": [{"kind": "trees", "one": "the tree at {cell}"}, {"kind": "trees", "one": "the trees"}],
    },
    "de": {
        "values": [
            {
                "names": ["tent"], "": "Zelt", "der": "das Zelt", "den": "das Zelt", "ein": "ein Zelt",
                "dem": "dem Zelt", "die": "das", "einen": "ein Zelt", "many": "Zelte", "der_many": "die Zelte",
                "placed": "[P: in {P} steht ein Zelt|in {P} stehen Zelte]",
                "suppose": "angenommen, in {P} stünde ein Zelt",
                "dropped": "[P: in {P} steht kein Zelt|in {P} stehen keine Zelte]",
            },
            {
                "names": ["no tent"], "": "kein Zelt", "der": "kein Zelt", "den": "kein Zelt", "ein": "kein Zelt",
                "dem": "keinem Zelt", "die": "kein", "einen": "kein Zelt", "many": "keine Zelte",
                "der_many": "keine Zelte", "dropped": "[P: in {P} steht ein Zelt|in {P} stehen Zelte]",
            },
        ],
        "groups": [
            {
                "kind": "trees",
                "one": {
                    "": "der Baum in {cell}", "acc": "den Baum in {cell}", "in": "am Baum in {cell}",
                    "von": "des Baums in {cell}",
                },
            },
            {"kind": "trees", "one": {"": "die Bäume", "in": "bei den Bäumen", "von": "der Bäume"}},
        ],
        "titles": {"tents": "dieses Zelte-Rätsel"},
    },
    "terse": {
        "values": [
            {"names": ["tent"], "": "tent", "placed": "{P}=tent", "dropped": "{P}≠tent", "a": "tent"},
            {"names": ["no tent"], "": "no tent", "placed": "{P}≠tent", "dropped": "{P}=tent"},
        ],
        "groups": [{"kind": "trees", "one": "tree {cell}"}, {"kind": "trees", "one": "trees"}],
    },
}  # fmt: skip

GENRE = Genre(
    key="tents",
    title="Tents",
    aliases=("tents-and-trees",),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("counts"),
    drawing=drawing,
    board=CellText(hole="."),
    blanks="?.",
    spellings={"x": "."},
    clues=(
        ClueKind("trees", "1 for a cell with a tree, None for the others", None, per_cell, "numbers"),
        ClueKind(
            "counts",
            "how many tents each column has, then each row; None where it is not said",
            None,
            move_counts,
            "counts",
        ),
    ),
    words=WORDS,
    formats=(SgtTents(), TentRows(), TentsLink(), TentJson("tents")),
    maker=Maker(
        sizes=tuple(range(3, 31)),
        size=8,
        scaffold=scaffold,
        steps=StepMaker(
            derive=derive,
            tries=8,
            printed=PrintedClues(
                "counts",
                _counts,
                ("column", "row"),
                stays=lambda request: "few-counts" not in request.variants,
                counts=True,
            ),
        ),
        rectangles=True,
        variants={"few-counts": "counts that are not needed are left out"},
    ),
    examples=(
        Example("T.\n..|1,.|.,.", 1, "one tree"),
        Example("T.\n..|.,.|.,.", 2, "above or below"),
        Example("TT\n..|.,.|.,.", 0, "the tents would touch"),
        Example("..T..\n.....\n.T..T\n...T.\n.T...|2,.,0,.,.|1,.,.,.,1", 1, "five rows"),
        Example("T.\n..|.,.|.,. r1c2=T", 1, "a tent that is given"),
        Example("T..\n...\n..T|1,.,.|.,.,.", 1, "two trees"),
    ),
    broken=(
        Broken("trees", "T...\n....|.,.,.,.|.,.", "...T...."),
        Broken("row", "T..\n...|.,.,.|1,.", "...T.."),
        Broken("column", "T..\n...|1,.,.|.,.", ".T...."),
        Broken("touch", "T..\n..T|.,.,.|.,.", ".T..T."),
    ),
)
