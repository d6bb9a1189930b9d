"""A browser on the page: Debian's Chromium, and a server of its own unless GRIDWRIGHT_PAGE names one that runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from player import Player, served


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    if running := os.environ.get("GRIDWRIGHT_PAGE"):
        yield running
        return
    yield from served()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium; where it or playwright is not here, tests that need it are skipped."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the page is tried with playwright, which is not here"
    )
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("the page is tried with chromium, which is not here")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Player]]:
    """Opens a fragment of the page as somebody new; nothing may be fetched from elsewhere, go wrong unseen or be
    complained of in the console. With `leaves` the server goes away, and the browser may say so."""
    problems: list[str] = []
    contexts = []

    def visit(fragment: str = "", *, wait: str = "#view h1", leaves: bool = False, **options: Any) -> Player:
        context = browser.new_context(**({"locale": "en-GB", "service_workers": "block"} | options))
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()

        def fetched(request: Any) -> None:
            if not request.url.startswith((address, "blob:", "data:")):
                problems.append(request.url)

        def complained(message: Any) -> None:
            if message.type == "error" and not (leaves and message.text.startswith("Failed to load resource: net::")):
                problems.append(f"{message.text} {message.location}")

        page.on("pageerror", lambda error: problems.append(str(error)))
        context.on("request", fetched)
        context.on("console", complained)
        page.goto(address + fragment)
        page.wait_for_selector(wait)
        return Player(page, address)

    yield visit
    for context in contexts:
        context.close()
    assert [] == problems
