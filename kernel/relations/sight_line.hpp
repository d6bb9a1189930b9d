// A sight line: all cells of one line that look the same way, each of which counts the different values that it sees.
//
//     seen from the edge:      c0   c1   c2   c3   c4          c1, c3 and c4 look towards the edge: c3 counts the
//                                   ←         ←    ←           different values of c0 … c2
//
// Taken one by one, such counts say little; taken together they are exact by one walk from the edge. What has been met
// is a set of values, and a set of such sets is a row of bits, one for each set: 2ᵏ bits where k values are open.
//
//     values a, b:        bit   0   1    2    3                add a to every set:  (F | F << 1) & 1010…
//                         set   {}  {a}  {b}  {a, b}           the sets of two:     1000
//
// Forward the sets that can be met before each cell, backward those from which the rest of the line can be filled; a
// value of a cell stays if some set of the first kind leads to one of the second. Only values that a cell with a choice
// can take are bits; the others are met for certain from some cell on, and counted.
#pragma once

#include <cstdint>
#include <vector>

#include "relations/relation.hpp"
#include "relations/sight_walk.hpp"

namespace gridwright {

class SightLine final : public Relation {
public:
    // The cells from the edge on; `looks` says of each whether it counts those before it.
    SightLine(std::vector<Variable> cells, std::uint64_t looks) : Relation(std::move(cells)), looks_(looks) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t fuel) const override;
    // Of two cells the second counts one, whatever the first is.
    bool minds(Variable x) const override { return scope.size() != 2 || x == scope[1]; }
    // Bounds of each count from what is fixed, what is open and what must differ: one walk. Exact where at most one
    // cell has a choice.
    bool propagate(Editor& editor) const override;
    // The sets of values, exact.
    bool deepen(Editor& editor) const override;
    bool open(Editor& editor) const override;
    bool weigh(std::vector<std::uint32_t>& degrees) const override;
    bool looks() const override { return true; }

    sight::Line<Variable> line() const { return {scope.data(), static_cast<int>(scope.size()), looks_}; }

private:
    std::uint64_t looks_; // by position
};

} // namespace gridwright
