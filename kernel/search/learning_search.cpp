#include "search/learning_search.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include "basics/random_stream.hpp"
#include "relations/relation.hpp"

namespace gridwright {

LearningSearch::LearningSearch(const Problem& problem, const std::vector<Mask>& masks, std::uint64_t seed)
    : problem_(problem), state_(problem.initial), gone_(problem.candidates(), Snapshot::kNever),
      minds_(problem.variables()), news_(problem.relations.size()), queued_(problem.relations.size(), false),
      known_(problem.relations.size(), false), owed_(problem.relations.size(), false),
      idle_(problem.relations.size(), 0), waits_(problem.relations.size(), 0), level_mark_(1, 0) {
    name_literals();
    const std::size_t booleans = value_.size() / 2;
    level_.assign(booleans, 0);
    place_.assign(booleans, 0);
    reason_.assign(booleans, {});
    seen_.assign(booleans, 0);
    removed_.assign(booleans, 0);
    watches_.resize(value_.size());
    yes_.resize(value_.size());
    std::vector<std::uint32_t> ranks(booleans);
    std::iota(ranks.begin(), ranks.end(), 0);
    if (seed)
        RandomStream(seed).shuffle(ranks);
    activity_.start(std::move(ranks));
    possible_ = !problem.impossible;
    for (std::size_t i = 0; i < problem.relations.size() && possible_; ++i)
        if (!state_count(*problem.relations[i])) {
            for (Variable x : problem.relations[i]->scope)
                if (problem.relations[i]->minds(x))
                    minds_[x].push_back(static_cast<std::int32_t>(i));
            queued_[i] = true;
            soon_.push_back(static_cast<std::int32_t>(i));
        }
    // The State is that of the Problem; what is gone from it, or from the masks, is so before anything else.
    for (Variable x = 0; x < problem.variables() && possible_; ++x) {
        const Mask mask = masks[x] & problem.spec.masks[x] & problem.every_value(x);
        possible_ = mask != 0;
        for (Candidate c = problem.first[x]; c < problem.first[x + 1] && possible_; ++c) {
            const bool alive = mask >> (c - problem.first[x]) & 1;
            if (!alive)
                possible_ = force(negated(literal_[c]), {});
            else if (!(mask & (mask - 1)))
                possible_ = force(literal_[c], {});
        }
    }
    for (std::uint32_t i = 0; i < counts_.size() && possible_; ++i)
        possible_ = check_count(i, 0);
    if (possible_)
        state_choices();
}

// A Boolean a candidate; one for both of a variable with two, true for the value that more is said of.
void LearningSearch::name_literals() {
    std::vector<std::int32_t> said(problem_.candidates(), 0);
    for (Candidate c = 0; c < problem_.candidates(); ++c)
        said[c] = problem_.set_begin[c + 1] - problem_.set_begin[c];
    for (const auto& relation : problem_.relations)
        if (const auto bounds = relation->bounds())
            for (std::size_t i = 0; i < relation->scope.size(); ++i)
                for (Mask m = bounds->values[i] & problem_.every_value(relation->scope[i]); m; m &= m - 1)
                    ++said[problem_.first[relation->scope[i]] + std::countr_zero(m)];
    literal_.resize(problem_.candidates());
    Literal next = 0;
    for (Variable x = 0; x < problem_.variables(); ++x) {
        const Candidate first = problem_.first[x];
        if (problem_.spec.sizes[x] == 2) {
            const bool swapped = said[first] > said[first + 1];
            literal_[first + !swapped] = next;
            literal_[first + swapped] = negated(next);
            next += 2;
            continue;
        }
        for (Candidate c = first; c < problem_.first[x + 1]; ++c, next += 2)
            literal_[c] = next;
    }
    value_.assign(next, 0);
    taken_.assign(next, -1);
    gone_by_.assign(next, -1);
    for (Candidate c = 0; c < problem_.candidates(); ++c) {
        taken_[literal_[c]] = c;
        gone_by_[negated(literal_[c])] = c;
    }
}

// A relation that only counts literals is counted here.
bool LearningSearch::state_count(const Relation& relation) {
    const auto bounds = relation.bounds();
    if (!bounds)
        return false;
    std::vector<Literal> literals;
    std::int32_t always = 0;
    for (std::size_t i = 0; i < relation.scope.size(); ++i) {
        const Variable x = relation.scope[i];
        const Mask every = problem_.every_value(x), values = bounds->values[i] & every, others = every & ~values;
        if (!values)
            continue;
        if (!others)
            ++always;
        else if (!(values & (values - 1)))
            literals.push_back(literal_[problem_.first[x] + std::countr_zero(values)]);
        else if (!(others & (others - 1)))
            literals.push_back(negated(literal_[problem_.first[x] + std::countr_zero(others)]));
        else
            return false;
    }
    const std::int32_t n = static_cast<std::int32_t>(literals.size()), least = std::max(bounds->least - always, 0),
                       most = std::min(bounds->most - always, n);
    if (least > n || most < 0)
        possible_ = false;
    else if (least > 0 || most < n)
        add_count(literals, least, most);
    return true;
}

void LearningSearch::add_count(const std::vector<Literal>& literals, std::int32_t least, std::int32_t most) {
    const std::uint32_t number = static_cast<std::uint32_t>(counts_.size()),
                        begin = static_cast<std::uint32_t>(counted_.size());
    counts_.push_back({begin, static_cast<std::uint32_t>(begin + literals.size()), least, most});
    slack_.push_back({most, static_cast<std::int32_t>(literals.size()) - least});
    counted_.insert(counted_.end(), literals.begin(), literals.end());
    for (Literal l : literals)
        yes_[l].push_back(number);
}

// Counts that follow from others. Where exact counts split the literals in two ways (rows, regions), so many that stand
// in a row, a window, hold
//
//     what they hold, without those of the other way that lie inside       the rest of the window
//     what those of the other way hold that touch it, without it           what sticks out of the window
//
// That a window is full is a pigeonhole argument: without these counts it takes thousands of conflicts. On level 0.
void LearningSearch::state_windows(std::size_t shortest, std::size_t longest) {
    struct Exact {
        std::vector<Literal> literals;
        std::int32_t sum;
    };
    std::vector<std::vector<Exact>> families; // each of counts that share no literal
    std::vector<std::vector<std::int32_t>> owner;
    for (std::size_t number = 0; number < stated_; ++number) {
        const Count& count = counts_[number];
        if (count.least != count.most)
            continue;
        Exact exact{{}, count.least};
        for (std::uint32_t i = count.begin; i < count.end; ++i)
            if (is_true(counted_[i]))
                --exact.sum;
            else if (!is_false(counted_[i]))
                exact.literals.push_back(counted_[i]);
        if (families.size() > kMostFamilies)
            return;
        if (families.empty() || std::any_of(exact.literals.begin(), exact.literals.end(),
                                            [&](Literal l) { return owner.back()[l] >= 0; })) {
            families.emplace_back();
            owner.emplace_back(value_.size(), -1);
        }
        for (Literal l : exact.literals)
            owner.back()[l] = static_cast<std::int32_t>(families.back().size());
        families.back().push_back(std::move(exact));
    }
    std::vector<Literal> rest, beyond;
    std::vector<std::int32_t> hits;
    const auto state = [&](const std::vector<Literal>& literals, std::int32_t sum) {
        if (sum < 0 || sum > static_cast<std::int32_t>(literals.size()))
            possible_ = false;
        else if (literals.size() >= shortest && literals.size() <= longest)
            add_count(literals, sum, sum);
    };
    for (std::size_t f = 0; f < families.size(); ++f)
        for (std::size_t g = 0; g < families.size() && possible_; ++g) {
            const auto& lines = families[f];
            const auto& others = families[g];
            if (f == g)
                continue;
            for (std::size_t first = 0; first < lines.size(); ++first) {
                hits.assign(others.size(), 0);
                std::int32_t sum = 0;
                bool covered = true;
                for (std::size_t last = first; last < lines.size() && possible_; ++last) {
                    sum += lines[last].sum;
                    for (Literal l : lines[last].literals)
                        if (owner[g][l] >= 0)
                            ++hits[owner[g][l]];
                        else
                            covered = false;
                    const auto in_window = [&](Literal l) {
                        const std::int32_t line = owner[f][l];
                        return line >= static_cast<std::int32_t>(first) && line <= static_cast<std::int32_t>(last);
                    };
                    rest.clear();
                    beyond.clear();
                    std::int32_t inside = 0, touching = 0, n_inside = 0;
                    for (std::size_t i = 0; i < others.size(); ++i) {
                        if (hits[i] == static_cast<std::int32_t>(others[i].literals.size())) {
                            inside += others[i].sum;
                            n_inside += !others[i].literals.empty();
                        }
                        if (hits[i] > 0)
                            touching += others[i].sum;
                    }
                    for (std::size_t k = first; k <= last; ++k)
                        for (Literal l : lines[k].literals)
                            if (const std::int32_t i = owner[g][l];
                                i < 0 || hits[i] < static_cast<std::int32_t>(others[i].literals.size()))
                                rest.push_back(l);
                    if (n_inside > 0)
                        state(rest, sum - inside);
                    if (!covered)
                        continue;
                    for (std::size_t i = 0; i < others.size(); ++i)
                        if (hits[i] > 0)
                            for (Literal l : others[i].literals)
                                if (!in_window(l))
                                    beyond.push_back(l);
                    state(beyond, touching - sum);
                }
            }
        }
    // What is known of them already.
    for (std::uint32_t i = 0; i < counts_.size() && possible_; ++i) {
        const Count& count = counts_[i];
        slack_[i] = {count.most, static_cast<std::int32_t>(count.end - count.begin) - count.least};
        for (std::uint32_t k = count.begin; k < count.end; ++k) {
            const bool followed = place_[counted_[k] >> 1] < static_cast<std::int32_t>(head_);
            slack_[i].more -= is_true(counted_[k]) && followed;
            slack_[i].fewer -= is_false(counted_[k]) && followed;
        }
    }
    for (std::uint32_t i = 0; i < counts_.size() && possible_; ++i)
        possible_ = check_count(i, 0);
}

// That every choice has a member: the rest of what it says is said by links.
void LearningSearch::state_choices() {
    std::vector<Literal> literals;
    for (Lists::List choice : problem_.spec.choices) {
        literals.clear();
        bool holds = false;
        for (Candidate c : choice) {
            holds |= is_true(literal_[c]);
            if (!is_false(literal_[c]))
                literals.push_back(literal_[c]);
        }
        holds |= choice.size() == 2 && literals.size() == 2 && literals[0] == negated(literals[1]);
        if (holds)
            continue;
        if (literals.empty())
            possible_ = false;
        else if (literals.size() == 1)
            possible_ &= force(literals[0], {});
        else
            watch_clause(add_clause(literals, kKept));
    }
}

std::uint32_t LearningSearch::add_clause(std::span<const Literal> literals, std::uint32_t levels) {
    const std::uint32_t clause = static_cast<std::uint32_t>(clauses_.size());
    clauses_.push_back(static_cast<std::uint32_t>(literals.size()));
    clauses_.push_back(levels);
    for (Literal l : literals)
        clauses_.push_back(static_cast<std::uint32_t>(l));
    return clause;
}

void LearningSearch::watch_clause(std::uint32_t clause) {
    const Literal first = static_cast<Literal>(clauses_[clause + kHead]),
                  second = static_cast<Literal>(clauses_[clause + kHead + 1]);
    watches_[first].push_back({clause, second});
    watches_[second].push_back({clause, first});
}

void LearningSearch::exclude(std::span<const Candidate> together) {
    clause_.clear();
    for (Candidate c : together) {
        const Literal l = negated(literal_[c]);
        if (is_true(l) || !possible_)
            return;
        if (!is_false(l))
            clause_.push_back(l);
    }
    blocked_ = true;
    if (clause_.empty())
        possible_ = false;
    else if (clause_.size() == 1)
        possible_ = force(clause_[0], {});
    else
        watch_clause(add_clause(clause_, kKept));
}

void LearningSearch::tell(Variable x) {
    for (std::int32_t i : minds_[x]) {
        if (news_[i].empty() || news_[i].back() != x)
            news_[i].push_back(x);
        if (!queued_[i]) {
            queued_[i] = true;
            soon_.push_back(i);
        }
    }
}

void LearningSearch::put(Literal l, Reason reason) {
    const std::int32_t v = l >> 1, place = static_cast<std::int32_t>(trail_.size());
    value_[l] = 1;
    value_[negated(l)] = -1;
    level_[v] = level();
    place_[v] = place;
    reason_[v] = reason;
    trail_.push_back(l);
    if (const Candidate c = gone_by_[l]; c >= 0) {
        gone_[c] = level() ? place : -1;
        if (problem_.lane > 0)
            domain_word(c) &= ~domain_bit(c);
        tell(problem_.variable_of[c]);
    }
}

bool LearningSearch::force(Literal l, Reason reason) {
    if (is_false(l))
        return false;
    if (!is_true(l))
        put(l, reason);
    return true;
}

void LearningSearch::back_to(std::int32_t to) {
    if (level() <= to)
        return;
    for (std::size_t i = decisions_[to]; i < trail_.size(); ++i) {
        const Literal l = trail_[i];
        value_[l] = value_[negated(l)] = 0;
        if (const Candidate c = gone_by_[l]; c >= 0) {
            gone_[c] = Snapshot::kNever;
            if (problem_.lane > 0)
                domain_word(c) |= domain_bit(c);
        }
        if (i < head_) {
            for (std::uint32_t count : yes_[l])
                ++slack_[count].more;
            for (std::uint32_t count : yes_[negated(l)])
                ++slack_[count].fewer;
        }
        activity_.insert(l >> 1);
    }
    trail_.resize(decisions_[to]);
    decisions_.resize(to);
    head_ = trail_.size();
    // Every relation was at rest before the next decision was made.
    for (std::size_t i = next_soon_; i < soon_.size(); ++i)
        queued_[soon_[i]] = false, news_[soon_[i]].clear();
    soon_.clear();
    later_.clear();
    next_soon_ = 0;
    if (to == 0)
        stored_.clear();
}

bool LearningSearch::propagate() {
    conflict_.clear();
    for (;;) {
        while (head_ < trail_.size()) {
            const std::int32_t at = static_cast<std::int32_t>(head_);
            const Literal l = trail_[head_++];
            for (std::uint32_t count : yes_[l]) // all of them before one reports a conflict
                --slack_[count].more;
            for (std::uint32_t count : yes_[negated(l)])
                --slack_[count].fewer;
            if (!follow_links(l) || !follow_clauses(l) || !follow_counts(l, at))
                return false;
        }
        if (next_soon_ < soon_.size()) {
            const std::int32_t i = soon_[next_soon_++];
            queued_[i] = false;
            if (next_soon_ == soon_.size())
                soon_.clear(), next_soon_ = 0;
            if (!run_relation(i, false))
                return false;
        } else if (!later_.empty()) {
            const auto first = std::min_element(later_.begin(), later_.end());
            const std::int32_t i = *first;
            later_.erase(first);
            if (waits_[i] > 0) { // where looks were in vain, the next ones are left out
                --waits_[i];
                owed_[i] = true;
                continue;
            }
            if (!run_relation(i, true))
                return false;
        } else {
            return true;
        }
    }
}

bool LearningSearch::follow_links(Literal l) {
    const Candidate c = taken_[l];
    if (c < 0)
        return true;
    for (std::int32_t i = problem_.set_begin[c]; i < problem_.set_begin[c + 1]; ++i)
        for (Candidate rival : (*problem_.members)[problem_.sets[i]]) {
            if (rival == c)
                continue;
            const Literal other = literal_[rival];
            if (is_false(other))
                continue;
            if (is_true(other)) {
                conflict_ = {l, other};
                return false;
            }
            put(negated(other), {Reason::link, static_cast<std::uint32_t>(l), 0});
        }
    return true;
}

bool LearningSearch::follow_clauses(Literal l) {
    const Literal gone = negated(l);
    std::vector<Watch>& watches = watches_[gone];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        const Watch watch = watches[i];
        if (is_true(watch.other)) {
            watches[kept++] = watch;
            continue;
        }
        auto* literals = reinterpret_cast<Literal*>(clauses_.data() + watch.clause + kHead);
        const std::uint32_t size = clauses_[watch.clause];
        if (literals[0] == gone)
            std::swap(literals[0], literals[1]);
        const Literal first = literals[0];
        if (is_true(first)) {
            watches[kept++] = {watch.clause, first};
            continue;
        }
        std::uint32_t k = 2;
        while (k < size && is_false(literals[k]))
            ++k;
        if (k < size) {
            std::swap(literals[1], literals[k]);
            watches_[literals[1]].push_back({watch.clause, first});
            continue;
        }
        watches[kept++] = {watch.clause, first};
        if (is_false(first)) {
            for (std::uint32_t j = 0; j < size; ++j)
                conflict_.push_back(negated(literals[j]));
            while (++i < watches.size())
                watches[kept++] = watches[i];
            watches.resize(kept);
            return false;
        }
        put(first, {Reason::clause, watch.clause, 0});
    }
    watches.resize(kept);
    return true;
}

