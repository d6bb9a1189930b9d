"""A corpus keeps puzzles with what is known of them, reads strictly, and fills in what is missing."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import gridwright as gw
from gridwright.corpus import Corpus, Entry, Provenance, migration
from gridwright.corpus.corpus import spelled
from gridwright.documents import from_dict, to_dict
from gridwright.execution import executor_of
from gridwright.genres import genres, parse
from gridwright.model import CorpusError, Limits, MissingExtra

FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Twelve small sudokus and a Queens level."""
    found = Corpus(tmp_path / "pool")
    found.add(gw.generate_many(gw.Recipe("sudoku", size=4, seed="a"), 20, check="none"))
    found.add([parse(QUEENS, "queens")], source="a friend", note="the first")
    return found


def files(corpus: Corpus) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in corpus.path.iterdir()}


def test_a_corpus_is_iterable_with_a_length(corpus: Corpus) -> None:
    entries = list(corpus)

    assert 13 == len(corpus) == len(entries)
    assert ["Gentle"] * 12 == [entry.grades[0].tier for entry in entries[:12]]
    assert entries[0].provenance.recipe == str(gw.generate("sudoku", size=4, seed="a").recipe)
    assert Provenance("a friend", note="the first") == entries[-1].provenance
    assert "<entry: star-battle of 5 × 5, 0 clues>" == repr(entries[-1])
    assert entries == list(Corpus(corpus.path))
    assert 0 == len(Corpus(corpus.path / "nowhere"))


def test_what_takes_puzzles_takes_a_corpus(corpus: Corpus) -> None:
    assert {"unique"} == {answer.status.value for answer in gw.solve_many(corpus)}
    assert 13 == sum(grade is not None for grade in gw.grade_many(corpus))
    assert gw.solve(next(iter(corpus))).status is gw.Status.UNIQUE
    assert 0 == corpus.add(Corpus(corpus.path)).added
    assert 13 == corpus.add(corpus, keep_copies=True).added  # what it reads is what was there


@pytest.mark.parametrize("key", sorted(genres()))
def test_an_entry_of_every_genre_is_read_back_as_it_was(key: str) -> None:
    for example in genres()[key].examples:
        entry = Entry(parse(example.text, key), provenance=Provenance("examples", 3))

        assert entry == from_dict(json.loads(spelled(to_dict(entry))))


def test_filters(corpus: Corpus) -> None:
    clues = [entry.clues for entry in corpus]
    corpus.grade()

    assert 12 == len(corpus.filter(genre="solo")) == len(corpus.filter(size=4)) == len(corpus.filter(size=(4, 4)))
    assert 0 == len(corpus.filter(size=(4, 5)))
    assert clues.count(4) == len(corpus.filter(clues=4)) == len(corpus.filter(clues=(1, 4)))
    assert 12 == len(corpus.filter(tier="Gentle")) == len(corpus.filter(technique="last-cell"))
    assert 1 == len(corpus.filter(clue_kind="regions")) == len(corpus.filter(source="a friend"))
    assert 1 == len(corpus.filter(genre="queens", tier="Steady").filter(technique="touch-all"))
    assert 13 == len(corpus.filter(where=lambda data: "solution" in data))
    assert [5] == [entry.rows for entry in corpus.filter(genre="queens")]


def test_what_writes_works_on_a_whole_corpus(corpus: Corpus) -> None:
    some = corpus.filter(genre="queens")
    for write in (some.grade, some.migrate, lambda: some.add([FOUR])):
        with pytest.raises(CorpusError, match="works on a whole corpus"):
            write()
    assert [] == list(some.verify())
    assert "<svg " in next(iter(some))._repr_html_()


