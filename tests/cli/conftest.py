"""Run a command line in this process and look at what it printed."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gridwright.cli import main


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(monkeypatch) -> Callable[..., Outcome]:
    def run(*args: str, stdin: bytes | str = b"", encoding: str = "utf-8") -> Outcome:
        data = stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin
        out, err = io.BytesIO(), io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding))
        code = main(args)
        sys.stdout.flush()
        sys.stderr.flush()
        return Outcome(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))

    return run
