#include "link_graph.hpp"

#include <algorithm>

namespace gridwright {

namespace {

// Rows of bits: one takes in another one, or leaves out what the other has.
inline void take_in(std::uint64_t* __restrict row, const std::uint64_t* __restrict other, std::size_t used) {
    for (std::size_t m = 0; m < used; ++m)
        row[m] |= other[m];
}
inline void leave_out(std::uint64_t* __restrict row, const std::uint64_t* __restrict other, std::size_t used) {
    for (std::size_t m = 0; m < used; ++m)
        row[m] &= ~other[m];
}

} // namespace

template <int W> void LinkGraph<W>::update(const Tables<W>& tables, const Position<W>& position) {
    position_ = &position;
    if (tables_ != tables.number) {
        tables_ = tables.number;
        listed_.assign(tables.groups, {});
    }
    nodes.clear();
    sets.clear();
    set_values.clear();
    grouped_ = false;
    node_of_.assign(tables.cell_of.size(), -1);
    position.open.each([&](std::int32_t x) {
        for (Mask m = position.cand[x] & tables.loud; m; m &= m - 1) {
            const std::int32_t v = __builtin_ctzll(m);
            Set<W> one = Set<W>::none();
            one.add(x);
            node_of_[tables.first[x] + v] = static_cast<std::int32_t>(nodes.size());
            nodes.push_back({one, v});
        }
    });
    singles = static_cast<std::int32_t>(nodes.size());
    several_.assign(tables.values + 1, singles);
    link_all(tables, position);
}

template <int W> void LinkGraph<W>::group(const Tables<W>& tables, const Position<W>& position) {
    if (grouped_)
        return;
    grouped_ = true;
    list_sets(tables, position);
    std::vector<Set<W>> found;
    for (std::int32_t v = 0; v < tables.values; ++v) {
        several_[v] = static_cast<std::int32_t>(nodes.size());
        if (!(tables.loud >> v & 1))
            continue;
        found.clear();
        std::vector<std::int32_t> needing;
        position.lacking[v].each([&](std::int32_t g) {
            if (tables.choice_of[v * tables.groups + g] >= 0)
                needing.push_back(g);
        });
        for (std::size_t i = 0; i < needing.size(); ++i) {
            const Set<W> places = position.at[v] & tables.members[needing[i]];
            for (std::size_t j = i + 1; j < needing.size(); ++j)
                if (const Set<W> both = places & tables.members[needing[j]]; both.count() > 1)
                    found.push_back(both);
        }
        for (std::size_t i = 0; i < sets.size(); ++i)
            if (set_values[i] >> v & 1)
                if (const Set<W> own = having(v, sets[i]); own.count() > 1)
                    found.push_back(own);
        std::sort(found.begin(), found.end(), before<W>);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        // What rules nothing out is no end of a chain and leads nowhere.
        for (const Set<W>& cells : found) {
            Set<W> off = position.at[v];
            cells.each([&](std::int32_t x) { off = off & tables.rivals(x, v); });
            if (off.any() || !tables.strange.empty())
                nodes.push_back({cells, v});
        }
    }
    several_[tables.values] = static_cast<std::int32_t>(nodes.size());
    link_all(tables, position);
}

// Two or more open cells of a group that differ and have a value more than they are.
template <int W> void LinkGraph<W>::list_sets(const Tables<W>& tables, const Position<W>& position) {
    std::vector<std::pair<Set<W>, Mask>> all;
    std::vector<std::int32_t> cells;
    tables.distinct.each([&](std::int32_t g) {
        Listed& listed = listed_[g];
        cells.clear();
        std::vector<Mask> masks;
        (tables.members[g] & position.open).each([&](std::int32_t x) {
            if (!(position.cand[x] & ~tables.loud)) {
                cells.push_back(x);
                masks.push_back(position.cand[x]);
            }
        });
        // Which cells these are is part of what they were.
        std::vector<Mask> now = masks;
        now.insert(now.end(), cells.begin(), cells.end());
        if (now != listed.cells) {
            listed.cells = now;
            listed.sets.clear();
            const auto count = static_cast<std::int32_t>(cells.size());
            const std::int32_t most = std::min(count > kWide ? kLargestWide : kLargestSet, count - 1);
            Set<W> chosen = Set<W>::none();
            auto choose = [&](auto& self, std::int32_t first, std::int32_t have, Mask values) -> void {
                if (have >= 2 && __builtin_popcountll(values) == have + 1)
                    listed.sets.push_back({chosen, values});
                for (std::int32_t i = first; have < most && i < count; ++i) {
                    const Mask both = values | masks[i];
                    if (__builtin_popcountll(both) > most + 1)
                        continue;
                    chosen.add(cells[i]);
                    self(self, i + 1, have + 1, both);
                    chosen.drop(cells[i]);
                }
            };
            choose(choose, 0, 0, 0);
        }
        all.insert(all.end(), listed.sets.begin(), listed.sets.end());
    });
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return before(a.first, b.first); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const auto& [set, values] : all) {
        sets.push_back(set);
        set_values.push_back(values);
    }
}

