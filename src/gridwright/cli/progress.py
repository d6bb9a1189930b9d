"""How far long work is, in a line on stderr.

with ProgressLine("solving", len(puzzles)) as progress:
    progress.advance(1)              one more is done
    with progress.cleared(): ...     print while no line is shown
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from .command import in_part

PATIENCE = 0.5
"""Seconds before a terminal shows how far long work is."""
OFTEN, SELDOM = 0.2, 10.0
"""Seconds between two lines: on a terminal, where one takes the place of the other, and where lines stay."""


class ProgressLine:
    """A line on a terminal that goes away before the end; nothing is shown anywhere else unless it `keeps_lines`.

    The line says `what` is done, to how many of `total` puzzles (0 if nobody knows), and for how long, unless
    `describe` returns another one. A thread writes it, for one puzzle may take long.
    """

    def __init__(
        self, what: str = "", total: int = 1, *, describe: Callable[[], str] | None = None, keeps_lines: bool = False
    ) -> None:
        self.what, self.total, self.done = what, total, 0
        self.describe = describe or self._count
        self._began = time.monotonic()
        self._on_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_wanted = (self._on_terminal or keeps_lines) and not in_part.get()
        self._lock, self._is_over = Lock(), Event()
        self._is_shown = False

    def __enter__(self) -> ProgressLine:
        if self._is_wanted:
            Thread(target=self._run, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        with self.cleared():
            pass

    def turn_to(self, what: str) -> None:
        """Begin other work, which has no count."""
        self.what, self.total = what, 1
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    def advance(self, done: int) -> None:
        """So many more are done."""
        self.done += done

    @contextmanager
    def cleared(self) -> Iterator[None]:
        """Show nothing meanwhile."""
        with self._lock:
            if self._is_shown:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()
                self._is_shown = False
            yield

    def _run(self) -> None:
        pause = PATIENCE if self._on_terminal else SELDOM
        while not self._is_over.wait(pause):
            with self._lock:
                if self._is_over.is_set():
                    return
                line = self.describe()
                sys.stderr.write(f"\r\x1b[K{line[: _columns() - 1]}" if self._on_terminal else f"{line}\n")
                sys.stderr.flush()
                self._is_shown = self._on_terminal
            pause = OFTEN if self._on_terminal else SELDOM

    def _count(self) -> str:
        seconds = self.seconds
        parts = [self.what]
        if self.total != 1:
            parts.append(f"{self.done:,} of {self.total:,}" if self.total else f"{self.done:,}")
        parts.append(f"{seconds:.0f} s")
        if 0 < self.done < self.total:
            parts.append(f"about {seconds / self.done * (self.total - self.done):,.0f} s left")
        return "; ".join(filter(None, parts))


def _columns() -> int:
    """How wide the terminal is."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
