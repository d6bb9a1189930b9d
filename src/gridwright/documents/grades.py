"""The document of a grade."""

from __future__ import annotations

from ..grading import Grade, Verdict
from ..model import Stop
from .codec import NUMBER, TEXT, WHOLE, Field, Record, by_name, listed, one_of, optional, plainly

GRADE = Record(
    plainly(Grade),
    Field("status", one_of(Verdict), "what came of grading"),
    Field("scale", TEXT, "the scale and its version"),
    Field("tier", optional(TEXT), "the tier; null where there is not just one solution"),
    Field("rating", optional(NUMBER), "the sum of the steps' weights; null where it is stuck"),
    Field("hardest", optional(TEXT), "the hardest technique that was needed"),
    Field("steps", WHOLE, "how many steps there are"),
    Field("techniques", by_name(WHOLE), "how often each technique was used, the easiest first"),
    Field("proof_size", WHOLE, "choices and relations that the largest step of the hardest technique used"),
    Field("open", optional(listed(WHOLE)), "on demand: how many steps there were to choose from, before each step",
          default=None),
    Field("stopped", optional(one_of(Stop)), "the limit that struck before the end", "stop", default=None),
    Field("seconds", NUMBER, "the time that it took; of puzzles that were graded together, the mean", note=True),
)  # fmt: skip
