// What all solutions share and what some have.
#pragma once

#include <vector>

#include "basics/limits.hpp"
#include "state/problem.hpp"

namespace gridwright {

struct Possible {
    std::uint64_t solutions = 0; // distinct ones met on the way, at least min(2, all there are) where decided
    std::vector<Mask> masks;     // values of each variable in some solution
    Stop stop = Stop::none;      // where no limit struck, what is not in `masks` is in no solution
    std::uint64_t nodes = 0;
};

// Asks for each candidate that no known solution has whether some solution has it.
Possible possible(const Problem& problem, const std::uint8_t* givens, const Mask* masks, const Limits& limits);

} // namespace gridwright
