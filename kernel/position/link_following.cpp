// What follows along the links of a graph: from node to node, and which candidates lead to their own falsity.
#include "position/link_graph.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
void LinkGraph<W>::add_strong(const std::uint64_t* ends, std::size_t used, std::int32_t count, unsigned links,
                              std::uint64_t* found) {
    Rows& kept = strong_rows_[links];
    for (std::size_t k = 0; k < used; ++k)
        for (std::uint64_t bits = ends[k]; bits; bits &= bits - 1) {
            const std::size_t i = k * 64 + __builtin_ctzll(bits);
            std::uint64_t* const joined = row(kept, i);
            if (!kept.known[i]) {
                kept.known[i] = 1;
                std::fill(joined, joined + words, 0);
                for (std::int32_t at = from[i]; at < from[i + 1]; ++at)
                    if (links >> static_cast<unsigned>(strong[at].kind) & 1)
                        joined[strong[at].to >> 6] |= std::uint64_t{1} << (strong[at].to & 63);
            }
            take_in(found, joined, used);
        }
    if (count % 64)
        found[used - 1] &= (std::uint64_t{1} << (count % 64)) - 1;
}

template <int W>
const std::uint64_t* LinkGraph<W>::following(const Tables<W>& tables, std::int32_t i, unsigned links, bool grouped,
                                             bool one_value) {
    Rows& kept = following_rows_[links | (one_value ? 8 : 0) | (grouped ? 16 : 0)];
    std::uint64_t* const found = row(kept, i);
    if (kept.known[i])
        return found;
    kept.known[i] = 1;
    std::fill(found, found + words, 0);
    const std::int32_t count = grouped ? static_cast<std::int32_t>(nodes.size()) : singles;
    const std::size_t used = (static_cast<std::size_t>(count) + 63) / 64;
    const std::uint64_t* const off = weak(tables, i);
    const std::uint64_t* const alike = of_value[nodes[i].value].data();
    ends_.resize(used);
    for (std::size_t k = 0; k < used; ++k)
        ends_[k] = one_value ? off[k] & alike[k] : off[k];
    if (count % 64)
        ends_[used - 1] &= (std::uint64_t{1} << (count % 64)) - 1;
    add_strong(ends_.data(), used, count, links, found);
    return found;
}

