// Taking clues away while the solution stays the only one.
//
// A clue is a given (its variable) or a relation (the number of variables + its number). Items are clues that go
// together: the orbits of a symmetry. In the order that is asked for, each item goes if the rest still has one solution
// and no fewer clues than the floor are left. That is the meaning; the work is less than one search an item.
//
// What is there when an item is tried are the items before it that stay and all items behind it. So the order is halved
// again and again, and every half has a State of what is there whatever becomes of it:
//
//     items   0 1 2 3 4 5 6 7          level 0: clues that are in no item
//             ─────── ███████          level 1: + items 4 to 7, then 0 and 1 are tried on level 2: + items 2 and 3 …
//             k · k · ───────          and when the first half is done: + what stays of it
//
// A half whose State is decided goes without a search. And a clue stays without one where it is the last that tells the
// solution from another which is known: two values exchanged in a part of the board (unavoidable_sets.hpp).
//
// 9×9 with boxes: 57 of 81 givens go, 54 of them at a glance; 9 of the 24 others stay at a glance.
#pragma once

#include <cstdint>
#include <vector>

#include "makers/solution_search.hpp"
#include "makers/unavoidable_sets.hpp"
#include "state/problem.hpp"

namespace gridwright {

class Reducer {
public:
    using Items = std::vector<std::vector<std::int32_t>>;
    // Throws std::invalid_argument where a clue is out of range or in two items.
    // `clues` is how many each item counts for where floors are kept; if left out, as many as are in it.
    Reducer(const Problem& problem, Items items, std::vector<std::int32_t> clues = {});

    // Begin with all items of a solution there, and clues that are in no item: relations alone.
    void fill(const std::uint8_t* solution);
    // Have just these items.
    void set(const std::vector<bool>& there);
    // Take items away in this order. False where the limits struck first: then some items were not tried. An item stays
    // where no search of so many nodes says that it can go.
    bool run(const std::vector<std::int32_t>& order, std::int32_t floor, const Limits& limits,
             std::uint64_t nodes = UINT64_MAX);
    // Is there another solution with the items that are there? `found` also where so many nodes do not tell.
    SearchEnd another(const Limits& limits, std::uint64_t nodes);

    bool there(std::int32_t item) const { return present_[item]; }
    std::int32_t items() const { return static_cast<std::int32_t>(items_.size()); }
    std::int32_t left() const { return left_; } // clues
    const std::vector<std::uint8_t>& givens() const { return givens_; }
    std::uint64_t tests() const { return tests_; } // searches
    std::uint64_t nodes() const { return search_.nodes(); }

private:
    void put(std::int32_t item, bool there);
    bool is_given(std::int32_t clue) const { return static_cast<std::size_t>(clue) < givens_.size(); }
    std::uint64_t* level(std::size_t depth) { return levels_.data() + depth * stride_; }
    Start start(std::size_t depth) { return {level(depth), relations_go_ ? level(depth) + active_begin_ : nullptr}; }
    void add(std::uint64_t* level, std::int32_t item) const;
    void begin(const std::vector<bool>& apart);
    void settle(std::uint64_t* level);
    void deepen(std::size_t depth, std::size_t low, std::size_t high);
    bool cut(std::size_t depth, std::size_t low, std::size_t high);
    bool attempt(std::size_t depth, std::int32_t item);
    bool last_against(std::int32_t item);

    const Problem& problem_;
    const Items items_;
    std::vector<std::int32_t> clues_; // of each item, how many it counts for
    SolutionSearch search_;
    std::vector<std::uint8_t> solution_, givens_;
    std::vector<bool> present_;
    std::vector<std::uint64_t> given_; // the same as givens_, a bit each
    std::int32_t left_ = 0;
    std::uint64_t tests_ = 0;

    const UnavoidableSets unavoidable_;
    std::vector<std::uint64_t> others_; // in which givens the known other solutions differ

    bool relations_go_ = false;                 // they are clues, too
    std::size_t active_begin_ = 0, stride_ = 0; // a level: a State, the domains seen, a bit for each relation
    std::vector<std::uint64_t> levels_;
    // Of the run at hand
    std::vector<std::int32_t> queue_;
    std::int32_t floor_ = 0;
    std::uint64_t most_nodes_ = UINT64_MAX; // of a search
    std::size_t asked_ = 0;                 // up to here it is known who holds the last clue against another solution
    const Limits* limits_ = nullptr;
};

} // namespace gridwright
