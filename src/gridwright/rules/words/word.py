"""A word of the rule language is one object: all that the project knows of it stands in its class.

    class Outdone(Word):
        \"\"\"What it means, in a line that the docs show.\"\"\"

        takes, gives, family = (GROUP,), VALUES, "views"      what authors write, and which constraints offer it
        of_group = 0                                          what it reads of the state: nothing outside this group

        def value(self, on, group)         the obvious meaning, for the reference evaluator
        def code(self, to, call, …)        instructions of a plan: the one of the word's name, unless it says otherwise
        def gates(self, logic, group)      the same over the literals of an unknown state
        def out, into, same, bound         its grounds: what keeps an answer as it is (`grounds/`)
        def largest(self, structure, …)    how much its set can hold at the most, for the estimate of a rule's cost

A class in a file of this folder is a word by being there. The kernel runs its instruction from `kernel/rules/words/`,
where a file says the rest: what the instruction does, and what the instructions that read its grounds do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ...model import GridwrightError, Sort, Structure
from ..tree import Call, Expr

if TYPE_CHECKING:
    from ..compiler import Compiler
    from ..evaluate import Evaluator, TermValue
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..symbolic import Symbolic, SymbolicTerm
    from ..terms import Terms

CELL, VALUE, GROUP, KIND = Sort.CELL, Sort.VALUE, Sort.GROUP, Sort.KIND
CELLS, VALUES, GROUPS, NUMBER, BOOL = Sort.CELLS, Sort.VALUES, Sort.GROUPS, Sort.NUMBER, Sort.BOOL

Elements = frozenset[int]
Value = int | Elements | None
"""What a word says: a number or one thing, a set; None where it has no value."""


class CannotSayInLogic(GridwrightError):
    """A part of the rule, or of the board, that is not turned into gates."""


class OnStructure(Protocol):
    """Whatever has a board: a position, or an unknown state. Words that read no state ask for no more."""

    @property
    def structure(self) -> Structure: ...


@dataclass(frozen=True)
class Signature:
    """One form of a word: `places(value, group): cells`, whether it reads the State, and what it means.

    `partial`: it may have no value, and a condition with it is then false. A word whose result is a set or a number
    may be given a set where it takes one thing (union, sum), unless `lifts` says that this would mislead.

    >>> str(Signature("places", (Sort.VALUE, Sort.GROUP), Sort.CELLS, True, "where the value can still go"))
    'places(value, group): cells'
    """

    name: str
    arguments: tuple[Sort, ...]
    result: Sort
    reads_state: bool
    meaning: str
    partial: bool = False
    lifts: bool = True

    def lifts_at(self, position: int) -> bool:
        """May the argument at this position be a set of what the word takes?"""
        combines = self.result.is_set or self.result is Sort.NUMBER
        return self.lifts and combines and self.arguments[position].several is not None

    def __str__(self) -> str:
        return f"{self.name}({', '.join(sort.value for sort in self.arguments)}): {self.result.value}"


class Word:
    """A word; its docstring is its meaning, its name that of the class: `TotalParity` is `total_parity`."""

    name: ClassVar[str]
    takes: ClassVar[tuple[Sort, ...]]
    gives: ClassVar[Sort]
    also: ClassVar[tuple[tuple[tuple[Sort, ...], Sort, str], ...]] = ()
    """Other forms: what they take, give and mean."""
    family: ClassVar[str] = "always"
    """Whoever offers this family offers the word: a kind of constraint lists families; `always` is on every board, and
    `internal` are words that no rule says, of which only code is made."""
    reads_state: ClassVar[bool] = True
    partial: ClassVar[bool] = False
    lifts: ClassVar[bool] = True

    of_value: ClassVar[int | None] = None
    """The argument whose candidates, and no other value's, it reads;"""
    of_group: ClassVar[int | None] = None
    """the group outside which it reads nothing;"""
    of_cells: ClassVar[int | None] = None
    """the cells of which alone it reads the candidates;"""
    of_sight: ClassVar[int | None] = None
    """the cell of which, and of the cells ahead of it, it reads the candidates."""
    reads_placed: ClassVar[bool] = False
    """It also reads whether these cells are written down."""
    in_group: ClassVar[int | None] = None
    """Its cells lie in this group,"""
    in_cells: ClassVar[int | None] = None
    """or are among these cells,"""
    in_sight: ClassVar[int | None] = None
    """or ahead of this cell."""
    part_of: ClassVar[str | None] = None
    """The table of the board that has, for each cell or kind, all that its set can hold."""
    over_unions: ClassVar[frozenset[int]] = frozenset()
    """Arguments for whose union its value is the union of the values for each. Those that are lifted always are."""
    grows: ClassVar[bool] = False
    """Its set can only grow when candidates come back or its arguments grow."""
    views: ClassVar[int] = 0
    """Of how many of its arguments it uses what they see."""
    states_rule: ClassVar[bool] = False
    """It reads nothing that changes, but says what the rulebook prints, so whoever reads it relies on that."""
    operation: ClassVar[str] = ""
    """The kernel's instruction: of the word's name unless said otherwise."""
    takes_sets: ClassVar[bool] = False
    """The instruction takes sets where the word takes one thing; else there is another for these, `…_of`."""

    forms: ClassVar[tuple[Signature, ...]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.operation = cls.__dict__.get("operation", cls.name)
        if hasattr(cls, "takes"):
            meaning = (cls.__doc__ or "").strip().splitlines()[0].rstrip(".")
            forms = ((cls.takes, cls.gives, meaning), *cls.also)
            cls.forms = tuple(
                Signature(cls.name, takes, gives, cls.reads_state, said, cls.partial, cls.lifts)
                for takes, gives, said in forms
            )

    # What it means

    value: Callable[..., Value]
    """`value(on, *arguments)`: what it says of arguments of just the sorts that it takes, on a position."""

    def evaluate(self, evaluator: Evaluator, arguments: tuple[TermValue, ...]) -> TermValue:
        """What it says of its arguments; of sets where it takes one thing, the union or the sum."""
        form = self.form(len(arguments))
        lists = [evaluator.argument(a, sort) for a, sort in zip(arguments, form.arguments, strict=True)]
        return evaluator.together(form.result, [evaluator.apply(self, *each) for each in product(*lists)])

    def form(self, arguments: int) -> Signature:
        """The form that takes so many arguments."""
        return next(form for form in self.forms if len(form.arguments) == arguments)

    # Grounds

    @property
    def has_grounds(self) -> bool:
        """Does what it says rest on anything?"""
        return self.family != "internal" and (self.reads_state or self.states_rule)

    def same(self, to: Traversal[Any], call: Call) -> None:
        """What keeps one thing, or a number, the same."""
        to.same_arguments(call)

    def bound(self, to: Traversal[Any], call: Call, *, above: bool) -> None:
        """What keeps a number from growing (`above`) or from shrinking."""
        to.same(call)

    def all_of(self, to: Traversal[Any], call: Call) -> bool:
        """Grounds what keeps everything else out of its set, where there is a short way to say it."""
        return False

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What keeps these elements out of its set."""
        for argument in call.arguments:
            to.all_of(argument)
        self.lost(to, call, kept)

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What keeps these elements out, as long as the arguments stay."""

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What keeps these elements in its set. A lifted word: the first of the arguments that give one stay."""
        if not all(map(to.static, call.arguments)):
            to.into_each(call, kept)

    def true(self, to: Traversal[Any], call: Call) -> None:
        """What keeps a condition true;"""
        self.same(to, call)

    def false(self, to: Traversal[Any], call: Call) -> None:
        """and false."""
        self.same(to, call)

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        """Do elements stay in its set whatever candidates come back?"""
        return self.grows and not to.single(call) and all(map(to.costs_nothing, call.arguments))

    # A plan

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        """Instructions that compute it, and where the result is."""
        result = to.result_of(call.sort)
        form = self.form(len(arguments))
        single = [not sort.is_set and sort.several is not None for sort in form.arguments]
        lifted = any(one and argument.file != "s" for one, argument in zip(single, arguments, strict=True))
        if lifted or self.takes_sets:
            arguments = [to.as_set(a, code) if one else a for one, a in zip(single, arguments, strict=True)]
        operation = f"{self.operation}_of" if lifted and not self.takes_sets else self.operation
        to.instruction(code, operation, result, *arguments, fail=fail if self.partial else None)
        return result

    def test(self, to: Compiler, arguments: list[Register], code: Code, fail: Label, *, true: bool) -> None:
        """Of a condition: instructions that go on where it is true (or false), and else to `fail`."""
        second = arguments[1].number if len(arguments) > 1 else None
        code.append((self.operation if true else f"not_{self.operation}", arguments[0].number, second, None, fail))

    # Logic

    def term(self, logic: Symbolic, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        """What it may say of what its arguments may be."""
        return logic.asked(self, arguments)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int] | SymbolicTerm | None:
        """For each element the literal that it is in the set. An argument is one thing where the word takes one first;

        else it is a set of literals. What reads no state is known.
        """
        if self.reads_state or any(sort.is_set for sort in self.takes):
            raise CannotSayInLogic(f"`{self.name}` is not known here")
        found = self.value(logic.unknown, *arguments)
        if found is None:
            return None
        return logic.known(found if isinstance(found, frozenset) else frozenset({found}) if self.gives is not BOOL
                           else frozenset({1} if found else ()))  # fmt: skip

    # Cost

    def largest(self, structure: Structure, arguments: Sequence[Expr], most: Callable[[Expr], int]) -> int | None:
        """The largest that its set can be on a board, where that is plain to see; `most` says it of an argument."""
        if self.part_of is not None:
            return max(map(len, getattr(structure, self.part_of)), default=0)
        if self.in_cells is not None and self.in_cells < len(arguments):
            return most(arguments[self.in_cells])
        if self.in_sight is not None:
            return max((len(ahead) for ahead in structure.ahead if ahead is not None), default=0)
        if self.in_group is not None and all(a.sort and not a.sort.is_set for a in arguments):
            return max(map(len, structure.members), default=0)
        return None


class OfSameArguments(Word):
    """A word whose arguments must stay the same for its set to stay as it is."""

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same_arguments(call)
        self.lost(to, call, kept)

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same_arguments(call)
