"""docs/tutorial-discover.md, typed from its first line to its last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tutorial_shell import run_page

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial-discover.md"


def test_the_tutorial_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    run_page(PAGE, monkeypatch)

    names = {path.name for path in Path("found/pages").iterdir()}
    assert {"index.md", "pair-2-layouts.md", "pair-2-layouts-1.svg"} <= names
