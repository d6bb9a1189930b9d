"""What the commands print: results on stdout, talk on stderr, and the exit code that follows from both."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from ..model import (
    Answer,
    CannotSay,
    CorpusError,
    GridwrightError,
    MissingExtra,
    Puzzle,
    PuzzleError,
    TextError,
    UnknownName,
)  # fmt: skip
from .input import Item


def robust_streams() -> None:
    """A sign that the terminal's encoding lacks is printed as its number; a stream that was closed goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def complain(sentence: str, hint: str | None = None) -> None:
    """A sentence on stderr, and what to type next."""
    with suppress(OSError):  # nobody is there to be told
        print(sentence, file=sys.stderr)
        if hint:
            print(f"hint: {hint}", file=sys.stderr)


_LISTS = {
    "genre": "gridwright genres lists them with their other names",
    "format": "gridwright genres KEY, such as `gridwright genres sudoku`, lists the formats of a genre",
    "technique": "gridwright techniques lists them",
    "command": "gridwright --help",
    "part": "gridwright corpus --help",
    "scale": "gridwright genres KEY lists the scales of a genre; a file of your own is named by its path, ./mine.toml",
    "voice": "a file of your own is named by its path, ./mine.toml",
}
"""Where the names of a kind are listed, by the first word of what an unknown name was to be."""


def hint_for(error: Exception, genre: str | None = None) -> str:
    """What helps with an error, where the genre may be known."""
    from ..rules.plan import CannotCompile  # few need help, and every start would pay for it

    sentence = str(error)
    if isinstance(error, MissingExtra):
        return "gridwright doctor"
    if isinstance(error, CorpusError):
        return "gridwright corpus --help"
    if sentence.startswith("DuckDB says"):
        return "gridwright corpus query --help names the columns"
    if isinstance(error, CannotCompile):
        return "gridwright technique NAME --plan --rules FILE shows what a rule costs on the largest board of a genre"
    if "--parts" in sentence or sentence.startswith("no cluster"):
        return "docs/scale.md says how long work is cut into parts, and how a cluster is started"
    if sentence.startswith(("no setting", "setting ")):
        return "with GRIDWRIGHT_CONFIG= before the command it goes without settings"
    if isinstance(error, UnknownName):
        first = sentence.split()[1]
        if first in ("tier", "variant") or (first == "format" and genre):
            genre = genre or sentence.split()[3]
            return f"gridwright genres {genre} lists its variants, scales with their tiers, and formats"
        if first in _LISTS:
            return _LISTS[first]
    elif isinstance(error, TextError) and "name the genre" in sentence:
        return "add --genre, such as --genre sudoku; `gridwright genres` lists them"
    elif isinstance(error, TextError) and "not here yet" in sentence:
        return "gridwright genres lists what is here"
    elif isinstance(error, PuzzleError) and sentence.startswith("the givens clash"):
        return "gridwright show draws the board as it was read"
    elif sentence.startswith(("no such file", "cannot read", "cannot unpack", "expected a file")):
        return "a puzzle may also be typed as it is, or piped in with -"
    if genre is not None and isinstance(error, PuzzleError | CannotSay):
        return f"gridwright genres {genre} shows its formats with examples"
    return "gridwright genres KEY, such as `gridwright genres sudoku`, shows the formats with examples"


def coloured() -> bool:
    """May stdout be coloured? Only on a terminal, and not where NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def cell_names(puzzle: Puzzle, variables: tuple[int, ...]) -> list[str]:
    """What people call these variables."""
    return [puzzle.variables[x].name for x in variables]


class Report:
    """The lines of one command, and its exit code."""

    def __init__(self, as_json: bool = False, form: str | None = None) -> None:
        self.as_json, self.form = as_json, form
        self.code = 0
        self._hinted: set[str] = set()
        plain = "utf" not in (sys.stdout.encoding or "").lower()
        self._spell = json.JSONEncoder(ensure_ascii=plain).encode
        self._quote = json.encoder.encode_basestring_ascii if plain else json.encoder.encode_basestring

    def line(self, text: str) -> None:
        """A line for people."""
        sys.stdout.write(text + "\n")

    def document(self, value: Any, puzzle: Puzzle | None = None, **notes: Any) -> None:
        """A line for programs: the document of a value."""
        if isinstance(value, Answer) and puzzle is not None and self.form is None and not notes:
            line = self._answer_line(value, puzzle, self._quote)
            if line is not None:
                sys.stdout.write(line + "\n")
                return
        self._print(self._to_dict(value, puzzle, form=self.form, **notes))

    def grade(self, grade: Any, puzzle: Puzzle, seconds: float | None) -> None:
        """A line for programs: the document of a grade."""
        line = self._grade_line(grade, puzzle, seconds, self._quote) if self.form is None else None
        if line is not None:
            sys.stdout.write(line + "\n")
        else:
            self.document(grade, puzzle, **({} if seconds is None else {"seconds": seconds}))

    def generated(self, made: Any) -> None:
        """A line for programs: the document of what was made."""
        line = self._generated_line(made, self._quote) if self.form is None else None
        if line is not None:
            sys.stdout.write(line + "\n")
        else:
            self.document(made)

    @cached_property
    def _generated_line(self) -> Callable[..., str | None]:
        """Loaded where what was made is printed."""
        from ..documents.generated import generated_line

        return generated_line

    @cached_property
    def _grade_line(self) -> Callable[..., str | None]:
        """Loaded where a grade is printed."""
        from ..documents.grades import grade_line

        return grade_line

    @cached_property
    def _answer_line(self) -> Callable[..., str | None]:
        """Loaded where an answer is printed."""
        from ..documents.puzzles import answer_line

        return answer_line

    @cached_property
    def _to_dict(self) -> Callable[..., dict[str, Any]]:
        """Loaded where a document is printed."""
        from ..documents import to_dict

        return to_dict

    def report(self, kind: str, puzzle: Puzzle | None = None, **fields: Any) -> None:
        """A line for programs that no type holds."""
        from ..documents import report

        self._print(report(kind, puzzle, self.form, **fields))

    def _print(self, document: dict[str, Any]) -> None:
        sys.stdout.write(self._spell(document) + "\n")

    def cut_short(self, sentence: str, item: Item | None = None) -> None:
        """An answer is not all that it could have been: say so, but not among what programs read."""
        self.no()
        sys.stdout.flush()
        complain(sentence if item is None or item.alone else f"line {item.line}: {sentence}")

    def no(self) -> None:
        """Some answer is no."""
        self.code = max(self.code, 1)

    def bad(self, item: Item, problem: GridwrightError) -> None:
        """A bad line, told in its place."""
        self.code = 2
        sentence = str(problem)
        if isinstance(problem, TextError):
            sentence = f"column {problem.column}: {problem.message}" if problem.column else problem.message
        if self.as_json:
            where: dict[str, Any] = {"line": item.line} | ({"file": item.file} if item.file else {})
            self.report("error", error=sentence, **where)
            return
        hint = hint_for(problem, item.parsed.genre.key if item.parsed is not None else item.genre)
        if not item.alone:
            message, column = (problem.message, problem.column) if isinstance(problem, TextError) else (sentence, None)
            told = str(TextError(message, line=item.line, column=column))
            sentence = f"{item.file}, {told}" if item.file else told
        else:
            sentence = str(problem)
        sys.stdout.flush()  # stays in order where both go to one terminal
        complain(sentence, None if hint in self._hinted else hint)
        self._hinted.add(hint)


def write_file(path: Path, text: str) -> None:
    """Write a text; its folder is made where there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GridwrightError(f"cannot write {str(path)!r}: {error.strerror}") from None
