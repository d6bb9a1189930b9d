"""gridwright corpus import"""

from __future__ import annotations

import click

from ..command import command as make_command
from ..input import STDIN
from ..loop import PuzzleLoop
from ..names import FORMAT, GENRE, PUZZLE
from . import folder as folder_argument
from .add import added, adds, noted, source_name


@make_command(
    "import",
    "Add the puzzles of files in any format that is read, each with its file (or --source) and line.\n\n"
    "Copies of puzzles that the corpus has, however disguised, are left out; nothing is solved or graded (corpus grade "
    "does that). Exit code: 0 done, 2 misuse or a bad line.",
    (
        "gridwright corpus import pool list.sdm --genre sudoku",
        "gridwright corpus import pool puzzles.txt --source 'a blog' --note 'CC BY 4.0'",
        "gridwright corpus import pool list.sdm.gz --genre sudoku --keep-copies",
    ),
)
@folder_argument
@click.argument("files", nargs=-1, metavar="[FILE|-]...", type=PUZZLE)
@click.option("--genre", type=GENRE, help="The genre of the puzzles; guessed where the text is plain.")
@click.option("--format", "form", type=FORMAT, help="The format they are in; guessed where it is plain.")
@adds
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def command(
    folder: str, files: tuple[str, ...], genre: str | None, form: str | None, source: str | None, as_json: bool,
    keep_copies: bool, pack: bool, note: str | None,
) -> int:  # fmt: skip
    only = files[0] if len(files) == 1 else STDIN
    return added(
        folder, PuzzleLoop(files, genre, form, as_json), "importing", keep_copies, pack,
        lambda item, entry: noted(entry, source or source_name(item.file or only), item.line, note),
    )  # fmt: skip
