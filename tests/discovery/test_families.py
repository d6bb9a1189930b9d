"""Variants of a shape fall into one family."""

from __future__ import annotations

from random import Random

import pytest
from random_graphs import random_graph

from gridwright.discovery.families import family_of, read_abstract, without_spares
from gridwright.discovery.shapes import PatternGraph, canonical

TRIPLE = "A*2 B*2 C*2 | A1-B1 A1-C1 A2-B2 A2-C2 B1-C1 B2-C2"
LONGER = "A2 B2 C*1 D*1 | A1-B1 A2-C1 B2-D1"


@pytest.mark.parametrize(
    ("universal", "abstract", "family"),
    [
        ("1 place*", "A*0", "one: place"),
        ("2 cell*", "A*1 B*1 | A1-B1", "pair: cell cell"),
        ("1 cell, 2 cell*", "A2 B*1 C*1 | A1-B1 A2-C1", "chain of 3: cell cell cell"),
        ("3 cell*", "A*1 B*1 C*2 | A1-C1 B1-C2", "chain of 3: cell cell cell"),
        ("2 cell*, 1 place", "A2 B*1 C*1 | A1-B1 A2-C1", "chain of 3: cell cell place"),
        ("3 place*", TRIPLE, "set of 3: place place place"),
        ("2 cell, 2 cell*", LONGER, "chain of 4: cell cell cell cell"),
    ],
)
def test_families_of_known_shapes(universal: str, abstract: str, family: str) -> None:
    assert family == str(family_of(universal, abstract))


def test_an_option_with_more_conflicts_than_another_is_spare() -> None:
    graph = PatternGraph(("*", "*"), (("", ""), ("", "")), ((0, 0, 1, 0, ""), (0, 1, 1, 0, ""), (0, 1, 1, 1, "")))

    assert PatternGraph(("", ""), (("",), ("",)), ()) == without_spares(graph)


def test_abstract_keys_are_read_back() -> None:
    rng = Random(7)
    for _ in range(100):
        statements, survivors, conflicts = random_graph(rng)
        plain = PatternGraph(statements, tuple(("",) * len(each) for each in survivors),
                      tuple((*each[:4], "") for each in conflicts))  # fmt: skip

        assert canonical(plain) == canonical(read_abstract(canonical(plain)))


def has_selection(graph: PatternGraph) -> bool:
    """Is there a survivor of each statement, no two in conflict?"""
    near = {((i, a), (j, b)) for i, a, j, b, _ in graph.conflicts}

    def chosen(so_far: list[tuple[int, int]]) -> bool:
        i = len(so_far)
        if i == len(graph.survivors):
            return True
        options = [(i, a) for a in range(len(graph.survivors[i]))]
        return any(all((old, new) not in near for old in so_far) and chosen([*so_far, new]) for new in options)

    return chosen([])


def test_what_is_spare_never_decides() -> None:
    rng = Random(3)
    for _ in range(300):
        graph = random_graph(rng)

        assert has_selection(graph) == has_selection(without_spares(graph))
