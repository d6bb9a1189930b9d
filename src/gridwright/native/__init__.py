"""The one door to the kernel: loads it, checks that it fits, turns a Structure into its form of it.

    compile_puzzle(puzzle)                 the kernel's form of a puzzle's structure, kept with that
    kernel_structure(structure)            the same, built anew
    structure.with_relations([…])          the same with other relations, each a `relation_tuple`
    givens_of(size, …), masks_of(masks)    where a search starts, as bytes
    propagate, count                       small helpers for harnesses that have a Structure and no puzzle

GRIDWRIGHT_KERNEL_DIR names a directory with another build of the kernel (sanitizers).
"""

from .kernel import INTERFACE, kernel, within_size
from .structure import (
    compile_puzzle,
    count,
    givens_of,
    kernel_structure,
    masks_from,
    masks_of,
    operation_of,
    propagate,
    relation_tuple,
    shared_structure,
    start_of,
)

__all__ = [
    "INTERFACE",
    "compile_puzzle",
    "count",
    "givens_of",
    "kernel",
    "kernel_structure",
    "masks_from",
    "masks_of",
    "operation_of",
    "propagate",
    "relation_tuple",
    "shared_structure",
    "start_of",
    "within_size",
]
