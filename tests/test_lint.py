"""Formatting, lint and types are as `make lint` wants them. Among the tests it keeps no other core waiting."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(Path(sys.prefix) != ROOT / ".venv", reason="the linters are in the environment of `make setup`")
def test_nothing_is_left_for_make_lint() -> None:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ("make", "--no-print-directory", "--old-file=setup", "lint")  # nothing is built while tests run
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)

    assert 0 == done.returncode, done.stdout + done.stderr
