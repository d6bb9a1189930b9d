// Boards on which each printed clue says how many of its members take a value, and none may go: how many tents there
// are in a row. One empty board has many solutions, and what the clues say follows from each of them:
//
//     blank structure ──▶ random solution ──▶ clues that count it ──▶ requirements
//              ▲──────── another one, a few times ◀──────────────────┘ not all hold
#pragma once

#include <cstdint>
#include <vector>

#include "limits.hpp"
#include "makers/clue_reduction.hpp"
#include "random_stream.hpp"
#include "structure.hpp"

namespace gridwright {

// The solution that came closest, the first of equals.
struct CountedBoard {
    std::int32_t number = -1; // of the solution, -1 where there is none
    std::vector<std::uint8_t> solution;
    std::int32_t holds = -1; // requirements, from the first on; -1 where there are several solutions
    bool stopped = false;
};

// Solution i is drawn from the stream's child `solution`, i. The first parameter of each clue is the value, the others
// are how many members take it; a search of so many nodes says that there is one solution (ClueReduction::run). The
// structure must outlive the call.
CountedBoard counted_board(const Structure& blank, const std::vector<Structure::Statement>& clues, RandomStream at,
                           std::int32_t tries, std::uint64_t nodes, ClueJudge& tools, const Limits& limits);

} // namespace gridwright
