"""Cages: cells with an outline and a label. A `CageLabel` says what the labels of a genre mean; the rest follows.

CageClue("cages", "…", Totals())       killer sudoku: the numbers differ and add up to the total
CageClue("cages", "…", Operations())   Keen: the numbers make the target by an operation
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

from ..formats.clue_text import read_clue, spell_clue
from ..formats.json_text import cell_named, kind, listed, only, whole
from ..model.answer import Solution
from ..model.clue import Clue, ClueForm, Slot, Statement
from ..model.constraint import Constraint
from ..model.constraints.all_different import AllDifferent
from ..model.constraints.arithmetic import (
    ANY,
    LARGEST_TARGET,
    NUMBER_OF,
    OPERATIONS,
    Arithmetic,
    made_by,
)
from ..model.constraints.distinct_sum import DistinctSum
from ..model.drawing import Cage as DrawnCage
from ..model.drawing import Feature
from ..model.errors import GridwrightError, PuzzleError, TextError
from ..model.grid import Grid, Motion
from ..model.group import Group
from ..model.maker import Request
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import Layout
from .partitions import estimated_partitions, partitions

Label = Sequence[Any]
Members = tuple[int, ...]


class CageLabel(ABC):
    """The labels of a genre's cages: their constraint, their text, and the labels that a solution would print."""

    kinds: tuple[str, ...] = ("cage",)
    json_key: str
    """The key of a label in JSON."""
    parts: tuple[str, ...]
    """The parts of a label, for an editor: ("operation", "number")."""
    blank: Label
    """The label of a cage that prints nothing."""
    is_dashed = True
    is_compiled_last = False

    @abstractmethod
    def constraint(self, group: Group, label: Label, grid: Grid) -> Constraint | None:
        """Return the constraint of a cage, or None if its label says nothing."""

    def statements(self, kind: int, cages: Sequence[Any]) -> list[Statement]:
        """Return the constraints of all cages in the kernel's form."""
        raise NotImplementedError

    @abstractmethod
    def text(self, label: Label) -> str:
        """Return the printed label."""

    @abstractmethod
    def read_json(self, data: Any, what: str) -> Label:
        """Return the label of its JSON, None if there is none. Raise TextError that begins with `what`."""

    @abstractmethod
    def json_label(self, label: Label) -> Any:
        """Return the JSON of a label, None if it prints nothing."""

    @abstractmethod
    def check(self, name: str, members: Members, label: Label, grid: Grid) -> None:
        """Raise PuzzleError if a cage cannot print the label."""

    def are_plain(self, cages: Sequence[Any]) -> bool:
        """Return True if a quick test finds all labels right; False if they have to be checked one by one."""
        return False

    def tidied(self, cages: Sequence[Any]) -> list[Any]:
        """Return the cages with their cells in order and their labels in normal form."""
        return [(tuple(sorted(cells)), *label) for cells, *label in cages]

    def group_clue(self, label: Label) -> int | str:
        """Return the label as the name of the cage's group has it."""
        return self.text(label)

    def sizes(self, request: Request) -> Collection[int] | None:
        """Return the sizes that cages may have in an enumeration; None for any size."""
        return None

    @abstractmethod
    def ways(self, members: Members, request: Request) -> Sequence[Hashable]:
        """Return the ways to label a cage of a solution."""

    @abstractmethod
    def label(self, members: Members, way: Any, solution: Solution) -> Label | None:
        """Return the label of a cage in one of these ways, or None if the solution has none."""


