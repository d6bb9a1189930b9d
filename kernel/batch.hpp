// Many puzzles over several threads, work split dynamically.
#pragma once

#include <cstdint>
#include <vector>

#include "search.hpp"

namespace gridwright {

struct Job {
    const Problem* problem;
    const std::uint8_t* givens; // or null
    const Mask* masks;          // or null
};

// Solve every job; a job's result is at its place whatever thread did it. `limits.nodes` and `seconds` are per job,
// `limits.deadline` and cancel for all; jobs not reached keep Stop::cancelled. `limits.poll` is asked on this thread.
std::vector<Found> solve_batch(const std::vector<Job>& jobs, std::uint64_t limit, std::uint64_t show,
                               const Limits& limits, double seconds, unsigned threads);

} // namespace gridwright
