// The part of a LearningSearch that deals with conflicts: reasons, the clause that is learnt, and its check mode.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "relations/relation.hpp"
#include "search/learning_search.hpp"

namespace gridwright {

void LearningSearch::explain(Literal l, std::vector<Literal>& why) {
    why.clear();
    Reason& reason = reason_[l >> 1];
    switch (reason.kind) {
    case Reason::none:
        break;
    case Reason::link:
        why.push_back(static_cast<Literal>(reason.id));
        break;
    case Reason::clause:
        for (std::uint32_t i = 0; i < clauses_[reason.id]; ++i)
            if (const Literal other = static_cast<Literal>(clauses_[reason.id + kHead + i]); other != l)
                why.push_back(negated(other));
        break;
    case Reason::at_most:
    case Reason::at_least:
        explain_count(reason, why);
        break;
    case Reason::relation:
        explain_relation(reason.id, reason.at, gone_by_[l], why);
        reason = {Reason::stored, static_cast<std::uint32_t>(stored_.size()), reason.at}; // until it is taken back
        stored_.push_back(static_cast<Literal>(why.size()));
        stored_.insert(stored_.end(), why.begin(), why.end());
        break;
    case Reason::stored:
        why.assign(stored_.begin() + reason.id + 1, stored_.begin() + reason.id + 1 + stored_[reason.id]);
        break;
    }
    if (checks_)
        check_reason(l, why,
                     reason.kind == Reason::relation || reason.kind == Reason::stored ? reason.at : place_[l >> 1]);
}

// What was true, or false, by then: as many as it takes, for with fewer nothing would have followed.
void LearningSearch::explain_count(const Reason& reason, std::vector<Literal>& why) const {
    const Count& count = counts_[reason.id];
    for (std::uint32_t i = count.begin; i < count.end; ++i) {
        const Literal l = reason.kind == Reason::at_most ? counted_[i] : negated(counted_[i]);
        if (is_true(l) && place_[l >> 1] < reason.at)
            why.push_back(l);
    }
}

void LearningSearch::explain_relation(std::uint32_t i, std::int32_t at, Candidate removed, std::vector<Literal>& why) {
    const Relation& relation = *problem_.relations[i];
    const Snapshot then(problem_, relation.scope, gone_.data(), at);
    Claim claim;
    if (removed >= 0) {
        const Variable x = problem_.variable_of[removed];
        claim = relation.claim(then, x, removed - problem_.first[x]);
    }
    grounds_.clear();
    if (!relation.grounds(then, claim, grounds_)) {
        grounds_.clear();
        for (std::int32_t member = 0; member < then.size(); ++member)
            then.add(member, then.absent(member), grounds_);
    }
    for (Candidate c : grounds_)
        why.push_back(negated(literal_[c]));
    if (checks_)
        check_relation(relation, removed, why);
}

// From the conflict back along the trail until one literal of its level is left. The clause has that one first.
bool LearningSearch::learn() {
    ++conflicts_;
    std::int32_t top = 0;
    for (Literal l : conflict_)
        top = std::max(top, level_of(l));
    if (checks_)
        for (Literal l : conflict_)
            if (!is_true(l))
                throw std::logic_error("a conflict rests on what is not true");
    back_to(top);
    if (top == 0)
        return false;
    clause_.assign(1, kNone);
    std::int32_t open = 0;
    const auto meet = [&](Literal l) {
        const std::int32_t v = l >> 1;
        if (seen_[v] || level_[v] == 0)
            return;
        seen_[v] = 1;
        cleared_.push_back(v);
        activity_.bump(v);
        if (level_[v] == top)
            ++open;
        else
            clause_.push_back(negated(l));
    };
    for (Literal l : conflict_)
        meet(l);
    std::size_t at = trail_.size();
    for (;;) {
        while (!seen_[trail_[--at] >> 1])
            ;
        const Literal l = trail_[at];
        if (--open == 0) {
            clause_[0] = negated(l);
            break;
        }
        explain(l, why_);
        for (Literal other : why_)
            meet(other);
    }
    minimise();
    join_by_cause();
    const std::uint32_t levels = levels_of(clause_);
    for (std::int32_t v : cleared_)
        seen_[v] = 0;
    cleared_.clear();
    activity_.age();
    sum_ += levels;
    recent_sum_ += levels;
    if (recent_.size() < kRecent) {
        recent_.push_back(levels);
    } else {
        recent_sum_ -= recent_[recent_next_];
        recent_[recent_next_] = levels;
        recent_next_ = (recent_next_ + 1) % kRecent;
    }
    if (checks_ && !blocked_)
        learnt_.push_back(clause_);
    // The last of the others to become false stands second: it is watched.
    for (std::size_t i = 2; i < clause_.size(); ++i)
        if (level_of(clause_[i]) > level_of(clause_[1]))
            std::swap(clause_[1], clause_[i]);
    back_to(clause_.size() > 1 ? level_of(clause_[1]) : 0);
    assert_clause(std::max(levels, 1u));
    return true;
}

// The first literal of `clause_` follows from the others, which are false.
void LearningSearch::assert_clause(std::uint32_t levels) {
    if (clause_.size() == 1) {
        put(clause_[0], {});
        return;
    }
    const std::uint32_t clause = add_clause(clause_, levels);
    if (levels != kKept)
        deletable_.push_back(clause);
    watch_clause(clause);
    put(clause_[0], {Reason::clause, clause, 0});
}

// Leaves out what follows from the others.
void LearningSearch::minimise() {
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause_.size(); ++i)
        if (!follows(negated(clause_[i])))
            clause_[kept++] = clause_[i];
    clause_.resize(kept);
}

