"""A corpus as a table: queries, counts, charts and Parquet, over the files where they lie."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import pytest

import gridwright as gw
from gridwright.corpus import Corpus
from gridwright.corpus.chart import chart
from gridwright.corpus.export import lines
from gridwright.corpus.shard import Appender
from gridwright.corpus.tables import COLUMNS, GRADE, PROVENANCE
from gridwright.documents import entries, grades, record_of
from gridwright.model import CorpusError, GridwrightError, MissingExtra

QUEENS = "AAAAB\nAAAAA\nCDDAA\nCDEEE\nCDDEE"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Twelve small sudokus in a packed shard, three of keen and a Queens level in a plain one; all graded."""
    found = Corpus(tmp_path_factory.mktemp("tables"))
    found.add(gw.generate_many(gw.Recipe("sudoku", size=4, seed="a"), 20, check="none"), gzip=True)
    found.add(gw.generate_many(gw.Recipe("keen", size=4, seed="a"), 3, check="none"))
    found.add([QUEENS], source="it's a friend")
    found.grade("standard", "sgt")
    return found


def test_a_grouped_query(corpus: Corpus) -> None:
    table = corpus.query("select genre, rows, columns, count(*) as puzzles from puzzles group by all order by all")

    assert ("genre", "rows", "columns", "puzzles") == table.columns
    assert [("keen", 4, 4, 3), ("star-battle", 5, 5, 1), ("sudoku", 4, 4, 12)] == table.rows


def test_nested_fields_are_reached(corpus: Corpus) -> None:
    assert [("it's a friend",)] == corpus.query(
        "select provenance.source from puzzles where provenance.source is not null"
    ).rows
    entries = list(corpus.filter(genre="sudoku"))
    times = [entry.grades[0].techniques["last-cell"] for entry in entries]
    sql = "select techniques['last-cell'] from puzzles where genre = 'sudoku' order by 1"
    assert sorted(times) == [times for (times,) in corpus.query(sql).rows]
    sql = "select tier, grade.tier, rating, grade.steps, shard from puzzles where list_contains(clue_kinds, 'regions')"
    assert [("Steady", "Steady", 10.0, 5, "puzzles-00002.jsonl")] == [
        (*row[:3], 5 if row[3] else 0, row[4]) for row in corpus.query(sql).rows
    ]
    assert [("Easy", 3)] == corpus.query(
        "select tier, count(*) from puzzles where genre = 'keen' group by tier", scale="sgt"
    ).rows


def test_a_filtered_corpus_is_asked_for_what_it_has(corpus: Corpus) -> None:
    keen = corpus.filter(genre="keen")

    assert [(3,)] == keen.query("select count(*) from puzzles").rows
    assert ["keen"] == [each.genre for each in keen.statistics().genres]
    assert [(0,)] == corpus.filter(size=99).query("select count(*) from puzzles").rows


def test_no_query_sees_half_a_line(corpus: Corpus, tmp_path: Path) -> None:
    line = corpus.shards[1].path.read_bytes().splitlines()[0]
    (tmp_path / "a.jsonl").write_bytes(line + b"\n" + line[:50])
    appender = Appender(tmp_path / "b.jsonl", new=True)
    appender.append([line])
    told: list[str] = []
    torn = Corpus(tmp_path, notify=told.append)

    assert [("a.jsonl", 1), ("b.jsonl", 1)] == torn.query(
        "select shard, count(*) from puzzles group by shard order by shard"
    ).rows
    assert [f"{tmp_path / 'a.jsonl'}: line 2 is cut short and left out"] == told
    appender.close()


def test_the_table_has_the_fields_of_an_entry() -> None:
    def names(struct: str) -> list[str]:
        return re.findall(r"(\w+) [A-Z]+(?:\[\])?[,)]", struct)

    assert ["puzzle", "genre", *(field.name for field in record_of("entry").fields)] == list(COLUMNS)
    assert [field.name for field in grades.GRADE.fields if not field.note] == names(GRADE)
    assert [field.name for field in entries.PROVENANCE.fields] == names(PROVENANCE)


def test_what_is_wrong_with_a_query_is_said_in_a_sentence(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GridwrightError, match=r"DuckDB says: .*nosuch"):
        corpus.query("select nosuch from puzzles")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtra, match=r"DuckDB, which answers queries, is not installed; install it with: pip"):
        corpus.statistics()


