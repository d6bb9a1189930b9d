#include "caging.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "latin.hpp"
#include "search.hpp"

namespace gridwright {
namespace {

constexpr std::size_t kLargest = 6; // cells of a cage
constexpr Operation kTurns[] = {Operation::divide, Operation::subtract, Operation::multiply, Operation::add};
constexpr int kNever = 2;

// Cells that share a side: up, left, right, down.
struct Beside {
    std::int32_t cells[4];
    std::int32_t count = 0;

    Beside(std::int32_t side, std::int32_t cell) {
        const std::int32_t row = cell / side, column = cell % side;
        if (row > 0)
            cells[count++] = cell - side;
        if (column > 0)
            cells[count++] = cell - 1;
        if (column + 1 < side)
            cells[count++] = cell + 1;
        if (row + 1 < side)
            cells[count++] = cell + side;
    }
    const std::int32_t* begin() const { return cells; }
    const std::int32_t* end() const { return cells + count; }
};

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
        std::int32_t free[4], count = 0;
        for (std::int32_t q : Beside(side, cell))
            if (cage_of[q] < 0)
                free[count++] = q;
        if (count == 0)
            continue;
        const std::int32_t q = free[draw.below(count)];
        cage_of[cell] = cage_of[q] = static_cast<std::int32_t>(cages.size());
        cages.push_back({cell, q});
    }
    for (bool joined = true; joined;) {
        joined = false;
        for (std::int32_t cell : order) {
            if (cage_of[cell] >= 0)
                continue;
            std::int32_t near[4], count = 0;
            for (std::int32_t q : Beside(side, cell))
                if (cage_of[q] >= 0 && cages[cage_of[q]].size() < kLargest &&
                    std::find(near, near + count, cage_of[q]) == near + count)
                    near[count++] = cage_of[q];
            if (count == 0)
                continue;
            cage_of[cell] = near[draw.below(count)];
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

std::vector<std::int64_t> numbers_in(const std::vector<Variable>& scope, const std::uint8_t* solution) {
    std::vector<std::int64_t> numbers;
    for (Variable x : scope)
        numbers.push_back(solution[x] + 1);
    return numbers;
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
    for (const auto& cage : cages)
        numbers.push_back(numbers_in(cage, solution));
    std::vector<std::array<int, 4>> fits(cages.size()); // how each operation suits, in the order of their turns
    for (std::size_t i = 0; i < cages.size(); ++i)
        for (int k = 0; k < 4; ++k)
            fits[i][k] = unsuited(multiply ? Operation::multiply : kTurns[k], numbers[i], side);
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
                                      [&](std::int32_t i) { return fits[i][(turn + k) % 4] == bad; });
                if (chosen != left.end())
                    turn = (turn + k + 1) % 4;
            }
        specs[*chosen] = {cages[*chosen], operation, made_by(operation, numbers[*chosen])};
        left.erase(chosen);
    }
    return specs;
}

namespace {

// Another clue for a cage, of those that suit it best; false where there is none but `but`.
bool new_clue(CageSpec& cage, std::int32_t side, const std::uint8_t* solution, Draw& draw, bool multiply,
              Operation but) {
    const auto numbers = numbers_in(cage.scope, solution);
    for (int bad = 0; bad < kNever; ++bad) {
        std::vector<Operation> fitting;
        for (Operation operation : kTurns)
            if (operation != but && (!multiply || operation == Operation::multiply) &&
                unsuited(operation, numbers, side) == bad)
                fitting.push_back(operation);
        if (fitting.empty())
            continue;
        cage.operation = choose(draw, fitting);
        cage.target = made_by(cage.operation, numbers);
        return true;
    }
    return false;
}

bool connected(std::int32_t side, const std::vector<Variable>& cells) {
    std::vector<Variable> reached{cells.front()};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (Variable q : Beside(side, reached[i]))
            if (std::find(cells.begin(), cells.end(), q) != cells.end() &&
                std::find(reached.begin(), reached.end(), q) == reached.end())
                reached.push_back(q);
    return reached.size() == cells.size();
}

} // namespace

bool change_cages(std::vector<CageSpec>& cages, std::int32_t side, const std::uint8_t* solution, Draw& draw,
                  bool multiply) {
    std::vector<std::int32_t> cage_of(static_cast<std::size_t>(side) * side);
    for (std::size_t i = 0; i < cages.size(); ++i)
        for (Variable x : cages[i].scope)
            cage_of[x] = static_cast<std::int32_t>(i);
    CageSpec& one = cages[draw.below(static_cast<std::uint32_t>(cages.size()))];
    const std::int32_t own = cage_of[one.scope.front()];
    if (draw.below(2) == 0)
        return new_clue(one, side, solution, draw, multiply, one.operation);
    std::vector<std::pair<Variable, std::int32_t>> moves;
    for (Variable x : one.scope) {
        std::vector<Variable> others;
        std::copy_if(one.scope.begin(), one.scope.end(), std::back_inserter(others),
                     [&](Variable y) { return y != x; });
        if (one.scope.size() < 3 || !connected(side, others))
            continue;
        for (Variable q : Beside(side, x))
            if (const std::pair move{x, cage_of[q]}; cage_of[q] != own && cages[cage_of[q]].scope.size() < kLargest &&
                                                     std::find(moves.begin(), moves.end(), move) == moves.end())
                moves.push_back(move);
    }
    if (moves.empty())
        return false;
    const auto [x, to] = choose(draw, moves);
    CageSpec& other = cages[to];
    std::erase(one.scope, x);
    other.scope.push_back(x);
    std::sort(other.scope.begin(), other.scope.end());
    for (CageSpec* cage : {&one, &other})
        new_clue(*cage, side, solution, draw, multiply, Operation::any);
    std::sort(cages.begin(), cages.end(), [](const CageSpec& a, const CageSpec& b) { return a.scope < b.scope; });
    return true;
}

