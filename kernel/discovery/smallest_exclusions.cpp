#include "discovery/smallest_exclusions.hpp"

#include <algorithm>
#include <bit>

#include "discovery/joint_selections.hpp"
#include "discovery/options.hpp"

namespace gridwright {
namespace {

using Bits = MemberSet::value_type;

template <class Selections> class HittingSets {
public:
    HittingSets(Selections& selections, Meter& meter)
        : selections_(selections), meter_(meter), row_((selections.size() + 63) / 64) {}

    // All of the smallest size.
    std::vector<Members> run(std::int32_t most) {
        const MemberSet none(row_, 0);
        for (std::int32_t k = 1; k <= most && found_.empty() && !withstands_ && going(); ++k)
            search(k, none, none);
        for (Members& members : found_) {
            for (std::int32_t& m : members)
                m = selections_.number(m);
            std::sort(members.begin(), members.end());
        }
        std::sort(found_.begin(), found_.end());
        return std::move(found_);
    }

private:
    bool going() const { return meter_.stop() == Stop::none; }

    // Every set of k members that has no joint selection and holds none that is barred; those before it are chosen.
    void search(std::int32_t k, const MemberSet& inside, const MemberSet& barred) {
        if (withstands_ || !meter_.spend() || found_.size() >= kMostFound)
            return;
        const std::size_t size = chosen_.size();
        MemberSet packed(row_, 0), best;
        std::int32_t apart = 0, fewest = INT32_MAX;
        for (std::size_t at = 0; at < to_hit_.size(); at += row_) {
            const Bits* set = to_hit_.data() + at;
            Bits hit = 0, meets = 0;
            std::int32_t open = 0;
            for (std::int32_t w = 0; w < row_; ++w) {
                hit |= set[w] & inside[w];
                meets |= set[w] & ~barred[w] & packed[w];
                open += std::popcount(set[w] & ~barred[w]);
            }
            if (hit)
                continue;
            if (open == 0)
                return;
            if (!meets) {
                ++apart;
                for (std::int32_t w = 0; w < row_; ++w)
                    packed[w] |= set[w] & ~barred[w];
            }
            if (open < fewest) {
                fewest = open;
                best.assign(set, set + row_);
            }
        }
        if (static_cast<std::int32_t>(size) + apart > k)
            return;
        if (best.empty()) {
            const bool possible = selections_.select(chosen_);
            if (!going())
                return;
            if (!possible) {
                found_.push_back(chosen_);
                return;
            }
            best = selections_.left_over(chosen_);
            to_hit_.insert(to_hit_.end(), best.begin(), best.end());
            withstands_ = std::all_of(best.begin(), best.end(), [](Bits word) { return word == 0; });
            if (withstands_ || static_cast<std::int32_t>(size) == k)
                return;
        }
        MemberSet with(inside), without(barred);
        for (std::int32_t w = 0; w < row_; ++w)
            for (Bits left = best[w] & ~barred[w]; left; left &= left - 1) {
                const Bits one = left & -left;
                with[w] |= one;
                chosen_.push_back(w * 64 + std::countr_zero(left));
                search(k, with, without);
                chosen_.pop_back();
                with[w] &= ~one;
                without[w] |= one;
            }
    }

    static constexpr std::size_t kMostFound = 256; // ties

    Selections& selections_;
    Meter& meter_;
    const std::int32_t row_;   // words of a set of members
    std::vector<Bits> to_hit_; // sets of members, one after the other
    Members chosen_;
    std::vector<Members> found_;
    bool withstands_ = false; // all statements go with the candidate
};

} // namespace

SmallestExclusions smallest_exclusions(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
                                       std::int32_t most, bool large, const Limits& limits) {
    const Problem& problem = rulebook.problem();
    std::vector<Mask> assumed(masks, masks + problem.variables());
    for (Candidate other : rulebook.linked(candidate))
        assumed[problem.variable_of[other]] &= ~(Mask{1} << (other - problem.first[problem.variable_of[other]]));
    const OpenStatements open(rulebook, assumed.data(), 64);
    SmallestExclusions result;
    Meter meter(limits, 64);
    if (!open.broken.empty()) {
        for (std::int32_t statement : open.broken)
            result.found.push_back({statement});
    } else if (open.complete || !large) {
        ListedSelections selections(open);
        result.found = HittingSets(selections, meter).run(most);
    } else {
        Members numbers;
        for (const auto& statement : open.statements)
            numbers.push_back(statement.number);
        for (const auto& one : open.large)
            numbers.push_back(one.number);
        std::sort(numbers.begin(), numbers.end());
        FittedSelections selections(rulebook, assumed, std::move(numbers), meter);
        result.found = HittingSets(selections, meter).run(most);
    }
    result.stop = meter.stop();
    result.nodes = meter.nodes();
    return result;
}

bool is_glued(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
              const std::vector<std::int32_t>& statements, Meter& meter) {
    FittedSelections selections(rulebook, {masks, masks + rulebook.problem().variables()}, statements, meter);
    const std::uint64_t every = (std::uint64_t{1} << statements.size()) - 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint64_t part = 1; part < every; ++part) {
            Members fewer;
            for (std::size_t i = 0; i < statements.size(); ++i)
                if (part >> i & 1)
                    fewer.push_back(static_cast<std::int32_t>(i));
            if (!selections.select(fewer, candidate))
                return true;
            std::vector<Candidate> others;
            for (std::size_t i = 0; i < statements.size(); ++i)
                if (!(part >> i & 1))
                    selections.add_candidates(static_cast<std::int32_t>(i), others);
            const auto drop_spared = [&] { std::erase_if(others, [&](Candidate c) { return selections.spares(c); }); };
            for (drop_spared(); !others.empty();) {
                const Candidate c = others.back();
                others.pop_back();
                if (selections.select(fewer, c)) {
                    drop_spared();
                } else {
                    selections.exclude(c);
                    changed = true;
                }
            }
        }
    }
    return false;
}

} // namespace gridwright
