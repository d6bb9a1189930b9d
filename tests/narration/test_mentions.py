"""Names in sentences: what is found are the places that are meant."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.narration import voice
from gridwright.narration.mentions import Mentions
from gridwright.narration.narrator import sentences
from gridwright.narration.voice import voices
from gridwright.narration.words import Words

SUDOKU = gw.parse("1...3..4..2....1", genre="sudoku")


def named(text: str, key: str = "teacher", puzzle: gw.Puzzle = SUDOKU) -> dict[str, str]:
    pieces = Mentions(Words(voice(key), puzzle)).pieces(text)
    assert text == "".join(piece.text for piece in pieces)
    return {piece.text: " ".join(piece.places) for piece in pieces if piece.places}


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("teacher", "Box 1 needs a 4: r1c2.", {"Box 1": "r1c1 r1c2 r2c1 r2c2", "r1c2": "r1c2"}),
        ("teacher", "Look at rows 1 and 2.", {"rows 1 and 2": "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4"}),
        ("de", "Ein Blick auf Zeile 2 lohnt sich: Z2S3.", {"Zeile 2": "r2c1 r2c2 r2c3 r2c4", "Z2S3": "r2c3"}),
        ("terse", "r12c3≠4", {"r12c3": "r1c3 r2c3"}),
        ("teacher", "r9c9 and box 7 are not here.", {}),
    ],
)
def test_a_name_is_its_places(key: str, text: str, found: dict[str, str]) -> None:
    assert found == named(text, key)


def test_a_border_is_found_by_its_own_name(edge_genres: None) -> None:
    loop = gw.parse("33/..", genre="fences")

    assert {"the 3 at r1c1": "r1c1n r1c1w r1c1e r1c1s", "r1c1e": "r1c1e"} == named(
        "the 3 at r1c1, so r1c1e", "teacher", loop
    )


@pytest.mark.parametrize("key", sorted(voices()))
def test_every_step_of_a_story_names_where_it_changes_something(key: str) -> None:
    trace = gw.explain(SUDOKU)
    mentions = Mentions(Words(voice(key), SUDOKU))

    for step, text in zip(trace.steps, sentences(trace, key), strict=True):
        pieces = mentions.pieces(text)
        places = {place for piece in pieces for place in piece.places}
        assert {SUDOKU.variables[each.variable].name for each in step.conclusions} <= places


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In columns 3 and 5, the 4 of row 2 goes.", ["columns 3 and 5", "row 2"]),
        ("Rows 2, 3 and 5 and so on", ["Rows 2, 3 and 5"]),
        ("Columns 3 and 5, box 2", ["Columns 3 and 5", "box 2"]),
    ],
)
def test_a_list_of_groups_ends_at_its_last_name(text: str, names: list[str]) -> None:
    assert names == list(named(text, puzzle=gw.parse("." * 81, genre="sudoku")))
