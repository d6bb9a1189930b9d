#include "ladders/deduce.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace gridwright {
namespace {

const std::string kContradiction = "contradiction"; // the key of what comes behind the plans

} // namespace

Deduced::Deduced(Outcome how, const DeducedLists<Growing>& lists) : outcome(how) {
    std::size_t bytes = 0;
    lists.each(*this, [&](const auto& from, auto&) { bytes += from.size() * sizeof(from[0]); });
    memory_ = take_block(bytes);
    char* next = reinterpret_cast<char*>(memory_.get());
    lists.each(*this, [&](const auto& from, auto& to) {
        using Element = typename std::decay_t<decltype(from)>::value_type;
        static_assert(std::is_trivially_copyable_v<Element>);
        if (!from.empty())
            std::memcpy(next, from.data(), from.size() * sizeof(Element));
        to = {reinterpret_cast<const Element*>(next), from.size()};
        next += from.size() * sizeof(Element);
    });
}

template <int W>
Deducer<W>::Deducer(const std::vector<const Plan*>& plans, bool reasons, const std::vector<const Plan*>& inside,
                    std::int32_t longest)
    : plans_(plans), reasons_(reasons), refuter_(inside, watch_), inside_(inside), longest_(longest),
      follower_(inside, watch_) {
    registers_.watch = &watch_;
    for (const Plan* plan : plans)
        registers_.fit(*plan);
    matchers_.reserve(plans.size());
    news_.reserve(plans.size());
}

template <int W> void Deducer<W>::fit(const Tables<W>& tables) {
    tables_ = &tables;
    tables_number_ = tables.number;
    position_.fit(tables);
    grounds_.fit(tables);
    lent_.resize(2 * plans_.size() * tables.groups);
    matchers_.clear();
    news_.clear();
    Mask* lent = lent_.data();
    for (const Plan* plan : plans_) {
        matchers_.emplace_back(*plan, tables, position_, registers_, lent);
        news_.emplace_back(tables, lent + tables.groups);
        lent += 2 * tables.groups;
    }
    // Which values changed in which group: behind the last rule that asks, nobody need know.
    for (std::size_t rule = plans_.size(); rule-- > 0 && plans_[rule]->new_at_group.iterator < 0;)
        news_[rule].count = 0;
}

template <int W>
void Deducer<W>::begin(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed, const Past* past) {
    if (tables_number_ != tables.number)
        fit(tables);
    position_.reset(tables, masks, placed);
    if (past) {
        position_.remover = past->remover;
        position_.writer = past->writer;
        for (const std::string& key : past->keys)
            position_.steps.push_back(&key);
    }
    position_.now = past ? static_cast<std::int32_t>(past->keys.size()) : 0;
    registers_.clear();
    for (Matcher<W>& matcher : matchers_)
        matcher.changed.everything(tables);
    for (Changed<W>& news : news_)
        news.nothing();
    found_.each(found_, [](const auto&, auto& list) { list.clear(); });
    hardest_ = -1;
}

template <int W>
Deduced::Outcome Deducer<W>::end(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed,
                                 std::uint64_t fuel, const Limits& limits) {
    begin(tables, masks, placed, nullptr);
    quiet_ = true;
    const Deduced::Outcome outcome = climb(fuel, limits, UINT64_MAX);
    quiet_ = false;
    return outcome;
}

template <int W>
Deduced Deducer<W>::run(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                        const Limits& limits, std::uint64_t most, const Past* past) {
    begin(tables, masks, placed, past);
    const Deduced::Outcome outcome = climb(fuel, limits, most);
    found_.masks = position_.cand;
    found_.placed = position_.placed;
    if (past) {
        found_.remover = position_.remover;
        found_.writer = position_.writer;
    }
    return {outcome, found_};
}

