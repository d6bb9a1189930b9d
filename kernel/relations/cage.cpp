#include "relations/cage.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace gridwright {
namespace {

constexpr std::int64_t kHuge = std::int64_t{1} << 62; // a product of this size or more is only known to be huge
constexpr std::int64_t kListingFuel = 1 << 18;        // steps that a list of layouts may take to write, about 1 ms
constexpr std::size_t kMostBytes = std::size_t{1} << 26;

constexpr Operation kFour[] = {Operation::add, Operation::subtract, Operation::multiply, Operation::divide};

} // namespace

std::int64_t Cage::times(std::int64_t a, std::int64_t b) { return b > 0 && a > kHuge / b ? kHuge : a * b; }

Cage::Tally Cage::Tally::with(std::int32_t number) const {
    return {sum + number, times(product, number), std::max(largest, number)};
}

Cage::Cage(Operation operation, std::int64_t target, std::vector<std::int32_t> sizes, Earlier apart)
    : operation_(operation), target_(target), sizes_(std::move(sizes)), apart_(std::move(apart)) {
    std::vector<Mask> domains;
    for (std::int32_t size : sizes_)
        domains.push_back(size == 64 ? ~Mask{0} : (Mask{1} << size) - 1);
    std::vector<std::uint8_t> tuples;
    std::size_t count = 0;
    const Walked walked = walk(domains.data(), kListingFuel, [&](const std::uint8_t* values) {
        tuples.insert(tuples.end(), values, values + cells());
        return ++count <= Layouts::kMost;
    });
    if (walked == Walked::all)
        listed_ = std::make_unique<const Layouts>(cells(), *std::max_element(sizes_.begin(), sizes_.end()), tuples);
}

std::vector<Cage::Rest> Cage::rests(const Mask* domains) const {
    std::vector<Rest> rest(cells() + 1);
    for (std::size_t i = cells(); i-- > 0;) {
        const std::int32_t least = std::countr_zero(domains[i]) + 1, most = 64 - std::countl_zero(domains[i]);
        const Rest& after = rest[i + 1];
        rest[i] = {after.least_sum + least, after.most_sum + most, times(after.least_product, least),
                   times(after.most_product, most), std::max(after.largest, most)};
    }
    return rest;
}

bool Cage::can_still(Operation operation, const Tally& tally, const Rest& rest) const {
    const std::int64_t largest = std::max(tally.largest, rest.largest);
    switch (operation) {
    case Operation::add:
        return tally.sum + rest.least_sum <= target_ && target_ <= tally.sum + rest.most_sum;
    case Operation::multiply:
        return target_ % tally.product == 0 && times(tally.product, rest.least_product) <= target_ &&
               target_ <= times(tally.product, rest.most_product);
    case Operation::subtract: // 2 × largest - sum = target
        return 2 * largest - tally.sum - rest.least_sum >= target_ &&
               2 * tally.largest - tally.sum - rest.most_sum <= target_;
    default: // largest² = target × product
        return times(target_, times(tally.product, rest.least_product)) <= largest * largest &&
               times(target_, times(tally.product, rest.most_product)) >= std::int64_t{tally.largest} * tally.largest;
    }
}

bool Cage::can_still(const Tally& tally, const Rest& rest) const {
    if (operation_ != Operation::any)
        return can_still(operation_, tally, rest);
    return std::any_of(std::begin(kFour), std::end(kFour),
                       [&](Operation each) { return can_still(each, tally, rest); });
}

bool Cage::fitting(const Mask* domains, Mask* used, std::int64_t fuel) const {
    if (listed_)
        return listed_->fitting(domains, used);
    if (std::find(domains, domains + cells(), Mask{0}) != domains + cells())
        return false;
    std::fill(used, used + cells(), 0);
    std::size_t found = 0, wanted = 0;
    for (std::size_t i = 0; i < cells(); ++i)
        wanted += std::popcount(domains[i]);
    const Walked walked = walk(domains, fuel, [&](const std::uint8_t* values) {
        for (std::size_t i = 0; i < cells(); ++i) {
            found += !(used[i] >> values[i] & 1);
            used[i] |= Mask{1} << values[i];
        }
        return found < wanted;
    });
    if (walked != Walked::out_of_fuel)
        return found > 0;
    return reachable(domains, used);
}

