#include "ladders/refute.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
void Refuter<W>::begin(const Tables<W>& tables, const Position<W>& outside, std::uint64_t fuel,
                       const std::vector<std::uint8_t>& at_rest) {
    if (tables_number_ != tables.number) {
        levels_.clear();
        scratch_.matchers.clear();
        tables_ = &tables;
        tables_number_ = tables.number;
    }
    outside_ = &outside;
    fuel_ = fuel;
    at_ = 0;
    tired_ = false;
    candidates_.clear();
    outside.open.each([&](std::int32_t x) {
        for (Mask m = outside.cand[x] & tables.loud; m; m &= m - 1)
            candidates_.emplace_back(x, __builtin_ctzll(m));
    });
    auto left = [&](std::int32_t x) { return __builtin_popcountll(outside.cand[x]); };
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [&](const auto& a, const auto& b) { return left(a.first) < left(b.first); });
    if (sieve_)
        sieve_->begin(outside.cand.data());
    // A rule that finds something outside already looks everywhere inside.
    loose_.assign(plans_.size(), 0);
    Level& first = level(0);
    first.position.become(outside);
    first.position.fresh.nothing();
    for (std::size_t rule = 0; rule < plans_.size(); ++rule) {
        if (at_rest[rule])
            continue;
        loose_[rule] = first.begin(rule, true, tables, fuel_).next() != Matcher<W>::Result::none;
    }
}

template <int W> typename Refuter<W>::Level& Refuter<W>::level(std::int32_t depth) {
    if (scratch_.matchers.empty())
        scratch_.fit(plans_, *tables_, watch_);
    while (levels_.size() <= static_cast<std::size_t>(depth)) {
        levels_.push_back(std::make_unique<Level>());
        levels_.back()->fit(plans_, *tables_, watch_);
    }
    return *levels_[depth];
}

// Every match of every rule.
template <int W> void Refuter<W>::collect(Level& level) {
    level.found.clear();
    level.conclusions.clear();
    for (std::size_t rule = 0; rule < plans_.size(); ++rule) {
        Matcher<W>& matcher = level.begin(rule, loose_[rule], *tables_, fuel_);
        for (std::int32_t ordinal = 0;; ++ordinal) {
            const auto result = matcher.next();
            tired_ |= result == Matcher<W>::Result::out_of_fuel;
            if (result != Matcher<W>::Result::match)
                break;
            const std::size_t from = level.conclusions.size();
            level.conclusions.insert(level.conclusions.end(), matcher.conclusions().begin(),
                                     matcher.conclusions().end());
            level.found.push_back({static_cast<std::int32_t>(rule), ordinal, from, level.conclusions.size()});
        }
    }
}

template <int W> void Refuter<W>::apply(Level& to, const Level& from, const Matched& match) {
    for (std::size_t i = match.from; i < match.to; ++i) {
        const Conclusion& c = from.conclusions[i];
        if (c.is)
            to.position.place(*tables_, c.cell, c.value);
        else
            to.position.remove(*tables_, c.cell, c.value);
    }
}

template <int W> bool Refuter<W>::breaks(const Position<W>& position) {
    broken_ = -1;
    if (position.broken) {
        for (std::int32_t x = 0; x < tables_->cells && broken_ < 0; ++x)
            if (!position.cand[x])
                broken_ = x;
        return true;
    }
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = position.fresh.sights.w[i]; bits; bits &= bits - 1) {
            const std::int32_t p = i * 64 + __builtin_ctzll(bits);
            if (tables_->view_of[p] >= 0 && !position.can_count(*tables_, p)) {
                broken_ = p;
                return true;
            }
        }
    return false;
}

// Do so many rounds of everything break? The first is what was found at this level.
template <int W> bool Refuter<W>::rounds(const Level& from, std::int32_t left) {
    scratch_.position.become(from.position);
    for (const Matched& match : from.found)
        apply(scratch_, from, match);
    for (;;) {
        if (breaks(scratch_.position))
            return true;
        if (--left == 0)
            return false;
        collect(scratch_);
        if (scratch_.found.empty() || watch_.stopped())
            return false;
        const std::size_t count = scratch_.found.size();
        for (std::size_t i = 0; i < count; ++i)
            apply(scratch_, scratch_, scratch_.found[i]);
    }
}

