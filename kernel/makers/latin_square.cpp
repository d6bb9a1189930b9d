#include "makers/latin_square.hpp"

#include <bit>
#include <numeric>

namespace gridwright {

// The incidence cube of a square holds 1 at (r, c, s) where r, c holds s. A move adds 1 at one cell and takes what that
// breaks from three others; the corner opposite may fall to -1, which the next move then starts from, until none is
// left. The ones are kept as masks along each of the three directions, so that a line is one word; a line through the
// -1 has two of them.
std::vector<std::uint8_t> latin_square(std::int32_t n, RandomStream& stream) {
    struct Ones {
        std::int32_t n;
        std::vector<std::uint64_t> masks;
        std::uint64_t& at(std::int32_t i, std::int32_t j) { return masks[static_cast<std::size_t>(i) * n + j]; }
    };
    const std::vector<std::uint64_t> none(static_cast<std::size_t>(n) * n);
    Ones symbols{n, none}, columns_of{n, none}, rows_of{n, none}; // by (r, c), by (r, s), by (c, s)
    const auto flip = [&](std::int32_t r, std::int32_t c, std::int32_t s) {
        symbols.at(r, c) ^= std::uint64_t{1} << s;
        columns_of.at(r, s) ^= std::uint64_t{1} << c;
        rows_of.at(c, s) ^= std::uint64_t{1} << r;
    };
    for (std::int32_t r = 0; r < n; ++r)
        for (std::int32_t c = 0; c < n; ++c)
            flip(r, c, (r + c) % n);
    // Of the one or two places of a line that hold 1, one at random.
    const auto pick = [&](std::uint64_t ones) {
        const std::uint64_t others = ones & (ones - 1);
        return std::countr_zero(others && stream.below(2) ? others : ones);
    };
    std::int32_t r = 0, c = 0, s = 0; // where the -1 is, if there is one
    bool proper = true;
    // The chain that visits proper squares alone has the uniform distribution: so these are counted, not moves.
    for (std::int32_t left = n < 2 ? 0 : 2 * n * n; left > 0; left -= proper) {
        if (proper)
            do {
                r = static_cast<std::int32_t>(stream.below(n));
                c = static_cast<std::int32_t>(stream.below(n));
                s = static_cast<std::int32_t>(stream.below(n));
            } while (symbols.at(r, c) >> s & 1);
        const std::int32_t r2 = pick(rows_of.at(c, s));
        const std::int32_t c2 = pick(columns_of.at(r, s));
        const std::int32_t s2 = pick(symbols.at(r, c));
        if (proper)
            flip(r, c, s); // 0 becomes 1; -1 becomes 0, which no mask tells apart
        flip(r, c2, s2), flip(r2, c, s2), flip(r2, c2, s);
        flip(r2, c, s), flip(r, c2, s), flip(r, c, s2);
        proper = symbols.at(r2, c2) >> s2 & 1;
        if (proper)
            flip(r2, c2, s2);
        r = r2, c = c2, s = s2;
    }
    std::vector<std::int32_t> rows(n), columns(n), values(n);
    for (auto* names : {&rows, &columns, &values}) {
        std::iota(names->begin(), names->end(), 0);
        stream.shuffle(*names);
    }
    std::vector<std::uint8_t> square(static_cast<std::size_t>(n) * n);
    for (r = 0; r < n; ++r)
        for (c = 0; c < n; ++c)
            square[static_cast<std::size_t>(rows[r]) * n + columns[c]] =
                static_cast<std::uint8_t>(values[std::countr_zero(symbols.at(r, c))]);
    return square;
}

} // namespace gridwright
