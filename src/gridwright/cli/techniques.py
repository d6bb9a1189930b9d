"""gridwright techniques: list the techniques, with tier and reason

Section: Rulebooks and techniques
"""

from __future__ import annotations

import click

from ..documents.listing import technique_listing, tiers_of
from ..genres import genre as genre_named
from ..genres import genres
from ..solving.audit import boards_of
from ..techniques import Catalogue
from .command import as_json as json_option
from .command import command as make_command
from .names import GENRE
from .output import Report


@make_command(
    "techniques",
    "List the techniques: who speaks them, where the standard scale has them, why they hold.",
    ("gridwright techniques", "gridwright techniques --genre queens", "gridwright techniques --json"),
)
@click.option("--genre", type=GENRE, help="Only those that boards of this genre have the words for.")
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
        names = [technique.name(size) for size in technique.sizes]
        if as_json:
            report.report("techniques", **technique_listing(technique, speakers))
            continue
        said = technique.key if len(set(names)) == 1 else f"{technique.key}: {', '.join(names)}"
        keys = ", ".join(g.key for g in speakers)
        tiers = tiers_of(technique, speakers)
        rows.append((said, keys, ", ".join(dict.fromkeys(tiers.values())) or "none", technique.holds))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in () if as_json else rows:
        report.line("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())
    return report.code