template <int W> bool Refuter<W>::follow(std::int32_t depth, std::int32_t left) {
    level(depth + 1); // before there are references
    Level& here = level(depth);
    collect(here);
    if (here.found.empty() || watch_.stopped() || !rounds(here, left))
        return false;
    Level& next = level(depth + 1);
    for (std::size_t i = 0; i < here.found.size(); ++i) {
        if (watch_.stopped())
            return false;
        if (++nodes_ > kMostNodes) {
            tired_ = true;
            return false;
        }
        next.position.become(here.position);
        apply(next, here, here.found[i]);
        path_[depth] = i;
        if (breaks(next.position)) {
            length_ = depth + 1;
            return true;
        }
        if (left > 1 && follow(depth + 1, left - 1))
            return true;
    }
    return false;
}

template <int W> bool Refuter<W>::find(std::int32_t k, Refuted& refuted) {
    k = std::min(k, kLongest);
    path_.resize(kLongest + 1);
    while (at_ < candidates_.size()) {
        if (watch_.stopped() || !watch_.go_on())
            return false;
        const auto [cell, value] = candidates_[at_++];
        if (sieve_ && !sieve_->may_break(cell, value, k))
            continue;
        Level& first = level(0);
        first.position.become(*outside_);
        first.position.fresh.nothing();
        first.position.place(*tables_, cell, value);
        length_ = 0;
        nodes_ = 0;
        if (breaks(first.position) || (k > 0 && follow(0, k))) {
            refuted.cell = cell;
            refuted.value = value;
            tell(refuted);
            return !watch_.stopped(); // then not all of it was told
        }
    }
    return false;
}

// The matches on the way, found once more, with what each relied on, and what the break rests on.
template <int W> void Refuter<W>::tell(Refuted& refuted) {
    refuted.lines.clear();
    refuted.broken = broken_;
    for (std::int32_t depth = 0; depth < length_; ++depth) {
        Level& here = level(depth);
        const Matched& match = here.found[path_[depth]];
        Matcher<W>& matcher = here.begin(match.rule, loose_[match.rule], *tables_, fuel_);
        for (std::int32_t i = 0; i <= match.ordinal; ++i)
            matcher.next();
        refuted.lines.emplace_back();
        RefutingLine& line = refuted.lines.back();
        line.rule = match.rule;
        line.conclusions = matcher.conclusions();
        matcher.show(line.seen);
        line.grounds.fit(*tables_);
        tired_ |= matcher.read_grounds(line.grounds, fuel_) == Matcher<W>::Result::out_of_fuel;
    }
    const Position<W>& end = level(length_).position;
    refuted.last.fit(*tables_);
    auto whole = [&](std::int32_t x) {
        refuted.last.absent(x, tables_->own[x] & ~end.cand[x]);
        refuted.last.choices[x >> 6] |= std::uint64_t{1} << (x & 63);
    };
    if (broken_ < 0) {
        tell_group(refuted.last, end);
        return;
    }
    whole(broken_);
    if (end.cand[broken_]) {
        (tables_->ahead[broken_] & end.fixed).each(whole);
        for (std::int32_t x : tables_->view[broken_])
            refuted.last.choices[x >> 6] |= std::uint64_t{1} << (x & 63);
        const std::int32_t other = tables_->view_of[broken_];
        refuted.last.relations[other >> 6] |= std::uint64_t{1} << (other & 63);
    }
}

// A group that has fewer places left for a value than it needs, or holds it more often than it may.
template <int W> void Refuter<W>::tell_group(Grounds& last, const Position<W>& end) const {
    for (std::int32_t about = 0; about < tables_->values * tables_->groups; ++about) {
        const std::int32_t need = end.need[about], v = about / tables_->groups, g = about % tables_->groups;
        if (need == kNoNeed || (need >= 0 && end.room[about] >= need))
            continue;
        const Mask bit = Mask{1} << v;
        tables_->members[g].each([&](std::int32_t x) {
            if (need >= 0 && !(end.cand[x] & bit))
                last.absent(x, tables_->own[x] & bit);
            if (need < 0 && end.cand[x] == bit) {
                last.absent(x, tables_->own[x] & ~bit);
                last.choices[x >> 6] |= std::uint64_t{1} << (x & 63);
            }
        });
        const std::int32_t choice = tables_->choice_of[about], relation = tables_->relation_of[about];
        if (choice >= 0)
            last.choices[choice >> 6] |= std::uint64_t{1} << (choice & 63);
        if (relation >= 0)
            last.relations[relation >> 6] |= std::uint64_t{1} << (relation & 63);
        return;
    }
}

#define X(W) template class Refuter<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
