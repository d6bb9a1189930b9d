"""A printed clue: what a setter prints besides givens, declared once a kind.

    Clue        a kind of clue: its key, its place on the board, its entries, the constraints that they make
    Slot        a place where something of a solution is printed, or may be printed

A genre lists its clues. Validation, normal form, motion under symmetry, drawing, the clues of a solution, their
removal one by one, enumeration and the compiled form all follow from the methods of `Clue`. The kinds of clue that
genres share are in `gridwright.kits`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .answer import Solution
from .constraint import Constraint, Relation
from .grid import Grid, Motion
from .random_stream import RandomStream
from .structure import Structure

if TYPE_CHECKING:
    from .drawing import Feature
    from .maker import Request
    from .puzzle import Puzzle
    from .space import Layout

Statement = tuple[str, int, Sequence[int], int, Sequence[int]]
"""A constraint in the kernel's form: its kind, the number of its group's kind, its scope, how many variables of the
scope are the group, its parameters."""

Reading = Callable[[Solution], Hashable | None]
"""Solution → the entry that is printed for it in one way; None if it cannot be printed in that way."""

ClueForm = Literal[
    "", "number", "flag", "height-and-width", "regions", "numbers", "directions", "cages", "views", "counts", "pairs"
]
"""The way to enter a clue in an editor: a number or a yes for the board; a number or an arrow for each cell; cages as
(cells, …) each; a number for each line from above, below, left and right; for each column, then each row; pairs of
cells side by side."""


class Slot(NamedTuple):
    """A place where something of the solution is printed, in one of several ways. An optional slot may stay empty."""

    readings: tuple[Reading, ...]
    optional: bool = False


def given_slots(variables: int) -> list[Slot]:
    """Return a slot for each variable, whose value may be given."""
    return [Slot((itemgetter(x),), optional=True) for x in range(variables)]


def statement_of(constraint: Constraint, layout: Layout, kind: int) -> Statement:
    """Return a constraint of a layout in the kernel's form; `kind` is the number of its group's kind."""
    relation = constraint
    if not isinstance(relation, Relation):
        structure = Structure(tuple(len(variable.domain) for variable in layout.variables))
        constraint.emit(structure)
        (relation,) = structure.relations
    return relation.kind, kind, relation.scope, len(constraint.group.members), relation.parameters()


class Clue(ABC):
    """A kind of printed clue. A puzzle holds one value of each kind, or its default if nothing is printed."""

    key: str
    meaning: str
    """The meaning of the value, for people: "of each black cell its number"."""
    default: Hashable = None
    form: ClueForm = ""
    parts: tuple[str, ...] = ()
    """The parts of a cage after its cells: ("total",)."""
    kinds: tuple[str, ...] = ()
    """The kinds of group of its constraints, in the order in which an entry makes them."""
    variant: str | None = None
    """The variant whose puzzles print this clue; None for all puzzles."""
    unless: str | None = None
    """The variant whose puzzles do not print this clue."""
    is_layout = False
    """True if a part of the clue is drawn before a solution is known: regions, trees, arrows."""
    is_measured = False
    """True if entries are read off a solution: numbers, totals, signs."""
    is_compiled_last = False
    """True if boards of a size share all but this clue's constraints, and `statements` gives these quickly."""
    is_per_board = False
    """True if the clue states the board itself (a map, boxes), so that its entries are not counted as clues."""
    prints_solutions = False
    """True if something of a solution is printed in the clue's slots."""
    is_always_checked = False
    """True if `validate` has something to check in puzzles that do not print the clue."""
    replaces_givens = False
    """True if an enumeration prints this clue in place of givens."""

    def is_printed_in(self, request: Request) -> bool:
        """Return True if puzzles of the requested variants print this clue."""
        if self.unless is not None and self.unless in request.variants:
            return False
        return self.variant is None or self.variant in request.variants

    # A printed value

    @abstractmethod
    def move(self, value: Any, motion: Motion) -> Any:
        """Return the value after the board was turned or mirrored."""

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:  # noqa: B027  most need none
        """Put the value into its normal form, in place: two values that say the same become equal."""

    def validate(self, puzzle: Puzzle) -> None:  # noqa: B027
        """Raise PuzzleError if the value makes no board."""

    def drawing(self, puzzle: Puzzle) -> Iterable[Feature]:
        """Return what the board shows of the value."""
        return ()

    def constraints(self, layout: Layout, puzzle: Puzzle) -> Iterator[Constraint]:
        """Yield the constraints of all printed entries."""
        return (constraint for _, constraint in self.constraints_by_entry(layout, puzzle))

    def constraints_by_entry(self, layout: Layout, puzzle: Puzzle) -> Iterator[tuple[int, Constraint]]:
        """Yield each constraint of a printed entry with the number of the entry."""
        return iter(())

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form. `first_kind` is the number of the first of `kinds`."""
        raise NotImplementedError(f"{type(self).__name__} has no compact form")

    # Entries that a generator removes, and that an enumeration prints or not

    def printed_entries(self, puzzle: Puzzle) -> list[int]:
        """Return the numbers of the printed entries that may be removed."""
        return []

    def keep(self, puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
        """Return the puzzle with these entries only; the layout stays."""
        return puzzle

    def stays(self, request: Request) -> bool:
        """Return True if every entry stays printed."""
        return False

    # A solution

    def begin(self, request: Request, stream: RandomStream) -> Any:
        """Return the value on a board without a solution, for the generator; the default if nothing is printed."""
        return self.default

    def measured(self, layout: Layout, puzzle: Puzzle, solution: Solution) -> Any:
        """Return the value with every entry that the solution allows."""
        raise NotImplementedError(f"{type(self).__name__} is not read off a solution")

    # Enumeration

    def layouts(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield every value before a solution is known, as clues by key."""
        value = self.begin(request, RandomStream(0))
        yield {} if value == self.default else {self.key: value}

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return the number of layouts: exact, or an estimate that is right on average."""
        return 1.0

    def slots(self, layout: Layout, blank: Puzzle, request: Request) -> list[Slot]:
        """Return a slot for each place where an entry of a solution may be printed."""
        return []

    def with_ways(
        self, layout: Layout, blank: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request
    ) -> Any:  # fmt: skip
        """Return the value whose slots print the solution in these ways: the number of a reading, None for nothing."""
        return blank.clue(self.key)


def first_seen(labels: Sequence[Hashable]) -> tuple[int, ...]:
    """Rename labels 0, 1, 2 … in order of first appearance: equal maps get equal labels.

    >>> first_seen("BBAC")
    (0, 0, 1, 2)
    """
    names: dict[Hashable, int] = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)


def moved_cells(value: Any, motion: Motion) -> Any:
    """Return a tuple of an entry for each cell after a motion; None stays None."""
    if value is None:
        return None
    moved = [value[0]] * len(value)
    for cell, entry in enumerate(value):
        moved[motion.cells[cell]] = entry
    return tuple(moved)
