"""gridwright hint: the next step from a half-filled board: where to look, what for, why, what to do

Section: Reasons
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..model import CannotSay, GridwrightError, Limits, State, Stopped
from ..narration import voice as voice_named
from ..narration.hodoku import library_line
from ..playing.marks import facts, position
from ..reasons import STAGES, Analysis, Hint, HintStatus
from ..reasons.hint import all_hints_of, hint_of
from ..solving.positions import after
from .command import command as make_command
from .command import own_marks, own_rules, scale_option, scale_with, tells, time_limit
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .names import TECHNIQUE
from .output import Report, complain, write_file


@make_command(
    "hint",
    "The next step from a half-filled board: where to look, what to look for, why, and what to do.\n\n"
    "--marks is what you have: facts such as 'r1c2=4 r3c3-7', a half-filled board, a grid of pencil marks, or a file "
    "with one of these. If something is wrong already, that comes first; --reveal says where. --all lists every step "
    "that is open, simplest first, with what it would bring; --stage adds what it tells of each. --library writes "
    "steps as lines of HoDoKu's library, which programs and forums read. "
    "Exit code: 0 done, 1 there is no hint or something is wrong, 2 misuse or a bad line.",
    (
        "gridwright hint --genre sudoku 1...3..4..2....1",
        "gridwright hint --genre sudoku --marks 'r1c2=4 r2c3-2' --stage do 1...3..4..2....1",
        "gridwright hint --genre sudoku --all 1...3..4..2....1",
        "gridwright hint --library 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "gridwright hint --genre queens --marks 'r1c5=*' --stage why 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
    ),
)
@takes_puzzles
@own_marks
@click.option("--stage", type=click.Choice(STAGES), help="How much to tell; where if left out, all with --json.")
@click.option("--all", "every", is_flag=True, help="List every step that is open, simplest first.")
@click.option("--first", type=TECHNIQUE, help="A step of this technique, if there is one.")
@click.option("--library", is_flag=True, help="Write the step as a line of HoDoKu's library.")
@click.option("--apply", "applied", is_flag=True, help="Print the facts that hold after the step, for --marks.")
@click.option(
    "--svg",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw the hint, no more of it than the stage tells.",
)
@click.option("--reveal", is_flag=True, help="Say which cells are wrong, if any are.")
@scale_option("Whose techniques are used")
@time_limit
@tells
@own_rules
def command(
    loop: PuzzleLoop, stage: str | None, every: bool, first: str | None, library: bool, applied: bool,
    picture: Path | None, reveal: bool, scale: str, limits: Limits, voice: str, cells: str, no_uniqueness: bool,
    rules: str | None,
) -> int:  # fmt: skip
    voice_named(voice)
    by, report = scale_with(scale, rules), loop.report
    if picture is not None:
        loop.require_one("--svg")
    if every and first is not None:
        raise click.UsageError("--all lists steps of all techniques; --first wants one", click.get_current_context())
    if every and (applied or picture is not None):
        raise click.UsageError("--all lists steps; --apply and --svg take one of them", click.get_current_context())
    if library and (applied or picture is not None or stage is not None or loop.as_json):
        raise click.UsageError("--library tells steps in its own form alone", click.get_current_context())

    def analysis(item: Item) -> Analysis:
        state = loop.position(item) or position(item.puzzle)
        return Analysis(state, by, uniqueness=not no_uniqueness, first=first, limits=limits)

    def list_all(item: Item, found: Analysis) -> None:
        try:
            _list(all_hints_of(found, voice, cells), item, report, stage, reveal, limits, library=library)
        except GridwrightError as error:
            report.bad(item, error)

    def answer(item: Item) -> tuple[Hint, str | None]:
        found = hint_of(analysis(item), voice, cells)
        return found, library_line(found.state, found.step).text if library and found.step is not None else None

    def tell(item: Item, told: tuple[Hint, str | None]) -> None:
        found, line = told
        if found.step is None and found.status is not HintStatus.SOLVED:
            report.no()
        if found.stop is not None:
            report.cut_short(limits.sentence(found.stop), item)
        if picture is not None:
            _draw(found, stage or "where", reveal, picture)
        then = facts(_after(found)) if applied else None
        if line is not None:
            report.line(line)
        elif loop.as_json:
            notes: dict[str, Any] = {} if then is None else {"marks": then}
            report.document(found.told(stage or "do", reveal=reveal), **notes, seconds=round(loop.seconds, 6))
        else:
            sentence = _told(found, stage or "where", reveal)
            report.line(sentence if loop.is_alone else f"line {item.line}: {sentence}")
            if found.wrong and not reveal:
                complain("hint: --reveal says where")
            if then is not None:
                report.line(then)

    if every:
        return loop.each(analysis, list_all, "listing")
    return loop.each(answer, tell, "looking")


def _list(
    found: Iterator[Hint], item: Item, report: Report, stage: str | None, reveal: bool, limits: Limits,
    *, library: bool = False,
) -> None:  # fmt: skip
    """A line for each step: its technique and what follows; those that HoDoKu's library has no code for are named."""
    try:
        for each in found:
            if each.step is None and each.status is not HintStatus.SOLVED:
                report.no()
            if each.stop is not None:
                report.cut_short(limits.sentence(each.stop), item)
            if report.as_json:
                report.document(each.told(stage or "do", reveal=reveal))
            elif each.step is None:
                report.line(_told(each, "do", reveal))
            elif library:
                try:
                    report.line(library_line(each.state, each.step).text)
                except CannotSay as error:
                    complain(str(error))
            else:
                told = f": {_told(each, stage, reveal)}" if stage else ""
                facts = " ".join(conclusion.text(each.state.puzzle) for conclusion in each.step.conclusions)
                report.line(f"{each.step.technique} {facts}{told}")
    except Stopped as stopped:
        report.cut_short(limits.sentence(stopped.stop), item)


def _after(found: Hint) -> State:
    """The position that the hint leads to."""
    return found.state if found.step is None else after(found.state, [found.step])


def _draw(found: Hint, stage: str, reveal: bool, path: Path) -> None:
    """The position with what the hint tells; what is wrong only if asked."""
    from ..drawing import Highlight, draw, draw_step, svg_of

    told = _told(found, stage, reveal)
    if found.step is not None:
        drawing = draw_step(found.state, found.step, stage, told)
    else:
        variables = found.state.puzzle.variables
        cells = tuple(variables[x].place.number for x in found.wrong if reveal)
        drawing = draw(found.state, highlights=[Highlight(cells, "wrong")] if cells else (), caption=told)
    write_file(path, svg_of(drawing))


def _told(found: Hint, stage: str, reveal: bool) -> str:
    if found.step is None:
        return found.reveal if found.wrong and reveal else found.verdict
    return {"where": found.where, "what": found.what, "why": found.why, "do": found.do}[stage]
