// Statements that refute an assumption by use, one after the other (Rulebook::use): for relations with too many options
// to list. What is left of them must still break that way, so each set is a proof; there may be a smaller one.
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "proofs/rulebook.hpp"

namespace gridwright {

// Sets of at most so many statements, ascending, none of which can be spared, all of the smallest size that is met.
// `left` are the candidates before the assumption.
std::vector<std::vector<std::int32_t>> refuting_statements(const Rulebook& rulebook,
                                                           const std::vector<Rulebook::Bits>& left, Candidate assumed,
                                                           std::size_t most, Meter& meter);

} // namespace gridwright
