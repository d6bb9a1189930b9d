"""Printed clues with an entry for each of a fixed list of sites, and options of the whole board.

    Entries       a tuple with an entry, or None, for each site
      CellClue    a site is a cell: a number of a range, a sign, a bare form
      LineClue    a site is a row or column
    PairClue      pairs of neighbouring cells
    Option        a flag or a number for the whole board

A clue's `means` (`kits.meanings`) has two halves: the constraints that an entry makes, and the entry that a solution
would print. Everything else follows: validation, motion, drawing, the clues of a solution, slots of an enumeration.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

from ..formats.json_text import cell_named, kind, listed
from ..model.answer import Solution
from ..model.clue import Clue, ClueForm, Slot, Statement, moved_cells, statement_of
from ..model.constraint import Constraint
from ..model.drawing import DrawnSign, Feature, Holes, Outside, PrintedNumber
from ..model.errors import PuzzleError, TextError
from ..model.grid import Grid, Motion
from ..model.group import Group
from ..model.maker import Request
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import Layout
from .meanings import Meaning, Values

Entry = int | None


class Entries(Clue):
    """An entry, or None, for each of a fixed list of sites."""

    sites_called = "cells"
    """The plural of a site, in errors."""

    def __init__(
        self, key: str, meaning: str, least: int = 0, most: int | Callable[[Grid], int] = 0, *,
        bare: int | None = None, means: Meaning | None = None, is_layout: bool = False, required: bool = False,
        keeps: Callable[[Request], bool] | None = None, enumerated: Callable[[Grid], Iterable[int]] | None = None,
    ) -> None:  # fmt: skip
        """Declare the clue.

        `bare` is the entry without a number. `is_layout` says that sites with an entry are part of the layout: if the
        number goes, the bare entry stays. `required` clues have a value in every puzzle. `keeps(request)` says that no
        entry is removed. `enumerated(grid)` are the entries that each site has in an enumeration, if the whole value is
        part of the layout.
        """
        self.key, self.meaning, self.least, self.most = key, meaning, least, most
        self.bare, self.means, self.is_layout, self.required = bare, means, is_layout, required
        self.is_always_checked = required
        self._keeps, self._enumerated = keeps, enumerated
        self.is_measured = self.prints_solutions = means is not None
        self.kinds = () if means is None else means.kinds

    @abstractmethod
    def sites(self, grid: Grid) -> int:
        """Return the number of sites of a board."""

    @abstractmethod
    def site_name(self, grid: Grid, site: int) -> str:
        """Return the name of a site."""

    @abstractmethod
    def group(self, layout: Layout, kind: str, site: int, members: tuple[int, ...], entry: int) -> Group:
        """Return the group that an entry is about."""

    def entries(self, puzzle: Puzzle) -> Sequence[Entry]:
        """Return the entry of each site."""
        return puzzle.clue(self.key) or (None,) * self.sites(puzzle.grid)

    def printed(self, puzzle: Puzzle) -> Iterator[tuple[int, int]]:
        """Yield the site and the entry of each printed entry."""
        return ((site, entry) for site, entry in enumerate(puzzle.clue(self.key) or ()) if entry is not None)

    def range(self, grid: Grid) -> tuple[int, int]:
        """Return the least and the largest entry, the bare one included."""
        least = self.least if self.bare is None else min(self.bare, self.least)
        return least, self.most(grid) if callable(self.most) else self.most

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Drop a value without entries."""
        value = clues.get(self.key)
        if value is not None:
            empty = not self.required and value.count(None) == len(value)
            clues[self.key] = None if empty else tuple(value)

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless there is a number of the range, or None, for each site."""
        grid, entries = puzzle.grid, puzzle.clue(self.key)
        if entries is None:
            if self.required:
                raise PuzzleError(f"the board has no {self.key}")
            return
        if len(entries) != self.sites(grid):
            raise PuzzleError(f"expected {self.key} for {self.sites(grid)} {self.sites_called}, found {len(entries)}")
        least, most = self.range(grid)
        if {int, type(None)}.issuperset(map(type, entries)) and _allowed(least, most).issuperset(entries):
            return
        for site, entry in enumerate(entries):
            if entry is not None and not (isinstance(entry, int) and least <= entry <= most):
                name = self.site_name(grid, site)
                raise PuzzleError(f"{name}: expected a number from {least} to {most}, found {entry}")

    # Constraints

    def constraints_by_entry(self, layout: Layout, puzzle: Puzzle) -> Iterator[tuple[int, Constraint]]:
        """Yield each constraint of a printed entry with its site. Puzzles of a layout share them."""
        memo = layout.memo
        for site, entry in self.printed(puzzle):
            key = (self, site, entry)
            if (constraints := memo.get(key)) is None:
                constraints = memo[key] = tuple(self._constraints_of(layout, site, entry))
            for constraint in constraints:
                yield site, constraint

    def _constraints_of(self, layout: Layout, site: int, entry: int) -> Iterable[Constraint]:
        return () if self.means is None else self.means.constraints(self, layout, site, entry)

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form. Each is computed once for a layout, site and entry."""
        layout = puzzle.layout
        table = layout.memo.setdefault((self, first_kind), {})
        statements: list[Statement] = []
        for printed in self.printed(puzzle):
            if (known := table.get(printed)) is None:
                known = table[printed] = [
                    statement_of(constraint, layout, first_kind + self.kinds.index(constraint.group.kind))
                    for constraint in self._constraints_of(layout, *printed)
                ]
            statements += known
        return statements

    # Entries that a generator removes

    def printed_entries(self, puzzle: Puzzle) -> list[int]:
        """Return the sites whose number may be removed."""
        absent = self.bare if self.is_layout else None
        return [site for site, entry in self.printed(puzzle) if entry != absent]

    def keep(self, puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
        """Return the puzzle with the numbers of these sites only."""
        absent, kept = self.bare if self.is_layout else None, set(kept)
        entries = tuple([
            entry if entry is None or site in kept else absent for site, entry in enumerate(self.entries(puzzle))
        ])  # fmt: skip
        return Puzzle(puzzle.genre, puzzle.grid, clues={**puzzle.clues, self.key: entries}, givens=puzzle.givens)

    def stays(self, request: Request) -> bool:
        """Return True if every entry stays printed."""
        return self._keeps is not None and self._keeps(request)

    def measured(self, layout: Layout, puzzle: Puzzle, solution: Values) -> tuple[Entry, ...]:
        """Return every entry that the values allow, at the sites where the layout has one."""
        assert self.means is not None
        measure = self.means.measure
        if not self.is_layout:
            return tuple([measure(layout, site, solution) for site in range(self.sites(puzzle.grid))])
        entries = enumerate(self.entries(puzzle))
        return tuple([None if entry is None else measure(layout, site, solution) for site, entry in entries])

    # Enumeration

    def layouts(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield every way in which entries may stand before a solution is known."""
        for entries in product(self._layout_entries(request.grid), repeat=self.sites(request.grid)):
            yield {self.key: entries}

    def _layout_entries(self, grid: Grid) -> tuple[Entry, ...]:
        if self._enumerated is not None:
            return tuple(self._enumerated(grid))
        return (self.bare, None) if self.is_layout else (None,)

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return the number of layouts, boards without a variable included."""
        return float(len(self._layout_entries(request.grid)) ** self.sites(request.grid))

    def slots(self, layout: Layout, blank: Puzzle, request: Request) -> list[Slot]:
        """Return a slot for each site where an entry may be printed."""
        if self.means is None:
            return []
        optional = not self.stays(request)
        return [Slot(tuple(self._readings(layout, site)), optional) for site in self._slot_sites(blank)]

    def _slot_sites(self, blank: Puzzle) -> list[int]:
        entries = self.entries(blank)
        return [site for site in range(len(entries)) if not self.is_layout or entries[site] is not None]

    def _readings(self, layout: Layout, site: int) -> Iterator[Callable[[Solution], Entry]]:
        """Yield the ways to print a site: its number; its bare form, if that makes a constraint of its own."""
        assert self.means is not None
        measure = self.means.measure
        yield partial(measure, layout, site)
        if self.bare is not None and not self.is_layout:
            yield lambda solution: None if measure(layout, site, solution) is None else self.bare

    def with_ways(
        self, layout: Layout, blank: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request
    ) -> tuple[Entry, ...]:
        """Return the entries of the slots that print the solution."""
        entries = list(self.entries(blank))
        for site, way in zip(self._slot_sites(blank), ways, strict=True):
            if way is not None:
                entries[site] = [*self._readings(layout, site)][way](solution)
        return tuple(entries)


class Sign(NamedTuple):
    """A sign that a cell shows instead of a number."""

    entry: int
    picture: str = ""
    """Text of the drawn cell; empty if the cell shows nothing."""
    way: str = ""
    """The way of the entry's group: "white" pearls are named otherwise than "black" ones."""


class CellClue(Entries):
    """An entry for each cell: a number of a range, or a sign."""

    form: ClueForm = "numbers"
    is_per_board = True
    hole_sign = "."
    """The character of a hole in the text of a board."""

    def __init__(
        self, *declared: Any, signs: Mapping[str, Sign] | None = None, is_hole: bool = False, is_black: bool = False,
        **more: Any,
    ) -> None:  # fmt: skip
        """Declare the clue. A cell with an entry holds no value if `is_hole`, and is drawn black if `is_black`.

        `signs` are the characters of entries in texts, besides those of numbers.
        """
        super().__init__(*declared, **more)
        self.signs, self.is_hole, self.is_black = signs or {}, is_hole, is_black
        self._sign_of = {sign.entry: sign for sign in self.signs.values()}

    def sites(self, grid: Grid) -> int:
        """Return the number of cells."""
        return len(grid)

    def site_name(self, grid: Grid, site: int) -> str:
        """Return the cell's name."""
        return grid.name(site)

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the entries at their new cells."""
        return moved_cells(value, motion)

    def group(self, layout: Layout, kind: str, site: int, members: tuple[int, ...], entry: int) -> Group:
        """Return the group of an entry, named by its cell and its number or sign."""
        sign = self._sign_of.get(entry)
        cells = (layout.grid.cells[site].name,)
        if sign is not None and sign.way:
            return Group(kind, members, cells=cells, way=sign.way)
        return Group(kind, members, cells=cells, clue=entry)

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield black cells, then numbers and signs."""
        if self.is_black:
            yield Holes(tuple([cell for cell, _ in self.printed(puzzle)]))
        for cell, entry in self.printed(puzzle):
            sign = self._sign_of.get(entry)
            if picture := str(entry) if sign is None else sign.picture:
                yield PrintedNumber(cell, picture)

    def free_cells(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """Return the cells without an entry; None if nothing is printed."""
        entries = puzzle.clue(self.key)
        return None if entries is None else tuple([cell for cell, entry in enumerate(entries) if entry is None])

    def leaves_nothing(self, puzzle: Puzzle) -> bool:
        """Return True if every cell has an entry, or none has although entries make the board."""
        entries = self.entries(puzzle)
        return None not in entries or (not self.is_black and entries.count(None) == len(entries))


class LineClue(Entries):
    """An entry for each column, then for each row."""

    form: ClueForm = "counts"
    sites_called = "columns and rows"

    def sites(self, grid: Grid) -> int:
        """Return the number of columns and rows."""
        return grid.columns + grid.rows

    def line(self, grid: Grid, site: int) -> tuple[str, int, tuple[int, ...]]:
        """Return the kind of a line, its number from 1, and its cells."""
        return _lines(grid)[site]

    def site_name(self, grid: Grid, site: int) -> str:
        """Return the line's name."""
        kind, number, _ = self.line(grid, site)
        return f"{kind} {number}"

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the entries at their new lines."""
        if value is None:
            return None
        source, target = motion.grid, motion.target
        moved: list[Entry] = [None] * len(value)
        for site, entry in enumerate(value):
            kind, _, cells = self.line(source, site)
            row, column = target.position(motion.cells[cells[0]])
            is_column = (kind == "column") != motion.transposes
            moved[column if is_column else target.columns + row] = entry
        return tuple(moved)

    def group(self, layout: Layout, kind: str, site: int, members: tuple[int, ...], entry: int) -> Group:
        """Return the row or column."""
        line, number, _ = self.line(layout.grid, site)
        return Group(line, members, number=number)

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the entries above columns and to the left of rows."""
        columns = puzzle.grid.columns
        for site, entry in self.printed(puzzle):
            is_column = site < columns
            yield Outside("above" if is_column else "left", site if is_column else site - columns, str(entry))


class PairClue(Clue):
    """Pairs of neighbouring cells: a sign between them, with or without a direction.

    `constraint(layout, pair)` is what a printed pair says. If `absence` is given, neighbours without a sign are bound
    by `absence(layout, pair)`, and the signs of a board are printed all or none.
    """

    form: ClueForm = "pairs"

    def __init__(
        self, key: str, meaning: str, *, kinds: tuple[str, ...], constraint: Callable[[Any, Pair], Constraint],
        holds: Callable[[int, int], bool], absence: Callable[[Any, Pair], Constraint] | None = None,
        directed: bool = True, bar: bool = False, default: tuple[()] | None = None, variant: str | None = None,
        unless: str | None = None, is_compiled_last: bool = False, excludes: str | None = None,
    ) -> None:  # fmt: skip
        """Declare the clue.

        `holds(p, q)` says whether a sign stands between values p and q, in this direction. A board that prints the clue
        does not print the clue `excludes`.
        """
        self.key, self.meaning, self.kinds, self.default = key, meaning, kinds, default
        self.constraint, self.holds, self.absence, self.directed, self.bar = constraint, holds, absence, directed, bar
        self.variant, self.unless, self.is_compiled_last = variant, unless, is_compiled_last
        self.excludes = excludes
        self.is_measured = self.prints_solutions = True

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the pairs at their new cells."""
        return None if value is None else tuple((motion.cells[p], motion.cells[q]) for p, q in value)

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Sort the pairs; each stands once, the smaller cell first if they have no direction."""
        value = clues.get(self.key)
        if value is None:
            if self.default is not None:
                clues[self.key] = self.default
            return
        pairs = set(value) if self.directed else {(min(p, q), max(p, q)) for p, q in value}
        clues[self.key] = tuple(sorted(pairs))

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless each sign stands between neighbours, in one direction."""
        if self.excludes is not None and self.excludes in puzzle.clues:
            raise PuzzleError(f"expected {self.excludes} or {self.key}, found both")
        grid, pairs = puzzle.grid, puzzle.clue(self.key) or ()
        signs = set(pairs)
        if signs <= _neighbours(grid) and (not self.directed or signs.isdisjoint({(q, p) for p, q in signs})):
            return
        for p, q in pairs:
            for cell in (p, q):
                if not 0 <= cell < len(grid):
                    raise PuzzleError(f"a sign has cell number {cell}, but the board has {len(grid)} cells")
            if q not in grid.beside(p):
                raise PuzzleError(f"a sign stands between {grid.name(p)} and {grid.name(q)}, which are no neighbours")
        for p, q in pairs:
            if (q, p) in signs:
                raise PuzzleError(f"of {grid.name(p)} and {grid.name(q)} each is greater than the other")

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the signs."""
        return (DrawnSign(p, q, bar=self.bar) for p, q in puzzle.clue(self.key) or ())

    def constraints_by_entry(self, layout: Layout, puzzle: Puzzle) -> Iterator[tuple[int, Constraint]]:
        """Yield the constraint of each sign, and of each absence if that says something."""
        value = puzzle.clue(self.key)
        if value is None:
            return
        if self.absence is None:
            for number, pair in enumerate(value):
                yield number, self._constraint_of(layout, self.constraint, pair)
            return
        signs = set(value)
        for number, pair in enumerate(neighbour_pairs(layout.grid)):
            yield number, self._constraint_of(layout, self.constraint if pair in signs else self.absence, pair)

    def _constraint_of(self, layout: Layout, make: Callable[[Any, Pair], Constraint], pair: Pair) -> Constraint:
        key = (self, make, pair)
        if (constraint := layout.memo.get(key)) is None:
            constraint = layout.memo[key] = make(layout, pair)
        return constraint

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form: all pairs have the parameters of the first."""
        layout = puzzle.layout
        pairs = puzzle.clue(self.key)
        if not pairs:
            return []
        if (shared := layout.memo.get((self, "form"))) is None:
            kind, _, _, _, parameters = statement_of(self.constraint(layout, pairs[0]), layout, 0)
            shared = layout.memo[self, "form"] = kind, parameters
        kind, parameters = shared
        return [(kind, first_kind, pair, 2, parameters) for pair in pairs]

    # JSON

    @property
    def _sign(self) -> str:
        return "|" if self.bar else ">"

    def read_json(self, data: Any, grid: Grid) -> tuple[Pair, ...]:
        """Return the pairs of a list of texts such as `r1c1>r1c2`."""
        pairs = []
        for text in listed(data, self.key):
            match = _PAIR.fullmatch(text) if isinstance(text, str) else None
            if match is None or match[2] not in ("|" if self.bar else "<>"):
                raise TextError(f"{self.key}: expected a pair such as r1c1{self._sign}r1c2, found {kind(text)}")
            p, q = (cell_named(grid, match[part], self.key) for part in (1, 3))
            pairs.append((q, p) if match[2] == "<" else (p, q))
        return tuple(pairs)

    def write_json(self, puzzle: Puzzle, value: Any) -> list[str]:
        """Return a text for each pair."""
        return [f"{puzzle.grid.name(p)}{self._sign}{puzzle.grid.name(q)}" for p, q in value]

    # Entries that a generator removes

    def printed_entries(self, puzzle: Puzzle) -> list[int]:
        """Return the numbers of the signs; none if absence says something."""
        return [] if self.absence is not None else list(range(len(puzzle.clue(self.key) or ())))

    def keep(self, puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
        """Return the puzzle with these signs only."""
        kept = set(kept)
        pairs = tuple(pair for number, pair in enumerate(puzzle.clue(self.key)) if number in kept)
        return Puzzle(puzzle.genre, puzzle.grid, clues={**puzzle.clues, self.key: pairs}, givens=puzzle.givens)

    def stays(self, request: Request) -> bool:
        """Return True if absence says something: then all signs are printed."""
        return self.absence is not None

    def measured(self, layout: Layout, puzzle: Puzzle, solution: Values) -> tuple[Pair, ...]:
        """Return the sign between every two neighbours that have one."""
        return self._signs(neighbour_pairs(layout.grid), solution)

    def _signs(self, pairs: Iterable[Pair], solution: Values) -> tuple[Pair, ...]:
        holds, signs = self.holds, []
        for p, q in pairs:
            if holds(solution[p], solution[q]):
                signs.append((p, q))
            elif self.directed and holds(solution[q], solution[p]):
                signs.append((q, p))
        return tuple(signs)

    def slots(self, layout: Layout, blank: Puzzle, request: Request) -> list[Slot]:
        """Return a slot for each pair of neighbours; one for all of them if absence says something."""
        pairs = neighbour_pairs(layout.grid)
        if self.absence is not None:
            return [Slot((lambda solution: tuple([self.holds(solution[p], solution[q]) for p, q in pairs]),))]
        return [Slot((partial(self._reading, pair),), optional=True) for pair in pairs]

    def _reading(self, pair: Pair, solution: Solution) -> bool:
        return self.holds(solution[pair[0]], solution[pair[1]])

    def with_ways(
        self, layout: Layout, blank: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request
    ) -> Any:
        """Return the signs of the slots that print the solution."""
        pairs = neighbour_pairs(layout.grid)
        if self.absence is not None:
            return blank.clue(self.key) if ways[0] is None else self._signs(pairs, solution)
        return self._signs([pair for pair, way in zip(pairs, ways, strict=True) if way is not None], solution)


Pair = tuple[int, int]
_PAIR = re.compile(r"\s*([rR][0-9]{1,2}[cC][0-9]{1,2})\s*([<>|])\s*([rR][0-9]{1,2}[cC][0-9]{1,2})\s*")


class Option(Clue):
    """A flag or a number of the whole board."""

    def __init__(
        self, key: str, meaning: str, default: Any = False, *, form: ClueForm = "flag", variant: str | None = None,
        variants: Mapping[str, Any] | None = None, check: Callable[[Puzzle], None] | None = None,
        draws: Callable[[Puzzle], Iterable[Feature]] | None = None,
    ) -> None:  # fmt: skip
        """Declare the option. `variant` sets a flag; `variants` give its values by variant. `draws` shows a flag."""
        self.key, self.meaning, self.default, self.form = key, meaning, default, form
        self.values = {variant: True} if variant is not None else dict(variants or {})
        self._check, self._draws = check, draws
        self.is_always_checked = check is not None

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the value: it has no place."""
        return value

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless the value is right."""
        value = puzzle.clue(self.key)
        if self.form == "flag" and value is not self.default and value is not True:
            raise PuzzleError(f"{self.key}: expected yes or nothing, found {value!r}")
        if self._check is not None:
            self._check(puzzle)

    def drawing(self, puzzle: Puzzle) -> Iterable[Feature]:
        """Return what a flag draws."""
        return () if self._draws is None or not puzzle.clue(self.key) else self._draws(puzzle)

    def read_json(self, data: Any, grid: Grid) -> bool:
        """Return a flag."""
        if not isinstance(data, bool):
            raise TextError(f"{self.key}: expected true or false, found {kind(data)}")
        return data

    def write_json(self, puzzle: Puzzle, value: Any) -> bool:
        """Return the flag."""
        return bool(value)

    def begin(self, request: Request, stream: RandomStream) -> Any:
        """Return the value of the requested variant."""
        return next((self.values[name] for name in self.values if name in request.variants), self.default)


@lru_cache(maxsize=64)
def _lines(grid: Grid) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """Return the kind, the number from 1 and the cells of each column, then of each row."""
    kinds = (("column", grid.column_lines), ("row", grid.row_lines))
    return tuple((kind, number, line) for kind, lines in kinds for number, line in enumerate(lines, start=1))


@lru_cache(maxsize=64)
def neighbour_pairs(grid: Grid) -> tuple[Pair, ...]:
    """Return every two cells that share a side, the smaller first."""
    return tuple((p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q)


@lru_cache(maxsize=64)
def _neighbours(grid: Grid) -> frozenset[Pair]:
    """Return every two cells that share a side, in both orders."""
    return frozenset((p, q) for p in range(len(grid)) for q in grid.beside(p))


@lru_cache(maxsize=64)
def _allowed(least: int, most: int) -> frozenset[Entry]:
    """Return the entries of a range, and None."""
    return frozenset((None, *range(least, most + 1)))


def scattered(clue: CellClue, percent: int) -> Callable[[Request, RandomStream], dict[str, Any]]:
    """Return a maker of layouts: bare entries anywhere, on this share of the cells, symmetric if requested."""

    def layout(request: Request, stream: RandomStream) -> dict[str, Any]:
        grid, motions = request.grid, [request.grid.motion(name).cells for name in request.symmetry]
        entries: list[Entry] = [None] * len(grid)
        for cell in range(len(grid)):
            orbit = {cell, *(moved[cell] for moved in motions)}
            if cell == min(orbit) and stream.below(100) < percent:
                for image in orbit:
                    entries[image] = clue.bare
        if None not in entries:
            entries[0] = None
        return {clue.key: tuple(entries)}

    return layout
