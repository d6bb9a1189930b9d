"""Shapes that are variants of each other: the same but for fins, for conflicts that the proof does without, for length.

    family_of(shape)     XY-wing and XYZ-wing: `chain of 3: cell cell cell`

An option with all the conflicts of another and more is of no use to the proof: whoever can choose it can choose the
other. Without these, and without fins, few graphs are left. A *chain* goes from one survivor to the next, two of each
statement but at its ends; a *set* has n statements for fewer than n things, each of which only one of them can have
(subsets, fish). Both grow: one of n statements is a member of the same family as one of n + 1.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from .shapes import PatternGraph, PatternShape, canonical

FamilyNode = tuple[int, int]
"""A statement and one of its survivors."""


class Family(NamedTuple):
    """What variants of a shape have in common."""

    form: str
    """`one`, `pair`, `chain`, `set`, or the graph that is left, where it has no such name."""
    size: int
    kinds: str
    """The kinds of its statements: `cell cell place`."""

    @property
    def grows(self) -> bool:
        """Is there one of each size?"""
        return self.form in ("pair", "chain", "set")

    def __str__(self) -> str:
        form = self.form if self.form in ("one", "pair") else f"{self.form} of {self.size}"
        return f"{form}: {self.kinds}" if self.form in ("one", "pair", "chain", "set") else f"{self.form} {self.kinds}"


@lru_cache(maxsize=1 << 14)
def family_of(universal: str, abstract: str) -> Family:
    """The family of shapes with these keys.

    >>> str(family_of("1 cell, 2 cell*", "A2 B*1 C*1 | A1-B1 A2-C1"))
    'chain of 3: cell cell cell'
    """
    kinds = [kind.removesuffix("*") for part in universal.split(", ") for n, _, kind in [part.partition(" ")]
             for _ in range(int(n))]  # fmt: skip
    graph = without_spares(read_abstract(abstract))
    return Family(_form(graph), len(kinds), " ".join(sorted(kinds)))


def family(shape: PatternShape) -> Family:
    """The family of a shape."""
    return family_of(shape.universal, shape.abstract)


def read_abstract(text: str) -> PatternGraph:
    """The graph of an abstract key."""
    statements, _, conflicts = text.partition(" | ")
    found = [re.fullmatch(r"([A-Z]\d*?)(\*?)(\d+)", each) for each in statements.split(" ")]
    named = [each for each in found if each is not None]
    at = {each[1]: i for i, each in enumerate(named)}
    pairs = []
    for conflict in filter(None, conflicts.split(" ")):
        (i, a), (j, b) = sorted((at[name[0]], int(name[1:]) - 1) for name in conflict.split("-"))
        pairs.append((i, a, j, b, ""))
    return PatternGraph(
        tuple(each[2] for each in named), tuple(("",) * int(each[3]) for each in named), tuple(sorted(pairs))
    )


def without_spares(graph: PatternGraph) -> PatternGraph:
    """The graph without fins, and without survivors that another of their statement makes needless."""
    near: dict[FamilyNode, set[FamilyNode]] = {
        (i, a): set() for i, each in enumerate(graph.survivors) for a in range(len(each))
    }
    for i, a, j, b, _ in graph.conflicts:
        near[i, a].add((j, b))
        near[j, b].add((i, a))
    while (spare := _spare(near)) is not None:
        for other in near.pop(spare):
            near[other].discard(spare)
    kept = [[a for a in range(len(each)) if (i, a) in near] for i, each in enumerate(graph.survivors)]
    number = {(i, a): n for i, each in enumerate(kept) for n, a in enumerate(each)}
    conflicts = ((i, number[i, a], j, number[j, b], "") for (i, a), others in near.items() for j, b in others if i < j)
    return PatternGraph(("",) * len(kept), tuple(("",) * len(each) for each in kept), tuple(sorted(conflicts)))


def _spare(near: dict[FamilyNode, set[FamilyNode]]) -> FamilyNode | None:
    for first, second in combinations(sorted(near), 2):
        if first[0] == second[0]:
            if near[first] <= near[second]:
                return second
            if near[second] <= near[first]:
                return first
    return None


def _form(graph: PatternGraph) -> str:
    size = len(graph.statements)
    if size == 1:
        return "one"
    if _is_chain(graph):
        return "pair" if size == 2 else "chain"
    return "set" if _is_set(graph) else canonical(graph)


def _is_chain(graph: PatternGraph) -> bool:
    """One survivor at both ends, two between, and each in conflict with one other."""
    sizes = sorted(map(len, graph.survivors))
    if sizes != [1, 1] + [2] * (len(sizes) - 2) or len(graph.conflicts) != len(sizes) - 1:
        return False
    ends = [(i, a) for i, a, _, _, _ in graph.conflicts] + [(j, b) for _, _, j, b, _ in graph.conflicts]
    if len(set(ends)) != len(ends):
        return False
    reached, left = {0}, [0]
    while left:
        at = left.pop()
        for i, _, j, _, _ in graph.conflicts:
            for other in ({i, j} - {at}) if at in (i, j) else ():
                if other not in reached:
                    reached.add(other)
                    left.append(other)
    return len(reached) == len(sizes)


def _is_set(graph: PatternGraph) -> bool:
    """Are the survivors of n statements those of n − 1 things, each of which only one statement can have?"""
    near = {((i, a), (j, b)) for i, a, j, b, _ in graph.conflicts}
    nodes = [(i, a) for i, each in enumerate(graph.survivors) for a in range(len(each))]
    most = len(graph.statements) - 1

    def fits(node: FamilyNode, thing: list[FamilyNode]) -> bool:
        return all(other[0] != node[0] and ((other, node) in near or (node, other) in near) for other in thing)

    def placed(at: int, things: list[list[FamilyNode]]) -> bool:
        if at == len(nodes):
            return True
        for thing in things:
            if fits(nodes[at], thing):
                thing.append(nodes[at])
                if placed(at + 1, things):
                    return True
                thing.pop()
        return len(things) < most and placed(at + 1, [*things, [nodes[at]]])

    return placed(0, [])