// Several that one candidate has removed, by links, are said by that candidate: most clauses about cells of many values
// are shorter so.
void LearningSearch::join_by_cause() {
    const auto cause = [&](Literal l) {
        const Reason& reason = reason_[l >> 1];
        return reason.kind == Reason::link ? static_cast<Literal>(reason.id) : kNone;
    };
    for (std::size_t i = 1; i < clause_.size(); ++i)
        if (const Literal by = cause(clause_[i]); by >= 0)
            ++removed_[by >> 1];
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause_.size(); ++i) {
        const Literal by = cause(clause_[i]);
        std::int32_t* removed = by >= 0 ? &removed_[by >> 1] : nullptr;
        if (removed && *removed > 1) {
            *removed = -1; // the first of them stands for all
            clause_[kept++] = negated(by);
        } else if (!removed || *removed >= 0) {
            clause_[kept++] = clause_[i];
        }
        if (removed && *removed > 0)
            *removed = 0;
    }
    clause_.resize(kept);
    for (std::size_t i = 1; i < kept; ++i)
        removed_[clause_[i] >> 1] = 0;
}

// Does a literal follow from what is in the clause? A walk through its reasons, kept on a stack of its own.
bool LearningSearch::follows(Literal l) {
    if (reason_[l >> 1].kind == Reason::none)
        return false;
    steps_.clear();
    stack_.clear();
    const auto enter = [&](Literal next) {
        steps_.push_back({next >> 1, static_cast<std::uint32_t>(stack_.size())});
        explain(next, why_);
        stack_.insert(stack_.end(), why_.begin(), why_.end());
    };
    enter(l);
    while (!steps_.empty()) {
        if (stack_.size() == steps_.back().begin) { // all of its reasons are there
            const std::int32_t v = steps_.back().boolean;
            if (!seen_[v]) {
                seen_[v] = 2;
                cleared_.push_back(v);
            }
            steps_.pop_back();
            continue;
        }
        const Literal next = stack_.back();
        stack_.pop_back();
        const std::int32_t v = next >> 1;
        if (level_[v] == 0 || seen_[v] == 1 || seen_[v] == 2)
            continue;
        if (seen_[v] == 3 || reason_[v].kind == Reason::none || steps_.size() > 1000) {
            for (const auto& step : steps_)
                if (!seen_[step.boolean]) {
                    seen_[step.boolean] = 3;
                    cleared_.push_back(step.boolean);
                }
            return false;
        }
        enter(next);
    }
    return true;
}

std::uint32_t LearningSearch::levels_of(const std::vector<Literal>& literals) {
    ++mark_;
    std::uint32_t found = 0;
    for (Literal l : literals) {
        const std::size_t at = static_cast<std::size_t>(level_of(l));
        if (at >= level_mark_.size())
            level_mark_.resize(at + 1, 0);
        found += level_mark_[at] != mark_;
        level_mark_[at] = mark_;
    }
    return found;
}

void LearningSearch::check_reason(Literal l, const std::vector<Literal>& why, std::int32_t at) const {
    for (Literal other : why)
        if (!is_true(other) || place_[other >> 1] >= at || place_[other >> 1] >= place_[l >> 1])
            throw std::logic_error("a reason is not true, or came later than what follows from it");
}

// By brute force where the scope is small: with the reasons and the candidate that is said to be removed nothing holds.
void LearningSearch::check_relation(const Relation& relation, Candidate removed,
                                    const std::vector<Literal>& why) const {
    const auto& scope = relation.scope;
    std::vector<Mask> domains(scope.size());
    std::uint64_t ways = 1;
    for (std::size_t i = 0; i < scope.size(); ++i) {
        const Variable x = scope[i];
        const Candidate first = problem_.first[x];
        for (std::int32_t value = 0; value < problem_.spec.sizes[x]; ++value)
            if (gone_[first + value] != -1 &&
                std::find(why.begin(), why.end(), negated(literal_[first + value])) == why.end())
                domains[i] |= Mask{1} << value;
        if (removed >= 0 && problem_.variable_of[removed] == x)
            domains[i] &= Mask{1} << (removed - first);
        ways *= static_cast<std::uint64_t>(std::popcount(domains[i]));
        if (ways > 20'000)
            return;
    }
    const auto rivals = [&](Candidate a, Candidate b) {
        for (std::int32_t i = problem_.set_begin[a]; i < problem_.set_begin[a + 1]; ++i)
            for (Candidate c : (*problem_.members)[problem_.sets[i]])
                if (c == b)
                    return true;
        return false;
    };
    std::vector<Candidate> chosen;
    std::vector<Mask> one(scope.size()), used(scope.size());
    const auto holds = [&](auto&& self, std::size_t i) -> bool {
        if (i == scope.size())
            return relation.fitting(one.data(), used.data());
        for (Mask open = domains[i]; open; open &= open - 1) {
            const Candidate c = problem_.first[scope[i]] + std::countr_zero(open);
            if ((removed >= 0 && c != removed && rivals(c, removed)) ||
                std::any_of(chosen.begin(), chosen.end(), [&](Candidate other) { return rivals(c, other); }))
                continue;
            one[i] = open & -open;
            chosen.push_back(c);
            if (self(self, i + 1))
                return true;
            chosen.pop_back();
        }
        return false;
    };
    if (holds(holds, 0))
        throw std::logic_error("the grounds of a relation do not suffice");
}

} // namespace gridwright
