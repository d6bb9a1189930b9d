// Contradiction, followed breadth first: where every way to apply a few matches would be too many (`refute.hpp`).
//
//     the position ── suppose r2c3 = 4 ──▶ layer 0 ── all matches ──▶ layer 1 ── all matches ──▶ … breaks
//
// A layer applies everything that the rules see in the position before it; the first in which something breaks is the
// last. Backwards from the break only those matches stay that it rests on, of each only the conclusions that are used,
// and where several removed the same candidate those that serve most. What a line relied on is told as far as it was
// missing before anything was supposed. The twin in Python, `techniques/contradiction.py`, says the same at length.
#pragma once

#include <memory>
#include <vector>

#include "ladders/refute.hpp"
#include "rules/match.hpp"

namespace gridwright {

template <int W> class Follower {
public:
    static constexpr std::size_t kMostBreaks = 4; // of so many that break together the shortest proof comes first

    // The watch and the plans must outlive it.
    Follower(const std::vector<const Plan*>& plans, Watch& watch) : plans_(plans), watch_(watch) {}
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;

    // Begin with a position, which must stay as it is.
    void begin(const Tables<W>& tables, const Position<W>& outside, std::uint64_t fuel);
    // Suppose a candidate and follow it for so many layers. True: there is no more to follow, and `proofs` are those
    // of the breaks, the shortest first; they are empty where nothing breaks. False: it may still break later.
    bool follow(std::int32_t cell, std::int32_t value, std::int32_t layers, std::vector<Refuted>& proofs);
    // Can the proof be read line by line: is each line a match where those before it are written down? It is tired
    // where another match says the same: a name that a rule gives to something may mean something else there.
    bool applies(const Refuted& proof);
    bool tired() const { return tired_; } // was something given up?

private:
    struct Thought { // a match
        std::int32_t rule, ordinal, layer;
        std::size_t from, to; // conclusions
    };
    using Layer = MatchedPosition<W>; // the position before it
    struct Kept {                     // a thought of which only some conclusions are used
        std::size_t thought;
        std::vector<Conclusion> conclusions;
    };
    // What thoughts of a layer must have removed and written.
    struct Wanted {
        std::vector<std::int32_t> candidates, cells; // sorted when they are used
    };

    Layer& layer(std::size_t depth);
    bool collect(std::int32_t depth);
    void apply(Position<W>& position, const Conclusion& conclusion) const;
    void removed(const Conclusion& conclusion, const Position<W>& before, std::vector<std::int32_t>& candidates) const;
    // The first so many breaks, as what they rest on: cells, choices, relations.
    void breaks(const Position<W>& position, std::size_t most, std::vector<Grounds>& found) const;
    Refuted proof(const Grounds& broken, const Position<W>& end, std::int32_t layers);
    Refuted readable(Refuted found, std::int32_t layers);
    Grounds sorted_out(const Grounds& found, const Position<W>& position, std::vector<Wanted>& wanted);
    std::vector<Kept> chosen(Wanted& wanted);
    RefutingLine line(const Kept& kept, Grounds& grounds);

    const std::vector<const Plan*> plans_;
    Watch& watch_;
    const Tables<W>* tables_ = nullptr;
    std::uint64_t tables_number_ = 0;
    const Position<W>* outside_ = nullptr;
    std::uint64_t fuel_ = 0;
    std::vector<std::uint8_t> loose_;                            // rules that find something outside
    std::vector<std::pair<std::int32_t, std::int32_t>> choices_; // (its number, value * groups + group)
    std::vector<std::unique_ptr<Layer>> layers_;
    Position<W> scratch_;
    bool tired_ = false;
    // Of the assumption that is followed.
    std::int32_t cell_ = 0, value_ = 0;
    std::vector<Thought> thoughts_;
    std::vector<Conclusion> conclusions_;
    std::vector<std::vector<std::size_t>> sources_; // by candidate: thoughts that removed it, all of one layer
    std::vector<std::ptrdiff_t> placed_by_;         // by cell: the thought that first wrote it, or -1
};

} // namespace gridwright
