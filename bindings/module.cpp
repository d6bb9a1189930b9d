// The Python face of the kernel: conversions, the GIL and signals; no logic.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <optional>

#include "basics/version.hpp"
#include "boards/canonical.hpp"
#include "boards/walls.hpp"
#include "calls.hpp"
#include "proofs/probe.hpp"
#include "proofs/proof.hpp"
#include "relations/relation.hpp"
#include "search/backbone.hpp"
#include "search/learning_search.hpp"
#include "search/search.hpp"
#include "state/sweep.hpp"
#include "structure.hpp"

namespace nb = nanobind;
using namespace gridwright;

namespace {

// A search in the hands of Python: two threads, or a signal handler, may not run it at once.
struct Stream {
    Search search;
    std::atomic<bool> busy{false};
    explicit Stream(const Problem& problem) : search(problem) {}
};

nb::object refutation_tuple(const Refutation& refutation) {
    nb::list lines;
    for (const ProofLine& line : refutation.lines)
        lines.append(nb::make_tuple(line.statement, line.placed, line.removed, line.absent, line.decided,
                                    line.inside.empty() ? nb::none() : refutation_tuple(line.inside[0])));
    return nb::make_tuple(refutation.assumed, lines);
}

// Where a search starts: None, a byte a variable (givens: 0 open, k + 1 value k), or eight (masks, little-endian).
struct Start {
    const std::uint8_t* givens = nullptr;
    std::vector<Mask> masks;
    const Mask* masks_or_null() const { return masks.empty() ? nullptr : masks.data(); }

    Start(const Problem& problem, nb::handle start) {
        if (start.is_none())
            return;
        if (!PyBytes_Check(start.ptr()))
            throw nb::type_error("a start is None or bytes");
        const char* data = PyBytes_AS_STRING(start.ptr());
        const std::size_t size = static_cast<std::size_t>(PyBytes_GET_SIZE(start.ptr()));
        const std::size_t n = problem.spec.sizes.size();
        if (size == n) {
            givens = reinterpret_cast<const std::uint8_t*>(data);
        } else if (size == 8 * n) {
            masks.resize(n);
            std::memcpy(masks.data(), data, size);
        } else {
            throw nb::value_error(("a start has " + std::to_string(n) + " bytes (givens) or " + std::to_string(8 * n) +
                                   " (masks), not " + std::to_string(size))
                                      .c_str());
        }
    }
};

const char* stop_name(Stop stop) {
    constexpr const char* kStops[] = {"exhausted", "solutions", "nodes", "seconds", "cancelled"};
    return kStops[static_cast<int>(stop)];
}

nb::bytes to_bytes(const std::vector<Mask>& masks) {
    return nb::bytes(reinterpret_cast<const char*>(masks.data()), masks.size() * sizeof(Mask));
}

// The results of a batch: a Found is made when one is looked at, so that a million answers stay small.
struct Batch {
    std::vector<Found> found;
    std::vector<std::size_t> variables;
};

struct Result {
    Found found;
    std::size_t variables;

