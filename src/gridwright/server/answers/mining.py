"""Answers about what was mined: the candidates of a run of `gridwright discover`, for a view in which they are judged.

The folder is named when the server is started (`gridwright play --candidates DIR`), never by a request. What is decided
is written there, as `gridwright discover review` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...discovery.candidates import CandidateTechnique
from ...discovery.pages import drafted, reason
from ...discovery.review import Review
from ...documents import to_dict
from ...drawing import draw_step
from ...model import GridwrightError, UnknownName
from ...model.step import Trace
from .asked import Asked, Work, shown


def candidates(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """All candidates in their order, with what was decided; none where no folder was named."""
    review = _review(work)
    listed = [] if review is None else [_row(review, each) for each in review.candidates]
    return {"there": review is not None, "candidates": listed}


def candidate(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """One of them, with its draft and its examples; first what is decided about it, if something is."""
    review = _review(work)
    if review is None:
        raise UnknownName("candidate", str(fields["number"]), [])
    found = review.find(str(fields["number"]))
    said = _decided(review, found, fields.get("do"), fields.get("text") or "")
    examples = [_example(trace, fields, work) for trace in found.examples]
    return _row(review, found) | {
        "genres": found.genres,
        "shapes": [{"shape": abstract, "positions": count} for _, abstract, count in found.shapes],
        "rules": review.draft(found),
        "drafted": drafted(found),
        "examples": examples,
        "said": said,
    }


def _decided(review: Review, found: CandidateTechnique, kind: str | None, text: str) -> str | None:
    """Decide about a candidate; what came of it."""
    match kind:
        case "name":
            review.name(found, text)
        case "edit":
            return review.edit(found, text).sentence
        case "accept":
            return ", ".join(review.accept(found, text or None))
        case "discard":
            review.discard(found, text or None)
    return None


def _review(work: Work) -> Review | None:
    if not work.settings.candidates:
        return None
    try:
        return Review(Path(work.settings.candidates), seconds=work.settings.slow_seconds - 2)
    except (KeyError, OSError) as error:
        raise GridwrightError(f"no candidates of this version in {work.settings.candidates}: {error!r}") from None


def _row(review: Review, each: CandidateTechnique) -> dict[str, Any]:
    standing = review.standing(each)
    return {
        "number": each.number,
        "name": each.name,
        "positions": each.positions,
        "unlocked": each.unlocked,
        "size": each.family.size,
        "new": each.new,
        "nearest": None if each.nearest is None else each.nearest.technique,
        "differs": None if each.nearest is None else each.nearest.differs,
        "subsumed_by": each.subsumed_by,
        "decision": standing.kind or None,
        "called": standing.name,
        "note": standing.note,
    }


def _example(trace: Trace, fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The step of an example on its board."""
    [step, *_] = trace.steps
    puzzle: dict[str, Any] = {key: value for key, value in to_dict(trace.puzzle).items() if key in ("puzzle", "genre")}
    asked = Asked({**puzzle, "voice": fields.get("voice")}, work.settings)
    return {
        **puzzle,
        "candidates": asked.candidates(trace.start),
        "placed": [asked.name(x) for x in sorted(trace.start.placed)],
        "facts": [each.text(trace.puzzle) for each in step.conclusions],
        "sentence": asked.sentence(reason(trace.start, step)),
        "evidence": shown(draw_step(trace.start, step)),
    }
