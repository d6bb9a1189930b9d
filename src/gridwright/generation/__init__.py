"""Making puzzles: unique, graded, as required, and the same again from the same recipe.

    generate("sudoku", tier="Tricky").puzzle
    for made in generate_many(Recipe("sudoku", tier="Tricky", seed="tuesday"), count=5): print(made)

One generator for all genres: scaffold → complete → derive clues → reduce → grade → verify. A genre brings only what is
its own (`model.maker`). docs/generate.md tells it from the beginning.
"""

from .conditions import Accept
from .generated import Generated, Miss
from .generator import Progress, generate_many
from .recipe import BUDGET, GENERATOR, QUALITIES, SYMMETRIES, Recipe, read_bounds, read_size
from .single import generate
from .verify import CHECKS, Verifier, verify

__all__ = [
    "BUDGET",
    "CHECKS",
    "GENERATOR",
    "QUALITIES",
    "SYMMETRIES",
    "Accept",
    "Generated",
    "Miss",
    "Progress",
    "Recipe",
    "Verifier",
    "generate",
    "generate_many",
    "read_bounds",
    "read_size",
    "verify",
]
