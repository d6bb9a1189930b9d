#include "latin.hpp"

#include <numeric>

namespace gridwright {

// The incidence cube of a square: cube[r][c][s] is 1 where r, c holds s. A move adds 1 at one cell and takes what that
// breaks from three others; the corner opposite may fall to -1, which the next move then starts from, until none is
// left.
std::vector<std::uint8_t> latin_square(std::int32_t n, Draw& draw) {
    std::vector<std::int8_t> cube(static_cast<std::size_t>(n) * n * n);
    const auto at = [&](std::int32_t r, std::int32_t c, std::int32_t s) -> std::int8_t& {
        return cube[(static_cast<std::size_t>(r) * n + c) * n + s];
    };
    for (std::int32_t r = 0; r < n; ++r)
        for (std::int32_t c = 0; c < n; ++c)
            at(r, c, (r + c) % n) = 1;
    // Of the one or two places of a line that hold 1, one at random.
    const auto pick = [&](auto&& holds) {
        std::int32_t found[2], count = 0;
        for (std::int32_t i = 0; i < n && count < 2; ++i)
            if (holds(i) == 1)
                found[count++] = i;
        return count == 1 ? found[0] : found[draw.below(2)];
    };
    std::int32_t r = 0, c = 0, s = 0; // where the -1 is, if there is one
    bool proper = true;
    // The chain that visits proper squares alone has the uniform distribution: so these are counted, not moves.
    for (std::int32_t left = n < 2 ? 0 : 2 * n * n; left > 0; left -= proper) {
        if (proper)
            do {
                r = static_cast<std::int32_t>(draw.below(n));
                c = static_cast<std::int32_t>(draw.below(n));
                s = static_cast<std::int32_t>(draw.below(n));
            } while (at(r, c, s) == 1);
        const std::int32_t r2 = pick([&](std::int32_t i) { return at(i, c, s); });
        const std::int32_t c2 = pick([&](std::int32_t i) { return at(r, i, s); });
        const std::int32_t s2 = pick([&](std::int32_t i) { return at(r, c, i); });
        ++at(r, c, s), ++at(r, c2, s2), ++at(r2, c, s2), ++at(r2, c2, s);
        --at(r2, c, s), --at(r, c2, s), --at(r, c, s2), --at(r2, c2, s2);
        proper = at(r2, c2, s2) >= 0;
        r = r2, c = c2, s = s2;
    }
    std::vector<std::int32_t> rows(n), columns(n), values(n);
    for (auto* names : {&rows, &columns, &values}) {
        std::iota(names->begin(), names->end(), 0);
        draw.shuffle(*names);
    }
    std::vector<std::uint8_t> square(static_cast<std::size_t>(n) * n);
    for (r = 0; r < n; ++r)
        for (c = 0; c < n; ++c)
            for (s = 0; s < n; ++s)
                if (at(r, c, s) == 1)
                    square[static_cast<std::size_t>(rows[r]) * n + columns[c]] = static_cast<std::uint8_t>(values[s]);
    return square;
}

} // namespace gridwright
