"""Three engines that share nothing but the rulebook say the same of every puzzle."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gridwright.genres import genres, parse
from gridwright.model import Limits, Puzzle, Status
from gridwright.solving import engine_named, solve, solve_many
from gridwright.testing import check_agreement
from puzzle_sources import SOURCES, puzzles

LIMIT = 20
PATIENCE = 3.0


def agree(puzzle: Puzzle, *names: str) -> Status | None:
    """Ask the engines; None where the plain search does not end in time. Returns the status they agree on."""
    answers = [engine_named(name)(puzzle, limit=LIMIT, show=LIMIT, limits=Limits(seconds=PATIENCE)) for name in names]
    if any(answer.status is Status.UNKNOWN for answer in answers):
        assert Status.UNKNOWN is not answers[0].status, f"fast does not end: {puzzle}"
        return None
    check_agreement(puzzle, answers)
    return answers[0].status


def compare(key: str, n: int, rng: Random, *names: str, large: bool = False) -> Counter[str]:
    statuses: Counter[str] = Counter()
    for puzzle in islice(puzzles(key, rng, large), n):
        statuses[str(agree(puzzle, *names))] += 1
    return statuses


def test_every_genre_has_a_source_of_puzzles() -> None:
    assert set(SOURCES) == set(genres())


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("key", sorted(SOURCES))
def test_all_engines_agree_on_random_and_spoiled_puzzles(key: str, part: int) -> None:
    statuses = compare(key, 15, Random(f"{key} {part}"), "fast", "simple", "cpsat")

    assert statuses["unique"] + statuses["multiple"] + statuses["none"] >= 12
    assert len([status for status in statuses if status != "None"]) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("key", sorted(SOURCES))
def test_all_engines_agree_on_300_puzzles_a_genre(key: str, part: int) -> None:
    statuses = compare(key, 90, Random(f"more {key} {part}"), "fast", "simple", "cpsat")
    print(key, part, dict(statuses))

    assert statuses["unique"] + statuses["multiple"] + statuses["none"] >= 75


def lines(folder: Path, name: str) -> list[str]:
    with gzip.open(folder / name, "rt") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(
    ("name", "count"),
    [("17_clue", 24_790), ("top1465", 728), ("hardest_11plus", 4000), ("top95", None), ("easy50", None)],
)
def test_the_well_known_sudokus_are_unique(oracles: Path, name: str, count: int | None) -> None:
    texts = lines(oracles, f"sudoku/{name}.txt.gz")
    boards = (parse(text, genre="sudoku", format="digits") for text in texts)

    statuses = Counter(answer.status.value for answer in solve_many(boards, show=0, threads=2))

    assert {"unique": count or len(texts)} == statuses


def test_community_queens_have_the_stated_number_of_solutions(oracles: Path) -> None:
    levels = [json.loads(line) for line in lines(oracles, "queens/community_levels.jsonl.gz")]
    boards = [parse(json.dumps({"size": d["size"], "rows": d["rows"]}), genre="queens") for d in levels]

    counts = [solve(board, limit=10**6, show=0).count for board in boards]

    assert 248 == len(levels)
    assert [d["solutions_count"] for d in levels] == counts


SEVERAL = {"2026-02-14": 7, "2026-03-09": 2, "2026-03-31": 2}
"""Published Arrows with more than one solution."""


def test_published_arrows_have_the_stated_solution_and_three_have_several(oracles: Path) -> None:
    texts = lines(oracles, "arrows/published.jsonl.gz")
    records = [json.loads(text) for text in texts]
    counts = {}
    for text, record in zip(texts, records, strict=True):
        puzzle, stated = parse(text), tuple(parse(record["solution"]).givens.values())
        answer = solve(puzzle, limit=20, show=20)
        counts[record["id"]] = answer.count
        assert puzzle == parse(record["puzzle"])
        assert stated in answer.solutions
        assert agree(puzzle, "fast", "simple", "cpsat") is not None

    assert 41 == len(counts)
    assert {key: SEVERAL.get(key, 1) for key in counts} == counts


GAMES = {
    "keen": ("keen", 4107),
    "unequal": ("unequal", 1330),
    "towers": ("towers", 646),
    "akari": ("lightup", 327),
    "hitori": ("singles", 444),
    "kurodoko": ("range", 222),
    "slitherlink": ("loopy", 436),
    "takuzu": ("unruly", 614),
    "tents": ("tents", 296),
}
"""Genre → the file of the collection's game, and how many puzzles it has."""


