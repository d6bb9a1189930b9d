"""Rules in words: each board's, in every voice."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.genres import genres
from gridwright.narration import voice
from gridwright.narration.rulebook import RuleWords, rulebook
from gridwright.narration.voice import voices
from gridwright.narration.words import Words


def rule(text: str, genre: str, kind: str, key: str) -> str:
    puzzle = gw.parse(text, genre=genre)
    found = next(each for each in puzzle.constraints if each.kind == kind)
    return RuleWords(Words(voice(key), puzzle)).sentence(found)


@pytest.mark.parametrize(
    ("genre", "text", "kind", "english", "german"),
    [
        ("latin", "1...", "permutation", "row 1 holds each of 1 to 2 exactly once",
         "in Zeile 1 steht jede Zahl von 1 bis 2 genau einmal"),
        ("queens", "AABB/AABB/CCDD/CCDD", "count", "row 1 holds exactly one star", "in Zeile 1 steht genau ein Stern"),
        ("queens", "AABB/AABB/CCDD/CCDD", "not-both", "stars do not touch, not even at a corner",
         "Sterne berühren sich nicht, auch nicht über Eck"),
        ("arrows", "→→←/→↑←/→←←", "view", "r1c1 counts the different numbers that its arrow points at",
         "Z1S1 zählt die verschiedenen Zahlen, auf die der Pfeil zeigt"),
    ],
)  # fmt: skip
def test_a_rule_in_two_languages(genre: str, text: str, kind: str, english: str, german: str) -> None:
    assert (english, german) == (rule(text, genre, kind, "teacher"), rule(text, genre, kind, "de"))


@pytest.mark.parametrize("key", sorted(voices()))
def test_every_rule_of_every_example_is_said(key: str) -> None:
    for genre in genres().values():
        for example in genre.examples:
            puzzle = gw.parse(example.text, genre=genre.key)
            words = RuleWords(Words(voice(key), puzzle))
            assert all(words.sentence(each) for each in puzzle.constraints)


def test_every_genre_has_german_rules() -> None:
    assert set(genres()) == set(voice("de").rulebooks)
    assert all(not rulebook(voice("teacher"), each).startswith("Rulebook") for each in genres().values())
