"""Making puzzles: unique, graded, as required, and the same again from the same recipe.

    generate("sudoku", tier="Tricky").puzzle
    for made in generate_many(Recipe("sudoku", tier="Tricky", seed="tuesday"), count=5): print(made)

One generator for all genres: scaffold → complete → derive clues → reduce → grade → verify. A genre brings only what is
its own (`model.maker`). docs/generate.md tells it from the beginning.
"""

from .generated import Generated, Miss
from .generator import Progress, generate_many
from .recipe import BUDGET, GENERATOR, QUALITIES, SYMMETRIES, Recipe, read_bounds
from .single import generate
from .verify import CHECKS, verify

__all__ = [
    "BUDGET",
    "CHECKS",
    "GENERATOR",
    "QUALITIES",
    "SYMMETRIES",
    "Generated",
    "Miss",
    "Progress",
    "Recipe",
    "generate",
    "generate_many",
    "read_bounds",
    "verify",
]
