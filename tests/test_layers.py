"""Imports point downward: held over the syntax trees of all files, the imports inside functions too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gridwright

ROOT = Path(gridwright.__file__).parent
REPOSITORY = Path(__file__).parents[1]

LAYERS = (
    {"model"},
    {"native", "files", "evidence", "json_codec"},
    {"formats", "rules"},
    {"kits"},
    {"genres", "techniques"},
    {"arguments", "execution"},
    {"solving"},
    {"conversion", "drawing", "grading", "narration"},
    {"testing", "generation", "enumeration", "playing"},
    {"reasons"},
    {"documents"},
    {"notebook", "corpus"},
    {"discovery"},
    {"server"},
    {"cli"},
)
"""From the lowest; a part imports itself and what lies below it."""

KERNEL_LAYERS = (
    {"basics"},
    {"state", "relations", "boards"},
    {"search", "position"},
    {"proofs", "rules"},
    {"discovery", "structure.hpp", "structure.cpp"},
    {"ladders"},
    {"makers"},
)
"""The folders and files of `kernel/` from the lowest; one includes itself, its own layer and what lies below it."""

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


def test_the_kernel_includes_nothing_from_above() -> None:
    kernel = REPOSITORY / "kernel"
    height = {part: number for number, layer in enumerate(KERNEL_LAYERS) for part in layer}
    sources = [path for path in kernel.rglob("*") if path.suffix in {".cpp", ".hpp", ".inl"}]
    upward = [
        f"{path.relative_to(REPOSITORY)}: {included}"
        for path in sources
        for included in re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8"))
        if included != "words.inl"  # written by CMake
        if height[path.relative_to(kernel).parts[0]] < height[included.split("/")[0]]
    ]

    assert sources
    assert [] == upward
