"""What there is: genres with their tiers and formats, techniques with their tiers and reasons, as plain data."""

from __future__ import annotations

from typing import Any

from ..model import Genre
from ..rules.technique import Technique


def genre_listing(each: Genre, shipped: str | None = None) -> dict[str, Any]:
    """Return the data of a genre. `shipped` is the name of the corpus of its puzzles, if one comes with gridwright."""
    return {
        "key": each.key,
        "title": each.title,
        "aliases": list(each.aliases),
        "sizes": each.sizes,
        "made": [] if each.maker is None else list(each.maker.sizes),
        "shipped": shipped,
        "variants": {} if each.maker is None else dict(each.maker.variants),
        "scales": tiers_of_scales(each),
        "rulebook": each.rulebook.strip(),
        "clues": {kind.key: kind.meaning for kind in each.clues},
        "symmetry": list(each.symmetry.describe()),
        "formats": [{"key": form.key, "title": form.title, "one_line": form.one_line} for form in each.formats],
        "examples": [
            {"text": example.text.strip("\n"), "solutions": example.solutions, "shows": example.shows}
            for example in each.examples
        ],
    }


def tiers_of_scales(each: Genre) -> dict[str, dict[str, list[str]]]:
    """The tiers of each scale that judges such puzzles, easiest first, each with the techniques that it adds."""
    from ..grading import scale, scales
    from ..solving.audit import boards_of

    boards = boards_of(each)
    found: dict[str, dict[str, list[str]]] = {}
    for by in map(scale, scales()):
        judged = [board for board in boards if by.judges(board)]
        if not judged:
            continue
        tiers: dict[str, list[str]] = {}
        below: set[str] = set()
        for tier in by.tiers(judged[0]):
            spoken = [(by.catalogue[key], size) for key, size in tier.ladder]
            names = [rule.name(size) for rule, size in spoken if any(map(rule.speaks, judged))]
            tiers[tier.name] = [name for name in dict.fromkeys(names) if name not in below]
            below.update(names)
        found[by.name] = {**tiers, by.top(judged[0]): []}
    return found


def technique_listing(technique: Technique, speakers: list[Genre]) -> dict[str, Any]:
    """What there is to say of a technique that these genres have the words for, as data."""
    return {
        "key": technique.key,
        "sizes": [size for size in technique.sizes if size is not None],
        "called": {str(size): name for size, name in technique.called},
        "assumes": technique.assumes,
        "genres": [genre.key for genre in speakers],
        "tiers": tiers_of(technique, speakers),
        "because": technique.because,
        "holds": technique.holds,
    }


def tiers_of(technique: Technique, speakers: list[Genre]) -> dict[str, str]:
    """The tier of each size on the standard scale, by what the size is called; of the first genre that has it."""
    from ..grading import scale as scale_named
    from ..solving.audit import boards_of

    found: dict[str, str] = {}
    for genre in speakers:
        for tier in scale_named().tiers(boards_of(genre)[0]):
            for key, size in tier.ladder:
                if key == technique.key:
                    name = technique.name(size)
                    found.setdefault(name if name != key or size is None else f"{key}({size})", tier.name)
    return found
