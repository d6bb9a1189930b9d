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

} // namespace gridwright
