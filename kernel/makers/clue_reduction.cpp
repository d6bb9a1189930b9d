#include "makers/clue_reduction.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gridwright {

namespace {

// Of the requirements that rules must not fulfil, the one with the most of them, if all are rules of the first one;
// null where there is none.
const Requirement* easier_than_first(const Requirements& requirements) {
    const auto& every = requirements.front().plans;
    const Requirement* most = nullptr;
    for (const Requirement& each : requirements) {
        const bool fewer = std::all_of(each.plans.begin(), each.plans.end(), [&](const Plan* plan) {
            return std::find(every.begin(), every.end(), plan) != every.end();
        });
        if (!each.solves && each.longest == 0 && fewer && (!most || each.plans.size() > most->plans.size()))
            most = &each;
    }
    return most;
}

} // namespace

ClueJudge::ClueJudge(const Requirements& given, std::uint64_t rule_fuel, bool eases, bool by_easier)
    : requirements(given), fuel(rule_fuel), judge(given, rule_fuel) {
    if (eases && !given.empty() && given.front().solves) {
        const Requirement& first = given.front();
        climber = std::make_unique<Climber>(Climbing{first.plans, false, &first.inside, first.longest});
        if (const Requirement* other = by_easier ? easier_than_first(given) : nullptr)
            easier = std::make_unique<Climber>(Climbing{other->plans, false, &other->inside, 0});
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
    if (items_.empty())
        return; // `run` may need no search at all
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

void ClueReduction::take_away(std::int32_t item) {
    present_[item] = false;
    for (Variable x : items_[item].givens)
        givens_[x] = 0;
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

// Gives items back until rules solve the puzzle or nothing helps; how they end.
Deduced::Outcome ClueReduction::ease(Climber& climber, RandomStream stream, std::uint64_t fuel, const Limits& limits) {
    std::vector<std::int32_t> open;
    begin_masks(present_structure().tables(), givens_.data(), masks_, placed_);
    for (;;) {
        const AnyTables& tables = present_structure().tables();
        const Deduced found = climber.run(tables, masks_.data(), placed_.data(), fuel, limits);
        if (found.outcome != Deduced::Outcome::stuck)
            return found.outcome;
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
                return found.outcome;
            if (item < 0)
                break;
            for (Variable x : items_[item].givens)
                if (!placed_[x])
                    give_mask(tables, x, solution_[x], masks_, placed_);
            put_back(item); // the tables are no longer there
            given_back_.push_back(item);
            if (!items_[item].givens.empty())
                break;
        }
    }
}

// The items that stayed when others were taken away.
void ClueReduction::begin() {
    for (std::int32_t item = 0; item < items(); ++item)
        present_[item] = reducer_->there(item);
    givens_ = reducer_->givens();
    present_now_ = nullptr;
    given_back_.clear();
}

// Takes items away while easier rules still solve the puzzle, until there is one without which they are stuck and all
// requirements hold: how many hold in the end, -1 where the limits struck. What came back last goes first. Rules take
// long where there are several solutions, so a search goes before them.
std::int32_t ClueReduction::without_one(RandomStream stream, std::int32_t floor, std::uint64_t nodes, ClueJudge& tools,
                                        const Limits& limits) {
    std::vector<std::int32_t> others, order(given_back_.rbegin(), given_back_.rend());
    std::int32_t left = 0;
    for (std::int32_t item = 0; item < items(); ++item)
        if (present_[item]) {
            left += items_[item].clues;
            if (std::find(order.begin(), order.end(), item) == order.end())
                others.push_back(item);
        }
    stream.shuffle(others);
    if (order.empty())
        order = others;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::int32_t item = order[at];
        if (left - items_[item].clues < floor)
            continue;
        const std::shared_ptr<Structure> before = present_now_;
        take_away(item);
        SearchEnd other = SearchEnd::none; // as long as the items are there that stayed
        if (at >= given_back_.size()) {
            reducer_->set(present_);
            other = reducer_->another(limits, nodes);
        }
        if (other == SearchEnd::stopped)
            return -1;
        if (other == SearchEnd::none) {
            begin_masks(present_structure().tables(), givens_.data(), masks_, placed_);
            const auto easily = tools.easier->end(present_structure().tables(), masks_.data(), placed_.data(),
                                                  tools.fuel, limits, open_);
            if (easily.outcome == Deduced::Outcome::solved) {
                left -= items_[item].clues;
                continue;
            }
            const std::int32_t holds = tools.judge.judge(present_structure().tables(), givens_.data(), limits);
            if (holds < 0 || tools.judge.fulfilled(holds))
                return holds;
            ++failures_;
        }
        put_back(item);
        present_now_ = before;
        if (failures_ >= kFailures)
            break;
    }
    return tools.judge.judge(present_structure().tables(), givens_.data(), limits);
}

// Where easier rules are stuck whatever comes back: the first half of that again and again, while all requirements
// still hold. How many hold then, -1 where the limits struck.
std::int32_t ClueReduction::fewer_back(ClueJudge& tools, const Limits& limits) {
    const std::int32_t holds = tools.judge.judge(present_structure().tables(), givens_.data(), limits);
    while (tools.judge.fulfilled(holds) && !given_back_.empty()) {
        const auto half = given_back_.begin() + static_cast<std::ptrdiff_t>(given_back_.size() / 2);
        std::for_each(half, given_back_.end(), [&](std::int32_t item) { take_away(item); });
        const std::int32_t fewer = tools.judge.judge(present_structure().tables(), givens_.data(), limits);
        if (fewer < 0)
            return fewer;
        if (!tools.judge.fulfilled(fewer)) {
            std::for_each(half, given_back_.end(), [&](std::int32_t item) { put_back(item); });
            break;
        }
        given_back_.erase(half, given_back_.end());
    }
    return holds;
}

// What is left of all clues when they go in random order, and some come back: how many requirements hold, -1 where the
// limits struck.
std::int32_t ClueReduction::thinned(RandomStream order, RandomStream eased, std::int32_t floor, std::uint64_t nodes,
                                    ClueJudge& tools, const Limits& limits) {
    std::vector<std::int32_t> turns(items_.size());
    std::iota(turns.begin(), turns.end(), 0);
    RandomStream(order).shuffle(turns);
    if (!reducer_->run(turns, floor, limits, nodes))
        return -1;
    begin();
    if (tools.easier) {
        const auto outcome = ease(*tools.easier, eased.child("easier"), tools.fuel, limits);
        if (outcome == Deduced::Outcome::stopped)
            return -1;
        if (outcome == Deduced::Outcome::solved)
            return without_one(eased.child("without"), floor, nodes * kMoreNodes, tools, limits);
        return fewer_back(tools, limits);
    }
    if (tools.climber && ease(*tools.climber, eased, tools.fuel, limits) == Deduced::Outcome::stopped)
        return -1;
    return tools.requirements.empty() ? 0 : tools.judge.judge(present_structure().tables(), givens_.data(), limits);
}

ClueReduction::Result ClueReduction::run(const std::uint8_t* solution, RandomStream at, std::int32_t floor,
                                         std::uint64_t nodes, ClueJudge& tools, const Limits& limits) {
    Result result;
    if (items_.empty() && tools.climber) { // rules that solve it leave no doubt, and nobody need search
        givens_.assign(blank_.spec().sizes.size(), 0);
        result.holds = tools.judge.judge(blank_.tables(), givens_.data(), limits);
        result.stopped = result.holds < 0;
        return result;
    }
    if (!reducer_)
        reducer_ = std::make_unique<Reducer>(blank_.problem(), Reducer::Items{}, std::vector<std::int32_t>{});
    failures_ = 0;
    solution_ = solution;
    reducer_->fill(solution);
    present_.assign(items_.size(), true);
    givens_ = reducer_->givens();
    present_now_ = nullptr;
    if (prints_ || items_.empty()) { // givens alone leave no doubt
        const SearchEnd other = reducer_->another(limits, nodes);
        result.stopped = other == SearchEnd::stopped;
        if (other == SearchEnd::found)
            result.holds = tools.climber ? 0 : -1;
        if (other != SearchEnd::none)
            return result;
    }
    // Another order of the same clues costs less than another board, and is as likely to do.
    for (int number = 0; number < (tools.easier ? kOrders : 1); ++number) {
        RandomStream order = at.child("order"), eased = at.child("eased");
        if (number > 0) {
            order = order.child(number);
            eased = eased.child(number);
            reducer_->fill(solution);
        }
        result.holds = thinned(order, eased, floor, nodes, tools, limits);
        result.stopped = result.holds < 0;
        if (result.stopped || result.holds == 0 || items_.empty() || failures_ >= kFailures ||
            tools.judge.fulfilled(result.holds))
            break;
    }
    return result;
}

} // namespace gridwright
