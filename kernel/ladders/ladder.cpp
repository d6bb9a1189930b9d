#include "ladders/ladder.hpp"

namespace gridwright {

template <int W> Deducer<W>& Climber::deducer(const Tables<W>&) {
    auto& found = std::get<std::unique_ptr<Deducer<W>>>(deducers_);
    if (!found) {
        found = std::make_unique<Deducer<W>>(climbing_.plans, climbing_.reasons,
                                             climbing_.inside ? *climbing_.inside : std::vector<const Plan*>(),
                                             climbing_.longest);
        found->sift(climbing_.sieve);
    }
    return *found;
}

Deduced Climber::run(const AnyTables& any, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                     const Limits& limits) {
    return std::visit([&](const auto& tables) { return deducer(*tables).run(*tables, masks, placed, fuel, limits); },
                      any.tables);
}

Ended Climber::end(const AnyTables& any, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                   const Limits& limits, std::vector<std::int32_t>& open) {
    return std::visit(
        [&](const auto& tables) {
            auto& own = deducer(*tables);
            const auto outcome = own.end(*tables, masks, placed, fuel, limits);
            open.clear();
            own.open().each([&](std::int32_t x) { open.push_back(x); });
            return Ended{outcome, own.hardest()};
        },
        any.tables);
}

Judge::Judge(const Requirements& requirements, std::uint64_t fuel) : requirements_(requirements), fuel_(fuel) {
    climbers_.reserve(requirements.size());
    for (const Requirement& condition : requirements)
        climbers_.emplace_back(Climbing{condition.plans, false, &condition.inside, condition.longest});
    for (std::size_t i = 0; i < requirements.size(); ++i) {
        const auto& own = requirements[i].plans;
        longer_.push_back(-1);
        for (std::size_t o = i; o-- > 0 && requirements[i].longest == 0;)
            if (const auto& other = requirements[o].plans;
                own.size() <= other.size() && std::equal(own.begin(), own.end(), other.begin()))
                longer_.back() = static_cast<std::int32_t>(o);
    }
    ended_.resize(requirements.size());
}

namespace {

template <int W>
void give(const Tables<W>& tables, std::int32_t x, std::int32_t v, std::vector<Mask>& masks,
          std::vector<std::uint8_t>& placed) {
    const std::int32_t c = tables.first[x] + v;
    placed[x] = 1;
    masks[x] &= Mask{1} << v;
    tables.rivals(x, v).each([&](std::int32_t y) { masks[y] &= ~(Mask{1} << v); });
    if (tables.strange.empty())
        return;
    for (std::int32_t i = tables.strange_from[c]; i < tables.strange_from[c + 1]; ++i) {
        const std::int32_t y = tables.cell_of[tables.strange[i]];
        masks[y] &= ~(Mask{1} << (tables.strange[i] - tables.first[y]));
    }
}

} // namespace

void begin_masks(const AnyTables& any, const std::uint8_t* givens, std::vector<Mask>& masks,
                 std::vector<std::uint8_t>& placed) {
    std::visit(
        [&](const auto& tables) {
            masks = tables->own;
            placed.assign(tables->cells, 0);
            for (std::int32_t x = 0; givens && x < tables->cells; ++x)
                if (givens[x])
                    give(*tables, x, givens[x] - 1, masks, placed);
        },
        any.tables);
}

void give_mask(const AnyTables& any, std::int32_t x, std::int32_t v, std::vector<Mask>& masks,
               std::vector<std::uint8_t>& placed) {
    std::visit([&](const auto& tables) { give(*tables, x, v, masks, placed); }, any.tables);
}

std::int32_t Judge::judge(const AnyTables& any, const std::uint8_t* givens, const Limits& limits) {
    begin_masks(any, givens, masks_, placed_);
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
        bool solved;
        if (longer_[i] < 0) {
            ended_[i] = climbers_[i].end(any, masks_.data(), placed_.data(), fuel_, limits, i ? others_open_ : open_);
            if (ended_[i].outcome == Deduced::Outcome::stopped)
                return -1;
            solved = ended_[i].outcome == Deduced::Outcome::solved;
        } else { // what it is the beginning of was run: all before this one hold
            const Ended& longer = ended_[longer_[i]];
            solved = longer.outcome == Deduced::Outcome::solved &&
                     longer.hardest < static_cast<std::int32_t>(requirements_[i].plans.size());
        }
        if (solved != requirements_[i].solves)
            return static_cast<std::int32_t>(i);
    }
    return static_cast<std::int32_t>(requirements_.size());
}

} // namespace gridwright
