// Boards on which each printed clue says how many of its members take a value: marks in a row, marks beside a cell. One
// empty board has many solutions, and what the clues say follows from each of them:
//
//     blank structure ──▶ random solution ──▶ clues that count it ──▶ all of them, or what is left ──▶ requirements
//              ▲──────── another one, a few times ◀───────────────────────────────────────────────────┘ not all hold
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "basics/random_stream.hpp"
#include "makers/clue_reduction.hpp"
#include "structure.hpp"

namespace gridwright {

// The solution that came closest, the first of equals.
struct CountedSolution {
    std::int32_t number = -1; // of the solution, -1 where there is none
    std::vector<std::uint8_t> solution;
    std::vector<std::int32_t> kept; // items
    std::int32_t holds = -1;        // requirements, from the first on; -1 where there are several solutions
    bool stopped = false;
};

// The clues of a board: the first parameter of each statement is the value, the others are how many members take it.
struct CountedClues {
    std::vector<ClueItem> items;
    bool stay; // all of them
};

// Solution i is drawn from the stream's child `solution`, i; what is done with it is said in ClueReduction::run, with
// the stream's child i. The structure must outlive the call.
CountedSolution counted_solution(const Structure& blank, const CountedClues& clues, RandomStream at, std::int32_t tries,
                                 std::int32_t floor, std::uint64_t nodes, ClueJudge& tools, const Limits& limits);

} // namespace gridwright
