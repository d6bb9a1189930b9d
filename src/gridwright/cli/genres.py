"""gridwright genres: list the genres, or show one's rulebook and formats

Section: Rulebooks and techniques
"""

from __future__ import annotations

from typing import Any

import click

from ..genres import genre as genre_named
from ..genres import genres
from ..model import Genre
from .command import as_json as json_option
from .command import command as make_command
from .output import Report


@make_command(
    "genres",
    "List the genres, or show the rulebook, clues, formats and examples of some.",
    ("gridwright genres", "gridwright genres sudoku", "gridwright genres queens --json"),
)
@click.argument("names", nargs=-1, metavar="[GENRE]...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> int:
    report = Report(as_json)
    chosen = [genre_named(name) for name in names]
    if as_json:
        for each in chosen or genres().values():
            report.report("genres", **_fields(each))
    elif chosen:
        report.line("\n\n".join(map(_page, chosen)))
    else:
        rows = [("genre", "title", "also called", "sizes", "formats")]
        rows += [
            (g.key, g.title, ", ".join(g.aliases), g.sizes, ", ".join(form.key for form in g.formats))
            for g in genres().values()
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            report.line("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())
    return report.code


def _fields(each: Genre) -> dict[str, Any]:
    return {
        "key": each.key,
        "title": each.title,
        "aliases": list(each.aliases),
        "sizes": each.sizes,
        "rulebook": each.rulebook.strip(),
        "clues": {kind.key: kind.meaning for kind in each.clues},
        "symmetry": list(each.symmetry.describe()),
        "formats": [{"key": form.key, "title": form.title, "one_line": form.one_line} for form in each.formats],
        "examples": [
            {"text": example.text.strip("\n"), "solutions": example.solutions, "shows": example.shows}
            for example in each.examples
        ],
    }


def _page(each: Genre) -> str:
    fields = _fields(each)
    parts = [f"{fields['rulebook']}\n\nKey: {each.key}\nSizes: {each.sizes}"]
    if each.clues:
        parts.append("Clues besides givens:\n" + _list(fields["clues"]))
    parts.append("Copies of each other by:\n" + "\n".join(f"  {line}" for line in fields["symmetry"]))
    parts.append("Formats:\n" + _list({form.key: form.title for form in each.formats}))
    parts.append("Examples:")
    for example in fields["examples"]:
        text = "\n".join(f"    {line}" for line in example["text"].splitlines())
        parts.append(f"  {example['shows']} (solutions: {example['solutions']})\n{text}")
    return "\n\n".join(parts)


def _list(entries: dict[str, str]) -> str:
    width = max(map(len, entries))
    return "\n".join(f"  {key:{width}}  {meaning}" for key, meaning in entries.items())
