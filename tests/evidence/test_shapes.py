"""Shapes of evidence: found by file, equal by content, the same after their document."""

from __future__ import annotations

import json

import pytest

from gridwright.documents.names import Names
from gridwright.evidence import shapes
from gridwright.evidence.cell_path import CellPath
from gridwright.evidence.cell_ties import JUST_ONE, CellTies, Tie
from gridwright.evidence.link_chain import LinkChain, Node
from gridwright.evidence.things import Amount, CellSet, GroupSet, OneCell, OneValue, ValueSet
from gridwright.genres import parse
from gridwright.model import PuzzleError
from gridwright.model.errors import DocumentError
from gridwright.model.evidence import Evidence

PUZZLE = parse("." * 16, genre="sudoku")
NAMES = Names(PUZZLE.genre, PUZZLE).words
CHAIN = LinkChain((Node(0, (0,)), Node(0, (1,)), Node(1, (1,)), Node(2, (1, 2))), ((), (1, 2)))
SHAPES = {
    "a cell": (OneCell(5), 5),
    "a value": (OneValue(2), 2),
    "a number": (Amount(12), 12),
    "cells": (CellSet((0, 3)), [0, 3]),
    "groups, one of them twice": (GroupSet((1, 1, 2)), [1, 1, 2]),
    "cells in an order": (CellPath((3, 1, 0)), [3, 1, 0]),
    "ties": (CellTies((Tie(2, 0, 1, JUST_ONE), Tie(None, 0, 5, JUST_ONE))), [2, 0, 1, 6, -1, 0, 5, 6]),
    "a chain of links": (CHAIN, [1, 1, 0, 1, 1, 1, 2, 1, 1, 0, 2, 1, 2, 3, 2, 1, 2]),
}  # fmt: skip
"""Each as it is, and as the kernel gives it."""


def test_shapes_are_found_by_file_those_of_rules_first() -> None:
    assert [
        "cell", "value", "group", "kind", "number", "bool", "cells", "values", "groups", "kinds",
        "chain", "ties", "links",
    ] == list(shapes())  # fmt: skip
    assert all(key == shape.key for key, shape in shapes().items())


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_comes_from_the_numbers_of_the_kernel(name: str) -> None:
    shape, numbers = SHAPES[name]

    assert shape == type(shape).from_kernel(numbers)
    assert hash(shape) == hash(type(shape).from_kernel(numbers))


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_the_same_after_its_document(name: str) -> None:
    shape, _ = SHAPES[name]

    data = json.loads(json.dumps(shape.document(NAMES)))

    assert shape == shapes()[shape.key].from_document(data, NAMES)


def test_shapes_with_the_same_numbers_are_not_the_same() -> None:
    assert OneCell(1) != OneValue(1)
    assert CellSet((1,)) != ValueSet((1,))
    assert CellSet((1, 2)) != CellPath((1, 2))


def test_a_witness_of_another_shape_is_refused_with_its_name() -> None:
    witness: dict[str, Evidence] = {"p": OneValue(1)}

    assert 1 == OneValue.of(witness, "p").number
    with pytest.raises(PuzzleError, match=r"^expected a cell as p, found a value$"):
        OneCell.of(witness, "p")
    with pytest.raises(PuzzleError, match=r"^expected cells as P, found nothing$"):
        CellSet.of(witness, "P")


@pytest.mark.parametrize(
    ("key", "data", "message"),
    [
        ("cell", ["r1c1"], "^expected a cell, found "),
        ("cells", "r1c1", "^expected a list, each entry a cell, found 'r1c1'$"),
        ("cells", ["r1c1", "r9c9"], r"^\[1\]: expected a cell, found 'r9c9'$"),
        ("number", "two", "^expected a whole number, found 'two'$"),
        ("ties", [["row 1", "r1c1", "r1c2", "both"]], r"^\[0\]: expected a group, two cells and what they are"),
        ("links", [{"cells": ["r1c1"]}], r"^\[0\]: expected a node with its value and its cells"),
        ("links", [{"value": "1", "cells": ["r1c1"]}], "^expected a list of nodes, two for each strong link"),
        ("links", [], "^expected a list of nodes, two for each strong link"),
        ("links", ["r1c1"], r"^\[0\]: expected a node with its value and its cells"),
    ],
)
def test_data_that_is_no_such_shape_is_refused(key: str, data: object, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        shapes()[key].from_document(data, NAMES)


def test_only_chains_are_long() -> None:
    assert {name: shape.length for name, (shape, _) in SHAPES.items() if shape.length} == {
        "cells in an order": 3,
        "a chain of links": 4,
    }
