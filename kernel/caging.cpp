#include "caging.hpp"

#include <algorithm>
#include <numeric>

#include "latin.hpp"
#include "search.hpp"

namespace gridwright {
namespace {

constexpr std::size_t kLargest = 6; // cells of a cage
constexpr Operation kTurns[] = {Operation::divide, Operation::subtract, Operation::multiply, Operation::add};
constexpr int kNever = 2;

// Cells that share a side: up, left, right, down.
std::vector<std::int32_t> beside(std::int32_t side, std::int32_t cell) {
    const std::int32_t row = cell / side, column = cell % side;
    std::vector<std::int32_t> near;
    if (row > 0)
        near.push_back(cell - side);
    if (column > 0)
        near.push_back(cell - 1);
    if (column + 1 < side)
        near.push_back(cell + 1);
    if (row + 1 < side)
        near.push_back(cell + side);
    return near;
}

template <class T> const T& choose(Draw& draw, const std::vector<T>& list) {
    return list[draw.below(static_cast<std::uint32_t>(list.size()))];
}

std::vector<std::vector<Variable>> cut(std::int32_t side, Draw& draw) {
    const std::int32_t cells = side * side;
    std::vector<std::int32_t> order(cells), cage_of(cells, -1);
    std::iota(order.begin(), order.end(), 0);
    draw.shuffle(order);
    std::vector<std::vector<Variable>> cages;
    for (std::int32_t cell : order) {
        if (cage_of[cell] >= 0 || draw.below(4) == 0)
            continue;
        std::vector<std::int32_t> free;
        for (std::int32_t q : beside(side, cell))
            if (cage_of[q] < 0)
                free.push_back(q);
        if (free.empty())
            continue;
        const std::int32_t q = choose(draw, free);
        cage_of[cell] = cage_of[q] = static_cast<std::int32_t>(cages.size());
        cages.push_back({cell, q});
    }
    for (bool joined = true; joined;) {
        joined = false;
        for (std::int32_t cell : order) {
            if (cage_of[cell] >= 0)
                continue;
            std::vector<std::int32_t> near;
            for (std::int32_t q : beside(side, cell))
                if (cage_of[q] >= 0 && cages[cage_of[q]].size() < kLargest &&
                    std::find(near.begin(), near.end(), cage_of[q]) == near.end())
                    near.push_back(cage_of[q]);
            if (near.empty())
                continue;
            cage_of[cell] = choose(draw, near);
            cages[cage_of[cell]].push_back(cell);
            joined = true;
        }
    }
    if (std::find(cage_of.begin(), cage_of.end(), -1) != cage_of.end())
        return {};
    for (auto& cage : cages)
        std::sort(cage.begin(), cage.end());
    std::sort(cages.begin(), cages.end());
    return cages;
}

// What the operation makes of the numbers.
std::int64_t made_by(Operation operation, const std::vector<std::int64_t>& numbers) {
    std::int64_t sum = 0, product = 1;
    for (std::int64_t number : numbers) {
        sum += number;
        product *= number;
    }
    const std::int64_t largest = *std::max_element(numbers.begin(), numbers.end());
    switch (operation) {
    case Operation::add:
        return sum;
    case Operation::multiply:
        return product;
    case Operation::subtract:
        return 2 * largest - sum;
    default:
        return largest * largest / product;
    }
}

// 0 where the operation suits the numbers, 1 where it says too much, kNever where it is not asked for.
int unsuited(Operation operation, const std::vector<std::int64_t>& numbers, std::int32_t side) {
    const std::int64_t target = made_by(operation, numbers);
    if (numbers.size() > 2)
        return operation == Operation::add || operation == Operation::multiply ? 0 : kNever;
    const std::int64_t largest = std::max(numbers[0], numbers[1]), least = std::min(numbers[0], numbers[1]);
    switch (operation) {
    case Operation::add:
        return target <= 4 || target >= 2 * side - 2;
    case Operation::subtract:
        return target == side - 1 ? kNever : 0;
    case Operation::divide:
        return largest % least || 2 * target > side ? kNever : 0;
    default: {
        int pairs = 0;
        for (std::int64_t a = 1; a * a < target; ++a)
            pairs += target % a == 0 && target / a <= side;
        return pairs < 2;
    }
    }
}

} // namespace

std::vector<CageSpec> cut_into_cages(std::int32_t side, const std::uint8_t* solution, Draw& draw, bool multiply) {
    const auto cages = cut(side, draw);
    std::vector<std::vector<std::int64_t>> numbers;
    for (const auto& cage : cages) {
        numbers.emplace_back();
        for (Variable x : cage)
            numbers.back().push_back(solution[x] + 1);
    }
    std::vector<CageSpec> specs(cages.size());
    std::vector<std::int32_t> left(cages.size());
    std::iota(left.begin(), left.end(), 0);
    draw.shuffle(left);
    for (int turn = 0; !left.empty();) {
        auto chosen = left.end();
        Operation operation = Operation::multiply;
        for (int bad = 0; bad < kNever && chosen == left.end(); ++bad)
            for (int k = 0; k < 4 && chosen == left.end(); ++k) {
                operation = multiply ? Operation::multiply : kTurns[(turn + k) % 4];
                chosen = std::find_if(left.begin(), left.end(),
                                      [&](std::int32_t i) { return unsuited(operation, numbers[i], side) == bad; });
                if (chosen != left.end())
                    turn = (turn + k + 1) % 4;
            }
        specs[*chosen] = {cages[*chosen], operation, made_by(operation, numbers[*chosen])};
        left.erase(chosen);
    }
    return specs;
}

namespace {

class Cager : public Maker {
public:
    explicit Cager(const Caging& caging) : caging_(caging), judge_(*caging.wish, caging.fuel) {
        if (caging.stage)
            links_ = std::make_unique<Links>(*caging.stage);
    }