// Only on the side that it changed: what is left open where a count has no slack is decided at once.
bool LearningSearch::follow_counts(Literal l, std::int32_t at) {
    for (std::uint32_t count : yes_[l])
        if (slack_[count].more <= 0 && !fill(count, Reason::at_most, at))
            return false;
    for (std::uint32_t count : yes_[negated(l)])
        if (slack_[count].fewer <= 0 && !fill(count, Reason::at_least, at))
            return false;
    return true;
}

bool LearningSearch::check_count(std::uint32_t number, std::int32_t at) {
    return (slack_[number].more > 0 || fill(number, Reason::at_most, at)) &&
           (slack_[number].fewer > 0 || fill(number, Reason::at_least, at));
}

bool LearningSearch::fill(std::uint32_t number, Reason::Kind kind, std::int32_t at) {
    const Count& count = counts_[number];
    const Slack& slack = slack_[number];
    const Reason reason{kind, number, at + 1};
    if ((kind == Reason::at_most ? slack.more : slack.fewer) < 0) {
        explain_count(reason, conflict_);
        return false;
    }
    if (slack.more + slack.fewer == count.most - count.least) // nothing is open
        return true;
    for (std::uint32_t i = count.begin; i < count.end; ++i)
        if (const Literal l = counted_[i]; !value_[l])
            put(kind == Reason::at_most ? negated(l) : l, reason);
    return true;
}