    nb::typed<nb::list, nb::bytes> solutions() const {
        nb::typed<nb::list, nb::bytes> list;
        for (std::size_t i = 0; variables > 0 && (i + 1) * variables <= found.solutions.size(); ++i)
            list.append(nb::bytes(reinterpret_cast<const char*>(found.solutions.data()) + i * variables, variables));
        return list;
    }
};

using RelationTuples = std::vector<std::tuple<std::string, std::vector<Variable>, std::vector<std::int64_t>>>;

std::vector<RelationSpec> to_relations(const RelationTuples& tuples) {
    std::vector<RelationSpec> specs;
    for (const auto& [kind, scope, parameters] : tuples)
        specs.push_back({&relation_kind(kind), scope, parameters});
    return specs;
}

using Nested = std::vector<std::vector<std::int32_t>>;
using Numbers = std::vector<std::int32_t>;
using Triples = std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>;

std::shared_ptr<Structure> build(Numbers sizes, std::vector<Mask> masks, const Nested& choices,
                                 const Nested& at_most_ones, const RelationTuples& relations, Nested groups,
                                 Numbers kinds, Numbers choice_groups, const Numbers& relation_groups,
                                 const Triples& counts, std::int64_t dense_bytes) {
    Spec spec{std::move(sizes),        std::move(masks),  Lists(choices),   Lists(at_most_ones),
              to_relations(relations), std::move(groups), std::move(kinds), std::move(choice_groups)};
    if (!relation_groups.empty() && relation_groups.size() != relations.size())
        throw nb::value_error("every relation has a group, or none has");
    for (std::size_t i = 0; i < relation_groups.size(); ++i)
        spec.relations[i].group = relation_groups[i];
    for (const auto& [value, group, often] : counts)
        spec.counts.push_back({value, group, often});
    return std::make_shared<Structure>(std::move(spec), dense_bytes);
}

// A whole number of a statement, of which thousands are read for each board.
std::int64_t read_whole(PyObject* number) {
    const long long value = PyLong_Check(number) ? PyLong_AsLongLong(number) : -1;
    if ((value == -1 && PyErr_Occurred()) || !PyLong_Check(number)) {
        PyErr_Clear();
        throw nb::type_error("a statement is made of whole numbers");
    }
    return value;
}

template <class T> std::vector<T> wholes(nb::handle numbers) {
    if (!PyTuple_Check(numbers.ptr()) && !PyList_Check(numbers.ptr()))
        return nb::cast<std::vector<T>>(numbers);
    std::vector<T> found(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(numbers.ptr())));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::int64_t value = read_whole(PySequence_Fast_GET_ITEM(numbers.ptr(), static_cast<Py_ssize_t>(i)));
        found[i] = static_cast<T>(value);
        if (found[i] != value)
            throw nb::type_error("a statement has a number that is too large");
    }
    return found;
}

} // namespace

std::vector<Structure::Statement> gridwright::read_statements(const StatementTuples& tuples) {
    std::vector<Structure::Statement> statements;
    statements.reserve(tuples.size());
    PyObject* named = nullptr; // the name before: mostly they are of one kind
    const RelationKind* kind = nullptr;
    for (nb::handle each : tuples) {
        if (!PyTuple_Check(each.ptr()) || PyTuple_GET_SIZE(each.ptr()) != 5)
            throw nb::type_error("a statement has five parts");
        const auto part = [&](Py_ssize_t i) { return PyTuple_GET_ITEM(each.ptr(), i); };
        if (part(0) != named) {
            kind = &relation_kind(nb::cast<std::string_view>(nb::handle(part(0))));
            named = part(0);
        }
        const std::int64_t group = read_whole(part(1)), members = read_whole(part(3));
        statements.push_back({{kind, wholes<Variable>(part(2)), wholes<std::int64_t>(part(4))},
                              static_cast<std::int32_t>(std::clamp<std::int64_t>(group, -1, INT32_MAX)),
                              members < 0 ? SIZE_MAX : static_cast<std::size_t>(members)});
    }
    return statements;
}

namespace {

std::shared_ptr<Structure> with_statements(const Structure& self, StatementTuples tuples) {
    return self.with_statements(read_statements(tuples));
}

using CageTuple = nb::typed<nb::tuple, nb::typed<nb::tuple, int, nb::ellipsis>, nb::str, nb::int_>;
using CageTuples = nb::typed<nb::tuple, CageTuple, nb::ellipsis>;

// A tuple that `item(i)` fills with new references.
template <class Item> nb::tuple tuple_of(std::size_t size, Item item) {
    nb::tuple made = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(size)));
    if (!made.is_valid())
        throw nb::python_error();
    for (std::size_t i = 0; i < size; ++i)
        PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), item(i).release().ptr());
    return made;
}

nb::object whole(std::int64_t number) { return nb::steal(PyLong_FromLongLong(number)); }

