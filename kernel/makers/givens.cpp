// Boards whose clues are givens: a random solution, then givens (items of variables) taken away in random order. There
// are no local changes: putting an item back and others away costs as much as a new board and fulfils requirements less
// often (9×9 with boxes that need an x-wing: 4 to 7 a second with changes, 8 without).
//
// Numbers: `fewest_clues` are left at least; `eases` is 0 or, where givens come back until the first requirement's
// rules solve the puzzle (clue_reduction.hpp), how many nodes a search may take that says whether one goes.
#include "makers/clue_reduction.hpp"
#include "makers/maker.hpp"

namespace gridwright {
namespace {

class GivensMaker : public Maker {
public:
    explicit GivensMaker(const MakerParameters& parameters)
        : fewest_clues_(parameters.number("fewest_clues")), search_(parameters.problem()),
          eases_(parameters.number("eases")), judge_(*parameters.requirements, parameters.fuel, eases_ > 0, false),
          reduction_(*parameters.structure, items_of(parameters)) {
        solution_.resize(parameters.problem().spec.sizes.size());
    }

    Attempt attempt(RandomStream at, const Limits& limits) override {
        Attempt result;
        RandomStream values = at.child("solution");
        const SearchEnd end = search_.complete({}, values, limits, solution_.data());
        result.stopped = end == SearchEnd::stopped;
        if (end != SearchEnd::found)
            return result;
        const auto reduced = reduction_.run(solution_.data(), at, fewest_clues_,
                                            eases_ ? static_cast<std::uint64_t>(eases_) : UINT64_MAX, judge_, limits);
        result.stopped = reduced.stopped;
        if (result.stopped)
            return result;
        result.holds = reduced.holds;
        result.success = judge_.judge.fulfilled(reduced.holds);
        result.puzzle = {solution_, reduction_.givens(), {}, {}};
        return result;
    }

private:
    static std::vector<ClueItem> items_of(const MakerParameters& parameters) {
        std::vector<ClueItem> items;
        for (const auto& givens : parameters.items)
            items.push_back({static_cast<std::int32_t>(givens.size()), givens, {}});
        return items;
    }

    const std::int32_t fewest_clues_;
    SolutionSearch search_;
    const std::int32_t eases_;
    ClueJudge judge_;
    ClueReduction reduction_;
    std::vector<std::uint8_t> solution_;
};

} // namespace

std::unique_ptr<Maker> givens_maker(const MakerParameters& parameters) {
    return std::make_unique<GivensMaker>(parameters);
}

} // namespace gridwright
