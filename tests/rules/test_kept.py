"""What earlier processes have parsed and compiled: the same again, never stale, and nothing that could do harm."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gridwright.files import disk_cache
from gridwright.genres import parse
from gridwright.rules import machine, parsed
from gridwright.rules.parsed import decoded, encoded
from gridwright.rules.rule import Rule
from gridwright.techniques import Catalogue
from known import rules

NAKED = """technique my-single
  seen    cell p in open; |cand(p)| = 1
  then    place(p, the(cand(p)))
  because "{p} can only be {cand(p)}"
  holds   "every cell has a value"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A cache of its own; what is known in this process is forgotten."""
    monkeypatch.setenv("GRIDWRIGHT_CACHE", str(tmp_path))
    disk_cache.memo.cache_clear()
    yield tmp_path
    disk_cache.memo.cache_clear()


def next_process(folder: Path) -> None:
    """Write what is new, and know nothing but what is on disk."""
    for path in ("rules", "terms", "toml"):
        disk_cache.memo(path).write()
    disk_cache.memo.cache_clear()
    assert list(folder.iterdir())


@pytest.mark.parametrize("key", rules())
def test_a_rule_that_was_kept_is_the_rule(key: str) -> None:
    statement = rules()[key]
    again = decoded(json.loads(json.dumps(encoded(statement))), source=statement.source)

    assert statement == again
    assert repr(statement) == repr(again)
    assert (statement.source, statement.sentence) == (again.source, again.sentence)


def test_the_next_process_parses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [first] = parsed.statements(NAKED, "mine.rules")
    next_process(folder)
    monkeypatch.setattr(parsed, "_checked", None)
    [again] = parsed.statements(NAKED, "mine.rules")

    assert (first.key, first.digest, first.because) == (again.key, again.digest, again.because)
    assert repr(first.build()) == repr(again.build())


def test_another_text_is_another_rule(folder: Path) -> None:
    [first] = parsed.statements(NAKED, "mine.rules")
    next_process(folder)
    [changed] = parsed.statements(NAKED.replace("|cand(p)| = 1", "|cand(p)| = 2 - 1"), "mine.rules")

    assert first.digest != changed.digest
    assert first.build() != changed.build()


def test_files_of_earlier_versions_go_and_other_files_stay(folder: Path) -> None:
    old, recent, stranger = (
        folder / f"rules-{'0' * 16}.json",
        folder / f"toml-{'1' * 16}.json",
        folder / "my-notes.json",
    )
    for path in (old, recent, stranger):
        path.write_text("{}")
    for path in (old, stranger):
        os.utime(path, (1, 1))
    parsed.statements(NAKED, "mine.rules")
    next_process(folder)

    assert [False, True, True] == [path.exists() for path in (old, recent, stranger)]


def test_other_sources_find_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk_cache.memo("rules").put("key", 1)
    disk_cache.memo("rules").write()
    disk_cache.memo.cache_clear()
    assert 1 == disk_cache.memo("rules").get("key")
    disk_cache.memo.cache_clear()
    monkeypatch.setattr(disk_cache, "sources", lambda: "other")

    assert disk_cache.memo("rules").get("key") is None


def test_a_plan_that_was_kept_is_the_plan(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = parse("." * 16, genre="sudoku").structure.shape
    for key, size in (("naked-subset", 2), ("fish", 2), ("unique-rectangle-1", None), ("locked-candidates", None)):
        expected, _ = machine.kept_plan(key, size, shape, lambda key=key: rules()[key])
        again, _ = machine.kept_plan(key, size, shape, lambda: pytest.fail("compiled again"))
        assert expected == again == machine.plan_of(rules()[key], size, shape)[0]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"": 1}', "\0", '{"a": [[[[]]]]}'])
def test_a_damaged_file_is_made_anew(folder: Path, text: str) -> None:
    parsed.statements(NAKED, "mine.rules")
    next_process(folder)
    [path] = [path for path in folder.iterdir() if path.name.startswith("rules")]
    path.write_text(text)
    [again] = parsed.statements(NAKED, "mine.rules")

    assert "my-single" == again.key
    assert 2 == len(again.build().seen)


@pytest.mark.parametrize(
    "data",
    [
        1,
        "x",
        [1],
        [[]],
        [["my-single", [], [], None, "", "", "{"]],
        [["my-single", [], [], None, "", "", '{"": ["os"]}']],
    ],
)
def test_what_is_no_rule_is_parsed(folder: Path, data: object) -> None:
    disk_cache.memo("rules").put(disk_cache.key_of("mine.rules", NAKED), data)
    [found] = parsed.statements(NAKED, "mine.rules")

    assert "my-single" == found.build().key


@pytest.mark.parametrize("data", [1, [], [1, 0, 0, 0, 0, [["no_such_word", 0, 0, 0, 0]], [], []], [9] * 8,
                                  [9, 9, 9, 9, 9, [["end", 0, 0, 0, 0]], [], [["p", "q", 99, "cell"]]]])  # fmt: skip
def test_what_is_no_plan_is_compiled(folder: Path, data: object) -> None:
    puzzle = parse("123.............", genre="latin")
    structure = puzzle.structure
    statement = rules()["naked-single"]
    expected, _ = machine.kept_plan("digest", None, structure.shape, lambda: statement)
    shape = structure.shape
    name = f"plans-{disk_cache.key_of(shape.values, shape.numbers, sorted(shape.loud), shape.kinds)}"
    assert disk_cache.memo(name).get("digest None")
    disk_cache.memo(name).put("digest None", data)

    assert expected == machine.kept_plan("digest", None, structure.shape, lambda: statement)[0]


def test_without_a_place_nothing_is_kept(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for place in ("", str(tmp_path / "file")):
        monkeypatch.setenv("GRIDWRIGHT_CACHE", place)
        disk_cache.memo.cache_clear()
        disk_cache.memo("rules").put("key", 1)
        disk_cache.memo("rules").write()

        assert 1 == disk_cache.memo("rules").get("key")
    assert [tmp_path / "file"] == list(tmp_path.iterdir())


def test_a_rule_of_ones_own_is_compiled_from_its_tree() -> None:
    """Somebody who builds trees may change one and leave its text: nothing is kept of it."""
    structure = parse("." * 16, genre="sudoku").structure
    own = Rule(rules()["fish"])

    assert own.plan(2, structure)[0] == Catalogue.standard()["fish"].plan(2, structure)[0]
