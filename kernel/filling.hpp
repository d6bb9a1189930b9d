// How the cells of a group can be filled: by the layouts of a cage, a line of towers or a table.
//
// Rules ask this of the candidates as they are: which values of a cell stand in some layout, which values every layout
// puts into some cells. Cages and lines answer as in propagation, but with fuel for every cage that people meet.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "cage.hpp"
#include "skyline.hpp"

namespace gridwright {

// The tuples of values that a scope takes, one after the other; without those that repeat a value where cells are
// apart.
class Tuples {
public:
    Tuples(std::size_t cells, const std::vector<std::uint8_t>& tuples, const Cage::Apart& apart);

    bool fitting(const Mask* domains, Mask* used) const;
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells) const;

private:
    template <class Visit> void each(const Mask* domains, Visit visit) const;

    std::size_t cells_;
    std::vector<std::uint8_t> tuples_;
};

class Filling {
public:
    static constexpr std::int64_t kFuel = 1 << 20; // steps of a walk through a cage too large to list

    using Kind = std::variant<std::shared_ptr<const Cage>, Skyline, Tuples>;
    explicit Filling(Kind kind) : kind_(std::move(kind)) {}

    // The values of each cell in some layout inside the domains; false where there is none.
    bool fitting(const Mask* domains, Mask* used) const;
    // The values that every layout inside the domains, of which there is one, puts somewhere into these cells (by
    // position). A line of towers does not say.
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells) const;

private:
    Kind kind_;
};

} // namespace gridwright
