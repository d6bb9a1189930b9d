// Exclusions for Python: rows of numbers, as the kernel lists them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <mutex>

#include "basics/parallel.hpp"
#include "calls.hpp"
#include "discovery/exclusions.hpp"
#include "discovery/smallest_exclusions.hpp"
#include "structure.hpp"

namespace nb = nanobind;
using namespace gridwright;

namespace {

nb::bytes to_bytes(const std::vector<std::int32_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int32_t));
}

ExclusionBounds to_bounds(std::vector<std::int32_t> most_options, bool glued, bool large, std::int32_t longest) {
    if (most_options.empty() || most_options.size() > ExclusionBounds::kMostStatements)
        throw nb::value_error(("all exclusions of one to " + std::to_string(ExclusionBounds::kMostStatements) +
                               " statements can be listed, not of " + std::to_string(most_options.size()))
                                  .c_str());
    for (std::size_t i = 0; i < most_options.size(); ++i)
        if (most_options[i] < 1 || (i > 0 && most_options[i] > ExclusionBounds::kMostOptions))
            throw nb::value_error(("statements beside others have 1 to " +
                                   std::to_string(ExclusionBounds::kMostOptions) + " options, not " +
                                   std::to_string(most_options[i]))
                                      .c_str());
    return {std::move(most_options), glued, large, longest};
}

// Rulebooks of the structures of a batch, each made when it is first asked for.
class Rulebooks {
public:
    explicit Rulebooks(const std::vector<const Structure*>& structures) : structures_(structures) {}
    std::shared_ptr<const Rulebook> of(std::size_t i) {
        const std::lock_guard<std::mutex> lock(guard_);
        if (last_ != structures_[i]) {
            last_ = structures_[i];
            rulebook_ = std::make_shared<const Rulebook>(last_->problem());
        }
        return rulebook_;
    }

private:
    const std::vector<const Structure*>& structures_;
    std::mutex guard_;
    const Structure* last_ = nullptr;
    std::shared_ptr<const Rulebook> rulebook_;
};

} // namespace

void bind_exclusions(nb::module_& m) {
    m.def(
        "exclusions",
        [](const std::vector<const Structure*>& structures, const std::vector<nb::bytes>& masks,
           std::vector<std::int32_t> most_options, bool glued, bool large, std::int32_t longest,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::handle cancel, unsigned threads) {
            const ExclusionBounds bounds = to_bounds(std::move(most_options), glued, large, longest);
            if (structures.size() != masks.size())
                throw nb::value_error("as many structures as masks are needed");
            std::vector<std::vector<Mask>> states(masks.size());
            for (std::size_t i = 0; i < masks.size(); ++i) {
                if (!structures[i])
                    throw nb::type_error("expected structures");
                states[i].resize(structures[i]->spec().sizes.size());
                if (masks[i].size() != 8 * states[i].size())
                    throw nb::value_error("masks have eight bytes a variable");
                std::memcpy(states[i].data(), masks[i].data(), masks[i].size());
            }
            std::vector<Exclusions> found(masks.size());
            for (Exclusions& one : found)
                one.stop = Stop::cancelled; // unless it is reached
            const CallLimits limits(nodes, std::nullopt, cancel);
            Rulebooks rulebooks(structures);
            unlocked([&] {
                in_parallel(masks.size(), limits, seconds.value_or(1e18), std::min(threads, 256u),
                            [&](std::size_t i, const Limits& own) {
                                found[i] = exclusions(*rulebooks.of(i), states[i].data(), bounds, own);
                                return found[i].stop == Stop::cancelled ? Stop::cancelled : Stop::none;
                            });
                return 0;
            });
            nb::typed<nb::list, nb::typed<nb::tuple, nb::bytes, bool, std::uint64_t>> result;
            for (const Exclusions& one : found)
                result.append(nb::make_tuple(to_bytes(one.rows), one.stop == Stop::none, one.nodes));
            return result;
        },
        nb::arg("structures"), nb::arg("masks"), nb::arg("most_options"), nb::arg("glued") = false,
        nb::arg("large") = false, nb::arg("longest") = 0, nb::arg("nodes") = nb::none(),
        nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(), nb::arg("threads") = 1,
        "Of each State, given as masks of eight bytes a variable: (rows, finished, sets of statements looked at). A "
        "row is how many statements, the candidate that they exclude, and the statements (choices, then relations), 32 "
        "bits each, by size, candidate and statements. `most_options` are those of a statement in an exclusion of one, "
        "of two … statements, all of which are found; of candidates that none of these excludes, those of at most "
        "`longest` statements that following an assumption leads to. Relations with more options take part where "
        "`large` "
        "is asked for. Nodes and seconds are for one State.");
    m.def(
        "smallest_exclusions",
        [](const Structure& structure, const nb::bytes& masks, Candidate candidate, std::int32_t most,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::handle cancel) {
            std::vector<Mask> state(structure.spec().sizes.size());
            if (masks.size() != 8 * state.size())
                throw nb::value_error("masks have eight bytes a variable");
            std::memcpy(state.data(), masks.data(), masks.size());
            if (candidate < 0 || candidate >= structure.problem().candidates())
                throw nb::index_error("no such candidate");
            const CallLimits limits(nodes, seconds, cancel);
            const SmallestExclusions result = unlocked([&] {
                return smallest_exclusions(Rulebook(structure.problem()), state.data(), candidate, most, true, limits);
            });
            return std::make_tuple(result.found, result.stop == Stop::none, result.nodes);
        },
        nb::arg("structure"), nb::arg("masks"), nb::arg("candidate"), nb::arg("most"), nb::arg("nodes") = nb::none(),
        nb::arg("seconds") = nb::none(), nb::arg("cancel") = nb::none(),
        "(statements of each of the smallest exclusions of the candidate, of at most so many; are there provably no "
        "smaller ones, and none where there are none here; sets looked at).");
}
