"""What differs between boards of a size, as plain data: the kernel adds it to what they share.

A list of puzzles may have thousands of structures that differ in their regions, cages or signs alone. To emit each from
its constraints takes a hundred times as long as to solve it, so a genre may say once more, shortly, what its
`constraints` say of groups of some kinds. The constraints stay the truth: `check_genre` compares both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .puzzle import Puzzle

Statement = tuple[str, int, Sequence[int], int, Sequence[int]]
"""What a constraint of a kernel kind says: the kind, the number of its group's kind, the scope, how many of the scope
are the group, the parameters."""


class Compact(NamedTuple):
    """How the boards of a genre are compiled quickly."""

    kinds: tuple[str, ...]
    """The kinds of group whose constraints differ, in the order in which they first come; all others are shared."""
    statements: Callable[[Puzzle, int], list[Statement]]
    """What these say, in the order of the constraints; the first of their kinds has this number."""
    shared: Callable[[Puzzle], Hashable | None] = lambda puzzle: ()
    """What besides the size decides the rest; None of a board that is compiled from its constraints."""
