"""Every puzzle of a genre and size that has one solution: `PuzzleSpace`."""

from .estimate import Estimate, estimate
from .space import PuzzleSpace, Unit

__all__ = ["Estimate", "PuzzleSpace", "Unit", "estimate"]
