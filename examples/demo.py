"""The loop, small: solve, check, convert and draw a puzzle of every genre; then make one, grade it and explain it.

Run it with `make demo`; it takes a few seconds and leaves pictures in `demo/`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

import gridwright as gw
from gridwright.drawing import Highlight, svg, text
from gridwright.genres import genres
from gridwright.model import Answer, MissingExtra
from gridwright.solving import ENGINES

PICTURES = Path(__file__).resolve().parents[1] / "demo"
WIDTH = 100
COLOUR = sys.stdout.isatty()
STORY = 8  # lines of a walkthrough that are shown
PATIENCE = 2.0  # seconds that an engine gets for a puzzle


def main() -> None:
    """Every genre of the registry, one after the other; then the pictures."""
    unlike = 0
    for genre in genres().values():
        print(f"\n━━ {genre.title} {'━' * (WIDTH - 4 - len(genre.title))}\n")
        example = next(each for each in genre.examples if each.solutions == 1)
        puzzle = gw.parse(example.text, genre=genre)
        show(puzzle)
        unlike += solve(genre, puzzle)
        check(genre)
        convert(puzzle)
        make(genre)
    print(f"\nPictures of every example: {draw()}")
    if unlike:
        sys.exit(f"The engines do not agree on {unlike} puzzles.")


def show(puzzle: gw.Puzzle) -> None:
    """The puzzle and its solution, side by side."""
    boards = text(puzzle, colour=COLOUR), text(puzzle, puzzle.solve().solutions[0], colour=COLOUR)
    plain = text(puzzle).splitlines()
    for left, right, bare in zip_longest(*(board.splitlines() for board in boards), plain, fillvalue=""):
        print(f"  {left}{' ' * (max(map(len, plain)) - len(bare))}    {right}")


def solve(genre: gw.Genre, puzzle: gw.Puzzle) -> int:
    """Ask every engine about the puzzle, then about all examples; count the examples on which two engines differ."""
    print("\n  Solve")
    for engine in ENGINES:
        answer = ask(puzzle, engine)
        if isinstance(answer, Answer):
            took = f"{answer.nodes:>7,} nodes {1000 * answer.seconds:>9.2f} ms"
            print(f"    {engine:<8}{answer.status.value:<9}{took}")
        else:
            print(f"    {engine:<8}{answer}")
    unlike = 0
    for example in genre.examples:
        answers = [ask(gw.parse(example.text, genre=genre), engine, limit=20) for engine in ENGINES]
        counts = {answer.count for answer in answers if isinstance(answer, Answer) and answer.status != "unknown"}
        unlike += counts != {example.solutions}
    n = len(genre.examples)
    print(f"    On {n - unlike} of {n} examples all engines count the same solutions, as many as the genre says.")
    return unlike


def ask(puzzle: gw.Puzzle, engine: str, limit: int = 2) -> Answer | str:
    """The engine's answer, or why there is none."""
    try:
        return gw.solve(puzzle, engine=engine, limit=limit, limits=gw.Limits(seconds=PATIENCE))
    except MissingExtra as reason:
        return str(reason)


def check(genre: gw.Genre) -> None:
    """A board that breaks a rule, and what `check` says about it."""
    puzzles = [(gw.parse(each.puzzle, genre=genre), each.board) for each in genre.broken]
    boards = [(puzzle, puzzle.read_board(board, filled=True)) for puzzle, board in puzzles]
    puzzle, board = min(boards, key=lambda pair: len(gw.check(*pair)))
    breaks = gw.check(puzzle, board)
    wrong = tuple(x for each in breaks for x in each.variables)
    print("\n  Check a filled board")
    for line in text(puzzle, board, highlights=[Highlight(wrong, "wrong")], colour=COLOUR).splitlines():
        print(f"    {line}")
    for each in breaks[:3]:
        print(f"    ✗ {each.sentence(puzzle)}")


