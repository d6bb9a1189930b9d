"""The puzzle of a day: the same on every machine, and past days stay as they were."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from gridwright.corpus.shipped import shipped_genres
from gridwright.corpus.shipped.__main__ import tiers_without
from gridwright.documents.listing import tiers_of_scales
from gridwright.genres import genre
from gridwright.model import GridwrightError
from gridwright.server import daily as module
from gridwright.server.daily import Era, daily, is_current

KNOWN = Path(__file__).with_name("dailies.txt")
"""Genre, tier and a digest of the puzzle of one day. Another digest is another puzzle for every day of the era: begin a
new one (`daily.py` says how) rather than change a line."""
DAY = "2026-11-16"
ROWS = [line.split("\t") for line in KNOWN.read_text("utf-8").splitlines()]


def digest(key: str, tier: str) -> str:
    found = daily(DAY, genre(key), tier)
    return hashlib.blake2b(found.puzzle.text().encode(), digest_size=6).hexdigest()


@pytest.mark.parametrize(("key", "tier", "known"), ROWS, ids=[f"{key}-{tier}" for key, tier, _ in ROWS])
def test_a_day_has_the_puzzle_that_it_had(key: str, tier: str, known: str) -> None:
    assert known == digest(key, tier)


def test_generator_and_scale_have_the_numbers_of_the_era() -> None:
    assert is_current()


@pytest.mark.parametrize("key", shipped_genres())
def test_every_tier_has_shipped_puzzles_for_days_on_which_none_is_made(key: str) -> None:
    counts = {
        tier: len(module._of_tier(key, tier, module.ERAS[-1].scale)) for tier in tiers_of_scales(genre(key))["standard"]
    }

    assert tiers_without(key) == {tier for tier, count in counts.items() if count < 5}


def test_an_era_that_is_over_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = module.ERAS[0], Era(module.date(2026, 6, 1), 99, "standard@3")
    seed = module.seed_of(module.date(2026, 5, 31), "latin", "Gentle", old)
    (tmp_path / f"{old.first}.jsonl").write_text(f'{{"seed": "{seed}", "puzzle": "1..."}}\n')
    monkeypatch.setattr(module, "ERAS", (old, new))
    monkeypatch.setattr(module, "FOLDER", tmp_path)

    assert "1..." == daily("2026-05-31", genre("latin"), "Gentle").puzzle.text()
    with pytest.raises(GridwrightError, match="not kept"):
        daily("2026-05-30", genre("latin"), "Gentle")


@pytest.mark.parametrize("day", ["2025-12-31", "2026-02-30", "tomorrow"])
def test_a_date_that_is_none(day: str) -> None:
    with pytest.raises(GridwrightError):
        daily(day, genre("latin"), "Gentle")


def test_a_tier_that_is_none() -> None:
    with pytest.raises(GridwrightError, match="no tier"):
        daily(DAY, genre("latin"), "Easy")
