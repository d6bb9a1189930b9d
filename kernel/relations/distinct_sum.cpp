// Different values that add up to a total: a killer cage.
//
// Reasons over *sets* of values, for nine cells have 362,880 orders but one set. Every set of the right size and sum is
// listed once per (values, cells, sum) and shared; a set counts while each open cell can take one of its values and
// each of its values has an open cell. Cells keep the values of some set; a value that is in all sets and has one cell
// goes there. Where the list would be too long (25×25 boards) bounds on the smallest and largest sum do the work
// instead.
#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <tuple>

#include "relation.hpp"

namespace gridwright {
namespace {

using Sets = std::vector<Mask>;
constexpr std::size_t kMostSets = 4096;

// All sets of `cells` values below `values` whose numbers 0, 1, 2 … add up to `sum`; null where there are too many.
class Lister {
public:
    Lister(std::int32_t values, std::int32_t cells, std::int64_t sum) : values_(values) { list(0, cells, sum, 0); }
    bool complete() const { return complete_; }
    Sets& sets() { return sets_; }

private:
    void list(std::int32_t from, std::int32_t cells, std::int64_t sum, Mask set) {
        if (!complete_)
            return;
        if (cells == 0) {
            if (sum == 0) {
                complete_ = sets_.size() < kMostSets;
                if (complete_)
                    sets_.push_back(set);
            }
            return;
        }
        const std::int64_t n = cells, triangle = n * (n - 1) / 2;
        for (std::int32_t v = from; v + n <= values_; ++v) {
            if (n * v + triangle > sum) // even the next n values are too large
                break;
            if (v + (n - 1) * (values_ - 1) - (n - 1) * (n - 2) / 2 < sum) // even the largest others are too small
                continue;
            list(v + 1, cells - 1, sum - v, set | Mask{1} << v);
        }
    }

    std::int32_t values_;
    bool complete_ = true;
    Sets sets_;
};

// Built once for each shape and kept: a cage's list costs more to make than a puzzle to solve.
const Sets* sets_for(std::int32_t values, std::int32_t cells, std::int64_t sum) {
    static std::mutex guard;
    static std::map<std::tuple<std::int32_t, std::int32_t, std::int64_t>, std::unique_ptr<Sets>> known;
    const std::lock_guard<std::mutex> lock(guard);
    auto [it, fresh] = known.try_emplace({values, cells, sum});
    if (fresh) {
        Lister lister(values, cells, sum);
        if (lister.complete())
            it->second = std::make_unique<Sets>(std::move(lister.sets()));
    }
    return it->second.get();
}

class DistinctSum final : public Relation {
public:
    DistinctSum(const RelationSpec& spec, const Site&)
        : Relation(spec.scope),
          sum_(spec.parameters[0] - spec.parameters[1] * static_cast<std::int64_t>(spec.scope.size())),
          total_(spec.parameters[1] == 1 ? spec.parameters[0] : -1) {
        possible_ = sum_ >= 0 && scope.size() <= 64 && sum_ <= 64 * 64;
        if (!possible_)
            return;
        // Lists over up to 16 values are short (12,870 at most, far fewer for one sum); longer ones are tried too.
        for (std::int32_t values : {4, 6, 9, 12, 16, 25, 36, 64})
            if (static_cast<std::size_t>(values) >= scope.size())
                lists_.emplace_back(
                    values, values <= 25 ? sets_for(values, static_cast<std::int32_t>(scope.size()), sum_) : nullptr);
    }

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        if (!possible_)
            return false;
        Mask open = 0, fixed = 0;
        std::int64_t rest = sum_;
        std::int32_t cells = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Mask domain = used[i] = domains[i];
            if (!(domain & (domain - 1))) {
                if (fixed & domain)
                    return false;
                fixed |= domain;
                rest -= std::countr_zero(domain);
            } else {
                open |= domain;
                ++cells;
            }
        }
        if (cells == 0)
            return rest == 0;
        open &= ~fixed;
        if (rest < 0)
            return false;
        const std::int32_t top = 64 - std::countl_zero(open | fixed);
        for (const auto& [values, sets] : lists_)
            if (top <= values)
                return sets ? by_sets(domains, used, *sets, fixed, open)
                            : by_bounds(domains, used, rest, cells, open, fixed);
        return by_bounds(domains, used, rest, cells, open, fixed);
    }

