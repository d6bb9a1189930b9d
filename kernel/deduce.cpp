#include "deduce.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
Deducer<W>::Deducer(const std::vector<const Plan*>& plans, bool reasons) : plans_(plans), reasons_(reasons) {
    for (const Plan* plan : plans)
        registers_.fit(*plan);
    matchers_.reserve(plans.size());
    news_.reserve(plans.size());
}

template <int W> void Deducer<W>::fit(const Stage<W>& stage) {
    stage_ = &stage;
    scene_.fit(stage);
    reads_.fit(stage);
    lent_.resize(2 * plans_.size() * stage.groups);
    matchers_.clear();
    news_.clear();
    Mask* lent = lent_.data();
    for (const Plan* plan : plans_) {
        matchers_.emplace_back(*plan, stage, scene_, registers_, lent);
        news_.emplace_back(stage, lent + stage.groups);
        lent += 2 * stage.groups;
    }
}

template <int W>
Deduced Deducer<W>::run(const Stage<W>& stage, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                        const Limits& limits, std::uint64_t most, const Past* past) {
    if (stage_ != &stage)
        fit(stage);
    scene_.reset(stage, masks, placed);
    if (past) {
        scene_.remover = past->remover;
        scene_.writer = past->writer;
    }
    scene_.now = past ? past->steps : 0;
    registers_.clear();
    for (Matcher<W>& matcher : matchers_)
        matcher.changed.everything(stage);
    for (Changed<W>& news : news_)
        news.nothing();
    found_.steps.clear();
    found_.conclusions.clear();
    found_.seen.clear();
    found_.premises.clear();
    found_.choices.clear();
    found_.others.clear();
    found_.undecided.clear();
    found_.outcome = climb(fuel, limits, most);
    found_.masks = scene_.cand;
    found_.placed = scene_.placed;
    if (past) {
        found_.remover = scene_.remover;
        found_.writer = scene_.writer;
    }
    return found_;
}

template <int W> Deduced::Outcome Deducer<W>::climb(std::uint64_t fuel, const Limits& limits, std::uint64_t most) {
    Meter meter(limits, 16);
    for (;;) {
        if (scene_.broken)
            return Deduced::Outcome::contradiction;
        if (!scene_.open.any())
            return Deduced::Outcome::solved;
        if (found_.steps.size() >= most || !meter.spend())
            return Deduced::Outcome::stopped;
        if (!step(fuel))
            return Deduced::Outcome::stuck;
    }
}

// The first match of the first rule that has one.
template <int W> bool Deducer<W>::step(std::uint64_t fuel) {
    Changed<W>* news = &scene_.fresh;
    for (std::size_t rule = 0; rule < matchers_.size(); ++rule) {
        Matcher<W>& matcher = matchers_[rule];
        if (news->values) { // nothing changes without a value
            matcher.changed.add(*news);
            if (rule + 1 < matchers_.size())
                news_[rule + 1].add(*news);
            news->nothing();
        }
        if (rule + 1 < matchers_.size())
            news = &news_[rule + 1];
        matcher.restart(fuel);
        switch (matcher.next()) {
        case Matcher<W>::Result::match:
            matcher.forget_passed();
            record(rule, fuel);
            return true;
        case Matcher<W>::Result::none: // nothing where it looked: next time only what is new
            matcher.changed.nothing();
            break;
        case Matcher<W>::Result::out_of_fuel:
            if (std::find(found_.undecided.begin(), found_.undecided.end(), rule) == found_.undecided.end())
                found_.undecided.push_back(static_cast<std::int32_t>(rule));
            break;
        }
    }
    return false;
}

// The one place where a step is written down and takes effect.
template <int W> void Deducer<W>::record(std::size_t rule, std::uint64_t fuel) {
    if (reasons_)
        reason(rule, fuel);
    for (const Conclusion& c : matchers_[rule].conclusions()) {
        found_.conclusions.push_back(c);
        if (c.is)
            scene_.place(*stage_, c.cell, c.value);
        else
            scene_.remove(*stage_, c.cell, c.value);
    }
    auto end = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    found_.steps.push_back({static_cast<std::int32_t>(rule), end(found_.conclusions), end(found_.seen),
                            end(found_.premises), end(found_.choices), end(found_.others)});
    ++scene_.now;
}

// What the step saw, what it used, and the steps that removed what it found missing.
template <int W> void Deducer<W>::reason(std::size_t rule, std::uint64_t fuel) {
    Matcher<W>& matcher = matchers_[rule];
    for (const auto& [what, number] : plans_[rule]->shown)
        if (what == Plan::Shown::set)
            found_.seen.insert(found_.seen.end(), matcher.set(number).w, matcher.set(number).w + W);
        else
            found_.seen.push_back(matcher.scalar(number));
    const bool decided = matcher.read(reads_, fuel) != Matcher<W>::Result::out_of_fuel;
    auto list = [&](const std::vector<std::uint64_t>& bits, std::vector<std::int32_t>& to, std::int32_t first,
                    std::int32_t count) {
        if (!decided) // it may rest on anything
            for (std::int32_t i = 0; i < count; ++i)
                to.push_back(i);
        else
            for (std::size_t i = 0; i < bits.size(); ++i)
                for (std::uint64_t m = bits[i]; m; m &= m - 1)
                    to.push_back(first + static_cast<std::int32_t>(i * 64) + __builtin_ctzll(m));
    };
    earlier_.resize(static_cast<std::size_t>(scene_.now) / 64 + 1); // all zero between steps; bit 0 is "from the start"
    auto premise = [bits = earlier_.data()](std::int32_t step) {
        bits[(step + 1) >> 6] |= std::uint64_t{1} << ((step + 1) & 63);
    };
    for (std::int32_t x : reads_.cells) {
        const Mask gone = reads_.gone[x];
        // Who finds all other candidates of a written cell missing relies on its value: how each went does not matter.
        if ((gone | scene_.cand[x]) == stage_->own[x] && scene_.writer[x] >= 0)
            premise(scene_.writer[x]);
        else
            for (Mask m = gone; m; m &= m - 1)
                premise(scene_.remover[stage_->first[x] + __builtin_ctzll(m)]);
    }
    earlier_[0] &= ~std::uint64_t{1};
    list(earlier_, found_.premises, -1, scene_.now);
    std::fill(earlier_.begin(), earlier_.end(), 0);
    list(reads_.choices, found_.choices, 0, stage_->choices);
    list(reads_.others, found_.others, 0, stage_->others);
}

#define X(W) template class Deducer<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
