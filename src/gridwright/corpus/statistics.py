"""What a corpus has: sizes, tiers, clues and techniques of each genre, counted in one pass over its files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..genres import genre as genre_named
from ..genres import parse
from ..grading import Scale
from ..grading import scale as scale_named
from ..model import GridwrightError
from .tables import CorpusTables

if TYPE_CHECKING:
    from .corpus import Corpus

NOT_GRADED = "not graded"

NamedCounts = tuple[tuple[str, int], ...]
"""Names with their numbers of puzzles, in the order in which they are shown."""


class GenreStatistics(NamedTuple):
    """The puzzles of one genre, counted four ways."""

    genre: str
    puzzles: int
    sizes: NamedCounts
    tiers: NamedCounts
    clues: NamedCounts
    techniques: NamedCounts
    """How many puzzles use each."""


class Statistics(NamedTuple):
    """All genres of a corpus, and the scale whose tiers and techniques are counted."""

    scale: str
    puzzles: int
    genres: tuple[GenreStatistics, ...]


def statistics(corpus: Corpus, scale: str | Scale = "standard", genre: str | None = None) -> Statistics:
    """Count the puzzles of a corpus, or of one genre of it."""
    by = scale if isinstance(scale, Scale) else scale_named(scale)
    wanted = [] if genre is None else [genre_named(genre).key]
    with CorpusTables(corpus, by) as tables:
        tables.query(
            "create temp table counted as select genre, puzzle, rows, columns, clues, clue_kinds, "
            "grade.status as status, tier, json_keys(grade.techniques) as techniques from puzzles"
            + (" where genre = ?" if wanted else ""),
            wanted,
        )  # fmt: skip
        samples = tables.query("select genre, any_value(puzzle) from counted group by genre, clue_kinds").rows
        genres = []
        for key, count in tables.query("select genre, count(*) from counted group by genre order by genre").rows:
            sizes = tables.query(
                "select rows || ' × ' || columns, count(*) from counted where genre = ? group by rows, columns "
                "order by rows, columns", [key],
            )  # fmt: skip
            clues = tables.query(
                "select clues::VARCHAR, count(*) from counted where genre = ? group by clues order by clues", [key]
            )
            tiers = tables.query(
                "select coalesce(tier, status, ?), count(*) from counted where genre = ? group by 1 order by 2 desc, 1",
                [NOT_GRADED, key],
            )
            techniques = tables.query(
                "select name, count(*) from (select unnest(techniques) as name from counted where genre = ?) "
                "group by name order by 2 desc, name", [key],
            )  # fmt: skip
            order = _tier_order(by, key, (text for kind, text in samples if kind == key))
            genres.append(GenreStatistics(
                key, count, tuple(sizes.rows), tuple(sorted(tiers.rows, key=lambda each: order.get(each[0], 1000))),
                tuple(clues.rows), tuple(techniques.rows),
            ))  # fmt: skip
    return Statistics(by.key, sum(each.puzzles for each in genres), tuple(genres))


def _tier_order(by: Scale, genre: str, texts: Iterable[str]) -> dict[str, int]:
    """The place of each tier of a genre's boards, the easiest first."""
    order: dict[str, int] = {}
    for text in texts:
        try:
            puzzle = parse(text, genre)
            names = [*(tier.name for tier in by.tiers(puzzle)), by.top(puzzle)] if by.judges(puzzle) else []
        except GridwrightError:  # a board that no text has words for
            continue
        for name in names:
            order.setdefault(name, len(order))
    return order