template <int W> std::int32_t LinkGraph<W>::number(std::int32_t value, const Set<W>& cells) const {
    const auto first = nodes.begin() + several_[value], last = nodes.begin() + several_[value + 1];
    const auto at = std::lower_bound(first, last, cells,
                                     [](const Node& node, const Set<W>& wanted) { return before(node.cells, wanted); });
    return at != last && at->cells == cells ? static_cast<std::int32_t>(at - nodes.begin()) : -1;
}

// The nodes of several cells that are all among these, of one value: those that have one of them and no other, or all
// but those that have another one, whichever are fewer to ask.
template <int W>
template <class Visit>
void LinkGraph<W>::each_inside(std::int32_t v, const Set<W>& cells, Visit visit) {
    const std::int32_t first = several_[v], last = several_[v + 1], count = cells.count();
    if (first == last || count < 2)
        return;
    const std::size_t begin = first >> 6, end = (static_cast<std::size_t>(last) + 63) / 64;
    const Set<W> others = position_->at[v].without(cells);
    const bool few = count <= others.count();
    having_.assign(end - begin, 0);
    (few ? cells : others).each([&](std::int32_t x) {
        for (std::size_t k = begin; k < end; ++k)
            having_[k - begin] |= having_cell_[x * words + k];
    });
    for (std::size_t k = begin; k < end; ++k) {
        std::uint64_t bits = of_value[v][k] & several_rows_[k];
        bits &= few ? having_[k - begin] : ~having_[k - begin];
        for (; bits; bits &= bits - 1) {
            const auto i = static_cast<std::int32_t>(k * 64 + __builtin_ctzll(bits));
            if (!few || nodes[i].cells.inside(cells))
                visit(i);
        }
    }
}

