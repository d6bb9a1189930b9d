"""Answers about what there is: genres, voices, the puzzles that are shipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...corpus import Corpus
from ...corpus.shipped import shipped_genres
from ...documents.listing import genre_listing
from ...drawing import draw
from ...drawing.layers import layers
from ...genres import genre as genre_named
from ...genres import genres as all_genres
from ...genres import parse
from ...grading import scale as scale_named
from ...model import Genre, State, UnknownName
from ...narration import Voice
from ...narration.rulebook import rulebook
from ...narration.voice import voices as all_voices
from ...rules.technique import Sized
from ...techniques import Catalogue
from .asked import Work, voice_of

STANDARD = "standard"


def genres(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """Every genre: rules, sizes, variants, tiers with the techniques that each adds, examples; names of techniques."""
    voice, keys = voice_of(fields), fields.get("keys")
    listed = []
    for each in all_genres().values():
        if keys is not None and each.key not in keys:
            continue
        found = _genre(each)
        tiers = [tier | {"title": voice.tiers.get(tier["name"], tier["name"])} for tier in found["tiers"]]
        listed.append(found | {"title": voice.heading(each), "rulebook": rulebook(voice, each), "tiers": tiers})
    return {"genres": listed, "names": names_of(voice)}


def names_of(voice: Voice) -> dict[str, str]:
    """What each technique is called that a tier of some genre names; sizes that are called alike have their number."""
    rungs = {name: sized(name) for genre in all_genres() for name in ladder(genre)}
    said = {name: voice.name(name, technique.key) for name, (technique, _) in rungs.items()}
    alike = Counter((technique.key, said[name]) for name, (technique, _) in rungs.items())
    return {
        name: f"{said[name]} ({size})" if alike[technique.key, said[name]] > 1 else said[name]
        for name, (technique, size) in rungs.items()
    }


def sized(name: str) -> Sized:
    """A technique by what people call a size of it."""
    technique = Catalogue.standard()[Catalogue.standard().rung(name)[0]]
    return technique, next(size for size in technique.sizes if technique.name(size) == name)


def ladder(genre: str) -> dict[str, str]:
    """The techniques of a genre by name, the easiest first, each with its tier."""
    return {name: tier["name"] for tier in _genre(all_genres()[genre])["tiers"] for name in tier["techniques"]}


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
        for genre in genres_shipped(fields.get("genre"))
        for each in shipped(genre)
        if all(each[name] == value for name, value in wanted.items())
        and (technique is None or technique in each["techniques"])
    ]
    first, count = fields.get("first") or 0, fields.get("count") or 50
    return {"total": len(found), "puzzles": found[first : first + count]}


def genres_shipped(name: str | None = None) -> list[str]:
    """The genres of which puzzles are shipped: all, or the one of that name if it is among them."""
    there = [key for key in shipped_genres() if key in all_genres()]
    if name is None:
        return there
    key = genre_named(name).key
    return [key] if key in there else []


def entry(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """One of the shipped puzzles by its id."""
    genre, number = genre_named(fields["genre"]).key, fields["number"]
    listed = {each["id"]: each for key in genres_shipped(genre) for each in shipped(key)}
    if (wanted := f"{genre}/{number}") not in listed:
        raise UnknownName("shipped puzzle", wanted, [f"{genre}/1 to {genre}/{len(listed)}"] if listed else [])
    return listed[wanted]
