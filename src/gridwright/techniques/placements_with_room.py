"""The ways to place what a group still needs of a value that leave every other group room."""

from __future__ import annotations

from ._placements import Placements


class PlacementsWithRoom(Placements):
    """See `_placements`."""

    of_rests, with_room = False, True


TECHNIQUE = PlacementsWithRoom.named(
    "placements-with-room",
    "the ways to place {n} of {v} in {R} that leave {H} room enough leave these cells none",
    "a way that leaves another group too little room is none",
)
