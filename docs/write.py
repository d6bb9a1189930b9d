"""Writes what the docs say from what the code declares: genre table, format page, command reference, tiers, pictures.

Run `make docs` after a change; a test holds that nothing is stale.
"""

from __future__ import annotations

import re
from pathlib import Path

from gridwright.cli import reference
from gridwright.genres import genres, parse
from gridwright.grade import explain, grade, scale
from gridwright.model import CannotSay, Genre, State
from gridwright.model.drawing import Highlight
from gridwright.narrate import sentences, tell
from gridwright.render import svg
from gridwright.rules.board import Board
from gridwright.rules.position import apply
from gridwright.solve.deduce import deduce, rung

ROOT = Path(__file__).resolve().parent.parent


def genre_table() -> str:
    rows = ["| genre | also called | sizes | formats |", "| --- | --- | --- | --- |"]
    for genre in genres().values():
        formats = ", ".join(form.key for form in genre.formats)
        rows.append(f"| `{genre.key}` {genre.title} | {', '.join(genre.aliases)} | {genre.sizes} | {formats} |")
    return "\n".join(rows)


def format_page() -> str:
    lines = [
        "# Text forms",
        "",
        "Read strictly, written canonically. `--format KEY` names one; without it it is guessed where there is no",
        "doubt. A puzzle's canonical text is the first one-line form of its genre that has words for it.",
    ]
    for genre in genres().values():
        lines += ["", f"## {genre.title}"]
        for form in genre.formats:
            about = (type(form).__doc__ or form.title).strip().splitlines()[0]
            lines += ["", f"### `{form.key}`: {form.title}", about]
            if example := _example(genre, form.key):
                lines += ["```", example, "```"]
    return "\n".join(lines) + "\n"


def _example(genre: Genre, key: str) -> str | None:
    for example in genre.examples:
        try:
            return parse(example.text, genre=genre).text(key)
        except CannotSay:
            continue
    return None


