"""Words that a genre brings for its values, its groups and its opening, and groups that no voice has words for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from gridwright.formats.digits import Digits
from gridwright.model import Constraint, Count, Domain, Genre, Grid, Group, Puzzle, PuzzleError, Variable
from gridwright.model.step import Trace
from gridwright.narration import sentences, tell, voice, voices
from gridwright.solving.deduce import deduce

WIRES = Domain("-|", ("gap", "wire"))


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    return tuple(Variable(place, WIRES) for place in puzzle.grid.cells)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    for number, line in enumerate(puzzle.grid.row_lines, start=1):
        yield Count.exactly(Group("lane", line, number), 1, 1)
    for line in puzzle.grid.column_lines:
        cell = puzzle.grid.name(line[0])
        yield Count.exactly(Group("pylon", line, cells=(cell,), clue=1), 1, 1)


PLAIN = Genre(
    key="wires", title="Wires", rulebook="A wire in each row and column.", sizes="any",
    variables=variables, constraints=constraints, formats=(Digits(),),
)  # fmt: skip
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
