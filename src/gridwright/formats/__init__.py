"""Two-way text forms of puzzles, one container format a file. A format knows clue keys, never a genre.

A genre names the formats that it is written in, each from its own file; here is what all texts have in common.
"""

from .reading import Piece, decoded, split

__all__ = ["Piece", "decoded", "split"]
