"""Imports point downward: held over the syntax trees of all files, the imports inside functions too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gridwright

ROOT = Path(gridwright.__file__).parent

LAYERS = (
    {"model"},
    {"native"},
    {"formats", "rules"},
    {"genres", "techniques"},
    {"solving"},
    {"drawing", "grading", "narration", "marks"},
    {"testing", "hints", "generation"},
    {"documents"},
    {"bench"},
    {"cli"},
)
"""From the lowest; a part imports itself and what lies below it."""

HEIGHT = {part: height for height, layer in enumerate(LAYERS) for part in layer}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """(line, part of gridwright) for every import of a file."""
    package = ["gridwright", *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [".".join([*base, node.module])] if node.module else [".".join([*base, a.name]) for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            if node.module == "gridwright":
                names = [f"gridwright.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("gridwright."):
                yield node.lineno, name.split(".")[1]


def sources() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if path.parent != ROOT or path.name != "__init__.py"]


def test_every_part_has_its_layer() -> None:
    parts = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in sources()}

    assert set() == parts - set(HEIGHT)


def test_imports_point_downward() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {part}"
        for path in sources()
        for line, part in imported(path)
        if part in HEIGHT
        and part != (own := path.relative_to(ROOT).parts[0].removesuffix(".py"))
        and HEIGHT[part] >= HEIGHT[own]
    ]

    assert [] == wrong


def test_only_native_names_the_extension() -> None:
    naming = [path for path in sources() if re.search(r"import _kernel|\._kernel import", path.read_text("utf-8"))]

    assert {ROOT / "native"} == {path.parent for path in naming}


def test_nothing_below_the_genres_names_one() -> None:
    keys = ("sudoku", "star-battle", "star_battle", "latin", "queens")
    parts = ("model", "native", "solving", "drawing", "generation")
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value!r}"
        for path in sources()
        if path.relative_to(ROOT).parts[0] in parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in keys
    ]

    assert [] == wrong
