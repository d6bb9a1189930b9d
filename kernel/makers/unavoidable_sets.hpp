// Other solutions that follow from a known one without a search: two values exchanged in a part of the board.
//
// Take the cells that hold one of two values. Where two of them share a group, they hang together; in every part that
// hangs together the two values may change places, and no group notices (a Kempe chain):
//
//     1 2 . .        row 1, row 2 and their columns see both values, so these four cells are a part
//     2 1 . .        of their own: with 2 1 above 1 2 all is as well.
//
// That holds where a Problem says only "at most once in this group" or "exactly once", and the same for every value:
// boxes, drawn regions and bare squares, not cages or counts.
#pragma once

#include <cstdint>
#include <vector>

#include "state/problem.hpp"

namespace gridwright {

class UnavoidableSets {
public:
    explicit UnavoidableSets(const Problem& problem);

    // Sets of variables in which some other solution differs from this one: a bit a variable, words() words each, one
    // after the other. None where values may not change places.
    void sets(const std::uint8_t* solution, std::vector<std::uint64_t>& found) const;
    std::size_t words() const { return words_; }

private:
    template <std::size_t W> void list(const std::uint8_t* solution, std::vector<std::uint64_t>& found) const;

    std::size_t words_, variables_, values_ = 0; // no values: they may not change places
    std::vector<std::uint64_t> peers_;           // of each variable: who shares a group with it
};

} // namespace gridwright
