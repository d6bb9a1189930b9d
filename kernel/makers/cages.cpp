// Boards whose clues are cages: a Latin square cut into cages, each with an operation and what it makes.
//
// Dominoes first, then what is left joins cages that are not full. Operations take turns over cages that they suit. An
// operation says much where few pairs of numbers make what it makes of two: then it comes last, or is not asked for.
//
// An attempt cuts one square again and again, finer while the required techniques get stuck, coarser while easier ones
// are enough. A cut with a second solution that a look tells (latin_trades.hpp) is given up at once; one that is near
// is changed: another operation for a cage, or a cell that goes over to the next one.
//
// Numbers: `rows`; `kind`, of a cage among the kinds of group of a board (the board for rules has no cages);
// `largest`, cells of a cage; `fine`, one cell in so many begins no domino, at first, `coarsest` and `finest`, at the
// least and at the most; `operations` in the order of their turns, `of_more`, those for cages of more than two cells;
// `fewest_pairs` that make a clue, `despite_few`, operations that are asked for, last, where fewer do; `no_operations`,
// 1 where a clue is its number alone; `tries`, cuts of one square; `changes` of one cut that is near; `near`, open
// cells of such a cut.
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "makers/latin_square.hpp"
#include "makers/latin_trades.hpp"
#include "makers/maker.hpp"
#include "relations/cage.hpp"
#include "search/search.hpp"

namespace gridwright {
namespace {

constexpr std::int32_t kLargest = 6; // cells of a cage that a Shelf can tell
constexpr int kNever = 2;

using Operations = std::vector<Operation>;

bool among(const Operations& operations, Operation operation) {
    return std::find(operations.begin(), operations.end(), operation) != operations.end();
}

// How squares are cut, and which clues are asked for.
struct Taste {
    std::size_t largest;                  // cells of a cage
    std::uint32_t fine, coarsest, finest; // one cell in so many begins no domino
    Operations turns, of_more, despite_few;
    std::int32_t fewest_pairs;
    bool no_operations; // a clue is the number alone, whatever makes it

    Taste(const MakerParameters& parameters, std::int32_t side)
        : largest(parameters.number("largest", 2, kLargest)), fine(parameters.number("fine", 1)),
          coarsest(parameters.number("coarsest", 1)), finest(parameters.number("finest", 1)),
          turns(operations(parameters, "operations")), of_more(operations(parameters, "of_more")),
          despite_few(operations(parameters, "despite_few")), fewest_pairs(parameters.number("fewest_pairs")),
          no_operations(parameters.number("no_operations", 0, 1)) {
        const auto always = [this](Operation operation) {
            return among(turns, operation) && among(of_more, operation) && among(despite_few, operation);
        };
        if (std::none_of(turns.begin(), turns.end(), always))
            throw std::invalid_argument("some operation has to suit every cage");
        pairs_.resize(5, std::vector<std::int32_t>(side * side + 1));
        for (std::int32_t low = 1; low < side; ++low)
            for (std::int32_t high = low + 1; high <= side; ++high) {
                ++pairs_[static_cast<int>(Operation::add)][low + high];
                ++pairs_[static_cast<int>(Operation::subtract)][high - low];
                ++pairs_[static_cast<int>(Operation::multiply)][low * high];
                if (high % low == 0)
                    ++pairs_[static_cast<int>(Operation::divide)][high / low];
            }
    }

    // Pairs of different numbers of which the operation makes the target.
    std::int32_t pairs(Operation operation, std::int64_t target) const {
        return pairs_[static_cast<int>(operation)][target];
    }

private:
    std::vector<std::vector<std::int32_t>> pairs_; // by operation and target

