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
from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource

from ..documents import from_dict, puzzle_text
from ..generation import (
    BUDGET,
    CHECKS,
    QUALITIES,
    SYMMETRIES,
    Generated,
    Progress,
    Recipe,
    generate_many,
    read_bounds,
    read_size,
)
from ..generation.attempts import attempts_of
from ..generation.verify import is_checked
from ..genres import genre as genre_named
from ..model import GridwrightError, Limits
from .command import as_json, in_part, time_limit
from .command import command as make_command
from .config import ARGUMENTS, Setting
from .names import FORMAT, GENRE, SCALE, TECHNIQUE, VARIANT
from .output import Report, complain
from .progress import ProgressLine
from .workers import WORKER_OPTIONS, takes_workers, without_options

APART = (
    "genre", "recipe_text", "form", "as_json", "count", "start", "threads", "limits", "check", "distinct", "no_grade",
)  # fmt: skip
"""Options that are no part of a recipe."""
AT_A_TIME = 500
"""Puzzles of a part, where there are workers."""


def _cut(options: dict[str, Any]) -> tuple[int, Iterator[dict[str, Any]]]:
    """The same command for so many puzzles each."""
    if options["distinct"]:
        raise GridwrightError("--distinct compares each puzzle with all before it, which workers do not know of")
    typed = without_options(click.get_current_context().meta[ARGUMENTS], ("--count", "--start", *WORKER_OPTIONS))
    wanted = {name: value for name, value in options.items() if name not in APART}
    if options["recipe_text"] is None and options["seed"] is None:
        wanted["seed"] = secrets.token_hex(4)
        complain(f"seed {wanted['seed']}")
        typed += ["--seed", wanted["seed"]]
    attempts_of(_recipe(options["genre"], options["recipe_text"], wanted))  # misuse is told once, before the cut
    first, count = options["start"], options["count"]

    def parts() -> Iterator[dict[str, Any]]:
        for start in range(first, first + count, AT_A_TIME):
            own = min(AT_A_TIME, first + count - start)
            yield {"arguments": [*typed, "--start", str(start), "--count", str(own)]}

    return count, parts()


@make_command(
    "generate",
    "Make puzzles that have one solution, as hard as you like and by the techniques that you name.\n\n"
    "Techniques of the scale solve each of them, unless --any says that one solution is enough. The same recipe gives "
    "the same puzzle on every machine. Every puzzle is checked by an engine that shares no code with the generator. "
    "Exit code: 0 done, 1 some puzzle was not found or not proved unique in time, 2 misuse.",
    (
        "gridwright generate sudoku --tier Tricky --seed tuesday",
        "gridwright generate sudoku --tier Hard --needs xy-wing --symmetry turn-180 --seed w1",
        "gridwright generate keen --size 7 --uses innies --without forcing-chain --seed w4",
        "gridwright generate sudoku --variant jigsaw --seed w2 --count 10 --json",
        "gridwright generate queens --count 1000 --distinct --check sample --seed w3",
        "gridwright generate --recipe 'sudoku size=9 seed=tuesday any=yes budget=10000 generator=3'",
    ),
)
@click.argument("genre", required=False, type=GENRE)
@click.option("--size", metavar="N|NxM", help="Rows of the board, or rows x columns; the usual ones if left out.")
@click.option("--tier", metavar="NAME", help="How hard: a tier of the scale, such as Tricky.")
@click.option(
    "--scale", metavar="NAME", type=SCALE, help="Which scale names tiers: a name or a file; standard if left out."
)
@click.option(
    "--needs", multiple=True, metavar="T", type=TECHNIQUE, help="A technique without which the puzzle gets stuck."
)
@click.option(
    "--uses", multiple=True, metavar="T", type=TECHNIQUE, help="A technique that occurs on the way to its solution."
)
@click.option("--without", multiple=True, metavar="T", type=TECHNIQUE, help="A technique that the puzzle does without.")
@click.option("--any", is_flag=True, help="One solution is enough: no techniques need solve it.")
@click.option(
    "--rules",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Techniques of your own, tried after the others; behind the first tier where --uses or --needs names one.",
)
@click.option(
    "--variant", "variants", multiple=True, metavar="V", type=VARIANT, help="A variant of the genre, such as jigsaw."
)
@click.option("--symmetry", metavar="NAME", help=f"How givens lie: {', '.join(SYMMETRIES)}.")
@click.option("--clues", type=click.IntRange(0), metavar="N", help="No fewer clues; as few as possible if left out.")
@click.option("--density", type=click.FloatRange(0, 1), metavar="D", help="The same as a share of the cells.")
@click.option("--quality", multiple=True, metavar="Q=A..B", help=f"Bounds for {', '.join(QUALITIES)}.")
@click.option("--count", default=1, type=click.IntRange(1), metavar="N", help="How many puzzles; 1 if left out.")
@click.option("--start", default=1, type=click.IntRange(1), metavar="K", help="Go on with the K-th puzzle of the seed.")
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
    type=FORMAT,
    metavar="FORMAT",
    help="The format to write; the canonical line if left out.",
)
@as_json
@takes_workers(_cut)
def command(
    genre: str | None, form: str | None, as_json: bool, count: int, start: int, threads: int, limits: Limits,
    check: str, distinct: bool, no_grade: bool, recipe_text: str | None, **wanted: Any,
) -> int:  # fmt: skip
    recipe = _recipe(genre, recipe_text, wanted)
    by_setting = click.get_current_context().get_parameter_source("form") is ParameterSource.DEFAULT
    if by_setting and form not in {each.key for each in recipe.kind.formats}:
        form = None  # a setting is for the genres that have it
    if form is not None:
        recipe.kind.format(form)
    report = Report(as_json, form)
    proofs: Counter[str | None] = Counter()
    line = _Line()
    with ProgressLine(describe=line, keeps_lines=True) as progress:
        outcomes = generate_many(
            recipe, count, start=start, threads=threads, limits=limits, check=check, distinct=distinct,
            with_grade=as_json and not no_grade, progress=line.show,
        )  # fmt: skip
        try:
            for number, outcome in enumerate(outcomes, start=start):
                with progress.cleared():
                    _print(report, outcome, number if count > 1 else None)
                    if outcome.found and outcome.verified is None and is_checked(check, number):
                        report.cut_short("nobody proved in time that the solution is the only one")
                    sys.stdout.flush()
                proofs.update([outcome.verified] if outcome.found else ())
        finally:
            if count > 1 and not in_part.get():
                complain(_checked(proofs))
    return report.code


