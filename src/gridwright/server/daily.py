"""The puzzle of a day: one a genre and tier for each date, the same everywhere.

    daily("2026-11-16", genre, "Gentle", limits)     a Daily: the puzzle, its seed, whether it was made or shipped

The seed is the date, the genre, the tier, the number of the generator and the version of the scale. A puzzle is made of
it in a fixed number of attempts, not of seconds; where that is not enough, one of the shipped puzzles of the tier is
chosen by the seed. Both are the same on every machine.

A generator or scale of another number makes other puzzles, and so may other techniques or other shipped puzzles, but
earlier dates stay as they were: an era ends on the day before the new one begins, and its puzzles are written into
`daily/<first date>.jsonl` beside this file before anything changes (`python -m gridwright.server.daily` prints those of
the era that is on). A date of an era that is over is looked up there.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..corpus import Corpus
from ..corpus.shipped import shipped_genres
from ..documents.listing import tiers_of_scales
from ..generation import GENERATOR, Recipe, generate_many
from ..genres import genre as genre_named
from ..genres import genres, parse
from ..grading import scale as scale_named
from ..model import Genre, GridwrightError, Limits, Puzzle, Stopped, UnknownName, begin

ATTEMPTS = 200
"""So many attempts are made before a shipped puzzle stands in."""
ENOUGH = 20
"""Shipped puzzles of the usual size from which a day's is chosen; with fewer, those of all sizes are."""
STANDARD = "standard"
FOLDER = Path(__file__).parent / "daily"


class Era(NamedTuple):
    """From this date on the puzzles of a day are made by this generator for this scale."""

    first: date
    generator: int
    scale: str


ERAS = (Era(date(2026, 1, 1), 3, "standard@3"),)
"""In order; the last one is on."""


@dataclass(frozen=True)
class Daily:
    """The puzzle of a day and how it came about."""

    puzzle: Puzzle
    seed: str
    era: Era
    recipe: str | None
    """What made it; None where it was shipped."""


def era_of(day: date) -> Era:
    """The era of a date."""
    found = [era for era in ERAS if era.first <= day]
    if not found:
        raise GridwrightError(f"there is a puzzle for every day from {ERAS[0].first} on, not for {day}")
    return found[-1]


def seed_of(day: date, genre: str, tier: str, era: Era) -> str:
    """The seed of a day's puzzle."""
    return f"{day} {genre} {tier} generator={era.generator} scale={era.scale}"


def daily(text: str, genre: Genre, tier: str, *, limits: Limits | None = None) -> Daily:
    """The puzzle of a date, `2026-11-16`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise GridwrightError(f"expected a date such as 2026-11-16, found {text!r}") from None
    if tier not in (tiers := tiers_of_scales(genre).get(STANDARD, {})):
        raise UnknownName(f"tier of {genre.key}", tier, tiers)
    era = era_of(day)
    seed = seed_of(day, genre.key, tier, era)
    if era != ERAS[-1]:
        known = _past(era).get(seed)
        if known is None:
            raise GridwrightError(f"the puzzle of {day} was not kept")
        return Daily(parse(known, genre=genre), seed, era, None)
    return _made(seed, era, genre, tier, limits) or _shipped(seed, era, genre, tier)


def _made(seed: str, era: Era, genre: Genre, tier: str, limits: Limits | None) -> Daily | None:
    """What the seed makes in so many attempts."""
    limits = begin(limits)
    try:
        recipe = Recipe(genre.key, seed=seed, tier=tier, budget=ATTEMPTS)
    except GridwrightError:
        return None
    made = next(generate_many(recipe, limits=limits, check="none"))
    if made.puzzle is not None:
        return Daily(made.puzzle, seed, era, str(made.recipe))
    if limits.stop is not None:
        raise Stopped(limits.stop, limits.sentence(limits.stop))
    return None


def _shipped(seed: str, era: Era, genre: Genre, tier: str) -> Daily:
    """One of the shipped puzzles of the tier, of the usual size if there are enough."""
    listed = _of_tier(genre.key, tier, era.scale)
    if not listed:
        raise GridwrightError(f"no puzzle of the tier {tier} is made soon enough, and none is shipped")
    number = int.from_bytes(hashlib.blake2b(seed.encode(), digest_size=8).digest())
    return Daily(parse(listed[number % len(listed)], genre=genre), seed, era, None)


@cache
def _of_tier(genre: str, tier: str, scale: str) -> list[str]:
    if genre not in shipped_genres():
        return []
    found = list(Corpus.shipped(genre).filter(tier=tier, scale=scale).documents())
    maker = genre_named(genre).maker
    usual = [entry for entry in found if maker is not None and entry["rows"] == maker.size]
    return [entry["puzzle"] for entry in (usual if len(usual) >= ENOUGH else found)]


@cache
def _past(era: Era) -> dict[str, str]:
    """The puzzles of an era that is over, by their seeds."""
    lines = (FOLDER / f"{era.first}.jsonl").read_text("utf-8").splitlines()
    return {entry["seed"]: entry["puzzle"] for entry in map(json.loads, lines)}


def main() -> None:
    """Print the puzzles of the era that is on, to this day: a line each."""
    era = ERAS[-1]
    for genre in [genre_named(name) for name in sys.argv[1:]] or genres().values():
        for tier in tiers_of_scales(genre).get(STANDARD, {}):
            for days in range((date.today() - era.first).days + 1):
                found = daily(str(era.first + timedelta(days)), genre, tier)
                print(json.dumps({"seed": found.seed, "puzzle": found.puzzle.text()}), flush=True)


def is_current() -> bool:
    """Do generator and scale have the numbers of the era that is on? A test holds this."""
    return (ERAS[-1].generator, ERAS[-1].scale) == (GENERATOR, scale_named(STANDARD).key)


if __name__ == "__main__":
    main()
