"""How hard a puzzle is for people: a trace, judged by a scale.

grade(puzzle).tier               Gentle, Steady, Tricky …
grade_many(puzzles, scale)       the same for thousands, in the kernel over threads, without traces
scale("standard").tiers(puzzle)  what a tier may need
"""

from .grade import grade, graded
from .many import grade_many, grade_unique
from .scale import Scale, Tier, scale, scales
from .verdict import Grade, Verdict, hardness

__all__ = [
    "Grade",
    "Scale",
    "Tier",
    "Verdict",
    "grade",
    "grade_many",
    "grade_unique",
    "graded",
    "hardness",
    "scale",
    "scales",
]
