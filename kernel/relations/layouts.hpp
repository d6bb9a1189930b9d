// The layouts of a small scope, listed: bit sets that say, for each cell and value, which layouts put the value there.
//
//     layout               0 1 2 3 4 5 …        64 a word
//     cell 0, value 0      1 1 0 0 0 0 …
//     cell 0, value 1      0 0 1 1 0 0 …
//     …
//
// A layout lives while each of its cells can still take its value: an AND over the cells of ORs over their values. Most
// cages of two and three cells have one word; a sum of five cells on nine values has up to eighty.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "state/spec.hpp"

namespace gridwright {

class Layouts {
public:
    static constexpr std::size_t kMost = 4096; // layouts
    static constexpr std::size_t kWords = kMost / 64;

    // `tuples` holds a value for each cell, one layout after the other; at most kMost layouts.
    Layouts(std::size_t cells, std::int32_t values, const std::vector<std::uint8_t>& tuples);

    // The values of each cell in some living layout; false where none lives.
    bool fitting(const Mask* domains, Mask* used) const;
    // The same, and which layouts live: kWords words, for `forced_among`.
    bool fitting(const Mask* domains, Mask* used, std::uint64_t* live) const;
    // Of the values that are asked about, those that every one of these layouts puts somewhere into these cells.
    Mask forced_among(const std::uint64_t* live, const std::vector<std::int32_t>& cells, Mask asked) const;
    // The values that every living layout puts somewhere into these cells; all values where none lives.
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells) const;

    // That no layout lives with this value in one of these cells; or, of `forced`, without it in all of them; or, of no
    // cells, any: of values that are gone, (cell, value) each, those from which it follows, where each in turn is
    // spared if the others suffice. False where all of them do not.
    using Gone = std::pair<std::int32_t, std::int32_t>;
    bool needed(const std::vector<std::int32_t>& cells, std::int32_t value, bool forced, std::vector<Gone>& gone) const;

    std::size_t bytes() const { return bits_.size() * 8; }

private:
    const std::uint64_t* row(std::size_t cell, std::int32_t value) const {
        return bits_.data() + (cell * values_ + value) * words_;
    }
    bool living(const Mask* domains, std::uint64_t* live) const;
    bool fitting_pair(const Mask* domains, Mask* used) const;

    std::size_t cells_, words_, count_;
    std::int32_t values_;
    Mask all_; // every value
    std::vector<std::uint64_t> bits_;
    std::vector<Mask> beside_; // of two cells: what the second can be, by the value of the first
};

} // namespace gridwright
