"""What minimal sudokus look like that are made where nothing is required: givens, tiers and techniques, as bars.

python examples/distribution.py [NUMBER]     prints them
python examples/distribution.py --docs       10,000, into docs/distribution.md and docs/pictures/distribution.svg
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from gridwright.generation import Recipe, generate_many
from gridwright.grading import grade, grade_many, scale

NUMBER = 10_000
WIDTH = 50
LEAST = 0.005
"""Shares below this are left out."""
DOCS = Path(__file__).resolve().parent.parent / "docs"
BLOCK = re.compile(r"(<!-- counts: written by examples/distribution.py -->\n).*?(<!-- /counts -->)", re.DOTALL)


@dataclass(frozen=True)
class Bars:
    """Counts with names, under a title."""

    title: str
    counts: list[tuple[str, int]]

    @property
    def most(self) -> int:
        """The longest bar."""
        return max(count for _, count in self.counts)

    def text(self) -> str:
        """A line for each count."""
        lines = (
            f"  {name:<20}{count:>7}  {'█' * round(WIDTH * count / self.most)}".rstrip() for name, count in self.counts
        )
        return "\n".join([self.title, *lines])


def measured(number: int) -> list[Bars]:
    """Sudokus made where nothing is required, counted three ways."""
    made = generate_many(Recipe("sudoku", seed="distribution"), number, check="none", with_grade=False)
    puzzles = [outcome.puzzle for outcome in made if outcome.puzzle is not None]
    by = scale("standard")
    grades = [found or grade(each) for found, each in zip(grade_many(puzzles, by), puzzles, strict=True)]
    names = [*(tier.name for tier in by.tiers(puzzles[0])), by.top(puzzles[0])]
    tiers = Counter(found.tier for found in grades)
    givens = Counter(len(each.givens) for each in puzzles)
    techniques = Counter(name for found in grades for name in found.techniques)
    counted = (
        ("givens", [(str(count), givens[count]) for count in sorted(givens)]),
        (f"tier on {by.key}", [(name, tiers[name]) for name in names]),
        ("puzzles whose trace uses a technique", techniques.most_common()),
    )
    return [Bars(title, [each for each in counts if each[1] >= LEAST * number]) for title, counts in counted]


def picture(all_bars: list[Bars]) -> str:
    """The bars as SVG: two panels on the left, the long one on the right."""
    first, second, third = all_bars
    below = 40 + 18 * len(first.counts) + 20
    height = max(below + 40 + 18 * len(second.counts), 40 + 18 * len(third.counts)) + 10
    panels = [*_panel(first, 0, 0), *_panel(second, 0, below), *_panel(third, 420, 0)]
    size = f'viewBox="0 0 840 {height}" width="840" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    return "\n".join([head, f'<rect width="840" height="{height}" fill="#fff"/>', *panels, "</svg>\n"])


def _panel(bars: Bars, left: int, top: int) -> list[str]:
    parts = [f'<text x="{left + 10}" y="{top + 24}" font-weight="bold">{bars.title}</text>']
    for i, (name, count) in enumerate(bars.counts):
        y, width = top + 40 + 18 * i, 190 * count / bars.most
        parts.append(f'<text x="{left + 140}" y="{y + 11}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{left + 146}" y="{y}" width="{width:.1f}" height="14" fill="#4a7fb5"/>')
        parts.append(f'<text x="{left + 150 + width:.1f}" y="{y + 11}" fill="#555">{count:,}</text>')
    return parts


def pages(all_bars: list[Bars]) -> dict[Path, str]:
    """What the docs say of them."""
    page = DOCS / "distribution.md"
    block = "\n\n".join(bars.text() for bars in all_bars)
    text, places = BLOCK.subn(
        lambda match: f"{match[1]}```\n{block}\n```\n{match[2]}", page.read_text(encoding="utf-8")
    )
    assert places == 1, "the page has lost its place for the counts"
    return {page: text, DOCS / "pictures" / "distribution.svg": picture(all_bars)}


def main(arguments: list[str]) -> None:
    if arguments == ["--docs"]:
        for path, text in pages(measured(NUMBER)).items():
            path.write_text(text, encoding="utf-8")
        return
    for bars in measured(int(arguments[0]) if arguments else NUMBER):
        print(f"{bars.text()}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
