"""Star Battle.

Rulebook: place stars so that every row, every column and every region holds exactly n of them, and no two stars touch,
not even at a corner. Cells marked # are holes: no star goes there.
Also called: Two Not Touch (n = 2); Queens, Sovereign (n = 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

from ..formats.letters import Letters
from ..formats.puzz_link import StarBattleLink
from ..formats.queens_json import QueensJson
from ..formats.stars import Stars
from ..model import (
    Broken,
    ClueKind,
    Constraint,
    Count,
    Domain,
    Enumeration,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    NativeMaker,
    NotBoth,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Variable,
)
from ..model.clue import first_seen, per_cell, stays
from ..model.compact import Compact, Statement
from ..model.drawing import Feature, Holes, Icon, Regions
from ._partitions import estimated_partitions, labels, partitions
from ._parts import cells, lettered, must_be_square, rows_and_columns

STAR = 1
HOLE = -1
STARS_OR_NOT = Domain(".*", ("no star", "star"))


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """Star or no star, in each cell that is not a hole."""
    regions = puzzle.clue("regions")
    if HOLE not in regions:
        return cells(puzzle.grid, STARS_OR_NOT)
    return tuple(v for v in cells(puzzle.grid, STARS_OR_NOT) if regions[v.place.number] != HOLE)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Exactly n stars in each row, column and region; of two touching cells at most one."""
    cells = tuple([variable.place.number for variable in puzzle.variables])
    return chain(
        _full_groups(rows_and_columns(puzzle.grid), cells, puzzle.clue("stars")),
        _full_groups(tuple(_regions(puzzle)), cells, puzzle.clue("stars")),
        _touching(puzzle.grid, cells),
    )


@lru_cache(maxsize=64)
def _full_groups(groups: tuple[Group, ...], cells: tuple[int, ...], stars: int) -> tuple[Count, ...]:
    """So many stars in each of the groups, where only these cells may hold one; boards of a size share their lines."""
    at = {cell: x for x, cell in enumerate(cells)}
    members = (tuple(at[cell] for cell in group.members if cell in at) for group in groups)
    return tuple(
        Count.exactly(group._replace(members=own), STAR, stars) for group, own in zip(groups, members, strict=True)
    )


@lru_cache(maxsize=64)
def _touching(grid: Grid, cells: tuple[int, ...]) -> tuple[NotBoth, ...]:
    """Of two of these cells that touch at most one holds a star; boards of a size share it."""
    at = {cell: x for x, cell in enumerate(cells)}
    pairs = ((p, q) for p, q in grid.touching_pairs() if p in at and q in at)
    return tuple(NotBoth(Group("touch", (at[p], at[q]), cells=(grid.name(p), grid.name(q))), STAR) for p, q in pairs)


def _regions(puzzle: Puzzle) -> Iterator[Group]:
    cells: list[list[int]] = [[] for _ in range(puzzle.grid.rows)]
    for cell, region in enumerate(puzzle.clue("regions")):
        if region != HOLE:
            cells[region].append(cell)
    return lettered(map(tuple, cells))


def statements(puzzle: Puzzle, kind: int) -> list[Statement]:
    """The stars of each region."""
    stars = puzzle.clue("stars")
    cells: list[list[int]] = [[] for _ in range(puzzle.grid.rows)]
    for cell, region in enumerate(puzzle.clue("regions")):
        cells[region].append(cell)
    return [("count", kind, members, len(members), (STAR, stars, stars)) for members in cells]


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Tinted regions, holes, stars as stars."""
    yield Regions(tuple(group.members for group in _regions(puzzle)), tinted=True, lettered=True)
    yield Holes(tuple(cell for cell, region in enumerate(puzzle.clue("regions")) if region == HOLE))
    yield Icon("*", "star")
    yield Icon(".", "dot")


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """Regions are numbered in the order in which they are first seen."""
    if clues.get("regions") is not None:
        numbers = iter(first_seen([region for region in clues["regions"] if region != HOLE]))
        clues["regions"] = tuple(HOLE if region == HOLE else next(numbers) for region in clues["regions"])
    return clues


def validate(puzzle: Puzzle) -> None:
    """A square with as many regions as rows, so that both hold the same number of stars. Regions may lie in pieces."""
    must_be_square(puzzle.grid, 1, 64)
    n, regions, stars = puzzle.grid.rows, puzzle.clue("regions"), puzzle.clue("stars")
    if regions is None:
        raise PuzzleError("the board has no regions")
    if len(regions) != len(puzzle.grid):
        raise PuzzleError(f"expected a region for each of {len(puzzle.grid)} cells, found {len(regions)}")
    found = max(regions) + 1
    if found != n:
        raise PuzzleError(f"expected as many regions as rows: {n}, found {found}")
    if not isinstance(stars, int) or not 1 <= stars <= n:
        raise PuzzleError(f"expected 1 to {n} stars a row, found {stars}")


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """A board whose regions are its rows: the generator draws others."""
    regions = tuple(cell // request.size for cell in range(request.size**2))
    return Puzzle(GENRE, Grid(request.size, request.size), clues={"stars": _stars(request), "regions": regions})


def layouts(request: Request) -> Iterator[Puzzle]:
    """Every map of connected regions, one-cell regions too."""
    grid, stars = Grid(request.size, request.size), _stars(request)
    for regions in partitions(grid, parts=grid.rows):
        yield Puzzle(GENRE, grid, clues={"stars": stars, "regions": labels(grid, regions)})


def number_of_layouts(request: Request, stream: RandomStream) -> float:
    """An estimate, right on average."""
    return estimated_partitions(Grid(request.size, request.size), stream, parts=request.size)


def _stars(request: Request) -> int:
    return max([1, *(STARS[name] for name in request.variants if name in STARS)])


STARS = {"two-stars": 2, "three-stars": 3}
TASTE = {"repairs": 20, "changes": 200, "looks": 64, "nodes": 4000, "fill_nodes": 2000}
"""How regions are drawn: `kernel/makers/regions.cpp` says what each number is."""
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
    key="star-battle",
    title="Star Battle",
    compact=Compact(
        ("region",),
        statements,
        lambda puzzle: None if len(puzzle.variables) < len(puzzle.grid) else puzzle.clue("stars"),
    ),
    aliases=("two-not-touch", "queens", "sovereign"),
    rulebook=__doc__,
    sizes="up to 64; one star needs 4 rows, two need 8",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    blanks="?.",
    spellings={"x": "."},
    clues=(
        ClueKind("stars", "how many stars each row, column and region holds", 1, stays, "number"),
        ClueKind("regions", "a region number for each cell; -1 is a hole", None, per_cell, "regions"),
    ),
    formats=(Stars(), Letters(), QueensJson(), StarBattleLink()),
    enumeration=Enumeration(layouts, number_of_layouts),
    maker=Maker(
        sizes=tuple(range(4, 17)),
        size=8,
        scaffold=scaffold,
        steps=None,
        native=NativeMaker(
            "regions",
            numbers=lambda request: {
                "marks": _stars(request),
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
)
