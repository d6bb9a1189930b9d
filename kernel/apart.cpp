#include "apart.hpp"

#include <algorithm>

namespace gridwright {
namespace {

// The sets of each candidate, choices of groups first, then at-most-one sets.
class Sets {
public:
    Sets(const Spec& spec, Candidate candidates) : begin_(candidates + 2, 0) {
        for (std::size_t i = spec.sizes.size(); i < spec.choices.size(); ++i) // a variable's own says nothing of two
            all.push_back(spec.choices[i]);
        for (Lists::List set : spec.at_most_ones)
            all.push_back(set);
        for (Lists::List set : all)
            for (Candidate c : set)
                ++begin_[c + 2];
        for (std::size_t i = 2; i < begin_.size(); ++i)
            begin_[i] += begin_[i - 1];
        sets_.resize(begin_.back());
        for (std::size_t i = 0; i < all.size(); ++i)
            for (Candidate c : all[i])
                sets_[begin_[c + 1]++] = static_cast<std::int32_t>(i);
    }

    std::span<const std::int32_t> of(Candidate c) const {
        return {sets_.data() + begin_[c], static_cast<std::size_t>(begin_[c + 1] - begin_[c])};
    }
    bool share(Candidate c, Candidate d) const {
        for (std::int32_t set : of(c))
            if (std::binary_search(of(d).begin(), of(d).end(), set))
                return true;
        return false;
    }

    std::vector<Lists::List> all;

private:
    std::vector<std::int32_t> begin_, sets_; // ascending for each candidate
};

} // namespace

Apart::Apart(const Spec& spec, std::span<const Candidate> first) : peers_(spec.sizes.size()), line_of_(peers_.size()) {
    const Sets sets(spec, first.back());
    const auto variable = [&](Candidate c) {
        return static_cast<Variable>(std::upper_bound(first.begin(), first.end(), c) - first.begin() - 1);
    };
    for (std::size_t x = 0; x < peers_.size(); ++x) {
        std::vector<Variable>& near = peers_[x]; // first whoever shares a set for value 0
        for (std::int32_t set : sets.of(first[x]))
            for (Candidate c : sets.all[set]) {
                const Variable y = variable(c);
                if (c == first[y] && static_cast<std::size_t>(y) != x)
                    near.push_back(y);
            }
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        std::erase_if(near, [&](Variable y) {
            for (std::int32_t v = 1; v < std::min(spec.sizes[x], spec.sizes[y]); ++v)
                if (!sets.share(first[x] + v, first[y] + v))
                    return true;
            return false;
        });
    }
    for (Lists::List set : sets.all) {
        std::vector<Variable> line;
        for (Candidate c : set)
            if (c == first[variable(c)])
                line.push_back(variable(c));
        if (line.size() < 3 || line.size() != set.size() || !all(line))
            continue;
        for (Variable x : line)
            line_of_[x].push_back(static_cast<std::int32_t>(lines_.size()));
        lines_.push_back(std::move(line));
    }
}

bool Apart::pair(Variable x, Variable y) const { return std::binary_search(peers_[x].begin(), peers_[x].end(), y); }

Earlier Apart::among(const std::vector<Variable>& scope) const {
    std::vector<std::vector<std::int32_t>> earlier(scope.size());
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (pair(scope[i], scope[j]))
                earlier[i].push_back(static_cast<std::int32_t>(j));
    return earlier;
}

bool Apart::all(const std::vector<Variable>& scope) const {
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!pair(scope[i], scope[j]))
                return false;
    return true;
}

std::vector<Segment> Apart::segments(const std::vector<Variable>& scope) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> met; // (line, position)
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (std::int32_t line : line_of_[scope[i]])
            met.emplace_back(line, static_cast<std::int32_t>(i));
    std::sort(met.begin(), met.end());
    std::vector<Segment> found;
    for (std::size_t i = 0, j = 0; i < met.size(); i = j) {
        while (j < met.size() && met[j].first == met[i].first)
            ++j;
        const std::vector<Variable>& line = lines_[met[i].first];
        if (j - i < 2 || j - i == line.size())
            continue;
        Segment segment;
        for (std::size_t k = i; k < j; ++k)
            segment.cells.push_back(met[k].second);
        for (Variable x : line)
            if (std::find(scope.begin(), scope.end(), x) == scope.end())
                segment.rest.push_back(x);
        found.push_back(std::move(segment));
    }
    return found;
}

} // namespace gridwright
