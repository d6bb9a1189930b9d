"""Why: how people solve a puzzle step by step, and what a player may do next.

explain(puzzle)               the trace: every step with its evidence
why(position, "r3c5=7")       the shortest proof of one fact
hint(position)                the next step, in stages
Analysis(puzzle)              what these share: the answer, the trace and its positions, each worked out once
"""

from .analysis import Analysis
from .explain import explain, explain_many
from .hint import STAGES, Hint, HintStatus, all_hints, hint
from .why import why

__all__ = ["STAGES", "Analysis", "Hint", "HintStatus", "all_hints", "explain", "explain_many", "hint", "why"]
