"""What was mined, over the server: listed, shown, and judged elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.conftest import as_described

from gridwright.discovery.review import Review
from gridwright.discovery.run import discover
from gridwright.genres import parse
from gridwright.model import GridwrightError, Limits, UnknownName
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work
from gridwright.server.settings import Settings
from known import WITHOUT_CHAINS

HARD = "...481...4......81.....927...8...5..9....7.4..7...3....37..8.2..6..1...3...7....."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("mined")
    discover([parse(HARD, genre="sudoku")], found, WITHOUT_CHAINS, nodes=0)
    return found


def test_candidates_are_listed_with_what_was_decided_and_shown_with_their_examples(folder: Path) -> None:
    review = Review(folder)
    first = review.candidates[0]
    review.discard(first, "too long")
    work = Work(Limits(20), Settings(candidates=str(folder)))

    listed = answer("candidates", {}, work)["candidates"]
    page = answer("candidate", {"number": first.number}, work)

    as_described("candidates", answer("candidates", {}, work))
    as_described("candidate", page)
    assert [each.name for each in review.candidates] == [each["name"] for each in listed]
    assert ("discard", "too long") == (page["decision"], page["note"])
    assert all(example["facts"] and example["evidence"]["ink"] for example in page["examples"])
    with pytest.raises(UnknownName):
        answer("candidate", {"number": 999}, work)


def test_decisions_are_written_and_refusals_told(folder: Path) -> None:
    work, review = Work(Limits(20), Settings(candidates=str(folder))), Review(folder)
    last = review.candidates[-1]

    assert (
        "lame-kite" == answer("candidate", {"number": last.number, "do": "name", "text": "lame-kite"}, work)["called"]
    )
    edited = answer("candidate", {"number": last.number, "do": "edit", "text": "technique nonsense"}, work)
    assert edited["said"].startswith("refused: ")
    with pytest.raises(GridwrightError, match=r"the draft of .* is refused"):
        answer("candidate", {"number": last.number, "do": "accept"}, work)
    answer("candidate", {"number": last.number, "do": "discard", "text": "too long"}, work)
    assert ("discard", "too long") == (Review(folder).standing(last).kind, Review(folder).standing(last).note)


def test_without_a_folder_there_is_nothing() -> None:
    assert {"there": False, "candidates": []} == answer("candidates", {}, Work(Limits(5)))