    Attempt attempt(Draw at, const Limits& limits) override {
        Attempt result;
        Draw values = at.child("solution"), clues = at.child("clues");
        result.made.solution = latin_square(caging_.side, values);
        result.made.cages = cut_into_cages(caging_.side, result.made.solution.data(), clues, caging_.multiply);
        result.made.givens.resize(result.made.solution.size());
        if (result.made.cages.empty())
            return result;
        // What rules solve has one solution: then the search can wait for what fulfils the wish.
        const bool by_rules = !caging_.wish->empty() && caging_.wish->front().solves;
        if (!by_rules && !unique(result, limits))
            return result;
        Judge::Verdict verdict;
        if (!caging_.wish->empty()) {
            verdict = judge_.judge(stage(result.made.cages), result.made.givens.data(), limits);
            result.stopped = verdict.stopped;
        }
        result.holds = verdict.holds;
        if (result.stopped || static_cast<std::size_t>(verdict.holds) < caging_.wish->size())
            return result;
        if (by_rules && !unique(result, limits)) {
            result.holds = -1;
            return result;
        }
        result.success = true;
        return result;
    }

private:
    bool unique(Attempt& attempt, const Limits& limits) const {
        Spec spec = caging_.base->spec;
        spec.cages = attempt.made.cages;
        const Problem problem(std::move(spec), caging_.base->dense_bytes);
        const Found found = solve(problem, nullptr, nullptr, -1, 2, 0, limits);
        attempt.stopped = !found.exhausted && found.stop != Stop::solutions;
        return found.count == 1 && found.exhausted;
    }

    AnyStage stage(const std::vector<CageSpec>& cages) const {
        StageSpec spec = *caging_.stage;
        for (const CageSpec& cage : cages) {
            spec.filled.push_back({static_cast<std::int32_t>(spec.members.size()),
                                   static_cast<std::int32_t>(spec.filled.size()),
                                   std::pair(cage.operation, cage.target)});
            spec.members.push_back(cage.scope);
            spec.kind_of.push_back(caging_.kind);
        }
        return AnyStage(spec, *links_);
    }

    const Caging& caging_;
    Judge judge_;
    std::unique_ptr<Links> links_;
};

} // namespace

std::unique_ptr<Maker> make_cager(const Caging& caging) { return std::make_unique<Cager>(caging); }

} // namespace gridwright
