#include "proofs/probe.hpp"

#include <algorithm>
#include <cstring>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

// Why a candidate is dead: it was before the probe; a placed candidate is linked to it; a relation removed it.
struct Death {
    enum Why : std::uint8_t { alive, before, link, relation } why = alive;
    std::int32_t by = -1;   // the placed candidate or the relation
    std::int32_t when = -1; // position in the order of deaths
};

class Prober {
public:
    Prober(const Problem& problem, const Mask* masks, const Limits& limits)
        : problem_(problem), meter_(limits, 1), state_(problem.initial), death_(problem.candidates()),
          forced_by_(problem.candidates(), kNot), masks_(problem.variables()) {
        for (Candidate c = 0; c < problem.candidates(); ++c) {
            const Variable x = problem.variable_of[c];
            if (!(masks[x] & problem.spec.masks[x] & value_bit(c)))
                bury(c, {Death::before, -1, -1});
        }
        // A statement about one variable has narrowed the masks of the Spec: where it does the same here, it is used.
        for (std::size_t i = 0; i < problem.relations.size(); ++i)
            if (const auto& scope = problem.relations[i]->scope; scope.size() == 1)
                for (Mask gone = masks[scope[0]] & problem.every_value(scope[0]) & ~problem.spec.masks[scope[0]]; gone;
                     gone &= gone - 1)
                    death_[problem.first[scope[0]] + __builtin_ctzll(gone)] = {Death::relation,
                                                                               static_cast<std::int32_t>(i), deaths_++};
    }

    Probe run(Candidate assumed) {
        Probe result;
        if (death_[assumed].why != Death::alive) {
            need_dead(assumed);
            return finish(result);
        }
        forced_by_[assumed] = kAssumed;
        std::vector<Candidate> round{assumed};
        for (;;) {
            if (!meter_.spend()) {
                result.finished = false;
                return result;
            }
            result.placed.insert(result.placed.end(), round.begin(), round.end());
            for (Candidate c : round)
                place(c);
            round.clear();
            std::int32_t broken = -1;
            for (std::size_t i = 0; i < problem_.spec.choices.size() && broken < 0; ++i) {
                Candidate last = -1;
                std::int32_t living = 0;
                for (Candidate c : problem_.spec.choices[i])
                    if (death_[c].why == Death::alive) {
                        ++living;
                        last = c;
                    }
                if (living == 0)
                    broken = static_cast<std::int32_t>(i);
                else if (living == 1 && forced_by_[last] == kNot) {
                    forced_by_[last] = static_cast<std::int32_t>(i);
                    round.push_back(last);
                }
            }
            if (broken >= 0) {
                use_choice(broken, -1);
                return finish(result);
            }
            if (!round.empty())
                continue;
            bool changed = false;
            const std::size_t n = problem_.relations.size();
            for (std::size_t turn = 0; turn < 2 * n && !changed; ++turn) { // all of them, then those that go deeper
                const std::size_t i = turn % n;
                std::vector<Candidate> log;
                Editor editor(problem_, state_.data(), &log);
                const Relation& relation = *problem_.relations[i];
                const bool fine = turn < n ? relation.propagate(editor) : relation.deepen(editor);
                const std::int32_t before = deaths_;
                for (Candidate c : log)
                    if (death_[c].why == Death::alive)
                        death_[c] = {Death::relation, static_cast<std::int32_t>(i), deaths_++};
                if (!fine) {
                    // It cannot hold; or it took the last candidate of a variable, in its scope or beside it.
                    if (!use_relation(static_cast<std::int32_t>(i), -1, before))
                        for (Candidate c : log)
                            if (const Variable x = problem_.variable_of[c]; !problem_.domain(state_.data(), x)) {
                                use_choice(x, -1);
                                break;
                            }
                    return finish(result);
                }
                changed = editor.changed();
            }
            if (!changed)
                return result;
        }
    }

private:
    static constexpr std::int32_t kNot = -2, kAssumed = -1;

