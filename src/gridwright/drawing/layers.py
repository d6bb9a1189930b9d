"""A picture in layers, for a page that lays the player's entries between them: pieces of SVG in one system of units.

    surface            paper, and the tints of regions
    evidence.surface   groups that a step rests on, cells that it looks at
    print              everything else that the setter printed, givens too
    evidence.ink       what a step says of candidates, and its links

No piece has a colour that a style sheet cannot change: see `svg_board`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from .drawing import Drawing
from .svg_board import PAPER, Picture

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Layers:
    """The layers of a board, and the room that it takes."""

    box: Box
    bare: Box
    """Without the numbers of rows and columns."""
    surface: str
    print: str
    value: tuple[float, float, float]
    """Where a value stands in its cell, and how large it is, as shares of the cell: x, y, size."""
    marks: tuple[float, float, float, int]
    """Where candidates stand: the corner of their square, how wide that is, and in how many columns they are."""


class StepLayers(NamedTuple):
    """The layers of a step, each a `g` or nothing at all."""

    surface: str
    ink: str


def evidence(drawing: Drawing) -> StepLayers:
    """What the drawing of a step adds to the board."""
    picture = Picture(drawing)
    return StepLayers(_piece("evidence", picture.evidence()), _piece("ink", picture.ink()))


def layers(drawing: Drawing) -> Layers:
    """The board of a drawing; of its values only givens are printed."""
    given = {place: symbol for place, symbol in drawing.symbols.items() if symbol.given}
    picture = Picture(replace(drawing, symbols=given))
    box, bare = picture.box(drawing.named), picture.box(False)
    left, top, width, height = box
    paper = f'<rect class="paper" x="{left}" y="{top}" width="{width}" height="{height}" fill="{PAPER}"/>'
    return Layers(
        box,
        bare,
        _piece("surface", [paper, *picture.tints()]),
        _piece("print", picture.print()),
        (picture.centre, picture.middle, picture.size),
        (*picture.pencil_corner, picture.pencil_step * picture.across, picture.across),
    )


def _piece(name: str, shapes: Iterable[str]) -> str:
    found = "".join(shapes)
    return f'<g class="{name}">{found}</g>' if found else ""
