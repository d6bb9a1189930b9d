"""Answers about what there is: genres, voices, techniques, the puzzles that are shipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ...corpus import Corpus
from ...corpus.shipped import shipped_genres
from ...drawing import draw
from ...drawing.layers import layers
from ...genres import genre as genre_named
from ...genres import genres as all_genres
from ...genres import parse
from ...grading import explain
from ...grading import scale as scale_named
from ...listing import genre_listing, tiers_of
from ...model import Genre, State, UnknownName
from ...narration.rulebook import rulebook
from ...narration.voice import voices as all_voices
from ...rules.technique import Technique
from ...solving.audit import boards_of
from ...techniques import Catalogue
from .asked import Work, voice_of
from .reasons import step_at

STANDARD = "standard"


def genres(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Every genre: rules, sizes, variants, tiers with the techniques that each adds, examples; names of techniques."""
    voice, keys = voice_of(fields), fields.get("keys")
    listed = []
    for each in all_genres().values():
        if keys is not None and each.key not in keys:
            continue
        found = _genre(each)
        words = {"title": voice.heading(each), "rulebook": rulebook(voice, each)}
        listed.append(found | words)
    names = {name: voice.name(name, family) for name, family in _families().items()}
    return {"genres": listed, "names": names}


@cache
def _families() -> dict[str, str]:
    """The key in the catalogue of each technique that a tier of some genre names."""
    catalogue = Catalogue.standard()
    return {name: catalogue.rung(name)[0] for genre in all_genres().values() for name in _ladder(genre)}


@cache
def _genre(each: Genre) -> dict[str, Any]:
    found = genre_listing(each)
    maker = each.maker
    tiers = found.pop("scales").get(STANDARD, {})
    return found | {
        "size": None if maker is None else maker.size,
        "rectangles": maker is not None and maker.rectangles,
        "symmetric": maker is not None and maker.symmetric,
        "tiers": [{"name": name, "techniques": techniques} for name, techniques in tiers.items()],
        "picture": _picture(each),
        "shipped": each.key in shipped_genres(),
        "clues": [
            {"key": kind.key, "meaning": kind.meaning, "form": kind.form, "parts": kind.parts} for kind in each.clues
        ],
    }


def _picture(each: Genre) -> dict[str, Any]:
    """The smallest example with one solution, as shapes that a page styles."""
    boards = [(example.solutions != 1, parse(example.text, genre=each.key)) for example in each.examples]
    _, smallest = min(boards, key=lambda board: (board[0], len(board[1].grid)))
    drawn = layers(draw(State.of(smallest)))
    return {"box": drawn.bare, "shapes": drawn.surface + drawn.print}


