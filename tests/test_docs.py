"""The docs tell the truth: examples run, tables and references are what the code says, public names are documented."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import math
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

import gridwright
from gridwright.genres import parse
from gridwright.model import RandomStream
from gridwright.native import compile_puzzle, kernel

ROOT = Path(__file__).resolve().parent.parent


def test_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert result.attempted > 3
    assert 0 == result.failed


def script(path: str) -> ModuleType:
    """A script of the project, loaded as a module."""
    name = path.removesuffix(".py").replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stale(pages: Mapping[Path, str]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path, text in pages.items() if path.read_text("utf-8") != text]


def test_what_is_written_by_tool_is_fresh() -> None:
    assert [] == stale(script("docs/write.py").pages()), "run `make docs`"


@pytest.mark.slow
def test_the_distribution_of_sudokus_is_fresh() -> None:
    example = script("examples/distribution.py")

    assert [] == stale(example.pages(example.measured(example.NUMBER))), "run examples/distribution.py --docs"


def test_the_weights_of_the_bias_give_the_mean_of_all_minimal_puzzles() -> None:
    """On four rows all minimal puzzles of a grid can be counted."""
    bias = script("examples/bias.py")
    blank = parse("." * 16, genre="sudoku")
    problem = compile_puzzle(blank)
    solution = kernel.complete(problem, kernel.RandomStream(1))
    assert solution is not None
    unique = [_unique(problem, solution, cells) for cells in range(1 << 16)]
    minimal = [
        cells for cells in range(1 << 16)
        if unique[cells] and not any(cells >> x & 1 and unique[cells ^ 1 << x] for x in range(16))
    ]  # fmt: skip

    walks = [bias.walk(problem, solution, RandomStream(0).child(i)) for i in range(3000)]

    weights = [math.exp(weight) for _, weight in walks]
    assert len(minimal) == pytest.approx(sum(weights) / 3000, rel=0.03)
    middle, error = bias.mean([16.0 - givens.count(0) for givens, _ in walks], weights)
    assert abs(sum(map(int.bit_count, minimal)) / len(minimal) - middle) < 4 * error < 0.1


def _unique(problem: kernel.Structure, solution: bytes, cells: int) -> bool:
    givens = bytes(value + 1 if cells >> x & 1 else 0 for x, value in enumerate(solution))
    return problem.solve(givens, limit=2).count == 1


@pytest.mark.parametrize("name", dir(gridwright))
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
