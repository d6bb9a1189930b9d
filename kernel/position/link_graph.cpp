#include "position/link_graph.hpp"

#include <algorithm>

namespace gridwright {

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
    struct Found {
        Set<W> cells;
        std::int32_t end; // which end of a set's links this is; -1 for none
    };
    std::vector<Found> found;
    ends_from_.assign(1, 0);
    for (const Mask values : set_values)
        ends_from_.push_back(ends_from_.back() + __builtin_popcountll(values));
    ends_of_sets_.assign(ends_from_.back(), -1);
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
                    found.push_back({both, -1});
        }
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if (!(set_values[i] >> v & 1))
                continue;
            const Set<W> own = having(v, sets[i]);
            const std::int32_t end = ends_from_[i] + __builtin_popcountll(set_values[i] & ((Mask{1} << v) - 1));
            if (own.count() > 1)
                found.push_back({own, end});
            else if (own.any())
                ends_of_sets_[end] = node_of_[tables.first[own.first()] + v];
        }
        std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return before(a.cells, b.cells); });
        std::int32_t node = -1;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (const Set<W>& cells = found[i].cells; i == 0 || !(cells == found[i - 1].cells)) {
                // What rules nothing out is no end of a chain and leads nowhere.
                Set<W> off = position.at[v];
                cells.each([&](std::int32_t x) { off = off & tables.rivals(x, v); });
                node = -1;
                if (off.any() || !tables.strange.empty()) {
                    node = static_cast<std::int32_t>(nodes.size());
                    nodes.push_back({cells, v});
                }
            }
            if (found[i].end >= 0)
                ends_of_sets_[found[i].end] = node;
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
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::int32_t a = ends_from_[i]; a < ends_from_[i + 1]; ++a)
            for (std::int32_t b = a + 1; b < ends_from_[i + 1]; ++b)
                if (ends_of_sets_[a] >= 0 && ends_of_sets_[b] >= 0)
                    pairs.push_back({ends_of_sets_[a], ends_of_sets_[b], LinkKind::set, static_cast<std::int32_t>(i)});
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
    const Node& node = nodes[i];
    if (i >= singles) { // what each of its cells rules out
        std::fill(row, row + words, ~std::uint64_t{0});
        node.cells.each(
            [&](std::int32_t x) { keep_common(row, weak(tables, node_of_[tables.first[x] + node.value]), words); });
        return row;
    }
    std::fill(row, row + words, 0);
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
