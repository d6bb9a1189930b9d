"""Points, path data and text of SVG pictures: where a place lies, and how a coordinate is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from ..model import Place
from .outline import Loop

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


def path(points: Sequence[tuple[float, float]] | Loop, *, closed: bool = False) -> str:
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


def star(x: float, y: float, radius: float) -> str:
    """Path data of a five-pointed star."""
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else 0.45 * radius
        points.append(f"{number(x + reach * sin(i * pi / 5))} {number(y + 0.06 * radius - reach * cos(i * pi / 5))}")
    return f"M{'L'.join(points)}Z"


def lamp(x: float, y: float, radius: float) -> str:
    """The path of a disc with eight rays around (x, y)."""
    disc, inner, wide = 0.56 * radius, 0.72 * radius, 0.13
    parts = [f"M{number(x - disc)} {number(y)}" + 2 * f"a{number(disc)} {number(disc)} 0 1 0 {{}} 0" + "z"]
    parts = [parts[0].format(number(2 * disc), number(-2 * disc))]
    for ray in range(8):
        turns = ((inner, -wide), (radius, 0.0), (inner, wide))
        spots = [(x + far * cos(ray * pi / 4 + turn), y + far * sin(ray * pi / 4 + turn)) for far, turn in turns]
        parts.append("M" + "L".join(f"{number(px)} {number(py)}" for px, py in spots) + "z")
    return "".join(parts)


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


def tent(x: float, y: float, radius: float) -> str:
    """The path of a tent with an open door around (x, y)."""
    outline = ((0.0, -1.0), (1.0, 0.85), (-1.0, 0.85))
    door = ((0.0, -0.1), (0.35, 0.85), (-0.35, 0.85))
    return "".join(
        "M" + "L".join(f"{number(x + radius * dx)} {number(y + radius * dy)}" for dx, dy in points) + "z"
        for points in (outline, door)
    )
