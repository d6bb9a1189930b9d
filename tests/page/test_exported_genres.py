"""What `gridwright play --export` writes, on a plain file server: every genre is played to its end, checked, hinted at
along its trace and replayed, without anybody who answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from file_server import served
from gridwright.corpus.shipped import shipped_genres
from player import (
    Player,
    make_an_error,
    opened,
    play_by_keyboard,
    play_by_strokes,
    play_by_taps,
    take_a_hint,
    undo_all,
)  # fmt: skip

Visit = Callable[..., Player]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=shipped_genres())
def genre(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def address(genre: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A folder with a puzzle of each tier."""
    folder = tmp_path_factory.mktemp(genre)
    command = [sys.executable, "-c", "from gridwright.cli import main; main()", "play", "--genre", genre, "--each", "1"]
    subprocess.run([*command, "--export", str(folder)], check=True, stdout=subprocess.DEVNULL)
    with served(folder) as address:
        yield address


def test_it_is_played_to_the_end_by_keyboard_strokes_and_taps(visit: Visit, genre: str) -> None:
    play_by_keyboard(*opened(visit, genre))
    play_by_strokes(*opened(visit, genre))
    play_by_taps(*opened(visit, genre, viewport={"width": 390, "height": 780}, has_touch=True))


def test_hints_follow_the_trace_to_the_end(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    take_a_hint(player)
    while not player.solved():
        for _ in range(4):
            player.hint()
        assert not player.wrong()
    assert wanted.items() <= player.entries().items()


def test_an_error_is_seen_and_the_game_found_again_and_sent(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    make_an_error(player, wanted)
    before = player.fingerprint()
    player.page.reload()
    player.wait("true")
    assert before == player.fingerprint()
    friend = visit(player.share())
    friend.wait("true")
    assert before == friend.fingerprint()
    undo_all(player)


def test_the_solution_is_replayed(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    steps = player.replay()
    slider = player.page.get_by_label("Step of the solution")
    slider.press("End")
    assert str(steps) == slider.input_value()
    assert wanted.items() <= player.ask("play.board.position.entry").items()
    slider.press("Home")
    assert player.drawn("evidence") + player.drawn("ink") >= 1
    assert {} == player.entries()
