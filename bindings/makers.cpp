// The Python face of generation: random streams, completing, reducing, makers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "basics/parallel.hpp"
#include "basics/random_stream.hpp"
#include "calls.hpp"
#include "makers/clue_reduction.hpp"
#include "makers/counted_clues.hpp"
#include "makers/latin_square.hpp"
#include "makers/maker.hpp"
#include "makers/reducer.hpp"
#include "makers/solution_search.hpp"
#include "makers/unavoidable_sets.hpp"

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
using RequirementTuples =
    std::vector<std::tuple<std::vector<const Plan*>, bool, std::vector<const Plan*>, std::int32_t>>;
using JobTuples = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>>;

Requirements to_requirements(const RequirementTuples& tuples) {
    Requirements requirements;
    for (const auto& [plans, solves, inside, longest] : tuples) {
        for (const auto* list : {&plans, &inside})
            for (const Plan* plan : *list)
                if (!plan)
                    throw nb::type_error("expected plans");
        if (longest < 0 || longest > Refuter<1>::kLongest)
            throw nb::value_error("a contradiction has at most 12 lines");
        requirements.push_back({plans, solves, inside, longest});
    }
    return requirements;
}

// (solution, givens, cages as (scope, operation, target), labels)
using PuzzleTuple =
    std::tuple<nb::bytes, nb::bytes, std::vector<std::tuple<std::vector<Variable>, int, std::int64_t>>, nb::bytes>;

PuzzleTuple to_tuple(const SolvedPuzzle& puzzle) {
    std::vector<std::tuple<std::vector<Variable>, int, std::int64_t>> cages;
    for (const CageSpec& cage : puzzle.cages)
        cages.emplace_back(cage.scope, static_cast<int>(cage.operation), cage.target);
    return {bytes_of(puzzle.solution), bytes_of(puzzle.givens), std::move(cages), bytes_of(puzzle.labels)};
}

// (how many clues, givens by variable, statements)
using ItemTuples = std::vector<std::tuple<std::int32_t, std::vector<Variable>, StatementTuples>>;

std::vector<ClueItem> read_items(const ItemTuples& items) {
    std::vector<ClueItem> list;
    for (const auto& [clues, givens, statements] : items)
        list.push_back({clues, givens, read_statements(statements)});
    return list;
}

// Works on boards over threads, each with a judge of its own: `work(i, judge, limits)` says whether it was stopped.
template <class Work>
void judge_each(std::size_t boards, const RequirementTuples& required, std::uint64_t fuel,
                std::optional<double> seconds, nb::handle cancel, unsigned threads, Work work) {
    const Requirements requirements = to_requirements(required);
    const CallLimits bounds(std::nullopt, seconds, cancel);
    unlocked([&] {
        Pool<ClueJudge> judges;
        in_parallel(boards, bounds, 1e18, std::min(threads, 256u), [&](std::size_t i, const Limits& own) {
            constexpr bool eases = true, by_easier = true;
            auto judge = judges.take([&] { return std::make_unique<ClueJudge>(requirements, fuel, eases, by_easier); });
            const bool stopped = work(i, *judge, own);
            judges.give(std::move(judge));
            return stopped ? own.look() : Stop::none;
        });
        return 0;
    });
}

// A board all of whose clues are printed: the structure without them, the solution, and the clues.
struct FullBoard {
    std::shared_ptr<const Structure> blank;
    std::vector<std::uint8_t> solution;
    std::vector<ClueItem> items;
};

} // namespace

