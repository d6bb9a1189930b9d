"""Words that a genre brings for its values, its groups and its opening, and groups that no voice has words for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gridwright.formats.digits import Digits
from gridwright.kits.cells import CellLayout, Cells
from gridwright.model import (
    Count,
    Domain,
    Genre,
    Grid,
    GridwrightError,
    Group,
    Item,
    Puzzle,
    PuzzleError,
)
from gridwright.model.step import Trace
from gridwright.narration import sentences, tell, voice, voices
from gridwright.solving.deduce import deduce

WIRES = Domain("-|", ("gap", "wire"))


def rules(layout: CellLayout) -> Iterator[Item]:
    grid = layout.grid
    for number, line in enumerate(grid.row_lines, start=1):
        yield Count.exactly(Group("lane", line, number), 1, 1)
    for line in grid.column_lines:
        yield Count.exactly(Group("pylon", line, cells=(grid.name(line[0]),), clue=1), 1, 1)


PLAIN = Genre(
    "Wires", "A wire in each row and column.", sizes="any", space=Cells(WIRES), rules=rules, formats=(Digits(),)
)
WORDS = {
    "en": {
        "values": [{"names": ["wire"], "": "a wire", "placed": "a wire runs through {P}", "dropped": "no wire in {P}"}],
        "words": {"opening": "Wires across {M} lanes, [N: one|{N}] of them laid"},
    },
    "de": {
        "values": [
            {"names": ["wire"], "": "Draht", "der": "der Draht", "die": "der", "placed": "durch {P} läuft Draht"}
        ],
        "groups": [
            {"kind": "lane", "one": {"": "Bahn {n}", "in": "in Bahn {n}", "von": "von Bahn {n}"}},
            {"kind": "pylon", "one": {"": "der Mast bei {cell}", "in": "am Mast bei {cell}"}},
        ],
        "titles": {"wires": "dieses Drahträtsel"},
    },
    "terse": {"values": [{"names": ["wire"], "": "W", "placed": "{P}={V}"}]},
}
GENRE = replace(PLAIN, words=WORDS)


def trace(genre: Genre) -> Trace:
    puzzle = Puzzle(genre, Grid(3, 3), givens={0: 1, 4: 1})
    return deduce(puzzle, [("last-cell", None), ("hidden-single", None)])


def test_a_value_is_told_in_the_words_of_its_genre() -> None:
    told = {key: sentences(trace(GENRE), key)[0] for key in voices()}

    assert "Last cell, lane 3 → r3c3=W." == told["terse"]
    assert "In Bahn 3 ist nur noch Z3S3 offen; dorthin kommt der Draht, der noch fehlt." == told["de"]
    assert not any("star" in text or "Stern" in text or "gap" in text for text in told.values())


def test_a_value_without_words_is_told_by_its_name() -> None:
    assert "wire" in sentences(trace(PLAIN), "teacher")[0]


def test_a_genre_may_bring_its_opening_and_its_title() -> None:
    assert "Wires across three lanes, two of them laid." == tell(trace(GENRE), "teacher").splitlines()[0]
    assert "Dieses Drahträtsel hat drei Zeilen und zwei Vorgaben." == tell(trace(GENRE), "de").splitlines()[0]


def test_a_voice_may_have_the_last_word_on_a_genre() -> None:
    own = voice("teacher").with_tables({"genres": {"wires": {"words": {"opening": "Off we go"}}}})

    assert "Off we go." == tell(trace(GENRE), own).splitlines()[0]


def test_a_group_that_no_voice_knows_is_told_from_its_data() -> None:
    board_groups = {g.kind: g for g in (c.group for c in Puzzle(PLAIN, Grid(3, 3)).constraints)}

    assert "lane 3" == board_groups["lane"].label
    assert "the 1 pylon at r1c3" == board_groups["pylon"].label
    assert sentences(trace(PLAIN), "de")[0].startswith("Lane 3 ")


def test_values_have_a_name_each_or_none() -> None:
    with pytest.raises(PuzzleError, match="expected names for 2 values or none, found 1"):
        Domain(".*", ("star",))


# A voice of one's own, by path


def test_a_voice_is_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "pirate.toml"
    path.write_text('like = "teacher"\n[techniques]\nlast-cell = "arr, {Then} be {v}"\n', encoding="utf-8")

    assert "Arr, r3c3 be a wire." == sentences(trace(GENRE), path)[0] == sentences(trace(GENRE), str(path))[0]
    assert "pirate" == voice(path).key


def test_a_voice_may_be_like_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text('like = "terse"\n[titles]\nwires = "Kabel"\n', encoding="utf-8")
    (tmp_path / "second.toml").write_text('like = "first.toml"\n', encoding="utf-8")

    assert tell(trace(GENRE), tmp_path / "first.toml") == tell(trace(GENRE), tmp_path / "second.toml")
    assert sentences(trace(GENRE), "terse") == sentences(trace(GENRE), tmp_path / "second.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('about = "lonely"\nlanguage = "en"\n', "mine.toml: the voice has no words for absurd, .*like = "),
        (
            'like = "teacher"\n[technique]\n',
            r"no part of a voice \(.*mine.toml\) 'technique'; did you mean 'techniques'",
        ),
        ('like = "mine.toml"\n', "mine.toml: the voice is like itself"),
        ('like = "teecher"\n', "no voice 'teecher'; did you mean 'teacher'"),
        ('like = "teacher"\n[techniques]\nfish = "{oh"\n', "mine.toml: expected a closing bracket"),
        ('like = "teacher"\n[[groups]]\nkind = "row"\n', "mine.toml: this is no voice: KeyError.'one'"),
        ("like =", "mine.toml: Invalid value"),
    ],
)
def test_what_is_wrong_with_a_voice_is_said_with_its_file(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(GridwrightError, match=sentence):
        voice(path)


def test_a_voice_that_is_not_there_is_named() -> None:
    with pytest.raises(GridwrightError, match=r"cannot read .*nobody\.toml: No such file"):
        voice("./nobody.toml")
