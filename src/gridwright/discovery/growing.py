"""Forms that grow: n statements alike for fewer than n things, or that cannot be met together; one rule for all sizes.

    cells     n cells of a group with fewer than n values beside the candidate's             naked subsets
    values    n values that a group needs, with fewer than n places beside the candidate's   hidden subsets
    places    n groups that put the candidate's value into fewer than n others               fish, with and without fins
    groups    n groups that can be filled, but not all together                              pairs of clues

The size is a parameter of the rule, as in rules that people wrote. Chains grow as well, but their links are in an
order, and the language picks sets; so each length is a rule of its own (`forms`, `forcing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import permutations

from ..evidence.things import CellSet, GroupSet, OneCell, OneGroup, OneKind, OneValue, ValueSet
from ..model import State
from ..model.evidence import Evidence, Witness
from ..model.structure import Structure
from .draft_text import TOUCHED_GROUPS, technique_text
from .forms import CELL, GROUP, PLACE, FormStatement, statement

SMALLEST = 2


class Growing(Enum):
    """A form of n statements."""

    CELLS = "cells"
    VALUES = "values"
    PLACES = "places"
    GROUPS = "groups"

    @property
    def key(self) -> str:
        """The key of its draft: `draft-n-cells`"""
        return f"draft-n-{self.value}"

    @property
    def largest(self) -> int:
        """What is filled has many layouts, so that fewer of them are looked at together."""
        return 3 if self is Growing.GROUPS else 4

    @property
    def text(self) -> str:
        """Its rule."""
        items, because, holds = _RULES[self]
        return technique_text(f"{self.key}(n: {SMALLEST}..{self.largest})", items, because, holds)


_RULES = {
    Growing.CELLS: (
        [
            "value u in loud", "cell r in at(u)", "group g", "distinct(g)",
            "n cells P in open(g) - {r} - (at(u) - peers(r))", "let V = cand(P) - {u}", "|V| < n",
        ],
        "with {u} at {r}, {P} have only {V} left: too little",
        "n cells that all differ take n values",
    ),
    Growing.VALUES: (
        [
            "value u", "cell r in at(u)", "group g in holders({r})", "n values V in missing(g) - {u}",
            "let P = places(V, g) - {r}", "|P| < n",
        ],
        "with {u} at {r}, {V} fit only into {P} of {g}: too few",
        "n values that a group needs take n of its cells",
    ),
    Growing.PLACES: (
        [
            "value u in loud", "cell r in at(u)", "kinds a, b", "n groups R in (lacking(u) & a) - holders({r})",
            "every groups g < h in R: g & h = {}", "let P = places(u, R) - peers(r)", "let C = meet(P, b)", "|C| < n",
            "C subset lacking(u)", "P subset cells(C)",
        ],
        "with {u} at {r}, all of {R} have to put theirs into {C}: too few",
        "n groups without a common cell do not put n of a value into fewer groups that take one each",
    ),
    Growing.GROUPS: (
        [
            "value u", "cell r in at(u)", f"n groups C in {TOUCHED_GROUPS}",
            "every group c in C: fits(C - {c}, r, u)", "not fits(C, r, u)",
        ],
        "with {u} at {r}, {C} cannot all be filled, though without one of them the others can",
        "every group is filled in the end, so what leaves no way to fill some of them together is wrong",
    ),
}  # fmt: skip


def growing_of(state: State, candidate: int, statements: Sequence[int]) -> Iterator[tuple[Growing, Witness]]:
    """The forms that grow of which an exclusion may be one, each with the variables of its rule."""
    structure, (r, u) = state.structure, state.structure.pair(candidate)
    if not SMALLEST <= len(statements) <= max(form.largest for form in Growing):
        return
    said = [statement(structure, number) for number in statements]
    kinds = {each.kind for each in said}
    bound: dict[str, Evidence] = {"u": OneValue(u), "r": OneCell(r)}
    subjects = tuple(sorted({each.subject for each in said}))
    if kinds == {CELL}:
        for group in _sharing(structure, subjects):
            yield Growing.CELLS, bound | {"g": OneGroup(group), "P": CellSet(subjects)}
    elif kinds == {PLACE} and len(subjects) == 1:
        values = tuple(sorted(each.value for each in said if each.value is not None))
        yield Growing.VALUES, bound | {"g": OneGroup(subjects[0]), "V": ValueSet(values)}
    elif kinds == {PLACE} and {each.value for each in said} == {u}:
        for a, b in _covers(state, said, r, u):
            names = {"a": OneKind(a), "b": OneKind(b), "R": GroupSet(subjects)}
            yield Growing.PLACES, bound | names
    elif kinds == {GROUP} and len(subjects) == len(said) <= Growing.GROUPS.largest:
        yield Growing.GROUPS, bound | {"C": GroupSet(subjects)}


def _sharing(structure: Structure, cells: Sequence[int]) -> Iterator[int]:
    """The groups that hold all of these cells."""
    return (group for group, members in enumerate(structure.members) if members.issuperset(cells))


def _covers(state: State, said: Sequence[FormStatement], r: int, u: int) -> Iterator[tuple[int, int]]:
    """The kind of these groups, and those of which fewer groups have all that the candidate leaves of their places."""
    structure = state.structure
    own = {structure.kind_of[each.subject] for each in said}
    left = {x for each in said for x in structure.members[each.subject] if state.masks[x] >> u & 1}
    left -= structure.peers[r]
    for a, b in permutations(range(len(structure.of_kind)), 2):
        if own == {a} and sum(not left.isdisjoint(structure.members[g]) for g in structure.of_kind[b]) < len(said):
            yield a, b
