"""A Drawing: everything that a picture of a board shows, decided before anything is drawn.

Built from the puzzle's own data and what its genre declares (`Genre.drawing`), so that no renderer names a genre.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..arguments import takes_position
from ..model import Grid, Place, Puzzle, PuzzleError, State, Variable, bits, region_letter
from ..model.drawing import (
    Arrow,
    Cage,
    CentreLine,
    DrawnSign,
    Glyph,
    Highlight,
    Holes,
    Icon,
    Lattice,
    Link,
    Note,
    NoteRole,
    Outside,
    PrintedNumber,
    Regions,
    Role,
    Shape,
    Tint,
)
from ..model.upper_layers import NotebookDisplay
from .outline import pieces

TINTS = (
    "#f9d5b8", "#bfdcf2", "#f7efb0", "#d9c8e8", "#c4e4cb", "#f6c3cc",
    "#dcdfe3", "#9fd0d0", "#dbe38e", "#b3bfe6", "#e3c48f", "#efe3f4",
)  # fmt: skip
"""Soft colours, told apart by lightness as well as hue."""


@dataclass(frozen=True)
class Symbol:
    """A value as it stands at its place: printed by the setter, or entered."""

    text: str
    given: bool


@dataclass(frozen=True)
class Drawing(NotebookDisplay):
    """A board's picture, renderer-independent: each mapping goes from a place or a cell to what stands there."""

    title: str
    grid: Grid
    symbols: Mapping[Place, Symbol]
    pencil: Mapping[Place, tuple[str, int]]
    """Candidates: all symbols that the place could have, and the mask of those that are open."""
    regions: tuple[Regions, ...]
    cages: tuple[Cage, ...]
    lines: tuple[CentreLine, ...]
    holes: frozenset[int]
    icons: Mapping[str, Shape | Glyph]
    highlights: tuple[tuple[Role, tuple[Place, ...]], ...]
    signs: tuple[DrawnSign, ...] = ()
    outside: tuple[Outside, ...] = ()
    arrows: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict)
    lattice: bool = False
    """Dots at the corners in place of lines between cells."""
    groups: tuple[Tint, ...] = ()
    candidates: Mapping[tuple[Place, str], NoteRole] = field(default_factory=dict)
    """What becomes of a candidate, by place and symbol."""
    links: tuple[Link, ...] = ()
    named: bool = False
    """Are rows, columns and regions labelled, so that a text can be followed?"""
    caption: str = ""
    """What is said of the picture, for those who do not see it."""

    def svg(self) -> str:
        """The picture as an SVG document."""
        from .svg_board import svg_of

        return svg_of(self)

    def __str__(self) -> str:
        from .text_board import text_of

        return text_of(self)

    def __repr__(self) -> str:
        return f"<drawing: {self.title}, {self.description}>"

    @property
    def beyond_cells(self) -> bool:
        """Does something stand at places that are no cells?"""
        lit = (place for _, places in self.highlights for place in places)
        return self.lattice or any(place.kind != "cell" for place in (*self.symbols, *self.pencil, *lit))

    @cached_property
    def description(self) -> str:
        """The picture in a sentence, for those who do not see it."""
        given = sum(symbol.given for symbol in self.symbols.values())
        marked = sum(place.kind == "cell" for place in self.pencil)
        counted = {
            "given": given,
            "value filled in": len(self.symbols) - given,
            "cell with pencil marks": marked,
            "place with pencil marks": len(self.pencil) - marked,
            "number": len(self.numbers),
            "region": sum(len(regions.members) for regions in self.regions),
            "cage": len(self.cages),
            "line": len(self.lines),
            "hole": len(self.holes),
            "sign between cells": sum(not sign.bar for sign in self.signs),
            "bar between cells": sum(sign.bar for sign in self.signs),
            "clue around the board": len(self.outside),
            "arrow": len(self.arrows),
        }
        parts = [f"{self.grid.rows} rows", f"{self.grid.columns} columns"]
        for what, n in counted.items():
            noun, space, rest = what.partition(" ")
            if n:
                parts.append(f"{n} {noun}{'s' * (n != 1)}{space}{rest}")
        return ", ".join(parts)

    @cached_property
    def walls(self) -> frozenset[tuple[int, int]]:
        """Pairs of cells side by side, the smaller first, with a thick line between them."""
        found = set()
        thick = tuple(cage.members for cage in self.cages if not cage.dashed)
        for regions in (*self.regions, *((Regions(thick),) if thick else ())):
            owner = {cell: number for number, members in enumerate(regions.members) for cell in members}
            found |= {(p, q) for p, q in _sides(self.grid) if owner.get(p) != owner.get(q)}
        return frozenset(found)

    @cached_property
    def tints(self) -> dict[int, str]:
        """The colour of each tinted cell: every region its own while there are enough, and unlike its neighbours'."""
        colour: dict[int, str] = {}
        for regions in self.regions:
            if regions.tinted:
                colour |= self._tinted(regions)
        return colour

    def _tinted(self, regions: Regions) -> dict[int, str]:
        owner = {cell: number for number, members in enumerate(regions.members) for cell in members}
        near: dict[int, set[int]] = {number: set() for number in range(len(regions.members))}
        for p, q in _sides(self.grid):
            if p in owner and q in owner and owner[p] != owner[q]:
                near[owner[p]].add(owner[q])
                near[owner[q]].add(owner[p])
        chosen: dict[int, str] = {}
        for number in sorted(near, key=lambda number: -len(near[number])):
            used = list(chosen.values())
            beside = [chosen[other] for other in near[number] if other in chosen]
            chosen[number] = min(
                TINTS,
                key=lambda tint: (
                    tint in beside,
                    used.count(tint),
                    -min((_unlike(tint, each) for each in beside), default=0),
                ),
            )
        return {cell: chosen[number] for cell, number in owner.items()}

    @cached_property
    def letters(self) -> dict[int, str]:
        """What tells tinted regions apart where there is no colour: a letter for each of their cells."""
        return {
            cell: region_letter(i)
            for regions in self.regions
            if regions.tinted
            for i, members in enumerate(regions.members)
            for cell in members
        }

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What lines alone do not tell: which regions and cages lie in pieces."""
        named = [
            (f"region {region_letter(i)}", members)
            for regions in self.regions
            for i, members in enumerate(regions.members)
        ]
        named += [(f"cage {cage.label}".rstrip(), cage.members) for cage in self.cages]
        notes = []
        for name, members in named:
            parts = pieces(members, self.grid)
            if len(parts) > 1:
                where = " and ".join(" ".join(map(self.grid.name, part)) for part in parts)
                notes.append(f"{name} lies in {len(parts)} pieces: {where}")
        return tuple(notes)


@takes_position
def draw(
    position: Puzzle | State,
    solution: Sequence[int | None] | None = None,
    *,
    marks: Sequence[int] | None = None,
    highlights: Iterable[Highlight] = (),
    groups: Iterable[Tint] = (),
    notes: Iterable[Note] = (),
    links: Iterable[Link] = (),
    named: bool = False,
    caption: str = "",
) -> Drawing:
    """The picture of a puzzle, of a (half-)filled board or of a position with its pencil marks and labels.

    `solution` holds a value number, or None, for each variable. Where it says nothing, `marks` (a mask of open values
    for each variable; the puzzle's own unless a solution is shown) become pencil marks.
    """
    if isinstance(position, State):
        puzzle, named = position.puzzle, True
        solution = position.written if solution is None else solution
        marks = position.masks if marks is None else marks
    else:
        puzzle = position
    variables = puzzle.variables
    if marks is None and solution is None:
        marks = puzzle.marks
    for what, listed in (("values", solution), ("marks", marks)):
        if listed is not None and len(listed) != len(variables):
            raise PuzzleError(f"expected {what} for {len(variables)} cells, found {len(listed)}")
    symbols: dict[Place, Symbol] = {}
    pencil: dict[Place, tuple[str, int]] = {}
    for x, variable in enumerate(variables):
        given, entered = puzzle.givens.get(x), solution[x] if solution is not None else None
        mask = marks[x] if marks is not None else 0
        if entered is None and given is None and mask and not mask & (mask - 1):
            entered = next(bits(mask))
        if entered is not None or given is not None:
            value = given if entered is None else entered
            symbols[variable.place] = Symbol(_symbol(variable, value), given == value)
        elif mask and not (len(variable.domain) == 2 and mask == variable.domain.all):
            # Of two values, both open is what an empty cell says already.
            pencil[variable.place] = (variable.domain.symbols, mask)
    features = list(puzzle.genre.drawing(puzzle))
    lit = []
    for highlight in highlights:
        for x in highlight.members:
            if not 0 <= x < len(variables):
                raise PuzzleError(f"cannot highlight cell number {x}: the board has {len(variables)} cells")
        lit.append((highlight.role, tuple(variables[x].place for x in highlight.members)))
    return Drawing(
        title=puzzle.genre.title,
        grid=puzzle.grid,
        symbols=symbols,
        pencil=pencil,
        regions=tuple(each for each in features if isinstance(each, Regions)),
        cages=tuple(each for each in features if isinstance(each, Cage)),
        lines=tuple(each for each in features if isinstance(each, CentreLine)),
        holes=frozenset(cell for each in features if isinstance(each, Holes) for cell in each.members),
        icons={each.symbol: each.shape for each in features if isinstance(each, Icon)},
        highlights=tuple(lit),
        signs=tuple(each for each in features if isinstance(each, DrawnSign)),
        outside=tuple(each for each in features if isinstance(each, Outside)),
        arrows={each.cell: each.direction for each in features if isinstance(each, Arrow)},
        numbers={each.cell: each.label for each in features if isinstance(each, PrintedNumber)},
        lattice=any(isinstance(each, Lattice) for each in features),
        groups=tuple(groups),
        candidates={(each.place, each.symbol): each.role for each in notes},
        links=tuple(links),
        named=named,
        caption=caption,
    )


def _symbol(variable: Variable, value: int | None) -> str:
    if value is None or not 0 <= value < len(variable.domain):
        raise PuzzleError(f"{variable.name} takes one of {variable.domain.symbols}, not number {value}")
    return variable.domain.symbol(value)


def _sides(grid: Grid) -> list[tuple[int, int]]:
    """Pairs of cells side by side, the smaller first."""
    return [(p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q]


def _unlike(first: str, second: str) -> float:
    """How unlike two colours are: their channels, and lightness above all, for those who print in grey."""
    p, q = ([int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (first, second))
    weight = (0.30, 0.59, 0.11)
    lightness = sum(w * (a - b) for w, a, b in zip(weight, p, q, strict=True))
    return sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) + 6 * lightness**2
