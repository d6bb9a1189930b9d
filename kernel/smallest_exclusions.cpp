#include "smallest_exclusions.hpp"

#include <algorithm>
#include <bit>

#include "options.hpp"

namespace gridwright {
namespace {

using Bits = OpenStatements::Bits;
using Picks = std::uint64_t; // options of a statement, by position

class HittingSets {
public:
    HittingSets(const OpenStatements& open, const Limits& limits)
        : open_(open), meter_(limits, 64), size_(static_cast<std::int32_t>(open.statements.size())),
          row_((size_ + 63) / 64) {
        connect();
    }

    SmallestExclusions run(std::int32_t most) {
        SmallestExclusions result;
        std::vector<Bits> none(row_, 0);
        for (std::int32_t k = 1; k <= most && found_.empty() && !withstands_ && going(); ++k)
            search(k, none, none);
        for (const auto& members : found_) {
            std::vector<std::int32_t> numbers;
            for (std::int32_t m : members)
                numbers.push_back(open_.statements[m].number);
            std::sort(numbers.begin(), numbers.end());
            result.found.push_back(std::move(numbers));
        }
        std::sort(result.found.begin(), result.found.end());
        result.stop = meter_.stop();
        result.nodes = meter_.nodes();
        return result;
    }

private:
    bool going() const { return meter_.stop() == Stop::none; }
    std::int32_t count(std::int32_t m) const { return open_.statements[m].count; }
    static Picks every(std::int32_t count) { return ~Picks{0} >> (64 - count); }
    const Picks* conflicts(std::int32_t member, std::int32_t other) const {
        return conflicts_.data() + static_cast<std::size_t>(open_.statements[member].first) * size_ +
               static_cast<std::size_t>(other) * count(member);
    }

    void connect() {
        struct Place {
            std::int32_t member, pick;
        };
        std::vector<std::vector<Place>> places(open_.candidates.size());
        std::int32_t options = 0;
        for (std::int32_t m = 0; m < size_; ++m)
            for (std::int32_t i = 0; i < count(m); ++i, ++options)
                for (std::int32_t bit : open_.made_true(open_.statements[m].first + i))
                    places[bit].push_back({m, i});
        conflicts_.assign(static_cast<std::size_t>(options) * size_, 0);
        std::vector<Bits> touching(static_cast<std::size_t>(size_) * row_, 0);
        for (std::int32_t m = 0; m < size_; ++m)
            for (std::int32_t i = 0; i < count(m); ++i)
                for (std::int32_t w = 0; w < open_.words; ++w)
                    for (Bits left = open_.kills(open_.statements[m].first + i)[w]; left; left &= left - 1)
                        for (const Place& place : places[w * 64 + std::countr_zero(left)])
                            if (place.member != m) {
                                const_cast<Picks*>(conflicts(m, place.member))[i] |= Picks{1} << place.pick;
                                touching[static_cast<std::size_t>(m) * row_ + place.member / 64] |=
                                    Bits{1} << (place.member % 64);
                            }
        near_.resize(size_);
        for (std::int32_t m = 0; m < size_; ++m)
            for (std::int32_t w = 0; w < row_; ++w)
                for (Bits left = touching[static_cast<std::size_t>(m) * row_ + w]; left; left &= left - 1)
                    near_[m].push_back(w * 64 + std::countr_zero(left));
    }

    // Every set of k members that has no joint selection and holds none that is barred; those before it are chosen.
    void search(std::int32_t k, const std::vector<Bits>& inside, const std::vector<Bits>& barred) {
        if (withstands_ || !meter_.spend() || found_.size() >= kMostFound)
            return;
        const std::size_t size = chosen_.size();
        std::vector<Bits> packed(row_, 0), best;
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
            if (!select()) {
                found_.push_back(chosen_);
                return;
            }
            best = left_over();
            to_hit_.insert(to_hit_.end(), best.begin(), best.end());
            withstands_ = std::all_of(best.begin(), best.end(), [](Bits word) { return word == 0; });
            if (withstands_ || static_cast<std::int32_t>(size) == k)
                return;
        }
        std::vector<Bits> with(inside), without(barred);
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

