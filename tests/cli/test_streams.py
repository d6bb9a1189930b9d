"""Outputs and inputs that are closed, full or gone: a sentence at most, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MAIN = f"{sys.executable} -c 'import sys; from gridwright.cli import main; sys.exit(main())'"

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is not here")


def shell(command: str) -> tuple[int, str, str]:
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@needs_full
@pytest.mark.parametrize("command", [f"solve {NINE}", f"solve --json {NINE}", f"explain {NINE}", "genres", "--help"])
def test_a_full_disk_is_told(command: str) -> None:
    assert (74, "", "cannot write the output: No space left on device\n") == shell(f"{MAIN} {command} > /dev/full")


@needs_full
def test_nobody_hears_a_complaint_where_there_is_no_room_for_it() -> None:
    assert (2, "", "") == shell(f"{MAIN} solve hello 2> /dev/full")


@pytest.mark.parametrize(
    ("command", "code"),
    [(f"solve {NINE} >&-", 0), ("solve hello 2>&-", 2), ("solve - <&-", 2), (f"solve {NINE} <&- >&- 2>&-", 0)],
)
def test_what_is_closed_goes_nowhere(command: str, code: int) -> None:
    assert code == shell(f"{MAIN} {command}")[0]


def test_a_reader_may_go_away(tmp_path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{NINE}\n" * 3000)
    code, out, err = shell(f"{MAIN} solve {file} | head -1; exit ${{PIPESTATUS[0]}}")

    assert (141, "unique", "") == (code, out[:6], err)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text(NINE)
    file.chmod(0)

    assert f"cannot read '{file}': Permission denied" in shell(f"{MAIN} solve {file}")[2]
