// Taking clues away while the solution stays the only one.
//
// A clue is a given (its variable) or a propagator (the number of variables + its number). Items are clues that go
// together: the orbits of a symmetry. In the order that is asked for, each item goes if the rest still has one solution
// and no fewer clues than the floor are left. That is the meaning; the work is less than one search an item:
//
//   - Several items are tried at once, for what may go together may go one by one.
//   - Another solution that turns up says which clues tell it from the known one. Only of these one must stay: so it
//     bounds how far the next try may go, and an item that holds the last of them stays without a search.
//
//   - What follows from the clues that are not in question soon is worked out once for several searches.
//
// Sudoku 9×9: 45 searches a puzzle instead of 81.
#pragma once

#include <cstdint>
#include <vector>

#include "complete.hpp"
#include "problem.hpp"

namespace gridwright {

class Reducer {
public:
    using Items = std::vector<std::vector<std::int32_t>>;
    // Throws std::invalid_argument where a clue is out of range or in two items.
    Reducer(const Problem& problem, Items items);

    // Begin with all items of a solution there, and clues that are in no item: propagators alone.
    void fill(const std::uint8_t* solution);
    // Put an item back; have just these.
    void restore(std::int32_t item);
    void set(const std::vector<bool>& there);
    // Take items away in this order. False where the limits struck first: then some items were not tried.
    bool run(const std::vector<std::int32_t>& order, std::int32_t floor, const Limits& limits);

    bool there(std::int32_t item) const { return present_[item]; }
    std::int32_t items() const { return static_cast<std::int32_t>(items_.size()); }
    std::int32_t left() const { return left_; } // clues
    const std::vector<std::uint8_t>& givens() const { return givens_; }
    const std::vector<std::uint64_t>& active() const { return active_; }
    Clues clues() const { return {givens_.data(), active_.empty() ? nullptr : active_.data()}; }
    std::uint64_t tests() const { return tests_; } // searches
    std::uint64_t nodes() const { return seeker_.nodes(); }

private:
    using Bits = std::vector<std::uint64_t>;   // a bit a clue
    static constexpr std::size_t kWindow = 10; // items in question at a time
    void look_ahead(const std::vector<std::int32_t>& order, std::size_t at, std::size_t end);
    void take(std::int32_t item);
    bool told_apart(const Bits& by) const; // by a clue that is there
    Bits difference(const std::uint8_t* other);

    const Problem& problem_;
    const Items items_;
    Seeker seeker_;
    std::vector<std::uint8_t> solution_, givens_, other_;
    std::vector<std::uint64_t> active_, decided_;
    // What follows from all clues that are there but those of the window, the items from the first of a try to its end.
    std::vector<std::uint64_t> base_;
    std::vector<std::uint8_t> window_; // the givens of the window
    std::size_t window_begin_ = 0, window_end_ = 0;
    std::vector<bool> present_;
    std::vector<std::int32_t> taken_; // of the try at hand
    Bits clues_;                      // that are there
    std::int32_t left_ = 0;
    std::uint64_t tests_ = 0;
    std::vector<Bits> differences_;
};

} // namespace gridwright
