"""The demonstration runs to its end: every genre solved, checked, converted, made, explained and drawn."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from gridwright.genres import genres

DEMO = Path(__file__).parents[1] / "examples/demo.py"


def test_the_demonstration_shows_every_genre(tmp_path: Path, capsys) -> None:
    spec = importlib.util.spec_from_file_location("demo", DEMO)
    assert spec is not None
    assert spec.loader is not None
    demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo)
    demo.PICTURES = tmp_path

    demo.main()

    said = capsys.readouterr().out
    assert all(f"━━ {genre.title} " in said for genre in genres().values())
    assert "more lines" in said
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all((tmp_path / f"{key}-1.svg").exists() and f'"{key}-1.svg"' in page for key in genres())
