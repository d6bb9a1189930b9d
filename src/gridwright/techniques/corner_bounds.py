"""Two lines at a corner: what a clue says of them goes through the dot to the next clue.

See `_ties`. A clue of 3 has at least one of the two lines at each of its corners, a clue of 1 at most one; where a line
comes into the corner from outside at most one of them goes on. Threes on a diagonal, with twos between them or not, are
found by it.
"""

from __future__ import annotations

from ._ties import ACROSS, CORNERS, OfTies

TECHNIQUE = OfTies.named(
    "corner-bounds",
    "{L}: so {g} leaves no other way",
    "at a dot no line ends and none branches, and a clue says how many there are: so few lines at one corner are many "
    "at another",
    sizes={CORNERS: "corner-bound", ACROSS: "corners-across"},
)
