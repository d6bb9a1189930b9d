// All sight lines of a Problem that has nothing else, one after the other in memory, and their common fixpoint.
//
//     cells    3 2 1 0 | 6 5 4 | …            line i has the cells from begin[i] to begin[i + 1]
//
// Where no candidate kills one of another variable, the domains are all there is to a State while sight lines take
// turns; the choices are told once, at the end, and not at all where the end is a contradiction. A few hundred boards
// of this form fit the second-level cache (7×7, eight directions: 2 KB each, 10 KB as relations on their own), and a
// list of boards that are solved one after the other runs 1.4 times as fast.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "relations/sight_walk.hpp"
#include "state/problem.hpp"

namespace gridwright {

class Sights {
public:
    static constexpr std::int32_t kMostWords = 4;   // of an agenda: 256 lines
    static constexpr std::int32_t kMostLanes = 256; // 16×16

    // Null where the Problem says something else, or its lanes are not whole bytes or pairs of them.
    static std::unique_ptr<const Sights> of(const Problem& problem);

    // Every line at rest; false on a contradiction. As `propagate` (sweep.hpp), but the choices are told only where
    // that is wanted: who reads nothing but domains can do without.
    bool settle(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, const std::uint64_t* active,
                std::int32_t& failed, bool telling = true) const;

    // Could something break within so many steps if x took this value, a step being all that one line says? Each round
    // asks every line that is told of a change once, as if it were the only one, and takes it all together: what so
    // many steps one after the other remove is among it.
    bool may_break(const Problem& problem, const Mask* domains, Variable x, std::int32_t value,
                   std::int32_t steps) const;

    sight::Line<std::uint16_t> line(std::int32_t i) const {
        return {cells_.data() + begin_[i], begin_[i + 1] - begin_[i], looks_[i]};
    }

private:
    template <class Lane, int Words>
    bool take_turns(const Problem& problem, Lane* domains, const Lane* seen, const std::uint64_t* active,
                    std::int32_t& failed) const;

    std::vector<std::uint64_t> looks_;
    std::vector<std::uint16_t> begin_, cells_;
};

} // namespace gridwright
