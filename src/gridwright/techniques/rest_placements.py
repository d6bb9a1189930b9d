"""Every way to place what groups need of a value beyond the groups inside them."""

from __future__ import annotations

from ._placements import Placements


class RestPlacements(Placements):
    """See `_placements`."""

    of_rests, with_room = True, False


TECHNIQUE = RestPlacements.named(
    "rest-placements",
    "{R} need {n} of {v} beyond {D} inside, and none of the ways to place them in {T} leaves these cells one",
    "what groups inside others need is taken from those; the rest goes in one of the ways to place it",
)
