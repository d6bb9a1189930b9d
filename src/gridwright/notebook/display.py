"""How things show themselves in a notebook: boards as pictures, grades and traces as tables, hints stage by stage."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from html import escape

from ..documents.entry import Entry
from ..drawing import Drawing, draw, draw_step, svg_of
from ..generation import Generated
from ..grading import Grade
from ..model import Answer, Puzzle, State
from ..model.errors import counted
from ..model.step import Outcome, Step, Trace
from ..narration import sentences, step_text
from ..reasons import Hint

WIDTH = 480
"""Pixels, at the most, for a picture."""


@singledispatch
def html(value: object) -> str:
    """What a notebook shows of it."""
    return f"<code>{escape(repr(value))}</code>"


@html.register
def _(value: Drawing) -> str:
    picture = svg_of(value).replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return f'<div style="max-width:{WIDTH}px">{picture}</div>'


@html.register
def _(value: Puzzle) -> str:
    return html(draw(value))


@html.register
def _(value: Entry) -> str:
    return _beside((html(value.puzzle), *map(html, value.grades)))


@html.register
def _(value: State) -> str:
    return html(draw(value))


@html.register
def _(value: Answer) -> str:
    told = f"<p>{value.status}, {counted(value.count, 'solution')}{'' if value.exhausted else ' or more'}</p>"
    if value.puzzle is None:
        return told
    return told + _beside(html(draw(value.puzzle, solution)) for solution in value.solutions)


@html.register
def _(value: Step) -> str:
    if value.within is None:
        return f"<code>{escape(repr(value))}</code>"
    trace, number = value.within
    state = [*trace.positions(), trace.end][number]
    text = step_text(state, value, turn=sum(step.key == value.key for step in trace.steps[:number]))
    return html(draw_step(state, value, caption=text)) + f"<p>{number + 1}. {escape(text)}</p>"


@html.register
def _(value: Trace) -> str:
    rows = zip(value.steps, sentences(value), strict=False)
    told = [(str(number), step.technique, text) for number, (step, text) in enumerate(rows, 1)]
    ended = value.outcome is not Outcome.STOPPED or value.stop is not None
    head = f"<p>{f'{value.outcome} after ' if ended else ''}{counted(len(value.steps), 'step')}</p>"
    return head + html(draw(value.end)) + _table(told, ("", "technique", "step"))


@html.register
def _(value: Grade) -> str:
    facts = {
        "status": str(value.status), "tier": value.tier, "scale": value.scale, "hardest": value.hardest,
        "rating": None if value.rating is None else f"{value.rating:g}", "steps": str(value.steps),
    }  # fmt: skip
    used = [(name, str(count)) for name, count in value.techniques.items()]
    about = [(name, fact) for name, fact in facts.items() if fact is not None]
    return _beside((_table(about), _table(used, ("technique", "times")) if used else ""))


@html.register
def _(value: Hint) -> str:
    """The first stage is open, and each of the others opens on a click."""
    if value.step is None:
        more = _opens("where?", f"<p>{escape(value.reveal)}</p>") if value.reveal else ""
        return f"<p>{escape(value.verdict)}</p>{more}"
    where, why, do = (html(draw_step(value.state, value.step, stage)) for stage in ("where", "why", "do"))
    then = _opens("and so?", f"<p>{escape(value.do)}</p>{do}")
    return f"<p>{escape(value.where)}</p>{where}" + _opens("why?", f"<p>{escape(value.why)}</p>{why}{then}")


@html.register
def _(value: Generated) -> str:
    recipe = f"<p><code>{escape(str(value.recipe))}</code></p>"
    if value.puzzle is None:
        return f"<p>{escape(value.sentence())}</p>{recipe}"
    return _beside((html(value.puzzle), "" if value.grade is None else html(value.grade))) + recipe


def _opens(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>{inside}</details>"


def _beside(parts: Iterable[str]) -> str:
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">{"".join(parts)}</div>'


def _table(rows: Iterable[tuple[str, ...]], head: tuple[str, ...] = ()) -> str:
    titles = f"<thead><tr>{''.join(f'<th>{escape(title)}</th>' for title in head)}</tr></thead>" if head else ""
    left = 'style="text-align:left"'
    body = "".join(f"<tr>{''.join(f'<td {left}>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{titles}<tbody>{body}</tbody></table>"
