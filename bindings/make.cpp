// The Python face of generation: random streams, completing, reducing, seeking.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "aim.hpp"
#include "caging.hpp"
#include "calls.hpp"
#include "complete.hpp"
#include "draw.hpp"
#include "exchange.hpp"
#include "grow.hpp"
#include "latin.hpp"
#include "reduce.hpp"
#include "seek.hpp"

namespace nb = nanobind;
using namespace gridwright;

namespace {

nb::bytes bytes_of(const std::vector<std::uint8_t>& list) {
    return nb::bytes(reinterpret_cast<const char*>(list.data()), list.size());
}

const std::uint8_t* solution_of(const Problem& problem, const nb::bytes& data) {
    const auto* values = static_cast<const std::uint8_t*>(data.data());
    if (data.size() != problem.spec.sizes.size())
        throw nb::value_error("a solution has a byte a variable");
    for (std::size_t x = 0; x < data.size(); ++x)
        if (values[x] >= problem.spec.sizes[x])
            throw nb::value_error("a solution has values that are there");
    return values;
}

// (rules, whether they solve it, rules inside contradictions, how many lines those may have)
using Conditions = std::vector<std::tuple<std::vector<const Plan*>, bool, std::vector<const Plan*>, std::int32_t>>;

Wish to_wish(const Conditions& conditions) {
    Wish wish;
    for (const auto& [plans, solves, inside, longest] : conditions) {
        for (const auto* list : {&plans, &inside})
            for (const Plan* plan : *list)
                if (!plan)
                    throw nb::type_error("expected plans");
        if (longest < 0 || longest > Refuter<1>::kLongest)
            throw nb::value_error("a contradiction has at most 12 lines");
        wish.push_back({plans, solves, inside, longest});
    }
    return wish;
}

using Ranges = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>>;

std::vector<Range> to_ranges(const Ranges& jobs) {
    std::vector<Range> ranges;
    for (const auto& [key, first, last] : jobs)
        ranges.push_back({key, first, last});
    return ranges;
}

// (solution, givens, cages as (scope, operation, target))
using Told = std::tuple<nb::bytes, nb::bytes, std::vector<std::tuple<std::vector<Variable>, int, std::int64_t>>>;

Told told(const Made& made) {
    std::vector<std::tuple<std::vector<Variable>, int, std::int64_t>> cages;
    for (const CageSpec& cage : made.cages)
        cages.emplace_back(cage.scope, static_cast<int>(cage.operation), cage.target);
    return {bytes_of(made.solution), bytes_of(made.givens), std::move(cages)};
}

} // namespace

