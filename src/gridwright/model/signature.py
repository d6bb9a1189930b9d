"""The words that a constraint kind offers to the rule language: names with the sorts of their arguments and result.

Only the declaration lives here. A kind lists its signatures beside its `holds()`, so that the rule language, the
docs and the audit all read one table; how a word is computed is the business of the rule language and the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """What a term of the rule language can be."""

    CELL = "cell"
    VALUE = "value"
    GROUP = "group"
    KIND = "kind"
    NUMBER = "number"
    DIRECTION = "direction"
    BOOL = "bool"
    CELLS = "cells"
    VALUES = "values"
    GROUPS = "groups"
    KINDS = "kinds"
    CHAIN = "chain"
    """Cells in an order: only in what a finder has seen, for no rule speaks of one."""

    @property
    def several(self) -> Sort | None:
        """The sort of a set of these, where there is one."""
        return SEVERAL.get(self)

    @property
    def is_set(self) -> bool:
        """Is a term of this sort a set?"""
        return self in ONE

    @property
    def one(self) -> Sort | None:
        """The sort of a set's elements."""
        return ONE.get(self)

    @property
    def phrase(self) -> str:
        """How an error names it.

        >>> Sort.CELL.phrase, Sort.CELLS.phrase, Sort.BOOL.phrase
        ('a cell', 'cells', 'a condition')
        """
        if self is Sort.BOOL:
            return "a condition"
        return self.value if self.is_set else f"a {self.value}"


SEVERAL = {
    Sort.CELL: Sort.CELLS,
    Sort.VALUE: Sort.VALUES,
    Sort.GROUP: Sort.GROUPS,
    Sort.KIND: Sort.KINDS,
}
ONE = {several: one for one, several in SEVERAL.items()}


@dataclass(frozen=True)
class Signature:
    """One word: `places(value, group): cells`, whether it reads the State, and what it means.

    `partial`: it may have no value, and a condition with it is then false. A word whose result is a set or a number
    may be given a set where it takes one thing (union, sum), unless `lifts` says that this would mislead.

    >>> str(Signature("places", (Sort.VALUE, Sort.GROUP), Sort.CELLS, True, "where the value can still go"))
    'places(value, group): cells'
    """

    name: str
    arguments: tuple[Sort, ...]
    result: Sort
    reads_state: bool
    meaning: str
    partial: bool = False
    lifts: bool = True

    def lifts_at(self, position: int) -> bool:
        """May the argument at this position be a set of what the word takes?"""
        combines = self.result.is_set or self.result is Sort.NUMBER
        return self.lifts and combines and self.arguments[position].several is not None

    def __str__(self) -> str:
        return f"{self.name}({', '.join(sort.value for sort in self.arguments)}): {self.result.value}"


# Words that several kinds of constraint offer

LINKS = (
    Signature("peers", (Sort.CELL,), Sort.CELLS, False, "the cells that cannot repeat its value", lifts=False),
    Signature("common", (Sort.CELLS,), Sort.CELLS, False, "the cells that see all of these"),
    Signature("sees", (Sort.CELL, Sort.CELL), Sort.BOOL, False, "the second is among the peers of the first"),
    Signature(
        "implied",
        (Sort.CELL, Sort.VALUE),
        Sort.CELLS,
        True,
        "cells that hold the value if the cell does not, along cells with two candidates each",
        lifts=False,
    ),
)
LAYOUTS = (
    Signature(
        "fitting",
        (Sort.GROUP, Sort.CELL),
        Sort.VALUES,
        True,
        "values of the cell in some layout of the group that is still possible",
        lifts=False,
    ),
    Signature("fitting", (Sort.GROUP,), Sort.VALUES, True, "the same of all its cells together", lifts=False),
)
CLUE = Signature("clue", (Sort.GROUP,), Sort.NUMBER, False, "the number printed for it", partial=True, lifts=False)
VIEWS = (
    CLUE,
    Signature("first", (Sort.GROUP, Sort.NUMBER), Sort.CELLS, False, "its first so many cells, from the clue on"),
    Signature(
        "early",
        (Sort.GROUP, Sort.VALUE),
        Sort.CELLS,
        True,
        "cells so near the clue that behind the value there could not enough be seen",
        lifts=False,
    ),
    Signature(
        "outdone",
        (Sort.GROUP,),
        Sort.VALUES,
        True,
        "values too low for the first cell, which alone is seen in front of the highest",
        lifts=False,
    ),
)
FORCED = Signature(
    "forced", (Sort.GROUP, Sort.CELLS), Sort.VALUES, True, "values that every such layout puts into these cells",
    lifts=False,
)  # fmt: skip
SUMS = (
    Signature("total", (Sort.GROUP,), Sort.NUMBER, True, "what its cells add up to, if to one number", partial=True),
    Signature(
        "total_parity", (Sort.GROUP,), Sort.NUMBER, True, "1 where what its cells add up to is odd, 0 where it is even",
        partial=True,
    ),
    Signature(
        "parity", (Sort.CELL,), Sort.NUMBER, True, "1 where its candidates are odd, 0 where they are even", partial=True
    ),
    Signature("alike", (Sort.NUMBER,), Sort.VALUES, False, "the odd values for an odd number, the even for an even"),
    Signature(
        "summed",
        (Sort.CELLS, Sort.KIND),
        Sort.GROUPS,
        True,
        "groups of the kind inside the cells, apart from others of it, that add up to one number",
        lifts=False,
    ),
    Signature(
        "tied",
        (Sort.CELLS, Sort.KIND),
        Sort.GROUPS,
        True,
        "groups of the kind inside the cells, apart from others of it, whose sum is odd for certain, or even",
        lifts=False,
    ),
    Signature(
        "summing",
        (Sort.CELLS, Sort.NUMBER, Sort.CELL),
        Sort.VALUES,
        True,
        "values of the cell where the cells, at most four, add up to the number",
        lifts=False,
    ),
)  # fmt: skip
CHOICES = (
    Signature("missing", (Sort.GROUP,), Sort.VALUES, True, "values that it must hold exactly once and has not placed"),
    Signature("lacking", (Sort.VALUE,), Sort.GROUPS, True, "the groups that miss the value"),
    Signature(
        "places", (Sort.VALUE, Sort.GROUP), Sort.CELLS, True, "where the group can still put the value", partial=True
    ),
)
COUNTS = (
    Signature(
        "need",
        (Sort.VALUE, Sort.GROUP),
        Sort.NUMBER,
        True,
        "how many more of the value the group must get",
        partial=True,
    ),
    Signature("needy", (Sort.VALUE,), Sort.GROUPS, True, "the groups that must get more of the value"),
    Signature("held", (Sort.VALUE, Sort.GROUP), Sort.CELLS, True, "cells of the group that hold the value"),
)
