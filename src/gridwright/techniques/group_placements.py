"""Every way to place what a group still needs of a value."""

from __future__ import annotations

from ._placements import Placements


class GroupPlacements(Placements):
    """See `_placements`."""

    of_rests, with_room = False, False


TECHNIQUE = GroupPlacements.named(
    "group-placements",
    "none of the ways to place {n} of {v} in {R} leaves these cells one",
    "a group holds its values in one of the ways to place them",
)
