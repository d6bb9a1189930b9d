"""A genre of shaded cells, for tests alone: what a stroke paints, and clues around the board that count."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.kits.cells import CellLayout, Cells
from gridwright.kits.clues import LineClue
from gridwright.kits.meanings import Exactly
from gridwright.kits.values import Shade
from gridwright.model import (
    Broken,
    Example,
    Format,
    Genre,
    Grid,
    Item,
    Puzzle,
    PuzzleError,
    TextError,
    shorten,
)
from gridwright.model.state import read_fact

COUNTS = LineClue(
    "counts",
    "how many are shaded in each column, then in each row",
    0,
    lambda grid: max(grid.rows, grid.columns),
    means=Exactly(Shade.value, CellLayout.line, "column", "row"),
    required=True,
)


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
        grid, clues = Grid(len(rows), len(columns)), {"counts": tuple(map(int, columns + rows))}
        bare = Puzzle(genre, grid, clues=clues)
        read = [read_fact(bare, fact) for fact in facts]
        if len({x for x, _, _ in read}) != len(read) or not all(true for _, _, true in read):
            raise TextError(f"expected a given for each place and no more, found {shorten(text)}")
        return Puzzle(genre, grid, clues=clues, givens={x: value for x, value, _ in read})

    def write(self, puzzle: Puzzle) -> str:
        counts, width = "".join(map(str, puzzle.clue("counts"))), puzzle.grid.columns
        rows, columns = counts[width:], counts[:width]
        return " ".join([f"{rows}|{columns}", *(puzzle.fact(x, value) for x, value in puzzle.givens.items())])


def rules(layout: CellLayout) -> Iterator[Item]:
    yield COUNTS


def check(puzzle: Puzzle) -> None:
    if len(puzzle.grid) > 81:
        raise PuzzleError(f"expected at most 81 cells, found {len(puzzle.grid)}")


TALLY = Genre(
    "Tally",
    "Rulebook: shade cells so that each number around the board counts those of its line.",
    sizes="up to 9",
    space=Cells(Shade(), blanks="?"),
    clues=(COUNTS,),
    rules=rules,
    checks=check,
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
