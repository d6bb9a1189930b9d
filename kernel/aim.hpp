// Boards of arrows: the numbers first, then arrows that count them, then the clues that are wanted.
//
// Most random arrows have a solution, but finding it is a search; numbers that some arrow could count are found by
// mending: a number that no direction counts becomes the count of one of its directions, the one that leaves the fewest
// wrong numbers around. Every cell then draws its arrow from those that fit. Clues are not taken away, for a full board
// has far too many, but given: where the rules of the wish get stuck, the best of a few cells is told, and at the end
// every clue that they can do without goes again. Where there is no wish, a cell is told in which two solutions differ.
#pragma once

#include <cstdint>
#include <memory>

#include "seek.hpp"

namespace gridwright {

struct Aiming {
    std::int32_t rows, columns;
    bool diagonal;          // eight directions, else four
    const Problem* base;    // of any board of the size: all that its arrows do not say
    const StageSpec* stage; // the same for rules; null where there is no wish
    const Wish* wish;
    std::uint64_t fuel;
};

std::unique_ptr<Maker> make_aimer(const Aiming& aiming);

} // namespace gridwright