def convert(puzzle: gw.Puzzle) -> None:
    """The puzzle in every format that has words for it."""
    print("\n  Convert")
    for form in puzzle.genre.formats:
        try:
            lines = puzzle.text(form.key).splitlines()
        except gw.CannotSay as reason:
            lines = [f"({reason})"]
        more = f" … and {len(lines) - 1} more lines" if len(lines) > 1 else ""
        room = WIDTH - 19 - len(more)
        first = lines[0] if len(lines[0]) <= room else lines[0][: room - 1] + "…"
        print(f"    {form.key:<15}{first}{more}")


def make(genre: gw.Genre) -> None:
    """A new puzzle, how hard it is and how its solution begins; of a genre that is not made, an example."""
    if genre.maker is None:
        example = gw.parse(next(each.text for each in genre.examples if each.solutions == 1), genre=genre)
        found = gw.grade(example)
        print(f"\n  Grade and explain\n    {found.tier} ({found.scale}), hardest step: {found.hardest}.")
        for line in fill(gw.tell(gw.explain(example), "teacher"))[:STORY]:
            print(f"    {line}")
        return
    print("\n  Generate, grade and explain")
    outcome = gw.generate(genre.key, seed="demo")
    grade = outcome.grade
    if outcome.puzzle is None or grade is None:
        print(f"    {outcome.sentence()}")
        return
    story = fill(gw.tell(gw.explain(outcome.puzzle), "teacher"))
    print(f"    {outcome.recipe}")
    for line in text(outcome.puzzle, colour=COLOUR).splitlines():
        print(f"    {line}")
    print(f"    One solution, says {outcome.verified}; {grade.tier} ({grade.scale}), hardest step: {grade.hardest}.")
    for line in [*story[:STORY], *([f"… and {len(story) - STORY} more lines"] if len(story) > STORY else [])]:
        print(f"    {line}")


def fill(story: str) -> list[str]:
    """A story in lines of the page's width."""
    return [line for told in story.splitlines() for line in wrap(told, WIDTH - 4, subsequent_indent="   ")]


def draw() -> Path:
    """Write a picture of every example and its solution, and a page that shows them all."""
    PICTURES.mkdir(exist_ok=True)
    page = PICTURES / "index.html"
    page.write_text("\n".join(_page()) + "\n", encoding="utf-8")
    return page


def _page() -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Gridwright: every example</title>'
    yield '<meta name="viewport" content="width=device-width">'
    yield (
        "<style>body{font:16px/1.5 system-ui,sans-serif;color:#1a2230;max-width:72rem;margin:2rem auto;padding:0 1rem}"
        "section{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0}img{width:15rem;margin-right:.5rem}"
        "figcaption{color:#5b6573}p{white-space:pre-line}</style>"
    )
    yield "<h1>Gridwright</h1>"
    for key, genre in genres().items():
        rulebook = genre.rulebook.partition("\n\n")[2].strip()
        yield f"<h2>{escape(genre.title)}</h2>\n<p>{escape(rulebook)}</p>\n<section>"
        for number, example in enumerate(genre.examples, start=1):
            puzzle = gw.parse(example.text, genre=genre)
            pictures = {f"{key}-{number}.svg": svg(puzzle)}
            solutions = puzzle.solve().solutions
            if len(solutions) == 1:
                pictures[f"{key}-{number}-solved.svg"] = svg(puzzle, solutions[0])
            elif solutions:
                first, second = solutions
                lit = [Highlight(tuple(x for x in range(len(first)) if first[x] != second[x]))]
                pictures[f"{key}-{number}-differ.svg"] = svg(puzzle, solutions[0], highlights=lit)
            yield "<figure>"
            for name, picture in pictures.items():
                (PICTURES / name).write_text(picture, encoding="utf-8")
                yield f'<img src="{name}" alt="{escape(genre.title)}: {escape(example.shows)}">'
            several = " (highlighted: where two solutions differ)" if len(solutions) > 1 else ""
            yield f"<figcaption>{escape(example.shows)}{several}</figcaption>\n</figure>"
        yield "</section>"
    yield "</html>"


if __name__ == "__main__":
    main()
