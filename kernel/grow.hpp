// Boards of stars: the solution first, then regions that grow around it.
//
// Cells that belong to no region yet are dead: no star goes there. So a cell that joins a region can only add
// solutions, and only such as have a star in it: whether the board stays unique is one small search, and a cell that
// was refused once stays refused while regions grow. Where the wish says which rules solve the board, a cell joins only
// while these do; that implies one solution. When nothing can grow any more, the regions around a dead cell fall back
// to their seeds. Then cells change sides at borders, while the wish is not fulfilled and nothing gets worse: the
// measure is how much the rules that ought to fail have to do.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "seek.hpp"

namespace gridwright {

struct Sowing {
    std::int32_t side, stars; // at most 16 cells a side
    bool alone;               // may a region be one cell?
    std::int32_t repairs, changes;
    // Where there is a wish: the board whose regions are its rows, and the number of the group that is its first
    // region.
    const AnyStage* stage;
    std::int32_t first_region;
    const Wish* wish;
    std::uint64_t fuel;
};

std::unique_ptr<Maker> make_grower(const Sowing& sowing);

} // namespace gridwright