def test_lines_of_another_schema_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"schema": "gridwright.puzzle/1", "puzzle": "1...3..4..2....1", "genre": "sudoku"}\n'
    )

    with pytest.raises(CorpusError, match=r"a.jsonl, line 1: expected gridwright.entry/1, found 'gridwright.puzzle/1'"):
        Corpus(tmp_path).query("select 1")


def test_statistics(corpus: Corpus) -> None:
    found = corpus.statistics()
    keen, queens, sudoku = found.genres
    clues = [entry.clues for entry in corpus.filter(genre="sudoku")]

    assert (16, "standard@3") == (found.puzzles, found.scale)
    assert ("keen", 3, "star-battle", 1) == (keen.genre, keen.puzzles, queens.genre, queens.puzzles)
    assert ((("4 × 4", 12),), (("Gentle", 12),)) == (sudoku.sizes, sudoku.tiers)
    assert [(str(n), clues.count(n)) for n in sorted(set(clues))] == list(sudoku.clues)
    assert ("last-cell", 12) in sudoku.techniques
    assert (("not graded", 1),) == corpus.statistics(scale="sgt", genre="queens").genres[0].tiers
    assert 0 == Corpus(corpus.path / "nowhere").statistics().puzzles


def test_tiers_are_counted_in_the_order_of_difficulty(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    for tier in ("Tricky", "Gentle", "Steady", "Gentle"):
        corpus.add([gw.generate("sudoku", size=6, tier=tier, seed=f"{tier} {len(corpus)}")])

    assert (("Gentle", 2), ("Steady", 1), ("Tricky", 1)) == corpus.statistics().genres[0].tiers


def test_a_chart_is_svg_with_a_row_a_genre(corpus: Corpus) -> None:
    picture = chart(corpus.statistics())
    texts = [each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]

    assert {"sudoku: 12 puzzles", "keen: 3 puzzles", "star-battle: 1 puzzle", "Gentle", "4 × 4", "last-cell"} <= set(
        texts
    )


def test_parquet_is_read_back(corpus: Corpus, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    file = tmp_path / "it's.parquet"

    assert 16 == corpus.to_parquet(file)
    assert 3 == corpus.filter(genre="keen").to_parquet(tmp_path / "keen.parquet")
    rows = duckdb.execute("select puzzle, provenance.source, tier from read_parquet(?)", [str(file)]).fetchall()
    assert {str(entry.puzzle) for entry in corpus} == {puzzle for puzzle, _, _ in rows}
    assert 1 == sum(source == "it's a friend" for _, source, _ in rows)


def test_lines_of_a_format(corpus: Corpus) -> None:
    sudokus = corpus.filter(genre="sudoku")

    assert [str(entry.puzzle) for entry in sudokus] == [text for text, _ in lines(sudokus, "sdm")]
    assert [entry.puzzle.text("sgt") for entry in sudokus] == [text for text, _ in lines(sudokus, "sgt")]
    assert ["https://puzz.link/p?starbattle"] == [
        str(text)[:30] for text, _ in lines(corpus.filter(genre="queens"), "puzz-link")
    ]
    assert list(corpus.documents()) == [json.loads(str(text)) for text, _ in lines(corpus, "json")]
    assert 13 == sum(text is not None for text, _ in lines(corpus, "sdm")) + 1


@pytest.mark.slow
def test_a_million_lines(tmp_path: Path) -> None:
    """Counted and queried with little memory; how long it takes is for whoever runs it to see."""
    rng = Random("million")
    line = json.dumps(next(gw.Corpus(_small(tmp_path)).documents()))
    with (tmp_path / "big" / "puzzles-00001.jsonl").open("w") as file:
        for _ in range(1_000_000):
            form = f"{rng.getrandbits(96):024x}"
            file.write(re.sub(r'"form": "\w+"', f'"form": "{form}"', line) + "\n")
    corpus = Corpus(tmp_path / "big")

    assert 1_000_000 == corpus.statistics().puzzles == len(corpus)
    assert [("Gentle", 1_000_000)] == corpus.query("select tier, count(*) from puzzles group by tier").rows


def _small(folder: Path) -> Path:
    (folder / "big").mkdir()
    Corpus(folder / "small").add([gw.generate("sudoku", seed="m", tier="Gentle")])
    return folder / "small"