def voices(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Who can tell."""
    return {
        "voices": [
            {"key": key, "about": voice.about, "language": voice.language} for key, voice in all_voices().items()
        ]
    }


# Puzzles that are shipped


@cache
def shipped(genre: str) -> list[dict[str, Any]]:
    """The puzzles of a genre as plain data, the easiest first."""
    key, listed = scale_named(STANDARD).key, []
    for number, data in enumerate(Corpus.shipped(genre).documents(), start=1):
        grade: dict[str, Any] = next((each for each in data["grades"] if each["scale"] == key), {})
        listed.append({
            "id": f"{genre}/{number}", "genre": genre, "puzzle": data["puzzle"], "rows": data["rows"],
            "columns": data["columns"], "clues": data["clues"], "clue_kinds": data.get("clue_kinds", []),
            "tier": grade.get("tier"), "rating": grade.get("rating"), "hardest": grade.get("hardest"),
            "techniques": grade.get("techniques", {}),
        })  # fmt: skip
    return sorted(listed, key=lambda each: (each["rating"] is None, each["rating"] or 0))


def corpus(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The shipped puzzles of a genre, a tier, a technique or a size: so many from the one with this number on."""
    wanted = {name: fields[name] for name in ("tier", "rows") if fields.get(name) is not None}
    technique = fields.get("technique")
    found = [
        each
        for genre in _chosen(fields.get("genre"))
        for each in shipped(genre)
        if all(each[name] == value for name, value in wanted.items())
        and (technique is None or technique in each["techniques"])
    ]
    first, count = fields.get("first") or 0, fields.get("count") or 50
    return {"total": len(found), "puzzles": found[first : first + count]}


def _chosen(name: str | None) -> list[str]:
    there = [key for key in shipped_genres() if key in all_genres()]
    if name is None:
        return there
    key = genre_named(name).key
    return [key] if key in there else []


def entry(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """One of the shipped puzzles by its id."""
    genre = genre_named(fields["genre"]).key
    wanted = f"{genre}/{fields['number']}"
    for each in shipped(genre) if _chosen(genre) else []:
        if each["id"] == wanted:
            return each
    raise UnknownName("shipped puzzle", wanted, [])


# Techniques


def techniques(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """What people see, by the names that grades use, easiest first: what it is called, its tier, who has it."""
    voice = voice_of(fields)
    only = None if fields.get("genre") is None else genre_named(fields["genre"]).key
    listed = [
        {**each, "name": voice.name(each["key"], each["family"])}
        for each in _techniques()
        if only is None or only in each["genres"]
    ]
    return {"techniques": listed}


@cache
def _techniques() -> list[dict[str, Any]]:
    """By name: a fish of 2 is an x-wing, and has a page of its own."""
    boards = {each.key: boards_of(each) for each in all_genres().values()}
    order = {name: n for genre in all_genres().values() for n, name in enumerate(_ladder(genre))}
    found: dict[str, dict[str, Any]] = {}
    for technique in Catalogue.standard().values():
        speakers = [each for each in all_genres().values() if any(map(technique.speaks, boards[each.key]))]
        if technique.proves_itself or not speakers:
            continue
        tiers = tiers_of(technique, speakers)
        for size in technique.sizes:
            name = technique.name(size)
            tier = tiers.get(name) or tiers.get(f"{technique.key}({size})")
            if tier is not None:
                found.setdefault(name, _page(technique, name, tier, speakers))
    return sorted(found.values(), key=lambda each: order.get(each["key"], len(order)))


def _ladder(genre: Genre) -> Iterator[str]:
    """The names of the techniques of a genre, the easiest first."""
    for tier in _genre(genre)["tiers"]:
        yield from tier["techniques"]


def _page(technique: Technique, name: str, tier: str, speakers: list[Genre]) -> dict[str, Any]:
    return {
        "key": name,
        "family": technique.key,
        "tier": tier,
        "genres": [each.key for each in speakers if name in set(_ladder(each))] or [each.key for each in speakers],
        "assumes": technique.assumes,
        "because": technique.because,
        "holds": technique.holds,
    }


def technique(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """One technique, with the first step of an easy shipped puzzle that uses it."""
    key = fields["key"]
    found = next((each for each in techniques(fields, work)["techniques"] if each["key"] == key), None)
    if found is None:
        raise UnknownName("technique", key, [each["key"] for each in _techniques()])
    uses = [each for genre in _chosen(fields.get("genre")) for each in shipped(genre) if key in each["techniques"]]
    uses.sort(key=lambda each: (each["rating"] is None, each["rating"] or 0, each["id"]))
    example = _example(key, uses[:3], fields, work)
    seen = None if example is None else "".join(piece["text"] for piece in example["step"]["sentence"])
    page: dict[str, Any] = found
    return page | {"seen": seen, "example": example, "practise": [each["id"] for each in uses[:50]]}


def _example(key: str, uses: list[dict[str, Any]], fields: Mapping[str, Any], work: Work) -> dict[str, Any] | None:
    for each in uses:
        asked = {"puzzle": each["puzzle"], "genre": each["genre"], "voice": fields.get("voice")}
        trace = explain(parse(each["puzzle"], genre=each["genre"]), limits=work.limits)
        number = next((n for n, step in enumerate(trace.steps) if step.technique == key), None)
        if number is not None:
            return {"id": each["id"], **asked, **step_at(asked, trace, number, work)}
    return None