bool LearningSearch::run_relation(std::int32_t i, bool deeper) {
    const Relation& relation = *problem_.relations[i];
    const std::int32_t at = static_cast<std::int32_t>(trail_.size());
    looked_at_.swap(news_[i]);
    news_[i].clear();
    log_.clear();
    Editor editor(problem_, state_.data(), &log_, nullptr, known_[i] && !deeper ? &looked_at_ : nullptr);
    known_[i] = true;
    const bool holds = deeper ? relation.deepen(editor) : relation.propagate(editor);
    const auto waiting = std::find(later_.begin(), later_.end(), i);
    const bool more = editor.asked_for_more();
    if (more && waiting == later_.end())
        later_.push_back(i);
    else if (!more && waiting != later_.end())
        later_.erase(waiting);
    if (deeper) {
        owed_[i] = false;
        idle_[i] = log_.empty() && holds ? std::min(idle_[i] + 1, kMostIdle) : 0;
        waits_[i] = idle_[i];
    }
    const Reason reason{Reason::relation, static_cast<std::uint32_t>(i), at};
    bool emptied = false;
    for (std::size_t k = 0; k < log_.size(); ++k) {
        const Candidate c = log_[k];
        if (force(negated(literal_[c]), reason)) {
            emptied |= !problem_.domain(state_.data(), problem_.variable_of[c]);
            continue;
        }
        for (std::size_t left = k; left < log_.size(); ++left) // what the trail does not know is not gone
            if (!is_false(literal_[log_[left]]))
                domain_word(log_[left]) |= domain_bit(log_[left]);
        explain_relation(i, at, c, conflict_);
        conflict_.push_back(literal_[c]);
        return false;
    }
    if (holds || emptied) // the choice of a variable that has no value left is a clause
        return true;
    explain_relation(i, at, -1, conflict_);
    return false;
}

