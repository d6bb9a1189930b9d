"""The checker of traces: plain Python, from the rulebook and the rule text alone, nothing of the kernel.

    replay(trace, solution)      sentences about whatever is wrong; nothing if the trace holds

Of every step it asks
    is each conclusion still open, does it change something, and is it true in the solution?
    does the same witness still hold, and conclude as much, if every candidate comes back that no premise removed?
    do the choices it says it used, with the links and that restored state, leave no other way? (a SAT query)

A technique that assumes a unique solution does not follow from the rulebook, so the last question is not asked of it.
A proof without a name is read line by line: each line must follow from the one statement that it names, or be such a
proof itself, from the lines before it; and the last statement must be impossible.
The SAT solver is an extra: `pip install 'gridwright[test]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..model import Limits, MissingExtra, State, Structure, begin, bits
from ..model.engines import T
from ..model.puzzle import single
from ..model.step import Conclusion, Step, Trace
from ..model.whole_board import WholeBoard
from ..rules.position import Position, apply
from ..techniques import Catalogue
from .deduce import outcome_of


def replay(
    trace: Trace,
    solution: Sequence[int] | None = None,
    *,
    catalogue: Catalogue | None = None,
    entailed: bool = True,
    limits: Limits | None = None,
) -> list[str]:
    """What is wrong with a trace, a sentence each. `entailed=False` leaves out the SAT queries.

    Raises `Stopped` where limits strike before all of it is read.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> puzzle = parse("1...3..4..2....1", genre="sudoku")
    >>> replay(deduce(puzzle, [("hidden-single", None)]), puzzle.solve().solutions[0])
    []
    """
    entailment = Entailment(trace.puzzle.structure) if entailed else None
    try:
        known = catalogue or Catalogue.standard()
        return list(_violations(trace, solution, known, entailment, begin(limits)))
    finally:
        if entailment is not None:
            entailment.close()


def _violations(
    trace: Trace, solution: Sequence[int] | None, known: Catalogue, entailment: Entailment | None,
    limits: Limits,
) -> Iterator[str]:  # fmt: skip
    puzzle, state = trace.puzzle, trace.start
    for number, step in enumerate(trace.steps):
        limits.check()
        told = f"step {number + 1}, {step.technique}"
        position = Position(state)
        facts = {each: each.text(puzzle) for each in step.conclusions}
        if not facts:
            yield f"{told}: concludes nothing"
        for each, text in facts.items():
            if not position.changes(each):
                yield f"{told}: {text} changes nothing"
            if solution is not None and (solution[each.variable] == each.value) != each.true:
                yield f"{told}: {text} is false in the solution"
        if any(premise >= number for premise in step.premises):
            yield f"{told}: rests on a step that is not before it"
            return
        back = restored(trace, step)
        again = concluded(step, known, back, entailment)
        if missing := [text for each, text in facts.items() if each not in again]:
            yield f"{told}: {' '.join(missing)} does not follow from its premises alone"
        if entailment is not None and all(known[each].assumes is None for each in known[step.key].rests_on(step)):
            for each, text in facts.items():
                if not entailment.follows(back, step, each):
                    yield f"{told}: {text} does not follow from the choices it used"
        state = apply(state, step.conclusions)
    if (state.masks, state.placed) != (trace.end.masks, trace.end.placed):
        yield "the steps do not lead to the state at the end"
    outcome = outcome_of(state)
    if trace.outcome not in (outcome, "stopped"):
        yield f"the trace says {trace.outcome}, but its end is {outcome}"


def concluded(
    step: Step, known: Catalogue, state: State, entailment: Entailment | None = None
) -> tuple[Conclusion, ...]:
    """What the step's evidence leads to in a state; steps inside are followed as well.

    A proof that names no technique is read by the SAT solver, and believed where there is none.
    """

    def inside(line: Step, state: State) -> tuple[Conclusion, ...]:
        if line is not step:
            return concluded(line, known, state, entailment)
        return step.conclusions if entailment is None or entailment.refutes(state, step) else ()

    return known[step.key].concludes(step, state, inside)


def restored(trace: Trace, step: Step) -> State:
    """What is known from the start and the premises alone: every candidate is back that none of them rules out."""
    state = trace.start
    for number in step.premises:
        state = apply(state, trace.steps[number].conclusions)
    return state


class Entailment:
    """A SAT solver that knows the links of a board, and each choice and relation where a query asks for it.

    Candidate c is the variable c + 1. A statement that may or may not be used has a switch of its own.
    """

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.sizes = self.structure.sizes
        self.top = sum(self.structure.sizes)
        self.switches: dict[tuple[str, int], int] = {}
        self._known: dict[Hashable, Any] = {}
        self.solver = _solver()
        for candidate, others in enumerate(structure.linked):
            for other in others:
                if candidate < other:
                    self.solver.add_clause([-candidate - 1, -other - 1])
        for x, mask in enumerate(self.structure.masks):
            if mask != (1 << self.structure.sizes[x]) - 1:  # a count of none or of all, said of each cell
                self.solver.add_clause([self.literal(x, value) for value in bits(mask)])

    def close(self) -> None:
        """Give the solver's memory back."""
        self.solver.delete()

    def literal(self, x: int, value: int) -> int:
        """The SAT variable of a candidate."""
        return self.structure.candidate(x, value) + 1

    def fresh(self) -> int:
        """A SAT variable of our own."""
        self.top += 1
        return self.top

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        """What several statements count with."""
        if key not in self._known:
            self._known[key] = define()
        found: T = self._known[key]
        return found

    def follows(self, state: State, step: Step, conclusion: Conclusion) -> bool:
        """Is there no way round the conclusion, given the state and what the step says it used?"""
        literal = self.literal(conclusion.variable, conclusion.value)
        return not self.possible(state, step, -literal if conclusion.true else literal)

    def possible(self, state: State, step: Step, *literals: int) -> bool:
        """Can all that the step says it used hold in the state, together with these?"""
        assumed = [self.choice(i) for i in step.choices] + [self.relation(i) for i in step.relations]
        for x, mask in enumerate(state.masks):
            assumed += (-self.literal(x, value) for value in range(self.structure.sizes[x]) if not mask >> value & 1)
            value = single(mask)
            if x in state.placed and value is not None:
                assumed.append(self.literal(x, value))
        lazy = [i for i in step.relations if isinstance(self.structure.relations[i], WholeBoard)]
        for i in lazy:
            left = self.left_by(i, state, literals)
            if left is None:
                return False
            assumed += left
        while self.solver.solve(assumptions=[*assumed, *literals]):
            true = set(self.solver.get_model())
            clashes = [clause for i in lazy if (clause := self.clash(i, true))]
            if not clashes:
                return True
            for clause in clashes:
                self.add(clause)
        return False

    def left_by(self, i: int, state: State, literals: Sequence[int]) -> list[int] | None:
        """What a relation without clauses says by itself of a state and these literals; None where it cannot hold."""
        relation, masks = self.structure.relations[i], list(state.masks)
        for literal in literals:
            x, value = self.structure.pair(abs(literal) - 1)
            masks[x] &= 1 << value if literal > 0 else ~(1 << value)
        kept = relation.kept(tuple(masks[x] for x in relation.scope))
        if kept is None:
            return None
        gone = ((x, masks[x] & ~mask) for x, mask in zip(relation.scope, kept, strict=True))
        return [-self.literal(x, value) for x, mask in gone for value in bits(mask)]

    def clash(self, i: int, true: set[int]) -> list[int] | None:
        """What a relation without clauses says against an answer, as a clause; None where nothing, or where the step
        does not say that each of these members has a value."""
        relation = self.structure.relations[i]
        values = [
            next((v for v in range(self.structure.sizes[x]) if self.literal(x, v) in true), None)
            for x in relation.scope
        ]
        found = relation.conflict(values)
        if found is None:
            return None
        against = [-self.literal(relation.scope[k], v) for k in found if (v := values[k]) is not None]
        return [-self.relation(i), *against]

    def refutes(self, state: State, step: Step) -> bool:
        """Does each line of a proof without a name follow from its own statement, and can the last one not hold?

        A line that supposes something as well is such a proof, in the state that it stands in. A proof without lines
        supposes nothing: what it concludes follows from the one statement that it names.
        """
        if not step.inside:
            return self.names_one(step) and all(self.follows(state, step, each) for each in step.conclusions)
        state = apply(state, [replace(each, true=not each.true) for each in step.conclusions])
        *lines, last = step.inside
        for line in lines:
            if not line.conclusions or not self.refutes(state, line):
                return False
            state = apply(state, line.conclusions)
        return not last.conclusions and self.names_one(last) and not self.possible(state, last)

    def names_one(self, line: Step) -> bool:
        """Does a line use one statement alone, of a relation also that members of it have a value?"""
        if not line.relations:
            return len(line.choices) == 1
        return len(line.relations) == 1 and {*line.choices} <= {*self.structure.relations[line.relations[0]].scope}

    # Statements behind switches

    def choice(self, i: int) -> int:
        """The switch of "one of these is true"; that no two are is a link."""
        if ("choice", i) not in self.switches:
            switch = self.switches["choice", i] = self.fresh()
            self.solver.add_clause([-switch, *(candidate + 1 for candidate in self.structure.choices[i].candidates)])
        return self.switches["choice", i]

    def relation(self, i: int) -> int:
        """The switch of a relation."""
        if ("relation", i) not in self.switches:
            switch = self.switches["relation", i] = self.fresh()
            relation = self.structure.relations[i]
            if isinstance(relation, WholeBoard):  # it is asked of every answer; those with few members come first
                self.solver.set_phases([-self.literal(x, relation.value) for x in relation.scope])
            else:
                relation.clauses(switch, self)
        return self.switches["relation", i]

    def add(self, literals: Iterable[int]) -> None:
        """A clause."""
        self.solver.add_clause(list(literals))


def _solver() -> Any:
    try:
        from pysat.solvers import Solver
    except ImportError as error:
        raise MissingExtra("python-sat", "test") from error
    return Solver(name="glucose4")
