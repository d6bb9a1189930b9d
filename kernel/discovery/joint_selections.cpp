#include "discovery/joint_selections.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gridwright {

namespace {

void add(MemberSet& set, std::int32_t member) { set[member / 64] |= std::uint64_t{1} << (member % 64); }
MemberSet none_of(std::int32_t size) { return MemberSet((size + 63) / 64, 0); }

} // namespace

// Listed

ListedSelections::ListedSelections(const OpenStatements& open)
    : open_(open), size_(static_cast<std::int32_t>(open.statements.size())) {
    struct Place {
        std::int32_t member, pick;
    };
    std::vector<std::vector<Place>> places(open_.candidates.size());
    std::size_t options = 0;
    for (std::int32_t m = 0; m < size_; ++m)
        for (std::int32_t i = 0; i < count(m); ++i, ++options)
            for (std::int32_t bit : open_.made_true(open_.statements[m].first + i))
                places[bit].push_back({m, i});
    conflicts_.assign(options * size_, 0);
    std::vector<MemberSet> touching(size_, none_of(size_));
    for (std::int32_t m = 0; m < size_; ++m)
        for (std::int32_t i = 0; i < count(m); ++i)
            for (std::int32_t w = 0; w < open_.words; ++w)
                for (auto left = open_.kills(open_.statements[m].first + i)[w]; left; left &= left - 1)
                    for (const Place& place : places[w * 64 + std::countr_zero(left)])
                        if (place.member != m) {
                            conflicts_[conflict_at(m, place.member) + i] |= Picks{1} << place.pick;
                            add(touching[m], place.member);
                        }
    near_.resize(size_);
    for (std::int32_t m = 0; m < size_; ++m)
        for (std::size_t w = 0; w < touching[m].size(); ++w)
            for (auto left = touching[m][w]; left; left &= left - 1)
                near_[m].push_back(static_cast<std::int32_t>(w * 64) + std::countr_zero(left));
}

bool ListedSelections::select(const Members& chosen) {
    left_.resize(size_);
    for (std::int32_t m = 0; m < size_; ++m)
        left_[m] = every(count(m));
    return select(chosen, 0);
}

bool ListedSelections::select(const Members& chosen, std::uint64_t done) {
    std::size_t next = chosen.size();
    for (std::size_t i = 0; i < chosen.size(); ++i)
        if (!(done >> i & 1) &&
            (next == chosen.size() || std::popcount(left_[chosen[i]]) < std::popcount(left_[chosen[next]])))
            next = i;
    if (next == chosen.size())
        return true;
    const std::int32_t m = chosen[next];
    const std::vector<Picks> before(left_);
    for (Picks picks = before[m]; picks; picks &= picks - 1) {
        take(m, std::countr_zero(picks));
        if (select(chosen, done | std::uint64_t{1} << next))
            return true;
        left_ = before;
    }
    return false;
}

void ListedSelections::take(std::int32_t member, std::int32_t pick) {
    left_[member] = Picks{1} << pick;
    for (std::int32_t other : near_[member])
        left_[other] &= ~conflicts(member, other)[pick];
}

// Those with the fewest options first, of these the one that leaves the fewest others without any.
MemberSet ListedSelections::left_over(const Members& chosen) {
    MemberSet over = none_of(size_);
    std::vector<bool> done(size_, false);
    for (std::int32_t m : chosen)
        done[m] = true;
    for (;;) {
        std::int32_t next = -1;
        for (std::int32_t m = 0; m < size_; ++m) {
            if (done[m])
                continue;
            if (!left_[m]) {
                add(over, m);
                done[m] = true;
            } else if (next < 0 || std::popcount(left_[m]) < std::popcount(left_[next])) {
                next = m;
            }
        }
        if (next < 0)
            return over;
        std::int32_t best = -1, fewest = INT32_MAX;
        for (Picks picks = left_[next]; picks; picks &= picks - 1) {
            const std::int32_t pick = std::countr_zero(picks);
            std::int32_t lost = 0;
            for (std::int32_t other : near_[next])
                lost += !done[other] && left_[other] && !(left_[other] & ~conflicts(next, other)[pick]);
            if (lost < fewest) {
                fewest = lost;
                best = pick;
            }
        }
        take(next, best);
        done[next] = true;
    }
}