bool LearningSearch::decide() {
    while (!activity_.empty()) {
        const std::int32_t v = activity_.take();
        if (value_[2 * v])
            continue;
        decisions_.push_back(static_cast<std::int32_t>(trail_.size()));
        const bool several = gone_by_[2 * v] < 0; // one value of several says more by being true
        put(2 * v + !several, {});
        return true;
    }
    return false;
}

bool LearningSearch::block() {
    if (level() == 0)
        return false;
    blocked_ = true;
    clause_.clear();
    for (std::size_t i = decisions_.size(); i-- > 0;)
        clause_.push_back(negated(trail_[decisions_[i]]));
    back_to(level() - 1);
    assert_clause(kKept);
    return true;
}

bool LearningSearch::restarts() {
    if (recent_.size() < kRecent || level() == 0)
        return false;
    // Of the last clauses the mean is more than 5/4 of that of all.
    if (recent_sum_ * 4 * conflicts_ <= sum_ * 5 * kRecent)
        return false;
    recent_.clear();
    recent_next_ = 0;
    recent_sum_ = 0;
    return true;
}

// The first levels, whose decisions come before what would be decided now, would be made again after a restart.
std::int32_t LearningSearch::levels_to_keep() {
    while (!activity_.empty() && value_[2 * activity_.first()])
        activity_.take();
    std::int32_t kept = 0;
    while (!activity_.empty() && kept < level() && activity_.before(trail_[decisions_[kept]] >> 1, activity_.first()))
        ++kept;
    return kept;
}

