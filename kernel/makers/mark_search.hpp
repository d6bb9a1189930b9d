// Marks that never touch: every row, column and region holds so many of them, while regions are still being drawn. A
// Problem is laid out for structures that stay; here a region changes between any two questions, and a question is as
// small as "is there a solution with a mark in this cell".
#pragma once

#include <cstdint>
#include <vector>

#include "basics/random_stream.hpp"
#include "position/tables.hpp"

namespace gridwright {

// At most 16 × 16 cells, so 4 words do; groups are the rows, the columns, then the regions.
template <int W> class MarkSearch {
public:
    MarkSearch(std::int32_t side, std::int32_t marks);

    std::int32_t side() const { return side_; }
    std::int32_t marks() const { return marks_; }
    const Set<W>& touching(std::int32_t x) const { return touching_[x]; }
    const Set<W>& members(std::int32_t group) const { return members_[group]; }
    const Set<W>& region(std::int32_t r) const { return members_[2 * side_ + r]; }
    Set<W>& region(std::int32_t r) { return members_[2 * side_ + r]; }
    void label(std::int32_t x, std::int32_t r) { region_of_[x] = r; }

    // A random solution of rows and columns alone. False where `nodes` do not suffice.
    bool fill(RandomStream& stream, std::uint64_t nodes, Set<W>& solution);

    enum class Answer : std::uint8_t { no, yes, unknown };
    // A solution inside `alive` with a mark in `x`. Rows, columns and regions count.
    Answer with_mark(const Set<W>& alive, std::int32_t x, std::uint64_t nodes);
    // A solution inside `alive` other than `known`, which is one.
    Answer another(const Set<W>& alive, const Set<W>& known, std::uint64_t nodes);

private:
    struct Node {
        Set<W> alive, marks;
        std::int8_t need[48]; // of each group
    };
    bool put(Node& node, std::int32_t x) const;
    template <class Pick> bool descend(Node& node, Pick pick);
    Answer solve(Node& node, std::uint64_t nodes);

    std::int32_t side_, marks_, groups_;
    std::vector<Set<W>> touching_, members_;
    std::vector<std::int32_t> region_of_;
    std::uint64_t left_ = 0;
    Set<W> found_ = Set<W>::none();
};

} // namespace gridwright
