"""gridwright genres: list the genres, or show one's rulebook, variants, tiers, techniques and formats

Section: Rulebooks and techniques
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import click

from ..documents.listing import genre_listing
from ..genres import genre as genre_named
from ..genres import genres
from ..model import Genre
from .command import WIDTH
from .command import as_json as json_option
from .command import command as make_command
from .names import GENRE
from .output import Report


@make_command(
    "genres",
    "List the genres, or show of some the rulebook, sizes, variants, scales with tiers and techniques (the easiest "
    "first), clues, formats and examples.",
    ("gridwright genres", "gridwright genres sudoku", "gridwright genres queens --json"),
)
@click.argument("names", nargs=-1, metavar="[GENRE]...", type=GENRE)
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
    from ..corpus.shipped import shipped_corpus  # the list of genres goes without

    return genre_listing(each, shipped_corpus(each.key))


def _page(each: Genre) -> str:
    fields = _fields(each)
    made = f"\nMade here with: {_ranges(fields['made'])} rows" if fields["made"] else ""
    parts = [f"{fields['rulebook']}\n\nKey: {each.key}\nSizes: {each.sizes}{made}"]
    if fields["shipped"]:
        parts[0] += f"\nPuzzles that are shipped: {fields['shipped']}, wherever a command takes a corpus"
    if fields["variants"]:
        parts.append("Variants, for `generate --variant`:\n" + _list(fields["variants"]))
    for name, tiers in fields["scales"].items():
        added = {tier: ", ".join(names) or "what these do not finish" for tier, names in tiers.items()}
        parts.append(f"Tiers of the scale {name}, easiest first, with the techniques that each adds:\n" + _list(added))
    if each.clues:
        parts.append("Clues besides givens:\n" + _list(fields["clues"]))
    parts.append("Copies of each other by:\n" + "\n".join(f"  {line}" for line in fields["symmetry"]))
    parts.append("Formats:\n" + _list({form.key: form.title for form in each.formats}))
    parts.append("Examples:")
    for example in fields["examples"]:
        text = "\n".join(f"    {line}" for line in example["text"].splitlines())
        parts.append(f"  {example['shows']} (solutions: {example['solutions']})\n{text}")
    return "\n\n".join(parts)


def _ranges(numbers: list[int]) -> str:
    """Numbers, runs of them as first to last.

    >>> _ranges([3, 4, 5, 6, 8, 9])
    '3 to 6, 8, 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _list(entries: dict[str, str]) -> str:
    width = max(map(len, entries))
    lines = []
    for key, meaning in entries.items():
        wrapped = wrap(meaning, max(40, WIDTH - width - 4), break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"  {key if i == 0 else '':{width}}  {line}".rstrip() for i, line in enumerate(wrapped)]
    return "\n".join(lines)
