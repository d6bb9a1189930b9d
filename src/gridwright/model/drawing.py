"""What a picture shows besides values, as plain data: a genre says it, a step adds to it, any renderer draws it.

    Regions    cells that belong together, edged by thick lines         Line     through cells, from edge to edge
    Cage       a dashed outline inside its cells, with a label          Icon     a symbol that has a picture
    Holes      places of the board that are no cells                    Highlight    cells to look at

Cells are numbers of the grid. Renderers know these few words and no genre.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Regions:
    """The cells of each region; `tinted` regions are told apart by colour, too."""

    members: tuple[tuple[int, ...], ...]
    tinted: bool = False


@dataclass(frozen=True)
class Cage:
    """Cells with a dashed outline, and a label in the first of them in reading order."""

    members: tuple[int, ...]
    label: str = ""


@dataclass(frozen=True)
class Line:
    """A light line through the centres of cells, on to the far edge of the first and the last."""

    members: tuple[int, ...]


@dataclass(frozen=True)
class Holes:
    """Places where the board has no cell."""

    members: tuple[int, ...]


@dataclass(frozen=True)
class Icon:
    """A value's symbol that is drawn as a shape where the renderer can."""

    symbol: str
    shape: Literal["star", "dot"]


Feature = Regions | Cage | Line | Holes | Icon

Role = Literal["focus", "reason", "wrong"]
"""Why a cell is highlighted: look here; because of these; this breaks a rule."""


@dataclass(frozen=True)
class Highlight:
    """Cells to look at."""

    members: tuple[int, ...]
    role: Role = "focus"
