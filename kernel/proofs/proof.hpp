// The smallest proof of a next fact from the statements of the rulebook alone: suppose a candidate, use one statement a
// line, until one cannot hold.
//
// Where a statement says something before anything is supposed, that is the proof: one line. Otherwise first by size:
// all assumptions are followed in step, so the first proof met has the fewest lines. Past a budget of nodes everything
// that follows is followed, and what the break does not need is dropped: no line to spare, but there may be a shorter
// proof. Where every candidate withstands one assumption, assumptions are nested, one level more each time that all of
// them withstand:
//
//     suppose r1c1 = 3            lines, and candidates that are refuted inside, each by a proof of its own
//       suppose r4c2 = 7          … which may suppose again
//         … breaks
//       so r4c2 ≠ 7 …  breaks
//
// Only candidates that no solution has are tried, so the search for a proof ends. The order of all that is tried is
// fixed and budgets count, so the proof is the same on every machine.
#pragma once

#include <vector>

#include "basics/limits.hpp"
#include "proofs/consequences.hpp"

namespace gridwright {

struct Proof {
    Refutation
        refutation; // without lines where there is none; nothing is supposed (-1) where a statement alone says it
    bool smallest = false;  // no proof with one assumption has fewer lines
    Stop stop = Stop::none; // the limit that struck before one was found
    std::uint64_t nodes = 0;
};

// From a State given as masks. `loud` are the candidates that may be supposed, in the order in which they are tried;
// `silent` come after them and are never supposed inside an assumption ("no mark": what it means is said of the
// others). `by_size` is how many states the search by size may look at.
Proof prove(const Problem& problem, const Mask* masks, std::vector<Candidate> loud,
            const std::vector<Candidate>& silent, std::uint64_t by_size, const Limits& limits);

} // namespace gridwright
