#include "reduce.hpp"

#include <algorithm>
#include <stdexcept>

#include "propagator.hpp"
#include "sweep.hpp"

namespace gridwright {

Reducer::Reducer(const Problem& problem, Items items) : problem_(problem), items_(std::move(items)), seeker_(problem) {
    const std::size_t variables = problem.spec.sizes.size(), clues = variables + problem.propagators.size();
    std::vector<bool> known(clues);
    bool propagators = false;
    for (const auto& item : items_)
        for (std::int32_t clue : item) {
            if (clue < 0 || static_cast<std::size_t>(clue) >= clues || known[clue])
                throw std::invalid_argument("a clue is a variable or a propagator, and in one item");
            known[clue] = true;
            propagators |= static_cast<std::size_t>(clue) >= variables;
        }
    if (propagators)
        active_.resize((problem.propagators.size() + 63) / 64);
    clues_.resize((clues + 63) / 64);
    givens_.resize(variables);
    other_.resize(variables);
    window_.resize(variables);
}

void Reducer::fill(const std::uint8_t* solution) {
    solution_.assign(solution, solution + givens_.size());
    std::fill(givens_.begin(), givens_.end(), 0);
    std::fill(active_.begin(), active_.end(), ~std::uint64_t{0});
    std::fill(clues_.begin(), clues_.end(), 0);
    present_.assign(items_.size(), false);
    differences_.clear();
    left_ = 0;
    for (std::int32_t item = 0; item < items(); ++item)
        restore(item);
}

void Reducer::restore(std::int32_t item) {
    if (present_[item])
        return;
    present_[item] = true;
    for (std::int32_t clue : items_[item]) {
        clues_[clue / 64] |= std::uint64_t{1} << (clue % 64);
        if (const auto x = static_cast<std::size_t>(clue); x < givens_.size())
            givens_[x] = static_cast<std::uint8_t>(solution_[x] + 1);
        else
            active_[(x - givens_.size()) / 64] |= std::uint64_t{1} << ((x - givens_.size()) % 64);
        ++left_;
    }
}

void Reducer::take(std::int32_t item) {
    present_[item] = false;
    for (std::int32_t clue : items_[item]) {
        clues_[clue / 64] &= ~(std::uint64_t{1} << (clue % 64));
        if (const auto x = static_cast<std::size_t>(clue); x < givens_.size())
            givens_[x] = 0;
        else
            active_[(x - givens_.size()) / 64] &= ~(std::uint64_t{1} << ((x - givens_.size()) % 64));
        --left_;
    }
}

void Reducer::set(const std::vector<bool>& there) {
    for (std::int32_t item = 0; item < items(); ++item)
        if (there[item])
            restore(item);
        else if (present_[item])
            take(item);
}

bool Reducer::told_apart(const Bits& by) const {
    for (std::size_t w = 0; w < by.size(); ++w)
        if (by[w] & clues_[w])
            return true;
    return false;
}

// The clues that tell this solution from the known one.
Reducer::Bits Reducer::difference(const std::uint8_t* other) {
    Bits bits(clues_.size());
    for (std::size_t x = 0; x < givens_.size(); ++x)
        if (other[x] != solution_[x])
            bits[x / 64] |= std::uint64_t{1} << (x % 64);
    if (active_.empty())
        return bits;
    decided_ = problem_.initial;
    std::vector<Mask> masks(givens_.size());
    for (std::size_t x = 0; x < givens_.size(); ++x)
        masks[x] = Mask{1} << other[x];
    problem_.narrow(decided_.data(), masks.data());
    Editor editor(problem_, decided_.data());
    for (std::size_t i = 0; i < problem_.propagators.size(); ++i)
        if (!problem_.propagators[i]->run(editor))
            bits[(givens_.size() + i) / 64] |= std::uint64_t{1} << ((givens_.size() + i) % 64);
    return bits;
}

// Makes `base_` fit a try of the items from `at` to `end`, which are not there.
void Reducer::look_ahead(const std::vector<std::int32_t>& order, std::size_t at, std::size_t end) {
    if (end > window_end_ || base_.empty()) {
        window_begin_ = at;
        window_end_ = std::min(order.size(), std::max(end, at + kWindow));
        std::vector<std::uint8_t> givens = givens_;
        std::vector<std::uint64_t> active = active_;
        for (std::size_t i = at; i < window_end_; ++i)
            for (std::int32_t clue : items_[order[i]])
                if (const auto x = static_cast<std::size_t>(clue); x < givens.size())
                    givens[x] = 0;
                else
                    active[(x - givens.size()) / 64] &= ~(std::uint64_t{1} << ((x - givens.size()) % 64));
        base_ = problem_.initial;
        base_.resize(base_.size() + static_cast<std::size_t>(problem_.domain_words));
        problem_.give(base_.data(), givens.data());
        for (std::int32_t w = 0; w < problem_.domain_words; ++w)
            base_[problem_.state_words + w] = ~base_[problem_.domain_begin + w];
        propagate(problem_, base_.data(), base_.data() + problem_.state_words,
                  active.empty() ? nullptr : active.data()); // no contradiction: there is a solution
    }
    std::fill(window_.begin(), window_.end(), 0);
    for (std::size_t i = window_begin_; i < window_end_; ++i)
        for (std::int32_t clue : items_[order[i]])
            if (static_cast<std::size_t>(clue) < givens_.size())
                window_[clue] = givens_[clue];
}

bool Reducer::run(const std::vector<std::int32_t>& order, std::int32_t floor, const Limits& limits) {
    const std::size_t n = order.size();
    std::size_t at = 0, reach = std::max<std::size_t>(1, n / 2);
    window_end_ = 0;
    while (at < n) {
        // As many of the next items as may go for all that is known without a search.
        std::size_t end = at;
        bool bound = false; // what comes next is the last clue against some solution
        taken_.clear();
        for (; end < n && end - at < reach; ++end) {
            const std::int32_t item = order[end];
            if (!present_[item])
                continue;
            if (left_ - static_cast<std::int32_t>(items_[item].size()) < floor)
                break;
            take(item);
            bound = std::any_of(differences_.begin(), differences_.end(),
                                [&](const Bits& bits) { return !told_apart(bits); });
            if (bound) {
                restore(item);
                break;
            }
            taken_.push_back(item);
        }
        if (taken_.empty()) {
            at = std::max(at + 1, end); // the first of them stays, or they were not there
            continue;
        }
        ++tests_;
        look_ahead(order, at, end);
        // One given alone: any other solution has another value there, for with it there was one.
        const auto& only = items_[taken_.front()];
        const bool alone = taken_.size() == 1 && only.size() == 1 && static_cast<std::size_t>(only[0]) < givens_.size();
        const Sought sought =
            seeker_.another({window_.data(), clues().active, base_.data()}, solution_.data(), alone ? only[0] : -1,
                            limits, taken_.size() > 1 ? other_.data() : nullptr);
        if (sought == Sought::none) {
            reach = 2 * (end - at);
            at = bound ? end + 1 : end;
            continue;
        }
        for (std::int32_t item : taken_)
            restore(item);
        if (sought == Sought::stopped)
            return false;
        reach = std::max<std::size_t>(1, (end - at) / 2);
        if (taken_.size() == 1)
            at = end; // it stays, and so does whatever was not there
        else
            differences_.push_back(difference(other_.data()));
    }
    return true;
}

} // namespace gridwright
