"""Where other programs' puzzles lie, where tests keep what they compiled, and a registry that knows genres on edges."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

os.environ.setdefault("GRIDWRIGHT_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "gridwright"))

os.environ["GRIDWRIGHT_CONFIG"] = ""  # nobody's settings

from bench.lists import oracles as find_oracles

gc.set_threshold(100_000, 20, 20)
"""Thousands of tests and what they share stay: looked through every 700 objects they are a fifteenth of the time."""


def pytest_collection_finish() -> None:
    """What was collected stays to the end."""
    gc.freeze()


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of puzzles made by other programs."""
    folder = find_oracles()
    if folder is None:
        pytest.skip("other programs' puzzles are not here: set GRIDWRIGHT_ORACLES or put them at ../shared/data")
    return folder


@pytest.fixture
def edge_genres(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry knows the genres whose variables are no cells, and one of shaded cells, for the time of a test."""
    from edge_genres import GENRES
    from shading_genre import TALLY

    registry: Any = import_module("gridwright.genres")  # `gridwright.genres` as an attribute is the function
    points = [SimpleNamespace(name=genre.key, load=lambda genre=genre: genre) for genre in (*GENRES, TALLY)]
    with monkeypatch.context() as patch:
        registry._sources.cache_clear()
        registry._load.cache_clear()
        patch.setattr("importlib.metadata.entry_points", lambda group: points)
        yield
    registry._sources.cache_clear()
    registry._load.cache_clear()
