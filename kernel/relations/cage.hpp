// An arithmetic cage: its cells' numbers make a target by one operation. Value v stands for the number v + 1.
//
//     add        their sum is the target                       multiply   their product is
//     subtract   the largest minus all the others is           divide     the largest over all the others is
//     any        some of these four is
//
// Cells that the board keeps apart (they share a row) never repeat a value in a layout. What does not depend on where
// the cage lies, its layouts above all, is built once for each shape and kept: see `cage_of`.
//
// Propagation keeps the values of some layout, and clears from the rest of a line what every layout puts into the
// cage's part of it (9×9: 5 nodes a board instead of 18, and 26k/s instead of 18k/s).
//
// Short lists of layouts are held as bit sets. Long ones are walked, as long as the fuel lasts; beyond it only the
// arithmetic counts, without which cells are apart (by the sums, products … that are reachable cell by cell). So no
// question takes long, and on a decided scope every answer is exact.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "relations/layouts.hpp"
#include "relations/relation.hpp"

namespace gridwright {

// How the numbers of a cage make its target.
enum class Operation : std::uint8_t { any, add, subtract, multiply, divide }; // "", +, -, ×, ÷

// A cage as it is printed.
struct CageSpec {
    std::vector<Variable> scope;
    Operation operation;
    std::int64_t target;
    RelationSpec relation() const;
};

class Cage {
public:
    Cage(Operation operation, std::int64_t target, std::vector<std::int32_t> sizes, Earlier apart);

    std::size_t cells() const { return sizes_.size(); }
    // The values of each cell in some layout inside the domains; false where there is none. Where the fuel does not
    // last, values may stay that are in no layout.
    bool fitting(const Mask* domains, Mask* used, std::int64_t fuel) const;
    // The values that every layout inside the domains puts somewhere into these cells. Where the fuel does not last:
    // none.
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells, std::int64_t fuel) const;
    // The values, each as often as it stands there, of every way to fill the cage inside the domains: sorted, one after
    // the other. Stops at `most` of them, or where the fuel does not last, and then says false.
    bool combinations(const Mask* domains, std::size_t most, std::int64_t fuel, std::vector<std::uint8_t>& found) const;

    // Calls `visit(values)` for every layout inside the domains until it says false; a step of fuel for each value
    // tried.
    template <class Visit> Walked walk(const Mask* domains, std::int64_t fuel, Visit&& visit) const;

    // The list of its layouts; null where it is too long.
    const Layouts* listed() const { return listed_.get(); }
    std::size_t bytes() const { return listed_ ? listed_->bytes() : 64; }

private:
    struct Tally { // of the cells so far
        std::int64_t sum = 0, product = 1;
        std::int32_t largest = 0;
        Tally with(std::int32_t number) const;
    };
    struct Rest { // what the cells from here on can add
        std::int64_t least_sum = 0, most_sum = 0, least_product = 1, most_product = 1;
        std::int32_t largest = 0;
    };
    template <class Visit> struct Walk;

    static std::int64_t times(std::int64_t a, std::int64_t b);
    std::vector<Rest> rests(const Mask* domains) const;
    bool can_still(const Tally& tally, const Rest& rest) const;
    bool can_still(Operation operation, const Tally& tally, const Rest& rest) const;
    bool reachable(const Mask* domains, Mask* used) const;
    bool reachable(Operation operation, const Mask* domains, Mask* used) const;
    bool between(const Mask* domains, Mask* used) const;

    Operation operation_;
    std::int64_t target_;
    std::vector<std::int32_t> sizes_;
    Earlier apart_;
    std::unique_ptr<const Layouts> listed_; // null where the list is too long
};

// The cage of that shape, built when it is first asked for.
std::shared_ptr<const Cage> cage_of(Operation operation, std::int64_t target, const std::vector<std::int32_t>& sizes,
                                    const Earlier& apart);

// The relation of cells that are such a cage, for those who hold the cage already: rules.
std::shared_ptr<const Relation> cage_relation(std::vector<Variable> scope, std::shared_ptr<const Cage> cage,
                                              std::int64_t target);

template <class Visit> struct Cage::Walk {
    const Cage& cage;
    const Mask* domains;
    const std::vector<Rest>& rest;
    Visit& visit;
    std::int64_t fuel;
    std::vector<std::uint8_t>& values;

    Walked from(std::size_t cell, const Tally& tally) {
        if (cell == cage.cells())
            return visit(static_cast<const std::uint8_t*>(values.data())) ? Walked::all : Walked::stopped;
        Mask open = domains[cell];
        for (std::int32_t earlier : cage.apart_[cell])
            open &= ~(Mask{1} << values[earlier]);
        for (; open; open &= open - 1) {
            if (--fuel < 0)
                return Walked::out_of_fuel;
            const std::int32_t value = std::countr_zero(open);
            const Tally next = tally.with(value + 1);
            if (!cage.can_still(next, rest[cell + 1]))
                continue;
            values[cell] = static_cast<std::uint8_t>(value);
            const Walked walked = from(cell + 1, next);
            if (walked != Walked::all)
                return walked;
        }
        return Walked::all;
    }
};

template <class Visit> Walked Cage::walk(const Mask* domains, std::int64_t fuel, Visit&& visit) const {
    const std::vector<Rest> rest = rests(domains);
    std::vector<std::uint8_t> values(cells());
    return Walk<Visit>{*this, domains, rest, visit, fuel, values}.from(0, {});
}

} // namespace gridwright
