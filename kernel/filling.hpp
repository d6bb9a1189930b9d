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

    std::size_t cells() const { return cells_; }
    // Calls `visit(tuple)` for every tuple inside the domains.
    template <class Visit> void each(const Mask* domains, Visit visit) const {
        for (std::size_t at = 0; at < tuples_.size(); at += cells_) {
            const std::uint8_t* tuple = tuples_.data() + at;
            std::size_t i = 0;
            while (i < cells_ && (domains[i] >> tuple[i] & 1))
                ++i;
            if (i == cells_)
                visit(tuple);
        }
    }

private:
    std::size_t cells_;
    std::vector<std::uint8_t> tuples_;
};

class Filling {
public:
    static constexpr std::int64_t kFuel = 1 << 20; // steps of a walk through a cage too large to list

    using Kind = std::variant<std::shared_ptr<const Cage>, Skyline, Tuples>;
    explicit Filling(Kind kind) : kind_(std::move(kind)) {
        if (const auto* cage = std::get_if<std::shared_ptr<const Cage>>(&kind_))
            layouts_ = (*cage)->listed();
    }

    // The values of each cell in some layout inside the domains; false where there is none.
    bool fitting(const Mask* domains, Mask* used) const;
    // The values that every layout inside the domains, of which there is one, puts somewhere into these cells (by
    // position). A line of towers does not say.
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells) const;
    // The list of a cage's layouts, null where there is none: what it says of values that fit is exact.
    const Layouts* layouts() const { return layouts_; }
    // Are its layouts listed or walked, one by one? A line of towers has none of its own.
    bool listed() const { return !std::holds_alternative<Skyline>(kind_); }
    // Calls `visit(sum of the numbers)` for every layout inside the domains until it says false; false where the fuel
    // does not last.
    template <class Visit> bool sums(const Mask* domains, Visit visit) const;

private:
    Kind kind_;
    const Layouts* layouts_ = nullptr; // of the cage, near at hand
};

template <class Visit> bool Filling::sums(const Mask* domains, Visit visit) const {
    auto total = [](const std::uint8_t* values, std::size_t cells) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < cells; ++i)
            sum += values[i] + 1;
        return sum;
    };
    if (const auto* cage = std::get_if<std::shared_ptr<const Cage>>(&kind_)) {
        const std::size_t cells = (*cage)->cells();
        auto each = [&](const std::uint8_t* values) { return visit(total(values, cells)); };
        return (*cage)->walk(domains, kFuel, each) != Cage::Walked::out_of_fuel;
    }
    if (const auto* tuples = std::get_if<Tuples>(&kind_))
        tuples->each(domains, [&](const std::uint8_t* values) { visit(total(values, tuples->cells())); });
    return true;
}

} // namespace gridwright
