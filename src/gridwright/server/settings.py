"""How large, how long, how many: every bound of the server in one place."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Settings:
    """What a server allows; the defaults are meant for one machine and the people in one house."""

    quick_workers: int = 2
    """Processes for what is answered at once: boards, checks, hints."""
    slow_workers: int = 2
    """Processes for what takes a while: explaining, proving, grading."""
    making_workers: int = 2
    """Processes for making puzzles, which may take minutes. The slower a lane, the lower its priority."""
    waiting: int = 64
    """Requests that may wait for a worker of a lane; those beyond are refused."""
    body: int = 256 * 1024
    """Bytes of a request."""
    nesting: int = 16
    """Brackets inside brackets in a request."""
    cells: int = 1_024
    """Cells of a board."""
    facts: int = 8_192
    """Facts of a position."""
    quick_seconds: float = 2
    slow_seconds: float = 20
    making_seconds: float = 120
    """Seconds that a request may take, by its kind."""
    starting: float = 30
    """Seconds more that a request waits while a lane has no worker yet."""
    grace: float = 2
    """Seconds that work has to stop in after it was told to; then its process is ended."""
    memory: int = 1_024 * MEGABYTE
    """Bytes of address space that a worker may have beyond what it starts with."""
    warming: bool = True
    """Do quick workers do what takes longer the first time before anybody asks?"""
    candidates: str = ""
    """The folder of a run of `gridwright discover` whose candidates are shown; none if empty."""
    resident: int = 320 * MEGABYTE
    """A worker that has grown beyond this is replaced between two requests."""
