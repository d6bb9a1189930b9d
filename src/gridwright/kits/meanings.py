"""The meaning of a printed entry: the constraints that it makes, and the entry that a solution would print.

Exactly(1, around, "clue")        the number of variables with the value in a scope
Fits(cross, fits, …)              a sign that suits the values around it
Never(1, "number")                the cell of an entry does not hold the value
Sees(1, "sight")                  the number of cells in sight
Both(Never(…), Sees(…))           several meanings of one entry
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ..model.constraint import Constraint
from ..model.constraints.count import Count
from ..model.constraints.table import Table
from ..model.constraints.visible_cells import VisibleCells
from ..model.group import Group

if TYPE_CHECKING:
    from .clues import Entries

Values = Sequence[int]
Scope = Callable[[Any, int], Sequence[int]]
"""(layout, site) → the variables that an entry at the site is about."""


class Meaning(ABC):
    """The meaning of one printed entry. The measured entry's constraints hold, and no other entry's.

    `gridwright.testing.check_genre` compares them.
    """

    kinds: tuple[str, ...]
    """The kinds of group of its constraints, in their order."""

    @abstractmethod
    def constraints(self, clue: Entries, layout: Any, site: int, entry: int) -> Iterable[Constraint]:
        """Return the constraints of an entry at a site."""

    @abstractmethod
    def measure(self, layout: Any, site: int, values: Values) -> int | None:
        """Return the entry that the values print at a site, or None."""

    def total(self, layout: Any, site: int, entry: int) -> tuple[Sequence[int], int] | None:
        """Return variables, and how many of them have the value, if the entry fixes that number."""
        return None


class Measured(Meaning):
    """A meaning of one constraint, whose kind measures its own entry (`Constraint.target`)."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    @abstractmethod
    def scope_at(self, layout: Any, site: int) -> Sequence[int]:
        """Return the variables that an entry at the site is about."""

    @abstractmethod
    def constraint(self, layout: Any, site: int, group: Group, entry: int) -> Constraint:
        """Return the constraint of an entry."""

    def constraints(self, clue: Entries, layout: Any, site: int, entry: int) -> Iterable[Constraint]:
        """Return the constraint; a bare entry makes none."""
        if entry == clue.bare:
            return ()
        group = clue.group(layout, self.kinds[0], site, tuple(self.scope_at(layout, site)), entry)
        return (self.constraint(layout, site, group, entry),)

    def measure(self, layout: Any, site: int, values: Values) -> int | None:
        """Return the number that the constraint would have."""
        if (known := layout.memo.get((self, site))) is None:
            scope = tuple(self.scope_at(layout, site))
            known = scope, self.constraint(layout, site, Group(self.kinds[0], scope), 1).target
            layout.memo[self, site] = known
        scope, target = known
        return target([values[x] for x in scope])  # type: ignore[no-any-return]


class Exactly(Measured):
    """An entry is the number of variables of a scope that have the value."""

    def __init__(self, value: int, scope: Scope, *kinds: str) -> None:
        super().__init__(*kinds)
        self.value, self._scope = value, scope

    def scope_at(self, layout: Any, site: int) -> Sequence[int]:
        """Return the declared scope."""
        return self._scope(layout, site)

    def constraint(self, layout: Any, site: int, group: Group, entry: int) -> Constraint:
        """Return the count."""
        return Count.exactly(group, self.value, entry)

    def total(self, layout: Any, site: int, entry: int) -> tuple[Sequence[int], int]:
        """Return the scope and the entry."""
        return self.scope_at(layout, site), entry


