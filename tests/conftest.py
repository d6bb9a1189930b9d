"""Where other programs' puzzles lie, and where tests keep what they compiled."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("GRIDWRIGHT_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "gridwright"))

from gridwright.bench.lists import oracles as find_oracles


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of puzzles made by other programs."""
    folder = find_oracles()
    if folder is None:
        pytest.skip("other programs' puzzles are not here: set GRIDWRIGHT_ORACLES or put them at ../shared/data")
    return folder
