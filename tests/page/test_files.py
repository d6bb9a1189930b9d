"""The files of the page: small, whole, in two languages, and nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import gridwright

PAGE = Path(gridwright.__file__).parent / "page"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}


def test_the_page_is_under_200_kilobytes() -> None:
    assert sum(path.stat().st_size for path in PAGE.iterdir()) < 200 * 1024


def test_nothing_comes_from_elsewhere() -> None:
    for path in PAGE.iterdir():
        found = re.findall(r"https?://[\w.]+", path.read_text(encoding="utf-8"))
        assert set(found) <= {"http://www.w3.org"}, path.name


def test_the_service_worker_keeps_every_file() -> None:
    modules = re.search(r"MODULES = `(.*?)`", SCRIPTS["worker.js"], re.DOTALL)
    assert modules
    listed = {f"{name}.js" for name in modules[1].split()} | set(re.findall(r'"(\w+\.\w+)"', SCRIPTS["worker.js"]))
    assert {path.name for path in PAGE.iterdir()} - {"worker.js"} == listed


def test_every_text_is_there_in_both_languages() -> None:
    texts = dict(
        re.findall(
            r'^  "?([\w-]+)"?: (\[".*?"(?:,| \]|\]).*?)(?=^  "?[\w-]+"?: \[|^  //|^};)',
            SCRIPTS["texts.js"],
            re.S | re.M,
        )
    )
    for key, pair in texts.items():
        assert 2 == len(re.findall(r'"(?:[^"\\]|\\.)+"', pair)), key
    used = {key for text in SCRIPTS.values() for key in re.findall(r'\bt\("([\w-]+)"', text)}
    assert set() == used - set(texts)
