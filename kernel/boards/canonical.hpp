// The canonical form of a board of numbers: the smallest of all boards that symmetries of its lines and other names for
// its numbers make of it, read row by row with blanks as 0 (the "minlex" form).
//
// Rows lie in bands and columns in stacks; bands change places, rows within a band, and the same for columns:
//
//     9×9 with boxes     bands of 3, stacks of 3          without     one band, one stack
//
// Rows are chosen from the top. What is known of the columns is kept as loosely as can be: places that hold the same so
// far are one class, and so are stacks. Of all ways to go on, only those stay whose next row is the smallest.
#pragma once

#include <cstdint>

#include "basics/limits.hpp"

namespace gridwright {

struct LineSymmetry {
    std::int32_t side;        // at most 32
    std::int32_t band, stack; // rows of a band, columns of a stack: divisors of the side
    bool transposes;          // rows may become columns
    bool diagonals;           // only what maps the two long diagonals onto themselves
};

// Writes the smallest board, blanks 0, numbers from 1. False where the limits struck, or where more than `kMostForms`
// ways are as good as each other: a board that is far too empty or too full. Throws std::invalid_argument where the
// board is none, or a number stands twice in a line.
constexpr std::size_t kMostForms = std::size_t{1} << 20;
bool canonical_board(const LineSymmetry& symmetry, const std::uint8_t* cells, std::uint8_t* smallest,
                     const Limits& limits);

} // namespace gridwright
