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


@dataclass(frozen=True)
class Signature:
    """One word: `places(value, group): cells`, whether it reads the State, and what it means.

    >>> str(Signature("places", (Sort.VALUE, Sort.GROUP), Sort.CELLS, True, "where the value can still go"))
    'places(value, group): cells'
    """

    name: str
    arguments: tuple[Sort, ...]
    result: Sort
    reads_state: bool
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}({', '.join(sort.value for sort in self.arguments)}): {self.result.value}"