// Half of the learnt clauses, those that join the most levels first, the older of equals. On level 0: no clause is a
// reason that anybody asks for.
void LearningSearch::forget() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t clause : deletable_)
        if (clauses_[clause + 1] > 2)
            order.push_back(clause);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return clauses_[a + 1] != clauses_[b + 1] ? clauses_[a + 1] > clauses_[b + 1] : a < b;
    });
    order.resize(order.size() / 2);
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> kept;
    kept.reserve(clauses_.size());
    kept.swap(clauses_);
    deletable_.clear();
    for (auto& watches : watches_)
        watches.clear();
    for (std::uint32_t at = 0, size; at < kept.size(); at += kHead + size) {
        size = kept[at];
        if (std::binary_search(order.begin(), order.end(), at))
            continue;
        clause_.clear();
        bool holds = false;
        for (std::uint32_t i = 0; i < size; ++i) {
            const Literal l = static_cast<Literal>(kept[at + kHead + i]);
            holds |= is_true(l);
            if (!is_false(l))
                clause_.push_back(l);
        }
        if (holds) // of what is left at least two literals are open: all was propagated
            continue;
        const std::uint32_t clause = add_clause(clause_, kept[at + 1]);
        watch_clause(clause);
        if (kept[at + 1] != kKept)
            deletable_.push_back(clause);
    }
}

