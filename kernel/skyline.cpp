#include "skyline.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "propagator.hpp"

namespace gridwright {

bool Skyline::fitting(const Mask* domains, Mask* used) const {
    if (seen_ < 1 || static_cast<std::size_t>(seen_) > cells_)
        return false;
    return differ_ && cells_ <= kMostSets ? by_sets(domains, used) : by_highest(domains, used);
}

bool Skyline::by_sets(const Mask* domains, Mask* used) const {
    const std::uint32_t all = (1u << cells_) - 1;
    std::uint16_t towards[1 << kMostSets], onwards[1 << kMostSets]; // bit k: k towers seen
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
    std::fill(used, used + cells_, 0);
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
    // after[i * 65 + h]: the numbers of towers seen among the first i cells, as bits, where h is the highest (0: none
    // yet)
    const std::size_t n = cells_;
    std::vector<std::uint64_t> after((n + 1) * 65, 0), left((n + 1) * 65, 0);
    after[0] = 1; // more than 63 towers are never asked for
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

namespace {

class SkylinePropagator final : public Propagator {
public:
    SkylinePropagator(std::vector<Variable> variables, const Skyline& line)
        : Propagator(std::move(variables)), line_(line) {}

    bool run(Editor& editor) const override {
        std::vector<Mask> masks(2 * scope.size());
        Mask *domains = masks.data(), *used = domains + scope.size();
        for (std::size_t i = 0; i < scope.size(); ++i)
            if (!(domains[i] = editor.domain(scope[i])))
                return false;
        if (!line_.fitting(domains, used))
            return false;
        for (std::size_t i = 0; i < scope.size(); ++i)
            if (!editor.restrict(scope[i], used[i]))
                return false;
        return true;
    }

private:
    Skyline line_;
};

} // namespace

std::unique_ptr<Propagator> make_skyline(const SkylineSpec& spec, const Skyline& line) {
    return std::make_unique<SkylinePropagator>(spec.scope, line);
}

} // namespace gridwright
