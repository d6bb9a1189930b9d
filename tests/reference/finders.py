"""What finders of the kernel mean, in obvious Python: tests hold both to the same matches and the same grounds.

reference_of(finder).matches(2, state)            every match, in the order of the finder
reference_of(finder).grounds(2, state, match)     what it relied on
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridwright.rules.finder import KernelFinder
from gridwright.techniques._chains import Chains
from gridwright.techniques._loops import ClosingPath, WalkAround
from gridwright.techniques._placements import Placements
from gridwright.techniques._rests import OfRests
from gridwright.techniques._ties import OfTies
from gridwright.techniques.adjacent_threes import AdjacentThrees
from gridwright.techniques.cage_repeat import CageRepeat
from gridwright.techniques.cages_together import CagesTogether
from gridwright.techniques.complex_fish import ComplexFish
from gridwright.techniques.sum_sets import SumSets
from reference.adjacent_threes import AdjacentThreesReference
from reference.cage_repeat import CageRepeatReference
from reference.cages_together import CagesTogetherReference
from reference.chains import ChainsReference
from reference.complex_fish import ComplexFishReference
from reference.finder import Reference
from reference.loops import ClosingPathReference, WalkAroundReference
from reference.placements import PlacementsReference
from reference.rests import RestsReference, SumSetsReference
from reference.ties import TiesReference

REFERENCES: dict[type, Callable[[Any], Reference[Any]]] = {
    AdjacentThrees: AdjacentThreesReference,
    CageRepeat: CageRepeatReference,
    CagesTogether: CagesTogetherReference,
    Chains: ChainsReference,
    ClosingPath: ClosingPathReference,
    ComplexFish: ComplexFishReference,
    OfRests: RestsReference,
    OfTies: TiesReference,
    Placements: PlacementsReference,
    SumSets: SumSetsReference,
    WalkAround: WalkAroundReference,
}
"""By the class of the finder."""


def reference_of(finder: KernelFinder) -> Reference[Any]:
    """Return the reference of a finder: that of its class, or of the nearest class above it."""
    return next(REFERENCES[kind](finder) for kind in type(finder).__mro__ if kind in REFERENCES)