template <int W> void LinkGraph<W>::link_all(const Tables<W>& tables, const Position<W>& position) {
    struct Pair {
        std::int32_t one, other;
        LinkKind kind;
        std::int32_t by;
    };
    words = (nodes.size() + 63) / 64;
    rows_.resize(nodes.size() * words);
    known_.assign(nodes.size(), 0);
    of_value.assign(tables.values, std::vector<std::uint64_t>(words));
    several_rows_.assign(words, 0);
    having_cell_.assign(tables.cells * words, 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::uint64_t bit = std::uint64_t{1} << (i & 63);
        of_value[nodes[i].value][i >> 6] |= bit;
        if (i < static_cast<std::size_t>(singles))
            continue;
        several_rows_[i >> 6] |= bit;
        nodes[i].cells.each([&](std::int32_t x) { having_cell_[x * words + (i >> 6)] |= bit; });
    }
    std::vector<Pair> pairs;
    auto node = [&](std::int32_t v, const Set<W>& cells) {
        return cells.count() == 1 ? node_of_[tables.first[cells.first()] + v] : number(v, cells);
    };
    position.open.each([&](std::int32_t x) {
        const Mask both = position.cand[x];
        if (__builtin_popcountll(both) == 2 && !(both & ~tables.loud))
            pairs.push_back({node_of_[tables.first[x] + __builtin_ctzll(both)],
                             node_of_[tables.first[x] + 63 - __builtin_clzll(both)], LinkKind::cell, x});
    });
    std::vector<std::int32_t> parts;
    for (std::int32_t v = 0; v < tables.values; ++v) {
        if (!(tables.loud >> v & 1))
            continue;
        position.lacking[v].each([&](std::int32_t g) {
            if (tables.choice_of[v * tables.groups + g] < 0)
                return;
            const Set<W> places = position.at[v] & tables.members[g];
            parts.clear();
            places.each([&](std::int32_t x) { parts.push_back(node_of_[tables.first[x] + v]); });
            if (parts.size() < 2)
                return;
            each_inside(v, places, [&](std::int32_t i) {
                if (!(nodes[i].cells == places))
                    parts.push_back(i);
            });
            // Of more than two places, two single ones are never all.
            const auto several = places.count() > 2 ? static_cast<std::size_t>(places.count()) : 0;
            for (std::size_t i = 0; i < parts.size(); ++i)
                for (std::size_t j = std::max(i + 1, several); j < parts.size(); ++j)
                    if ((nodes[parts[i]].cells | nodes[parts[j]].cells) == places)
                        pairs.push_back({parts[i], parts[j], LinkKind::group, g});
        });
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
        std::int32_t of_values[64];
        std::int32_t count = 0;
        for (Mask m = set_values[i]; m; m &= m - 1) {
            const std::int32_t v = __builtin_ctzll(m);
            if (const std::int32_t own = node(v, having(v, sets[i])); own >= 0)
                of_values[count++] = own;
        }
        for (std::int32_t a = 0; a < count; ++a)
            for (std::int32_t b = a + 1; b < count; ++b)
                pairs.push_back({of_values[a], of_values[b], LinkKind::set, static_cast<std::int32_t>(i)});
    }
    from.assign(nodes.size() + 1, 0);
    for (const Pair& each : pairs) {
        ++from[each.one + 1];
        ++from[each.other + 1];
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        from[i + 1] += from[i];
    strong.resize(2 * pairs.size());
    std::vector<std::int32_t> at(from.begin(), from.end() - 1);
    for (const Pair& each : pairs) {
        strong[at[each.one]++] = {each.other, each.kind, each.by};
        strong[at[each.other]++] = {each.one, each.kind, each.by};
    }
    refuted_.clear();
    for (auto& each : refutable_)
        each.clear();
    for (Rows& each : strong_rows_)
        each.known.clear();
    for (Rows& each : following_rows_)
        each.known.clear();
}

template <int W>
const typename LinkGraph<W>::Strong* LinkGraph<W>::link(std::int32_t one, std::int32_t other, unsigned kinds) const {
    for (std::int32_t i = from[one]; i < from[one + 1]; ++i)
        if (strong[i].to == other && (kinds >> static_cast<unsigned>(strong[i].kind) & 1))
            return &strong[i];
    return nullptr;
}

template <int W>
void LinkGraph<W>::rule_out(const Tables<W>& tables, const Set<W>& cells, std::int32_t v, std::uint64_t* row) const {
    const std::size_t used = (static_cast<std::size_t>(singles) + 63) / 64;
    std::fill(row, row + used, 0);
    auto add = [&](std::int32_t candidate) {
        if (const std::int32_t i = node_of_[candidate]; i >= 0)
            row[i >> 6] |= std::uint64_t{1} << (i & 63);
    };
    Set<W> off = position_->at[v];
    cells.each([&](std::int32_t x) { off = off & tables.rivals(x, v); });
    off.each([&](std::int32_t y) { add(tables.first[y] + v); });
    // Other values: in the cell itself, and whatever else a rulebook links. All cells must be linked to it.
    const std::int32_t first = cells.first();
    const bool alone = cells.count() == 1;
    if (!alone && tables.strange.empty())
        return;
    const auto begin = tables.strange.begin();
    auto linked = [&](std::int32_t candidate) {
        bool all = true;
        cells.each([&](std::int32_t x) {
            const std::int32_t c = tables.first[x] + v;
            all = all &&
                  (x == first || x == tables.cell_of[candidate] ||
                   std::binary_search(begin + tables.strange_from[c], begin + tables.strange_from[c + 1], candidate));
        });
        return all;
    };
    for (Mask m = position_->cand[first] & ~(Mask{1} << v); m; m &= m - 1)
        if (const std::int32_t candidate = tables.first[first] + __builtin_ctzll(m); alone || linked(candidate))
            add(candidate);
    if (tables.strange.empty())
        return;
    const std::int32_t c = tables.first[first] + v;
    for (std::int32_t i = tables.strange_from[c]; i < tables.strange_from[c + 1]; ++i)
        if (linked(tables.strange[i]))
            add(tables.strange[i]);
}

template <int W> const std::uint64_t* LinkGraph<W>::weak(const Tables<W>& tables, std::int32_t i) {
    std::uint64_t* const row = rows_.data() + static_cast<std::size_t>(i) * words;
    if (known_[i])
        return row;
    known_[i] = 1;
    std::fill(row, row + words, 0);
    const Node& node = nodes[i];
    rule_out(tables, node.cells, node.value, row);
    // Of several cells all must be ruled out. Cells that are strange to each other are rare, and asked one by one.
    auto add = [&](std::int32_t j) { row[j >> 6] |= std::uint64_t{1} << (j & 63); };
    if (tables.strange.empty()) {
        Set<W> off = position_->at[node.value];
        node.cells.each([&](std::int32_t x) { off = off & tables.rivals(x, node.value); });
        each_inside(node.value, off, add);
    } else {
        for (std::int32_t j = singles; j < static_cast<std::int32_t>(nodes.size()); ++j) {
            bool all = true;
            nodes[j].cells.each([&](std::int32_t x) {
                const std::int32_t one = node_of_[tables.first[x] + nodes[j].value];
                all = all && (row[one >> 6] >> (one & 63) & 1);
            });
            if (all)
                add(j);
        }
    }
    return row;
}

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

// Along all links there are, whoever comes to a candidate that is known already has all that follows from it.
template <int W>
const std::vector<std::uint8_t>& LinkGraph<W>::refutable(const Tables<W>& tables, bool grouped, std::uint64_t& fuel) {
    std::vector<std::uint8_t>& found = refutable_[grouped];
    if (!found.empty() || singles == 0)
        return found;
    constexpr unsigned all = 7;
    const std::int32_t count = grouped ? static_cast<std::int32_t>(nodes.size()) : singles;
    const std::size_t used = (static_cast<std::size_t>(count) + 63) / 64;
    std::vector<std::uint64_t> reachable(count * used), pending(used), known(used);
    std::uint64_t burnt = 0;
    // Nodes of several cells come first: most lead everywhere, so that the candidates come to what is known at once.
    for (std::int32_t n = 0; n < count; ++n) {
        const std::int32_t c = (n + singles) % count;
        std::uint64_t* const on = &reachable[c * used];
        const std::uint64_t* const first = following(tables, c, all, grouped, false);
        std::copy(first, first + used, pending.begin());
        for (std::size_t k = 0; k < used;) {
            const std::uint64_t bits = pending[k];
            if (!bits) {
                ++k;
                continue;
            }
            const std::uint64_t sure = bits & known[k];
            const auto i = static_cast<std::int32_t>(k * 64 + __builtin_ctzll(sure ? sure : bits));
            on[i >> 6] |= std::uint64_t{1} << (i & 63);
            ++burnt;
            if (sure) {
                take_in(on, &reachable[i * used], used);
            } else {
                take_in(pending.data(), following(tables, i, all, grouped, false), used);
                k = 0;
            }
            leave_out(pending.data(), on, used);
        }
        known[c >> 6] |= std::uint64_t{1} << (c & 63);
    }
    found.assign(singles, 0);
    for (std::int32_t c = 0; c < singles; ++c) {
        const std::uint64_t *const on = &reachable[c * used], *const own = weak(tables, c);
        for (std::size_t k = 0; k < used; ++k)
            found[c] |= (on[k] & own[k]) != 0;
    }
    fuel -= std::min(fuel, burnt);
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

template <int W> LinkGraph<W>& Position<W>::links(const Tables<W>& tables) const {
    if (!links_)
        links_ = std::make_shared<LinkGraph<W>>();
    if (!linked_)
        links_->update(tables, *this);
    linked_ = true;
    return *links_;
}

#define X(W) template class LinkGraph<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template LinkGraph<W>& Position<W>::links(const Tables<W>&) const;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
