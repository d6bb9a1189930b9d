"""The picture of a step: the position before it, what it rests on, what follows.

    svg_of(draw_step(state, step))         the step on the pencil marks of that moment
    svg_of(draw_step(state, step, "why"))  without what follows, for a hint; "where", "what": no more than where to look

Groups that the step rests on are tinted, and lighter those that it only speaks of; the cells that it looks at and those
that it changes are outlined; candidates are marked as used, struck or placed. Two places left for a value are joined by
a line, places that exclude each other by a dashed one, and a chain by lines in its order; so are two lines of a loop
that are tied to each other, dashed where at most one of them can be. A contradiction shows what is supposed, what
follows from it, and what then cannot hold. Rows, columns, regions and cages are labelled as texts call them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from ..model import Group, Place, State
from ..model.drawing import Highlight, Link, Note, NoteRole, Tint, TintRole
from ..model.evidence import Strand
from ..model.step import Conclusion, Step
from ..rules.position import Position, apply, position_of
from ..techniques import contradiction
from .drawing import Drawing, draw

STAGES = {"where": 0, "what": 0, "why": 1, "do": 2}
"""How much is drawn at each stage of a hint: what to look for is said, not shown."""
MOST_LINKS = 12
"""With more lines than this a picture is no longer read."""


def draw_step(state: State, step: Step, stage: str = "do", caption: str = "") -> Drawing:
    """The picture of a step, seen from the state before it; `caption` is what is said of it."""
    parts = _Parts(state, step)
    told = STAGES[stage]
    return draw(
        state,
        highlights=parts.highlights(told) if told else (),
        groups=parts.tints(told),
        notes=parts.notes(told) if told else (),
        links=parts.links() if told else (),
        caption=caption,
    )


Candidate = tuple[int, int]
"""Variable and value."""


class _Parts:
    """What a step's picture shows besides the position."""

    def __init__(self, state: State, step: Step) -> None:
        self.state, self.step = state, step
        self.shapes = tuple(step.witness.values())
        self.structure = structure = state.structure
        self.sites = [variable.place for variable in state.puzzle.variables]
        self.symbols = [variable.domain.symbols for variable in state.puzzle.variables]
        self.choices = [(structure.choices[i].group, self.open(structure.choices[i].candidates)) for i in step.choices]
        # What is said of the whole board is shown by the cells that it is about here.
        stated = (structure.relations[i] for i in step.relations)
        self.relations = [relation for relation in stated if len(relation.scope) < structure.size]
        # A sub-proof is shown by what it supposes, not by all that it rests on.
        self.supposes = bool(step.inside) or step.key == contradiction.TECHNIQUE.key
        if self.supposes:
            self.choices, self.relations = [], []
            self.end, self.supposed = self.followed()
        # Of lines, what a finder has seen says more than all that it rests on, and that one is drawn or not is no news.
        lines = self.sites[0].kind in ("border", "step")
        self.witnessed = frozenset(x for shape in self.shapes for x in shape.line_cells if lines)
        if lines:
            self.choices = [] if self.witnessed else [each for each in self.choices if each[0] is not None]
        if self.witnessed:
            self.relations = []

    def open(self, candidates: Iterable[int]) -> list[Candidate]:
        """Those that are possible, of variables that are not decided."""
        pairs, undecided = map(self.structure.pair, candidates), position_of(self.state).open
        return [(x, v) for x, v in pairs if self.state.masks[x] >> v & 1 and x in undecided]

    def followed(self) -> tuple[State, Candidate]:
        """Where the assumption of a sub-proof leads, and the assumption."""
        wrong = self.step.conclusions[0]
        state = apply(self.state, [Conclusion(wrong.variable, wrong.value, not wrong.true)])
        for line in self.step.inside:
            state = apply(state, line.conclusions)
        return state, (wrong.variable, wrong.value)

    # Groups

    def tints(self, told: int) -> Iterator[Tint]:
        used = [group for group, _ in self.choices if group is not None]
        used += (relation.group for relation in self.relations)
        yield from self.tinted(used, "used")
        beside = [self.structure.groups[g] for shape in self.shapes for g in shape.groups]
        yield from self.tinted((group for group in beside if group not in used), "beside")
        if self.supposes and told:
            yield from self.tinted(self.broken()[1], "wrong")

    def tinted(self, groups: Iterable[Group], role: TintRole) -> Iterator[Tint]:
        for group in dict.fromkeys(groups):
            if 0 < len(group.members) < self.structure.size:
                yield Tint(tuple(self.sites[x] for x in group.members), group.label, role)

    # Cells

    def highlights(self, told: int) -> Iterator[Highlight]:
        changed = {each.variable for each in self.step.conclusions}
        looked = {x for _, candidates in self.choices for x, _ in candidates}
        looked |= {x for relation in self.relations for x in relation.scope} | self.witnessed
        whole_board = len(self.relations) < len(self.step.relations)
        if not self.supposes and (whole_board or not looked):
            named = frozenset(x for shape in self.shapes for x in shape.cells)
            looked |= named or (changed if whole_board and not looked else frozenset())
        if told == 2:
            looked -= changed
            yield Highlight(tuple(sorted(changed)), "focus")
        # Areas lie side by side, so every other one has a colour of its own.
        areas = [set(cells) for shape in self.shapes for cells in shape.areas]
        sets = [cells - changed if told == 2 else cells for cells in areas]
        if rest := looked.difference(*sets):
            yield Highlight(tuple(sorted(rest)), "reason")
        for number, cells in enumerate(sets):
            if cells:
                yield Highlight(tuple(sorted(cells)), "beside" if number % 2 else "reason")
        if self.supposes and (empty := self.broken()[0]):
            yield Highlight(tuple(sorted(empty)), "wrong")

    def broken(self) -> tuple[list[int], list[Group]]:
        """What cannot hold where a sub-proof ends: cells with nothing left, else a group."""
        end, structure = self.end, self.structure
        empty = [x for x, mask in enumerate(end.masks) if not mask]
        if empty:
            return empty, []
        last = self.step.inside[-1] if self.step.inside else None
        if last is not None and not last.conclusions:  # a proof without a name ends with the statement that cannot hold
            named = [structure.relations[i].group for i in last.relations]
            named += (group for i in last.choices if (group := structure.choices[i].group))
            return [i for i in last.choices if structure.choices[i].group is None], named
        position = Position(end)
        for (value, g), wanted in sorted(structure.exact.items()):
            places = sum(position.has(x, value) for x in structure.members[g])
            if places < wanted or len(position.held(value, g)) > wanted:
                return [], [structure.groups[g]]
        for looker in position.broken_among(structure.sights):
            return [looker], []
        return [], [structure.groups[g] for g in position.broken_among(structure.fillings)][:1]

    # Candidates

    def notes(self, told: int) -> Iterator[Note]:
        roles: dict[Candidate, NoteRole] = {}
        candidates = [candidate for shape in self.shapes for candidate in shape.candidates]
        for candidate in candidates or (each for _, several in self.choices for each in several):
            roles[candidate] = "used"
        if told == 2:
            for each in self.step.conclusions:
                roles[each.variable, each.value] = "placed" if each.true else "struck"
        if self.supposes:
            for line in self.step.inside:
                for each in line.conclusions:
                    roles[each.variable, each.value] = "follows" if each.true else "lost"
            roles[self.supposed] = "supposed"
        for (x, value), role in roles.items():
            yield Note(self.sites[x], self.symbols[x][value], role)

    # Lines

    def links(self) -> list[Link]:
        shown = [strands for shape in self.shapes if (strands := shape.strands(self.step, self.structure)) is not None]
        if shown:
            return [self.link(strand) for strand in max(shown, key=len)]
        twos = [(group, candidates) for group, candidates in self.choices if len(candidates) == 2]
        links = [Link(self.end_of(a), self.end_of(b)) for group, (a, b) in twos if group is not None and a[0] != b[0]]
        for (_, first), (_, second) in combinations(twos, 2):
            if {v for _, v in first} == {v for _, v in second} and not links:
                continue  # a naked subset: each of them is in the way of the others, which lines do not make plainer
            links += (
                Link(self.end_of(a), self.end_of(b), strong=False)
                for a, b in product(first, second)
                if a[0] != b[0] and a[1] == b[1] and self.candidate(b) in self.structure.linked[self.candidate(a)]
            )
        unlike = {frozenset((link.first, link.second)): link for link in reversed(links)}
        return list(unlike.values())[::-1] if len(unlike) <= MOST_LINKS else []

    def link(self, strand: Strand) -> Link:
        """Between the nearest cells of its ends."""

        def apart(pair: tuple[int, int]) -> int:
            (a, b), (c, d) = (self.sites[x].points[0] for x in pair)
            return abs(a - c) + abs(b - d)

        first, second, strong = strand
        p, q = min(product(first.cells, second.cells), key=apart)
        return Link(self.end_of((p, first.value)), self.end_of((q, second.value)), strong=strong)

    def end_of(self, candidate: tuple[int, int | None]) -> tuple[Place, str]:
        x, value = candidate
        return self.sites[x], "" if value is None else self.symbols[x][value]

    def candidate(self, pair: Candidate) -> int:
        return self.structure.candidate(*pair)
