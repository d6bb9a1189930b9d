#include "discovery/exclusions.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <memory>

#include "discovery/exclusion_listing.hpp"
#include "discovery/refuting_statements.hpp"
#include "discovery/smallest_exclusions.hpp"
#include "search/backbone.hpp"

namespace gridwright {
namespace {

// What is listed, and then what is found of single candidates that no listed exclusion, or a large one, takes.
template <int W> class Finder : ExclusionListing<W> {
public:
    Finder(const Rulebook& rulebook, const OpenStatements& open, const Mask* masks, const ExclusionBounds& bounds,
           const Limits& limits)
        : ExclusionListing<W>(open, bounds, limits), rulebook_(rulebook), masks_(masks), limits_(limits),
          unlisted_(bounds.large && !open.large.empty()),
          follows_(bounds.longest > static_cast<std::int32_t>(bounds.most_options.size())) {}

    Exclusions run() {
        this->list();
        if ((follows_ || unlisted_) && bounds_.most_options.size() > 1 && going())
            look_at_all();
        std::sort(rows_.begin(), rows_.end());
        Exclusions result;
        for (const auto& row : rows_)
            result.rows.insert(result.rows.end(), row.begin(), row.end());
        result.stop = meter_.stop();
        result.nodes = meter_.nodes();
        return result;
    }

private:
    using Table = ExclusionTable<W>;
    using Table::bounds_;
    using Table::conflicts;
    using Table::count_;
    using Table::every;
    using Table::excluded;
    using Table::first_;
    using Table::going;
    using Table::keep_irreducible;
    using Table::kill_all;
    using Table::kills;
    using Table::kLongest;
    using Table::meter_;
    using Table::number_;
    using Table::open_;
    using Table::options_;
    using Table::rows_;
    using Table::size_;
    using Table::smallest_;
    using Table::words;
    using typename Table::Bits;
    using typename Table::Picks;
    // Every candidate that two statements have not excluded so far: the listed ones have few options, so that there may
    // be a smaller exclusion. Where the fewest statements are not found it is followed.
    void look_at_all() {
        const Problem& problem = rulebook_.problem();
        const Possible some = gridwright::possible(problem, nullptr, masks_, at_most(kSolutionNodes));
        for (std::size_t bit = 0; bit < open_.candidates.size() && meter_.spend(); ++bit) {
            const Candidate c = open_.candidates[bit];
            const Variable x = problem.variable_of[c];
            if (some.stop == Stop::none && some.masks[x] >> (c - problem.first[x]) & 1)
                continue; // some solution has it
            const auto assumed = static_cast<std::int32_t>(bit);
            if (smallest_[bit] > 2 && !prove(assumed) && follows_ && smallest_[bit] > 3)
                follow(assumed);
        }
    }
    Limits at_most(std::uint64_t nodes) const {
        Limits fewer = limits_;
        fewer.nodes = nodes;
        return fewer;
    }
    std::vector<Bits> only(std::int32_t bit) const {
        std::vector<Bits> set(words(), 0);
        set[bit >> 6] |= Bits{1} << (bit & 63);
        return set;
    }
    // The smallest exclusions of a candidate that are smaller than what is known; false where none is found.
    bool prove(std::int32_t assumed) {
        const Candidate candidate = open_.candidates[assumed];
        const std::int32_t most =
            std::min({bounds_.longest, static_cast<std::int32_t>(kProved), smallest_[assumed] - 1});
        const auto proved = smallest_exclusions(rulebook_, masks_, candidate, most, bounds_.large,
                                                at_most(follows_ ? kProofNodes : kSmallProofNodes));
        meter_.spend(proved.nodes);
        const std::vector<Bits> set = only(assumed);
        std::vector<std::int32_t> members;
        for (const auto& numbers : proved.found) {
            members.clear();
            for (std::int32_t number : numbers)
                if (const auto found = std::lower_bound(number_.begin(), number_.end(), number);
                    found != number_.end() && *found == number)
                    members.push_back(static_cast<std::int32_t>(found - number_.begin()));
            if (members.size() == numbers.size())
                keep_irreducible(members, set.data());
            else
                keep_unlisted(numbers, assumed);
        }
        return !proved.found.empty();
    }
    // The same of statements with too many options to list; larger ones are not asked whether they are glued.
    void keep_unlisted(const std::vector<std::int32_t>& numbers, std::int32_t assumed) {
        const std::vector<Bits> set = only(assumed);
        this->note(set.data(), static_cast<std::int32_t>(numbers.size()));
        if (bounds_.glued || numbers.size() > kProved ||
            !is_glued(rulebook_, masks_, open_.candidates[assumed], numbers, meter_))
            this->keep(numbers, set.data());
    }
    // The same where relations with many options matter: by use.
    void use_all(std::int32_t assumed) {
        if (!used_)
            used_ = std::make_unique<Rulebook>(rulebook_); // its memory is our own
        const auto most = static_cast<std::size_t>(std::min(bounds_.longest, smallest_[assumed] - 1));
        for (const auto& statements :
             refuting_statements(*used_, candidates_left(*used_, masks_), open_.candidates[assumed], most, meter_))
            keep_unlisted(statements, assumed);
    }
    void follow(std::int32_t assumed) {
        surviving_.resize(size_);
        for (std::int32_t m = 0; m < size_; ++m)
            surviving_[m] = survivors(m, every(count_[m]), open_.links(assumed));
        std::vector<std::vector<std::int32_t>> found;
        std::size_t fewest = static_cast<std::size_t>(std::min(bounds_.longest, smallest_[assumed] - 1));
        for (const bool backwards : {false, true}) {
            const std::vector<std::int32_t> behind = behind_break(assumed, backwards);
            if (behind.empty() || behind.size() > kLongest)
                return unlisted_ ? use_all(assumed) : void();
            for (std::int32_t order = 0; order < kOrders; ++order) {
                std::vector<std::int32_t> members = shrunk(behind, order);
                if (members.size() > fewest)
                    continue;
                fewest = members.size();
                found.push_back(std::move(members));
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        const std::vector<Bits> set = only(assumed);
        for (const auto& members : found)
            if (members.size() == fewest)
                keep_irreducible(members, set.data());
    }
    // Of these options those that the killed candidates leave possible.
    Picks survivors(std::int32_t member, Picks picks, const Bits* killed) const {
        Picks left = picks;
        for (; picks; picks &= picks - 1)
            for (std::int32_t bit : open_.made_true(options_[first_[member] + std::countr_zero(picks)]))
                if (has_bit(killed, bit)) {
                    left &= ~(picks & -picks);
                    break;
                }
        return left;
    }
    // Round by round, what all options that are left of a statement kill goes; where a statement has none left, the
    // members that this rests on, the last first. None where nothing breaks.
    std::vector<std::int32_t> behind_break(std::int32_t assumed, bool backwards) {
        std::vector<Bits> killed(open_.links(assumed), open_.links(assumed) + words()), next(words()), common(words());
        std::vector<std::int32_t> by(open_.candidates.size(), -1), when(open_.candidates.size(), 0);
        std::vector<Picks> left(surviving_);
        for (std::int32_t round = 1;; ++round) {
            next = killed;
            for (std::int32_t i = 0; i < size_; ++i) {
                const std::int32_t m = backwards ? size_ - 1 - i : i;
                left[m] = survivors(m, left[m], killed.data());
                if (!left[m])
                    return traced(m, round, by, when);
                common = open_.all();
                kill_all(m, left[m], common.data());
                for (std::int32_t w = 0; w < words(); ++w) {
                    for (Bits fresh = common[w] & ~next[w]; fresh; fresh &= fresh - 1) {
                        const std::int32_t bit = w * 64 + std::countr_zero(fresh);
                        by[bit] = m;
                        when[bit] = round;
                    }
                    next[w] |= common[w];
                }
            }
            if (next == killed)
                return {};
            killed = next;
        }
    }
    std::vector<std::int32_t> traced(std::int32_t broken, std::int32_t round, const std::vector<std::int32_t>& by,
                                     const std::vector<std::int32_t>& when) {
        struct Need {
            std::int32_t member, before, spared; // its options but those that kill the spared bit, dead before then
        };
        std::vector<Need> needs{{broken, round, -1}};
        std::vector<std::int32_t> members;
        std::vector<bool> needed(open_.candidates.size(), false);
        for (std::size_t n = 0; n < needs.size(); ++n) {
            const Need need = needs[n];
            members.push_back(need.member);
            for (Picks picks = surviving_[need.member]; picks; picks &= picks - 1) {
                const std::int32_t pick = std::countr_zero(picks);
                if (need.spared >= 0 && has_bit(kills(need.member, pick), need.spared))
                    continue;
                std::int32_t best = -1;
                for (std::int32_t bit : open_.made_true(options_[first_[need.member] + pick]))
                    if (by[bit] >= 0 && when[bit] < need.before &&
                        (best < 0 || std::pair(!needed[bit], when[bit]) < std::pair(!needed[best], when[best])))
                        best = bit;
                if (best < 0 || needed[best])
                    continue;
                needed[best] = true;
                needs.push_back({by[best], when[best], best});
            }
        }
        std::vector<std::int32_t> once;
        for (std::int32_t m : members)
            if (std::find(once.begin(), once.end(), m) == once.end())
                once.push_back(m);
        return once;
    }
    std::vector<std::int32_t> shrunk(std::vector<std::int32_t> members, std::int32_t order) {
        if (order == 1)
            std::reverse(members.begin(), members.end());
        else if (order == 2)
            std::stable_sort(members.begin(), members.end(), [&](std::int32_t a, std::int32_t b) {
                return std::popcount(surviving_[a]) > std::popcount(surviving_[b]);
            });
        else if (order > 2) // turned about: a fixed order that is neither of these
            for (std::size_t i = members.size(); i > 1; --i)
                std::swap(members[i - 1], members[(i * 7 + order * 5) % i]);
        for (std::size_t i = 0; i < members.size();) {
            std::vector<std::int32_t> fewer(members);
            fewer.erase(fewer.begin() + i);
            if (!possible(fewer))
                members = std::move(fewer);
            else
                ++i;
        }
        std::sort(members.begin(), members.end());
        return members;
    }
    // Is there a joint selection of what survives? Yes, too, where it takes long to tell.
    bool possible(const std::vector<std::int32_t>& members) {
        std::vector<Picks> left;
        for (std::int32_t m : members)
            left.push_back(surviving_[m]);
        fuel_ = kSelectionFuel;
        return possible(members, left, 0);
    }
    bool possible(const std::vector<std::int32_t>& members, const std::vector<Picks>& left, std::uint64_t chosen) {
        if (--fuel_ < 0) // it may be
            return true;
        const std::size_t n = members.size();
        std::size_t best = n;
        for (std::size_t i = 0; i < n; ++i)
            if (!(chosen >> i & 1) && (best == n || std::popcount(left[i]) < std::popcount(left[best])))
                best = i;
        if (best == n)
            return true;
        std::vector<Picks> next(n);
        for (Picks picks = left[best]; picks; picks &= picks - 1) {
            bool fine = true;
            for (std::size_t i = 0; i < n && fine; ++i)
                if (!(chosen >> i & 1) && i != best)
                    fine = (next[i] = left[i] & ~conflicts(members[best], std::countr_zero(picks), members[i])) != 0;
            if (fine && possible(members, next, chosen | std::uint64_t{1} << best))
                return true;
        }
        return false;
    }

    static constexpr std::int32_t kSelectionFuel = 20'000;
    static constexpr std::size_t kProved = 5; // statements, where the smallest are proved to be so
    // Of a candidate; where nothing is followed there are at most four statements, and few candidates take a thousand.
    static constexpr std::uint64_t kProofNodes = 50'000, kSmallProofNodes = 4'000;
    static constexpr std::uint64_t kSolutionNodes = 20'000;
    static constexpr std::int32_t kOrders = 6; // in which a proof is shrunk

    const Rulebook& rulebook_;
    const Mask* masks_;
    const Limits& limits_;
    const bool unlisted_, follows_;  // do relations with more options take part; are there sizes beyond those listed
    std::unique_ptr<Rulebook> used_; // of `use_all`
    std::int32_t fuel_ = 0;          // of `possible`
    std::vector<Picks> surviving_;   // of each member what the assumption leaves possible
};

template <int W>
Exclusions run(const Rulebook& rulebook, const OpenStatements& open, const Mask* masks, const ExclusionBounds& bounds,
               const Limits& limits) {
    return Finder<W>(rulebook, open, masks, bounds, limits).run();
}

} // namespace

Exclusions exclusions(const Rulebook& rulebook, const Mask* masks, const ExclusionBounds& bounds,
                      const Limits& limits) {
    const OpenStatements open(rulebook, masks,
                              *std::max_element(bounds.most_options.begin(), bounds.most_options.end()));
    constexpr decltype(&run<0>) kRuns[] = {run<0>, run<1>, run<2>, run<3>, run<4>, run<5>, run<6>};
    return kRuns[open.words < static_cast<std::int32_t>(std::size(kRuns)) ? open.words : 0](rulebook, open, masks,
                                                                                            bounds, limits);
}

} // namespace gridwright
