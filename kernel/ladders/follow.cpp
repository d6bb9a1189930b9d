#include "ladders/follow.hpp"

#include <algorithm>

namespace gridwright {

template <int W> void Follower<W>::begin(const Tables<W>& tables, const Position<W>& outside, std::uint64_t fuel) {
    if (tables_number_ != tables.number) {
        layers_.clear();
        tables_ = &tables;
        tables_number_ = tables.number;
        scratch_.fit(tables);
        choices_.clear();
        for (std::int32_t about = 0; about < tables.values * tables.groups; ++about)
            if (tables.choice_of[about] >= 0)
                choices_.emplace_back(tables.choice_of[about], about);
        std::sort(choices_.begin(), choices_.end());
    }
    outside_ = &outside;
    fuel_ = fuel;
    tired_ = false;
    // A rule that finds something outside already looks everywhere inside.
    loose_.assign(plans_.size(), 0);
    Layer& first = layer(0);
    first.position.become(outside);
    for (std::size_t rule = 0; rule < plans_.size(); ++rule)
        loose_[rule] = first.begin(rule, true, tables, fuel_).next() != Matcher<W>::Result::none;
}

template <int W> typename Follower<W>::Layer& Follower<W>::layer(std::size_t depth) {
    while (layers_.size() <= depth) {
        layers_.push_back(std::make_unique<Layer>());
        layers_.back()->fit(plans_, *tables_, watch_);
    }
    return *layers_[depth];
}

template <int W> void Follower<W>::apply(Position<W>& position, const Conclusion& c) const {
    if (c.is)
        position.place(*tables_, c.cell, c.value);
    else
        position.remove(*tables_, c.cell, c.value);
}

// The candidates of a position that a conclusion rules out.
template <int W>
void Follower<W>::removed(const Conclusion& c, const Position<W>& before, std::vector<std::int32_t>& candidates) const {
    const std::int32_t first = tables_->first[c.cell];
    candidates.clear();
    if (!c.is) {
        candidates.push_back(first + c.value);
        return;
    }
    for (Mask m = before.cand[c.cell] & ~(Mask{1} << c.value); m; m &= m - 1)
        candidates.push_back(first + __builtin_ctzll(m));
    (tables_->rivals(c.cell, c.value) & before.having[c.value]).each([&](std::int32_t y) {
        candidates.push_back(tables_->first[y] + c.value);
    });
    if (tables_->strange.empty())
        return;
    for (std::int32_t i = tables_->strange_from[first + c.value]; i < tables_->strange_from[first + c.value + 1]; ++i) {
        const std::int32_t other = tables_->strange[i], y = tables_->cell_of[other];
        if (before.cand[y] >> (other - tables_->first[y]) & 1)
            candidates.push_back(other);
    }
}

// Everything that the rules see in the position before a layer, and the position after it; false: they see nothing.
template <int W> bool Follower<W>::collect(std::int32_t depth) {
    layer(static_cast<std::size_t>(depth) + 1); // before there are references
    Layer& here = layer(static_cast<std::size_t>(depth));
    const std::size_t first = thoughts_.size();
    for (std::size_t rule = 0; rule < plans_.size(); ++rule) {
        Matcher<W>& matcher = here.begin(rule, loose_[rule], *tables_, fuel_);
        for (std::int32_t ordinal = 0;; ++ordinal) {
            const auto result = matcher.next();
            tired_ |= result == Matcher<W>::Result::out_of_fuel;
            if (result != Matcher<W>::Result::match)
                break;
            const std::size_t from = conclusions_.size();
            conclusions_.insert(conclusions_.end(), matcher.conclusions().begin(), matcher.conclusions().end());
            thoughts_.push_back({static_cast<std::int32_t>(rule), ordinal, depth, from, conclusions_.size()});
        }
    }
    Position<W>& after = layer(static_cast<std::size_t>(depth) + 1).position;
    after.become(here.position);
    std::vector<std::int32_t> gone;
    for (std::size_t i = first; i < thoughts_.size(); ++i)
        for (std::size_t c = thoughts_[i].from; c < thoughts_[i].to; ++c) {
            const Conclusion& conclusion = conclusions_[c];
            removed(conclusion, here.position, gone);
            for (std::int32_t candidate : gone)
                if (auto& by = sources_[candidate]; by.empty() || by.back() != i)
                    by.push_back(i);
            if (conclusion.is && placed_by_[conclusion.cell] < 0)
                placed_by_[conclusion.cell] = static_cast<std::ptrdiff_t>(i);
            apply(after, conclusion);
        }
    return thoughts_.size() > first;
}

template <int W>
void Follower<W>::breaks(const Position<W>& position, std::size_t most, std::vector<Grounds>& found) const {
    found.clear();
    const auto& tables = *tables_;
    auto add = [&]() -> Grounds& {
        found.emplace_back();
        found.back().fit(tables);
        return found.back();
    };
    auto use = [](std::vector<std::uint64_t>& some, std::int32_t i) { some[i >> 6] |= std::uint64_t{1} << (i & 63); };
    auto lacks = [&](Grounds& grounds, std::int32_t x, Mask values) {
        grounds.absent(x, tables.own[x] & values & ~position.cand[x]);
    };
    if (position.broken) {
        for (std::int32_t x = 0; x < tables.cells && found.size() < most; ++x)
            if (!position.cand[x]) {
                Grounds& grounds = add();
                lacks(grounds, x, ~Mask{0});
                use(grounds.choices, x);
            }
        for (const auto& [choice, about] : choices_) {
            const std::int32_t v = about / tables.groups, g = about % tables.groups;
            if (found.size() >= most || (position.having[v] & tables.members[g]).any())
                continue;
            Grounds& grounds = add();
            tables.members[g].each([&](std::int32_t x) { lacks(grounds, x, Mask{1} << v); });
            use(grounds.choices, choice);
        }
    }
    std::vector<std::pair<std::int32_t, Grounds>> relations; // by their numbers
    auto relate = [&](std::int32_t relation) -> Grounds& {
        relations.emplace_back(relation, Grounds());
        relations.back().second.fit(tables);
        use(relations.back().second.relations, relation);
        return relations.back().second;
    };
    auto told = [&](const Relation& relation, std::int32_t number, const std::vector<Mask>& domains) {
        std::vector<Mask> matters(domains.size());
        relation.matters(domains.data(), {}, matters.data());
        Grounds& grounds = relate(number);
        for (std::size_t i = 0; i < matters.size(); ++i)
            lacks(grounds, relation.scope[i], matters[i]);
    };
    std::vector<Mask> domains;
    auto read = [&](const std::vector<Variable>& scope) {
        domains.clear();
        for (Variable x : scope)
            domains.push_back(position.cand[x]);
    };
    for (const auto& relation : tables.others)
        if (read(relation->scope); relation->broken(domains.data()))
            told(*relation, relation->statements.front(), domains);
    for (std::int32_t g = 0; g < tables.groups; ++g)
        if (const std::int32_t i = tables.filling_of[g]; i >= 0 && !position.fitting(tables, g)) {
            read(tables.order[i]);
            told(*tables.fillings[i].relation, tables.filled_by[i], domains);
        }
    for (std::int32_t p = 0; p < tables.cells; ++p)
        if (tables.view_of[p] >= 0 && !position.can_count(tables, p)) {
            Grounds& grounds = relate(tables.view_of[p]);
            lacks(grounds, p, ~Mask{0});
            for (std::int32_t x : tables.view[p])
                lacks(grounds, x, ~Mask{0});
        }
    std::stable_sort(relations.begin(), relations.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < relations.size() && found.size() < most; ++i)
        found.push_back(std::move(relations[i].second));
}

// Absences as somebody found them in a position: those that layers made go to `wanted`; what was missing before
// anything was supposed is told, and what is used of the rulebook.
template <int W>
Grounds Follower<W>::sorted_out(const Grounds& found, const Position<W>& position, std::vector<Wanted>& wanted) {
    const Position<W>& supposed = layer(0).position;
    Grounds outside;
    outside.fit(*tables_);
    outside.choices = found.choices;
    outside.relations = found.relations;
    for (std::int32_t x : found.cells) {
        Mask gone = found.gone[x];
        if (position.placed[x] && !outside_->placed[x] &&
            __builtin_popcountll(gone) + 1 >= __builtin_popcountll(tables_->own[x])) {
            // It was written down inside: who did that is enough.
            const std::ptrdiff_t by = placed_by_[x];
            std::int32_t own = value_;
            if (x != cell_)
                for (std::size_t c = thoughts_[by].from; c < thoughts_[by].to; ++c)
                    if (conclusions_[c].is && conclusions_[c].cell == x) {
                        own = conclusions_[c].value;
                        break;
                    }
            gone &= Mask{1} << own;
            if (by >= 0)
                wanted[thoughts_[by].layer].cells.push_back(x);
        }
        outside.absent(x, gone & ~outside_->cand[x]);
        for (Mask m = gone & outside_->cand[x] & supposed.cand[x]; m; m &= m - 1) {
            const std::int32_t candidate = tables_->first[x] + __builtin_ctzll(m);
            wanted[thoughts_[sources_[candidate][0]].layer].candidates.push_back(candidate);
        }
    }
    return outside;
}

// Thoughts of a layer that do what is wanted, few of them, with the conclusions of each that matter.
template <int W> std::vector<typename Follower<W>::Kept> Follower<W>::chosen(Wanted& wanted) {
    auto unique = [](std::vector<std::int32_t>& some) {
        std::sort(some.begin(), some.end());
        some.erase(std::unique(some.begin(), some.end()), some.end());
    };
    unique(wanted.candidates);
    unique(wanted.cells);
    std::vector<Kept> kept;
    auto of = [&](std::size_t thought) -> Kept& {
        for (Kept& one : kept)
            if (one.thought == thought)
                return one;
        kept.push_back({thought, {}});
        return kept.back();
    };
    std::vector<std::int32_t> rest = wanted.candidates, gone;
    auto take = [&](const Conclusion& conclusion, const Position<W>& before) {
        removed(conclusion, before, gone);
        const std::size_t size = rest.size();
        std::erase_if(rest, [&](std::int32_t c) { return std::find(gone.begin(), gone.end(), c) != gone.end(); });
        return rest.size() < size;
    };
    for (std::int32_t x : wanted.cells) {
        const auto by = static_cast<std::size_t>(placed_by_[x]);
        for (std::size_t c = thoughts_[by].from; c < thoughts_[by].to; ++c)
            if (conclusions_[c].is && conclusions_[c].cell == x) {
                of(by).conclusions.push_back(conclusions_[c]);
                take(conclusions_[c], layer(static_cast<std::size_t>(thoughts_[by].layer)).position);
            }
    }
    while (!rest.empty()) {
        std::vector<std::pair<std::size_t, std::size_t>> serves; // (thought, how much)
        for (std::int32_t candidate : rest)
            for (std::size_t thought : sources_[candidate]) {
                const bool has = std::any_of(kept.begin(), kept.end(), [&](auto& k) { return k.thought == thought; });
                const std::size_t much = 1 + (has ? wanted.candidates.size() : 0);
                auto at = std::find_if(serves.begin(), serves.end(), [&](auto& s) { return s.first == thought; });
                if (at == serves.end())
                    serves.emplace_back(thought, much);
                else
                    at->second += much;
            }
        const auto best = std::min_element(serves.begin(), serves.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
        const Thought& thought = thoughts_[best->first];
        for (std::size_t c = thought.from; c < thought.to; ++c)
            if (take(conclusions_[c], layer(static_cast<std::size_t>(thought.layer)).position))
                of(best->first).conclusions.push_back(conclusions_[c]);
    }
    std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.thought > b.thought; });
    return kept;
}

