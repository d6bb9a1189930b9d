"""The fuzzers lie beside the package, in the repository's top folder; and timings are as short as they can be."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:
    sys.path.append(ROOT)


@pytest.fixture(autouse=True)
def short_timings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of tables here is their rows, not how good their figures are."""
    monkeypatch.setattr("bench.measure.LEAST", 0.001)
