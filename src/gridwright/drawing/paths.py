"""Points, path data and text of SVG pictures: where a place lies, and how a coordinate is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model import Place
from .outline import OutlineLoop

CELL = 40
MARGIN = 5

Point = tuple[float, float]
"""Row and column in half cells, as places have them."""


def middle(place: Place) -> Point:
    """The point in the middle of a place."""
    rows, columns = zip(*place.points, strict=True)
    return (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2


def at(point: Point) -> tuple[float, float]:
    """Where a point lies in the picture: x and y."""
    return point[1] * CELL / 2 + MARGIN, point[0] * CELL / 2 + MARGIN


def stroke(place: Place) -> list[tuple[float, float]]:
    """The line that belongs to a place, in cells: along a border, between the ends of a step or a span."""
    points: Iterable[Point] = place.ends
    if place.kind == "border":
        ((row, column),) = place.points
        points = ((row - 1, column), (row + 1, column)) if place.upright else ((row, column - 1), (row, column + 1))
    return [(column / 2, row / 2) for row, column in points] * (2 if place.kind == "corner" else 1)


def path(points: Sequence[tuple[float, float]] | OutlineLoop, *, closed: bool = False) -> str:
    """Path data through points given in cells.

    >>> path([(0, 0), (1, 0), (1, 2)], closed=True)
    'M5 5H45V85Z'
    """
    data, here = "", ("", "")
    for x, y in ((number(MARGIN + CELL * x), number(MARGIN + CELL * y)) for x, y in points):
        if not data:
            data = f"M{x} {y}"
        elif y == here[1]:
            data += f"H{x}"
        elif x == here[0]:
            data += f"V{y}"
        else:
            data += f"L{x} {y}"
        here = (x, y)
    return data + "Z" * closed


def number(value: float) -> str:
    """A coordinate, no longer than it needs to be.

    >>> number(12.0), number(1 / 3)
    ('12', '0.33')
    """
    return f"{round(value, 2):g}"


def clean(string: str) -> str:
    """A genre's own words, without characters that XML does not allow."""
    return "".join(
        c if c.isprintable() and not 0xD800 <= ord(c) <= 0xDFFF else "\N{REPLACEMENT CHARACTER}" for c in string
    )
