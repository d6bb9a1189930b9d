#include "position/chain_search.hpp"

#include <algorithm>

namespace gridwright {

ChainKind ChainKind::of(std::int32_t flags, std::int32_t fewest, std::int32_t most) {
    ChainKind kind{};
    kind.links = static_cast<unsigned>(flags) & 7;
    kind.grouped = (flags >> 3 & 1) != 0;
    kind.one_value = (flags >> 4 & 1) != 0;
    kind.shape = static_cast<Shape>(flags >> 5 & 3);
    kind.fewest = fewest;
    kind.most = most;
    return kind;
}

template <int W>
void ChainSearch<W>::begin(const Tables<W>& tables, const Position<W>& position, const ChainKind& kind) {
    tables_ = &tables;
    kind_ = kind;
    graph_ = &position.links(tables);
    if (kind.grouped)
        graph_->group(tables, position);
    count_ = kind.grouped ? static_cast<std::int32_t>(graph_->nodes.size()) : graph_->singles;
    words_ = (static_cast<std::size_t>(count_) + 63) / 64;
    rules_ = (static_cast<std::size_t>(graph_->singles) + 63) / 64;
    const std::size_t all = static_cast<std::size_t>(count_) * words_;
    on_.resize(all);
    off_.resize(all);
    ends_.resize(all);
    alive_.assign(count_, 1);
    level_of_.assign(count_, -1);
    level_ = 0;
    first_ = count_;
    some_ = true;
    ready_.clear();
    given_ = 0;
    said_.clear();
    new_.resize(words_);
}

template <int W> typename ChainSearch<W>::Result ChainSearch<W>::next(std::uint64_t& fuel) {
    if (!graph_)
        return Result::none;
    for (;;) {
        if (given_ < ready_.size()) {
            tell(ready_[given_++]);
            return Result::chain;
        }
        ready_.clear();
        given_ = 0;
        if (first_ == count_) { // a level is done
            if (!some_ || count_ == 0 || (kind_.most && 2 * level_ >= kind_.most))
                return Result::none;
            first_ = 0;
            ++level_;
            some_ = false;
        }
        if (fuel < words_)
            return Result::out_of_fuel;
        // A chain excludes nothing that does not refute itself, so most first nodes need not be followed yet.
        const auto& refuted = graph_->refuted(*tables_, kind_.links, kind_.grouped, kind_.one_value, level_, fuel);
        some_ |= !refuted.ended;
        for (; first_ < count_ && ready_.empty(); ++first_) {
            if (!alive_[first_] || !excludes(first_, refuted.found))
                continue;
            if (fuel < words_)
                return Result::out_of_fuel;
            fuel -= words_;
            some_ |= advance(first_, fuel);
        }
    }
}

// Could a chain from there exclude one of these?
template <int W> bool ChainSearch<W>::excludes(std::int32_t first, const Row& refuted) {
    const std::uint64_t* const weak = graph_->weak(*tables_, first);
    bool some = false;
    for (std::size_t k = 0; k < rules_; ++k)
        some |= (refuted[k] & (kind_.shape == ChainKind::loop ? ~std::uint64_t{0} : weak[k])) != 0;
    return some;
}

// On to the present level, where new nodes are looked at; false where a level has none.
template <int W> bool ChainSearch<W>::advance(std::int32_t first, std::uint64_t& fuel) {
    if (level_of_[first] < 0) {
        const std::size_t at = first * words_;
        for (Row* row : {&on_, &off_, &ends_})
            std::fill(&(*row)[at], &(*row)[at] + words_, 0);
        ends_[at + (first >> 6)] = off_[at + (first >> 6)] = std::uint64_t{1} << (first & 63);
        level_of_[first] = 0;
    }
    while (level_of_[first] < level_ && alive_[first])
        alive_[first] = step(first, ++level_of_[first] == level_, fuel);
    return alive_[first] != 0;
}

// One strong link and one weak one further; false where no node is new.
template <int W> bool ChainSearch<W>::step(std::int32_t first, bool looks, std::uint64_t& fuel) {
    std::uint64_t *const on = &on_[first * words_], *const off = &off_[first * words_],
                         *const ends = &ends_[first * words_];
    std::fill(new_.begin(), new_.end(), 0);
    graph_->add_strong(ends, words_, count_, kind_.links, new_.data());
    bool some = false;
    for (std::size_t k = 0; k < words_; ++k) {
        new_[k] &= ~on[k];
        on[k] |= new_[k];
        some |= new_[k] != 0;
        ends[k] = 0;
    }
    if (!some)
        return false;
    std::uint64_t burnt = 0;
    for (std::size_t k = 0; k < words_; ++k)
        for (std::uint64_t bits = new_[k]; bits; bits &= bits - 1) {
            const auto i = static_cast<std::int32_t>(k * 64 + __builtin_ctzll(bits));
            const std::uint64_t* const weak = graph_->weak(*tables_, i);
            for (std::size_t m = 0; m < words_; ++m)
                ends[m] |= weak[m];
            ++burnt;
            if (looks && i >= first && 2 * level_ >= kind_.fewest)
                look(first, i);
        }
    fuel -= std::min(fuel, burnt);
    const Row* const of_value = kind_.one_value ? &graph_->of_value[graph_->nodes[first].value] : nullptr;
    for (std::size_t m = 0; m < words_; ++m) {
        ends[m] &= ~off[m] & (of_value ? (*of_value)[m] : ~std::uint64_t{0});
        if (m == words_ - 1 && count_ % 64)
            ends[m] &= (std::uint64_t{1} << (count_ % 64)) - 1;
        off[m] |= ends[m];
    }
    return true;
}

// Does a chain between two nodes say something?
template <int W> void ChainSearch<W>::look(std::int32_t first, std::int32_t last) {
    const auto &one = graph_->nodes[first], &other = graph_->nodes[last];
    const std::uint64_t *const a = graph_->weak(*tables_, first), *const b = graph_->weak(*tables_, last);
    if (kind_.shape == ChainKind::loop) {
        if (level_ < 2 || !(a[last >> 6] >> (last & 63) & 1))
            return;
        follow(first, last);
        close_loop(scratch_);
        keep(scratch_, 0);
        return;
    }
    scratch_.assign(rules_, 0);
    add_both(scratch_, a, b);
    if (std::all_of(scratch_.begin(), scratch_.end(), [](std::uint64_t bits) { return bits == 0; }))
        return;
    const bool same = one.cells == other.cells;
    if (kind_.shape == ChainKind::cell) {
        if (same && one.cells.count() > 1)
            return;
        Set<W> cells = Set<W>::none();
        for (std::size_t k = 0; k < rules_; ++k)
            for (std::uint64_t bits = scratch_[k]; bits; bits &= bits - 1)
                cells.add(graph_->nodes[k * 64 + __builtin_ctzll(bits)].cells.first());
        if (same)
            cells = cells & one.cells;
        path_.clear();
        cells.each([&](std::int32_t x) {
            more_.assign(rules_, 0);
            for (std::size_t k = 0; k < rules_; ++k)
                for (std::uint64_t bits = scratch_[k]; bits; bits &= bits - 1)
                    if (graph_->nodes[k * 64 + __builtin_ctzll(bits)].cells.has(x))
                        more_[k] |= bits & -bits;
            if (said_.count(more_))
                return;
            if (path_.empty())
                follow(first, last);
            keep(more_, x);
        });
        return;
    }
    if (same)
        return;
    if (kind_.shape == ChainKind::sets) {
        if (one.value != other.value)
            return;
        follow(first, last);
        share_values(scratch_);
    } else if (!said_.count(scratch_)) {
        follow(first, last);
    }
    keep(scratch_, 0);
}

template <int W> void ChainSearch<W>::add_both(Row& gone, const std::uint64_t* one, const std::uint64_t* other) const {
    for (std::size_t k = 0; k < rules_; ++k)
        gone[k] |= one[k] & other[k];
    if (graph_->singles % 64) // behind them nodes of several cells begin
        gone[rules_ - 1] &= (std::uint64_t{1} << (graph_->singles % 64)) - 1;
}

// A shortest chain between two nodes: of several the one that comes from the first node of the step before.
template <int W> void ChainSearch<W>::follow(std::int32_t first, std::int32_t last) {
    on_from_.assign(count_, -1);
    off_from_.assign(count_, -1);
    const Row* const of_value = kind_.one_value ? &graph_->of_value[graph_->nodes[first].value] : nullptr;
    std::vector<std::int32_t> ends{first}, reached;
    off_from_[first] = first;
    while (on_from_[last] < 0 && !ends.empty()) {
        reached.clear();
        for (const std::int32_t i : ends)
            for (std::int32_t at = graph_->from[i]; at < graph_->from[i + 1]; ++at) {
                const auto& link = graph_->strong[at];
                if (link.to < count_ && (kind_.links >> static_cast<unsigned>(link.kind) & 1) &&
                    on_from_[link.to] < 0) {
                    on_from_[link.to] = i;
                    reached.push_back(link.to);
                }
            }
        std::sort(reached.begin(), reached.end());
        ends.clear();
        for (const std::int32_t i : reached) {
            const std::uint64_t* const weak = graph_->weak(*tables_, i);
            for (std::size_t k = 0; k < words_; ++k)
                for (std::uint64_t bits = weak[k] & (of_value ? (*of_value)[k] : ~std::uint64_t{0}); bits;
                     bits &= bits - 1) {
                    const auto j = static_cast<std::int32_t>(k * 64 + __builtin_ctzll(bits));
                    if (j < count_ && off_from_[j] < 0) {
                        off_from_[j] = i;
                        ends.push_back(j);
                    }
                }
        }
        std::sort(ends.begin(), ends.end());
    }
    path_.clear();
    for (std::int32_t i = last;;) {
        path_.push_back(i);
        i = on_from_[i];
        path_.push_back(i);
        if (i == first)
            break;
        i = off_from_[i];
    }
    std::reverse(path_.begin(), path_.end());
}

// Of every weak link one end is true, and of the links that are sets every other value is in the set.
template <int W> void ChainSearch<W>::close_loop(Row& gone) {
    gone.assign(rules_, 0);
    auto weak = [&](std::int32_t i) { return graph_->weak(*tables_, i); };
    add_both(gone, weak(path_.front()), weak(path_.back()));
    for (std::size_t i = 1; i + 1 < path_.size(); i += 2)
        add_both(gone, weak(path_[i]), weak(path_[i + 1]));
    more_.resize(rules_);
    for (std::size_t i = 0; i + 1 < path_.size(); i += 2) {
        const auto* const link = graph_->link(path_[i], path_[i + 1], kind_.links);
        if (!link || link->kind != LinkKind::set)
            continue;
        const Mask used = Mask{1} << graph_->nodes[path_[i]].value | Mask{1} << graph_->nodes[path_[i + 1]].value;
        for (Mask m = graph_->set_values[link->by] & ~used; m; m &= m - 1) {
            const std::int32_t v = __builtin_ctzll(m);
            graph_->rule_out(*tables_, graph_->having(v, graph_->sets[link->by]), v, more_.data());
            add_both(gone, more_.data(), more_.data());
        }
    }
}

// What the first and the last set share, but for the values by which the chain leaves the one and enters the other.
template <int W> void ChainSearch<W>::share_values(Row& gone) {
    auto cells_of = [&](std::size_t i) {
        const auto* const link = graph_->link(path_[i], path_[i + 1], kind_.links);
        return link && link->kind == LinkKind::set ? graph_->sets[link->by] : graph_->nodes[path_[i]].cells;
    };
    auto values_of = [&](std::size_t i) {
        const auto* const link = graph_->link(path_[i], path_[i + 1], kind_.links);
        return link && link->kind == LinkKind::set
                   ? graph_->set_values[link->by]
                   : Mask{1} << graph_->nodes[path_[i]].value | Mask{1} << graph_->nodes[path_[i + 1]].value;
    };
    const std::size_t last = path_.size() - 2;
    const Set<W> one = cells_of(0), other = cells_of(last);
    const Mask used = Mask{1} << graph_->nodes[path_[1]].value | Mask{1} << graph_->nodes[path_[last]].value;
    Row first(rules_), second(rules_);
    gone.assign(rules_, 0);
    for (Mask m = values_of(0) & values_of(last) & ~used; m; m &= m - 1) {
        const std::int32_t v = __builtin_ctzll(m);
        graph_->rule_out(*tables_, graph_->having(v, one), v, first.data());
        graph_->rule_out(*tables_, graph_->having(v, other), v, second.data());
        add_both(gone, first.data(), second.data());
    }
}

template <int W> void ChainSearch<W>::keep(const Row& gone, std::int32_t x) {
    if (std::all_of(gone.begin(), gone.end(), [](std::uint64_t bits) { return bits == 0; }) ||
        !said_.insert(gone).second)
        return;
    ready_.push_back({path_, x, gone});
}

template <int W> void ChainSearch<W>::tell(const Ready& ready) {
    told.clear();
    auto add = [&](std::int32_t what, const Set<W>& cells) {
        told.push_back(what);
        told.push_back(cells.count());
        cells.each([&](std::int32_t x) { told.push_back(x); });
    };
    for (std::size_t i = 0; i < ready.path.size(); ++i) {
        const auto& node = graph_->nodes[ready.path[i]];
        add(node.value + 1, node.cells);
        if (i % 2)
            continue;
        const auto* const link = graph_->link(ready.path[i], ready.path[i + 1], kind_.links);
        if (link && link->kind == LinkKind::set)
            add(0, graph_->sets[link->by]);
    }
    cell = ready.cell;
    gone_ = ready.gone;
}

#define X(W) template class ChainSearch<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
