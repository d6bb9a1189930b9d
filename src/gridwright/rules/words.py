"""The words that a rule may use, and what a board offers of them.

Some words every board has (`cand(p)`, `open`); the others come from the constraints of a rulebook, which list them
beside their meaning (`Constraint.vocabulary`). The kinds of a board's groups are words as well, in three ways:

    row r        a binder: r is a row            `rows r, s` and `2 rows R` are said, too
    row          a term: the kind of group
    row(p)       a term: the row that p lies in; without a value where p lies in none or in several
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ..model import KINDS, Puzzle, Signature, Sort
from .tree import Call

CELL, VALUE, GROUP, KIND = Sort.CELL, Sort.VALUE, Sort.GROUP, Sort.KIND
CELLS, VALUES, GROUPS, NUMBER, BOOL = Sort.CELLS, Sort.VALUES, Sort.GROUPS, Sort.NUMBER, Sort.BOOL

ALWAYS = (
    Signature("open", (), CELLS, True, "the cells that are not decided"),
    Signature("open", (CELLS,), CELLS, True, "those of the cells that are not decided"),
    Signature("all", (), VALUES, False, "every value"),
    Signature("loud", (), VALUES, False, "the values of which the rulebook speaks"),
    Signature("cand", (CELL,), VALUES, True, "the candidates of the cell"),
    Signature("val", (CELL,), VALUE, True, "the value of a decided cell", partial=True),
    Signature("fixed", (CELLS,), CELLS, True, "those of the cells that have one candidate left, written down or not"),
    Signature("having", (VALUE, CELLS), CELLS, True, "those of the cells that have the value or could have it"),
    Signature(
        "shared", (CELLS,), VALUES, True, "the candidates that all of the cells have; none where there is no cell"
    ),
    Signature("variety", (CELLS,), NUMBER, True, "how many different values the cells can have at the most"),
    Signature("lo", (VALUES,), NUMBER, False, "the lowest of the values, as a number", partial=True),
    Signature("hi", (VALUES,), NUMBER, False, "the highest of the values, as a number", partial=True),
    Signature("higher", (VALUES, NUMBER), VALUES, False, "the values that are so much higher than one of these"),
    Signature("lower", (VALUES, NUMBER), VALUES, False, "the values that are so much lower than one of these"),
    Signature("the", (CELLS,), CELL, False, "the only one of the cells", partial=True),
    Signature("the", (VALUES,), VALUE, False, "the only one of the values", partial=True),
    Signature("the", (GROUPS,), GROUP, False, "the only one of the groups", partial=True),
    Signature("at", (VALUE,), CELLS, True, "the open cells that still have the candidate"),
    Signature("members", (GROUP,), CELLS, False, "the cells of the group", lifts=False),
    Signature("cells", (GROUPS,), CELLS, False, "the cells of the groups"),
    Signature("holders", (CELLS,), GROUPS, False, "the groups that contain all of the cells"),
    Signature("meet", (CELLS, KIND), GROUPS, False, "the groups of the kind that have one of the cells"),
    Signature("distinct", (CELLS,), BOOL, False, "no value can stand in two of the cells, silent ones included"),
    Signature("kind_of", (GROUP,), KIND, False, "the kind of the group"),
    Signature("groups_of", (KIND,), GROUPS, False, "the groups of the kind", lifts=False),
    Signature("crosses", (KIND, KIND), BOOL, False, "the two divide the same cells, and each pair meets in one"),
)

USUAL_KINDS = ("row", "column", "box", "region", "diagonal", "cage", "sign", "bar", "gap", "view")
"""The kinds of group that rules may speak of though the board at hand has none."""

SORT_WORDS = {
    word: sort for sort in (CELL, VALUE, GROUP, KIND) if sort.several for word in (sort.value, sort.several.value)
}
"""cell, cells, value … : the sort of one thing that a binder of this word introduces."""

VERBS = ("place", "exclude", "only")


def plural(kind: str) -> str:
    """The word for several groups of a kind.

    >>> plural("row"), plural("box"), plural("vertex"), plural("diagonal")
    ('rows', 'boxes', 'vertices', 'diagonals')
    """
    if kind.endswith("ex"):
        return kind[:-2] + "ices"
    return kind + ("es" if kind.endswith(("s", "x", "ch", "sh")) else "s")


@dataclass(frozen=True)
class Vocabulary:
    """Words with their signatures, and kinds of group. `a | b` has the words of both.

    >>> print(*EVERY.words["places"])
    places(value, group): cells
    """

    words: Mapping[str, tuple[Signature, ...]] = field(hash=False)
    kinds: frozenset[str]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Vocabulary:
        """What this puzzle's board offers. Links between two cells are no groups that people name."""
        offered = {word for constraint in puzzle.constraints for word in constraint.vocabulary}
        kinds = {c.group.kind for c in puzzle.constraints if c.named}
        return _offered(frozenset(offered), frozenset(kinds))

    @classmethod
    def build(cls, signatures: Iterable[Signature], kinds: Iterable[str]) -> Vocabulary:
        """The words that are always there, these, and these kinds."""
        kinds = frozenset(kinds)
        words: dict[str, dict[tuple[Sort, ...], Signature]] = {}
        lines = (Signature(kind, (CELL,), GROUP, False, f"the {kind} of the cell", partial=True) for kind in kinds)
        for word in (*ALWAYS, *lines, *sorted(signatures, key=lambda word: (word.name, word.meaning))):
            words.setdefault(word.name, {}).setdefault(word.arguments, word)
        return cls({name: tuple(forms.values()) for name, forms in sorted(words.items())}, kinds)

    def __or__(self, other: Vocabulary) -> Vocabulary:
        forms = [form for words in (self.words, other.words) for forms in words.values() for form in forms]
        return Vocabulary.build(forms, self.kinds | other.kinds)

    @cached_property
    def singulars(self) -> dict[str, str]:
        """row and rows → row, cell and cells → cell: the words that a binder may begin with."""
        kinds = {word: kind for kind in sorted(self.kinds) for word in (kind, plural(kind))}
        return kinds | {word: sort.value for word, sort in SORT_WORDS.items()}

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Names that a rule may not give to anything of its own."""
        return frozenset((*self.words, *self.singulars, *VERBS))

    def signature(self, call: Call) -> Signature:
        """The signature that a checked call uses."""
        for form in self.words[call.word]:
            if len(form.arguments) == len(call.arguments) and all(
                argument.sort is sort or (form.lifts_at(i) and argument.sort is sort.several)
                for i, (argument, sort) in enumerate(zip(call.arguments, form.arguments, strict=True))
            ):
                return form
        raise KeyError(f"{call.word} does not take {[argument.sort for argument in call.arguments]}")

    def lifted(self, call: Call) -> tuple[int, ...]:
        """The positions of a checked call's arguments that are sets where the word takes one thing.

        The call means the union over their elements, or the sum where the word is a number.
        """
        wanted = self.signature(call).arguments
        return tuple(i for i, argument in enumerate(call.arguments) if argument.sort is not wanted[i])


@lru_cache(maxsize=64)
def _offered(words: frozenset[Signature], kinds: frozenset[str]) -> Vocabulary:
    return Vocabulary.build(words, kinds)


EVERY = Vocabulary.build((word for kind in KINDS for word in kind.vocabulary), USUAL_KINDS)
"""Every word that this project knows. A word outside is a mistake, a word inside may be missing on a board."""