    static Operations operations(const MakerParameters& parameters, std::string_view name) {
        Operations list;
        for (std::int32_t number : parameters.list(name, 1, 4))
            list.push_back(static_cast<Operation>(number));
        return list;
    }
};

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

template <class T> const T& choose(RandomStream& stream, const std::vector<T>& list) {
    return list[stream.below(static_cast<std::uint32_t>(list.size()))];
}

void numbers_in(const std::vector<Variable>& scope, const std::uint8_t* solution, std::vector<std::int64_t>& numbers) {
    numbers.clear();
    for (Variable x : scope)
        numbers.push_back(solution[x] + 1);
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
int unsuited(Operation operation, const std::vector<std::int64_t>& numbers, const Taste& taste) {
    if (numbers.size() > 2)
        return among(taste.of_more, operation) ? 0 : kNever;
    const std::int64_t largest = std::max(numbers[0], numbers[1]), least = std::min(numbers[0], numbers[1]);
    if (operation == Operation::divide && largest % least)
        return kNever;
    if (taste.pairs(operation, made_by(operation, numbers)) >= taste.fewest_pairs)
        return 0;
    return among(taste.despite_few, operation) ? 1 : kNever;
}

void set_clue(CageSpec& cage, Operation operation, const std::vector<std::int64_t>& numbers, const Taste& taste) {
    cage.operation = taste.no_operations ? Operation::any : operation;
    cage.target = made_by(operation, numbers);
}

// Cuts squares of one side into cages; its memory stays.
class Cutter {
public:
    Cutter(std::int32_t side, const Taste& taste) : side_(side), taste_(taste), cage_of_(side * side) {}

    // Cages of a solved square, in the order of their first cells; false where luck left a cell alone. One cell in
    // `fine` begins no domino.
    bool cut(const std::uint8_t* solution, RandomStream& stream, std::uint32_t fine, std::vector<CageSpec>& specs) {
        if (!draw_borders(stream, fine))
            return false;
        // In the order of their first cells, each sorted: as one meets them, cell by cell.
        const std::size_t count = cages_.size();
        specs.resize(count);
        place_.assign(count, -1);
        std::int32_t next = 0;
        for (std::int32_t x = 0; x < side_ * side_; ++x) {
            std::int32_t& at = place_[cage_of_[x]];
            if (at < 0) {
                at = next++;
                specs[at].scope.clear();
            }
            specs[at].scope.push_back(x);
        }
        const std::size_t turns = taste_.turns.size();
        fits_.resize(count); // how each operation suits, in the order of their turns
        for (std::size_t i = 0; i < count; ++i) {
            numbers_in(specs[i].scope, solution, numbers_);
            fits_[i].clear();
            for (Operation operation : taste_.turns)
                fits_[i].push_back(unsuited(operation, numbers_, taste_));
        }
        left_.resize(count);
        std::iota(left_.begin(), left_.end(), 0);
        stream.shuffle(left_);
        for (std::size_t turn = 0; !left_.empty();) {
            auto chosen = left_.end();
            Operation operation = Operation::any;
            for (int bad = 0; bad < kNever && chosen == left_.end(); ++bad)
                for (std::size_t k = 0; k < turns && chosen == left_.end(); ++k) {
                    const std::size_t now = (turn + k) % turns;
                    chosen =
                        std::find_if(left_.begin(), left_.end(), [&](std::int32_t i) { return fits_[i][now] == bad; });
                    if (chosen == left_.end())
                        continue;
                    operation = taste_.turns[now];
                    turn = (turn + k + 1) % turns;
                    break;
                }
            CageSpec& cage = specs[*chosen];
            numbers_in(cage.scope, solution, numbers_);
            set_clue(cage, operation, numbers_, taste_);
            left_.erase(chosen);
        }
        return true;
    }

private:
    // Dominoes first, then what is left joins cages that are not full.
    bool draw_borders(RandomStream& stream, std::uint32_t fine) {
        order_.resize(cage_of_.size());
        std::iota(order_.begin(), order_.end(), 0);
        stream.shuffle(order_);
        std::fill(cage_of_.begin(), cage_of_.end(), -1);
        cages_.clear();
        for (std::int32_t cell : order_) {
            if (cage_of_[cell] >= 0 || stream.below(fine) == 0)
                continue;
            std::int32_t free[4], count = 0;
            for (std::int32_t q : Beside(side_, cell))
                if (cage_of_[q] < 0)
                    free[count++] = q;
            if (count == 0)
                continue;
            cage_of_[cell] = cage_of_[free[stream.below(count)]] = static_cast<std::int32_t>(cages_.size());
            cages_.push_back(2);
        }
        for (;;) {
            bool joined = false;
            rest_.clear();
            for (std::int32_t cell : order_) {
                if (cage_of_[cell] >= 0)
                    continue;
                std::int32_t near[4], count = 0;
                for (std::int32_t q : Beside(side_, cell))
                    if (cage_of_[q] >= 0 && cages_[cage_of_[q]] < taste_.largest &&
                        std::find(near, near + count, cage_of_[q]) == near + count)
                        near[count++] = cage_of_[q];
                if (count == 0) {
                    rest_.push_back(cell);
                    continue;
                }
                cage_of_[cell] = near[stream.below(count)];
                ++cages_[cage_of_[cell]];
                joined = true;
            }
            if (rest_.empty() || !joined)
                return rest_.empty();
            order_.swap(rest_);
        }
    }

    const std::int32_t side_;
    const Taste& taste_;
    std::vector<std::int32_t> cage_of_, order_, rest_, place_, left_;
    std::vector<std::size_t> cages_; // how many cells each has
    std::vector<std::vector<int>> fits_;
    std::vector<std::int64_t> numbers_;
};

// Another clue for a cage, of those that suit it best; false where there is none but `but`.
bool new_clue(CageSpec& cage, std::int32_t side, const std::uint8_t* solution, RandomStream& stream, const Taste& taste,
              Operation but) {
    std::vector<std::int64_t> numbers;
    numbers_in(cage.scope, solution, numbers);
    for (int bad = 0; bad < kNever; ++bad) {
        std::vector<Operation> fitting;
        for (Operation operation : taste.turns)
            if (operation != but && unsuited(operation, numbers, taste) == bad)
                fitting.push_back(operation);
        if (fitting.empty())
            continue;
        set_clue(cage, choose(stream, fitting), numbers, taste);
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

// A change of one cage: another operation, or a cell that goes over to the next cage. False where there is nothing to
// change.
bool change_cage(std::vector<CageSpec>& cages, std::size_t which, std::int32_t side, const std::uint8_t* solution,
                 RandomStream& stream, const Taste& taste) {
    CageSpec& one = cages[which];
    if (stream.below(2) == 0)
        return new_clue(one, side, solution, stream, taste, one.operation);
    std::vector<std::int32_t> cage_of(static_cast<std::size_t>(side) * side);
    for (std::size_t i = 0; i < cages.size(); ++i)
        for (Variable x : cages[i].scope)
            cage_of[x] = static_cast<std::int32_t>(i);
    const auto own = static_cast<std::int32_t>(which);
    std::vector<std::pair<Variable, std::int32_t>> moves;
    for (Variable x : one.scope) {
        std::vector<Variable> others;
        std::copy_if(one.scope.begin(), one.scope.end(), std::back_inserter(others),
                     [&](Variable y) { return y != x; });
        if (one.scope.size() < 3 || !connected(side, others))
            continue;
        for (Variable q : Beside(side, x))
            if (const std::pair move{x, cage_of[q]}; cage_of[q] != own &&
                                                     cages[cage_of[q]].scope.size() < taste.largest &&
                                                     std::find(moves.begin(), moves.end(), move) == moves.end())
                moves.push_back(move);
    }
    if (moves.empty())
        return false;
    const auto [x, to] = choose(stream, moves);
    CageSpec& other = cages[to];
    std::erase(one.scope, x);
    other.scope.push_back(x);
    std::sort(other.scope.begin(), other.scope.end());
    for (CageSpec* cage : {&one, &other})
        new_clue(*cage, side, solution, stream, taste, Operation::any);
    std::sort(cages.begin(), cages.end(), [](const CageSpec& a, const CageSpec& b) { return a.scope < b.scope; });
    return true;
}

// Cages by the side of the board, what they say and which of their cells are apart. Each thread has one, which stays
// from call to call: `cage_of` knows them all, but takes longer to tell.
class Shelf {
public:
    static Shelf& own() {
        static thread_local Shelf shelf;
        return shelf;
    }
    template <class Apart>
    std::shared_ptr<const Cage> find(const CageSpec& spec, std::int32_t side, const Apart& are_apart) {
        const std::size_t n = spec.scope.size();
        std::uint64_t key = n | static_cast<std::uint64_t>(spec.operation) << 3;
        int at = 6;
        for (std::size_t i = 1; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j, ++at)
                key |= static_cast<std::uint64_t>(are_apart(spec.scope[i], spec.scope[j])) << at;
        // Six cells have fifteen pairs, a side is at most 32, a target at most 32⁶.
        key |= static_cast<std::uint64_t>(side) << 21 | static_cast<std::uint64_t>(spec.target) << 27;
        if (const auto it = known_.find(key); it != known_.end())
            return it->second;
        Earlier apart(n);
        for (std::size_t i = 1; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (are_apart(spec.scope[i], spec.scope[j]))
                    apart[i].push_back(static_cast<std::int32_t>(j));
        auto cage = cage_of(spec.operation, spec.target, std::vector<std::int32_t>(n, side), apart);
        if ((bytes_ += cage->bytes()) > kMostBytes) {
            known_.clear();
            bytes_ = cage->bytes();
        }
        known_.emplace(key, cage);
        return cage;
    }

private:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 24;
    std::unordered_map<std::uint64_t, std::shared_ptr<const Cage>> known_;
    std::size_t bytes_ = 0;
};

class CagesMaker : public Maker {
public:
    explicit CagesMaker(const MakerParameters& parameters)
        : base_(parameters.problem()), side_(parameters.number("rows", 2, 32)), taste_(parameters, side_),
          tries_(parameters.number("tries")), changes_(parameters.number("changes")), near_(parameters.number("near")),
          by_rules_(parameters.by_rules()), cutter_(side_, taste_), judge_(*parameters.requirements, parameters.fuel),
          trades_(side_) {
        if (static_cast<std::size_t>(side_ * side_) != base_.spec.sizes.size())
            throw std::invalid_argument("a square has as many variables as cells");
        if (!by_rules_) { // searches will ask
            Spec spec = base_.spec;
            spec.relations = {CageSpec{{0}, Operation::add, 1}.relation()};
            anchor_ = std::make_unique<Problem>(std::move(spec), base_.dense_bytes);
        }
        if (parameters.requirements->empty())
            return;
        // The lines, and as many cages as there can be: one that has every cell, the others none.
        Spec spec = base_.spec;
        first_cage_ = static_cast<std::int32_t>(spec.groups.size());
        spec.groups.emplace_back(spec.sizes.size());
        std::iota(spec.groups.back().begin(), spec.groups.back().end(), 0);
        spec.groups.resize(spec.groups.size() + spec.sizes.size() / 2 - 1);
        spec.kinds.resize(spec.groups.size(), parameters.number("kind", 0, 63));
        tables_ = std::make_unique<AnyTables>(spec, base_.relations);
    }

    Attempt attempt(RandomStream at, const Limits& limits) override {
        RandomStream values = at.child("solution");
        const auto solution = latin_square(side_, values);
        const RandomStream clues = at.child("clues"), changes = at.child("changes");
        trades_.list(solution.data());
        Attempt best;
        best.puzzle.solution = solution;
        best.puzzle.givens.resize(solution.size());
        std::uint32_t fine = taste_.fine;
        for (std::int32_t i = 0; i < tries_ && !best.success && !best.stopped; ++i) {
            RandomStream cut = clues.child(i);
            if (!cutter_.cut(solution.data(), cut, fine, cages_))
                continue;
            const std::int32_t holds = try_cut(best, changes.child(i), limits);
            if (holds > best.holds || best.success) {
                best.holds = holds;
                best.puzzle.cages = cages_;
            }
            // What is stuck wants smaller cages, what is too easy larger ones.
            const bool stuck = by_rules_ && holds == 0;
            if (holds >= 0)
                fine = stuck ? std::min(fine + 1, taste_.finest) : std::max(fine - 1, taste_.coarsest);
        }
        return best;
    }

private:
    // How many conditions hold of the cut at hand, after changes where it is near; -1 where it is no puzzle.
    std::int32_t try_cut(Attempt& attempt, RandomStream changes, const Limits& limits) {
        if (trades_.unnoticed(cages_))
            return by_rules_ ? 0 : -1;              // two solutions: no rules solve it
        if (!by_rules_ && !unique(attempt, limits)) // what rules solve has one solution: no search need tell
            return -1;
        std::int32_t holds = judge(attempt, cages_, limits);
        open_ = judge_.open();
        // Near: few cells are open, or the asked techniques are enough but so are others.
        for (std::int32_t i = 0; i < changes_ && by_rules_ && !judge_.fulfilled(holds) && !attempt.stopped; ++i) {
            if (holds == 0 && (open_.empty() || open_.size() > static_cast<std::size_t>(near_)))
                break;
            const std::size_t which =
                holds == 0 ? holder(cages_, open_[below(changes, open_.size())]) : below(changes, cages_.size());
            changed_ = cages_;
            if (!change_cage(changed_, which, side_, attempt.puzzle.solution.data(), changes, taste_))
                continue;
            const std::int32_t now = judge(attempt, changed_, limits);
            if (now > holds || (now == holds && (now > 0 || judge_.open().size() <= open_.size()))) {
                holds = now;
                open_ = judge_.open();
                cages_.swap(changed_);
            }
        }
        attempt.success = judge_.fulfilled(holds) && !attempt.stopped;
        return holds;
    }

    static std::size_t below(RandomStream& stream, std::size_t n) {
        return stream.below(static_cast<std::uint32_t>(n));
    }

    // The cage of a cell.
    static std::size_t holder(const std::vector<CageSpec>& cages, Variable x) {
        const auto has = [x](const CageSpec& cage) {
            return std::find(cage.scope.begin(), cage.scope.end(), x) != cage.scope.end();
        };
        return static_cast<std::size_t>(std::find_if(cages.begin(), cages.end(), has) - cages.begin());
    }

    std::int32_t judge(Attempt& attempt, const std::vector<CageSpec>& cages, const Limits& limits) {
        if (!tables_)
            return 0; // nothing is asked
        std::visit(
            [&](auto& tables) {
                const auto are_apart = [&](Variable x, Variable y) { return tables->apart[x].has(y); };
                std::vector<typename std::decay_t<decltype(*tables)>::NewCage> fresh;
                fresh.reserve(cages.size());
                Shelf& shelf = Shelf::own();
                for (const CageSpec& cage : cages)
                    fresh.push_back({&cage.scope, shelf.find(cage, side_, are_apart), cage.target,
                                     cage.operation == Operation::add});
                tables->recage(first_cage_, fresh);
            },
            tables_->tables);
        const std::int32_t holds = judge_.judge(*tables_, attempt.puzzle.givens.data(), limits);
        attempt.stopped |= holds < 0;
        return holds;
    }

    bool unique(Attempt& attempt, const Limits& limits) const {
        Spec spec = base_.spec;
        for (const CageSpec& cage : cages_)
            spec.relations.push_back(cage.relation());
        const Problem problem(std::move(spec), base_.dense_bytes);
        const Found found = solve(problem, nullptr, nullptr, -1, 2, 0, limits);
        attempt.stopped = !found.exhausted && found.stop != Stop::solutions;
        return found.count == 1 && found.exhausted;
    }

    const Problem& base_; // the square without cages
    const std::int32_t side_;
    const Taste taste_;
    const std::int32_t tries_, changes_, near_;
    const bool by_rules_;
    Cutter cutter_;
    Judge judge_;
    LatinTrades trades_;
    std::vector<CageSpec> cages_, changed_; // of the cut at hand
    std::vector<std::int32_t> open_;        // what its first condition's rules leave open
    std::unique_ptr<AnyTables> tables_;     // of the board at hand: the lines, then its cages
    std::int32_t first_cage_ = 0;
    std::unique_ptr<Problem> anchor_; // keeps alive the Frame that all boards share
};

} // namespace

std::unique_ptr<Maker> cages_maker(const MakerParameters& parameters) {
    return std::make_unique<CagesMaker>(parameters);
}

} // namespace gridwright
