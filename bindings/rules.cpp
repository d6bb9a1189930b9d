// The Python face of the rule machine: plans, matches, deductions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <variant>

#include "basics/parallel.hpp"
#include "calls.hpp"
#include "ladders/deduce.hpp"
#include "ladders/follow.hpp"
#include "ladders/ladder.hpp"
#include "relations/relation.hpp"

namespace nb = nanobind;
using namespace gridwright;

namespace {

using Seen = std::variant<std::int64_t, std::vector<std::int32_t>>;
// What a match relied on: absent candidates as (cell, value), choices, relations; empty where nobody asked.
using GroundLists = std::tuple<std::vector<std::pair<std::int32_t, std::int32_t>>, std::vector<std::int32_t>,
                               std::vector<std::int32_t>>;
using Found = std::tuple<std::vector<Seen>, std::vector<std::tuple<std::int32_t, std::int32_t, bool>>, GroundLists>;

using Shown = std::vector<std::pair<Plan::Shown, std::int32_t>>;

std::vector<std::int32_t> elements(const std::vector<std::uint64_t>& bits) {
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::uint64_t m = bits[i]; m; m &= m - 1)
            found.push_back(static_cast<std::int32_t>(i * 64) + __builtin_ctzll(m));
    return found;
}

GroundLists lists_of(const Grounds& grounds) {
    std::vector<std::pair<std::int32_t, std::int32_t>> absent;
    for (std::int32_t x : grounds.cells)
        for (Mask m = grounds.gone[x]; m; m &= m - 1)
            absent.emplace_back(x, __builtin_ctzll(m));
    return {std::move(absent), elements(grounds.choices), elements(grounds.relations)};
}

// One value of a witness from its words, which go on behind it; a set has `width` of them.
Seen seen_in(Plan::Shown what, const std::uint64_t*& words, int width) {
    if (what == Plan::Shown::scalar)
        return static_cast<std::int64_t>(*words++);
    std::vector<std::int32_t> list;
    if (what == Plan::Shown::list) {
        const std::uint64_t* const first = words + 1;
        words = first + *words;
        list.assign(first, words);
        return list;
    }
    for (int i = 0; i < (what == Plan::Shown::set ? width : 1); ++i)
        for (std::uint64_t m = words[i]; m; m &= m - 1)
            list.push_back(i * 64 + __builtin_ctzll(m));
    words += what == Plan::Shown::set ? width : 1;
    return list;
}

// All values of a witness from their words.
std::vector<Seen> all_seen(const Shown& shown, const std::uint64_t* words, int width) {
    std::vector<Seen> seen;
    for (const auto& [what, number] : shown)
        seen.push_back(seen_in(what, words, width));
    return seen;
}

template <int W>
std::tuple<std::vector<Found>, bool> run(const Tables<W>& tables, const Plan& plan, const Mask* masks,
                                         const std::uint8_t* placed, std::size_t limit, std::uint64_t fuel,
                                         bool with_grounds, const Limits& limits) {
    const Position<W> position(tables, masks, placed);
    Watch watch;
    watch.begin(limits);
    Registers<W> registers;
    registers.watch = &watch;
    registers.fit(plan);
    std::vector<Mask> lent(tables.groups);
    Matcher<W> matcher(plan, tables, position, registers, lent.data());
    matcher.restart(fuel);
    Grounds grounds;
    grounds.fit(tables);
    std::vector<Found> found;
    std::vector<std::uint64_t> words;
    while (found.size() < limit) {
        const auto result = watch.stopped() ? Matcher<W>::Result::out_of_fuel : matcher.next();
        if (result != Matcher<W>::Result::match)
            return {std::move(found), result == Matcher<W>::Result::none};
        words.clear();
        matcher.show(words);
        std::vector<Seen> seen = all_seen(plan.shown, words.data(), W);
        std::vector<std::tuple<std::int32_t, std::int32_t, bool>> conclusions;
        for (const Conclusion& c : matcher.conclusions())
            conclusions.emplace_back(c.cell, c.value, c.is);
        if (with_grounds && matcher.read_grounds(grounds, fuel) == Matcher<W>::Result::out_of_fuel)
            return {std::move(found), false};
        found.emplace_back(std::move(seen), std::move(conclusions), lists_of(grounds));
    }
    return {std::move(found), true};
}

