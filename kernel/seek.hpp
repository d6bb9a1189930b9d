// Attempts until one fulfils the wish: the outer loop of generation.
//
// Attempt i of a seed draws from the stream Draw(key).child(i) and from nothing else, so it comes out the same whoever
// makes it and when. A job is a range of attempts of one seed, made one after the other until one succeeds; jobs run
// over threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "draw.hpp"
#include "ladder.hpp"
#include "limits.hpp"
#include "reduce.hpp"

namespace gridwright {

// What an attempt made: the solution, the givens (0 none, k + 1 value k), and cages or regions (a number a cell) where
// they are the clues.
struct Made {
    std::vector<std::uint8_t> solution, givens;
    std::vector<CageSpec> cages;
    std::vector<std::uint8_t> regions;
};

// How an attempt ended. `holds` counts the conditions that hold, from the first on; -1 where there is no such puzzle at
// all: no solution was met in time, or there are several.
struct Attempt {
    std::int32_t holds = -1;
    bool success = false, stopped = false;
    Made made;
};

class Maker {
public:
    virtual ~Maker() = default;
    virtual Attempt attempt(Draw at, const Limits& limits) = 0;
};

struct Range {
    std::uint64_t key, first, last; // attempts from the first on, below the last
};

struct Sighted {
    std::int64_t attempt = -1; // that succeeded
    Made made;
    std::int64_t missed = -1; // the attempt that came closest, of those that failed: the first of equals
    std::int32_t missed_holds = -1;
    Made miss;
    std::vector<std::uint64_t> failed; // how many failed without a puzzle, then by the condition that did not hold
    std::uint64_t done = 0;            // attempts that were made
    bool stopped = false;
};

// Every job, in order. `conditions` is the size of the wish.
std::vector<Sighted> seek(const std::vector<Range>& jobs, std::size_t conditions,
                          const std::function<std::unique_ptr<Maker>()>& maker, const Limits& limits, unsigned threads);

// Boards whose clues are givens: a random solution, then givens (items of variables) taken away in random order. There
// are no local changes: putting an item back and others away costs as much as a new board and fulfils a wish less often
// (sudokus that need an x-wing: 4 to 7 a second with changes, 8 without).
struct Giving {
    const Problem* problem;
    Reducer::Items items;
    std::int32_t floor;    // clues that are left at least
    const AnyStage* stage; // null where the wish is empty
    const Wish* wish;
    std::uint64_t fuel;
};

std::unique_ptr<Maker> make_giver(const Giving& giving);

} // namespace gridwright
