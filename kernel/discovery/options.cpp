#include "discovery/options.hpp"

#include <algorithm>
#include <bit>

namespace gridwright {

std::vector<std::uint64_t> candidates_left(const Rulebook& rulebook, const Mask* masks) {
    const Problem& problem = rulebook.problem();
    std::vector<std::uint64_t> left(rulebook.words(), 0);
    for (Candidate c = 0; c < problem.candidates(); ++c)
        if (const Variable x = problem.variable_of[c]; masks[x] >> (c - problem.first[x]) & 1)
            left[c >> 6] |= std::uint64_t{1} << (c & 63);
    return left;
}

OpenStatements::OpenStatements(const Rulebook& rulebook, const Mask* masks, std::int32_t most) {
    most = std::min(most, kMost);
    const std::vector<Bits> left = candidates_left(rulebook, masks);
    renumber(rulebook, left.data());
    true_begin_.push_back(0);
    std::vector<Bits> own(words);
    for (std::int32_t i = 0; i < rulebook.statements(); ++i) {
        const auto first = static_cast<std::int32_t>(true_begin_.size()) - 1;
        const std::size_t first_true = true_.size();
        bool fits = true;
        if (i >= rulebook.choices() && rulebook.relation(i).whole_board()) {
            complete = false;
            continue;
        }
        if (i < rulebook.choices()) {
            std::fill(own.begin(), own.end(), 0);
            for (Candidate c : rulebook.choice(i))
                if (Rulebook::has(left.data(), c)) {
                    add_option({&c, 1});
                    if (const std::int32_t bit = bit_of_[c]; bit >= 0)
                        own[bit >> 6] |= Bits{1} << (bit & 63);
                }
        } else {
            fits = add_layouts(rulebook, i, left.data(), most);
        }
        const std::int32_t count = static_cast<std::int32_t>(true_begin_.size()) - 1 - first;
        fits &= count <= most;
        complete &= fits;
        if (fits && count == 0)
            broken.push_back(i);
        bool any = false, all_outside = true;
        for (std::int32_t option = first; option < first + count; ++option) {
            bool beyond = false;
            for (std::int32_t w = 0; w < words; ++w) {
                any |= kills(option)[w] != 0;
                beyond |= i >= rulebook.choices() || (kills(option)[w] & ~own[w]) != 0;
            }
            all_outside &= beyond;
        }
        if (fits && any && (count == 1 || all_outside)) {
            statements.push_back({i, first, count});
        } else {
            if (i < rulebook.choices() && count > most && all_outside) {
                large.push_back({i, all_});
                for (std::int32_t option = first; option < first + count; ++option)
                    for (std::int32_t w = 0; w < words; ++w)
                        large.back().gone[w] &= kills(option)[w];
            }
            true_begin_.resize(first + 1);
            true_.resize(first_true);
            kills_.resize(static_cast<std::size_t>(first) * words);
        }
    }
}

void OpenStatements::renumber(const Rulebook& rulebook, const Bits* left) {
    const Candidate n = rulebook.problem().candidates();
    bit_of_.assign(n, -1);
    for (Candidate c = 0; c < n; ++c) {
        if (!Rulebook::has(left, c))
            continue;
        const auto linked = rulebook.linked(c);
        if (std::any_of(linked.begin(), linked.end(), [&](Candidate other) { return Rulebook::has(left, other); })) {
            bit_of_[c] = static_cast<std::int32_t>(candidates.size());
            candidates.push_back(c);
        } else {
            unlinked.push_back(c);
        }
    }
    words = std::max<std::int32_t>(1, (static_cast<std::int32_t>(candidates.size()) + 63) / 64);
    all_.assign(words, 0);
    links_.assign(candidates.size() * words, 0);
    for (std::size_t bit = 0; bit < candidates.size(); ++bit) {
        all_[bit >> 6] |= Bits{1} << (bit & 63);
        for (Candidate other : rulebook.linked(candidates[bit]))
            if (const std::int32_t at = bit_of_[other]; at >= 0)
                links_[bit * words + (at >> 6)] |= Bits{1} << (at & 63);
    }
}

void OpenStatements::add_option(std::span<const Candidate> made_true) {
    kills_.resize(kills_.size() + words, 0);
    Bits* kills = kills_.data() + kills_.size() - words;
    for (Candidate c : made_true)
        if (const std::int32_t bit = bit_of_[c]; bit >= 0) {
            true_.push_back(bit);
            for (std::int32_t w = 0; w < words; ++w)
                kills[w] |= links(bit)[w];
        }
    true_begin_.push_back(static_cast<std::int32_t>(true_.size()));
}

// Member by member, the smallest values first; false where there are more than so many.
bool OpenStatements::add_layouts(const Rulebook& rulebook, std::int32_t statement, const Bits* left,
                                 std::int32_t most) {
    const Relation& relation = rulebook.relation(statement);
    const auto n = static_cast<std::int32_t>(relation.scope.size());
    // Row d: the domains where d members are decided, and what is not tried yet of member d.
    std::vector<Mask> domains(static_cast<std::size_t>(n + 1) * n), untried(n);
    std::vector<Candidate> chosen(n);
    std::vector<Bits> killed(static_cast<std::size_t>(n + 1) * words, 0);
    const auto& first = rulebook.problem().first;
    std::vector<Mask> now(n);
    for (std::int32_t i = 0; i < n; ++i)
        if (!(now[i] = rulebook.mask(left, relation.scope[i])))
            return true;
    const std::vector<Mask> now_left(now);
    if (!relation.fitting(now.data(), domains.data(), Relation::kRuleFuel))
        return true;
    std::int32_t found = 0;
    for (std::int32_t depth = 0;;) {
        if (depth == n) {
            if (++found > most) {
                add_large(relation, statement, now_left, domains.data(), first);
                return false;
            }
            add_option(chosen);
        } else {
            untried[depth] = domains[static_cast<std::size_t>(depth) * n + depth];
        }
        for (;;) { // the next value of the deepest member that has one
            while (depth == n || !untried[depth])
                if (depth-- == 0)
                    return true;
            const std::int32_t value = std::countr_zero(untried[depth]);
            untried[depth] &= untried[depth] - 1;
            const Candidate c = chosen[depth] = first[relation.scope[depth]] + value;
            const std::int32_t bit = bit_of_[c];
            const Bits* before = killed.data() + static_cast<std::size_t>(depth) * words;
            if (bit >= 0 && has_bit(before, bit))
                continue;
            const Mask* row = domains.data() + static_cast<std::size_t>(depth) * n;
            std::copy(row, row + n, now.begin());
            now[depth] = Mask{1} << value;
            if (!relation.fitting(now.data(), domains.data() + static_cast<std::size_t>(depth + 1) * n,
                                  Relation::kRuleFuel))
                continue;
            Bits* after = killed.data() + static_cast<std::size_t>(depth + 1) * words;
            for (std::int32_t w = 0; w < words; ++w)
                after[w] = before[w] | (bit >= 0 ? links(bit)[w] : 0);
            ++depth;
            break;
        }
    }
}

// What goes where these values are used of those that are left.
void OpenStatements::add_large(const Relation& relation, std::int32_t statement, const std::vector<Mask>& left,
                               const Mask* used, std::span<const std::int32_t> first) {
    Large one{statement, std::vector<Bits>(words, 0)};
    for (std::size_t i = 0; i < relation.scope.size(); ++i) {
        const Candidate c = first[relation.scope[i]];
        for (Mask gone = left[i] & ~used[i]; gone; gone &= gone - 1)
            if (const std::int32_t bit = bit_of_[c + std::countr_zero(gone)]; bit >= 0)
                one.gone[bit >> 6] |= Bits{1} << (bit & 63);
        if (const std::int32_t bit = std::has_single_bit(used[i]) ? bit_of_[c + std::countr_zero(used[i])] : -1;
            bit >= 0)
            for (std::int32_t w = 0; w < words; ++w)
                one.gone[w] |= links(bit)[w];
    }
    large.push_back(std::move(one));
}

} // namespace gridwright
