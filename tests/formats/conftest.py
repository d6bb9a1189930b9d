"""The genres that the formats are tried with."""

from __future__ import annotations

import pytest

from gridwright.genres import genre
from gridwright.model import Genre


@pytest.fixture(scope="session")
def sudoku() -> Genre:
    return genre("sudoku")


@pytest.fixture(scope="session")
def latin() -> Genre:
    return genre("latin")


@pytest.fixture(scope="session")
def star_battle() -> Genre:
    return genre("star-battle")
