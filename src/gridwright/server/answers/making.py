"""Answers that make puzzles: one as it is asked for, and today's."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

from ...documents import to_dict
from ...generation import Generated, Progress, Recipe, generate_many
from ...genres import genre as genre_named
from ..daily import daily
from ..sentences import said
from .asked import Work, too_large

PAUSE = 0.2
"""Seconds between two reports of progress."""


def generate(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """A puzzle as the fields of a recipe say; how far it is told on the way."""
    given: dict[str, Any] = {
        name: fields[name] for name in ("size", "columns", "tier", "symmetry", "clues") if fields.get(name)
    }
    given |= {name: tuple(fields.get(name) or ()) for name in ("needs", "uses", "without", "variants")}
    rows = int(given.get("size") or 0)
    if rows * int(given.get("columns") or rows) > work.settings.cells:
        raise too_large(rows * int(given.get("columns") or rows), work.settings)
    recipe = Recipe(fields["genre"], seed=str(fields.get("seed") or secrets.token_hex(6)), **given)
    last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= PAUSE:
            last = now
            work.notify({
                "event": "progress", "attempts": progress.attempts, "seconds": round(progress.seconds, 2),
                "rejections": progress.rejections,
            })  # fmt: skip

    made: Generated = next(generate_many(recipe, limits=work.limits, progress=tell))
    if made.puzzle is None:
        error = said("none", fields.get("voice"), error=made.sentence())
        return {"event": "none", "error": error, "document": to_dict(made)}
    return {"event": "made", "document": to_dict(made)}


def today(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The puzzle of a date, a genre and a tier, with everything that decides it."""
    genre = genre_named(fields["genre"])
    found = daily(fields["date"], genre, fields["tier"], limits=work.limits)
    return {
        "date": fields["date"],
        "genre": genre.key,
        "tier": fields["tier"],
        "puzzle": found.puzzle.text(),
        "seed": found.seed,
        "generator": found.era.generator,
        "scale": found.era.scale,
        "recipe": found.recipe,
        "shipped": found.recipe is None,
    }
