#include "makers/unavoidable_sets.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace gridwright {
namespace {

// The one value that a set of candidates speaks of, or -1.
std::int32_t only_value(const Problem& problem, Lists::List set) {
    std::int32_t value = -1;
    for (Candidate c : set) {
        const std::int32_t here = c - problem.first[problem.variable_of[c]];
        if (value >= 0 && here != value)
            return -1;
        value = here;
    }
    return value;
}

} // namespace

UnavoidableSets::UnavoidableSets(const Problem& problem)
    : words_((problem.spec.sizes.size() + 63) / 64), variables_(problem.spec.sizes.size()) {
    const Spec& spec = problem.spec;
    if (!problem.relations.empty() || variables_ == 0)
        return;
    const std::int32_t values = spec.sizes[0];
    const Mask all = values == 64 ? ~Mask{0} : (Mask{1} << values) - 1;
    for (std::size_t x = 0; x < variables_; ++x)
        if (spec.sizes[x] != values || (spec.masks[x] & all) != all)
            return;
    // Group → the values that it speaks of, of choices and of at-most-one sets.
    std::map<std::vector<Variable>, Mask> groups[2];
    for (std::size_t kind = 0; kind < 2; ++kind) {
        const auto& sets = kind == 0 ? spec.choices : spec.at_most_ones;
        for (std::size_t i = kind == 0 ? variables_ : 0; i < sets.size(); ++i) { // the first are the variables' own
            const std::int32_t value = only_value(problem, sets[i]);
            if (value < 0)
                return;
            std::vector<Variable> group;
            for (Candidate c : sets[i])
                group.push_back(problem.variable_of[c]);
            std::sort(group.begin(), group.end());
            groups[kind][group] |= Mask{1} << value;
        }
    }
    peers_.resize(variables_ * words_);
    for (const auto& kind : groups)
        for (const auto& [group, spoken_of] : kind) {
            if (spoken_of != all)
                return;
            for (Variable x : group)
                for (Variable y : group)
                    if (x != y)
                        peers_[x * words_ + y / 64] |= std::uint64_t{1} << (y % 64);
        }
    values_ = static_cast<std::size_t>(values);
}

// `W` is the number of words, 0 where it is known only at run time.
template <std::size_t W>
void UnavoidableSets::list(const std::uint8_t* solution, std::vector<std::uint64_t>& found) const {
    const std::size_t words = W ? W : words_;
    std::vector<std::uint64_t> places(values_ * words), rest(words), next(words), part(words);
    for (std::size_t x = 0; x < variables_; ++x)
        places[solution[x] * words + x / 64] |= std::uint64_t{1} << (x % 64);
    for (std::size_t a = 1; a < values_; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            for (std::size_t w = 0; w < words; ++w)
                rest[w] = places[a * words + w] | places[b * words + w];
            for (std::size_t at = 0; at < words; ++at)
                while (rest[at]) { // the part of the first cell that has none yet
                    std::fill(part.begin(), part.end(), 0);
                    next[at] = rest[at] & -rest[at];
                    rest[at] ^= next[at];
                    for (std::size_t w = at; w < words;) {
                        if (!next[w]) {
                            ++w;
                            continue;
                        }
                        const std::size_t x = w * 64 + static_cast<std::size_t>(std::countr_zero(next[w]));
                        part[w] |= next[w] & -next[w];
                        next[w] &= next[w] - 1;
                        for (std::size_t v = at; v < words; ++v) {
                            const std::uint64_t met = peers_[x * words + v] & rest[v];
                            rest[v] ^= met;
                            next[v] |= met;
                            w = met && v < w ? v : w;
                        }
                    }
                    found.insert(found.end(), part.begin(), part.end());
                }
        }
}

void UnavoidableSets::sets(const std::uint8_t* solution, std::vector<std::uint64_t>& found) const {
    found.clear();
    if (values_ == 0)
        return;
    if (words_ == 2) // 9×9, three times as fast so
        list<2>(solution, found);
    else
        list<0>(solution, found);
}

} // namespace gridwright
