// Makers: what tries to make a puzzle, and the outer loop of generation, attempts until one fulfils the requirements.
//
// Attempt i of a seed draws from the stream RandomStream(key).child(i) and from nothing else, so it comes out the same
// whoever makes it and when. A job is a range of attempts of one seed, made one after the other until one succeeds;
// jobs run over threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basics/limits.hpp"
#include "basics/random_stream.hpp"
#include "ladders/ladder.hpp"
#include "makers/reducer.hpp"
#include "relations/cage.hpp"

namespace gridwright {

// What an attempt made: the solution, the givens (0 none, k + 1 value k), and cages or labels (a
// number a cell: its region, its direction) where they are the clues.
struct SolvedPuzzle {
    std::vector<std::uint8_t> solution, givens;
    std::vector<CageSpec> cages;
    std::vector<std::uint8_t> labels;
};

// How an attempt ended. `holds` counts the requirements that hold, from the first on; -1 where there is no such puzzle
// at all: no solution was met in time, or there are several.
struct Attempt {
    std::int32_t holds = -1;
    bool success = false, stopped = false;
    SolvedPuzzle puzzle;
};

class Maker {
public:
    virtual ~Maker() = default;
    virtual Attempt attempt(RandomStream at, const Limits& limits) = 0;
};

// What a maker is told of the puzzles that are wanted.
struct MakerParameters {
    const Structure* structure; // of the blank board
    Reducer::Items items;       // clues that go together when they are taken away
    // A number or several by name: the board's, and the taste of who asks. Each maker says which it wants.
    std::map<std::string, std::vector<std::int32_t>, std::less<>> numbers;
    const Requirements* requirements;
    std::uint64_t fuel; // of a rule

    // Both throw std::invalid_argument where it is missing or out of bounds.
    std::int32_t number(std::string_view name, std::int32_t least = 0, std::int32_t most = INT32_MAX) const;
    const std::vector<std::int32_t>& list(std::string_view name, std::int32_t least, std::int32_t most) const;
    const Problem& problem() const { return structure->problem(); }
    bool by_rules() const { return !requirements->empty() && requirements->front().solves; }
};

// The makers that there are; each file says what it makes. They throw std::invalid_argument where the parameters, which
// must outlive them, do not fit.
std::unique_ptr<Maker> givens_maker(const MakerParameters& parameters);
std::unique_ptr<Maker> cages_maker(const MakerParameters& parameters);
std::unique_ptr<Maker> regions_maker(const MakerParameters& parameters);
std::unique_ptr<Maker> sight_lines_maker(const MakerParameters& parameters);

// Attempts of one seed, from the first on, below the last.
struct AttemptRange {
    std::uint64_t key, first, last;
};

// What the attempts of a job came to.
struct SearchResult {
    std::int64_t attempt = -1; // that succeeded
    SolvedPuzzle puzzle;
    std::int64_t closest_attempt = -1; // the attempt that came closest, of those that failed: the first of equals
    std::int32_t closest_holds = -1;
    SolvedPuzzle closest;
    std::vector<std::uint64_t> failed; // how many failed without a puzzle, then by the condition that did not hold
    std::uint64_t done = 0;            // attempts that were made
    bool stopped = false;
};

// Every job, in order, by the maker of that name: `givens`, `cages`, `regions`, `sight-lines`. Throws
// std::invalid_argument where there is none.
std::vector<SearchResult> make_puzzles(std::string_view maker, const MakerParameters& parameters,
                                       const std::vector<AttemptRange>& jobs, const Limits& limits, unsigned threads);

} // namespace gridwright