Mask Cage::forced(const Mask* domains, const std::vector<std::int32_t>& cells, std::int64_t fuel) const {
    if (listed_)
        return listed_->forced(domains, cells);
    Mask always = ~Mask{0};
    const Walked walked = walk(domains, fuel, [&](const std::uint8_t* values) {
        Mask here = 0;
        for (std::int32_t cell : cells)
            here |= Mask{1} << values[cell];
        always &= here;
        return always != 0;
    });
    return walked == Walked::out_of_fuel ? 0 : always;
}

// What is reachable by arithmetic alone: the states (a sum, a product …) after each cell, forwards from nothing, then
// backwards from the target. Few: a product's states are divisors of the target.
bool Cage::reachable(Operation operation, const Mask* domains, Mask* used) const {
    constexpr std::int64_t kLargest = 128; // above every number
    constexpr std::size_t kFewCells = 32;  // a sum of 256 cells has thousands of states after each
    if (operation == Operation::add && cells() > kFewCells)
        return between(domains, used);
    const bool sums = operation == Operation::add || operation == Operation::subtract;
    const bool by_largest = operation == Operation::subtract || operation == Operation::divide;
    const auto coded = [&](const Tally& tally) {
        const std::int64_t made = sums ? tally.sum : tally.product;
        return by_largest ? made * kLargest + tally.largest : made;
    };
    const auto decoded = [&](std::int64_t code) -> Tally {
        const std::int64_t made = by_largest ? code / kLargest : code;
        const auto largest = static_cast<std::int32_t>(by_largest ? code % kLargest : 0);
        return {sums ? made : 0, sums ? 1 : made, largest};
    };
    const std::vector<Rest> rest = rests(domains);
    std::vector<std::vector<std::int64_t>> layers(cells() + 1);
    layers[0] = {coded({})};
    for (std::size_t i = 0; i < cells(); ++i) {
        std::vector<std::int64_t>& next = layers[i + 1];
        for (std::int64_t code : layers[i])
            for (Mask m = domains[i]; m; m &= m - 1) {
                const Tally tally = decoded(code).with(std::countr_zero(m) + 1);
                if (can_still(operation, tally, rest[i + 1]))
                    next.push_back(coded(tally));
            }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        if (next.empty())
            return false;
    }
    for (std::size_t i = cells(); i-- > 0;) {
        const std::vector<std::int64_t>& next = layers[i + 1];
        std::erase_if(layers[i], [&](std::int64_t code) {
            bool dead = true;
            for (Mask m = domains[i]; m; m &= m - 1)
                if (std::binary_search(next.begin(), next.end(), coded(decoded(code).with(std::countr_zero(m) + 1)))) {
                    used[i] |= m & -m;
                    dead = false;
                }
            return dead;
        });
    }
    return true;
}

// A number stays while the others' smallest and largest leave room for it in the sum.
bool Cage::between(const Mask* domains, Mask* used) const {
    const Rest all = rests(domains)[0];
    for (std::size_t i = 0; i < cells(); ++i) {
        const std::int64_t least = std::countr_zero(domains[i]) + 1, most = 64 - std::countl_zero(domains[i]);
        for (Mask m = domains[i]; m; m &= m - 1) {
            const std::int64_t number = std::countr_zero(m) + 1;
            if (all.least_sum - least + number <= target_ && target_ <= all.most_sum - most + number)
                used[i] |= m & -m;
        }
        if (!used[i])
            return false;
    }
    return true;
}

