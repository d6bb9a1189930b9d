// Other Latin squares that follow from one without a search: two lines exchange what they hold at some places.
//
// Take two rows. What stands in the second below some number of the first stands elsewhere in the first, and so on,
// until the way comes back to where it began:
//
//     1 2 3 4        rows 1 and 2 hold 1 2 and 2 1 in the first two columns: exchanged there, both rows and
//     2 1 4 3        both columns still hold what they held
//
// The same goes for two columns and, with the places of two numbers, for two numbers. A puzzle whose clues do not
// notice one of these exchanges has a second solution.
#pragma once

#include <cstdint>
#include <vector>

#include "relations/cage.hpp"

namespace gridwright {

class LatinTrades {
public:
    explicit LatinTrades(std::int32_t side) : side_(side), table_(side * side), where_(side), seen_(side) {}

    void list(const std::uint8_t* square);
    // Is there one that no cage notices? Every cell is in one cage.
    bool unnoticed(const std::vector<CageSpec>& cages);

private:
    struct Change {
        std::int32_t cell;
        std::uint8_t value;
    };

    void list_between(std::int32_t kind, std::int32_t i, std::int32_t j);

    std::int32_t side_;
    std::vector<std::uint8_t> square_, now_; // as it is; with one exchange
    std::vector<Change> changes_;            // of all exchanges, one after the other
    std::vector<std::size_t> ends_;          // of each of them
    std::vector<std::int32_t> table_;        // of one kind: what lines hold at places
    std::vector<std::int32_t> where_;        // in the first line of a pair
    std::vector<bool> seen_;                 // places
    std::vector<std::int32_t> cage_of_;
};

} // namespace gridwright
