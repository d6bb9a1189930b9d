"""What fires on hardly any random board, such as loops and graves: positions on the way through well-known puzzles.

`real_puzzles.txt` has a line for each: the technique, its size or -, and the position with what follows as a line of
HoDoKu's library.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gridwright.genres.texts.hodoku import LibraryLine
from gridwright.model.step import Conclusion
from gridwright.techniques import Catalogue
from hodoku import expected, solution_of, state_of
from known import REAL_PUZZLES


@pytest.mark.parametrize(
    ("name", "size", "text"),
    REAL_PUZZLES,
    ids=[f"{name} {size} {i}" for i, (name, size, _) in enumerate(REAL_PUZZLES)],
)
def test_just_this_follows_and_it_is_true(name: str, size: str, text: str) -> None:
    line = LibraryLine.read(text)
    state, solution = state_of(line), solution_of(line)

    found = list(Catalogue.standard()[name].matches(None if size == "-" else int(size), state))

    assert expected(line) in {frozenset(match.conclusions) for match in found}
    assert all(true(each, solution) for match in found for each in match.conclusions)


def true(conclusion: Conclusion, solution: Sequence[int]) -> bool:
    return conclusion.true == (solution[conclusion.variable] == conclusion.value)
