"""What every shape of evidence answers: nobody who tells, draws, stores or weighs a step asks which shape it is.

    step.witness["C"]        the shape that the step shows under a name, which its technique's sentences use
    shape.document(names)    as JSON data, and back by `from_document`
    shape.say(teller, form)  in words, by the phrases of a voice
    shape.strands(step, …)   the lines of its picture; `cells`, `areas`, `groups`, `candidates` are marked there

The shapes themselves are files of `gridwright.evidence`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

from .errors import PuzzleError
from .sort import Sort
from .state import State
from .structure import Structure

if TYPE_CHECKING:
    from .step import Step

Numbers = int | Sequence[int]
"""A value of a match as the kernel gives it: one number, or those of a set or list."""


class End(NamedTuple):
    """One end of a strand: some cells, and the value that they are about if there is one."""

    cells: tuple[int, ...]
    value: int | None = None


class Strand(NamedTuple):
    """A line of a picture. Drawn through (`strong`) where one of its ends is true, else dashed."""

    first: End
    second: End
    strong: bool = True


class BoardNames(Protocol):
    """The names of a board's parts by their numbers; `number` is the way back and raises KeyError."""

    @property
    def cells(self) -> Sequence[str]: ...
    @property
    def symbols(self) -> Sequence[str]: ...
    @property
    def groups(self) -> Sequence[str]: ...
    @property
    def kinds(self) -> Sequence[str]: ...
    def number(self, table: str, name: str, /) -> int: ...


class Teller(Protocol):
    """A voice that tells a step on the state before it."""

    @property
    def state(self) -> State: ...
    @property
    def witness(self) -> Witness: ...

    def word(self, key: str, /) -> str:
        """Return the voice's plain word of that key."""

    def phrase(self, key: str, names: Mapping[str, Evidence], /) -> str:
        """Return the voice's phrase of that key, told of the step and of these shapes."""

    def cell(self, cell: int, /) -> str:
        """Return the name of a cell."""

    def short(self, cells: Sequence[int], /) -> str:
        """Return the names of cells in one word, as notations have them."""

    def value(self, value: int, /) -> str:
        """Return the name of a value."""


class Evidence(ABC):
    """A shape of evidence: immutable, equal to the same shape with the same content."""

    __slots__ = ()

    key: ClassVar[str]
    """Its name in documents."""
    what: ClassVar[str]
    """Its name in errors."""
    follows_links: ClassVar[bool] = False
    """True if it leads from link to link as far as they go."""

    @classmethod
    def of(cls, witness: Mapping[str, Evidence], name: str) -> Self:
        """Return what a witness shows under a name.

        Raises `PuzzleError` where that is missing or another shape, as in a document from elsewhere.
        """
        shape = witness.get(name)
        if not isinstance(shape, cls):
            raise PuzzleError(f"expected {cls.what} as {name}, found {'nothing' if shape is None else shape.what}")
        return shape

    @classmethod
    @abstractmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        """Return the shape of what the kernel gives: the only place that knows the layout of these numbers."""

    @abstractmethod
    def document(self, names: BoardNames) -> Any:
        """Return it as JSON data."""

    @classmethod
    @abstractmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        """Read JSON data strictly; raises `DocumentError`."""

    @property
    def term(self) -> tuple[Sort, int | frozenset[int]] | None:
        """What its name is in a term of the rule language; None where rules have no such thing."""
        return None

    def say(self, teller: Teller, form: str) -> str | None:
        """Return it in words, in the form that a phrase asks for; None where it is a term, which has words already."""
        return None

    @property
    def length(self) -> int:
        """The length of a chain; 0 for what is none."""
        return 0

    @property
    def cells(self) -> frozenset[int]:
        """Cells that a picture outlines where the step names no choice that they are in."""
        return frozenset()

    @property
    def line_cells(self) -> frozenset[int]:
        """Cells that a picture outlines where each is a line of a loop, in place of the choices of the step."""
        return self.cells

    @property
    def areas(self) -> Sequence[tuple[int, ...]]:
        """Sets of cells that a picture tells apart."""
        return ()

    @property
    def groups(self) -> Sequence[int]:
        """The groups that it names."""
        return ()

    @property
    def values(self) -> frozenset[int]:
        """The values that it names."""
        return frozenset()

    @property
    def candidates(self) -> Sequence[tuple[int, int]]:
        """The candidates that it is made of, as (cell, value), where it says more than the choices of the step."""
        return ()

    def strands(self, step: Step, structure: Structure) -> list[Strand] | None:
        """Return the lines of its picture; None where the choices of the step have to do."""
        return None


Witness = Mapping[str, Evidence]
"""What a match or a step shows, by the names of its technique's variables."""
