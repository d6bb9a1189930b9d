"""Answers about techniques: what people see, why it holds, an example of each, and puzzles that use it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...documents import to_dict
from ...genres import genre as genre_named
from ...genres import genres as all_genres
from ...model import UnknownName
from ...model.step import Trace
from ...rules.position import start
from ..examples import example
from .asked import Asked, Work, voice_of
from .lists import genres_shipped, ladder, shipped, sized
from .reasons import changes, told

MOST_PRACTISED = 50


def techniques(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """All techniques, or those of a genre, the easiest first. Sizes that are called alike are one entry."""
    voice = voice_of(fields)
    only = None if fields.get("genre") is None else genre_named(fields["genre"]).key
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    for name, tiers in _tiers_by_name().items():
        if only is not None and only not in tiers:
            continue
        technique, size = sized(name)
        key, said = technique.key, voice.name(name, technique.key)
        entry = entries.setdefault((key, said), {
            "key": name,
            "family": key,
            "name": said,
            "tier": tiers[only or next(iter(tiers))],
            "genres": list(tiers),
            "sizes": [],
            "assumes": technique.assumes,
            "seen": voice.seen.get(name) or voice.seen.get(key),
            "holds": voice.holds.get(key, technique.holds),
        })  # fmt: skip
        entry["sizes"].append({"key": name, "size": size, "tiers": tiers})
        entry["genres"] += (genre for genre in tiers if genre not in entry["genres"])
    return {"techniques": list(entries.values())}


@cache
def _tiers_by_name() -> dict[str, dict[str, str]]:
    """The tier of each technique in every genre that has it, the easiest first."""
    found: dict[str, dict[str, str]] = {}
    order: dict[str, int] = {}
    for genre in all_genres():
        for number, (name, tier) in enumerate(ladder(genre).items()):
            if not sized(name)[0].proves_itself:
                found.setdefault(name, {})[genre] = tier
                order[name] = number
    return dict(sorted(found.items(), key=lambda each: order[each[0]]))


def technique(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """One technique, with a step of an easy shipped puzzle, and the puzzles that use it."""
    key, genre = fields["key"], fields.get("genre")
    listed: list[dict[str, Any]] = techniques(fields, work)["techniques"]
    found = next((each for each in listed if key in [size["key"] for size in each["sizes"]]), None)
    if found is None:
        what = "technique" if genre is None else f"technique of {genre}"
        raise UnknownName(what, key, [size["key"] for each in listed for size in each["sizes"]])
    uses = [each for name in genres_shipped(genre) for each in shipped(name) if key in each["techniques"]]
    uses.sort(key=lambda each: (each["rating"] is None, each["rating"] or 0, each["id"]))
    often = Counter(each["genre"] for each in uses).most_common()
    chosen = example(key, [name for name, _ in often] if genre is None else [genre_named(genre).key])
    return found | {
        "key": key,
        "example": None if chosen is None else {"id": chosen.id, **one_step(chosen.trace, fields, work)},
        "practise": [each["id"] for each in uses[:MOST_PRACTISED]],
    }


def one_step(trace: Trace, fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The first step of a trace on its board, with what is written and what is possible before it."""
    document = to_dict(trace.puzzle)
    puzzle = {name: document[name] for name in ("puzzle", "genre")}
    asked = Asked({**puzzle, "voice": fields.get("voice")}, work.settings)
    return {
        **puzzle,
        "facts": changes(asked, start(trace.puzzle), trace.start),
        "candidates": asked.candidates(trace.start),
        "step": told(asked, trace)["steps"][0],
    }
