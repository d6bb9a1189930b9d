"""Answers with reasons: the next step in stages, the proof of one fact, the whole trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...documents import to_dict
from ...drawing import Highlight, draw, draw_step
from ...model import Puzzle, State, Status, bits
from ...model.state import read_fact
from ...model.step import Conclusion, Step, Trace
from ...reasons import Hint
from ...reasons.hint import hint_of
from ...reasons.why import proof_of
from ...techniques import Catalogue
from .asked import Asked, Work, shown, unlike

STAGES = {"nudge": "what", "where": "where", "why": "why", "do": "do"}
"""How a page calls the stages of a hint: what to look for is the first that it says, for that names no cell."""


def hint(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The next step from where the player stands, in stages that speak of the same step."""
    asked, practised = Asked(fields, work.settings), fields.get("technique")
    found = hint_of(asked.analysis(work.limits, first=practised), asked.voice)
    return {
        "status": str(found.status),
        "technique": None if found.step is None else _technique(asked, found.step),
        "missing": _missing(asked, found, practised),
        "candidates": asked.candidates(found.state),
        "stages": _stages(asked, found) if found.step is not None else _verdict(asked, found),
        "document": to_dict(found),
    }


def _missing(asked: Asked, found: Hint, practised: str | None) -> dict[str, str] | None:
    """What is practised and is not there yet, so that the hint is about something else."""
    if practised is None or found.step is None or practised in (found.step.technique, found.step.key):
        return None
    return {"key": practised, "name": asked.voice.name(practised, Catalogue.standard().rung(practised)[0])}


def _stages(asked: Asked, found: Hint) -> list[dict[str, Any]]:
    assert found.step is not None
    stages: list[dict[str, Any]] = []
    for name, stage in STAGES.items():
        drawn = None if name == "nudge" else shown(draw_step(found.state, found.step, stage))
        text = getattr(found, stage)
        stages.append({"stage": name, "sentence": asked.sentence(text), "evidence": drawn})
    stages[-1]["facts"] = _facts(asked, found.step.conclusions)
    return stages


def _verdict(asked: Asked, found: Hint) -> list[dict[str, Any]]:
    """How things stand where there is no step; where something is wrong, that comes first and then where."""
    stages: list[dict[str, Any]] = [{"stage": "verdict", "sentence": asked.sentence(found.verdict), "evidence": None}]
    if found.wrong:
        lit = shown(draw(asked.puzzle, highlights=[Highlight(found.wrong, "wrong")]))
        stages.append({"stage": "where", "sentence": asked.sentence(found.reveal), "evidence": lit})
    return stages


def why(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The shortest proof of a fact from where the player stands."""
    asked = Asked(fields, work.settings)
    fact = Conclusion(*read_fact(asked.puzzle, fields["fact"]))
    trace = proof_of(asked.analysis(work.limits), fact)
    return {"text": asked.sentence(asked.narrator.why(trace, fact)), **told(asked, trace)}


def explain(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The whole way from where the player stands, with the solution: for a replay, and for play without a server."""
    asked = Asked(fields, work.settings)
    analysis = asked.analysis(work.limits)
    answer, trace, solution = analysis.answer, analysis.trace, None
    if answer.status is Status.UNIQUE:
        values = zip(asked.puzzle.variables, answer.solutions[0], strict=True)
        solution = [variable.domain.symbol(value) for variable, value in values]
    text = asked.sentence(asked.narrator.closing(trace))
    return {"status": str(trace.outcome), "text": text, **told(asked, trace), "solution": solution}


def told(asked: Asked, trace: Trace) -> dict[str, Any]:
    """The steps of a trace, each with its sentence, its evidence and what it changes."""
    texts, states = asked.narrator.steps(trace), (*trace.positions(), trace.end)
    steps = []
    for number, (step, text, (state, after)) in enumerate(zip(trace.steps, texts, pairwise(states), strict=True), 1):
        steps.append({
            "number": number,
            "technique": _technique(asked, step),
            "sentence": asked.sentence(text),
            "evidence": shown(draw_step(state, step)),
            "facts": _facts(asked, step.conclusions),
            "changes": changes(asked, state, after),
            "premises": [premise + 1 for premise in step.premises],
            "stages": {
                "nudge": asked.sentence(asked.narrator.what(step)),
                "where": asked.sentence(asked.narrator.where(step)),
                "why": asked.sentence(asked.narrator.step(state, step, hides=True)),
            },
        })  # fmt: skip
    return {
        "start": asked.candidates(trace.start),
        "placed": [asked.name(x) for x in sorted(trace.start.placed)],
        "steps": steps,
        "stopped": None if trace.stop is None else str(trace.stop),
    }


def _technique(asked: Asked, step: Step) -> dict[str, str]:
    return {"key": step.technique, "name": asked.narrator.voice.name(step.technique, step.key)}


def _facts(asked: Asked, conclusions: Sequence[Conclusion]) -> list[str]:
    return unlike(_fact(asked.puzzle, each.variable, each.value, each.true) for each in conclusions)


def _fact(puzzle: Puzzle, variable: int, value: int, true: bool) -> str:
    """A fact as a player notes it: of two values, what is not the one is written as the other."""
    if not true and len(puzzle.variables[variable].domain) == 2:
        return puzzle.fact(variable, 1 - value)
    return puzzle.fact(variable, value, "=" if true else "-")


def changes(asked: Asked, before: State, after: State) -> list[str]:
    """What is written and crossed out between two positions."""
    puzzle, changes = asked.puzzle, []
    for x in sorted(after.placed - before.placed):
        changes += [puzzle.fact(x, value) for value in bits(after.masks[x])]
    for x, (old, new) in enumerate(zip(before.masks, after.masks, strict=True)):
        if x not in after.placed:
            changes += [_fact(puzzle, x, value, False) for value in bits(old & ~new)]
    return changes