// Nodes that lead to each other lead to the same ones, so what is reached is listed by such components (Tarjan).
template <int W>
const std::vector<std::uint8_t>& LinkGraph<W>::refutable(const Tables<W>& tables, bool grouped, std::uint64_t& fuel) {
    std::vector<std::uint8_t>& found = refutable_[grouped];
    if (!found.empty() || singles == 0)
        return found;
    constexpr unsigned all = 7;
    const std::int32_t count = grouped ? static_cast<std::int32_t>(nodes.size()) : singles;
    const std::size_t used = (static_cast<std::size_t>(count) + 63) / 64;
    std::vector<std::uint64_t> reached, members(used), fresh(used, ~std::uint64_t{0}), waiting(used), pending(used);
    std::vector<std::int32_t> number(count), low(count), component(count, -1), path, stack;
    std::vector<std::size_t> word(count); // where in its row a node goes on
    std::int32_t components = 0, numbers = 0;
    auto visit = [&](std::int32_t i) {
        number[i] = low[i] = numbers++;
        fresh[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
        waiting[i >> 6] |= std::uint64_t{1} << (i & 63);
        path.push_back(i);
        stack.push_back(i);
    };
    // What the members of a component lead to, and what all that leads to.
    auto close = [&](std::int32_t first) {
        reached.resize((components + 1) * used);
        std::uint64_t* const on = &reached[components * used];
        std::fill(members.begin(), members.end(), 0);
        for (std::int32_t i = -1; i != first;) {
            i = stack.back();
            stack.pop_back();
            component[i] = components;
            members[i >> 6] |= std::uint64_t{1} << (i & 63);
            take_in(on, following(tables, i, all, grouped, false), used);
        }
        leave_out(waiting.data(), members.data(), used);
        std::copy(on, on + used, pending.begin());
        leave_out(pending.data(), members.data(), used);
        for (std::size_t k = 0; k < used; ++k)
            while (pending[k]) {
                const std::size_t i = k * 64 + __builtin_ctzll(pending[k]);
                const std::uint64_t* const further = &reached[component[i] * used];
                take_in(on, further, used);
                leave_out(pending.data(), further, used);
                pending[k] &= ~(std::uint64_t{1} << (i & 63));
            }
        ++components;
    };
    for (std::int32_t c = 0; c < singles; ++c) {
        if (component[c] >= 0)
            continue;
        visit(c);
        while (!path.empty()) {
            const std::int32_t i = path.back();
            const std::uint64_t* const next = following(tables, i, all, grouped, false);
            std::size_t& k = word[i];
            while (k < used && !(next[k] & fresh[k]))
                ++k;
            if (k < used) {
                visit(static_cast<std::int32_t>(k * 64 + __builtin_ctzll(next[k] & fresh[k])));
                continue;
            }
            for (std::size_t m = 0; m < used; ++m)
                for (std::uint64_t bits = next[m] & waiting[m]; bits; bits &= bits - 1)
                    low[i] = std::min(low[i], low[m * 64 + __builtin_ctzll(bits)]);
            path.pop_back();
            if (low[i] == number[i])
                close(i);
        }
    }
    found.assign(singles, 0);
    for (std::int32_t c = 0; c < singles; ++c) {
        const std::uint64_t *const on = &reached[component[c] * used], *const own = weak(tables, c);
        for (std::size_t k = 0; k < used; ++k)
            found[c] |= (on[k] & own[k]) != 0;
    }
    fuel -= std::min<std::uint64_t>(fuel, numbers);
    return found;
}

template <int W>
const typename LinkGraph<W>::Refuted& LinkGraph<W>::refuted(const Tables<W>& tables, unsigned links, bool grouped,
                                                            bool one_value, std::int32_t level, std::uint64_t& fuel) {
    const std::int32_t count = grouped ? static_cast<std::int32_t>(nodes.size()) : singles;
    const std::size_t used = (static_cast<std::size_t>(count) + 63) / 64;
    auto known = std::find_if(refuted_.begin(), refuted_.end(), [&](const Refuted& each) {
        return each.links == links && each.grouped == grouped && each.one_value == one_value;
    });
    if (known == refuted_.end()) {
        Refuted fresh{links, grouped, one_value, 0, true, {}, {}, {}, {}};
        fresh.found.assign((static_cast<std::size_t>(singles) + 63) / 64, 0);
        fresh.on.assign(singles * used, 0);
        fresh.latest.assign(singles * used, 0);
        fresh.alive = refutable(tables, grouped, fuel);
        fresh.ended = std::find(fresh.alive.begin(), fresh.alive.end(), 1) == fresh.alive.end();
        refuted_.push_back(std::move(fresh));
        known = refuted_.end() - 1;
    }
    std::vector<std::uint64_t> reached(used);
    std::uint64_t burnt = 0;
    auto reach = [&](const std::uint64_t* row) {
        take_in(reached.data(), row, used);
        ++burnt;
    };
    for (; known->level < level && !known->ended; ++known->level) {
        known->ended = true;
        for (std::int32_t c = 0; c < singles; ++c) {
            if (!known->alive[c])
                continue;
            std::uint64_t *const on = &known->on[c * used], *const latest = &known->latest[c * used];
            std::fill(reached.begin(), reached.end(), 0);
            if (known->level == 0) // what it rules out may have any value, where values are linked by more than cells
                reach(following(tables, c, links, grouped, one_value && tables.strange.empty()));
            for (std::size_t k = 0; k < used; ++k)
                for (std::uint64_t bits = latest[k]; bits; bits &= bits - 1) {
                    const auto i = static_cast<std::int32_t>(k * 64 + __builtin_ctzll(bits));
                    reach(following(tables, i, links, grouped, one_value));
                }
            const std::uint64_t* const own = weak(tables, c);
            bool some = false, refutes = false;
            for (std::size_t k = 0; k < used; ++k) {
                latest[k] = reached[k] &= ~on[k];
                on[k] |= reached[k];
                some |= reached[k] != 0;
                refutes |= (reached[k] & own[k]) != 0;
            }
            if (refutes)
                known->found[c >> 6] |= std::uint64_t{1} << (c & 63);
            known->alive[c] = some && !refutes;
            if (known->alive[c])
                known->ended = false;
        }
    }
    fuel -= std::min(fuel, burnt);
    return *known;
}

#define X(W) template class LinkGraph<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
