#include "makers/maker.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "basics/parallel.hpp"

namespace gridwright {
namespace {

constexpr std::pair<std::string_view, std::unique_ptr<Maker> (*)(const MakerParameters&)> kMakers[] = {
    {"givens", givens_maker},
    {"cages", cages_maker},
    {"regions", regions_maker},
    {"sight-lines", sight_lines_maker},
};

std::unique_ptr<Maker> new_maker(std::string_view name, const MakerParameters& parameters) {
    for (const auto& [known, create] : kMakers)
        if (name == known)
            return create(parameters);
    throw std::invalid_argument("there is no maker '" + std::string(name) + "'");
}

} // namespace

std::int32_t MakerParameters::number(std::string_view name, std::int32_t least, std::int32_t most) const {
    const auto& values = list(name, least, most);
    if (values.size() != 1)
        throw std::invalid_argument("a maker wants one number '" + std::string(name) + "'");
    return values.front();
}

const std::vector<std::int32_t>& MakerParameters::list(std::string_view name, std::int32_t least,
                                                       std::int32_t most) const {
    const auto at = numbers.find(name);
    if (at == numbers.end() ||
        std::any_of(at->second.begin(), at->second.end(), [&](auto value) { return value < least || value > most; }))
        throw std::invalid_argument("a maker wants a number '" + std::string(name) + "' from " + std::to_string(least) +
                                    " to " + std::to_string(most));
    return at->second;
}

std::vector<SearchResult> make_puzzles(std::string_view maker, const MakerParameters& parameters,
                                       const std::vector<AttemptRange>& jobs, const Limits& limits, unsigned threads) {
    Pool<Maker> makers;
    makers.give(new_maker(maker, parameters)); // it complains here if it does
    std::vector<SearchResult> results(jobs.size());
    for (SearchResult& result : results) {
        result.stopped = true;
        result.failed.resize(parameters.requirements->size() + 1);
    }
    // The lowest job that succeeded, of each seed: attempts behind it are not needed.
    std::vector<std::size_t> first_of(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        first_of[i] = i && jobs[i].key == jobs[i - 1].key ? first_of[i - 1] : i;
    std::vector<std::atomic<std::size_t>> lowest(jobs.size());
    for (auto& each : lowest)
        each.store(jobs.size());
    in_parallel(jobs.size(), limits, 1e18, threads, [&](std::size_t i, const Limits& own) {
        SearchResult& result = results[i];
        result.stopped = false;
        auto tool = makers.take([&] { return new_maker(maker, parameters); });
        Stop stop = Stop::none;
        for (std::uint64_t number = jobs[i].first; number < jobs[i].last; ++number) {
            if (lowest[first_of[i]].load(std::memory_order_relaxed) < i)
                break;
            stop = own.look(); // attempts may be too short for their searches to ask
            if (stop != Stop::none) {
                result.stopped = true;
                break;
            }
            Attempt attempt = tool->attempt(RandomStream(jobs[i].key).child(number), own);
            if (attempt.stopped) {
                result.stopped = true;
                break;
            }
            ++result.done;
            if (attempt.success) {
                result.attempt = static_cast<std::int64_t>(number);
                result.puzzle = std::move(attempt.puzzle);
                for (std::size_t now = lowest[first_of[i]].load(); i < now;)
                    if (lowest[first_of[i]].compare_exchange_weak(now, i))
                        break;
                break;
            }
            ++result.failed[attempt.holds + 1];
            if (attempt.holds > result.closest_holds) {
                result.closest_attempt = static_cast<std::int64_t>(number);
                result.closest_holds = attempt.holds;
                result.closest = std::move(attempt.puzzle);
            }
        }
        makers.give(std::move(tool));
        return stop;
    });
    return results;
}

} // namespace gridwright
