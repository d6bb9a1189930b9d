// A skyline: how many heights are seen from its first cell, that is, are higher than all before them.
//
// Where the cells all differ and stand for the heights 1 … n (n up to 10), a set of heights says how far one has come
// and what the highest so far is. So a table over the 2ⁿ sets answers exactly, without any list of orders:
//
//     towards[S]   the numbers of heights seen, as bits, after the heights S in some order that the domains allow
//     onwards[S]   the numbers still to be seen behind S
//
// Any other line is answered by (highest so far, seen) alone, which is exact where heights may repeat and otherwise
// leaves values that a decided line refutes.
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

constexpr std::int64_t kMostSeen = 63;

class Skyline final : public Relation {
public:
    static constexpr std::size_t kMostSets = 10; // heights: 1,024 sets, about 5 µs

    Skyline(const RelationSpec& spec, const Apart& apart)
        : Relation(spec.scope), seen_(static_cast<std::int32_t>(spec.parameters[0])), differ_(apart.all(scope)) {
        for (std::int32_t size : apart.sizes(scope))
            differ_ &= static_cast<std::size_t>(size) == scope.size();
    }

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        if (seen_ < 1 || static_cast<std::size_t>(seen_) > scope.size())
            return false;
        return differ_ && scope.size() <= kMostSets ? by_sets(domains, used) : by_highest(domains, used);
    }

    bool fills() const override { return true; }
    std::int64_t clue() const override { return seen_; }
    bool whole_skyline() const override { return differ_; }

private:
    bool by_sets(const Mask* domains, Mask* used) const;
    bool by_highest(const Mask* domains, Mask* used) const;

    std::int32_t seen_;
    bool differ_; // the line is as long as there are heights, and none stands twice
};

bool Skyline::by_sets(const Mask* domains, Mask* used) const {
    const std::uint32_t all = (1u << scope.size()) - 1;
    std::uint16_t towards[1 << kMostSets], onwards[1 << kMostSets]; // bit k: k heights seen
    std::fill(towards, towards + all + 1, 0);
    towards[0] = 1;
    for (std::uint32_t set = 0; set < all; ++set) {
        if (!towards[set])
            continue;
        const std::uint32_t higher = ~0u << std::bit_width(set); // the heights that would be seen
        for (Mask open = domains[std::popcount(set)] & all & ~set; open; open &= open - 1) {
            const std::uint32_t height = static_cast<std::uint32_t>(open & -open);
            towards[set | height] |= height & higher ? towards[set] << 1 : towards[set];
        }
    }
    if (!(towards[all] >> seen_ & 1))
        return false;
    std::fill(used, used + scope.size(), 0);
    onwards[all] = 1;
    for (std::uint32_t set = all; set-- > 0;) {
        std::uint32_t reach = 0;
        if (towards[set]) {
            const std::uint32_t higher = ~0u << std::bit_width(set);
            const std::size_t cell = std::popcount(set);
            for (Mask open = domains[cell] & all & ~set; open; open &= open - 1) {
                const std::uint32_t height = static_cast<std::uint32_t>(open & -open);
                const std::uint32_t behind = height & higher ? onwards[set | height] << 1 : onwards[set | height];
                reach |= behind;
                // k seen so far and seen_ - k still to come
                for (std::uint32_t so_far = towards[set], k = std::countr_zero(so_far); so_far;
                     so_far &= so_far - 1, k = std::countr_zero(so_far))
                    if (k <= static_cast<std::uint32_t>(seen_) && (behind >> (seen_ - k) & 1)) {
                        used[cell] |= height;
                        break;
                    }
            }
        }
        onwards[set] = static_cast<std::uint16_t>(reach);
    }
    return true;
}

bool Skyline::by_highest(const Mask* domains, Mask* used) const {
    // after[i * 65 + h]: the numbers of heights seen among the first i cells, as bits, where h is the highest (0: none
    // yet)
    const std::size_t n = scope.size();
    std::vector<std::uint64_t> after((n + 1) * 65, 0), left((n + 1) * 65, 0);
    after[0] = 1; // more than 63 heights are never asked for
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t h = 0; h <= 64; ++h) {
            const std::uint64_t so_far = after[i * 65 + h];
            if (!so_far)
                continue;
            for (Mask open = domains[i]; open; open &= open - 1) {
                const std::size_t height = std::countr_zero(open) + 1;
                if (height > h)
                    after[(i + 1) * 65 + height] |= so_far << 1;
                else
                    after[(i + 1) * 65 + h] |= so_far;
            }
        }
    bool any = false;
    for (std::size_t h = 0; h <= 64; ++h) {
        left[n * 65 + h] = 1;
        any |= after[n * 65 + h] >> seen_ & 1;
    }
    if (!any)
        return false;
    std::fill(used, used + n, 0);
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t h = 0; h <= 64; ++h) {
            const std::uint64_t so_far = after[i * 65 + h];
            if (!so_far)
                continue;
            std::uint64_t reach = 0;
            for (Mask open = domains[i]; open; open &= open - 1) {
                const std::size_t height = std::countr_zero(open) + 1;
                const std::uint64_t behind = height > h ? left[(i + 1) * 65 + height] << 1 : left[(i + 1) * 65 + h];
                reach |= behind;
                for (std::uint64_t k = so_far; k; k &= k - 1) {
                    const std::int32_t rest = seen_ - std::countr_zero(k);
                    if (rest >= 0 && (behind >> rest & 1)) {
                        used[i] |= open & -open;
                        break;
                    }
                }
            }
            left[i * 65 + h] = reach;
        }
    return true;
}

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.empty())
        refuse("a skyline has at least one cell");
    if (spec.parameters.size() != 1)
        refuse("a skyline has a number of heights that are seen");
    if (spec.parameters[0] < 0 || spec.parameters[0] > kMostSeen)
        refuse("from the end of a skyline 0 to " + std::to_string(kMostSeen) + " heights are seen, not " +
               std::to_string(spec.parameters[0]));
}

const RelationKind kind("skyline", check, one_each<Skyline>);

} // namespace
} // namespace gridwright
