// Different values that add up to a total, such as a cage without repeats.
//
// Reasons over *sets* of values, for nine cells have 362,880 orders but one set. Every set of the right size and sum is
// listed once per (values, cells, sum) and shared; a set counts while each open cell can take one of its values and
// each of its values has an open cell. Cells keep the values of some set; a value that is in all sets and has one cell
// goes there. Where the list would be too long (25×25 boards) bounds on the smallest and largest sum do the work
// instead.
//
// Rules ask for just what fits. The sets that the first cells can hold together are then kept as bits, a bit a set,
// from the first cell to the last; what leads from there to a set that adds up is kept on the way back:
//
//     set          {} {0} {1} {0,1} {2} {0,2} {1,2} {0,1,2}        0 1 2 3 4 5 6 7: its number is the mask itself
//     with 2        0  0   0    0    a   b     c     d              the sets without 2, a b c d, moved by 2² places
#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <tuple>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

using Sets = std::vector<Mask>;
constexpr std::size_t kMostSets = 4096;
constexpr std::int32_t kMostOpen = 12; // values of which every set is looked at

// Adds all sets of `cells` values from `from` on, below `values`, whose numbers 0, 1, 2 … add up to `sum`, each with
// `set` besides; false where there are too many.
bool list_sets(std::int32_t values, std::int32_t from, std::int32_t cells, std::int64_t sum, Mask set, Sets& sets) {
    if (cells == 0) {
        if (sum == 0)
            sets.push_back(set);
        return sets.size() <= kMostSets;
    }
    const std::int64_t n = cells, triangle = n * (n - 1) / 2;
    for (std::int32_t v = from; v + n <= values; ++v) {
        if (n * v + triangle > sum) // even the next n values are too large
            break;
        if (v + (n - 1) * (values - 1) - (n - 1) * (n - 2) / 2 < sum) // even the largest others are too small
            continue;
        if (!list_sets(values, v + 1, cells - 1, sum - v, set | Mask{1} << v, sets))
            return false;
    }
    return true;
}

// Built once for each shape and kept: a cage's list costs more to make than a puzzle to solve.
const Sets* sets_for(std::int32_t values, std::int32_t cells, std::int64_t sum) {
    static std::mutex guard;
    static std::map<std::tuple<std::int32_t, std::int32_t, std::int64_t>, std::unique_ptr<Sets>> known;
    const std::lock_guard<std::mutex> lock(guard);
    auto [it, fresh] = known.try_emplace({values, cells, sum});
    if (Sets sets; fresh && list_sets(values, 0, cells, sum, 0, sets))
        it->second = std::make_unique<Sets>(std::move(sets));
    return it->second.get();
}

// Sets of values below `values`, a bit each.
class SetsOfValues {
public:
    static constexpr std::int32_t kMostValues = 16;