template <int W> Deduced::Outcome Deducer<W>::climb(std::uint64_t fuel, const Limits& limits, std::uint64_t most) {
    Meter meter(limits, W > 4 ? 1 : 16);
    watch_.begin(limits);
    for (;;) {
        if (position_.broken || position_.unfillable())
            return Deduced::Outcome::contradiction;
        const bool open = position_.open.any();
        if (open && (found_.steps.size() >= most || watch_.stopped() || !meter.spend()))
            return Deduced::Outcome::stopped;
        if (open && step(fuel))
            continue;
        if (watch_.stopped())
            return Deduced::Outcome::stopped;
        if (position_.impossible(*tables_))
            return Deduced::Outcome::contradiction;
        return open ? Deduced::Outcome::stuck : Deduced::Outcome::solved;
    }
}

// Where the first rule writes down every cell with one candidate, nothing else is looked at before all of them are
// written: without a trace, in whichever order.
template <int W> void Deducer<W>::write_fixed() {
    if (plans_.empty() || !plans_[0]->writes_fixed || tables_->loud != tables_->every_value)
        return;
    for (Set<W> left = position_.open & position_.fixed; left.any() && !position_.broken;
         left = position_.open & position_.fixed) {
        const std::int32_t x = left.first();
        position_.place(*tables_, x, __builtin_ctzll(position_.cand[x]));
        hardest_ = std::max(hardest_, 0);
    }
}

// The first match of the first rule that has one.
template <int W> bool Deducer<W>::step(std::uint64_t fuel) {
    if (quiet_) {
        write_fixed();
        if (position_.broken || !position_.open.any())
            return true;
    }
    Changed<W>* news = &position_.fresh;
    for (std::size_t rule = 0; rule < matchers_.size(); ++rule) {
        Matcher<W>& matcher = matchers_[rule];
        Changed<W>* const next = rule + 1 < matchers_.size() ? &news_[rule + 1] : nullptr;
        if (news->values) // nothing changes without a value
            news->hand_on(matcher.changed, next);
        news = next;
        if (matcher.hopeless()) {
            matcher.changed.nothing();
            continue;
        }
        matcher.restart(fuel);
        switch (matcher.next()) {
        case Matcher<W>::Result::match:
            if (position_.unfillable()) // then there is nothing to conclude but that
                return true;
            matcher.forget_passed();
            record(rule, fuel);
            return true;
        case Matcher<W>::Result::none: // nothing where it looked: next time only what is new
            matcher.changed.nothing();
            break;
        case Matcher<W>::Result::out_of_fuel:
            if (watch_.stopped())
                return false;
            give_up(rule);
            break;
        }
    }
    return longest_ > kFewest ? follow(fuel) : longest_ > 0 && refute(fuel);
}

// The rule ran out of fuel somewhere.
template <int W> void Deducer<W>::give_up(std::size_t rule) {
    const auto number = static_cast<std::int32_t>(rule);
    if (std::find(found_.undecided.begin(), found_.undecided.end(), number) == found_.undecided.end())
        found_.undecided.push_back(number);
}

// The first candidate that the shortest contradiction refutes.
template <int W> bool Deducer<W>::refute(std::uint64_t fuel) {
    at_rest_.clear();
    for (const Plan* plan : inside_) {
        const auto rule = static_cast<std::int32_t>(std::find(plans_.begin(), plans_.end(), plan) - plans_.begin());
        at_rest_.push_back(rule < static_cast<std::int32_t>(plans_.size()) &&
                           std::find(found_.undecided.begin(), found_.undecided.end(), rule) == found_.undecided.end());
    }
    refuter_.begin(*tables_, position_, fuel, at_rest_);
    for (std::int32_t k = 1; k <= longest_; ++k) {
        refuter_.rewind();
        if (refuter_.find(k, refuted_)) {
            write_refuted(k, refuted_);
            return true;
        }
        if (watch_.stopped())
            return false;
        if (refuter_.tired())
            give_up(plans_.size() + static_cast<std::size_t>(k) - 1);
    }
    return false;
}

