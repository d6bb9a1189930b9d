#include "batch.hpp"

#include "parallel.hpp"

namespace gridwright {

std::vector<Found> solve_batch(const std::vector<Job>& jobs, std::uint64_t limit, std::uint64_t show,
                               const Limits& limits, double seconds, unsigned threads) {
    std::vector<Found> results(jobs.size());
    for (Found& result : results)
        result.stop = Stop::cancelled;
    in_parallel(jobs.size(), limits, seconds, threads, [&](std::size_t i, const Limits& own) {
        results[i] = solve(*jobs[i].problem, jobs[i].givens, jobs[i].masks, -1, limit, show, own);
        return results[i].stop;
    });
    return results;
}

} // namespace gridwright
