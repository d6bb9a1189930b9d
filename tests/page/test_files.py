"""The files of the page: small, whole, in two languages, and nothing from elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import gridwright

PAGE = Path(gridwright.__file__).parent / "page"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}


def test_the_page_is_under_200_kilobytes() -> None:
    assert sum(path.stat().st_size for path in PAGE.iterdir()) < 200 * 1024


def test_nothing_comes_from_elsewhere() -> None:
    for path in PAGE.iterdir():
        found = re.findall(r"https?://[\w.]+", path.read_text(encoding="utf-8"))
        assert set(found) <= {"http://www.w3.org"}, path.name


def test_the_page_names_all_its_files_so_that_they_are_fetched_at_once_and_kept() -> None:
    named = re.findall(r'(?:href|src)="?(\w+\.\w+)', (PAGE / "index.html").read_text(encoding="utf-8"))
    assert {path.name for path in PAGE.iterdir()} - {"worker.js", "index.html"} == set(named)


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


@pytest.mark.slow
def test_the_scripts_keep_to_the_types_that_they_name() -> None:
    if (npx := shutil.which("npx")) is None:
        pytest.skip("types are checked by TypeScript, which needs node: it is not here")
    tsc = [npx, "--yes", "--package", "typescript@5.9", "tsc"]
    environment = os.environ | {"npm_config_fetch_retries": "0"}
    if subprocess.run([*tsc, "--version"], env=environment, capture_output=True, timeout=300).returncode:
        pytest.skip("types are checked by TypeScript, which npx cannot get here")
    config = Path(__file__).parents[2] / "jsconfig.json"
    checked = subprocess.run([*tsc, "-p", config], env=environment, capture_output=True, text=True, timeout=300)
    assert (0, "") == (checked.returncode, checked.stdout)
