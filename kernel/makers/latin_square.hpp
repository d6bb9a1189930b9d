// Random Latin squares, close to uniform: the Markov chain of Jacobson and Matthews (1996), walked over 2n² squares
// from a cyclic one, then rows, columns and values renamed at random.
#pragma once

#include <cstdint>
#include <vector>

#include "basics/random_stream.hpp"

namespace gridwright {

// Values 0 … n - 1, row by row.
std::vector<std::uint8_t> latin_square(std::int32_t n, RandomStream& stream);

} // namespace gridwright
