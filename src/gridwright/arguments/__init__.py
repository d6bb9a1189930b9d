"""What the public functions take: puzzles in any form, and keywords that exist."""

from .keywords import has_keywords
from .puzzle_like import PositionLike, PuzzleLike, position_of, puzzle_of, takes_position, takes_puzzle

__all__ = [
    "PositionLike",
    "PuzzleLike",
    "has_keywords",
    "position_of",
    "puzzle_of",
    "takes_position",
    "takes_puzzle",
]
