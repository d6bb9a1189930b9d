#include "proofs/rulebook.hpp"

#include <algorithm>
#include <bit>

namespace gridwright {

Rulebook::Rulebook(const Problem& problem)
    : problem_(problem), words_((problem.candidates() + 63) / 64), relations_(problem.statements()) {
    std::vector<std::vector<std::int32_t>> about(problem.candidates());
    for (std::int32_t i = 0; i < choices(); ++i)
        for (Candidate c : choice(i))
            about[c].push_back(i);
    std::size_t widest = 0;
    for (std::int32_t i = choices(); i < statements(); ++i) {
        widest = std::max(widest, relation(i).scope.size());
        for (Variable x : relation(i).scope)
            for (Candidate c = problem.first[x]; c < problem.first[x + 1]; ++c)
                about[c].push_back(i);
    }
    domains_.resize(widest);
    used_.resize(widest);
    for (Candidate c = 0; c < problem.candidates(); ++c) {
        about_begin_.push_back(static_cast<std::int32_t>(about_.size()));
        about_.insert(about_.end(), about[c].begin(), about[c].end());
        linked_begin_.push_back(static_cast<std::int32_t>(linked_.size()));
        const auto from = linked_.end() - linked_.begin();
        const Variable x = problem.variable_of[c];
        for (Candidate other = problem.first[x]; other < problem.first[x + 1]; ++other)
            linked_.push_back(other);
        for (std::int32_t i = problem.set_begin[c]; i < problem.set_begin[c + 1]; ++i)
            for (Candidate rival : (*problem.members)[problem.sets[i]])
                linked_.push_back(rival);
        std::sort(linked_.begin() + from, linked_.end());
        linked_.erase(std::unique(linked_.begin() + from, linked_.end()), linked_.end());
        linked_.erase(std::find(linked_.begin() + from, linked_.end(), c));
    }
    about_begin_.push_back(static_cast<std::int32_t>(about_.size()));
    linked_begin_.push_back(static_cast<std::int32_t>(linked_.size()));
}

std::vector<Rulebook::Bits> Rulebook::left(const Mask* masks) const {
    std::vector<Bits> left(words_, 0);
    for (Candidate c = 0; c < problem_.candidates(); ++c) {
        const Variable x = problem_.variable_of[c];
        if ((masks[x] & problem_.spec.masks[x]) >> (c - problem_.first[x]) & 1)
            left[c >> 6] |= Bits{1} << (c & 63);
    }
    return left;
}

Mask Rulebook::mask(const Bits* left, Variable x) const {
    const Candidate c = problem_.first[x];
    const int shift = c & 63;
    Mask mask = left[c >> 6] >> shift;
    if (shift + problem_.spec.sizes[x] > 64)
        mask |= left[(c >> 6) + 1] << (64 - shift);
    return mask & problem_.every_value(x);
}

bool Rulebook::use(std::int32_t statement, const Bits* left, Bits* after) const {
    std::copy(left, left + words_, after);
    if (statement < choices()) {
        Candidate last = -1;
        for (Candidate c : choice(statement))
            if (has(left, c)) {
                if (last >= 0)
                    return true;
                last = c;
            }
        if (last < 0)
            return false;
        place(after, last);
        return true;
    }
    const Relation& own = relation(statement);
    const std::size_t n = own.scope.size();
    for (std::size_t i = 0; i < n; ++i)
        if (!(domains_[i] = mask(left, own.scope[i])))
            return false;
    if (!own.fitting(domains_.data(), used_.data()))
        return false;
    for (std::size_t i = 0; i < n; ++i)
        for (Mask gone = domains_[i] & ~used_[i]; gone; gone &= gone - 1)
            drop(after, problem_.first[own.scope[i]] + std::countr_zero(gone));
    for (std::size_t i = 0; i < n; ++i)
        if (domains_[i] != used_[i] && std::has_single_bit(used_[i]))
            place(after, problem_.first[own.scope[i]] + std::countr_zero(used_[i]));
    return true;
}

} // namespace gridwright