void bind_makers(nb::module_& m) {
    nb::class_<RandomStream>(m, "RandomStream", "A stream of random numbers, the same on every machine.")
        .def(nb::init<std::uint64_t>(), nb::arg("key"))
        .def("child", nb::overload_cast<std::uint64_t>(&RandomStream::child, nb::const_), nb::arg("number"))
        .def("child", nb::overload_cast<std::string_view>(&RandomStream::child, nb::const_), nb::arg("name"))
        .def("next", &RandomStream::next, "64 random bits.")
        .def(
            "below",
            [](RandomStream& self, std::uint32_t n) {
                if (n == 0)
                    throw nb::value_error("no number is below 0");
                return self.below(n);
            },
            nb::arg("n"))
        .def(
            "shuffled",
            [](RandomStream& self, std::vector<std::int64_t> list) {
                self.shuffle(list);
                return list;
            },
            nb::arg("list"));

    m.def(
        "complete",
        [](const Structure& structure, const RandomStream& stream, std::optional<double> seconds,
           nb::handle cancel) -> std::optional<nb::bytes> {
            const Problem& problem = structure.problem();
            const CallLimits bounds(std::nullopt, seconds, cancel);
            std::vector<std::uint8_t> values(problem.spec.sizes.size());
            RandomStream own = stream;
            const SearchEnd end =
                unlocked([&] { return SolutionSearch(problem).complete({}, own, bounds, values.data()); });
            if (end != SearchEnd::found)
                return std::nullopt;
            return bytes_of(values);
        },
        nb::arg("structure"), nb::arg("stream"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        "A random solution, a byte a variable; None where there is none, or not in time.");
    m.def(
        "reduce",
        [](const Structure& structure, const nb::bytes& solution, const Reducer::Items& items,
           const std::vector<std::int32_t>& there, const std::vector<std::int32_t>& order, std::int32_t floor,
           std::optional<double> seconds, nb::handle cancel, std::optional<std::uint64_t> nodes) {
            const Problem& problem = structure.problem();
            const std::uint8_t* values = solution_of(problem, solution);
            Reducer reducer(problem, items);
            std::vector<bool> present(items.size());
            for (const auto* list : {&there, &order})
                for (std::int32_t item : *list)
                    if (item < 0 || item >= reducer.items())
                        throw nb::index_error("no such item");
            for (std::int32_t item : there)
                present[item] = true;
            const CallLimits bounds(std::nullopt, seconds, cancel);
            const bool done = unlocked([&] {
                reducer.fill(values);
                reducer.set(present);
                return reducer.run(order, floor, bounds, nodes.value_or(UINT64_MAX));
            });
            std::vector<std::int32_t> kept;
            for (std::int32_t item = 0; item < reducer.items(); ++item)
                if (reducer.there(item))
                    kept.push_back(item);
            return std::make_tuple(kept, reducer.tests(), done, reducer.nodes());
        },
        nb::arg("structure"), nb::arg("solution"), nb::arg("items"), nb::arg("there"), nb::arg("order"),
        nb::arg("floor") = 0, nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        nb::arg("nodes") = nb::none(),
        "(the items that stay, searches, whether all were tried, nodes): of the items (lists of clues) that are there, "
        "some are taken away in this order while the solution is the only one and no fewer clues than the floor are "
        "left. A clue is a variable (its "
        "given), or the number of variables + that of a propagator. With `nodes` an item stays where no search of so "
        "many says that it can go.");

    nb::class_<FullBoard>(m, "FullBoard", "A board all of whose clues are printed.")
        .def(
            "__init__",
            [](FullBoard* self, std::shared_ptr<Structure> blank, const nb::bytes& solution, const ItemTuples& items) {
                const std::uint8_t* values = solution_of(blank->problem(), solution);
                new (self) FullBoard{blank, {values, values + solution.size()}, read_items(items)};
            },
            nb::arg("blank"), nb::arg("solution"), nb::arg("items"),
            "The structure without clues, a byte a variable, and what goes together: how many clues, givens by "
            "variable, "
            "and statements of the rulebook as `Structure.with_statements` takes them.");
    m.def(
        "reduce_clues",
        [](const std::vector<const FullBoard*>& boards, const std::vector<std::uint64_t>& keys, std::int32_t floor,
           std::uint64_t nodes, const RequirementTuples& required, std::uint64_t fuel, std::optional<double> seconds,
           nb::handle cancel, unsigned threads) {
            if (keys.size() != boards.size())
                throw nb::value_error("every board has the key of a stream");
            std::vector<std::tuple<std::vector<std::int32_t>, std::int32_t, bool>> results(boards.size(),
                                                                                           {{}, -1, true});
            const auto reduce = [&](std::size_t i, ClueJudge& judge, const Limits& own) {
                ClueReduction reduction(*boards[i]->blank, boards[i]->items);
                const auto result =
                    reduction.run(boards[i]->solution.data(), RandomStream(keys[i]), floor, nodes, judge, own);
                std::vector<std::int32_t> kept;
                for (std::int32_t item = 0; item < reduction.items() && !result.stopped; ++item)
                    if (reduction.there(item))
                        kept.push_back(item);
                results[i] = {std::move(kept), result.holds, result.stopped};
                return result.stopped;
            };
            judge_each(boards.size(), required, fuel, seconds, cancel, threads, reduce);
            return results;
        },
        nb::arg("boards"), nb::arg("keys"), nb::arg("floor"), nb::arg("nodes"), nb::arg("requirements"),
        nb::arg("fuel"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(), nb::arg("threads") = 1,
        "Of each board (the items that stay, how many requirements hold from the first on, whether a limit struck): "
        "clues are taken away in an order that the stream of its key draws, while a search of so many nodes says that "
        "the solution is the only one, and given back until the rules of the first requirement find it.");

    m.def(
        "count_clues",
        [](const std::vector<std::pair<std::shared_ptr<Structure>, ItemTuples>>& boards,
           const std::vector<std::uint64_t>& keys, bool stay, std::int32_t tries, std::int32_t floor,
           std::uint64_t nodes, const RequirementTuples& required, std::uint64_t fuel, std::optional<double> seconds,
           nb::handle cancel, unsigned threads) {
            if (keys.size() != boards.size())
                throw nb::value_error("every board has the key of a stream");
            std::vector<CountedClues> clues;
            for (const auto& [blank, items] : boards) {
                clues.push_back({read_items(items), stay});
                for (const ClueItem& item : clues.back().items)
                    for (const auto& statement : item.statements) {
                        if (statement.what.parameters.empty())
                            throw nb::value_error("a clue that counts names a value");
                        for (Variable x : statement.what.scope)
                            if (x < 0 || static_cast<std::size_t>(x) >= blank->spec().sizes.size())
                                throw nb::value_error("a clue names a variable that is not there");
                    }
            }
            std::vector<CountedSolution> found(boards.size());
            for (CountedSolution& each : found)
                each.stopped = true;
            const auto count = [&](std::size_t i, ClueJudge& judge, const Limits& own) {
                found[i] = counted_solution(*boards[i].first, clues[i], RandomStream(keys[i]), tries, floor, nodes,
                                            judge, own);
                return found[i].stopped;
            };
            judge_each(boards.size(), required, fuel, seconds, cancel, threads, count);
            std::vector<std::tuple<std::int32_t, nb::bytes, std::vector<std::int32_t>, std::int32_t, bool>> results;
            for (const CountedSolution& each : found)
                results.emplace_back(each.number, bytes_of(each.solution), each.kept, each.holds, each.stopped);
            return results;
        },
        nb::arg("boards"), nb::arg("keys"), nb::arg("stay"), nb::arg("tries"), nb::arg("floor"), nb::arg("nodes"),
        nb::arg("requirements"), nb::arg("fuel"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        nb::arg("threads") = 1,
        "Of each board, a structure without clues and what goes together, as `FullBoard` takes it, with statements "
        "whose first parameter is a value and whose others are how many members take it: (the number of a solution, "
        "the solution, the items that stay unless all do, how many requirements hold, whether a limit struck), of so "
        "many random solutions the first that fulfils all, or the one that came closest; -1 where there is none.");

    m.def(
        "unavoidable_sets",
        [](const Structure& structure, const nb::bytes& solution) {
            const Problem& problem = structure.problem();
            const std::uint8_t* values = solution_of(problem, solution);
            const UnavoidableSets unavoidable(problem);
            std::vector<std::uint64_t> sets;
            unavoidable.sets(values, sets);
            std::vector<std::vector<Variable>> found;
            for (std::size_t at = 0; at < sets.size(); at += unavoidable.words()) {
                found.emplace_back();
                for (Variable x = 0; x < problem.variables(); ++x)
                    if (sets[at + x / 64] >> (x % 64) & 1)
                        found.back().push_back(x);
            }
            return found;
        },
        nb::arg("structure"), nb::arg("solution"),
        "Sets of variables in which two values of this solution may change places.");

    nb::class_<SearchResult>(m, "SearchResult", "What the attempts of a job came to.")
        .def_ro("attempt", &SearchResult::attempt, "The number of the attempt that succeeded; -1 for none.")
        .def_prop_ro(
            "puzzle", [](const SearchResult& self) { return to_tuple(self.puzzle); },
            "(solution, givens, cages, labels) of it.")
        .def_ro("closest_attempt", &SearchResult::closest_attempt, "Of those that failed; -1 for none.")
        .def_ro("closest_holds", &SearchResult::closest_holds, "How many requirements held there, from the first on.")
        .def_prop_ro(
            "closest", [](const SearchResult& self) { return to_tuple(self.closest); },
            "(solution, givens, cages, labels) of it.")
        .def_ro("failed", &SearchResult::failed,
                "Attempts without a puzzle, then by the requirement that did not hold.")
        .def_ro("done", &SearchResult::done, "Attempts that were made.")
        .def_ro("stopped", &SearchResult::stopped, "A limit struck before the end.");

    m.def(
        "make",
        [](std::string_view maker, const Structure& structure, Reducer::Items items,
           std::map<std::string, std::vector<std::int32_t>, std::less<>> numbers, const RequirementTuples& required,
           std::uint64_t fuel, const JobTuples& jobs, std::optional<double> seconds, nb::handle cancel,
           unsigned threads) {
            const Requirements requirements = to_requirements(required);
            const MakerParameters parameters{&structure, std::move(items), std::move(numbers), &requirements, fuel};
            const CallLimits bounds(std::nullopt, seconds, cancel);
            std::vector<AttemptRange> list;
            for (const auto& [key, first, last] : jobs)
                list.push_back({key, first, last});
            return unlocked([&] { return make_puzzles(maker, parameters, list, bounds, std::min(threads, 256u)); });
        },
        nb::arg("maker"), nb::arg("structure"), nb::arg("items"), nb::arg("numbers"), nb::arg("requirements"),
        nb::arg("fuel"), nb::arg("jobs"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        nb::arg("threads") = 1,
        "Attempts of the maker of that name, each job (key, first, last) until one fulfils the requirements (plans, "
        "whether they solve it, plans inside contradictions, how many lines those may have). `structure` is that of "
        "the blank board; `items` are clues that go together; kernel/makers/ says which "
        "`numbers` a maker wants.");
    m.def(
        "latin_square",
        [](std::int32_t n, const RandomStream& stream) {
            if (n < 1 || n > 64)
                throw nb::value_error("a square has 1 to 64 rows");
            RandomStream own = stream;
            return bytes_of(latin_square(n, own));
        },
        nb::arg("n"), nb::arg("stream"), "A random Latin square, row by row.");
}
