"""The layers of a picture hold all that the picture does, and every shape can be coloured by a style sheet."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import gridwright as gw
from gridwright.drawing import draw, draw_step
from gridwright.drawing.layers import evidence, layers
from gridwright.genres import genres
from gridwright.model import State

BOARDS = [(key, example.text) for key, each in genres().items() for example in each.examples]
PUZZLE = gw.parse("1...3..4..2....1", genre="sudoku")


def shapes(piece: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<svg>{piece}</svg>").iter())


@pytest.mark.parametrize(("genre", "text"), BOARDS)
def test_every_coloured_shape_has_a_class_of_its_own_or_its_layers(genre: str, text: str) -> None:
    found = layers(draw(State.of(gw.parse(text, genre=genre))))
    root = ElementTree.fromstring(f"<svg>{found.surface}{found.print}</svg>")

    bare = [each for layer in root for each in layer if not each.get("class")]

    assert [] == [ElementTree.tostring(each) for each in bare]


def test_a_step_has_a_surface_and_ink() -> None:
    step, state = gw.explain(PUZZLE).steps[0], gw.position(PUZZLE)

    surface, ink = evidence(draw_step(state, step))

    assert {"group used", "focus"} <= {each.get("class") for each in shapes(surface)}
    assert ["placed"] == [each.get("class") for each in shapes(ink) if each.get("data-value") and each.tag == "g"]


def test_where_to_look_draws_no_candidate() -> None:
    step, state = gw.explain(PUZZLE).steps[0], gw.position(PUZZLE)

    assert "" == evidence(draw_step(state, step, "where")).ink
