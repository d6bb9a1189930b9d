"""A folder without a server: what is stored is played, checked, hinted at along its trace and replayed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from file_server import served
from gridwright.model import Limits
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work
from gridwright.server.export import _copy_page
from player import SUDOKU, Player

Visit = Callable[..., Player]
ID = "sudoku/1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One puzzle, as `gridwright play --export` writes them, long ago: browsers ask for such files as rarely as they
    may."""
    folder = tmp_path_factory.mktemp("site")
    _copy_page(folder)
    work, asked = Work(Limits(seconds=60)), {"puzzle": SUDOKU, "genre": "sudoku"}
    listed = {
        "id": ID,
        "genre": "sudoku",
        "puzzle": SUDOKU,
        "rows": 4,
        "columns": 4,
        "tier": "Gentle",
        "techniques": {},
    }
    files = {
        "genres": answer("genres", {"keys": ["sudoku"]}, work),
        "corpus/sudoku": {"total": 1, "puzzles": [listed]},
        f"puzzles/{ID}": {"board": answer("board", asked, work), "explain": answer("explain", asked, work)},
    }
    for name, content in files.items():
        path = Path(folder, "data", f"{name}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), "utf-8")
    for path in folder.rglob("*.*"):
        os.utime(path, (1_500_000_000, 1_500_000_000))
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where a file server has the folder."""
    with served(folder) as address:
        yield address


def test_a_puzzle_is_found_played_and_solved(visit: Visit) -> None:
    player = visit("")
    page = player.page
    page.get_by_text("Sudoku").first.click()
    page.locator(".small-cards a").first.click()
    player.wait("true")
    for place, symbol in player.solution().items():
        if place in player.open_places():
            player.click(place)
            player.press(symbol)
    player.wait_solved()


def test_hints_follow_the_stored_trace_and_name_an_error_first(visit: Visit) -> None:
    player = visit(f"#play?id={ID}")
    for _ in range(4):
        player.hint()
    assert 1 == player.strokes()
    player.click("r4c3")
    player.press("3")
    player.page.locator('[data-action="check"]').click()
    player.page.locator(".reasons").get_by_text("Something is not right.").wait_for()
    for _ in range(2):
        player.hint()
    assert "r4c3" in player.page.locator(".reasons-body").inner_text()


def test_the_solution_is_replayed_and_what_needs_a_server_says_so(visit: Visit) -> None:
    player = visit(f"#play?id={ID}")
    page = player.page
    steps = player.replay()
    assert steps >= 4
    for _ in range(steps):
        page.get_by_label("Step on").click()
    assert 16 == page.locator(".layer-texts .value").count() + page.locator(".layer-print .givens text").count()
    page.get_by_label("Close").first.click()
    assert {} == player.entries()
    player.click("r1c2")
    player.press("4")
    page.locator('[data-action="why"]').click()
    page.locator(".reasons").get_by_text("needs a server").wait_for()


def test_25_a_new_version_is_taken_after_one_reload(visit: Visit, folder: Path) -> None:
    page = visit("", service_workers="allow").page
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()
    changes = {
        "index.html": (">Gridwright</a>", ">Gridwright, newer</a>"),
        "texts.js": ('"start-head": ["', '"start-head": ["Newer: '),
        "worker.js": ('"gridwright-1"', '"gridwright-2"'),
    }
    before = {name: (folder / name).read_text("utf-8") for name in changes}
    try:
        for name, (old, new) in changes.items():
            assert old in before[name]
            (folder / name).write_text(before[name].replace(old, new), "utf-8")
        page.reload()
        assert "Gridwright, newer" == page.locator("#brand").inner_text()
        assert page.locator("#view h1").inner_text().startswith("Newer: ")
        page.wait_for_function("async () => String(await caches.keys()) === 'gridwright-2'")
    finally:
        for name, text in before.items():
            (folder / name).write_text(text, "utf-8")
