"""gridwright hint: the next step from a half-filled board: where to look, why, what to do

Section: Reasons
"""

from __future__ import annotations

from typing import Any

import click

from ..grading import scale as scale_named
from ..grading import with_own
from ..hints import Hint, hint
from ..marks import position
from ..model import GridwrightError, Puzzle, State
from ..model.step import Outcome
from ..narration import voice as voice_named
from ..rules.board import Board
from ..rules.position import apply
from ..solving.plain import plain_step
from ..solving.unnamed import UNNAMED
from .command import command as make_command
from .command import own_marks, own_rules, takes_puzzles, tells
from .input import Input
from .output import Report, cell_names, complain, puzzle_text

STAGES = ("where", "why", "do")


@make_command(
    "hint",
    "The next step from a half-filled board: where to look, why, and what to do.\n\n"
    "--marks is what you have: facts such as 'r1c2=4 r3c3-7', a half-filled board, a grid of pencil marks, or a file "
    "with one of these. If something is wrong already, that comes first; --reveal says where. "
    "Exit code: 0 done, 1 there is no hint or something is wrong, 2 misuse or a bad line.",
    (
        "gridwright hint --genre sudoku 1...3..4..2....1",
        "gridwright hint --genre sudoku --marks 'r1c2=4 r2c3-2' --stage do 1...3..4..2....1",
        "gridwright hint --genre queens --marks 'r1c5=*' --stage why 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
    ),
)
@takes_puzzles
@own_marks
@click.option("--stage", type=click.Choice(STAGES), help="How much to tell; where if left out, all with --json.")
@click.option("--apply", "applied", is_flag=True, help="Print the facts that hold after the step, for --marks.")
@click.option("--reveal", is_flag=True, help="Say which cells are wrong, if any are.")
@click.option("--scale", default="standard", metavar="NAME", help="Whose techniques are used; standard if left out.")
@tells
@own_rules
def command(
    puzzles: tuple[str, ...], genre: str | None, form: str | None, as_json: bool, marks: str, stage: str | None,
    applied: bool, reveal: bool, scale: str, voice: str, cells: str, no_uniqueness: bool, rules: str | None,
) -> int:  # fmt: skip
    voice_named(voice)
    techniques = with_own(rules) if rules is not None else None
    by = scale_named(scale) if techniques is None else scale_named(scale).extended(techniques)
    given = Input(puzzles, genre, form)
    if marks and len(given) != 1:
        raise click.UsageError(f"--marks is for one puzzle, found {len(given)}", click.get_current_context())
    report = Report("hint", as_json)
    for item in given:
        if item.puzzle is None:
            report.bad(item)
            continue
        try:
            state = position(item.puzzle, marks)
            found = hint(state, by, uniqueness=not no_uniqueness, voice=voice, cells=cells, techniques=techniques)
        except GridwrightError as error:
            report.bad(item, error)
            continue
        if found.step is None and found.outcome is not Outcome.SOLVED:
            report.no()
        after = _facts(state, found) if applied else None
        if as_json:
            report.object(
                puzzle=puzzle_text(item.puzzle, form), genre=item.puzzle.genre.key,
                **_plain(item.puzzle, found, stage, reveal), **({} if after is None else {"marks": after}),
            )  # fmt: skip
        else:
            told = _told(found, stage or "where", reveal)
            report.line(f"line {item.line}: {told}" if len(given) > 1 else told)
            if found.wrong and not reveal:
                complain("hint: --reveal says where")
            if after is not None:
                report.line(after)
    return report.code


def _facts(state: State, found: Hint) -> str:
    """What holds after the step and did not from the start, as facts."""
    puzzle = state.puzzle
    if found.step is not None:
        state = apply(Board.of(puzzle), state, found.step.conclusions)
    begin = position(puzzle)
    facts = []
    for x, (old, new) in enumerate(zip(begin.masks, state.masks, strict=True)):
        if x in state.placed - begin.placed:
            facts.append(puzzle.fact(x, next(iter(state.candidates(x)))))
        elif x not in state.placed:
            facts += (puzzle.fact(x, value, "-") for value in begin.candidates(x) if (old & ~new) >> value & 1)
    return " ".join(facts)


def _plain(puzzle: Puzzle, found: Hint, stage: str | None, reveal: bool) -> dict[str, Any]:
    """The hint as plain data: no more of it than the stage allows."""
    status = "wrong" if found.wrong else "step" if found.step is not None else found.outcome.value
    if found.step is not None and found.step.key == UNNAMED.key:
        status = UNNAMED.key
    data: dict[str, Any] = {"status": status}
    if reveal and found.wrong:
        data["cells"] = cell_names(puzzle, found.wrong)
    texts = {"where": found.where, "why": found.why, "do": found.do}
    told = STAGES[: STAGES.index(stage or "do") + 1] if found.step is not None else ()
    steps = [plain_step(puzzle, found.step) | {"text": found.do}] if found.step is not None and "do" in told else []
    if found.step is None:
        data["text"] = found.reveal if found.wrong and reveal else found.verdict
    return {**data, **{each: texts[each] for each in told}, "steps": steps}


def _told(found: Hint, stage: str, reveal: bool) -> str:
    if found.step is None:
        return found.reveal if found.wrong and reveal else found.verdict
    return {"where": found.where, "why": found.why, "do": found.do}[stage]