// The match found once more, with what it shows and what these conclusions of it relied on.
template <int W> RefutingLine Follower<W>::line(const Kept& kept, Grounds& grounds) {
    const Thought& thought = thoughts_[kept.thought];
    Layer& here = layer(static_cast<std::size_t>(thought.layer));
    Matcher<W>& matcher = here.begin(thought.rule, loose_[thought.rule], *tables_, fuel_);
    for (std::int32_t i = 0; i <= thought.ordinal; ++i)
        matcher.next();
    RefutingLine line;
    line.rule = thought.rule;
    line.conclusions = kept.conclusions;
    matcher.show(line.seen);
    std::vector<Mask> asked(tables_->cells, 0);
    for (const Conclusion& c : kept.conclusions)
        asked[c.cell] |= Mask{1} << c.value;
    grounds.fit(*tables_);
    tired_ |= matcher.read_grounds(grounds, fuel_, asked.data()) == Matcher<W>::Result::out_of_fuel;
    return line;
}

// The thoughts that a break rests on.
template <int W> Refuted Follower<W>::proof(const Grounds& broken, const Position<W>& end, std::int32_t layers) {
    Refuted found;
    found.cell = cell_;
    found.value = value_;
    std::vector<Wanted> wanted(static_cast<std::size_t>(layers));
    found.last = sorted_out(broken, end, wanted);
    for (std::int32_t depth = layers; depth-- > 0;) {
        std::vector<RefutingLine> own; // of a layer, what is placed comes last
        for (const Kept& kept : chosen(wanted[depth])) {
            Grounds grounds;
            own.push_back(line(kept, grounds));
            own.back().grounds = sorted_out(grounds, layer(static_cast<std::size_t>(depth)).position, wanted);
        }
        std::reverse(own.begin(), own.end());
        std::stable_partition(own.begin(), own.end(), [](const RefutingLine& one) {
            return std::none_of(one.conclusions.begin(), one.conclusions.end(), [](const auto& c) { return c.is; });
        });
        found.lines.insert(found.lines.begin(), std::make_move_iterator(own.begin()),
                           std::make_move_iterator(own.end()));
    }
    return found;
}

