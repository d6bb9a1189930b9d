"""Queens JSON: `{"size": n, "rows": ["AAAB…", …]}`, as community levels come; a letter a region, `#` a hole."""

from __future__ import annotations

import json
from typing import Any

from ...formats.building import build, remark, require_only
from ...formats.codec import SPACES
from ...formats.json_text import kind, listed, load_object, require_genre, whole
from ...formats.region_rows import read_rows, write_rows
from ...model import Format, Genre, Puzzle, TextError, shorten
from ...model.grid import LARGEST_SIDE

_NOTES = {"name": "title", "created_by": "author", "id": "id", "kind": "kind"}
_COUNT = "solutions_count"  # kept, but not written: who wants to know counts again


class QueensJson(Format):
    """`size`, `rows`, optionally `stars`; `name`, `created_by`, `id`, `kind` and `solutions_count` are provenance."""

    key = "queens-json"
    title = "Queens level (JSON)"

    def recognises(self, text: str) -> bool:
        """An object with size and rows."""
        head = text[:100_000].lstrip("\ufeff" + SPACES)
        return head.startswith("{") and '"rows"' in head and '"size"' in head

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        level = load_object(text)
        for key in level:
            if key not in ("genre", "size", "rows", "stars", _COUNT, *_NOTES):
                raise TextError(
                    f"unknown key {shorten(key)}; expected genre, size, rows, stars, {', '.join(_NOTES)}, {_COUNT}"
                )
        require_genre(level, genre)
        side = whole(level.get("size"), 1, LARGEST_SIDE, "size")
        rows = listed(level.get("rows"), "rows", side)
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, str):
                raise TextError(f"row {number}: expected text, found {kind(row)}")
            if len(row) != side:
                raise TextError(f"row {number} has {len(row)} cells, expected {side}: {shorten(row)}")
        try:
            grid, regions = read_rows(rows, [(number, 1) for number in range(1, side + 1)])
        except TextError as error:
            raise TextError(f"row {error.line}, cell {error.column}: {error.message}") from None
        stars = whole(level.get("stars", 1), 1, LARGEST_SIDE, "stars")
        clues = {"stars": stars, "regions": regions}
        return build(genre, grid.rows, grid.columns, clues=clues, provenance=_provenance(level))

    def write(self, puzzle: Puzzle) -> str:
        """The object on one line."""
        require_only(puzzle, "Queens JSON", clues=("stars", "regions"), givens=False)
        level: dict[str, Any] = {"size": puzzle.grid.rows, "rows": write_rows(puzzle)}
        if puzzle.clue("stars") != 1:
            level["stars"] = puzzle.clue("stars")
        level |= {key: remark(puzzle.provenance[told]) for key, told in _NOTES.items() if puzzle.provenance.get(told)}
        return json.dumps(level)


def _provenance(level: dict[str, Any]) -> dict[str, str]:
    told: dict[str, str] = {}
    for key, name in (*_NOTES.items(), (_COUNT, _COUNT)):
        value = level.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise TextError(f"{key}: expected text or a number, found {kind(value)}")
        told[name] = remark(str(value))
    return told
