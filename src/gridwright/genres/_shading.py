"""What genres of shaded cells share: two values, who lies beside whom, and words for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..model import Domain, Grid, Group, NotBoth, Puzzle, RandomStream
from ..model.adjacency import Adjacency
from ..model.drawing import Feature, Icon, Number

WHITE, SHADED = 0, 1
WHITE_OR_SHADED = Domain(".#", ("white", "shaded"))


@lru_cache(maxsize=64)
def side_by_side(grid: Grid) -> Adjacency:
    """The cells of a board that share a side."""
    pairs = ((p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q)
    return Adjacency.of_pairs(len(grid), pairs)


@lru_cache(maxsize=64)
def never_beside(grid: Grid) -> tuple[NotBoth, ...]:
    """No two shaded cells share a side; boards of a size share it."""
    return tuple(
        NotBoth(Group("beside", (p, q), cells=(grid.name(p), grid.name(q))), SHADED)
        for p, q in side_by_side(grid).pairs
    )


def shaded_apart(grid: Grid, tried: int, stream: RandomStream) -> set[int]:
    """Cells of which no two share a side and that leave all others in one piece; so many are tried."""
    order, shaded = list(range(len(grid))), set[int]()
    stream.shuffle(order)
    beside, rows, columns = [grid.beside(cell) for cell in range(len(grid))], grid.rows, grid.columns
    for cell in order[:tried]:
        if any(near in shaded for near in beside[cell]):
            continue
        row, column = grid.position(cell)
        walls = sum(
            0 <= r < rows and 0 <= c < columns and grid.cell(r, c) in shaded
            for r in (row - 1, row + 1)
            for c in (column - 1, column + 1)
        ) + (row in (0, rows - 1) or column in (0, columns - 1))
        if walls < 2 or in_one_piece(beside, shaded | {cell}, len(grid)):
            shaded.add(cell)
    return shaded


def in_one_piece(beside: Sequence[Sequence[int]], without: set[int], cells: int) -> bool:
    """Do all cells but these hang together?"""
    first = next((cell for cell in range(cells) if cell not in without), None)
    if first is None:
        return False
    reached, edge = {first} | without, [first]
    while edge:
        for near in beside[edge.pop()]:
            if near not in reached:
                reached.add(near)
                edge.append(near)
    return len(reached) == cells


def shaded_board(puzzle: Puzzle, clue: str, unknown: str = "?") -> Iterator[Feature]:
    """Numbers in cells that are shaded or not."""
    for cell, number in enumerate(puzzle.clue(clue) or ()):
        if number is not None:
            yield Number(cell, unknown if number < 0 else str(number))
    yield from (Icon("#", "shade"), Icon(".", "dot"))


def words(key: str, title: str, groups: dict[str, tuple[str, tuple[str, str, str]]]) -> dict[str, dict[str, Any]]:
    """Words for shaded and white cells; of each kind of group, or kind and way ("repeat row"), what it is called, in
    English and German ("die See", "in der See", "der See")."""
    about = {name: dict(zip(("kind", "way"), name.split(), strict=False)) for name in groups}
    english = [{**about[name], "one": one} for name, (one, _) in groups.items()]
    german = [
        {**about[name], "one": dict(zip(("", "in", "von"), cases, strict=True))} for name, (_, cases) in groups.items()
    ]
    return {
        "en": {
            "values": [
                {
                    "names": ["shaded"], "": "shaded", "a": "a shaded cell", "the": "the shaded cell",
                    "its": "its shaded cell", "name": "shaded", "many": "shaded cells",
                    "the_many": "the shaded cells", "placed": "[P: {P} is|{P} are] shaded",
                    "dropped": "[P: {P} is|{P} are] white", "suppose": "suppose {P} were shaded",
                },
                {
                    "names": ["white"], "": "white", "a": "a white cell", "the": "the white cell",
                    "its": "its white cell", "name": "white", "many": "white cells", "the_many": "the white cells",
                    "placed": "[P: {P} is|{P} are] white", "dropped": "[P: {P} is|{P} are] shaded",
                    "suppose": "suppose {P} were white",
                },
            ],
            "groups": english,
        },
        "de": {
            "values": [
                {
                    "names": ["shaded"], "": "schwarz", "der": "das schwarze Feld", "den": "das schwarze Feld",
                    "ein": "ein schwarzes Feld", "dem": "dem schwarzen Feld", "die": "das",
                    "einen": "ein schwarzes Feld", "many": "schwarze Felder", "der_many": "die schwarzen Felder",
                    "placed": "[P: {P} ist|{P} sind] schwarz", "dropped": "[P: {P} ist|{P} sind] weiß",
                    "suppose": "angenommen, {P} wäre schwarz",
                },
                {
                    "names": ["white"], "": "weiß", "der": "das weiße Feld", "den": "das weiße Feld",
                    "ein": "ein weißes Feld", "dem": "dem weißen Feld", "die": "das", "einen": "ein weißes Feld",
                    "many": "weiße Felder", "der_many": "die weißen Felder",
                    "placed": "[P: {P} ist|{P} sind] weiß", "dropped": "[P: {P} ist|{P} sind] schwarz",
                    "suppose": "angenommen, {P} wäre weiß",
                },
            ],
            "groups": german,
            "titles": {key: title},
        },
    }  # fmt: skip
