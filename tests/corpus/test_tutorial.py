"""docs/tutorial-corpus.md, typed from its first line to its last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tutorial_shell import run_page

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial-corpus.md"


def test_the_tutorial_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    run_page(PAGE, monkeypatch)

    assert Path("pool.svg").read_text("utf-8").startswith("<svg ")
    assert b"PAR1" == Path("pool.parquet").read_bytes()[:4]
    assert 3 == len(Path("keen.txt").read_text().split())
