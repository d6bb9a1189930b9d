"""Automata: constraints read cell by cell. What is known so far, what one more value makes of it, when it is enough.

    Skyline over 5 cells, from the left:    (highest, seen)     0 3 1 4      (-1, 0) → (0, 1) → (3, 2) → (3, 2) → (4, 3)

An automaton is the meaning of its relation, one cell at a time. `holds`, `conflict`, layouts, what is left, SAT clauses
and the CP-SAT form follow from it, until a kind knows better. What is known so far is any hashable value; None means
that nothing can follow. Each automaton stands beside its kind (`model/constraints/`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any


class Automaton(ABC):
    """A relation, read from the first cell of its scope to the last."""

    @property
    @abstractmethod
    def start(self) -> Hashable:
        """What is known before the first cell."""

    @abstractmethod
    def after(self, known: Any, value: int, at: int) -> Hashable | None:
        """What is known after one more value, that of the cell at this position."""

    @abstractmethod
    def holds(self, known: Any) -> bool:
        """Is this right after the last cell?"""

    @property
    def alphabet(self) -> Sequence[int]:
        """Values one of which acts like whatever an undecided cell may take; empty where there is no short list."""
        return ()

    def accepts(self, values: Iterable[int]) -> bool:
        """Is this right from the first cell to the last?"""
        known: Any = self.start
        for at, value in enumerate(values):
            if (known := self.after(known, value, at)) is None:
                return False
        return self.holds(known)

    def layers(self, choices: Sequence[Sequence[int]]) -> list[set[Any]]:
        """What may be known before each cell and after the last, where each cell takes one of these values."""
        layers = [{self.start}]
        for at, values in enumerate(choices):
            after = {self.after(known, value, at) for known in layers[-1] for value in values}
            layers.append(after - {None})
        layers[-1] = {known for known in layers[-1] if self.holds(known)}
        return layers

    def right(self, choices: Sequence[Sequence[int]]) -> list[set[Any]]:
        """The same, as far as something right can follow."""
        layers = self.layers(choices)
        for i in reversed(range(len(choices))):
            fine = layers[i + 1]
            layers[i] = {known for known in layers[i] if any(self.after(known, v, i) in fine for v in choices[i])}
        return layers

    def right_steps(self, choices: Sequence[Sequence[int]]) -> list[list[tuple[int, int, int]]]:
        """Return how what is known may change at each cell: before, value, after. What is known has numbers from 0 on,
        a new list of them before each cell."""
        layers, steps = self.right(choices), []
        before = {known: number for number, known in enumerate(layers[0])}
        for at, values in enumerate(choices):
            after = {known: number for number, known in enumerate(layers[at + 1])}
            found = (
                (number, value, self.after(known, value, at)) for known, number in before.items() for value in values
            )
            steps.append([(number, value, after[known]) for number, value, known in found if known in after])
            before = after
        return steps

    def open(self, choices: Sequence[Sequence[int]]) -> list[set[int]]:
        """The values of each cell that stand in some right way to fill all.

        >>> from gridwright.model.constraints.skyline import SkylineAutomaton
        >>> SkylineAutomaton(1, 3).open([(0, 2), (1, 2), (0, 1)])
        [{2}, {1, 2}, {0, 1}]
        """
        layers = self.right(choices)
        return [
            {v for v in values if any(self.after(known, v, i) in layers[i + 1] for known in layers[i])}
            for i, values in enumerate(choices)
        ]

    def needed(self, choices: Sequence[Sequence[int]], every: Sequence[int]) -> list[set[int]]:
        """Where nothing is right: the values out of `every` that each cell lacks and must lack for that.

        From the last cell to the first a value comes back where nothing is right all the same, the cells before being
        as they are: so none that is named can be spared.

        >>> from gridwright.model.constraints.skyline import SkylineAutomaton
        >>> SkylineAutomaton(3, 3).needed([(0, 1, 2), (2,), (0, 1)], range(3))
        [set(), {1}, set()]
        """
        before, known = self.layers(choices), self.layers([every] * len(choices))
        needed: list[set[int]] = [set() for _ in choices]
        for i in reversed(range(len(choices))):
            right = known[i + 1]
            for value in every:
                if value not in choices[i] and any(self.after(each, value, i) in right for each in before[i]):
                    needed[i].add(value)
            known[i] = {
                each for each in known[i]
                if any(self.after(each, value, i) in right for value in every if value not in needed[i])
            }  # fmt: skip
        return needed

    def tuples(
        self, choices: Sequence[Sequence[int]], apart: Sequence[Sequence[int]] | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Every way to fill the cells with these values, in order; `apart` has the earlier cells each may not repeat.

        >>> from gridwright.model.constraints.skyline import SkylineAutomaton
        >>> list(SkylineAutomaton(2, 3).tuples([(0, 1, 2), (2,), (0, 1)]))
        [(0, 2, 0), (0, 2, 1), (1, 2, 0), (1, 2, 1)]
        >>> list(SkylineAutomaton(2, 3).tuples([(0, 1, 2), (2,), (0, 1)], [(), (0,), (0, 1)]))
        [(0, 2, 1), (1, 2, 0)]
        """
        layers = self.right(choices)

        def fill(chosen: tuple[int, ...], known: Any) -> Iterator[tuple[int, ...]]:
            if len(chosen) == len(choices):
                yield chosen
                return
            taken = [chosen[i] for i in apart[len(chosen)]] if apart is not None else ()
            for value in choices[len(chosen)]:
                if value in taken:
                    continue
                after = self.after(known, value, len(chosen))
                if after in layers[len(chosen) + 1]:
                    yield from fill((*chosen, value), after)

        if self.start in layers[0]:
            yield from fill((), self.start)