def _checked(proofs: Counter[str | None]) -> str:
    """How many puzzles were proved to have one solution, and by what."""
    by = ", ".join(f"{count:,} by {name}" for name, count in sorted(proofs.items(), key=str) if name is not None)
    return f"{proofs.total():,} puzzle{'s' * (proofs.total() != 1)}, checked: {by or 'none'}"


def _recipe(genre: str | None, text: str | None, wanted: dict[str, Any]) -> Recipe:
    density = wanted.pop("density")
    named = {name: value for name, value in wanted.items() if value not in (None, (), False)}
    if text is not None:
        if genre is not None or named or density is not None:
            raise click.UsageError("a whole recipe leaves nothing to add", click.get_current_context())
        return _read_recipe(text)
    if genre is None:
        raise click.UsageError("expected a genre, such as sudoku", click.get_current_context())
    if "seed" not in named:
        named["seed"] = secrets.token_hex(4)
        complain(f"seed {named['seed']}")
    if "size" in named:
        named["size"], named["columns"] = read_size(named["size"])
    if "quality" in named:
        named["quality"] = tuple(_bounds(each) for each in named["quality"])
    if density is not None:
        if "clues" in named:
            raise click.UsageError("--clues and --density say the same", click.get_current_context())
        maker = genre_named(genre).maker
        size = named.get("size") or (maker.size if maker else 0)
        named["clues"] = math.ceil(density * size * (named.get("columns") or size))
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
            "a larger --budget, another --tier, fewer requirements, or --any",
        )
        return
    assert outcome.puzzle is not None
    if report.as_json:
        report.generated(outcome)
    else:
        report.line(str(puzzle_text(outcome.puzzle, report.form)))


class _Line:
    """The line of the progress display: puzzles, attempts, why they were rejected, how long it may still take."""

    def __init__(self) -> None:
        self.search: Progress | None = None
        self._began = time.monotonic()

    def show(self, search: Progress) -> None:
        """Describe this search from now on."""
        self.search = search

    def __call__(self) -> str:
        search, seconds = self.search, time.monotonic() - self._began
        if search is None:
            return f"no attempt is done yet; {seconds:.0f} s"
        reasons = sorted(search.rejections.items(), key=lambda reason: -reason[1])[:3]
        parts = [f"{search.found:,} of {search.wanted:,}", f"{search.attempts:,} attempts"]
        parts += (f"{count:,} {reason}" for reason, count in reasons)
        parts += [f"{seconds:.0f} s"] + ([f"about {search.left:.0f} s left"] if search.left else [])
        return "; ".join(parts)