class Fits(Meaning):
    """An entry is a sign, numbered from 1, that suits the values around its site."""

    def __init__(
        self, scope: Callable[[Any, int], Sequence[int | None]], fits: Callable[[int, Sequence[int]], bool], kind: str,
        sentences: tuple[str, ...], *, lines: int = 0,
    ) -> None:  # fmt: skip
        """Declare the signs.

        `scope` gives variables in a fixed pattern; None stands for a variable that the board does not have, whose value
        is 0. `fits(sign, values)` is called for every combination of 0 and 1. `sentences` has one for each sign. If
        `lines` is given, so many of the first four variables of the scope have value 1 wherever a sign stands.
        """
        self.scope, self.fits, self.kind, self.sentences, self.lines = scope, fits, kind, sentences, lines
        self.kinds = (kind,)

    def _patterns(self, layout: Any, site: int) -> tuple[tuple[int, ...], dict[tuple[int, ...], int], Any]:
        """Return the variables, the sign of each combination that suits one, and a getter of the combination."""
        known = layout.memo.get((self, site))
        if known is None:
            pattern = self.scope(layout, site)
            scope = tuple(x for x in pattern if x is not None)
            sign_of: dict[tuple[int, ...], int] = {}
            for values in product(range(2), repeat=len(scope)):
                value_of = dict(zip(scope, values, strict=True))
                around = [0 if x is None else value_of[x] for x in pattern]
                for sign in range(1, len(self.sentences) + 1):
                    if self.fits(sign, around):
                        sign_of[values] = sign
            known = layout.memo[self, site] = scope, sign_of, itemgetter(*scope)
        return known  # type: ignore[no-any-return]

    def constraints(self, clue: Entries, layout: Any, site: int, entry: int) -> Iterable[Constraint]:
        """Return the table of the combinations that suit the sign."""
        scope, sign_of, _ = self._patterns(layout, site)
        rows = frozenset(values for values, sign in sign_of.items() if sign == entry)
        group = clue.group(layout, self.kind, site, scope, entry)
        return (Table(group, rows, f"at {layout.grid.name(site)} {self.sentences[entry - 1]}"),)

    def measure(self, layout: Any, site: int, values: Values) -> int | None:
        """Return the sign that suits the values, or None."""
        _, sign_of, combination = self._patterns(layout, site)
        return sign_of.get(combination(values))

    def total(self, layout: Any, site: int, entry: int) -> tuple[Sequence[int], int] | None:
        """Return the first four variables and their fixed sum, if there is one."""
        if not self.lines:
            return None
        if (known := layout.memo.get((self, "total", site))) is None:
            near = tuple(x for x in self.scope(layout, site)[:4] if x is not None)
            known = layout.memo[self, "total", site] = near, self.lines
        return known  # type: ignore[no-any-return]


class Never(Meaning):
    """The cell of an entry does not hold the value: a number is white."""

    def __init__(self, value: int, kind: str = "number") -> None:
        self.value, self.kinds = value, (kind,)

    def constraints(self, clue: Entries, layout: Any, site: int, entry: int) -> Iterable[Constraint]:
        """Return the count of none."""
        group = Group(self.kinds[0], (site,), cells=(layout.grid.cells[site].name,))
        return (Count.exactly(group, self.value, 0),)

    def measure(self, layout: Any, site: int, values: Values) -> int | None:
        """Return None if the cell holds the value."""
        return None if values[site] == self.value else 0


class Sees(Measured):
    """An entry is the number of cells in sight along row and column, as far as the next cell with the value.

    The entry's own cell counts.
    """

    def __init__(self, stop: int, kind: str = "sight") -> None:
        super().__init__(kind)
        self.stop = stop

    def scope_at(self, layout: Any, site: int) -> Sequence[int]:
        """Return the cells above, to the right, below and to the left."""
        return [q for ray in layout.rays[site] for q in ray]

    def constraint(self, layout: Any, site: int, group: Group, entry: int) -> Constraint:
        """Return the visible cells."""
        return VisibleCells(group, self.stop, entry, tuple(map(len, layout.rays[site])), own=True)


class Both(Meaning):
    """An entry has several meanings. The last one measures, if all allow an entry."""

    def __init__(self, *parts: Meaning) -> None:
        self.parts = parts
        self.kinds = tuple(kind for part in parts for kind in part.kinds)

    def constraints(self, clue: Entries, layout: Any, site: int, entry: int) -> Iterable[Constraint]:
        """Return the constraints of all meanings."""
        return [constraint for part in self.parts for constraint in part.constraints(clue, layout, site, entry)]

    def measure(self, layout: Any, site: int, values: Values) -> int | None:
        """Return the last meaning's entry, or None if a meaning allows none."""
        entry = None
        for part in self.parts:
            if (entry := part.measure(layout, site, values)) is None:
                return None
        return entry