bool Cage::reachable(const Mask* domains, Mask* used) const {
    std::fill(used, used + cells(), 0);
    if (operation_ != Operation::any)
        return reachable(operation_, domains, used);
    bool any = false;
    for (Operation each : kFour)
        any |= reachable(each, domains, used);
    return any;
}

bool Cage::combinations(const Mask* domains, std::size_t most, std::int64_t fuel,
                        std::vector<std::uint8_t>& found) const {
    Mask open = 0;
    for (std::size_t i = 0; i < cells(); ++i)
        open |= domains[i];
    const std::int32_t top = 64 - std::countl_zero(open);
    std::vector<std::uint8_t> chosen;
    std::vector<std::int32_t> left(64, 0), values(cells());
    std::size_t count = 0;
    bool complete = true;
    // Can the cells from here on take what is left of the chosen values, in some order?
    const auto seated = [&](const auto& self, std::size_t cell) -> bool {
        if (cell == cells())
            return true;
        Mask here = domains[cell];
        for (std::int32_t earlier : apart_[cell])
            here &= ~(Mask{1} << values[earlier]);
        for (; here && --fuel >= 0; here &= here - 1) {
            const std::int32_t value = values[cell] = std::countr_zero(here);
            if (left[value] == 0)
                continue;
            --left[value];
            const bool rest = self(self, cell + 1);
            ++left[value];
            if (rest)
                return true;
        }
        return false;
    };
    const auto choose = [&](const auto& self, std::int32_t from, const Tally& tally) -> void {
        if (chosen.size() == cells()) {
            if (!seated(seated, 0))
                return;
            complete = ++count <= most;
            if (complete)
                found.insert(found.end(), chosen.begin(), chosen.end());
            return;
        }
        for (std::int32_t value = from; complete && value < top; ++value) {
            if (!(open >> value & 1))
                continue;
            if (--fuel < 0) {
                complete = false;
                return;
            }
            const auto after = static_cast<std::int64_t>(cells() - chosen.size() - 1);
            Rest rest{after * (value + 1), after * top, 1, 1, after ? top : 0};
            for (std::int64_t i = 0; i < after; ++i) {
                rest.least_product = times(rest.least_product, value + 1);
                rest.most_product = times(rest.most_product, top);
            }
            const Tally next = tally.with(value + 1);
            if (!can_still(next, rest))
                continue;
            chosen.push_back(static_cast<std::uint8_t>(value));
            ++left[value];
            self(self, value, next);
            --left[value];
            chosen.pop_back();
        }
    };
    choose(choose, 0, {});
    return complete && fuel >= 0;
}

std::shared_ptr<const Cage> cage_of(Operation operation, std::int64_t target, const std::vector<std::int32_t>& sizes,
                                    const Earlier& apart) {
    using Key = std::vector<std::int64_t>; // all of it, the lists with their lengths
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t hash = key.size();
            for (std::int64_t number : key)
                hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15u;
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };
    static std::mutex guard;
    static std::unordered_map<Key, std::shared_ptr<const Cage>, Hash> known;
    static std::size_t bytes = 0;
    Key key{static_cast<std::int64_t>(operation), target};
    key.reserve(2 + 3 * sizes.size() + sizes.size() * sizes.size() / 2);
    key.insert(key.end(), sizes.begin(), sizes.end());
    for (const std::vector<std::int32_t>& earlier : apart) {
        key.push_back(static_cast<std::int64_t>(earlier.size()));
        key.insert(key.end(), earlier.begin(), earlier.end());
    }
    {
        const std::lock_guard<std::mutex> lock(guard);
        const auto it = known.find(key);
        if (it != known.end())
            return it->second;
    }
    auto cage = std::make_shared<const Cage>(operation, target, sizes, apart);
    const std::lock_guard<std::mutex> lock(guard);
    if (bytes > kMostBytes) { // Problems keep theirs
        known.clear();
        bytes = 0;
    }
    bytes += cage->bytes() + 512;
    return known.emplace(std::move(key), std::move(cage)).first->second;
}

} // namespace gridwright
