// A line of towers: how many are seen from its first cell, that is, are higher than all before them.
//
// Where the cells all differ and stand for the heights 1 … n (n up to 10), a set of heights says how far one has come
// and what the highest so far is. So a table over the 2ⁿ sets answers exactly, without any list of orders:
//
//     towards[S]   the numbers of towers seen, as bits, after the heights S in some order that the domains allow
//     onwards[S]   the numbers still to be seen behind S
//
// Any other line is answered by (highest so far, seen) alone, which is exact where heights may repeat and otherwise
// leaves values that a decided line refutes.
#pragma once

#include <cstdint>
#include <vector>

#include "spec.hpp"

namespace gridwright {

class Skyline {
public:
    static constexpr std::size_t kMostSets = 10; // heights: 1,024 sets, about 5 µs

    // `differ`: the line is as long as there are heights, and none stands twice.
    Skyline(std::int32_t seen, std::size_t cells, bool differ) : seen_(seen), cells_(cells), differ_(differ) {}

    std::size_t cells() const { return cells_; }
    // The heights of each cell in some line inside the domains from which so many are seen; false where there is none.
    bool fitting(const Mask* domains, Mask* used) const;

private:
    bool by_sets(const Mask* domains, Mask* used) const;
    bool by_highest(const Mask* domains, Mask* used) const;

    std::int32_t seen_;
    std::size_t cells_;
    bool differ_;
};

} // namespace gridwright
