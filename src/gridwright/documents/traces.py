"""The documents of reasons: a step, a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..evidence import shapes
from ..json_codec import (
    NUMBER,
    TEXT,
    WHOLE,
    Codec,
    Field,
    Record,
    by_name,
    listed,
    one_of,
    optional,
    spelled,
)
from ..model import Stop
from ..model.errors import DocumentError, unlike
from ..model.evidence import Evidence
from ..model.state import State
from ..model.step import Outcome, Step, Trace
from .names import CHOICE, FACT, RELATION, SOLUTION, Names
from .puzzles import POSITION


def _read_premise(data: Any, names: Names) -> int:
    if type(data) is not int or data < 1:
        raise unlike("the number of an earlier step", data)
    return data - 1


PREMISE = Codec("the number of an earlier step, from 1", lambda number, _: number + 1, _read_premise, WHOLE.schema)
EVIDENCE = Codec(
    "object: name → cells, values, groups by name; a list of them, or of nodes of a chain; a number",
    lambda witness, names: {name: shape.document(names.words) for name, shape in witness.items()},
    lambda data, _: data,
    {"type": "object"},
)
SORT = spelled("one of " + ", ".join(shapes()), lambda shape, _: shape.key, lambda text, _: shapes()[text])


def _step(names: Names, evidence: Any, sorts: Mapping[str, type[Evidence]], **values: Any) -> Step:
    if type(evidence) is not dict:
        raise unlike("an object", evidence).inside("evidence")
    if lost := sorted(evidence.keys() - sorts.keys()):
        raise DocumentError(f"expected the sort of {lost[0]!r} in sorts", "evidence")
    if more := sorted(sorts.keys() - evidence.keys()):
        raise DocumentError(f"expected only sorts of what is in evidence, found one of {more[0]!r}", "sorts")
    witness: dict[str, Evidence] = {}
    for name, data in evidence.items():
        try:
            witness[name] = sorts[name].from_document(data, names.words)
        except DocumentError as error:
            raise error.inside(name).inside("evidence") from None
    return Step(witness=witness, **values)


STEP: Record = Record(
    _step,
    Field("number", WHOLE, "its number in the trace, from 1", note=True),
    Field("technique", TEXT, "its name as people say it"),
    Field("key", TEXT, "what it is in the catalogue"),
    Field("parameter", WHOLE, "and of which size", default=None),
    Field("evidence", EVIDENCE, "what was seen, by the names of the technique's variables", lambda step: step.witness),
    Field("sorts", by_name(SORT),
          "what each of these is: a cell, cells, a chain of cells …", lambda step: step.witness, default={}),
    Field("conclusions", listed(FACT), "what follows"),
    Field("choices", listed(CHOICE), "the choices that it used: a cell, or a value's place in a group", default=()),
    Field("relations", listed(RELATION), "the counts, sums, cages … that it used, by their groups", default=()),
    Field("premises", listed(PREMISE), "the earlier steps that it rests on, counted from 1"),
    Field("inside", listed(Codec("a step", lambda step, names: STEP.write(step, names),
                                 lambda data, names: STEP.read(data, names), {"type": "object"})),
          "the steps of a sub-proof, where it assumes something; one may assume more, and premises are steps of "
          "the trace", default=()),
    Field("text", TEXT, "the step told by the voice that was asked for", note=True),
    Field("before", POSITION.codec("a position"), "on demand: the position before it", note=True),
)  # fmt: skip


def _write_steps(steps: Iterable[Step], names: Names) -> list[dict[str, Any]]:
    return [STEP.write(step, names, {"number": number}) for number, step in enumerate(steps, start=1)]


def _read_steps(data: Any, names: Names) -> tuple[Step, ...]:
    steps: tuple[Step, ...] = listed(STEP.codec("a step")).read(data, names)
    for number, step in enumerate(steps):
        told = data[number].get("number", number + 1)
        if told != number + 1:
            raise unlike(f"the number {number + 1}", told).inside("number").inside(number)
        for i, premise in enumerate(step.premises):
            if premise >= number:
                raise unlike(PREMISE.what, premise + 1).inside(i).inside("premises").inside(number)
    return steps


def _trace(names: Names, start: State, steps: tuple[Step, ...], **values: Any) -> Trace:
    from ..solving.positions import after

    return Trace(names.puzzle, start, steps, end=after(start, steps), **values)


TRACE = Record(
    _trace,
    Field("status", one_of(Outcome), "how it ends", "outcome"),
    Field("scale", TEXT, "the scale whose techniques were used", note=True),
    Field("start", POSITION.codec("a position"), "where it begins; the puzzle as printed if left out",
          default=lambda names: names.start),
    Field("steps", Codec("list: steps", _write_steps, _read_steps, listed(STEP.codec()).schema), "the steps, in order"),
    Field("undecided", listed(TEXT), "techniques that ran out of fuel on the way", default=()),
    Field("stopped", optional(one_of(Stop)), "the limit that struck before the end", "stop", default=None),
    Field("solutions", listed(SOLUTION), "where the puzzle has several: two of them", default=()),
    Field("seconds", NUMBER, "the time that it took", note=True),
)  # fmt: skip
