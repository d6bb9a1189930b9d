// The sweeps over a whole State, for each width of its rows, and the choice among machine paths.
//
// One source, `sweep.inl`, compiled once per machine path with that path's flags; results never depend on the path:
// the fixpoint of the sweeps is unique, and branching looks only at fixpoints.
#pragma once

#include <cstdint>

#include "state/problem.hpp"

namespace gridwright {

struct Path {
    const char* name;
    // Place every candidate that is the last of its choice until nothing is left to place; false if a choice is empty.
    bool (*singles)(const Problem& problem, std::uint64_t* state);
    // The candidate to branch on, the first member of the choice with the fewest, the first of those; -1 if every
    // choice is decided.
    Candidate (*branch)(const Problem& problem, const std::uint64_t* state);
};

const Path* choose_path(std::int32_t width);

// The name of the path that this machine runs.
const char* path_name();

// Sweeps and relations to their common fixpoint; false on a contradiction. `seen` holds the domains (domain_words
// words) at the last common fixpoint, so that only relations whose scope changed run; it is overwritten. `active` has
// a bit for each relation that counts; null means all. `failed` becomes the relation that cannot hold, or -1.
bool propagate(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, const std::uint64_t* active = nullptr,
               std::int32_t* failed = nullptr);

} // namespace gridwright