// The same where there are longer ones. Few layers are followed where few lines may do, else as many as ever; what was
// followed far enough is kept for larger k.
template <int W> bool Deducer<W>::follow(std::uint64_t fuel) {
    follower_.begin(*tables_, position_, fuel);
    assumptions_.clear();
    position_.open.each([&](std::int32_t x) {
        for (Mask m = position_.cand[x] & tables_->loud; m; m &= m - 1)
            assumptions_.push_back({x, __builtin_ctzll(m), -1, {}});
    });
    for (std::int32_t k = 1; k <= longest_; ++k) {
        const std::int32_t layers = k <= kFewest ? k : Refuter<W>::kLongest;
        const std::size_t rule = plans_.size() + static_cast<std::size_t>(k) - 1;
        for (Assumption& each : assumptions_) {
            if (each.layers < layers) {
                each.layers =
                    follower_.follow(each.cell, each.value, layers, each.proofs) ? Refuter<W>::kLongest : layers;
                if (watch_.stopped())
                    return false;
                std::stable_sort(each.proofs.begin(), each.proofs.end(),
                                 [](const auto& a, const auto& b) { return a.lines.size() < b.lines.size(); });
            }
            for (const Refuted& proof : each.proofs) {
                if (proof.lines.size() > static_cast<std::size_t>(k))
                    break;
                if (follower_.applies(proof)) {
                    write_refuted(k, proof);
                    return true;
                }
                if (follower_.tired()) { // whoever can tell why not goes on
                    give_up(rule);
                    return false;
                }
            }
        }
        if (follower_.tired())
            give_up(rule);
    }
    return false;
}

// What a contradiction shows: the candidate; all that its lines and the break found missing outside.
template <int W> void Deducer<W>::write_refuted(std::int32_t lines, const Refuted& refuted) {
    if (reasons_) {
        found_.seen.push_back(static_cast<std::uint64_t>(refuted.cell));
        found_.seen.push_back(static_cast<std::uint64_t>(refuted.value));
        earlier_.resize(static_cast<std::size_t>(position_.now) / 64 + 1);
        grounds_.clear();
        auto add = [&](const Grounds& grounds) {
            for (std::int32_t x : grounds.cells)
                grounds_.absent(x, grounds.gone[x] & ~position_.cand[x]);
            for (std::size_t i = 0; i < grounds.choices.size(); ++i)
                grounds_.choices[i] |= grounds.choices[i];
            for (std::size_t i = 0; i < grounds.relations.size(); ++i)
                grounds_.relations[i] |= grounds.relations[i];
        };
        for (const RefutingLine& line : refuted.lines)
            add(line.grounds);
        add(refuted.last);
        for (std::int32_t x : grounds_.cells)
            removed(x, grounds_.gone[x]);
        tell(true, true);
    }
    write(plans_.size() + static_cast<std::size_t>(lines) - 1, {{refuted.cell, refuted.value, false}});
}

// The one place where a step is written down and takes effect.
template <int W> void Deducer<W>::record(std::size_t rule, std::uint64_t fuel) {
    if (reasons_)
        reason(rule, fuel);
    if (watch_.stopped()) // perhaps not all reasons were found
        return;
    write(rule, matchers_[rule].conclusions());
}

template <int W> void Deducer<W>::write(std::size_t rule, const std::vector<Conclusion>& conclusions) {
    for (const Conclusion& c : conclusions) {
        if (!quiet_)
            found_.conclusions.push_back(c);
        if (c.is)
            position_.place(*tables_, c.cell, c.value);
        else
            position_.remove(*tables_, c.cell, c.value);
    }
    auto end = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    if (!quiet_)
        found_.steps.push_back({static_cast<std::int32_t>(rule), end(found_.conclusions), end(found_.seen),
                                end(found_.premises), end(found_.choices), end(found_.relations)});
    hardest_ = std::max(hardest_, static_cast<std::int32_t>(rule));
    ++position_.now;
    position_.steps.push_back(rule < plans_.size() ? &plans_[rule]->key : &kContradiction);
}

// These candidates of a cell are missing: whoever removed them is a premise.
template <int W> void Deducer<W>::removed(std::int32_t x, Mask gone) {
    auto premise = [&](std::int32_t step) { earlier_[(step + 1) >> 6] |= std::uint64_t{1} << ((step + 1) & 63); };
    // Who finds all other candidates of a written cell missing relies on its value: how each went does not matter.
    if (position_.writer[x] >= 0 && (gone | position_.cand[x]) == tables_->own[x])
        premise(position_.writer[x]);
    else
        for (Mask m = gone; m; m &= m - 1)
            premise(position_.remover[tables_->first[x] + __builtin_ctzll(m)]);
}

