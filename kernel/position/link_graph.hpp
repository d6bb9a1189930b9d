// Strong and weak links between what could be true in a position: the graph that chains run along.
//
//     node     "the value stands in one of these cells": a candidate of an open cell, or several of one value
//     weak     two nodes that cannot both be true, as a row of bits for each node
//     strong   two nodes that cannot both be false: of a cell with two candidates, of a group that has nowhere else for
//              the value, of a set of n cells with n + 1 values
//
// Single candidates come first, by cell and value, then nodes of several cells, by value and cells; so whoever looks at
// candidates alone takes the beginning of everything. It is said in plain words in tests/reference/link_graph.py,
// and a test compares all chains of both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position/tables.hpp"

namespace gridwright {

// Rows of bits: one takes in another one, leaves out what the other has, or keeps what both have.
inline void take_in(std::uint64_t* __restrict row, const std::uint64_t* __restrict other, std::size_t used) {
    for (std::size_t m = 0; m < used; ++m)
        row[m] |= other[m];
}
inline void leave_out(std::uint64_t* __restrict row, const std::uint64_t* __restrict other, std::size_t used) {
    for (std::size_t m = 0; m < used; ++m)
        row[m] &= ~other[m];
}
inline void keep_common(std::uint64_t* __restrict row, const std::uint64_t* __restrict other, std::size_t used) {
    for (std::size_t m = 0; m < used; ++m)
        row[m] &= other[m];
}

enum class LinkKind : std::uint8_t { cell, group, set };

template <int W> class LinkGraph {
public:
    struct Node {
        Set<W> cells;
        std::int32_t value;
    };
    struct Strong {
        std::int32_t to;
        LinkKind kind;
        std::int32_t by; // the cell, the group, or the number of the set
    };

    // Brings the graph up to date: sets are listed anew only for groups in which something has changed.
    void update(const Tables<W>& tables, const Position<W>& position);
    // The same with nodes of several cells, which cost more.
    void group(const Tables<W>& tables, const Position<W>& position);

    std::vector<Node> nodes;
    std::int32_t singles = 0;       // how many are one candidate
    std::vector<Set<W>> sets;       // almost locked, by their cells
    std::vector<Mask> set_values;   // what each can hold
    std::vector<std::int32_t> from; // the strong links of node i are strong[from[i]] to strong[from[i + 1]]
    std::vector<Strong> strong;     // cells before groups before sets
    std::size_t words = 0;          // of a row
    std::vector<std::vector<std::uint64_t>> of_value; // by value: the nodes that have it

    // The nodes that cannot be true together with one; the first `singles` bits are the candidates that it rules out.
    const std::uint64_t* weak(const Tables<W>& tables, std::int32_t node);
    // The candidates that a value in one of these cells rules out, as the beginning of a row.
    void rule_out(const Tables<W>& tables, const Set<W>& cells, std::int32_t value, std::uint64_t* row) const;
    Set<W> having(std::int32_t value, const Set<W>& cells) const { return position_->having[value] & cells; }
    // The candidates from which so many steps along links of these kinds, a strong one each, lead to their own falsity,
    // as the beginning of a row: what chains that begin with them can exclude. Followed only as far as somebody asks.
    struct Refuted {
        unsigned links;
        bool grouped, one_value;
        std::int32_t level = 0;
        bool ended = false;                           // more steps lead nowhere new
        std::vector<std::uint64_t> found, on, latest; // what is true, and what of it since the last step
        std::vector<std::uint8_t> alive;
    };
    const Refuted& refuted(const Tables<W>& tables, unsigned links, bool grouped, bool one_value, std::int32_t level,
                           std::uint64_t& fuel);
    // What is true by strong links of these kinds where all of `ends` are false; of the first `count` nodes.
    void add_strong(const std::uint64_t* ends, std::size_t used, std::int32_t count, unsigned links,
                    std::uint64_t* found);
    // The first link of one of these kinds between two nodes.
    const Strong* link(std::int32_t one, std::int32_t other, unsigned kinds) const;

private:
    struct Listed { // the sets of a group, as its cells were
        std::vector<Mask> cells;
        std::vector<std::pair<Set<W>, Mask>> sets;
    };
    void list_sets(const Tables<W>& tables, const Position<W>& position);
    void link_all(const Tables<W>& tables, const Position<W>& position);
    template <class Visit> void each_inside(std::int32_t value, const Set<W>& cells, Visit visit);

    const Position<W>* position_ = nullptr;
    std::uint64_t tables_ = 0; // the number of the tables that the lists are of
    bool grouped_ = false;
    std::vector<std::int32_t> node_of_; // by candidate, -1 where there is none
    std::vector<std::int32_t> several_; // by value: where its nodes of several cells begin
    std::vector<Listed> listed_;        // by group
    // By set, and by value within it: the node of its places for that value, -1 where there is none.
    std::vector<std::int32_t> ends_from_, ends_of_sets_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint8_t> known_; // which rows are right
    struct Rows {                     // a row for each node, made when somebody asks
        std::vector<std::uint64_t> rows;
        std::vector<std::uint8_t> known; // as long as it is empty nobody has asked at all
    };
    std::uint64_t* row(Rows& kept, std::size_t i) {
        if (kept.known.empty()) {
            kept.known.assign(nodes.size(), 0);
            kept.rows.resize(nodes.size() * words);
        }
        return kept.rows.data() + i * words;
    }
    // What is true where a node is: along a weak link, between nodes of one value if asked, and a strong one.
    const std::uint64_t* following(const Tables<W>& tables, std::int32_t node, unsigned links, bool grouped,
                                   bool one_value);
    std::array<Rows, 8> strong_rows_;     // by kinds of links: the nodes that one joins to each
    std::array<Rows, 32> following_rows_; // and what follows from each: of one value, with nodes of several cells
    // The candidates that lead to their own falsity at all, in any number of steps along any links: no others need be
    // followed step by step, whatever the links.
    const std::vector<std::uint8_t>& refutable(const Tables<W>& tables, bool grouped, std::uint64_t& fuel);
    std::array<std::vector<std::uint8_t>, 2> refutable_; // of single candidates, and with nodes of several cells
    std::vector<Refuted> refuted_;
    std::vector<std::uint64_t> several_rows_, having_cell_; // nodes of several cells, and by cell those that have it
    std::vector<std::uint64_t> ends_, having_;              // memory of `following` and of `each_inside`
};

constexpr std::int32_t kLargestSet = 8, kLargestWide = 3, kWide = 9; // see `LARGEST_SET` in _links.py

// Cells as sorted lists are compared: which one comes first?
template <int W> bool before(const Set<W>& a, const Set<W>& b) {
    for (int i = 0; i < W; ++i)
        if (const std::uint64_t unlike = a.w[i] ^ b.w[i]) {
            const std::uint64_t bit = unlike & -unlike;
            const bool mine = (a.w[i] & bit) != 0;
            const Set<W>& other = mine ? b : a;
            bool more = (other.w[i] & ~(bit | (bit - 1))) != 0;
            for (int k = i + 1; k < W && !more; ++k)
                more = other.w[k] != 0;
            return mine == more; // the one that ends there comes first
        }
    return false;
}

} // namespace gridwright
