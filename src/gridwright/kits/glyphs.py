"""Glyphs of values, put together from outlines: `Thing(…, icon=disc(0.2) + rays(8, 0.26, 0.36))`.

Each function returns path data as `model.drawing.Glyph` holds it: around (0, 0), in shares of a cell, y downward. The
sum of several is one glyph.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

Point = tuple[float, float]

ROUND = 0.5523
"""Length of the handles of four curves that make a circle of radius 1."""


def polygon(points: Iterable[Point]) -> str:
    """Return the outline through points. One that runs anticlockwise inside another one is a hole.

    >>> polygon([(0, -0.3), (0.3, 0.2), (-0.3, 0.2)])
    'M0 -0.3L0.3 0.2L-0.3 0.2Z'
    """
    return f"M{'L'.join(map(_text, points))}Z"


def disc(radius: float) -> str:
    """Return a circle."""
    corners: list[Point] = [(-1, 0), (0, -1), (1, 0), (0, 1)]
    text = f"M{_text((-radius, 0))}"
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        handles = ((ax + ROUND * bx, ay + ROUND * by), (bx + ROUND * ax, by + ROUND * ay), (bx, by))
        text += "C" + " ".join(_text((radius * x, radius * y)) for x, y in handles)
    return f"{text}Z"


def rays(number: int, inner: float, outer: float, half_width: float = 0.13) -> str:
    """Return triangles around the middle, from one radius out to another. `half_width` is an angle, in radians."""
    directions = (2 * pi * ray / number for ray in range(number))
    ends = ((inner, -half_width), (outer, 0), (inner, half_width))
    return "".join(polygon((far * cos(way + turn), far * sin(way + turn)) for far, turn in ends) for way in directions)


def spikes(number: int, inner: float, outer: float, down: float = 0) -> str:
    """Return an outline with spikes, the first one upright, moved down by a little."""
    reaches = [outer, inner] * number
    turns = [pi * corner / number for corner in range(2 * number)]
    return polygon((far * sin(turn), down - far * cos(turn)) for far, turn in zip(reaches, turns, strict=True))


def _text(point: Point) -> str:
    return " ".join(f"{round(share, 5) + 0:g}" for share in point)
