"""Traces in text, a line a step: a changed line is a reviewed decision.

    sudoku 1...3..4..2....1                         genre and puzzle
    1 hidden-single r1c2=4                          technique and conclusions
    2 last-cell r2c2=2 from 1                       … and the steps it rests on
    solved

`python tests/golden_traces.py` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

from gridwright.genres import parse
from gridwright.model.step import Trace
from gridwright.reasons import explain

FOLDER = Path(__file__).parent / "solving" / "traces"


def told(trace: Trace) -> str:
    """A trace as the files have it."""
    lines = [f"{trace.puzzle.genre.key} {trace.puzzle.text()}"]
    for number, step in enumerate(trace.steps, start=1):
        facts = " ".join(each.text(trace.puzzle) for each in step.conclusions)
        premises = ",".join(str(premise + 1) for premise in step.premises)
        lines.append(f"{number} {step.technique} {facts}" + (f" from {premises}" if premises else ""))
    return "\n".join([*lines, trace.outcome.value]) + "\n"


def retold(file: Path) -> str:
    """What the trace of the file's puzzle is today."""
    genre, text = file.read_text("utf-8").splitlines()[0].split(" ", 1)
    return told(explain(parse(text, genre=genre)))


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(retold(file), encoding="utf-8")
