"""A corpus in other forms: lines of a format, JSON documents, Parquet.

lines(corpus, "sgt")            the texts of puzzles, and what the format has no words for
to_parquet(corpus, file)        all fields, nested ones included
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..grading import Scale
from ..model import CannotSay, GridwrightError, UnknownName
from .tables import CorpusTables

if TYPE_CHECKING:
    from .corpus import Corpus

ALSO = {"sdm": "digits", "puzz.link": "puzz-link"}
"""What people call formats that have another key."""
PARQUET, JSON = "parquet", "json"


def lines(corpus: Corpus, form: str) -> Iterator[tuple[str | None, str]]:
    """The text of each puzzle; or None and why the format has none."""
    key = ALSO.get(form, form)
    if key == JSON:
        yield from ((json.dumps(data, ensure_ascii=False), "") for data in corpus.documents())
        return
    for entry in corpus:
        try:
            yield entry.puzzle.text(key), ""
        except (CannotSay, UnknownName) as reason:
            yield None, str(reason)


def to_parquet(corpus: Corpus, path: Path, *, scale: str | Scale = "standard") -> int:
    """Write the view `puzzles` as Parquet, as a whole or not at all; how many rows it has."""
    part = path.with_name(f".{path.name}.part")
    with CorpusTables(corpus, scale) as tables:
        try:
            done = tables.query(f"copy (select * from puzzles) to '{_escaped(part)}' (format parquet)")
            part.replace(path)
        except OSError as error:
            raise GridwrightError(f"cannot write {path}: {error.strerror}") from None
        finally:
            part.unlink(missing_ok=True)
    count: int = done.rows[0][0]
    return count


def _escaped(path: Path) -> str:
    return str(path).replace("'", "''")
