// Boards whose clues are cages: a Latin square cut into cages, each with an operation and what it makes.
//
// The meaning is written down in Python (genres/keen.py); this is the same, draw by draw, at the speed that generation
// needs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "seek.hpp"

namespace gridwright {

// Dominoes first, then what is left joins cages of fewer than six cells. Operations take turns (÷, -, ×, +) over cages
// that they suit: quotients above half the side and the largest difference are never asked for; sums and products of
// two that only one pair makes come last. `multiply`: products alone.
//
// An attempt cuts one square again and again, finer while the wish's techniques get stuck, coarser while easier ones
// are enough. A cut with a second solution that a look tells (trades.hpp) is given up at once; one that is near is
// changed: another operation for a cage, or a cell that goes over to the next one.
struct Caging {
    const Problem* base; // the square without cages
    std::int32_t side;
    bool multiply;
    const StageSpec* stage; // of the square without cages; null where the wish is empty
    std::int32_t kind;      // of a cage among its kinds
    const Wish* wish;
    std::uint64_t fuel;
    std::int32_t cuts;    // of one square that an attempt tries
    std::int32_t changes; // of one cut that is near to the wish
};

std::unique_ptr<Maker> make_cager(const Caging& caging);

} // namespace gridwright