// Fitted

FittedSelections::FittedSelections(const Rulebook& rulebook, std::vector<Mask> masks,
                                   std::vector<std::int32_t> statements, Meter& meter)
    : rulebook_(rulebook), problem_(rulebook.problem()), meter_(meter), start_(std::move(masks)),
      numbers_(std::move(statements)), left_(start_), active_(rulebook.statements(), false),
      asked_(rulebook.statements(), false), over_(numbers_.size(), 0) {
    std::size_t widest = 0;
    for (std::int32_t i = rulebook.choices(); i < rulebook.statements(); ++i)
        widest = std::max(widest, rulebook.relation(i).scope.size());
    domains_.resize(widest);
    used_.resize(widest);
}

void FittedSelections::drop(Candidate c) {
    const Variable x = problem_.variable_of[c];
    left_[x] &= ~(Mask{1} << (c - problem_.first[x]));
    for (std::int32_t statement : rulebook_.about(c))
        ask(statement);
}

void FittedSelections::place(Candidate c) {
    for (Candidate other : rulebook_.linked(c))
        if (has(other))
            drop(other);
}

void FittedSelections::ask(std::int32_t statement) {
    if (active_[statement] && !asked_[statement]) {
        asked_[statement] = true;
        agenda_.push_back(statement);
    }
}

void FittedSelections::ask_all() {
    for (std::int32_t number : numbers_)
        ask(number);
}

// What the statement says of what is left: the last candidate of a choice is true, and so is the last value of a
// member of a relation. False where it cannot hold.
bool FittedSelections::use(std::int32_t statement) {
    if (statement < rulebook_.choices()) {
        Candidate last = -1;
        for (Candidate c : rulebook_.choice(statement))
            if (has(c)) {
                if (last >= 0)
                    return true;
                last = c;
            }
        if (last >= 0)
            place(last);
        return last >= 0;
    }
    const Relation& own = rulebook_.relation(statement);
    const std::size_t n = own.scope.size();
    for (std::size_t i = 0; i < n; ++i)
        if (!(domains_[i] = left_[own.scope[i]]))
            return false;
    if (!own.fitting(domains_.data(), used_.data()))
        return false;
    for (std::size_t i = 0; i < n; ++i)
        for (Mask gone = domains_[i] & ~used_[i]; gone; gone &= gone - 1)
            drop(problem_.first[own.scope[i]] + std::countr_zero(gone));
    for (std::size_t i = 0; i < n; ++i)
        if (const Mask now = left_[own.scope[i]]; std::has_single_bit(now))
            place(problem_.first[own.scope[i]] + std::countr_zero(now));
        else if (!now)
            return false;
    return true;
}

// Those on the agenda, until nothing is left to say: -1, or the statement that cannot hold.
std::int32_t FittedSelections::settle() {
    while (!agenda_.empty()) {
        const std::int32_t statement = agenda_.back();
        agenda_.pop_back();
        asked_[statement] = false;
        if (use(statement))
            continue;
        for (std::int32_t other : agenda_)
            asked_[other] = false;
        agenda_.clear();
        return statement;
    }
    return -1;
}

// Candidates one of which is true: of a choice or a variable of those that take part, the fewest that are not decided.
std::vector<Candidate> FittedSelections::fewest() const {
    std::int32_t best = INT32_MAX, choice = -1;
    Variable variable = -1;
    for (std::int32_t statement : numbers_) {
        if (!active_[statement])
            continue;
        if (statement < rulebook_.choices()) {
            std::int32_t count = 0;
            for (Candidate c : rulebook_.choice(statement))
                count += has(c);
            if (count > 1 && count < best) {
                best = count;
                choice = statement;
            }
        } else {
            for (Variable x : rulebook_.relation(statement).scope)
                if (const std::int32_t count = std::popcount(left_[x]); count > 1 && count < best) {
                    best = count;
                    choice = -1;
                    variable = x;
                }
        }
    }
    std::vector<Candidate> found;
    if (choice >= 0)
        std::copy_if(rulebook_.choice(choice).begin(), rulebook_.choice(choice).end(), std::back_inserter(found),
                     [&](Candidate c) { return has(c); });
    else if (variable >= 0)
        for (Mask values = left_[variable]; values; values &= values - 1)
            found.push_back(problem_.first[variable] + std::countr_zero(values));
    return found;
}

