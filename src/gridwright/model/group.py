"""A group: variables that the rulebook names together, and what people tell it by. Data, no words.

    Group("row", members, number=3)                           row 3
    Group("region", members, letter="C")                      region C
    Group("cage", members, cells=("r1c1",), clue="24×")       the 24× cage at r1c1
    Group("sign", (0, 1), cells=("r1c1", "r1c2"))             r1c1 is greater than r1c2
    Group("view", members, number=4, way="above", clue=2)     column 4 from above
    Group("triple", members, cells=("r1c1", "r1c3"))          r1c1 to r1c3
    Group("pair", members, number=3, way="row", clue=5)       rows 3 and 5

Voices make words from the data, in any language (`narration`); `Group.label` is the one English name, for errors and
for whoever tells apart what a program prints.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from string import Formatter
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""What regions are called, in the order in which they are first seen: in texts, files and pictures alike."""

LABELS = {
    ("sign", ""): "{cell} is greater than {other}",
    ("pair", "column"): "columns {n} and {clue}",
    ("pair", "row"): "rows {n} and {clue}",
    ("triple", ""): "{cell} to {other}",
    ("view", ""): "the view of {cell}",
    ("view", "above"): "column {n} from above",
    ("view", "below"): "column {n} from below",
    ("view", "left"): "row {n} from the left",
    ("view", "right"): "row {n} from the right",
}
"""The English of kinds of group (and ways) that are not called by kind and number, or by kind, clue and cell."""


class Group(NamedTuple):
    """Its kind ("row"), its members, and what tells it from others of the kind; what is empty does not apply.

    A tuple, because generators make, hash and compare thousands a second.
    """

    kind: str
    members: tuple[int, ...]
    number: int | None = None
    """Counted from 1."""
    letter: str = ""
    cells: tuple[str, ...] = ()
    """The names of the places where people find it: a cage's first cell, the two cells of a sign, an arrow's own."""
    clue: int | str = ""
    """What is printed for it; a number where that is a total or a count."""
    way: str = ""
    """Which way it runs ("falling") or where one stands to see it ("above")."""

    @property
    def label(self) -> str:
        """Its English name.

        >>> Group("row", (), number=3).label, Group("cage", (), cells=("r1c1",), clue=15).label
        ('row 3', 'the 15 cage at r1c1')
        """
        return label(self)

    def holes(self, name: Callable[[str], str] = str) -> dict[str, str]:
        """What templates may ask for: `n` (number or letter), `cell`, `other`, `clue`, `total` (a clue as a number).

        `name` says the name of a cell in other words.
        """
        holes = dict(zip(("cell", "other"), map(name, self.cells), strict=False))
        if self.number is not None or self.letter:
            holes["n"] = self.letter or str(self.number)
        if self.clue != "":
            holes["clue"] = str(self.clue)
        if isinstance(self.clue, int):
            holes["total"] = str(self.clue)
        return holes


def label(group: Group, name: Callable[[str], str] = str) -> str:
    """A group in English; `name` says the name of a cell in other words.

    >>> label(Group("sign", (0, 1), cells=("r1c1", "r1c2")), {"r1c1": "a9", "r1c2": "b9"}.__getitem__)
    'a9 is greater than b9'
    """
    holes = group.holes(name)
    template = LABELS.get((group.kind, group.way), "{}")
    if wanted(template) <= holes.keys():
        return template.format(**holes)
    if "other" in holes:
        return f"{holes['cell']} and {holes['other']}"
    kind = " ".join(word for word in (group.way, holes.get("clue", ""), group.kind) if word)
    if "cell" in holes:
        return f"the {kind} at {holes['cell']}"
    return f"{kind} {holes['n']}" if "n" in holes else f"the {kind}"


@cache
def wanted(template: str) -> frozenset[str]:
    """The names of the holes of a template.

    >>> sorted(wanted("the {clue} cage at {cell}"))
    ['cell', 'clue']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def region_letter(number: int) -> str:
    """The letter of a region, counted from 0; beyond 62 regions two letters.

    >>> region_letter(2), region_letter(27), region_letter(62)
    ('C', 'b', 'AA')
    """
    before, last = divmod(number, len(LETTERS))
    return LETTERS[last] if not before else LETTERS[before - 1] + LETTERS[last]