class CageClue(Clue):
    """Cages that do not overlap, each with a label: (cells, *label)."""

    form: ClueForm = "cages"
    is_layout = True
    prints_solutions = True

    def __init__(
        self, key: str, meaning: str, labels: CageLabel, *, variant: str | None = None, replaces_givens: bool = False
    ) -> None:
        self.key, self.meaning, self.labels, self.variant = key, meaning, labels, variant
        self.default, self.parts, self.kinds = (), labels.parts, labels.kinds
        self.replaces_givens, self.is_compiled_last = replaces_givens, labels.is_compiled_last

    def cages(self, puzzle: Puzzle) -> Iterator[tuple[Members, Label]]:
        """Yield the cells and the label of each cage."""
        return ((cells, tuple(label)) for cells, *label in puzzle.clue(self.key))

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the cages at their new cells."""
        return tuple((tuple(motion.cells[cell] for cell in cells), *label) for cells, *label in value)

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Put cages into reading order. A single cell with a blank label is not a cage."""
        blank, cages = self.labels.blank[-1], self.labels.tidied(clues.get(self.key) or ())
        cages = [cage for cage in cages if len(cage[0]) != 1 or cage[-1] != blank]
        clues[self.key] = tuple(sorted(cages, key=itemgetter(0)))

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if cages overlap or leave the board, or if a label is not possible."""
        grid, cages = puzzle.grid, puzzle.clue(self.key)
        if not cages or self._are_plain(cages, len(grid)):
            return
        owner: dict[int, str] = {}
        for members, *label in cages:
            if not members:
                raise PuzzleError("a cage has no cells")
            if not (0 <= members[0] and members[-1] < len(grid)):
                off = members[0] if members[0] < 0 else members[-1]
                raise PuzzleError(f"a cage has cell number {off}, but the board has {len(grid)} cells")
            name = f"the cage at {grid.name(members[0])}"
            for cell in members:
                if cell in owner:
                    raise PuzzleError(f"{name} and {owner[cell]} both hold {grid.name(cell)}")
                owner[cell] = name
            self.labels.check(name, members, tuple(label), grid)

    def _are_plain(self, cages: Sequence[Any], cells: int) -> bool:
        groups = [cage[0] for cage in cages]
        numbers = list(chain.from_iterable(groups))
        if len(set(numbers)) != len(numbers) or () in groups or min(numbers) < 0 or max(numbers) >= cells:
            return False
        return self.labels.are_plain(cages)

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the outlines with their labels."""
        text, is_dashed = self.labels.text, self.labels.is_dashed
        return (DrawnCage(members, text(label), dashed=is_dashed) for members, label in self.cages(puzzle))

    def constraints(self, layout: Layout, puzzle: Puzzle) -> list[Constraint]:  # type: ignore[override]
        """Return the constraint of each cage that has one."""
        grid, labels, kind = puzzle.grid, self.labels, self.kinds[0]
        name, clue, constraint = grid.name, labels.group_clue, labels.constraint
        stated = [
            constraint(Group(kind, members, cells=(name(members[0]),), clue=clue(label)), label, grid)
            for members, *label in puzzle.clue(self.key)
        ]
        return [made for made in stated if made is not None]

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form."""
        return self.labels.statements(first_kind, puzzle.clue(self.key))

    # JSON

    def read_json(self, data: Any, grid: Grid) -> tuple[Any, ...]:
        """Return the cages of a list of objects with `cells` and, if one is printed, a label."""
        name, cages = self.labels.json_key, []
        for number, cage in enumerate(listed(data, self.key), start=1):
            what = f"cage {number}"
            if not isinstance(cage, dict):
                raise TextError(f"{what}: expected an object, found {kind(cage)}")
            only(cage, ("cells", name), what)
            cells = tuple([cell_named(grid, cell, what) for cell in listed(cage.get("cells"), f"{what}, cells")])
            if len(set(cells)) != len(cells):
                raise TextError(f"{what} names a cell twice")
            cages.append((cells, *self.labels.read_json(cage.get(name), what)))
        return tuple(cages)

    def write_json(self, puzzle: Puzzle, value: Any) -> list[dict[str, Any]]:
        """Return a list of objects."""
        labels, name = self.labels, puzzle.grid.name
        objects: list[dict[str, Any]] = []
        for cells, *label in value:
            objects.append({"cells": [name(cell) for cell in cells]})
            if (text := labels.json_label(tuple(label))) is not None:
                objects[-1][labels.json_key] = text
        return objects

    # Enumeration

    def stays(self, request: Request) -> bool:
        """Return True: a cage may print nothing only if no label is possible."""
        return True

    def layouts(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield every division of the board into connected cages."""
        blank = self.labels.blank
        for cages in partitions(request.grid, sizes=self.labels.sizes(request)):
            yield {self.key: tuple((cage, *blank) for cage in cages)}

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return an estimate of the number of divisions."""
        return estimated_partitions(request.grid, stream, sizes=self.labels.sizes(request))

    def _all_cages(self, blank: Puzzle) -> list[Members]:
        """Return the cages in reading order. A cell in no cage is a cage by itself."""
        cages = [cage[0] for cage in blank.clue(self.key)]
        return sorted([*cages, *((cell,) for cell in {*range(len(blank.grid))}.difference(*cages))])

    def slots(self, layout: Layout, blank: Puzzle, request: Request) -> list[Slot]:
        """Return a slot for each cage."""
        labels = self.labels
        return [
            Slot(tuple(partial(labels.label, cage, way) for way in labels.ways(cage, request)))
            for cage in self._all_cages(blank)
        ]

    def with_ways(
        self, layout: Layout, blank: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request
    ) -> tuple[Any, ...]:
        """Return the cages, some of which print the solution."""
        labels, cages = self.labels, []
        for cage, way in zip(self._all_cages(blank), ways, strict=True):
            label = None if way is None else labels.label(cage, labels.ways(cage, request)[way], solution)
            cages.append((cage, *(labels.blank if label is None else label)))
        return tuple(cages)


class Totals(CageLabel):
    """The numbers of a cage differ; with a total they add up to it."""

    json_key = "total"
    parts = ("total",)
    blank = (None,)

    def __init__(self, single_cells: str) -> None:
        """`single_cells` is the variant whose cages may have one cell."""
        self.single_cells = single_cells

    def constraint(self, group: Group, label: Label, grid: Grid) -> Constraint:
        """Return the sum, or only that the numbers differ."""
        (total,) = label
        return AllDifferent(group) if total is None else DistinctSum(group, total, largest=grid.rows)

    def text(self, label: Label) -> str:
        """Return the total."""
        return "" if label[0] is None else str(label[0])

    def read_json(self, data: Any, what: str) -> Label:
        """Return the total or None."""
        return (None if data is None else whole(data, 1, 9999, f"{what}, total"),)

    def json_label(self, label: Label) -> Any:
        """Return the total."""
        return label[0]

    def group_clue(self, label: Label) -> int | str:
        """Return the total as a number."""
        return "" if label[0] is None else label[0]

    def check(self, name: str, members: Members, label: Label, grid: Grid) -> None:
        """Raise PuzzleError if so many different numbers cannot add up to the total."""
        n, k, (total,) = grid.rows, len(members), label
        if k > n:
            raise PuzzleError(f"{name} has {k} cells: more than {n} cannot differ")
        least, most = k * (k + 1) // 2, k * (2 * n - k + 1) // 2
        if total is not None and not least <= total <= most:
            raise PuzzleError(f"{name}: {k} different numbers add up to {least} to {most}, not {total}")

    def sizes(self, request: Request) -> Collection[int]:
        """Return sizes up to n, from 2 unless the variant has single cells."""
        return range(1 if self.single_cells in request.variants else 2, request.size + 1)

    def ways(self, members: Members, request: Request) -> Sequence[Hashable]:
        """Return one way: the total."""
        return ("total",)

    def label(self, members: Members, way: Any, solution: Solution) -> Label:
        """Return the total."""
        return (sum([solution[cell] + 1 for cell in members]),)


_PRINTED = frozenset(OPERATIONS)
_SPELLINGS = {"−": "-", "x": "×", "*": "×", "/": "÷", ":": "÷"}


class Operations(CageLabel):
    """The numbers of a cage make the target by an operation. Without an operation, any of the four may make it."""

    json_key = "clue"
    parts = ("operation", "number")
    blank = (ANY, None)
    is_dashed = False
    is_compiled_last = True

    def __init__(self, products: str, no_operations: str) -> None:
        """`products` and `no_operations` are the variants that print products only, and targets alone."""
        self.products, self.no_operations = products, no_operations

    def tidied(self, cages: Sequence[Any]) -> list[Any]:
        """Return the cages with cells in order and operations in one spelling."""
        return [(tuple(sorted(cells)), _SPELLINGS.get(sign, sign), target) for cells, sign, target in cages]

    def constraint(self, group: Group, label: Label, grid: Grid) -> Constraint | None:
        """Return the arithmetic; nothing if there is no target."""
        operation, target = label
        return None if target is None else Arithmetic(group, operation, target, largest=grid.rows)

    def statements(self, kind: int, cages: Sequence[Any]) -> list[Statement]:
        """Return the constraints in the kernel's form."""
        return [
            ("arithmetic", kind, members, len(members), (NUMBER_OF[operation], target))
            for members, operation, target in cages
            if target is not None
        ]

    def sizes(self, request: Request) -> None:
        """Return None: cages have any size. Raise GridwrightError for targets alone, which have several meanings."""
        if self.no_operations in request.variants:
            raise GridwrightError("clues without an operation are not enumerated: a target alone has several meanings")

    def text(self, label: Label) -> str:
        """Return the target and the operation: "24×"."""
        return spell_clue(*label)

    def read_json(self, data: Any, what: str) -> Label:
        """Return operation and target of a text such as "24×"."""
        if not isinstance(data, str | None):
            raise TextError(f"{what}, clue: expected text, found {kind(data)}")
        try:
            return read_clue(data or "")
        except TextError as error:
            raise TextError(f"{what}: {error.message}") from None

    def json_label(self, label: Label) -> Any:
        """Return the printed label."""
        return self.text(label) or None

    def check(self, name: str, members: Members, label: Label, grid: Grid) -> None:
        """Raise PuzzleError if a cage of so many cells cannot print the label."""
        operation, target = label
        if operation not in (ANY, *OPERATIONS):
            raise PuzzleError(f"{name}: expected an operation out of {' '.join(OPERATIONS)}, found {operation!r}")
        if target is None and operation:
            raise PuzzleError(f"{name} has the operation {operation} but no number")
        if target is not None and (not isinstance(target, int) or not 0 <= target <= LARGEST_TARGET):
            raise PuzzleError(f"{name}: expected a number from 0 to {LARGEST_TARGET:,}, found {target}")
        if operation in ("-", "÷") and len(members) == 1:
            raise PuzzleError(f"{name} has one cell, and {operation} needs two")

    def are_plain(self, cages: Sequence[Any]) -> bool:
        """Return True if every cage has an operation that suits its size, and a target within bounds."""
        _, operations, targets = zip(*cages, strict=True)
        if not (_PRINTED.issuperset(operations) and set(map(type, targets)) == {int}):
            return False
        if any(operation in "-÷" for members, operation, _ in cages if len(members) == 1):
            return False
        return bool(min(targets) >= 0 and max(targets) <= LARGEST_TARGET)

    def ways(self, members: Members, request: Request) -> Sequence[Hashable]:
        """Return the operations that a cage of so many cells may print."""
        if len(members) == 1:
            return "+"
        if self.products in request.variants:
            return "×"
        return "+-×÷" if len(members) == 2 else "+×"

    def label(self, members: Members, way: Any, solution: Solution) -> Label | None:
        """Return operation and target, or None if the operation does not come out even."""
        target = made_by(way, [solution[cell] + 1 for cell in members])
        return None if target is None else (ANY if len(members) == 1 else way, target)