void FittedSelections::begin(const Members& chosen) {
    left_ = start_;
    std::fill(active_.begin(), active_.end(), false);
    for (std::int32_t m : chosen)
        active_[numbers_[m]] = true;
    ask_all();
}

bool FittedSelections::select(const Members& chosen) {
    begin(chosen);
    return search();
}

bool FittedSelections::select(const Members& chosen, Candidate c) {
    begin(chosen);
    place(c);
    return search();
}

void FittedSelections::add_candidates(std::int32_t member, std::vector<Candidate>& found) const {
    const std::int32_t statement = numbers_[member];
    const auto add_left = [&](Candidate c) {
        if (const Variable x = problem_.variable_of[c]; start_[x] >> (c - problem_.first[x]) & 1)
            found.push_back(c);
    };
    if (statement < rulebook_.choices())
        for (Candidate c : rulebook_.choice(statement))
            add_left(c);
    else
        for (Variable x : rulebook_.relation(statement).scope)
            for (Candidate c = problem_.first[x]; c < problem_.first[x + 1]; ++c)
                add_left(c);
}

void FittedSelections::exclude(Candidate c) {
    const Variable x = problem_.variable_of[c];
    start_[x] &= ~(Mask{1} << (c - problem_.first[x]));
}

bool FittedSelections::search() {
    if (!meter_.spend() || settle() >= 0)
        return false;
    const std::vector<Candidate> candidates = fewest();
    if (candidates.empty())
        return true;
    const std::vector<Mask> before(left_);
    for (Candidate c : candidates) {
        place(c);
        if (search())
            return true;
        left_ = before;
    }
    return false;
}

// Those that were left over most often come first. Each joins where nothing is seen to break; what breaks once
// candidates are chosen is left over, too. None of the chosen ones can: all that they say is true already.
MemberSet FittedSelections::left_over(const Members& chosen) {
    Members order(size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return over_[a] > over_[b]; });
    for (int round = 0; round < 2; ++round) { // what is left over in the first may go with what was decided
        for (std::int32_t m : order) {
            if (active_[numbers_[m]] || !meter_.spend())
                continue;
            const std::vector<Mask> before(left_);
            active_[numbers_[m]] = true;
            ask(numbers_[m]);
            if (settle() >= 0) {
                left_ = before;
                active_[numbers_[m]] = false;
            }
        }
        decide();
    }
    MemberSet over = none_of(size());
    for (std::int32_t m = 0; m < size(); ++m)
        if (!active_[numbers_[m]]) {
            add(over, m);
            ++over_[m];
        }
    return over;
}

// Candidate after candidate, of those that exclude each other the one that breaks the fewest statements.
void FittedSelections::decide() {
    for (;;) {
        const std::vector<Candidate> candidates = fewest();
        if (candidates.empty())
            return;
        const std::vector<Mask> before(left_);
        const std::vector<bool> active(active_);
        std::vector<Mask> best_left;
        std::vector<bool> best_active;
        std::int32_t fewest_broken = INT32_MAX;
        for (Candidate c : candidates) {
            meter_.spend();
            left_ = before;
            active_ = active;
            std::int32_t broken = 0;
            place(c);
            for (std::int32_t statement; (statement = settle()) >= 0; ++broken) {
                active_[statement] = false;
                ask_all();
            }
            if (broken < fewest_broken) {
                fewest_broken = broken;
                best_left = left_;
                best_active = active_;
            }
            if (!broken)
                break;
        }
        left_ = std::move(best_left);
        active_ = std::move(best_active);
    }
}

} // namespace gridwright
