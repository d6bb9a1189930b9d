"""The ways to place what groups need of a value beyond the groups inside them that leave every other group room."""

from __future__ import annotations

from ._placements import Placements


class RestPlacementsWithRoom(Placements):
    """See `_placements`."""

    of_rests, with_room = True, True


TECHNIQUE = RestPlacementsWithRoom.named(
    "rest-placements-with-room",
    "{R} need {n} of {v} beyond {D} inside; the ways to place them that leave {H} room leave these cells none",
    "what groups inside others need is taken from those; a way that leaves another group too little room is none",
)
