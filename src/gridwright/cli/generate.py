"""gridwright generate: make puzzles: one solution, as hard as you like, by the techniques that you name

Section: Puzzles
"""

from __future__ import annotations

import json
import math
import secrets
import sys
import time
from collections import Counter
from typing import Any

import click
from click.core import ParameterSource

from ..documents import from_dict, puzzle_text
from ..generation import BUDGET, CHECKS, QUALITIES, SYMMETRIES, Generated, Progress, Recipe, generate_many, read_bounds
from ..generation.verify import is_checked
from ..genres import genre as genre_named
from ..model import GridwrightError, Limits
from .command import as_json, time_limit
from .command import command as make_command
from .config import Setting
from .output import PATIENCE, Report, complain

OFTEN = 0.2
"""Seconds between two lines of progress."""


@make_command(
    "generate",
    "Make puzzles that have one solution, as hard as you like and by the techniques that you name.\n\n"
    "The same recipe gives the same puzzle on every machine. Every puzzle is checked by an engine that shares no code "
    "with the generator. Exit code: 0 done, 1 some puzzle was not found or not proved unique in time, 2 misuse.",
    (
        "gridwright generate sudoku --tier Tricky --seed tuesday",
        "gridwright generate sudoku --tier Hard --needs xy-wing --symmetry turn-180 --seed w1",
        "gridwright generate sudoku --variant jigsaw --seed w2 --count 10 --json",
        "gridwright generate queens --count 1000 --distinct --check sample --seed w3",
        "gridwright generate --recipe 'sudoku size=9 seed=tuesday budget=10000 generator=2'",
    ),
)
@click.argument("genre", required=False)
@click.option("--size", type=int, metavar="N", help="Rows of the board; the genre's usual ones if left out.")
@click.option("--tier", metavar="NAME", help="How hard: a tier of the scale, such as Tricky.")
@click.option("--scale", metavar="NAME", help="Which scale names tiers: a name or a file; standard if left out.")
@click.option("--needs", multiple=True, metavar="T", help="A technique without which the puzzle gets stuck.")
@click.option("--without", multiple=True, metavar="T", help="A technique that the puzzle does without.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant of the genre, such as jigsaw.")
@click.option("--symmetry", metavar="NAME", help=f"How givens lie: {', '.join(SYMMETRIES)}.")
@click.option("--clues", type=click.IntRange(0), metavar="N", help="No fewer clues; as few as possible if left out.")
@click.option("--density", type=click.FloatRange(0, 1), metavar="D", help="The same as a share of the cells.")
@click.option("--quality", multiple=True, metavar="Q=A..B", help=f"Bounds for {', '.join(QUALITIES)}.")
@click.option("--count", default=1, type=click.IntRange(1), metavar="N", help="How many puzzles; 1 if left out.")
@click.option("--seed", metavar="S", help="Any word; one is drawn, and named, if left out.")
@click.option("--budget", type=click.IntRange(1), metavar="N", help=f"Attempts a puzzle; {BUDGET:,} if left out.")
@click.option("--threads", default=1, type=click.IntRange(1, 256), metavar="N", help="Threads; 1 if left out.")
@time_limit
@click.option(
    "--check",
    default="all",
    type=click.Choice([*CHECKS]),
    metavar="WHICH",
    help="Whose uniqueness is proved independently: all, a sample (one in twenty) or none; all if left out.",
)
@click.option("--distinct", is_flag=True, help="No puzzle is a copy of an earlier one: turned, mirrored, renamed.")
@click.option("--no-grade", is_flag=True, help="Leave out the grade where the recipe does not ask for one.")
@click.option("--recipe", "recipe_text", metavar="TEXT", help="A whole recipe, as printed with --json.")
@click.option(
    "--format",
    "form",
    cls=Setting,
    setting="format",
    metavar="FORMAT",
    help="The format to write; the canonical line if left out.",
)
@as_json
def command(
    genre: str | None, form: str | None, as_json: bool, count: int, threads: int, limits: Limits,
    check: str, distinct: bool, no_grade: bool, recipe_text: str | None, **wanted: Any,
) -> int:  # fmt: skip
    recipe = _recipe(genre, recipe_text, wanted)
    by_setting = click.get_current_context().get_parameter_source("form") is ParameterSource.DEFAULT
    if by_setting and form not in {each.key for each in recipe.kind.formats}:
        form = None  # a setting is for the genres that have it
    if form is not None:
        recipe.kind.format(form)
    report = Report(as_json, form)
    status = _Status(count)
    outcomes = generate_many(
        recipe, count, threads=threads, limits=limits, check=check, distinct=distinct,
        with_grade=as_json and not no_grade, progress=status.show,
    )  # fmt: skip
    proofs: Counter[str | None] = Counter()
    try:
        for number, outcome in enumerate(outcomes, start=1):
            status.clear()
            _print(report, outcome, number if count > 1 else None)
            if outcome.found and outcome.verified is None and is_checked(check, number):
                report.cut_short("nobody proved in time that the solution is the only one")
            proofs.update([outcome.verified] if outcome.found else ())
            sys.stdout.flush()
    finally:
        status.clear()
        if count > 1:
            complain(_checked(proofs))
    return report.code


