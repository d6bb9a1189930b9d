"""Genres that only tests serve: entry points for a server's processes, which share nothing with this one.

with_genres(folder)     the PYTHONPATH that makes `gridwright play` know lines on borders and shaded cells
"""

from __future__ import annotations

import os
from pathlib import Path

GENRES = {"fences": "edge_genres:FENCES", "bridges": "edge_genres:BRIDGES", "tally": "shading_genre:TALLY"}
"""Key → where it is."""


def with_genres(folder: Path) -> str:
    """A PYTHONPATH with a distribution in the folder that brings these genres along."""
    info = folder / "served_genres-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: served-genres\nVersion: 1\n")
    lines = [f"{key} = {where}" for key, where in GENRES.items()]
    (info / "entry_points.txt").write_text("\n".join(["[gridwright.genres]", *lines, ""]))
    paths = [str(folder), str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.pathsep.join(paths)
