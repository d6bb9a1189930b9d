"""What was mined, looked at and judged on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gridwright.discovery.review import Review
from gridwright.discovery.run import discover
from gridwright.genres import parse
from known import WITHOUT_CHAINS
from player import Player, served

pytestmark = pytest.mark.slow
HARD = "...481...4......81.....927...8...5..9....7.4..7...3....37..8.2..6..1...3...7....."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("mined")
    discover([parse(HARD, genre="sudoku")], found, WITHOUT_CHAINS)
    return found


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    yield from served("--candidates", str(folder))


def test_a_candidate_is_seen_named_edited_accepted_and_another_discarded(
    visit: Callable[..., Player], folder: Path
) -> None:
    page = visit("#learn?genre=latin", wait=".small-cards a").page
    page.get_by_role("link", name="Candidates", exact=True).click()
    page.locator(".card a").first.click()
    page.locator(".example-board .layer-ink circle").first.wait_for()
    status = page.locator(".verdict")

    page.get_by_label("Rules").fill("technique nonsense")
    page.get_by_role("button", name="Edit").click()
    status.get_by_text("refused").wait_for()
    page.get_by_label("Rules").fill(Review(folder).candidates[0].draft)
    page.get_by_role("button", name="Edit").click()
    status.get_by_text("example").wait_for()
    page.get_by_label("Name it").first.fill("lame-kite")
    page.get_by_role("button", name="Name it").click()
    status.get_by_text("Written down.").wait_for()
    page.get_by_role("button", name="Accept").click()
    status.get_by_text("lame-kite").wait_for()
    first, second, *_ = Review(folder).candidates
    assert ("accept", "lame-kite") == (Review(folder).standing(first).kind, Review(folder).standing(first).name)

    page.get_by_role("link", name="Next").click()
    page.get_by_role("heading", name="2.").wait_for()
    page.get_by_label("Why not").fill("too long")
    page.get_by_role("button", name="Discard").click()
    status.get_by_text("Written down.").wait_for()
    assert ("discard", "too long") == (Review(folder).standing(second).kind, Review(folder).standing(second).note)
