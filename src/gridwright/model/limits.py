"""When to stop: seconds, nodes, fuel, and a flag that somebody else may raise.

    solve(puzzle, limits=Limits(seconds=1))       at most a second for this puzzle, from the start of the work on it
    limits = begin(limits)                        what a function that may take long starts with: now the clock runs
    limits.check()                                … what it does now and then: raises `Stopped` where a limit struck
    problem.solve(…, *limits.native)              … and what it hands to the kernel, which looks at the clock itself

Work that is cut short keeps what it has and says which limit struck (a `Stop`). Limits that have begun are handed on as
they are: a function that is called with them calls `begin` too and shares their clock. Seconds and the flag only ever
end work; nodes and fuel end it at the same place on every machine.
"""

from __future__ import annotations

import time
from enum import Enum
from threading import Event

from .errors import GridwrightError


class Stop(str, Enum):
    """Which limit struck."""

    SECONDS = "seconds"
    NODES = "nodes"
    FUEL = "fuel"
    CANCELLED = "cancelled"

    def __str__(self) -> str:
        return self.value


class Stopped(GridwrightError):
    """A limit struck. Whoever has something to show for the time catches this and answers with that."""

    def __init__(self, stop: Stop, sentence: str) -> None:
        self.stop = stop
        super().__init__(sentence)


class Limits:
    """What the work on one puzzle may take; None is no limit.

    `nodes` are states of searches, all together. `fuel` is for one look of one rule at a board: a rule that runs out of
    it stays undecided, and the others go on. `cancel` is a flag that another thread or a signal handler may set.

    >>> limits = Limits(seconds=60, nodes=1000).begin()
    >>> limits.spend(999)
    >>> limits.stop
    >>> limits.spend(1)
    >>> limits.check()
    Traceback (most recent call last):
    gridwright.model.limits.Stopped: stopped after 1,000 nodes
    """

    __slots__ = ("_ends", "_spent", "cancel", "fuel", "nodes", "seconds")

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        fuel: int | None = None,
        cancel: Event | None = None,
    ) -> None:
        self.seconds, self.nodes, self.fuel, self.cancel = seconds, nodes, fuel, cancel
        self._ends: float | None = None
        self._spent: list[int] | None = None  # nodes, shared with whatever works within the same limits

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in ("seconds", "nodes", "fuel", "cancel"))
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"

    def begin(self) -> Limits:
        """The same limits with their clock running; where it runs already, they themselves."""
        if self._spent is not None:
            return self
        running = Limits(self.seconds, self.nodes, self.fuel, self.cancel)
        running._spent = [0]
        running._ends = None if self.seconds is None else time.monotonic() + self.seconds
        return running

    def within(self, seconds: float | None = None, *, nodes: int | None = None, fuel: int | None = None) -> Limits:
        """For a part of the work: as these, and at most so much from now on. Nodes of its own are not counted here.

        >>> Limits(seconds=60).within(nodes=10)
        Limits(seconds=60, nodes=10)
        """
        part = self.begin()
        shorter = Limits(
            part.seconds if seconds is None else seconds,
            part.nodes if nodes is None else min(nodes, nodes if part.nodes_left is None else part.nodes_left),
            fuel or part.fuel,
            part.cancel,
        )
        shorter._spent = part._spent if nodes is None else [0]
        shorter._ends = part._ends
        if seconds is not None:
            shorter._ends = min(time.monotonic() + seconds, part._ends if part._ends is not None else float("inf"))
        return shorter

    def share(self) -> Limits:
        """For what comes before the work itself: a quarter of the time that is left."""
        return self if self.left is None else self.within(self.left / 4)

    @property
    def left(self) -> float | None:
        """Seconds left, never below 0; None where there is no end."""
        return self.seconds if self._ends is None else max(0.0, self._ends - time.monotonic())

    @property
    def nodes_left(self) -> int | None:
        """Nodes left, never below 0; None where there is no end."""
        return None if self.nodes is None else max(0, self.nodes - sum(self._spent or ()))

    @property
    def native(self) -> tuple[float | None, Event | None]:
        """`seconds` and `cancel`, as every long call of the kernel takes them."""
        return self.left, self.cancel

    def spend(self, nodes: int) -> None:
        """So many more nodes were looked at."""
        if self._spent is not None:
            self._spent[0] += nodes

    @property
    def stop(self) -> Stop | None:
        """Which limit has struck, if any."""
        if self.cancel is not None and self.cancel.is_set():
            return Stop.CANCELLED
        if self._ends is not None and time.monotonic() >= self._ends:
            return Stop.SECONDS
        if self.nodes is not None and self._spent is not None and self._spent[0] >= self.nodes:
            return Stop.NODES
        return None

    def check(self) -> None:
        """Raise `Stopped` where a limit has struck."""
        if (stop := self.stop) is not None:
            raise Stopped(stop, self.sentence(stop))

    def sentence(self, stop: Stop) -> str:
        """What to say of work that was cut short."""
        if stop is Stop.CANCELLED:
            return "stopped on request"
        return f"stopped after {getattr(self, stop.value) or 0:,g} {'s' if stop is Stop.SECONDS else stop.value}"


def begin(limits: Limits | None) -> Limits:
    """Limits with their clock running: those given, or none at all.

    >>> begin(None).left, begin(Limits(nodes=5)).nodes_left
    (None, 5)
    """
    return _NONE if limits is None else limits.begin()


_NONE = Limits().begin()
