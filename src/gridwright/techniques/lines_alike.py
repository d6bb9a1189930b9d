"""Lines that are both part of the loop or neither, or just one of them, however far apart.

See `_ties`. Where two lines are open at a dot or a clue, they are alike or opposite, by what is drawn of the others; so
are two lines along a chain of such.
"""

from __future__ import annotations

from ._ties import ALIKE, OfTies


class LinesAlike(OfTies):
    """All that two lines can be together is passed on."""

    passed = ALIKE


TECHNIQUE = LinesAlike.named(
    "lines-alike",
    "{L}: so {g} leaves no other way",
    "at a dot and at a clue it is known whether the lines are even or odd in number, so the last two are alike or not",
)
