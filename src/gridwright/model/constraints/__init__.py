"""The constraint kinds, one a file. A new kind is a file here and a propagator in the kernel."""

from .adjacent import Adjacent
from .all_different import AllDifferent
from .arithmetic import Arithmetic
from .count import Count
from .distinct_sum import DistinctSum
from .greater import Greater
from .not_both import NotBoth
from .permutation import Permutation
from .skyline import Skyline
from .table import Table
from .view import View

KINDS = (Permutation, AllDifferent, DistinctSum, Arithmetic, Count, NotBoth, Greater, Adjacent, Skyline, View, Table)

__all__ = [
    "KINDS",
    "Adjacent",
    "AllDifferent",
    "Arithmetic",
    "Count",
    "DistinctSum",
    "Greater",
    "NotBoth",
    "Permutation",
    "Skyline",
    "Table",
    "View",
]