// (cell, value, lines as (rule, match), the cell that breaks, what the break relied on)
using Refutation =
    std::tuple<std::int32_t, std::int32_t, std::vector<std::pair<std::int32_t, Found>>, std::int32_t, GroundLists>;

template <int W>
std::vector<std::pair<std::int32_t, Found>> lines_of(const Refuted& one, const std::vector<const Plan*>& plans) {
    std::vector<std::pair<std::int32_t, Found>> lines;
    for (const RefutingLine& line : one.lines) {
        std::vector<Seen> seen = all_seen(plans[line.rule]->shown, line.seen.data(), W);
        std::vector<std::tuple<std::int32_t, std::int32_t, bool>> conclusions;
        for (const Conclusion& c : line.conclusions)
            conclusions.emplace_back(c.cell, c.value, c.is);
        lines.emplace_back(line.rule, Found{std::move(seen), std::move(conclusions), lists_of(line.grounds)});
    }
    return lines;
}

template <int W>
std::tuple<std::vector<Refutation>, bool> refuted(const Tables<W>& tables, const std::vector<const Plan*>& plans,
                                                  const Mask* masks, const std::uint8_t* placed, std::int32_t longest,
                                                  std::size_t limit, std::uint64_t fuel, const Limits& limits) {
    const Position<W> position(tables, masks, placed);
    Watch watch;
    watch.begin(limits);
    Refuter<W> refuter(plans, watch);
    refuter.begin(tables, position, fuel, std::vector<std::uint8_t>(plans.size(), 0));
    std::vector<Refutation> found;
    Refuted one;
    while (found.size() < limit && refuter.find(longest, one)) {
        found.emplace_back(one.cell, one.value, lines_of<W>(one, plans), one.broken, lists_of(one.last));
    }
    return {std::move(found), !refuter.tired() && !watch.stopped()};
}

// (is there no more to follow, proofs as (lines, what the break relied on))
using Proofs = std::vector<std::pair<std::vector<std::pair<std::int32_t, Found>>, GroundLists>>;
using Followed = std::pair<bool, Proofs>;

template <int W>
std::tuple<std::vector<Followed>, bool>
followed(const Tables<W>& tables, const std::vector<const Plan*>& plans, const Mask* masks, const std::uint8_t* placed,
         const std::vector<std::pair<std::int32_t, std::int32_t>>& candidates, std::int32_t layers, std::size_t most,
         std::uint64_t fuel, const Limits& limits) {
    const Position<W> position(tables, masks, placed);
    Watch watch;
    watch.begin(limits);
    Follower<W> follower(plans, watch);
    follower.begin(tables, position, fuel);
    std::vector<Followed> found;
    std::vector<Refuted> proofs;
    for (const auto& [cell, value] : candidates) {
        if (cell < 0 || cell >= tables.cells || value < 0 || value >= tables.values ||
            !(position.cand[cell] >> value & 1))
            throw nb::index_error("no such candidate");
        const bool ended = follower.follow(cell, value, layers, proofs);
        if (watch.stopped())
            break;
        Proofs told;
        for (const Refuted& one : proofs)
            told.emplace_back(lines_of<W>(one, plans), lists_of(one.last));
        const bool enough = !proofs.empty() && proofs.front().lines.size() <= most;
        found.emplace_back(ended, std::move(told));
        if (enough)
            break;
    }
    return {std::move(found), !follower.tired() && !watch.stopped()};
}

// (rule, conclusions, seen, premises, choices, relations)
using Conclusions = std::vector<std::tuple<std::int32_t, std::int32_t, bool>>;
using Numbers = std::vector<std::int32_t>;
using Step = std::tuple<std::int32_t, Conclusions, std::vector<Seen>, Numbers, Numbers, Numbers>;
// (outcome, steps, masks, placed, rules that ran out of fuel)
using Told = std::tuple<std::string, std::vector<Step>, nb::bytes, nb::bytes, Numbers>;
const char* outcome_name(Deduced::Outcome outcome) {
    constexpr const char* kOutcomes[] = {"solved", "stuck", "contradiction", "stopped"};
    return kOutcomes[static_cast<int>(outcome)];
}