def test_a_copy_is_left_out_wherever_it_lies(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    corpus.add([parse(FOUR, "sudoku")], gzip=True)
    corpus.add([parse(QUEENS, "queens")])
    turned = parse(FOUR, "sudoku").moved("turn-90")

    assert (0, 2) == corpus.add([turned, parse(QUEENS, "queens").moved("mirror-up-down")])
    assert (1, 0) == corpus.add([turned], keep_copies=True)
    assert (3, 2) == (len(corpus), len(corpus.distinct()))
    assert [None] == [entry.form for entry in corpus if entry.puzzle == turned]
    assert ["copy"] == [fault.sentence.split()[2] for fault in _filled(corpus).verify()]


def _filled(corpus: Corpus) -> Corpus:
    corpus.grade()
    return corpus


# What is missing


def test_grade_fills_in_what_is_missing_and_nothing_else(corpus: Corpus) -> None:
    before = list(corpus)
    done = corpus.grade("standard", "sgt")
    after = list(corpus)

    assert (13, 13) == (done.entries, done.changed)
    assert [("standard@3", "sgt@1")] * 12 == [tuple(grade.scale for grade in entry.grades) for entry in after[:12]]
    assert [None, "....*..*..*.......*..*..."] == [
        each.solution and each.puzzle.board_text(each.solution) for each in (before[-1], after[-1])
    ]
    assert ["standard@3"] == [grade.scale for grade in after[-1].grades]  # sgt does not judge stars
    whole = files(corpus)
    assert 0 == corpus.grade("standard", "sgt").changed
    assert whole == files(corpus)
    assert [] == list(corpus.verify())


def test_a_puzzle_with_several_solutions_is_graded_once(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    corpus.add([parse("1" + "." * 15, "sudoku"), parse("11" + "." * 14, "sudoku")], keep_copies=True)
    corpus.grade()

    assert ["multiple", "none"] == [entry.grades[0].status.value for entry in corpus]
    assert [None, None] == [entry.solution for entry in corpus]
    assert 0 == corpus.grade().changed


def test_a_killed_run_of_grade_goes_on_to_the_same_bytes(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwright.corpus.grading.AT_A_TIME", 2)
    started = files(corpus)
    corpus.grade("sgt")
    undisturbed = files(corpus)
    corpus.path.joinpath("puzzles-00001.jsonl").write_bytes(started["puzzles-00001.jsonl"])
    rng = Random("grade")
    for _ in range(12):
        if (pid := os.fork()) == 0:
            corpus.grade("sgt")
            os._exit(0)
        time.sleep(rng.random() * 0.02)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert files(corpus)["puzzles-00001.jsonl"] in (started["puzzles-00001.jsonl"], *undisturbed.values())
    corpus.grade("sgt")

    assert undisturbed == files(corpus)


def test_a_stopped_run_keeps_what_it_has(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwright.corpus.grading.AT_A_TIME", 2)

    class Flag:
        """Is set after three looks at the progress."""

        looks = 0

        def is_set(self) -> bool:
            return self.looks > 3

        def advance(self, _: int) -> None:
            self.looks += 1

    flag = Flag()
    done = corpus.grade("sgt", limits=Limits(cancel=flag), progress=flag.advance)  # type: ignore[arg-type]
    assert (True, 6) == (done.stopped, done.entries)
    part = next(corpus.path.glob(".*.part"))
    assert 6 == part.read_bytes().count(b"\n")
    steps: list[int] = []
    assert 13 == corpus.grade("sgt", progress=steps.append).changed
    assert [6, 2, 2, 2, 1] == steps


def test_a_shard_that_is_being_written_is_left_as_it_is(corpus: Corpus) -> None:
    told: list[str] = []
    with corpus.shards[0].locked():
        done = Corpus(corpus.path, notify=told.append).grade()

    assert (("puzzles-00001",), 0) == (done.busy, done.changed)
    assert ["is being written and left as it is"] == [sentence.partition(" ")[2] for sentence in told]


# The strict reader


def with_line(corpus: Corpus, **changes: Any) -> Corpus:
    """The corpus with a last line that is like its first but for these."""
    data = next(corpus.documents()) | changes
    data = {name: value for name, value in data.items() if value is not None}
    with corpus.shards[0].path.open("ab") as file:
        file.write(spelled(data) + b"\n")
    return corpus


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"colour": "red"}, "line 14: unknown field 'colour'"),
        ({"rows": 5}, "line 14: rows: the puzzle has 4, found 5"),
        ({"clues": 99}, "line 14: clues: the puzzle has 4, found 99"),
        ({"genre": "keen"}, "line 14: puzzle: "),
        ({"form": "123"}, "line 14: form: expected 24 hexadecimal digits, found '123'"),
        ({"schema": "gridwright.entry/7"}, "line 14: expected gridwright.entry/1, found 'gridwright.entry/7'; `gridwr"),
        ({"provenance": {"sauce": "x"}}, "line 14: provenance: unknown field 'sauce'; did you mean 'source'?"),
        ({"clues": None}, "line 14: expected a field 'clues'"),
    ],
)
def test_what_is_no_entry_is_an_error_with_its_place(corpus: Corpus, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CorpusError) as caught:
        list(with_line(corpus, **changes))

    assert f"{corpus.shards[0].path}, {sentence}" in str(caught.value)


def test_a_broken_line_in_the_middle_is_an_error(corpus: Corpus) -> None:
    with corpus.shards[0].path.open("ab") as file:
        file.write(b'{"schema": "gridw\n' + spelled(next(corpus.documents())) + b"\n")

    with pytest.raises(CorpusError, match="line 14: expected JSON"):
        len(list(corpus))


