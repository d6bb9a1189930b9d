"""Structure → the kernel's form of it, and the bytes that a search starts from."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..model import Group, Puzzle, Relation, Structure
from ..model.constraints.arithmetic import NUMBERED
from ..model.structure import KEPT
from .kernel import kernel, within_size

if TYPE_CHECKING:
    from . import _kernel


@within_size()
def kernel_structure(structure: Structure, *, dense: bool = True) -> _kernel.Structure:
    """The kernel's form of a Structure; `dense=False` does without its precomputed masks, for comparison.

    >>> kernel_structure(Structure(sizes=(2, 2))).solve(None, limit=10).count
    4
    """
    groups, size = structure.groups, structure.size
    numbers: dict[Group | None, int] = {group: g for g, group in enumerate(groups)}
    return kernel.Structure(
        sizes=structure.sizes,
        masks=[mask & 0xFFFF_FFFF_FFFF_FFFF for mask in structure.masks],
        choices=[choice.candidates for choice in structure.choices],
        at_most_ones=[group.candidates for group in structure.at_most_ones],
        relations=[relation_tuple(relation) for relation in structure.relations],
        groups=[group.members for group in groups],
        kinds=structure.kind_of,
        choice_groups=[-1] * size + [numbers.get(choice.group, -1) for choice in structure.choices[size:]],
        relation_groups=[numbers.get(relation.group, -1) for relation in structure.relations],
        counts=[
            (value, numbers[constraint.group], times)
            for constraint in structure.constraints
            if constraint.often is not None and constraint.group in numbers
            for value, times in [constraint.often]
            if times == 0 or times == len(constraint.scope) > 1  # else a choice or a relation says it
        ],
        **({} if dense else {"dense_bytes": 0}),
    )


def relation_tuple(relation: Relation) -> tuple[str, Sequence[int], Sequence[int]]:
    """A relation as the kernel takes it: for `Structure.with_relations`, too, which changes nothing else of a board."""
    return relation.kind, relation.scope, relation.parameters()


def operation_of(number: int) -> str:
    """The operation of a cage that the kernel tells."""
    return NUMBERED[number]


_last: tuple[object, _kernel.Structure | None] = (None, None)
"""The structure that was compiled last by what differs from others: mostly it is asked for again."""


def compile_puzzle(puzzle: Puzzle) -> _kernel.Structure:
    """The kernel's form of the puzzle's structure; puzzles that differ only in givens and marks share one."""
    global _last
    if puzzle.genre.compact_clue is None or puzzle.loose:
        return puzzle.structure.derived(kernel_structure)
    key, native = _last
    if key is not puzzle.structure_key or native is None:
        native = compiled_compactly(puzzle)
        if native is None:
            return puzzle.structure.derived(kernel_structure)
        _last = puzzle.structure_key, native
    return native


def compiled_compactly(puzzle: Puzzle) -> _kernel.Structure | None:
    """Return what boards of a size share, with the constraints of the compact clue; None if boards share none."""
    shared = shared_structure(puzzle)
    if shared is None:
        return None
    structure, native = shared
    return native.with_statements(puzzle.genre.statements(puzzle, len(structure.kinds)))


def shared_structure(puzzle: Puzzle) -> tuple[Structure, _kernel.Structure] | None:
    """Return what boards of the puzzle's size share, in both forms; None if they share none."""
    clue = puzzle.genre.compact_clue
    shared = None if clue is None else puzzle.genre.shared_key(puzzle)
    if clue is None or shared is None:
        return None
    key = puzzle.genre.key, puzzle.grid, shared
    found = _shared.get(key)
    if found is None:
        while len(_shared) >= KEPT:
            _shared.pop(next(iter(_shared)))
        structure = Structure(tuple(len(v.domain) for v in puzzle.variables), puzzle.variables)
        for constraint in puzzle.constraints:
            if constraint.group.kind not in clue.kinds:
                structure.add(constraint)
        found = _shared[key] = structure, kernel_structure(structure)
    return found


_shared: dict[object, tuple[Structure, _kernel.Structure]] = {}


def givens_of(size: int, givens: Iterable[tuple[int, int]]) -> bytes:
    """A start from givens: a byte a variable, 0 open, k + 1 value k."""
    start = bytearray(size)
    for variable, value in givens:
        start[variable] = value + 1
    return bytes(start)


def masks_of(masks: Sequence[int]) -> bytes:
    """A start from masks of values: eight bytes a variable."""
    return array("Q", masks).tobytes()


def masks_from(data: bytes) -> tuple[int, ...]:
    """The masks of eight bytes a variable: the inverse of `masks_of`."""
    return tuple(array("Q", data))


def start_of(puzzle: Puzzle) -> bytes | None:
    """Where the search for a puzzle's solutions starts; None where nothing is given."""
    if puzzle.marks is not None:
        return masks_of(puzzle.start())
    return None if puzzle.has_no_givens else puzzle.given_bytes


def propagate(structure: Structure, masks: Sequence[int]) -> tuple[int, ...] | None:
    """Masks at the fixpoint of the kernel's propagation, or None for a contradiction."""
    data = kernel_structure(structure).propagate(masks_of(masks))
    return None if data is None else masks_from(data)


def count(structure: Structure, masks: Sequence[int], limit: int) -> int:
    """The number of solutions inside the masks, up to the limit."""
    return kernel_structure(structure).solve(masks_of(masks), limit=limit).count