template <class T> nb::bytes bytes_of(std::span<const T> list) {
    return nb::bytes(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
}

Numbers numbers_of(std::span<const std::int32_t> list) { return {list.begin(), list.end()}; }

Told told(const Deduced& deduced, const std::vector<Shown>& shown, int width) {
    std::vector<Step> steps;
    DeducedStep last{};
    for (const DeducedStep& step : deduced.steps) {
        Conclusions conclusions;
        for (std::uint32_t i = last.conclusions; i < step.conclusions; ++i) {
            const Conclusion& c = deduced.conclusions[i];
            conclusions.emplace_back(c.cell, c.value, c.is);
        }
        std::vector<Seen> seen;
        if (step.seen > last.seen)
            seen = all_seen(shown[step.rule], deduced.seen.data() + last.seen, width);
        auto part = [](std::span<const std::int32_t> all, std::uint32_t from, std::uint32_t to) {
            return numbers_of(all.subspan(from, to - from));
        };
        steps.emplace_back(
            step.rule, std::move(conclusions), std::move(seen), part(deduced.premises, last.premises, step.premises),
            part(deduced.choices, last.choices, step.choices), part(deduced.relations, last.relations, step.relations));
        last = step;
    }
    return {outcome_name(deduced.outcome), std::move(steps), bytes_of(deduced.masks), bytes_of(deduced.placed),
            numbers_of(deduced.undecided)};
}

std::vector<Shown> shown_by(const std::vector<const Plan*>& plans) {
    std::vector<Shown> result;
    for (const Plan* plan : plans)
        result.push_back(plan->shown);
    return result;
}

// The deductions of a batch: a trace becomes Python objects only when it is looked at.
struct Deductions {
    std::vector<Deduced> found;
    std::vector<Shown> shown;         // by each rule
    std::vector<std::uint8_t> widths; // words of a set, of each position

    Deductions(std::size_t positions, std::vector<Shown> by_rule) : found(positions), shown(std::move(by_rule)) {}
    Deductions(Deductions&&) = default; // and no copies: it is large
    const Deduced& at(std::size_t i) const {
        if (i >= found.size())
            throw nb::index_error("no such deduction");
        return found[i];
    }
};

template <int W> constexpr int words_of(const Tables<W>&) { return W; }
template <int W> Deducer<W> deducer_for(const Tables<W>&, const std::vector<const Plan*>& plans) {
    return {plans, true};
}

// The position after all givens, a byte a cell: 0 open, k + 1 value k. Nothing where two of them clash.
template <int W>
std::optional<std::pair<nb::bytes, nb::bytes>> started(const Tables<W>& tables, const std::uint8_t* givens) {
    std::vector<Mask> masks = tables.own;
    std::vector<std::uint8_t> placed(masks.size());
    for (std::size_t x = 0; x < masks.size(); ++x)
        if (givens[x] > 64 || (givens[x] && !(masks[x] >> (givens[x] - 1) & 1)))
            return std::nullopt;
    if (std::all_of(givens, givens + masks.size(), [](std::uint8_t given) { return given == 0; }))
        return std::pair{bytes_of(std::span<const Mask>(masks)), bytes_of(std::span<const std::uint8_t>(placed))};
    Position<W> position(tables, masks.data(), placed.data());
    for (std::size_t x = 0; x < masks.size(); ++x)
        if (givens[x]) {
            if (!(position.cand[x] >> (givens[x] - 1) & 1))
                return std::nullopt;
            position.place(tables, static_cast<std::int32_t>(x), givens[x] - 1);
        }
    return std::pair{bytes_of(std::span<const Mask>(position.cand)),
                     bytes_of(std::span<const std::uint8_t>(position.placed))};
}

void check_plans(const std::vector<const Plan*>& plans) {
    for (const Plan* plan : plans)
        if (!plan)
            throw nb::type_error("expected plans");
}

// (keys of the techniques of all steps, who removed each candidate, who wrote each cell)
using PastLists = std::tuple<std::vector<std::string>, nb::bytes, nb::bytes>;

Past past_of(const PastLists& told, std::size_t candidates, std::size_t cells) {
    const auto& [keys, remover, writer] = told;
    const auto steps = static_cast<std::int32_t>(keys.size());
    Past past{keys, std::vector<std::int32_t>(candidates), std::vector<std::int32_t>(cells)};
    if (remover.size() != 4 * candidates || writer.size() != 4 * cells)
        throw nb::value_error("a past has four bytes a candidate and four a cell");
    std::memcpy(past.remover.data(), remover.data(), remover.size());
    std::memcpy(past.writer.data(), writer.data(), writer.size());
    for (const auto* list : {&past.remover, &past.writer})
        for (std::int32_t step : *list)
            if (step < -1 || step >= steps)
                throw nb::value_error("a past names a step that is not past");
    return past;
}

void check_position(std::size_t cells, const nb::bytes& masks, const nb::bytes& placed) {
    if (masks.size() != 8 * cells || placed.size() != cells)
        throw nb::value_error("a position has eight bytes of masks and one of placed a cell");
}

// `work(tables, masks, placed)` with the tables of a structure, as wide as they are, and a position on them.
template <class Work> auto at(const Structure& self, const nb::bytes& masks, const nb::bytes& placed, Work work) {
    return std::visit(
        [&](const auto& tables) {
            check_position(static_cast<std::size_t>(tables->cells), masks, placed);
            std::vector<Mask> words(masks.size() / 8);
            std::memcpy(words.data(), masks.data(), masks.size());
            return work(*tables, words.data(), static_cast<const std::uint8_t*>(placed.data()));
        },
        self.tables().tables);
}

template <int W> std::string outcome_of(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed) {
    const Position<W> position(tables, masks, placed);
    if (position.impossible(tables))
        return outcome_name(Deduced::Outcome::contradiction);
    return outcome_name(position.open.any() ? Deduced::Outcome::stuck : Deduced::Outcome::solved);
}

// What rules read, as lists: see where it is bound.
using Triples = std::vector<std::tuple<std::int32_t, std::int32_t, std::int64_t>>;
using TableLists =
    std::tuple<Triples, Triples, Triples, Triples, Triples, std::vector<std::pair<std::int32_t, Numbers>>, Numbers,
               std::vector<Numbers>, std::vector<Numbers>>;

template <int W> TableLists lists_of(const Tables<W>& tables) {
    TableLists lists;
    auto& [exact, choices, counts, fillings, totals, views, loud, peers, apart] = lists;
    for (std::int32_t v = 0, i = 0; v < tables.values; ++v)
        for (std::int32_t g = 0; g < tables.groups; ++g, ++i) {
            if (tables.exact[i] != kNoNeed)
                exact.emplace_back(v, g, tables.exact[i]);
            if (tables.choice_of[i] >= 0)
                choices.emplace_back(v, g, tables.choice_of[i]);
            if (tables.relation_of[i] >= 0)
                counts.emplace_back(v, g, tables.relation_of[i]);
        }
    for (std::int32_t g = 0; g < tables.groups; ++g) {
        if (const std::int32_t filling = tables.filling_of[g]; filling >= 0)
            fillings.emplace_back(g, tables.filled_by[filling], tables.clues[filling]);
        if (tables.totals[g] >= 0)
            totals.emplace_back(g, tables.total_by[g], tables.totals[g]);
    }
    loud = elements({tables.loud});
    for (std::int32_t x = 0; x < tables.cells; ++x) {
        if (tables.view_of[x] >= 0)
            views.emplace_back(x, tables.view[x]);
        for (auto [list, set] : {std::pair{&peers, &tables.peers}, std::pair{&apart, &tables.apart}})
            (*set)[x].each([&, &own = list->emplace_back()](std::int32_t y) { own.push_back(y); });
    }
    return lists;
}

} // namespace

