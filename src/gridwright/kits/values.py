"""Values with a noun, declared once: symbol, nouns, picture. Voices derive their sentences from the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ..model.domain import Domain
from ..model.drawing import Glyph, Icon
from ..model.space import Value

Gender = Literal["m", "f", "n"]


class Thing(Value):
    """A value that stands in a cell or does not: `Thing("gem", "G", de=("Stein", "m", "Steine"), icon=disc(0.3))`."""

    frame = "holds"
    kit = "marks"
    value = 1
    """The value of a cell that holds the thing; 0 is the value of a cell that does not."""

    def __init__(
        self, name: str, symbol: str, *, de: tuple[str, Gender, str], icon: str, absent: str = "."
    ) -> None:  # fmt: skip
        """Declare the thing.

        `de` is the German noun, its gender and its plural. `icon` is its glyph, as path data (`kits.glyphs`).
        `absent` marks a cell without the thing.
        """
        noun, gender, plural = de
        self.names = (f"no {name}", name)
        self.nouns = {
            "en": {"noun": name, "plural": f"{name}s"},
            "de": {"noun": noun, "gender": gender, "plural": plural},
        }
        self.domain = Domain(absent + symbol, self.names)
        self.icons = (Icon(symbol, Glyph(icon)), Icon(absent, "dot"))


class Shade(Value):
    """Cells are white or shaded."""

    frame = "is"
    kit = "shading"
    white, value = 0, 1
    names = ("white", "shaded")
    nouns: Mapping[str, Mapping[str, str]] = {
        "en": {"noun": "shaded", "other": "white"}, "de": {"noun": "schwarz", "other": "weiß"},
    }  # fmt: skip
    domain = Domain(".#", names)
    icons = (Icon("#", "shade"), Icon(".", "dot"))


class Line(Value):
    """A line is part of the loop, or crossed out."""

    frame = "line"
    value = 1
    names = ("no line", "line")
    nouns: Mapping[str, Mapping[str, str]] = {}
    domain = Domain("x-", names)
    icons = (Icon("-", "line"), Icon("x", "cross"))