namespace {

class Cager : public Maker {
public:
    explicit Cager(const Caging& caging) : caging_(caging), judge_(*caging.wish, caging.fuel) {
        Spec spec = caging.base->spec;
        spec.cages = {{{0}, Operation::add, 1}};
        anchor_ = std::make_unique<Problem>(std::move(spec), caging.base->dense_bytes);
        if (caging.stage) {
            spec_ = *caging.stage;
            links_ = std::make_unique<Links>(*caging.stage);
        }
    }

    Attempt attempt(Draw at, const Limits& limits) override {
        Draw values = at.child("solution");
        const auto solution = latin_square(caging_.side, values);
        Attempt best;
        for (std::int32_t i = 0; i < caging_.cuts && !best.success && !best.stopped; ++i) {
            Attempt one = try_cut(solution, at.child("clues").child(i), at.child("changes").child(i), limits);
            if (one.success || one.stopped || one.holds > best.holds)
                best = std::move(one);
        }
        return best;
    }

private:
    Attempt try_cut(const std::vector<std::uint8_t>& solution, Draw clues, Draw changes, const Limits& limits) {
        Attempt result;
        result.made.solution = solution;
        result.made.givens.resize(solution.size());
        auto& cages = result.made.cages = cut_into_cages(caging_.side, solution.data(), clues, caging_.multiply);
        if (cages.empty())
            return result;
        // What rules solve has one solution: then the search can wait for what fulfils the wish.
        const bool by_rules = !caging_.wish->empty() && caging_.wish->front().solves;
        if (!by_rules && !unique(result, limits))
            return result;
        std::int32_t holds = caging_.wish->empty() ? 0 : judge(result, cages, limits);
        for (std::int32_t i = 0; by_rules && i < caging_.changes && judge_.near(holds); ++i) {
            auto changed = cages;
            if (!change_cages(changed, caging_.side, solution.data(), changes, caging_.multiply))
                continue;
            const std::int32_t now = judge(result, changed, limits);
            if (now >= holds) {
                holds = now;
                cages = std::move(changed);
            }
        }
        if (result.stopped)
            return result;
        result.success = judge_.fulfilled(holds) && (!by_rules || unique(result, limits));
        result.holds = judge_.fulfilled(holds) && !result.success ? -1 : holds;
        return result;
    }

    std::int32_t judge(Attempt& attempt, const std::vector<CageSpec>& cages, const Limits& limits) {
        const std::int32_t holds = judge_.judge(stage(cages), attempt.made.givens.data(), limits);
        attempt.stopped |= holds < 0;
        return holds;
    }

    bool unique(Attempt& attempt, const Limits& limits) const {
        Spec spec = caging_.base->spec;
        spec.cages = attempt.made.cages;
        const Problem problem(std::move(spec), caging_.base->dense_bytes);
        const Found found = solve(problem, nullptr, nullptr, -1, 2, 0, limits);
        attempt.stopped = !found.exhausted && found.stop != Stop::solutions;
        return found.count == 1 && found.exhausted;
    }

    AnyStage stage(const std::vector<CageSpec>& cages) {
        const std::size_t lines = caging_.stage->members.size();
        spec_.members.resize(lines);
        spec_.kind_of.resize(lines);
        spec_.totals.resize(caging_.stage->totals.size());
        spec_.filled.clear();
        for (const CageSpec& cage : cages) {
            if (cage.operation == Operation::add)
                spec_.totals.emplace_back(static_cast<std::int32_t>(spec_.members.size()),
                                          static_cast<std::int32_t>(spec_.filled.size()), cage.target);
            spec_.filled.push_back({static_cast<std::int32_t>(spec_.members.size()),
                                    static_cast<std::int32_t>(spec_.filled.size()),
                                    std::pair(cage.operation, cage.target)});
            spec_.members.push_back(cage.scope);
            spec_.kind_of.push_back(caging_.kind);
        }
        return AnyStage(spec_, *links_);
    }

    const Caging& caging_;
    Judge judge_;
    StageSpec spec_;                  // of the board at hand: the lines, then its cages
    std::unique_ptr<Problem> anchor_; // keeps alive the Frame that all boards share
    std::unique_ptr<Links> links_;
};

} // namespace

std::unique_ptr<Maker> make_cager(const Caging& caging) { return std::make_unique<Cager>(caging); }

} // namespace gridwright
