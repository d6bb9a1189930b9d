#include "makers/clue_reduction.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gridwright {

ClueJudge::ClueJudge(const Requirements& given, std::uint64_t rule_fuel, bool eases)
    : requirements(given), fuel(rule_fuel), judge(given, rule_fuel) {
    if (eases && !given.empty() && given.front().solves) {
        const Requirement& first = given.front();
        climber = std::make_unique<Climber>(Climbing{first.plans, false, &first.inside, first.longest});
    }
}

ClueReduction::ClueReduction(const Structure& blank, std::vector<ClueItem> items)
    : blank_(blank), items_(std::move(items)) {
    const auto variables = blank.spec().sizes.size();
    std::vector<RelationSpec> relations = blank.spec().relations;
    Reducer::Items clues;
    std::vector<std::int32_t> numbers;
    touching_.resize(variables);
    for (std::size_t i = 0; i < items_.size(); ++i) {
        clues.push_back(items_[i].givens);
        numbers.push_back(items_[i].clues);
        std::vector<Variable> about = items_[i].givens;
        for (const auto& statement : items_[i].statements) {
            clues.back().push_back(static_cast<std::int32_t>(variables + relations.size()));
            relations.push_back(statement.what);
            relations.back().group = -1;
            about.insert(about.end(), statement.what.scope.begin(), statement.what.scope.end());
            prints_ = true;
        }
        std::sort(about.begin(), about.end());
        about.erase(std::unique(about.begin(), about.end()), about.end());
        for (Variable x : about) {
            if (x < 0 || static_cast<std::size_t>(x) >= variables)
                throw std::invalid_argument("a clue names a variable that is not there");
            touching_[x].push_back(static_cast<std::int32_t>(i));
        }
    }
    const std::size_t stated = relations.size();
    if (prints_)
        all_ = blank.with_relations(std::move(relations), std::nullopt);
    const Problem& problem = prints_ ? all_->problem() : blank.problem();
    if (prints_ && problem.relations.size() != stated)
        throw std::invalid_argument("clues that the kernel joins cannot be taken away one by one");
    reducer_ = std::make_unique<Reducer>(problem, std::move(clues), std::move(numbers));
}

// The structure with the statements that are there.
const Structure& ClueReduction::present_structure() {
    if (!prints_)
        return blank_;
    if (!present_now_) {
        std::vector<Structure::Statement> statements;
        for (std::size_t i = 0; i < items_.size(); ++i)
            if (present_[i])
                statements.insert(statements.end(), items_[i].statements.begin(), items_[i].statements.end());
        present_now_ = blank_.with_statements(std::move(statements));
    }
    return *present_now_;
}

void ClueReduction::put_back(std::int32_t item) {
    present_[item] = true;
    for (Variable x : items_[item].givens)
        givens_[x] = static_cast<std::uint8_t>(solution_[x] + 1);
    if (!items_[item].statements.empty())
        present_now_ = nullptr;
}

// An item that says something of one of these variables; -1 where there is none.
std::int32_t ClueReduction::to_give_back(std::vector<std::int32_t>& open, RandomStream& stream) const {
    std::vector<std::int32_t> absent;
    while (!open.empty()) {
        const std::uint32_t at = stream.below(static_cast<std::uint32_t>(open.size()));
        for (std::int32_t item : touching_[open[at]])
            if (!present_[item])
                absent.push_back(item);
        if (!absent.empty())
            return absent[absent.size() == 1 ? 0 : stream.below(static_cast<std::uint32_t>(absent.size()))];
        open.erase(open.begin() + at);
    }
    return -1;
}

// Gives items back until the rules solve the puzzle or nothing helps; false where the limits struck.
bool ClueReduction::ease(RandomStream& stream, ClueJudge& tools, const Limits& limits) {
    std::vector<std::int32_t> open;
    begin_masks(present_structure().tables(), givens_.data(), masks_, placed_);
    for (;;) {
        const AnyTables& tables = present_structure().tables();
        const Deduced found = tools.climber->run(tables, masks_.data(), placed_.data(), tools.fuel, limits);
        if (found.outcome == Deduced::Outcome::stopped)
            return false;
        if (found.outcome != Deduced::Outcome::stuck)
            return true;
        masks_.assign(found.masks.begin(), found.masks.end());
        placed_.assign(found.placed.begin(), found.placed.end());
        open.clear();
        for (std::size_t x = 0; x < placed_.size(); ++x)
            if (!placed_[x])
                open.push_back(static_cast<std::int32_t>(x));
        // Printed clues say less than a given: where much is open, several come back before the rules look again.
        const std::size_t most = prints_ ? 1 + open.size() / kOpenPerClue : 1;
        for (std::size_t number = 0; number < most; ++number) {
            const std::int32_t item = to_give_back(open, stream);
            if (item < 0 && number == 0)
                return true;
            if (item < 0)
                break;
            for (Variable x : items_[item].givens)
                if (!placed_[x])
                    give_mask(tables, x, solution_[x], masks_, placed_);
            put_back(item); // the tables are no longer there
            if (!items_[item].givens.empty())
                break;
        }
    }
}

// Is there another solution with all clues, as far as so many nodes tell?
SearchEnd ClueReduction::another(std::uint64_t nodes, const Limits& limits) {
    const Problem& problem = prints_ ? all_->problem() : blank_.problem();
    std::vector<std::uint64_t> state(static_cast<std::size_t>(problem.state_words + problem.domain_words + 2));
    problem.begin(state.data());
    problem.give(state.data(), givens_.data());
    return SolutionSearch(problem).another({state.data(), nullptr}, solution_, -1, limits, nodes);
}

ClueReduction::Result ClueReduction::run(const std::uint8_t* solution, RandomStream at, std::int32_t floor,
                                         std::uint64_t nodes, ClueJudge& tools, const Limits& limits) {
    Result result;
    solution_ = solution;
    reducer_->fill(solution);
    present_.assign(items_.size(), true);
    givens_ = reducer_->givens();
    present_now_ = nullptr;
    if (prints_ || items_.empty()) { // givens alone leave no doubt
        const SearchEnd other = another(nodes, limits);
        result.stopped = other == SearchEnd::stopped;
        if (other == SearchEnd::found)
            result.holds = tools.climber ? 0 : -1;
        if (other != SearchEnd::none)
            return result;
    }
    RandomStream turns = at.child("order"), eased = at.child("eased");
    std::vector<std::int32_t> order(items_.size());
    std::iota(order.begin(), order.end(), 0);
    turns.shuffle(order);
    result.stopped = !reducer_->run(order, floor, limits, nodes);
    if (result.stopped)
        return result;
    for (std::int32_t item = 0; item < items(); ++item)
        present_[item] = reducer_->there(item);
    givens_ = reducer_->givens();
    if (tools.climber && !ease(eased, tools, limits)) {
        result.stopped = true;
        return result;
    }
    if (tools.requirements.empty()) {
        result.holds = 0;
        return result;
    }
    result.holds = tools.judge.judge(present_structure().tables(), givens_.data(), limits);
    result.stopped = result.holds < 0;
    return result;
}

} // namespace gridwright
