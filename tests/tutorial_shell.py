"""Tutorials are typed from their first line to their last: `$` begins what is typed, what follows is printed."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gridwright.cli import main
from gridwright.cli.discover import review

if TYPE_CHECKING:
    import pytest

PROMPT = f"{', '.join(review.VERBS)} > "


class Shell:
    """As much of a shell as the pages need: pipes, `cat`, `echo … >>`, and answers where a command asks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def run(self, line: str, answers: list[str]) -> str:
        out = ""
        for each in line.split(" | "):
            words = shlex.split(each)
            if words[0] == "echo":
                with Path(words[3]).open("a") as file:
                    file.write(words[1] + "\n")
                return ""
            if words[0] == "cat":
                return Path(words[1]).read_text("utf-8")
            assert "gridwright" == words[0]
            out = self.command(words[1:], out, answers)
        return out

    def command(self, args: list[str], given: str, answers: list[str]) -> str:
        out = io.BytesIO()
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        self.patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
        with self.patch.context() as patch:
            if answers:
                left = iter(answers)

                def read_answer() -> str:
                    answer = next(left)
                    print(answer)
                    return f"{answer}\n"

                patch.setattr(sys, "stderr", sys.stdout)
                patch.setattr(review, "is_terminal", lambda: True)
                patch.setattr(review, "read_answer", read_answer)
            main(args)
        sys.stdout.flush()
        return out.getvalue().decode()


def run_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type everything; a line `…` stands for any lines, and `cat` of a file that is not there makes it."""
    shell = Shell(monkeypatch)
    for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
        if kind == "python":
            test = doctest.DocTestParser().get_doctest(text, {}, "tutorial", str(page), 0)
            assert 0 == doctest.DocTestRunner().run(test).failed
            continue
        for typed, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
            if typed.startswith("cat ") and not Path(typed.split()[1]).exists():
                Path(typed.split()[1]).write_text(printed, "utf-8")
                continue
            out = shell.run(typed, re.findall(rf"^{re.escape(PROMPT)}(.*)$", printed, re.M))
            pattern = re.escape(printed).replace("…\\\n", "(?:.*\n)*?")
            if not re.fullmatch(pattern, out):
                assert (typed, printed) == (typed, out)