void bind_rules(nb::module_& m, nb::class_<Structure>& structure) {
    m.def(
        "operations",
        [] {
            const auto all = operations();
            return std::vector<std::pair<std::string, std::string>>(all.begin(), all.end());
        },
        "The operations of a plan in the order of their numbers, each with what its four operands are: s a scalar, t a "
        "set, i an iterator, k a pick, m a constant, j a jump, * a number, - nothing.");

    nb::class_<Plan>(m, "Plan", "A rule as code, verified when it is made.")
        .def(
            "__init__",
            [](Plan* self, const std::vector<std::array<std::int32_t, 5>>& code, std::vector<std::uint64_t> masks,
               std::int32_t scalars, std::int32_t sets, std::int32_t iterators, std::int32_t picks,
               std::int32_t grounds, const std::vector<std::pair<int, std::int32_t>>& shown, std::int32_t lists,
               std::string key) {
                auto plan = std::make_unique<Plan>();
                for (const auto& [op, a, b, c, d] : code)
                    plan->code.push_back({static_cast<Op>(op), a, b, c, d});
                plan->masks = std::move(masks);
                plan->scalars = scalars;
                plan->sets = sets;
                plan->iterators = iterators;
                plan->picks = picks;
                plan->grounds = grounds;
                plan->lists = lists;
                plan->key = std::move(key);
                for (const auto& [what, number] : shown)
                    plan->shown.emplace_back(static_cast<Plan::Shown>(std::clamp(what, 0, 4)), number);
                plan->verify();
                new (self) Plan(std::move(*plan));
            },
            nb::arg("code"), nb::arg("masks"), nb::arg("scalars"), nb::arg("sets"), nb::arg("iterators"),
            nb::arg("picks"), nb::arg("grounds") = 0, nb::arg("shown") = std::vector<std::pair<int, std::int32_t>>(),
            nb::arg("lists") = 0, nb::arg("key") = "");

    structure
        .def(
            "lay_out_tables", [](const Structure& self) { self.tables(); },
            "Lay out what rules read now, and not when they ask first; raises TooLarge where there is too much.")
        .def_prop_ro(
            "kinds",
            [](const Structure& self) {
                return std::visit([](const auto& t) { return t->kinds; }, self.tables().tables);
            },
            "How many kinds of group there are.")
        .def_prop_ro(
            "loud",
            [](const Structure& self) {
                return std::visit([](const auto& t) { return t->loud; }, self.tables().tables);
            },
            "The values of which the rulebook speaks, as a mask.")
        .def_prop_ro(
            "relation_kinds",
            [](const Structure& self) {
                std::vector<const RelationKind*> kinds; // few
                for (const RelationSpec& relation : self.spec().relations)
                    if (std::find(kinds.begin(), kinds.end(), relation.kind) == kinds.end())
                        kinds.push_back(relation.kind);
                std::sort(kinds.begin(), kinds.end(), [](auto a, auto b) { return a->name < b->name; });
                std::string names;
                for (const RelationKind* kind : kinds)
                    (names += kind->name) += ' ';
                return names;
            },
            "The names of the kinds of relation that there are.")
        .def(
            "start",
            [](const Structure& self, nb::bytes givens) -> std::optional<std::pair<nb::bytes, nb::bytes>> {
                if (givens.size() != self.spec().sizes.size())
                    throw nb::value_error("givens are a byte a variable");
                const auto* values = static_cast<const std::uint8_t*>(givens.data());
                return std::visit([&](const auto& t) { return started(*t, values); }, self.tables().tables);
            },
            nb::arg("givens"),
            "The position, masks and what is written down, in which the givens are placed and what they see has lost "
            "their values; None where two of them clash.")
        .def(
            "outcome",
            [](const Structure& self, nb::bytes masks, nb::bytes placed) {
                return at(self, masks, placed, [](const auto& tables, const Mask* words, const std::uint8_t* written) {
                    return outcome_of(tables, words, written);
                });
            },
            nb::arg("masks"), nb::arg("placed"), "How things stand: contradiction, solved, or stuck.")
        .def(
            "tables",
            [](const Structure& self) {
                return std::visit([](const auto& t) { return lists_of(*t); }, self.tables().tables);
            },
            "What rules read: (value, group, how often), (value, group, choice), (value, group, relation), fillings "
            "(group, "
            "relation, clue), totals (group, relation or -1, total), views (cell, cells ahead), loud values, and of "
            "each "
            "cell its peers and the cells apart from it.")
        .def(
            "matches",
            [](const Structure& self, const Plan& plan, nb::bytes masks, nb::bytes placed, std::size_t limit,
               std::uint64_t fuel, bool grounds, std::optional<double> seconds, nb::handle cancel) {
                const CallLimits bounds(std::nullopt, seconds, cancel);
                return at(self, masks, placed, [&](const auto& tables, const Mask* words, const std::uint8_t* written) {
                    return unlocked([&] { return run(tables, plan, words, written, limit, fuel, grounds, bounds); });
                });
            },
            nb::arg("plan"), nb::arg("masks"), nb::arg("placed"), nb::arg("limit"), nb::arg("fuel"),
            nb::arg("grounds") = false, nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(matches, whether all was decided); a match is (values seen, conclusions, what it relied on).")
        .def(
            "refute",
            [](const Structure& self, const std::vector<const Plan*>& plans, nb::bytes masks, nb::bytes placed,
               std::int32_t longest, std::size_t limit, std::uint64_t fuel, std::optional<double> seconds,
               nb::handle cancel) {
                check_plans(plans);
                const CallLimits bounds(std::nullopt, seconds, cancel);
                return at(self, masks, placed, [&](const auto& tables, const Mask* words, const std::uint8_t* written) {
                    return unlocked(
                        [&] { return refuted(tables, plans, words, written, longest, limit, fuel, bounds); });
                });
            },
            nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("longest"), nb::arg("limit"),
            nb::arg("fuel"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(refutations, whether all was decided): candidates that at most so many single matches refute, as (cell, "
            "value, lines as (rule, (values seen, conclusions, what it relied on)), the cell that breaks or -1, what "
            "the break rests on).")
        .def(
            "follow",
            [](const Structure& self, const std::vector<const Plan*>& plans, nb::bytes masks, nb::bytes placed,
               const std::vector<std::pair<std::int32_t, std::int32_t>>& candidates, std::int32_t layers,
               std::size_t most, std::uint64_t fuel, std::optional<double> seconds, nb::handle cancel) {
                check_plans(plans);
                const CallLimits bounds(std::nullopt, seconds, cancel);
                return at(self, masks, placed, [&](const auto& tables, const Mask* words, const std::uint8_t* written) {
                    return unlocked([&] {
                        return followed(tables, plans, words, written, candidates, layers, most, fuel, bounds);
                    });
                });
            },
            nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("candidates"), nb::arg("layers"),
            nb::arg("most"), nb::arg("fuel"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(of each candidate whether there is no more to follow, and its proofs as (lines, what the break rests "
            "on), the shortest first; whether all was decided): each is supposed and followed breadth first for so "
            "many layers; the first with a proof of at most `most` lines is the last.")
        .def(
            "deduce",
            [](const Structure& self, const std::vector<const Plan*>& plans, nb::bytes masks, nb::bytes placed,
               std::uint64_t fuel, std::optional<std::uint64_t> most, const std::optional<PastLists>& before,
               std::optional<double> seconds, nb::handle cancel) {
                check_plans(plans);
                return at(self, masks, placed, [&](const auto& tables, const Mask* words, const std::uint8_t* written) {
                    const CallLimits bounds(std::nullopt, seconds, cancel);
                    const auto cells = static_cast<std::size_t>(tables.cells);
                    Past past{{}, Numbers(tables.cell_of.size(), -1), Numbers(cells, -1)};
                    if (before)
                        past = past_of(*before, tables.cell_of.size(), cells);
                    const Deduced found = unlocked([&] {
                        return deducer_for(tables, plans)
                            .run(tables, words, written, fuel, bounds, most.value_or(UINT64_MAX), &past);
                    });
                    for (const DeducedStep& step : found.steps)
                        past.keys.push_back(plans[step.rule]->key);
                    return std::make_tuple(
                        told(found, shown_by(plans), words_of(tables)),
                        PastLists(std::move(past.keys), bytes_of(found.remover), bytes_of(found.writer)));
                });
            },
            nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("fuel"), nb::arg("most") = nb::none(),
            nb::arg("past") = nb::none(), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "The first match of the first rule that changes something, again and again, with reasons: ((outcome, steps "
            "as (rule, conclusions, seen, premises, choices, relations), masks, placed, rules that ran out of fuel), "
            "what "
            "is past now). The past is (keys of the steps' techniques, who removed each candidate, who wrote each "
            "cell).");

    m.def(
        "deduce_batch",
        [](const std::vector<const Structure*>& structures, const std::vector<const Plan*>& plans,
           const std::vector<nb::bytes>& masks, const std::vector<nb::bytes>& placed, std::uint64_t fuel,
           std::optional<double> seconds, nb::handle cancel, unsigned threads, bool reasons,
           const std::vector<const Plan*>& inside, std::int32_t longest) {
            check_plans(plans);
            check_plans(inside);
            if (longest < 0 || longest > Refuter<1>::kLongest)
                throw nb::value_error("a contradiction has at most 12 lines");
            if (masks.size() != placed.size() || masks.size() != structures.size())
                throw nb::value_error("a batch has as many structures as masks and placed");
            std::vector<Mask> words;
            std::vector<std::size_t> from;
            std::vector<const std::uint8_t*> written;
            Deductions result(masks.size(), shown_by(plans));
            for (std::int32_t k = 0; k < longest; ++k) // a contradiction shows its candidate
                result.shown.push_back({{Plan::Shown::scalar, 0}, {Plan::Shown::scalar, 0}});
            for (std::size_t i = 0; i < masks.size(); ++i) {
                if (!structures[i])
                    throw nb::type_error("expected structures");
                std::visit(
                    [&](const auto& tables) {
                        check_position(static_cast<std::size_t>(tables->cells), masks[i], placed[i]);
                        result.widths.push_back(words_of(*tables));
                    },
                    structures[i]->tables().tables);
                from.push_back(words.size());
                words.resize(words.size() + masks[i].size() / 8);
                std::memcpy(words.data() + from.back(), masks[i].data(), masks[i].size());
                written.push_back(static_cast<const std::uint8_t*>(placed[i].data()));
                result.found[i].outcome = Deduced::Outcome::stopped;
            }
            const CallLimits bounds(std::nullopt, std::nullopt, cancel);
            const Climbing climbing{plans, reasons, &inside, longest};
            Pool<Climber> climbers;
            unlocked([&] {
                in_parallel(
                    masks.size(), bounds, seconds.value_or(1e18), std::min(threads, 256u),
                    [&](std::size_t i, const Limits& own) {
                        auto climber = climbers.take([&] { return std::make_unique<Climber>(climbing); });
                        if (i + 1 < structures.size() && structures[i + 1] != structures[i])
                            std::visit([](const auto& tables) { tables->warm(); }, structures[i + 1]->tables().tables);
                        result.found[i] =
                            climber->run(structures[i]->tables(), words.data() + from[i], written[i], fuel, own);
                        climbers.give(std::move(climber));
                        return own.cancelled() ? Stop::cancelled : Stop::none;
                    });
                return 0;
            });
            return result;
        },
        nb::arg("structures"), nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("fuel"),
        nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(), nb::arg("threads") = 1,
        nb::arg("reasons") = false, nb::arg("inside") = std::vector<const Plan*>(), nb::arg("longest") = 0,
        "The deductions of many positions, each on its structure, over threads, in order; seconds are per position. "
        "Without reasons, a step is its rule and its conclusions. Where all rules end, contradictions of 1 to "
        "`longest` "
        "lines follow, with the plans `inside`; they are numbered behind the rules.");

    nb::class_<Deductions>(m, "Deductions", "What a batch deduced, in the order of its positions.")
        .def("__len__", [](const Deductions& self) { return self.found.size(); })
        .def(
            "__getitem__",
            [](const Deductions& self, std::size_t i) {
                const Deduced& one = self.at(i); // first of all, for it knows whether there is one
                return told(one, self.shown, self.widths[i]);
            },
            "(outcome, steps as (rule, conclusions, seen, premises, choices, relations), masks, placed, rules that ran "
            "out of fuel).")
        .def(
            "counts",
            [](const Deductions& self, std::size_t i) {
                std::vector<std::int32_t> counts(self.shown.size(), 0);
                for (const DeducedStep& step : self.at(i).steps)
                    ++counts[step.rule];
                return std::make_tuple(std::string(outcome_name(self.at(i).outcome)), std::move(counts));
            },
            "(outcome, how often each rule was used).")
        .def(
            "undecided", [](const Deductions& self, std::size_t i) { return numbers_of(self.at(i).undecided); },
            "Rules that ran out of fuel somewhere.")
        .def(
            "uses",
            [](const Deductions& self, std::size_t i) {
                std::vector<std::pair<std::int32_t, std::int32_t>> by_rule(self.shown.size());
                DeducedStep last{};
                for (const DeducedStep& step : self.at(i).steps) {
                    auto& [count, largest] = by_rule[step.rule];
                    ++count;
                    largest = std::max(largest, static_cast<std::int32_t>(step.choices - last.choices + step.relations -
                                                                          last.relations));
                    last = step;
                }
                std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> used;
                for (std::size_t rule = 0; rule < by_rule.size(); ++rule)
                    if (const auto [count, largest] = by_rule[rule]; count)
                        used.emplace_back(static_cast<std::int32_t>(rule), count, largest);
                return std::make_tuple(std::string(outcome_name(self.at(i).outcome)), std::move(used));
            },
            "(outcome, of each rule that was used: its number, how often, and how much of the rulebook its largest "
            "step "
            "took).");
}
