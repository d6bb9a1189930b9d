// The fewest statements that exclude one candidate, provably, by implicit hitting sets.
//
// The candidate is assumed, so that statements keep the options that survive it. Statements S that have a joint
// selection are filled up with as many others as go with it; whatever excludes the candidate has one of those that are
// left over. The fewest statements that hit all such sets either have no joint selection, and then there are no fewer,
// or give another set to hit.
//
//     S          rows 1, 4         one option of each, no conflict; then of as many statements as possible
//     left over  r2c3 · box 5      every exclusion has one of these two
//
// Options are listed where no statement has more than 64; else relations are asked what fits (joint_selections.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "proofs/rulebook.hpp"

namespace gridwright {

struct SmallestExclusions {
    std::vector<std::vector<std::int32_t>> found; // statements ascending: all of the smallest size, in order
    Stop stop = Stop::none; // the limit that struck: without one, there are none of fewer statements
    std::uint64_t nodes = 0;
};

// Of at most so many statements, inside these masks of all variables; `large`: relations with more than 64 options take
// part.
SmallestExclusions smallest_exclusions(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
                                       std::int32_t most, bool large, const Limits& limits);

// Is an exclusion smaller ones one after the other? What fewer of its statements exclude among the candidates of the
// others is taken away, again and again: it is where fewer then suffice. Not to be believed where the meter has
// stopped.
bool is_glued(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
              const std::vector<std::int32_t>& statements, Meter& meter);

} // namespace gridwright
