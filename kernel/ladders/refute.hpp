// Contradiction: suppose a candidate were true, apply a few rules one at a time, and see something break.
//
//     the position ── suppose r2c3 = 4 ──▶ level 0 ── one match ──▶ level 1 ── one match ──▶ … breaks
//
// At most k single matches, not k rounds of everything: the proof that a reader gets has k lines and the break. Whether
// k rounds of everything break is asked first, for most candidates end there; then the matches are tried one by one.
// The position outside is one in which the rules find nothing (where one does, it is asked anew), so inside they look
// only at what is new since the assumption.
//
// What breaks: a cell without a candidate, a group that can no longer get what it needs, a looker none of whose
// candidates lies between what it sees for certain and what it could see at the most.
#pragma once

#include <memory>
#include <vector>

#include "rules/match.hpp"

namespace gridwright {

// One line of a sub-proof; `rule` is the number of the plan.
struct RefutingLine {
    std::int32_t rule;
    std::vector<Conclusion> conclusions;
    std::vector<std::uint64_t> seen; // what the plan shows, a word each, as many as a set has for a set
    Grounds grounds;                 // in the state before it, the assumption's own changes among them
};

struct Refuted {
    std::int32_t cell = -1, value = -1;
    std::vector<RefutingLine> lines;
    std::int32_t broken = -1; // the cell that is empty, or looks and cannot count right; -1: a group
    Grounds last;             // what the break rests on
};

// Somebody who sees more at a glance than rules do, and so knows of most candidates that no rules will refute them.
class Sieve {
public:
    virtual ~Sieve() = default;
    // A position, which stays: the candidates of each cell.
    virtual void begin(const Mask* cand) = 0;
    // Could something break within so many steps if this were true?
    virtual bool may_break(std::int32_t cell, std::int32_t value, std::int32_t steps) = 0;
};

template <int W> class Refuter {
public:
    static constexpr std::int32_t kLongest = 12;
    static constexpr std::uint64_t kMostNodes = 4'000; // matches tried for one candidate

    // The watch and the plans must outlive it.
    Refuter(const std::vector<const Plan*>& plans, Watch& watch) : plans_(plans), watch_(watch) {}
    Refuter(const Refuter&) = delete;
    Refuter& operator=(const Refuter&) = delete;

    // Pass over candidates of which a sieve says no; null means none.
    void sift(Sieve* sieve) { sieve_ = sieve; }
    // Begin with a position, which must stay as it is while candidates are sought. `at_rest` says of each plan whether
    // it is known to find nothing there.
    void begin(const Tables<W>& tables, const Position<W>& outside, std::uint64_t fuel,
               const std::vector<std::uint8_t>& at_rest);
    // The next candidate, cells with the fewest candidates first, that at most k matches refute; none where the watch
    // has stopped.
    bool find(std::int32_t k, Refuted& refuted);
    // Again from the first candidate.
    void rewind() { at_ = 0; }
    bool tired() const { return tired_; } // was something given up?

private:
    struct Matched {
        std::int32_t rule, ordinal;
        std::size_t from, to; // conclusions
    };
    // A state on the way, with a matcher for each rule and what they found there.
    struct Level : MatchedPosition<W> {
        std::vector<Matched> found;
        std::vector<Conclusion> conclusions;
    };

    Level& level(std::int32_t depth);
    void collect(Level& level);
    void apply(Level& to, const Level& from, const Matched& match);
    bool rounds(const Level& from, std::int32_t left);
    bool follow(std::int32_t depth, std::int32_t left);
    bool breaks(const Position<W>& position);
    void tell(Refuted& refuted);
    void tell_group(Grounds& last, const Position<W>& end) const;

    const std::vector<const Plan*> plans_;
    Watch& watch_;
    const Tables<W>* tables_ = nullptr;
    std::uint64_t tables_number_ = 0;
    const Position<W>* outside_ = nullptr;
    std::uint64_t fuel_ = 0, nodes_ = 0;
    std::vector<std::pair<std::int32_t, std::int32_t>> candidates_;
    std::size_t at_ = 0;
    std::vector<std::uint8_t> loose_; // rules that find something outside
    Sieve* sieve_ = nullptr;
    std::vector<std::unique_ptr<Level>> levels_;
    Level scratch_;
    std::vector<std::size_t> path_; // of each level, the number of the match taken
    std::int32_t length_ = 0, broken_ = -1;
    bool tired_ = false;
};

} // namespace gridwright