def boards() -> str:
    """Three boards side by side."""
    wanted = [("sudoku", "cages"), ("star-battle", "regions"), ("sudoku", "regions")]
    parts = []
    for i, (key, clue) in enumerate(wanted):
        unique = [parse(example.text, genre=key) for example in genres()[key].examples if example.solutions == 1]
        fitting = [puzzle for puzzle in unique if clue in puzzle.clues]
        puzzle = max(fitting, key=lambda p: len(p.grid))
        solution = puzzle.solve().solutions[0] if key == "star-battle" else None
        picture = svg(puzzle, solution)
        parts.append(
            re.sub(r"<svg\b([^>]*?) width=\"[^\"]*\" height=\"[^\"]*\"", r"<svg\1", picture, count=1).replace(
                "<svg", f'<svg x="{i * 320}" y="0" width="300" height="300"', 1
            )
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 300" width="940" height="300">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def step() -> str:
    """One explained step: what was seen, what follows, drawn on the pencil marks of that moment."""
    puzzle = parse(genres()["sudoku"].examples[0].text, genre="sudoku")
    trace = explain(puzzle)
    told = next(step for step in trace.steps if step.technique == "skyscraper")
    state = trace.start
    board = Board.of(puzzle)
    for earlier in trace.steps[: trace.steps.index(told)]:
        state = apply(board, state, earlier.conclusions)
    seen = {x for choice in told.choices for x in cells_of(board, state, choice)}
    gone = {conclusion.variable for conclusion in told.conclusions}
    highlights = [Highlight(tuple(sorted(seen)), "reason"), Highlight(tuple(sorted(gone)), "focus")]
    written = [mask.bit_length() - 1 if x in state.placed else None for x, mask in enumerate(state.masks)]
    return svg(puzzle, written, marks=state.masks, highlights=highlights)


def cells_of(board: Board, state: State, choice: int) -> set[int]:
    """The cells that a choice can still fall on."""
    candidates = map(board.pair, board.blueprint.choices[choice].candidates)
    return {x for x, value in candidates if state.masks[x] >> value & 1}


HARD_KEEN = "6:aa_9a__a_6a__a3_baa_b__b_a4,d2m8d3a7m6m40s1a8s3d2s1s2a9a5s1m36"
SGT_TIERS = (
    "The scale `sgt` gives the tiers of Simon Tatham's Portable Puzzle Collection: each tier runs from scratch with "
    "its own techniques, and the lowest that finishes is the grade. What is new in a tier (`gridwright technique "
    "NAME` shows a technique):"
)
SUMS = (
    "On the scale `standard`, people's arithmetic comes in as well: what cages leave of the total of the lines around "
    "them, inside (`innies`) or outside (`outies`), and whether that is odd or even (`parity`). A product or a "
    "difference counts where every way to fill it adds up to the same, or to odd or even numbers alone. Killers have "
    "these too. First steps of each:"
)
SUMMED = {
    "innies": ("keen", "4:__a_5aca3_a_,a7m3s1s2d2a9m4"),
    "outies": ("keen", "4:__a_5aca3_a_,a7m3s1s2d2a9m4"),
    "parity": ("keen", "4:_b_a_3a4_a__a,d2m6s2a9s2d2m4"),
    "two-line-innies": (
        "sudoku",
        "2x3ka:zj,_a_a_a_aa_a__b_aaab____a_____aaa__a__aaa,7_7a9_9b11b8c13b10_5a7c4b9a11_9a7c",
    ),
}
TIERS = {"keen": "Keen", "unequal": "Unequal", "towers": "Towers", "sudoku": "Solo"}


def tiers_page() -> str:
    """The ladders of the scale sgt, and a Hard board explained."""
    lines = [
        "# Keen and its family: tiers and a walkthrough",
        "",
        SGT_TIERS,
        "",
        "| game | tier | techniques beside those of the tier below |",
        "| --- | --- | --- |",
    ]
    for boards in scale("sgt").boards:
        below: set[str] = set()
        for tier in boards.tiers:
            own = list(dict.fromkeys(key for key, _ in tier.ladder))
            new = ", ".join(f"`{key}`" for key in own if key not in below)
            gone = ", ".join(f"`{key}`" for key in sorted(below - set(own)))
            lines.append(f"| {TIERS[boards.genres[0]]} | {tier.name} | {new}{f'; without {gone}' * bool(gone)} |")
            below = set(own)
        lines.append(f"| {TIERS[boards.genres[0]]} | {boards.beyond or scale('sgt').beyond} | search |")
    lines += ["", "## Sums, odd and even", "", SUMS, ""]
    for name, (genre, text) in SUMMED.items():
        [told] = sentences(deduce(parse(text, genre=genre), [rung(name)], limit=1))
        lines.append(f"- `{name}`, on `{text}`: {told}")
    puzzle = parse(HARD_KEEN, genre="keen")
    graded = grade(puzzle, "sgt")
    lines += [
        "",
        f"## A Keen of six rows, {graded.tier}",
        "",
        f"`gridwright explain --genre keen --voice teacher '{HARD_KEEN}'`",
        "",
        "```",
        puzzle.text("cages").rstrip(),
        "```",
        "",
        tell(explain(puzzle), "teacher"),
    ]
    return "\n".join(lines).rstrip() + "\n"


def pages() -> dict[Path, str]:
    """Every file that is written by tool, with what it should hold."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = f"<!-- genres: written by docs/write.py -->\n{genre_table()}\n<!-- /genres -->"
    return {
        ROOT / "README.md": re.sub(r"<!-- genres:.*?<!-- /genres -->", lambda _: table, readme, flags=re.S),
        ROOT / "docs/formats.md": format_page(),
        ROOT / "docs/cli.md": reference(),
        ROOT / "docs/tiers.md": tiers_page(),
        ROOT / "docs/pictures/boards.svg": boards(),
        ROOT / "docs/pictures/step.svg": step(),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
