"""What a corpus has, drawn: for each genre bars for sizes and tiers, clues and techniques, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil

from .statistics import GenreStatistics, NamedCounts, Statistics

LINE, BAR, CHARACTER = 18, 150, 7
"""Pixels: from one bar to the next, the longest bar, and a character of a name."""
NUMBER, GAP, MARGIN = 60, 30, 16
"""Pixels: for the number behind a bar, between two columns, and around all."""
HEAD, TITLE = 34, 26
"""Pixels that the name of a genre, and the title of a panel, take."""
MOST = 24
"""Bars of a panel: of clues several numbers share one, of anything else the rest is told as a number."""
FONT = 'font-family="sans-serif" font-size="12"'
INK, QUIET, COLOUR, RULE = "#222", "#666", "#4a7fb5", "#ddd"

Panel = tuple[str, NamedCounts]


def chart(statistics: Statistics) -> str:
    """The SVG picture of a corpus."""
    rows = [_columns(genre, statistics.scale) for genre in statistics.genres]
    wide = [max((len(name) for row in rows for _, counts in row[i] for name, _ in counts), default=0) for i in range(3)]
    labels = [CHARACTER * each + 6 for each in wide]
    lefts = [MARGIN + sum(labels[:i]) + i * (BAR + NUMBER + GAP) for i in range(3)]
    width = lefts[2] + labels[2] + BAR + NUMBER + MARGIN
    parts: list[str] = []
    top = MARGIN
    for genre, row in zip(statistics.genres, rows, strict=True):
        if genre is not statistics.genres[0]:
            parts.append(f'<path d="M{MARGIN} {top}H{width - MARGIN}" stroke="{RULE}"/>')
        title = f"{genre.genre}: {genre.puzzles:,} puzzle{'s' * (genre.puzzles != 1)}"
        parts.append(f'<text x="{MARGIN}" y="{top + 24}" font-weight="bold" font-size="15">{escape(title)}</text>')
        bottom = top
        for column, left, label in zip(row, lefts, labels, strict=True):
            at = top + HEAD
            for panel in column:
                parts += _panel(panel, left, label, at)
                at += TITLE + LINE * min(len(panel[1]), MOST + 1) + 14
            bottom = max(bottom, at)
        top = bottom + 10
    height = top if parts else 2 * MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([f'{head} {FONT} fill="{INK}">', ground, *parts, "</svg>\n"])


def _columns(genre: GenreStatistics, scale: str) -> tuple[list[Panel], list[Panel], list[Panel]]:
    """Sizes over tiers, clues where there are any, techniques."""
    clues = [("clues", binned(genre.clues))] if any(name != "0" for name, _ in genre.clues) else []
    techniques = [("puzzles that use a technique", genre.techniques)] if genre.techniques else []
    return [("size", genre.sizes), (f"tier on {scale}", genre.tiers)], clues, techniques


def binned(counts: NamedCounts) -> NamedCounts:
    """Numbers with their counts, as many neighbours together as it takes to have no more than MOST.

    >>> binned((("3", 1), ("4", 2)))
    (('3', 1), ('4', 2))
    >>> binned(tuple((str(n), 1) for n in range(10, 60)))[:2]
    (('10–12', 3), ('13–15', 3))
    """
    numbers = {int(name): count for name, count in counts}
    least, most = min(numbers), max(numbers)
    step = ceil((most - least + 1) / MOST)
    if len(counts) <= MOST or step == 1:
        return counts
    starts = range(least, most + 1, step)
    return tuple(
        (f"{start}–{start + step - 1}", sum(numbers.get(n, 0) for n in range(start, start + step))) for start in starts
    )


def _panel(panel: Panel, left: int, label: int, top: int) -> Iterator[str]:
    title, counts = panel
    bars = left + label
    yield f'<text x="{bars}" y="{top + 14}" fill="{QUIET}">{escape(title)}</text>'
    longest = max((count for _, count in counts), default=1)
    for i, (name, count) in enumerate(counts[:MOST]):
        y, length = top + TITLE + LINE * i, BAR * count / longest
        yield f'<text x="{bars - 6}" y="{y + 11}" text-anchor="end">{escape(name)}</text>'
        yield f'<rect x="{bars}" y="{y}" width="{max(length, 1):.1f}" height="14" fill="{COLOUR}"/>'
        yield f'<text x="{bars + 5 + length:.1f}" y="{y + 11}" fill="{QUIET}">{count:,}</text>'
    if len(counts) > MOST:
        y = top + TITLE + LINE * MOST + 11
        yield f'<text x="{bars}" y="{y}" fill="{QUIET}">and {len(counts) - MOST} more</text>'