// Two thoughts of a layer, found side by side, may contradict each other: what comes before is then enough.
template <int W> Refuted Follower<W>::readable(Refuted found, std::int32_t layers) {
    std::vector<Grounds> early;
    for (bool again = true; again;) {
        again = false;
        scratch_.become(layer(0).position);
        for (const RefutingLine& line : found.lines) {
            breaks(scratch_, 1, early);
            if (!early.empty()) {
                found = proof(early.front(), scratch_, layers);
                again = true;
                break;
            }
            for (const Conclusion& c : line.conclusions)
                apply(scratch_, c);
        }
    }
    return found;
}

template <int W>
bool Follower<W>::follow(std::int32_t cell, std::int32_t value, std::int32_t layers, std::vector<Refuted>& proofs) {
    proofs.clear();
    cell_ = cell;
    value_ = value;
    thoughts_.clear();
    conclusions_.clear();
    sources_.assign(tables_->cell_of.size(), {});
    placed_by_.assign(tables_->cells, -1);
    Position<W>& supposed = layer(0).position;
    supposed.become(*outside_);
    supposed.fresh.nothing();
    supposed.place(*tables_, cell, value);
    std::vector<Grounds> broken;
    for (std::int32_t depth = 0;; ++depth) {
        if (watch_.stopped() || !watch_.go_on())
            return false;
        const Position<W>& now = layer(static_cast<std::size_t>(depth)).position;
        breaks(now, kMostBreaks, broken);
        if (!broken.empty()) {
            for (const Grounds& one : broken)
                proofs.push_back(proof(one, layer(static_cast<std::size_t>(depth)).position, depth));
            std::stable_sort(proofs.begin(), proofs.end(),
                             [](const auto& a, const auto& b) { return a.lines.size() < b.lines.size(); });
            for (Refuted& one : proofs)
                one = readable(std::move(one), depth);
            return true;
        }
        if (depth == layers)
            return false;
        if (!collect(depth))
            return true;
    }
}

