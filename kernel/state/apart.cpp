#include "state/apart.hpp"

#include <algorithm>
#include <tuple>

#include "state/frame.hpp"

namespace gridwright {

Apart::Apart(const Layout& layout) {
    const auto& [first, variable_of] = std::tie(layout.first, layout.variable_of);
    const auto sets = [&](Candidate c) {
        return layout.sets.subspan(layout.set_begin[c], layout.set_begin[c + 1] - layout.set_begin[c]);
    };
    const auto share = [&](Candidate c, Candidate d) {
        return std::ranges::any_of(sets(c), [&](std::int32_t set) { return std::ranges::binary_search(sets(d), set); });
    };
    for (std::size_t x = 0; x + 1 < first.size(); ++x)
        sizes_.push_back(first[x + 1] - first[x]);
    peers_.resize(sizes_.size());
    line_of_.resize(sizes_.size());
    for (std::size_t x = 0; x < peers_.size(); ++x) {
        std::vector<Variable>& near = peers_[x]; // first whoever shares a set for value 0
        for (std::int32_t set : sets(first[x]))
            for (Candidate c : (*layout.members)[set]) {
                const Variable y = variable_of[c];
                if (c == first[y] && static_cast<std::size_t>(y) != x)
                    near.push_back(y);
            }
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        std::erase_if(near, [&](Variable y) {
            for (std::int32_t v = 1; v < std::min(sizes_[x], sizes_[y]); ++v)
                if (!share(first[x] + v, first[y] + v))
                    return true;
            return false;
        });
    }
    for (Lists::List set : *layout.members) {
        std::vector<Variable> line;
        for (Candidate c : set)
            if (c == first[variable_of[c]])
                line.push_back(variable_of[c]);
        if (line.size() < 3 || line.size() != set.size() || !all(line))
            continue;
        for (Variable x : line)
            line_of_[x].push_back(static_cast<std::int32_t>(lines_.size()));
        lines_.push_back(std::move(line));
    }
}

std::vector<std::int32_t> Apart::sizes(const std::vector<Variable>& scope) const {
    std::vector<std::int32_t> own;
    for (Variable x : scope)
        own.push_back(sizes_[x]);
    return own;
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

std::size_t Apart::Hash::operator()(const std::vector<Variable>& scope) const {
    std::size_t hash = scope.size();
    for (Variable x : scope)
        hash = (hash ^ static_cast<std::size_t>(x)) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

std::shared_ptr<const ScopeShape> Apart::shape(const std::vector<Variable>& scope) const {
    const std::lock_guard<std::mutex> lock(guard_);
    if (const auto it = shapes_.find(scope); it != shapes_.end())
        return it->second;
    if (shapes_.size() >= kMostShapes) // relations keep theirs
        shapes_.clear();
    auto made = std::make_shared<const ScopeShape>(ScopeShape{sizes(scope), among(scope), segments(scope)});
    return shapes_.emplace(scope, std::move(made)).first->second;
}

} // namespace gridwright
