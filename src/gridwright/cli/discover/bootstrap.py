"""gridwright discover bootstrap"""

from __future__ import annotations

from pathlib import Path

import click

from ...discovery.bootstrap import A_ROUND, ROUNDS, bootstrap
from ...genres import genre as genre_named
from ...model import GridwrightError
from ..command import command as make_command
from ..loop import PuzzleLoop
from ..names import FORMAT, GENRE, PUZZLE
from ..output import complain

PUZZLES = 200
"""Puzzles that are read, where nobody says otherwise."""


@make_command(
    "bootstrap",
    "Mine a catalogue from nothing but singles.\n\n"
    "Half of the puzzles, by a hash of their text, are mined in rounds: where the ladder ends, the drafts that give "
    "most positions a step are taken, if nothing speaks against them. The other half tells what that solves. DIR gets "
    "mined.rules and mined.toml (a scale: --scale DIR/mined.toml), rounds.md and rounds.svg. Exit code: 0 done, "
    "2 misuse or a bad line.",
    (
        "gridwright discover bootstrap queens --out mined",
        "gridwright discover bootstrap sudoku puzzles.txt --puzzles 400 --rounds 4 --out mined",
        "gridwright grade --scale mined/mined.toml --genre sudoku puzzles.txt",
    ),
)
@click.argument("genre", type=GENRE)
@click.argument("puzzles", nargs=-1, metavar="[CORPUS|FILE|-]...", type=PUZZLE)
@click.option("--out", "folder", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Where rules, scale, table and plot go.")  # fmt: skip
@click.option("--format", "form", type=FORMAT, help="The format they are in; guessed where it is plain.")
@click.option("--puzzles", "count", type=click.IntRange(2), default=PUZZLES, metavar="N",
              help=f"Puzzles of the list, from its beginning, at most; {PUZZLES} if left out.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 20), default=ROUNDS, metavar="N",
              help=f"Rounds; {ROUNDS} if left out.")  # fmt: skip
@click.option("--a-round", type=click.IntRange(1, 100), default=A_ROUND, metavar="N",
              help=f"Drafts that a round takes at most; {A_ROUND} if left out.")  # fmt: skip
@click.option("--seed", default="", metavar="TEXT", help="Another text splits the puzzles in another way.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def command(
    genre: str, puzzles: tuple[str, ...], folder: Path, form: str | None, count: int, rounds: int, a_round: int,
    seed: str, as_json: bool,
) -> int:  # fmt: skip
    key = genre_named(genre).key
    loop = PuzzleLoop(puzzles or (f"shipped:{key}",), key if puzzles else None, form, as_json)
    report, read = loop.report, list(loop.puzzles(count))
    found = bootstrap(read, rounds=rounds, a_round=a_round, seed=seed, progress=complain)
    try:
        found.write(folder)
    except OSError as error:
        raise GridwrightError(f"cannot write to {str(folder)!r}: {error.strerror}") from None
    if as_json:
        told = [{"taken": [draft.key for draft in each.taken], "mined_half": each.trained, "other_half": each.solved}
                for each in found.rounds]  # fmt: skip
        report.report(
            "bootstrap", genre=key, puzzles=list(found.puzzles), rounds=told, by_hand=found.by_hand,
            by_patterns=found.by_patterns, refused=dict(found.refused),
        )  # fmt: skip
    else:
        report.line(found.table.rstrip())
    return report.code