template <int W> bool Follower<W>::applies(const Refuted& proof) {
    Layer& here = layer(0);
    here.position.become(*outside_);
    here.position.place(*tables_, proof.cell, proof.value);
    std::vector<std::uint64_t> seen;
    for (const RefutingLine& line : proof.lines) {
        Matcher<W>& matcher = here.matchers[line.rule];
        matcher.changed.everything(*tables_);
        matcher.restart(fuel_);
        bool found = false;
        bool unsure = std::any_of(line.conclusions.begin(), line.conclusions.end(), [&](auto& c) {
            return c.is ? here.position.placed[c.cell] : !(here.position.cand[c.cell] >> c.value & 1);
        }); // whether who changes nothing more is a match
        auto result = Matcher<W>::Result::match;
        while (!found && (result = matcher.next()) == Matcher<W>::Result::match) {
            const auto& said = matcher.conclusions();
            if (!std::all_of(line.conclusions.begin(), line.conclusions.end(),
                             [&](auto& c) { return std::find(said.begin(), said.end(), c) != said.end(); }))
                continue;
            seen.clear();
            matcher.show(seen);
            found = seen == line.seen;
            unsure = true;
        }
        if (!found) {
            tired_ |= unsure || result == Matcher<W>::Result::out_of_fuel;
            return false;
        }
        for (const Conclusion& c : line.conclusions)
            apply(here.position, c);
    }
    return true;
}

#define X(W) template class Follower<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