    std::int64_t sum_of_numbers() const override { return total_; }
    // The smallest candidates are too much, or the largest too little.
    bool broken(const Mask* domains) const override {
        std::int64_t least = 0, most = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            least += std::countr_zero(domains[i]);
            most += 63 - std::countl_zero(domains[i]);
        }
        return sum_ < least || sum_ > most;
    }

private:
    bool by_sets(const Mask* domains, Mask* used, const Sets& sets, Mask fixed, Mask open) const {
        const std::size_t n = scope.size();
        Mask some = 0, all = ~Mask{0};
        for (Mask set : sets) {
            if ((set & fixed) != fixed || (set & ~(fixed | open)))
                continue;
            const Mask rest = set & ~fixed;
            Mask reached = 0;
            bool fits = true;
            for (std::size_t i = 0; i < n; ++i) {
                const Mask domain = domains[i];
                if (!(domain & (domain - 1)))
                    continue;
                reached |= domain & rest;
                if (!(domain & rest)) {
                    fits = false;
                    break;
                }
            }
            if (!fits || (rest & ~reached))
                continue;
            some |= rest;
            all &= rest;
        }
        if (!some)
            return false;
        for (std::size_t i = 0; i < n; ++i)
            if ((domains[i] & (domains[i] - 1)) && !(used[i] &= some))
                return false;
        for (; all; all &= all - 1) { // a needed value with one cell left goes there
            const Mask value = all & -all;
            std::int32_t place = -1;
            for (std::size_t i = 0; i < n; ++i)
                if (used[i] & value)
                    place = place == -1 ? static_cast<std::int32_t>(i) : -2;
            if (place == -1)
                return false;
            if (place >= 0)
                used[place] &= value;
        }
        return true;
    }

    // A value stays in a cell while the other cells' smallest and largest different values leave room for it.
    bool by_bounds(const Mask* domains, Mask* used, std::int64_t rest, std::int32_t cells, Mask open,
                   Mask fixed) const {
        if (std::popcount(open) < cells)
            return false;
        std::int64_t low = 0, high = 0; // of cells - 1 different open values
        Mask up = open, down = open;
        for (std::int32_t i = 0; i + 1 < cells; ++i) {
            low += std::countr_zero(up);
            up &= up - 1;
            const std::int32_t top = 63 - std::countl_zero(down);
            high += top;
            down &= ~(Mask{1} << top);
        }
        Mask allowed = 0;
        for (Mask m = open; m; m &= m - 1) {
            const std::int32_t v = std::countr_zero(m);
            if (low + v <= rest && rest <= high + v)
                allowed |= Mask{1} << v;
        }
        for (std::size_t i = 0; i < scope.size(); ++i)
            if ((domains[i] & (domains[i] - 1)) && !(used[i] &= allowed & ~fixed))
                return false;
        return true;
    }

    std::int64_t sum_;   // with every number counted from 0
    std::int64_t total_; // with value v as the number v + 1, -1 where it is not counted so
    bool possible_;
    std::vector<std::pair<std::int32_t, const Sets*>> lists_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 2)
        refuse("a sum has a total and the number that value 0 stands for");
    if (spec.parameters[1] < -1'000'000 || spec.parameters[1] > 1'000'000)
        refuse("a sum counts its values from " + std::to_string(spec.parameters[1]) + ", which is out of range");
    if (spec.parameters[0] < INT32_MIN * 64LL || spec.parameters[0] > INT32_MAX * 64LL)
        refuse("a sum of " + std::to_string(spec.parameters[0]) + " is out of range");
}

// That the members differ is said by sets.
bool simplify(const RelationSpec& sum, Spec& spec) {
    std::int32_t largest = 0;
    for (Variable x : sum.scope)
        largest = std::max(largest, spec.sizes[x]);
    std::vector<Candidate> together;
    for (std::int32_t value = 0; value < largest; ++value) {
        together.clear();
        for (Variable x : sum.scope)
            if (value < spec.sizes[x])
                together.push_back(spec.candidate(x, value));
        if (together.size() > 1)
            spec.at_most_ones.add(together);
    }
    return false;
}

const RelationKind kind("distinct-sum", check, one_each<DistinctSum>, simplify);

} // namespace
} // namespace gridwright
