"""docs/tutorial-corpus.md, typed from its first line to its last."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gridwright.cli import main

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial-corpus.md"


class Shell:
    """As much of a shell as the page needs: pipes, `cat`, `echo … >>`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def run(self, line: str) -> str:
        out = ""
        for each in line.split(" | "):
            words = shlex.split(each)
            if words[0] == "echo":
                with Path(words[3]).open("a") as file:
                    file.write(words[1] + "\n")
                return ""
            assert "gridwright" == words[0]
            out = self.command(words[1:], out)
        return out

    def command(self, args: list[str], given: str) -> str:
        out = io.BytesIO()
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        self.patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
        main(args)
        sys.stdout.flush()
        return out.getvalue().decode()


def test_the_tutorial_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell = Shell(monkeypatch)
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    for kind, text in blocks:
        if kind == "python":
            test = doctest.DocTestParser().get_doctest(text, {}, "tutorial", str(PAGE), 0)
            assert 0 == doctest.DocTestRunner().run(test).failed
            continue
        for typed, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
            if typed.startswith("cat "):
                Path(typed.split()[1]).write_text(printed)
            else:
                assert (typed, printed) == (typed, shell.run(typed))

    assert Path("pool.svg").read_text("utf-8").startswith("<svg ")
    assert b"PAR1" == Path("pool.parquet").read_bytes()[:4]
    assert 3 == len(Path("keen.txt").read_text().split())
