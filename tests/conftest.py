"""Where other programs' puzzles lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.bench.lists import oracles as find_oracles


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of puzzles made by other programs."""
    folder = find_oracles()
    if folder is None:
        pytest.skip("other programs' puzzles are not here: set GRIDWRIGHT_ORACLES or put them at ../shared/data")
    return folder
