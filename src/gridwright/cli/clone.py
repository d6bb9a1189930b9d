"""The clone of the repository that gridwright runs from, if it is installed from one. Wheels have no benchmarks."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
"""The repository, if this is a clone."""


def clone_module(name: str) -> Any | None:
    """Import a module of the folder `bench` beside `src`. Return None if there is no such folder."""
    if not (ROOT / "bench" / "__init__.py").is_file():
        return None
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return import_module(name)
