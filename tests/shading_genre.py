"""A genre of shaded cells, for tests alone: what a stroke paints, and clues around the board that count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    Puzzle,
    PuzzleError,
    Symmetry,
    TextError,
    Variable,
    shorten,
)
from gridwright.model.drawing import Feature, Icon, Outside
from gridwright.model.grid import Motion
from gridwright.model.state import read_fact

SHADES = Domain(".#", ("blank", "shaded"))
SHADED = 1


class Counts(Format):
    """Counts of the rows, a bar, counts of the columns, then givens."""

    key = "counts"
    title = "how many are shaded in each row | in each column, and the givens as facts"

    def recognises(self, text: str) -> bool:
        return False

    def read(self, text: str, genre: Genre) -> Puzzle:
        counts, *facts = text.split() or [""]
        rows, bar, columns = counts.partition("|")
        if not (bar and rows.isascii() and rows.isdigit() and columns.isascii() and columns.isdigit()):
            raise TextError(f"expected counts such as 12|21, found {shorten(text)}")
        grid, clues = Grid(len(rows), len(columns)), {"counts": (tuple(map(int, rows)), tuple(map(int, columns)))}
        bare = Puzzle(genre, grid, clues=clues)
        read = [read_fact(bare, fact) for fact in facts]
        if len({x for x, _, _ in read}) != len(read) or not all(true for _, _, true in read):
            raise TextError(f"expected a given for each place and no more, found {shorten(text)}")
        return Puzzle(genre, grid, clues=clues, givens={x: value for x, value, _ in read})

    def write(self, puzzle: Puzzle) -> str:
        rows, columns = ("".join(map(str, side)) for side in puzzle.clue("counts"))
        return " ".join([f"{rows}|{columns}", *(puzzle.fact(x, value) for x, value in puzzle.givens.items())])


def move(counts: Any, motion: Motion) -> Any:
    rows, columns = counts
    source, target = motion.grid, motion.target
    at = [target.position(cell) for cell in motion.cells]
    moved: list[list[int]] = [[0] * target.rows, [0] * target.columns]
    for row, count in enumerate(rows):
        line = [at[source.cell(row, column)] for column in range(source.columns)]
        moved[motion.transposes][line[0][motion.transposes]] = count
    for column, count in enumerate(columns):
        line = [at[source.cell(row, column)] for row in range(source.rows)]
        moved[not motion.transposes][line[0][not motion.transposes]] = count
    return tuple(map(tuple, moved))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    rows, columns = puzzle.clue("counts")
    for kind, lines, counts in (("row", puzzle.grid.row_lines, rows), ("column", puzzle.grid.column_lines, columns)):
        for number, (line, count) in enumerate(zip(lines, counts, strict=True), start=1):
            yield Count.exactly(Group(kind, tuple(line), number=number), SHADED, count)


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    rows, columns = puzzle.clue("counts")
    yield from (Outside("left", line, str(count)) for line, count in enumerate(rows))
    yield from (Outside("above", line, str(count)) for line, count in enumerate(columns))
    yield from (Icon("#", "shade"), Icon(".", "dot"))


def validate(puzzle: Puzzle) -> None:
    counts = puzzle.clue("counts")
    if counts is None or tuple(map(len, counts)) != (puzzle.grid.rows, puzzle.grid.columns):
        raise PuzzleError("expected how many are shaded in each line")
    if len(puzzle.grid) > 81:
        raise PuzzleError(f"expected at most 81 cells, found {len(puzzle.grid)}")


TALLY = Genre(
    key="tally",
    title="Tally",
    rulebook="Rulebook: shade cells so that each number around the board counts those of its line.",
    sizes="up to 9",
    variables=lambda puzzle: tuple(Variable(cell, SHADES) for cell in puzzle.grid.cells),
    constraints=constraints,
    validate=validate,
    drawing=drawing,
    blanks="?",
    clues=(ClueKind("counts", "how many are shaded in each row, in each column", None, move),),
    symmetry=Symmetry(),
    formats=(Counts(),),
    examples=(
        Example("302|212", 1, "every line counts"),
        Example("11|11", 2, "either diagonal"),
        Example("11|11 r1c1=#", 1, "a cell that is shaded already"),
        Example("20|11", 1, "a whole row"),
        Example("2|0011", 1, "one row"),
        Example("10|11", 0, "one is not two"),
    ),
    broken=(Broken("row", "11|11", "##.."), Broken("column", "11|11", "#.#.")),
)
