"""Star Battle.

Rulebook: place stars so that every row, every column and every region holds exactly n of them, and no two stars touch,
not even at a corner. Cells marked # are holes: no star goes there.
Also called: Two Not Touch (n = 2); Queens, Sovereign (n = 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..kits.cells import CellLayout, Cells
from ..kits.clues import Option
from ..kits.glyphs import spikes
from ..kits.marks import never_touch
from ..kits.regions import RegionClue
from ..kits.values import Thing
from ..model import Broken, Count, Example, Genre, Group, Item, Maker, NativeMaker, Puzzle, PuzzleError
from .texts.letters import Letters
from .texts.puzz_links import StarBattleLink
from .texts.queens_json import QueensJson
from .texts.stars import Stars

STAR = Thing("star", "*", de=("Stern", "m", "Sterne"), icon=spikes(5, 0.1665, 0.37, down=0.0222))
VARIANTS = {"two-stars": 2, "three-stars": 3}
"""Stars of a line, by variant."""


def check_stars(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless each line has a possible number of stars."""
    n, stars = puzzle.grid.rows, puzzle.clue("stars")
    if not isinstance(stars, int) or not 1 <= stars <= n:
        raise PuzzleError(f"expected 1 to {n} stars a row, found {stars}")


def stars_of(puzzle: Puzzle, group: Group) -> Count:
    """Return that a group holds the number of stars of the board."""
    return Count.exactly(group, STAR.value, puzzle.clue("stars"))


REGIONS = RegionClue(
    "regions", "a region number for each cell; -1 is a hole", constraint=stars_of, parts=lambda grid: grid.rows,
    begin=lambda grid, stream: tuple(cell // grid.rows for cell in range(len(grid))), has_holes=True, required=True,
    is_tinted=True,
)  # fmt: skip
STARS = Option(
    "stars", "how many stars each row, column and region holds", 1, form="number", variants=VARIANTS, check=check_stars
)


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield the numbers of stars in lines and regions, and that stars never touch."""

    @lru_cache(maxsize=8)
    def lines(stars: int) -> tuple[Count, ...]:
        return tuple(Count.exactly(group, STAR.value, stars) for group in layout.rows_and_columns)

    yield lambda puzzle: lines(puzzle.clue("stars"))
    yield REGIONS
    yield never_touch(layout, STAR.value)


TASTE = {"repairs": 20, "changes": 200, "looks": 64, "nodes": 4000, "fill_nodes": 2000}
"""Numbers that the kernel's maker of regions takes: `kernel/makers/regions.cpp` says what each one is."""
QUEENS = """
AAAAB
AAAAA
CDDAA
CDEEE
CDDEE
"""
TWO_STARS = """
stars: 2
AABBCCDD
AABBCCDD
ABBBCDDD
ABBBCCDD
ABBBBEEE
FFFGGHEE
FFFGHHHH
FFFGGHHH
"""
EIGHT = """
AAABBBBB
ACCBCDDD
ACCCCEED
ACAFCEEF
AAAFCCEF
GHFFFCCF
GHFFCCCF
GFFFFFFF
"""

GENRE = Genre(
    "Star Battle",
    __doc__,
    aliases=("two-not-touch", "queens", "sovereign"),
    sizes="up to 64; one star needs 4 rows, two need 8",
    space=Cells(STAR, holes=REGIONS, square=(1, 64), spellings={"x": "."}),
    clues=(STARS, REGIONS),
    rules=rules,
    formats=(Stars(), Letters(), QueensJson(), StarBattleLink()),
    maker=Maker(
        range(4, 17), 8, steps=None,
        native=NativeMaker(
            "regions",
            numbers=lambda request: {
                "marks": max([1, *(VARIANTS[name] for name in request.variants if name in VARIANTS)]),
                "fewest_cells": 1 if "single-cells" in request.variants else 2,
                **TASTE,
            },
            clues=lambda blank, labels, cages: {**blank.clues, "regions": tuple(labels)},
            draws="region",
        ),
        variants={
            "two-stars": "every row, column and region holds two; from nine rows on",
            "three-stars": "every row, column and region holds three; from fourteen rows on",
            "single-cells": "a region may have one cell",
        },
    ),
    examples=(
        Example(QUEENS, 1, "one star: Queens"),
        Example("AABB\nAABB\nCCDD\nCCDD", 2, "four rows: two mirrored solutions"),
        Example("AAA\nBBB\nCCC", 0, "three rows are too few for stars that do not touch"),
        Example(TWO_STARS, 1, "two stars: Two Not Touch"),
        Example("AAAAAA\nBCADAA\nBC#DDD\nBBB#DD\nBBEEED\nFBEEEE", 1, "holes"),
        Example("AABBBB\nAABBCC\nBADEEC\nADDDCC\nADCDCC\nFCCCCC", 1, "a region in two pieces"),
        Example("1:AABB/AABB/CCDD/CCDD:.*../..../..../....", 1, "a star given"),
        Example(EIGHT, 1, "Queens on eight rows"),
    ),
    broken=(
        Broken("row", QUEENS, ".*..* ..... *.*.. ..... ...*."),
        Broken("column", QUEENS, "....* *.... ..*.. *.... ...*."),
        Broken("region", QUEENS, "*.... ..*.. ....* .*... ...*."),
        Broken("touch", QUEENS, "....* .*... *.... ...*. ..*.."),
    ),
)  # fmt: skip
