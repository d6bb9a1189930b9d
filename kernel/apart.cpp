#include "apart.hpp"

#include <algorithm>

namespace gridwright {

Apart::Apart(const Spec& spec, std::span<const Candidate> first)
    : spec_(spec), first_(first), begin_(first.back() + 2, 0) {
    const std::size_t own = spec.sizes.size(); // a variable's own choice says nothing of two variables
    const auto each = [&](const auto& use) {
        std::int32_t set = 0;
        for (std::size_t i = own; i < spec.choices.size(); ++i, ++set)
            for (Candidate c : spec.choices[i])
                use(c, set);
        for (const auto& members : spec.at_most_ones) {
            for (Candidate c : members)
                use(c, set);
            ++set;
        }
    };
    each([&](Candidate c, std::int32_t) { ++begin_[c + 2]; });
    for (std::size_t i = 2; i < begin_.size(); ++i)
        begin_[i] += begin_[i - 1];
    sets_.resize(begin_.back());
    each([&](Candidate c, std::int32_t set) { sets_[begin_[c + 1]++] = set; });
}

bool Apart::share(Candidate c, Candidate d) const {
    std::int32_t i = begin_[c], j = begin_[d];
    while (i < begin_[c + 1] && j < begin_[d + 1]) {
        if (sets_[i] == sets_[j])
            return true;
        ++(sets_[i] < sets_[j] ? i : j);
    }
    return false;
}

bool Apart::pair(Variable x, Variable y) const {
    const std::int32_t values = std::min(spec_.sizes[x], spec_.sizes[y]);
    for (std::int32_t v = 0; v < values; ++v)
        if (!share(first_[x] + v, first_[y] + v))
            return false;
    return true;
}

std::vector<std::vector<std::int32_t>> Apart::among(const std::vector<Variable>& scope) const {
    std::vector<std::vector<std::int32_t>> earlier(scope.size());
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (pair(scope[i], scope[j]))
                earlier[i].push_back(static_cast<std::int32_t>(j));
    return earlier;
}

std::vector<std::pair<std::vector<std::int32_t>, std::vector<Variable>>>
Apart::lines(const std::vector<Variable>& scope) const {
    std::vector<std::pair<std::vector<std::int32_t>, std::vector<Variable>>> found;
    std::vector<std::pair<std::int32_t, std::int32_t>> met; // (set, position), for value 0
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::int32_t k = begin_[first_[scope[i]]]; k < begin_[first_[scope[i]] + 1]; ++k)
            met.emplace_back(sets_[k], static_cast<std::int32_t>(i));
    std::sort(met.begin(), met.end());
    for (std::size_t i = 0, j; i < met.size(); i = j) {
        for (j = i; j < met.size() && met[j].first == met[i].first;)
            ++j;
        if (j - i < 2)
            continue;
        std::vector<std::int32_t> cells;
        for (std::size_t k = i; k < j; ++k)
            cells.push_back(met[k].second);
        std::vector<Variable> rest;
        for (Candidate c : members(met[i].first)) {
            const auto after = std::upper_bound(first_.begin(), first_.end(), c);
            const Variable x = static_cast<Variable>(after - first_.begin() - 1);
            if (std::find(scope.begin(), scope.end(), x) == scope.end())
                rest.push_back(x);
        }
        // Every other cell must be apart from all of these: then it cannot hold what they must.
        bool line = true;
        for (Variable x : rest)
            for (std::int32_t cell : cells)
                line = line && pair(x, scope[cell]);
        if (line && !rest.empty())
            found.emplace_back(std::move(cells), std::move(rest));
    }
    return found;
}

const std::vector<Candidate>& Apart::members(std::int32_t set) const {
    const std::size_t groups = spec_.choices.size() - spec_.sizes.size();
    const auto i = static_cast<std::size_t>(set);
    return i < groups ? spec_.choices[spec_.sizes.size() + i] : spec_.at_most_ones[i - groups];
}

bool Apart::all(const std::vector<Variable>& scope) const {
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!pair(scope[i], scope[j]))
                return false;
    return true;
}

} // namespace gridwright
