"""What a term of the rule language can be. Shapes of evidence name the sort of their terms, so it stands down here."""

from __future__ import annotations

from enum import Enum


class Sort(Enum):
    """What a term of the rule language can be."""

    CELL = "cell"
    VALUE = "value"
    GROUP = "group"
    KIND = "kind"
    NUMBER = "number"
    BOOL = "bool"
    CELLS = "cells"
    VALUES = "values"
    GROUPS = "groups"
    KINDS = "kinds"

    __hash__ = object.__hash__  # an Enum's own is Python code, and these are looked up wherever a rule is evaluated

    several: Sort | None
    """The sort of a set of these, where there is one;"""
    one: Sort | None
    """the sort of a set's elements;"""
    is_set: bool
    """and whether a term of this sort is a set."""

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
for _sort in Sort:
    _sort.several, _sort.one, _sort.is_set = SEVERAL.get(_sort), ONE.get(_sort), _sort in ONE
