"""Shares of puzzles that are solved, drawn as a line: by round, or by how many families were accepted."""

from __future__ import annotations

from collections.abc import Sequence


def plot(
    shares: Sequence[float], level: float, title: str, *, labels: Sequence[str] = (), axis: str = "round",
    beside: str = "written by people",
) -> str:  # fmt: skip
    """Shares as a line, by round where there are no other labels, beside another share."""
    width, height, left, top = 480, 300, 50, 40
    across, down = width - left - 20, height - top - 40

    def at(n: int, value: float) -> tuple[float, float]:
        return left + across * n / max(len(shares) - 1, 1), top + down * (1 - value)

    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(n, value) for n, value in enumerate(shares)))
    height_of_level = at(0, level)[1]
    under = 14 if shares[-1] > level else -5  # where the line does not run
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22" font-weight="bold" font-size="14">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        y = at(0, tenth / 10)[1]
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + across}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{tenth * 10} %</text>')
    for n in range(len(shares)):
        x = at(n, 0)[0]
        label = labels[n] if labels else n
        parts.append(f'<text x="{x:.1f}" y="{top + down + 18}" text-anchor="middle" fill="#555">{label}</text>')
    parts += [
        f'<path d="M{left} {height_of_level:.1f} h{across}" stroke="#b55" stroke-dasharray="5 4"/>',
        f'<text x="{left + across}" y="{height_of_level + under:.1f}" text-anchor="end" fill="#b55">{beside}</text>',
        f'<polyline points="{points}" fill="none" stroke="#4a7fb5" stroke-width="2"/>',
        f'<text x="{left + across / 2}" y="{height - 6}" text-anchor="middle" fill="#555">{axis}</text>',
        "</svg>\n",
    ]
    return "\n".join(parts)