def test_verify_names_what_no_longer_holds(corpus: Corpus) -> None:
    data = next(corpus.documents())
    grade = data["grades"][0]
    with_line(corpus, form="0" * 24, solution=data["solution"][::-1], grades=[grade | {"tier": "Hard"}])
    with_line(corpus, form=None, grades=[grade | {"scale": "standard@1"}])
    with_line(corpus, rows=7, form=None)
    with_line(corpus)

    faults = [(fault.line, fault.sentence) for fault in corpus.verify()]

    assert {14, 15, 16, 17} == {line for line, _ in faults}
    assert ["form", "solution", "grade on standard@3"] == [
        each.partition(":")[0] for line, each in faults if line == 14
    ]
    assert (14, "grade on standard@3: tier is Gentle, found Hard") in faults
    assert (15, "grade on standard@1: the scale is standard@3 now") in faults
    assert (16, "rows: the puzzle has 4, found 7") in faults
    assert (17, "is a copy of puzzles-00001.jsonl, line 1") in faults
    assert list(corpus.verify(sample=3, seed="x")) == list(corpus.verify(sample=3, seed="x"))


# Lines of other schemas


def test_what_commands_print_becomes_entries(tmp_path: Path) -> None:
    made = gw.generate("sudoku", size=4, seed="m")
    puzzle = parse(FOUR, "sudoku")
    documents = [to_dict(made), to_dict(puzzle), to_dict(gw.solve(puzzle)), to_dict(gw.grade(puzzle), puzzle)]
    (tmp_path / "made.jsonl").write_bytes(b"".join(spelled(each) + b"\n" for each in documents))
    corpus = Corpus(tmp_path)
    with pytest.raises(
        CorpusError, match=r"expected gridwright.entry/1, found 'gridwright.generated/1'; `gridwright cor"
    ):
        list(corpus)

    assert 4 == corpus.migrate()
    assert [made.puzzle, puzzle, puzzle, puzzle] == [entry.puzzle for entry in corpus]
    assert str(made.recipe) == next(iter(corpus)).provenance.recipe
    assert [True, False, True, False] == [entry.solution is not None for entry in corpus]
    assert [1, 0, 0, 1] == [len(entry.grades) for entry in corpus]
    assert 0 == corpus.migrate()


def test_an_earlier_schema_is_brought_up_to_date_step_by_step(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def step(data: dict[str, Any]) -> dict[str, Any]:
        data = dict(data, schema="gridwright.entry/1", rows=data["height"])
        del data["height"]
        return data

    now = files(corpus)
    old = [dict(data, schema="gridwright.entry/0", height=data["rows"]) for data in corpus.documents()]
    for data in old:
        del data["rows"]
    corpus.shards[0].path.write_bytes(b"".join(spelled(data) + b"\n" for data in old))
    with pytest.raises(CorpusError, match=r"line 1: schema: expected gridwright.entry/1"):
        corpus.migrate()
    monkeypatch.setitem(migration.STEPS, "gridwright.entry/0", step)

    assert 13 == corpus.migrate()
    assert now.keys() == files(corpus).keys()
    assert 13 == len(list(corpus))


# Tables of other libraries


def test_a_library_is_asked_for_only_where_it_is_used(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(
        MissingExtra, match=r"pandas is not installed; install it with: pip install 'gridwright\[pandas"
    ):
        corpus.to_pandas()
    with pytest.raises(MissingExtra, match="polars is not installed"):
        corpus.to_polars()
    frame = SimpleNamespace(DataFrame=SimpleNamespace(from_records=lambda rows: rows))
    monkeypatch.setitem(sys.modules, "pandas", frame)
    rows = corpus.to_pandas()

    assert ("sudoku", 4, "Gentle") == (rows[0]["genre"], rows[0]["rows"], rows[0]["tier"])
    assert ("star-battle", None, "a friend") == (rows[-1]["genre"], rows[-1]["tier"], rows[-1]["source"])


def test_frames_of_pandas_and_polars(corpus: Corpus) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    corpus.grade()

    assert {"Gentle": 12, "Steady": 1} == dict(corpus.to_pandas().groupby("tier").size())
    assert isinstance(corpus.to_pandas(), pandas.DataFrame)
    assert isinstance(corpus.to_polars(), polars.DataFrame)
    assert (13, 17) == corpus.to_polars().shape == corpus.to_pandas().shape


def test_an_entry_keeps_one_grade_a_scale(corpus: Corpus) -> None:
    entry = next(iter(corpus))
    other = replace(entry.grades[0], tier="Hard")

    assert (other,) == entry.graded(other).grades
    assert other == entry.graded(other).grade("standard@3")
    assert entry.grade("nobody@1") is None


def test_grades_are_the_same_bytes_over_workers(tmp_path: Path) -> None:
    made = gw.generate_many(gw.Recipe("latin", size=4, seed="w", any=True), 1200, with_grade=False, check="none")
    puzzles = [each.puzzle for each in made if each.puzzle is not None]
    found = []
    for workers in (None, 2):
        corpus = Corpus(tmp_path / str(workers))
        corpus.add(puzzles, keep_copies=True)
        executor = executor_of(workers)
        corpus.grade(executor=executor)
        executor.close()
        found.append(b"".join(shard.path.read_bytes() for shard in corpus.shards))

    assert found[0] == found[1]
    assert found[0].count(b'"tier"') == len(puzzles)
