"""The loop of the commands that go over puzzles: each puzzle is answered, and its answer is printed.

    @takes_puzzles
    def command(loop: PuzzleLoop, limit: int) -> int:
        def answer(item: Item) -> Answer: ...
        def tell(item: Item, found: Answer) -> None: ...
        return loop.each(answer, tell, "counting")

A line that is no puzzle, or for which `answer` raises a GridwrightError, is reported in its place, and the others are
still answered. Errors that `tell` raises end the command.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, wraps
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import click

from ..model import GridwrightError, Puzzle, State
from .command import as_json as json_option
from .input import Input, Item
from .names import FORMAT, GENRE, PUZZLE
from .output import Report
from .progress import ProgressLine

T = TypeVar("T")

SOON = 0.2
"""Seconds after which what was printed is shown, however little it is."""


class BatchSize(NamedTuple):
    """How many puzzles are answered together: twice as many while a batch takes less than `seconds`, else half."""

    longest: int = 1
    seconds: float = SOON
    shortest: int = 1


ONE = BatchSize()


class PuzzleLoop:
    """The puzzles of a command, and what is printed of them; `marks` is where a player stands on the only one."""

    def __init__(
        self, puzzles: Sequence[str], genre: str | None, form: str | None, as_json: bool, marks: str = "", *,
        streamed: bool = False,
    ) -> None:  # fmt: skip
        self.as_json, self.form, self.marks = as_json, form, marks
        self.report = Report(as_json, form)
        self.bad = 0
        """Number of bad lines so far."""
        self.seconds = 0.0
        """Seconds that the answer took which is told."""
        self._sources = puzzles, genre, streamed

    @cached_property
    def input(self) -> Input:
        """The puzzles, read when they are first asked for."""
        puzzles, genre, streamed = self._sources
        found = Input(puzzles, genre, self.form, streamed=streamed)
        if self.marks:
            _require_one("--marks", found)
        return found

    @cached_property
    def is_alone(self) -> bool:
        """Is there just one puzzle?"""
        return len(self.input) == 1

    def require_one(self, option: str) -> None:
        """Refuse several puzzles for an option that speaks of one."""
        _require_one(option, self.input)

    def position(self, item: Item) -> State | None:
        """Where the player stands, by --marks or by what the text says; None where nothing is written."""
        if not self.marks:
            return item.position
        from ..playing.marks import position  # few have marks, and every start would pay for it

        return position(item.puzzle, self.marks)

    def each(self, answer: Callable[[Item], T], tell: Callable[[Item, T], None], what: str) -> int:
        """Answer and tell the puzzles one by one; return the exit code. `what` is what the progress display says."""
        return self.in_batches(lambda items: (attempt(answer, item) for item in items), tell, what, ONE)

    def in_batches(
        self, answers: Callable[[list[Item]], Iterable[T | GridwrightError]], tell: Callable[[Item, T], None],
        what: str, size: BatchSize,
    ) -> int:  # fmt: skip
        """The same for commands that answer several puzzles together, an answer or an error for each."""
        items, count, shown = iter(self.input), 1, time.perf_counter()
        with ProgressLine(what, len(self.input)) as progress:
            while batch := list(islice(items, count)):
                began = time.perf_counter()
                results = iter(answers([item for item in batch if item.error is None]))
                for item in batch:
                    asked = time.perf_counter()
                    result = item.error or next(results)
                    self.seconds = time.perf_counter() - asked
                    progress.advance(1)
                    with progress.cleared():
                        if isinstance(result, GridwrightError):
                            self._refuse(item, result)
                        else:
                            tell(item, result)
                now = time.perf_counter()
                if now - shown > SOON or size.longest > 1:
                    sys.stdout.flush()
                    shown = now
                is_quick = now - began < size.seconds
                count = min(2 * count, size.longest) if is_quick else max(count // 2, size.shortest)
        return self.report.code

    def puzzles(self, limit: int | None = None) -> Iterator[Puzzle]:
        """The puzzles of the first `limit` lines, for commands that answer all together; bad lines are reported."""
        for item in islice(self.input, limit):
            if item.error is None:
                yield item.puzzle
            else:
                self._refuse(item, item.error)

    def _refuse(self, item: Item, error: GridwrightError) -> None:
        self.bad += 1
        self.report.bad(item, error)


def attempt(answer: Callable[[Item], T], item: Item) -> T | GridwrightError:
    """The answer for a puzzle, or the error that it ends in."""
    try:
        return answer(item)
    except GridwrightError as error:
        return error


def _require_one(option: str, puzzles: Input) -> None:
    if len(puzzles) != 1:
        raise click.UsageError(f"{option} is for one puzzle, found {len(puzzles)}", click.get_current_context())


def takes_puzzles(function: Callable[..., int]) -> Callable[..., int]:
    """The arguments of every command that reads puzzles. The function gets a `loop` in place of them."""
    return _taking(function, streamed=False)


def takes_streamed_puzzles(function: Callable[..., int]) -> Callable[..., int]:
    """The same for a command that answers what arrives through a pipe as soon as it is there."""
    return _taking(function, streamed=True)


def _taking(function: Callable[..., int], *, streamed: bool) -> Callable[..., int]:
    @wraps(function)
    def command(
        puzzles: Sequence[str], genre: str | None, form: str | None, as_json: bool, marks: str = "", **options: Any
    ) -> int:
        return function(loop=PuzzleLoop(puzzles, genre, form, as_json, marks, streamed=streamed), **options)

    for decorate in (
        json_option,
        click.option("--format", "form", type=FORMAT, help="The format they are in; guessed where it is plain."),
        click.option("--genre", type=GENRE, help="The genre of the puzzles; guessed where the text is plain."),
        click.argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]...", type=PUZZLE),
    ):
        command = decorate(command)
    return command