// Most steps are singles, and all that they read is one cell, or the places of one value in one group: no cell is read
// twice, so each is looked up at once.
template <int W> bool Deducer<W>::simple_reason(std::size_t rule) {
    const Instruction* code = plans_[rule]->code.data() + plans_[rule]->grounds;
    const Matcher<W>& matcher = matchers_[rule];
    if ((code[0].op != Op::read_places && code[0].op != Op::read_cell) || code[1].op != Op::end)
        return false;
    if (code[0].op == Op::read_cell) {
        const std::int32_t x = matcher.cell(code[0].a);
        removed(x, tables_->own[x] & ~position_.cand[x]);
        found_.choices.push_back(x);
        return true;
    }
    const std::int32_t v = matcher.value(code[0].a), g = matcher.group(code[0].b), about = v * tables_->groups + g;
    if (tables_->choice_of[about] < 0 || tables_->relation_of[about] >= 0)
        return false; // said in another way
    const Mask bit = Mask{1} << v;
    std::uint64_t* const earlier = earlier_.data();
    const std::int32_t* const remover = position_.remover.data();
    const Mask* const cand = position_.cand.data();
    const Mask* const own = tables_->own.data();
    tables_->members[g].without(position_.at[v]).each([&](std::int32_t x) {
        if ((cand[x] & bit) == 0 && (cand[x] | bit) != own[x] && (own[x] & bit)) { // as for most cells: see `removed`
            const std::int32_t step = remover[tables_->first[x] + v] + 1;
            earlier[step >> 6] |= std::uint64_t{1} << (step & 63);
        } else
            removed(x, (cand[x] & bit ? ~cand[x] : bit) & own[x]);
    });
    found_.choices.push_back(tables_->choice_of[about]);
    return true;
}

// What the step saw, what it used, and the steps that removed what it found missing.
template <int W> void Deducer<W>::reason(std::size_t rule, std::uint64_t fuel) {
    Matcher<W>& matcher = matchers_[rule];
    matcher.show(found_.seen);
    earlier_.resize(static_cast<std::size_t>(position_.now) / 64 +
                    1); // all zero between steps; bit 0 is "from the start"
    const bool simple = simple_reason(rule);
    const bool decided = simple || matcher.read_grounds(grounds_, fuel) != Matcher<W>::Result::out_of_fuel;
    if (!simple)
        for (std::int32_t x : grounds_.cells)
            removed(x, grounds_.gone[x]);
    tell(decided, !simple);
}

// The steps in `earlier_` and, where asked for, what `grounds_` used of the rulebook go to the lists; all of them where
// it is not decided.
template <int W> void Deducer<W>::tell(bool decided, bool parts) {
    earlier_[0] &= ~std::uint64_t{1};
    auto list = [&](const std::vector<std::uint64_t>& bits, std::vector<std::int32_t>& to, std::int32_t first,
                    std::int32_t count) {
        if (!decided) { // it may rest on anything
            for (std::int32_t i = 0; i < count; ++i)
                to.push_back(i);
            return;
        }
        for (const std::uint64_t word : bits) {
            if (word) {
                const std::size_t size = to.size();
                to.resize(size + static_cast<std::size_t>(__builtin_popcountll(word)));
                std::int32_t* next = to.data() + size;
                for (std::uint64_t m = word; m; m &= m - 1)
                    *next++ = first + __builtin_ctzll(m);
            }
            first += 64;
        }
    };
    list(earlier_, found_.premises, -1, position_.now);
    std::fill(earlier_.begin(), earlier_.end(), 0);
    if (!parts)
        return;
    list(grounds_.choices, found_.choices, 0, tables_->choices);
    list(grounds_.relations, found_.relations, 0, tables_->relations);
}

#define X(W) template class Deducer<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