def _checked(proofs: Counter[str | None]) -> str:
    """How many puzzles were proved to have one solution, and by what."""
    by = ", ".join(f"{count:,} by {name}" for name, count in sorted(proofs.items(), key=str) if name is not None)
    return f"{proofs.total():,} puzzle{'s' * (proofs.total() != 1)}, checked: {by or 'none'}"


def _recipe(genre: str | None, text: str | None, wanted: dict[str, Any]) -> Recipe:
    density = wanted.pop("density")
    named = {name: value for name, value in wanted.items() if value not in (None, ())}
    if text is not None:
        if genre is not None or named or density is not None:
            raise click.UsageError("a whole recipe leaves nothing to add", click.get_current_context())
        return _read_recipe(text)
    if genre is None:
        raise click.UsageError("expected a genre, such as sudoku", click.get_current_context())
    if "seed" not in named:
        named["seed"] = secrets.token_hex(4)
        complain(f"seed {named['seed']}")
    if "quality" in named:
        named["quality"] = tuple(_bounds(each) for each in named["quality"])
    if density is not None:
        if "clues" in named:
            raise click.UsageError("--clues and --density say the same", click.get_current_context())
        maker = genre_named(genre).maker
        size = named.get("size") or (maker.size if maker else 0)
        named["clues"] = math.ceil(density * size * size)
    return Recipe(genre, **named)


def _read_recipe(text: str) -> Recipe:
    """The recipe of its text, of its document, or of a line that was generated by it."""
    if not text.lstrip().startswith("{"):
        return Recipe.parse(text)
    try:
        value = from_dict(json.loads(text))
    except ValueError as error:
        raise GridwrightError(f"expected a recipe: {error}") from None
    recipe = getattr(value, "recipe", value)
    if not isinstance(recipe, Recipe):
        raise GridwrightError(f"expected a recipe, or what was generated by one, found a {type(value).__name__}")
    return recipe


def _bounds(text: str) -> tuple[str, tuple[float | None, float | None]]:
    name, equals, bounds = text.partition("=")
    if not equals:
        raise GridwrightError(f"expected a quality such as steps=40..60, found {text!r}")
    return name, read_bounds(bounds)


def _print(report: Report, outcome: Generated, number: int | None) -> None:
    if not outcome.found:
        report.no()
        if report.as_json:
            report.document(outcome)
        sys.stdout.flush()
        complain(
            f"puzzle {number}: {outcome.sentence()}" if number else outcome.sentence(),
            "a larger --budget, another --tier, or fewer requirements",
        )
        return
    assert outcome.puzzle is not None
    if report.as_json:
        report.document(outcome)
    else:
        report.line(str(puzzle_text(outcome.puzzle, report.form)))


class _Status:
    """A line of progress on the terminal: puzzles, attempts, why they were rejected, how long it may still take."""

    def __init__(self, count: int) -> None:
        self._wanted = sys.stderr.isatty() and (count == 1 or not sys.stdout.isatty())
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def show(self, progress: Progress) -> None:
        """How far it is."""
        if not self._wanted or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + OFTEN
        reasons = sorted(progress.rejections.items(), key=lambda each: -each[1])[:3]
        parts = [f"{progress.found} of {progress.wanted}", f"{progress.attempts:,} attempts"]
        parts += (f"{count:,} {reason}" for reason, count in reasons)
        parts += [f"about {progress.left:.0f} s left"] if progress.left else []
        self._shown = True
        sys.stderr.write("\r\x1b[K" + "; ".join(parts)[:120])
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
