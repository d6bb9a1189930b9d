"""Examples of techniques: for each name and genre a position of a shipped puzzle, and the step that it shows there.

    example("x-wing", ["sudoku"])      an Example: the id of the puzzle, and a trace of that one step

They are stored as documents in `examples.jsonl` beside this file, so that a page about a technique need not solve
anything. `python -m gridwright.server.examples` makes them anew, after the shipped puzzles or the ladders changed: of
the easiest puzzle whose grade counts the technique the first step of it. A technique that no grade counts, since there
always was something easier, is looked for in positions on the way to the solutions of the hardest puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..documents import from_dict, to_dict
from ..genres import genres, parse
from ..grading import grade
from ..model import State
from ..model.step import Outcome, Step, Trace
from ..reasons import explain, hint
from ..rules.position import apply
from ..solving.deduce import deduce
from .answers.lists import genres_shipped, ladder, shipped, sized

PATH = Path(__file__).with_name("examples.jsonl")
SEARCHED = 60
"""So many puzzles of each genre are searched for a technique that no grade counts; all where that is not enough."""


class TechniqueExample(NamedTuple):
    """A step of a shipped puzzle, by the puzzle's id."""

    id: str
    trace: Trace


def example(name: str, order: Iterable[str] = ()) -> TechniqueExample | None:
    """The example of a technique in the first of these genres that has one, or else in any."""
    found = _stored().get(name, {})
    genre = next((each for each in (*order, *found) if each in found), None)
    return None if genre is None else TechniqueExample(found[genre]["id"], from_dict(found[genre]["trace"]))


@cache
def _stored() -> dict[str, dict[str, dict[str, Any]]]:
    """The lines by technique and genre."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for line in map(json.loads, PATH.read_text("utf-8").splitlines()):
        found.setdefault(line["technique"], {})[line["trace"]["genre"]] = line
    return found


def found_examples() -> Iterator[tuple[str, TechniqueExample]]:
    """The examples of all techniques, genre by genre, each ladder in its order."""
    names = {genre: [name for name in ladder(genre) if not sized(name)[0].proves_itself] for genre in genres()}
    found = {genre: _counted(genre) for genre in genres_shipped()}
    for name in {name: None for genre in found for name in names[genre]}:
        having = [genre for genre in found if name in names[genre]]
        for most in (SEARCHED, None):
            if not any(name in found[genre] for genre in having):
                for genre in having:
                    found[genre] |= _searched(genre, name, most)
    return ((name, found[genre][name]) for genre in found for name in names[genre] if name in found[genre])


def _counted(genre: str) -> dict[str, TechniqueExample]:
    """Of each technique the first step in the easiest puzzle whose grade counts it."""
    found: dict[str, TechniqueExample] = {}
    for entry in shipped(genre):
        if wanted := entry["techniques"].keys() - found.keys():
            trace = explain(parse(entry["puzzle"], genre=genre))
            for state, step in zip(trace.positions(), trace.steps, strict=True):
                if step.technique in wanted and step.technique not in found:
                    found[step.technique] = _alone(entry["id"], state, step)
    return found


def _searched(genre: str, name: str, most: int | None) -> dict[str, TechniqueExample]:
    """A step that would be possible somewhere on the way through one of the hardest puzzles."""
    technique, size = sized(name)
    for entry in shipped(genre)[::-1][:most]:
        for state in _positions(genre, entry["puzzle"]):
            if deduce(state, [(technique.key, size)], limit=1).steps and (step := hint(state, first=name).step):
                return {name: _alone(entry["id"], state, step)}
    return {}


@cache
def _positions(genre: str, puzzle: str) -> list[State]:
    """The way through a puzzle as far as techniques lead."""
    trace = grade(parse(puzzle, genre=genre)).trace
    return list(trace.positions()) if trace else []


def _alone(id: str, state: State, step: Step) -> TechniqueExample:
    """A step as a trace of its own: what came before is its start."""
    alone = replace(step, premises=())
    return TechniqueExample(id, Trace(state.puzzle, state, (alone,), Outcome.STOPPED, apply(state, alone.conclusions)))


def main() -> None:
    """Write the file."""
    lines = [{"technique": name, "id": each.id, "trace": to_dict(each.trace)} for name, each in found_examples()]
    PATH.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), "utf-8")
    print(f"{len(lines)} examples of {len({line['technique'] for line in lines})} techniques")


if __name__ == "__main__":
    main()
