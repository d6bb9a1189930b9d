"""What a match relied on, whichever kind of technique found it."""

from __future__ import annotations

from ..model import State
from .board import Board
from .evaluate import Match
from .finder import Finder
from .reads import Reads, reads
from .tree import Technique


def relied_on(technique: Technique, size: int | None, match: Match, board: Board, state: State) -> Reads:
    """Of a finder what it says itself, of a rule what its text says."""
    if isinstance(technique, Finder):
        return technique.reads(size, board, state, match)
    return reads(technique, size, match, board, state)
