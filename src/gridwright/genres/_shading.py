"""What genres of shaded cells share: two values, who lies beside whom, and words for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..model import Domain, Grid, Group, NotBoth, Puzzle
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


def shaded_board(puzzle: Puzzle, clue: str, unknown: str = "?") -> Iterator[Feature]:
    """Numbers in cells that are shaded or not."""
    for cell, number in enumerate(puzzle.clue(clue) or ()):
        if number is not None:
            yield Number(cell, unknown if number < 0 else str(number))
    yield from (Icon("#", "shade"), Icon(".", "dot"))


def words(key: str, title: str, groups: dict[str, tuple[str, tuple[str, str, str]]]) -> dict[str, dict[str, Any]]:
    """Words for shaded and white cells; of each kind of group what it is called, in English and German ("die See", "in
    der See", "der See")."""
    english = [{"kind": kind, "one": name} for kind, (name, _) in groups.items()]
    german = [
        {"kind": kind, "one": dict(zip(("", "in", "von"), cases, strict=True))} for kind, (_, cases) in groups.items()
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