std::optional<std::pair<CageTuples, bool>> lettered_cages(std::int32_t side, std::string_view text,
                                                          const nb::typed<nb::dict, nb::str, nb::str>& operations,
                                                          std::string_view of_two) {
    if (side < 1 || side > 64)
        throw nb::value_error("a board has 1 to 64 rows");
    const std::size_t comma = text.find(',');
    if (comma == text.npos)
        return std::nullopt;
    const auto walls = lettered_walls(side, text.substr(0, comma));
    const auto clues = walls ? lettered_clues(walls->regions.size(), text.substr(comma + 1)) : std::nullopt;
    if (!clues)
        return std::nullopt;
    nb::object names[128];
    for (const auto& [letter, operation] : operations)
        if (const auto key = nb::cast<std::string_view>(letter); key.size() == 1 && !(key[0] & 0x80))
            names[static_cast<unsigned char>(key[0])] = nb::borrow(operation);
    for (std::size_t i = 0; i < clues->size(); ++i) {
        const char letter = (*clues)[i].letter;
        if ((letter & 0x80) || !names[static_cast<unsigned char>(letter)].is_valid() ||
            (walls->regions[i].size() != 2 && of_two.find(letter) != of_two.npos))
            return std::nullopt;
    }
    nb::tuple cages = tuple_of(clues->size(), [&](std::size_t i) -> nb::object {
        const auto& cells = walls->regions[i];
        const auto& [letter, number] = (*clues)[i];
        const nb::object parts[3] = {tuple_of(cells.size(), [&](std::size_t j) { return whole(cells[j]); }),
                                     names[static_cast<unsigned char>(letter)], whole(number)};
        return tuple_of(3, [&](std::size_t j) { return parts[j]; });
    });
    return std::pair(nb::borrow<CageTuples>(cages), walls->canonical);
}

// A method of a Structure that asks its Problem.
template <class Result, class... Rest> auto on_problem(Result (*method)(const Problem&, Rest...)) {
    return
        [method](const Structure& self, Rest... rest) { return method(self.problem(), std::forward<Rest>(rest)...); };
}

Candidate check_candidate(const Problem& problem, Candidate c, bool optional) {
    if (c >= problem.candidates() || c < (optional ? -1 : 0))
        throw nb::index_error("no such candidate");
    return c;
}

// The relation that stands for a statement of the Spec.
const Relation& stating(const Problem& problem, std::int32_t statement) {
    for (const auto& relation : problem.relations)
        if (const auto& own = relation->statements; std::find(own.begin(), own.end(), statement) != own.end())
            return *relation;
    throw nb::index_error("no such relation");
}

// The same, asked with a mask for each variable of its scope.
const Relation& check_relation(const Problem& problem, std::int32_t statement, std::vector<Mask>& masks) {
    const Relation& relation = stating(problem, statement);
    if (masks.size() != relation.scope.size())
        throw nb::value_error("a relation is asked with a mask for each variable of its scope");
    for (std::size_t i = 0; i < masks.size(); ++i)
        if (!(masks[i] &= problem.every_value(relation.scope[i])))
            throw nb::value_error("a variable of the relation has no value left");
    return relation;
}

} // namespace

