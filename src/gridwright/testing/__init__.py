"""Checks for genres and constraint kinds, of this package and of others. They need no test framework.

check_genre(GENRE)                          examples, texts, broken boards, symmetries, pickles, errors
check_constraint(constraint, sizes)         the same meaning, stated five ways, compared over every assignment
check_agreement(puzzle, answers)            the answers of several engines to one puzzle
"""

from .agreement import check_agreement
from .constraint_checks import check_constraint
from .genre_checks import check_genre

__all__ = ["check_agreement", "check_constraint", "check_genre"]
