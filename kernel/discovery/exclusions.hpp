// Exclusions: a candidate and the fewest statements such that every joint selection of their options kills it.
//
// E(S) is what every joint selection of the statements S kills: one option of each, no two in conflict. A minimal S is
// connected through conflicts, so all of them are met by listing connected sets, each once, with no candidate in mind.
// An option without a conflict inside S must itself kill the candidate, or the others exclude it without S's help: the
// intersection of what such options kill is mostly empty, and then no selection is looked at.
//
// Larger ones are not listed but found, and so are those of statements with many options: of one candidate the smallest
// (smallest_exclusions.hpp); or it is assumed, what all options that are left of a statement kill goes, round by round,
// and where a statement has no option left, the statements behind that are dropped one by one as long as the others
// have no joint selection.
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "proofs/rulebook.hpp"

namespace gridwright {

struct ExclusionBounds {
    static constexpr std::size_t kMostStatements = 8; // of those that are all found
    static constexpr std::int32_t kMostOptions = 32;  // of a statement beside others
    std::vector<std::int32_t> most_options;           // of the statements of an exclusion of one, of two … statements
    bool glued = false;                               // those that are smaller ones one after the other, too
    bool large = false;       // those of statements with more options, too: the smallest of each candidate
    std::int32_t longest = 0; // beyond those sizes, by following an assumption: of at most so many statements
};

struct Exclusions {
    // One after the other: how many statements, the candidate, the statements ascending; by size, then candidate.
    std::vector<std::int32_t> rows;
    Stop stop = Stop::none; // the limit that struck before all were found
    std::uint64_t nodes = 0;
};

// Inside these masks of all variables.
Exclusions exclusions(const Rulebook& rulebook, const Mask* masks, const ExclusionBounds& bounds, const Limits& limits);

} // namespace gridwright
