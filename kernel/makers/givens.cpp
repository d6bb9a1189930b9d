// Boards whose clues are givens: a random solution, then givens (items of variables) taken away in random order. There
// are no local changes: putting an item back and others away costs as much as a new board and fulfils requirements less
// often (sudokus that need an x-wing: 4 to 7 a second with changes, 8 without).
//
// Numbers: `fewest_clues` are left at least.
#include <numeric>

#include "makers/maker.hpp"

namespace gridwright {
namespace {

class GivensMaker : public Maker {
public:
    explicit GivensMaker(const MakerParameters& parameters)
        : fewest_clues_(parameters.number("fewest_clues")), search_(parameters.problem()),
          reducer_(parameters.problem(), parameters.items), judge_(*parameters.requirements, parameters.fuel) {
        if (!parameters.requirements->empty())
            tables_ = &parameters.structure->tables();
        solution_.resize(parameters.problem().spec.sizes.size());
    }

    Attempt attempt(RandomStream at, const Limits& limits) override {
        Attempt result;
        RandomStream values = at.child("solution");
        const SearchEnd end = search_.complete({}, values, limits, solution_.data());
        result.stopped = end == SearchEnd::stopped;
        if (end != SearchEnd::found)
            return result;
        reducer_.fill(solution_.data());
        RandomStream turns = at.child("order");
        order_.resize(static_cast<std::size_t>(reducer_.items()));
        std::iota(order_.begin(), order_.end(), 0);
        turns.shuffle(order_);
        result.stopped = !reducer_.run(order_, fewest_clues_, limits);
        if (result.stopped)
            return result;
        const std::int32_t holds = tables_ ? judge_.judge(*tables_, reducer_.givens().data(), limits) : 0;
        result.stopped = holds < 0;
        result.holds = holds;
        result.success = judge_.fulfilled(holds);
        result.puzzle = {solution_, reducer_.givens(), {}, {}};
        return result;
    }

private:
    const std::int32_t fewest_clues_;
    const AnyTables* tables_ = nullptr; // where rules are asked
    SolutionSearch search_;
    Reducer reducer_;
    Judge judge_;
    std::vector<std::uint8_t> solution_;
    std::vector<std::int32_t> order_;
};

} // namespace

std::unique_ptr<Maker> givens_maker(const MakerParameters& parameters) {
    return std::make_unique<GivensMaker>(parameters);
}

} // namespace gridwright
