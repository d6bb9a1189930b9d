"""Make the puzzles that are shipped: python -m gridwright.corpus.shipped [GENRE]...

Each row of a genre's boards.toml draws so many puzzles of a recipe at random, any with one solution or those of a tier,
grades them, and keeps the first few of each tier that are no copies of others; those are proved to have one solution by
an engine that shares no code with the generator. Seeds and numbers are fixed, so the same puzzles come out on every
machine.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ...conversion.canonical_form import form_digest
from ...documents.entry import Entry
from ...generation import Recipe, generate_many
from ...generation.verify import Verifier
from ...model import CorpusError
from .. import Corpus, entry_from
from ..copies import Forms
from . import ROOT, shipped_genres


class ShippedKind(NamedTuple):
    """Boards of a kind: so many are drawn, and up to `each` of a tier are kept."""

    size: int
    draws: int
    each: int
    columns: int = 0
    """As many as rows if left out."""
    variants: Sequence[str] = ()
    clues: int | None = None
    """No fewer than these; as few as can be if left out."""
    tier: str | None = None
    """Only these; any with one solution if left out."""


def rows_of(genre: str) -> list[ShippedKind]:
    """The boards of a genre."""
    found = tomllib.loads((ROOT / genre / "boards.toml").read_text("utf-8"))
    return [ShippedKind(**row) for row in found["boards"]]


def tiers_without(genre: str) -> set[str]:
    """Tiers of which no puzzle is shipped: hardly any is ever drawn."""
    return set(tomllib.loads((ROOT / genre / "boards.toml").read_text("utf-8")).get("without", ()))


def chosen(genre: str, rows: Iterable[ShippedKind]) -> Iterator[Entry]:
    """The puzzles of a genre, none a copy of another."""
    forms, verifier = Forms(), Verifier()
    for row in rows:
        kept: Counter[str] = Counter()
        recipe = Recipe(
            genre, size=row.size, columns=row.columns, variants=tuple(row.variants), seed="shipped",
            any=row.tier is None, tier=row.tier, clues=row.clues,
        )  # fmt: skip
        for made in generate_many(recipe, row.draws, check="none"):
            if made.puzzle is None or made.solution is None or made.grade is None or made.grade.tier is None:
                continue
            if kept[made.grade.tier] == row.each or not forms.is_new(form := form_digest(made.puzzle)):
                continue
            if (verified := verifier.verify(made.puzzle, made.solution)) is None:
                raise CorpusError(f"nobody proved in time that the solution is the only one: {made.puzzle}")
            kept[made.grade.tier] += 1
            yield replace(entry_from(replace(made, verified=verified)), form=form)
        print(genre, row.size, row.columns or "", *row.variants, row.tier or "", dict(kept), flush=True)


def write(genre: str) -> int:
    """Write the file of a genre; how many puzzles it has."""
    with TemporaryDirectory(dir=ROOT) as folder:
        count = Corpus(folder).add(chosen(genre, rows_of(genre)), keep_copies=True, gzip=True).added
        for shard in Corpus(folder).shards:
            shard.path.replace(ROOT / genre / shard.path.name)
    return count


if __name__ == "__main__":
    for key in sys.argv[1:] or shipped_genres():
        print(f"{write(key):,} puzzles of {key}", flush=True)