    // A joint selection of the chosen ones, if there is one: `left_` is then what it leaves of all.
    bool select() {
        left_.resize(size_);
        for (std::int32_t m = 0; m < size_; ++m)
            left_[m] = every(count(m));
        return select(0);
    }
    bool select(std::uint64_t done) {
        std::size_t next = chosen_.size();
        for (std::size_t i = 0; i < chosen_.size(); ++i)
            if (!(done >> i & 1) &&
                (next == chosen_.size() || std::popcount(left_[chosen_[i]]) < std::popcount(left_[chosen_[next]])))
                next = i;
        if (next == chosen_.size())
            return true;
        const std::int32_t m = chosen_[next];
        const std::vector<Picks> before(left_);
        for (Picks picks = before[m]; picks; picks &= picks - 1) {
            take(m, std::countr_zero(picks));
            if (select(done | std::uint64_t{1} << next))
                return true;
            left_ = before;
        }
        return false;
    }
    void take(std::int32_t member, std::int32_t pick) {
        left_[member] = Picks{1} << pick;
        for (std::int32_t other : near_[member])
            left_[other] &= ~conflicts(member, other)[pick];
    }

    // The statements that are left over where as many as possible go with the selection: those with the fewest options
    // first, of these the one that leaves the fewest others without any.
    std::vector<Bits> left_over() {
        std::vector<Bits> over(row_, 0);
        std::vector<bool> done(size_, false);
        for (std::int32_t m : chosen_)
            done[m] = true;
        for (;;) {
            std::int32_t next = -1;
            for (std::int32_t m = 0; m < size_; ++m) {
                if (done[m])
                    continue;
                if (!left_[m]) {
                    over[m / 64] |= Bits{1} << (m % 64);
                    done[m] = true;
                } else if (next < 0 || std::popcount(left_[m]) < std::popcount(left_[next])) {
                    next = m;
                }
            }
            if (next < 0)
                return over;
            std::int32_t best = -1, fewest = INT32_MAX;
            for (Picks picks = left_[next]; picks; picks &= picks - 1) {
                const std::int32_t pick = std::countr_zero(picks);
                std::int32_t lost = 0;
                for (std::int32_t other : near_[next])
                    lost += !done[other] && left_[other] && !(left_[other] & ~conflicts(next, other)[pick]);
                if (lost < fewest) {
                    fewest = lost;
                    best = pick;
                }
            }
            take(next, best);
            done[next] = true;
        }
    }

    static constexpr std::size_t kMostFound = 256; // ties

    const OpenStatements& open_;
    Meter meter_;
    const std::int32_t size_, row_; // members, words of a set of them
    std::vector<Picks> conflicts_;
    std::vector<std::vector<std::int32_t>> near_;
    std::vector<Bits> to_hit_; // sets of members, one after the other
    std::vector<std::int32_t> chosen_;
    std::vector<Picks> left_;
    std::vector<std::vector<std::int32_t>> found_;
    bool withstands_ = false; // all statements go with the candidate
};

} // namespace

SmallestExclusions smallest_exclusions(const Rulebook& rulebook, const Mask* masks, Candidate candidate,
                                       std::int32_t most, const Limits& limits) {
    const Problem& problem = rulebook.problem();
    std::vector<Mask> assumed(masks, masks + problem.variables());
    for (Candidate other : rulebook.linked(candidate))
        assumed[problem.variable_of[other]] &= ~(Mask{1} << (other - problem.first[problem.variable_of[other]]));
    const OpenStatements open(rulebook, assumed.data(), 64);
    SmallestExclusions result;
    if (open.broken.empty())
        result = HittingSets(open, limits).run(most);
    else
        for (std::int32_t statement : open.broken)
            result.found.push_back({statement});
    result.provable =
        (open.complete || (!result.found.empty() && result.found[0].size() == 1)) && result.stop == Stop::none;
    return result;
}

} // namespace gridwright
