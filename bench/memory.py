"""Peak memory of the kernel's part: a process of its own that reads a list, builds its Problems and solves them."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from gridwright.native import compile_puzzle, kernel, start_of

from .lists import queens_lists, shipped, sudoku_list
from .measure import Figure, Heading, TableItem


def measure(quick: bool) -> Iterator[TableItem]:
    """Megabytes before and after a batch of each genre."""
    code = "from bench.memory import peaks; print(*peaks())"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    python, read, solved, queens = map(float, out.split()[-4:])
    yield Heading("peak memory", unit="megabytes", median="")
    yield Figure("Python and gridwright loaded", python)
    yield Figure("… and the sudokus read", read)
    yield Figure("… and solved, one batch", solved)
    yield Figure("… and Queens, each its own Problem", queens)


def peaks() -> Iterator[float]:
    """The process's peak, after each stage."""
    yield _peak()
    boards = (sudoku_list("17-clue sudoku", "17_clue.txt.gz") or shipped("sudoku")).puzzles()
    yield _peak()
    kernel.solve_batch([compile_puzzle(board) for board in boards], [start_of(board) for board in boards])
    yield _peak()
    levels = (queens_lists() or [shipped("star-battle")])[0].puzzles()
    kernel.solve_batch([compile_puzzle(level) for level in levels], [start_of(level) for level in levels])
    yield _peak()


def _peak() -> float:
    """Megabytes. A child's `ru_maxrss` includes its parent's from before it was started; Linux' own figure does not."""
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
