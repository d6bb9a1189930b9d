"""A folder without a server: what is stored is played, checked, hinted at along its trace and replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gridwright.model import Limits
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work
from gridwright.server.export import _copy_page
from player import SUDOKU, Player

Visit = Callable[..., Player]
ID = "sudoku/1"


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file server with one puzzle, as `gridwright play --export` writes them."""
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
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


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
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Replay the solution").click()
    steps = page.locator(".steps li").count()
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
