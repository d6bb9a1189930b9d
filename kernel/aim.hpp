// Boards of arrows: numbers and arrows that count them, then the clues that are wanted.
//
// With four directions the numbers come first, and are mended: one that no direction counts becomes the count of one of
// its directions, the one that leaves the fewest wrong numbers around. Every cell then draws its arrow from those that
// fit. With eight, up to twelve rows, the arrows come first, at random, and a search finds numbers for them: half of
// such boards have a solution, most of those one that is soon found, and they are easier than boards made from numbers.
//
// Clues are not taken away, for a full board has far too many, but given: where the rules of the wish get stuck, the
// best of a few cells is told, and at the end every clue that they can do without goes again. Where there is no wish, a
// cell is told in which two solutions differ.
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
