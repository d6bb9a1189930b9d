#include "deduce.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
Deducer<W>::Deducer(const Stage<W>& stage, const std::vector<const Plan*>& plans)
    : stage_(stage), scene_(stage), lent_(2 * plans.size() * stage.groups) {
    matchers_.reserve(plans.size());
    news_.reserve(plans.size());
    Mask* lent = lent_.data();
    for (const Plan* plan : plans) {
        registers_.fit(*plan);
        matchers_.emplace_back(*plan, stage_, scene_, registers_, lent);
        news_.emplace_back(stage_, lent + stage.groups);
        lent += 2 * stage.groups;
    }
}

template <int W>
Deduced Deducer<W>::run(const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel, const Limits& limits) {
    scene_.reset(stage_, masks, placed);
    registers_.clear();
    for (Matcher<W>& matcher : matchers_)
        matcher.changed.everything(stage_);
    for (Changed<W>& news : news_)
        news.nothing();
    steps_.clear();
    conclusions_.clear();
    undecided_.clear();
    const Deduced::Outcome outcome = climb(fuel, limits);
    return {outcome, steps_, conclusions_, scene_.cand, scene_.placed, undecided_};
}

template <int W> Deduced::Outcome Deducer<W>::climb(std::uint64_t fuel, const Limits& limits) {
    Meter meter(limits, 16);
    for (;;) {
        if (scene_.broken)
            return Deduced::Outcome::contradiction;
        if (!scene_.open.any())
            return Deduced::Outcome::solved;
        if (!meter.spend())
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
            record(rule);
            return true;
        case Matcher<W>::Result::none: // nothing where it looked: next time only what is new
            matcher.changed.nothing();
            break;
        case Matcher<W>::Result::out_of_fuel:
            if (std::find(undecided_.begin(), undecided_.end(), rule) == undecided_.end())
                undecided_.push_back(static_cast<std::int32_t>(rule));
            break;
        }
    }
    return false;
}

// The one place where a step is written down and takes effect.
template <int W> void Deducer<W>::record(std::size_t rule) {
    for (const Conclusion& c : matchers_[rule].conclusions()) {
        conclusions_.push_back(c);
        if (c.is)
            scene_.place(stage_, c.cell, c.value);
        else
            scene_.remove(stage_, c.cell, c.value);
    }
    steps_.push_back({static_cast<std::int32_t>(rule), static_cast<std::uint32_t>(conclusions_.size())});
}

template class Deducer<1>;
template class Deducer<2>;
template class Deducer<4>;
template class Deducer<16>;

} // namespace gridwright
