#include "proofs/consequences.hpp"

#include <algorithm>
#include <bit>

namespace gridwright {

std::int32_t Refutation::size() const {
    std::int32_t total = 0;
    for (const ProofLine& line : lines)
        total += line.inside.empty() ? 1 : line.inside[0].size();
    return total;
}

std::int32_t Refutation::depth() const {
    std::int32_t deepest = 0;
    for (const ProofLine& line : lines)
        if (!line.inside.empty())
            deepest = std::max(deepest, line.inside[0].depth());
    return deepest + 1;
}

Consequences::Consequences(const Rulebook& rulebook, const Mask* masks)
    : rulebook_(rulebook), problem_(rulebook.problem()), when_(problem_.candidates(), kAlive),
      use_of_(problem_.candidates(), -1), via_(problem_.candidates(), -1), count_(rulebook.choices(), 0),
      masks_(problem_.variables()), placed_(problem_.candidates(), 0),
      dirty_((rulebook.statements() - rulebook.choices() + 63) / 64, 0), masks_then_(problem_.variables()),
      wanted_(problem_.candidates(), 0) {
    const auto left = rulebook.left(masks);
    for (Variable x = 0; x < problem_.variables(); ++x)
        masks_[x] = rulebook.mask(left.data(), x);
    for (Candidate c = 0; c < problem_.candidates(); ++c) {
        if (!Rulebook::has(left.data(), c)) {
            when_[c] = kBefore;
            continue;
        }
        for (std::int32_t i : rulebook.about(c))
            if (i < rulebook.choices())
                ++count_[i];
    }
    std::vector<Rulebook::Bits> after(rulebook.words());
    for (std::int32_t i = 0; i < rulebook.statements(); ++i)
        if (!rulebook.use(i, left.data(), after.data()) || after != left)
            restless_.push_back(i);
    std::size_t widest = 0;
    for (std::int32_t i = rulebook.choices(); i < rulebook.statements(); ++i)
        widest = std::max(widest, rulebook.relation(i).scope.size());
    domains_.resize(widest);
    used_.resize(widest);
}

void Consequences::undo(const Mark& mark) {
    while (trail_.size() > mark.trail) {
        const Candidate c = trail_.back();
        trail_.pop_back();
        when_[c] = kAlive;
        const Variable x = problem_.variable_of[c];
        masks_[x] |= Mask{1} << (c - problem_.first[x]);
        for (std::int32_t i : rulebook_.about(c))
            if (i < rulebook_.choices())
                ++count_[i];
    }
    while (placed_list_.size() > mark.placed) {
        placed_[placed_list_.back()] = 0;
        placed_list_.pop_back();
    }
    uses_.resize(mark.uses);
    broken_ = -1;
    queue_.clear();
    queue_at_ = 0;
    std::fill(dirty_.begin(), dirty_.end(), 0);
}

void Consequences::touch(std::int32_t statement) {
    if (allowed_ && !(*allowed_)[statement])
        return;
    if (statement >= rulebook_.choices())
        dirty_[(statement - rulebook_.choices()) >> 6] |= std::uint64_t{1} << ((statement - rulebook_.choices()) & 63);
    else if (count_[statement] == 1)
        queue_.push_back(statement);
    else if (count_[statement] == 0 && broken_ < 0)
        broken_ = statement;
}

void Consequences::kill(Candidate c, Candidate via) {
    when_[c] = static_cast<std::int32_t>(trail_.size());
    use_of_[c] = static_cast<std::int32_t>(uses_.size()) - 1;
    via_[c] = via;
    trail_.push_back(c);
    const Variable x = problem_.variable_of[c];
    masks_[x] &= ~(Mask{1} << (c - problem_.first[x]));
    for (std::int32_t i : rulebook_.about(c)) {
        if (i < rulebook_.choices())
            --count_[i];
        touch(i);
    }
}

void Consequences::place(Candidate c) {
    placed_[c] = 1;
    placed_list_.push_back(c);
    for (Candidate other : rulebook_.linked(c)) {
        if (!alive(other))
            continue;
        kill(other, c);
        if (broken_ >= 0)
            return;
    }
}

bool Consequences::begin_use(std::int32_t statement, Candidate subject, const Refutation* why) {
    if (uses_.empty())
        for (std::int32_t i : restless_)
            touch(i);
    uses_.push_back({statement, subject, why, static_cast<std::int32_t>(trail_.size())});
    return broken_ < 0;
}

bool Consequences::assume(Candidate c) {
    if (begin_use(kAssumption, c))
        place(c);
    return broken_ < 0;
}

bool Consequences::exclude(Candidate c, const Refutation* why) {
    if (begin_use(kRefuted, c, why) && alive(c))
        kill(c, -1);
    return broken_ < 0;
}

bool Consequences::give(Candidate c) {
    if (begin_use(kGiven, c) && alive(c))
        kill(c, -1);
    return broken_ < 0;
}

bool Consequences::use(std::int32_t statement) {
    return statement < rulebook_.choices() ? use_choice(statement) : use_relation(statement);
}

bool Consequences::use_choice(std::int32_t statement) {
    if (count_[statement] == 0)
        broken_ = statement;
    if (count_[statement] != 1)
        return broken_ < 0;
    for (Candidate c : rulebook_.choice(statement))
        if (alive(c) && !placed_[c]) {
            begin_use(statement);
            place(c);
            if (broken_ < 0 && uses_.back().begin == static_cast<std::int32_t>(trail_.size()))
                uses_.pop_back(); // it took nothing along
            break;
        }
    return broken_ < 0;
}

bool Consequences::use_relation(std::int32_t statement) {
    const Relation& relation = rulebook_.relation(statement);
    const std::size_t n = relation.scope.size();
    bool fits = true;
    for (std::size_t i = 0; i < n; ++i)
        fits &= (domains_[i] = masks_[relation.scope[i]]) != 0;
    if (!fits || !relation.fitting(domains_.data(), used_.data())) {
        broken_ = statement;
        return false;
    }
    if (std::equal(used_.begin(), used_.begin() + n, domains_.begin()))
        return true;
    begin_use(statement);
    for (std::size_t i = 0; i < n && broken_ < 0; ++i)
        for (Mask gone = domains_[i] & ~used_[i]; gone && broken_ < 0; gone &= gone - 1)
            kill(problem_.first[relation.scope[i]] + std::countr_zero(gone), -1);
    for (std::size_t i = 0; i < n && broken_ < 0; ++i)
        if (domains_[i] != used_[i] && std::has_single_bit(used_[i]))
            if (const Candidate c = problem_.first[relation.scope[i]] + std::countr_zero(used_[i]); alive(c))
                place(c);
    return broken_ < 0;
}

bool Consequences::settle(std::size_t most) {
    most = std::min(most, SIZE_MAX - uses_.size()) + uses_.size();
    while (broken_ < 0) {
        if (uses_.size() > most)
            return true;
        if (queue_at_ < queue_.size()) {
            use_choice(queue_[queue_at_++]);
            continue;
        }
        queue_.clear();
        queue_at_ = 0;
        const auto word = std::find_if(dirty_.begin(), dirty_.end(), [](std::uint64_t w) { return w != 0; });
        if (word == dirty_.end())
            return true;
        const std::int32_t next = static_cast<std::int32_t>(word - dirty_.begin()) * 64 + std::countr_zero(*word);
        *word &= *word - 1;
        use_relation(rulebook_.choices() + next);
    }
    return false;
}

// Telling: back from the break to what it rests on, with a list instead of recursion.

void Consequences::need(Candidate c, ProofLine& by) {
    if (when_[c] == kBefore) {
        by.absent.push_back(c);
        return;
    }
    if (wanted_[c])
        return;
    wanted_[c] = 1;
    if (when_[c] < level_)
        premises_.push_back(c);
    else
        agenda_.emplace_back(c, use_of_[c]);
}

void Consequences::need_grounds(std::int32_t statement, Candidate removed, std::int32_t before, ProofLine& by) {
    const Relation& relation = rulebook_.relation(statement);
    for (Variable x : relation.scope) {
        masks_then_[x] = 0;
        for (Candidate c = problem_.first[x]; c < problem_.first[x + 1]; ++c)
            if (alive(c, before))
                masks_then_[x] |= Mask{1} << (c - problem_.first[x]);
    }
    auto found = grounds_of(problem_, relation, masks_then_.data(), removed);
    if (!found) { // it took longer to find than is allowed where grounds are asked: whatever was missing
        found.emplace();
        for (Variable x : relation.scope)
            for (Mask gone = problem_.every_value(x) & ~masks_then_[x]; gone; gone &= gone - 1)
                found->push_back(problem_.first[x] + std::countr_zero(gone));
    }
    std::size_t i = 0;
    while (i < found->size()) {
        const Variable x = problem_.variable_of[(*found)[i]];
        std::int32_t missing = 0;
        for (; i < found->size() && problem_.variable_of[(*found)[i]] == x; ++i, ++missing)
            if ((*found)[i] != removed)
                need((*found)[i], by);
        if (missing >= problem_.spec.sizes[x] - 1)
            by.decided.push_back(x);
    }
}

void Consequences::need_placed(std::size_t use, Candidate c) {
    ProofLine& line = lines_[use - first_use_].line;
    const std::int32_t statement = uses_[use].statement;
    if (statement == kAssumption || std::find(line.placed.begin(), line.placed.end(), c) != line.placed.end())
        return;
    line.placed.push_back(c);
    if (statement < rulebook_.choices()) {
        for (Candidate other : rulebook_.choice(statement))
            if (other != c)
                need(other, line);
        return;
    }
    const Variable x = problem_.variable_of[c];
    for (Candidate other = problem_.first[x]; other < problem_.first[x + 1]; ++other)
        if (other != c)
            need(other, line);
}

ProofLine Consequences::say(std::int32_t statement) {
    ProofLine line;
    const Mark start = mark();
    if (use(statement) && uses_.size() > start.uses) {
        level_ = 0;
        first_use_ = start.uses;
        lines_.assign(1, {});
        for (Candidate c : trail_)
            if (via_[c] >= 0)
                need_placed(start.uses, via_[c]);
            else
                need(c, line);
        while (!agenda_.empty()) {
            const Candidate c = agenda_.back().first;
            agenda_.pop_back();
            if (via_[c] >= 0)
                continue;
            lines_[0].line.removed.push_back(c);
            need_grounds(statement, c, 0, lines_[0].line);
        }
        line = std::move(lines_[0].line);
        line.statement = statement;
        tidy(line);
        for (Candidate c : trail_)
            wanted_[c] = 0;
    }
    undo(start);
    return line;
}

// In order, nothing twice; a value that is told needs no list of those that went.
void Consequences::tidy(ProofLine& line) const {
    auto order = [](auto& list) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    std::erase_if(line.removed, [&](Candidate c) {
        return std::any_of(line.placed.begin(), line.placed.end(),
                           [&](Candidate p) { return problem_.variable_of[p] == problem_.variable_of[c]; });
    });
    order(line.placed);
    order(line.removed);
    order(line.absent);
    order(line.decided);
}

Refutation Consequences::tell(const Mark& mark, Candidate assumed, const Explain& explain) {
    level_ = static_cast<std::int32_t>(mark.trail);
    first_use_ = mark.uses;
    lines_.assign(uses_.size() - first_use_, {});
    premises_.clear();
    ProofLine last;
    last.statement = broken_;
    if (broken_ < rulebook_.choices())
        for (Candidate c : rulebook_.choice(broken_))
            need(c, last);
    else
        need_grounds(broken_, -1, kAlive, last);
    while (!agenda_.empty()) {
        const auto [c, use] = agenda_.back();
        agenda_.pop_back();
        wanted_[c] = 2;
        const Use& by = uses_[use];
        Line& line = lines_[use - first_use_];
        line.needed = by.statement != kAssumption;
        if (via_[c] >= 0) {
            need_placed(use, via_[c]);
            continue;
        }
        line.line.removed.push_back(c);
        if (by.statement == kRefuted) {
            line.line.inside.push_back(by.why ? *by.why : explain(c, *this, by.begin));
            for (Candidate premise : line.line.inside[0].premises)
                need(premise, line.line);
        } else {
            need_grounds(by.statement, c, by.begin, line.line);
        }
    }
    Refutation told;
    told.assumed = assumed;
    auto add = [&](ProofLine& line) {
        tidy(line);
        told.lines.push_back(std::move(line));
    };
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (!lines_[i].needed)
            continue;
        lines_[i].line.statement = std::max(uses_[first_use_ + i].statement, -1);
        add(lines_[i].line);
    }
    add(last);
    std::sort(premises_.begin(), premises_.end());
    told.premises = premises_;
    for (Candidate c : trail_)
        wanted_[c] = 0;
    return told;
}

} // namespace gridwright