Found LearningSearch::run(std::uint64_t limit, std::uint64_t show, const Limits& limits) {
    Found found;
    found.learning = true;
    Meter meter(limits, 16);
    std::uint32_t looks = 0;
    const std::size_t n = problem_.spec.sizes.size();
    while (possible_) {
        if (found.count >= limit) {
            found.stop = Stop::solutions;
            break;
        }
        if (!propagate()) {
            possible_ = learn();
            if (!meter.spend()) {
                found.stop = meter.stop();
                break;
            }
            continue;
        }
        if (++looks % 256 == 0 && (found.stop = limits.look()) != Stop::none)
            break;
        if (windows_ < std::size(kWindows) && conflicts_ >= kWindows[windows_].conflicts) {
            back_to(0);
            if (windows_ == 0)
                stated_ = counts_.size();
            state_windows(windows_ ? kWindows[windows_ - 1].longest + 1 : 1, kWindows[windows_].longest);
            ++windows_;
            continue;
        }
        if (restarts()) {
            if (conflicts_ >= next_forget_) {
                back_to(0);
                next_forget_ = conflicts_ + 2000 + 300 * ++forgotten_;
                forget();
            } else {
                back_to(levels_to_keep());
            }
            continue;
        }
        if (decide())
            continue;
        if (const auto owed = std::find(owed_.begin(), owed_.end(), true); owed != owed_.end()) { // before it counts
            later_.push_back(static_cast<std::int32_t>(owed - owed_.begin()));
            waits_[later_.back()] = 0;
            continue;
        }
        if (found.count++ < show) {
            found.solutions.resize(found.count * n);
            std::uint8_t* values = found.solutions.data() + (found.count - 1) * n;
            for (Variable x = 0; x < problem_.variables(); ++x)
                for (Candidate c = problem_.first[x]; c < problem_.first[x + 1]; ++c)
                    if (is_true(literal_[c]))
                        values[x] = static_cast<std::uint8_t>(c - problem_.first[x]);
        }
        possible_ = block();
    }
    found.nodes = meter.nodes();
    found.exhausted = !possible_;
    return found;
}

} // namespace gridwright