void bind_make(nb::module_& m) {
    nb::class_<Draw>(m, "Draw", "A stream of random numbers, the same on every machine.")
        .def(nb::init<std::uint64_t>(), nb::arg("key"))
        .def("child", nb::overload_cast<std::uint64_t>(&Draw::child, nb::const_), nb::arg("number"))
        .def("child", nb::overload_cast<std::string_view>(&Draw::child, nb::const_), nb::arg("name"))
        .def("next", &Draw::next, "64 random bits.")
        .def(
            "below",
            [](Draw& self, std::uint32_t n) {
                if (n == 0)
                    throw nb::value_error("no number is below 0");
                return self.below(n);
            },
            nb::arg("n"))
        .def(
            "shuffled",
            [](Draw& self, std::vector<std::int64_t> list) {
                self.shuffle(list);
                return list;
            },
            nb::arg("list"));

    m.def(
        "complete",
        [](const Problem& problem, const Draw& draw, std::optional<double> seconds,
           const Cancel* cancel) -> std::optional<nb::bytes> {
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            std::vector<std::uint8_t> values(problem.spec.sizes.size());
            Draw own = draw;
            const Sought sought = unlocked([&] { return Seeker(problem).complete({}, own, bounds, values.data()); });
            if (sought != Sought::found)
                return std::nullopt;
            return bytes_of(values);
        },
        nb::arg("problem"), nb::arg("draw"), nb::arg("seconds") = nb::none(), nb::arg("cancel").none() = nb::none(),
        "A random solution, a byte a variable; None where there is none, or not in time.");
    m.def(
        "reduce",
        [](const Problem& problem, const nb::bytes& solution, const Reducer::Items& items,
           const std::vector<std::int32_t>& there, const std::vector<std::int32_t>& order, std::int32_t floor,
           std::optional<double> seconds, const Cancel* cancel) {
            const std::uint8_t* values = solution_of(problem, solution);
            Reducer reducer(problem, items);
            std::vector<bool> present(items.size());
            for (const auto* list : {&there, &order})
                for (std::int32_t item : *list)
                    if (item < 0 || item >= reducer.items())
                        throw nb::index_error("no such item");
            for (std::int32_t item : there)
                present[item] = true;
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            const bool done = unlocked([&] {
                reducer.fill(values);
                reducer.set(present);
                return reducer.run(order, floor, bounds);
            });
            std::vector<std::int32_t> kept;
            for (std::int32_t item = 0; item < reducer.items(); ++item)
                if (reducer.there(item))
                    kept.push_back(item);
            return std::make_tuple(kept, reducer.tests(), done, reducer.nodes());
        },
        nb::arg("problem"), nb::arg("solution"), nb::arg("items"), nb::arg("there"), nb::arg("order"),
        nb::arg("floor") = 0, nb::arg("seconds") = nb::none(), nb::arg("cancel").none() = nb::none(),
        "(the items that stay, searches, whether all were tried, nodes): of the items (lists of clues) that are there, "
        "some are taken away in this order while the solution is the only one and no fewer clues than the floor are "
        "left. A clue is a variable (its "
        "given), or the number of variables + that of a propagator.");

    m.def(
        "exchanges",
        [](const Problem& problem, const nb::bytes& solution) {
            const std::uint8_t* values = solution_of(problem, solution);
            const Exchange exchange(problem);
            std::vector<std::uint64_t> sets;
            exchange.sets(values, sets);
            std::vector<std::vector<Variable>> found;
            for (std::size_t at = 0; at < sets.size(); at += exchange.words()) {
                found.emplace_back();
                for (Variable x = 0; x < problem.variables(); ++x)
                    if (sets[at + x / 64] >> (x % 64) & 1)
                        found.back().push_back(x);
            }
            return found;
        },
        nb::arg("problem"), nb::arg("solution"),
        "Sets of variables in which two values of this solution may change places.");

    nb::class_<Sighted>(m, "Sighted", "What the attempts of a range came to.")
        .def_ro("attempt", &Sighted::attempt, "The number of the attempt that succeeded; -1 for none.")
        .def_prop_ro(
            "made", [](const Sighted& self) { return told(self.made); }, "(solution, givens, cages) of it.")
        .def_ro("missed", &Sighted::missed, "The attempt that came closest of those that failed; -1 for none.")
        .def_ro("missed_holds", &Sighted::missed_holds, "How many conditions held there, from the first on.")
        .def_prop_ro(
            "miss", [](const Sighted& self) { return told(self.miss); }, "(solution, givens, cages) of it.")
        .def_prop_ro(
            "regions", [](const Sighted& self) { return bytes_of(self.made.regions); }, "Of what was made.")
        .def_prop_ro(
            "miss_regions", [](const Sighted& self) { return bytes_of(self.miss.regions); }, "Of what came closest.")
        .def_ro("failed", &Sighted::failed, "Attempts without a puzzle, then by the condition that did not hold.")
        .def_ro("done", &Sighted::done, "Attempts that were made.")
        .def_ro("stopped", &Sighted::stopped, "A limit struck before the end.");

    m.def(
        "seek_givens",
        [](const Problem& problem, const Reducer::Items& items, std::int32_t floor, const AnyStage* stage,
           const Conditions& conditions, std::uint64_t fuel, const Ranges& jobs, std::optional<double> seconds,
           const Cancel* cancel, unsigned threads) {
            const Wish wish = to_wish(conditions);
            if (!wish.empty() && !stage)
                throw nb::value_error("a wish needs a stage");
            const Giving giving{&problem, items, floor, stage, &wish, fuel};
            Reducer::check(problem, items);
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            const auto ranges = to_ranges(jobs);
            return unlocked([&] {
                return seek(ranges, wish.size(), [&] { return make_giver(giving); }, bounds, std::min(threads, 256u));
            });
        },
        nb::arg("problem"), nb::arg("items"), nb::arg("floor"), nb::arg("stage").none(), nb::arg("conditions"),
        nb::arg("fuel"), nb::arg("jobs"), nb::arg("seconds") = nb::none(), nb::arg("cancel").none() = nb::none(),
        nb::arg("threads") = 1,
        "Attempts to make boards of givens, each job (key, first, last) until one fulfils the conditions (plans, "
        "whether they solve it).");

    m.def(
        "seek_stars",
        [](std::int32_t side, std::int32_t stars, bool alone, std::int32_t repairs, std::int32_t changes,
           const AnyStage* stage, std::int32_t first_region, const Conditions& conditions, std::uint64_t fuel,
           const Ranges& jobs, std::optional<double> seconds, const Cancel* cancel, unsigned threads) {
            const Wish wish = to_wish(conditions);
            if (!wish.empty() && !stage)
                throw nb::value_error("a wish needs a stage");
            const Sowing sowing{side,         stars, alone, repairs, changes, wish.empty() ? nullptr : stage,
                                first_region, &wish, fuel};
            make_grower(sowing); // it complains here if it does
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            const auto ranges = to_ranges(jobs);
            return unlocked([&] {
                return seek(ranges, wish.size(), [&] { return make_grower(sowing); }, bounds, std::min(threads, 256u));
            });
        },
        nb::arg("side"), nb::arg("stars"), nb::arg("alone"), nb::arg("repairs"), nb::arg("changes"),
        nb::arg("stage").none(), nb::arg("first_region"), nb::arg("conditions"), nb::arg("fuel"), nb::arg("jobs"),
        nb::arg("seconds") = nb::none(), nb::arg("cancel").none() = nb::none(), nb::arg("threads") = 1,
        "Attempts to make boards of stars, each job (key, first, last) until one fulfils the conditions (plans, "
        "whether "
        "they solve it). `alone`: may a region be one cell? The stage is of the board whose regions are its rows.");
    m.def(
        "latin_square",
        [](std::int32_t n, const Draw& draw) {
            if (n < 1 || n > 64)
                throw nb::value_error("a square has 1 to 64 rows");
            Draw own = draw;
            return bytes_of(latin_square(n, own));
        },
        nb::arg("n"), nb::arg("draw"), "A random Latin square, row by row.");
    m.def(
        "seek_cages",
        [](const Problem& base, std::int32_t side, bool multiply, const StageSpec* stage, std::int32_t kind,
           const Conditions& conditions, std::uint64_t fuel, std::int32_t cuts, std::int32_t changes,
           const Ranges& jobs, std::optional<double> seconds, const Cancel* cancel, unsigned threads) {
            const Wish wish = to_wish(conditions);
            if (!wish.empty() && !stage)
                throw nb::value_error("a wish needs a stage");
            if (side < 2 || side > 32 || static_cast<std::size_t>(side * side) != base.spec.sizes.size())
                throw nb::value_error("a square has as many variables as cells");
            if (kind < 0 || kind >= 64)
                throw nb::value_error("a kind is a number below 64");
            const Caging caging{&base, side, multiply, stage, kind, &wish, fuel, cuts, changes};
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            const auto ranges = to_ranges(jobs);
            return unlocked([&] {
                return seek(ranges, wish.size(), [&] { return make_cager(caging); }, bounds, std::min(threads, 256u));
            });
        },
        nb::arg("base"), nb::arg("side"), nb::arg("multiply"), nb::arg("stage").none(), nb::arg("kind"),
        nb::arg("conditions"), nb::arg("fuel"), nb::arg("cuts"), nb::arg("changes"), nb::arg("jobs"),
        nb::arg("seconds") = nb::none(), nb::arg("cancel").none() = nb::none(), nb::arg("threads") = 1,
        "Attempts to make Latin squares with cages, each job (key, first, last) until one fulfils the conditions.");

    m.def(
        "seek_arrows",
        [](const Problem& base, std::int32_t rows, std::int32_t columns, bool diagonal, const StageSpec* stage,
           const Conditions& conditions, std::uint64_t fuel, const Ranges& jobs, std::optional<double> seconds,
           const Cancel* cancel, unsigned threads) {
            const Wish wish = to_wish(conditions);
            if (!wish.empty() && !stage)
                throw nb::value_error("a wish needs a stage");
            const Aiming aiming{rows, columns, diagonal, &base, wish.empty() ? nullptr : stage, &wish, fuel};
            make_aimer(aiming); // it complains here if it does
            const Limits bounds = limits(std::nullopt, seconds, cancel);
            const auto ranges = to_ranges(jobs);
            return unlocked([&] {
                return seek(ranges, wish.size(), [&] { return make_aimer(aiming); }, bounds, std::min(threads, 256u));
            });
        },
        nb::arg("base"), nb::arg("rows"), nb::arg("columns"), nb::arg("diagonal"), nb::arg("stage").none(),
        nb::arg("conditions"), nb::arg("fuel"), nb::arg("jobs"), nb::arg("seconds") = nb::none(),
        nb::arg("cancel").none() = nb::none(), nb::arg("threads") = 1,
        "Attempts to make boards of arrows, each job (key, first, last) until one fulfils the conditions. `regions` of "
        "what was made are the directions, 0 for up and on clockwise.");
}
