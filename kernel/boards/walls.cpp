#include "boards/walls.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace gridwright {

std::optional<std::vector<std::vector<std::int32_t>>> enclosed(std::int32_t rows, std::int32_t columns,
                                                               std::string_view walls) {
    std::vector<std::int32_t> region(static_cast<std::size_t>(rows) * columns);
    std::iota(region.begin(), region.end(), 0);
    const auto root = [&](std::int32_t cell) {
        while (region[cell] != cell)
            cell = region[cell] = region[region[cell]];
        return cell;
    };
    const auto each_place = [&](auto visit) {
        std::size_t at = 0;
        for (std::int32_t r = 0; r < rows; ++r)
            for (std::int32_t c = 0; c + 1 < columns; ++c)
                visit(r * columns + c, r * columns + c + 1, walls[at++] == '1');
        for (std::int32_t c = 0; c < columns; ++c)
            for (std::int32_t r = 0; r + 1 < rows; ++r)
                visit(r * columns + c, (r + 1) * columns + c, walls[at++] == '1');
    };
    each_place([&](std::int32_t p, std::int32_t q, bool wall) {
        if (const std::int32_t a = root(p), b = root(q); !wall)
            region[std::max(a, b)] = std::min(a, b); // the first cell of a region names it
    });
    bool loose = false;
    each_place([&](std::int32_t p, std::int32_t q, bool wall) { loose |= wall && root(p) == root(q); });
    if (loose)
        return std::nullopt;
    std::vector<std::int32_t> number(region.size(), -1);
    std::vector<std::vector<std::int32_t>> found;
    for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(region.size()); ++cell) {
        std::int32_t& own = number[root(cell)];
        if (own < 0) {
            own = static_cast<std::int32_t>(found.size());
            found.emplace_back();
        }
        found[own].push_back(cell);
    }
    return found;
}

std::optional<LetteredWalls> lettered_walls(std::int32_t side, std::string_view text) {
    const std::size_t places = static_cast<std::size_t>(side) * (side - 1) * 2;
    std::string walls;
    walls.reserve(places + 26);
    bool canonical = true;
    char before = 0;
    std::int32_t run = 0; // of the letter before, written out; 3 where it had a count
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at++];
        if (letter != '_' && (letter < 'a' || letter > 'z'))
            return std::nullopt;
        std::int32_t times = 0;
        const std::size_t digits = at;
        while (at < text.size() && at - digits < 3 && text[at] >= (at == digits ? '1' : '0') && text[at] <= '9')
            times = 10 * times + (text[at++] - '0');
        run = (letter == before ? run : 0) + (times ? 3 : 1);
        canonical &= letter != 'z' && (times ? times >= 3 && run == 3 : run <= 2);
        before = letter;
        for (std::int32_t i = 0; i < std::max(times, 1); ++i) {
            walls.append(letter == '_' ? 0 : letter == 'z' ? 25 : letter - 'a' + 1, '0');
            if (letter != 'z')
                walls.push_back('1');
            if (walls.size() > places + 1)
                return std::nullopt;
        }
    }
    if (walls.size() != places + 1 || walls.back() != '1')
        return std::nullopt;
    walls.pop_back();
    auto regions = enclosed(side, side, walls);
    return regions ? std::optional(LetteredWalls{std::move(*regions), canonical}) : std::nullopt;
}

std::optional<std::vector<LetteredClue>> lettered_clues(std::size_t count, std::string_view text) {
    const auto digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    std::vector<LetteredClue> clues;
    clues.reserve(count);
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at++];
        const std::size_t begin = at;
        std::int32_t number = 0;
        for (; digit(at) && at - begin < 9; ++at)
            number = 10 * number + (text[at] - '0');
        if (at == begin || (text[begin] == '0' && at > begin + 1) || digit(at) || clues.size() == count)
            return std::nullopt;
        clues.push_back({letter, number});
    }
    return clues.size() == count ? std::optional(std::move(clues)) : std::nullopt;
}

} // namespace gridwright