@pytest.mark.parametrize("key", GAMES)
def test_a_sample_of_the_sgt_lines_prints_back_and_has_the_stated_solution(oracles: Path, key: str) -> None:
    game, count = GAMES[key]
    rows = lines(oracles, f"sgt/{game}.tsv.gz")
    stated_solutions(key, rows[::8])

    assert count == len(rows)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_sgt_line_prints_back_and_has_the_stated_solution(oracles: Path, key: str) -> None:
    stated_solutions(key, lines(oracles, f"sgt/{GAMES[key][0]}.tsv.gz"))


def stated_solutions(key: str, rows: list[str]) -> None:
    texts, _, wanted, _ = zip(*(row.split("\t") for row in rows), strict=True)
    boards = [parse(text) for text in texts]
    answers = list(solve_many(boards, limits=Limits(seconds=60)))

    assert {key} == {board.genre.key for board in boards}
    assert list(texts) == [board.text() for board in boards] == [board.text("sgt") for board in boards]
    assert {"unique"} == {answer.status.value for answer in answers}
    if key == "slitherlink":  # the collection has an order of its own: the loop that satisfies the clues is right
        return
    assert list(wanted) == [b.board_text(a.solutions[0]) for b, a in zip(boards, answers, strict=True)]


def test_every_sgt_solo_line_has_the_stated_solution(oracles: Path) -> None:
    rows = [line.split("\t") for line in lines(oracles, "sgt/solo.tsv.gz")]
    boards = [parse(row[0], genre="sudoku", format="sgt") for row in rows]

    answers = list(solve_many(boards, threads=2, limits=Limits(seconds=60)))

    assert 1237 == len(rows)
    assert {"unique": 1237} == Counter(answer.status.value for answer in answers)
    wanted = [row[2] for row in rows]
    assert wanted == [b.board_text(a.solutions[0]) for b, a in zip(boards, answers, strict=True)]


@pytest.mark.parametrize("name", ["sgt/solo", "sgt/keen", "sgt/unequal", "sgt/towers", "queens"])
def test_all_engines_agree_on_puzzles_of_other_programs(oracles: Path, name: str) -> None:
    rng = Random(name)
    if name == "queens":
        levels = [json.loads(line) for line in lines(oracles, "queens/community_levels.jsonl.gz")]
        texts = [json.dumps({"size": d["size"], "rows": d["rows"]}) for d in levels if d["size"] <= 9]
        boards = [parse(text, genre="queens") for text in rng.sample(texts, 12)]
    else:
        texts = [line.split("\t")[0] for line in lines(oracles, f"{name}.tsv.gz") if line[0] in "23456"]
        boards = [parse(text, format="sgt") for text in rng.sample(texts, 12)]

    statuses = Counter(agree(board, "fast", "simple", "cpsat") for board in boards)

    assert statuses[None] <= 4


@pytest.mark.parametrize("key", sorted(SOURCES))
def test_larger_boards_agree_with_cpsat(key: str) -> None:
    statuses = compare(key, 8, Random(f"large {key}"), "fast", "cpsat", large=True)

    assert statuses["None"] <= 2


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(SOURCES))
def test_many_larger_boards_agree_with_cpsat(key: str) -> None:
    statuses = compare(key, 120, Random(f"more large {key}"), "fast", "cpsat", large=True)
    print(key, dict(statuses))

    assert statuses["None"] <= 30
