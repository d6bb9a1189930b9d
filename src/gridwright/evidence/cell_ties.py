"""What two cells with two values each are together, one tie after the other: each follows from those before it.

As bits: 1 neither has the value, 2 the first, 4 the second, 8 both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from ..model.errors import unlike
from ..model.evidence import BoardNames, End, Evidence, Numbers, Strand, Teller
from ..model.step import Step
from ..model.structure import Structure
from .things import CellSet, OneGroup

AT_MOST_ONE, AT_LEAST_ONE, BOTH_OR_NEITHER, JUST_ONE = 7, 14, 9, 6
TIES = {
    AT_MOST_ONE: "at most one",
    AT_LEAST_ONE: "at least one",
    BOTH_OR_NEITHER: "both or neither",
    JUST_ONE: "just one",
}
"""The names of what two cells can be together."""

NO_GROUP = -1
"""The group of a tie, in the kernel's numbers, that follows along others."""
MOST_DRAWN = 12
"""Ties in a picture; it is no longer read with more."""


class Tie(NamedTuple):
    """Two cells and what they are together, by a group, or along ties before it where there is none."""

    group: int | None
    first: int
    second: int
    what: int


@dataclass(frozen=True, slots=True)
class CellTies(Evidence):
    """Ties in the order in which they follow."""

    ties: tuple[Tie, ...]

    key, what = "ties", "ties"

    @classmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        """Four numbers a tie.

        >>> CellTies.from_kernel((3, 0, 1, 7, -1, 0, 5, 9)).ties[1]
        Tie(group=None, first=0, second=5, what=9)
        """
        if isinstance(numbers, int):
            raise TypeError("expected the numbers of ties")
        fours = zip(*(numbers[i::4] for i in range(4)), strict=True)
        return cls(tuple(Tie(None if group == NO_GROUP else group, *rest) for group, *rest in fours))

    def document(self, names: BoardNames) -> Any:
        return [
            [None if group is None else names.groups[group], names.cells[first], names.cells[second], TIES[what]]
            for group, first, second, what in self.ties
        ]

    @classmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        if not isinstance(data, list):
            raise unlike("a list of ties", data)
        whats = {word: what for what, word in TIES.items()}
        ties = []
        for place, entry in enumerate(data):
            try:
                group, first, second, what = entry
                number = None if group is None else names.number("groups", group)
                ties.append(Tie(number, names.number("cells", first), names.number("cells", second), whats[what]))
            except (KeyError, TypeError, ValueError):
                raise unlike("a group, two cells and what they are together", entry).inside(place) from None
        return cls(tuple(ties))

    def say(self, teller: Teller, form: str) -> str:
        """Tie by tie; with "so" where one follows from one before."""
        text = ""
        pairs: list[set[int]] = []
        members = teller.state.structure.members
        for group, first, second, what in self.ties:
            follows = group is None or any(pair <= members[group] for pair in pairs)
            pairs.append({first, second})
            names: dict[str, Evidence] = {"P": CellSet.of_set((first, second))}
            if group is not None:
                names["g"] = OneGroup(group)
            tie = teller.phrase(f"tie_{'along_' if group is None else ''}{TIES[what].replace(' ', '_')}", names)
            text += teller.word("ties_so" if follows else "ties_and") + tie if text else tie
        return text

    @property
    def line_cells(self) -> frozenset[int]:
        return frozenset(x for tie in self.ties for x in (tie.first, tie.second))

    def strands(self, step: Step, structure: Structure) -> list[Strand]:
        """Dashed where at most one of two lines is part of the loop."""
        by_group = [tie for tie in self.ties if tie.group is not None][:MOST_DRAWN]
        return [Strand(End((tie.first,)), End((tie.second,)), tie.what != AT_MOST_ONE) for tie in by_group]
