"""The constraint kinds, one a file. A new kind is a file here and a propagator in the kernel."""

from .all_different import AllDifferent
from .count import Count
from .distinct_sum import DistinctSum
from .not_both import NotBoth
from .permutation import Permutation
from .table import Table

KINDS = (Permutation, AllDifferent, DistinctSum, Count, NotBoth, Table)

__all__ = ["KINDS", "AllDifferent", "Count", "DistinctSum", "NotBoth", "Permutation", "Table"]