void bind_rules(nb::module_& m, nb::class_<Structure>& structure); // rules.cpp
void bind_makers(nb::module_& m);                                  // makers.cpp
void bind_exclusions(nb::module_& m);                              // exclusions.cpp

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false); // Structures are kept for reuse until the interpreter is gone
    m.attr("__version__") = gridwright::kVersion;
    m.attr("INTERFACE") = gridwright::kInterface;
    nb::exception<TooLarge>(m, "TooLarge", PyExc_ValueError);
    m.def("path_name", [] { return std::string(path_name()); }, "The machine path that sweeps run on.");

    nb::class_<Result>(m, "Found", "What a search found.")
        .def_prop_ro(
            "count", [](const Result& self) { return self.found.count; }, "Solutions found.")
        .def_prop_ro(
            "nodes", [](const Result& self) { return self.found.nodes; }, "States looked at.")
        .def_prop_ro(
            "exhausted", [](const Result& self) { return self.found.exhausted; }, "There are no more.")
        .def_prop_ro(
            "stop", [](const Result& self) { return std::string(stop_name(self.found.stop)); },
            "Why it stopped: exhausted, solutions, nodes, seconds or cancelled.")
        .def_prop_ro(
            "search", [](const Result& self) { return self.found.learning ? "learning" : "plain"; },
            "Which search answered: plain, or learning where that took over.")
        .def_prop_ro("solutions", &Result::solutions, "The first solutions, a byte a variable each.");

    nb::class_<Batch>(m, "Batch", "What a batch found, in the order of its starts.")
        .def("__len__", [](const Batch& self) { return self.found.size(); })
        .def("__getitem__",
             [](const Batch& self, std::int64_t i) {
                 const auto n = static_cast<std::int64_t>(self.found.size());
                 if (i < -n || i >= n)
                     throw nb::index_error("no such result");
                 const std::size_t at = static_cast<std::size_t>(i < 0 ? i + n : i);
                 return Result{self.found[at], self.variables[at]};
             })
        .def(
            "unique",
            [](const Batch& self) {
                std::size_t n = 0;
                for (const Found& found : self.found)
                    n += found.count == 1 && found.exhausted;
                return n;
            },
            "How many have exactly one solution.")
        .def(
            "nodes",
            [](const Batch& self) {
                std::uint64_t n = 0;
                for (const Found& found : self.found)
                    n += found.nodes;
                return n;
            },
            "States looked at, all together.");

    nb::class_<Structure> structure(m, "Structure", "What puzzles that differ only in givens share; also by threads.");
    structure
        .def(nb::new_(&build), nb::arg("sizes"), nb::arg("masks"), nb::arg("choices"), nb::arg("at_most_ones"),
             nb::arg("relations") = RelationTuples(), nb::arg("groups") = Nested(), nb::arg("kinds") = Numbers(),
             nb::arg("choice_groups") = Numbers(), nb::arg("relation_groups") = Numbers(),
             nb::arg("counts") = Triples(), nb::arg("dense_bytes") = Problem::kDenseBytes,
             "Relations are (kind, scope, parameters), groups lists of variables, each with the number of its kind; of "
             "choices and relations the number of their group, -1 for none; counts (value, group, how often) are those "
             "that neither of them says.")
        .def_prop_ro("variables", [](const Structure& self) { return self.spec().sizes.size(); })
        .def_prop_ro("candidates", [](const Structure& self) { return self.problem().candidates(); })
        .def_prop_ro("dense", [](const Structure& self) { return !self.problem().keep.empty(); })
        .def("solve",
             on_problem(+[](const Problem& self, nb::handle start, std::uint64_t limit, std::uint64_t show,
                            std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::handle cancel,
                            Candidate assumed, std::optional<std::uint64_t> hand_over, std::uint64_t seed) {
                 const Start from(self, start);
                 check_candidate(self, assumed, true);
                 const CallLimits bounds(nodes, seconds, cancel);
                 const HandOver after{hand_over.value_or(self.patience), seed};
                 return Result{unlocked([&] {
                                   return solve(self, from.givens, from.masks_or_null(), assumed, limit, show, bounds,
                                                after);
                               }),
                               self.spec.sizes.size()};
             }),
             nb::arg("start").none(), nb::arg("limit") = 2, nb::arg("show") = 0, nb::arg("nodes") = nb::none(),
             nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(), nb::arg("assumed") = -1,
             nb::arg("hand_over") = nb::none(), nb::arg("seed") = 0,
             "Count solutions up to the limit and keep the first `show`; `assumed` is a candidate placed beforehand. "
             "For "
             "tests: after how many nodes without a solution the search goes on learning, and by which order.")
        .def(
            "learn", on_problem(+[](const Problem& self, nb::handle start, std::uint64_t limit, std::uint64_t seed) {
                const Start from(self, start);
                if (!from.masks_or_null() && self.variables() > 0)
                    throw nb::value_error("a checked search starts from masks, eight bytes a variable");
                LearningSearch search(self, from.masks, seed);
                search.check();
                Result result{search.run(limit, limit, CallLimits(std::nullopt, std::nullopt, nb::none())),
                              self.spec.sizes.size()};
                std::vector<std::vector<Candidate>> clauses;
                for (const auto& clause : search.learnt()) {
                    auto& signed_candidates = clauses.emplace_back();
                    for (const auto literal : clause)
                        signed_candidates.push_back(search.candidate(literal));
                }
                return std::make_tuple(std::move(result), std::move(clauses));
            }),
            nb::arg("start"), nb::arg("limit") = 2, nb::arg("seed") = 0,
            "For tests: the search that learns alone, with every reason checked, and the clauses that it learnt before "
            "the first solution: candidates of which one is true, or, as -1 - c, false.")
        .def("possible",
             on_problem(+[](const Problem& self, nb::handle start, std::optional<std::uint64_t> nodes,
                            std::optional<double> seconds, nb::handle cancel) {
                 const Start from(self, start);
                 const CallLimits bounds(nodes, seconds, cancel);
                 const Possible result =
                     unlocked([&] { return possible(self, from.givens, from.masks_or_null(), bounds); });
                 return std::make_tuple(to_bytes(result.masks), result.solutions, std::string(stop_name(result.stop)),
                                        result.nodes);
             }),
             nb::arg("start").none(), nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(),
             nb::arg("cancel") = nb::none(),
             "(masks of the values in some solution, solutions met, why it stopped: exhausted if all was decided, "
             "nodes).")
        .def("propagate", on_problem(+[](const Problem& self, nb::handle start) -> std::optional<nb::bytes> {
                 const Start from(self, start);
                 std::vector<std::uint64_t> state = self.initial;
                 std::vector<std::uint64_t> seen(self.domain_words);
                 if (self.impossible || (from.givens && !self.give(state.data(), from.givens)) ||
                     (from.masks_or_null() && !self.narrow(state.data(), from.masks.data())))
                     return std::nullopt;
                 for (std::int32_t w = 0; w < self.domain_words; ++w)
                     seen[w] = ~state[self.domain_begin + w];
                 if (!propagate(self, state.data(), seen.data()))
                     return std::nullopt;
                 std::vector<Mask> masks(self.spec.sizes.size());
                 self.read_masks(state.data(), masks.data());
                 return to_bytes(masks);
             }),
             nb::arg("start").none(), "Masks at the fixpoint of all propagation, or None for a contradiction.")
        .def("probe",
             on_problem(+[](const Problem& self, nb::handle start, Candidate assumed,
                            std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::handle cancel) {
                 const Start from(self, start);
                 if (!from.masks_or_null() && self.variables() > 0)
                     throw nb::value_error("a probe starts from masks, eight bytes a variable");
                 check_candidate(self, assumed, false);
                 const CallLimits bounds(nodes, seconds, cancel);
                 const Probe result = unlocked([&] { return probe(self, from.masks.data(), assumed, bounds); });
                 return std::make_tuple(result.refuted, result.finished, result.choices, result.relations,
                                        result.placed);
             }),
             nb::arg("start"), nb::arg("assumed"), nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(),
             nb::arg("cancel") = nb::none(),
             "(refuted, finished, choices used, relations used, candidates placed) when one is assumed.")
        .def(
            "prove",
            on_problem(+[](const Problem& self, nb::handle start, std::vector<Candidate> loud,
                           std::vector<Candidate> silent, std::uint64_t by_size, std::optional<std::uint64_t> nodes,
                           std::optional<double> seconds, nb::handle cancel) {
                const Start from(self, start);
                if (!from.masks_or_null() && self.variables() > 0)
                    throw nb::value_error("a proof starts from masks, eight bytes a variable");
                for (const auto* list : {&loud, &silent})
                    for (Candidate c : *list)
                        check_candidate(self, c, false);
                const CallLimits bounds(nodes, seconds, cancel);
                const Proof proof =
                    unlocked([&] { return prove(self, from.masks.data(), std::move(loud), silent, by_size, bounds); });
                nb::object found = proof.refutation.lines.empty() ? nb::none() : refutation_tuple(proof.refutation);
                return std::make_tuple(found, proof.smallest, proof.stop == Stop::none, proof.nodes);
            }),
            nb::arg("start"), nb::arg("loud"), nb::arg("silent"), nb::arg("by_size"), nb::arg("nodes") = nb::none(),
            nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
            "(refutation or None, smallest, finished, nodes): the smallest proof that one of the candidates is false. "
            "A refutation is (what is supposed, its lines); a line (statement, placed, removed, absent before anything "
            "was supposed, members that must be decided, a refutation inside or None). Where a statement alone says "
            "something new, that is the only line, and what is supposed is -1.")
        .def(
            "says_the_same", [](const Structure& self, const Structure& other) { return self.spec() == other.spec(); },
            nb::arg("other"), "Is the other made of the same, in the same order?")
        .def("with_statements", with_statements, nb::arg("statements"),
             "The same with more statements of the rulebook: (kind, kind of its group or -1, scope, how many of the "
             "scope are the group, parameters) each, emitted as constraints of the kind are.")
        .def(
            "with_relations",
            [](const Structure& self, const RelationTuples& relations, std::optional<std::vector<Mask>> masks) {
                return self.with_relations(to_relations(relations), std::move(masks));
            },
            nb::arg("relations"), nb::arg("masks") = nb::none(),
            "The same with other relations, of no groups, and other masks if they are given; all else is shared.")
        .def("combinations",
             on_problem(+[](const Problem& self, std::int32_t relation, std::vector<Mask> masks, std::size_t most,
                            std::int64_t fuel) {
                 const Relation& asked = check_relation(self, relation, masks);
                 std::vector<std::uint8_t> found;
                 const bool complete = unlocked([&] { return asked.combinations(masks.data(), most, fuel, found); });
                 nb::typed<nb::list, nb::bytes> list;
                 for (std::size_t i = 0; i < found.size(); i += masks.size())
                     list.append(nb::bytes(reinterpret_cast<const char*>(found.data()) + i, masks.size()));
                 return std::make_tuple(list, complete);
             }),
             nb::arg("relation"), nb::arg("masks"), nb::arg("most") = 1000, nb::arg("fuel") = 10'000'000,
             "(the sorted values of each way to fill its scope inside the masks, whether these are all).")
        .def("fitting",
             on_problem(+[](const Problem& self, std::int32_t relation, std::vector<Mask> masks,
                            std::int64_t fuel) -> std::optional<std::vector<Mask>> {
                 const Relation& asked = check_relation(self, relation, masks);
                 std::vector<Mask> used(masks.size());
                 if (!asked.fitting(masks.data(), used.data(), fuel))
                     return std::nullopt;
                 return used;
             }),
             nb::arg("relation"), nb::arg("masks"), nb::arg("fuel") = Relation::kFuel,
             "The values of each member in some way to fill its scope inside the masks, or None where there is none.")
        .def("forced",
             on_problem(+[](const Problem& self, std::int32_t relation, std::vector<Mask> masks,
                            const std::vector<std::int32_t>& members, std::int64_t fuel) {
                 const Relation& asked = check_relation(self, relation, masks);
                 for (std::int32_t member : members)
                     if (member < 0 || static_cast<std::size_t>(member) >= masks.size())
                         throw nb::index_error("no such member of the scope");
                 return asked.forced(masks.data(), members, fuel);
             }),
             nb::arg("relation"), nb::arg("masks"), nb::arg("members"), nb::arg("fuel") = Relation::kFuel,
             "The values that every way to fill its scope inside the masks puts into these members, by position.")
        .def("grounds",
             on_problem(+[](const Problem& self, std::int32_t relation, nb::handle start, Candidate removed)
                            -> std::optional<std::tuple<std::vector<std::int32_t>, std::vector<Candidate>>> {
                 const Start from(self, start);
                 if (!from.masks_or_null())
                     throw nb::value_error("grounds are asked of masks, eight bytes a variable");
                 check_candidate(self, removed, true);
                 const Relation& asked = stating(self, relation);
                 auto grounds = grounds_of(self, asked, from.masks.data(), removed);
                 if (!grounds)
                     return std::nullopt;
                 return std::make_tuple(asked.statements, std::move(*grounds));
             }),
             nb::arg("relation"), nb::arg("start"), nb::arg("removed") = -1,
             "(the statements that it stands for, absent candidates of its scope) from which follows that a candidate, "
             "which it removes from the masks, is false, or without one that nothing fits; None where it does not say "
             "so.");

    bind_rules(m, structure);

    nb::class_<Stream>(m, "Search", "A search that can be stopped and taken up again.")
        .def(
            "__init__",
            [](Stream* self, const Structure& structure, nb::handle start) {
                const Problem& problem = structure.problem();
                const Start from(problem, start);
                new (self) Stream(problem);
                self->search.start(from.givens, from.masks_or_null());
            },
            nb::arg("structure"), nb::arg("start").none(), nb::keep_alive<1, 2>())
        .def(
            "run",
            [](Stream& self, std::uint64_t limit, std::uint64_t show, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds, nb::handle cancel) {
                if (self.busy.exchange(true))
                    throw std::runtime_error("this search is running already");
                struct Free {
                    std::atomic<bool>& busy;
                    ~Free() { busy.store(false); }
                } free{self.busy};
                const CallLimits bounds(nodes, seconds, cancel);
                return Result{unlocked([&] { return self.search.run(limit, show, bounds); }), self.search.variables()};
            },
            nb::arg("limit"), nb::arg("show") = 0, nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(),
            nb::arg("cancel") = nb::none(), "Up to `limit` more solutions.");

    m.def(
        "solve_batch",
        [](const std::vector<nb::object>& structures, const std::vector<nb::object>& starts, std::uint64_t limit,
           std::uint64_t show, std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::handle cancel,
           unsigned threads) {
            if (structures.size() != starts.size())
                throw nb::value_error("a batch has as many structures as starts");
            std::vector<Start> from;
            from.reserve(starts.size());
            std::vector<Job> jobs;
            jobs.reserve(starts.size());
            for (std::size_t i = 0; i < starts.size(); ++i) {
                if (!nb::isinstance<Structure>(structures[i]))
                    throw nb::type_error("a batch is a list of Structures and a list of starts");
                const Problem& problem = nb::cast<const Structure&>(structures[i]).problem();
                from.emplace_back(problem, starts[i]);
                jobs.push_back({&problem, from.back().givens, from.back().masks_or_null()});
            }
            const CallLimits bounds(nodes, std::nullopt, cancel);
            auto found = unlocked([&] {
                return solve_batch(jobs, limit, show, bounds, seconds.value_or(1e18), std::min(threads, 256u));
            });
            Batch batch{std::move(found), {}};
            batch.variables.reserve(jobs.size());
            for (const Job& job : jobs)
                batch.variables.push_back(job.problem->spec.sizes.size());
            return batch;
        },
        nb::arg("structures"), nb::arg("starts"), nb::arg("limit") = 2, nb::arg("show") = 0,
        nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        nb::arg("threads") = 1,
        "Solve many puzzles over threads; nodes and seconds are per puzzle. Results are in the order of the starts.");
    m.def(
        "lettered_cages", lettered_cages, nb::arg("side"), nb::arg("text"), nb::arg("operations"), nb::arg("of_two"),
        "The cages of a square, (cells, operation, number) each, by a map of walls in letters, a comma and a letter "
        "with a number for each cage, and would the map be written so; `operations` are those of the letters, of which "
        "`of_two` are for cages of two cells alone. None where the text is no such thing.");
    m.def(
        "canonical_board",
        [](const nb::bytes& cells, std::int32_t side, std::int32_t band, std::int32_t stack, bool transposes,
           bool diagonals, std::optional<double> seconds, nb::handle cancel) -> std::optional<nb::bytes> {
            if (side < 1 || static_cast<std::size_t>(side) * static_cast<std::size_t>(side) != cells.size())
                throw nb::value_error("a board has a byte for each cell of a square");
            std::vector<std::uint8_t> smallest(cells.size());
            const auto* values = static_cast<const std::uint8_t*>(cells.data());
            const LineSymmetry symmetry{side, band, stack, transposes, diagonals};
            const CallLimits bounds(std::nullopt, seconds, cancel);
            if (!unlocked([&] { return canonical_board(symmetry, values, smallest.data(), bounds); }))
                return std::nullopt;
            return nb::bytes(reinterpret_cast<const char*>(smallest.data()), smallest.size());
        },
        nb::arg("cells"), nb::arg("side"), nb::arg("band"), nb::arg("stack"), nb::arg("transposes"),
        nb::arg("diagonals"), nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        "The smallest board, row by row with blanks as 0, that symmetries of the lines and other names for the numbers "
        "make of this one; None where the time is up, or too many ways to it are as good as each other.");
    bind_makers(m);
    bind_exclusions(m);
}
