"""gridwright techniques: list the techniques, with tier and reason

Section: Rulebooks and techniques
"""

from __future__ import annotations

import click

from ..genres import genre as genre_named
from ..genres import genres
from ..grading import scale as scale_named
from ..model import Genre
from ..rules.technique import Technique
from ..solving.audit import boards_of
from ..techniques import Catalogue
from .command import as_json as json_option
from .command import command as make_command
from .output import Report


@make_command(
    "techniques",
    "List the techniques: who speaks them, where the standard scale has them, why they hold.",
    ("gridwright techniques", "gridwright techniques --genre queens", "gridwright techniques --json"),
)
@click.option("--genre", metavar="GENRE", help="Only those that boards of this genre have the words for.")
@json_option
def command(genre: str | None, as_json: bool) -> int:
    report = Report(as_json)
    chosen = list(genres().values()) if genre is None else [genre_named(genre)]
    boards = {each.key: boards_of(each) for each in chosen}
    rows = [("technique", "genres", "tier", "holds")]
    for technique in Catalogue.standard().values():
        speakers = [g for g in chosen if any(map(technique.speaks, boards[g.key]))]
        if technique.proves_itself or not speakers:
            continue
        tiers = tiers_of(technique, speakers)
        names = [technique.name(size) for size in technique.sizes]
        if as_json:
            report.report(
                "techniques", key=technique.key, sizes=[size for size in technique.sizes if size is not None],
                called={str(size): name for size, name in technique.called}, assumes=technique.assumes,
                genres=[g.key for g in speakers], tiers=tiers, because=technique.because, holds=technique.holds,
            )  # fmt: skip
            continue
        said = technique.key if len(set(names)) == 1 else f"{technique.key}: {', '.join(names)}"
        keys = ", ".join(g.key for g in speakers)
        rows.append((said, keys, ", ".join(dict.fromkeys(tiers.values())) or "none", technique.holds))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in () if as_json else rows:
        report.line("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())
    return report.code


def tiers_of(technique: Technique, speakers: list[Genre]) -> dict[str, str]:
    """The tier of each size on the standard scale, by what the size is called; of the first genre that has it."""
    found: dict[str, str] = {}
    for genre in speakers:
        for tier in scale_named().tiers(boards_of(genre)[0]):
            for key, size in tier.ladder:
                if key == technique.key:
                    name = technique.name(size)
                    found.setdefault(name if name != key or size is None else f"{key}({size})", tier.name)
    return found
