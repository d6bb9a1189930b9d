// Clues that are taken away while the solution stays the only one, and given back until techniques find it.
//
// A clue is a given, or what a setter prints beside givens (a number of neighbours, a way to pass): statements that
// hold on the board while the clue is there. Clues go by items, as orbits of a symmetry do. The search has all
// statements as relations that it may switch off; techniques get the structure of those that are there.
//
//     blank structure + statements of all items ──▶ Reducer ──▶ items that stay
//     blank structure + statements that stay    ──▶ rules of the first requirement ──▶ solved
//                     + an item that touches an open variable ◀── stuck, from where they are
//
// So a puzzle for techniques has as many clues as it takes for these, and hardly more.
//
// Where easier rules must not be enough, items come back until just these are, which is soon asked. Then some item is
// taken away again without which they get stuck and the first requirement's rules do not: of what the easier rules have
// so nearly solved that is so much more often than of what harder ones have, most of which the easier ones solve too.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "basics/random_stream.hpp"
#include "ladders/ladder.hpp"
#include "makers/reducer.hpp"
#include "structure.hpp"

namespace gridwright {

// What goes together when clues are taken away.
struct ClueItem {
    std::int32_t clues; // how many they are
    std::vector<Variable> givens;
    std::vector<Structure::Statement> statements;
};

// The rules of the requirements, for one board after the other.
struct ClueJudge {
    // The requirements must outlive it. `eases`: clues come back until the rules of the first requirement are enough;
    // `by_easier`: first until those of an easier one are, where there is one.
    ClueJudge(const Requirements& given, std::uint64_t rule_fuel, bool eases, bool by_easier);

    const Requirements& requirements;
    const std::uint64_t fuel;
    std::unique_ptr<Climber> climber; // of the first requirement, where clues come back for it
    std::unique_ptr<Climber> easier;  // of the one with the most rules among those that must not solve the puzzle
    Judge judge;
};

class ClueReduction {
public:
    static constexpr std::size_t kOpenPerClue = 64; // variables that are open where one clue more comes back at once
    static constexpr int kOrders = 8; // in which the clues of a solution go, one after the other, where rules must fail
    static constexpr int kFailures = 8; // so often may rules be stuck without one clue before a board is given up
    static constexpr std::uint64_t kMoreNodes = 4; // so many times as many tell that techniques may be asked
    // The structure must outlive it. Throws std::invalid_argument where a clue does not fit the structure.
    ClueReduction(const Structure& blank, std::vector<ClueItem> items);

    struct Result {
        std::int32_t holds = -1; // requirements, from the first on
        bool stopped = false;
    };
    // Takes clues of a solution away in random order, leaving no fewer than `floor`, each where a search of so many
    // nodes says that it can go; gives some back as the first requirement asks. Where such a search does not say that
    // there is one solution with all of them, none goes, and no requirement holds. Where none may go and rules have to
    // solve the puzzle, nobody searches: what they solve has one solution.
    Result run(const std::uint8_t* solution, RandomStream at, std::int32_t floor, std::uint64_t nodes, ClueJudge& tools,
               const Limits& limits);

    bool there(std::int32_t item) const { return present_[item]; }
    std::int32_t items() const { return static_cast<std::int32_t>(items_.size()); }
    const std::vector<std::uint8_t>& givens() const { return givens_; } // 0 none, k + 1 value k

private:
    const Structure& present_structure();
    void begin();
    void put_back(std::int32_t item);
    void take_away(std::int32_t item);
    Deduced::Outcome ease(Climber& climber, RandomStream stream, std::uint64_t fuel, const Limits& limits);
    std::int32_t without_one(RandomStream stream, std::int32_t floor, std::uint64_t nodes, ClueJudge& tools,
                             const Limits& limits);
    std::int32_t fewer_back(ClueJudge& tools, const Limits& limits);
    std::int32_t thinned(RandomStream order, RandomStream eased, std::int32_t floor, std::uint64_t nodes,
                         ClueJudge& tools, const Limits& limits);
    std::int32_t to_give_back(std::vector<std::int32_t>& open, RandomStream& stream) const;

    const Structure& blank_;
    const std::vector<ClueItem> items_;
    bool prints_ = false;                             // are there statements?
    std::vector<std::vector<std::int32_t>> touching_; // of each variable the items that say something of it
    std::shared_ptr<Structure> all_, present_now_;
    std::unique_ptr<Reducer> reducer_;
    const std::uint8_t* solution_ = nullptr;
    std::vector<bool> present_;
    int failures_ = 0;
    std::vector<std::int32_t> given_back_; // items, in the order in which they came back
    std::vector<std::uint8_t> givens_;
    std::vector<Mask> masks_;
    std::vector<std::uint8_t> placed_;
    std::vector<std::int32_t> open_;
};

} // namespace gridwright
