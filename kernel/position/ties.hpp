// Lines of a loop that are tied to each other: what two of them can be together, passed on from clue to corner to clue.
//
// Ties go round by round until a statement decides a line: src/gridwright/techniques/_ties.py says what all of this
// means, and tests/reference/ties.py finds the same. What two lines can be together are four bits: 1 neither is part of
// the loop, 2 the first, 4 the second, 8 both.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace gridwright {

// What the rulebook says of a few lines, in the order of their numbers: bit i of a row says whether line i is part.
struct LineStatement {
    std::int32_t group;
    bool dot;
    std::vector<std::int32_t> lines;
    std::vector<std::uint16_t> rows;
    std::vector<std::int32_t> pairs; // of its lines, in the order (0, 1), (0, 2), …, (1, 2), …
};

// All statements of a board, and the pairs of lines that they speak of.
struct TiedLines {
    struct Pair {
        std::int32_t first, second;
        std::vector<std::int32_t> statements;
    };
    std::vector<LineStatement> statements;
    std::vector<Pair> pairs;
    std::vector<std::int32_t> statement_of; // by group, -1 where it is none
    struct Shared {
        std::int32_t first, second, line;
    };
    std::vector<Shared> shared; // two clues and the only line that they share

    // Numbers the pairs and the groups once all statements are there.
    void lay_out(std::int32_t groups);
};

class Ties {
public:
    enum Passed : std::int32_t { corners = 1, across = 2, alike = 3 };
    static constexpr std::int32_t kAny = 15, kAtMostOne = 7, kAtLeastOne = 14, kBothOrNeither = 9, kJustOne = 6;
    static constexpr std::int32_t kNoGroup = -1;

    // What a statement decides: lines, and whether they are part of the loop.
    struct Decided {
        std::int32_t statement, round;
        std::vector<std::pair<std::int32_t, bool>> lines;
    };
    // Of each line whether it is part of the loop, -1 while that is open.
    using Drawn = std::vector<std::int8_t>;

    // The statements that decide something in the first round where some do.
    const std::vector<Decided>& derive(const TiedLines& board, const Drawn& drawn, std::int32_t passed);
    // The ties that one of them needs, in their order: group, line, line, what.
    void tell(const Decided& decided, std::vector<std::int32_t>& told) const;

    // What the ties of a match and its group rest on: calls `line(x)` for lines that have to be known as they are, and
    // `statement(group)` for those that are used.
    template <class Line, class Used>
    static void read(const TiedLines& board, const Drawn& drawn, const std::vector<std::int32_t>& told,
                     std::int32_t group, Line line, Used used) {
        const std::size_t count = told.size() / 4;
        Drawn left = drawn;
        for (std::size_t k = 0; k <= count; ++k) {
            const std::int32_t g = k < count ? told[4 * k] : group;
            if (g < 0 || board.statement_of[g] < 0)
                continue;
            const LineStatement& own = board.statements[board.statement_of[g]];
            const auto wanted = what_follows(own, left, told, k);
            for (std::int32_t x : own.lines) {
                const std::int8_t kept = left[x];
                if (kept < 0)
                    continue;
                left[x] = -1;
                if (!still_follows(own, drawn, left, told, k, wanted))
                    left[x] = kept, line(x);
            }
            for (std::int32_t x : own.lines)
                left[x] = drawn[x];
            used(g);
        }
    }

private:
    struct Tie {
        std::int32_t statement, pair, what, round;
    };
    struct Fact { // positions in a statement
        std::int32_t first, second, what;
        std::vector<std::int32_t> ties;
    };
    using Rows = std::vector<std::uint16_t>;
    // A tie by its number, then -1 twice; or what follows along several: two lines and what they are.
    using Told = std::array<std::int32_t, 3>;
    using Holds = std::function<bool(const Rows&)>;
    struct Near {
        std::int32_t line, pair;
    };

    static void allowed(const LineStatement& own, const Drawn& drawn, const std::vector<Fact>& facts, Rows& rows);
    static std::uint16_t settled(const Rows& rows);
    static std::int32_t together(const Rows& rows, std::int32_t i, std::int32_t j);
    static Rows what_follows(const LineStatement& own, const Drawn& drawn, const std::vector<std::int32_t>& told,
                             std::size_t count);
    static bool still_follows(const LineStatement& own, const Drawn& drawn, const Drawn& left,
                              const std::vector<std::int32_t>& told, std::size_t count, const Rows& wanted);
    std::int32_t worth(std::int32_t what) const;
    bool blind(const LineStatement& own) const { return own.dot && passed_ < across; }
    bool look(std::int32_t s, std::int32_t round);
    void keep(std::int32_t first);
    std::pair<std::int32_t, std::int32_t> find(std::int32_t x) const;
    std::vector<std::vector<Near>> alike_before(std::int32_t round) const;
    std::vector<std::int32_t> sure(std::int32_t pair, std::int32_t round) const;
    std::vector<Fact> before(const LineStatement& own, std::int32_t round) const;
    void prove(std::int32_t s, std::int32_t round, const Holds& holds, std::vector<Told>& told) const;

    const TiedLines* board_ = nullptr;
    const Drawn* drawn_ = nullptr;
    std::int32_t passed_ = corners;
    std::vector<Tie> ties_;
    std::vector<std::vector<std::int32_t>> by_pair_;
    std::vector<std::int32_t> bounds_;
    std::vector<std::pair<std::int32_t, std::int32_t>> root_; // by line: one that it is alike or opposite (1) to
    std::vector<std::uint8_t> again_;
    std::vector<Decided> decided_;
    std::vector<Fact> facts_;
    Rows rows_, alone_;
};

} // namespace gridwright
