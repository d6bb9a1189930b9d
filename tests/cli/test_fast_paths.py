"""Lists take what makes them fast: quick readers, compact compilers, the short way to a line of JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridwright.genres import genre
from gridwright.model import Puzzle

LINES = {
    "sudoku": (
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7...",
    ),
    "star-battle": (
        "1:AAAABBBB/AAAAACBB/AAAACCBB/DDDAAAAE/FFDAAAAE/AAAAEEAE/GAHHHEEE/GGHHHEEE",
        "1:ABAAAACC/AAAAAACC/ADADCCCC/ADDDDCCC/DDDDEFGC/FDDFEFGC/FFDFFFGG/HFFFFFGG",
    ),
    "keen": (
        "6:_ba__aa_a__aa_abab_aa_a_a_13a_3,a9m360s1d2m12s4m6a5d2a5a6s1d2s1d2s1m12",
        "6de:__aa__a__a_6a_3aaba_aa__aa_3a__a4_,s1s1d2s1m15m6d3a8m6s1a6a8d3a5m60d3s2",
    ),
    "unequal": (
        "6:0D,0L,0R,0R,0,0D,0,0R,0,0,0,0,0,0L,0,0,0,0D,0,0U,0,0,0,0L,0,0,0,0L,0L,0D,0,0U,0L,0L,0,0L,",
        "6:0D,0DL,0,0,0,0,0,0R,0,0,0,3,0,0,0L,0L,0,0U,0R,0,0D,0R,0D,0L,0,0,0,0L,0,0L,0,0UL,0,0R,0,0,",
    ),
    "towers": (
        "6:2//2/3/2/3//4/2//3///3//1/4/4/4///3//2",
        "6://2/3/2////3//2/3///5//1/3/4///2//,f2zc",
    ),
    "arrows": (
        "↓↓→↓←2↓/←↓←→→↑/→←↓↓3→↓/→↑←↓→↓/→3↑↓↓←↓/→←↑3↑↓←",
        "↓↑↓↓↓→/→4→↓↓↓↑/→3←↑↑↓↓/↑→←↓←↑/↓→↑↑→↓/↑←↑↑←←",
    ),
}
"""Lines in the form that each genre's lists are written in."""
COMPACT = [key for key in LINES if genre(key).compact_clue is not None]


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("this is the slow way")


@pytest.fixture
def listed(tmp_path: Path) -> Callable[[str], str]:
    def listed(key: str) -> str:
        file = tmp_path / "list.txt"
        file.write_text("\n".join(LINES[key]) + "\n", encoding="utf-8")
        return str(file)

    return listed


def statuses(outcome: Any) -> list[str]:
    return [document["status"] for document in outcome.objects]


@pytest.mark.parametrize("key", LINES)
def test_lists_are_read_quickly(key: str, run, listed, monkeypatch) -> None:
    for form in genre(key).formats:
        monkeypatch.setattr(type(form), "read", never)

    assert ["unique", "unique"] == statuses(run("solve", "--json", "--genre", key, listed(key)))


@pytest.mark.parametrize("key", COMPACT)
def test_lists_are_compiled_by_what_differs(key: str, run, listed, monkeypatch) -> None:
    monkeypatch.setattr(Puzzle, "structure", property(never))

    assert ["unique", "unique"] == statuses(run("solve", "--json", "--genre", key, listed(key)))


@pytest.mark.parametrize("key", LINES)
def test_what_was_read_is_not_written_anew(key: str, run, listed, monkeypatch) -> None:
    for form in genre(key).formats:
        monkeypatch.setattr(type(form), "write", never)
    monkeypatch.setattr("gridwright.documents.to_dict", never)

    written = [document["puzzle"] for document in run("solve", "--json", "--genre", key, listed(key)).objects]
    assert list(LINES[key]) == written


def test_boards_of_a_kind_are_graded_with_one_structure(run, listed, monkeypatch) -> None:
    built: list[Puzzle] = []
    make = Puzzle.__dict__["_compiled"].func
    monkeypatch.setattr(Puzzle, "_compiled", property(lambda puzzle: (built.append(puzzle), make(puzzle))[1]))
    monkeypatch.setattr("gridwright.grading.many._firsts", {})
    monkeypatch.setattr("gridwright.model.structure._kept", {})
    monkeypatch.setattr("gridwright.model.structure._last", (object(), None))

    small = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
    graded = run("grade", "--json", "--genre", "queens", small, listed("star-battle"))

    assert ["solved"] * 3 == statuses(graded)
    assert len({puzzle.text() for puzzle in built}) == 1
