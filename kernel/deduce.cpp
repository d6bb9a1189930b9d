#include "deduce.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
Deduced deduce(const Stage<W>& stage, const std::vector<const Plan*>& plans, Scene<W> scene, std::uint64_t fuel,
               const Limits& limits) {
    Deduced result;
    Meter meter(limits, 16);
    std::vector<Matcher<W>> matchers;
    matchers.reserve(plans.size());
    for (const Plan* plan : plans)
        matchers.emplace_back(*plan, stage, scene, fuel);
    for (;;) {
        if (scene.broken) {
            result.outcome = Deduced::Outcome::contradiction;
            break;
        }
        if (!scene.open.any()) {
            result.outcome = Deduced::Outcome::solved;
            break;
        }
        if (!meter.spend()) {
            result.outcome = Deduced::Outcome::stopped;
            break;
        }
        bool moved = false;
        for (std::size_t rule = 0; rule < matchers.size() && !moved; ++rule) {
            matchers[rule].restart(fuel);
            const auto found = matchers[rule].next();
            if (found == Matcher<W>::Result::out_of_fuel &&
                std::find(result.undecided.begin(), result.undecided.end(), rule) == result.undecided.end())
                result.undecided.push_back(static_cast<std::int32_t>(rule));
            if (found != Matcher<W>::Result::match) {
                if (found == Matcher<W>::Result::none) // nothing where it looked: next time only what is new
                    matchers[rule].changed = {Set<W>::none(), Set<W>::none(), 0};
                continue;
            }
            moved = true;
            result.steps.push_back({static_cast<std::int32_t>(rule), matchers[rule].conclusions()});
            for (const Conclusion& c : result.steps.back().conclusions)
                if (c.is)
                    scene.place(stage, c.cell, c.value);
                else
                    scene.remove(stage, c.cell, c.value);
        }
        if (!moved)
            break;
        Set<W> groups = Set<W>::none();
        scene.new_cells.each([&](std::int32_t x) { groups = groups | stage.groups_at[x]; });
        for (Matcher<W>& matcher : matchers) {
            matcher.changed.cells = matcher.changed.cells | scene.new_cells;
            matcher.changed.groups = matcher.changed.groups | groups;
            matcher.changed.values |= scene.new_values;
        }
        scene.new_cells = Set<W>::none();
        scene.new_values = 0;
    }
    result.masks = std::move(scene.cand);
    result.placed = std::move(scene.placed);
    return result;
}

template Deduced deduce<1>(const Stage<1>&, const std::vector<const Plan*>&, Scene<1>, std::uint64_t, const Limits&);
template Deduced deduce<2>(const Stage<2>&, const std::vector<const Plan*>&, Scene<2>, std::uint64_t, const Limits&);
template Deduced deduce<4>(const Stage<4>&, const std::vector<const Plan*>&, Scene<4>, std::uint64_t, const Limits&);
template Deduced deduce<16>(const Stage<16>&, const std::vector<const Plan*>&, Scene<16>, std::uint64_t, const Limits&);

} // namespace gridwright
