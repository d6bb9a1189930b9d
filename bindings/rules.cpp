// The Python face of the rule machine: stages, plans, matches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <span>
#include <variant>

#include "calls.hpp"
#include "deduce.hpp"
#include "ladder.hpp"
#include "parallel.hpp"

namespace nb = nanobind;
using namespace gridwright;

namespace {

using Lists = std::vector<std::vector<std::int32_t>>;
using Seen = std::variant<std::int64_t, std::vector<std::int32_t>>;
// What a match relied on: absent candidates as (cell, value), choices, relations; empty where nobody asked.
using GroundLists = std::tuple<std::vector<std::pair<std::int32_t, std::int32_t>>, std::vector<std::int32_t>,
                               std::vector<std::int32_t>>;
using Found = std::tuple<std::vector<Seen>, std::vector<std::tuple<std::int32_t, std::int32_t, bool>>, GroundLists>;

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

// One value of a witness from its words; a set has `width` of them.
Seen seen_in(Plan::Shown what, const std::uint64_t* words, int width) {
    if (what == Plan::Shown::scalar)
        return static_cast<std::int64_t>(*words);
    std::vector<std::int32_t> list;
    for (int i = 0; i < (what == Plan::Shown::set ? width : 1); ++i)
        for (std::uint64_t m = words[i]; m; m &= m - 1)
            list.push_back(i * 64 + __builtin_ctzll(m));
    return list;
}

template <int W>
std::tuple<std::vector<Found>, bool> run(const Stage<W>& stage, const Plan& plan, const Mask* masks,
                                         const std::uint8_t* placed, std::size_t limit, std::uint64_t fuel,
                                         bool with_grounds, const Limits& limits) {
    const Scene<W> scene(stage, masks, placed);
    Watch watch;
    watch.begin(limits);
    Registers<W> registers;
    registers.watch = &watch;
    registers.fit(plan);
    std::vector<Mask> lent(stage.groups);
    Matcher<W> matcher(plan, stage, scene, registers, lent.data());
    matcher.restart(fuel);
    Grounds grounds;
    grounds.fit(stage);
    std::vector<Found> found;
    while (found.size() < limit) {
        const auto result = watch.stopped() ? Matcher<W>::Result::out_of_fuel : matcher.next();
        if (result != Matcher<W>::Result::match)
            return {std::move(found), result == Matcher<W>::Result::none};
        std::vector<Seen> seen;
        for (const auto& [what, number] : plan.shown) {
            const std::uint64_t scalar = what == Plan::Shown::set ? 0 : matcher.scalar(number);
            seen.push_back(seen_in(what, what == Plan::Shown::set ? matcher.set(number).w : &scalar, W));
        }
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
std::tuple<std::vector<Refutation>, bool> refuted(const Stage<W>& stage, const std::vector<const Plan*>& plans,
                                                  const Mask* masks, const std::uint8_t* placed, std::int32_t longest,
                                                  std::size_t limit, std::uint64_t fuel, const Limits& limits) {
    const Scene<W> scene(stage, masks, placed);
    Watch watch;
    watch.begin(limits);
    Refuter<W> refuter(plans, watch);
    refuter.begin(stage, scene, fuel, std::vector<std::uint8_t>(plans.size(), 0));
    std::vector<Refutation> found;
    Refuted one;
    while (found.size() < limit && refuter.find(longest, one)) {
        std::vector<std::pair<std::int32_t, Found>> lines;
        for (const RefutingLine& line : one.lines) {
            std::vector<Seen> seen;
            const std::uint64_t* words = line.seen.data();
            for (const auto& [what, number] : plans[line.rule]->shown) {
                seen.push_back(seen_in(what, words, W));
                words += what == Plan::Shown::set ? W : 1;
            }
            std::vector<std::tuple<std::int32_t, std::int32_t, bool>> conclusions;
            for (const Conclusion& c : line.conclusions)
                conclusions.emplace_back(c.cell, c.value, c.is);
            lines.emplace_back(line.rule, Found{std::move(seen), std::move(conclusions), lists_of(line.grounds)});
        }
        found.emplace_back(one.cell, one.value, std::move(lines), one.broken, lists_of(one.last));
    }
    return {std::move(found), !refuter.tired() && !watch.stopped()};
}

// (rule, conclusions, seen, premises, choices, relations)
using Conclusions = std::vector<std::tuple<std::int32_t, std::int32_t, bool>>;
using Numbers = std::vector<std::int32_t>;
using Step = std::tuple<std::int32_t, Conclusions, std::vector<Seen>, Numbers, Numbers, Numbers>;
// (outcome, steps, masks, placed, rules that ran out of fuel)
using Told = std::tuple<std::string, std::vector<Step>, nb::bytes, nb::bytes, Numbers>;
using Shown = std::vector<std::pair<Plan::Shown, std::int32_t>>;

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
        if (step.seen > last.seen) {
            const std::uint64_t* words = deduced.seen.data() + last.seen;
            for (const auto& [what, number] : shown[step.rule]) {
                seen.push_back(seen_in(what, words, width));
                words += what == Plan::Shown::set ? width : 1;
            }
        }
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

template <int W> constexpr int words_of(const Stage<W>&) { return W; }
template <int W> Deducer<W> deducer_for(const Stage<W>&, const std::vector<const Plan*>& plans) {
    return {plans, true};
}

void check_plans(const std::vector<const Plan*>& plans) {
    for (const Plan* plan : plans)
        if (!plan)
            throw nb::type_error("expected plans");
}

Past past_of(const std::tuple<std::int32_t, nb::bytes, nb::bytes>& told, std::size_t candidates, std::size_t cells) {
    const auto& [steps, remover, writer] = told;
    Past past{steps, std::vector<std::int32_t>(candidates), std::vector<std::int32_t>(cells)};
    if (steps < 0 || remover.size() != 4 * candidates || writer.size() != 4 * cells)
        throw nb::value_error("a past has four bytes a candidate and four a cell");
    std::memcpy(past.remover.data(), remover.data(), remover.size());
    std::memcpy(past.writer.data(), writer.data(), writer.size());
    for (const auto* list : {&past.remover, &past.writer})
        for (std::int32_t step : *list)
            if (step < -1 || step >= steps)
                throw nb::value_error("a past names a step that is not past");
    return past;
}

using Triples = std::vector<std::array<std::int32_t, 3>>;
using Filled = std::vector<std::tuple<std::int32_t, std::int32_t, std::string, std::vector<std::int64_t>>>;

using Views = std::vector<std::tuple<std::int32_t, std::int32_t, std::vector<std::int32_t>>>;
using Totals = std::vector<std::tuple<std::int32_t, std::int32_t, std::int64_t>>;

StageSpec to_spec(std::vector<std::int32_t> sizes, Lists members, std::vector<std::int32_t> kind_of, Lists links,
                  Mask loud, Triples exact, Triples choices, Triples counts, const Filled& filled, Totals totals,
                  Views views) {
    StageSpec spec{std::move(sizes),
                   std::move(members),
                   std::move(kind_of),
                   std::move(links),
                   loud,
                   std::move(exact),
                   std::move(choices),
                   std::move(counts),
                   {},
                   std::move(totals),
                   {}};
    for (auto& [looker, relation, ahead] : views)
        spec.views.push_back({looker, relation, std::move(ahead)});
    for (const auto& [group, number, kind, parameters] : filled) {
        if (group < 0 || static_cast<std::size_t>(group) >= spec.members.size())
            throw nb::value_error("no such group");
        spec.filled.push_back({group, number, {&relation_kind(kind), spec.members[group], parameters}});
    }
    spec.check();
    return spec;
}

void check_position(std::size_t cells, const nb::bytes& masks, const nb::bytes& placed) {
    if (masks.size() != 8 * cells || placed.size() != cells)
        throw nb::value_error("a position has eight bytes of masks and one of placed a cell");
}

} // namespace

void bind_rules(nb::module_& m) {
    m.def(
        "operations",
        [] {
            const auto names = op_names();
            return std::vector<std::string>(names.begin(), names.end());
        },
        "The operations of a plan, in the order of their numbers.");
    m.def(
        "operation_shapes",
        [] {
            const auto shapes = op_shapes();
            return std::vector<std::string>(shapes.begin(), shapes.end());
        },
        "What the four operands of each operation are: s a scalar, t a set, i an iterator, k a pick, m a constant, j a "
        "jump, * a number, - nothing.");

    nb::class_<Plan>(m, "Plan", "A rule as code, verified when it is made.")
        .def(
            "__init__",
            [](Plan* self, const std::vector<std::array<std::int32_t, 5>>& code, std::vector<std::uint64_t> masks,
               std::int32_t scalars, std::int32_t sets, std::int32_t iterators, std::int32_t picks,
               std::int32_t grounds, const std::vector<std::pair<int, std::int32_t>>& shown) {
                auto plan = std::make_unique<Plan>();
                for (const auto& [op, a, b, c, d] : code)
                    plan->code.push_back({static_cast<Op>(op), a, b, c, d});
                plan->masks = std::move(masks);
                plan->scalars = scalars;
                plan->sets = sets;
                plan->iterators = iterators;
                plan->picks = picks;
                plan->grounds = grounds;
                for (const auto& [what, number] : shown)
                    plan->shown.emplace_back(static_cast<Plan::Shown>(std::clamp(what, 0, 3)), number);
                plan->verify();
                new (self) Plan(std::move(*plan));
            },
            nb::arg("code"), nb::arg("masks"), nb::arg("scalars"), nb::arg("sets"), nb::arg("iterators"),
            nb::arg("picks"), nb::arg("grounds") = 0, nb::arg("shown") = std::vector<std::pair<int, std::int32_t>>());

    nb::class_<StageSpec>(m, "StageSpec", "The same tables before they are laid out, for those who add groups.")
        .def(
            "__init__",
            [](StageSpec* self, std::vector<std::int32_t> sizes, Lists members, std::vector<std::int32_t> kind_of,
               Lists links, Mask loud, Triples exact, Triples choices, Triples counts, const Filled& filled,
               Totals totals, Views views) {
                new (self) StageSpec(to_spec(std::move(sizes), std::move(members), std::move(kind_of), std::move(links),
                                             loud, std::move(exact), std::move(choices), std::move(counts), filled,
                                             std::move(totals), std::move(views)));
            },
            nb::arg("sizes"), nb::arg("members"), nb::arg("kind_of"), nb::arg("links"), nb::arg("loud"),
            nb::arg("exact"), nb::arg("choices"), nb::arg("counts"), nb::arg("filled") = Filled(),
            nb::arg("totals") = Totals(), nb::arg("views") = Views(),
            "Counts are (value, group, number of the relation), filled (group, number, kind of relation, parameters), "
            "totals (group, number or -1, what it adds up to), views (cell that looks, number, cells that it sees).");

    nb::class_<AnyStage>(m, "Stage", "What rules speak of on the boards of one structure, as tables.")
        .def(nb::init<const StageSpec&>(), nb::arg("spec"))
        .def(
            "matches",
            [](const AnyStage& self, const Plan& plan, nb::bytes masks, nb::bytes placed, std::size_t limit,
               std::uint64_t fuel, bool grounds, std::optional<double> seconds, nb::handle cancel) {
                const CallLimits bounds(std::nullopt, seconds, cancel);
                return std::visit(
                    [&](const auto& stage) {
                        const auto cells = static_cast<std::size_t>(stage->cells);
                        check_position(cells, masks, placed);
                        std::vector<Mask> words(cells);
                        std::memcpy(words.data(), masks.data(), masks.size());
                        const auto* written = static_cast<const std::uint8_t*>(placed.data());
                        return unlocked(
                            [&] { return run(*stage, plan, words.data(), written, limit, fuel, grounds, bounds); });
                    },
                    self.stage);
            },
            nb::arg("plan"), nb::arg("masks"), nb::arg("placed"), nb::arg("limit"), nb::arg("fuel"),
            nb::arg("grounds") = false, nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(matches, whether all was decided); a match is (values seen, conclusions, what it relied on).")
        .def(
            "refute",
            [](const AnyStage& self, const std::vector<const Plan*>& plans, nb::bytes masks, nb::bytes placed,
               std::int32_t longest, std::size_t limit, std::uint64_t fuel, std::optional<double> seconds,
               nb::handle cancel) {
                check_plans(plans);
                const CallLimits bounds(std::nullopt, seconds, cancel);
                return std::visit(
                    [&](const auto& stage) {
                        const auto cells = static_cast<std::size_t>(stage->cells);
                        check_position(cells, masks, placed);
                        std::vector<Mask> words(cells);
                        std::memcpy(words.data(), masks.data(), masks.size());
                        const auto* written = static_cast<const std::uint8_t*>(placed.data());
                        return unlocked([&] {
                            return refuted(*stage, plans, words.data(), written, longest, limit, fuel, bounds);
                        });
                    },
                    self.stage);
            },
            nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("longest"), nb::arg("limit"),
            nb::arg("fuel"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(refutations, whether all was decided): candidates that at most so many single matches refute, as (cell, "
            "value, lines as (rule, (values seen, conclusions, what it relied on)), the cell that breaks or -1, what "
            "the break rests on).")
        .def(
            "deduce",
            [](const AnyStage& self, const std::vector<const Plan*>& plans, nb::bytes masks, nb::bytes placed,
               std::uint64_t fuel, std::optional<std::uint64_t> most,
               const std::optional<std::tuple<std::int32_t, nb::bytes, nb::bytes>>& before,
               std::optional<double> seconds, nb::handle cancel) {
                check_plans(plans);
                return std::visit(
                    [&](const auto& stage) {
                        const auto cells = static_cast<std::size_t>(stage->cells);
                        check_position(cells, masks, placed);
                        std::vector<Mask> words(cells);
                        std::memcpy(words.data(), masks.data(), masks.size());
                        const auto* written = static_cast<const std::uint8_t*>(placed.data());
                        const CallLimits bounds(std::nullopt, seconds, cancel);
                        Past past{0, std::vector<std::int32_t>(stage->cell_of.size(), -1),
                                  std::vector<std::int32_t>(cells, -1)};
                        if (before)
                            past = past_of(*before, stage->cell_of.size(), cells);
                        const Deduced found = unlocked([&] {
                            return deducer_for(*stage, plans)
                                .run(*stage, words.data(), written, fuel, bounds, most.value_or(UINT64_MAX), &past);
                        });
                        const auto steps = past.steps + static_cast<std::int32_t>(found.steps.size());
                        return std::make_tuple(told(found, shown_by(plans), words_of(*stage)),
                                               std::make_tuple(steps, bytes_of(found.remover), bytes_of(found.writer)));
                    },
                    self.stage);
            },
            nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("fuel"), nb::arg("most") = nb::none(),
            nb::arg("past") = nb::none(), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "The first match of the first rule that changes something, again and again, with reasons: ((outcome, steps "
            "as (rule, conclusions, seen, premises, choices, relations), masks, placed, rules that ran out of fuel), "
            "what "
            "is past now). The past is (steps, who removed each candidate, who wrote each cell).");

    m.def(
        "deduce_batch",
        [](const std::vector<const AnyStage*>& stages, const std::vector<const Plan*>& plans,
           const std::vector<nb::bytes>& masks, const std::vector<nb::bytes>& placed, std::uint64_t fuel,
           std::optional<double> seconds, nb::handle cancel, unsigned threads, bool reasons,
           const std::vector<const Plan*>& inside, std::int32_t longest) {
            check_plans(plans);
            check_plans(inside);
            if (longest < 0 || longest > Refuter<1>::kLongest)
                throw nb::value_error("a contradiction has at most 12 lines");
            if (masks.size() != placed.size() || masks.size() != stages.size())
                throw nb::value_error("a batch has as many stages as masks and placed");
            std::vector<Mask> words;
            std::vector<std::size_t> from;
            std::vector<const std::uint8_t*> written;
            Deductions result(masks.size(), shown_by(plans));
            for (std::int32_t k = 0; k < longest; ++k) // a contradiction shows its candidate
                result.shown.push_back({{Plan::Shown::scalar, 0}, {Plan::Shown::scalar, 0}});
            for (std::size_t i = 0; i < masks.size(); ++i) {
                if (!stages[i])
                    throw nb::type_error("expected stages");
                std::visit(
                    [&](const auto& stage) {
                        check_position(static_cast<std::size_t>(stage->cells), masks[i], placed[i]);
                        result.widths.push_back(words_of(*stage));
                    },
                    stages[i]->stage);
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
                in_parallel(masks.size(), bounds, seconds.value_or(1e18), std::min(threads, 256u),
                            [&](std::size_t i, const Limits& own) {
                                auto climber = climbers.take([&] { return std::make_unique<Climber>(climbing); });
                                if (i + 1 < stages.size() && stages[i + 1] != stages[i])
                                    std::visit([](const auto& stage) { stage->warm(); }, stages[i + 1]->stage);
                                result.found[i] =
                                    climber->run(*stages[i], words.data() + from[i], written[i], fuel, own);
                                climbers.give(std::move(climber));
                                return own.cancelled() ? Stop::cancelled : Stop::none;
                            });
                return 0;
            });
            return result;
        },
        nb::arg("stages"), nb::arg("plans"), nb::arg("masks"), nb::arg("placed"), nb::arg("fuel"),
        nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(), nb::arg("threads") = 1,
        nb::arg("reasons") = false, nb::arg("inside") = std::vector<const Plan*>(), nb::arg("longest") = 0,
        "The deductions of many positions, each on its stage, over threads, in order; seconds are per position. "
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
            "sizes",
            [](const Deductions& self, std::size_t i) {
                std::vector<std::int32_t> sizes(self.shown.size(), 0);
                DeducedStep last{};
                for (const DeducedStep& step : self.at(i).steps) {
                    const auto used =
                        static_cast<std::int32_t>(step.choices - last.choices + step.relations - last.relations);
                    sizes[step.rule] = std::max(sizes[step.rule], used);
                    last = step;
                }
                return sizes;
            },
            "Of each rule, how much of the rulebook its largest step used.");
}
