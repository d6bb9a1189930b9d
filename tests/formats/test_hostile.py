"""Input from strangers: every failure is a TextError, soon, and no recogniser raises."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.formats import split
from gridwright.formats.arrow_grid import ArrowGrid, CompassGrid
from gridwright.formats.arrow_json import ArrowJson
from gridwright.formats.arrow_line import ArrowLine, CompassLine
from gridwright.formats.building import remark
from gridwright.formats.cage_grid import CageGrid
from gridwright.formats.digits import Digits
from gridwright.formats.jigsaw import Jigsaw
from gridwright.formats.lzstring import compress
from gridwright.formats.marks import Marks, MarksLine
from gridwright.formats.sdk import Sdk, Ss
from gridwright.formats.sign_grid import SignGrid
from gridwright.genres import genre
from gridwright.genres.texts.f_puzzles import FPuzzles
from gridwright.genres.texts.hodoku import Hodoku
from gridwright.genres.texts.letters import Letters
from gridwright.genres.texts.puzz_links import StarBattleLink, SudokuLink
from gridwright.genres.texts.queens_json import QueensJson
from gridwright.genres.texts.sgt_keen import KeenLine, SgtKeen
from gridwright.genres.texts.sgt_solo import SgtSolo
from gridwright.genres.texts.sgt_towers import SgtTowers, TowersLine
from gridwright.genres.texts.sgt_unequal import SgtUnequal
from gridwright.genres.texts.stars import Stars
from gridwright.genres.texts.sudokuwiki import SudokuWiki
from gridwright.genres.texts.tower_grid import TowerGrid
from gridwright.model import TextError

FORMS = [
    *((form, "sudoku") for form in (
        Digits(claims=True), Sdk(claims=True), Ss(), Marks(claims=True), MarksLine(claims=True), SgtSolo(), FPuzzles(),
        SudokuLink(), Jigsaw(), genre("sudoku").format("sudoku-json"), SudokuWiki(), Hodoku(),
    )),
    *((form, "latin") for form in (Digits(), Sdk(), Marks(), genre("latin").format("latin-json"))),
    *((form, "star-battle") for form in (Stars(), Letters(), QueensJson(), StarBattleLink())),
    *((form, "keen") for form in (SgtKeen(), KeenLine(), CageGrid(), genre("keen").format("keen-json"))),
    *((form, "unequal") for form in (SgtUnequal(), SignGrid(), genre("unequal").format("unequal-json"))),
    *((form, "towers") for form in (SgtTowers(), TowersLine(), TowerGrid(), genre("towers").format("towers-json"))),
    *((form, "arrows") for form in (ArrowLine(), CompassLine(), ArrowGrid(), CompassGrid(), ArrowJson())),
]  # fmt: skip

NASTY: dict[str, str | Callable[[], str]] = {
    "nothing": "",
    "a library line without end": ":0300:" + "1" * 100_000,
    "a library line of many fields": ":0300" + ":" * 50_000,
    "candidates without end": ":0300:7:" + "." * 81 + ":" + "123 " * 100_000 + ":::",
    "a string of a wiki without end": "S9B" + "ep" * 50_000,
    "a string of a wiki with signs of other scripts": "S9B" + "²٣" * 81,
    "arrows without end": "→" * 100_000,
    "arrows of endless rows": "→/" * 50_000,
    "a compass without end": "n," * 50_000,
    "a grid of arrows without end": "→.\n" * 50_000,
    "a NUL": "\0",
    "binary": bytes(range(256)).decode("latin-1") * 4,
    "a lone surrogate": "\ud800" * 81,
    "a byte order mark": "\ufeff",
    "digits of another script": "٣" * 81,
    "a superscript": "²" * 81,
    "full-width digits": "１" * 81,
    "line separators": "\u2028\x85\x0b\x0c" * 30,
    "ten million characters": "1" * 10_000_000,
    "a million dashes": "-" * 999_999 + "!",
    "a long row of bars": "|" * 500_000,
    "many rows": ".\n" * 300_000,
    "many slashes": "1:" + "/" * 500_000,
    "a size of five thousand digits": "1" * 5000 + "x3:a",
    "a link with a huge size": "p?sudoku/" + "9" * 5000 + "/9/z",
    "a star count of five thousand digits": "9" * 5000 + ":AB/AB",
    "a board of huge size": "p?starbattle/64/64/1/" + "v" * 900_000,
    "deep JSON": "[" * 100_000,
    "deep JSON objects": '{"size":' * 100_000,
    "deep JSON, compressed": lambda: compress('{"rows":' * 20_000),
    "a bomb": lambda: compress('"' + " " * 2_000_000),
    "a fork bomb of walls": "64j:" + "z" * 200 + "," + "z" * 900_000,
    "a keen with a huge clue": "3:8_,a" + "9" * 500_000,
    "a keen with endless repeats": "9:_" + "9" * 500_000 + ",a1",
    "many clues": "3:_12," + "a1" * 400_000,
    "signs without end": "3:0" + "UD" * 400_000 + ",",
    "towers of slashes": "16:" + "/" * 900_000,
    "a grid of signs": ">" * 5000 + "\n" + "v" * 5000,
    "letters and a huge clue": "ABC\nABC\nABC\nA " + "9" * 500_000,
    "percent signs": "https://f-puzzles.com/?load=" + "%" * 300_000,
    "half a prefix": "https://" + "a/" * 300_000,
    "spaces": " " * 900_000,
}


@pytest.mark.parametrize("nasty", NASTY.values(), ids=NASTY.keys())
def test_nasty_text_is_a_text_error(nasty: str | Callable[[], str]) -> None:
    nasty = nasty if isinstance(nasty, str) else nasty()
    for form, key in FORMS:
        form.recognises(nasty)
        before = time.perf_counter()
        with pytest.raises(TextError) as caught:
            form.read(nasty, genre(key))
        assert len(str(caught.value)) < 400
        assert time.perf_counter() - before < 5
        str(caught.value).encode("utf-8")  # can be printed


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=120)
    | st.text(alphabet='0123456789abjkxdz_:,/.#*\n|-+ ABC{}[]"', max_size=120)
    | st.text(alphabet="12.\n ", max_size=40)
)
def test_any_text_is_a_puzzle_or_a_text_error(text: str) -> None:
    for form, key in FORMS:
        form.recognises(text)
        try:
            puzzle = form.read(text, genre(key))
        except TextError:
            continue
        assert puzzle == form.read(form.write(puzzle), puzzle.genre)
    list(split(text))


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-5, 100) | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "size",
                        "grid",
                        "rows",
                        "stars",
                        "value",
                        "given",
                        "region",
                        "killercage",
                        "cells",
                        "name",
                        "cages",
                        "clue",
                        "givens",
                        "marks",
                    ]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=20,
    ),
    st.integers(1, 3),
)
def test_any_json_is_a_puzzle_or_a_text_error(value: object, size: int) -> None:
    for level in (
        value,
        {"size": size, "grid": [[value] * size] * size},
        {"size": size, "rows": value},
        {"size": 3, "cages": value},
        {"size": 3, "cages": [{"cells": value, "clue": value}], "marks": value},
    ):
        text = json.dumps(level)
        for form, key in (
            (FPuzzles(), "sudoku"),
            (QueensJson(), "star-battle"),
            (genre("keen").format("keen-json"), "keen"),
        ):
            try:
                form.read(compress(text) if key == "sudoku" else text, genre(key))
            except TextError:
                continue


def test_what_authors_wrote_cannot_harm_a_terminal_or_a_file() -> None:
    board = {"size": 4, "grid": [[{}] * 4] * 4, "title": "a\x1b[31m\ud800\0b\r" + "x" * 100_000}
    puzzle = FPuzzles().read(compress(json.dumps(board)), genre("sudoku"))
    title = puzzle.provenance["title"]
    assert title.startswith("a[31mbx")
    assert len(title) <= 2000
    assert title == remark(title)
