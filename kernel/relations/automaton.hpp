// A relation that is read cell by cell, and of each cell only whether it has the value: exact by dynamic programming.
//
// What is known before a cell is a set of states, as bits. A machine says where a cell leads that has the value
// (`taken`) or has not (`left`), and from where it leads there:
//
//     States start(), end();
//     States taken(i, from), left(i, from), before_taken(i, to), before_left(i, to)
//
// `before[i]` are the states that some way to fill the cells before i reaches, `after` those from which some way to
// fill the others ends well. A cell can be what leads from one into the other.
#pragma once

#include <array>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {

// Up to 64 * W states.
template <int W> struct States {
    std::array<std::uint64_t, W> words;

    static States none() { return {}; }
    static States one(std::size_t state) {
        States found{};
        found.add(state);
        return found;
    }
    void add(std::size_t state) { words[state / 64] |= std::uint64_t{1} << (state % 64); }
    bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t word : words)
            all |= word;
        return all != 0;
    }
    friend States operator&(States a, const States& b) {
        for (int w = 0; w < W; ++w)
            a.words[w] &= b.words[w];
        return a;
    }
    friend States operator|(States a, const States& b) {
        for (int w = 0; w < W; ++w)
            a.words[w] |= b.words[w];
        return a;
    }
    // Each state one further, or one less far.
    States next() const {
        States found;
        for (int w = 0; w < W; ++w)
            found.words[w] = words[w] << 1 | (w ? words[w - 1] >> 63 : 0);
        return found;
    }
    States previous() const {
        States found;
        for (int w = 0; w < W; ++w)
            found.words[w] = words[w] >> 1 | (w + 1 < W ? words[w + 1] << 63 : 0);
        return found;
    }
};

template <class Machine> class AutomatonRelation : public Relation {
public:
    static constexpr std::size_t kMostCells = 255;

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        const auto n = static_cast<std::int32_t>(scope.size());
        Set before[kMostCells + 1];
        before[0] = machine_.start();
        for (std::int32_t i = 0; i < n; ++i)
            before[i + 1] = forward(i, before[i], domains[i]);
        Set after = machine_.end();
        if (!(before[n] & after).any())
            return false;
        for (std::int32_t i = n; i-- > 0;) {
            const Set taken = machine_.before_taken(i, after), left = machine_.before_left(i, after);
            Mask fits = 0;
            after = Set::none();
            if (domains[i] & bit_) {
                after = taken;
                fits |= (taken & before[i]).any() ? bit_ : 0;
            }
            if (domains[i] & ~bit_) {
                after = after | left;
                fits |= (left & before[i]).any() ? ~bit_ : 0;
            }
            used[i] = domains[i] & fits;
        }
        return true;
    }

    bool fills() const override { return true; }
    Mask speaks_of(const std::vector<std::int32_t>&) const override { return bit_; }

    // From the last cell to the first a cell is let go where nothing fits all the same, those before it being as they
    // are: so none that is kept can be spared.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (lacks_value(domains, values))
            return true;
        const auto n = static_cast<std::int32_t>(scope.size());
        const std::int32_t own = claim.members.empty() ? -1 : claim.members[0];
        const Mask supposed = claim.value == std::countr_zero(bit_) ? bit_ : ~bit_;
        Set before[kMostCells + 1];
        before[0] = machine_.start();
        for (std::int32_t i = 0; i < n; ++i)
            before[i + 1] = forward(i, before[i], i == own ? supposed : domains[i]);
        Set after = machine_.end();
        for (std::int32_t i = n; i-- > 0;) {
            const Set taken = machine_.before_taken(i, after), left = machine_.before_left(i, after);
            const Mask domain = i == own ? supposed : domains[i];
            after = Set::none();
            if ((domain & bit_) || (i != own && !(taken & before[i]).any()))
                after = taken;
            else if (i != own)
                values[i] |= bit_;
            if ((domain & ~bit_) || (i != own && !(left & before[i]).any()))
                after = after | left;
            else if (i != own)
                values[i] |= ~bit_;
        }
        return true;
    }

protected:
    AutomatonRelation(std::vector<Variable> variables, std::int64_t value, Machine machine)
        : Relation(std::move(variables)), bit_(Mask{1} << value), machine_(std::move(machine)) {}

private:
    using Set = typename Machine::States;

    Set forward(std::int32_t i, const Set& from, Mask domain) const {
        const Set taken = domain & bit_ ? machine_.taken(i, from) : Set::none();
        return domain & ~bit_ ? taken | machine_.left(i, from) : taken;
    }

    Mask bit_;
    Machine machine_;
};

} // namespace gridwright
