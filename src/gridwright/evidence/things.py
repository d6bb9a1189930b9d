"""What rules speak of, as evidence: a cell, a value, a group, a kind of group, a number, and sets of them.

A phrase puts them into terms (`{P}`, `{cand(p)}`), so the words that say them are those of terms. Cells are the numbers
of variables, values the numbers of symbols, groups positions in the board's list of groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, Self

from ..model import Sort
from ..model.errors import DocumentError, unlike
from ..model.evidence import BoardNames, Evidence, Numbers

Table = Literal["cells", "symbols", "groups", "kinds"]


@dataclass(frozen=True, slots=True)
class One(Evidence):
    """One number."""

    number: int
    sort: ClassVar[Sort]
    table: ClassVar[Table | None] = None
    """The names that documents give it; a plain number where there are none."""

    @classmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        if not isinstance(numbers, int):
            raise TypeError(f"expected the number of {cls.what}")
        return cls(numbers)

    @property
    def term(self) -> tuple[Sort, int]:
        return self.sort, self.number

    def document(self, names: BoardNames) -> Any:
        return self.number if self.table is None else getattr(names, self.table)[self.number]

    @classmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        return cls(element(data, names, cls.table, cls.what))


@dataclass(frozen=True, slots=True)
class Several(Evidence):
    """A set of numbers, in ascending order; where groups are added up, each as often as it counts."""

    numbers: tuple[int, ...]
    sort: ClassVar[Sort]
    table: ClassVar[Table]
    """The names that documents give its elements."""
    one: ClassVar[str]
    """What errors call an element."""

    @classmethod
    def of_set(cls, numbers: Iterable[int]) -> Self:
        """Return the shape of a set."""
        return cls(tuple(sorted(numbers)))

    @classmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        if isinstance(numbers, int):
            raise TypeError(f"expected the numbers of {cls.what}")
        return cls(tuple(numbers))

    @property
    def term(self) -> tuple[Sort, frozenset[int]]:
        return self.sort, frozenset(self.numbers)

    def document(self, names: BoardNames) -> Any:
        table = getattr(names, self.table)
        return [table[number] for number in self.numbers]

    @classmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        return cls(elements(data, names, cls.table, cls.one))


def element(data: Any, names: BoardNames, table: Table | None, what: str) -> int:
    """Read the number of a name, or a plain number where there is no table."""
    if table is None:
        if type(data) is not int:
            raise unlike("a whole number", data)
        return data
    try:
        return names.number(table, data if isinstance(data, str) else "")
    except KeyError:
        raise unlike(what, data) from None


def elements(data: Any, names: BoardNames, table: Table | None, what: str) -> tuple[int, ...]:
    """Read a list of such; a mistake names its place in it."""
    if not isinstance(data, list):
        raise unlike(f"a list, each entry {what}", data)
    numbers = []
    for place, entry in enumerate(data):
        try:
            numbers.append(element(entry, names, table, what))
        except DocumentError as error:
            raise error.inside(place) from None
    return tuple(numbers)


class OneCell(One):
    __slots__ = ()
    key, what, sort, table = "cell", "a cell", Sort.CELL, "cells"

    @property
    def cells(self) -> frozenset[int]:
        return frozenset((self.number,))

    @property
    def line_cells(self) -> frozenset[int]:
        return frozenset()


class OneValue(One):
    __slots__ = ()
    key, what, sort, table = "value", "a value", Sort.VALUE, "symbols"

    @property
    def values(self) -> frozenset[int]:
        return frozenset((self.number,))


class OneGroup(One):
    __slots__ = ()
    key, what, sort, table = "group", "a group", Sort.GROUP, "groups"

    @property
    def groups(self) -> Sequence[int]:
        return (self.number,)


class OneKind(One):
    __slots__ = ()
    key, what, sort, table = "kind", "a kind", Sort.KIND, "kinds"


class Amount(One):
    __slots__ = ()
    key, what, sort = "number", "a number", Sort.NUMBER


class Truth(One):
    __slots__ = ()
    key, what, sort = "bool", "a condition", Sort.BOOL


class CellSet(Several):
    __slots__ = ()
    key, what, one, sort, table = "cells", "cells", "a cell", Sort.CELLS, "cells"

    @property
    def cells(self) -> frozenset[int]:
        return frozenset(self.numbers)


class ValueSet(Several):
    __slots__ = ()
    key, what, one, sort, table = "values", "values", "a value", Sort.VALUES, "symbols"

    @property
    def values(self) -> frozenset[int]:
        return frozenset(self.numbers)


class GroupSet(Several):
    __slots__ = ()
    key, what, one, sort, table = "groups", "groups", "a group", Sort.GROUPS, "groups"

    @property
    def groups(self) -> Sequence[int]:
        return self.numbers


class KindSet(Several):
    __slots__ = ()
    key, what, one, sort, table = "kinds", "kinds", "a kind", Sort.KINDS, "kinds"


THINGS: tuple[type[One | Several], ...] = (
    OneCell, OneValue, OneGroup, OneKind, Amount, Truth, CellSet, ValueSet, GroupSet, KindSet,
)  # fmt: skip


@cache
def shape_of(sort: Sort | None) -> type[One | Several]:
    """Return the shape of terms of a sort; a number where a plan computes without one."""
    return next((shape for shape in THINGS if shape.sort is sort), Amount)