    Mask value_bit(Candidate c) const { return Mask{1} << (c - problem_.first[problem_.variable_of[c]]); }

    void bury(Candidate c, Death death) {
        death_[c] = death;
        problem_.kill(state_.data(), c);
    }

    void place(Candidate c) {
        auto rival = [&](Candidate other) {
            if (other != c && death_[other].why == Death::alive)
                bury(other, {Death::link, c, deaths_++});
        };
        const Variable x = problem_.variable_of[c];
        for (Candidate other = problem_.first[x]; other < problem_.first[x + 1]; ++other)
            rival(other);
        for (std::int32_t i = problem_.set_begin[c]; i < problem_.set_begin[c + 1]; ++i)
            for (Candidate other : (*problem_.members)[problem_.sets[i]])
                rival(other);
    }

    // Trace back, with a list instead of recursion: proofs may be thousands of steps deep.
    void need_dead(Candidate c) {
        if (!wanted_.empty() && wanted_[c])
            return;
        wanted_.resize(problem_.candidates(), false);
        wanted_[c] = true;
        agenda_.push_back(c);
    }
    void use_choice(std::int32_t choice, Candidate last) {
        choices_.push_back(choice);
        for (Candidate c : problem_.spec.choices[choice])
            if (c != last)
                need_dead(c);
    }
    // What a relation rests on when it removes a candidate, or cannot hold (-1): what was dead by then. False where it
    // can still hold.
    bool use_relation(std::int32_t i, Candidate removed, std::int32_t before) {
        const Relation& relation = *problem_.relations[i];
        for (Variable x : relation.scope) {
            masks_[x] = 0;
            for (Candidate c = problem_.first[x]; c < problem_.first[x + 1]; ++c)
                if (death_[c].why == Death::alive || death_[c].when >= before)
                    masks_[x] |= value_bit(c);
        }
        const auto grounds = grounds_of(problem_, relation, masks_.data(), removed);
        if (!grounds && removed < 0)
            return false;
        relations_.insert(relations_.end(), relation.statements.begin(), relation.statements.end());
        if (grounds)
            for (Candidate c : *grounds)
                need_dead(c);
        else // it took longer to find than is allowed where grounds are asked: whatever was dead
            for (Variable x : relation.scope)
                for (Mask dead = problem_.every_value(x) & ~masks_[x]; dead; dead &= dead - 1)
                    need_dead(problem_.first[x] + __builtin_ctzll(dead));
        return true;
    }

    Probe& finish(Probe& result) {
        result.refuted = true;
        while (!agenda_.empty()) {
            const Candidate c = agenda_.back();
            agenda_.pop_back();
            const Death& death = death_[c];
            if (death.why == Death::link) {
                const std::int32_t choice = forced_by_[death.by];
                if (choice >= 0)
                    use_choice(choice, death.by);
            } else if (death.why == Death::relation) {
                use_relation(death.by, c, death.when);
            }
        }
        auto tidy = [](std::vector<std::int32_t>& list) {
            std::sort(list.begin(), list.end());
            list.erase(std::unique(list.begin(), list.end()), list.end());
        };
        tidy(choices_);
        tidy(relations_);
        result.choices = std::move(choices_);
        result.relations = std::move(relations_);
        return result;
    }

    const Problem& problem_;
    Meter meter_;
    std::vector<std::uint64_t> state_; // for the relations' domains
    std::vector<Death> death_;
    std::vector<std::int32_t> forced_by_; // of each candidate: the choice that left only it, or kNot, kAssumed
    std::int32_t deaths_ = 0;
    std::vector<bool> wanted_;
    std::vector<Candidate> agenda_;
    std::vector<Mask> masks_; // memory of `use_relation`
    std::vector<std::int32_t> choices_, relations_;
};

} // namespace

Probe probe(const Problem& problem, const Mask* masks, Candidate assumed, const Limits& limits) {
    return Prober(problem, masks, limits).run(assumed);
}

} // namespace gridwright