    explicit SetsOfValues(std::int32_t values) : bits_(values > 6 ? std::size_t{1} << (values - 6) : 1, 0) {}
    SetsOfValues none() const {
        SetsOfValues empty(*this);
        std::fill(empty.bits_.begin(), empty.bits_.end(), 0);
        return empty;
    }
    void add(Mask set) { bits_[set >> 6] |= std::uint64_t{1} << (set & 63); }
    bool any() const {
        return std::any_of(bits_.begin(), bits_.end(), [](std::uint64_t word) { return word != 0; });
    }
    // Adds those sets of others that lack a value, with it; those that have it, without it.
    void add_with(const SetsOfValues& others, std::int32_t value) {
        each_lacking(value, [&](std::size_t w, std::size_t with, std::int32_t shift, std::uint64_t lacking) {
            bits_[with] |= (others.bits_[w] & lacking) << shift;
        });
    }
    void add_without(const SetsOfValues& others, std::int32_t value) {
        each_lacking(value, [&](std::size_t w, std::size_t with, std::int32_t shift, std::uint64_t lacking) {
            bits_[w] |= others.bits_[with] >> shift & lacking;
        });
    }
    void keep(const SetsOfValues& others) {
        for (std::size_t w = 0; w < bits_.size(); ++w)
            bits_[w] &= others.bits_[w];
    }
    // Is there a set here that lacks the value and is among the others with it?
    bool leads(const SetsOfValues& others, std::int32_t value) const {
        std::uint64_t found = 0;
        each_lacking(value, [&](std::size_t w, std::size_t with, std::int32_t shift, std::uint64_t lacking) {
            found |= bits_[w] & others.bits_[with] >> shift & lacking;
        });
        return found != 0;
    }

private:
    static constexpr std::uint64_t kLacking[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                                  0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

    // Words of sets that lack the value, and where the same sets with it are.
    template <class Visit> void each_lacking(std::int32_t value, Visit visit) const {
        if (value < 6) {
            for (std::size_t w = 0; w < bits_.size(); ++w)
                visit(w, w, 1 << value, kLacking[value]);
            return;
        }
        const std::size_t stride = std::size_t{1} << (value - 6);
        for (std::size_t w = 0; w < bits_.size(); ++w)
            if (!(w & stride))
                visit(w, w | stride, 0, ~std::uint64_t{0});
    }

    std::vector<std::uint64_t> bits_;
};

class DistinctSum final : public Relation {
public:
    DistinctSum(const RelationSpec& spec, const Apart&)
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

    bool fitting(const Mask* domains, Mask* used, std::int64_t fuel) const override {
        if (!possible_)
            return false;
        if (const Sets* sets = fuel > kFuel ? listed(domains) : nullptr; sets)
            return exactly(domains, used, *sets);
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
        if (exact_ && std::popcount(open) <= kMostOpen)
            return by_orders(domains, used, rest, cells, open);
        for (const auto& [values, sets] : lists_)
            if (top <= values)
                return sets ? by_sets(domains, used, *sets, fixed, open)
                            : by_bounds(domains, used, rest, cells, open, fixed);
        return by_bounds(domains, used, rest, cells, open, fixed);
    }

    void be_exact() override { exact_ = true; }
    std::int64_t sum_of_numbers() const override { return total_; }
    bool differ() const override { return true; }
    bool fills() const override { return true; }
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& members, std::int64_t) const override {
        const Sets* sets = possible_ ? listed(domains) : nullptr;
        if (!sets)
            return 0;
        Mask asked = 0, found = 0;
        for (std::int32_t i : members)
            asked |= domains[i];
        std::vector<Mask> without(domains, domains + scope.size());
        for (; asked; asked &= asked - 1) {
            const Mask value = asked & -asked;
            for (std::int32_t i : members)
                without[i] = domains[i] & ~value;
            if (!so_far(without.data(), *sets).back().any())
                found |= value;
        }
        return found;
    }

    bool walks() const override { return true; }
    Walked walk(const Mask* domains, std::int64_t fuel, const Visit& visit) const override {
        std::vector<std::uint8_t> values(scope.size());
        return possible_ ? walk_from(0, sum_, 0, domains, fuel, visit, values) : Walked::all;
    }

private:
    // The members from this one on, where so much is left and these values are used.
    Walked walk_from(std::size_t member, std::int64_t left, Mask used, const Mask* domains, std::int64_t& fuel,
                     const Visit& visit, std::vector<std::uint8_t>& values) const {
        if (member == scope.size())
            return left || visit(values.data()) ? Walked::all : Walked::stopped;
        for (Mask open = domains[member] & ~used; open; open &= open - 1) {
            if (--fuel < 0)
                return Walked::out_of_fuel;
            const std::int32_t value = std::countr_zero(open);
            if (value > left)
                break;
            values[member] = static_cast<std::uint8_t>(value);
            const Walked walked =
                walk_from(member + 1, left - value, used | (open & -open), domains, fuel, visit, values);
            if (walked != Walked::all)
                return walked;
        }
        return Walked::all;
    }

