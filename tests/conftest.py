"""Where other programs' puzzles lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of puzzles made by other programs: GRIDWRIGHT_ORACLES, or shared/data beside the repository."""
    place = os.environ.get("GRIDWRIGHT_ORACLES")
    folder = Path(place) if place else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"other programs' puzzles are not here: {folder} (set GRIDWRIGHT_ORACLES)")
    return folder
