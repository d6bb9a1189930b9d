// The regions that walls enclose on a rectangle of cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gridwright {

// The cells of each region, both in reading order. A character a place, '1' where a wall stands: between left and right
// neighbours row by row, then between upper and lower ones column by column. Nothing where a wall ends inside a region.
std::optional<std::vector<std::vector<std::int32_t>>> enclosed(std::int32_t rows, std::int32_t columns,
                                                               std::string_view walls);

// The same of a square's map in letters, and would it be written so? `_` is a wall at the next place, `a` … `y` one
// after 1 … 25 open places, `z` 25 open places and no wall, each with a count where it comes several times; one wall is
// added at the end. Nothing where the text is no such map.
struct LetteredWalls {
    std::vector<std::vector<std::int32_t>> regions;
    bool canonical; // no z, and runs of three or more of a letter are counted, others not
};
std::optional<LetteredWalls> lettered_walls(std::int32_t side, std::string_view text);

// A clue behind such a map: a letter and a number without needless zeros, of at most nine digits.
struct LetteredClue {
    char letter;
    std::int32_t number;
};
// Clues that follow each other to the end of the text; nothing where it is no list of so many.
std::optional<std::vector<LetteredClue>> lettered_clues(std::size_t count, std::string_view text);

} // namespace gridwright
