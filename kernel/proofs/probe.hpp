// Assume one candidate, follow what it forces, and say which choices a contradiction rests on.
#pragma once

#include <vector>

#include "basics/limits.hpp"
#include "state/problem.hpp"

namespace gridwright {

struct Probe {
    bool refuted = false;
    bool finished = true;                // false where a limit struck first
    std::vector<std::int32_t> choices;   // positions in Spec::choices, ascending
    std::vector<std::int32_t> relations; // positions in Spec::relations, ascending
    std::vector<Candidate> placed;       // what followed, in order, the assumption first
};

// Breadth first from a State given as masks (nothing is propagated before the assumption): every round places what was
// forced in the round before, so a short proof is met first. The links behind a placed candidate are free; a forced
// candidate costs the choice that forced it. The result is a proof, not the smallest one: shrink it outside.
Probe probe(const Problem& problem, const Mask* masks, Candidate assumed, const Limits& limits);

} // namespace gridwright
