"""The docs tell the truth: examples run, tables and references are what the code says, public names are documented."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import re
from pathlib import Path

import pytest

import gridwright

ROOT = Path(__file__).resolve().parent.parent


def test_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert result.attempted > 3
    assert 0 == result.failed


def test_what_is_written_by_tool_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("docs_write", ROOT / "docs" / "write.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    stale = [str(path.relative_to(ROOT)) for path, text in module.pages().items() if path.read_text("utf-8") != text]

    assert [] == stale, "run `make docs`"


@pytest.mark.parametrize("name", sorted(gridwright.__all__))
def test_every_public_name_is_documented(name: str) -> None:
    thing = getattr(gridwright, name)

    assert inspect.getdoc(thing)


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("kernel/*.md")]
    broken = [
        f"{page.name}: {link}"
        for page in pages
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]

    assert [] == broken
