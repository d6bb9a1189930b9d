"""What an entry may be asked for, as conditions on its JSON data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..genres import genre as genre_named
from ..grading import Scale
from ..grading import scale as scale_named
from .corpus import grade_in

Condition = Callable[[dict[str, Any]], bool]


def conditions(
    genre: str | None = None, size: int | tuple[int, int] | None = None, tier: str | None = None,
    technique: str | None = None, clues: int | tuple[int, int] | None = None, clue_kind: str | None = None,
    source: str | None = None, scale: str | Scale = "standard",
) -> list[Condition]:  # fmt: skip
    """One for each thing that is asked for."""
    wanted: list[Condition] = []
    if genre is not None:
        key = genre_named(genre).key
        wanted.append(lambda data: data["genre"] == key)
    if size is not None:
        rows, columns = size if isinstance(size, tuple) else (size, None)
        wanted.append(lambda data: data["rows"] == rows and columns in (None, data["columns"]))
    if clues is not None:
        fewest, most = clues if isinstance(clues, tuple) else (clues, clues)
        wanted.append(lambda data: fewest <= data["clues"] <= most)
    if clue_kind is not None:
        wanted.append(lambda data: clue_kind in data.get("clue_kinds", ()))
    if source is not None:
        wanted.append(lambda data: data.get("provenance", {}).get("source") == source)
    if tier is not None or technique is not None:
        on = (scale if isinstance(scale, Scale) else scale_named(scale)).key
    if tier is not None:
        wanted.append(lambda data: (grade_in(data, on) or {}).get("tier") == tier)
    if technique is not None:
        wanted.append(lambda data: technique in (grade_in(data, on) or {}).get("techniques", {}))
    return wanted
