"""gridwright corpus add"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

from ...corpus import Adding, Corpus, Entry, Provenance, entry_from
from ...documents.entries import entry_of
from ..command import command as make_command
from ..command import interrupted, stop_on_interrupt
from ..input import STDIN, Item
from ..loop import PuzzleLoop, takes_streamed_puzzles
from ..output import complain
from . import folder as folder_argument
from . import spelled_count

Function = TypeVar("Function", bound=Callable[..., Any])


def adds(function: Function) -> Function:
    """The options of whatever adds puzzles."""
    for decorate in (
        click.option("--keep-copies", is_flag=True, help="Do not look for copies: sooner, and all are added."),
        click.option("--gzip", "pack", is_flag=True, help="Pack what is written when it is done."),
        click.option("--source", metavar="TEXT", help="What they are called after, where they do not say so."),
        click.option("--note", metavar="TEXT", help="Said of each puzzle: an author, a licence."),
    ):
        function = decorate(function)
    return function


@make_command(
    "add",
    "Add puzzles to a corpus; copies of those that it has, turned, mirrored, renamed, reordered, are left out.\n\n"
    "Documents keep what they know: the solution, grade and recipe of what generate made. They are added as they "
    "arrive, so that nothing is lost if the run is stopped. Exit code: 0 done, 2 misuse or a bad line.",
    (
        "gridwright generate sudoku --tier Hard --count 10 --json | gridwright corpus add pool -",
        "gridwright corpus add pool --genre queens 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        "gridwright enumerate latin --size 3 --minimal --json | gridwright corpus add pool - --source 'all of 3 rows'",
        "gridwright corpus add pool another-pool",
    ),
)
@folder_argument
@takes_streamed_puzzles
@adds
def command(folder: str, loop: PuzzleLoop, keep_copies: bool, pack: bool, source: str | None, note: str | None) -> int:
    return added(folder, loop, "adding", keep_copies, pack,
                 lambda item, entry: noted(entry, source, None, note), at_once=len(loop.input) == 0)  # fmt: skip


def added(
    folder: str, loop: PuzzleLoop, what: str, keep_copies: bool, pack: bool, told: Callable[[Item, Entry], Entry], *,
    at_once: bool = False,
) -> int:  # fmt: skip
    """Add all that is given, tell what is bad, and say how many there were."""
    stop_on_interrupt(click.get_current_context())
    corpus = Corpus(folder, notify=complain)
    with Adding(corpus, keep_copies=keep_copies, gzip=pack) as adding:

        def answer(item: Item) -> None:
            adding.add(told(item, entry_from(entry_of(item.value, item.puzzle))))

        def tell(item: Item, _: None) -> None:
            if at_once:
                adding.flush()

        loop.each(answer, tell, what)
    count, bad, report = adding.count, loop.bad, loop.report
    if report.as_json:
        report.report("added", added=count.added, copies=count.copies, bad=bad, stopped=interrupted.is_set())
    else:
        parts = [f"{spelled_count(count.added)} added to {folder}"]
        parts += [f"{count.copies:,} {'are copies' if count.copies != 1 else 'is a copy'}"] if count.copies else []
        parts += [f"{bad:,} bad"] if bad else []
        report.line(", ".join(parts) + (" (stopped)" if interrupted.is_set() else ""))
    return report.code


def noted(entry: Entry, source: str | None, line: int | None, note: str | None) -> Entry:
    """The entry with where it comes from, as far as it does not say so itself."""
    own = entry.provenance
    if own.source is not None or own.recipe is not None:
        source, line = own.source, own.line
    given = Provenance(source, line, own.recipe, own.attempt, own.verified, note or own.note)
    return entry if given == own else Entry(entry.puzzle, entry.solution, entry.grades, entry.form, given)


@cache
def source_name(name: str) -> str:
    """What a file is called in provenance: its name without folders."""
    return "standard input" if name == STDIN else Path(name).name
