"""Proofs without a name the obvious way, for comparison with the kernel: sets of candidates, everything tried.

    fewest_lines(state)        of the smallest proof with one assumption at the most; None where there is none

A line is one use of one statement of the rulebook, a choice or a relation. A choice with one candidate left makes it
true; a relation removes what is part of no layout, and where that leaves a member one value, makes it true; what
becomes true takes along everything that is linked to it. A statement that says something new by itself is a proof of
one line.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.model import Relation, State, Table

Left = frozenset[int]
"""The candidates that are left."""


def fewest_lines(state: State, most: int = 20_000) -> int | None:
    """By trying every way to use the statements, one more each time; `most` states are looked at before it gives up."""
    rulebook = Statements(state)
    outside = rulebook.left(state)
    if any(after not in (None, outside) for after in rulebook.uses(outside)):
        return 1
    assumptions = [{rulebook.placed(c, outside)} for c in outside if len(rulebook.own(c, outside)) > 1]
    lines = 1
    while assumptions:
        further: list[set[Left]] = []
        for front in assumptions:
            after = {each for left in front for each in rulebook.uses(left) if each != left}
            if None in after:
                return lines
            most -= len(after)
            if most < 0:
                raise TimeoutError(f"no proof of {lines} lines, and too many states to look further")
            if after:
                further.append({each for each in after if each is not None})
        assumptions, lines = further, lines + 1
    return None


class Statements:
    """The choices and relations of a board."""

    def __init__(self, state: State) -> None:
        self.structure = state.structure

    def left(self, state: State) -> Left:
        """The candidates of a state."""
        return frozenset(
            c
            for x, (mask, allowed) in enumerate(zip(state.masks, self.structure.masks, strict=True))
            for c in self.structure.candidates(x, mask & allowed)
        )

    def own(self, c: int, left: Left) -> Left:
        """What is left for the cell of a candidate."""
        return left & {*self.structure.candidates(self.structure.pair(c)[0])}

    def placed(self, c: int, left: Left) -> Left:
        """What is left when a candidate is true."""
        return left - {*self.structure.linked[c]}

    def uses(self, left: Left) -> Iterator[Left | None]:
        """What is left after each statement; None where it cannot hold."""
        for choice in self.structure.choices:
            own = left & {*choice.candidates}
            if not own:
                yield None
            elif len(own) == 1:
                yield self.placed(*own, left)
        for relation in self.structure.relations:
            yield self.fitting(relation, left)

    def fitting(self, relation: Relation, left: Left) -> Left | None:
        """What a relation leaves, layout by layout."""
        scope = relation.scope
        masks = [sum(1 << self.structure.pair(c)[1] for c in left & {*self.structure.candidates(x)}) for x in scope]
        if not all(masks):
            return None
        apart = [[k for k, q in enumerate(scope[:n]) if q in self.structure.apart[p]] for n, p in enumerate(scope)]
        layouts = list(relation.layouts(masks, None if isinstance(relation, Table) else apart))
        if not layouts:
            return None
        for i, x in enumerate(scope):
            before = left & {*self.structure.candidates(x)}
            used = {self.structure.candidate(x, layout[i]) for layout in layouts}
            left -= before - used
            if len(used) == 1 < len(before):
                left = self.placed(*used, left)
        return left
