// The fewest statements that exclude one candidate, provably, by implicit hitting sets.
//
// The candidate is assumed, so that statements keep the options that survive it. Statements S that have a joint
// selection are filled up with as many others as go with it; whatever excludes the candidate has one of those that are
// left over. The fewest statements that hit all such sets either have no joint selection, and then there are no fewer,
// or give another set to hit.
//
//     S          rows 1, 4         one option of each, no conflict; then of as many statements as possible
//     left over  r2c3 · box 5      every exclusion has one of these two
#pragma once

#include <cstdint>
#include <vector>

#include "limits.hpp"
#include "rulebook.hpp"

namespace gridwright {

struct SmallestExclusions {
    std::vector<std::vector<std::int32_t>> found; // statements ascending: all of the smallest size, in order
    bool provable = true; // no statement has too many options to be looked at; and there are none of fewer statements
    Stop stop = Stop::none;
    std::uint64_t nodes = 0;
};

// Of at most so many statements, inside these masks of all variables.
SmallestExclusions smallest_exclusions(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
                                       std::int32_t most, const Limits& limits);

} // namespace gridwright