    // The list of sets that is long enough for the domains, where sets of their values are few enough for bits.
    const Sets* listed(const Mask* domains) const {
        Mask all = 0;
        for (std::size_t i = 0; i < scope.size(); ++i)
            all |= domains[i];
        const std::int32_t top = 64 - std::countl_zero(all);
        for (const auto& [values, sets] : lists_)
            if (top <= values && values <= SetsOfValues::kMostValues)
                return sets;
        return nullptr;
    }

    // What the members before each one can hold together; of all together, what adds up.
    std::vector<SetsOfValues> so_far(const Mask* domains, const Sets& sets) const {
        Mask all = 0;
        for (std::size_t i = 0; i < scope.size(); ++i)
            all |= domains[i];
        const std::int32_t values = 64 - std::countl_zero(all);
        std::vector<SetsOfValues> found(scope.size() + 1, SetsOfValues(values));
        found[0].add(0);
        for (std::size_t i = 0; i < scope.size(); ++i)
            for (Mask m = domains[i]; m; m &= m - 1)
                found[i + 1].add_with(found[i], std::countr_zero(m));
        SetsOfValues right(values);
        for (Mask set : sets)
            if (!(set & ~all))
                right.add(set);
        found.back().keep(right);
        return found;
    }

    bool exactly(const Mask* domains, Mask* used, const Sets& sets) const {
        std::vector<SetsOfValues> known = so_far(domains, sets);
        if (!known.back().any())
            return false;
        for (std::size_t i = scope.size(); i-- > 0;) {
            used[i] = 0;
            SetsOfValues right = known[i].none();
            for (Mask m = domains[i]; m; m &= m - 1) {
                const std::int32_t value = std::countr_zero(m);
                if (known[i].leads(known[i + 1], value)) {
                    used[i] |= m & -m;
                    right.add_without(known[i + 1], value);
                }
            }
            known[i].keep(right);
        }
        return true;
    }

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

    // Exact: the sets of values that the first open cells can take, and those from which the others can go on.
    bool by_orders(const Mask* domains, Mask* used, std::int64_t rest, std::int32_t cells, Mask open) const {
        std::int32_t numbers[kMostOpen];
        Mask place[64]; // of each open value, a bit of a set
        std::int32_t values = 0;
        for (Mask m = open; m; m &= m - 1, ++values) {
            numbers[values] = std::countr_zero(m);
            place[numbers[values]] = Mask{1} << values;
        }
        if (values < cells)
            return false;
        std::size_t where[kMostOpen];
        Mask own[kMostOpen];
        std::int32_t n = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            if (!(domains[i] & (domains[i] - 1)))
                continue;
            where[n] = i;
            own[n] = 0;
            for (Mask m = domains[i] & open; m; m &= m - 1)
                own[n] |= place[std::countr_zero(m)];
            used[i] = 0;
            ++n;
        }
        const std::size_t sets = std::size_t{1} << values;
        std::uint8_t reached[1 << kMostOpen]; // 1: by the first cells; 2: and the others can go on from there
        std::fill(reached, reached + sets, 0);
        reached[0] = 1;
        for (std::size_t set = 0; set < sets; ++set)
            if (const std::int32_t cell = std::popcount(set); reached[set] && cell < cells)
                for (Mask m = own[cell] & ~set; m; m &= m - 1)
                    reached[set | (m & -m)] = 1;
        bool any = false;
        for (std::size_t set = sets; set-- > 0;) {
            const std::int32_t cell = std::popcount(set);
            if (!reached[set] || cell > cells)
                continue;
            if (cell == cells) {
                std::int64_t sum = 0;
                for (Mask m = set; m; m &= m - 1)
                    sum += numbers[std::countr_zero(m)];
                if (sum == rest)
                    reached[set] = 2, any = true;
                continue;
            }
            for (Mask m = own[cell] & ~set; m; m &= m - 1)
                if (reached[set | (m & -m)] == 2) {
                    reached[set] = 2;
                    used[where[cell]] |= Mask{1} << numbers[std::countr_zero(m)];
                }
        }
        return any;
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

    bool exact_ = false;
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
