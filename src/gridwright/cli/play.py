"""gridwright play: serve a page on which puzzles are played, explained and made

Section: Puzzles
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

import click

from ..documents import puzzle_text
from ..model import CannotSay, MissingExtra
from .command import command as make_command
from .input import Input
from .names import FORMAT, GENRE, PUZZLE
from .output import Report, complain

PORT = 8642


@make_command(
    "play",
    "Serve a page on which puzzles of every genre are played, with hints and reasons, and open it.\n\n"
    "The page is for this machine alone unless --host says otherwise. Ctrl-C ends it; games are kept in the browser. "
    "Exit code: 0 done, 2 misuse or a bad puzzle.",
    (
        "gridwright play",
        "gridwright play --genre sudoku 1...3..4..2....1",
        "gridwright play --port 8000 --no-browser",
        "gridwright play --export site",
    ),
)
@click.argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]", type=PUZZLE)
@click.option(
    "--genre",
    type=GENRE,
    help="The genre of the puzzle, guessed where the text is plain; the one to export.",
)
@click.option("--format", "form", type=FORMAT, help="The format it is in; guessed where it is plain.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 is any that is free."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--candidates", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR",
    help="Show the candidates that `gridwright discover` wrote there.",
)  # fmt: skip
@click.option(
    "--export", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Serve nothing: write a folder of static pages with shipped puzzles.",
)  # fmt: skip
@click.option(
    "--each", type=click.IntRange(1, 1000), default=5, show_default=True,
    help="With --export: so many puzzles of every genre and tier.",
)  # fmt: skip
def command(
    puzzle: str | None, genre: str | None, form: str | None, host: str, port: int, no_browser: bool,
    candidates: Path | None, folder: Path | None, each: int,
) -> int:  # fmt: skip
    report = Report()
    if folder is not None:
        if puzzle is not None:
            raise click.UsageError("--export writes shipped puzzles, none of your own", click.get_current_context())
        from ..server.export import export

        count = export(folder, each=each, genre=genre, tell=complain)
        report.line(f"{count:,} puzzles in {folder}: serve it with any file server")
        return report.code
    fragment = ""
    if puzzle is not None:
        given = Input((puzzle,), genre, form)
        if len(given) != 1:
            raise click.UsageError(f"one puzzle is opened, found {len(given)}", click.get_current_context())
        (item,) = given
        if item.error is not None:
            report.bad(item, item.error)
            return report.code
        text = puzzle_text(item.puzzle)
        if text is None:
            raise CannotSay("no one-line text for this puzzle, so no link opens it; paste it into the page")
        fragment = "#play?" + urlencode({"puzzle": text, "genre": item.puzzle.genre.key})
    for needed in ("fastapi", "uvicorn"):
        if find_spec(needed) is None:
            raise MissingExtra(needed, "play")
    from ..server.serving import serve
    from ..server.settings import Settings

    def tell(address: str) -> None:
        report.line(address)
        sys.stdout.flush()

    settings = Settings(candidates=str(candidates.resolve()) if candidates is not None else "")
    serve(host, port, fragment=fragment, browser=not no_browser, tell=tell, settings=settings)
    return report.code
