"""gridwright explain: solve as people do, with the reason for every step

Section: Reasons
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..model import Limits
from ..model.state import read_fact
from ..model.step import Conclusion, Outcome, Trace
from ..narration import Narrator
from ..narration import voice as voice_named
from ..narration.story import story_of
from ..reasons.analysis import Analysis
from ..reasons.why import proof_of
from .command import command as make_command
from .command import own_marks, own_rules, scale_option, scale_with, tells, time_limit
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .output import write_file


@make_command(
    "explain",
    "Solve puzzles as people do, and give the reason for every step.\n\n"
    "Where the techniques end, the smallest proof of a next fact comes next, though it has no name. "
    "With --why one fact is proved, in as few steps as are found; --marks is the position to start from, as for hint. "
    "Exit code: 0 done, 1 some puzzle cannot be solved this way or not in time, 2 misuse or a bad line.",
    (
        "gridwright explain --genre sudoku 1...3..4..2....1",
        "gridwright explain --genre sudoku --why r2c3=1 1...3..4..2....1",
        "gridwright explain --genre sudoku --up-to Gentle 1...3..4..2....1",
        "gridwright explain --genre sudoku --svg steps 1...3..4..2....1",
        "gridwright explain --genre queens --json 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
    ),
)
@takes_puzzles
@click.option("--why", "fact", metavar="FACT", help="The shortest proof of a fact such as r3c5=7 or r3c5-7.")
@own_marks
@scale_option("Whose techniques are used")
@click.option(
    "--up-to",
    metavar="TIER|K",
    help="As a weaker solver would: no techniques beyond this tier, or no contradiction of more than K lines.",
)
@click.option(
    "--svg",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="A picture of every step: DIR/1.svg, DIR/2.svg …; of several puzzles in DIR/LINE.",
)
@click.option("--positions", is_flag=True, help="With --json: the position before each step.")
@time_limit
@tells
@own_rules
def command(
    loop: PuzzleLoop, fact: str | None, scale: str, up_to: str | None, folder: Path | None, positions: bool,
    limits: Limits, voice: str, cells: str, no_uniqueness: bool, rules: str | None,
) -> int:  # fmt: skip
    voice_named(voice)
    by, report = scale_with(scale, rules), loop.report

    def answer(item: Item) -> tuple[Trace, Narrator, list[str]]:
        position = loop.position(item) or item.puzzle
        analysis = Analysis(position, by, uniqueness=not no_uniqueness, up_to=up_to, limits=limits)
        trace = analysis.trace if fact is None else proof_of(analysis, fact)
        narrator = analysis.narrator(voice, cells)
        needs_texts = loop.as_json or fact is not None or folder is not None
        return trace, narrator, narrator.steps(trace) if needs_texts else []

    def tell(item: Item, found: tuple[Trace, Narrator, list[str]]) -> None:
        trace, narrator, texts = found
        seconds = round(loop.seconds, 6)
        if trace.outcome is not Outcome.SOLVED and fact is None:
            report.no()
        if trace.stop is not None and fact is not None:
            report.cut_short(f"{limits.sentence(trace.stop)}: there may be a shorter way", item)
        elif trace.stop is not None:
            steps_so_far = f"{len(trace.steps)} step{'s' * (len(trace.steps) != 1)} so far"
            report.cut_short(f"{limits.sentence(trace.stop)}: {steps_so_far}", item)
        if folder is not None:
            _draw(trace, texts, folder if loop.is_alone else folder / str(item.line))
        if loop.as_json and fact is None:
            report.document(trace, texts=texts, positions=positions, scale=by.key, seconds=seconds)
        elif loop.as_json:
            from ..documents import to_dict

            steps = to_dict(trace, texts=texts, positions=positions)["steps"]
            report.report(
                "why", trace.puzzle, status=trace.outcome.value, scale=by.key, why=fact, steps=steps, seconds=seconds
            )
        elif fact is None:
            report.line(str(story_of(narrator, trace)).rstrip("\n"))
        else:
            for number, text in enumerate(texts, 1):
                report.line(f"{number}. {text}")
            report.line(narrator.why(trace, Conclusion(*read_fact(item.puzzle, fact))))

    return loop.each(answer, tell, "explaining")


def _draw(trace: Trace, texts: Sequence[str], folder: Path) -> None:
    """A picture of each step, with its text for those who do not see it."""
    from ..drawing import draw_step, svg_of

    for number, (state, step) in enumerate(zip(trace.positions(), trace.steps, strict=False)):
        write_file(folder / f"{number + 1}.svg", svg_of(draw_step(state, step, caption=texts[number])))
