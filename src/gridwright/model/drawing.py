"""What a picture shows besides values, as plain data: a genre says it, a step adds to it, any renderer draws it.

    Regions    cells that belong together, edged by thick lines         Line     through cells, from edge to edge
    Cage       an outline, dashed or thick, with a label                Icon     a symbol that has a picture
    Holes      places of the board that are no cells                    Sign     between two cells: > or a bar
    Outside    a clue beside a row, above or below a column             Glyph    the outlines that a symbol is drawn as
    Arrow      in a cell, beside its value
    Number     printed in a cell that holds no value                    Lattice  dots at the corners, and no other lines
    Highlight  places to look at                                        Tint     the places of a group, coloured
    Note       a candidate that is used, struck, placed …               Link     a line between two candidates

Cells are numbers of the grid. Renderers know these few words and no genre.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .place import Place


@dataclass(frozen=True)
class Regions:
    """The cells of each region; `tinted` regions are told apart by colour, too."""

    members: tuple[tuple[int, ...], ...]
    tinted: bool = False
    lettered: bool = False
    """Do texts call them by letter? Pictures that go with a text then show it."""


@dataclass(frozen=True)
class Cage:
    """Cells with an outline, and a label in the first of them in reading order.

    The outline is dashed and lies inside the cells, or is thick and lies on their edges.
    """

    members: tuple[int, ...]
    label: str = ""
    dashed: bool = True


@dataclass(frozen=True)
class CentreLine:
    """A light line through the centres of cells, on to the far edge of the first and the last."""

    members: tuple[int, ...]


@dataclass(frozen=True)
class Holes:
    """Places where the board has no cell."""

    members: tuple[int, ...]


Shape = Literal["dot", "line", "double-line", "cross", "shade", "nothing"]
"""A shape that renderers know. A line runs along a border, across it for a step, and from end to end of a span."""

_NUMBER = r"-?(?:\d+(?:\.\d*)?|\.\d+)"
_POINT = re.compile(f"({_NUMBER}) ({_NUMBER})")
_PATH = re.compile(f"(?:[ML]{_NUMBER} {_NUMBER}|C{_NUMBER} {_NUMBER}(?: {_NUMBER} {_NUMBER}){{2}}|Z)+")


@dataclass(frozen=True)
class Glyph:
    """Filled outlines around a point, as SVG path data with M, L, C and Z; lengths are shares of a cell.

    >>> Glyph("M0 -0.3L0.3 0.2L-0.3 0.2Z").at(100, 100, 40)
    'M100 88L112 108L88 108Z'
    """

    path: str

    def __post_init__(self) -> None:
        if not _PATH.fullmatch(self.path):
            raise ValueError(f"expected path data of points 'x y' with M, L, C and Z, found {self.path!r}")

    def at(self, x: float, y: float, cell: float) -> str:
        """Return the path data around a point, for cells of a width."""

        def placed(point: re.Match[str]) -> str:
            return f"{round(x + cell * float(point[1]), 2):g} {round(y + cell * float(point[2]), 2):g}"

        return _POINT.sub(placed, self.path)


@dataclass(frozen=True)
class Icon:
    """A value's symbol that is drawn as a shape, or as a glyph of its own, where the renderer can."""

    symbol: str
    shape: Shape | Glyph


@dataclass(frozen=True)
class DrawnSign:
    """Between two cells side by side: the first is greater, or (`bar`) a bar joins them."""

    first: int
    second: int
    bar: bool = False


Side = Literal["above", "below", "left", "right"]


@dataclass(frozen=True)
class Outside:
    """A clue outside of the board, at the end of a row or column (counted from 0)."""

    side: Side
    line: int
    label: str


@dataclass(frozen=True)
class Arrow:
    """An arrow in a cell, one of ↑ ↗ → ↘ ↓ ↙ ← ↖; the cell's value stands beside it."""

    cell: int
    direction: str


@dataclass(frozen=True)
class PrintedNumber:
    """A clue that is printed in a cell, where no value is written; ○ and ● are circles where a renderer can."""

    cell: int
    label: str


@dataclass(frozen=True)
class Lattice:
    """The board is the dots at its corners: borders are drawn only where a value says so."""


Feature = Regions | Cage | CentreLine | Holes | Icon | DrawnSign | Outside | Arrow | PrintedNumber | Lattice

Role = Literal["focus", "reason", "beside", "wrong"]
"""Why a place is highlighted: look here; because of these; of these, too, as a set of their own; this breaks a rule."""


@dataclass(frozen=True)
class Highlight:
    """Variables to look at, each at its place."""

    members: tuple[int, ...]
    role: Role = "focus"


TintRole = Literal["used", "beside", "wrong"]
"""Why a group is tinted: a step rests on it; it speaks of it, too; it cannot hold any more."""


@dataclass(frozen=True)
class Tint:
    """The places of a group, and what the group is called."""

    places: tuple[Place, ...]
    label: str
    role: TintRole = "used"


NoteRole = Literal["used", "struck", "placed", "supposed", "follows", "lost"]
"""What becomes of a candidate: the step rests on it, crosses it out, places it; or it is assumed, and others follow
from that or are lost by it."""


@dataclass(frozen=True)
class Note:
    """A candidate that a step speaks of: its place and the value's symbol."""

    place: Place
    symbol: str
    role: NoteRole


@dataclass(frozen=True)
class Link:
    """A line between two candidates, or between the middles of two places where the symbol is left out.

    A strong link (one of the two is true) is drawn through, a weak one (not both are) is dashed.
    """

    first: tuple[Place, str]
    second: tuple[Place, str]
    strong: bool = True
