"""The one door to the kernel: loads it, checks that it fits, turns a Structure into its form of it.

    compile_puzzle(puzzle)             the kernel's form of a puzzle's structure, kept with that
    problem_of(structure)              the same, built anew
    problem.with_relations([…])        the same with other relations, each a `relation_tuple`
    givens_of(puzzle), masks_of(...)   where a search starts, as bytes
    propagate, count                   small helpers for harnesses that have a Structure and no puzzle

GRIDWRIGHT_KERNEL_DIR names a directory with another build of the kernel (sanitizers).
"""

from .kernel import INTERFACE, kernel, within_size
from .problem import (
    compile_puzzle,
    count,
    givens_of,
    masks_from,
    masks_of,
    operation_of,
    problem_of,
    propagate,
    relation_tuple,
    start_of,
)

__all__ = [
    "INTERFACE",
    "compile_puzzle",
    "count",
    "givens_of",
    "kernel",
    "masks_from",
    "masks_of",
    "operation_of",
    "problem_of",
    "propagate",
    "relation_tuple",
    "start_of",
    "within_size",
]
