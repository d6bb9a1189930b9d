"""The puzzles that come with gridwright: enough of each genre, of all tiers, each with one solution, none twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import gridwright as gw
from gridwright.corpus import Corpus
from gridwright.corpus.shipped import ROOT, shipped_genres
from gridwright.corpus.shipped.__main__ import rows_of, tiers_without
from gridwright.generation import Recipe
from gridwright.genres import genres
from gridwright.grading import scale
from gridwright.model import CorpusError, UnknownName

GENRES = sorted(key for key, genre in genres().items() if genre.maker is not None)


@pytest.mark.parametrize("key", GENRES)
def test_there_are_enough_of_all_tiers_and_kinds(key: str) -> None:
    entries = list(Corpus.shipped(key))
    by = scale("standard")
    tiers = {
        name for entry in entries for name in (*(tier.name for tier in by.tiers(entry.puzzle)), by.top(entry.puzzle))
    }
    found = Counter(grade.tier for entry in entries if (grade := entry.grade(by.key)) is not None)
    recipes = [Recipe.parse(str(entry.provenance.recipe)) for entry in entries]

    assert len(entries) >= 500
    assert tiers - set(found) == tiers_without(key)
    assert {(row.size, row.columns, tuple(row.variants)) for row in rows_of(key)} == {
        (recipe.size, recipe.columns, recipe.variants) for recipe in recipes
    }
    assert all(entry.solution is not None and entry.provenance.verified for entry in entries)


def test_all_genres_have_some_and_they_are_small() -> None:
    assert GENRES == shipped_genres()
    assert sum(path.stat().st_size for path in ROOT.rglob("*.gz")) <= 2_000_000


@pytest.mark.parametrize("key", GENRES)
def test_a_sample_holds(key: str) -> None:
    assert [] == list(Corpus.shipped(key).verify(sample=20, seed="shipped"))


@pytest.mark.slow
@pytest.mark.parametrize("key", GENRES)
def test_all_hold_and_none_is_a_copy(key: str) -> None:
    corpus = Corpus.shipped(key)

    assert [] == list(corpus.verify())
    assert all(entry.form is not None for entry in corpus)
    assert {gw.Status.UNIQUE} == {gw.solve(entry.puzzle, engine="cpsat").status for entry in corpus}


def test_no_two_have_the_same_form() -> None:
    forms = {key: [entry["form"] for entry in Corpus.shipped(key).documents()] for key in GENRES}

    assert all(len(found) == len(set(found)) for found in forms.values())
    assert all(not {*forms[a]} & {*forms[b]} for a, b in combinations(GENRES, 2))


def test_a_puzzle_is_what_its_recipe_makes() -> None:
    for key in GENRES:
        entry = next(iter(Corpus.shipped(key)))
        made = gw.generate(Recipe.parse(str(entry.provenance.recipe)))

        assert entry.puzzle == made.puzzle


def test_they_stay_as_they_are() -> None:
    assert ROOT / "star-battle" == Corpus.shipped("queens").path == Corpus("shipped:queens").path
    for write in (Corpus.shipped("keen").grade, Corpus.shipped("keen").filter(size=4).migrate):
        with pytest.raises(CorpusError, match="what is shipped stays as it is"):
            write()
    with pytest.raises(CorpusError, match="no puzzles of template are shipped; there are some of akari, arrows"):
        Corpus.shipped("template")
    with pytest.raises(UnknownName):
        Corpus.shipped("nonsense")
