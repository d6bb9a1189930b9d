"""What a corpus has, drawn: a row of four panels a genre, bars with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .statistics import Counts, GenreStatistics, Statistics

WIDTH, LINE, TOP, LEFT = 300, 18, 40, 130
MOST = 24
"""Bars of a panel; the rest is told as a number."""
FONT = 'font-family="sans-serif" font-size="12"'


def chart(statistics: Statistics) -> str:
    """The SVG picture of a corpus."""
    parts: list[str] = []
    top = 34
    for genre in statistics.genres:
        panels = _panels(genre, statistics.scale)
        title = f"{genre.genre}: {genre.puzzles:,} puzzle{'s' * (genre.puzzles != 1)}"
        parts.append(f'<text x="10" y="{top}" font-weight="bold" font-size="15">{escape(title)}</text>')
        for i, (name, counts) in enumerate(panels):
            parts += _panel(name, counts, i * WIDTH, top)
        top += TOP + LINE * max(min(len(counts), MOST + 1) for _, counts in panels) + 34
    width, height = WIDTH * 4, max(top - 20, 40)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join([f"{head} {FONT}>", f'<rect width="{width}" height="{height}" fill="#fff"/>', *parts, "</svg>\n"])


def _panels(genre: GenreStatistics, scale: str) -> list[tuple[str, Counts]]:
    return [
        ("size", genre.sizes), (f"tier on {scale}", genre.tiers), ("clues", genre.clues),
        ("puzzles that use a technique", genre.techniques),
    ]  # fmt: skip


def _panel(title: str, counts: Counts, left: int, top: int) -> Iterator[str]:
    yield f'<text x="{left + 10}" y="{top + 24}" fill="#555">{escape(title)}</text>'
    most = max((count for _, count in counts), default=1)
    for i, (name, count) in enumerate(counts[:MOST]):
        y, length = top + TOP + LINE * i, (WIDTH - LEFT - 70) * count / most
        yield f'<text x="{left + LEFT - 6}" y="{y + 11}" text-anchor="end">{escape(name)}</text>'
        yield f'<rect x="{left + LEFT}" y="{y}" width="{max(length, 1):.1f}" height="14" fill="#4a7fb5"/>'
        yield f'<text x="{left + LEFT + 5 + length:.1f}" y="{y + 11}" fill="#555">{count:,}</text>'
    if len(counts) > MOST:
        more = f"and {len(counts) - MOST} more"
        yield f'<text x="{left + LEFT}" y="{top + TOP + LINE * MOST + 11}" fill="#555">{more}</text>'
